//! Texts that are refused, as something that was read would be lost on the way down or wouldn't be there later: the words say why.

use gauntlet_cards::card::Pool;
use gauntlet_cards::text::CardBase;

/// Asserts that an instant with this text isn't compiled, for a reason with these words.
fn refused(text: &str, because: &str) {
    let mut base = CardBase::new();
    let problems = base.add_text("test", &format!("name Test\ncost {{1}}\ntype Instant\ntext {text}\n"));
    assert!(problems.is_empty(), "{problems:?}");
    let compiled = base.compile("Test", &mut Pool::new());
    let Err(problems) = compiled else { panic!("it compiles: {text}") };
    let words = format!("{problems:?}");
    assert!(words.contains(because), "{text}: {words}");
}

/// CR 611.2a: a duration that stands before a sentence is that of what the sentence does.
#[test]
fn a_duration_that_nothing_takes_is_refused() {
    refused("Until end of turn, draw a card.", "isn't taken by");
    refused("Until your next turn, destroy target creature.", "isn't taken by");
}

/// CR 611.2c, 608.2h: what is stored doesn't know the targets and registers of what stored it.
#[test]
fn what_is_stored_doesnt_mention_what_is_gone() {
    refused(
        "Target creature can't be blocked by creatures with power greater than its power this turn.",
        "remembered for later",
    );
}

/// CR 400.7, 608.2h: nothing finds what went to a hand, and by then nothing remembers what it was.
#[test]
fn what_went_to_a_hand_isnt_known_later() {
    refused(
        "Return target creature card from your graveyard to your hand. At the beginning of the next end step, each opponent loses life \
         equal to that card's power.",
        "isn't tracked",
    );
}

/// CR 400.11a: it is said whose cards from outside the game are meant.
#[test]
fn nobodys_cards_from_outside_the_game_are_refused() {
    refused("You may reveal a sorcery card from outside the game and put it into your hand.", "outside the game");
}

/// CR 603.7: a target that is chosen now isn't one of what triggers then.
#[test]
fn a_target_of_something_later_is_chosen_now() {
    refused("Destroy target creature at end of combat.", "chosen now");
}

/// CR 401.4: an order that is said isn't lost.
#[test]
fn a_random_order_on_top_is_refused() {
    refused(
        "Look at the top three cards of your library, then put them on top of your library in a random order.",
        "random order on top",
    );
}

/// CR 701.9b: cards are discarded at random from the whole hand; those of a kind would be chosen.
#[test]
fn cards_of_a_kind_arent_discarded_at_random() {
    refused("Target opponent discards a creature card at random.", "what is discarded");
}

/// CR 603.7: where several things are offered together, a time at the end could be that of all of them.
#[test]
fn a_time_at_the_end_of_an_offer_of_several_things_is_refused() {
    refused("You may untap ~ and draw a card at the beginning of the next end step.", "when each of these happens");
}

/// CR 400.3: a card goes to its owner's hand; a player who is chosen for it isn't forgotten.
#[test]
fn another_players_hand_is_refused() {
    refused("Search your library for a card and put it into another target player's hand.", "another player's zone");
}

/// CR 601.2b: modes may depend on optional costs, but not on which of several ways to cast the card was taken.
#[test]
fn modes_that_depend_on_an_alternative_cost_are_refused() {
    let modes = "Choose one. If ~'s surge cost was paid, choose any number instead.\ntext • Draw a card.\ntext • You gain 3 life.";
    refused(&format!("Surge {{2}}\ntext {modes}"), "depend on what is paid");
}

/// CR 109.2: a creature card that is put into a graveyard is another thing than a creature that dies.
#[test]
fn cards_and_permanents_that_went_somewhere_are_kept_apart() {
    refused("If a creature card died this turn, draw a card.", "different things");
}

/// CR 614.12a: what is done as something enters is looked for among its printed abilities only.
#[test]
fn what_acts_as_it_enters_isnt_given() {
    refused("Target creature gains \"As ~ enters, choose a color.\" until end of turn.", "acts as something enters");
}
