//! Decisions as Parquet files: a row for each, one file after the other.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gauntlet_encoding::Sparse;
use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{ColumnPath, TypePtr};
use serde::Serialize;

use crate::error::Error;
use crate::plan::schedule::Seats;
use crate::play::decisions::Told;
use crate::stats::tally::{PerSide, Side};

/// The columns, as the format itself writes them; where features are written, in the place of the encodings, `{features}` is one for each.
const SCHEMA: [&str; 3] = [
    "message decision {
  REQUIRED INT64 game;
  REQUIRED INT32 decision;
  REQUIRED INT32 pairing;
  REQUIRED INT64 pair;
  REQUIRED BYTE_ARRAY first (STRING);
  REQUIRED BYTE_ARRAY side (STRING);
  REQUIRED BYTE_ARRAY deck (STRING);
  REQUIRED BYTE_ARRAY opponent (STRING);
  REQUIRED BYTE_ARRAY agent (STRING);
  REQUIRED BOOLEAN on_the_play;
  REQUIRED INT32 turn;
  REQUIRED BYTE_ARRAY kind (STRING);
",
    "  REQUIRED GROUP observation_indices (LIST) { REPEATED GROUP list { REQUIRED INT32 element; } }
  REQUIRED GROUP observation_values (LIST) { REPEATED GROUP list { REQUIRED FLOAT element; } }
  REQUIRED GROUP action_indices (LIST) { REPEATED GROUP list {
    REQUIRED GROUP element (LIST) { REPEATED GROUP list { REQUIRED INT32 element; } } } }
  REQUIRED GROUP action_values (LIST) { REPEATED GROUP list {
    REQUIRED GROUP element (LIST) { REPEATED GROUP list { REQUIRED FLOAT element; } } } }
",
    "  REQUIRED INT32 choice;
  OPTIONAL INT32 policy;
  OPTIONAL GROUP values (LIST) { REPEATED GROUP list { OPTIONAL DOUBLE element; } }
  OPTIONAL GROUP visits (LIST) { REPEATED GROUP list { REQUIRED INT64 element; } }
  REQUIRED BYTE_ARRAY result (STRING);
  REQUIRED BYTE_ARRAY reason (STRING);
  REQUIRED INT32 turns_left;
}",
];

/// The columns with encodings, or with a number for each of these features in their place.
fn schema(features: Option<&[String]>) -> String {
    let [before, encodings, after] = SCHEMA;
    match features {
        None => [before, encodings, after].concat(),
        Some(names) => {
            let names: String = names.iter().map(|name| format!("REQUIRED INT32 {name}; ")).collect();
            format!("{before}  REQUIRED GROUP features {{ {names}}}\n{after}")
        }
    }
}

/// The columns of encodings. A decision has most of its numbers in common with the one before, and that is found where they are written as they
/// are: a dictionary of them takes more than twice the room.
const ENCODINGS: [&[&str]; 4] = [
    &["observation_indices", "list", "element"],
    &["observation_values", "list", "element"],
    &["action_indices", "list", "element", "list", "element"],
    &["action_values", "list", "element", "list", "element"],
];

/// Where the files are in the folder of an export: by themselves, so that a reader can be given all of them.
const FOLDER: &str = "decisions";

/// The most rows of a group.
const GROUP_ROWS: usize = 1 << 13;
/// The numbers of observations and actions after which a group is full: they are what takes memory, some 12 bytes each.
const GROUP_NUMBERS: usize = 1 << 22;

/// A file that was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Written {
    /// Its name.
    pub file: String,
    /// How many decisions it has.
    pub rows: u64,
    /// Of how many games; none is in two files.
    pub games: u64,
    /// How large it is.
    pub bytes: u64,
}

/// What rows say of a pairing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrants {
    /// What the decks are called.
    pub decks: PerSide<String>,
    /// The specs of the agents.
    pub agents: PerSide<String>,
}

/// The values of a column that isn't written yet: what there is, and where there is nothing or lists begin.
#[derive(Default)]
struct Levels {
    definition: Vec<i16>,
    repetition: Vec<i16>,
}

impl Levels {
    fn add(&mut self, definition: i16, repetition: i16) {
        self.definition.push(definition);
        self.repetition.push(repetition);
    }

    fn clear(&mut self) {
        self.definition.clear();
        self.repetition.clear();
    }
}

