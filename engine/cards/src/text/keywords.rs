//! The factory of keywords that stand for longer abilities (CR 702): the engine knows none of them.
//!
//! Most are defined as the rules define them, by the text that they stand for, which the same compiler reads. Those that
//! change how a card is cast name what to build instead.

/// What a keyword is followed by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Takes {
    Nothing,
    Cost,
    Number,
}

/// The number after a keyword.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Many {
    Number(i32),
    /// An X, which words after the keyword say.
    X,
}

impl From<i32> for Many {
    fn from(number: i32) -> Many {
        Many::Number(number)
    }
}

impl std::fmt::Display for Many {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Many::Number(number) => number.fmt(f),
            Many::X => f.write_str("X"),
        }
    }
}

/// What a keyword means.
#[derive(Clone, Copy)]
pub(crate) enum Meaning {
    /// The abilities that it stands for, from its number and its cost.
    Text(fn(Many, &str) -> Vec<String>),
    /// It changes deck construction or a format only, nothing in the game.
    Nothing,
    /// A way to cast the card, or a change to how it is cast.
    Casting(CastingKeyword),
}

/// Keywords about casting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CastingKeyword {
    Kicker,
    Multikicker,
    Buyback,
    Entwine,
    Escalate,
    Bestow,
    Warp,
    Sneak,
    WebSlinging,
    Conspire,
    Flashback,
    JumpStart,
    Retrace,
    Evoke,
    Convoke,
    Delve,
    Improvise,
    Assist,
    Devoid,
    Sunburst,
    Surge,
    Spectacle,
    Emerge,
    Harmonize,
    Amplify,
    Cipher,
    Tribute,
    Enlist,
    Myriad,
    Overload,
    Cleave,
    Mayhem,
    FreeMayhem,
    Backup,
    Escape,
    Bargain,
    Offspring,
    Casualty,
    Undaunted,
    Fuse,
    Morph,
    Megamorph,
    Disguise,
    Foretell,
    Plot,
    Aftermath,
    Disturb,
    MoreThanMeetsTheEye,
    Rebound,
    Cascade,
    Replicate,
    Squad,
    Dash,
    Blitz,
    Madness,
    Ninjutsu,
    CommanderNinjutsu,
    Toxic,
    Riot,
    Unleash,
    Devour,
    Dredge,
    Miracle,
    Embalm,
    Eternalize,
    Ravenous,
    Reconfigure,
    AuraSwap,
    Demonstrate,
    Ripple,
    Prowl,
    Freerunning,
    Mutate,
}

/// One keyword.
pub(crate) struct Definition {
    /// The name in lower case.
    pub(crate) name: &'static str,
    /// What follows it.
    pub(crate) takes: Takes,
    /// What it means.
    pub(crate) meaning: Meaning,
}

const fn keyword(name: &'static str, takes: Takes, meaning: Meaning) -> Definition {
    Definition { name, takes, meaning }
}

/// The definition of a keyword without parameters, from one or more lines.
macro_rules! text {
    ($name:literal: $($line:literal),+) => {
        keyword($name, Takes::Nothing, Meaning::Text(|_, _| vec![$($line.to_owned()),+]))
    };
    ($name:literal $n:ident: $($line:literal),+) => {
        keyword($name, Takes::Number, Meaning::Text(|$n, _| vec![$(format!($line)),+]))
    };
    ($name:literal cost $cost:ident: $($line:literal),+) => {
        keyword($name, Takes::Cost, Meaning::Text(|_, $cost| vec![$(format!($line)),+]))
    };
}

