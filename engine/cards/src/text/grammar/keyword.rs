//! Keyword abilities as they are printed, alone on a line, or granted.

use std::sync::Arc;

use super::ability::Quoted;
use super::amount::WhereX;
use super::cost::Cost;
use super::noun::Noun;
use super::series::Commas;
use super::words::{Digits, Keyword, Mana, Name, Numeral, Sub};
use crate::text::first::begins_with;
use crate::text::keywords::{self, Takes};
use crate::text::literal::Literal;
use crate::text::syntax::{Ctx, Parser, Printer, Syntax, syntax};

/// The name of a keyword that takes nothing, a cost or a number: an index into the factory's table.
macro_rules! names {
    ($($(#[$meta:meta])* $name:ident = $takes:expr;)*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) struct $name(pub(crate) usize);

        impl Syntax for $name {
            fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
                for (index, definition) in keywords::TABLE.iter().enumerate() {
                    if definition.takes == $takes && let Some(next) = p.literal(at, Literal::new(definition.name), ctx) {
                        found.push(($name(index), next));
                    }
                }
            }
            begins_with!(literals {
                    let taking = keywords::TABLE.iter().filter(|definition| definition.takes == $takes);
                    taking.map(|definition| definition.name)
            });
            fn write(&self, out: &mut Printer, ctx: Ctx) {
                out.literal(keywords::TABLE[self.0].name, ctx);
            }
        }
    )* };
}

names! {
    /// A keyword that stands for a longer ability.
    SimpleName = Takes::Nothing;
    /// The same with a cost.
    CostName = Takes::Cost;
    /// The same with a number.
    NumberName = Takes::Number;
}

impl CostName {
    /// Returns whether it is this keyword.
    pub(crate) fn is(self, name: &str) -> bool {
        keywords::TABLE[self.0].name == name
    }
}

/// The word of a typecycling ability: "Forestcycling".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Typecycling(pub(crate) String);

impl Syntax for Typecycling {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let Some(kind) = p.raw(at).and_then(|word| word.strip_suffix("cycling")) else { return };
        if !kind.is_empty() {
            let mut letters = kind.chars();
            let name: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
            if crate::types::Subtype::from_name(&name).is_some() {
                found.push((Typecycling(name), at + 1));
            }
        }
    }
    begins_with!(kinds Cycling);
    fn write(&self, out: &mut Printer, _: Ctx) {
        out.word(&format!("{}cycling", self.0.to_lowercase()));
    }
}

