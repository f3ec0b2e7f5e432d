//! `gauntlet lsp`: a language server for card files, over the standard input and output: what is wrong with them as they are written, what cards
//! do, and which words go on.
//!
//! Positions of the protocol are counted in UTF-16, those of diagnostics in characters: `place` has both.

mod place;
mod words;

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read as _};
use std::sync::mpsc;
use std::thread;

use clap::{ArgMatches, Command};
use gauntlet_cards::card::Pool;
use gauntlet_cards::explain::explain;
use gauntlet_cards::text::{CardBase, CardSource, Diagnostic};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

use self::place::{character_to_utf16, utf16_to_byte};
use crate::error::Error;
use crate::games::magic::cards::hints;
use crate::host::subcommand::Subcommand;
use crate::output::screen::{Exit, Screen};

/// `gauntlet lsp`.
pub(super) const COMMAND: Subcommand =
    Subcommand { name: "lsp", declare, run, refuse: |game| format!("{game} has no card files to edit") };

fn declare() -> Command {
    Command::new("lsp").about("Serve an editor as a language server for card files, over the standard input and output")
}

fn run(_: &ArgMatches, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let (connection, far) = Connection::memory();
    let Connection { sender, receiver } = far;
    let (broken, why) = mpsc::channel();
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            match read_message(&mut input) {
                Ok(Some(message)) => {
                    let last = matches!(&message, Message::Notification(notice) if notice.method == "exit");
                    if sender.send(message).is_err() || last {
                        return;
                    }
                }
                Ok(None) => return,
                Err(what) => {
                    let _ = broken.send(what.to_string());
                    return;
                }
            }
        }
    });
    let writer = thread::spawn(move || {
        let mut output = io::stdout().lock();
        receiver.into_iter().try_for_each(|message| message.write(&mut output))
    });
    let served = serve(&connection);
    drop(connection);
    let ended = writer.join().unwrap_or(Ok(()));
    // What can't be read is why the conversation ended.
    let served = why.try_recv().map_or(served, Err);
    match served {
        Ok(()) => ended.map(|()| Exit::Ok).map_err(Error::Output),
        Err(what) => {
            screen.remark(&format!("the editor doesn't speak the Language Server Protocol: {what}"));
            Ok(Exit::BadInput)
        }
    }
}

/// The longest message in bytes: a thousand times a card file.
const LONGEST: usize = 64 << 20;

/// The next message of the editor; `None` where its side ends. A length that no editor sends is an error before room is made for it.
fn read_message(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let odd = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
    let (mut length, mut head) = (None::<usize>, Vec::new());
    loop {
        let begin = head.len();
        if input.by_ref().take(4096).read_until(b'\n', &mut head)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&head[begin..]).trim().to_owned();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) =
            line.split_once(':').filter(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        {
            length = Some(value.trim().parse().map_err(|_| odd(format!("{name} isn't a number: {}", value.trim())))?);
        }
    }
    match length {
        None => Err(odd("a message has no Content-Length".to_owned())),
        Some(length) if length > LONGEST => {
            Err(odd(format!("a message of {length} bytes is announced; the longest have {LONGEST}")))
        }
        Some(length) => {
            head.resize(head.len() + length, 0);
            let body = head.len() - length;
            input.read_exact(&mut head[body..])?;
            Message::read(&mut head.as_slice())
        }
    }
}

/// What the server can do.
fn capabilities() -> Value {
    json!({
        // The whole text comes with each change: card files are small.
        "textDocumentSync": { "openClose": true, "change": 1 },
        "hoverProvider": true,
        "completionProvider": { "triggerCharacters": [" "] },
    })
}

/// Answers until the editor ends the conversation.
///
/// # Errors
/// If what comes isn't of the protocol.
pub(super) fn serve(connection: &Connection) -> Result<(), String> {
    let (id, _) = connection.initialize_start().map_err(|error| error.to_string())?;
    let greeting = json!({ "capabilities": capabilities(), "serverInfo": { "name": "gauntlet", "version": env!("CARGO_PKG_VERSION") } });
    connection.initialize_finish(id, greeting).map_err(|error| error.to_string())?;
    let mut server = Server::default();
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request).map_err(|error| error.to_string())? {
                    return Ok(());
                }
                let answer = server.answer(request);
                connection.sender.send(Message::Response(answer)).map_err(|error| error.to_string())?;
            }
            Message::Notification(notice) => {
                if let Some(news) = server.hear(&notice) {
                    connection.sender.send(Message::Notification(news)).map_err(|error| error.to_string())?;
                }
            }
            Message::Response(_) => {}
        }
    }
    Ok(())
}

/// The texts that are open in the editor.
#[derive(Default)]
struct Server {
    texts: BTreeMap<String, String>,
    phrases: Option<std::collections::BTreeSet<String>>,
}

/// The document and the place that a request is about.
struct Spot {
    uri: String,
    line: usize,
    character: usize,
}

impl Spot {
    fn of(params: &Value) -> Option<Spot> {
        let number = |key: &str| params["position"][key].as_u64().and_then(|number| usize::try_from(number).ok());
        Some(Spot {
            uri: params["textDocument"]["uri"].as_str()?.to_owned(),
            line: number("line")?,
            character: number("character")?,
        })
    }
}

