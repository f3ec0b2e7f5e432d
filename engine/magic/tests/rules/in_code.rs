//! Cards whose programs are written in code are played as those that are compiled from text.

use crate::common::{A, B, Table};
use gauntlet_cards::ability::{Ability, AbilityKind, TriggerEvent, Triggered};
use gauntlet_cards::effect::{Destination, Instr, Part, Recipients, Script, TargetSpec};
use gauntlet_cards::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Test, Zone};
use gauntlet_cards::happening::Happening;
use gauntlet_cards::types::CardTypes;
use gauntlet_cards::{CardSource, Program, Written};

fn script(text: &str, targets: Vec<TargetSpec>, code: Vec<Instr>) -> Script {
    Script { parts: vec![Part { text: text.to_owned(), targets, code }], modes: None }
}

/// "~ deals 3 damage to target opponent."
fn spark() -> CardSource {
    let program = Program::new(|_| {
        let targets = vec![TargetSpec::one(Vec::new(), Some(PlayerFilter::Opponent))];
        let code = vec![Instr::Damage(Objects::Source, Amount::Const(3), Recipients::Target(0))];
        Written { spell: script("~ deals 3 damage to target opponent.", targets, code), ..Written::default() }
    });
    CardSource {
        name: "Spark".to_owned(),
        cost: Some("{R}".parse().expect("a cost")),
        types: CardTypes::INSTANT,
        program: Some(program),
        ..CardSource::default()
    }
}

/// "When ~ dies, if another creature died this turn, return it to its owner's hand."
fn bramble() -> CardSource {
    let program = Program::new(|_| {
        let others = Filter { tests: vec![Test::Types(CardTypes::CREATURE), Test::NotSource] };
        let died = Amount::Happened(Happening::DIED, others);
        let dies = TriggerEvent::ZoneChange {
            what: Filter::just(Test::Source),
            from: Some(Zone::Battlefield),
            to: Some(Zone::Graveyard),
            batched: false,
        };
        let text = "When ~ dies, if another creature died this turn, return it to its owner's hand.";
        let back = script(text, Vec::new(), vec![Instr::Move(Objects::SourceNow, Destination::to(Zone::Hand), None)]);
        let returns = Triggered {
            condition: Some(Condition::Compare(died, Comparison::AtLeast, Amount::Const(1))),
            ..Triggered::new(vec![dies], Zone::Battlefield, back)
        };
        let kind = AbilityKind::Triggered(Box::new(returns));
        Written { abilities: vec![Ability { text: text.to_owned(), kind }], ..Written::default() }
    });
    CardSource {
        name: "Bramble Twin".to_owned(),
        cost: Some("{G}".parse().expect("a cost")),
        types: CardTypes::CREATURE,
        pt: Some((Some(1), Some(1))),
        program: Some(program),
        ..CardSource::default()
    }
}

const CARDS: &str = "\
name Needle
cost {B}
type Instant
text Destroy target creature.
";

#[test]
fn a_spell_is_cast_for_its_cost() {
    let mut play = Table::new(CARDS).with(spark()).lands(A, 1, "Peak").hand(A, &["Spark"]).start("Field");
    play.act("cast Spark").resolve();
    assert_eq!(play.life(B), 17);
    assert_eq!(play.graveyard(A), ["Spark"]);
}

/// What has happened this turn is kept although no text asks for it.
#[test]
fn what_it_asks_of_the_past_is_kept() {
    let returns = |victims: &[&str]| {
        let table = Table::new(CARDS).with(bramble()).lands(A, 2, "Bog");
        let mut play =
            table.battlefield(B, &["Bramble Twin", "Bear Cub"]).hand(A, &["Needle", "Needle"]).start("Field");
        for victim in victims {
            play.act("cast Needle");
            // The only one there is becomes the target without a question.
            if play.offered(victim) {
                play.act(victim);
            }
            play.resolve();
        }
        play.hand(B).contains(&"Bramble Twin".to_owned())
    };
    assert!(!returns(&["Bramble Twin"]));
    assert!(returns(&["Bear Cub", "Bramble Twin"]));
}
