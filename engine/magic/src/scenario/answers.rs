//! Answering what the engine asks: from the scenario's queues, or as the format's defaults say.

use std::collections::{BTreeMap, VecDeque};

use gauntlet_cards::ability::{AbilityKind, ActivatableKind};
use gauntlet_cards::effect::{Instr, ManaOutput};
use gauntlet_cards::filter::Zone;
use gauntlet_cards::text::keywords;
use gauntlet_cards::types::{Colors, Subtype};
use gauntlet_core::{Game as _, Player};

use super::judge::{lenient, orders};
use super::model::player;
use super::model::{Answer, Described, Detail, Reference, Use};
use super::setup::Alias;
use super::tactic::Notes;
use super::test::description;
use super::text::{FACE_DOWN, plain, same_name};
use crate::Position;
use crate::decision::{Action, DecisionKind};
use crate::payment::ManaTypes;
use crate::state::{Flags, Object, ObjectId};
use crate::task::Task;

/// A player's answers that are left.
#[derive(Clone, Debug, Default)]
pub(super) struct Queues {
    pub(super) choices: VecDeque<Answer>,
    pub(super) targets: VecDeque<Answer>,
    pub(super) modes: VecDeque<Answer>,
    /// What is left of an answer that says several things together; the choice ends with it.
    pub(super) together: VecDeque<Answer>,
    /// The choice of several that is under way, if its last part was given, and that part.
    pub(super) enough: Option<(DecisionKind, ObjectId, Action)>,
}

/// The targets that an action says, while what it announces is being announced.
#[derive(Clone, Debug)]
pub(super) struct Announcing {
    pub(super) player: Player,
    /// The spell or ability, once it is known.
    pub(super) about: Option<ObjectId>,
    pub(super) targets: VecDeque<Reference>,
    /// Whether targets were said at all.
    pub(super) said: bool,
    /// A target was said that is not legal.
    pub(super) missed: bool,
}

/// A game with the answers that are left.
#[derive(Clone, Debug)]
pub(super) struct Play<'s> {
    pub(super) position: Position,
    pub(super) aliases: &'s BTreeMap<String, Alias>,
    pub(super) queues: [Queues; 2],
    pub(super) announcing: Option<Announcing>,
    /// The shares of the targets that were given with one, in the order in which they were chosen.
    pub(super) shares: VecDeque<u16>,
    /// The mana that the ability being activated is said to make.
    pub(super) mana: Option<Colors>,
    /// Colours that were chosen together, of mana that is made one by one.
    pub(super) colors: VecDeque<u8>,
    /// The blocks that were declared: where the scenario says them, the blocker, the attacker.
    pub(super) blocks: Vec<(usize, u16, u16)>,
    /// How a creature divides its combat damage, if that was said: the creature, and the shares of those in combat with it.
    pub(super) division: Option<(u16, Vec<(u16, u16)>)>,
    /// What was said of how a number is divided among targets, until that has been looked at.
    pub(super) given: Vec<(Action, u16)>,
    /// Something was said that isn't legal.
    pub(super) illegal: Option<String>,
    /// A choice was open that a strict scenario has no answer to.
    pub(super) unanswered: Option<String>,
    /// A target was chosen while the next of the targets that were said was not legal.
    pub(super) strayed: bool,
    /// Whether what is being picked was begun without an answer.
    pub(super) picks_unasked: bool,
    /// What was activated though it isn't what the scenario says, because it was all that could be.
    pub(super) guessed: Option<String>,
    /// The choices of the player that a tactic is about, if it is one.
    pub(super) notes: Option<Notes>,
}

/// The decisions of announcing a spell or ability.
pub(super) fn of_announcement(kind: DecisionKind) -> bool {
    matches!(
        kind,
        DecisionKind::Mode
            | DecisionKind::X
            | DecisionKind::OptionalCost
            | DecisionKind::OtherPrice
            | DecisionKind::Splice
            | DecisionKind::Target
            | DecisionKind::Share
            | DecisionKind::CostChoice
            | DecisionKind::PhyrexianLife
            | DecisionKind::PayMana
    )
}