/// Rows that aren't written yet, column by column.
#[derive(Default)]
struct Rows {
    game: Vec<i64>,
    decision: Vec<i32>,
    pairing: Vec<i32>,
    pair: Vec<i64>,
    first: Vec<ByteArray>,
    side: Vec<ByteArray>,
    deck: Vec<ByteArray>,
    opponent: Vec<ByteArray>,
    agent: Vec<ByteArray>,
    on_the_play: Vec<bool>,
    turn: Vec<i32>,
    kind: Vec<ByteArray>,
    observation: Numbers,
    actions: Numbers,
    /// A column for each feature, if they are written.
    features: Vec<Vec<i32>>,
    choice: Vec<i32>,
    policy: Vec<i32>,
    policy_levels: Levels,
    values: Vec<f64>,
    values_levels: Levels,
    visits: Vec<i64>,
    visits_levels: Levels,
    result: Vec<ByteArray>,
    reason: Vec<ByteArray>,
    turns_left: Vec<i32>,
}

/// Places and numbers, whose lists have the same lengths.
#[derive(Default)]
struct Numbers {
    places: Vec<i32>,
    values: Vec<f32>,
    levels: Levels,
}

impl Numbers {
    fn copy(&mut self, from: &Sparse, range: std::ops::Range<usize>) {
        self.places.extend(from.indices[range.clone()].iter().map(|place| *place as i32));
        self.values.extend_from_slice(&from.values[range]);
    }

    fn clear(&mut self) {
        self.places.clear();
        self.values.clear();
        self.levels.clear();
    }
}

/// Writes a column of a row group, the next one.
fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    values: &[T::T],
    levels: Option<&Levels>,
    nested: bool,
) -> Result<(), ParquetError> {
    let mut writer = group.next_column()?.ok_or_else(|| ParquetError::General("there are more columns".to_owned()))?;
    let definition = levels.map(|levels| levels.definition.as_slice());
    let repetition = levels.filter(|_| nested).map(|levels| levels.repetition.as_slice());
    writer.typed::<T>().write_batch(values, definition, repetition)?;
    writer.close()
}

impl Rows {
    fn len(&self) -> usize {
        self.game.len()
    }

    fn is_full(&self) -> bool {
        self.len() >= GROUP_ROWS || self.observation.values.len() + self.actions.values.len() >= GROUP_NUMBERS
    }

    /// Writes a group of all rows, the columns in the order of [`SCHEMA`].
    fn write(&mut self, file: &mut SerializedFileWriter<File>) -> Result<(), ParquetError> {
        if self.len() == 0 {
            return Ok(());
        }
        let mut writer = file.next_row_group()?;
        let group = &mut writer;
        column::<Int64Type>(group, &self.game, None, false)?;
        column::<Int32Type>(group, &self.decision, None, false)?;
        column::<Int32Type>(group, &self.pairing, None, false)?;
        column::<Int64Type>(group, &self.pair, None, false)?;
        for texts in [&self.first, &self.side, &self.deck, &self.opponent, &self.agent] {
            column::<ByteArrayType>(group, texts, None, false)?;
        }
        column::<BoolType>(group, &self.on_the_play, None, false)?;
        column::<Int32Type>(group, &self.turn, None, false)?;
        column::<ByteArrayType>(group, &self.kind, None, false)?;
        for feature in &self.features {
            column::<Int32Type>(group, feature, None, false)?;
        }
        for numbers in [&self.observation, &self.actions].into_iter().filter(|_| self.features.is_empty()) {
            column::<Int32Type>(group, &numbers.places, Some(&numbers.levels), true)?;
            column::<FloatType>(group, &numbers.values, Some(&numbers.levels), true)?;
        }
        column::<Int32Type>(group, &self.choice, None, false)?;
        column::<Int32Type>(group, &self.policy, Some(&self.policy_levels), false)?;
        column::<DoubleType>(group, &self.values, Some(&self.values_levels), true)?;
        column::<Int64Type>(group, &self.visits, Some(&self.visits_levels), true)?;
        column::<ByteArrayType>(group, &self.result, None, false)?;
        column::<ByteArrayType>(group, &self.reason, None, false)?;
        column::<Int32Type>(group, &self.turns_left, None, false)?;
        writer.close()?;
        self.clear();
        Ok(())
    }

