//! Agents that play *Millennials*: one by rules of thumb, and the shipped game's villain.

use gauntlet_core::{Player, Rng, View};
use gauntlet_millennials::vocabulary::{
    Amount, CardRule, Condition, Handler, Hear, Read, Select, Verb, When, Where, Whom, Whose,
};
use gauntlet_millennials::{Action, CardView, Position, ROOM, Visible};
use rand::RngExt;

use crate::Agent;
use crate::rollout::Evaluate;

/// How the villain of the shipped game plays: of the cards it can pay the first with the highest cost, at a random place.
#[derive(Clone, Copy, Default, Debug)]
pub struct Villain;

impl Agent<Position> for Villain {
    fn choose(&mut self, view: View<'_, Position>, legal: &[Action], rng: &mut Rng) -> usize {
        let seen = view.visible();
        let mut best: Option<CardView> = None;
        for card in seen.hand().filter(|card| card.cost <= seen.energy()) {
            if best.is_none_or(|best| card.cost > best.cost) {
                best = Some(card);
            }
        }
        let plays = |action: &Action| match action {
            Action::Play { card, .. } => best.is_some_and(|best| best.kind == *card),
            Action::Done => false,
        };
        let count = legal.iter().filter(|action| plays(action)).count();
        let done = || legal.iter().position(|action| *action == Action::Done).unwrap_or(0);
        if count == 0 {
            return done();
        }
        let chosen = rng.random_range(0..count as u32) as usize;
        (0..legal.len()).filter(|place| plays(&legal[*place])).nth(chosen).unwrap_or_else(done)
    }
}

/// Plays by rules of thumb: what a card is worth at a place is read off its text and the location's, and the cards are placed that
/// are worth most together for the energy there is.
#[derive(Clone, Default, Debug)]
pub struct Thrifty {
    hand: Vec<CardView>,
    /// The best place of each card of the hand, and what the card is worth there.
    best: Vec<Option<(f64, usize)>>,
}

impl Agent<Position> for Thrifty {
    fn choose(&mut self, view: View<'_, Position>, legal: &[Action], _: &mut Rng) -> usize {
        let judge = Judge { seen: view.visible(), me: view.viewer() };
        let Thrifty { hand, best } = self;
        hand.clear();
        hand.extend(judge.seen.hand());
        best.clear();
        best.extend((0..hand.len()).map(|place| {
            let at = |location| {
                let open = judge.seen.may_place(place, location);
                open.then(|| (judge.worth(&hand[place], location), location))
            };
            (0..3).filter_map(at).max_by(|one, other| one.0.total_cmp(&other.0))
        }));
        let mut chosen = (0.0, 0usize);
        for set in 0..1usize << hand.len() {
            let members = || (0..hand.len()).filter(move |place| set >> place & 1 == 1);
            let cost: i16 = members().map(|place| hand[place].cost).sum();
            if cost > judge.seen.energy() {
                continue;
            }
            let worth: f64 = members().map(|place| best[place].map_or(-1000.0, |(worth, _)| worth)).sum();
            if worth > chosen.0 {
                chosen = (worth, set);
            }
        }
        // What acts on other cards comes last, so that it finds them.
        let members = (0..hand.len()).filter(|place| chosen.1 >> place & 1 == 1);
        let first = members.min_by_key(|place| (judge.acts_on_others(&hand[*place]), *place));
        let wanted = first.and_then(|place| best[place].map(|(_, location)| (hand[place].kind, location)));
        let fits = |action: &Action| match (action, wanted) {
            (Action::Play { card, location, .. }, Some(wanted)) => (*card, usize::from(*location)) == wanted,
            (Action::Done, None) => true,
            _ => false,
        };
        legal.iter().position(fits).or_else(|| legal.iter().position(|action| *action == Action::Done)).unwrap_or(0)
    }
}

/// What a card in hand is worth beside what it will do once it is played.
const CARD: f64 = 1.5;
/// What energy in a later turn is worth.
const ENERGY: f64 = 1.5;

struct Judge<'a> {
    seen: Visible<'a>,
    me: Player,
}

