//! A table at which tests play: cards by their text, positions by hand, actions by their description.
#![allow(dead_code, missing_docs, unreachable_pub)]

use std::collections::BTreeMap;
use std::sync::Arc;

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::filter::{CounterKind, Step, Zone};
use gauntlet_cards::text::{CardBase, CardSource};
use gauntlet_core::{Game, Outcome, PerPlayer, Player, Seed};
use gauntlet_magic::arrange::{Arrangement, Placed};
use gauntlet_magic::beliefs::{Assumed, Field, Possible};
use gauntlet_magic::decision::{Action, DecisionKind};
use gauntlet_magic::state::{Flags, Object};
use gauntlet_magic::{Options, Position, Setup};

pub const A: Player = Player::FIRST;
pub const B: Player = Player::SECOND;

/// A basic land of each type, on every table.
pub const LANDS: &str = "\
name Field
super Basic
type Land Plains

name Isle
super Basic
type Land Island

name Bog
super Basic
type Land Swamp

name Peak
super Basic
type Land Mountain

name Grove
super Basic
type Land Forest
";

/// Cards that many tests play with, on every table.
const REGULARS: &str = "\
name Idler
cost {1}
type Artifact
text {0}: Untap ~.

name Bear Cub
cost {1}{G}
type Creature Bear
pt 2/2

name Ogre
cost {4}
type Creature Ogre
pt 4/4
";

/// A position being prepared.
pub struct Table {
    base: CardBase,
    pool: Pool,
    ids: BTreeMap<String, CardId>,
    arrangement: Arrangement,
    options: Options,
    fields: PerPlayer<Vec<Possible>>,
    unknown: PerPlayer<bool>,
}

impl Table {
    /// A table for cards written as in a card file.
    pub fn new(cards: &str) -> Table {
        let mut base = CardBase::new();
        for text in [LANDS, REGULARS, cards] {
            let problems = base.add_text("test", text);
            assert!(problems.is_empty(), "{problems:?}");
        }
        Table {
            base,
            pool: Pool::new(),
            ids: BTreeMap::new(),
            arrangement: Arrangement::new(),
            options: Options { journal: true, ..Options::default() },
            fields: PerPlayer::default(),
            unknown: PerPlayer::default(),
        }
    }

    /// A card that is written in code.
    pub fn with(mut self, card: CardSource) -> Table {
        let problem = self.base.add(card);
        assert!(problem.is_none(), "{problem:?}");
        self
    }

    fn card(&mut self, name: &str) -> CardId {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let compiled = self.base.compile(name, &mut self.pool);
        let id = compiled.unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        self.ids.insert(name.to_owned(), id);
        id
    }

    fn put(mut self, player: Player, zone: Zone, names: &[&str], tapped: bool) -> Table {
        for name in names {
            let card = self.card(name);
            self.arrangement.cards.push(Placed { player, zone, card, tapped });
        }
        self
    }

    pub fn battlefield(self, player: Player, names: &[&str]) -> Table {
        self.put(player, Zone::Battlefield, names, false)
    }

    pub fn tapped(self, player: Player, names: &[&str]) -> Table {
        self.put(player, Zone::Battlefield, names, true)
    }

    pub fn hand(self, player: Player, names: &[&str]) -> Table {
        self.put(player, Zone::Hand, names, false)
    }

    pub fn graveyard(self, player: Player, names: &[&str]) -> Table {
        self.put(player, Zone::Graveyard, names, false)
    }

    /// The last one is the top card.
    pub fn library(self, player: Player, names: &[&str]) -> Table {
        self.put(player, Zone::Library, names, false)
    }

    pub fn life(mut self, player: Player, life: i32) -> Table {
        self.arrangement.life[player] = Some(life);
        self
    }

    /// The other player is told that this one's cards may be these, outside the game and inside.
    pub fn may_be(mut self, player: Player, name: &str, cards: &[(usize, &str)], outside: &[&str]) -> Table {
        let mut list = Vec::new();
        for (count, card) in cards {
            let card = self.card(card);
            list.extend(std::iter::repeat_n(card, *count));
        }
        let outside = outside.iter().map(|card| self.card(card)).collect();
        self.fields[player].push(Possible { name: name.to_owned(), cards: list, outside, leaders: Vec::new() });
        self
    }

    /// The other player is told nothing of this one's cards.
    pub fn unknown(mut self, player: Player) -> Table {
        self.unknown[player] = true;
        self
    }

    /// What this player owns from outside the game.
    pub fn outside(mut self, player: Player, names: &[&str]) -> Table {
        let cards: Vec<CardId> = names.iter().map(|name| self.card(name)).collect();
        self.arrangement.outside[player].extend(cards);
        self
    }

    fn told(&mut self) -> PerPlayer<Assumed> {
        PerPlayer::from_fn(|player: Player| match (self.unknown[player], self.fields[player].as_slice()) {
            (true, _) => Assumed::Nothing(self.pool.add_blank()),
            (false, []) => Assumed::List,
            (false, lists) => Assumed::Field(Arc::new(Field::new(&self.pool, lists.to_vec()))),
        })
    }

