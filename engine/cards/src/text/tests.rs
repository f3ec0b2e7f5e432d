//! Tests of the compiler: shipped cards, each family of the grammar, what must be declined, diagnostics.

use std::path::PathBuf;

use super::grammar::ability::{PermanentParagraph, SpellParagraph};
use super::grammar::said::refers_back;
use super::lexer::lex;
use super::syntax::{Syntax, print, read, read_everything};
use super::{CardBase, Diagnostic, DiagnosticKind, check, dump, render};
use crate::card::{CardId, Pool};
use crate::types::Colors;

fn shipped() -> CardBase {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../decks/cards");
    let (base, diagnostics) = CardBase::load(&[folder]);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assert!(base.len() >= 250);
    base
}

/// A base with one card, made of the lines of a card file.
fn base_of(file: &str) -> CardBase {
    let mut base = CardBase::new();
    let diagnostics = base.add_text("test.txt", file);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    base
}

fn compile(file: &str) -> Result<(Pool, CardId), Vec<Diagnostic>> {
    let base = base_of(file);
    let name = base.names().next().expect("there is a card").to_owned();
    let mut pool = Pool::new();
    base.compile(&name, &mut pool).map(|id| (pool, id))
}

/// The readable dump of the card with this text.
fn compiled(types: &str, text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("text {line}")).collect();
    let file = format!("name Test Card\ncost {{1}}\n{types}\n{}", lines.join("\n"));
    match compile(&file) {
        Ok((pool, id)) => dump(&pool, id),
        Err(errors) => panic!("{}", errors[0]),
    }
}

fn creature(text: &str) -> String {
    compiled("type Creature Bear\npt 2/2", text)
}

fn spell(text: &str) -> String {
    compiled("type Instant", text)
}

fn readings<T: Syntax>(text: &str) -> usize {
    let tokens = lex(text);
    read::<T>(&tokens).map_or(0, |trees| trees.iter().filter(|tree| print(*tree) == text).count())
}

/// These are read in exactly one way by the grammar of instants and sorceries.
fn spells_read(texts: &[&str]) {
    for text in texts {
        assert_eq!(readings::<SpellParagraph>(text), 1, "{text}");
    }
}

/// The same for permanents.
fn permanents_read(texts: &[&str]) {
    for text in texts {
        assert_eq!(readings::<PermanentParagraph>(text), 1, "{text}");
    }
}

/// These are not read at all.
fn declined(texts: &[&str]) {
    for text in texts {
        assert_eq!(readings::<SpellParagraph>(text), 0, "{text}");
        assert_eq!(readings::<PermanentParagraph>(text), 0, "{text}");
    }
}

/// These are read but not compiled, because they can't be, or not for certain.
fn not_compiled(types: &str, texts: &[&str]) {
    for text in texts {
        let file = format!("name Test Card\ncost {{1}}\n{types}\ntext {text}");
        let errors = compile(&file).expect_err(text);
        assert!(errors.iter().all(|error| error.kind == DiagnosticKind::Unsupported), "{text}: {}", errors[0]);
    }
}

#[test]
fn every_shipped_card_compiles_and_round_trips() {
    let base = shipped();
    for name in base.names() {
        let mut pool = Pool::new();
        let id = match base.compile(name, &mut pool) {
            Ok(id) => id,
            Err(errors) => {
                // What the engine can't do yet was understood all the same.
                let engine = errors.iter().all(|error| error.message.starts_with("the engine can't"));
                assert!(engine, "{}", errors[0]);
                continue;
            }
        };
        // The rendered text compiles to the same card.
        let mut source = base.source(name).expect("it is in the base").clone();
        source.lines = render(&pool, id).into_iter().map(|line| (1, 6, line)).collect();
        let mut again = CardBase::new();
        assert_eq!(again.add(source), None);
        let mut other = Pool::new();
        let same = again.compile(name, &mut other).unwrap_or_else(|errors| panic!("{}", errors[0]));
        assert_eq!(dump(&pool, id), dump(&other, same));
        assert_eq!(pool.card(id).text, other.card(same).text);
    }
}

