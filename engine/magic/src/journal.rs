//! What happened in a game, for people.

use gauntlet_core::suggest::list;
use gauntlet_core::{Audience, StoryLine};

use crate::state::Target;

/// The lines of a game's story so far. Positions write one only when asked to; copies of a position don't carry it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Journal {
    lines: Vec<StoryLine>,
    /// What the last line says, if it says that damage was dealt.
    damage: Option<Damage>,
}

/// Damage that one recipient was dealt at one time.
#[derive(Clone, Debug)]
struct Damage {
    /// How many decisions were made before: damage that is dealt after another one is another line.
    actions: u32,
    recipient: Target,
    sources: Vec<(String, u32)>,
}

impl Journal {
    /// Adds a line for those who may read it, which begins with a capital letter whatever it is about.
    pub(crate) fn push(&mut self, audience: Audience, line: String) {
        self.damage = None;
        self.lines.push(StoryLine { audience, text: capital(&line) });
    }

    /// Adds damage: to the last line, if that is about the same recipient at the same time. `name` is
    /// what the recipient is called.
    pub(crate) fn damage(&mut self, actions: u32, recipient: Target, source: String, amount: u32, name: &str) {
        let damage = match self.damage.take().filter(|last| (last.actions, last.recipient) == (actions, recipient)) {
            Some(mut damage) => {
                damage.sources.push((source, amount));
                self.lines.pop();
                damage
            }
            None => Damage { actions, recipient, sources: vec![(source, amount)] },
        };
        let total: u32 = damage.sources.iter().map(|source| source.1).sum();
        let (who, verb) = match damage.sources.as_slice() {
            [(source, _)] => (source.clone(), "deals"),
            several => {
                let each = several.iter().map(|(source, amount)| format!("{source} ({amount})"));
                (list(&counted(each)), "deal")
            }
        };
        self.lines.push(StoryLine::public(capital(&format!("{who} {verb} {total} damage to {name}."))));
        self.damage = Some(damage);
    }

    /// All lines so far.
    pub(crate) fn lines(&self) -> &[StoryLine] {
        &self.lines
    }
}

fn capital(line: &str) -> String {
    let mut letters = line.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The names, those that come more than once with their number: "Bear ×2", "Elf".
pub(crate) fn counted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut counts: Vec<(String, u32)> = Vec::new();
    for name in names {
        match counts.iter_mut().find(|(other, _)| *other == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let with_count = |(name, count): (String, u32)| if count == 1 { name } else { format!("{name} ×{count}") };
    counts.into_iter().map(with_count).collect()
}

#[cfg(test)]
mod tests {
    use gauntlet_core::Player;

    use super::*;
    use crate::state::ObjectId;

    #[test]
    fn damage_at_one_time_is_one_line() {
        let mut journal = Journal::default();
        let ann = Target::Player(Player::FIRST);
        let ogre = |index| Target::Object(ObjectId { index, generation: 0 });
        journal.damage(3, ann, "Bear".into(), 2, "Ann (18 life)");
        journal.damage(3, ann, "Elf".into(), 1, "Ann (17 life)");
        journal.damage(3, ann, "Bear".into(), 2, "Ann (15 life)");
        journal.damage(3, ogre(1), "Elf".into(), 1, "Ogre");
        journal.damage(3, ogre(2), "Elf".into(), 1, "Ogre");
        journal.damage(4, ogre(2), "Elf".into(), 1, "Ogre");
        journal.push(Audience::Everyone, "Ogre dies.".into());
        journal.damage(4, ogre(2), "Elf".into(), 1, "Ogre");
        let expected = [
            "Bear (2) ×2 and Elf (1) deal 5 damage to Ann (15 life).",
            "Elf deals 1 damage to Ogre.",
            "Elf deals 1 damage to Ogre.",
            "Elf deals 1 damage to Ogre.",
            "Ogre dies.",
            "Elf deals 1 damage to Ogre.",
        ];
        let told: Vec<&str> = journal.lines().iter().map(|line| line.text.as_str()).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn equal_names_are_counted() {
        let names = ["Bear", "Elf", "Bear", "Bear"].map(str::to_owned);
        assert_eq!(list(&counted(names.into_iter())), "Bear ×3 and Elf");
    }
}
