//! Which questions of the rules a static ability answers, so that those who ask look only where there is an answer.

use bitflags::bitflags;

bitflags! {
    /// Kinds of static abilities that make rules or replace events. What has none of a kind need not be asked about it.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct RuleKinds: u64 {
        /// 509.1b: who can block whom, and how many.
        const BLOCKS = 1 << 0;
        /// 115, 702.11, 702.16: what can be a target of what; protection.
        const PROTECTION = 1 << 1;
        /// 601.2f: what spells and abilities cost.
        const COSTS = 1 << 2;
        /// Convoke, affinity and the like, given to spells.
        const HELPERS = 1 << 3;
        /// 508.1, 509.1: what it costs to attack and block.
        const COMBAT_TAX = 1 << 4;
        /// Where objects go instead.
        const MOVES = 1 << 5;
        /// How permanents enter, others than the one that says so.
        const ENTERING = 1 << 6;
        /// Damage, prevented or changed.
        const DAMAGE = 1 << 7;
        /// Life that is gained, changed or not at all.
        const LIFE_GAIN = 1 << 8;
        /// Draws, replaced or limited.
        const DRAWS = 1 << 9;
        /// How many tokens are created.
        const TOKENS = 1 << 10;
        /// How many counters are put.
        const COUNTERS = 1 << 11;
        /// What mana permanents produce.
        const MANA = 1 << 12;
        /// Where discarded cards go.
        const DISCARDS = 1 << 13;
        /// 704.5r: how many counters may stay.
        const COUNTER_CAP = 1 << 14;
        /// 614.17: what can't have counters.
        const NO_COUNTERS = 1 << 15;
        /// 502.3: what untaps in others' turns, and what may stay tapped.
        const UNTAPS = 1 << 16;
        /// Hidden cards that players may look at.
        const LOOKS = 1 << 17;
        /// 704.5j: what the legend rule spares.
        const LEGENDS = 1 << 18;
        /// 603.2d: what triggers an additional time.
        const TRIGGERS_AGAIN = 1 << 19;
        /// 402.2: hand size.
        const HAND_SIZE = 1 << 20;
        /// 305.2: additional lands.
        const EXTRA_LANDS = 1 << 21;
        /// Life that can't be lost.
        const CANT_LOSE_LIFE = 1 << 22;
        /// Who can't lose the game.
        const CANT_LOSE_GAME = 1 << 23;
        /// 601.3: what can't be cast.
        const CANT_CAST = 1 << 24;
        /// 601.3b: what can be cast as though it had flash.
        const FLASH = 1 << 25;
        /// 702.11c, 702.16: players with hexproof or protection.
        const HEXPROOF = 1 << 26;
        /// 614.10: steps and turns that are skipped.
        const SKIPPED_STEPS = 1 << 27;
        /// 601.3e: cards that may be played from libraries and graveyards.
        const PLAYS_FROM = 1 << 28;
        /// 118.9: alternative costs that effects offer.
        const OTHER_PRICES = 1 << 29;
        /// 615.12: damage that can't be prevented.
        const UNPREVENTABLE = 1 << 30;
        /// Who can't search, and what can't cause it.
        const SEARCHES = 1 << 31;
        /// What opponents' effects can't cause.
        const NOT_CAUSED = 1 << 32;
        /// 602.5a: abilities that don't wait for a turn to begin.
        const SICKNESS = 1 << 33;
        /// 500.5: mana that doesn't empty.
        const MANA_STAYS = 1 << 34;
        /// 508.1c: who can't be attacked.
        const NOT_ATTACKED = 1 << 35;
        /// 609.4b: mana that is spent as though it were of another color.
        const SPENT_AS = 1 << 36;
        /// Events that cause nothing to trigger.
        const NO_TRIGGERS = 1 << 38;
        /// 305.2: lands that can't be played.
        const CANT_PLAY_LANDS = 1 << 39;
        /// 602.5: objects of which abilities can't be activated.
        const CANT_ACTIVATE = 1 << 40;
        /// 702.122, 702.171: what crews and saddles as though its power were another.
        const CREWS = 1 << 41;
        /// 508.1c, 509.1b: how many creatures can attack or block.
        const COMBAT_LIMIT = 1 << 42;
        /// 508.1d: what creatures must attack.
        const MUST_ATTACK_SOURCE = 1 << 44;
        /// 120.3: what damage does to players.
        const DAMAGE_TAKEN = 1 << 43;
        /// 614.17: what can't enter from where it is.
        const CANT_ENTER = 1 << 45;
        /// 606.3: loyalty abilities that are activated at other times.
        const LOYALTY = 1 << 46;
        /// 303.4c, 702.16n: what can't be attached beside the permanent, and what protection doesn't remove.
        const KEEPS_ATTACHED = 1 << 47;
        /// 701.6: spells that can't be countered.
        const UNCOUNTERABLE = 1 << 48;
        /// 701.27, 708.7: what can't transform or be turned face up.
        const FACE_DOWN = 1 << 49;
        /// 121: cards that are revealed as they are drawn.
        const REVEALED_DRAWS = 1 << 50;
        /// 611.3, 613: what cards in hands and libraries are besides what is printed on them.
        const HIDDEN_CARDS = 1 << 51;
        /// 614.12: how the permanent itself enters, which nobody asks of one that is there.
        const ENTERS_ITSELF = 1 << 52;
        /// 704.5g: how much damage is lethal.
        const LETHAL = 1 << 53;
        /// 701.17, 701.22, 701.34: how much is milled, scried or proliferated.
        const NUMBERED = 1 << 54;
        /// 616.1b: under whose control permanents enter.
        const ENTERS_UNDER = 1 << 55;
        /// What only the permanent itself, or whoever draws or attacks with it, asks about.
        const OWN = 1 << 37;
    }
}
