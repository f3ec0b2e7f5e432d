//! What is derived from secrets: game secrets, game ids, seeds of agents, object ids, streams (§5.3, §11.6), and the digests (§4.3, §11.8).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hmac::{Hmac, KeyInit, Mac};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::canonical::canonical;
use crate::json;
use crate::message::DeckRow;
use crate::reference::Seat;

/// 32 bytes that are known to the host (of a run) or to host and engine (of a game) alone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// A number of bytes in lowercase hexadecimal.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn first_eight(bytes: [u8; 32]) -> [u8; 8] {
    let [a, b, c, d, e, f, g, h, ..] = bytes;
    [a, b, c, d, e, f, g, h]
}

impl Secret {
    /// The secret that 64 lowercase hexadecimal digits say, or none.
    pub fn from_hex(text: &str) -> Option<Secret> {
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            b'a'..=b'f' => Some(byte - b'a' + 10),
            _ => None,
        };
        let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
        let bytes: Option<Vec<u8>> = pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect();
        bytes?.try_into().ok().map(Secret)
    }

    /// The secret as 64 lowercase hexadecimal digits.
    pub fn to_hex(&self) -> String {
        hex(&self.0)
    }

    /// HMAC-SHA256 of a message with this secret as key.
    pub fn mac(&self, message: &str) -> [u8; 32] {
        // HMAC takes keys of any length.
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key");
        mac.update(message.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// What is published before a run, of its secret.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// The secret of a game of the run that this is the secret of.
    pub fn of_game(&self, game: u64) -> Secret {
        Secret(self.mac(&format!("{}/game:{game}", crate::PROTOCOL)))
    }

    /// The name of a game of the run.
    pub fn game_id(&self, game: u64) -> String {
        format!("g-{}", hex(&first_eight(self.mac(&format!("{}/game-id:{game}", crate::PROTOCOL)))))
    }

    /// The seed of the agent in a seat of a game of the run.
    pub fn agent_seed(&self, game: u64, seat: Seat) -> u64 {
        let mac = self.mac(&format!("{}/agent-seed:{game}:{}", crate::PROTOCOL, seat.word()));
        u64::from_be_bytes(first_eight(mac)) & json::MOST.unsigned_abs()
    }

    /// The key of the object ids of the game that this is the secret of.
    pub fn of_objects(&self) -> Secret {
        Secret(self.mac(&format!("{}/object-id", crate::PROTOCOL)))
    }

    /// The id of an object for a viewer, if this is the key of [`Secret::of_objects`]. `key` is the engine's own name of the object during
    /// its stay in its zone, and of each look at a hidden card.
    pub fn object_id(&self, viewer: Seat, key: &str) -> String {
        format!("o-{}", hex(&first_eight(self.mac(&format!("{}:{key}", viewer.word())))))
    }

    /// The seed of a random stream of the game that this is the secret of. `seat` is none for what both share.
    pub fn stream(&self, seat: Option<Seat>, purpose: &str, number: u64) -> [u8; 32] {
        self.mac(&format!("{}/rng:{}:{purpose}:{number}", crate::PROTOCOL, seat.map_or("shared", Seat::word)))
    }
}

/// `sha256:` and the hash of a message's canonical form.
pub fn digest(message: &impl Serialize) -> String {
    format!("sha256:{}", hex(&Sha256::digest(canonical(message))))
}

/// The name of a decklist: equal for lists with the same cards, however they are ordered and split.
pub fn deck_id(rows: &[DeckRow]) -> String {
    digest(&sorted(rows))
}

/// A decklist with one row for each name, sorted by name.
pub fn sorted(rows: &[DeckRow]) -> Vec<DeckRow> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for row in rows {
        let count = counts.entry(&row.name).or_default();
        *count = count.saturating_add(row.count);
    }
    counts.into_iter().map(|(name, count)| DeckRow { name: name.to_owned(), count }).collect()
}

/// The name of a list of cards' names that can be named.
pub fn domain_id(names: &[String]) -> String {
    let mut names = names.to_vec();
    names.sort_unstable();
    digest(&names)
}

/// The chain of hashes over a game's messages between host and engine (§11.8).
#[derive(Clone, Debug)]
pub struct Chain([u8; 32]);

impl Chain {
    /// The chain after the request that began the game.
    pub fn new(reset: &Value) -> Chain {
        let mut hash = Sha256::new();
        hash.update(format!("{}/game-digest", crate::PROTOCOL));
        hash.update(canonical_without_id(reset));
        Chain(hash.finalize().into())
    }

    /// Adds a request or response, or what the host itself says of how the game ended.
    pub fn add(&mut self, message: &Value) {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(canonical_without_id(message));
        self.0 = hash.finalize().into();
    }

