//! Places in a line: the protocol counts UTF-16, diagnostics characters, Rust bytes.

/// Where the character with this number begins, in UTF-16.
pub(super) fn character_to_utf16(line: &str, character: usize) -> usize {
    line.chars().take(character).map(char::len_utf16).sum()
}

/// Where in bytes a place in UTF-16 is; the end of the line if it is beyond, the beginning of the character if it is inside one.
pub(super) fn utf16_to_byte(line: &str, place: usize) -> usize {
    let mut passed = 0;
    for (byte, c) in line.char_indices() {
        if passed + c.len_utf16() > place {
            return byte;
        }
        passed += c.len_utf16();
    }
    line.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_agree() {
        let line = "é𝄞a";
        assert_eq!([0, 1, 2, 3].map(|character| character_to_utf16(line, character)), [0, 1, 3, 4]);
        assert_eq!([0, 1, 2, 3, 4, 9].map(|place| utf16_to_byte(line, place)), [0, 2, 2, 6, 7, 7]);
    }
}
