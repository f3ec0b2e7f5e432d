//! What goes elsewhere, or is more, instead (CR 614).

use std::sync::Arc;

use crate::text::grammar::amount::Num;
use crate::text::grammar::condition::ConditionWords;
use crate::text::grammar::cost::Counters;
use crate::text::grammar::effect::{CardWord, Clause, Clauses, Sentence};
use crate::text::grammar::noun::{Noun, Np};
use crate::text::grammar::player::{OwnZone, Player, Whose, ZoneRef};
use crate::text::grammar::statics::While;
use crate::text::grammar::token::TokenSpec;
use crate::text::grammar::verb::{CardVerb, WithCounters};
use crate::text::grammar::words::{CounterWord, Digits, Mana, Numeral};
use crate::text::syntax::{has, syntax};

syntax! {
    /// What would be put into a graveyard.
    enum Going {
        Noun { noun: Noun } = ["a" [noun singular]];
        NotYours { noun: Noun } = ["a" [noun singular] "you didn't control"];
        CardOrToken = ["a card or token"];
    }

    /// What happens instead of leaving for somewhere.
    enum Elsewhere {
        Exile = ["exile it instead"];
        ExileWith { what: CardWord, counters: Counters } = ["exile" what "with" counters "on it instead"];
        ShuffleIntoLibrary = ["reveal ~ and shuffle it into its owner's library instead"];
        ShuffleItIntoLibrary = ["shuffle it into its owner's library instead"];
        Hand = ["return it to its owner's hand instead"];
        Top = ["put it on top of its owner's library instead"];
        Bottom = ["put it on the bottom of its owner's library instead"];
    }

    /// Which counters would be put.
    struct CounterKinds { kind: Option<CounterWord> } = [kind "counters"];

    /// On what they would be put.
    enum CountersOn {
        Object { np: Np } = [[np singular]];
        PermanentOrPlayer = ["a permanent or player"];
        OrYourself { noun: Noun } = ["a" [noun singular] "or on yourself"];
    }

    /// What that is called afterwards.
    enum CountersThere {
        It = ["it"];
        Creature = ["that creature"];
        Permanent = ["that permanent"];
        Either = ["that permanent or player"];
    }

    /// How many are put instead.
    enum CountersChange {
        Twice { kind: CounterWord, on: CountersThere } = ["twice that many" kind "counters are put on" on "instead."];
        TwiceThose { on: CountersThere } = ["twice that many of those counters are put on" on "instead."];
        TwiceEach { on: CountersThere } = ["twice that many of each of those kinds of counters are put on" on "instead."];
        PlusOne { kind: CounterWord, on: CountersThere } = ["that many plus one" kind "counters are put on" on "instead."];
        PlusEach { on: CountersThere } = ["that many plus one of each of those kinds of counters are put on" on "instead."];
        MinusOne { kind: CounterWord, on: CountersThere } = ["that many" kind "counters minus one are put on" on "instead."];
        ItTwice { on: CountersThere } = ["it puts twice that many of those counters on" on "instead."];
        PutTwice { on: CountersThere } = ["put twice that many of each of those kinds of counters on" on "instead."];
        PutPlusEach { on: CountersThere } = ["put that many plus one of each of those kinds of counters on" on "instead."];
        PutPlusOne { kind: CounterWord, on: CountersThere } = ["put that many plus one" kind "counters on" on "instead."];
        TheyHalf { on: CountersThere } =
            ["they put half that many of each of those kinds of counters on" on "instead, rounded down."];
    }

    /// How many cards are milled instead.
    enum MillChange {
        Twice = ["twice that many cards"];
        Plus { n: Numeral } = ["that many cards plus" n];
    }

    /// How much is milled, scried or proliferated instead.
    enum NumberedStatic {
        Mills { who: Player, change: MillChange } = ["if" who "would mill one or more cards, they mill" change "instead."];
        ScriesMore { n: Numeral } =
            ["if you would scry a number of cards, scry that many cards plus" n "instead."];
        Draws = ["if you would scry a number of cards, draw that many cards instead."];
        ProliferatesTwice = ["if you would proliferate, proliferate twice instead."];
    }

    /// Who would draw a card.
    #[derive(Copy)]
    enum Drawer {
        You = ["you would draw a card"];
        YouFromNothing = ["you would draw a card while your library has no cards in it"];
        Opponent = ["an opponent would draw a card"];
        OpponentButFirst = ["an opponent would draw a card except the first one they draw in each of their draw steps"];
        Any = ["a player would draw a card"];
    }

    /// What happens instead of drawing a card (CR 614.11).
    enum DrawStatic {
        Does { clauses: Arc<Clauses> } = ["if you would draw a card, instead" clauses "."];
        DoesThen { clauses: Arc<Clauses>, then: Arc<Sentence> } = ["if you would draw a card," clauses "instead." then];
        DoesAfter { clauses: Arc<Clauses> } = ["if you would draw a card," clauses "instead."] where |v| !is_drawn(v);
        InsteadOf { who: Drawer, clauses: Arc<Clauses> } = ["if" who ", instead" clauses "."]
            where |v| !matches!(v, DrawStatic::InsteadOf { who: Drawer::You, .. });
        InsteadThen { clauses: Arc<Clauses>, then: Arc<Sentence> } = ["if you would draw a card, instead" clauses "." then];
        Skipped { who: Drawer } = ["if" who ", skip that draw instead."]
            where |v| matches!(v, DrawStatic::Skipped { who: Drawer::You | Drawer::YouFromNothing });
        SkippedByThem = ["if a player would draw a card, that player skips that draw instead."];
        MaySkip = ["if you would draw a card, you may skip that draw instead."];
        MayDo { clauses: Arc<Clauses> } = ["if you would draw a card, you may" clauses "instead."];
        MayInstead { before: Option<While>, clauses: Arc<Clauses> } =
            [before "if you would draw a card, you may instead" clauses "."];
        FromNothing = ["if you would draw a card while your library has no cards in it, you win the game instead."];
    }

    /// While what something else happens.
    struct WhileSo { condition: ConditionWords } = ["while" condition];

    /// What goes elsewhere, or is more, instead (CR 614).
    enum InsteadStatic {
        Numbered { what: NumberedStatic } = [what];
        Discarded { with: Option<WithCounters> } =
            ["if a spell or ability an opponent controls causes you to discard ~, put it onto the battlefield" with
                "instead of putting it into your graveyard."];
        WouldGo { elsewhere: Elsewhere } = ["if ~ would be put into a graveyard from anywhere," elsewhere "."];
        CardGoes { what: Going, to: ZoneRef, elsewhere: Elsewhere } =
            ["if" what "would be put into" to "from anywhere," elsewhere "."]
            where |v| matches!(v, InsteadStatic::CardGoes { to: ZoneRef::Of { whose: Whose::A | Whose::Your | Whose::Of { player: Player::AnOpponent }, zone: OwnZone::Graveyard }, .. });
        UncycledGoes { what: Going, to: ZoneRef, elsewhere: Elsewhere } =
            ["if" what "would be put into" to "from anywhere and it wasn't cycled," elsewhere "."]
            where |v| matches!(v, InsteadStatic::UncycledGoes { to: ZoneRef::Of { whose: Whose::A | Whose::Your, zone: OwnZone::Graveyard }, .. });
        CardExiledWith { what: Going, to: ZoneRef, counters: Counters } =
            ["if" what "would be put into" to "from anywhere, instead exile it with" counters "on it."]
            where |v| matches!(v, InsteadStatic::CardExiledWith { to: ZoneRef::Of { whose: Whose::A | Whose::Your | Whose::Of { player: Player::AnOpponent }, zone: OwnZone::Graveyard }, .. });
        PermanentGoes { noun: Noun, elsewhere: Elsewhere } = ["if a" [noun singular] "would be put into a graveyard," elsewhere "."];
        AnythingGoes { noun: Noun, elsewhere: Elsewhere } =
            ["if a" [noun singular] ", spell, or card not on the battlefield would be put into a graveyard," elsewhere "."];
        WouldLeave = ["if ~ would leave the battlefield, exile it instead of putting it anywhere else."];
        WouldEnterUncast { noun: Noun } = ["if a" [noun singular] "would enter and it wasn't cast, exile it instead."];
        WouldDie { noun: Np, elsewhere: Elsewhere } = ["if" [noun singular] "would die," elsewhere "."];
        WouldDieAnd { noun: Np, what: CardWord, and: Arc<Clauses> } =
            ["if" [noun singular] "would die, instead exile" what "and" and "."];
        DiesOrGoes { noun: Noun, what: Noun, to: ZoneRef } =
            ["if a" [noun singular] "would die or a" [what singular] "not on the battlefield would be put into" to ", exile that card instead."];
        ManaTwice { noun: Noun } = ["if you tap a" [noun singular] "for mana, it produces twice as much of that mana instead."];
        ManaThrice { noun: Noun } = ["if you tap a" [noun singular] "for mana, it produces three times as much of that mana instead."];
        ManaInstead { noun: Noun, mana: Mana } =
            ["if a" [noun singular] "is tapped for mana, it produces" mana "instead of any other type."];
        ManaOneInstead { noun: Noun, mana: Mana } =
            ["if a" [noun singular] "is tapped for mana, it produces" mana "instead of any other type and amount."];
        ManaColorless { noun: Noun } =
            ["if a" [noun singular] "is tapped for mana, it produces colorless mana instead of any other type."];
        ManaToOne { noun: Noun, n: Numeral } =
            ["if a" [noun singular] "is tapped for" n "or more mana, it produces {C} instead of any other type and amount."];
        LifeGainPlus { n: Digits } = ["if you would gain life, you gain that much life plus" n "instead."];
        NoLifeGain { who: Player } = ["if" who "would gain life, that player gains no life instead."];
        LifeGainLost { who: Player } = ["if" who "would gain life, that player loses that much life instead."]
            where |v| matches!(v, InsteadStatic::LifeGainLost { who: Player::AnOpponent | Player::APlayer });
        LifeGainTwice { so: Option<WhileSo> } = ["if you would gain life" so ", you gain twice that much life instead."];
        EffectTokensTwice =
            ["if an effect would create one or more tokens under your control, it creates twice that many of those tokens instead."];
        TokensTwice = ["if one or more tokens would be created under your control, twice that many of those tokens are created instead."];
        TokensTwiceForAll = ["if one or more tokens would be created, twice that many of those tokens are created instead."];
        TokensThrice { noun: Noun } =
            ["if one or more" [noun plural] "would be created under your control, three times that many of those tokens are created instead."];
        TokensPlus { noun: Noun, more: TokenSpec } =
            ["if one or more" [noun plural] "would be created under your control, those tokens plus" more "are created instead."];
        YouCreatePlus { noun: Noun, more: TokenSpec } =
            ["if you would create one or more" [noun plural] ", instead create those tokens plus" more "."];
        EachTokenPlus { noun: Noun, again: Noun, more: TokenSpec } =
            ["if you would create a" [noun singular] ", instead create a" [again singular] "and" more "."]
            where |v| matches!(v, InsteadStatic::EachTokenPlus { noun, again, .. } if noun == again);
        CountersPut { kinds: CounterKinds, on: CountersOn, then: CountersChange } =
            ["if one or more" kinds "would be put on" on "," then];
        EffectPuts { kinds: CounterKinds, on: CountersOn, then: CountersChange } =
            ["if an effect would put one or more" kinds "on" on "," then];
        PlayerPuts { who: Player, kinds: CounterKinds, on: CountersOn, then: CountersChange } =
            ["if" who "would put one or more" kinds "on" on "," then];
        YouGet = ["if you would get one or more counters, you get that many plus one of each of those kinds of counters instead."];
        DrawsTwice { so: Option<WhileSo> } = ["if you would draw a card" so ", draw two cards instead."];
        DrawsTwiceAnd { so: WhileSo, n: Num } =
            ["if you would draw a card" so ", instead you draw two cards and you lose" n "life."];
        DrawsTwiceButFirst =
            ["if you would draw a card except the first one you draw in each of your draw steps, draw two cards instead."];
        DrawsPlusOne { before: Option<While> } =
            [before "if you would draw one or more cards, you draw that many cards plus one instead."];
        DrawsForOpponentButFirst =
            ["if an opponent would draw a card except the first one they draw in each of their draw steps, instead that player skips that draw and you draw a card."];
        DrawsEach = ["if an opponent would draw two or more cards, instead you and that player each draw a card."];
        Draw { what: DrawStatic } = [what];
    }
}

/// Returns whether cards are drawn instead, or the player may do something, which rows of their own say.
fn is_drawn(words: &DrawStatic) -> bool {
    let DrawStatic::DoesAfter { clauses } = words else { return false };
    matches!(clauses.0.first, Clause::May { .. })
        || has(clauses, |verb: &CardVerb| matches!(verb, CardVerb::Draw { .. }))
}
