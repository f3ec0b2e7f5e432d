//! Sentences whose meaning today's templates say in another order.

/// "Copy the next instant spell you cast this turn when you cast it": what is done when that is cast.
pub(super) fn with_next_spell_copied(text: &str) -> String {
    let (said, end) = ("opy the next ", " you cast this turn when you cast it.");
    let Some(place) = text.find(said) else { return text.to_owned() };
    let Some((spell, rest)) = text[place + said.len()..].split_once(end) else { return text.to_owned() };
    let when = if text[..place].ends_with('C') { "When" } else { "when" };
    let article = if spell.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    let (before, spell) = (&text[..place - 1], spell);
    // "An instant or sorcery spell with mana value 2 or less".
    format!("{before}{when} you next cast {article} {spell} this turn, copy that spell.{rest}")
}

/// "Equipped creature gets +1/+0. It gets +3/+1 instead as long as you control a Wall": what it gets more of as long as that is so.
pub(super) fn with_sizes_added(text: &str) -> String {
    let Some((subject, rest)) = text.split_once(" gets ") else { return text.to_owned() };
    let Some((first, rest)) = rest.split_once(". ") else { return text.to_owned() };
    if !matches!(subject, "Equipped creature" | "Enchanted creature") {
        return text.to_owned();
    }
    let (more, condition) = if let Some((more, condition)) =
        rest.strip_prefix("It gets ").and_then(|rest| rest.split_once(" instead as long as "))
    {
        let controller = format!("{}'s controller", subject.to_lowercase());
        (more, condition.trim_end_matches('.').replace("its controller", &controller))
    } else if let Some((condition, more)) = rest
        .strip_prefix("If it's ")
        .and_then(|rest| rest.strip_suffix(" instead."))
        .and_then(|rest| rest.split_once(", it gets "))
    {
        (more, format!("it's {condition}"))
    } else {
        return text.to_owned();
    };
    let number = |part: &str| part.parse::<i32>().ok().filter(|_| part.starts_with(['+', '-']));
    let pair =
        |size: &str| size.split_once('/').and_then(|(power, toughness)| Some((number(power)?, number(toughness)?)));
    let (Some(less), Some(more)) = (pair(first), pair(more)) else { return text.to_owned() };
    let signed = |n: i32, like: i32| if n > 0 || n == 0 && like >= 0 { format!("+{n}") } else { format!("-{}", -n) };
    let (power, toughness) = (more.0 - less.0, more.1 - less.1);
    let sign = if power < 0 || toughness < 0 { -1 } else { 1 };
    let size = format!("{}/{}", signed(power, sign), signed(toughness, sign));
    format!("{subject} gets {first}. As long as {condition}, {} gets {size}.", subject.to_lowercase())
}

/// "If you discard a creature card this way", "if that creature dies this way": what was done, to whatever it was done. Where others did it
/// too, it is asked of one player.
pub(super) fn with_done_this_way(text: &str) -> String {
    let mut out = text.to_owned();
    for (said, past) in [
        ("f you discard a", "discarded"),
        ("f you discarded a", "discarded"),
        ("f you sacrifice a", "sacrificed"),
        ("f you exiled a", "exiled"),
        ("f that player discards a", "discarded"),
    ] {
        let mut from = 0;
        while let Some(place) = out[from..].find(said).map(|place| from + place) {
            let start = place + said.len() - 1;
            from = start;
            let Some(end) = out[start..].find(" this way, ").map(|end| start + end) else { break };
            let noun = &out[start..end];
            let before = &out[..place];
            let others = said.starts_with("f you") && (before.contains("player") || before.contains("opponent"))
                || before.contains("ach player")
                || before.contains("ach opponent");
            if others || noun.contains(['.', ',', '"']) || !noun.starts_with("a ") && !noun.starts_with("an ") {
                continue;
            }
            let passive = format!("f {noun} is {past}");
            out.replace_range(place..end, &passive);
        }
    }
    for done in ["dies", "is destroyed", "is put into a graveyard"] {
        for (noun, article) in [("creature", "a"), ("artifact", "an"), ("permanent", "a")] {
            out = out
                .replace(&format!("f that {noun} {done} this way,"), &format!("f {article} {noun} {done} this way,"));
        }
    }
    out.replace(
        "f that spell is countered this way, its controller may ",
        "f a spell is countered this way, its controller may ",
    )
}

