//! The user's card database: downloaded from a server of the test, compiled, found by every command; archives; layouts of card data.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use super::commands::Desk;

/// Two cards as Scryfall has them, one with two faces, one that doesn't compile, and a token.
const SCRYFALL: &str = r#"[
{"object": "card", "id": "a", "oracle_id": "11111111-2222-3333-4444-555555555555", "name": "Trained Ox", "layout": "normal", "mana_cost": "{1}{W}",
 "type_line": "Creature — Ox", "oracle_text": "Vigilance", "power": "1", "toughness": "3", "colors": ["W"], "set": "tst", "set_type": "expansion",
 "legalities": {"modern": "legal", "vintage": "banned"}, "digital": false},
{"object": "card", "oracle_id": "22222222-2222-3333-4444-555555555555", "name": "Ox Rider // Ride Down", "layout": "adventure", "type_line": "Creature — Human // Sorcery — Adventure",
 "colors": ["R"], "set": "tst", "set_type": "expansion", "legalities": {}, "card_faces": [
 {"object": "card_face", "name": "Ox Rider", "mana_cost": "{2}{R}", "type_line": "Creature — Human", "oracle_text": "Haste", "power": "3", "toughness": "1"},
 {"object": "card_face", "name": "Ride Down", "mana_cost": "{R}", "type_line": "Sorcery — Adventure", "oracle_text": "Ride Down deals 2 damage to target creature."}]},
{"object": "card", "oracle_id": "33333333-2222-3333-4444-555555555555", "name": "Riddle", "layout": "normal", "mana_cost": "{R}", "type_line": "Instant",
 "oracle_text": "Frobnicate target creature.", "colors": ["R"], "set": "tst", "set_type": "expansion", "legalities": {"modern": "legal"}},
{"object": "card", "oracle_id": "44444444-2222-3333-4444-555555555555", "name": "Trained Ox", "layout": "token", "type_line": "Token Creature — Ox", "oracle_text": "",
 "power": "9", "toughness": "9", "set": "ttst", "set_type": "token"}
]
"#;

/// The same cards as MTGJSON has them.
const MTGJSON: &str = r#"{"meta": {"date": "2026-01-01", "version": "5"}, "data": {
"Trained Ox": [{"name": "Trained Ox", "layout": "normal", "manaCost": "{1}{W}", "type": "Creature — Ox", "text": "Vigilance", "power": "1", "toughness": "3",
 "colors": ["W"], "printings": ["TST"], "legalities": {"modern": "Legal"}, "identifiers": {"scryfallOracleId": "11111111-2222-3333-4444-555555555555"}}],
"Ox Rider // Ride Down": [
 {"name": "Ox Rider // Ride Down", "faceName": "Ox Rider", "side": "a", "layout": "adventure", "manaCost": "{2}{R}", "type": "Creature — Human", "text": "Haste", "power": "3", "toughness": "1", "colors": ["R"], "legalities": {}, "identifiers": {}},
 {"name": "Ox Rider // Ride Down", "faceName": "Ride Down", "side": "b", "layout": "adventure", "manaCost": "{R}", "type": "Sorcery — Adventure", "text": "Ride Down deals 2 damage to target creature.", "colors": ["R"], "legalities": {}, "identifiers": {}}],
"Riddle": [{"name": "Riddle", "layout": "normal", "manaCost": "{R}", "type": "Instant", "text": "Frobnicate target creature.", "colors": ["R"], "legalities": {"modern": "Legal"}, "identifiers": {}}]
}}
"#;

/// And as a card file has them.
const CARDS: &str = "name Trained Ox\ncost {1}{W}\ntype Creature Ox\npt 1/3\ntext Vigilance\n\nname Ox Rider\nlayout adventure\ncost {2}{R}\ntype Creature Human\npt 3/1\n\
                     text Haste\nface Ride Down\ncost {R}\ntype Sorcery Adventure\ntext ~ deals 2 damage to target creature.\n";

/// What the server does with a request for the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    /// Sends what is asked for.
    Whole,
    /// Ends in the middle of what it sends.
    BreaksOff,
    /// Has no ranges, and sends the whole each time.
    WithoutRanges,
    /// Sends other bytes than the index promises.
    Longer,
    Missing,
}

/// A server of bulk data, and the ranges that it was asked for.
struct Server {
    address: String,
    manner: Arc<Mutex<Manner>>,
    asked: Arc<Mutex<Vec<Option<usize>>>>,
}

