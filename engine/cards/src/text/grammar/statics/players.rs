//! Rules for players: what they may or can't do, other prices, steps that are skipped.

use std::sync::Arc;

use crate::text::grammar::amount::WhereX;
use crate::text::grammar::condition::ConditionWords;
use crate::text::grammar::cost::{CostPart, Gerunds, PriceWords, SpellValue};
use crate::text::grammar::effect::{Clauses, PlayerGain, SpendAs, SpendTo, SpendUses};
use crate::text::grammar::keyword::ProtectionFrom;
use crate::text::grammar::noun::{Noun, Np, Nps, Qual};
use crate::text::grammar::player::{Player, ZoneRef};
use crate::text::grammar::statics::While;
use crate::text::grammar::words::{Color, Digits, Mana, Numeral};
use crate::text::syntax::syntax;

syntax! {
    /// A rule that a player has or obeys.
    enum PlayerRule {
        NoMaximum = ["has|have no maximum hand size"];
        ExtraLand = ["may play an additional land on each of your turns"];
        ExtraLandDuring = ["may play an additional land during each of their turns"];
        ExtraLandOnTheirs = ["may play an additional land on each of their turns"];
        ExtraLands { n: Numeral } = ["may play" n "additional lands on each of your turns"];
        CantGainLife = ["can't gain life"];
        CantLoseLife = ["can't lose life"];
        Hexproof = ["has|have hexproof"];
        Shroud = ["has|have shroud"];
        Protection { from: ProtectionFrom } = ["has|have protection from" from];
        CantCast { noun: Noun } = ["can't cast" [noun plural]];
        CantCastYourTurn { noun: Noun } = ["can't cast" [noun plural] "during your turn"];
        CantCastInCombat { noun: Noun } = ["can't cast" [noun plural] "during combat"];
        CantCastMore { noun: Noun } = ["can't cast more than one" [noun singular] "each turn"];
        CantCastMany { n: Numeral, noun: Noun } = ["can't cast more than" n [noun plural] "each turn"];
        OwnTurnsOnly = ["can cast spells only during their own turns"];
        YourTurnOnly = ["can cast spells only during your turn"];
        SorceryTimeOnly = ["can cast spells only any time they could cast a sorcery"];
        CantPlayLands = ["can't play lands"];
        CantPlayLandsNamed { noun: Noun } = ["can't play" [noun plural]]
            where |v| matches!(v, PlayerRule::CantPlayLandsNamed { noun } if !noun.quals.is_empty());
        CantPlayOrCastFrom { zone: ZoneRef } = ["can't play lands or cast spells from" zone];
        CantCastOrActivate { noun: Noun, of: Noun } = ["can't cast" [noun plural] "or activate abilities of" [of plural]];
        CantCastOrActivateAny { noun: Noun } =
            ["can't cast" [noun plural] "or activate abilities that aren't mana abilities"];
        CantCastOrLoyalty { noun: Noun } = ["can't cast" [noun plural] "or activate planeswalkers' loyalty abilities"];
        CantActivateLoyalty = ["can't activate planeswalkers' loyalty abilities"];
        CantActivate = ["can't activate abilities that aren't mana abilities"];
        LivesOn = ["doesn't|don't lose the game for having 0 or less life"];
        CantLose = ["can't lose the game and your opponents can't win the game"];
        LoyaltyAnyTime = ["may activate ~ loyalty abilities any time you could cast an instant"];
        LoyaltyAnyTurn { np: Np } = ["may activate loyalty abilities of" [np singular] "on any player's turn any time you could cast an instant"];
        LoyaltyTwice { np: Np } = ["may activate loyalty abilities of" [np singular] "twice"];
        Flash { noun: Noun } = ["may cast" [noun plural] "as though they had flash"];
        RevealHand = ["plays|play with your hand revealed"];
        RevealTheirHand = ["plays|play with their hand revealed"];
        RevealHands = ["plays|play with their hands revealed"];
        RevealTop = ["plays|play with the top card of your library revealed"];
        RevealTops = ["plays|play with the top card of their libraries revealed"];
        PlayFromTop = ["may play lands from the top of your library"];
        PlayLandsFromGraveyard = ["may play lands from your graveyard"];
        PlayAllFromGraveyard { noun: Noun } = ["may play lands and cast" [noun plural] "from your graveyard"];
        CastFromGraveyard { noun: Noun } = ["may cast" [noun plural] "from your graveyard"];
        CastFree { noun: Noun } = ["may cast" [noun plural] "without paying their mana costs"];
        CastFromTop { noun: Noun } = ["may cast" [noun plural] "from the top of your library"];
        CastTwoFromTop { a: Noun, b: Noun } = ["may cast" [a plural] "and" [b plural] "from the top of your library"];
        PlayAllFromTop { noun: Noun } = ["may play lands and cast" [noun plural] "from the top of your library"];
        LookAtTop = ["may look at the top card of your library any time"];
        DrawOne = ["can't draw more than one card each turn"];
        DrawNone = ["can't draw cards"];
        DrawAndGainNothing = ["can't draw cards or gain life"];
        CantUntapMore { n: Numeral, noun: Noun, when: UntapSteps } = ["can't untap more than" n [noun by n] "during" when];
        DrawsFromBottom = ["draws|draw cards from the bottom of your library rather than the top"];
        CantSearch = ["can't search libraries"];
        AnyColor = ["may spend mana as though it were mana of any color"];
        AnyColorTo { uses: SpendUses } = ["may spend mana as though it were mana of any color to" uses];
        AnyTypeTo { uses: SpendUses } = ["may spend mana as though it were mana of any type to" uses];
        ManaStays = ["don't|don't lose unspent mana as steps and phases end"];
        HandSizeIs { n: Numeral } = ["'s maximum hand size is" n];
        HandSizeReduced { n: Numeral } = ["'s maximum hand size is reduced by" n];
        ManaColorStays { color: Color } = ["don't|don't lose unspent" color "mana as steps and phases end"];
    }

    /// What unspent mana becomes.
    #[derive(Copy)]
    enum UnspentAs {
        Color { color: Color } = [color];
        Colorless = ["colorless"];
    }

    /// In which untap steps.
    #[derive(Copy)]
    enum UntapSteps {
        Your = ["your untap step"];
        Their = ["their untap steps"];
    }

    /// What players can't do any more.
    enum Stopped {
        Cast { noun: Noun } = [[noun plural] "can't be cast"];
        Play { noun: Noun } = [[noun plural] "can't be played"];
    }

    /// Who may cast something.
    #[derive(Copy)]
    enum MayCast {
        AnyPlayer = ["any player"];
        You = ["you"];
    }

    /// What opponents can't make one do.
    enum NotCaused {
        Sacrifice = ["sacrifice permanents"];
        Discard = ["discard cards"];
        Either = ["discard cards or sacrifice permanents"];
    }

    /// What damage leaves of one's life.
    struct LifeFloor { n: Digits, again: Digits } =
        ["damage that would reduce your life total to less than" n "reduces it to" again "instead."] where |v| v.n == v.again;

    /// Steps that are skipped.
    enum SkipRule {
        YourDraw = ["skip your draw step"];
        YourUntap = ["skip your untap step"];
        YourUpkeep = ["skip your upkeep step"];
        PlayersUntap = ["players skip their untap steps"];
        PlayersUpkeep = ["players skip their upkeep steps"];
    }

    /// Cards in exile that may be played.
    enum Exiled {
        Cards = ["play cards exiled with ~"];
        All { noun: Noun } = ["play lands and cast" [noun plural] "from among cards exiled with ~"];
        Spells { noun: Noun } = ["cast" [noun plural] "from among cards exiled with ~"];
        Lands = ["play lands from among cards exiled with ~"];
        InExile { noun: Noun } = ["cast" [noun plural]]
            where |v| matches!(v, Exiled::InExile { noun } if is_from_among_exiled(noun));
    }

    /// As what mana may be spent on them.
    struct Spending { how: SpendAs, on: SpendTo } = [", and" how on];

    /// Where spells go that were cast from a graveyard: that is its owner's, whose the cards are.
    #[derive(Copy)]
    enum CastSoGoes {
        Yours = ["if a spell cast this way would be put into your graveyard, exile it instead."];
        Any = ["if a spell cast this way would be put into a graveyard, exile it instead."];
    }

    /// What is paid for spells in place of their mana costs, or beside them (CR 118.8, 118.9).
    enum PriceStatic {
        By { cost: CostPart, noun: Noun } =
            ["you may" [cost lower] "rather than pay the mana cost for" [noun plural] "."]
            where |v| !matches!(v, PriceStatic::By { cost: CostPart::Mana { .. } | CostPart::PayMana { .. }, .. });
        Once { noun: Noun, by: PriceWords } =
            ["once during each of your turns, you may cast a" [noun singular] "by" by "rather than paying its mana cost."];
        Flash { noun: Noun, by: PriceWords } =
            ["you may cast" [noun plural] "by" by "rather than paying their mana costs. If you cast a spell this way, you may cast it as though it had flash."];
        Evoked { noun: Noun, mana: Mana } = [[noun plural] "gain evoke" mana "as you cast them."];
        FromTopWithFlash { noun: Noun } =
            ["you may cast" [noun plural] "from the top of your library. If you cast a spell this way, you may cast it as though it had flash."];
        FromTop { noun: Noun, of: SpellValue } =
            ["you may play lands and cast" [noun plural] "from the top of your library. If you cast a spell this way, pay life equal to" of "rather than pay its mana cost."];
        Exiled { before: Option<While>, of: SpellValue } =
            [before "you may play cards exiled with ~. If you cast a spell this way, pay life equal to" of "rather than pay its mana cost."];
        OnceFromGraveyard { noun: Noun, by: Gerunds, goes: Option<CastSoGoes> } =
            ["once during each of your turns, you may cast a" [noun singular] "from your graveyard by" by "in addition to paying its other costs." goes];
        FromGraveyard { before: Option<While>, noun: Noun, by: Gerunds } =
            [before "you may cast" [noun plural] "from your graveyard by" by "in addition to their other costs."];
        FromGraveyardPaying { before: Option<While>, noun: Noun, by: Gerunds } =
            [before "you may cast" [noun plural] "from your graveyard by" by "in addition to paying their other costs."];
    }

    /// Rules for players: what they may or can't do, other prices, steps that are skipped.
    enum PlayerStatic {
        Player { before: Option<While>, who: Player, rule: PlayerRule } = [before who [rule by who] "."]
            where |v| !matches!(v, PlayerStatic::Player { who: Player::AnyPlayer, .. });
        Stopped { what: Stopped } = [what "."];
        BothStopped { a: Stopped, b: Stopped } = [a "and" b "."];
        NoMoreSpells { noun: Noun, again: Noun } =
            ["each player who has cast a" [noun singular] "this turn can't cast additional" [again plural] "."]
            where |v| matches!(v, PlayerStatic::NoMoreSpells { noun, again } if noun == again);
        YouAnd { before: Option<While>, what: Nps, gain: PlayerGain } = [before "you and" [what singular] "have" gain "."];
        YouAndTwo { before: Option<While>, a: Np, b: Np, gain: PlayerGain } =
            [before "you," [a singular] ", and" [b singular] "have" gain "."];
        AnyFlash { noun: Noun } = ["any player may cast" [noun plural] "as though they had flash."];
        FreeWithFlash { who: MayCast, noun: Noun } =
            [who "may cast" [noun plural] "without paying their mana costs and as though they had flash."];
        TwoFlash { a: Noun, b: Noun } = ["you may cast" [a plural] "and" [b plural] "as though they had flash."];
        OnceFromGraveyard { noun: Noun, goes: Option<CastSoGoes> } =
            ["once during each of your turns, you may cast a" [noun singular] "from your graveyard." goes];
        LandAndSpellFromAmong { noun: Noun, cards: Noun } =
            ["during each of your turns, you may play a land and cast a" [noun singular] "from among" [cards plural] "."]
            where |v| matches!(v, PlayerStatic::LandAndSpellFromAmong { noun, cards } if noun.is_about_spells() && cards.is_about_cards());
        FromGraveyardExiled { before: Option<While>, noun: Noun, goes: CastSoGoes } =
            [before "you may cast" [noun plural] "from your graveyard." goes];
        Exiled { before: Option<While>, what: Exiled, spending: Option<Spending> } = [before "you may" what spending "."];
        OtherPrice { mana: Mana, noun: Noun } = ["you may pay" mana "rather than pay the mana cost for" [noun plural] "."];
        OtherPriceThat { mana: Mana, noun: Noun } =
            ["you may pay" mana "rather than pay the mana cost for" [noun plural] "that you cast."];
        OtherPriceOnce { mana: Mana, noun: Noun, x: Option<WhereX> } =
            ["once each turn, you may pay" mana "rather than pay the mana cost for a" [noun singular] x "."];
        Price { price: PriceStatic } = [price];
        HandIs { n: Numeral } = ["your maximum hand size is" n "."];
        HandReduced { n: Numeral } = ["your maximum hand size is reduced by" n "."];
        HandIncreased { n: Numeral } = ["your maximum hand size is increased by" n "."];
        NotCaused { what: NotCaused } = ["spells and abilities your opponents control can't cause you to" what "."];
        SearchTop { n: Numeral } =
            ["if an opponent would search a library, that player searches the top" n "cards of that library instead."];
        NoSearchCaused =
            ["spells and abilities your opponents control can't cause their controller to search their library."];
        Skip { rule: SkipRule } = [rule "."];
        SkipIf { rule: SkipRule, condition: ConditionWords } = [rule "if" condition "."];
        SkipExtraTurns { who: Player } = ["if" who "would begin an extra turn, that player skips that turn instead."]
            where |v| matches!(v, PlayerStatic::SkipExtraTurns { who: Player::APlayer | Player::AnOpponent });
        MaySkipTurn { condition: ConditionWords, clauses: Arc<Clauses> } =
            ["if you would begin your turn while" condition ", you may skip that turn instead. If you do," clauses "."];
        ActAtOnce = ["you may activate abilities of creatures you control as though those creatures had haste."];
        LifeFixed = ["your life total can't change."];
        CantWin = ["you can't win the game and your opponents can't lose the game."];
        ManaBecomes { kind: UnspentAs } = ["if you would lose unspent mana, that mana becomes" kind "instead."];
        DamageLeaves { before: Option<While>, floor: LifeFloor } = [before floor];
        DamageTakesNoLife { before: Option<While> } = [before "damage doesn't cause you to lose life."];
        DamagedAsByInfect { before: Option<While> } =
            [before "all damage is dealt to you as though its source had infect."];
        LifeForMana { mana: Mana, n: Digits } = ["for each" mana "in a cost, you may pay" n "life rather than pay that mana."]
            where |v| matches!(v, PlayerStatic::LifeForMana { n: Digits(2), .. });
        PlayWithHand = ["play with your hand revealed."];
        PlayWithTop = ["play with the top card of your library revealed."];
    }
}

/// Returns whether spells are among cards in exile, whatever has exiled them.
fn is_from_among_exiled(spells: &Noun) -> bool {
    let in_exile = |qual: &Qual| matches!(qual, Qual::In { zone: ZoneRef::Exile });
    let among = |qual: &Qual| matches!(qual, Qual::FromAmongCards { noun } if noun.quals.iter().any(in_exile));
    spells.quals.iter().any(among)
}
