//! Strict JSON as engines and hosts read it (§2).

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead, Read};

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The most bytes of a line, its end not counted (§2).
pub const MOST_BYTES: usize = 8 << 20;

/// The deepest nesting of objects and arrays (§2).
pub const MOST_LEVELS: usize = 64;

/// The largest magnitude of a number (§2).
pub const MOST: i64 = (1 << 53) - 1;

/// Why a line is not JSON of this kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotStrict(String);

impl fmt::Display for NotStrict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotStrict {}

/// Reads one value: no key twice in an object, integers only and none beyond [`MOST`], no deeper than [`MOST_LEVELS`], at most
/// [`MOST_BYTES`] long.
///
/// # Errors
/// If the line is anything else.
pub fn read(line: &[u8]) -> Result<Value, NotStrict> {
    if line.len() > MOST_BYTES {
        return Err(NotStrict(format!("a line has more than {MOST_BYTES} bytes")));
    }
    let text = std::str::from_utf8(line).map_err(|error| NotStrict(error.to_string()))?;
    let negative_zero = Cell::new(false);
    let mut reader = serde_json::Deserializer::from_str(text);
    let strict = Strict { level: 0, negative_zero: &negative_zero };
    let value = strict.deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    let value = value.map_err(|error| NotStrict(error.to_string()))?;
    if negative_zero.get() && has_fraction(text) {
        return Err(NotStrict("a number has a fraction or an exponent".to_owned()));
    }
    Ok(value)
}

/// The next line of a stream, without its end; none at the end of the stream. A line that is too long is read to its end and cut after
/// [`MOST_BYTES`] and one more, so that [`read`] refuses it and the next line is found.
///
/// # Errors
/// If the stream can't be read.
pub fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    // "\r\n" is two more.
    let limit = MOST_BYTES as u64 + 2;
    if input.by_ref().take(limit).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.last() != Some(&b'\n') && line.len() as u64 == limit {
        let mut last = line.last().copied();
        while last != Some(b'\n') {
            let buffer = input.fill_buf()?;
            let Some(end) = buffer.iter().position(|byte| *byte == b'\n').or(buffer.len().checked_sub(1)) else {
                break;
            };
            last = Some(buffer[end]);
            input.consume(end + 1);
        }
        return Ok(true);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    }
    Ok(true)
}

/// Something that is sent, as a value.
///
/// # Panics
/// If it has a form that JSON doesn't have; no message of this crate has.
pub fn to_value(message: &impl Serialize) -> Value {
    serde_json::to_value(message).expect("messages are JSON")
}

/// Reads a message that has just the fields that it should have. Agents pass over what they don't know; hosts and engines don't (§4.2).
///
/// # Errors
/// What is wrong with it.
pub fn exactly<'de, T: Deserialize<'de> + Serialize>(value: &'de Value) -> Result<T, String> {
    let message = T::deserialize(value).map_err(|error| error.to_string())?;
    // All fields of all messages are written, so what isn't in what was read is nothing that it can have.
    match unknown(value, &to_value(&message)) {
        Some(field) => Err(format!("unknown field `{field}`")),
        None => Ok(message),
    }
}

/// The first field that only one of two values has, the one that came; where it is, from the outside in.
fn unknown(came: &Value, known: &Value) -> Option<String> {
    match (came, known) {
        (Value::Object(came), Value::Object(known)) => came.iter().find_map(|(key, inner)| match known.get(key) {
            Some(known) => unknown(inner, known).map(|field| format!("{key}.{field}")),
            None => Some(key.clone()),
        }),
        (Value::Array(came), Value::Array(known)) => (came.iter().zip(known).enumerate())
            .find_map(|(place, (came, known))| unknown(came, known).map(|field| format!("{place}.{field}"))),
        _ => None,
    }
}

/// A field that must be there and may be null: an `Option` that is read without this may be left out.
pub(crate) fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(reader: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(reader)
}

/// Returns whether a number in a JSON text has a fraction or an exponent.
fn has_fraction(text: &str) -> bool {
    let (mut in_string, mut escaped, mut in_number) = (false, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'0'..=b'9' => in_number = true,
            b'.' | b'e' | b'E' if in_number => return true,
            _ => in_number = false,
        }
    }
    false
}

/// Reads a value at a level of nesting.
#[derive(Clone, Copy)]
struct Strict<'a> {
    level: usize,
    /// serde_json reads "-0", which is an integer, as it reads "-0.0".
    negative_zero: &'a Cell<bool>,
}