    /// The memory is used again.
    fn clear(&mut self) {
        self.game.clear();
        self.decision.clear();
        self.pairing.clear();
        self.pair.clear();
        for texts in [&mut self.first, &mut self.side, &mut self.deck, &mut self.opponent, &mut self.agent] {
            texts.clear();
        }
        self.on_the_play.clear();
        self.turn.clear();
        self.kind.clear();
        self.observation.clear();
        self.actions.clear();
        self.features.iter_mut().for_each(Vec::clear);
        self.choice.clear();
        self.policy.clear();
        self.values.clear();
        self.visits.clear();
        for levels in [&mut self.policy_levels, &mut self.values_levels, &mut self.visits_levels] {
            levels.clear();
        }
        self.result.clear();
        self.reason.clear();
        self.turns_left.clear();
    }

    /// Adds what `row` says beside its numbers.
    fn add_facts(&mut self, told: &Told, number: usize, entrants: &Entrants) {
        let row = &told.decisions.rows[number];
        let on_the_play = row.player == gauntlet_core::Player::FIRST;
        let side = if on_the_play { told.first } else { told.first.other() };
        let text = |text: &str| ByteArray::from(text);
        self.game.push(told.number as i64);
        self.decision.push(number as i32);
        self.pairing.push(told.unit.pairing as i32);
        self.pair.push(told.unit.index as i64);
        self.first.push(text(Seats::Fixed(told.first).name()));
        self.side.push(text(Seats::Fixed(side).name()));
        self.deck.push(text(&entrants.decks[side]));
        self.opponent.push(text(&entrants.decks[side.other()]));
        self.agent.push(text(&entrants.agents[side]));
        self.on_the_play.push(on_the_play);
        self.turn.push(row.turn as i32);
        self.kind.push(text(row.kind));
        self.choice.push(row.choice as i32);
        self.policy_levels.definition.push(i16::from(row.policy.is_some()));
        self.policy.extend(row.policy.map(|policy| policy as i32));
        self.result.push(text(result(told.winner, side)));
        self.reason.push(text(told.reason.name()));
        self.turns_left.push(told.turns.saturating_sub(row.turn) as i32);
    }
}

/// How a game ended for a side.
fn result(winner: Option<Side>, side: Side) -> &'static str {
    match winner {
        None => "draw",
        Some(winner) if winner == side => "win",
        Some(_) => "loss",
    }
}

/// A file that is being written, under a temporary name.
struct Open {
    name: String,
    temporary: PathBuf,
    writer: SerializedFileWriter<File>,
    rows: u64,
    games: u64,
}

/// Files of decisions in a folder, which are filled one after the other. Each is there whole or not at all.
pub struct Files<'d> {
    dir: &'d Path,
    /// The decisions after which a file ends, with the game that they belong to.
    most: u64,
    schema: TypePtr,
    properties: WriterPropertiesPtr,
    rows: Rows,
    open: Option<Open>,
    written: Vec<Written>,
}

