//! A child process that is spoken to in lines, each of which it answers in time or not at all.

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid};

use crate::json::MOST_BYTES;

/// How long a process may take to end once its input has ended.
const GRACE: Duration = Duration::from_millis(500);
/// How much is read of its output at once, in bytes.
const CHUNK: usize = 1 << 16;
/// How much of its diagnostics is kept, in bytes.
const KEPT: usize = 2048;
/// How many of their last lines are told.
const TOLD: usize = 6;
/// How long a process that has closed its output may take to end, so that it can be said how it did.
const LAST: Duration = Duration::from_millis(200);

/// What a program is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Allowance {
    /// The most memory, in mebibytes of address space.
    pub memory_mb: Option<u64>,
    /// The most time on a core, in seconds.
    pub cpu_s: Option<u64>,
}

/// A program to be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// What it is allowed.
    pub allowance: Allowance,
    /// The file that its diagnostics are added to; without one their last lines are kept for whoever asks what went wrong.
    pub log: Option<OsString>,
}

/// Why a program isn't started.
#[derive(Debug)]
pub enum NotStarted {
    /// The file for its diagnostics can't be opened.
    Log(OsString, io::Error),
    /// The program can't be started, or not be held to its allowance.
    Program(String, io::Error),
}

impl fmt::Display for NotStarted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotStarted::Log(path, cause) => write!(f, "the log {} can't be opened: {cause}", path.display()),
            NotStarted::Program(name, cause) => write!(f, "{name} can't be started: {cause}"),
        }
    }
}

impl std::error::Error for NotStarted {}

/// Why a command line can't be taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadCommand {
    /// There is nothing in it.
    Empty,
    /// A quotation isn't closed.
    Open,
}

impl fmt::Display for BadCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadCommand::Empty => "there is no command",
            BadCommand::Open => "a quotation mark isn't closed",
        })
    }
}

impl std::error::Error for BadCommand {}

