//! What an action of a scenario means among the things that its player can do: casting, playing, activating, by their names.

use gauntlet_cards::ability::{AbilityKind, ActivatableKind};
use gauntlet_cards::card::{AbilityId, Card};
use gauntlet_cards::filter::Zone;
use gauntlet_cards::text::keywords;

use super::answers::Play;
use super::model::{Deed, Use};
use super::text::{plain, same_name, without_ability_word};
use crate::decision::Action;
use crate::state::Flags;

impl Play<'_> {
    /// The activatable of an action, the name of the card or face that it is of, and the zone where that is.
    pub(super) fn way(&self, action: Action) -> Option<(AbilityId, String, Zone)> {
        let s = &self.position.state;
        let (ability, name, zone) = match action {
            Action::Play { card, ability } => (ability, self.card_name(card).to_owned(), Zone::Hand),
            Action::PlayTop { card, ability } => (ability, self.card_name(card).to_owned(), Zone::Library),
            Action::Activate { object, ability } => {
                let object = &s.objects[usize::from(object)];
                // What lies face down in exile is played face up.
                let hidden = object.zone != Zone::Exile;
                let name = if hidden { self.name(object) } else { self.card_name(object.card).to_owned() };
                (ability, name, object.zone)
            }
            _ => return None,
        };
        let face = self.position.pool.activatable(ability).face;
        let name = face.map_or(name, |face| self.card_name(face).to_owned());
        Some((ability, name, zone))
    }

    /// Returns whether an action is of what has this name: a double-faced permanent goes by the name of its front face too, one that is face
    /// down by that of its card, as who controls it may look at it (CR 708.5), and a copy with a name of its own by that of what it copies.
    fn is_of(&self, action: Action, card: &str, source: &str) -> bool {
        let hidden = match action {
            Action::Activate { object, .. } => &self.position.state.objects[usize::from(object)],
            _ => return same_name(source, card),
        };
        let known_as = hidden.is(Flags::FACE_DOWN) || self.position.pool.card(hidden.printed).layout.is_double_faced();
        let copies = hidden.renamed.is_some();
        same_name(source, card)
            || known_as && same_name(source, self.card_name(hidden.printed))
            || copies && same_name(source, self.card_name(hidden.card))
    }

    /// Returns whether an action is of the object with an alias.
    pub(super) fn is_of_alias(&self, action: Action, alias: &str) -> bool {
        match action {
            Action::Activate { object, .. } => self.is_alias(alias, self.position.state.id(object)),
            Action::Play { card, .. } | Action::PlayTop { card, .. } => {
                self.aliases.get(alias).is_some_and(|alias| alias.card == card)
            }
            _ => false,
        }
    }

    /// Returns whether an effect lets its object do this, which the card doesn't say: an ability that it was given, or flashback.
    pub(super) fn is_granted(&self, action: Action, text: &str) -> bool {
        let Action::Activate { object, ability } = action else { return false };
        let object = &self.position.state.objects[usize::from(object)];
        let printed = &self.position.pool.card(object.card).abilities;
        !printed.contains(&ability) || is_flashback(self, ability, object.zone, text)
    }

    /// Returns whether a way to cast a card is the usual one: its mana cost, from the hand.
    pub(super) fn is_usual(&self, ability: AbilityId, zone: Zone) -> bool {
        zone == Zone::Hand && self.is_for_mana_cost(ability)
    }

    /// Returns whether a way to cast a card is for its mana cost, wherever it is.
    pub(super) fn is_for_mana_cost(&self, ability: AbilityId) -> bool {
        let text = &self.position.pool.ability(ability).text;
        text.starts_with("Cast for {") || text == "Cast"
    }

    /// The card that an action is about.
    fn printed(&self, action: Action) -> Option<&Card> {
        let card = match action {
            Action::Play { card, .. } | Action::PlayTop { card, .. } => card,
            Action::Activate { object, .. } => self.position.state.objects[usize::from(object)].card,
            _ => return None,
        };
        Some(self.position.pool.card(card))
    }

    /// Returns whether the text of the card that an action is about, or of one of its faces, has a word.
    fn prints(&self, action: Action, word: &str) -> bool {
        let has = |card: &Card| card.text.iter().any(|line| plain(line, "").contains(&plain(word, "")));
        self.printed(action)
            .is_some_and(|card| has(card) || card.faces.iter().any(|face| has(self.position.pool.card(*face))))
    }

    /// Returns whether the card that an action is about has an activated ability of its own that a text is the beginning of: the text means
    /// none of its others then, also if that one can't be activated.
    fn has_ability_said(&self, action: Action, text: &str) -> bool {
        let pool = &self.position.pool;
        let said = |card: &Card| {
            let mut own =
                card.abilities.iter().filter(|id| matches!(pool.ability(**id).kind, AbilityKind::Activatable(_)));
            own.any(|id| self.says_ability(*id, &card.name, text))
        };
        self.printed(action).is_some_and(said)
    }

    /// The legal actions that a scripted one can mean.
    pub(super) fn options(&self, deed: &Deed, what: &Use) -> Vec<Action> {
        match deed {
            Deed::Cast(_) => return self.casts(&self.card_of(what), what.via.as_deref(), false),
            Deed::PlayLand(_) => return self.land_plays(&self.card_of(what)),
            _ => {}
        }
        let text = what.ability.as_deref().unwrap_or_default();
        let mut found = self.activations(text, what.source.as_deref(), what.oracle.as_deref(), true);
        if found.is_empty() && !what.source_candidates.is_empty() {
            let of = |source: &String| self.activations(text, Some(source), what.oracle.as_deref(), true);
            found = what.source_candidates.iter().flat_map(of).collect();
        }
        // An effect may have given the ability to something else; what has it of itself isn't the source that was named.
        if found.is_empty() && what.source.is_some() {
            found = self.activations(text, None, None, false);
            found.retain(|action| self.is_granted(*action, text));
        }
        found
    }

    /// The legal ways to cast a card of a name (or of a name that begins with it), the usual one first.
    pub(super) fn casts(&self, name: &str, via: Option<&str>, prefix: bool) -> Vec<Action> {
        // "fused Left // Right": both halves (CR 702.102a).
        let (name, via) = name.strip_prefix("fused ").map_or((name, via), |name| (name, Some("fuse")));
        let wanted = |found: &str| same_name(name, found) || (prefix && found.starts_with(name));
        let (mut found, mut other) = (Vec::new(), Vec::new());
        for &action in &self.position.state.choices {
            let Some((ability, card, zone)) = self.way(action) else { continue };
            if self.position.pool.activatable(ability).kind != ActivatableKind::Cast || !wanted(&card) {
                continue;
            }
            let Some(via) = via else {
                found.push((!self.is_usual(ability, zone), action));
                continue;
            };
            let text = plain(&self.position.pool.ability(ability).text, &card);
            let says = match via {
                "morph" => ["morph", "megamorph", "disguise", "facedown"].iter().any(|word| text.contains(word)),
                _ => text.contains(&plain(via, "")),
            };
            let may_mean = match via {
                "plot" | "foretell" | "suspend" => zone == Zone::Exile,
                "escape" | "flashback" | "disturb" | "aftermath" | "retrace" | "jump-start" => zone == Zone::Graveyard,
                "morph" | "overload" | "fuse" | "mutate" => false,
                // The way doesn't say which keyword it is from; the card does.
                _ => !self.is_for_mana_cost(ability) && self.prints(action, via),
            };
            if says {
                found.push((false, action));
            } else if may_mean {
                other.push((false, action));
            }
        }
        let mut found = if found.is_empty() { other } else { found };
        found.sort_by_key(|entry| entry.0);
        found.into_iter().map(|entry| entry.1).collect()
    }

    /// The legal plays of a land of a name.
    pub(super) fn land_plays(&self, name: &str) -> Vec<Action> {
        let is_play = |action: &Action| {
            self.way(*action).is_some_and(|(ability, card, _)| {
                self.position.pool.activatable(ability).kind == ActivatableKind::PlayLand && same_name(name, &card)
            })
        };
        self.position.state.choices.iter().copied().filter(is_play).collect()
    }

    /// The legal activations of an ability whose text begins with this, or that a keyword stands for, the best fit first. With `guess`, the
    /// line that the ability is in will do, and the only ability of the source.
    pub(super) fn activations(
        &self,
        text: &str,
        source: Option<&str>,
        oracle: Option<&str>,
        guess: bool,
    ) -> Vec<Action> {
        let mut found = Vec::new();
        let mut of_source = Vec::new();
        // What is called so now comes before what has another name besides.
        let has_name = |action: &Action, source: &str| self.way(*action).is_some_and(|way| same_name(source, &way.1));
        let called = source.is_some_and(|source| self.position.state.choices.iter().any(|one| has_name(one, source)));
        for &action in &self.position.state.choices {
            let Some((ability, card, zone)) = self.way(action) else { continue };
            let named = |source| if called { same_name(source, &card) } else { self.is_of(action, &card, source) };
            let of = |source| named(source) || self.is_of_alias(action, source);
            if source.is_some_and(|source| !of(source)) {
                continue;
            }
            let kind = self.position.pool.activatable(ability).kind;
            if kind == ActivatableKind::PlayLand {
                continue;
            }
            let nearly = guess && self.nearly_says(ability, &card, text, oracle);
            let by_name = source.is_none() && same_name(text, &card) && kind != ActivatableKind::Cast;
            if self.says_ability(ability, &card, text) || is_flashback(self, ability, zone, text) {
                found.push((0, action));
            } else if self.has_ability_said(action, text) {
                // It says another one, which isn't possible now.
            } else if nearly || by_name {
                found.push((1, action));
            } else if kind != ActivatableKind::Cast {
                of_source.push((ability, action));
            }
        }
        if found.is_empty() && guess && source.is_some() {
            of_source.sort_by_key(|entry| entry.0);
            let one = of_source.first().is_some_and(|first| of_source.iter().all(|entry| entry.0 == first.0));
            if one {
                return of_source.into_iter().map(|entry| entry.1).collect();
            }
        }
        found.sort_by_key(|entry| entry.0);
        found.into_iter().map(|entry| entry.1).collect()
    }

    /// The text of the ability that an action activates, if that isn't what was said.
    pub(super) fn said_otherwise(&self, action: Action, text: &str, oracle: Option<&str>) -> Option<&str> {
        let (ability, card, zone) = self.way(action)?;
        let meant = self.says_ability(ability, &card, text)
            || is_flashback(self, ability, zone, text)
            || self.nearly_says(ability, &card, text, oracle)
            || same_name(text, &card);
        (!meant && !text.is_empty()).then_some(self.position.pool.ability(ability).text.as_str())
    }

    /// Returns whether a text is the beginning of an ability's, or the keyword that the ability is written as.
    pub(super) fn says_ability(&self, ability: AbilityId, card: &str, text: &str) -> bool {
        let raw = &self.position.pool.ability(ability).text;
        let (own, wanted) = (plain(raw, card), plain(text, card));
        if wanted.is_empty() || own.is_empty() {
            return false;
        }
        own.starts_with(&wanted)
            || wanted.starts_with(&own)
            || without_ability_word(raw).is_some_and(|rest| plain(rest, card).starts_with(&wanted))
            || keywords::stands_for(text, raw)
            || stands_for_cycling(text, raw)
    }

    /// Returns whether an ability equips as the text says, whatever that says of its cost, is the line that the text is of, or is a special
    /// action (CR 116.2) that says in its words what the text has before a colon.
    fn nearly_says(&self, ability: AbilityId, card: &str, text: &str, oracle: Option<&str>) -> bool {
        let raw = &self.position.pool.ability(ability).text;
        let own = plain(raw, card);
        let line = oracle.map(|oracle| plain(oracle, card));
        let line_says = line.is_some_and(|line| !line.is_empty() && (line == own || own.starts_with(&line)));
        let equips = plain(text, card).starts_with("equip") && raw.contains(": Attach ~ to target creature");
        let pays = text.split_once(": ").is_some_and(|(cost, rest)| {
            let rest = plain(rest, card);
            let special = self.position.pool.activatable(ability).kind == ActivatableKind::Special;
            special && !rest.is_empty() && own.contains(&rest) && own.contains(&plain(&format!("pay {cost}"), card))
        });
        line_says || equips || pays
    }
}

