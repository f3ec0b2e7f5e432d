//! Numbers that tell positions apart.

use std::hash::{Hash, Hasher};

use xxhash_rust::xxh3::Xxh3;

/// Bytes that are gathered before they are hashed.
const ROOM: usize = 1024;

/// XXH3 (64 bits) of what a value is made of. Equal values have equal fingerprints, in every run and on every machine of one
/// endianness and word size.
pub(crate) fn fingerprint(value: &impl Hash) -> u64 {
    let mut gatherer = Gatherer { bytes: [0; ROOM], len: 0, hasher: Xxh3::new() };
    value.hash(&mut gatherer);
    gatherer.finish()
}

/// Hands the bytes on in large pieces: positions are written a field at a time, and for so few bytes a call of XXH3 costs many
/// times what hashing them does.
struct Gatherer {
    bytes: [u8; ROOM],
    len: usize,
    hasher: Xxh3,
}

impl Gatherer {
    #[cold]
    fn flush(&mut self, more: &[u8]) {
        self.hasher.update(&self.bytes[..self.len]);
        self.hasher.update(more);
        self.len = 0;
    }
}

impl Hasher for Gatherer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        match self.bytes.get_mut(self.len..self.len + bytes.len()) {
            Some(room) => {
                room.copy_from_slice(bytes);
                self.len += bytes.len();
            }
            None => self.flush(bytes),
        }
    }

    fn finish(&self) -> u64 {
        let mut hasher = self.hasher.clone();
        hasher.update(&self.bytes[..self.len]);
        hasher.digest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gathering_changes_no_fingerprint() {
        let value: Vec<(u8, u16, String)> =
            (0..400).map(|n| (n as u8, n, "x".repeat(usize::from(n) * 7 % 1500))).collect();
        let mut plain = Xxh3::new();
        value.hash(&mut plain);
        assert_eq!(fingerprint(&value), plain.digest());
    }
}