impl Strict<'_> {
    fn inside<E: serde::de::Error>(self) -> Result<Self, E> {
        let level = self.level + 1;
        if level > MOST_LEVELS { Err(E::custom("nested too deeply")) } else { Ok(Strict { level, ..self }) }
    }
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Value, E> {
        if value.unsigned_abs() > MOST.unsigned_abs() {
            return Err(E::custom("an integer is too large"));
        }
        Ok(Value::from(value))
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Value, E> {
        self.visit_i64(i64::try_from(value).unwrap_or(i64::MAX))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        if value == 0.0 && value.is_sign_negative() {
            self.negative_zero.set(true);
            return Ok(Value::from(0));
        }
        Err(E::custom("a number has a fraction or an exponent, or is too large"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let inside = self.inside()?;
        let mut values = Vec::new();
        while let Some(value) = access.next_element_seed(inside)? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let inside = self.inside()?;
        let mut map = Map::new();
        while let Some(key) = access.next_key::<String>()? {
            let value = access.next_value_seed(inside)?;
            if map.contains_key(&key) {
                return Err(A::Error::custom(format!("the key {key:?} is there twice")));
            }
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::canonical;

    fn fails(text: &str) -> bool {
        read(text.as_bytes()).is_err()
    }

    #[test]
    fn what_is_no_strict_json_is_refused() {
        for text in [
            "",
            "{",
            "{}{}",
            "{\"a\":1,\"a\":1}",
            "{\"a\":{\"b\":1,\"b\":2}}",
            "[1.0]",
            "[1e2]",
            "[1E2]",
            "[-0.0]",
            "[-0e1]",
            "[01]",
            "[9007199254740992]",
            "[-9007199254740992]",
            "[18446744073709551616]",
            "[\"\\ud800\"]",
            "[\"\\udc00\"]",
            "[NaN]",
            "[\"\t\"]",
            "[1,]",
            "{\"a\":1} x",
        ] {
            assert!(fails(text), "{text}");
        }
        assert!(read(b"[\"\xff\"]").is_err());
        assert!(read(&vec![b' '; MOST_BYTES + 1]).is_err());
    }

    #[test]
    fn integers_are_read_to_the_last() {
        let text = "[9007199254740991,-9007199254740991,0,-0,\"1.5e3\"]";
        let value = read(text.as_bytes()).expect("strict");
        assert_eq!(canonical(&value), "[9007199254740991,-9007199254740991,0,0,\"1.5e3\"]");
    }

    #[test]
    fn nesting_has_an_end() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(!fails(&nested(MOST_LEVELS)));
        assert!(fails(&nested(MOST_LEVELS + 1)));
        let objects = |levels: usize| format!("{}0{}", "{\"a\":".repeat(levels), "}".repeat(levels));
        assert!(!fails(&objects(MOST_LEVELS)));
        assert!(fails(&objects(MOST_LEVELS + 1)));
    }

    #[test]
    fn a_message_has_its_own_fields_and_no_others() {
        use crate::semantic::Semantic;
        let read = |text: &str| exactly::<Semantic>(&serde_json::from_str(text).expect("JSON"));
        assert_eq!(read("{\"kind\":\"pass\"}"), Ok(Semantic::Pass {}));
        let wrong = |text: &str| read(text).expect_err(text);
        assert_eq!(wrong("{\"kind\":\"pass\",\"more\":null}"), "unknown field `more`");
        let source = "{\"object_id\":\"o\",\"card_name\":null,\"owner_seat\":\"p0\",\"controller_seat\":\"p0\",\"zone\":\"hand\",\"x\":1}";
        let land = format!("{{\"kind\":\"play_land\",\"face\":0,\"source\":{source}}}");
        assert_eq!(wrong(&land), "unknown field `source.x`");
        assert!(serde_json::from_str::<Semantic>(&land).is_ok(), "agents pass it over");
    }

    #[test]
    fn a_long_line_is_refused_and_the_next_one_read() {
        let mut stream = vec![b'1'; MOST_BYTES + 10];
        stream.extend_from_slice(b"\n[]\r\n{}");
        let mut input = io::BufReader::new(stream.as_slice());
        let mut line = Vec::new();
        assert!(next_line(&mut input, &mut line).expect("memory"));
        assert!(read(&line).is_err());
        assert!(next_line(&mut input, &mut line).expect("memory"));
        assert_eq!(line, b"[]");
        assert!(next_line(&mut input, &mut line).expect("memory"));
        assert_eq!(line, b"{}");
        assert!(!next_line(&mut input, &mut line).expect("memory"));
    }

    #[test]
    fn a_line_of_just_the_most_bytes_is_read() {
        for end in ["\n", "\r\n", ""] {
            let mut stream = vec![b' '; MOST_BYTES - 2];
            stream.extend_from_slice(format!("[]{end}{{}}").as_bytes());
            let mut input = io::BufReader::new(stream.as_slice());
            let mut line = Vec::new();
            assert!(next_line(&mut input, &mut line).expect("memory"));
            assert_eq!(read(&line).is_ok(), !end.is_empty(), "{end:?}");
        }
    }
}