/// Returns whether a text names the flashback of a card. Flashback that was given to a card is a permission to cast it from the graveyard for
/// the cost that it has.
fn is_flashback(play: &Play<'_>, ability: AbilityId, zone: Zone, text: &str) -> bool {
    let way = play.position.pool.activatable(ability);
    let own = plain(&play.position.pool.ability(ability).text, "");
    let wanted = plain(text, "");
    let cost = wanted.strip_prefix("flashback");
    way.kind == ActivatableKind::Cast && zone == Zone::Graveyard && cost.is_some_and(|cost| own.ends_with(cost))
}

/// Returns whether an ability is typecycling (CR 702.29e) or reinforce (CR 702.77) and the text is the name of such a keyword, with the cost or
/// without.
fn stands_for_cycling(text: &str, ability: &str) -> bool {
    let (name, cost) = text.split_once('{').map_or((text, ""), |(name, _)| (name, &text[name.len()..]));
    let name = name.trim().to_lowercase();
    let ability = ability.to_lowercase();
    // Of several on a line, that of the type.
    let searches = name.strip_suffix("cycling").is_some_and(|kind| {
        let finds =
            |article: &str| ability.contains(&format!("discard ~: search your library for {article} {kind} card"));
        !kind.is_empty() && (finds("a") || finds("an"))
    });
    let reinforces = name.starts_with("reinforce") && ability.contains(", discard ~: put ");
    (searches || reinforces) && ability.starts_with(&cost.trim().to_lowercase())
}
