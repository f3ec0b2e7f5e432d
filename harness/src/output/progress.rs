//! The progress bar.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Games done, games per second and time left, on a terminal; nothing anywhere else.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for `games` games, which is drawn if `live`.
    pub fn new(games: u64, live: bool) -> Progress {
        Progress::counting("games", games, live)
    }

    /// A bar for `count` of something else than games.
    pub fn counting(unit: &'static str, games: u64, live: bool) -> Progress {
        if !live {
            return Progress { bar: ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::hidden()) };
        }
        // A bar of no games would be full.
        let length = (games > 0).then_some(games);
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr_with_hz(10));
        let template = format!("{{wide_bar}} {{human_pos}}/{{human_len}} {unit}  {{speed}}  {{eta}} left");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style.with_key(
                "speed",
                move |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
                    let _ = write!(out, "{:.0} {unit}/s", state.per_sec());
                },
            ));
        }
        // Slow games must not make the clock stand still.
        bar.enable_steady_tick(Duration::from_millis(250));
        Progress { bar }
    }

    /// Notes `games` more games, from any thread.
    pub fn played(&self, games: u64) {
        self.bar.inc(games);
    }

    /// There are `games` more to play than was thought.
    pub fn more(&self, games: u64) {
        self.bar.set_length(self.bar.length().unwrap_or_default() + games);
    }

    /// How many games were played, and how many there are to play, as far as is known.
    pub fn counts(&self) -> [u64; 2] {
        [self.bar.position(), self.bar.length().unwrap_or_default()]
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