#[test]
fn a_card_that_fails_adds_nothing() {
    let base = base_of(
        "name Test Card\ncost {1}\ntype Artifact\ntext When ~ enters, put a shiny counter on it.\ntext Frobnicate.",
    );
    let mut pool = Pool::new();
    let before = (pool.cards().count(), pool.counter_names().len());
    assert!(base.compile("Test Card", &mut pool).is_err());
    assert_eq!(before, (pool.cards().count(), pool.counter_names().len()));
}

#[test]
fn quantifiers_agree_with_their_nouns() {
    spells_read(&[
        "Destroy target creature.",
        "Destroy up to two target creatures.",
        "Destroy up to one other target creature.",
        "Destroy each creature.",
        "Destroy all creatures.",
        "Destroy any number of target artifacts.",
        "Tap X target creatures.",
        "Destroy all artifacts and enchantments.",
        "Destroy target noncreature, nonland permanent.",
        "Exile target artifact, enchantment, or tapped creature.",
        "Destroy target creature with power 3 or less an opponent controls.",
    ]);
    declined(&[
        "Destroy target creature other.",
        "Destroy target creatures.",
        "Destroy all creature.",
        "Destroy up to target creature.",
        "Destroy an creature.",
        "destroy target creature.",
        "Destroy target creature",
        "Destroys target creature.",
        "Destroy target creature with power.",
        "Destroy two target creature.",
    ]);
}

#[test]
fn verbs_agree_with_their_subjects() {
    spells_read(&[
        "Target player draws a card.",
        "You draw a card and you lose 1 life.",
        "Draw a card, then discard a card.",
        "Creatures you control gain flying until end of turn.",
        "Target creature gains flying until end of turn.",
        "Each player discards a card.",
        "Target player draws two cards and loses 2 life.",
    ]);
    declined(&[
        "Target player draw a card.",
        "You draws a card.",
        "Creatures you control gains flying until end of turn.",
        "Target creature gain flying until end of turn.",
        "Draw one cards.",
    ]);
}

#[test]
fn amounts_are_read_everywhere() {
    spells_read(&[
        "~ deals X damage to any target, where X is the number of Swamps you control.",
        "You gain 2 life for each creature you control.",
        "Draw cards equal to the number of Goblins you control.",
        "You gain life equal to target creature's power.",
        "Target creature gets +1/+1 until end of turn for each Swamp you control.",
        "Create a 1/1 white Soldier creature token for each land you control.",
        "You lose half your life, rounded up.",
    ]);
    declined(&["You gain life for each creature you control.", "Draw two card.", "You gain 03 life."]);
    let life = spell("You gain 2 life for each creature you control.");
    assert!(life.contains("GainLife(You, Times(Count(Battlefield"), "{life}");
}

#[test]
fn triggers_take_any_payload() {
    permanents_read(&[
        "When ~ enters, draw a card.",
        "When ~ enters or dies, draw a card.",
        "Whenever ~ or another creature you control dies, draw a card.",
        "Whenever ~ blocks or becomes blocked, it gets +1/+1 until end of turn.",
        "At the beginning of each player's upkeep, that player loses 1 life.",
        "Whenever you cast an instant or sorcery spell, scry 1.",
        "Whenever one or more creatures you control attack, draw a card.",
        "When ~ enters, if you control another Goblin, draw a card.",
        "Whenever ~ deals combat damage to a player, you may draw a card.",
    ]);
    declined(&[
        "When ~ enters draw a card.",
        "When ~ enter, draw a card.",
        "At the beginning of my upkeep, draw a card.",
    ]);
    let text = creature("When ~ enters, if you control another Bear, draw a card.");
    assert!(text.contains("if Exists(Battlefield"), "{text}");
}

