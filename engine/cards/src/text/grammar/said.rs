//! What is asked of the words of a tree, whatever rows they are from: found by a walk, not in the text that the tree prints.

use std::any::Any;

use super::noun::{Adj, AdjItem, Back, Head, Kind, Noun, Np, Participle, Qual, Quant, Term};
use super::player::Player;
use crate::text::syntax::{Said, Syntax, has};
use crate::walk::Then;

/// Returns whether something in a tree refers back to what was mentioned, or would if it stood alone.
pub(crate) fn refers_back(tree: &impl Syntax) -> bool {
    let pronouns = ["it", "its", "it's", "that", "that's", "them", "those", "they", "they're", "they've", "their"];
    says_any(tree, &pronouns)
        || ["the token", "the rest", "the other", "the copy", "the chosen"].iter().any(|words| says(tree, words))
        || has(tree, |np| matches!(np, Np::The { .. } | Np::TheYou { .. } | Np::TheMany { .. }))
        || has(tree, |back| matches!(back, Back::TheMany { .. } | Back::TheWay { .. }))
}

/// Returns whether a tree means the cards exiled with its source: "the exiled card".
pub(crate) fn means_exiled(tree: &impl Syntax) -> bool {
    if !has(tree, |said: &Said| said.0.contains("exile")) {
        return false;
    }
    let card = |past: &Participle, head: &Head| *past == Participle::Exiled && begins_with(head, "card");
    says(tree, "the exiled card")
        || says(tree, "exiled with ~")
        || says(tree, "exiled with it")
        || says(tree, "exile another card with ~")
        || has(
            tree,
            |np| matches!(np, Np::The { past, head } | Np::TheYou { head, past } | Np::TheMany { past, head } if card(past, head)),
        )
        || has(tree, |back| matches!(back, Back::TheMany { past, head } if card(past, head)))
        || has(tree, |player| matches!(player, Player::ThePast { past, head, .. } if card(past, head)))
}

/// Returns whether a tree speaks of what the source has put onto the battlefield (CR 607.2a).
pub(crate) fn means_put(tree: &impl Syntax) -> bool {
    says(tree, "put onto the battlefield with ~")
}

/// Returns whether a row in a tree has one of these words.
pub(crate) fn says_any(tree: &impl Syntax, words: &[&str]) -> bool {
    has(tree, |said: &Said| said.words().any(|word| words.contains(&word)))
}

/// Returns whether one row in a tree has these words, one after the other.
pub(crate) fn says(tree: &impl Syntax, phrase: &str) -> bool {
    has(tree, |said: &Said| {
        let mut words = said.words();
        loop {
            let mut next = words.clone();
            if phrase.split(' ').all(|word| next.next() == Some(word)) {
                return true;
            }
            if words.next().is_none() {
                return false;
            }
        }
    })
}

/// Returns whether the first word of a tree is this one.
pub(crate) fn begins_with(tree: &impl Syntax, word: &str) -> bool {
    let mut first = None;
    tree.walk(&mut |node: &dyn Any| {
        if let (None, Some(said)) = (first, node.downcast_ref::<Said>()) {
            first = said.words().next();
        }
        if first.is_some() { Then::Past } else { Then::Inside }
    });
    first == Some(word)
}

impl Noun {
    /// Takes an adjective away, and returns whether it was there.
    pub(crate) fn strip_adjective(&mut self, adj: &Adj) -> bool {
        let adjs = match &mut self.head {
            Head::Types { terms } | Head::Kinded { terms, .. } | Head::SpellOr { terms } => match &mut terms.items[0] {
                Term::Typed { adjs, .. } | Term::Tribal { adjs, .. } => adjs,
            },
            Head::Bare { adjs, .. } => adjs,
            Head::Stack { .. } | Head::OrToken { .. } | Head::OrTokenToo { .. } | Head::AndOrTokens { .. } => {
                return false;
            }
        };
        let before = adjs.len();
        adjs.retain(|item| !matches!(item, AdjItem::Plain { adj: found } if found == adj));
        adjs.len() < before
    }

    /// Returns whether it describes what an instruction before has done something to: "creature dealt damage this way".
    pub(crate) fn is_done_this_way(&self) -> bool {
        self.quals.iter().any(|qual| matches!(qual, Qual::ThisWay { .. }))
    }

    /// Returns whether it is just "spell" or "another spell".
    pub(crate) fn is_plain_spell(&self) -> bool {
        self.quals.is_empty() && matches!(&self.head, Head::Bare { adjs, kind: Kind::Spell } if adjs.is_empty())
    }
}

impl Noun {
    /// Returns whether it is said where what it describes comes from.
    pub(crate) fn is_from_somewhere(&self) -> bool {
        self.quals
            .iter()
            .any(|qual| matches!(qual, Qual::From { .. } | Qual::FromElsewhere | Qual::FromElsewhereTheirs))
    }
}

impl Np {
    /// Returns whether it is "enchanted creature" or the like.
    pub(crate) fn is_host(&self) -> bool {
        matches!(self, Np::Host { .. })
    }

    /// Returns whether it is "other creatures that share a creature type with it".
    pub(crate) fn is_like_it(&self) -> bool {
        let like = |qual: &Qual| matches!(qual, Qual::SharesType { with } if **with == Np::It);
        matches!(self, Np::Quant { quant: Quant::Bare, noun } if noun.begins_with_other() && noun.quals.iter().any(like))
    }
}

impl Noun {
    /// Returns whether it describes suspended cards.
    pub(crate) fn is_about_suspended(&self) -> bool {
        let suspended = |item: &AdjItem| matches!(item, AdjItem::Plain { adj: Adj::Suspended });
        matches!(&self.head, Head::Bare { adjs, kind: Kind::Card } if adjs.iter().any(suspended))
    }
}