    /// Ask also where there is just one legal action.
    pub fn ask_forced(mut self) -> Table {
        self.options.ask_forced = true;
        self
    }

    /// The game ends after that many actions.
    pub fn max_actions(mut self, count: u32) -> Table {
        self.options.max_actions = count;
        self
    }

    /// Both players pay mana by hand.
    pub fn by_hand(mut self) -> Table {
        self.options.manual_payment = PerPlayer([true; 2]);
        self
    }

    pub fn lands(self, player: Player, count: usize, name: &str) -> Table {
        let names = vec![name; count];
        self.battlefield(player, &names)
    }

    /// Both libraries get twenty cards below those that were named, so that nobody runs out.
    pub fn start(mut self, filler: &str) -> Play {
        let filler = self.card(filler);
        let filled = |player| (0..20).map(move |_| Placed { player, zone: Zone::Library, card: filler, tapped: false });
        let cards = filled(A).chain(filled(B)).chain(self.arrangement.cards.clone()).collect();
        self.arrangement.cards = cards;
        let empty = Arc::new(Vec::new());
        let told = Some(Arc::new(self.told()));
        let setup = Setup {
            pool: Arc::new(self.pool),
            decks: PerPlayer([Arc::clone(&empty), empty]),
            outside: PerPlayer::default(),
            options: self.options,
            told,
        };
        let (position, _) = Position::arranged(&setup, &self.arrangement, Seed::from_u64(1));
        Play { position }
    }
}

/// A game being played.
pub struct Play {
    pub position: Position,
}

impl Play {
    pub fn legal(&self) -> Vec<(Action, String)> {
        let mut legal = Vec::new();
        self.position.legal_actions(&mut legal);
        legal.into_iter().map(|action| (action, self.position.describe(action))).collect()
    }

    pub fn offered(&self, text: &str) -> bool {
        self.legal().iter().any(|(_, line)| line.starts_with(text))
    }

    pub fn player(&self) -> Option<Player> {
        self.position.to_act()
    }

    pub fn kind(&self) -> DecisionKind {
        self.position.decision().kind
    }

    /// Takes the first legal action whose description starts with `text`.
    pub fn act(&mut self, text: &str) -> &mut Play {
        let legal = self.legal();
        let found = legal.iter().find(|(_, line)| line.starts_with(text));
        let Some((action, _)) = found else {
            panic!(
                "nothing legal starts with {text:?} ({:?} of {:?}, turn {} {:?}): {:?}\n{}",
                self.kind(),
                self.player(),
                self.position.turn(),
                self.step(),
                legal.iter().map(|(_, line)| line).collect::<Vec<_>>(),
                self.position.journal_lines().join("\n")
            )
        };
        self.position.apply(*action);
        self
    }

    pub fn position_apply(&mut self, action: Action) -> &mut Play {
        self.position.apply(action);
        self
    }

    /// Passes priority for whoever has it until the stack is empty.
    pub fn resolve(&mut self) -> &mut Play {
        while self.kind() == DecisionKind::Priority && self.position.state_stack_len() > 0 {
            self.act("pass");
        }
        self
    }

    /// Passes, declining everything, until a step of a turn.
    pub fn go_to(&mut self, turn: u32, step: Step) -> &mut Play {
        for _ in 0..1000 {
            if self.position.outcome().is_some() || (self.position.turn(), self.step()) >= (turn, step) {
                break;
            }
            // Passing and declining come first among the legal actions.
            let action = self.legal()[0].0;
            self.position.apply(action);
        }
        self
    }

    pub fn step(&self) -> Step {
        self.position.visible(A).step()
    }

    pub fn life(&self, player: Player) -> i32 {
        self.position.visible(player).player(player).life
    }

    pub fn permanents(&self, name: &str) -> Vec<Object> {
        let all = self.position.state().permanents();
        let named = |object: &Object| self.position.pool().card(object.card).name == name;
        all.map(|(_, object)| *object).filter(named).collect()
    }

    pub fn count(&self, name: &str) -> usize {
        self.permanents(name).len()
    }

    /// Power and toughness of the only permanent of a name.
    pub fn pt(&self, name: &str) -> (i16, i16) {
        let found = self.permanents(name);
        assert_eq!(found.len(), 1, "{} permanents are called {name}", found.len());
        (found[0].characteristics.power, found[0].characteristics.toughness)
    }

    pub fn tapped(&self, name: &str) -> bool {
        self.permanents(name).iter().any(|object| object.is(Flags::TAPPED))
    }

    pub fn counters(&self, name: &str, kind: CounterKind) -> u16 {
        let named = |object: &Object| self.position.pool().card(object.card).name == name;
        let mut all = self.position.state().permanents().filter(|(_, object)| named(object));
        all.next().map_or(0, |(id, _)| self.position.state().counters_on(id.index() as u16, kind))
    }

    pub fn graveyard(&self, player: Player) -> Vec<String> {
        let cards = self.position.visible(player).graveyard(player);
        cards.map(|object| self.position.pool().card(object.card).name.clone()).collect()
    }

    pub fn hand(&self, player: Player) -> Vec<String> {
        let cards = self.position.visible(player).hand();
        cards.map(|card| self.position.pool().card(card).name.clone()).collect()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }
}