impl Server {
    fn start(data: &'static str, sha256: Option<&str>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let (manner, asked) = (Arc::new(Mutex::new(Manner::Whole)), Arc::new(Mutex::new(Vec::new())));
        let hash = sha256.map_or(String::new(), |hash| format!(r#", "sha256": "{hash}""#));
        let index = format!(
            r#"{{"object": "list", "data": [{{"type": "oracle_cards", "updated_at": "2026-01-01", "download_uri": "{address}/cards.json", "size": {}{hash}}}]}}"#,
            data.len()
        );
        let (how, ranges) = (Arc::clone(&manner), Arc::clone(&asked));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let manner = *how.lock().expect("no panic");
                serve(stream, data, &index, manner, &ranges);
            }
        });
        Server { address, manner, asked }
    }

    fn behave(&self, manner: Manner) {
        *self.manner.lock().expect("no panic") = manner;
    }

    fn asked(&self) -> Vec<Option<usize>> {
        self.asked.lock().expect("no panic").clone()
    }

    fn update(&self, desk: &Desk) -> super::commands::Done {
        desk.with(&["cards", "update", "--index", &format!("{}/bulk-data", self.address)])
    }
}

fn serve(mut stream: TcpStream, data: &str, index: &str, manner: Manner, asked: &Mutex<Vec<Option<usize>>>) {
    let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
    let (mut path, mut from) = (String::new(), None);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 || line.trim().is_empty() {
            break;
        }
        if let Some(rest) = line.strip_prefix("GET ") {
            path = rest.split(' ').next().unwrap_or_default().to_owned();
        }
        if let Some(range) = line.to_lowercase().strip_prefix("range: bytes=") {
            from = range.trim().trim_end_matches('-').parse::<usize>().ok();
        }
    }
    let head = |status: &str, length: usize, more: &str| {
        format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\nETag: \"one\"\r\n{more}\r\n")
    };
    let data = data.as_bytes();
    let answer: Vec<u8> = match path.as_str() {
        "/bulk-data" => (head("200 OK", index.len(), "") + index).into_bytes(),
        "/cards.json" => {
            asked.lock().expect("no panic").push(from);
            let begin = from.filter(|_| manner != Manner::WithoutRanges);
            let part = &data[begin.unwrap_or(0)..];
            let range =
                begin.map(|begin| format!("Content-Range: bytes {begin}-{}/{}\r\n", data.len() - 1, data.len()));
            let status = if begin.is_some() { "206 Partial Content" } else { "200 OK" };
            let range = range.unwrap_or_default();
            match manner {
                Manner::Missing => head("404 Not Found", 0, "").into_bytes(),
                Manner::BreaksOff => [head(status, part.len(), &range).as_bytes(), &part[..part.len() / 2]].concat(),
                Manner::Longer => [head("200 OK", data.len() + 1, "").as_bytes(), data, b" "].concat(),
                Manner::Whole | Manner::WithoutRanges => [head(status, part.len(), &range).as_bytes(), part].concat(),
            }
        }
        _ => head("404 Not Found", 0, "").into_bytes(),
    };
    // Whoever asked may have gone.
    let _ = stream.write_all(&answer);
}

fn archive(desk: &Desk) -> Vec<u8> {
    std::fs::read(desk.path("home/cards-1.cards")).expect("the database is there")
}

#[test]
fn a_database_is_downloaded_and_found_by_every_command() {
    let desk = Desk::new(&["burn"]);
    let server = Server::start(SCRYFALL, None);
    let missing = desk.run("cards show Ride");
    assert_eq!(missing.code, Some(2), "{}", missing.out);
    let done = server.update(&desk);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    assert!(done.out.contains("2 of 3 cards compile, 1 are kept with what is wrong with them"), "{}", done.out);
    assert!(!desk.path("home/oracle-cards.json").exists() && !desk.path("home/oracle-cards.part").exists());
    let first = archive(&desk);
    assert_eq!(server.update(&desk).code, Some(0));
    assert_eq!(archive(&desk), first, "made twice it has the same bytes");
    // By name, by face, by identifier.
    let ox = desk.with(&["cards", "show", "Trained Ox"]).out;
    assert!(ox.contains("vigilance") || ox.contains("Vigilance"), "{ox}");
    assert_eq!(desk.with(&["cards", "show", "11111111-2222-3333-4444-555555555555"]).out, ox);
    assert_eq!(desk.with(&["cards", "show", "Ride Down"]).code, Some(0));
    // What was refused is there with the reason.
    let riddle = desk.run("cards show Riddle");
    assert_eq!(riddle.code, Some(1));
    assert!(riddle.out.contains("not understood"), "{}", riddle.out);
    // A deck of its cards, shipped ones and those of a file.
    desk.write("own.txt", "name Own Bear\ncost {G}\ntype Creature Bear\npt 2/2\n");
    desk.write("two.txt", "name Other Bear\ncost {G}\ntype Creature Bear\npt 1/1\n");
    desk.write("oxen.txt", "4 Trained Ox\n4 Ox Rider\n4 Own Bear\n4 Other Bear\n24 Plains\n20 Mountain\n");
    desk.done("match oxen.txt burn --games 4 --agent random --cards own.txt --cards two.txt");
    let refused = desk.refused("match oxen.txt burn --games 2 --agent random --cards own.txt");
    assert!(refused.contains("Other Bear"), "{refused}");
    // A definition that can't be read isn't replaced by another of its name.
    desk.write("bad.txt", "name Trained Ox\ncolour W\ntype Creature Ox\npt 9/9\n");
    let line = "match oxen.txt burn --games 2 --agent random --cards own.txt --cards two.txt --cards bad.txt";
    assert!(desk.refused(line).contains("`colour` isn't a key"));
}