    /// The game's digest.
    pub fn digest(&self) -> String {
        format!("sha256:{}", hex(&self.0))
    }
}

fn canonical_without_id(message: &Value) -> String {
    if message.get("request_id").is_none() {
        return canonical(message);
    }
    let mut message = message.clone();
    if let Some(fields) = message.as_object_mut() {
        fields.remove("request_id");
    }
    canonical(&message)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The values of the specification (§16).
    #[test]
    fn the_test_vectors_hold() {
        let run = Secret(std::array::from_fn(|byte| byte as u8));
        assert_eq!(run.commitment(), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
        let game = run.of_game(0);
        assert_eq!(game.to_hex(), "7648831b4ae4148770e13149d5ebbe1c4991168413d4b38e49292cfc5538980e");
        assert_eq!(run.of_game(1).to_hex(), "952ea875cce08bf7706f87a89ae6a4e318a1bc4b46d6b506f8bb8505c518238e");
        assert_eq!([run.game_id(0), run.game_id(1)], ["g-f67d7fe78c792984", "g-bb341404cf686511"]);
        let seeds = [(0, Seat::P0), (0, Seat::P1), (1, Seat::P0), (1, Seat::P1)];
        let expected = [8_103_969_398_531_465, 1_382_627_979_884_484, 4_616_060_983_342_951, 7_705_961_899_067_306];
        assert_eq!(seeds.map(|(index, seat)| run.agent_seed(index, seat)), expected);
        let objects = game.of_objects();
        assert_eq!(objects.to_hex(), "842e5229d41477f389ae25e2b8196afb5bfa8c6bd9b95d7bd3703031c88e22e6");
        let ids = [(Seat::P0, "card-17:z2"), (Seat::P1, "card-17:z2"), (Seat::P0, "card-17:z2:look:0")];
        let ids = ids.map(|(seat, key)| objects.object_id(seat, key));
        assert_eq!(ids, ["o-0a3647243d16bf78", "o-e5e4b7ed2a0730e4", "o-794a5cb152c9620f"]);
        let stream = game.stream(Some(Seat::P1), "library_shuffle", 0);
        assert_eq!(hex(&stream[..8]), "8a28fd4db75719b1");
    }

    #[test]
    fn the_digests_of_the_specification_hold() {
        let row = |name: &str, count| DeckRow { name: name.to_owned(), count };
        let deck = [row("Mountain", 10), row("Lightning Bolt", 4), row("Mountain", 8)];
        let expected = "sha256:0df0a001e3c4b74b1061b21e319a645f32fbe3173120e432864e14d6d6f2f5d2";
        assert_eq!(deck_id(&deck), expected);
        let names = ["Mountain", "Lightning Bolt"].map(str::to_owned);
        let domain = "sha256:74f7f4b39eecbed1c039cf4b229fa533069d2cdd8caf3bb6380b832eb40fb697";
        assert_eq!(domain_id(&names), domain);
        let text = json!({"b": "Chainer's Edict", "a": "Lim-D\u{fb}l's Vault", "c": "tab\there"});
        assert_eq!(digest(&text), "sha256:041575311eb1deb02f63f70361e14159034faf0d2a31e57edf8b4cf037680377");
        let deck = json!({"deck_id": expected, "catalog_id": "Burn"});
        let reset = json!({
            "request_type": "reset", "protocol": "spellbench/v2", "request_id": "h-2", "game_id": "g-f67d7fe78c792984",
            "format": "pauper-bo1", "seats": [{"seat": "p0", "deck": deck}, {"seat": "p1", "deck": deck}],
            "rules": {
                "opponent_decklist": "visible", "mulligan": "none", "starting_player": "host_assigned", "starting_seat": "p0",
                "card_name_domain": {"domain_id": domain, "names": ["Lightning Bolt", "Mountain"]},
                "extensions": [], "probe": false,
            },
            "game_secret": "7648831b4ae4148770e13149d5ebbe1c4991168413d4b38e49292cfc5538980e",
            "max_decisions": 10000, "max_steps": 100_000,
        });
        let expected = "sha256:a328e304e4dcacdde5d8abe089c93a8bedd108e9985d3bdab6ede3b8e8f093a3";
        assert_eq!(Chain::new(&reset).digest(), expected);
    }

    #[test]
    fn a_secret_is_64_lowercase_digits() {
        let secret = Secret([0xab; 32]);
        assert_eq!(Secret::from_hex(&secret.to_hex()), Some(secret));
        for text in ["", &"AB".repeat(32), &"ab".repeat(31), &"ab".repeat(33), &"é".repeat(32), &"a".repeat(63)] {
            assert_eq!(Secret::from_hex(text), None, "{text}");
        }
    }
}