impl<'s> Play<'s> {
    /// A game with no answers yet.
    pub(super) fn new(position: Position, aliases: &'s BTreeMap<String, Alias>) -> Play<'s> {
        Play {
            position,
            aliases,
            queues: Default::default(),
            announcing: None,
            shares: VecDeque::new(),
            mana: None,
            colors: VecDeque::new(),
            blocks: Vec::new(),
            division: None,
            given: Vec::new(),
            illegal: None,
            unanswered: None,
            strayed: false,
            picks_unasked: false,
            guessed: None,
            notes: None,
        }
    }

    /// Carries out a choice.
    pub(super) fn take(&mut self, action: Action) {
        if let Some(notes) = &mut self.notes {
            notes.note(&self.position, action);
        }
        self.position.apply(action);
    }

    /// The name of an object as a scenario would say it.
    pub(super) fn name(&self, object: &Object) -> String {
        let called = self.card_name(self.position.eye().called(object));
        match self.position.pool.is_emblem(object.card) {
            true => format!("{called} emblem"),
            // A copy of what is face down has no name either (CR 707.2, 708.2a).
            false if object.is(Flags::FACE_DOWN) || called.is_empty() => FACE_DOWN.to_owned(),
            false => called.to_owned(),
        }
    }

    pub(super) fn card_name(&self, card: gauntlet_cards::card::CardId) -> &str {
        &self.position.pool.card(card).name
    }

    /// The place of what an alias means in the arena, and whether this object is it.
    pub(super) fn is_alias(&self, alias: &str, id: ObjectId) -> bool {
        let Some(alias) = self.aliases.get(alias.strip_prefix('@').unwrap_or(alias)) else { return false };
        if alias.object.is_none() {
            return self
                .position
                .state
                .get(id)
                .is_some_and(|object| object.printed == alias.card && object.owner == alias.owner);
        }
        alias.object.index == id.index
    }

    /// Returns whether a description fits an object, its number among those of its name aside.
    pub(super) fn fits(&self, what: &Described, id: ObjectId) -> bool {
        let Some(object) = self.position.state.last_known(id) else { return false };
        if what.player.is_some() && what.name.is_none() && what.alias.is_none() {
            return false;
        }
        if let Some(alias) = &what.alias
            && !self.is_alias(alias, id)
        {
            return false;
        }
        if let Some(name) = &what.name
            && !self.named(name, id, object)
        {
            return false;
        }
        // Of several that have the name, that player's.
        if let Some(side) = what.player {
            let theirs = match object.zone {
                Zone::Battlefield | Zone::Stack => object.controller,
                _ => object.owner,
            };
            if theirs != player(side) {
                return false;
            }
        }
        if let Some(copy) = what.copy {
            let is_copy = object.is(Flags::COPY) || object.card != object.printed || object.is(Flags::TOKEN);
            if is_copy != copy {
                return false;
            }
        }
        what.name.is_some() || what.alias.is_some()
    }

    fn named(&self, name: &str, id: ObjectId, object: &Object) -> bool {
        // A spell, as it is named on the stack.
        let name = if object.zone == Zone::Stack { name.strip_prefix("Cast ").unwrap_or(name) } else { name };
        if object.is(Flags::ABILITY) {
            return self.stack_text(id).is_some_and(|text| text.starts_with(&plain(name, "")))
                || same_name(name, self.card_name(self.position.eye().called(object)));
        }
        same_name(name, &self.name(object)) || self.is_alias(name, id)
    }

    /// The text of an ability on the stack, for comparison.
    fn stack_text(&self, id: ObjectId) -> Option<String> {
        let item = self.position.state.stack.iter().find(|item| item.object == id)?;
        let name = self.position.state.last_known(id);
        let name = name.map_or("", |object| self.card_name(self.position.eye().called(object)));
        Some(plain(&self.position.pool.ability(item.ability).text, name))
    }

    /// The *n*th of the permanents that a description fits, among those that a player controls if one is given.
    fn is_nth(&self, what: &Described, id: ObjectId, among: Option<Player>) -> bool {
        let Some(nth) = what.nth else { return true };
        let own = |object: &Object| among.is_none_or(|player| object.controller == player);
        let all = self.position.state.permanents();
        let mut named = all.filter(|(other, object)| own(object) && self.fits(what, *other));
        named.nth(nth).is_some_and(|(other, _)| other == id)
    }

    /// Returns whether a reference means what an action names.
    pub(super) fn means(&self, reference: &Reference, action: Action) -> bool {
        self.described(&description(reference), action, None)
    }

    /// The same, where the *n*th of a name is counted among a player's own: attackers, blockers.
    pub(super) fn means_of(&self, reference: &Reference, action: Action, player: Player) -> bool {
        self.described(&description(reference), action, Some(player))
    }

    fn described(&self, what: &Described, action: Action, among: Option<Player>) -> bool {
        match action {
            Action::Player(other) => {
                let by_name = |name: &String| match name.as_str() {
                    "PlayerA" | "A" => other == Player::FIRST,
                    "PlayerB" | "B" => other == Player::SECOND,
                    _ => false,
                };
                match what.player {
                    Some(side) => what.name.is_none() && player(side) == other,
                    None => what.name.as_ref().is_some_and(by_name),
                }
            }
            Action::Object(index) => {
                let id = self.position.state.id(index);
                self.fits(what, id) && self.is_nth(what, id, among)
            }
            Action::Card(card) => {
                what.name.as_ref().is_some_and(|name| same_name(name, self.card_name(card)))
                    || what
                        .alias
                        .as_ref()
                        .is_some_and(|alias| self.aliases.get(alias).is_some_and(|alias| alias.card == card))
            }
            Action::Number(number) if self.position.decision().kind == DecisionKind::OrderReplacements => {
                let said = what.alias.as_ref().or(what.name.as_ref());
                said.is_some_and(|said| self.order_says(said, number))
            }
            _ => false,
        }
    }

    /// The name of the card that is to be cast or played.
    pub(super) fn card_of(&self, what: &Use) -> String {
        let of_alias = || self.aliases.get(what.alias.as_ref()?).map(|alias| self.card_name(alias.card).to_owned());
        what.card.clone().or_else(of_alias).unwrap_or_default()
    }

    /// An answer that was never asked for, if there is one. That the usual cost is paid goes without asking where no other can be,
    /// and that no more is chosen where no more can be.
    pub(super) fn left_over(&self) -> Option<String> {
        let idle = |answer: &&Answer| match answer {
            Answer::Other(detail) => detail.skip || detail.cost.as_deref() == Some("normal"),
            _ => false,
        };
        self.queues.iter().zip(["A", "B"]).find_map(|(queues, who)| {
            let all = queues.choices.iter().chain(&queues.targets).chain(&queues.modes).chain(&queues.together);
            all.filter(|answer| !idle(answer)).map(|answer| format!("{who}'s {answer:?}")).next()
        })
    }

    /// Returns whether an answer means an action of the decision.
    fn says(&self, answer: &Answer, action: Action) -> bool {
        let kind = self.position.decision().kind;
        match answer {
            Answer::Bool(yes) if kind == DecisionKind::May && !self.offers(Action::Yes) => {
                *yes != (action == Action::Done)
            }
            // What goes down is said by its name: a yes or no is for a later question.
            Answer::Bool(_) if matches!(kind, DecisionKind::Scry | DecisionKind::Surveil) => false,
            // So it is once something was chosen.
            Answer::Bool(_) if kind == DecisionKind::Pick && self.has_picked() => false,
            // "You may" before a choice of any number.
            Answer::Bool(false) if kind == DecisionKind::Pick && self.offers(Action::Done) => action == Action::Done,
            // No new targets: they stay as they are.
            Answer::Bool(false) if kind == DecisionKind::Target => match self.kept_target() {
                Some(kept) => action == kept,
                None => action == Action::Done,
            },
            // Whether the card that is offered is spliced onto the spell.
            Answer::Bool(yes) if kind == DecisionKind::Splice => *yes != (action == Action::Done),
            // Whether the first of the next rooms is entered, or the second; what is voted for.
            Answer::Bool(yes) if matches!(kind, DecisionKind::Room | DecisionKind::Vote) => {
                let place = self.position.state.choices.iter().position(|other| *other == action);
                place == Some(usize::from(!*yes))
            }
            // Whether a commander goes to the command zone rather than to a hand or library.
            Answer::Bool(yes) if self.to_command_zone(action).is_some() => self.to_command_zone(action) == Some(*yes),
            Answer::Bool(yes) => action == if *yes { Action::Yes } else { Action::No },
            Answer::Number(number) => match action {
                Action::Number(other) => !orders(kind) && i64::from(other) == *number,
                Action::Mode(mode) => i64::from(mode) + 1 == *number,
                _ => false,
            },
            Answer::Text(text) => self.text_says(text, action),
            Answer::Other(detail) => {
                if detail.skip {
                    return action == Action::Done || (action == Action::No && !self.offers(Action::Done));
                }
                if let (DecisionKind::OtherPrice, Some(cost)) = (kind, &detail.cost) {
                    return action == if cost == "normal" { Action::No } else { Action::Yes };
                }
                if let (DecisionKind::Chance, Action::Number(number)) = (kind, action) {
                    let coin = detail.coin.as_ref().map(|coin| u16::from(coin == "win"));
                    return detail.die.or(coin) == Some(number);
                }
                detail.all.is_empty() && self.described(&detail.what, action, None)
            }
        }
    }

    /// The target that a copy of a spell has, where another is asked for, if it can stay by being chosen again.
    fn kept_target(&self) -> Option<Action> {
        let Some(Task::Announce(task)) = self.position.state.tasks.last() else { return None };
        let place = usize::from(task.item.targets.start) + usize::from(task.count);
        let is_copy = self.position.state.get(task.item.object).is_some_and(|object| object.is(Flags::COPY));
        let kept = self.position.state.targets.get(place).filter(|_| is_copy)?;
        Some(Action::from(kept.target)).filter(|kept| self.offers(*kept))
    }

    fn offers(&self, action: Action) -> bool {
        self.position.state.choices.contains(&action)
    }

    fn text_says(&self, text: &str, action: Action) -> bool {
        match action {
            Action::Color(color) => Colors::name_of_mana(color).eq_ignore_ascii_case(text),
            Action::Subtype(number) => Subtype(number).name().eq_ignore_ascii_case(text),
            // The cards that are named go to the bottom or the graveyard (CR 701.22a, 701.25a).
            Action::Yes if matches!(self.position.decision().kind, DecisionKind::Scry | DecisionKind::Surveil) => {
                let looked_at = self.position.state.get(self.position.decision().about);
                text.eq_ignore_ascii_case("yes")
                    || looked_at.is_some_and(|object| same_name(text, self.card_name(object.card)))
            }
            Action::Yes => text.eq_ignore_ascii_case("yes"),
            Action::No => text.eq_ignore_ascii_case("no"),
            Action::Done => text.is_empty(),
            Action::Number(number) if self.position.decision().kind == DecisionKind::OrderTriggers => {
                self.trigger_says(text, number)
            }
            Action::Number(number)
                if matches!(
                    self.position.decision().kind,
                    DecisionKind::Dungeon | DecisionKind::Room | DecisionKind::Vote | DecisionKind::CounterKind
                ) =>
            {
                let name = self.position.describe(Action::Number(number));
                text.to_lowercase().starts_with(&name.to_lowercase()) || tells(text, &name)
            }
            Action::Number(number) if self.position.decision().kind == DecisionKind::OrderReplacements => {
                self.order_says(text, number)
            }
            Action::Number(number) if self.makes(number).is_some() => {
                let wanted = Colors::named(&text.to_lowercase());
                wanted.is_some_and(|wanted| self.makes(number).is_some_and(|colors| colors.contains(&wanted)))
            }
            Action::Number(number) => text.trim() == number.to_string() || text.trim() == format!("X={number}"),
            Action::Mode(_) => false,
            // Which half or face of a card is cast.
            Action::Activate { .. } | Action::Play { .. } | Action::PlayTop { .. } => {
                let wanted = text.strip_prefix("Cast ").unwrap_or(text);
                self.way(action).is_some_and(|(_, name, _)| same_name(wanted, &name))
            }
            _ => self.described(&Described { name: Some(text.to_owned()), ..Default::default() }, action, None),
        }
    }

    /// The mana that is made if this number is chosen, where mana is chosen.
    fn makes(&self, number: u16) -> Option<&[Colors]> {
        let Some(Task::MakeMana(task)) = self.position.state.tasks.last() else { return None };
        let AbilityKind::Activatable(way) = &self.position.pool.ability(task.item.ability).kind else { return None };
        match &way.mana {
            Some(ManaOutput::OneOf(lists)) => lists.get(usize::from(number)).map(Vec::as_slice),
            _ => None,
        }
    }

    fn trigger_says(&self, text: &str, number: u16) -> bool {
        let s = &self.position.state;
        let player = s.decision.player;
        let mut own = s.pending.iter().filter(|trigger| trigger.controller == player);
        let Some(trigger) = own.nth(usize::from(number)) else { return false };
        let source = s.last_known(trigger.source).map_or("", |object| self.card_name(object.card));
        let own_text = &self.position.pool.ability(trigger.ability).text;
        let wanted = plain(text, source);
        same_name(text, source)
            || keywords::stands_for(text, own_text)
            || (!wanted.is_empty() && plain(own_text, source).starts_with(&wanted))
    }

    /// Returns whether a text means the effect that would apply first.
    fn order_says(&self, text: &str, number: u16) -> bool {
        let s = &self.position.state;
        let Some(order) = s.ordered.get(usize::from(number)) else { return false };
        // The spell that made the effect is a card in the graveyard by now: the same place, one zone on (CR 400.7).
        let moved = order.source.moved();
        let source = s.last_known(order.source).or_else(|| s.get(moved));
        let source = source.map_or("", |object| self.card_name(object.card));
        let words = order.what.ability().map_or(order.what.words(), |id| &self.position.pool.ability(id).text);
        let own_text = plain(words, source);
        let wanted = plain(text, source);
        same_name(text, source)
            || self.is_alias(text, order.source)
            || (!wanted.is_empty() && own_text.starts_with(&wanted))
    }

    /// Chooses an answer to the decision and takes it out of its queue.
    pub(super) fn decide(&mut self) -> Action {
        let decision = self.position.decision();
        let choices = self.position.state.choices.clone();
        if let Some(action) = self.announced_target(&choices) {
            return action;
        }
        if let Some(action) = self.shared_out(&choices) {
            return action;
        }
        if let Some(action) = self.queued(decision.player, decision.kind, &choices) {
            return action;
        }
        if let Some(action) = self.said_mana(&choices) {
            return action;
        }
        // Who has said what is chosen has said all of it.
        let picks_on = decision.kind == DecisionKind::Pick && self.has_picked();
        if picks_on && self.offers(Action::Done) && !self.picks_unasked {
            return Action::Done;
        }
        self.picks_unasked = decision.kind == DecisionKind::Pick && (!picks_on || self.picks_unasked);
        // Nothing is left to divide.
        if decision.kind == DecisionKind::Target && self.offers(Action::Done) && !self.shares.is_empty() {
            return Action::Done;
        }
        if decision.kind == DecisionKind::Target && !self.queues[decision.player.index()].targets.is_empty() {
            self.strayed = true;
        }
        let default = self.default(&choices);
        if choices.len() > 1
            && !lenient(decision.kind)
            && !self.goes_without_saying(default)
            && self.unanswered.is_none()
        {
            self.unanswered = Some(format!("{:?}: {}", decision.kind, self.position.describe(default)));
        }
        default
    }

    /// Returns whether something has been chosen in the choice that is under way.
    fn has_picked(&self) -> bool {
        matches!(self.position.state.tasks.last(), Some(Task::Resolve(task)) if task.progress.objects.start < task.progress.objects.end)
    }

    /// Returns whether an answer that wasn't given is implied: nothing more is paid with than is needed, and what is paid with is named
    /// next, so that it is paid.
    fn goes_without_saying(&self, default: Action) -> bool {
        let decision = self.position.decision();
        let named = |answer: &Answer| matches!(answer, Answer::Text(_) | Answer::Other(_));
        match decision.kind {
            DecisionKind::CostChoice => default == Action::Done,
            DecisionKind::May | DecisionKind::MayPay => {
                let queues = &self.queues[decision.player.index()];
                let next =
                    queues.choices.front().or(queues.targets.front().filter(|_| decision.kind == DecisionKind::May));
                default == Action::Yes && next.is_some_and(named)
            }
            _ => false,
        }
    }

    /// The mana that the action's ability text says, of several kinds that the ability can make.
    fn said_mana(&mut self, choices: &[Action]) -> Option<Action> {
        let Some(Task::MakeMana(_)) = self.position.state.tasks.last() else { return None };
        let wanted = self.mana.take()?;
        choices.iter().copied().find(|action| match action {
            Action::Number(number) => self.makes(*number).is_some_and(|colors| colors.first() == Some(&wanted)),
            Action::Color(place) => ManaTypes::EACH[usize::from(*place)].colors() == wanted,
            _ => false,
        })
    }

    /// The target that the action being announced says.
    fn announced_target(&mut self, choices: &[Action]) -> Option<Action> {
        let decision = self.position.decision();
        let announcing = self.announcing.as_mut()?;
        if announcing.player != decision.player || !of_announcement(decision.kind) {
            return None;
        }
        if *announcing.about.get_or_insert(decision.about) != decision.about || decision.kind != DecisionKind::Target {
            return None;
        }
        let announcing = self.announcing.as_ref()?;
        let mode = self.announced_mode();
        let about_mode = |reference: &Reference| match reference {
            Reference::Object(Described { mode: Some(number), .. }) => mode.is_none_or(|mode| mode + 1 == *number),
            _ => true,
        };
        let mut found = None;
        for (place, reference) in announcing.targets.iter().enumerate() {
            if about_mode(reference)
                && let Some(action) = choices.iter().copied().find(|action| self.means(reference, *action))
            {
                found = Some((place, action));
                break;
            }
        }
        let said = announcing.said;
        let announcing = self.announcing.as_mut()?;
        match found {
            Some((place, action)) => {
                if let Some(Reference::Object(Described { amount: Some(amount), .. })) =
                    announcing.targets.remove(place)
                {
                    self.shares.push_back(amount);
                    self.given.push((action, amount));
                }
                Some(action)
            }
            None if !announcing.targets.is_empty() && !choices.contains(&Action::Done) => {
                announcing.missed = true;
                None
            }
            None if said && announcing.targets.is_empty() && choices.contains(&Action::Done) => Some(Action::Done),
            None => None,
        }
    }

    /// The number of the mode whose targets are being chosen.
    fn announced_mode(&self) -> Option<u8> {
        match self.position.state.tasks.last() {
            Some(Task::Announce(task)) => {
                let modes = &task.item.modes;
                modes.chosen().get(usize::from(task.mode)).or(modes.chosen().last()).copied()
            }
            _ => None,
        }
    }

    /// The first answer in the queues that fits.
    fn queued(&mut self, player: Player, kind: DecisionKind, choices: &[Action]) -> Option<Action> {
        let about_objects = matches!(
            kind,
            DecisionKind::Target
                | DecisionKind::Pick
                | DecisionKind::Search
                | DecisionKind::Sacrifice
                | DecisionKind::Discard
                | DecisionKind::CostChoice
                | DecisionKind::May
        );
        if about_objects && let Some(action) = self.together(player, choices) {
            return Some(action);
        }
        if matches!(kind, DecisionKind::Scry | DecisionKind::Surveil)
            && let Some(action) = self.put_down(player)
        {
            return Some(action);
        }
        if kind == DecisionKind::X
            && let Some(action) = self.as_many_as_named(player, choices)
        {
            return Some(action);
        }
        if kind == DecisionKind::Share
            && let Some(share) = self.shares.pop_front()
            && choices.contains(&Action::Number(share))
        {
            return Some(Action::Number(share));
        }
        if kind == DecisionKind::May
            && let Some(action) = self.worded(player)
        {
            return Some(action);
        }
        // No new targets for a copy, whatever later targets are.
        if let Some(kept) = self.kept_target().filter(|_| kind == DecisionKind::Target)
            && self.queues[player.index()].choices.front() == Some(&Answer::Bool(false))
        {
            self.queues[player.index()].choices.pop_front();
            return Some(kept);
        }
        // Yes to a choice of one of several things, and then which.
        let answers = &self.queues[player.index()].choices;
        let mut said_yes = false;
        let optional = match kind {
            DecisionKind::May | DecisionKind::Band => true,
            DecisionKind::Pick | DecisionKind::Sacrifice => self.offers(Action::Done),
            // New targets for a copy: yes, and then which.
            DecisionKind::Target => self.kept_target().is_some(),
            _ => false,
        };
        let aims = matches!(kind, DecisionKind::Target | DecisionKind::Pick | DecisionKind::Sacrifice);
        let next = answers.get(1).into_iter().chain(self.queues[player.index()].targets.front().filter(|_| aims));
        if optional
            && !self.offers(Action::Yes)
            && answers.front() == Some(&Answer::Bool(true))
            && next.into_iter().any(|next| !matches!(next, Answer::Bool(_)) && self.begins(next, choices))
        {
            self.queues[player.index()].choices.pop_front();
            said_yes = true;
        }
        let named = |answer: &Answer| !matches!(answer, Answer::Bool(_)) && self.begins(answer, choices);
        let in_targets = said_yes && !self.queues[player.index()].choices.front().is_some_and(named);
        let order: &[fn(&mut Queues) -> &mut VecDeque<Answer>] = match kind {
            // A yes or no that comes next is for the next question.
            _ if in_targets => &[|queues| &mut queues.targets, |queues| &mut queues.choices],
            DecisionKind::Mode => &[|queues| &mut queues.modes],
            DecisionKind::Target | DecisionKind::Search => {
                &[|queues| &mut queues.targets, |queues| &mut queues.choices]
            }
            DecisionKind::OrderTriggers | DecisionKind::OrderReplacements => &[|queues| &mut queues.choices],
            _ => &[|queues| &mut queues.choices, |queues| &mut queues.targets],
        };
        for queue in order {
            let found = {
                let answers: Vec<Answer> = queue(&mut self.queues[player.index()]).iter().cloned().collect();
                // An order is said next or not at all: what is named behind a yes or no is for a later question.
                let of_zone = choices.iter().any(|choice| self.to_command_zone(*choice).is_some());
                let is_next = |answer: &&Answer| of_zone || !(orders(kind) && matches!(answer, Answer::Bool(_)));
                answers.iter().take_while(is_next).enumerate().find_map(|(place, answer)| {
                    // Colours and numbers are not answered by targets, nor yes and no by names.
                    if let Answer::Other(detail) = answer
                        && !detail.all.is_empty()
                    {
                        let first = detail.all.first()?;
                        return choices.iter().any(|action| self.says(first, *action)).then_some((place, None));
                    }
                    let action = choices.iter().copied().find(|action| self.says(answer, *action));
                    action.map(|action| (place, Some(action)))
                })
            };
            match found {
                Some((place, Some(action))) => {
                    let taken = queue(&mut self.queues[player.index()]).remove(place);
                    if let Some(Answer::Other(detail)) = taken
                        && let Some(amount) = detail.what.amount
                    {
                        self.shares.push_back(amount);
                        self.given.push((action, amount));
                    }
                    return Some(action);
                }
                Some((place, None)) => {
                    let taken = queue(&mut self.queues[player.index()]).remove(place);
                    if let Some(Answer::Other(detail)) = taken {
                        let Detail { all, .. } = *detail;
                        self.queues[player.index()].together = all.into();
                        return self.together(player, choices);
                    }
                }
                None => {}
            }
        }
        None
    }

    /// Returns whether an answer, or the first of the things that it says together, means one of the choices.
    fn begins(&self, answer: &Answer, choices: &[Action]) -> bool {
        match answer {
            Answer::Other(detail) if !detail.all.is_empty() => {
                detail.all.first().is_some_and(|first| choices.iter().any(|action| self.says(first, *action)))
            }
            answer => choices.iter().any(|action| self.says(answer, *action)),
        }
    }

    /// Of cards that are said together, the one that is looked at goes to the bottom or the graveyard (CR 701.22a, 701.25a). If no
    /// target is to be chosen next, none of them does.
    fn put_down(&mut self, player: Player) -> Option<Action> {
        let looked_at = self.position.state.get(self.position.decision().about)?.card;
        let name = self.card_name(looked_at).to_owned();
        let named = |answer: &Answer| matches!(answer, Answer::Text(text) if same_name(text, &name));
        let last = match self.position.state.tasks.last() {
            Some(Task::Resolve(task)) => {
                task.progress.objects.end - task.progress.objects.start == task.progress.done + 1
            }
            _ => false,
        };
        let queues = &mut self.queues[player.index()];
        for queue in [&mut queues.choices, &mut queues.targets] {
            for place in 0..queue.len() {
                let Some(Answer::Other(detail)) = queue.get_mut(place) else { continue };
                let Some(found) = detail.all.iter().position(named) else { continue };
                detail.all.remove(found);
                if detail.all.is_empty() {
                    queue.remove(place);
                }
                return Some(Action::Yes);
            }
        }
        // None of them goes there.
        if !matches!(queues.targets.front(), Some(Answer::Other(detail)) if detail.skip) {
            return None;
        }
        if last {
            queues.targets.pop_front();
        }
        Some(Action::No)
    }

    /// After a spell was cast: the answer that names its cost has been given, even if there was no other cost to choose from.
    pub(super) fn cost_was_asked_for(&mut self, who: Player, action: Action) {
        let Some((ability, card, zone)) = self.way(action) else { return };
        if self.position.pool.activatable(ability).kind != ActivatableKind::Cast {
            return;
        }
        let usual = self.is_usual(ability, zone);
        let choices = &mut self.queues[who.index()].choices;
        let of_this = |answer: &Answer| {
            let Answer::Other(detail) = answer else { return false };
            let Some(cost) = &detail.cost else { return false };
            cost.split_once("(source: ").map_or(!usual && cost != "normal", |(_, source)| same_name(source, &card))
        };
        if choices.front().is_some_and(of_this) {
            choices.pop_front();
        }
    }

    /// Returns whether a search of several zones is answered zone by zone, and more of it comes next.
    fn goes_on_searching(&self, player: Player, choices: &[Action]) -> bool {
        let Some(Task::Resolve(task)) = self.position.state.tasks.last() else { return false };
        let Some(script) = self.position.pool.ability(task.item.ability).kind.script() else { return false };
        let part = self.position.pool.part(script, task.item.modes.parts[usize::from(task.scope.mode)]);
        let several = match part.code.get(usize::from(task.pc)) {
            Some(Instr::Search { zones, .. }) => zones.len() > 1,
            _ => false,
        };
        let next = self.queues[player.index()].choices.front();
        several && next.is_some_and(|next| matches!(next, Answer::Text(_)) && self.begins(next, choices))
    }

    /// The next part of an answer that says several things together, and then no more.
    fn together(&mut self, player: Player, choices: &[Action]) -> Option<Action> {
        let decision = self.position.decision();
        let goes_on = self.goes_on_searching(player, choices);
        let queues = &mut self.queues[player.index()];
        if let Some((kind, about, last)) = queues.enough.take()
            && (kind, about) == (decision.kind, decision.about)
            && choices.contains(&Action::Done)
            // Where what was chosen last can be chosen once more, this is another choice.
            && !(matches!(last, Action::Object(_)) && choices.contains(&last))
            && !goes_on
        {
            // "No more", said as an answer of its own too.
            let skips = |answer: &&Answer| matches!(answer, Answer::Other(detail) if detail.skip);
            let own = if decision.kind == DecisionKind::Target { &mut queues.targets } else { &mut queues.choices };
            if own.front().filter(skips).is_some() {
                own.pop_front();
            }
            return Some(Action::Done);
        }
        let next = self.queues[player.index()].together.front()?.clone();
        let action = choices.iter().copied().find(|action| self.says(&next, *action))?;
        let queues = &mut self.queues[player.index()];
        queues.together.pop_front();
        queues.enough = queues.together.is_empty().then_some((decision.kind, decision.about, action));
        if let Answer::Other(detail) = next
            && let Some(amount) = detail.what.amount
        {
            self.shares.push_back(amount);
            self.given.push((action, amount));
        }
        Some(action)
    }
}

/// Returns whether the words of an answer, several of them, are all in a description in their order: "a 1/6 creature with defender" for "a
/// 1/6 Wall creature with defender".
fn tells(answer: &str, description: &str) -> bool {
    let mut words = description.split_whitespace();
    let mut said = answer.split_whitespace();
    said.clone().count() > 2 && said.all(|wanted| words.any(|word| word.eq_ignore_ascii_case(wanted)))
}
