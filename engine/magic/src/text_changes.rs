//! Text-changing effects (CR 612, layer 3): colour words, land types and creature types in the text of one object that stand for
//! others.
//!
//! Compiled text is shared and never changes: it is read through the changes of the object whose text it is (`Scope::text`). As
//! long as no text of the game is changed, that is a look at an empty list. Mana symbols and names aren't words (CR 612.2), and
//! abilities that were granted aren't text of the object that has them (CR 612.3).

use gauntlet_cards::card::AbilityId;
use gauntlet_cards::effect::{Register, WordKind};
use gauntlet_cards::filter::Players;
use gauntlet_cards::keyword::Keywords;
use gauntlet_cards::types::{Colors, Subtype, SubtypeKind};
use gauntlet_cards::walk::{Then, Walk};
use gauntlet_core::Audience;
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::resolve::After;
use crate::state::{ActiveEffect, CopyPart, Flags, Object, ObjectId, TextChange, Word};
use crate::task::Resolve;

impl Word {
    /// The word as a number, as registers and effects keep it; 0 isn't a word.
    fn number(self) -> i32 {
        match self {
            Word::Color(color) => i32::from(color) + 1,
            Word::Subtype(subtype) => i32::from(subtype.0) + 6,
        }
    }

    fn numbered(number: i32) -> Option<Word> {
        match number {
            1..=5 => Some(Word::Color(number as u8 - 1)),
            6.. => Some(Word::Subtype(Subtype((number - 6) as u16))),
            _ => None,
        }
    }

    fn action(self) -> Action {
        match self {
            Word::Color(color) => Action::Color(color),
            Word::Subtype(subtype) => Action::Subtype(subtype.0),
        }
    }

    fn chosen(action: Action) -> Option<Word> {
        match action {
            Action::Color(color) => Some(Word::Color(color)),
            Action::Subtype(number) => Some(Word::Subtype(Subtype(number))),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Word::Color(color) => Colors::TABLE[usize::from(color)].2,
            Word::Subtype(subtype) => subtype.name(),
        }
    }

    fn is(self, kind: WordKind) -> bool {
        match self {
            Word::Color(_) => kind == WordKind::Color,
            Word::Subtype(subtype) => match kind {
                WordKind::Color => false,
                WordKind::BasicLandType => subtype.kind() == SubtypeKind::BasicLand,
                WordKind::CreatureType => subtype.kind() == SubtypeKind::Creature,
            },
        }
    }
}

impl TextChange {
    fn subtype(&self, subtype: Subtype) -> Subtype {
        match self.to {
            Word::Subtype(to) if self.from == Word::Subtype(subtype) => to,
            _ => subtype,
        }
    }

    fn colors(&self, colors: Colors) -> Colors {
        match (self.from, self.to) {
            // All five stand for "colored", where no colour is named.
            (Word::Color(from), Word::Color(to)) if !colors.is_all() => {
                let (from, to) = (Colors::TABLE[usize::from(from)].0, Colors::TABLE[usize::from(to)].0);
                if colors.contains(from) { (colors - from) | to } else { colors }
            }
            _ => colors,
        }
    }

    fn keywords(&self, keywords: Keywords) -> Keywords {
        let (table, from, to) = match (self.from, self.to) {
            (Word::Color(from), Word::Color(to)) => (&Keywords::PROTECTION, from as usize, to as usize),
            (Word::Subtype(from), Word::Subtype(to)) => (&Keywords::LANDWALK, from.0 as usize, to.0 as usize),
            _ => return keywords,
        };
        match (table.get(from), table.get(to)) {
            (Some(from), Some(to)) if keywords.contains(*from) => (keywords - *from) | *to,
            _ => keywords,
        }
    }
}

impl Eye<'_> {
    /// What a subtype stands for in the text of an object.
    #[inline]
    pub(crate) fn read_subtype(self, text: ObjectId, subtype: Subtype) -> Subtype {
        self.read(text, subtype, TextChange::subtype)
    }

    /// What colours stand for in the text of an object.
    #[inline]
    pub(crate) fn read_colors(self, text: ObjectId, colors: Colors) -> Colors {
        self.read(text, colors, TextChange::colors)
    }

    /// What keywords stand for in the text of an object.
    #[inline]
    pub(crate) fn read_keywords(self, text: ObjectId, keywords: Keywords) -> Keywords {
        self.read(text, keywords, TextChange::keywords)
    }

    #[inline]
    fn read<T>(self, text: ObjectId, word: T, change: impl Fn(&TextChange, T) -> T) -> T {
        if self.s.texts.is_empty() {
            return word;
        }
        self.s.texts.iter().filter(|other| other.object == text).fold(word, |word, other| change(other, word))
    }

    /// Whose text an ability of an object is: a granted one is nobody's (CR 612.3).
    pub(crate) fn text_of(self, id: ObjectId, object: &Object, ability: AbilityId) -> ObjectId {
        let granted = !self.s.texts.is_empty()
            && object.is(Flags::HAS_GRANTED)
            && self.s.granted_to(id.index).iter().any(|given| given.1 == ability)
            && (object.is(Flags::LOST_ABILITIES) || !self.pool.card(object.card).abilities.contains(&ability));
        if granted { ObjectId::NONE } else { id }
    }
}