/// "Count the number of permanents you control. Your life total becomes that number."
pub(super) fn with_number_counted(text: &str) -> String {
    let (said, end) = ("ount the number of ", ". Your life total becomes that number.");
    let Some((before, counted)) = text.split_once(said) else { return text.to_owned() };
    let Some((counted, rest)) = counted.split_once(end) else { return text.to_owned() };
    let Some(before) = before.strip_suffix(['C', 'c']) else { return text.to_owned() };
    let your = if before.is_empty() { "Your" } else { "your" };
    format!("{before}{your} life total becomes equal to the number of {counted}.{rest}")
}

/// Cumulative upkeep that nothing is paid for but something is done (CR 702.24a): all of it or nothing, for each age counter.
pub(super) fn with_cumulative_deed(text: &str) -> String {
    let Some(deed) = text.strip_prefix("Cumulative upkeep—").map(|deed| deed.trim_end_matches('.')) else {
        return text.to_owned();
    };
    let each = "for each age counter on ~";
    let number = "equal to the number of age counters on ~";
    let done = if deed == "An opponent gains 1 life" {
        format!("have an opponent gain life {number}")
    } else if let Some(token) =
        deed.strip_prefix("Have an opponent create a ").and_then(|made| made.strip_suffix(" token"))
    {
        format!("have an opponent create a number of {token} tokens {number}")
    } else if deed.starts_with("Add {") {
        format!("add {} {each}", &deed["Add ".len()..])
    } else if deed == "Draw a card" {
        format!("draw a card {each}")
    } else if deed == "Put a -1/-1 counter on ~" {
        format!("put a -1/-1 counter on ~ {each}")
    } else {
        return text.to_owned();
    };
    format!(
        "At the beginning of your upkeep, if ~ is on the battlefield, put an age counter on ~. Then you may {done}. If you don't, sacrifice ~."
    )
}

/// "Whenever one or more creatures you control enter, if one or more of them entered from a graveyard or was cast from a graveyard": one or
/// more of those.
pub(super) fn with_whence_named(text: &str) -> String {
    let said = " enter, if one or more of them entered from ";
    let Some((before, rest)) = text.split_once(said) else { return text.to_owned() };
    let Some((zone, rest)) = rest.split_once(" or was cast from ") else { return text.to_owned() };
    match rest.strip_prefix(zone) {
        Some(rest) if before.starts_with("Whenever one or more ") => {
            format!("{before} that entered or were cast from {zone} enter{rest}")
        }
        _ => text.to_owned(),
    }
}

/// "~ enters with a +1/+1 counter and a flying counter on it": it enters with the one and with the other.
pub(super) fn with_counters_one_by_one(text: &str) -> String {
    let (said, end) = ("~ enters with ", " on it.");
    let Some(place) = text.find(said) else { return text.to_owned() };
    let Some(list) = text[place + said.len()..].strip_suffix(end) else { return text.to_owned() };
    let (condition, parts) = (&text[..place], list.replace(", and ", ", ").replace(" and ", ", "));
    let parts: Vec<&str> = parts.split(", ").collect();
    let counters = |part: &&str| part.split(' ').count() == 3 && part.contains(" counter");
    let plain = condition.is_empty() || condition.starts_with("If ") && condition.ends_with(", ");
    if parts.len() < 2 || !plain || !parts.iter().all(counters) {
        return text.to_owned();
    }
    parts.iter().map(|part| format!("{condition}{said}{part}{end}")).collect::<Vec<_>>().join(" ")
}

/// "A land card or Elf card", "a noncreature or Otter spell": a card or spell of the one kind or of the other.
pub(super) fn with_kinds_apart(text: &str) -> String {
    let mut out = text.to_owned();
    let article = |kind: &str| if kind.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    let is_kind = |word: &str| word.starts_with(char::is_uppercase) && word.chars().all(char::is_alphabetic);
    let mut from = 0;
    while let Some(place) = out[from..].find(" card or ").map(|place| from + place + " card or ".len()) {
        from = place;
        let mut words = out[place..].split([' ', ',', '.', ':']);
        let (kind, next) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let last = if next == "planeswalker" { words.next().unwrap_or_default() } else { next };
        // Said of one, and not of those in a list.
        let before = out[..place - " card or ".len()].rsplit(['.', ',', ':', '—']).next().unwrap_or_default();
        if is_kind(kind) && last == "card" && (before.contains(" a ") || before.contains(" an ")) {
            out.insert_str(place, &format!("{} ", article(kind)));
        }
    }
    let said = "cast a noncreature or ";
    if let Some(place) = out.find(said).map(|place| place + said.len()) {
        let kind = out[place..].split(' ').next().unwrap_or_default().to_owned();
        if is_kind(&kind) && out[place + kind.len()..].starts_with(" spell") {
            out.replace_range(place - " or ".len()..place, &format!(" spell or {} ", article(&kind)));
        }
    }
    out
}

