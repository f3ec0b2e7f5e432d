//! A child process that is spoken to in lines, each of which it answers in time or not at all.

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use crate::json::MOST_BYTES;

/// How long a process may take to end once its input has ended.
const GRACE: Duration = Duration::from_millis(500);
/// How much is read of its output at once, in bytes.
const CHUNK: usize = 1 << 16;

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
    /// The file that its diagnostics are added to; without one nobody reads them.
    pub log: Option<OsString>,
}

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
}

/// A child process that answers lines.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// None once it was told to end.
    input: Option<ChildStdin>,
    output: ChildStdout,
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
    pub fn start(program: &Program) -> io::Result<Process> {
        let (name, arguments) = program.words.split_first().ok_or_else(|| io::Error::other(BadCommand::Empty))?;
        let log = match &program.log {
            Some(path) => Stdio::from(File::options().create(true).append(true).open(path)?),
            None => Stdio::null(),
        };
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log).process_group(0);
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the process has no pipes"));
        };
        let (sent, buffer, chunk) = (Vec::new(), Vec::new(), vec![0; CHUNK].into());
        let process = Process { child, input: Some(input), output, sent, buffer, chunk };
        process.hold(program.allowance)?;
        for end in [process.input.as_ref().map(AsFd::as_fd), Some(process.output.as_fd())].into_iter().flatten() {
            fcntl_setfl(end, fcntl_getfl(end)? | OFlags::NONBLOCK)?;
        }
        Ok(process)
    }

    /// Limits what the process may use.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn hold(&self, allowance: Allowance) -> io::Result<()> {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
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
                    io::ErrorKind::WouldBlock => wait(&PollFd::new(input, PollFlags::OUT), deadline)?,
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
                    io::ErrorKind::WouldBlock => wait(&PollFd::new(&self.output, PollFlags::IN), deadline)?,
                    io::ErrorKind::Interrupted => {}
                    _ => return Err(Lost::Failed(error)),
                },
            }
        }
    }
}

/// Waits until a pipe is ready.
fn wait(pipe: &PollFd<'_>, deadline: Instant) -> Result<(), Lost> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Lost::Timeout);
        }
        let left =
            Timespec { tv_sec: left.as_secs().try_into().unwrap_or(i64::MAX), tv_nsec: left.subsec_nanos().into() };
        match poll(&mut [pipe.clone()], Some(&left)) {
            Ok(0) => return Err(Lost::Timeout),
            Ok(_) => return Ok(()),
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
}

impl Drop for Process {
    /// The end of its input tells a process to end; one that doesn't is ended, with those that it has started.
    fn drop(&mut self) {
        self.input = None;
        let until = Instant::now() + GRACE;
        while Instant::now() < until {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        let group = rustix::process::Pid::from_child(&self.child);
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
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
