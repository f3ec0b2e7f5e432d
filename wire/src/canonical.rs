//! The canonical form of JSON (RFC 8785) in which hosts write (§4.3): keys sorted, no blanks, only what must be is escaped.
//!
//! A message is written as it is walked over, without a tree of it in between. The fields of an object are put into order once all of them
//! are there; the large messages are declared in that order, so that nothing has to be moved.

use std::borrow::Cow;

use serde::Serialize;
use serde::ser::{
    Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::{Error, Result};
use smallvec::SmallVec;

/// Something that is sent, in canonical form.
///
/// # Panics
/// If it has a form that JSON of this kind doesn't have, such as a fraction; no message of this crate has.
pub fn canonical(message: &(impl Serialize + ?Sized)) -> String {
    let mut writer = Writer { text: Vec::with_capacity(1 << 12), ..Writer::default() };
    message.serialize(&mut writer).expect("messages are JSON");
    String::from_utf8(writer.text).expect("serde_json writes UTF-8")
}

/// A text that is being written.
#[derive(Default)]
struct Writer {
    text: Vec<u8>,
    /// The fields of the objects that aren't complete, those of the innermost last.
    fields: Vec<Field>,
    /// Where the fields of an object are put into order.
    sorted: Vec<u8>,
}

/// A field that is being written: a comma, its key as a text, a colon, its value.
#[derive(Clone, Copy)]
struct Field {
    /// Where it begins.
    begin: usize,
    key: Key,
}

/// The key of a field.
#[derive(Clone, Copy)]
enum Key {
    /// A name in the sources, in which nothing is escaped.
    Name(&'static str),
    /// How long it is as it is written, without the quotation marks, and whether something in it is escaped.
    Written { length: usize, escaped: bool },
}

/// An array that is being written.
struct Array<'w> {
    writer: &'w mut Writer,
    empty: bool,
    /// Whether it is the one field of an object, which ends with it.
    wrapped: bool,
}

/// An object that is being written.
struct Object<'w> {
    writer: &'w mut Writer,
    /// Where its fields begin in [`Writer::fields`].
    first: usize,
    /// The latest field, if all until now are names in their order.
    last: Option<&'static str>,
    /// Whether it is the one field of another object, which ends with it.
    wrapped: bool,
}

impl Writer {
    /// Text that serde_json writes as this form has it: what RFC 8785 escapes in strings, serde_json escapes in the same way.
    fn plain(&mut self, value: &(impl Serialize + ?Sized)) -> Result<()> {
        serde_json::to_writer(&mut self.text, value)
    }

    /// A string. Nearly all have nothing to escape.
    fn string(&mut self, value: &str) -> Result<()> {
        if value.bytes().any(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
            return self.plain(value);
        }
        self.quoted(value);
        Ok(())
    }

    /// A string with nothing to escape.
    fn quoted(&mut self, value: &str) {
        self.text.push(b'"');
        self.text.extend_from_slice(value.as_bytes());
        self.text.push(b'"');
    }

    fn array(&mut self, wrapped: bool) -> Array<'_> {
        self.text.push(b'[');
        Array { writer: self, empty: true, wrapped }
    }

    fn object(&mut self, wrapped: bool) -> Object<'_> {
        let first = self.fields.len();
        Object { writer: self, first, last: Some(""), wrapped }
    }

    /// The beginning of an object whose one field is named after a variant.
    fn wrap(&mut self, variant: &str) -> Result<()> {
        self.text.push(b'{');
        self.string(variant)?;
        self.text.push(b':');
        Ok(())
    }
}

impl Array<'_> {
    fn element(&mut self, value: &(impl Serialize + ?Sized)) -> Result<()> {
        if !self.empty {
            self.writer.text.push(b',');
        }
        self.empty = false;
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<()> {
        self.writer.text.push(b']');
        if self.wrapped {
            self.writer.text.push(b'}');
        }
        Ok(())
    }
}

