//! Whole paragraphs: keyword lines, activated, triggered and static abilities, what a spell does.

use std::sync::Arc;

use super::amount::WhereX;
use super::cost::{Cost, SentenceCost};
use super::draft::DraftRule;
use super::effect::{Body, Clauses, Limit};
use super::keyword::{CostName, DashedKeyword, DashedSplice, KeywordItem, KeywordLine};
use super::noun::{Noun, Np};
use super::object::ShapeColor;
use super::player::Player;
use super::statics::{CardRule, CostBy, Static};
use super::trigger::Trigger;
use super::verb::SpellVerb;
use super::words::{LoyaltySymbol, Mana};
use crate::mana::ManaSymbol;
use crate::text::first::begins_with;
use crate::text::grammar::condition::Conditions;
use crate::text::literal::Literal;
use crate::text::syntax::{Ctx, Parser, Printer, Syntax, has, syntax};

/// An ability word, which has no meaning (CR 207.2c).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AbilityWord(usize);

/// CR 207.2c.
const ABILITY_WORDS: [&str; 63] = [
    "adamant",
    "addendum",
    "alliance",
    "battalion",
    "bloodrush",
    "celebration",
    "channel",
    "chroma",
    "cohort",
    "constellation",
    "converge",
    "corrupted",
    "council's dilemma",
    "coven",
    "delirium",
    "disappear",
    "descend 4",
    "descend 8",
    "domain",
    "eerie",
    "eminence",
    "enrage",
    "fateful hour",
    "fathomless descent",
    "ferocious",
    "flurry",
    "formidable",
    "grandeur",
    "hellbent",
    "heroic",
    "imprint",
    "inspired",
    "join forces",
    "kinship",
    "landfall",
    "lieutenant",
    "magecraft",
    "metalcraft",
    "morbid",
    "pack tactics",
    "paradox",
    "parley",
    "radiance",
    "raid",
    "rally",
    "renew",
    "revolt",
    "secret council",
    "spell mastery",
    "strive",
    "survival",
    "sweep",
    "tempting offer",
    "threshold",
    "undergrowth",
    "valiant",
    "vivid",
    "void",
    "will of the council",
    "will of the planeswalkers",
    "opus",
    "repartee",
    "infusion",
];

impl Syntax for AbilityWord {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        for (index, word) in ABILITY_WORDS.iter().enumerate() {
            if let Some(next) = p.literal(at, Literal::new(word), ctx)
                && let Some(next) = p.literal(next, Literal::new("—"), ctx)
            {
                found.push((AbilityWord(index), next));
            }
        }
    }
    begins_with!(literals ABILITY_WORDS);
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        out.literal(ABILITY_WORDS[self.0], ctx);
        out.word("—");
    }
}

/// A flavor word, which has no meaning either (CR 207.2d): words with a capital before a dash. One word alone could be a keyword
/// with its cost, so that it is one only before a trigger condition or a mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FlavorWord(String);

/// Words before a dash that have a meaning.
const NOT_FLAVOR: [&str; 5] = ["Max speed", "Solved", "To solve", "Hidden agenda", "Double agenda"];

impl Syntax for FlavorWord {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        let mut text = String::new();
        for length in 1..=7 {
            let Some(word) = p.peek(at + length - 1) else { return };
            let starts = word.starts_with(|c: char| c.is_uppercase());
            let small = matches!(
                word,
                "of" | "the"
                    | "a"
                    | "an"
                    | "and"
                    | "in"
                    | "to"
                    | "for"
                    | "with"
                    | "'s"
                    | "'"
                    | "on"
                    | "at"
                    | "by"
                    | "it"
                    | "from"
                    | "into"
                    | "is"
            );
            let capital = starts || (length > 1 && small);
            if !capital {
                return;
            }
            if length > 1 && !word.starts_with('\'') {
                text.push(' ');
            }
            text.push_str(word);
            if p.peek(at + length) == Some("—") && (length > 1 || stands_alone(p, at)) {
                let known = ABILITY_WORDS.iter().any(|word| word.eq_ignore_ascii_case(&text))
                    || NOT_FLAVOR.contains(&text.as_str());
                if !known && let Some(next) = p.literal(at + length, Literal::new("—"), ctx) {
                    found.push((FlavorWord(text), next));
                }
                return;
            }
        }
    }
    begins_with!(kinds Capital);
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        out.literal(&self.0, ctx);
        out.word("—");
    }
}

/// Keywords before a dash that limit an activated ability.
const LIMITING: [&str; 4] = ["exhaust", "boast", "forecast", "power-up"];

