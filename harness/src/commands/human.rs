//! `gauntlet play`: a person at the terminal against an agent.

use std::fmt::Write as _;
use std::io::{self, BufRead};
use std::path::PathBuf;

use clap::Args;
use gauntlet_core::{Game, Player, Seed};

use crate::check::opinion::Advisor;
use crate::commands::bout::{Bout, Played, result};
use crate::commands::options::DealArgs;
use crate::error::Error;
use crate::host::Host;
use crate::host::agents::Pilot;
use crate::host::options::from_zero;
use crate::host::parts::Action;
use crate::host::recording::{Header, Recorder, Recording};
use crate::output::grid::Tone;
use crate::output::screen::{Exit, Screen, shown};
use crate::plan::again::Again;
use crate::plan::files;
use crate::play::game::{Trace, play_on};
use crate::play::{panics, players};
use crate::show::position::{Document, document};
use crate::stats::tally::{PerSide, Side};

/// What can be said in place of a number.
const HELP: &str = "\
  NUMBER        choose that action
  (nothing)     pass once
  pass          pass for the rest of the turn, or until your opponent chooses something
  ? NAME        what a card does that can be seen, by the beginning of its name
  board         the whole board
  hint          what the agent would choose in your place
  concede       give up the game
  quit          leave it; with --record it is written as far as it was played
";

