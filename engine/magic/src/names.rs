//! Names and descriptions of what is in a position, for journals and choices.

mod asked;

use gauntlet_cards::ability::{AbilityKind, ActivatableKind};
use gauntlet_cards::card::{CardId, Characteristics};
use gauntlet_cards::types::{Colors, Subtype};
use gauntlet_core::suggest::list;
use gauntlet_core::{Audience, Player};

use crate::decision::{Action, DecisionKind};
use crate::evaluate::Eye;
use crate::journal::counted;
use crate::state::{Flags, Object, ObjectId, StackItem, Target};
use crate::view::PLAYER_NAMES;

/// The types of mana in the order of the pool.
const MANA: [&str; 6] = ["{W}", "{U}", "{B}", "{R}", "{G}", "{C}"];

impl Eye<'_> {
    pub(crate) fn player_name(self, player: Player) -> &'static str {
        PLAYER_NAMES[player.index()]
    }

    /// The name of an object as both players know it: what one of them doesn't know is just a card.
    pub(crate) fn object_name(self, id: ObjectId) -> String {
        match self.knowing(id) {
            Audience::Everyone => self.true_name(id),
            Audience::Only(_) | Audience::Nobody => "a card".to_owned(),
        }
    }

    /// Those who know what an object is, or was when it was last there.
    pub(crate) fn knowing(self, id: ObjectId) -> Audience {
        let object = self.s.last_known(id);
        Audience::of(|player| object.is_none_or(|object| !object.is_hidden_from(player)))
    }

    /// The name of an object, whoever knows it; of a token with that word. An ability without a source, or whose source was forgotten
    /// before it triggered, has no card whose name it could have (CR 113.7a, 724.2).
    pub(crate) fn true_name(self, id: ObjectId) -> String {
        match self.s.last_known(id) {
            None => "something".to_owned(),
            Some(object) if self.pool.is_emblem(object.card) => self.emblem_name(object.printed),
            Some(object) if object.is(Flags::ABILITY) && object.characteristics == Characteristics::default() => {
                "an ability".to_owned()
            }
            Some(object) => self.card_name(object.named_as()),
        }
    }

    /// The card whose name people call an object by: of an emblem and its abilities the one that made it, as most have no name (CR 114.3).
    pub(crate) fn called(self, object: &Object) -> CardId {
        if self.pool.is_emblem(object.card) { object.printed } else { object.named_as() }
    }

    /// What an emblem is called, by the card that made it; that of the Ring has a name (CR 114.3, 701.54c).
    fn emblem_name(self, of: CardId) -> String {
        let name = &self.pool.card(of).name;
        if self.pool.is_emblem(of) { name.clone() } else { format!("{name} emblem") }
    }

    /// The name of an object as the player knows it who is to choose.
    fn name_for_chooser(self, id: ObjectId) -> String {
        let hidden = self.s.get(id).is_some_and(|object| object.is_hidden_from(self.s.decision.player));
        if hidden { "face-down card".to_owned() } else { self.true_name(id) }
    }

    /// The name of a card; of a token its name (which ends in "Token", CR 111.4, if nothing else is said) with that word
    /// as a common noun.
    pub(crate) fn card_name(self, card: CardId) -> String {
        let card = self.pool.card(card);
        if card.name.is_empty() {
            return "face-down creature".to_owned();
        }
        match card.token {
            true => format!("{} token", card.name.strip_suffix(" Token").unwrap_or(&card.name)),
            false => card.name.clone(),
        }
    }

    /// A spell by its name, an ability by its source.
    pub(crate) fn item_name(self, item: &StackItem) -> String {
        if item.source.is_none() {
            return self.sourceless_name(item);
        }
        let name = self.object_name(item.object);
        if self.s.last_known(item.object).is_some_and(|object| object.is(Flags::ABILITY)) {
            format!("{name}'s ability")
        } else {
            name
        }
    }

    /// What an ability without a source is called: designations and dungeons have such (CR 724.2, 725.2); rooms say their name.
    fn sourceless_name(self, item: &StackItem) -> String {
        let named = self.pool.ability(item.ability).text.split_once(" — ");
        named.map_or("an ability".to_owned(), |(name, _)| name.to_owned())
    }

    /// "A and B ×2 are destroyed", to those who know what they are.
    pub(crate) fn names_of(self, ids: &[ObjectId], done: &str) -> String {
        let names = list(&counted(ids.iter().map(|id| self.true_name(*id))));
        match ids.len() {
            0 => format!("Nothing is {done}."),
            1 => format!("{names} is {done}."),
            _ => format!("{names} are {done}."),
        }
    }

    fn target_name(self, target: Target) -> String {
        match target {
            Target::Player(player) => self.player_name(player).to_owned(),
            Target::Object(id) => self.object_name(id),
        }
    }

    /// "Alice casts Bolt (X = 2) at Bob."
    pub(crate) fn announcement(self, item: &StackItem) -> String {
        let who = self.player_name(item.controller);
        let ability = self.pool.ability(item.ability);
        let spell = matches!(&ability.kind, AbilityKind::Activatable(way) if way.kind == ActivatableKind::Cast);
        let mut line = match &ability.kind {
            _ if spell => {
                format!("{who} casts {}", self.object_name(item.object))
            }
            AbilityKind::Activatable(_) => {
                format!("{who} activates {}: {}", self.source_name(item), self.own_text(item))
            }
            _ => format!("{} triggers: {}", self.source_name(item), self.own_text(item)),
        };
        line = line.trim_end_matches('.').to_owned();
        if item.x > 0 {
            line += &format!(" (X = {})", item.x);
        }
        if item.paid.iter().any(|times| *times > 0) {
            line += " (with the additional cost)";
        }
        let targets = &self.s.targets[item.targets.start as usize..item.targets.end as usize];
        if !targets.is_empty() {
            let names: Vec<String> = targets.iter().map(|chosen| self.target_name(chosen.target)).collect();
            line += if spell { " at " } else { " → " };
            line += &list(&names);
        }
        line + "."
    }

    /// The name of an ability's source, which may be gone where nobody can follow it: the ability has it too.
    fn source_name(self, item: &StackItem) -> String {
        if item.source.is_none() {
            return self.sourceless_name(item);
        }
        let known = self.s.last_known(item.source).is_some();
        self.object_name(if known { item.source } else { item.object })
    }

    /// The text of an ability, with the name of its source in it.
    fn own_text(self, item: &StackItem) -> String {
        self.pool.ability(item.ability).text.replace('~', &self.source_name(item))
    }

    /// A line for a choice of the current decision.
    pub(crate) fn describe(self, action: Action) -> String {
        let decision = self.s.decision;
        match action {
            Action::Pass => "pass".to_owned(),
            Action::Keep => "keep".to_owned(),
            Action::Mulligan => "mulligan".to_owned(),
            Action::Done => "done".to_owned(),
            Action::Yes => match decision.kind {
                DecisionKind::Scry => format!("put {} on the bottom", self.name_for_chooser(decision.about)),
                DecisionKind::Surveil => format!("put {} into the graveyard", self.name_for_chooser(decision.about)),
                _ => self.answer_text(action),
            },
            Action::No => match decision.kind {
                DecisionKind::Attack => format!("{} doesn't attack", self.name_for_chooser(decision.about)),
                DecisionKind::Block => format!("{} doesn't block", self.name_for_chooser(decision.about)),
                DecisionKind::Scry | DecisionKind::Surveil => {
                    format!("leave {} on top", self.name_for_chooser(decision.about))
                }
                _ => self.answer_text(action),
            },
            Action::Play { card, ability } => {
                let way = self.pool.activatable(ability);
                let name = &self.pool.card(way.face.unwrap_or(card)).name;
                match way.kind {
                    ActivatableKind::Cast => format!("cast {name}{}", self.other_way(card, ability)),
                    ActivatableKind::PlayLand => format!("play {name}"),
                    _ => format!("{name}: {}", self.pool.ability(ability).text),
                }
            }
            Action::PlayTop { card, ability } => {
                let name = &self.pool.card(card).name;
                let verb = if self.pool.activatable(ability).kind == ActivatableKind::Cast { "cast" } else { "play" };
                format!("{verb} {name} from the library{}", self.other_way(card, ability))
            }
            Action::Activate { object, ability } => {
                let name = self.name_for_chooser(self.s.id(object));
                match self.pool.activatable(ability).kind {
                    ActivatableKind::Cast => {
                        let face = self.pool.activatable(ability).face;
                        let name = face.map_or(name, |face| self.card_name(face));
                        format!("cast {name} [{object}]: {}", self.pool.ability(ability).text)
                    }
                    _ => format!("{name} [{object}]: {}", self.pool.ability(ability).text),
                }
            }
            Action::Object(index) => {
                let name = self.name_for_chooser(self.s.id(index));
                match decision.kind {
                    DecisionKind::Attack => {
                        format!("{} attacks {name} [{index}]", self.name_for_chooser(decision.about))
                    }
                    DecisionKind::Block => format!("{} blocks {name} [{index}]", self.name_for_chooser(decision.about)),
                    _ => format!("{name} [{index}]"),
                }
            }
            Action::Player(player) => match decision.kind {
                DecisionKind::Attack => {
                    format!("{} attacks {}", self.name_for_chooser(decision.about), self.player_name(player))
                }
                _ => self.player_name(player).to_owned(),
            },
            Action::Card(card) => self.pool.card(card).name.clone(),
            Action::Mode(mode) => self.mode_text(mode),
            Action::Number(number) => match decision.kind {
                DecisionKind::Vote => self.vote_word(number).to_owned(),
                DecisionKind::Dungeon | DecisionKind::Room => self.venture_name(decision.player, number).to_owned(),
                DecisionKind::CounterKind => self.pool.counter_names()[usize::from(number)].clone(),
                DecisionKind::X => format!("X = {number}"),
                DecisionKind::PayMana => self.restricted_mana_text(number),
                DecisionKind::OrderTriggers => self.trigger_text(number),
                DecisionKind::OrderReplacements => self.order_text(number),
                _ => number.to_string(),
            },
            Action::Color(place) if decision.kind == DecisionKind::PayMana => {
                format!("spend {}", MANA[usize::from(place)])
            }
            Action::Color(place) => Colors::name_of_mana(place).to_owned(),
            Action::Subtype(subtype) => Subtype(subtype).name().to_owned(),
        }
    }

    /// Mana of a pool that may be spent on some things only: "spend {G} of Old Tree".
    fn restricted_mana_text(self, number: u16) -> String {
        let mana = &self.s.restricted_mana[usize::from(number)];
        format!("spend {} of {}", MANA[usize::from(mana.place)], self.name_for_chooser(mana.source))
    }

    /// The text of a way to cast a card that is not the usual one.
    fn other_way(self, card: gauntlet_cards::card::CardId, ability: gauntlet_cards::card::AbilityId) -> String {
        // The face that is cast is named already.
        let face = self.pool.activatable(ability).face;
        let first = self.pool.card(face.unwrap_or(card)).derived.from_hand.first();
        if face.is_some()
            && first.is_some_and(|first| self.pool.ability(*first).text == self.pool.ability(ability).text)
        {
            return String::new();
        }
        if first == Some(&ability) { String::new() } else { format!(" ({})", self.pool.ability(ability).text) }
    }

    fn mode_text(self, mode: u8) -> String {
        let Some(crate::task::Task::Announce(task)) = self.s.tasks.last() else { return format!("mode {}", mode + 1) };
        let Some(script) = self.pool.ability(task.item.ability).kind.script() else {
            return format!("mode {}", mode + 1);
        };
        let text = script.parts.get(mode as usize).map_or("", |part| part.text.as_str());
        if text.is_empty() { format!("mode {}", mode + 1) } else { format!("mode {}: {text}", mode + 1) }
    }

    fn order_text(self, number: u16) -> String {
        let Some(order) = self.s.ordered.get(usize::from(number)) else { return number.to_string() };
        let name = self.name_for_chooser(order.source);
        let words = order.what.ability().map_or(order.what.words(), |ability| &self.pool.ability(ability).text);
        format!("{name} ({}): {words}", number + 1)
    }

    fn trigger_text(self, number: u16) -> String {
        let own = self.s.pending.iter().filter(|trigger| trigger.controller == self.s.decision.player);
        match own.clone().nth(number as usize) {
            Some(trigger) => format!(
                "{} ({}): {}",
                self.name_for_chooser(trigger.source),
                number + 1,
                self.pool.ability(trigger.ability).text
            ),
            None => number.to_string(),
        }
    }
}
