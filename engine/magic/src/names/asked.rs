//! Questions in words: what is asked of whom and for what, what is done if they say yes, what that costs, and what is done otherwise.

use gauntlet_cards::cost::Cost;
use gauntlet_cards::effect::Instr;
use gauntlet_cards::explain::{Answers, answers, other_price, price, price_part};

use crate::decision::{Action, DecisionKind};
use crate::evaluate::Eye;
use crate::task::Task;
use crate::view::{AskedBy, Asker};

impl Eye<'_> {
    /// What the player to act is asked, and for what.
    pub(crate) fn question(self) -> String {
        let decision = self.s.decision;
        let mut text = match self.asked_by().instructions() {
            // A word of a text is chosen as one is voted for.
            Some((Instr::ChooseWord(..), _)) if decision.kind == DecisionKind::Vote => "word to choose".to_owned(),
            _ => decision.kind.name().to_owned(),
        };
        if let Some(name) = self.asker_name() {
            text += &format!(", for {name}");
        }
        let Answers { yes, no } = self.answers();
        if !yes.is_empty() {
            text += &format!(": {yes}");
        }
        if !no.is_empty() {
            text += &format!("; otherwise {no}");
        }
        text
    }

    /// "yes" or "no", with what is done then.
    pub(super) fn answer_text(self, action: Action) -> String {
        let Answers { yes, no } = self.answers();
        let (word, deed) = if action == Action::Yes { ("yes", yes) } else { ("no", no) };
        if deed.is_empty() { word.to_owned() } else { format!("{word}: {deed}") }
    }

    /// The name of what the question is of.
    fn asker_name(self) -> Option<String> {
        let about = self.s.decision.about;
        match self.asker() {
            // What it is about says more than whose ability it is.
            _ if !about.is_none() => Some(self.name_for_chooser(about)),
            Asker::Object(id) => Some(self.name_for_chooser(id)),
            Asker::InHand(card) => Some(self.card_name(card)),
            Asker::Nothing => None,
        }
    }

    /// What is done with each answer, as far as the kind of the decision doesn't say it.
    fn answers(self) -> Answers {
        let decision = self.s.decision;
        let name = self.asker_name().unwrap_or_else(|| "this".to_owned());
        let only = |yes: String| Answers { yes, no: String::new() };
        match (self.asked_by(), decision.kind) {
            (AskedBy::Cost(part), _) => only(price_part(self.pool, &name, part)),
            (AskedBy::Optional(cost), _) => {
                let (text, price) = (cost.text.replace('~', &name), price(self.pool, &name, &cost.cost));
                only(match (text.is_empty(), cost.cost == Cost::default()) {
                    (true, _) => price,
                    (false, true) => text,
                    (false, false) => format!("{text} ({price})"),
                })
            }
            (AskedBy::AllModes, _) => only("choose all modes, for their additional cost".to_owned()),
            (AskedBy::Price(other), _) => {
                let paid = other.and_then(|other| Some((other_price(self.pool, &name, other)?, other.own)));
                let yes = match paid {
                    Some((paid, false)) => format!("{paid} rather than the mana cost"),
                    Some((paid, true)) => format!("pay the mana cost and {paid}"),
                    None => "cast it without paying its mana cost".to_owned(),
                };
                Answers { yes, no: "not this price".to_owned() }
            }
            (_, DecisionKind::PhyrexianLife) => {
                Answers { yes: "pay 2 life for a Phyrexian mana symbol".to_owned(), no: "pay mana for it".to_owned() }
            }
            (AskedBy::Instruction(part, place), _) => match self.s.tasks.last() {
                Some(Task::Resolve(task)) => answers(self.pool, &name, task.item.ability, part, usize::from(place)),
                _ => Answers::default(),
            },
            (AskedBy::Reveal, _) => only(format!("reveal {name}")),
            (_, DecisionKind::CommandZone) => only(format!("put {name} into the command zone")),
            (AskedBy::Mana | AskedBy::Other, DecisionKind::May) => only(self.deed_of_turn(&name)),
            (AskedBy::Mana | AskedBy::Other, _) => Answers::default(),
        }
    }

    /// What may be done where no spell or ability asks.
    fn deed_of_turn(self, name: &str) -> String {
        match self.s.tasks.last() {
            Some(Task::OpeningHands(..)) => format!("begin the game with {name} on the battlefield"),
            Some(Task::Mulligans(_)) => "use a card that lets you do something whenever you could mulligan".to_owned(),
            Some(Task::Untap(_)) => format!("untap {name}"),
            Some(Task::SkipTurn(..)) => format!("skip a turn to untap {name}"),
            Some(Task::Exert(_)) => format!("exert {name}"),
            Some(Task::CombatDamage(_)) => {
                format!("{name} assigns its combat damage as though it weren't blocked")
            }
            Some(Task::Draws(_)) => "do something else instead of drawing".to_owned(),
            _ => String::new(),
        }
    }
}