impl<'d> Files<'d> {
    /// Files in the folder of an export, each of which ends with the game that has decision number `most` of the file; `about` is what each says of
    /// the export, `features` what the numbers are called that are written in the place of encodings, if they are.
    ///
    /// # Errors
    /// If the folder for them can't be made.
    pub fn new(dir: &'d Path, most: u64, about: String, features: Option<&[String]>) -> Result<Files<'d>, Error> {
        let folder = dir.join(FOLDER);
        fs::create_dir_all(&folder).map_err(|cause| Error::Out { path: folder, cause })?;
        let schema = parse_message_type(&schema(features)).map_err(|error| Error::input(error.to_string()))?;
        let mut properties = WriterProperties::builder()
            .set_created_by("gauntlet".to_owned())
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_compression(Compression::LZ4_RAW)
            .set_key_value_metadata(Some(vec![KeyValue::new("gauntlet".to_owned(), about)]));
        for path in ENCODINGS {
            let path = ColumnPath::new(path.iter().map(|part| (*part).to_owned()).collect());
            properties = properties.set_column_dictionary_enabled(path, false);
        }
        Ok(Files {
            dir,
            most,
            schema: Arc::new(schema),
            properties: Arc::new(properties.build()),
            rows: Rows { features: vec![Vec::new(); features.map_or(0, <[String]>::len)], ..Rows::default() },
            open: None,
            written: Vec::new(),
        })
    }

    /// Adds the decisions of a game.
    ///
    /// # Errors
    /// If they can't be written.
    pub fn add(&mut self, told: &Told, entrants: &Entrants) -> Result<(), Error> {
        if self.open.is_none() {
            let number = self.written.len() + 1;
            let name = format!("{FOLDER}/{number:05}.parquet");
            let temporary = self.dir.join(FOLDER).join(format!(".{number:05}.parquet-{}", std::process::id()));
            let file = File::create(&temporary);
            let file = file.map_err(|cause| Error::Write { path: self.dir.join(&name), cause })?;
            let writer = SerializedFileWriter::new(file, Arc::clone(&self.schema), Arc::clone(&self.properties));
            let writer = writer.map_err(|error| unwritten(self.dir, &name, error))?;
            self.open = Some(Open { name, temporary, writer, rows: 0, games: 0 });
        }
        let Some(open) = &mut self.open else { unreachable!("a file was just opened") };
        let decisions = &told.decisions;
        let (mut observed, mut described, mut lengths, mut thoughts) = (0, 0, decisions.lengths.iter(), 0);
        for (number, row) in decisions.rows.iter().enumerate() {
            let rows = &mut self.rows;
            rows.add_facts(told, number, entrants);
            let width = rows.features.len();
            for (column, value) in rows.features.iter_mut().zip(decisions.features.iter().skip(number * width)) {
                column.push(i32::from(*value));
            }
            rows.observation.copy(&decisions.observations, observed..observed + row.observed);
            rows.actions.copy(&decisions.actions, described..described + row.described);
            (observed, described) = (observed + row.observed, described + row.described);
            list(&mut rows.observation.levels, row.observed);
            for (place, length) in lengths.by_ref().take(row.actions).enumerate() {
                list_within(&mut rows.actions.levels, *length as usize, place > 0);
            }
            if row.thought {
                for place in thoughts..thoughts + row.actions {
                    let repetition = i16::from(place > thoughts);
                    rows.values_levels.add(2 + i16::from(decisions.values[place].is_some()), repetition);
                    rows.values.extend(decisions.values[place]);
                    rows.visits.push(decisions.visits[place] as i64);
                    rows.visits_levels.add(2, repetition);
                }
                thoughts += row.actions;
            } else {
                rows.values_levels.add(0, 0);
                rows.visits_levels.add(0, 0);
            }
            if rows.is_full() {
                rows.write(&mut open.writer).map_err(|error| unwritten(self.dir, &open.name, error))?;
            }
        }
        open.rows += decisions.rows.len() as u64;
        open.games += 1;
        if open.rows >= self.most { self.end_file() } else { Ok(()) }
    }

    /// Ends the file that is being written, if one is.
    fn end_file(&mut self) -> Result<(), Error> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let written = self.rows.write(&mut open.writer).and_then(|()| open.writer.finish().map(drop));
        written.map_err(|error| unwritten(self.dir, &open.name, error))?;
        let path = self.dir.join(&open.name);
        let kept = open.writer.inner().sync_all().and_then(|()| fs::rename(&open.temporary, &path));
        let bytes = kept.and_then(|()| fs::metadata(&path)).map(|facts| facts.len());
        let bytes = bytes.map_err(|cause| Error::Write { path, cause })?;
        if let Some(Open { name, rows, games, .. }) = self.open.take() {
            self.written.push(Written { file: name, rows, games, bytes });
        }
        Ok(())
    }

    /// Ends the last file. Returns what was written.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn close(mut self) -> Result<Vec<Written>, Error> {
        self.end_file()?;
        Ok(std::mem::take(&mut self.written))
    }
}

impl Drop for Files<'_> {
    fn drop(&mut self) {
        // The disk may be full: don't leave the half that fitted.
        if let Some(open) = &self.open {
            let _ = fs::remove_file(&open.temporary);
        }
        // Where nothing came of it another try may be made; a folder that has files stays.
        let _ = fs::remove_dir(self.dir.join(FOLDER));
    }
}

/// A list of that many values.
fn list(levels: &mut Levels, length: usize) {
    if length == 0 {
        levels.add(0, 0);
    }
    for place in 0..length {
        levels.add(1, i16::from(place > 0));
    }
}

/// A list of that many values in a list of lists, which isn't empty; the first one of it or one that follows.
fn list_within(levels: &mut Levels, length: usize, follows: bool) {
    let begins = i16::from(follows);
    if length == 0 {
        levels.add(1, begins);
    }
    for place in 0..length {
        levels.add(2, if place == 0 { begins } else { 2 });
    }
}

/// Why a file can't be written.
fn unwritten(dir: &Path, name: &str, error: ParquetError) -> Error {
    let cause = match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(cause) => *cause,
            Err(cause) => io::Error::other(cause),
        },
        other => io::Error::other(other),
    };
    Error::Write { path: dir.join(name), cause }
}
