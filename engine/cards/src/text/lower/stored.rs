//! What is stored for later: continuous effects on whatever fits, shields, rules for a time, delayed abilities. Targets, registers and
//! the event are gone by then, so that a description that asks for them is refused, or what it means is fixed when it is stored
//! (CR 611.2c, 608.2h, 603.7).

use super::decline::{Lowered, decline};
use super::flow::writes_number;
use super::frame::Frame;
use crate::ability::StaticEffect;
use crate::effect::{Instr, Part, Pick, Register};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::mention::{Mention, Mentions};
use crate::walk::Walk;

/// Returns whether something is there only while what stores the description resolves.
fn is_passing(mention: Mention) -> bool {
    match mention {
        Mention::Objects(_)
        | Mention::Number(_)
        | Mention::Target(_)
        | Mention::CurrentObject
        | Mention::Event
        | Mention::ThisWay => true,
        // The player that a loop is at is kept with the effect.
        Mention::CurrentPlayer | Mention::Host | Mention::Zone(_) | Mention::Each(_) => false,
    }
}

const REFUSED: &str = "what only this resolution knows isn't remembered for later";

/// Declines a description that is stored and asks for what won't be there.
pub(super) fn kept(stored: &impl Mentions) -> Lowered<()> {
    if stored.mentions(is_passing) { decline(REFUSED) } else { Ok(()) }
}

/// The same where the object is kept that a loop is at.
fn kept_with_object(stored: &impl Mentions) -> Lowered<()> {
    let passing = |mention| mention != Mention::CurrentObject && is_passing(mention);
    if stored.mentions(passing) { decline(REFUSED) } else { Ok(()) }
}

/// The same for a static ability, in which nothing keeps a player either.
pub(super) fn kept_ability(effect: &StaticEffect) -> Lowered<()> {
    // A tax speaks of the creature that attacks or blocks.
    let taxed = matches!(effect, StaticEffect::CombatTax(_));
    let passing = |mention| match mention {
        Mention::CurrentObject => !taxed,
        Mention::CurrentPlayer => true,
        mention => is_passing(mention),
    };
    if effect.mentions(passing) { decline(REFUSED) } else { Ok(()) }
}

/// Declines what a part of a script stores and won't know any more, and cards that aren't objects as it asks for them.
pub(super) fn check(part: &Part) -> Lowered<()> {
    if part.code.iter().any(takes_hidden) {
        return decline("the cards of a hand or library aren't objects before someone looks at them");
    }
    part.code.iter().try_for_each(|instr| match instr {
        // The filter is asked again as long as the effect lasts, and X is known only now (CR 107.3).
        Instr::ContinuousOn(filter, _, _) if filter.has(Amount::is_x) => {
            decline("what fits X at any time for a while isn't supported")
        }
        Instr::ContinuousOn(filter, _, _) | Instr::PreventCombatDamage(filter) => kept_with_object(filter),
        Instr::NextSpell(_, filter) => kept(filter),
        Instr::AllowPlay { spells: Some(spells), .. } => kept(spells),
        Instr::Shield(shield) => {
            kept_with_object(&shield.quality)?;
            shield.group.as_ref().map_or(Ok(()), |(players, filter)| {
                kept(players)?;
                kept(filter)
            })
        }
        _ => Ok(()),
    })
}

/// Returns whether an instruction does something with the cards of a hand or library, which aren't objects, where it isn't made for that.
fn takes_hidden(instr: &Instr) -> bool {
    let hidden = |mention| matches!(mention, Mention::Each(Zone::Hand | Zone::Library));
    let in_part = |part: &Objects| match part {
        Objects::Each(Zone::Hand, filter) => filter.mentions(hidden),
        part => part.mentions(hidden),
    };
    match instr {
        Instr::Move(Objects::Each(Zone::Hand, filter), to, _) => filter.mentions(hidden) || to.mentions(hidden),
        Instr::Move(Objects::Union(parts), to, _) => parts.iter().any(in_part) || to.mentions(hidden),
        Instr::Pick(Pick { from: Objects::Union(parts), min, max, .. }, _) => {
            parts.iter().any(in_part) || min.mentions(hidden) || max.mentions(hidden)
        }
        Instr::CastSome { player, cards: Objects::Each(Zone::Hand, filter), most, .. } => {
            player.mentions(hidden) || filter.mentions(hidden) || most.mentions(hidden)
        }
        Instr::Pick(Pick { from: Objects::Each(Zone::Hand, filter), min, max, .. }, _) => {
            filter.mentions(hidden) || min.mentions(hidden) || max.mentions(hidden)
        }
        instr => instr.mentions(hidden),
    }
}