/// "two tokens", "a token".
pub(crate) fn count(n: impl Into<Many>, noun: &str) -> String {
    const WORDS: [&str; 11] = ["no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let n = n.into();
    let word = match n {
        Many::Number(number) => usize::try_from(number).ok().and_then(|number| WORDS.get(number)).copied(),
        Many::X => None,
    };
    format!("{} {noun}{}", word.unwrap_or("X"), if n == Many::Number(1) { "" } else { "s" })
}

/// The keywords, without those that are bits of [`crate::keyword::Keywords`].
pub(crate) const TABLE: &[Definition] = &[
    // CR 702.6
    text!("equip" cost c: "{c}: Attach ~ to target creature you control. Activate only as a sorcery."),
    // CR 702.14c, of lands that aren't told by a basic land type.
    text!("nonbasic landwalk": "~ can't be blocked as long as defending player controls a nonbasic land."),
    text!("legendary landwalk": "~ can't be blocked as long as defending player controls a legendary land."),
    text!("snow landwalk": "~ can't be blocked as long as defending player controls a snow land."),
    text!("artifact landwalk": "~ can't be blocked as long as defending player controls an artifact land."),
    text!("desertwalk": "~ can't be blocked as long as defending player controls a Desert."),
    // CR 702.21
    keyword(
        "ward",
        Takes::Cost,
        Meaning::Text(|_, cost| {
            let pay = match cost.trim_end_matches('.').split_once(", Pay ") {
                Some((mana, life)) if mana.starts_with('{') => format!("pays {mana} and {life}"),
                _ if cost.starts_with('{') => format!("pays {cost}"),
                _ => third_person(cost),
            };
            vec![format!(
                "Whenever ~ becomes the target of a spell or ability an opponent controls, counter it unless that player {pay}."
            )]
        }),
    ),
    // CR 702.23
    text!("rampage" n:
        "Whenever ~ becomes blocked, it gets +{n}/+{n} until end of turn for each creature blocking it beyond the first."),
    // CR 702.29
    text!("cycling" cost c: "{c}, Discard ~: Draw a card."),
    // CR 702.27
    keyword("buyback", Takes::Cost, Meaning::Casting(CastingKeyword::Buyback)),
    // CR 702.33
    keyword("kicker", Takes::Cost, Meaning::Casting(CastingKeyword::Kicker)),
    keyword("multikicker", Takes::Cost, Meaning::Casting(CastingKeyword::Multikicker)),
    // CR 702.34
    keyword("flashback", Takes::Cost, Meaning::Casting(CastingKeyword::Flashback)),
    // CR 702.41 affinity has a row of its own in the grammar.
    // CR 702.42
    keyword("entwine", Takes::Cost, Meaning::Casting(CastingKeyword::Entwine)),
    // CR 702.78
    keyword("conspire", Takes::Nothing, Meaning::Casting(CastingKeyword::Conspire)),
    // CR 702.103
    keyword("bestow", Takes::Cost, Meaning::Casting(CastingKeyword::Bestow)),
    // CR 702.120
    keyword("escalate", Takes::Cost, Meaning::Casting(CastingKeyword::Escalate)),
    // CR 702.185
    keyword("warp", Takes::Cost, Meaning::Casting(CastingKeyword::Warp)),
    // CR 702.188
    keyword("web-slinging", Takes::Cost, Meaning::Casting(CastingKeyword::WebSlinging)),
    // Newer than the rules at hand; what it means is printed on its cards.
    keyword("sneak", Takes::Cost, Meaning::Casting(CastingKeyword::Sneak)),
    // CR 702.43
    keyword(
        "modular",
        Takes::Number,
        Meaning::Text(|n, _| {
            vec![
                format!("~ enters with {} on it.", count(n, "+1/+1 counter")),
                "When ~ dies, you may put a +1/+1 counter on target artifact creature for each +1/+1 counter on ~."
                    .to_owned(),
            ]
        }),
    ),
    // CR 702.44
    keyword("sunburst", Takes::Nothing, Meaning::Casting(CastingKeyword::Sunburst)),
    // CR 702.45
    text!("bushido" n: "Whenever ~ blocks or becomes blocked, it gets +{n}/+{n} until end of turn."),
    // CR 702.46
    text!("soulshift" n:
        "When ~ dies, you may return target Spirit card with mana value {n} or less from your graveyard to your hand."),
    // CR 702.51
    keyword("convoke", Takes::Nothing, Meaning::Casting(CastingKeyword::Convoke)),
    // CR 702.55
    text!("haunt": "When ~ dies, exile it haunting target creature."),
    // CR 702.66
    keyword("delve", Takes::Nothing, Meaning::Casting(CastingKeyword::Delve)),
    // CR 702.70
    keyword(
        "poisonous",
        Takes::Number,
        Meaning::Text(|n, _| {
            vec![format!(
                "Whenever ~ deals combat damage to a player, that player gets {}.",
                count(n, "poison counter")
            )]
        }),
    ),
    // CR 702.74
    keyword("evoke", Takes::Cost, Meaning::Casting(CastingKeyword::Evoke)),
    // CR 702.79
    text!("persist": "When ~ dies, if it had no -1/-1 counters on it, return it to the battlefield under its owner's control with a -1/-1 counter on it."),
    // CR 702.81
    keyword("retrace", Takes::Nothing, Meaning::Casting(CastingKeyword::Retrace)),
    // CR 702.83
    text!("frenzy" n: "Whenever ~ attacks and isn't blocked, it gets +{n}/+0 until end of turn."),
    text!("absorb" n: "If a source would deal damage to ~, prevent {n} of that damage."),
    text!("exalted": "Whenever a creature you control attacks alone, that creature gets +1/+1 until end of turn."),
    // Its rule came after the numbers that are cited here.
    text!("increment": "Whenever you cast a spell, if the amount of mana spent to cast that spell is greater than ~'s power or toughness, put a +1/+1 counter on ~."),
    // CR 702.84
    text!("unearth" cost c:
        "{c}: Return ~ from your graveyard to the battlefield. It gains haste. Exile it at the beginning of the next end step. If it would leave the battlefield, exile it instead of putting it anywhere else. Activate only as a sorcery."),
    // CR 702.86
    keyword(
        "annihilator",
        Takes::Number,
        Meaning::Text(|n, _| {
            vec![format!("Whenever ~ attacks, defending player sacrifices {} of their choice.", count(n, "permanent"))]
        }),
    ),
    // CR 702.91
    text!("battle cry": "Whenever ~ attacks, each other attacking creature gets +1/+0 until end of turn."),
    // CR 702.92
    text!("living weapon": "When ~ enters, create a 0/0 black Phyrexian Germ creature token, then attach ~ to it."),
    // CR 702.93
    text!("undying": "When ~ dies, if it had no +1/+1 counters on it, return it to the battlefield under its owner's control with a +1/+1 counter on it."),
    // CR 702.97
    text!("scavenge" cost c:
        "{c}, Exile ~ from your graveyard: Put a number of +1/+1 counters equal to ~'s power on target creature. Activate only as a sorcery."),
    // CR 702.101
    text!("extort":
        "Whenever you cast a spell, you may pay {W/B}. If you do, each opponent loses 1 life and you gain life equal to the life lost this way."),
    // CR 702.107
    text!("outlast" cost c: "{c}, {{T}}: Put a +1/+1 counter on ~. Activate only as a sorcery."),
    // CR 702.108
    text!("prowess": "Whenever you cast a noncreature spell, ~ gets +1/+1 until end of turn."),
    // CR 702.114
    keyword("devoid", Takes::Nothing, Meaning::Casting(CastingKeyword::Devoid)),
    // CR 702.115
    text!("ingest": "Whenever ~ deals combat damage to a player, that player exiles the top card of their library."),
    // CR 702.123
    keyword(
        "fabricate",
        Takes::Number,
        Meaning::Text(|n, _| {
            vec![format!(
                "When ~ enters, you may put {} on it. If you don't, create {}.",
                count(n, "+1/+1 counter"),
                count(n, "1/1 colorless Servo artifact creature token")
            )]
        }),
    ),
    // CR 702.124
    keyword("partner", Takes::Nothing, Meaning::Nothing),
    keyword("choose a Background", Takes::Nothing, Meaning::Nothing),
    keyword("doctor's companion", Takes::Nothing, Meaning::Nothing),
    // CR 702.126
    keyword("improvise", Takes::Nothing, Meaning::Casting(CastingKeyword::Improvise)),
    // CR 702.132
    keyword("assist", Takes::Nothing, Meaning::Casting(CastingKeyword::Assist)),
    // CR 702.37
    keyword("morph", Takes::Cost, Meaning::Casting(CastingKeyword::Morph)),
    keyword("megamorph", Takes::Cost, Meaning::Casting(CastingKeyword::Megamorph)),
    // CR 702.168
    keyword("disguise", Takes::Cost, Meaning::Casting(CastingKeyword::Disguise)),
    // CR 702.140
    keyword("mutate", Takes::Cost, Meaning::Casting(CastingKeyword::Mutate)),
    // CR 702.143
    keyword("foretell", Takes::Cost, Meaning::Casting(CastingKeyword::Foretell)),
    // CR 702.170
    keyword("plot", Takes::Cost, Meaning::Casting(CastingKeyword::Plot)),
    // CR 702.184
    text!("station":
        "Tap another untapped creature you control: Put a number of charge counters on ~ equal to that creature's power. Activate only as a sorcery."),
    // CR 702.87
    text!("level up" cost c: "{c}: Put a level counter on ~. Activate only as a sorcery."),
    // CR 702.122
    text!("crew" n:
        "Tap any number of untapped other creatures you control with total power {n} or more: ~ becomes an artifact creature until end of turn."),
    // CR 702.171
    text!("saddle" n:
        "Tap any number of untapped other creatures you control with total power {n} or more: ~ becomes saddled until end of turn. Activate only as a sorcery."),
    // CR 702.102
    keyword("fuse", Takes::Nothing, Meaning::Casting(CastingKeyword::Fuse)),
    // CR 702.127
    keyword("aftermath", Takes::Nothing, Meaning::Casting(CastingKeyword::Aftermath)),
    // CR 702.146
    keyword("disturb", Takes::Cost, Meaning::Casting(CastingKeyword::Disturb)),
    // CR 702.161
    text!("living metal": "During your turn, ~ is an artifact creature in addition to its other types."),
    // CR 702.162
    keyword("more than meets the eye", Takes::Cost, Meaning::Casting(CastingKeyword::MoreThanMeetsTheEye)),
    // CR 702.130
    text!("afflict" n: "Whenever ~ becomes blocked, defending player loses {n} life."),
    // CR 702.133
    keyword("jump-start", Takes::Nothing, Meaning::Casting(CastingKeyword::JumpStart)),
    // CR 702.134
    text!("mentor": "Whenever ~ attacks, put a +1/+1 counter on target attacking creature with power less than ~'s power."),
    // CR 702.135
    keyword(
        "afterlife",
        Takes::Number,
        Meaning::Text(|n, _| {
            vec![format!("When ~ dies, create {} with flying.", count(n, "1/1 white and black Spirit creature token"))]
        }),
    ),
    // CR 702.117
    keyword("surge", Takes::Cost, Meaning::Casting(CastingKeyword::Surge)),
    // CR 702.38
    keyword("amplify", Takes::Number, Meaning::Casting(CastingKeyword::Amplify)),
    // CR 702.99
    keyword("cipher", Takes::Nothing, Meaning::Casting(CastingKeyword::Cipher)),
    // CR 702.104
    keyword("tribute", Takes::Number, Meaning::Casting(CastingKeyword::Tribute)),
    // CR 702.154
    keyword("enlist", Takes::Nothing, Meaning::Casting(CastingKeyword::Enlist)),
    // CR 702.119
    keyword("emerge", Takes::Cost, Meaning::Casting(CastingKeyword::Emerge)),
    // CR 702.180
    keyword("harmonize", Takes::Cost, Meaning::Casting(CastingKeyword::Harmonize)),
    // CR 702.137
    keyword("spectacle", Takes::Cost, Meaning::Casting(CastingKeyword::Spectacle)),
    // CR 702.138
    keyword("escape", Takes::Cost, Meaning::Casting(CastingKeyword::Escape)),
    // CR 702.166
    keyword("bargain", Takes::Nothing, Meaning::Casting(CastingKeyword::Bargain)),
    // CR 702.175
    keyword("offspring", Takes::Cost, Meaning::Casting(CastingKeyword::Offspring)),
    // CR 702.153
    keyword("casualty", Takes::Number, Meaning::Casting(CastingKeyword::Casualty)),
    // CR 702.125
    keyword("undaunted", Takes::Nothing, Meaning::Casting(CastingKeyword::Undaunted)),
    // CR 702.147
    text!("decayed": "~ can't block.", "When ~ attacks, sacrifice it at end of combat."),
    // CR 702.116
    keyword("myriad", Takes::Nothing, Meaning::Casting(CastingKeyword::Myriad)),
    // CR 702.100
    text!("evolve": "Whenever a creature you control enters, if ~ is a creature and that creature has greater power or toughness than ~, put a +1/+1 counter on ~. If you do, ~ evolves."),
    // CR 702.32
    keyword(
        "fading",
        Takes::Number,
        Meaning::Text(|n, _| {
            vec![
                format!("~ enters with {} on it.", count(n, "fade counter")),
                "At the beginning of your upkeep, remove a fade counter from ~. If you can't, sacrifice ~.".to_owned(),
            ]
        }),
    ),
    // CR 702.96
    keyword("overload", Takes::Cost, Meaning::Casting(CastingKeyword::Overload)),
    // CR 702.148
    keyword("cleave", Takes::Cost, Meaning::Casting(CastingKeyword::Cleave)),
    // CR 702.187
    keyword("mayhem", Takes::Cost, Meaning::Casting(CastingKeyword::Mayhem)),
    keyword("mayhem", Takes::Nothing, Meaning::Casting(CastingKeyword::FreeMayhem)),
    // CR 702.165
    keyword("backup", Takes::Number, Meaning::Casting(CastingKeyword::Backup)),
    keyword(
        "firebending",
        Takes::Number,
        Meaning::Text(|n, _| {
            let mana = match n {
                Many::Number(number) => "{R}".repeat(usize::try_from(number).unwrap_or(0)),
                Many::X => "an amount of {R} equal to X".to_owned(),
            };
            vec![format!("Whenever ~ attacks, add {mana}. This mana lasts until end of combat.")]
        }),
    ),
    // CR 702.39
    text!("provoke":
        "Whenever ~ attacks, you may have target creature defending player controls block ~ this combat if able. If you do, untap that creature."),
    // CR 702.67
    text!("fortify" cost c: "{c}: Attach ~ to target land you control. Activate only as a sorcery."),
    // CR 702.163
    text!("for Mirrodin!": "When ~ enters, create a 2/2 red Rebel creature token, then attach ~ to it."),
    // CR 702.182
    text!("job select": "When ~ enters, create a 1/1 colorless Hero creature token, then attach ~ to it."),
    // CR 702.181
    keyword(
        "mobilize",
        Takes::Number,
        Meaning::Text(|n, _| {
            vec![format!(
                "Whenever ~ attacks, create {} that{} tapped and attacking. Sacrifice {} at the beginning of the next end step.",
                count(n, "1/1 red Warrior creature token"),
                if n == Many::Number(1) { "'s" } else { " are" },
                if n == Many::Number(1) { "it" } else { "them" }
            )]
        }),
    ),
    // CR 702.35
    keyword("madness", Takes::Cost, Meaning::Casting(CastingKeyword::Madness)),
    // CR 702.49
    keyword("ninjutsu", Takes::Cost, Meaning::Casting(CastingKeyword::Ninjutsu)),
    keyword("commander ninjutsu", Takes::Cost, Meaning::Casting(CastingKeyword::CommanderNinjutsu)),
    // CR 702.82
    keyword("devour", Takes::Number, Meaning::Casting(CastingKeyword::Devour)),
    // CR 702.52
    keyword("dredge", Takes::Number, Meaning::Casting(CastingKeyword::Dredge)),
    // CR 702.94
    keyword("miracle", Takes::Cost, Meaning::Casting(CastingKeyword::Miracle)),
    // CR 702.95
    text!("soulbond":
        "When ~ enters, if it's unpaired and you control another unpaired creature, you may pair it with another unpaired creature you control.",
        "Whenever another creature you control enters, if that creature is unpaired and ~ is unpaired, you may pair that creature with ~."),
    // CR 702.105
    text!("dethrone": "Whenever ~ attacks the player with the most life or tied for most life, put a +1/+1 counter on ~."),
    // CR 702.128
    keyword("embalm", Takes::Cost, Meaning::Casting(CastingKeyword::Embalm)),
    // CR 702.129
    keyword("eternalize", Takes::Cost, Meaning::Casting(CastingKeyword::Eternalize)),
    // CR 702.85
    keyword("cascade", Takes::Nothing, Meaning::Casting(CastingKeyword::Cascade)),
    // CR 702.88
    keyword("rebound", Takes::Nothing, Meaning::Casting(CastingKeyword::Rebound)),
    // CR 702.56
    keyword("replicate", Takes::Cost, Meaning::Casting(CastingKeyword::Replicate)),
    // CR 702.98
    keyword("unleash", Takes::Nothing, Meaning::Casting(CastingKeyword::Unleash)),
    // CR 702.109
    keyword("dash", Takes::Cost, Meaning::Casting(CastingKeyword::Dash)),
    // CR 702.136
    keyword("riot", Takes::Nothing, Meaning::Casting(CastingKeyword::Riot)),
    // CR 702.152
    keyword("blitz", Takes::Cost, Meaning::Casting(CastingKeyword::Blitz)),
    // CR 702.157
    keyword("squad", Takes::Cost, Meaning::Casting(CastingKeyword::Squad)),
    // CR 702.164
    keyword("toxic", Takes::Number, Meaning::Casting(CastingKeyword::Toxic)),
    // CR 702.24
    keyword(
        "cumulative upkeep",
        Takes::Cost,
        Meaning::Text(|_, cost| {
            let pay = if cost.starts_with('{') { format!("pay {cost}") } else { in_sentence(cost) };
            vec![format!(
                "At the beginning of your upkeep, if ~ is on the battlefield, put an age counter on ~. Then sacrifice ~ unless you {pay} for each age counter on ~."
            )]
        }),
    ),
    // CR 702.30
    keyword(
        "echo",
        Takes::Cost,
        Meaning::Text(|_, cost| {
            let pay = if cost.starts_with('{') { format!("pay {cost}") } else { in_sentence(cost) };
            vec![format!(
                "At the beginning of your upkeep, if ~ came under your control since the beginning of your last upkeep, sacrifice ~ unless you {pay}."
            )]
        }),
    ),
    // CR 702.40
    text!("storm":
        "When you cast ~, copy it for each spell cast before it this turn. You may choose new targets for the copies."),
    // CR 702.53
    text!("transmute" cost c:
        "{c}, Discard ~: Search your library for a card with mana value equal to ~'s mana value, reveal it, put it into your hand, then shuffle. Activate only as a sorcery."),
    // CR 702.54
    keyword(
        "bloodthirst",
        Takes::Number,
        Meaning::Text(|n, _| {
            vec![format!(
                "If an opponent was dealt damage this turn, ~ enters with {} on it.",
                count(n, "+1/+1 counter")
            )]
        }),
    ),
    // CR 702.58
    keyword(
        "graft",
        Takes::Number,
        Meaning::Text(|n, _| {
            vec![
                format!("~ enters with {} on it.", count(n, "+1/+1 counter")),
                "Whenever another creature enters, if ~ has a +1/+1 counter on it, you may move a +1/+1 counter from ~ onto that creature."
                    .to_owned(),
            ]
        }),
    ),
    // CR 702.63
    keyword(
        "vanishing",
        Takes::Number,
        Meaning::Text(|n, _| {
            vec![
                format!("~ enters with {} on it.", count(n, "time counter")),
                "At the beginning of your upkeep, if ~ has a time counter on it, remove a time counter from it."
                    .to_owned(),
                "When the last time counter is removed from ~, sacrifice it.".to_owned(),
            ]
        }),
    ),
    // CR 702.63b
    text!("vanishing":
        "At the beginning of your upkeep, if ~ has a time counter on it, remove a time counter from it.",
        "When the last time counter is removed from ~, sacrifice it."),
    // CR 702.110
    text!("exploit": "When ~ enters, you may sacrifice a creature. If you do, ~ exploits it."),
    // CR 702.112
    keyword(
        "renown",
        Takes::Number,
        Meaning::Text(|n, _| {
            vec![format!(
                "When ~ deals combat damage to a player, if it isn't renowned, put {} on it and it becomes renowned.",
                count(n, "+1/+1 counter")
            )]
        }),
    ),
    // CR 702.141: with one opponent there is one token.
    text!("encore" cost c:
        "{c}, Exile ~ from your graveyard: Create a token that's a copy of ~. It gains haste. It attacks that opponent this turn if able. Sacrifice it at the beginning of the next end step. Activate only as a sorcery."),
    // CR 702.149
    text!("training":
        "Whenever ~ and at least one other creature with power greater than ~'s power attack, put a +1/+1 counter on ~."),
    // CR 702.151
    keyword("reconfigure", Takes::Cost, Meaning::Casting(CastingKeyword::Reconfigure)),
    // CR 702.60
    keyword("ripple", Takes::Number, Meaning::Casting(CastingKeyword::Ripple)),
    // CR 702.144
    keyword("demonstrate", Takes::Nothing, Meaning::Casting(CastingKeyword::Demonstrate)),
    // CR 702.75
    keyword(
        "hideaway",
        Takes::Number,
        Meaning::Text(|n, _| {
            vec![
                format!(
                    "When ~ enters, look at the top {} of your library. Exile one of them face down and put the rest on the bottom of your library in a random order.",
                    count(n, "card")
                ),
                "You may look at cards exiled with ~.".to_owned(),
            ]
        }),
    ),
    // CR 702.65
    keyword("aura swap", Takes::Cost, Meaning::Casting(CastingKeyword::AuraSwap)),
    // CR 702.121
    text!("melee": "Whenever ~ attacks, it gets +1/+1 until end of turn for each opponent you attacked this combat."),
    // CR 702.59
    keyword(
        "recover",
        Takes::Cost,
        Meaning::Text(|_, cost| {
            let pay = if cost.starts_with('{') { format!("pay {cost}") } else { in_sentence(cost) };
            vec![format!(
                "When a creature is put into your graveyard from the battlefield, if ~ is in your graveyard, you may {pay}. If you do, return ~ from your graveyard to your hand. If you don't, exile ~."
            )]
        }),
    ),
    // CR 702.76
    keyword("prowl", Takes::Cost, Meaning::Casting(CastingKeyword::Prowl)),
    // CR 702.173
    keyword("freerunning", Takes::Cost, Meaning::Casting(CastingKeyword::Freerunning)),
    // CR 702.156
    keyword("ravenous", Takes::Nothing, Meaning::Casting(CastingKeyword::Ravenous)),
    // CR 702.124i
    keyword("friends forever", Takes::Nothing, Meaning::Nothing),
    // Others that need more than the compiled form holds are left out; their cards are unsupported.
];

/// Returns whether this is the name of a keyword that stands for something else, in lower case.
pub fn is_keyword(name: &str) -> bool {
    TABLE.iter().any(|row| row.name == name) || name == "champion"
}

/// Returns whether an ability is one of those that a keyword stands for. The keyword is named as cards write it, with what follows it
/// ("Equip {2}", "Crew 3") or without ("Equip", "Crew").
pub fn stands_for(name: &str, ability: &str) -> bool {
    let name = name.trim().trim_end_matches('.');
    // Reconfigure is of two abilities; that which unattaches has the keyword as its text (CR 702.151a).
    if let Some(cost) = after(name, "reconfigure") {
        let attaches = ability.contains(": Attach ~ to another target creature you control");
        return attaches && ability.starts_with(cost.trim()) || ability.eq_ignore_ascii_case(name);
    }
    TABLE.iter().any(|row| {
        let (Some(rest), Meaning::Text(lines)) = (after(name, row.name), row.meaning) else { return false };
        let rest = rest.trim_start_matches([' ', '\u{2014}']);
        let says = |number: i32, cost: &str| lines(number.into(), cost).iter().any(|line| line == ability);
        match (row.takes, rest) {
            (Takes::Nothing, "") => says(0, ""),
            (Takes::Nothing, _) => false,
            (Takes::Number, "") => (0..=MOST).any(|number| says(number, "")),
            (Takes::Number, rest) => rest.parse().is_ok_and(|number| says(number, "")),
            (Takes::Cost, "") => lines(0.into(), COST).iter().any(|line| has_shape(line, ability)),
            (Takes::Cost, rest) => says(0, rest),
        }
    })
}

/// The greatest number that a keyword is looked for with where none is said.
const MOST: i32 = 20;

/// Stands for any cost.
const COST: &str = "{\u{1}}";

/// Returns whether an ability is a line with any cost in it.
fn has_shape(line: &str, ability: &str) -> bool {
    line.split_once(COST).is_some_and(|(before, behind)| ability.starts_with(before) && ability.ends_with(behind))
}

/// What follows a word at the beginning of a text, in whatever case it is written; nothing if it is the beginning of another word.
fn after<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let head = text.get(..word.len())?;
    let rest = &text[word.len()..];
    let ends = !rest.starts_with(|letter: char| letter.is_alphanumeric());
    (head.eq_ignore_ascii_case(word) && ends).then_some(rest)
}

/// "Discard a card." → "discard a card".
fn in_sentence(cost: &str) -> String {
    let cost = cost.trim_end_matches('.');
    cost.chars().take(1).flat_map(char::to_lowercase).chain(cost.chars().skip(1)).collect()
}

/// "Pay 3 life" → "pays 3 life".
fn third_person(cost: &str) -> String {
    match cost.trim_end_matches('.').split_once(' ') {
        Some((verb, rest)) => format!("{}s {rest}", verb.to_ascii_lowercase()),
        None => cost.to_owned(),
    }
}