/// The words of a command line. Blanks separate them, but for those between quotation marks of either kind; there is no shell.
///
/// # Errors
/// If there are no words, or a quotation isn't closed.
pub fn words(command: &str) -> Result<Vec<String>, BadCommand> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut quote): (Option<String>, Option<char>) = (None, None);
    for letter in command.chars() {
        match quote {
            Some(mark) if letter == mark => quote = None,
            Some(_) => word.get_or_insert_default().push(letter),
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match (quote, words.is_empty()) {
        (Some(_), _) => Err(BadCommand::Open),
        (None, true) => Err(BadCommand::Empty),
        (None, false) => Ok(words),
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Lost {
    /// It took too long.
    Timeout,
    /// The process has ended, or closed its output.
    Closed,
    /// It said something that nobody asked for.
    Unasked,
    /// The answer has more than [`MOST_BYTES`].
    TooLong,
    /// The system said so.
    Failed(io::Error),
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lost::Timeout => f.write_str("there was no answer in time"),
            Lost::Closed => f.write_str("the process ended, or closed its output"),
            Lost::Unasked => f.write_str("there was an answer before there was a question"),
            Lost::TooLong => write!(f, "the answer is a line of more than {MOST_BYTES} bytes"),
            Lost::Failed(cause) => write!(f, "the pipe failed: {cause}"),
        }
    }
}

impl std::error::Error for Lost {}

/// Someone who answers lines.
pub trait Peer {
    /// Sends a line, without its end, and returns the line that answers it. Whoever doesn't answer within this time isn't asked again.
    ///
    /// # Errors
    /// If there is no answer.
    fn ask(&mut self, line: &str, within: Duration) -> Result<Vec<u8>, Lost>;

    /// What is known, for people, of why it doesn't do as it should; `gone` if it has ended or is about to. Nothing may depend on it: two runs
    /// that are the same may have other diagnostics.
    fn last_words(&mut self, gone: bool) -> Option<String> {
        let _ = gone;
        None
    }

    /// Why there is no answer, with what else is known.
    fn told(&mut self, lost: &Lost) -> String {
        match self.last_words(matches!(lost, Lost::Closed | Lost::Failed(_))) {
            Some(words) => format!("{lost}; {words}"),
            None => lost.to_string(),
        }
    }
}

/// What a process writes to its standard error.
#[derive(Debug, Default)]
struct Diagnostics {
    /// None if a file has it, or once it is at its end.
    pipe: Option<ChildStderr>,
    /// The end of what was read.
    tail: Vec<u8>,
    /// The file that has it.
    log: Option<OsString>,
}

impl Diagnostics {
    /// Reads some of what is there, without waiting; returns whether there may be more.
    fn read(&mut self) -> bool {
        let Some(pipe) = &mut self.pipe else { return false };
        let mut chunk = [0; 4096];
        match pipe.read(&mut chunk) {
            Ok(count) if count > 0 => {
                self.tail.extend_from_slice(&chunk[..count]);
                self.tail.drain(..self.tail.len().saturating_sub(KEPT));
                true
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => false,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => true,
            Ok(_) | Err(_) => {
                self.pipe = None;
                false
            }
        }
    }

    /// Reads what is there, but not for ever.
    fn catch_up(&mut self) {
        for _ in 0..CHUNK / 1024 {
            if !self.read() {
                return;
            }
        }
    }

    /// The last lines.
    fn told(&self) -> Option<String> {
        if let Some(log) = &self.log {
            return Some(format!("what it wrote to its standard error is in {}", log.display()));
        }
        let text = String::from_utf8_lossy(&self.tail);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let last = lines[lines.len().saturating_sub(TOLD)..].join(" | ");
        let last: String = last.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        (!last.is_empty()).then(|| format!("its standard error ends with: {last}"))
    }
}

/// A child process that answers lines.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// None once it was told to end.
    input: Option<ChildStdin>,
    output: ChildStdout,
    diagnostics: Diagnostics,
    /// The line that is sent.
    sent: Vec<u8>,
    /// What was read and isn't answered with yet.
    buffer: Vec<u8>,
    /// Where it is read to.
    chunk: Box<[u8]>,
}

impl Process {
    /// Starts a program in a process group of its own, so that Ctrl-C doesn't reach it.
    ///
    /// # Errors
    /// If it can't be started or held to its allowance.
    pub fn start(program: &Program) -> Result<Process, NotStarted> {
        let log = match &program.log {
            Some(path) => {
                let file = File::options().create(true).append(true).open(path);
                Stdio::from(file.map_err(|cause| NotStarted::Log(path.clone(), cause))?)
            }
            None => Stdio::piped(),
        };
        let name = program.words.first().cloned().unwrap_or_default();
        Process::spawn(program, log).map_err(|cause| NotStarted::Program(name, cause))
    }

    fn spawn(program: &Program, log: Stdio) -> io::Result<Process> {
        let (name, arguments) = program.words.split_first().ok_or_else(|| io::Error::other(BadCommand::Empty))?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log).process_group(0);
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the process has no pipes"));
        };
        let diagnostics = Diagnostics { pipe: child.stderr.take(), tail: Vec::new(), log: program.log.clone() };
        let (sent, buffer, chunk) = (Vec::new(), Vec::new(), vec![0; CHUNK].into());
        let process = Process { child, input: Some(input), output, diagnostics, sent, buffer, chunk };
        process.hold(program.allowance)?;
        let ends = [
            process.input.as_ref().map(AsFd::as_fd),
            Some(process.output.as_fd()),
            process.diagnostics.pipe.as_ref().map(AsFd::as_fd),
        ];
        for end in ends.into_iter().flatten() {
            fcntl_setfl(end, fcntl_getfl(end)? | OFlags::NONBLOCK)?;
        }
        Ok(process)
    }

    /// Limits what the process may use.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn hold(&self, allowance: Allowance) -> io::Result<()> {
        use rustix::process::{Resource, Rlimit, prlimit};
        let limits = [
            (Resource::As, allowance.memory_mb.map(|most| most.saturating_mul(1 << 20))),
            (Resource::Cpu, allowance.cpu_s),
        ];
        for (resource, most) in limits {
            if most.is_some() {
                prlimit(Some(Pid::from_child(&self.child)), resource, Rlimit { current: most, maximum: most })?;
            }
        }
        Ok(())
    }

    /// Limits what the process may use.
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    fn hold(&self, allowance: Allowance) -> io::Result<()> {
        match allowance {
            Allowance { memory_mb: None, cpu_s: None } => Ok(()),
            _ => Err(io::Error::new(io::ErrorKind::Unsupported, "memory and CPU time can be limited on Linux only")),
        }
    }

    fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Lost> {
        let Some(input) = &mut self.input else { return Err(Lost::Closed) };
        // In one piece: whoever waits for the line isn't woken before its end is there.
        self.sent.clear();
        self.sent.extend_from_slice(line.as_bytes());
        self.sent.push(b'\n');
        let mut rest = self.sent.as_slice();
        while !rest.is_empty() {
            match input.write(rest) {
                Ok(0) => return Err(Lost::Closed),
                Ok(count) => rest = &rest[count..],
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock => wait(input, PollFlags::OUT, deadline, &mut self.diagnostics)?,
                    io::ErrorKind::Interrupted => {}
                    io::ErrorKind::BrokenPipe => return Err(Lost::Closed),
                    _ => return Err(Lost::Failed(error)),
                },
            }
        }
        Ok(())
    }

    fn receive(&mut self, deadline: Instant) -> Result<Vec<u8>, Lost> {
        let mut searched = 0;
        loop {
            if let Some(end) = self.buffer[searched..].iter().position(|byte| *byte == b'\n') {
                let rest = self.buffer.split_off(searched + end + 1);
                let mut line = std::mem::replace(&mut self.buffer, rest);
                line.pop();
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                return Ok(line);
            }
            searched = self.buffer.len();
            if searched > MOST_BYTES + 1 {
                return Err(Lost::TooLong);
            }
            match self.output.read(&mut self.chunk) {
                Ok(0) => return Err(Lost::Closed),
                Ok(count) => self.buffer.extend_from_slice(&self.chunk[..count]),
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock => {
                        wait(&self.output, PollFlags::IN, deadline, &mut self.diagnostics)?;
                    }
                    io::ErrorKind::Interrupted => {}
                    _ => return Err(Lost::Failed(error)),
                },
            }
        }
    }
}

