//! Card names as people write them.

/// `name` with straight apostrophes and quotation marks and single spaces.
pub(super) fn straighten(name: &str) -> String {
    // Copied from pages, names have characters in them that nobody sees.
    let seen = name.chars().filter(|c| !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}'));
    let straight = seen.map(|c| match c {
        '’' | '‘' | 'ʼ' | '`' | '´' => '\'',
        '“' | '”' => '"',
        '\u{a789}' => ':',
        other => other,
    });
    let straight: String = straight.collect();
    straight.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What names that mean the same card have in common: letter case, accents, ligatures, apostrophes, quotation marks and the spaces around
/// slashes are not part of it.
pub(super) fn key(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    for c in straighten(name).to_lowercase().chars() {
        match c {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => key.push('a'),
            'è' | 'é' | 'ê' | 'ë' => key.push('e'),
            'ì' | 'í' | 'î' | 'ï' => key.push('i'),
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' => key.push('o'),
            'ù' | 'ú' | 'û' | 'ü' => key.push('u'),
            'ý' | 'ÿ' => key.push('y'),
            'ñ' => key.push('n'),
            'ç' => key.push('c'),
            'ø' => key.push('o'),
            'æ' => key.push_str("ae"),
            'œ' => key.push_str("oe"),
            'ß' => key.push_str("ss"),
            '–' | '—' | '‐' | '‑' => key.push('-'),
            // People leave these out, and no two cards differ in them alone.
            '\'' | '"' | '®' | '™' => {}
            // Combining accents, as some systems write é.
            '\u{300}'..='\u{36f}' => {}
            other => key.push(other),
        }
    }
    key.split('/').map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")
}

/// The key of the first name, for cards with several: sites differ in which they write.
pub(super) fn front(key: &str) -> &str {
    key.split('/').next().unwrap_or(key)
}
