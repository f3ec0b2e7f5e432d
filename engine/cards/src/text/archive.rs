//! Card archives: many cards in one file, each with whether it compiles, opened without reading them.
//!
//! ```text
//! "gauntlet cards\n"  version: u32                   15 + 4 bytes
//! compiler: [u8; 32]                                 the number of the compiler that the verdicts are of
//! index: u64, [u8; 32]   body: u64, [u8; 32]         lengths and BLAKE3 hashes of the two parts that follow
//! index: names of files; cards (name, place in the body, hash of the record); other names of cards
//! body: a record for each card
//! ```
//!
//! Numbers are little-endian, texts have their length before them. The index is read and checked when an archive is opened, a record when
//! its card is asked for. Equal cards make equal bytes.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::record::{self, Verdict};
use super::source::CardSource;

/// How an archive begins.
const MAGIC: &[u8; 15] = b"gauntlet cards\n";

/// The version of the layout above.
const VERSION: u32 = 1;

/// The length of what stands before the index.
const HEAD: usize = MAGIC.len() + 4 + 32 + 2 * (8 + 32);

/// The longest index that is read, in bytes: more than any has.
const LONGEST: u64 = 1 << 28;

/// The number of this compiler, in hexadecimal: a hash of its sources.
pub const COMPILER: &str = env!("GAUNTLET_COMPILER");

/// Returns whether a file begins as an archive does.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Why an archive can't be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// It can't be read.
    #[error("{}: the card archive can't be read: {cause}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// It isn't an archive.
    #[error("{}: this isn't a card archive; delete it, and if it is to be the user's database, make that with `gauntlet cards update`", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It is of another version of the layout.
    #[error("{}: this card archive has layout {found}, and this program reads layout {VERSION}: rebuild it, the user's database with `gauntlet cards update`, another with `gauntlet cards compile`", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version of its layout.
        found: u32,
    },
    /// It isn't as it was written.
    #[error("{}: this card archive is damaged ({what}): rebuild it, the user's database with `gauntlet cards update`, another with `gauntlet cards compile`", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

/// A card that was asked for.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) source: CardSource,
    /// `None` if another compiler came to it.
    pub(super) verdict: Option<Verdict>,
}

/// Where a card is.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Where its name begins in the index, and how long it is.
    name: (u32, u16),
    /// Where its record begins in the body, and how long it is.
    record: (u64, u32),
    hash: u64,
}

/// An archive that is open.
pub struct Archive {
    path: PathBuf,
    file: Mutex<File>,
    body: u64,
    body_hash: [u8; 32],
    body_length: u64,
    index: Vec<u8>,
    files: Vec<String>,
    entries: Vec<Entry>,
    /// Other names of cards, where they begin and how long they are, with their cards' numbers, by name.
    aliases: Vec<((u32, u16), u32)>,
    cards: Vec<OnceLock<Box<Kept>>>,
    is_current: bool,
}

impl fmt::Debug for Archive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Archive({}, {} cards)", self.path.display(), self.entries.len())
    }
}

impl Archive {
    /// The bytes of an archive of these cards, which have different names, with other names of theirs.
    pub(super) fn bytes(cards: &[(&CardSource, Verdict)], aliases: &[(&str, &str)]) -> Vec<u8> {
        let mut cards: Vec<&(&CardSource, Verdict)> = cards.iter().collect();
        cards.sort_by_key(|card| &card.0.name);
        let mut files: Vec<&str> = cards.iter().map(|card| card.0.file.as_str()).collect();
        files.sort_unstable();
        files.dedup();
        let (mut index, mut body) = (Vec::new(), Vec::new());
        index.extend((files.len() as u32).to_le_bytes());
        files.iter().for_each(|file| push(&mut index, file));
        index.extend((cards.len() as u32).to_le_bytes());
        for (source, verdict) in &cards {
            let file = files.binary_search(&source.file.as_str()).expect("it is one of them");
            let record = record::write(source, file, verdict);
            push(&mut index, &source.name);
            index.extend((body.len() as u64).to_le_bytes());
            index.extend((record.len() as u32).to_le_bytes());
            index.extend(short_hash(&record).to_le_bytes());
            body.extend(record);
        }
        let number = |name: &str| cards.binary_search_by_key(&name, |card| card.0.name.as_str());
        let mut aliases: Vec<(&str, u32)> =
            aliases.iter().filter_map(|(alias, name)| Some((*alias, number(name).ok()? as u32))).collect();
        aliases.sort_unstable();
        aliases.dedup_by_key(|alias| alias.0);
        index.extend((aliases.len() as u32).to_le_bytes());
        for (alias, card) in aliases {
            push(&mut index, alias);
            index.extend(card.to_le_bytes());
        }
        let mut all = Vec::with_capacity(HEAD + index.len() + body.len());
        all.extend(MAGIC);
        all.extend(VERSION.to_le_bytes());
        all.extend(compiler());
        for part in [&index, &body] {
            all.extend((part.len() as u64).to_le_bytes());
            all.extend(blake3::hash(part).as_bytes());
        }
        all.extend(index);
        all.extend(body);
        all
    }

