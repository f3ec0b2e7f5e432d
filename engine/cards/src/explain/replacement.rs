//! Replacement and prevention effects of static abilities in words.

use super::flow::Page;
use super::teller::Teller;
use super::words::{Who, colors, list_or, sentence};
use crate::ability::{CountersBy, Drawn, NumberChange, NumberedAction, Replacement};
use crate::effect::{Recipients, Script};
use crate::filter::{Filter, PlayerFilter, Zone};
use crate::types::Colors;

/// Who or what would be dealt which damage by what.
type Dealt<'d> = (&'d Filter, &'d Option<PlayerFilter>, &'d Option<Filter>, Option<bool>);

impl Teller<'_> {
    /// A replacement effect, with the script that it runs below it.
    pub(super) fn replacement(&self, page: &mut Page, replacement: &Replacement, indent: usize) {
        let (said, script) = self.replaced(replacement);
        page.line(indent, &sentence(&said));
        self.tell_below(page, indent + 1);
        if let Some(script) = script {
            let mut meaning = self.meaning.clone();
            meaning.number = "the amount prevented".to_owned();
            meaning.event = Who::one("the source of the damage");
            meaning.other = Who::one("what would have been dealt the damage");
            self.with(meaning).script(page, script, indent + 1);
        }
    }

    pub(super) fn replaced<'r>(&self, replacement: &'r Replacement) -> (String, Option<&'r Script>) {
        let source = self.source();
        let each = |filter: &Filter| self.noun(filter, Some(Zone::Battlefield)).each();
        match replacement {
            Replacement::Discarded(to) => {
                let goes = self.moved(&Who::one(source), to);
                (
                    format!(
                        "if a spell or ability an opponent controls causes you to discard {source}, instead {goes}"
                    ),
                    None,
                )
            }
            Replacement::EntersTapped { what, unless } => {
                let unless =
                    unless.as_ref().map_or(String::new(), |unless| format!(" unless {}", self.condition(unless)));
                (format!("{} enters tapped{unless}", each(what)), None)
            }
            Replacement::EntersAs(what, so) => (format!("{} enters, as {}", each(what), self.script_below(*so)), None),
            Replacement::EntersUntapped(what) => (format!("{} enters untapped", each(what)), None),
            Replacement::EntersWithCounters { what, kind, amount } => {
                (format!("{} enters with {} on it", each(what), self.counters(amount, Some(*kind))), None)
            }
            Replacement::EntersUnderYours(what) => {
                let what = each(what);
                (format!("{what} that would enter under an opponent's control enters under yours instead"), None)
            }
            Replacement::EntersPrepared => (format!("{source} enters prepared"), None),
            Replacement::AsTurnedUp(script) => (format!("as {source} is turned face up:"), Some(script)),
            Replacement::AsEnters(script) => (format!("as {source} enters:"), Some(script)),
            Replacement::Moves { what, from, to, instead, then } => {
                let mut noun = self.noun(what, from.filter(|from| *from == Zone::Battlefield));
                if noun.heads == ["object"] {
                    noun.heads = vec!["card or permanent".to_owned()];
                }
                let from = from.map_or("anywhere".to_owned(), super::filter::place);
                let goes = self.moved(&Who::one("it"), instead);
                let to = super::filter::place(*to);
                let also = if then.is_some() { ", and then:" } else { "" };
                (format!("if {} would be put into {to} from {from}, instead {goes}{also}", noun.one()), then.as_deref())
            }
            Replacement::Damage { source, to_players, to_objects, combat, change } => {
                let would = self.damage((source, to_players, to_objects, *combat));
                let instead = match change {
                    NumberChange::Zero => "prevent it".to_owned(),
                    NumberChange::Minus(n) => format!("prevent {} of it", self.amount(n)),
                    NumberChange::Prevents(change) => match change.as_ref() {
                        NumberChange::AtMost(n) => format!("prevent all but {} of it", self.amount(n)),
                        NumberChange::Half(true) => "prevent half of it, rounded down".to_owned(),
                        NumberChange::Half(false) => "prevent half of it, rounded up".to_owned(),
                        change => format!("prevent the rest, so that it's {}", self.number_change(change)),
                    },
                    change => format!("it's {}", self.number_change(change)),
                };
                (format!("if {would}, {instead}"), None)
            }
            Replacement::PreventAnd { source, to_players, to_objects, combat, prevents, apart, then } => {
                let would = self.damage((source, to_players, to_objects, *combat));
                let apart = if *apart { " (for each)" } else { "" };
                if !prevents {
                    return (format!("if {would}, this instead{apart}:"), Some(then));
                }
                (format!("if {would}, prevent it; when it was prevented{apart}:"), Some(then))
            }
            Replacement::Redirect { source, to_players, to_objects, combat, to } => {
                let would = self.damage((source, to_players, to_objects, *combat));
                let to = match to {
                    Recipients::Objects(objects) => self.objects(objects).text,
                    to => self.recipients(to),
                };
                (format!("if {would}, it's dealt to {to} instead"), None)
            }
            Replacement::LifeGain { player, change } => {
                let would = self.who_fits(*player).text;
                (format!("if {would} would gain life, it's {}", self.number_change(change)), None)
            }
            Replacement::Draws { player, at_once, but_first, instead, then } => {
                let who = self.who_fits(*player).text;
                let what = match at_once {
                    None => "a card".to_owned(),
                    Some(n) => format!("{n} or more cards"),
                };
                let first = if *but_first { ", but not the first in each of their draw steps" } else { "" };
                let instead = match instead {
                    Drawn::Number(change) => format!("the number of cards drawn is {}", self.number_change(change)),
                    Drawn::Yours => "you draw a card instead".to_owned(),
                    Drawn::Each => "you and that player draw a card each instead".to_owned(),
                };
                let and = if then.is_some() { ", and then:" } else { "" };
                (format!("if {who} would draw {what}{first}, {instead}{and}"), then.as_ref())
            }
            Replacement::Draw { player, but_first, optional, once, instead } => {
                let when = if *once { "the next time" } else { "if" };
                let but = if *but_first { " (but for the first in each of their draw steps)" } else { "" };
                let may = if *optional { ", instead, if they like:" } else { ", instead:" };
                (format!("{when} {} would draw a card{but}{may}", self.who_fits(*player).text), Some(instead))
            }
            Replacement::Numbered { player, action, change } => {
                let (what, that) = match action {
                    NumberedAction::Mill => ("mill one or more cards", "they mill"),
                    NumberedAction::Scry => ("scry one or more cards", "they scry"),
                    NumberedAction::Proliferate => ("proliferate", "they proliferate"),
                };
                let instead = match change {
                    Some(change) => format!("{that} {}", self.number_change(change)),
                    None => "they draw that many cards instead".to_owned(),
                };
                (format!("if {} would {what}, {instead}", self.who_fits(*player).text), None)
            }
            Replacement::Tokens { player, what, change } => {
                let whose = self.who_fits(*player).of();
                let (tokens, change) = (self.tokens_of(what), self.number_change(change));
                (format!("if {tokens} would be created under {whose} control, it's {change}"), None)
            }
            Replacement::TokensPlus { player, what, token, as_many } => {
                let whose = self.who_fits(*player).of();
                let (tokens, other) = (self.tokens_of(what), self.token(*token, false).one());
                let besides = if *as_many { "as many of" } else { "so is" };
                (format!("if {tokens} would be created under {whose} control, {besides} {other}"), None)
            }
            Replacement::Counters { what, players, by, kind, change } => {
                let mut on = Vec::new();
                on.extend(what.iter().map(|what| self.noun(what, Some(Zone::Battlefield)).one()));
                on.extend(players.iter().map(|players| self.who_fits(*players).text));
                let by = match by {
                    CountersBy::Anything => String::new(),
                    CountersBy::Effect => " by an effect".to_owned(),
                    CountersBy::Player(who) => format!(" by {}", self.who_fits(*who).text),
                };
                let kind = self.any_counter(*kind);
                let change = self.number_change(change);
                (format!("if {kind}s would be put on {}{by}, it's {change}", list_or(&on)), None)
            }
            Replacement::Mana { what, color, one_for: Some(n), .. } => (one_mana(each(what), *n, *color), None),
            Replacement::Mana { what, color, times, .. } => {
                let mut said = format!("if {} is tapped for mana", self.noun(what, Some(Zone::Battlefield)).one());
                if let Some(color) = color {
                    said += &format!(", it produces {} mana instead", color_of(*color));
                }
                if *times != 1 {
                    said += &format!(", it produces {times} times as much");
                }
                (said, None)
            }
        }
    }

    fn damage(&self, (source, to_players, to_objects, combat): Dealt<'_>) -> String {
        let mut to = Vec::new();
        to.extend(to_players.iter().map(|players| self.who_fits(*players).text));
        to.extend(to_objects.iter().map(|what| self.noun(what, Some(Zone::Battlefield)).one()));
        let combat = match combat {
            None => "",
            Some(true) => "combat ",
            Some(false) => "noncombat ",
        };
        let from = if source.tests.is_empty() { "any source".to_owned() } else { self.noun(source, None).one() };
        format!("{from} would deal {combat}damage to {}", list_or(&to))
    }

    fn number_change(&self, change: &NumberChange) -> String {
        match change {
            NumberChange::Times(n) => format!("{n} times that many instead"),
            NumberChange::Half(true) => "half that many, rounded up, instead".to_owned(),
            NumberChange::Half(false) => "half that many, rounded down, instead".to_owned(),
            NumberChange::Plus(n) => format!("that many plus {} instead", self.amount(n)),
            NumberChange::Minus(n) | NumberChange::Lower(n) => format!("that many minus {} instead", self.amount(n)),
            NumberChange::Zero => "none instead".to_owned(),
            NumberChange::AtMost(n) => format!("at most {} instead", self.amount(n)),
            NumberChange::Lost => "lost instead".to_owned(),
            NumberChange::Prevents(change) => self.number_change(change),
        }
    }
}

impl Teller<'_> {
    /// Tokens of a kind.
    fn tokens_of(&self, what: &Filter) -> String {
        if what.tests.is_empty() {
            "tokens".to_owned()
        } else {
            format!("tokens that are {}", self.noun(what, None).plural())
        }
    }
}

/// A color of mana, or that it has none.
fn color_of(color: Colors) -> String {
    if color.is_empty() { "colorless".to_owned() } else { list_or(&colors(color)) }
}

/// One mana, instead of as much as that or more.
fn one_mana(what: String, least: u8, color: Option<Colors>) -> String {
    let color = color_of(color.unwrap_or_default());
    if least == 1 {
        return format!("if {what} is tapped for mana, it produces one {color} mana instead");
    }
    format!("if {what} is tapped for {least} or more mana, it produces {{C}} instead")
}