impl Object<'_> {
    fn key(&mut self, key: &(impl Serialize + ?Sized)) -> Result<()> {
        self.last = None;
        let begin = self.writer.text.len();
        self.writer.text.push(b',');
        key.serialize(&mut *self.writer)?;
        let [b'"', key @ .., b'"'] = &self.writer.text[begin + 1..] else {
            return Err(Error::custom("a key is no text"));
        };
        let key = Key::Written { length: key.len(), escaped: key.contains(&b'\\') };
        self.writer.fields.push(Field { begin, key });
        self.writer.text.push(b':');
        Ok(())
    }

    fn field(&mut self, name: &'static str, value: &(impl Serialize + ?Sized)) -> Result<()> {
        self.last = self.last.filter(|last| follows(last, name)).map(|_| name);
        let writer = &mut *self.writer;
        writer.fields.push(Field { begin: writer.text.len(), key: Key::Name(name) });
        writer.text.push(b',');
        writer.quoted(name);
        writer.text.push(b':');
        value.serialize(writer)
    }

    /// Puts the fields into order; the comma of the first becomes the bracket.
    fn end(self) -> Result<()> {
        let Writer { text, fields, sorted } = self.writer;
        let own = &fields[self.first..];
        match own.first() {
            None => text.push(b'{'),
            Some(&Field { begin, .. }) => {
                if self.last.is_none() && !own.is_sorted_by(|a, b| key_of(text, *a) <= key_of(text, *b)) {
                    let ends = own[1..].iter().map(|field| field.begin).chain([text.len()]);
                    let mut ranges: SmallVec<[(Field, usize); 32]> = own.iter().copied().zip(ends).collect();
                    ranges.sort_unstable_by(|a, b| key_of(text, a.0).cmp(&key_of(text, b.0)));
                    sorted.clear();
                    for (field, end) in ranges {
                        sorted.extend_from_slice(&text[field.begin..end]);
                    }
                    text[begin..].copy_from_slice(sorted);
                }
                text[begin] = b'{';
            }
        }
        fields.truncate(self.first);
        text.push(b'}');
        if self.wrapped {
            text.push(b'}');
        }
        Ok(())
    }
}

/// Returns whether a name comes after another, which it nearly always does by its first letter.
fn follows(last: &str, name: &str) -> bool {
    last.as_bytes().first() < name.as_bytes().first() || last < name
}

/// The key of a field. Keys are ASCII, as the protocol has it: bytes sort them as UTF-16 does.
fn key_of(text: &[u8], field: Field) -> Cow<'_, [u8]> {
    let (length, escaped) = match field.key {
        Key::Name(name) => return Cow::Borrowed(name.as_bytes()),
        Key::Written { length, escaped } => (length, escaped),
    };
    let written = &text[field.begin + 1..field.begin + length + 3];
    if !escaped {
        return Cow::Borrowed(&written[1..=length]);
    }
    let key: String = serde_json::from_slice(written).expect("a key is a text");
    Cow::Owned(key.into_bytes())
}

impl<'w> Serializer for &'w mut Writer {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Array<'w>;
    type SerializeTuple = Array<'w>;
    type SerializeTupleStruct = Array<'w>;
    type SerializeTupleVariant = Array<'w>;
    type SerializeMap = Object<'w>;
    type SerializeStruct = Object<'w>;
    type SerializeStructVariant = Object<'w>;

    fn serialize_bool(self, value: bool) -> Result<()> {
        self.plain(&value)
    }

    fn serialize_i8(self, value: i8) -> Result<()> {
        self.plain(&value)
    }

    fn serialize_i16(self, value: i16) -> Result<()> {
        self.plain(&value)
    }

    fn serialize_i32(self, value: i32) -> Result<()> {
        self.plain(&value)
    }

    fn serialize_i64(self, value: i64) -> Result<()> {
        self.plain(&value)
    }

    fn serialize_u8(self, value: u8) -> Result<()> {
        self.plain(&value)
    }

    fn serialize_u16(self, value: u16) -> Result<()> {
        self.plain(&value)
    }

    fn serialize_u32(self, value: u32) -> Result<()> {
        self.plain(&value)
    }

    fn serialize_u64(self, value: u64) -> Result<()> {
        self.plain(&value)
    }

    fn serialize_f32(self, _: f32) -> Result<()> {
        Err(Error::custom("numbers are integers"))
    }

    fn serialize_f64(self, _: f64) -> Result<()> {
        Err(Error::custom("numbers are integers"))
    }

