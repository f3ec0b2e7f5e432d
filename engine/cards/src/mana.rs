//! Mana symbols and mana costs (CR 107.4, 202).

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::types::Colors;
use crate::walk::leaves;

/// One mana symbol in a cost (CR 107.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ManaSymbol {
    /// `{3}`: that much mana of any type (CR 107.4b).
    Generic(u8),
    /// `{X}` (CR 107.3).
    X,
    /// `{W}`: one mana of that colour (CR 107.4a).
    Color(Colors),
    /// `{C}`: one colourless mana (CR 107.4c).
    Colorless,
    /// `{W/U}`: either colour (CR 107.4e). In the order in which it is printed.
    Hybrid(Colors, Colors),
    /// `{2/W}`: one of that colour, or two of any type (CR 107.4e).
    TwoOr(Colors),
    /// `{C/W}`: colourless or that colour (CR 107.4e).
    ColorlessOr(Colors),
    /// `{W/P}`: one of that colour or 2 life (CR 107.4f).
    Phyrexian(Colors),
    /// `{W/U/P}`: one of either colour or 2 life (CR 107.4f).
    HybridPhyrexian(Colors, Colors),
    /// `{S}`: one mana from a snow source (CR 107.4h).
    Snow,
}

impl ManaSymbol {
    /// What the symbol adds to a mana value (CR 202.3e–g); X counts 0.
    pub fn mana_value(self) -> u8 {
        match self {
            ManaSymbol::Generic(n) => n,
            ManaSymbol::X => 0,
            ManaSymbol::TwoOr(_) => 2,
            _ => 1,
        }
    }

    /// The colours that the symbol gives its object (CR 105.2, 202.2).
    pub fn colors(self) -> Colors {
        match self {
            ManaSymbol::Color(c) | ManaSymbol::TwoOr(c) | ManaSymbol::ColorlessOr(c) | ManaSymbol::Phyrexian(c) => c,
            ManaSymbol::Hybrid(a, b) | ManaSymbol::HybridPhyrexian(a, b) => a | b,
            ManaSymbol::Generic(_) | ManaSymbol::X | ManaSymbol::Colorless | ManaSymbol::Snow => Colors::empty(),
        }
    }
}

fn letter(colors: Colors) -> char {
    Colors::TABLE.iter().find(|row| row.0 == colors).map_or('?', |row| row.1)
}

impl fmt::Display for ManaSymbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ManaSymbol::Generic(n) => write!(f, "{{{n}}}"),
            ManaSymbol::X => f.write_str("{X}"),
            ManaSymbol::Color(c) => write!(f, "{{{}}}", letter(c)),
            ManaSymbol::Colorless => f.write_str("{C}"),
            ManaSymbol::Hybrid(a, b) => write!(f, "{{{}/{}}}", letter(a), letter(b)),
            ManaSymbol::TwoOr(c) => write!(f, "{{2/{}}}", letter(c)),
            ManaSymbol::ColorlessOr(c) => write!(f, "{{C/{}}}", letter(c)),
            ManaSymbol::Phyrexian(c) => write!(f, "{{{}/P}}", letter(c)),
            ManaSymbol::HybridPhyrexian(a, b) => write!(f, "{{{}/{}/P}}", letter(a), letter(b)),
            ManaSymbol::Snow => f.write_str("{S}"),
        }
    }
}

/// A text that is not a mana symbol or a row of them.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a mana symbol")]
pub struct ManaSyntaxError(pub String);

impl FromStr for ManaSymbol {
    type Err = ManaSyntaxError;

    /// Reads one symbol with its braces.
    fn from_str(text: &str) -> Result<ManaSymbol, ManaSyntaxError> {
        let error = || ManaSyntaxError(text.to_owned());
        let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).ok_or_else(error)?;
        if let Ok(number) = inner.parse::<u8>() {
            // A leading zero or sign would not print back the same.
            return if number.to_string() == inner { Ok(ManaSymbol::Generic(number)) } else { Err(error()) };
        }
        let mut parts = Vec::with_capacity(3);
        for part in inner.split('/') {
            let mut letters = part.chars();
            parts.push(letters.next().ok_or_else(error)?);
            if letters.next().is_some() {
                return Err(error());
            }
        }
        let color = |c: char| Colors::from_letter(c).ok_or_else(error);
        Ok(match parts.as_slice() {
            ['X'] => ManaSymbol::X,
            ['C'] => ManaSymbol::Colorless,
            ['S'] => ManaSymbol::Snow,
            [c] => ManaSymbol::Color(color(*c)?),
            ['2', c] => ManaSymbol::TwoOr(color(*c)?),
            ['C', c] => ManaSymbol::ColorlessOr(color(*c)?),
            [c, 'P'] => ManaSymbol::Phyrexian(color(*c)?),
            [a, b] => ManaSymbol::Hybrid(color(*a)?, color(*b)?),
            [a, b, 'P'] => ManaSymbol::HybridPhyrexian(color(*a)?, color(*b)?),
            _ => return Err(error()),
        })
    }
}

