//! Answering what the engine asks: from the scenario's queues, or as the format's defaults say.

use std::collections::{BTreeMap, VecDeque};

use gauntlet_core::{Game as _, Player};

use super::judge::{self, Thing};
use super::model::{Answer, Described, Detail, Reference};
use super::setup::{Alias, player};
use super::text::{plain, same_name};
use crate::Position;
use crate::ability::AbilityKind;
use crate::decision::{Action, DecisionKind};
use crate::effect::{Instr, ManaOutput, Part};
use crate::payment::ManaTypes;
use crate::state::{Flags, Object, ObjectId};
use crate::task::Task;
use crate::text::keywords;
use crate::types::{Colors, Subtype};

/// A player's answers that are left.
#[derive(Clone, Debug, Default)]
pub(super) struct Queues {
    pub(super) choices: VecDeque<Answer>,
    pub(super) targets: VecDeque<Answer>,
    pub(super) modes: VecDeque<Answer>,
    /// What is left of an answer that says several things together; the choice ends with it.
    pub(super) together: VecDeque<Answer>,
    /// The choice of several that is under way, if its last part was given.
    pub(super) enough: Option<(DecisionKind, ObjectId)>,
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
    /// A choice was open that a strict scenario has no answer to.
    pub(super) unanswered: Option<String>,
    /// A target was chosen while the next of the targets that were said was not legal.
    pub(super) strayed: bool,
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
            unanswered: None,
            strayed: false,
        }
    }

    /// The name of an object as a scenario would say it.
    pub(super) fn name(&self, object: &Object) -> String {
        if object.is(Flags::FACE_DOWN) { "[face_down]".to_owned() } else { self.card_name(object.card).to_owned() }
    }

    pub(super) fn card_name(&self, card: crate::card::CardId) -> &str {
        &self.position.pool.card(card).name
    }

    /// The place of what an alias means in the arena, and whether this object is it.
    fn is_alias(&self, alias: &str, id: ObjectId) -> bool {
        let Some(alias) = self.aliases.get(alias) else { return false };
        if alias.object.is_none() {
            return self
                .position
                .state
                .get(id)
                .is_some_and(|object| object.printed == alias.card && object.owner == alias.owner);
        }
        alias.object.index == id.index
    }

    /// Whether a description fits an object, its number among those of its name aside.
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
        if let Some(copy) = what.copy {
            let is_copy = object.is(Flags::COPY) || object.card != object.printed || object.is(Flags::TOKEN);
            if is_copy != copy {
                return false;
            }
        }
        what.name.is_some() || what.alias.is_some()
    }

    fn named(&self, name: &str, id: ObjectId, object: &Object) -> bool {
        if object.is(Flags::ABILITY) {
            return self.stack_text(id).is_some_and(|text| text.starts_with(&plain(name, "")))
                || same_name(name, self.card_name(object.card));
        }
        same_name(name, &self.name(object)) || self.is_alias(name, id)
    }

    /// The text of an ability on the stack, for comparison.
    fn stack_text(&self, id: ObjectId) -> Option<String> {
        let item = self.position.state.stack.iter().find(|item| item.object == id)?;
        let name = self.position.state.last_known(id).map_or("", |object| self.card_name(object.card));
        Some(plain(&self.position.pool.ability(item.ability).text, name))
    }

    /// The *n*th of the permanents that a description fits.
    fn is_nth(&self, what: &Described, id: ObjectId) -> bool {
        let Some(nth) = what.nth else { return true };
        let mut named = self.position.state.permanents().filter(|(other, _)| self.fits(what, *other));
        named.nth(nth).is_some_and(|(other, _)| other == id)
    }

    /// Whether a reference means what an action names.
    pub(super) fn means(&self, reference: &Reference, action: Action) -> bool {
        match reference {
            Reference::Name(name) => {
                self.described(&Described { name: Some(name.clone()), ..Default::default() }, action)
            }
            Reference::Object(what) => self.described(what, action),
        }
    }

    fn described(&self, what: &Described, action: Action) -> bool {
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
                self.fits(what, id) && self.is_nth(what, id)
            }
            Action::Card(card) => {
                what.name.as_ref().is_some_and(|name| same_name(name, self.card_name(card)))
                    || what
                        .alias
                        .as_ref()
                        .is_some_and(|alias| self.aliases.get(alias).is_some_and(|alias| alias.card == card))
            }
            _ => false,
        }
    }

    /// Whether an answer means an action of the decision.
    fn says(&self, answer: &Answer, action: Action) -> bool {
        let kind = self.position.decision().kind;
        match answer {
            Answer::Bool(yes) if kind == DecisionKind::May && !self.offers(Action::Yes) => {
                *yes != (action == Action::Done)
            }
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
                if let (DecisionKind::Chance, Action::Number(number)) = (kind, action) {
                    let coin = detail.coin.as_ref().map(|coin| u16::from(coin == "win"));
                    return detail.die.or(coin) == Some(number);
                }
                detail.all.is_empty() && self.described(&detail.what, action)
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
            Action::Yes => text.eq_ignore_ascii_case("yes"),
            Action::No => text.eq_ignore_ascii_case("no"),
            Action::Done => text.is_empty(),
            Action::Number(number) if self.position.decision().kind == DecisionKind::OrderTriggers => {
                self.trigger_says(text, number)
            }
            Action::Number(number)
                if matches!(
                    self.position.decision().kind,
                    DecisionKind::Dungeon | DecisionKind::Room | DecisionKind::Vote
                ) =>
            {
                let name = self.position.describe(Action::Number(number));
                text.to_lowercase().starts_with(&name.to_lowercase())
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
            Action::Activate { .. } | Action::Play { .. } => {
                let wanted = text.strip_prefix("Cast ").unwrap_or(text);
                self.way(action).is_some_and(|(_, name, _)| same_name(wanted, &name))
            }
            _ => self.described(&Described { name: Some(text.to_owned()), ..Default::default() }, action),
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

    /// Whether a text means the effect that would apply first.
    fn order_says(&self, text: &str, number: u16) -> bool {
        let s = &self.position.state;
        let Some(order) = s.ordered.get(usize::from(number)) else { return false };
        let source = s.last_known(order.source).map_or("", |object| self.card_name(object.card));
        let own_text = order.ability.map_or(String::new(), |id| plain(&self.position.pool.ability(id).text, source));
        let wanted = plain(text, source);
        same_name(text, source) || (!wanted.is_empty() && own_text.starts_with(&wanted))
    }

    /// Chooses an answer to the decision and takes it out of its queue.
    pub(super) fn decide(&mut self) -> Action {
        let decision = self.position.decision();
        let choices = self.position.state.choices.clone();
        if let Some(action) = self.announced_target(&choices) {
            return action;
        }
        if let Some(action) = self.queued(decision.player, decision.kind, &choices) {
            return action;
        }
        if let Some(action) = self.said_mana(&choices) {
            return action;
        }
        // Who has said what is chosen has said all of it.
        if decision.kind == DecisionKind::Pick && self.offers(Action::Done) && self.has_picked() {
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

    /// Whether something has been chosen in the choice that is under way.
    fn has_picked(&self) -> bool {
        matches!(self.position.state.tasks.last(), Some(Task::Resolve(task)) if task.progress.objects.start < task.progress.objects.end)
    }

    /// Whether an answer that wasn't given is implied: nothing more is paid with than is needed, and what is paid with is named
    /// next, so that it is paid.
    fn goes_without_saying(&self, default: Action) -> bool {
        let decision = self.position.decision();
        let named = |answer: &Answer| matches!(answer, Answer::Text(_) | Answer::Other(_));
        match decision.kind {
            DecisionKind::CostChoice => default == Action::Done,
            DecisionKind::May | DecisionKind::MayPay => {
                default == Action::Yes && self.queues[decision.player.index()].choices.front().is_some_and(named)
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

    /// The last of those among whom combat damage is divided gets what is left, without being asked about: an answer that says so
    /// is used up.
    fn skip_last_share(&mut self, player: Player, action: Action) {
        let s = &self.position.state;
        let (Some(Task::CombatDamage(task)), Action::Number(number)) = (s.tasks.last(), action) else { return };
        let index = s.battlefield[usize::from(task.cursor)];
        let others = s.blocks.iter().filter(|pair| pair.0 == index || pair.1 == index).count();
        let rest = i64::from(task.left) - i64::from(number);
        let answers = &mut self.queues[player.index()].choices;
        if usize::from(task.recipient) + 2 == others && answers.front() == Some(&Answer::Number(rest)) {
            answers.pop_front();
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
        if kind == DecisionKind::Share
            && let Some(share) = self.shares.pop_front()
            && choices.contains(&Action::Number(share))
        {
            return Some(Action::Number(share));
        }
        // Yes to a choice of one of several things, and then which.
        let answers = &self.queues[player.index()].choices;
        if matches!(kind, DecisionKind::May | DecisionKind::Band)
            && !self.offers(Action::Yes)
            && answers.front() == Some(&Answer::Bool(true))
            && answers.get(1).is_some_and(|next| {
                !matches!(next, Answer::Bool(_)) && choices.iter().any(|action| self.says(next, *action))
            })
        {
            self.queues[player.index()].choices.pop_front();
        }
        let order: &[fn(&mut Queues) -> &mut VecDeque<Answer>] = match kind {
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
                answers.iter().enumerate().find_map(|(place, answer)| {
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
                    }
                    self.skip_last_share(player, action);
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

    /// The next part of an answer that says several things together, and then no more.
    fn together(&mut self, player: Player, choices: &[Action]) -> Option<Action> {
        let decision = self.position.decision();
        let queues = &mut self.queues[player.index()];
        if let Some(choice) = queues.enough.take()
            && choice == (decision.kind, decision.about)
            && choices.contains(&Action::Done)
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
        queues.enough = queues.together.is_empty().then_some((decision.kind, decision.about));
        if let Answer::Other(detail) = next
            && let Some(amount) = detail.what.amount
        {
            self.shares.push_back(amount);
        }
        Some(action)
    }

    /// What is chosen if nothing was said.
    fn default(&self, choices: &[Action]) -> Action {
        let decision = self.position.decision();
        let has = |action: Action| choices.contains(&action).then_some(action);
        let first = choices[0];
        match decision.kind {
            DecisionKind::May if !choices.contains(&Action::Yes) => {
                let objects = choices.iter().copied().filter(|action| *action != Action::Done);
                objects.max_by_key(|action| self.value(*action)).unwrap_or(first)
            }
            DecisionKind::May | DecisionKind::MayPay | DecisionKind::OptionalCost | DecisionKind::OtherPrice => {
                has(Action::Yes).unwrap_or(first)
            }
            DecisionKind::PhyrexianLife => has(Action::Yes).unwrap_or(first),
            DecisionKind::Scry | DecisionKind::Surveil | DecisionKind::Block | DecisionKind::Attack => {
                has(Action::No).unwrap_or(first)
            }
            DecisionKind::Mode | DecisionKind::Splice | DecisionKind::Band => has(Action::Done).unwrap_or(first),
            DecisionKind::X => *choices.last().unwrap_or(&first),
            DecisionKind::Target => self.best_target(choices),
            DecisionKind::CostChoice if choices.contains(&Action::Done) => Action::Done,
            DecisionKind::Discard | DecisionKind::Sacrifice | DecisionKind::CostChoice => self.worst(choices),
            DecisionKind::Pick => self.best_pick(choices),
            DecisionKind::Search => self.best(choices, true),
            DecisionKind::AssignDamage => self.lethal(choices),
            DecisionKind::AttachTo => self.best(choices, true),
            // Any way that a coin falls is as good as another, if nothing was said.
            DecisionKind::Chance => choices[self.position.fingerprint() as usize % choices.len()],
            _ => first,
        }
    }

    /// Enough damage to kill what is asked about, or else as much as there is.
    fn lethal(&self, choices: &[Action]) -> Action {
        let decision = self.position.decision();
        let needed = self
            .position
            .state
            .get(decision.about)
            .map_or(0, |object| (i32::from(object.characteristics.toughness) - i32::from(object.damage)).max(0));
        let enough = |action: &&Action| matches!(action, Action::Number(number) if i32::from(*number) >= needed);
        *choices.iter().find(enough).unwrap_or(choices.last().unwrap_or(&choices[0]))
    }

    /// The part of the script and what is chosen for in it.
    fn best_target(&self, choices: &[Action]) -> Action {
        let Some(Task::Announce(task)) = self.position.state.tasks.last() else { return choices[0] };
        let script = match &self.position.pool.ability(task.item.ability).kind {
            AbilityKind::Activatable(way) => &way.script,
            AbilityKind::Triggered(triggered) => &triggered.script,
            AbilityKind::Static(_) => return choices[0],
        };
        let number = task.item.modes.chosen().get(usize::from(task.mode));
        let part = number.map(|number| self.position.pool.part(script, *number));
        let good = match part {
            Some(part) if !part.code.is_empty() => judge::good(part, Thing::Target(task.cursor)).unwrap_or(false),
            _ => {
                let card = self.position.state.last_known(task.item.object).map(|object| object.card);
                card.is_some_and(|card| judge::good_aura(&self.position.pool, card))
            }
        };
        self.best(choices, good)
    }

    fn best_pick(&self, choices: &[Action]) -> Action {
        let Some(Task::Resolve(task)) = self.position.state.tasks.last() else { return choices[0] };
        let script = match &self.position.pool.ability(task.item.ability).kind {
            AbilityKind::Activatable(way) => &way.script,
            AbilityKind::Triggered(triggered) => &triggered.script,
            AbilityKind::Static(_) => return self.best(choices, true),
        };
        let parts: &[Part] = &script.parts;
        for part in parts {
            if let Some(Instr::Pick(_, register)) = part.code.get(usize::from(task.pc)) {
                let good = judge::good(part, Thing::Register(*register)).unwrap_or(true);
                return if good { self.best(choices, true) } else { self.best_bad(choices) };
            }
        }
        self.best(choices, true)
    }

    /// Something bad is picked for: an opponent's best, or the least of one's own.
    fn best_bad(&self, choices: &[Action]) -> Action {
        let theirs = self.best(choices, false);
        if self.whose(theirs) == Some(self.position.decision().player) { self.worst(choices) } else { theirs }
    }

    fn whose(&self, action: Action) -> Option<Player> {
        match action {
            Action::Player(player) => Some(player),
            Action::Object(index) => {
                self.position.state.objects.get(usize::from(index)).map(|object| object.controller)
            }
            Action::Card(_) => Some(self.position.decision().player),
            _ => None,
        }
    }

    /// How much something is worth, by a rule of thumb.
    fn value(&self, action: Action) -> i32 {
        let of_card = |card: crate::card::CardId| {
            let card = self.position.pool.card(card);
            let chars = &card.characteristics;
            i32::from(chars.power.max(0)) + i32::from(chars.toughness.max(0)) + i32::from(chars.mana_value) * 2
        };
        match action {
            Action::Object(index) => {
                let object = &self.position.state.objects[usize::from(index)];
                let chars = &object.characteristics;
                let body = i32::from(chars.power.max(0)) + i32::from(chars.toughness.max(0));
                body + i32::from(chars.mana_value) * 2
            }
            Action::Card(card) => of_card(card),
            _ => 0,
        }
    }

    /// The best of the player's own objects, or of the opponent's; the player himself, if there are none; the other side
    /// if there must be one; nothing at all if that is possible.
    fn best(&self, choices: &[Action], own: bool) -> Action {
        let chooser = self.position.decision().player;
        let side = |action: &Action| self.whose(*action).is_some_and(|player| (player == chooser) == own);
        let object = |action: &&Action| matches!(action, Action::Object(_) | Action::Card(_));
        let mut best: Option<Action> = None;
        for action in choices.iter().filter(object).filter(|action| side(action)) {
            if best.is_none_or(|other| self.value(*action) > self.value(other)) {
                best = Some(*action);
            }
        }
        best.or_else(|| choices.iter().copied().find(|action| matches!(action, Action::Player(_)) && side(action)))
            .or_else(|| choices.iter().copied().find(|action| *action == Action::Done))
            .unwrap_or(choices[0])
    }

    /// The player's own object that is worth least.
    fn worst(&self, choices: &[Action]) -> Action {
        let objects = choices.iter().copied().filter(|action| matches!(action, Action::Object(_) | Action::Card(_)));
        objects.min_by_key(|action| self.value(*action)).unwrap_or(choices[0])
    }
}

/// Whether it is asked what comes first.
fn orders(kind: DecisionKind) -> bool {
    matches!(kind, DecisionKind::OrderTriggers | DecisionKind::OrderReplacements)
}

/// Choices that the scenarios' source engine doesn't ask for, or asks in another way.
fn lenient(kind: DecisionKind) -> bool {
    matches!(
        kind,
        DecisionKind::OrderTriggers
            | DecisionKind::OrderReplacements
            | DecisionKind::OrderCards
            | DecisionKind::AssignDamage
            | DecisionKind::Attack
            | DecisionKind::Block
            | DecisionKind::PhyrexianLife
            | DecisionKind::PayMana
            | DecisionKind::Scry
            | DecisionKind::Surveil
            | DecisionKind::Mulligan
            | DecisionKind::Bottom
    )
}
