//! What entered, left, died, was discarded or sacrificed this turn.

use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::noun::{Head, Kind, Noun, Np};
use crate::text::grammar::player::Player;
use crate::text::grammar::tense::{SelfOrIt, YouHave};
use crate::text::syntax::syntax;

syntax! {
    /// What entered, left, died, was discarded or sacrificed this turn.
    enum MovedCondition {
        YouCreated { n: AtLeast, noun: Noun } = ["you created" n [noun by n] "this turn"]
            where |v| matches!(v, MovedCondition::YouCreated { noun, .. } if is_token(noun));
        CreatureDied = ["a creature died this turn"];
        Entered { n: AtLeast, noun: Noun } = [n [noun by n] "entered the battlefield under your control this turn"];
        YouHadEnter { n: AtLeast, noun: Noun } = ["you had" n [noun by n] "enter under your control this turn"];
        YouHadEnterLastTurn { n: AtLeast, noun: Noun } = ["you had" n [noun by n] "enter under your control last turn"];
        Left { n: AtLeast, noun: Noun } = [n [noun by n] "left the battlefield this turn"];
        LeftUnderYours { n: AtLeast, noun: Noun } = [n [noun by n] "left the battlefield under your control this turn"];
        YoursLeft { n: AtLeast, noun: Noun } = [n [noun by n] "you controlled left the battlefield this turn"];
        DiedUnderTheirs { n: AtLeast, noun: Noun } = [n [noun by n] "died under an opponent's control this turn"];
        EnteredUnderTheirs { n: AtLeast, noun: Noun } =
            [n [noun by n] "entered the battlefield under an opponent's control this turn"];
        PlayerDiscarded { n: AtLeast } = ["a player discarded" n ["card|cards" by n] "this turn"];
        DiedUnderYours { n: AtLeast, noun: Noun } = [n [noun by n] "died under your control this turn"];
        Died { n: AtLeast, noun: Noun } = [n [noun by n] "died this turn"] where |v| !matches!(v, MovedCondition::Died { n: AtLeast::A, noun } if noun.is_plain_creature());
        Descended = ["you descended this turn"];
        LeftYourGraveyard { n: AtLeast, noun: Noun } = [n [noun by n] "left your graveyard this turn"];
        PutIntoYourGraveyard { n: AtLeast, noun: Noun } = [n [noun by n] ["was|were put into your graveyard from anywhere this turn" by n]];
        PutIntoGraveyards { n: AtLeast, noun: Noun } = [n [noun by n] ["was|were put into graveyards from anywhere this turn" by n]];
        YouDiscarded { you: YouHave, n: AtLeast } = [you "discarded" n ["card|cards" by n] "this turn"];
        OpponentDiscarded { n: AtLeast } = ["an opponent discarded" n ["card|cards" by n] "this turn"];
        YouSacrificed { you: YouHave, n: AtLeast, noun: Noun } = [you "sacrificed" n [noun by n] "this turn"];
        EnteredThisTurn { it: SelfOrIt } = [it "entered this turn"];
        ThatEntered { np: Np } = [[np singular] "entered this turn"]
            where |v| matches!(v, MovedCondition::ThatEntered { np: Np::That { .. } | Np::TheOne { .. } });
        DidntEnter { it: SelfOrIt } = [it "didn't enter this turn"];
        HadEnter { who: Player, n: AtLeast, noun: Noun } = [who "had" n [noun by n] "enter under their control this turn"];
        HadPutIntoGraveyard { who: Player, n: AtLeast } =
            [who "had" n ["card|cards" by n] "put into their graveyard from anywhere this turn"];
        DiedIntoYours { n: AtLeast, noun: Noun } = [n [noun by n] ["was|were put into your graveyard from the battlefield this turn" by n]];
        ItEnteredUnderYours = ["it entered under your control"];
        EnteredUnder { n: AtLeast, noun: Noun } = [n [noun by n] "entered under your control this turn"];
    }
}

/// Returns whether a noun describes tokens.
fn is_token(noun: &Noun) -> bool {
    matches!(&noun.head, Head::Bare { kind: Kind::Token, .. } | Head::Kinded { kind: Kind::Token, .. })
}