    /// Opens an archive. Its cards aren't read yet.
    ///
    /// # Errors
    /// If it can't be read, is none, is of another version, or isn't as it was written.
    pub fn open(path: &Path) -> Result<Archive, ArchiveError> {
        let unreadable = |cause| ArchiveError::Unreadable { path: path.to_owned(), cause };
        let damaged = |what: &str| ArchiveError::Damaged { path: path.to_owned(), what: what.to_owned() };
        let mut file = File::open(path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        let mut head = Vec::with_capacity(HEAD);
        (&mut file).take(HEAD as u64).read_to_end(&mut head).map_err(unreadable)?;
        if !is_archive(&head) {
            return Err(ArchiveError::Foreign { path: path.to_owned() });
        }
        let mut reader = Reader { bytes: &head, at: MAGIC.len() };
        let version = reader.u32().ok_or_else(|| damaged("it is cut off"))?;
        if version != VERSION {
            return Err(ArchiveError::Version { path: path.to_owned(), found: version });
        }
        let by = reader.hash().ok_or_else(|| damaged("it is cut off"))?;
        let (index_length, index_hash) = reader.sealed().ok_or_else(|| damaged("it is cut off"))?;
        let (body_length, body_hash) = reader.sealed().ok_or_else(|| damaged("it is cut off"))?;
        let whole = index_length.checked_add(body_length).and_then(|parts| parts.checked_add(HEAD as u64));
        if index_length > LONGEST || whole != Some(length) {
            return Err(damaged("its length isn't what it says"));
        }
        let mut index = vec![0; index_length as usize];
        file.read_exact(&mut index).map_err(unreadable)?;
        if *blake3::hash(&index).as_bytes() != index_hash {
            return Err(damaged("the hash of its index is another"));
        }
        let mut archive = Archive {
            path: path.to_owned(),
            file: Mutex::new(file),
            body: HEAD as u64 + index_length,
            body_hash,
            body_length,
            index: Vec::new(),
            files: Vec::new(),
            entries: Vec::new(),
            aliases: Vec::new(),
            cards: Vec::new(),
            is_current: by == compiler(),
        };
        archive.read_index(&index).ok_or_else(|| damaged("its index can't be read"))?;
        archive.index = index;
        Ok(archive)
    }

    fn read_index(&mut self, index: &[u8]) -> Option<()> {
        let mut reader = Reader { bytes: index, at: 0 };
        for _ in 0..reader.u32()? {
            let (at, length) = reader.text()?;
            self.files.push(std::str::from_utf8(&index[at as usize..][..usize::from(length)]).ok()?.to_owned());
        }
        let cards = reader.u32()?;
        self.entries.reserve_exact((cards as usize).min(index.len()));
        for _ in 0..cards {
            let name = reader.text()?;
            let record = (reader.u64()?, reader.u32()?);
            let within = record.0.checked_add(u64::from(record.1)).is_some_and(|end| end <= self.body_length);
            self.entries.push(Entry { name, record, hash: reader.u64().filter(|_| within)? });
        }
        for _ in 0..reader.u32()? {
            self.aliases.push((reader.text()?, reader.u32().filter(|card| *card < cards)?));
        }
        self.cards.resize_with(self.entries.len(), OnceLock::new);
        (reader.at == index.len()).then_some(())
    }

    /// Reads the whole body and compares its hash.
    ///
    /// # Errors
    /// If it can't be read or isn't as it was written.
    pub fn verify(&self) -> Result<(), ArchiveError> {
        let unreadable = |cause| ArchiveError::Unreadable { path: self.path.clone(), cause };
        let mut hasher = blake3::Hasher::new();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.body)).map_err(unreadable)?;
        let mut buffer = vec![0; 1 << 16];
        loop {
            let count = file.read(&mut buffer).map_err(unreadable)?;
            if count == 0 {
                break;
            }
            hasher.update(&buffer[..count]);
        }
        match *hasher.finalize().as_bytes() == self.body_hash {
            true => Ok(()),
            false => Err(ArchiveError::Damaged {
                path: self.path.clone(),
                what: "the hash of its cards is another".to_owned(),
            }),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether this very compiler has compiled its cards. If not, those that are asked for are compiled again.
    pub fn is_current(&self) -> bool {
        self.is_current
    }

    /// How many cards there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are no cards.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// A hash of all that it has: its cards and what compiles.
    pub fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.index).update(&self.body_hash);
        hasher.finalize().to_hex().to_string()
    }

    fn text(&self, (at, length): (u32, u16)) -> &str {
        std::str::from_utf8(&self.index[at as usize..][..usize::from(length)]).unwrap_or_default()
    }

    /// The names of its cards, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| self.text(entry.name))
    }

    /// Other names of cards than their own, with those.
    pub(super) fn aliases(&self) -> impl Iterator<Item = (&str, &str)> {
        self.aliases.iter().map(|(alias, card)| (self.text(*alias), self.text(self.entries[*card as usize].name)))
    }

    /// The number of the card with this name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.entries.binary_search_by(|entry| self.text(entry.name).cmp(name)).ok()
    }

    /// The number of the card that has this name besides its own.
    pub(super) fn find_alias(&self, name: &str) -> Option<usize> {
        let found = self.aliases.binary_search_by(|alias| self.text(alias.0).cmp(name)).ok()?;
        Some(self.aliases[found].1 as usize)
    }

    /// A card, read when it is first asked for. One that can't be read is there with what is wrong.
    pub(super) fn card(&self, number: usize) -> &Kept {
        self.cards[number].get_or_init(|| {
            let name = self.text(self.entries[number].name);
            Box::new(self.read(number).unwrap_or_else(|what| {
                let problem = format!(
                    "the card archive {} is damaged here ({what}): rebuild it, the user's database with `gauntlet cards update`, another with `gauntlet cards compile`",
                    self.path.display()
                );
                let file = self.path.display().to_string();
                Kept {
                    source: CardSource { name: name.to_owned(), file, problem: Some(problem), ..CardSource::default() },
                    verdict: None,
                }
            }))
        })
    }

    fn read(&self, number: usize) -> Result<Kept, String> {
        let entry = self.entries[number];
        let mut bytes = vec![0; entry.record.1 as usize];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let read = file.seek(SeekFrom::Start(self.body + entry.record.0)).and_then(|_| file.read_exact(&mut bytes));
        drop(file);
        read.map_err(|error| error.to_string())?;
        if short_hash(&bytes) != entry.hash {
            return Err("its hash is another".to_owned());
        }
        let (source, verdict) = record::read(&bytes, &self.files)?;
        Ok(Kept { source, verdict: Some(verdict).filter(|_| self.is_current) })
    }
}