/// Returns whether one word before a dash is a flavor word: that of a mode or of what a chapter does, or one before an ability that is
/// written out and isn't a chapter's.
fn stands_alone(p: &Parser<'_>, at: usize) -> bool {
    let of_mode = at.checked_sub(1).is_some_and(|before| p.peek(before) == Some("•"));
    // "I, II — Lightning — ..."
    let of_chapter = at.checked_sub(2).is_some_and(|before| {
        p.peek(before + 1) == Some("—") && p.peek(before).is_some_and(|word| ROMAN.contains(&word))
    });
    let chapter = p.peek(at).is_some_and(|word| ROMAN.contains(&word));
    let keyword = p.peek(at).is_some_and(|word| {
        let word = word.to_lowercase();
        LIMITING.contains(&word.as_str()) || crate::text::keywords::TABLE.iter().any(|known| known.name == word)
    });
    let goes_on = p.peek(at + 2).is_some_and(|next| {
        next.starts_with('{')
            || matches!(
                next,
                "When"
                    | "Whenever"
                    | "At"
                    | "Equip"
                    | "The"
                    | "You"
                    | "Once"
                    | "During"
                    | "Prevent"
                    | "Pay"
                    | "Sacrifice"
                    | "Other"
            )
    });
    of_mode || (!chapter && !keyword && (of_chapter || goes_on))
}

/// The name of a mode with its dash: "Fire —".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ModeName(String);

impl Syntax for ModeName {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        let mut text = String::new();
        for place in at..at + 5 {
            let Some(word) = p.peek(place) else { return };
            if !text.is_empty()
                && let Some(next) = p.literal(place, Literal::new("—"), ctx)
            {
                found.push((ModeName(text), next));
                return;
            }
            if !word.starts_with(char::is_alphabetic) {
                return;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
    }
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        out.literal(&self.0, ctx);
        out.word("—");
    }
}

/// The chapter symbols before a chapter ability (CR 714.2), as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chapters(pub(crate) Vec<u8>);

/// The Roman numerals of chapter symbols.
const ROMAN: [&str; 12] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];

impl Syntax for Chapters {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let mut numbers = Vec::new();
        let mut next = at;
        while let Some(number) = p.raw(next).and_then(|word| ROMAN.iter().position(|roman| *roman == word)) {
            numbers.push(number as u8 + 1);
            match p.peek(next + 1) {
                Some(",") => next += 2,
                Some("—") => {
                    found.push((Chapters(numbers), next + 2));
                    return;
                }
                _ => return,
            }
        }
    }
    begins_with!(kinds Capital);
    fn write(&self, out: &mut Printer, _: Ctx) {
        for (place, number) in self.0.iter().enumerate() {
            if place > 0 {
                out.word(",");
            }
            out.word(ROMAN.get(usize::from(*number) - 1).copied().unwrap_or("?"));
        }
        out.word("—");
    }
}

