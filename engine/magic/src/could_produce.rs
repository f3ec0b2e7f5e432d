//! What mana a permanent could produce (CR 106.7).

use gauntlet_cards::ability::{AbilityKind, Activatable};
use gauntlet_cards::effect::ManaOutput;
use gauntlet_cards::filter::{Amount, Filter};
use gauntlet_cards::mana_ability::within_script;
use gauntlet_cards::types::Colors;
use smallvec::SmallVec;

use crate::evaluate::Eye;
use crate::payment::ManaTypes;
use crate::state::{Flags, Object, ObjectId};
use crate::task::Scope;

/// The permanents that are asked, and for which types of mana.
type Asked = SmallVec<[(u16, ManaTypes); 16]>;

/// Colors, or all types.
fn kinds(any_type: bool) -> ManaTypes {
    if any_type { ManaTypes::all() } else { ManaTypes::COLORS }
}

/// The types of mana of the abilities that its basic land types give a permanent, unless it has lost all abilities since (CR 305.6,
/// 613.1f).
fn of_basic_types(object: &Object) -> ManaTypes {
    let lost = object.is(Flags::LOST_LAND_MANA);
    let types = if lost { 0 } else { object.characteristics.subtypes.basic_lands_mana() };
    ManaTypes::from_bits_truncate(types)
}

fn of_list(list: &[Colors]) -> ManaTypes {
    list.iter().fold(ManaTypes::empty(), |types, color| types | ManaTypes::of_mana(*color))
}

impl<'a> Eye<'a> {
    /// The types of mana that permanents that fit could produce: what any of their mana abilities would add if it resolved now,
    /// whatever it costs and whether or not it can be activated (CR 106.7). Abilities that ask the same of others are followed, so
    /// that those that ask one another for it add nothing to what the rest could produce.
    pub(crate) fn could_produce(self, scope: &Scope, of: &Filter, any_type: bool) -> ManaTypes {
        let mut asked: Asked = SmallVec::new();
        self.ask_all(scope, of, kinds(any_type), &mut asked);
        self.found_among(asked)
    }

    /// Returns whether a permanent could produce mana of one of these types.
    pub(crate) fn one_could_produce(self, id: ObjectId, types: ManaTypes) -> bool {
        self.found_among(SmallVec::from_slice(&[(id.index, types)])).intersects(types)
    }

    /// The types that those that are asked could produce, and those that are asked for it by them.
    fn found_among(self, mut asked: Asked) -> ManaTypes {
        let mut found = ManaTypes::empty();
        let mut next = 0;
        while let Some(&(index, wanted)) = asked.get(next) {
            next += 1;
            let id = self.s.id(index);
            let Some(object) = self.s.get(id) else { continue };
            found |= of_basic_types(object) & wanted;
            for way in self.mana_abilities_of(id, object) {
                // What it costs doesn't matter, so neither does which X can be paid.
                let scope = Scope { x: 1, ..Scope::of(id, object.controller) };
                let Some((output, _)) = way.mana.as_ref().map(ManaOutput::unrestricted) else { continue };
                match output {
                    ManaOutput::CouldProduce { of, any_type, .. } => {
                        self.ask_all(&scope, of, wanted & kinds(*any_type), &mut asked);
                    }
                    ManaOutput::Fixed(list) => found |= of_list(list) & wanted,
                    ManaOutput::OneOf(lists) => lists.iter().for_each(|list| found |= of_list(list) & wanted),
                    ManaOutput::AnyOneColor(Amount::Const(1..)) => found |= ManaTypes::COLORS & wanted,
                    // How much it is, its script says before.
                    ManaOutput::Amount(_, color) if within_script(way) => found |= of_list(&[*color]) & wanted,
                    ManaOutput::AnyOneColor(_) if within_script(way) => found |= ManaTypes::COLORS & wanted,
                    output => {
                        let yields = self.yields_of(&scope, output).unwrap_or_default();
                        let made = yields.iter().filter(|made| made.units() > 0);
                        found |= made.fold(ManaTypes::empty(), |types, made| types | made.types()) & wanted;
                    }
                }
            }
        }
        found
    }

    /// Adds the permanents that fit to the list of those that are asked for types of mana.
    fn ask_all(self, scope: &Scope, of: &Filter, wanted: ManaTypes, asked: &mut Asked) {
        for (id, object) in self.s.permanents() {
            let known = |entry: &(u16, ManaTypes)| entry.0 == id.index && entry.1.contains(wanted);
            if self.matches(scope, of, id, object) && !asked.iter().any(known) {
                asked.push((id.index, wanted));
            }
        }
    }

    /// Returns whether an object has a mana ability: a basic land type gives one (CR 305.6).
    pub(crate) fn has_mana_ability(self, id: ObjectId, object: &'a Object) -> bool {
        !of_basic_types(object).is_empty() || self.mana_abilities_of(id, object).next().is_some()
    }

    fn mana_abilities_of(self, id: ObjectId, object: &'a Object) -> impl Iterator<Item = &'a Activatable> {
        let is_mana = |kind: &AbilityKind| matches!(kind, AbilityKind::Activatable(way) if way.mana.is_some());
        let used = self.mana_abilities(object, id.index);
        // Those that are left to their player are among its actions.
        let all = used.chain(self.abilities(object, id.index, |derived| &derived.on_battlefield, is_mana));
        all.map(move |ability| self.pool.activatable(ability)).filter(|way| way.mana.is_some())
    }
}