impl Engine<'_> {
    /// The player chooses a word and what it is replaced by, into this register and the next.
    pub(crate) fn choose_words(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        kinds: &[WordKind],
        (to, except): (Option<Subtype>, Option<Subtype>),
        into: Register,
    ) -> After {
        let Some(player) = self.eye().players(&task.scope, players).first(task.scope.you) else { return After::Next };
        let (first, second) = (usize::from(into), usize::from(into) + 1);
        if !task.begun {
            (task.scope.numbers[first], task.scope.numbers[second]) = (0, 0);
        }
        if let Some(word) = self.s.answer.take().and_then(Word::chosen) {
            if task.progress.done == 0 {
                task.progress.done = 1;
                task.scope.numbers[first] = word.number();
            } else {
                task.scope.numbers[second] = word.number();
            }
        }
        let from = Word::numbered(task.scope.numbers[first]);
        if from.is_some()
            && let Some(to) = to
        {
            task.scope.numbers[second] = Word::Subtype(to).number();
        }
        if let (Some(from), Some(to)) = (from, Word::numbered(task.scope.numbers[second])) {
            self.tell(Audience::Everyone, |eye| {
                format!("{} chooses {} to become {}.", eye.player_name(player), from.name(), to.name())
            });
            return After::Next;
        }
        let mut words: SmallVec<[Word; 64]> = SmallVec::new();
        for kind in kinds {
            match kind {
                WordKind::Color => words.extend((0..5).map(Word::Color)),
                WordKind::BasicLandType => words.extend((0..5).map(|number| Word::Subtype(Subtype(number)))),
                WordKind::CreatureType => words.extend(self.creature_types().into_iter().map(Word::Subtype)),
            }
        }
        if let Some(from) = from {
            words.retain(|word| {
                *word != from
                    && except.is_none_or(|except| *word != Word::Subtype(except))
                    && kinds.iter().any(|kind| from.is(*kind) && word.is(*kind))
            });
        }
        self.offer_these(words.into_iter().map(Word::action));
        if self.s.choices.is_empty() {
            return After::Next;
        }
        After::Ask(player, DecisionKind::Word, task.item.object, Particulars::Progress(task.progress.done))
    }

    /// The creature types that some card of the game has or some text of the game names (CR 205.3m), in order: others can't matter.
    pub(crate) fn creature_types(&self) -> SmallVec<[Subtype; 32]> {
        let mut types: SmallVec<[Subtype; 32]> = SmallVec::new();
        let mut add = |subtype: Subtype| {
            if subtype.kind() == SubtypeKind::Creature && !types.contains(&subtype) {
                types.push(subtype);
            }
        };
        self.pool.cards().for_each(|(_, card)| card.subtypes().iter().for_each(&mut add));
        for ability in self.pool.abilities() {
            ability.kind.walk(&mut |node| {
                node.downcast_ref().copied().into_iter().for_each(&mut add);
                Then::Inside
            });
        }
        types.sort_unstable();
        types
    }

    /// Layer 3: the text of an object is changed, its type line and its keywords with it.
    pub(crate) fn change_text(&mut self, object: ObjectId, (from, to): (i32, i32)) {
        let (Some(from), Some(to)) = (Word::numbered(from), Word::numbered(to)) else { return };
        let change = TextChange { object, from, to };
        self.s.texts.push(change);
        let characteristics = &mut self.object(object.index).characteristics;
        characteristics.keywords = change.keywords(characteristics.keywords);
        if let (Word::Subtype(from), Word::Subtype(to)) = (from, to) {
            characteristics.subtypes.replace(from, to);
        }
    }

    /// A token has the words of the text that made it (CR 612.2a, 612.4), its colours included.
    pub(crate) fn change_token(&mut self, effect: &ActiveEffect) {
        let numbers = (i32::from(effect.numbers[0]), i32::from(effect.numbers[1]));
        self.change_text(effect.object, numbers);
        if let Some(change) = self.s.texts.last().copied().filter(|change| change.object == effect.object) {
            let characteristics = &mut self.object(effect.object.index).characteristics;
            characteristics.colors = change.colors(characteristics.colors);
        }
    }

    /// The effects by which a token that was just created has the words of the text that made it.
    pub(crate) fn word_token(&mut self, task: &Resolve, token: ObjectId) {
        for place in 0..self.s.texts.len() {
            let change = self.s.texts[place];
            if change.object != task.scope.text {
                continue;
            }
            let mut effect = self.effect(task, token, gauntlet_cards::effect::Duration::Indefinite);
            effect.copy = CopyPart::Words;
            (effect.numbers[0], effect.numbers[1]) = (change.from.number() as i16, change.to.number() as i16);
            self.s.effects.push(effect);
            self.touch();
        }
    }

    /// An ability that is put on the stack keeps the words that its source has now (CR 113.7a).
    pub(crate) fn inherit_text(&mut self, source: ObjectId, ability: ObjectId, id: AbilityId) {
        if self.s.texts.is_empty() {
            return;
        }
        if let Some(object) = self.s.get(source)
            && self.eye().text_of(source, object, id).is_none()
        {
            return;
        }
        for place in 0..self.s.texts.len() {
            let change = self.s.texts[place];
            if change.object == source {
                self.s.texts.push(TextChange { object: ability, ..change });
            }
        }
    }

    /// Before effects are applied again: the texts of objects as they are printed. Those of abilities on the stack and of what is
    /// gone stay as they were.
    pub(crate) fn reset_texts(&mut self) {
        let objects = &self.s.objects;
        self.s.texts.retain(|change| {
            let object = &objects[change.object.index()];
            object.generation != change.object.generation || object.is(Flags::ABILITY)
        });
    }

    /// Nothing asks any more for the text of what is gone, but effects that it has made.
    pub(crate) fn forget_texts(&mut self) {
        let (objects, effects) = (&self.s.objects, &self.s.effects);
        self.s.texts.retain(|change| {
            objects[change.object.index()].generation == change.object.generation
                || effects.iter().any(|effect| effect.source == change.object)
        });
    }
}