syntax! {
    /// What protection is from.
    enum ProtectionFrom {
        Color { color: super::words::Color } = [color];
        EachColor = ["each color"];
        AllColors = ["all colors"];
        Everything = ["everything"];
        Snow = ["snow"];
        Arcane = ["Arcane"];
        Multicolored = ["multicolored"];
        Monocolored = ["monocolored"];
        Colorless = ["colorless"];
        ChosenColor = ["the chosen color"];
        ChosenName = ["the chosen card name"];
        EachOpponent = ["each of your opponents"];
        ChosenPlayer = ["the chosen player"];
        CardTypesOf { of: super::player::Possessor } = ["each of" of "card types"]
            where |v| matches!(v, ProtectionFrom::CardTypesOf { of } if super::said::means_exiled(of));
        ManaValueAtLeast { n: super::words::Digits } = ["mana value" n "or greater"];
        ManaValueAtMost { n: super::words::Digits } = ["mana value" n "or less"];
        CastThisTurn = ["permanents that were cast this turn"];
        Noun { noun: Noun } = [[noun plural]];
    }

    /// What an opponent is promised (CR 702.174).
    enum Gift {
        Card = ["a card"];
        Food = ["a Food"];
        Treasure = ["a Treasure"];
        Fish = ["a tapped Fish"];
        Octopus = ["a Octopus"];
        ExtraTurn = ["a extra turn"];
    }

    /// With whom a commander may have a partner (CR 702.124).
    enum PartnerKind {
        FriendsForever = ["friends forever"];
        CharacterSelect = ["Character select"];
        Survivors = ["Survivors"];
        FatherAndSon = ["Father & son"];
    }

    /// Subtypes that are written in the singular for any number.
    enum Mass {
        Food = ["Food"];
    }

    /// What a card can be spliced onto (CR 702.47a).
    enum SpliceOnto {
        Subtype { subtype: Sub } = [subtype];
        InstantOrSorcery = ["instant or sorcery"];
    }

    /// What an Aura can be attached to.
    enum Enchantable {
        Object { noun: Noun } = [[noun singular]];
        PutWithSelf = ["creature put onto the battlefield with ~"];
        Player = ["player"];
        Opponent = ["opponent"];
    }

    /// One keyword ability.
    enum KeywordItem {
        Plain { keyword: Keyword } = [keyword];
        Simple { name: SimpleName } = [name];
        Number { name: NumberName, n: Digits } = [name n];
        NumberX { name: NumberName, x: WhereX } = [name "X" x];
        WithCost { name: CostName, mana: Mana } = [name mana];
        TwoKickers { a: Mana, b: Mana } = ["kicker" a "and/or" b];
        KickerAndKicker { a: Mana, b: Mana } = ["kicker" a "and/or kicker" b];
        Protection { from: ProtectionFrom } = ["protection from" from] where |v| !matches!(v, KeywordItem::Protection { from: ProtectionFrom::Color { .. } });
        ProtectionTwo { a: ProtectionFrom, b: ProtectionFrom } = ["protection from" a "and from" b];
        ProtectionThree { a: ProtectionFrom, b: ProtectionFrom, c: ProtectionFrom } = ["protection from" a ", from" b ", and from" c];
        HexproofFrom { from: ProtectionFrom } = ["hexproof from" from];
        Enchant { what: Enchantable } = ["enchant" what];
        PartnerWith { name: Name } = ["partner with" name];
        PartnerOf { kind: PartnerKind } = ["partner ⸺" kind];
        Suspend { n: Digits, mana: Mana } = ["suspend" n "⸺" mana];
        BareSuspend = ["suspend"];
        Reinforce { n: Digits, mana: Mana } = ["reinforce" n "⸺" mana];
        ReinforceX { mana: Mana } = ["reinforce X ⸺" mana];
        Impending { n: Digits, mana: Mana } = ["impending" n "⸺" mana];
        Awaken { n: Digits, mana: Mana } = ["awaken" n "⸺" mana];
        EmergeFrom { noun: Noun, mana: Mana } = ["emerge from" [noun singular] mana];
        Gift { what: Gift } = ["gift" what];
        BasicLandcycling { mana: Mana } = ["basic landcycling" mana];
        Landcycling { kind: Typecycling, mana: Mana } = [kind mana];
        Offering { noun: Noun } = [[noun singular] "offering"];
        Affinity { noun: Noun } = ["affinity for" [noun plural]];
        AffinityMass { kind: Mass } = ["affinity for" kind];
        Champion { noun: Noun } = ["champion a" [noun singular]];
        Devour { noun: Noun, n: Digits } = ["devour" [noun singular] n];
        DevourX = ["devour X, where X is the number of creatures devoured this way"];
        Splice { onto: SpliceOnto, mana: Mana } = ["splice onto" onto mana];
        Craft { noun: Noun, mana: Mana } = ["craft with" [noun singular] mana];
        CraftSeveral { n: Numeral, noun: Noun, mana: Mana } = ["craft with" n [noun plural] mana] where |v| matches!(v, KeywordItem::CraftSeveral { n, .. } if n.0 > 1);
        EquipOnly { noun: Noun, mana: Mana } = ["equip" [noun singular] mana];
    }

    /// A keyword whose cost is not just mana; it is a paragraph of its own and ends with a full stop.
    struct DashedKeyword { name: CostName, cost: Cost } = [name "⸺" [cost capital] "."];

    /// Splice for a cost that is not just mana.
    struct DashedSplice { onto: SpliceOnto, cost: Cost } = ["splice onto" onto "⸺" [cost capital] "."];

    /// What "gains" and "has" are followed by.
    enum Grant {
        Keyword { item: KeywordItem } = [item] where |v| !matches!(v, Grant::Keyword { item: KeywordItem::Enchant { .. } });
        Quoted { ability: Arc<Quoted> } = ["“" [ability singular] "”"];
    }

    /// A line of keywords.
    struct KeywordLine { items: Commas<KeywordItem> } = [items];

}
