//! What is done to spells, and casting, in words.

use crate::effect::{Duration, Instr, Permitted, SpentAs};
use crate::explain::teller::Teller;
use crate::filter::{Amount, Objects, Players, Zone};
use crate::ids::AbilityId;

impl Teller<'_> {
    /// Spells: countered, copied, cast, aimed elsewhere.
    pub(super) fn done_to_spells(&self, instr: &Instr) -> String {
        let who = |players: &Players| self.players(players);
        let what = |objects: &Objects| self.objects(objects);
        match instr {
            Instr::Counter(objects, None) => format!("counter {}", what(objects).text),
            Instr::Counter(objects, Some(to)) => {
                let objects = what(objects);
                let goes = self.moved(&objects.named("it"), to);
                format!("counter {}; instead of into the graveyard: {goes}", objects.text)
            }
            Instr::CastSpecial(p, objects) => {
                who(p).does(&format!("may cast {} for the cost that this ability names", what(objects).text))
            }
            Instr::CopySpell { of, player, new_targets, except, at } => {
                let except = self.except(except, true);
                let chooser = if who(player).is_you() { "you" } else { "they" };
                let aims = if *new_targets {
                    format!("; {chooser} may choose new targets for the copy")
                } else {
                    String::new()
                };
                let at = at.as_ref().map_or(String::new(), |at| {
                    format!(", once for each other of {} that it could target, with that as its target", what(at).text)
                });
                format!("{}{at}{aims}", who(player).does(&format!("copy {}{except}", what(of).text)))
            }
            Instr::ChooseNewTargets(objects, p) => {
                who(p).does(&format!("may choose new targets for {}", what(objects).text))
            }
            Instr::CastFree(p, objects, only) => {
                let objects = what(objects).text;
                let only = only.as_ref().map_or(String::new(), |only| {
                    format!(" if the spell that it becomes is {}", self.noun(only, Some(Zone::Stack)).one())
                });
                who(p).does(&format!("may cast {objects} without paying its mana cost (as this resolves){only}"))
            }
            Instr::CastNow(p, objects) => {
                let objects = what(objects).text;
                who(p).does(&format!("may cast {objects} for what it costs (as this resolves)"))
            }
            Instr::CastFor(p, objects, price) => {
                let (objects, price) = (what(objects).text, self.price(*price));
                who(p)
                    .does(&format!("may cast {objects} for this rather than its mana cost (as this resolves): {price}"))
            }
            Instr::PlayFree(p, objects) => {
                let objects = what(objects).text;
                who(p).does(&format!("may play {objects} without paying its mana cost (as this resolves)"))
            }
            Instr::CastSome { player, cards, spells, most, free } => {
                let cards = what(cards).text;
                let only = spells.as_ref().map_or(String::new(), |only| {
                    format!(" if the spell that it becomes is {}", self.noun(only, Some(Zone::Stack)).one())
                });
                let some = match most {
                    Some(Amount::Const(1)) => "one".to_owned(),
                    Some(most) => format!("up to {}", self.amount(most)),
                    None => "any number".to_owned(),
                };
                let price = if *free { "without paying its mana cost" } else { "for what it costs" };
                who(player).does(&format!("may cast {some} of {cards} {price} (as this resolves){only}"))
            }
            Instr::ExileAfterwards(objects) => {
                format!("if {} would be put into a graveyard as a spell, exile it instead", what(objects).text)
            }
            Instr::AimAt(objects, to) => {
                format!("you change a target of {} to {}, if it can be one", what(objects).text, what(to).text)
            }
            Instr::ChangeTargets(objects, p) => who(p).does(&format!("change the target of {}", what(objects).text)),
            Instr::CastBack(p, objects) => {
                let objects = what(objects).text;
                who(p).does(&format!("may cast {objects} transformed without paying its mana cost (as this resolves)"))
            }
            Instr::AllowPlay { player, cards, most, spells, duration, lands, free, how, mana } => {
                let verb = if *lands { "play" } else { "cast" };
                let free = if *free { " without paying its mana cost" } else { "" };
                let how = match how {
                    Permitted::Usual => String::new(),
                    Permitted::Plotted => " plotted".to_owned(),
                    Permitted::Later => " (not in this turn)".to_owned(),
                    Permitted::Flashback => " with flashback for its mana cost".to_owned(),
                    Permitted::While(ability) => format!(" whenever {}", self.permitted_while(*ability)),
                    Permitted::For(ability) => format!(" for {} rather than its mana cost", self.price(*ability)),
                };
                let mana = match mana {
                    SpentAs::Itself => "",
                    SpentAs::SnowAnyColor => ", and mana of any color from snow sources may be spent on it",
                    SpentAs::AnyColor => ", and mana of any color may be spent on it",
                    SpentAs::AnyType => ", and mana of any type may be spent on it",
                };
                let cards = match most {
                    Some(most) => format!("up to {} of {}", self.amount(most), what(cards).text),
                    None => what(cards).text,
                };
                let may = who(player).does(&format!("may {verb} {cards} from where it is{free}{how}"));
                let while_there = match duration {
                    Duration::Indefinite => "for as long as it remains there".to_owned(),
                    duration => self.duration(*duration),
                };
                let only = spells.as_ref().map_or(String::new(), |only| {
                    format!(" if the spell that it becomes is {}", self.noun(only, Some(Zone::Stack)).one())
                });
                format!("{may} {while_there}{mana}{only}")
            }
            Instr::NextSpell(ability, filter) => format!(
                "for the next {} you cast this turn: {}",
                self.noun(filter, Some(Zone::Stack)).singular(),
                self.ability_below(*ability)
            ),
            _ => unreachable!("told elsewhere: {instr:?}"),
        }
    }
}

impl Teller<'_> {
    /// While what a permission is good.
    pub(in crate::explain) fn permitted_while(&self, ability: AbilityId) -> String {
        self.pool.static_ability(ability).condition.as_ref().map_or_else(String::new, |asked| self.condition(asked))
    }
}