/// The number of this compiler.
fn compiler() -> [u8; 32] {
    let mut number = [0; 32];
    for (place, byte) in number.iter_mut().enumerate() {
        *byte = COMPILER
            .get(2 * place..2 * place + 2)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok())
            .unwrap_or_default();
    }
    number
}

fn short_hash(bytes: &[u8]) -> u64 {
    let hash = blake3::hash(bytes);
    u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("eight of thirty-two bytes"))
}

/// Adds a text with its length. Names are cut at 65,535 bytes, which no card's reaches.
fn push(index: &mut Vec<u8>, text: &str) {
    let end = (0..=text.len().min(usize::from(u16::MAX))).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    index.extend((end as u16).to_le_bytes());
    index.extend(&text.as_bytes()[..end]);
}

/// Reads numbers and texts; `None` where there is none.
struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let found = self.bytes.get(self.at..self.at.checked_add(N)?)?.try_into().ok()?;
        self.at += N;
        Some(found)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn hash(&mut self) -> Option<[u8; 32]> {
        self.take()
    }

    /// A length and a hash.
    fn sealed(&mut self) -> Option<(u64, [u8; 32])> {
        Some((self.u64()?, self.hash()?))
    }

    /// Where a text begins, and its length.
    fn text(&mut self) -> Option<(u32, u16)> {
        let length = self.take().map(u16::from_le_bytes)?;
        let start = self.at;
        self.bytes.get(start..start + usize::from(length))?;
        self.at += usize::from(length);
        Some((u32::try_from(start).ok()?, length))
    }
}
