//! A table with a game of four decisions, small enough to write down: p0 plays a land or passes, declares two attackers as a group, and
//! then p1 passes.
#![allow(dead_code, missing_docs, unreachable_pub, reason = "not every test uses all of it")]

use gauntlet_spellbench::message::{
    Candidate, CardNameDomain, CatalogDeck, Context, ContextKind, DeckChoice, DeckRow, DeckSource, Ending,
    EngineDefaults, EngineHello, EngineIdentity, ErrorCode, Fairness, Flags, MulliganRule, Refusal, Reset, Rules,
    RulesSupported, StartingRule, Visibility,
};
use gauntlet_spellbench::observation::{Characteristics, ManaPool, ObjectRecord, Observation, Permanent, PlayerView};
use gauntlet_spellbench::reference::{Seat, TargetRef, Zone};
use gauntlet_spellbench::secret::{Secret, domain_id};
use gauntlet_spellbench::semantic::Semantic;
use gauntlet_spellbench::session::{Next, Posed, Table};
use gauntlet_spellbench::vocabulary::{CardType, Kind, PhaseStep, Supertype};
use serde_json::{Map, Value, json};

pub struct Small {
    hello: EngineHello,
    ids: Option<Secret>,
    step: usize,
}

impl Default for Small {
    fn default() -> Small {
        Small { hello: hello(), ids: None, step: 0 }
    }
}

pub fn deck() -> Vec<DeckRow> {
    vec![DeckRow { name: "Peak".to_owned(), count: 20 }]
}

pub fn hello() -> EngineHello {
    EngineHello {
        protocol_minor: 0,
        engine: EngineIdentity {
            name: "small".to_owned(),
            version: "1".to_owned(),
            source_revision: None,
            rules_snapshot_id: "rules".to_owned(),
            card_pool_identity: "cards".to_owned(),
        },
        formats: vec!["small-bo1".to_owned()],
        deck_sources: vec![DeckSource::Catalog, DeckSource::Decklist],
        catalog: vec![CatalogDeck { catalog_id: "peaks".to_owned(), name: "Peaks".to_owned(), decklist: deck() }],
        rules_supported: RulesSupported {
            mulligan: vec![MulliganRule::None],
            starting_player: vec![StartingRule::HostAssigned],
        },
        observation: Flags { poison: true, ..Flags::default() },
        decision_kinds: Kind::NEEDED.to_vec(),
        engine_defaults: EngineDefaults::default(),
        rewind: false,
        fairness: Fairness { noninterference_probe: true },
        extensions: Vec::new(),
    }
}

pub fn rules() -> Rules {
    let names = vec!["Peak".to_owned()];
    Rules {
        opponent_decklist: Visibility::Visible,
        mulligan: MulliganRule::None,
        starting_player: StartingRule::HostAssigned,
        starting_seat: Some(Seat::P0),
        card_name_domain: CardNameDomain { domain_id: domain_id(&names), names },
        extensions: Vec::new(),
        probe: false,
    }
}

/// A request to begin a game.
pub fn reset() -> Value {
    let deck = json!({"deck_id": gauntlet_spellbench::secret::deck_id(&deck()), "catalog_id": "peaks"});
    json!({
        "request_type": "reset", "game_id": "g-1", "format": "small-bo1",
        "seats": [{"seat": "p0", "deck": deck}, {"seat": "p1", "deck": deck}],
        "rules": rules(), "game_secret": "ab".repeat(32), "max_decisions": 100, "max_steps": 100,
    })
}

impl Small {
    fn id(&self, viewer: Seat, key: &str) -> String {
        self.ids.expect("a game has begun").object_id(viewer, key)
    }

    fn record(&self, viewer: Seat, key: &str, owner: Seat, zone: Zone) -> ObjectRecord {
        let creature = zone == Zone::Battlefield;
        ObjectRecord {
            object_id: self.id(viewer, key),
            card_name: Some(if creature { "Goat" } else { "Peak" }.to_owned()),
            owner_seat: owner,
            controller_seat: owner,
            zone,
            full_name: None,
            face_down: false,
            token: creature,
            copy: false,
            characteristics: Some(Characteristics {
                supertypes: if creature { vec![] } else { vec![Supertype::Basic] },
                types: vec![if creature { CardType::Creature } else { CardType::Land }],
                subtypes: vec![if creature { "goat" } else { "mountain" }.into()],
                colors: vec![],
                mana_value: 0,
                power: creature.then_some(0),
                toughness: creature.then_some(1),
                keywords: None,
            }),
            permanent: creature.then(|| Permanent {
                tapped: false,
                summoning_sick: false,
                damage: 0,
                counters: Default::default(),
                attached_to: None,
                attacking: false,
                attack_target: None,
                blocking: false,
                blocked_attackers: vec![],
                phased_out: false,
                statuses: None,
                class_level: None,
                chosen: None,
            }),
            exiled_by: None,
        }
    }