/// Waits until a pipe is ready. Meanwhile diagnostics are read: who can't get rid of them doesn't go on.
fn wait(pipe: &impl AsFd, ready: PollFlags, deadline: Instant, diagnostics: &mut Diagnostics) -> Result<(), Lost> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Lost::Timeout);
        }
        let left =
            Timespec { tv_sec: left.as_secs().try_into().unwrap_or(i64::MAX), tv_nsec: left.subsec_nanos().into() };
        let mut pipes = [PollFd::new(pipe, ready), PollFd::new(pipe, ready)];
        let count = 1 + usize::from(diagnostics.pipe.is_some());
        if let Some(pipe) = &diagnostics.pipe {
            pipes[1] = PollFd::new(pipe, PollFlags::IN);
        }
        let waited = poll(&mut pipes[..count], Some(&left));
        let [is_ready, is_said] = pipes.map(|pipe| !pipe.revents().is_empty());
        match waited {
            Ok(0) => return Err(Lost::Timeout),
            Ok(_) => {
                if is_said {
                    diagnostics.read();
                }
                if is_ready {
                    return Ok(());
                }
            }
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(Lost::Failed(error.into())),
        }
    }
}

impl Peer for Process {
    fn ask(&mut self, line: &str, within: Duration) -> Result<Vec<u8>, Lost> {
        if !self.buffer.is_empty() {
            return Err(Lost::Unasked);
        }
        let now = Instant::now();
        let deadline = now.checked_add(within).unwrap_or(now + Duration::from_secs(u32::MAX.into()));
        self.send(line, deadline)?;
        self.receive(deadline)
    }

    fn last_words(&mut self, gone: bool) -> Option<String> {
        let until = Instant::now() + LAST;
        let mut status = self.status();
        while gone && status.is_none() && Instant::now() < until {
            self.diagnostics.catch_up();
            std::thread::sleep(Duration::from_millis(1));
            status = self.status();
        }
        self.diagnostics.catch_up();
        let ended = status.and_then(|status| match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => Some(format!("it ended with exit code {code}")),
            (None, Some(signal)) => Some(format!("it was ended by signal {signal}")),
            (None, None) => None,
        });
        let told: Vec<String> = ended.into_iter().chain(self.diagnostics.told()).collect();
        (!told.is_empty()).then(|| told.join("; "))
    }
}

impl Process {
    /// How it has ended. It stays known to the system: nobody else gets the number of its group meanwhile.
    fn status(&self) -> Option<WaitIdStatus> {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(Pid::from_child(&self.child)), look).ok().flatten()
    }
}