/// "... and add {B}", "... Add {U}{U}" without a full stop: nothing is missing but that.
pub(super) fn with_stop_after_mana(text: &str) -> String {
    let last = text.rsplit([' ', ',']).find(|word| !word.starts_with('{') && *word != "or" && !word.is_empty());
    match last {
        Some("add" | "Add") if text.ends_with('}') => format!("{text}."),
        _ => text.to_owned(),
    }
}

/// "Whenever you attack with ~ and another creature": whenever those attack.
pub(super) fn with_attackers_named(text: &str) -> String {
    let said = "Whenever you attack with ~ and another ";
    match text.strip_prefix(said).and_then(|rest| rest.split_once(", ")) {
        Some((other, rest)) if !other.contains(" or ") => {
            format!("Whenever ~ and at least one other {other} attack, {rest}")
        }
        _ => text.to_owned(),
    }
}

/// "You may pay {B} rather than pay ~'s mana cost if there are thirteen or more creatures on the battlefield": the condition first.
pub(super) fn with_condition_of_cost_first(text: &str) -> String {
    let Some((cost, condition)) =
        text.strip_prefix("You may ").and_then(|rest| rest.split_once(" rather than pay ~'s mana cost if "))
    else {
        return text.to_owned();
    };
    match condition.strip_suffix('.') {
        Some(condition) if !condition.contains('.') && !cost.contains('.') => {
            format!("If {condition}, you may {cost} rather than pay ~'s mana cost.")
        }
        _ => text.to_owned(),
    }
}

/// "You control artifacts named A and B": one of each name.
pub(super) fn with_each_named(text: &str) -> String {
    let mut out = text.to_owned();
    for (several, one) in [("artifacts", "an artifact"), ("creatures", "a creature")] {
        let said = format!(" control {several} named ");
        let Some(place) = out.find(&said) else { continue };
        let Some(and) = out[place..].find(" and ").map(|and| place + and) else { continue };
        out.replace_range(and..and + " and ".len(), &format!(" and {one} named "));
        out.replace_range(place..place + said.len(), &format!(" control {one} named "));
    }
    out
}

/// "Search your library for a card named A or B": two cards that are named.
pub(super) fn with_both_named(text: &str) -> String {
    let said = "earch your library for a card named ";
    let Some(start) = text.find(said).map(|place| place + said.len()) else { return text.to_owned() };
    let end = text[start..].find([',', '.']).map_or(text.len(), |end| start + end);
    let Some(or) = text[start..end].find(" or ").map(|or| start + or + " or ".len()) else { return text.to_owned() };
    if !text[or..].starts_with(char::is_uppercase) {
        return text.to_owned();
    }
    format!("{}a card named {}", &text[..or], &text[or..])
}

/// "Choose target opponent who had more life than you did as you activated this ability": there is one opponent (CR 102.2), so that it is
/// asked as the ability is activated, and not again.
pub(super) fn with_rival_as_condition(text: &str) -> String {
    for (had, has) in [
        ("had more life than you did", "has more life than you"),
        ("had at least two more cards in hand than you did", "has at least two more cards in hand than you"),
        ("controlled more creatures than you did", "controls more creatures than you"),
    ] {
        let said = format!("Choose target opponent who {had} as you activated this ability.");
        if text.contains(&said) {
            return format!("{} Activate only if an opponent {has}.", text.replace(&said, "Choose target opponent."));
        }
    }
    text.to_owned()
}

/// "Spells you cast cost {1} less to cast and can't be countered": two things that hold for the same spells are two sentences.
pub(super) fn with_subject_again(text: &str) -> String {
    let said = " less to cast and can't be countered.";
    let Some(place) = text.find(said) else { return text.to_owned() };
    let start = text[..place].rfind(". ").map_or(0, |stop| stop + 2);
    let Some(end) = text[start..place].find(" cost ").map(|end| start + end) else { return text.to_owned() };
    let subject = &text[start..end];
    let rest = &text[place + said.len()..];
    format!("{} less to cast. {subject} can't be countered.{rest}", &text[..place])
}

/// A card that is called as a creature type is: where its name says what kind of creatures is meant, it is the type.
pub(super) fn with_own_type(text: String, name: &str) -> String {
    if crate::types::Subtype::from_name(name).is_none() {
        return text;
    }
    let text = text.replace(" a ~ in addition", &format!(" a {name} in addition"));
    let text = super::replace_words(&text, "arget ~ creature", &format!("arget {name} creature"));
    super::replace_words(&text, "other attacking ~", &format!("other attacking {name}"))
}
