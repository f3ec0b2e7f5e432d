//! Mana that is added, and what it may be spent on, in words.

use super::teller::Teller;
use super::words::{colors, list_and, list_or, mana_symbol};
use crate::ability::SpecialAction;
use crate::effect::{ManaOutput, SpendRule};
use crate::filter::{Amount, Objects, Zone};
use crate::ids::ManaOrigin;
use crate::types::Colors;

impl Teller<'_> {
    /// What mana is added: "{G}{G}".
    pub(super) fn mana(&self, output: &ManaOutput) -> String {
        let symbols = |list: &Vec<Colors>| list.iter().map(|color| mana_symbol(*color)).collect::<String>();
        match output {
            ManaOutput::Fixed(list) => symbols(list),
            ManaOutput::OneOf(lists) => list_or(&lists.iter().map(symbols).collect::<Vec<_>>()),
            ManaOutput::AnyOneColor(n) => format!("{} of any one color", self.so_much_mana(n)),
            ManaOutput::AnyCombination(n, some) => {
                format!("{} in any combination of {}", self.so_much_mana(n), list_and(&colors(*some)))
            }
            ManaOutput::Amount(n, color) => match n {
                Amount::Const(n) => mana_symbol(*color).repeat(usize::try_from(*n).unwrap_or_default()),
                n => format!("an amount of {} equal to {}", mana_symbol(*color), self.amount(n)),
            },
            ManaOutput::CouldProduce { amount, of, any_type } => {
                let what = if *any_type { "type" } else { "color" };
                let of = self.noun(of, Some(Zone::Battlefield)).one();
                format!("{} of any one {what} that {of} could produce", self.so_much_mana(amount))
            }
            ManaOutput::Identity => "one mana of any color in your commander's color identity".to_owned(),
            ManaOutput::EachColorAmong(filter) => {
                format!("one mana of each color among {}", self.set(Zone::Battlefield, filter))
            }
            ManaOutput::AnyColorAmong(n, of) => {
                format!("{} of any one color among {}", self.so_much_mana(n), self.objects(of).text)
            }
            ManaOutput::Devotion => "as much mana of any one color as your devotion to that color".to_owned(),
            ManaOutput::ChosenColor(n) => format!("{} of the chosen color", self.so_much_mana(n)),
            ManaOutput::ColorOrChosen(color) => format!("{} or one mana of the chosen color", mana_symbol(*color)),
            ManaOutput::Restricted(output, rule) => format!("{} ({})", self.mana(output), self.spend_rule(*rule)),
        }
    }

    fn so_much_mana(&self, amount: &Amount) -> String {
        match amount {
            Amount::Const(n) => format!("{} mana", super::words::number(*n)),
            amount => self.much(amount, "mana"),
        }
    }

    /// What mana may be spent on.
    /// How much mana was spent to cast something, of colors if they are given.
    pub(super) fn spent(&self, what: &Objects, color: Option<Colors>) -> String {
        let color = color.map_or(String::new(), |color| match color.is_empty() {
            true => "colorless ".to_owned(),
            false => format!("{} ", list_or(&colors(color))),
        });
        format!("the amount of {color}mana spent to cast {}", self.objects(what).text)
    }

    /// How much mana of permanents of a kind was spent on something.
    pub(super) fn spent_from(&self, what: Option<&Objects>, origin: ManaOrigin) -> String {
        let on = what.map_or_else(|| "on this".to_owned(), |what| format!("to cast {}", self.objects(what).text));
        format!("the amount of mana made by {} spent {on}", self.mana_origin(origin))
    }

    pub(super) fn mana_origin(&self, origin: ManaOrigin) -> String {
        self.noun(self.pool.mana_origin(origin), Some(Zone::Battlefield)).plural()
    }

    pub(super) fn spend_rule(&self, rule: SpendRule) -> String {
        let rule = self.pool.spend_rule(rule);
        let mut on = Vec::new();
        for filter in &rule.spells {
            on.push(self.noun(filter, Some(Zone::Stack)).plural().to_string());
        }
        for (zone, filter) in &rule.abilities {
            on.push(format!("activated abilities of {}", self.noun(filter, *zone).plural()));
        }
        for named in &rule.named {
            on.push(format!("{} abilities", super::cost::named(*named)));
        }
        for (action, filter) in &rule.special {
            let what = self.noun(filter, None).plural();
            on.push(match action {
                SpecialAction::Foretell => format!("foretelling {what}"),
                SpecialAction::TurnFaceUp => format!("turning {what} face up"),
                SpecialAction::Unlock => format!("unlocking doors of {what}"),
            });
        }
        if rule.costs_with_colorless {
            on.push("costs that contain {C}".to_owned());
        }
        if rule.costs_with_x {
            on.push("costs that contain {X}".to_owned());
        }
        if rule.others {
            on.push("costs that are neither of spells nor of abilities".to_owned());
        }
        let mut said = Vec::new();
        if !rule.anything {
            said.push(format!("spend this mana only on {}", list_or(&on)));
        }
        if rule.through_combat {
            said.push("you don't lose it as steps end until combat ends".to_owned());
        }
        if rule.through_turn {
            said.push("until end of turn you don't lose it as steps and phases end".to_owned());
        }
        if let Some(spent) = &rule.then {
            let when = if spent.at_once { "at once" } else { "as a trigger" };
            let on = self.noun(&spent.on, Some(Zone::Stack)).one();
            said.push(format!("if it's spent on {on}, {when}: {}", self.ability_below(spent.ability)));
        }
        said.join("; ")
    }
}
