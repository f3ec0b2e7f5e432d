//! Texts as programs have saved them: UTF-8, UTF-16, or one byte for each letter.

use std::borrow::Cow;

/// The letters of Windows-1252 from 0x80 to 0x9f; in the five places that have none, what is there as a control character.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// How a text was saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Encoding {
    Utf8,
    Utf16,
    /// Windows-1252, which is what old programs write in the west. A wrong guess can't do harm: it changes names to ones that no card has.
    Windows,
}

/// The text that bytes are; `None` if they aren't text.
pub(super) fn decode(bytes: &[u8]) -> Option<(Cow<'_, str>, Encoding)> {
    let wide = match bytes {
        [0xff, 0xfe, rest @ ..] => Some((rest, u16::from_le_bytes as fn([u8; 2]) -> u16)),
        [0xfe, 0xff, rest @ ..] => Some((rest, u16::from_be_bytes as fn([u8; 2]) -> u16)),
        // Without a mark: each other byte of English in UTF-16 is 0.
        [first, 0, second, 0, ..] if *first != 0 && *second != 0 => Some((bytes, u16::from_le_bytes as _)),
        [0, first, 0, second, ..] if *first != 0 && *second != 0 => Some((bytes, u16::from_be_bytes as _)),
        _ => None,
    };
    if let Some((bytes, unit)) = wide {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        let text: String = char::decode_utf16(units).collect::<Result<_, _>>().ok()?;
        return is_text(&text).then_some((Cow::Owned(text), Encoding::Utf16));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        return is_text(text).then_some((Cow::Borrowed(text), Encoding::Utf8));
    }
    let letter = |byte: &u8| match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        other => char::from(*other),
    };
    let text: String = bytes.iter().map(letter).collect();
    is_text(&text).then_some((Cow::Owned(text), Encoding::Windows))
}

/// Returns whether there is nothing that no text has: zeros, and more control characters than a stray one.
fn is_text(text: &str) -> bool {
    let odd = text.chars().filter(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r')).count();
    !text.contains('\0') && odd <= text.len() / 20
}