impl Server {
    fn answer(&mut self, request: Request) -> Response {
        let result = match request.method.as_str() {
            "textDocument/hover" => self.hover(&request.params),
            "textDocument/completion" => self.completion(&request.params),
            other => return refuse(request.id, &format!("'{other}' isn't supported")),
        };
        Response { id: request.id, result: Some(result.unwrap_or(Value::Null)), error: None }
    }

    /// Takes note of a text, and says what is wrong with it.
    fn hear(&mut self, notice: &Notification) -> Option<Notification> {
        let document = &notice.params["textDocument"];
        let uri = document["uri"].as_str()?.to_owned();
        let text = match notice.method.as_str() {
            "textDocument/didOpen" => document["text"].as_str()?,
            "textDocument/didChange" => notice.params["contentChanges"].as_array()?.last()?["text"].as_str()?,
            "textDocument/didClose" => {
                self.texts.remove(&uri);
                return Some(published(&uri, &[]));
            }
            _ => return None,
        };
        let found = self.check(text);
        let news = published(&uri, &found.iter().map(|diagnostic| told(text, diagnostic)).collect::<Vec<_>>());
        self.texts.insert(uri, text.to_owned());
        Some(news)
    }

    /// What is wrong with the cards of a text.
    fn check(&mut self, text: &str) -> Vec<Diagnostic> {
        let mut base = CardBase::new();
        let mut found = base.add_text("", text);
        found.extend(base.names().filter_map(|name| base.check_card(name).err()).flatten());
        hints::add_with(&base, &mut found, self.phrases.get_or_insert_with(|| hints::known(&CardBase::new())));
        found
    }

    /// What the card at a place does.
    fn hover(&self, params: &Value) -> Option<Value> {
        let spot = Spot::of(params)?;
        let (base, card) = card_at(self.texts.get(&spot.uri)?, spot.line)?;
        let mut pool = Pool::new();
        let id = base.compile(&card, &mut pool).ok()?;
        Some(json!({ "contents": { "kind": "plaintext", "value": explain(&pool, id) } }))
    }

    /// The words that go on from a place: keys where a line begins, what a key takes, or what the grammar would read.
    fn completion(&self, params: &Value) -> Option<Value> {
        let spot = Spot::of(params)?;
        let text = self.texts.get(&spot.uri)?;
        let line = text.lines().nth(spot.line).unwrap_or_default();
        let before = &line[..utf16_to_byte(line, spot.character)];
        let found = words::after(before, &card_around(text, spot.line));
        let items: Vec<Value> = found.iter().map(|word| json!({ "label": word })).collect();
        Some(json!({ "isIncomplete": true, "items": items }))
    }
}

fn refuse(id: RequestId, what: &str) -> Response {
    // The protocol's number for a method that isn't known.
    Response::new_err(id, lsp_server::ErrorCode::MethodNotFound as i32, what.to_owned())
}

fn published(uri: &str, found: &[Value]) -> Notification {
    let params = json!({ "uri": uri, "diagnostics": found });
    Notification { method: "textDocument/publishDiagnostics".to_owned(), params }
}