impl Judge<'_> {
    fn turns_left(&self) -> f64 {
        f64::from(self.seen.last_turn()) - f64::from(self.seen.turn())
    }

    /// What a card of the hand is worth at a location, in power.
    fn worth(&self, card: &CardView, location: usize) -> f64 {
        let def = self.seen.pool().card(card.kind);
        let mut worth = f64::from(card.power);
        for handler in &def.on {
            worth += self.handler(handler, card, location);
        }
        if let Some(always) = &def.always {
            worth += match always.to {
                Whom::Others => {
                    let mine = self.cards(self.me, [true; 3]).count() as f64;
                    f64::from(always.power) * (mine + self.turns_left())
                }
                // Half of what it may be.
                Whom::This if always.set_power.is_some() => 6.0,
                Whom::This => f64::from(always.power) / 3.0,
            };
        }
        if def.rule == Some(CardRule::DoublesScore) {
            worth += f64::from(self.seen.score(location, self.me)) + 2.0 * self.turns_left();
        }
        worth + self.place(card, location, worth)
    }

    /// What a location does to a card that is worth that much: nothing that is known, until it is revealed.
    fn place(&self, card: &CardView, location: usize, worth: f64) -> f64 {
        let Some(def) = self.seen.location(location) else { return 0.0 };
        let mut change = 0.0;
        for handler in &def.on {
            let turn = handler.when.iter().find_map(|condition| match condition {
                Condition::Turn(turn) => Some(*turn),
                _ => None,
            });
            let to_come = turn.is_none_or(|turn| turn >= self.seen.turn());
            for verb in handler.steps.iter().flat_map(|step| &step.ops) {
                change += match (handler.hear, verb) {
                    (Hear::EntersTable, Verb::Trash) => -worth,
                    (Hear::EntersTable, Verb::Fill) => {
                        let room = ROOM.saturating_sub(self.seen.side(location, self.me).count() + 1);
                        worth * room as f64
                    }
                    (Hear::EntersTable, Verb::Power(Amount::Fixed(more))) => f64::from(*more),
                    // Cards are worth about twice their cost.
                    (Hear::EntersTable, Verb::Transform(_)) => 2.0 * f64::from(card.cost) - worth,
                    (Hear::EntersTable, Verb::Draw(_)) => CARD,
                    (Hear::EntersTable, Verb::ToHand(to)) => {
                        if to.whose == Whose::Own {
                            CARD
                        } else {
                            -CARD
                        }
                    }
                    (Hear::TurnEnds, Verb::Trash) if to_come => -worth,
                    (Hear::TurnEnds, Verb::Power(Amount::Fixed(more))) => f64::from(*more) * (self.turns_left() + 1.0),
                    _ => 0.0,
                };
            }
        }
        change
    }

    fn handler(&self, handler: &Handler, card: &CardView, location: usize) -> f64 {
        let silent = self.seen.location(location).is_some_and(|here| here.rule.is_some());
        let times = match handler.hear {
            Hear::Reveal if silent => 0.0,
            Hear::Reveal => 1.0,
            Hear::TurnEnds => self.turns_left() + 1.0,
            // What hears of cards to come hears of about one a turn.
            Hear::EntersTable if handler.about.is_some() && !handler.ongoing => self.turns_left(),
            Hear::TurnStarts => ENERGY / 2.0,
            _ => 0.0,
        };
        if times == 0.0 || handler.when.contains(&Condition::InTheMiddle) && location != 1 {
            return 0.0;
        }
        let step = |step: &gauntlet_millennials::vocabulary::Step| -> f64 {
            match &step.each {
                Some(select) => self.found(select, location, card, &step.ops),
                None => step.ops.iter().map(|verb| self.verb(verb, None, location)).sum(),
            }
        };
        times * handler.steps.iter().map(step).sum::<f64>()
    }

    /// What is done to the cards that a choice finds.
    fn found(&self, select: &Select, location: usize, card: &CardView, verbs: &[Verb]) -> f64 {
        let sides: &[Player] = match select.whose {
            Whose::Own => &[self.me],
            Whose::Opponent => &[!self.me],
            Whose::Any => &[self.me, !self.me],
        };
        let places = match select.zone {
            Where::Board => [true; 3],
            Where::Here => std::array::from_fn(|other| other == location),
            Where::Elsewhere => std::array::from_fn(|other| other != location),
            Where::Hand => {
                let cards =
                    if sides.contains(&self.me) { self.seen.hand().count() - 1 } else { self.seen.their_hand() };
                let sign = if sides.contains(&self.me) { 1.0 } else { -1.0 };
                let each = |verb: &Verb| match verb {
                    Verb::Power(Amount::Fixed(more)) => f64::from(*more) / 2.0,
                    Verb::Cost(more) => -f64::from(*more) / 2.0,
                    Verb::Trash | Verb::Transform(_) => -2.0 / cards.max(1) as f64,
                    Verb::ToHand(_) => CARD / 2.0,
                    _ => 0.0,
                };
                return sign * cards as f64 * verbs.iter().map(each).sum::<f64>();
            }
            Where::Trash => return self.seen.trash(self.me).count().min(3) as f64 * 1.5,
            Where::Deck => return CARD,
            Where::This | Where::Played => return 0.0,
        };
        let mut sum = 0.0;
        for side in sides {
            for other in self.cards(*side, places).filter(|other| self.fits(select, other)) {
                let sign = if *side == self.me { 1.0 } else { -1.0 };
                sum += verbs.iter().map(|verb| self.verb(verb, Some((&other, sign)), location)).sum::<f64>();
            }
        }
        match select.pick {
            gauntlet_millennials::vocabulary::Pick::All => sum,
            _ => sum.clamp(-2.0 * f64::from(card.cost), 2.0 * f64::from(card.cost)) / 2.0,
        }
    }

    fn fits(&self, select: &Select, card: &CardView) -> bool {
        let turn = match select.turn {
            Some(When::This) => false,
            Some(When::Previous) => card.played + 1 == self.seen.turn(),
            None => true,
        };
        turn && select.cost.is_none_or(|[least, most]| (least..=most).contains(&card.cost))
            && select.power_from.is_none_or(|least| card.power >= least)
            && (!select.once || self.seen.pool().card(card.kind).once)
            && (select.kinds == 0 || select.kinds >> card.kind.0 & 1 == 1)
    }

    fn verb(&self, verb: &Verb, it: Option<(&CardView, f64)>, location: usize) -> f64 {
        let sign = it.map_or(1.0, |(_, sign)| sign);
        let power = it.map_or(0.0, |(card, _)| f64::from(card.power));
        match verb {
            Verb::Power(amount) => sign * self.amount(amount, power),
            Verb::Gain(amount) | Verb::GainFrom(amount) => self.amount(amount, power),
            Verb::Trash => -sign * power,
            Verb::Repeat => 2.0,
            Verb::Draw(_) | Verb::ToHand(_) | Verb::ShuffleIn(_) => CARD,
            Verb::Energy(more) => f64::from(*more) * ENERGY,
            Verb::Enter(enter) => match enter.thing {
                gauntlet_millennials::vocabulary::Thing::New(kind) => {
                    let room = |other: &usize| *other != location && !self.seen.full(*other, self.me);
                    let places = (0..3).filter(room).count() as f64;
                    let power = f64::from(self.seen.pool().card(kind).power);
                    power * if enter.times > 1 { places * 3.0 } else { places.min(1.0) }
                }
                _ => 3.0,
            },
            // A card with negative power does harm where it goes.
            Verb::Move(gauntlet_millennials::vocabulary::Destination::Across) => 16.0,
            Verb::Transform(_) => 1.0,
            _ => 0.0,
        }
    }

    fn amount(&self, amount: &Amount, power: f64) -> f64 {
        match amount {
            Amount::Fixed(number) => f64::from(*number),
            Amount::Read(Read::ItsPower) => power,
            Amount::Read(_) => 1.0,
            Amount::Count { count } => {
                let cards = Player::BOTH.into_iter().flat_map(|side| self.cards(side, [true; 3]));
                cards.filter(|card| self.fits(count, card)).count() as f64
            }
            Amount::Hand { each, .. } => f64::from(*each),
        }
    }

    /// The revealed cards of a side.
    fn cards(&self, side: Player, places: [bool; 3]) -> impl Iterator<Item = CardView> + '_ {
        let open = (0..3).filter(move |location| places[*location]);
        open.flat_map(move |location| self.seen.side(location, side).flatten().filter(|card| card.revealed))
    }

    fn acts_on_others(&self, card: &CardView) -> bool {
        let def = self.seen.pool().card(card.kind);
        def.on
            .iter()
            .any(|handler| handler.hear == Hear::Reveal && handler.steps.iter().any(|step| step.each.is_some()))
    }
}

/// Judges a battle that is not over by the difference of the totals.
#[derive(Clone, Copy, Default, Debug)]
pub struct Totals;

impl Evaluate<Position> for Totals {
    fn evaluate(&mut self, view: View<'_, Position>) -> f64 {
        let (seen, me) = (view.visible(), view.viewer());
        let total = |player: Player| (0..3).map(|location| seen.score(location, player)).sum::<i32>();
        let difference = f64::from(total(me) - total(!me));
        0.5 + difference / (2.0 * (10.0 + difference.abs()))
    }
}
