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