    fn serialize_char(self, value: char) -> Result<()> {
        self.plain(&value)
    }

    fn serialize_str(self, value: &str) -> Result<()> {
        self.string(value)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<()> {
        Err(Error::custom("JSON has no bytes"))
    }

    fn serialize_none(self) -> Result<()> {
        self.plain(&())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        self.plain(&())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.plain(&())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.string(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        self.wrap(variant)?;
        value.serialize(&mut *self)?;
        self.text.push(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Array<'w>> {
        Ok(self.array(false))
    }

    fn serialize_tuple(self, _: usize) -> Result<Array<'w>> {
        Ok(self.array(false))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Array<'w>> {
        Ok(self.array(false))
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Array<'w>> {
        self.wrap(variant)?;
        Ok(self.array(true))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Object<'w>> {
        Ok(self.object(false))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Object<'w>> {
        Ok(self.object(false))
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Object<'w>> {
        self.wrap(variant)?;
        Ok(self.object(true))
    }
}

macro_rules! arrays {
    ($($form:ident $method:ident),*) => {
        $(impl $form for Array<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.element(value)
            }

            fn end(self) -> Result<()> {
                Array::end(self)
            }
        })*
    };
}

arrays!(
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

impl SerializeMap for Object<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<()> {
        Object::end(self)
    }
}

macro_rules! objects {
    ($($form:ident),*) => {
        $(impl $form for Object<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<()> {
                self.field(key, value)
            }

            fn end(self) -> Result<()> {
                Object::end(self)
            }
        })*
    };
}

objects!(SerializeStruct, SerializeStructVariant);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[derive(Serialize)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Plain,
        Pair(u8, i64),
        Of { zebra: bool, ant: Option<u32> },
        Just(char),
    }

    #[test]
    fn the_form_is_that_of_the_standard() {
        let text = "{ \"b\" : [ true , null ], \"a\\u0061\": \"\\u00e9\\/\\u0001\\u007f\\n\\\"\\\\\", \"B\": -3, \"\":{}, \"c\":[] }";
        let value = json::read(text.as_bytes()).expect("strict");
        let expected = "{\"\":{},\"B\":-3,\"aa\":\"é/\\u0001\u{7f}\\n\\\"\\\\\",\"b\":[true,null],\"c\":[]}";
        assert_eq!(canonical(&value), expected);
    }

    #[test]
    fn keys_are_sorted_as_they_are_and_not_as_they_are_escaped() {
        let value =
            json::read(b"{\"]\":{\"y\":1,\"x\":{\"q\":1,\"p\":2}},\"\\\"\":2,\"A\":3,\"\\\\\":4}").expect("strict");
        assert_eq!(canonical(&value), "{\"\\\"\":2,\"A\":3,\"\\\\\":4,\"]\":{\"x\":{\"p\":2,\"q\":1},\"y\":1}}");
    }

    #[test]
    fn variants_are_written_as_serde_json_has_them() {
        for kind in [Kind::Plain, Kind::Pair(1, -2), Kind::Of { zebra: true, ant: None }, Kind::Just('"')] {
            let tree = serde_json::to_value(&kind).expect("JSON");
            assert_eq!(canonical(&kind), canonical(&tree));
        }
        assert_eq!(canonical(&Kind::Of { zebra: true, ant: Some(1) }), "{\"of\":{\"ant\":1,\"zebra\":true}}");
    }

    #[test]
    fn fields_are_sorted_in_whatever_order_they_are_declared() {
        #[derive(Serialize)]
        struct Mixed {
            b: u8,
            ab: u8,
            a: u8,
            c: u8,
        }
        #[derive(Serialize)]
        struct Sorted {
            a: u8,
            ab: u8,
            b: u8,
        }
        assert_eq!(canonical(&Mixed { b: 1, ab: 2, a: 3, c: 4 }), "{\"a\":3,\"ab\":2,\"b\":1,\"c\":4}");
        assert_eq!(canonical(&[Sorted { a: 1, ab: 2, b: 3 }]), "[{\"a\":1,\"ab\":2,\"b\":3}]");
    }

    #[test]
    #[should_panic(expected = "numbers are integers")]
    fn a_fraction_is_no_message() {
        canonical(&0.5);
    }
}