#[test]
fn conditions() {
    let text = creature("As long as you control three or more artifacts, ~ gets +2/+2 and has flying.");
    assert!(text.contains("while Compare(Count(Battlefield"), "{text}");
    let text = spell("Draw a card. If you control a Goblin, draw two cards instead.");
    assert!(text.contains("Unless(Exists"), "{text}");
    assert!(text.contains("Jump"), "{text}");
    let text = spell("Counter target spell unless its controller pays {3}.");
    assert!(text.contains("MayPay(ControllerOf(Target(0))"), "{text}");
}

#[test]
fn costs_have_capitals_before_a_colon_only() {
    permanents_read(&[
        "{1}, {T}, Sacrifice ~: Draw a card.",
        "Discard a card, Pay 2 life: Draw a card.",
        "Tap two untapped creatures you control: Draw a card.",
        "As an additional cost to cast ~, sacrifice a creature or pay 3 life.",
        "+1: Draw a card.",
        "−3: Draw a card.",
        "−X: You gain X life.",
    ]);
    declined(&["{1}, sacrifice ~: Draw a card.", "As an additional cost to cast ~, Sacrifice a creature."]);
}

#[test]
fn keywords_are_expanded_from_their_definitions() {
    let text = creature("Prowess");
    assert!(text.contains("Whenever you cast a noncreature spell"), "{text}");
    let text = creature("Cycling {2}");
    assert!(text.contains("Ability in Hand") && text.contains("DiscardSource"), "{text}");
    let text = creature("Protection from black and from green");
    assert!(text.contains("protection from black, protection from green"), "{text}");
    let text = creature("Ward—Pay 3 life.");
    assert!(text.contains("parts: [Life(Const(3))]"), "{text}");
    let text = spell("Draw a card.\nFlashback {3}");
    assert!(text.contains("Cast in Graveyard"), "{text}");
    let text = creature("Evoke {1}");
    assert!(text.contains("if CostPaid(3)"), "{text}");
    let text = creature("Persist");
    assert!(text.contains("counters: [(CounterKind(1), Const(1))]"), "{text}");
}

#[test]
fn references_mean_what_was_mentioned() {
    let text = spell("Destroy target creature. Its controller loses 2 life.");
    assert!(text.contains("LoseLife(ControllerOf(Target(0)), Const(2))"), "{text}");
    let text = spell("Exile target creature, then return it to the battlefield under its owner's control.");
    assert!(text.contains("Some(0))") && text.contains("Move(Register(0)"), "{text}");
    let text = creature("Whenever ~ blocks a creature, that creature gains flying until end of turn.");
    assert!(text.contains("Continuous(EventOther"), "{text}");
    let text = creature("When ~ enters, create a 1/1 red Goblin creature token. It gains haste until end of turn.");
    assert!(text.contains("into: Some(0)") && text.contains("Continuous(Register(0)"), "{text}");
    let text =
        spell("Gain control of target creature until end of turn. Sacrifice it at the beginning of the next end step.");
    assert!(text.contains("SetObjects(0, Target(0))") && text.contains("Delayed"), "{text}");
    not_compiled(
        "type Instant",
        &[
            "It gains flying until end of turn.",
            "That creature gains flying until end of turn.",
            "Draw a card. It gains flying until end of turn.",
            "Destroy all creatures. It gains flying until end of turn.",
            "You gain that much life.",
            "Draw X cards.",
            "Target creature gets +1/+1.",
            // The target would be chosen by what comes later.
            "Target player draws a card at the beginning of the next turn's upkeep.",
        ],
    );
}

#[test]
fn granted_abilities_are_compiled() {
    let text = creature("Creatures you control have \"{T}: Add {G}.\"");
    assert!(text.contains("AddAbility"), "{text}");
    let text = creature("~ has flying and \"{1}: ~ gets +1/+0 until end of turn.\"");
    assert!(text.contains("AddKeywords") && text.contains("AddAbility"), "{text}");
}