syntax! {
    /// What stands before a dash: a word that means nothing, or a keyword (CR 702.142 boast, 702.177 exhaust).
    enum Prelude {
        Ability { word: AbilityWord } = [word];
        Flavor { word: FlavorWord } = [word];
        Exhaust = ["exhaust —"];
        Boast = ["boast —"];
        PowerUp = ["power-up —"];
        Forecast = ["forecast —"];
    }

    /// Paragraphs that cards of every type have.
    enum Common {
        Keywords { word: Option<FlavorWord>, line: KeywordLine } = [word line];
        Dashed { keyword: DashedKeyword } = [keyword];
        KeywordX { keyword: KeywordItem } = [keyword "."] where |v| matches!(v, Common::KeywordX { keyword: KeywordItem::NumberX { .. } });
        SuspendX { mana: Mana } = ["suspend X ⸺" mana ". X can't be 0."]
            where |v| matches!(v, Common::SuspendX { mana } if mana.0.x_count() > 0);
        Limited { name: CostName, mana: Mana, limit: Limit, more: Vec<Limit> } = [name mana "." limit more];
        FlashbackLess { mana: Mana, by: CostBy, x: WhereX } = ["flashback" mana ". ~ costs" by "this way" x "."]
            where |v| matches!(v, Common::FlashbackLess { by: CostBy::Less { mana }, .. } if mana.0.symbols == [ManaSymbol::X]);
        Splice { splice: DashedSplice } = [splice];
        Activated { word: Option<Prelude>, cost: Cost, body: Arc<Body>, limits: Vec<Limit> } =
            [word [cost capital] ":" body limits];
        Either { a: Cost, b: Cost, body: Arc<Body> } = [[a capital] "or" [b capital] ":" body];
        Loyalty { symbol: LoyaltySymbol, body: Arc<Body> } = [symbol ":" body];
        Triggered { word: Option<Prelude>, trigger: Trigger, body: Arc<Body>, limits: Vec<Limit> } = [word trigger body limits];
        Rules { word: Option<Prelude>, first: CardRule, rest: Vec<CardRule> } = [word first rest];
        Opening { when: FirstOfGame, body: Arc<Body> } =
            ["you may reveal ~ from your opening hand. If you do," when "," body];
        OpeningThen { clauses: Arc<Clauses>, when: FirstOfGame } =
            ["you may reveal ~ from your opening hand. If you do," clauses when "."];
    }

    /// What happens for the first time in a game.
    #[derive(Copy)]
    enum FirstOfGame {
        Upkeep = ["at the beginning of the first upkeep"];
        YourUpkeep = ["at the beginning of your first upkeep"];
        YourMain = ["at the beginning of your first main phase"];
        OpponentsSpell = ["when each opponent casts their first spell of the game"];
    }

    /// A paragraph of an instant or sorcery.
    enum SpellParagraph {
        Common { common: Arc<Common> } = [common] where |v| !matches!(v, SpellParagraph::Common { common } if matches!(**common, Common::Triggered { trigger: Trigger::EndOfCombat, .. }));
        Spell { word: Option<Prelude>, body: Arc<Body> } = [word body]
            where |v| !has(v, |verb: &SpellVerb| matches!(verb, SpellVerb::CastFromYours { what: Np::Itself }));
    }

    /// What a card says of its own color: no effect of a spell, but what it is in every zone (CR 604.3).
    struct OwnColor { color: ShapeColor } = ["~ is" color "."];

    /// In which turns.
    #[derive(Copy)]
    enum EachDraw {
        Turn = ["each turn"];
        YourTurn = ["on each of your turns"];
    }

    /// What happens as a card is revealed like this.
    struct WhenRevealed { noun: Noun, body: Arc<Body> } = ["whenever you reveal a" [noun singular] "this way," body];

    /// A paragraph of a permanent.
    enum PermanentParagraph {
        Chapter { chapters: Chapters, word: Option<Prelude>, body: Arc<Body> } = [chapters word body];
        Common { common: Arc<Common> } = [common];
        CrewFor { cost: SentenceCost } = ["you may" cost "rather than pay ~ 's crew cost."];
        Draft { first: DraftRule, rest: Vec<DraftRule> } = [first rest];
        Exert = ["you may exert ~ as it attacks."];
        ExertThen { body: Arc<Body> } = ["you may exert ~ as it attacks. When you do," body];
        ExertOnceThen { body: Arc<Body> } = ["if ~ hasn't been exerted this turn, you may exert it as it attacks. When you do," body];
        RevealsDrawn { each: EachDraw, first: WhenRevealed, rest: Vec<WhenRevealed> } =
            ["reveal the first card you draw" each "." first rest];
        Ignorable { who: Player, mana: Mana } =
            [who "can't search libraries. Any player may pay" mana "for that player to ignore this effect until end of turn."];
        MaxSpeed { ability: Arc<Quoted> } = ["max speed —" ability];
        Harnessed { ability: Arc<Quoted> } = ["∞ —" ability];
        ToSolve { so: Conditions } = ["to solve —" [so capital] "."];
        SolvedBoth { first: Arc<Static>, second: Arc<Static> } = ["solved —" [first capital] second];
        Solved { ability: Arc<Quoted> } = ["solved —" ability];
        MaxSpeedBoth { first: Arc<Static>, second: Arc<Static> } = ["max speed —" first second];
        Static { word: Option<Prelude>, first: Arc<Static>, rest: Vec<Arc<Static>> } = [word first rest] where |v| !matches!(v, PermanentParagraph::Static { first, rest, .. } if first.is_done_as_it_enters() && !rest.is_empty());
    }

    /// An ability in quotation marks.
    enum Quoted {
        Activated { cost: Cost, body: Arc<Body>, limits: Vec<Limit> } = [[cost capital] ":" body limits];
        Triggered { trigger: Trigger, body: Arc<Body>, limits: Vec<Limit> } = [trigger body limits];
        Loyalty { symbol: LoyaltySymbol, body: Arc<Body> } = [symbol ":" body];
        Static { first: Arc<Static> } = [first];
        Keyword { name: CostName, mana: Mana } = [[name capital] mana "."];
        Dashed { name: CostName, cost: Cost } = [[name capital] "⸺" [cost capital] "."];
    }
}

impl Prelude {
    /// Returns whether it limits the activated ability that it stands before.
    pub(crate) fn limits(&self) -> bool {
        matches!(self, Prelude::Exhaust | Prelude::Boast | Prelude::Forecast | Prelude::PowerUp)
    }
}