#[test]
fn a_download_goes_on_where_it_stopped() {
    let desk = Desk::new(&[]);
    let server = Server::start(SCRYFALL, None);
    server.behave(Manner::BreaksOff);
    let stopped = server.update(&desk);
    assert_eq!(stopped.code, Some(2), "{}", stopped.out);
    assert!(
        stopped.err.contains(&format!("stopped after {} of {} bytes", SCRYFALL.len() / 2, SCRYFALL.len())),
        "{}",
        stopped.err
    );
    assert!(!desk.path("home/cards-1.cards").exists());
    server.behave(Manner::Whole);
    assert_eq!(server.update(&desk).code, Some(0));
    assert_eq!(server.asked(), [None, Some(SCRYFALL.len() / 2)]);
    let resumed = archive(&desk);
    // A server that has no ranges sends the whole again.
    server.behave(Manner::BreaksOff);
    assert_eq!(server.update(&desk).code, Some(2));
    assert_eq!(archive(&desk), resumed, "the one of before is still there");
    server.behave(Manner::WithoutRanges);
    assert_eq!(server.update(&desk).code, Some(0));
    assert_eq!(archive(&desk), resumed);
}

#[test]
fn downloads_that_are_wrong_are_refused() {
    let desk = Desk::new(&[]);
    let server = Server::start(SCRYFALL, None);
    server.behave(Manner::Longer);
    let longer = server.update(&desk);
    assert!(longer.err.contains("and the index says"), "{}", longer.err);
    assert!(!desk.path("home/oracle-cards.part").exists(), "it is thrown away");
    server.behave(Manner::Missing);
    assert!(server.update(&desk).err.contains("the server answers 404"));
    let other = Server::start(SCRYFALL, Some("00"));
    let wrong = other.update(&desk);
    assert!(wrong.err.contains("SHA-256"), "{}", wrong.err);
    let nowhere = desk.with(&["cards", "update", "--index", &format!("{}/nothing", server.address)]);
    assert!(nowhere.err.contains("answers 404"), "{}", nowhere.err);
    let nobody = desk.with(&["cards", "update", "--index", "http://127.0.0.1:1/"]);
    assert!(nobody.err.contains("without a network, name a file with --from"), "{}", nobody.err);
    let html = Server::start("<html>", None);
    let page = html.update(&desk);
    assert!(page.err.contains("no") && page.code == Some(2), "{}", page.err);
    assert!(!desk.path("home/cards-1.cards").exists());
}