#[test]
fn modes() {
    let text = spell("Choose one —\n• Draw a card.\n• You gain 3 life.");
    assert!(text.contains("min: 1, max: 1") && text.contains("mode 1: You gain 3 life."), "{text}");
    let text = spell("Choose one or both —\n• Draw a card.\n• You gain 3 life.");
    assert!(text.contains("min: 1, max: 2"), "{text}");
}

#[test]
fn diagnostics_point_at_the_words() {
    let mut base = CardBase::new();
    base.add_text("a.txt", "name Test Card\ntype Instant\ntext Draw a card. Frobnicate the widget. Draw a card.");
    let errors = base.check_card("Test Card").expect_err("the text makes no sense");
    let error = &errors[0];
    assert_eq!((error.kind, error.line, error.column), (DiagnosticKind::Unread, 3, 19));
    assert_eq!(error.span(), "Frobnicate the widget");
    assert!(error.to_string().contains("^^^^"), "{error}");
}

#[test]
fn what_the_engine_cannot_do_is_underlined() {
    let mut base = CardBase::new();
    let text = "name Test Card\ntype Creature Bear\npt 2/2\ntext Flying\ntext Each creature card in your hand has cycling {1}{U}.";
    base.add_text("a.txt", text);
    let errors = base.check_card("Test Card").expect_err("hands are no place for continuous effects");
    assert_eq!((errors[0].kind, errors[0].line), (DiagnosticKind::Unsupported, 5));
    assert_eq!(errors[0].span(), "Each creature card in your hand has cycling {1}{U}.");
}

/// What no paragraph says is no paragraph's fault, and what the second says isn't the first's.
#[test]
fn a_refusal_underlines_what_it_is_about() {
    let mut base = CardBase::new();
    base.add_text(
        "a.txt",
        "name Test Aura\ncost {1}{U}\ntype Enchantment Aura\ntext Flash\ntext Enchanted creature gets +1/+1.\n\n\
         name Test Modes\ncost {U}\ntype Instant\ntext Draw a card.\ntext Choose one —\ntext • You gain 3 life.\ntext • You lose 3 life.\n",
    );
    let refused = |name: &str| {
        let error = base.check_card(name).expect_err("it can't be compiled").swap_remove(0);
        (error.kind, error.line, error.column, error.span().to_owned())
    };
    assert_eq!(refused("Test Aura"), (DiagnosticKind::Unsupported, 1, 6, "Test Aura".to_owned()));
    let (kind, line, _, words) = refused("Test Modes");
    assert_eq!((kind, line), (DiagnosticKind::Unsupported, 11));
    assert!(words.starts_with("Choose one"), "{words}");
}

#[test]
fn what_several_costs_are_paid_with_is_not_kept_apart() {
    let one = "{1}, Exile a creature card from your graveyard: Create a token that's a copy of the exiled card.";
    assert!(creature(one).contains("CreateCopy"));
    not_compiled(
        "type Creature Bear\npt 2/2",
        &[
            "{1}, Sacrifice an artifact, Exile a creature card from your graveyard: Create a token that's a copy of the exiled card.",
        ],
    );
}

#[test]
fn what_refers_back_is_found_by_its_rows() {
    let refers = |text: &str| {
        let tokens = lex(text);
        refers_back(&read::<SpellParagraph>(&tokens).expect("it is read")[0])
    };
    assert!(refers("It gets +1/+1 until end of turn."));
    assert!(refers("Put the exiled cards into your hand."));
    assert!(refers("Target creature gains flying until end of turn. Untap that creature."));
    assert!(!refers("Target creature you control gets +1/+1 until end of turn."));
}

#[test]
fn the_card_that_a_condition_is_about_is_revealed() {
    let text = creature(
        "At the beginning of your upkeep, you may look at the top card of your library. If it shares a creature type with ~, you may reveal \
         it. If you do, you gain 4 life.",
    );
    assert!(text.contains("Reveal(Register"), "{text}");
}