/// Declines an ability made for later that asks for targets or numbers of what made it: only objects are remembered (CR 603.7).
pub(super) fn check_later(part: &Part) -> Lowered<()> {
    let own = |register: Register| part.code.iter().any(|instr| writes_number(instr, register));
    let gone = |mention| match mention {
        Mention::Number(register) => !own(register),
        Mention::Target(number) => usize::from(number) >= part.targets.len(),
        _ => false,
    };
    if part.code.mentions(gone) || part.targets.mentions(gone) { decline(REFUSED) } else { Ok(()) }
}

impl Objects {
    /// Returns whether these are all cards of a graveyard or in exile that fit, whenever that is asked: nothing in the description is known to a
    /// resolution alone but the player whom its event is about.
    pub fn is_asked_anew(&self) -> bool {
        let Objects::Each(Zone::Graveyard | Zone::Exile, filter) = self else { return false };
        let told = |test: &Test| {
            *test == Test::Owner(PlayerFilter::Event)
                || matches!(test, Test::OwnerIn(players) if **players == Players::Event)
        };
        let lasts = |test: &Test| told(test) || !test.mentions(is_passing) && !test.has(Amount::is_x);
        filter.tests.iter().all(lasts)
    }
}

impl Frame {
    /// Emits an instruction that stores a description. A player whom it names and whom only this resolution knows, like the target of
    /// "creatures target player controls", becomes the one that a loop is at, which is kept with the effect, and so does the object than which
    /// others are meant.
    pub(super) fn emit_stored(&mut self, mut filter: Filter, instr: impl FnOnce(Filter) -> Instr) -> Lowered<()> {
        let mut known = None;
        keep_player(&mut filter, &mut known)?;
        let apart = keep_object(&mut filter)?;
        let instr = instr(filter);
        let label = known.map(|players| {
            let label = self.label();
            self.emit(Instr::ForEachPlayer(players, label));
            label
        });
        if let Some(apart) = apart {
            let (done, end) = (self.label(), self.label());
            self.emit(Instr::ForEachObject(apart.clone(), done));
            self.emit(instr.clone());
            self.mark(done);
            // All are others than what isn't there.
            let none = Condition::Compare(Amount::CountObjects(apart), Comparison::Equal, Amount::Const(0));
            self.emit(Instr::Unless(none, end));
            self.emit(instr);
            self.mark(end);
        } else {
            self.emit(instr);
        }
        if let Some(label) = label {
            self.mark(label);
        }
        Ok(())
    }

    /// Emits an instruction for each of some players.
    pub(super) fn emit_for(&mut self, players: Players, instr: Instr) {
        let label = self.label();
        self.emit(Instr::ForEachPlayer(players, label));
        self.emit(instr);
        self.mark(label);
    }
}

/// Replaces the player that only the resolution knows by the one that a loop is at.
pub(super) fn keep_player(filter: &mut Filter, known: &mut Option<Players>) -> Lowered<()> {
    for test in &mut filter.tests {
        let players = match test {
            Test::ControllerIn(players) | Test::OwnerIn(players) if players.mentions(is_passing) => (**players).clone(),
            Test::Controller(PlayerFilter::Event) | Test::Owner(PlayerFilter::Event) => Players::Event,
            Test::Not(filter) | Test::Card(filter) => {
                keep_player(filter, known)?;
                continue;
            }
            Test::AnyOf(filters) => {
                filters.iter_mut().try_for_each(|filter| keep_player(filter, known))?;
                continue;
            }
            _ => continue,
        };
        if known.as_ref().is_some_and(|other| *other != players) {
            return decline("two players aren't remembered for later");
        }
        *known = Some(players);
        let kept = Box::new(Players::Current);
        *test = match test {
            Test::Owner(_) | Test::OwnerIn(_) => Test::OwnerIn(kept),
            _ => Test::ControllerIn(kept),
        };
    }
    Ok(())
}

/// Replaces the object than which others are meant, and which only the resolution knows, by the one that a loop is at.
fn keep_object(filter: &mut Filter) -> Lowered<Option<Objects>> {
    let mut known = None;
    for test in &mut filter.tests {
        let Test::Not(inner) = test else { continue };
        if let [Test::Is(objects)] = inner.tests.as_mut_slice()
            && objects.mentions(is_passing)
        {
            let than = std::mem::replace(&mut **objects, Objects::Current);
            if known.replace(than).is_some() {
                return decline("two objects aren't remembered for later");
            }
        }
    }
    Ok(known)
}
