//! Choices in the middle of a resolution that are not targets.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use gauntlet_cards::ability::{AbilityKind, KeywordAction};
use gauntlet_cards::card::{CardId, Layout};
use gauntlet_cards::effect::{Destination, Instr, LOST_FLIP, OfferedTypes, Pick, Register};
use gauntlet_cards::filter::{Amount, Filter, Objects, PlayerFilter, Players, Test, Zone};
use gauntlet_cards::keyword::EventKinds;
use gauntlet_cards::types::{Colors, Subtype, SubtypeKind};
use gauntlet_cards::walk::Walk;
use gauntlet_core::{Audience, Player};
use smallvec::SmallVec;

use crate::chance::Draws;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::Engine;
use crate::resolve::After;
use crate::state::{Chosen, Flags, HiddenCard};
use crate::task::{Resolve, Scope};

/// The number register to which a chosen colour goes, by its index in the order of colours ([`gauntlet_cards::effect::Instr::ChooseColor`]).
const COLOR_REGISTER: Register = 3;

impl<'a> Engine<'a> {
    /// Someone picks objects.
    pub(super) fn pick(&mut self, task: &mut Resolve, pick: &Pick, register: u8) -> After {
        let Some(chooser) = self.who(&task.scope, &pick.chooser).first(task.scope.you) else { return After::Next };
        if !task.begun {
            task.progress.objects = self.nothing_chosen();
        }
        // What is chosen as something enters isn't a card that enters at the same time (CR 614.13a, 702.38a): those have been put aside.
        let scope = task.scope;
        let entering = matches!(self.pool.ability(task.item.ability).kind, AbilityKind::Static(_));
        let done = self.take_chosen(&mut task.progress.objects, |engine, card| {
            let owner = Player::BOTH.into_iter().find(|owner| {
                engine.s.hands[*owner].iter().any(|hidden| hidden.card == card)
                    && engine.picks_from_hand(&scope, pick, *owner, card)
            })?;
            // Of several that are alike, one that was drawn this turn, if only such are chosen.
            if pick.from.has(|test: &Test| *test == Test::DrawnThisTurn) {
                return engine.take_drawn_from_hand(owner, card);
            }
            engine.take_from_hand(owner, card, chooser)
        });
        let together = pick.from.has(|read: &Objects| *read == Objects::Register(register));
        let [least, most] = [&pick.min, &pick.max].map(|amount| u32::from(self.times(&scope, amount) as u16));
        let entry = self.entry_of_picked(task, register);
        loop {
            let range = task.progress.objects;
            let count = u32::from(range.end - range.start);
            // "With total mana value 6 or less": together with those that were chosen before.
            if together {
                task.scope.registers[register as usize] = range;
            }
            let scope = task.scope;
            let bounds = if pick.random { (u32::MAX, most) } else { (least, most) };
            let more = !done
                && self.offer_more(range, bounds, |engine, chosen, choices| {
                    engine.eye().each_object(&scope, &pick.from, &mut |id| {
                        let enters_too = entering && engine.s.objects[id.index()].zone == Zone::Hand;
                        let stays = || entry.is_some_and(|entry| !engine.can_enter(&scope, id, entry));
                        if !enters_too && !chosen.contains(&id) && !stays() {
                            choices.push(Action::Object(id.index));
                        }
                    });
                    engine.offer_picks_from_hands(&scope, pick, choices);
                });
            if !more {
                task.scope.registers[register as usize] = range;
                task.scope.this_way = count as i32;
                return After::Next;
            }
            if !pick.random {
                return After::Ask(
                    chooser,
                    DecisionKind::Pick,
                    task.item.object,
                    Particulars::Left((most - count) as u16),
                );
            }
            let which = self.s.rng.below(self.s.choices.len() as u32) as usize;
            match self.s.choices[which] {
                Action::Object(index) => {
                    let id = self.s.id(index);
                    self.s.scratch.push(id);
                }
                _ => self.pick_from_hands_at_random(&scope, pick),
            }
            task.progress.objects.end += 1;
        }
    }