#[test]
fn mistakes_in_card_files_are_reported() {
    let mut base = CardBase::new();
    let file = "name One\ncost {Z}\ntype Instant\n\nname Two\ntype Instant\nflavor Nice.\n\nname Three\ntype Instant\ntype Instant\n\n\
        type Instant\n\nname Four\ncost {1}\ncost {2}\ntype Creature Bear\npt 2\n\nname Five\ntype Creature Potato\npt 1/1\n\nname Six\npt 1/1\n";
    let diagnostics = base.add_text("a.txt", file);
    let found: Vec<_> = diagnostics.iter().map(|error| (error.kind, error.line, error.column)).collect();
    assert_eq!(
        found,
        [
            (DiagnosticKind::Value, 2, 6),
            (DiagnosticKind::Key, 7, 1),
            (DiagnosticKind::Value, 11, 6),
            (DiagnosticKind::Key, 13, 1),
            (DiagnosticKind::Key, 17, 1),
            (DiagnosticKind::Value, 19, 4),
            (DiagnosticKind::Value, 22, 6),
            (DiagnosticKind::Key, 25, 6),
        ]
    );
    assert!(base.is_empty());
    base.add_text("a.txt", "name One\ntype Instant\ntext Draw a card.");
    let diagnostics = base.add_text("b.txt", "name One\ntype Instant\ntext Draw a card.");
    assert_eq!(diagnostics[0].kind, DiagnosticKind::DuplicateName);
    assert!(diagnostics[0].message.contains("a.txt:1"));
}

#[test]
fn names_and_fingerprints() {
    let mut base = CardBase::new();
    base.add_text("a.txt", "name Bear's Den\ntype Artifact\ntext When ~ enters, draw a card.");
    assert!(base.source("Bear\u{2019}s Den").is_some());
    assert!(base.check_card("Nobody").is_err());
    let mut other = CardBase::new();
    other.add_text(
        "b.txt",
        "name Bear's Den\ntype Artifact\ntext When Bear's Den enters the battlefield, draw a card. (Really.)",
    );
    assert_eq!(base.fingerprint("Bear's Den"), other.fingerprint("Bear's Den"));
    let report = check(&base);
    assert_eq!((report.cards, report.supported), (1, 1));
}

#[test]
fn no_text_of_the_pool_can_be_read_in_two_ways() {
    let Ok(data) = std::env::var("GAUNTLET_DATA") else {
        println!("skipped: GAUNTLET_DATA is not set");
        return;
    };
    let contents = std::fs::read_to_string(format!("{data}/cards.jsonl")).expect("cards.jsonl can be read");
    let mut base = CardBase::new();
    base.add_data("cards.jsonl", &contents);
    let report = check(&base);
    let ambiguous: Vec<String> = report
        .diagnostics
        .values()
        .flatten()
        .filter(|error| error.kind == DiagnosticKind::Ambiguous)
        .map(ToString::to_string)
        .collect();
    assert!(ambiguous.is_empty(), "{} ambiguous:\n{}", ambiguous.len(), ambiguous.join("\n"));
}

/// Each clause doubles the ways to read what is joined: that is noticed before it takes all time and memory.
#[test]
fn what_is_joined_without_end_is_refused() {
    for joint in [" and ", ", ", ", then "] {
        let mut base = CardBase::new();
        let text = vec!["draw a card"; 60].join(joint);
        base.add_text("a.txt", &format!("name One\ntype Instant\ntext {text}."));
        let problems = base.check_card("One").expect_err("nothing that is read");
        assert!(problems.iter().any(|problem| problem.message.contains("too much is joined")), "{problems:?}");
    }
    let mut base = CardBase::new();
    base.add_text("a.txt", "name One\ntype Instant\ntext Draw a card, then draw a card, then draw a card.");
    assert!(base.check_card("One").is_ok());
}

