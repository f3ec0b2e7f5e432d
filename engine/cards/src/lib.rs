//! Magic cards as programs: the compiled form that a card's text stands for, the compiler from text to it, and its telling in
//! plain English. There is no game here: positions and rules are in `gauntlet-magic`, which carries out what is written in this form.
//!
//! A [`CardBase`] has the sources of cards; [`CardBase::compile`] puts one into a [`Pool`], where a [`Card`] has a name, printed
//! characteristics and abilities by number. An [`Ability`] is something that a player can do, something that triggers, or something
//! that is always so; what it does is a [`Script`] of [`Instr`]s. A text that can't be read whole is refused with the place in it.
//!
//! ```
//! use gauntlet_cards::{CardBase, Pool, explain};
//!
//! let mut base = CardBase::new();
//! let problems = base.add_text("mine.txt", "name Ember\ncost {R}\ntype Instant\ntext ~ deals 2 damage to any target.\n");
//! assert!(problems.is_empty());
//!
//! let mut pool = Pool::new();
//! let ember = base.compile("Ember", &mut pool).expect("a text that can be read");
//! assert_eq!(pool.card(ember).characteristics.mana_value, 1);
//! let told = explain(&pool, ember);
//! assert!(told.contains("Ember deals 2 damage to the target."), "{told}");
//!
//! base.add_text("mine.txt", "name Riddle\ncost {U}\ntype Instant\ntext Frobnicate target player.\n");
//! let problems = base.compile("Riddle", &mut pool).expect_err("no such verb");
//! assert!(problems[0].to_string().starts_with("mine.txt:4:6: Riddle: "));
//! ```
//!
//! What no text says can be written in this form itself, as a [`Program`]. It is checked as what a text says is.
//!
//! ```
//! use gauntlet_cards::effect::{Instr, Part, Recipients, Script, TargetSpec};
//! use gauntlet_cards::filter::{Amount, Objects, PlayerFilter};
//! use gauntlet_cards::types::CardTypes;
//! use gauntlet_cards::{CardBase, CardSource, Pool, Program, Written, explain};
//!
//! // Three damage to target opponent.
//! let program = Program::new(|_pool| {
//!     let targets = vec![TargetSpec::one(Vec::new(), Some(PlayerFilter::Opponent))];
//!     let code = vec![Instr::Damage(Objects::Source, Amount::Const(3), Recipients::Target(0))];
//!     let part = Part { text: "~ deals 3 damage to target opponent.".to_owned(), targets, code };
//!     Written { spell: Script { parts: vec![part], modes: None }, ..Written::default() }
//! });
//! let spark = CardSource {
//!     name: "Spark".to_owned(),
//!     cost: Some("{R}".parse()?),
//!     types: CardTypes::SORCERY,
//!     program: Some(program),
//!     ..CardSource::default()
//! };
//!
//! let mut base = CardBase::new();
//! assert!(base.add(spark).is_none());
//! let mut pool = Pool::new();
//! let spark = base.compile("Spark", &mut pool).expect("a program that can be carried out");
//! let told = explain(&pool, spark);
//! assert!(told.contains("Spark deals 3 damage to the target opponent."), "{told}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod ability;
pub mod card;
mod characteristics;
pub mod cost;
pub mod designation;
pub mod dungeon;
pub mod effect;
pub mod explain;
pub mod face_down;
pub mod filter;
pub mod happening;
mod ids;
pub mod keyword;
mod keyword_action;
pub mod layers;
pub mod mana;
pub mod mana_ability;
pub mod mention;
mod named;
mod public;
pub mod splice;
mod subtypes;
mod support;
// Trees live for as long as one paragraph is compiled, and their rows are written in the grammar's own form.
#[allow(clippy::large_enum_variant, clippy::enum_variant_names, clippy::redundant_closure)]
pub mod text;
pub mod types;
pub mod walk;

#[doc(inline)]
pub use ability::{Ability, AbilityKind};
#[doc(inline)]
pub use card::{AbilityId, Card, CardId, Characteristics, Pool};
#[doc(inline)]
pub use cost::Cost;
#[doc(inline)]
pub use effect::{Instr, Script};
#[doc(inline)]
pub use explain::explain;
#[doc(inline)]
pub use filter::{Amount, Condition, Filter, Objects, Players};
#[doc(inline)]
pub use text::{CardBase, CardSource, Diagnostic, Program, Written};