#[test]
fn each_layout_makes_the_same_cards() {
    let desk = Desk::new(&[]);
    desk.write("a.json", SCRYFALL);
    desk.write("b.json", MTGJSON);
    desk.write("c.txt", CARDS);
    desk.write(
        "d.json",
        &SCRYFALL.replace("\n[", "[").replacen('[', "{\"object\": \"list\", \"data\": [", 1).replace("\n]\n", "]}"),
    );
    let program = |file: &str, name: &str| desk.with(&["cards", "show", name, "--program", "--cards", file]).out;
    for name in ["Trained Ox", "Ox Rider"] {
        let one = program("a.json", name);
        assert!(one.contains("ability"), "{one}");
        for other in ["b.json", "c.txt", "d.json"] {
            assert_eq!(program(other, name), one, "{other} {name}");
        }
    }
    let listed = |line: &str| desk.done(line).out;
    assert_eq!(listed("cards list a.json"), "Ox Rider\nRiddle\nTrained Ox\n");
    assert_eq!(listed("cards list b.json --format modern"), "Riddle\nTrained Ox\n");
    assert_eq!(listed("cards list a.json --type creature --color R --set TST"), "Ox Rider\n");
    assert_eq!(listed("cards list a.json --refused --paths"), "a.json:3: Riddle\n");
    assert_eq!(listed("cards list a.json --compiled --mana-value 2"), "Trained Ox\n");
    assert_eq!(listed("cards list b.json --id 11111111-2222-3333-4444-555555555555"), "Trained Ox\n");
    // Data is written as card files: equal to what a person would write.
    desk.done("cards list a.json --compiled --type Ox --write ox.txt");
    assert_eq!(desk.read("ox.txt"), CARDS.split("\n\n").next().expect("a card").to_owned() + "\n");
    assert!(desk.refused("cards list a.json --write ox.txt").contains("already exists"));
    assert!(desk.refused("cards list a.json --type Oxx").contains("'Oxx' isn't a type"));
    // What isn't a card data at all.
    desk.write("list.json", r#"[{"title": "one"}, {"title": "two"}]"#);
    let why = desk.refused("cards update --from list.json");
    assert!(why.contains("list.json") && why.contains("`name` and `type_line` are missing"), "{why}");
    desk.write("cut.json", &SCRYFALL[..SCRYFALL.len() / 2]);
    let cut = desk.run("cards check cut.json");
    assert!(cut.code == Some(1) && cut.out.contains("isn't a whole file of card data"), "{}{}", cut.out, cut.err);
}

#[test]
fn archives_are_checked_and_play_the_same_games() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    let play = |out: &str, cards: &str| {
        desk.done(&format!(
            "match burn white-tokens --games 6 --agent heuristic --cards {cards} --out {out} --rows --quiet"
        ));
        (desk.read(&format!("{out}/matchups.csv")), desk.read(&format!("{out}/games.csv")))
    };
    desk.done("cards compile decks/cards --out one.cards");
    desk.done("cards compile decks/cards --out two.cards");
    let bytes = std::fs::read(desk.path("one.cards")).expect("written");
    assert_eq!(bytes, std::fs::read(desk.path("two.cards")).expect("written"));
    assert_eq!(play("from-sources", "decks/cards"), play("from-archive", "one.cards"));
    // Strict and lenient agree on the counts.
    desk.write(
        "some.txt",
        "name Riddle\ntype Instant\ntext Frobnicate it.\n\nname Bear\ncost {G}\ntype Creature Bear\npt 2/2\n",
    );
    let lenient = desk.done("cards compile some.txt --out some.cards --json");
    let found: serde_json::Value = serde_json::from_str(&lenient.out).expect("JSON");
    assert_eq!((&found["cards"], &found["compiled"], &found["refused"]), (&2.into(), &1.into(), &1.into()));
    let strict = desk.refused("cards compile some.txt --out strict.cards --strict");
    assert!(strict.contains("1 of 2 cards compile, 1 are refused") && strict.contains("Frobnicate"), "{strict}");
    assert!(!desk.path("strict.cards").exists());
    // Modified and new cards.
    assert_eq!(desk.run("cards status some.txt --archive some.cards").code, Some(0));
    desk.write(
        "some.txt",
        "name Bear\ncost {G}\ntype Creature Bear\npt 3/3\n\nname Wolf\ncost {G}\ntype Creature Wolf\npt 1/1\n",
    );
    let status = desk.run("cards status some.txt --archive some.cards");
    assert!(status.code == Some(1) && status.out.contains("modified: Bear\nnew: Wolf\n"), "{}", status.out);
    // Damage, another layout, another compiler.
    let write = |bytes: &[u8]| std::fs::write(desk.path("bad.cards"), bytes).expect("written");
    let changed = |at: usize| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        bytes
    };
    write(&bytes[..bytes.len() - 1]);
    assert!(desk.refused("cards show Shock --cards bad.cards").contains("damaged (its length isn't what it says)"));
    write(&changed(15));
    assert!(desk.refused("cards show Shock --cards bad.cards").contains("layout 0, and this program reads layout 1"));
    write(&changed(150));
    assert!(desk.refused("cards show Shock --cards bad.cards").contains("the hash of its index is another"));
    write(&changed(bytes.len() - 2));
    assert!(desk.refused("cards status --archive bad.cards").contains("the hash of its cards is another"));
    write(&changed(20));
    let other = desk.done("cards status --archive bad.cards").out;
    assert!(other.contains("compiled by another version"), "{other}");
    assert_eq!(
        desk.done("cards show Plains --cards bad.cards").out,
        desk.done("cards show Plains --cards one.cards").out
    );
}