/// CR 709.4b, 201.2a: a split card has both names, each half on the stack its own.
#[test]
fn names_of_split_cards() {
    let file = "name Ember // Frost\nlayout split\nface Ember\ncost {R}\ntype Instant\ntext You gain 1 life.\nface Frost\ncost {U}\ntype Instant\ntext You gain 2 life.";
    let base = base_of(file);
    let mut pool = Pool::new();
    let split = base.compile("Ember // Frost", &mut pool).expect("it compiles");
    let halves = pool.card(split).faces.clone();
    assert_eq!(pool.names(split).collect::<Vec<_>>(), ["Ember", "Frost"]);
    assert_eq!(pool.names(halves[1]).collect::<Vec<_>>(), ["Frost"]);
    assert!(pool.same_name(split, halves[0]) && !pool.same_name(halves[0], halves[1]));
}

/// CR 202.2b: a back face without an indicator in the data says what the front says, but for Eldrazi, which are colourless.
#[test]
fn colors_of_back_faces() {
    let line = |name: &str, kind: &str| {
        let face = |name: &str, cost: &str, kind: &str| {
            format!(
                r#"{{"name": "{name}", "mana_cost": "{cost}", "type_line": "Creature — {kind}", "power": "2", "toughness": "2", "text": ""}}"#
            )
        };
        format!(
            r#"{{"name": "{name}", "mana_cost": "{{G}}", "type_line": "Creature — Elf", "power": "2", "toughness": "2", "text": "", "layout": "transform", "faces": [{}, {}]}}"#,
            face(name, "{G}", "Elf"),
            face(&format!("{name} Behind"), "", kind)
        )
    };
    let mut base = CardBase::new();
    let contents = format!("{}\n{}\n", line("Plain Elf", "Wolf"), line("Odd Elf", "Eldrazi Wolf"));
    assert_eq!(base.add_data("cards.jsonl", &contents), []);
    let mut pool = Pool::new();
    let mut back = |name: &str| {
        let front = base.compile(name, &mut pool).expect("it compiles");
        pool.card(pool.card(front).faces[0]).characteristics.colors
    };
    assert_eq!(back("Plain Elf"), Colors::GREEN);
    assert_eq!(back("Odd Elf"), Colors::empty());
}

/// Every card of the pool is in an archive as it is in its source, and what keeps those that don't compile.
#[test]
fn archives_keep_cards_as_they_are() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("a.cards");
    let text = "name Zzz Bear\ncost {1}{G}\ntype Creature Bear\npt 2/2\ntext Trample\n\nname Odd\ncost {X}{W/U}\nsuper Legendary\ntype Artifact\ntype Creature \
                Bear\npt */*+1\ntext Frobnicate it.\n\nname Two // Halves\nlayout split\nface Two\ncost {R}\ntype Instant\ntext Draw a card.\nface Halves\ncost \
                {U}\ntype Sorcery\ntext Draw two cards.\n\nname Walker\ncost {2}{B}\ntype Planeswalker\nloyalty X\ntext +1: Draw a card.\n";
    let mut base = CardBase::new();
    assert_eq!(base.add_text("some.txt", text), []);
    let extra = std::env::var("GAUNTLET_DATA").map(|data| format!("{data}/cards.jsonl"));
    if let Ok(contents) = extra.map_err(|_| ()).and_then(|file| std::fs::read_to_string(file).map_err(|_| ())) {
        assert_eq!(base.add_data("cards.jsonl", &contents), []);
    }
    // Whether they compile takes long to find out; what is kept of it doesn't depend on that.
    let verdict = |name: &str| if ["Zzz Bear", "Odd"].contains(&name) { base.check_card(name) } else { Ok(()) };
    let bytes = base.to_archive(verdict);
    assert_eq!(bytes, base.to_archive(verdict));
    std::fs::write(&file, &bytes).expect("written");
    let (kept, found) = CardBase::load(&[&file]);
    assert_eq!(found, []);
    assert_eq!(kept.len(), base.len());
    for (name, other) in base.names().zip(kept.names()) {
        assert_eq!((name, base.source(name)), (other, kept.source(name)));
        assert_eq!(base.fingerprint(name), kept.fingerprint(name));
    }
    assert_eq!(kept.check_card("Odd"), base.check_card("Odd"));
    assert!(kept.check_card("Odd").is_err());
    assert_eq!(kept.source("Halves").map(|card| card.name.as_str()), Some("Two // Halves"));
    assert_eq!(kept.source("Two/Halves").map(|card| card.name.as_str()), Some("Two // Halves"));
    assert!(kept.source("Nobody At All").is_none());
    // A record that isn't as it was written is a card that says so, and no other.
    let mut bytes = bytes;
    let at = bytes.windows(10).position(|part| part == b"\"Zzz Bear\"").expect("it is there");
    bytes[at + 1] = b'A';
    std::fs::write(&file, &bytes).expect("written");
    let (damaged, _) = CardBase::load(&[&file]);
    let why = damaged.check_card("Zzz Bear").expect_err("it is damaged");
    assert!(why[0].message.contains("is damaged here"), "{}", why[0].message);
    assert!(damaged.check_card("Walker").is_ok());
}