impl Drop for Process {
    /// The end of its input tells a process to end; one that doesn't is ended. So are those that it has started, in any case: what a bot leaves
    /// behind would go on for ever, and take time from the games that follow.
    fn drop(&mut self) {
        self.input = None;
        let until = Instant::now() + GRACE;
        while Instant::now() < until {
            if self.status().is_some() {
                break;
            }
            self.diagnostics.catch_up();
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(command: &str) -> Program {
        Program { words: words(command).expect("words"), allowance: Allowance::default(), log: None }
    }

    #[test]
    fn command_lines_are_taken_apart() {
        let read = |text: &str| words(text).map(|words| words.join("|"));
        assert_eq!(read(" python3  'my bot.py' --x=\"1 2\" "), Ok("python3|my bot.py|--x=1 2".to_owned()));
        assert_eq!(read("a ''"), Ok("a|".to_owned()));
        assert_eq!(read("  "), Err(BadCommand::Empty));
        assert_eq!(read("a 'b"), Err(BadCommand::Open));
    }

    #[test]
    fn lines_are_answered() {
        let mut echo = Process::start(&program("cat")).expect("cat");
        let long = "x".repeat(60_000);
        for line in ["one", "", &long] {
            assert_eq!(echo.ask(line, Duration::from_secs(20)).expect("an answer"), line.as_bytes());
        }
    }

    #[test]
    fn who_does_not_answer_is_given_up() {
        let mut mute = Process::start(&program("sleep 60")).expect("sleep");
        let begun = Instant::now();
        assert!(matches!(mute.ask("hello", Duration::from_millis(50)), Err(Lost::Timeout)));
        drop(mute);
        assert!(begun.elapsed() < Duration::from_secs(10));
        let mut gone = Process::start(&program("true")).expect("true");
        std::thread::sleep(Duration::from_millis(50));
        assert!(matches!(gone.ask("hello", Duration::from_secs(5)), Err(Lost::Closed)));
        let mut eager = Process::start(&program("sh -c 'echo a; echo b; cat'")).expect("sh");
        assert_eq!(eager.ask("1", Duration::from_secs(5)).expect("a"), b"a");
        std::thread::sleep(Duration::from_millis(50));
        let next = eager.ask("2", Duration::from_secs(5));
        assert!(matches!(next, Err(Lost::Unasked)) || next.is_ok_and(|line| line == b"b"));
    }

    #[test]
    fn who_goes_says_why() {
        let mut sick = Process::start(&program("sh -c 'read line; echo one >&2; echo two >&2; exit 3'")).expect("sh");
        let lost = sick.ask("hello", Duration::from_secs(20)).expect_err("it goes");
        let told = sick.told(&lost);
        assert!(told.ends_with("; it ended with exit code 3; its standard error ends with: one | two"), "{told}");
        // What is more than a pipe holds doesn't stop it, and no more than the end is kept.
        let much = "sh -c 'read line; i=0; while [ $i -lt 3000 ]; do echo \"$i: a line of some length, again and again\" >&2; i=$((i+1)); \
                    done; echo done; read line; exit 1'";
        let mut chatty = Process::start(&program(much)).expect("sh");
        assert_eq!(chatty.ask("go", Duration::from_secs(60)).expect("an answer"), b"done");
        let lost = chatty.ask("go", Duration::from_secs(20)).expect_err("it goes");
        let told = chatty.told(&lost);
        assert!(told.contains(" | 2999: a line of"), "{told}");
        assert!(told.len() < KEPT, "{told}");
    }

    #[test]
    fn a_log_that_cannot_be_opened_is_said_to_be_that() {
        let log = Some("/no/such/folder/log".into());
        let error = Process::start(&Program { log, ..program("cat") }).expect_err("no log").to_string();
        assert!(error.starts_with("the log /no/such/folder/log can't be opened: "), "{error}");
        let error = Process::start(&program("no-such-program-anywhere")).expect_err("no program").to_string();
        assert!(error.starts_with("no-such-program-anywhere can't be started: "), "{error}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn children_go_with_their_parent() {
        let left = "sh -c 'read line; sleep 600 & echo $!; read line'";
        let mut process = Process::start(&program(left)).expect("sh");
        let child = process.ask("go", Duration::from_secs(20)).expect("an answer");
        let stat = format!("/proc/{}/stat", String::from_utf8(child).expect("a number"));
        // Who has ended may wait for somebody who asks how.
        let lives = || std::fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z "));
        assert!(lives());
        drop(process);
        let until = Instant::now() + Duration::from_secs(10);
        while lives() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(!lives(), "{stat}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn memory_is_limited() {
        let allowance = Allowance { memory_mb: Some(64), cpu_s: Some(10) };
        let greedy = "sh -c 'read line; ulimit -v; read line'";
        let mut process = Process::start(&Program { allowance, ..program(greedy) }).expect("sh");
        let answer = process.ask("go", Duration::from_secs(5)).expect("an answer");
        assert_eq!(answer, (64 * 1024).to_string().as_bytes());
    }
}