/// Which decks, and against whom.
#[derive(Args, Clone, Debug)]
pub struct PlayGameArgs {
    /// Your deck: a file, or the name of a deck in decks/.
    pub a: PathBuf,
    /// The deck of your opponent.
    pub b: PathBuf,
    /// Who plays it [default: heuristic].
    #[arg(long, value_name = "SPEC")]
    pub agent: Option<String>,
    /// Let the opponent take the first turn.
    #[arg(long)]
    pub second: bool,
    /// Which game of the seed, from 0.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = from_zero::<u64>, allow_negative_numbers = true)]
    pub pair: u64,
    /// What is dealt.
    #[command(flatten)]
    pub deal: DealArgs,
    /// Write the game to a file, as far as it is played: 'gauntlet replay' tells it, 'gauntlet explain' says where an agent would have played otherwise.
    #[arg(long, visible_alias = "save", value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// What a person says.
enum Said {
    /// The action of this number.
    Choose(usize),
    /// Gives up.
    Concede,
    /// Leaves, or the input has ended.
    Leave,
}

/// A person at the table.
struct Seat<'a, 's, H: Host> {
    viewer: Player,
    names: [&'a str; 2],
    input: &'a mut dyn BufRead,
    screen: &'a mut Screen<'s>,
    /// Who says what would be chosen in the person's place.
    advisor: Pilot<H::Game>,
    seed: Seed,
    /// When the board was shown last: the turn and the moment in it.
    shown: Option<String>,
    /// Whether to pass on, and since when.
    passing: Option<String>,
    /// How much of the story was told.
    told: usize,
}

/// `gauntlet play`.
///
/// # Errors
/// If decks or the agent can't be loaded, or the output can't be written.
pub fn play<H: Host>(args: &PlayGameArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let mut input = io::stdin().lock();
    play_with::<H>(args, screen, &mut input)
}

/// As [`play`], where the person's lines come from `input`.
///
/// # Errors
/// As [`play`].
pub fn play_with<H: Host>(
    args: &PlayGameArgs,
    screen: &mut Screen<'_>,
    input: &mut dyn BufRead,
) -> Result<Exit, Error> {
    args.record.as_ref().map_or(Ok(()), |file| Recording::check_place(file, "--record", None))?;
    let deck_files = files::distinct(vec![files::one::<H>(&args.a)?, files::one::<H>(&args.b)?]);
    let spec = args.agent.as_deref().unwrap_or(H::DEFAULT_AGENT);
    let pilot = H::agents().resolve(spec)?;
    let host = H::load(&deck_files, &args.deal.load)?;
    files::tell_decks(&host, screen, false);
    let first = if args.second { Side::B } else { Side::A };
    let which = Again { seed: args.deal.seed, pair: args.pair, game: None, first, limits: args.deal.limits() };
    let bout = Bout::new(&host, PerSide([0, deck_files.len() - 1]), PerSide([&pilot, &pilot]), which);
    let viewer = if args.second { Player::SECOND } else { Player::FIRST };
    let names = bout.by_seat();
    screen.print(&format!(
        "You play {}, against {} ({}). {} takes the first turn. Say help to see what you can say.\n",
        names[viewer.index()],
        names[viewer.opponent().index()],
        pilot.spec,
        names[0]
    ))?;
    let small = args.record.as_ref().map(|_| bout.small()).transpose()?;
    let mut recorder = Recorder::default();
    let seed = Seed::from_u64(args.deal.seed);
    let advisor = H::agents().resolve(spec)?;
    let mut seat = Seat::<H> { viewer, names, input, screen, advisor, seed, shown: None, passing: None, told: 0 };
    let mut trace = Trace::default();
    let mut game = H::Game::new(&bout.setup(small.as_ref()), bout.seeds.game);
    // After each choice of the person the file has the game so far: Ctrl-C ends the program where it is.
    let keep = |recorder: &Recorder| {
        if let Some(file) = &args.record {
            // What can't be written now is told in the end.
            let header = Header { played_by: Vec::new(), ..bout.header(small.as_ref()) };
            let _ = recorder.clone().finish(header, None).write(file);
        }
    };
    let played = at_the_table(&bout, &mut game, &pilot, &mut seat, (&mut recorder, &keep), &mut trace)?;
    let ending = match &played {
        Some(played) => result(played, names, trace),
        None => format!("You leave the game in turn {}, after {} choices.", trace.turn, trace.decisions),
    };
    screen.print(&format!("\n{}\n", Tone::Bold.paint(&ending, screen.colour)))?;
    if let Some(file) = &args.record {
        // Nobody can be asked again for what a person chose.
        let header = Header { played_by: Vec::new(), ..bout.header(small.as_ref()) };
        recorder.finish(header, None).write(file)?;
        screen.print(&format!(
            "The game is in {0}: gauntlet explain {0} says what an agent thinks of it.\n",
            file.display()
        ))?;
    }
    Ok(match played {
        Some(Played { outcome: Err(_), .. }) => Exit::Problems,
        _ => Exit::Ok,
    })
}

/// Plays the game. How it ended: the error is what the engine or the agent failed with; none if the person left.
fn at_the_table<H: Host>(
    bout: &Bout<'_, H>,
    game: &mut H::Game,
    pilot: &Pilot<H::Game>,
    seat: &mut Seat<'_, '_, H>,
    (recorder, keep): (&mut Recorder, &dyn Fn(&Recorder)),
    trace: &mut Trace,
) -> Result<Option<Played>, Error> {
    let viewer = seat.viewer;
    let mut agent = pilot.make();
    agent.start();
    let mut rng = bout.seeds.agents[seat.viewer.opponent()].rng();
    let (mut left, mut broken) = (false, None);
    let mut choose = |game: &H::Game, player: Player, legal: &[Action<H>]| {
        if player != seat.viewer {
            seat.passing = None;
        }
        let said =
            seat.hear(game).and_then(|()| if player == seat.viewer { seat.asked(game).map(Some) } else { Ok(None) });
        match said {
            Ok(None) => players::choose(agent.as_mut(), game, player, legal, &mut rng),
            Ok(Some(Said::Choose(choice))) => Some(choice),
            Ok(Some(Said::Concede)) => None,
            Ok(Some(Said::Leave)) => {
                left = true;
                None
            }
            Err(error) => {
                broken = Some(error);
                None
            }
        }
    };
    let mut before = |game: &H::Game, player, action| {
        recorder.before(game, player, action);
        if player == viewer {
            keep(recorder);
        }
    };
    let (limits, mut legal) = (bout.game.limits, Vec::new());
    let outcome = panics::catch(|| play_on(game, &mut legal, limits, trace, &mut choose, &mut before));
    if let Some(error) = broken {
        return Err(error);
    }
    if let Ok(outcome) = outcome {
        recorder.arrived(game);
        if left {
            return Ok(None);
        }
        seat.hear(game)?;
        agent.over(outcome);
    }
    Ok(Some(Played { outcome, fault: agent.fault() }))
}

impl<H: Host> Seat<'_, '_, H> {
    /// Tells the person what has happened since, as far as they may know it.
    fn hear(&mut self, game: &H::Game) -> Result<(), Error> {
        let mut lines = Vec::new();
        H::tell(game, None, self.names, &mut self.told, &mut lines);
        for line in lines.iter().filter(|line| line.audience.has(self.viewer)) {
            let tone = if line.text.starts_with(' ') { Tone::Plain } else { Tone::Bold };
            let text = tone.paint(&line.text, self.screen.colour && !line.text.is_empty());
            self.screen.print(&format!("{text}\n"))?;
        }
        Ok(())
    }

