//! The names of keyword abilities (CR 702) and keyword actions (CR 701), known to the compiler or not, and which of them a text has.

/// Keyword abilities (CR 702).
const ABILITIES: &str = "deathtouch|defender|double strike|enchant|equip|first strike|flash|flying|haste|hexproof|indestructible|intimidate|\
landwalk|lifelink|protection|reach|shroud|trample|vigilance|ward|banding|rampage|cumulative upkeep|flanking|phasing|buyback|shadow|cycling|\
echo|horsemanship|fading|kicker|multikicker|flashback|madness|fear|morph|megamorph|amplify|provoke|storm|affinity|entwine|modular|sunburst|\
bushido|soulshift|splice|offering|ninjutsu|epic|convoke|dredge|transmute|bloodthirst|haunt|replicate|forecast|graft|recover|ripple|\
split second|suspend|vanishing|absorb|aura swap|delve|fortify|frenzy|gravestorm|poisonous|transfigure|champion|changeling|evoke|hideaway|\
prowl|reinforce|conspire|persist|wither|retrace|devour|exalted|unearth|cascade|annihilator|level up|rebound|umbra armor|totem armor|infect|\
battle cry|living weapon|undying|miracle|soulbond|overload|scavenge|unleash|cipher|evolve|extort|fuse|bestow|tribute|dethrone|\
hidden agenda|outlast|prowess|dash|exploit|menace|renown|awaken|devoid|ingest|myriad|surge|skulk|emerge|escalate|melee|crew|fabricate|\
partner|undaunted|improvise|aftermath|embalm|eternalize|afflict|ascend|assist|jump-start|mentor|afterlife|riot|spectacle|escape|companion|\
mutate|encore|boast|foretell|demonstrate|daybound|nightbound|disturb|decayed|cleave|training|compleated|reconfigure|blitz|casualty|enlist|\
read ahead|ravenous|squad|space sculptor|visit|prototype|living metal|more than meets the eye|for mirrodin!|toxic|backup|bargain|craft|\
disguise|solved|plot|saddle|spree|freerunning|gift|offspring|impending|exhaust|max speed|start your engines!|harmonize|mobilize|\
job select|tiered|station|warp|mayhem|web-slinging";

/// Keyword actions (CR 701) but for those that nearly every card has.
const ACTIONS: &str = "behold|fight|goad|investigate|mill|regenerate|scry|surveil|convert|fateseal|clash|planeswalk|abandon|proliferate|\
detain|populate|monstrosity|vote|bolster|manifest|support|meld|exert|explore|assemble|adapt|amass|learn|venture into the dungeon|connive|\
open an attraction|incubate|the ring tempts you|face a villainous choice|time travel|discover|cloak|collect evidence|suspect|forage|\
manifest dread|endure|harness|airbend|earthbend|waterbend|firebend|blight";

/// The keywords of a paragraph in normal form: abilities where a line or an item of a list begins with their name, actions wherever they
/// are spoken of.
pub(super) fn keywords(paragraph: &str) -> Vec<&'static str> {
    let text = paragraph.to_lowercase();
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '\'');
    let begins = |item: &str, name: &str| item.strip_prefix(name).is_some_and(ends);
    let item = |name: &str| text.lines().flat_map(|line| line.split(", ")).any(|item| begins(item, name));
    // "Plainswalk", "forestcycling".
    let compound = |name: &str| {
        matches!(name, "landwalk" | "cycling" | "offering") && {
            let end = name.strip_prefix("land").unwrap_or(name);
            text.split([' ', ',', '\n']).any(|word| word.len() > end.len() && word.ends_with(end))
        }
    };
    let spoken = |name: &str| {
        text.match_indices(name).any(|(at, _)| {
            let rest = &text[at + name.len()..];
            let rest = rest.strip_prefix("es").or_else(|| rest.strip_prefix('s')).unwrap_or(rest);
            ends(rest) && !text[..at].ends_with(|c: char| c.is_alphanumeric())
        })
    };
    let abilities = ABILITIES.split('|').filter(|name| item(name) || compound(name));
    abilities.chain(ACTIONS.split('|').filter(|name| spoken(name))).collect()
}

#[cfg(test)]
mod tests {
    use super::keywords;

    #[test]
    fn keywords_are_found_where_they_stand() {
        assert_eq!(keywords("Flying, vigilance"), ["flying", "vigilance"]);
        assert_eq!(keywords("Ward {2}"), ["ward"]);
        assert_eq!(keywords("Swampwalk"), ["landwalk"]);
        assert_eq!(keywords("When ~ enters, it explores."), ["explore"]);
        assert_eq!(keywords("Destroy target creature with flying."), [""; 0]);
        assert_eq!(keywords("Echoing steps aren't heard, hasten."), [""; 0]);
    }
}