    /// How what is chosen enters the battlefield, if that is what is done with it next: what can't enter can't be chosen then (CR 608.2d).
    fn entry_of_picked(&self, task: &Resolve, register: u8) -> Option<&'a Destination> {
        let code = &self.item_part(&task.item, task.scope.mode).code;
        match code.get(usize::from(task.pc) + 1)? {
            Instr::Move(Objects::Register(of), entry, _) if *of == register && entry.zone == Zone::Battlefield => {
                Some(entry)
            }
            _ => None,
        }
    }

    /// One card of those in hands that fit, each as likely as another: two that are alike are two. There is one.
    fn pick_from_hands_at_random(&mut self, scope: &Scope, pick: &Pick) {
        let mut places: SmallVec<[(Player, usize); 16]> = SmallVec::new();
        for owner in Player::BOTH {
            for (place, hidden) in self.s.hands[owner].iter().enumerate() {
                if self.picks_from_hand(scope, pick, owner, hidden.card) {
                    places.push((owner, place));
                }
            }
        }
        let owner = places[0].0;
        let alone = places.iter().all(|place| place.0 == owner);
        let stream = self.s.stream(if alone { Draws::Hand(owner) } else { Draws::Public });
        let (owner, place) = places[stream.below(places.len() as u32) as usize];
        // Of several that are alike nobody but their owner sees which it was.
        let place = self.s.place_in_hand(owner, self.s.hands[owner][place].card).unwrap_or(place);
        let id = self.set_aside(owner, Zone::Hand, place);
        self.object(id.index).flags -= Flags::seen_by(!owner);
        self.s.scratch.push(id);
    }

    /// How many cards in hands can be picked.
    pub(crate) fn count_picks_from_hands(&self, scope: &Scope, pick: &Pick) -> usize {
        let fits = |owner: Player| {
            let fits = move |hidden: &&HiddenCard| self.picks_from_hand(scope, pick, owner, hidden.card);
            self.s.hands[owner].iter().filter(fits).count()
        };
        match parts_of(&pick.from).iter().any(|part| matches!(part, Objects::Each(Zone::Hand, _))) {
            true => Player::BOTH.into_iter().map(fits).sum(),
            false => 0,
        }
    }

    pub(super) fn picks_from_hand(&self, scope: &Scope, pick: &Pick, owner: Player, card: CardId) -> bool {
        let fits = |part: &Objects| matches!(part, Objects::Each(Zone::Hand, filter) if self.eye().card_matches(scope, filter, card, owner, Zone::Hand));
        parts_of(&pick.from).iter().any(fits)
    }

    pub(super) fn offer_picks_from_hands(&self, scope: &Scope, pick: &Pick, choices: &mut Vec<Action>) {
        if !parts_of(&pick.from).iter().any(|part| matches!(part, Objects::Each(Zone::Hand, _))) {
            return;
        }
        for owner in Player::BOTH {
            for hidden in &self.s.hands[owner] {
                let action = Action::Card(hidden.card);
                if !choices.contains(&action) && self.picks_from_hand(scope, pick, owner, hidden.card) {
                    choices.push(action);
                }
            }
        }
    }

    /// A colour (CR 105.1), which goes to a register as well.
    pub(super) fn choose_color(&mut self, task: &mut Resolve, players: &Players, among: Colors) -> After {
        self.choose_for_source(task, players, DecisionKind::Color, |_, _, choices| {
            let fits = |index: &u8| among.contains(Colors::TABLE[usize::from(*index)].0);
            choices.extend((0..5).filter(fits).map(Action::Color));
        })
    }

    /// One more colour for the source, which has those that were chosen before, too.
    pub(super) fn choose_another_color(&mut self, task: &mut Resolve, players: &Players) -> After {
        let scope = task.scope;
        let before = self.eye().chosen_color(&scope).unwrap_or_default();
        let answered = self.s.answer.is_some();
        let after = self.choose_for_source(task, players, DecisionKind::Color, |_, _, choices| {
            let left = |index: &u8| !before.contains(Colors::TABLE[usize::from(*index)].0);
            choices.extend((0..5).filter(left).map(Action::Color));
        });
        if answered && let Some(another) = self.eye().chosen_color(&scope) {
            self.keep_for_source(&scope, Chosen::Color(before | another));
        }
        after
    }

    /// Only creature types that some card of the game has are offered: others can't matter.
    pub(super) fn choose_creature_type(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        offered: &OfferedTypes,
    ) -> After {
        self.choose_for_source(task, players, DecisionKind::CreatureType, |engine, _, choices| match offered {
            OfferedTypes::These(types) => choices.extend(types.iter().map(|subtype| Action::Subtype(subtype.0))),
            OfferedTypes::All => {
                choices.extend(engine.creature_types().into_iter().map(|subtype| Action::Subtype(subtype.0)));
            }
            OfferedTypes::AllBut(but) => {
                let types = engine.creature_types().into_iter().filter(|subtype| subtype != but);
                choices.extend(types.map(|subtype| Action::Subtype(subtype.0)));
            }
        })
    }

    /// The name of a card (CR 201.4): only those of cards of the game are offered, as others can't matter. What a card is once it is bestowed
    /// is no set of characteristics that it has as a card (CR 201.4a, 702.103b).
    pub(super) fn choose_name(&mut self, task: &mut Resolve, players: &Players, filter: &Filter) -> After {
        let scope = task.scope;
        self.choose_for_source(task, players, DecisionKind::CardName, |engine, player, choices| {
            let eye = engine.eye();
            let mut known = BTreeSet::new();
            for (id, card) in engine.pool.cards() {
                let bestowed = card.layout == Layout::Bestow && card.face_of.is_some();
                let fits = !card.token
                    && engine.pool.blank() != Some(id)
                    && !bestowed
                    && !card.name.is_empty()
                    && eye.card_matches(&scope, filter, id, player, Zone::Hand);
                if fits && known.insert(card.name.as_str()) {
                    choices.push(Action::Card(id));
                }
            }
        })
    }

    /// One of the five basic land types (CR 205.3i).
    pub(super) fn choose_land_type(&mut self, task: &mut Resolve, players: &Players) -> After {
        self.choose_for_source(task, players, DecisionKind::CreatureType, |_, _, choices| {
            let basic = Subtype::all().filter(|sub| sub.kind() == SubtypeKind::BasicLand);
            choices.extend(basic.map(|subtype| Action::Subtype(subtype.0)));
        })
    }

    /// A player (CR 607.2d).
    pub(super) fn choose_player(&mut self, task: &mut Resolve, players: &Players, among: PlayerFilter) -> After {
        let scope = task.scope;
        self.choose_for_source(task, players, DecisionKind::Pick, |engine, _, choices| {
            let fits = |player: &Player| engine.eye().player_fits(&scope, among, *player);
            choices.extend(Player::BOTH.into_iter().filter(fits).map(Action::Player));
        })
    }

    /// A player chooses one of several words; its place goes to a register, and is kept for the source.
    pub(super) fn choose_word(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        words: &[String],
        register: Register,
    ) -> After {
        if let (Some(Action::Number(number)), Some(player)) =
            (self.s.answer, self.who(&task.scope, players).first(task.scope.you))
        {
            task.scope.numbers[usize::from(register)] = i32::from(number);
            self.tell(Audience::Everyone, |eye| {
                format!("{} chooses {}.", eye.player_name(player), words[usize::from(number)])
            });
        }
        self.choose_for_source(task, players, DecisionKind::Vote, |_, _, choices| {
            choices.extend((0..words.len() as u16).map(Action::Number));
        })
    }

    /// A player chooses something for the source, which keeps it for what else its text says of it (CR 607.2d). Where there is nothing
    /// to choose, nothing is chosen.
    fn choose_for_source(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        kind: DecisionKind,
        find: impl FnOnce(&Self, Player, &mut Vec<Action>),
    ) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        let chosen = match self.s.answer.take() {
            None => {
                self.offer(|engine, choices| find(engine, player, choices));
                if self.s.choices.is_empty() {
                    return After::Next;
                }
                return After::Ask(player, kind, scope.source, Particulars::Nothing);
            }
            Some(Action::Color(color)) => {
                task.scope.numbers[usize::from(COLOR_REGISTER)] = i32::from(color);
                let (chosen, _, name) = Colors::TABLE[usize::from(color)];
                self.tell(Audience::Everyone, |eye| format!("{} chooses {name}.", eye.player_name(player)));
                Chosen::Color(chosen)
            }
            Some(Action::Subtype(subtype)) => Chosen::Subtype(Subtype(subtype)),
            Some(Action::Player(chosen)) => {
                self.tell(Audience::Everyone, |eye| {
                    format!("{} chooses {}.", eye.player_name(player), eye.player_name(chosen))
                });
                Chosen::Player(chosen)
            }
            Some(Action::Card(card)) => {
                self.tell(Audience::Everyone, |eye| {
                    format!("{} chooses {}.", eye.player_name(player), eye.card_name(card))
                });
                Chosen::Name(card)
            }
            Some(Action::Number(place)) => Chosen::Word(place as u8),
            Some(other) => unreachable!("not an answer to what is chosen for a source: {other:?}"),
        };
        self.keep_for_source(&scope, chosen);
        After::Next
    }

    /// What was chosen is kept for what else the text of the source says of it (CR 607.2d).
    pub(crate) fn keep_for_source(&mut self, scope: &Scope, chosen: Chosen) {
        let (source, gained) = (scope.source, self.eye().gained(scope));
        // What was sacrificed for its own ability, or has gone in response, is asked as it last was (CR 608.2h).
        if let Some(object) = self.s.get(source) {
            // What enters as a copy makes the choices of what it copies after its own.
            let as_copy = match object.marks.contains(gauntlet_cards::keyword::Marks::COPY_READY) {
                true => self.eye().will_copy(source),
                false => self.eye().copied_as(source, object),
            };
            self.s.chosen_as.retain(|made| made.0 != source);
            if as_copy.is_some() || gained.is_some() {
                self.s.chosen_as.push((source, as_copy, gained));
            }
            self.object(source.index).chosen = Some(chosen);
        } else if let Some(gone) = self.s.last_known.iter_mut().rev().find(|entry| entry.0 == source) {
            gone.1.chosen = Some(chosen);
        }
        self.touch();
    }

    /// A coin or die falls (CR 705, 706): at random, or as whoever runs the game says.
    pub(super) fn chance(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        sides: RangeInclusive<u16>,
        register: u8,
    ) -> After {
        let (least, most) = (*sides.start(), *sides.end());
        let fallen = if !self.options.ask_chance {
            least + self.s.rng.below(u32::from(most - least) + 1) as u16
        } else if let Some(Action::Number(number)) = self.s.answer.take() {
            number
        } else {
            let player = self.who(&task.scope, players).first(task.scope.you).unwrap_or(task.scope.you);
            self.offer_these(sides.map(Action::Number));
            return After::Ask(player, DecisionKind::Chance, task.item.object, Particulars::Most(most));
        };
        task.scope.numbers[register as usize] = i32::from(fallen);
        After::Next
    }

    /// A die is rolled (CR 706.2), which abilities may watch; the result goes to a register.
    pub(super) fn roll_die(&mut self, task: &mut Resolve, players: &Players, sides: u8, register: u8) -> After {
        let after = self.chance(task, players, 1..=u16::from(sides), register);
        if matches!(after, After::Next) {
            let player = self.who(&task.scope, players).first(task.scope.you).unwrap_or(task.scope.you);
            let result = task.scope.numbers[usize::from(register)];
            self.trigger_numbered_action(player, KeywordAction::RollDice, result);
        }
        after
    }

    /// A number between two others; it goes to a register.
    pub(super) fn choose_number(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        (least, most): (&Amount, &Amount),
        register: Register,
    ) -> After {
        let scope = &task.scope;
        let Some(player) = self.who(scope, players).first(scope.you) else { return After::Next };
        if let Some(Action::Number(number)) = self.s.answer.take() {
            task.scope.numbers[usize::from(register)] = i32::from(number);
            return After::Next;
        }
        let (least, most) = (self.times(scope, least) as u16, self.times(scope, most) as u16);
        self.offer_these((least..=most.max(least)).map(Action::Number));
        After::Ask(player, DecisionKind::Number, task.item.object, Particulars::Most(most))
    }

    /// A player flips a coin (CR 705.1); which way it fell goes to a register. Nobody wins or loses one that isn't called (CR 705.2).
    pub(super) fn flip_coin(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        register: Register,
        called: bool,
    ) -> After {
        let after = self.chance(task, players, 0..=1, register);
        let fallen = &mut task.scope.numbers[usize::from(register)];
        if matches!(after, After::Next) && *fallen == 0 {
            *fallen = LOST_FLIP;
        }
        let lost = *fallen == LOST_FLIP;
        if matches!(after, After::Next)
            && called
            && self.watches(EventKinds::LIBRARY)
            && let Some(player) = self.who(&task.scope, players).first(task.scope.you)
        {
            let done = if lost { KeywordAction::LoseFlip } else { KeywordAction::WinFlip };
            self.trigger_keyword_action(player, done);
        }
        after
    }

    /// Counts how often the ability has resolved this turn, this time included, into a register.
    pub(super) fn count_resolution(&mut self, task: &mut Resolve, register: Register) {
        let (source, ability) = (task.item.source, task.item.ability);
        self.note_use(source, ability);
        task.scope.numbers[usize::from(register)] = i32::from(self.eye().used(source, ability));
    }
}

/// The parts of a union, or what isn't one.
fn parts_of(objects: &Objects) -> &[Objects] {
    match objects {
        Objects::Union(parts) => parts,
        objects => std::slice::from_ref(objects),
    }
}