/// What is understood of a beginning, and what goes on.
#[test]
fn words_that_go_on_are_known() {
    use super::next::next;
    let mut base = CardBase::new();
    assert_eq!(base.add_text("a", "name Zap\ntype Instant\ntext Draw a card.\n"), []);
    let card = base.source("Zap").expect("it is there");
    let begun = next(card, "Destroy target");
    assert_eq!((begun.place, begun.is_whole), (begun.text.len(), false));
    assert!(begun.words.iter().any(|word| word == "creature"), "{:?}", begun.words);
    let wrong = next(card, "Destroy tagret creature.");
    assert_eq!((&wrong.text[wrong.place..wrong.end], wrong.is_whole), ("tagret", false));
    assert!(wrong.words.iter().any(|word| word == "target"), "{:?}", wrong.words);
    assert!(next(card, "Draw a card.").is_whole);
}

/// What a node can begin with tells of none that it can't be read where it could be: the trees are those without it, of the shipped cards and of
/// every twentieth one of the large pool, if `GAUNTLET_DATA` tells where that is.
#[test]
fn nothing_is_passed_over_at_a_glance() {
    let mut base = shipped();
    let data = std::env::var_os("GAUNTLET_DATA").map(|data| PathBuf::from(data).join("cards.jsonl"));
    match data.and_then(|file| std::fs::read_to_string(file).ok()) {
        Some(cards) => {
            let sample: Vec<&str> = cards.lines().step_by(20).collect();
            base.add_contents("cards.jsonl", &sample.join("\n"));
        }
        None => println!("without GAUNTLET_DATA only the shipped cards are read"),
    }
    fn same<T: Syntax>(text: &str) -> usize {
        let tokens = lex(text);
        let all = read_everything::<T>(&tokens);
        assert_eq!(read::<T>(&tokens).unwrap_or_default(), all, "{text}");
        all.len()
    }
    let all = move || {
        let names: Vec<String> = base.names().map(str::to_owned).collect();
        let texts = names.iter().flat_map(|name| base.paragraphs(name, true)).map(|(text, _)| text);
        texts.map(|text| same::<PermanentParagraph>(&text) + same::<SpellParagraph>(&text)).sum::<usize>()
    };
    // The readers of a build without optimisation need a large stack for the longest texts.
    let reader = std::thread::Builder::new().stack_size(256 << 20).spawn(all);
    let read = reader.map(|reader| reader.join().expect("what is read is the same")).expect("there is a thread more");
    assert!(read > 400, "{read}");
}