/// A diagnostic as the protocol has it.
fn told(text: &str, diagnostic: &Diagnostic) -> Value {
    let number = diagnostic.line.saturating_sub(1) as usize;
    let line = text.lines().nth(number).unwrap_or_default();
    // Columns that count a normal form don't fit the line as it is written: then all of it is meant.
    let is_own = diagnostic.source == line;
    let (start, width) = if is_own {
        (diagnostic.column.saturating_sub(1) as usize, diagnostic.width as usize)
    } else {
        (0, line.chars().count())
    };
    let end = (start + width).min(line.chars().count()).max(start);
    let message = match &diagnostic.hint {
        Some(hint) => format!("{}\n{hint}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let at = |character: usize| json!({ "line": number, "character": character_to_utf16(line, character) });
    json!({ "range": { "start": at(start), "end": at(end) }, "severity": 1, "source": "gauntlet", "message": message })
}

/// The card that a line belongs to: the last that begins there or before.
fn card_at(text: &str, line: usize) -> Option<(CardBase, String)> {
    let mut base = CardBase::new();
    base.add_text("", text);
    let begun = base.names().filter_map(|name| base.source(name)).filter(|card| card.line as usize <= line + 1);
    let name = begun.max_by_key(|card| card.line)?.name.clone();
    Some((base, name))
}

/// What is said of the card around a line that may not be finished: its name and types, as far as lines before say them.
fn card_around(text: &str, line: usize) -> CardSource {
    let lines: Vec<&str> = text.lines().take(line).collect();
    let start = lines.iter().rposition(|line| line.starts_with("name ") || line.starts_with("face ")).unwrap_or(0);
    let own: Vec<&str> = lines[start..].iter().copied().filter(|line| !line.starts_with("text ")).collect();
    let mut base = CardBase::new();
    let text = own.join("\n").replacen("face ", "name ", 1);
    // A card whose lines have mistakes is like one of which nothing is known.
    base.add_text("", &text);
    let found = base.names().next().and_then(|name| base.source(name)).cloned();
    found.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "name Bear\ncost {G}\ntype Creature Bear\npt 2/2\ntext Flying\n\nname Zap\ncost {R}\ntype Instant\ntext Destory target creature.\n";

    fn open(server: &mut Server, text: &str) -> Value {
        let params = json!({ "textDocument": { "uri": "file:///a.txt", "text": text } });
        let news = server.hear(&Notification { method: "textDocument/didOpen".to_owned(), params });
        news.expect("diagnostics").params
    }

    fn at(line: usize, character: usize) -> Value {
        json!({ "textDocument": { "uri": "file:///a.txt" }, "position": { "line": line, "character": character } })
    }

    #[test]
    fn what_is_wrong_is_told_where_it_is() {
        let mut server = Server::default();
        let news = open(&mut server, TEXT);
        let found = &news["diagnostics"][0];
        assert_eq!(found["range"]["start"], json!({ "line": 9, "character": 5 }));
        assert!(
            found["message"].as_str().is_some_and(|text| text.contains("did you mean `Destroy target creature.`?")),
            "{found}"
        );
        assert_eq!(news["diagnostics"].as_array().map(Vec::len), Some(1));
        let close = json!({ "textDocument": { "uri": "file:///a.txt" } });
        let closed =
            server.hear(&Notification { method: "textDocument/didClose".to_owned(), params: close }).expect("told");
        assert_eq!(closed.params["diagnostics"], json!([]));
    }

    #[test]
    fn cards_are_told_and_words_go_on() {
        let mut server = Server::default();
        open(&mut server, TEXT);
        let told = server.hover(&at(4, 2)).expect("a card");
        assert!(
            told["contents"]["value"].as_str().is_some_and(|text| text.to_lowercase().contains("flying")),
            "{told}"
        );
        assert_eq!(server.hover(&at(9, 2)), None);
        let labels = |answer: Value| -> Vec<String> {
            answer["items"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|item| item["label"].as_str().map(str::to_owned))
                .collect()
        };
        // "text Des", in an instant.
        open(&mut server, "name Zap\ntype Instant\ntext Des\n");
        assert!(labels(server.completion(&at(2, 8)).expect("words")).contains(&"Destroy".to_owned()));
        open(&mut server, "name Zap\ntype Instant\ntext Destroy target creature w\n");
        let words = labels(server.completion(&at(2, 30)).expect("words"));
        assert!(words.contains(&"with".to_owned()) && words.iter().all(|word| word.starts_with('w')), "{words:?}");
        open(&mut server, "name Zap\nco\n");
        assert_eq!(labels(server.completion(&at(1, 2)).expect("words")), ["cost", "color"]);
        open(&mut server, "name Zap\ntype Ins\n");
        assert_eq!(labels(server.completion(&at(1, 8)).expect("words")), ["Instant"]);
    }

    #[test]
    fn lengths_that_no_editor_sends_are_errors() {
        let read = |text: &str| read_message(&mut text.as_bytes()).map_err(|error| error.to_string());
        let message = "Content-Length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";
        assert!(matches!(read(message), Ok(Some(Message::Notification(_)))), "{:?}", read(message));
        assert!(matches!(read(""), Ok(None)));
        assert!(read("Content-Length: 99999999999\r\n\r\nab").is_err_and(|error| error.contains("99999999999 bytes")));
        assert!(read("Content-Length: many\r\n\r\nab").is_err() && read("Length: 2\r\n\r\nab").is_err());
    }

    #[test]
    fn a_conversation_is_held() {
        let (ours, theirs) = Connection::memory();
        let server = std::thread::spawn(move || serve(&ours));
        let ask = |id: i32, method: &str, params: Value| {
            theirs
                .sender
                .send(Message::Request(Request { id: id.into(), method: method.to_owned(), params }))
                .expect("sent");
        };
        let tell = |method: &str, params: Value| {
            theirs
                .sender
                .send(Message::Notification(Notification { method: method.to_owned(), params }))
                .expect("sent");
        };
        let heard = || theirs.receiver.recv_timeout(std::time::Duration::from_secs(60)).expect("an answer");
        ask(1, "initialize", json!({ "capabilities": {} }));
        let Message::Response(greeting) = heard() else { panic!("an answer") };
        assert_eq!(greeting.result.expect("a greeting")["capabilities"]["hoverProvider"], true);
        tell("initialized", json!({}));
        tell("textDocument/didOpen", json!({ "textDocument": { "uri": "file:///a.txt", "text": TEXT } }));
        let Message::Notification(news) = heard() else { panic!("diagnostics") };
        assert_eq!(news.method, "textDocument/publishDiagnostics");
        ask(2, "textDocument/definition", json!({}));
        let Message::Response(refused) = heard() else { panic!("an answer") };
        assert!(refused.error.is_some());
        ask(3, "shutdown", Value::Null);
        let Message::Response(_) = heard() else { panic!("an answer") };
        tell("exit", Value::Null);
        assert_eq!(server.join().expect("it ended"), Ok(()));
    }
}