/// A mana cost: a row of symbols in the order in which they are printed (CR 202.1).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ManaCost {
    /// The symbols. None at all is `{0}`; "no mana cost" is the absence of a `ManaCost`.
    pub symbols: Vec<ManaSymbol>,
}

impl ManaCost {
    /// Returns whether it is an amount of generic mana.
    pub fn is_generic(&self) -> bool {
        matches!(self.symbols.as_slice(), [ManaSymbol::Generic(_)])
    }

    /// How much generic mana it is, if it is nothing else.
    pub(crate) fn only_generic(&self) -> Option<i32> {
        match self.symbols.as_slice() {
            [ManaSymbol::Generic(n)] => Some(i32::from(*n)),
            _ => None,
        }
    }

    /// The mana value (CR 202.3) with X counting 0.
    pub fn mana_value(&self) -> u8 {
        self.symbols.iter().fold(0, |sum, symbol| sum.saturating_add(symbol.mana_value()))
    }

    /// The colours that the cost gives its object (CR 202.2).
    pub fn colors(&self) -> Colors {
        self.symbols.iter().fold(Colors::empty(), |colors, symbol| colors | symbol.colors())
    }

    /// Returns whether it is `{0}`, which is paid with nothing (CR 118.5); `{X}` isn't, even if X is 0.
    pub fn is_zero(&self) -> bool {
        self.symbols.iter().all(|symbol| *symbol == ManaSymbol::Generic(0))
    }

    /// The fewest mana that can pay it, X as 0: life in their place where a symbol lets it (CR 107.4f).
    pub fn fewest_mana(&self) -> u32 {
        let fewest = |symbol: &ManaSymbol| match symbol {
            ManaSymbol::Generic(n) => u32::from(*n),
            ManaSymbol::X | ManaSymbol::Phyrexian(_) | ManaSymbol::HybridPhyrexian(..) => 0,
            _ => 1,
        };
        self.symbols.iter().map(fewest).sum()
    }

    /// How many `{X}` it has.
    pub fn x_count(&self) -> u8 {
        self.symbols.iter().filter(|symbol| **symbol == ManaSymbol::X).count() as u8
    }
}

impl fmt::Display for ManaCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.symbols.is_empty() {
            return f.write_str("{0}");
        }
        self.symbols.iter().try_for_each(|symbol| write!(f, "{symbol}"))
    }
}

impl FromStr for ManaCost {
    type Err = ManaSyntaxError;

    /// Reads symbols with their braces, one after the other. `{0}` alone is the empty cost.
    fn from_str(text: &str) -> Result<ManaCost, ManaSyntaxError> {
        let mut symbols = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find('}').map_or(rest.len(), |at| at + 1);
            symbols.push(rest[..end].parse()?);
            rest = &rest[end..];
        }
        match symbols.as_slice() {
            [] => Err(ManaSyntaxError(text.to_owned())),
            [ManaSymbol::Generic(0)] => Ok(ManaCost::default()),
            _ => Ok(ManaCost { symbols }),
        }
    }
}

leaves!(ManaCost);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_symbol_prints_back() {
        let text = "{X}{X}{12}{W}{U}{B}{R}{G}{C}{S}{W/U}{2/B}{C/R}{G/P}{B/R/P}";
        let cost: ManaCost = text.parse().unwrap();
        assert_eq!(cost.to_string(), text);
        assert_eq!(cost.mana_value(), 12 + 5 + 2 + 1 + 2 + 1 + 1 + 1);
        assert_eq!(cost.x_count(), 2);
        assert_eq!("{0}".parse::<ManaCost>().unwrap(), ManaCost::default());
    }

    #[test]
    fn what_is_no_symbol_is_refused() {
        for text in ["", "{", "{}", "{Q}", "{02}", "{+1}", "W", "{W}{", "{W/}", "{2/2}", "{W/U/B}"] {
            assert!(text.parse::<ManaCost>().is_err(), "{text}");
        }
    }
}
