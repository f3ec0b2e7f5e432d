//! How many random decisions a second environments make, with everything written, without the actions' descriptions, and with masks alone:
//!
//! ```sh
//! cargo run --release -p gauntlet-vector --example speed -- decks/mono-red-aggro.txt 256 2000 1
//! ```
//!
//! The arguments are a deck, the number of environments, of steps, and of threads; a fifth one picks one of the three ("all",
//! "observations", "masks").

use std::path::PathBuf;
use std::time::Instant;

use gauntlet::games::magic::Magic;
use gauntlet::host::Host;
use gauntlet::host::options::{Limits, LoadArgs};
use gauntlet_encoding::layout::{ACTIONS, OBSERVATION, SLOTS};
use gauntlet_magic::Position;
use gauntlet_vector::{Arrays, Config, Games};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |place: usize, default: &str| words.get(place).map_or(default.to_owned(), Clone::clone);
    let deck = PathBuf::from(word(0, "decks/mono-red-aggro.txt"));
    let environments: usize = word(1, "256").parse()?;
    let steps: usize = word(2, "2000").parse()?;
    let threads: usize = word(3, "1").parse()?;
    let only = word(4, "");
    let host = Magic::load(&[deck], &LoadArgs::default())?;
    for (name, observes, describes) in [("all", true, true), ("observations", true, false), ("masks", false, false)] {
        if !only.is_empty() && only != name {
            continue;
        }
        let setups = [host.setup(0, 0, Limits::default(), false), host.setup(0, 0, Limits::default(), false)];
        let limits = Limits::default();
        let config = Config { setups, limits, first: None, environments, opponent: None, auto_reset: true, threads };
        let mut games: Games<Position> = Games::new(config)?;
        let (mut observations, mut actions) =
            (vec![0.0; environments * OBSERVATION], vec![0.0; environments * ACTIONS]);
        let (mut masks, mut to_act) = (vec![false; environments * SLOTS], vec![0; environments]);
        let (mut rewards, mut reasons) = (vec![0.0; environments * 2], vec![0; environments]);
        let (mut dones, mut errors) = (vec![false; environments], vec![false; environments]);
        let mut seconds = 0.0;
        for begins in [true, false] {
            let arrays = Arrays {
                observations: observes.then_some(observations.as_mut_slice()),
                actions: describes.then_some(actions.as_mut_slice()),
                masks: &mut masks,
                to_act: &mut to_act,
                rewards: &mut rewards,
                dones: &mut dones,
                errors: &mut errors,
                reasons: &mut reasons,
            };
            let begin = Instant::now();
            if begins {
                games.reset(1, arrays)?
            } else {
                games.step_at_random(steps, arrays)?
            }
            seconds = begin.elapsed().as_secs_f64();
        }
        let done = (steps * environments) as f64;
        println!("{name:>14}: {:>9.0} decisions/s, {:.2} µs each", done / seconds, 1e6 * seconds / done);
    }
    Ok(())
}
