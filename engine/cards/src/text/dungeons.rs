//! The texts of the dungeon cards (CR 309), which texts of other cards name.

use std::sync::LazyLock;

/// The text of a dungeon: its name, whether only its name brings it into the game, its rooms.
pub(super) type DungeonText = (&'static str, bool, Vec<RoomText>);

/// The name of a room, those of the rooms that follow, its effect.
#[derive(Debug)]
pub(super) struct RoomText {
    pub(super) name: &'static str,
    pub(super) exits: Vec<&'static str>,
    pub(super) effect: &'static str,
}

/// The dungeons by their number.
pub(super) static DUNGEONS: LazyLock<Vec<DungeonText>> = LazyLock::new(|| {
    let mut dungeons: Vec<DungeonText> = Vec::new();
    let lines = include_str!("dungeons.txt").lines().map(str::trim);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("dungeon ") {
            dungeons.push((name, false, Vec::new()));
            continue;
        }
        let Some((_, by_name_only, rooms)) = dungeons.last_mut() else { continue };
        if line == "by name only" {
            *by_name_only = true;
        } else if let Some(room) = line.strip_prefix("room ") {
            let (name, exits) = room.split_once(" > ").unwrap_or((room, ""));
            let exits = exits.split(", ").filter(|exit| !exit.is_empty()).collect();
            rooms.push(RoomText { name, exits, effect: "" });
        } else if let Some(room) = rooms.last_mut() {
            room.effect = line;
        }
    }
    dungeons
});