    fn observation(&self, viewer: Seat) -> Observation {
        let player = |seat: Seat| PlayerView {
            seat,
            life: 20,
            poison: Some(0),
            counters: None,
            mana_pool: ManaPool::default(),
            lands_played_this_turn: 0,
            mulligans_taken: 0,
            designations: None,
            progress: None,
            hand_count: 1,
            library_count: 19,
            hand: (seat == viewer)
                .then(|| vec![self.record(viewer, &format!("card-{}", seat.word()), seat, Zone::Hand)]),
            battlefield: match seat {
                Seat::P0 => ["goat-0", "goat-1"].map(|key| self.record(viewer, key, seat, Zone::Battlefield)).to_vec(),
                Seat::P1 => vec![],
            },
            graveyard: vec![],
            exile: vec![],
            command: vec![],
        };
        Observation {
            viewer,
            turn: 1,
            phase_step: PhaseStep::PrecombatMain,
            active_seat: Some(Seat::P0),
            priority_seat: Some(viewer),
            passed_seats: None,
            day_night: None,
            players: [player(Seat::P0), player(Seat::P1)],
            stack: vec![],
            pending_triggers: None,
            known: vec![],
        }
    }

    fn pose(&self) -> Next {
        let (seat, substeps) = match self.step {
            0 => (Seat::P0, (0, 1)),
            1 => (Seat::P0, (0, 2)),
            2 => (Seat::P0, (1, 2)),
            3 => (Seat::P1, (0, 1)),
            _ => return Next::End(Ending::natural(Some(Seat::P0), "p1_life_zero")),
        };
        let observation = self.observation(seat);
        let own = &observation.players[0];
        let semantics = match self.step {
            0 => {
                let source = own.hand.as_ref().expect("an own hand")[0].reference();
                vec![Semantic::Pass {}, Semantic::PlayLand { source, face: 0 }]
            }
            1 | 2 => [Some(TargetRef::Player(Seat::P1)), None]
                .map(|defender| Semantic::DeclareAttack {
                    attacker: own.battlefield[self.step - 1].reference(),
                    defender,
                })
                .to_vec(),
            _ => vec![Semantic::Pass {}],
        };
        let number = |(place, semantic)| Candidate { candidate_id: place as u32, semantic, display_text: None };
        let kind = if matches!(self.step, 1 | 2) { ContextKind::Choice } else { ContextKind::Priority };
        Next::Decision(Box::new(Posed {
            seat,
            substep_index: substeps.0,
            substep_count: substeps.1,
            context: Context { kind, source: None, purpose: None, text: None, rewind: false },
            candidates: semantics.into_iter().enumerate().map(number).collect(),
            observation,
            extensions: Map::new(),
        }))
    }
}

impl Table for Small {
    fn hello(&self) -> &EngineHello {
        &self.hello
    }

    fn check_deck(&self, deck: &DeckChoice) -> Result<(), Refusal> {
        match deck {
            DeckChoice::List(list) if list.decklist.iter().any(|row| row.name != "Peak") => {
                Err(Refusal::new(ErrorCode::UnsupportedDeck, "there are only Peaks"))
            }
            _ => Ok(()),
        }
    }

    fn reset(&mut self, _: &Reset, secret: Secret) -> Result<Next, Refusal> {
        self.ids = Some(secret.of_objects());
        self.step = 0;
        Ok(self.pose())
    }

    fn step(&mut self, _: usize) -> Next {
        self.step += 1;
        self.pose()
    }

    fn probe(&mut self, samples: u32) -> Result<Vec<Posed>, Refusal> {
        let Next::Decision(posed) = self.pose() else { unreachable!("a decision is pending") };
        Ok(vec![*posed; samples as usize])
    }
}