    /// What the person says to a decision.
    fn asked(&mut self, game: &H::Game) -> Result<Said, Error> {
        let board = document::<H>(game, self.names, Some(self.viewer));
        let pass = board.choices().position(|action| action == "pass");
        if let Some(since) = self.passing.take()
            && let Some(pass) = pass
            && since == board.turn_told()
        {
            self.passing = Some(since);
            return Ok(Said::Choose(pass));
        }
        let moment = board.moment_told();
        match self.shown.as_ref() == Some(&moment) {
            true => self.screen.print(&format!("\n{}", board.question_told(self.screen.colour)))?,
            false => self.screen.print(&format!("\n{}", board.told(self.screen.colour)))?,
        }
        self.shown = Some(moment);
        loop {
            self.screen.print("> ")?;
            let mut line = Vec::new();
            let unreadable = |cause| Error::Read { path: PathBuf::from("the standard input"), cause };
            if self.input.read_until(b'\n', &mut line).map_err(unreadable)? == 0 {
                self.screen.print("\n")?;
                return Ok(Said::Leave);
            }
            let many = board.choices().count();
            // What isn't text is nothing that can be said.
            let line = String::from_utf8_lossy(&line);
            match line.trim() {
                "" => match pass {
                    Some(pass) => return Ok(Said::Choose(pass)),
                    None => self.screen.print("Choose a number, or say help.\n")?,
                },
                "pass" | "p" => match pass {
                    Some(pass) => {
                        self.passing = Some(board.turn_told());
                        return Ok(Said::Choose(pass));
                    }
                    None => self.screen.print("You can't pass here: choose a number.\n")?,
                },
                "help" | "?" | "h" => self.screen.print(HELP)?,
                "board" | "b" => self.screen.print(&board.told(self.screen.colour))?,
                "hint" => self.hint(game)?,
                "concede" => return Ok(Said::Concede),
                "quit" | "q" => return Ok(Said::Leave),
                words => match (words.parse::<usize>(), words.strip_prefix('?')) {
                    (Ok(number), _) if number < many => return Ok(Said::Choose(number)),
                    (Ok(_), _) => self.screen.print(&format!("There are the numbers 0 to {}.\n", many - 1))?,
                    (Err(_), Some(name)) => self.screen.print(&what_it_does(&board, name.trim()))?,
                    (Err(_), None) => {
                        let words = shown(words);
                        let text =
                            format!("'{words}' is no number and nothing that can be said; help says what can be.\n");
                        self.screen.print(&text)?;
                    }
                },
            }
        }
    }

    /// Says what the agent would choose here.
    fn hint(&mut self, game: &H::Game) -> Result<(), Error> {
        let mut advisor = Advisor::<H>::new(&self.advisor, self.seed, self.names);
        let text = match advisor.opinion(game, self.viewer, false) {
            Ok(opinion) => format!("{} would choose {}: {}\n", opinion.agent, opinion.choice, opinion.action),
            Err(why) => format!("The agent doesn't know: {why}\n"),
        };
        self.screen.print(&text)
    }
}

/// What the cards do whose names begin like this.
fn what_it_does(board: &Document, name: &str) -> String {
    let mut out = String::new();
    for told in board.cards_told(name) {
        let _ = write!(out, "{told}");
    }
    if out.is_empty() { format!("You see no card whose name begins with '{name}'.\n") } else { out }
}
