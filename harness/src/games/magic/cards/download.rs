//! Downloads the public card data: what there is, by its index, and a file of it, going on where an earlier try stopped.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::error::Error;

/// Where the index of Scryfall's bulk data is.
pub(super) const INDEX: &str = "https://api.scryfall.com/bulk-data";

/// The file of the index that has each card once, with its Oracle text.
const WANTED: &str = "oracle_cards";

/// A file that can be downloaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Source {
    pub(super) address: String,
    /// How many bytes it has, if the index says so.
    pub(super) size: Option<u64>,
    /// Its SHA-256 in hexadecimal, if the index says so.
    pub(super) sha256: Option<String>,
    /// When it was made, as the index says it.
    pub(super) updated: String,
}

/// What the index at `address` says of the wanted file.
fn find(address: &str, index: &str) -> Result<Source, Error> {
    let bad = |what: &str| Error::input(format!("{address} isn't an index of bulk data: {what}"));
    let value: Value = serde_json::from_str(index).map_err(|error| bad(&error.to_string()))?;
    // The index of all files, or what it says of one.
    let all = match value.get("data").and_then(Value::as_array) {
        Some(all) => all.as_slice(),
        None => std::slice::from_ref(&value),
    };
    let text = |file: &Value, key: &str| file.get(key).and_then(Value::as_str).map(str::to_owned);
    let file = all.iter().find(|file| text(file, "type").as_deref() == Some(WANTED));
    let file = file.ok_or_else(|| bad(&format!("it has no file of the type `{WANTED}`")))?;
    Ok(Source {
        address: text(file, "download_uri").ok_or_else(|| bad("the field `download_uri` is missing"))?,
        size: file.get("size").and_then(Value::as_u64),
        sha256: text(file, "sha256").map(|hash| hash.to_lowercase()),
        updated: text(file, "updated_at").unwrap_or_default(),
    })
}

/// The file that is to be downloaded, by the index at an address.
///
/// # Errors
/// If the index can't be fetched or isn't one.
#[cfg(feature = "download")]
pub(super) fn look_up(address: &str) -> Result<Source, Error> {
    let mut response = transfer::get(address, &[])?;
    let status = response.status().as_u16();
    if status != 200 {
        return Err(Error::input(format!(
            "{address} answers {status}; name another index with --index, or a file with --from"
        )));
    }
    let index = response.body_mut().read_to_string().map_err(|error| transfer::failed(address, &error.to_string()))?;
    find(address, &index)
}

/// Downloads a file into a folder, which is created if it doesn't exist. What an earlier try has downloaded isn't again. `progress` is told how many
/// bytes came, and of how many.
///
/// # Errors
/// If it can't be fetched or written, or isn't what the index says. What came of it stays there, unless it is wrong.
#[cfg(feature = "download")]
pub(super) fn fetch(
    source: &Source,
    folder: &Path,
    progress: &mut dyn FnMut(u64, Option<u64>),
) -> Result<PathBuf, Error> {
    transfer::fetch(source, folder, progress)
}

#[cfg(not(feature = "download"))]
const WITHOUT: &str =
    "this program was built without downloads: download the file in another way and name it with --from";

/// There are no downloads.
#[cfg(not(feature = "download"))]
pub(super) fn look_up(_: &str) -> Result<Source, Error> {
    let _ = find;
    Err(Error::input(WITHOUT))
}

/// There are no downloads.
#[cfg(not(feature = "download"))]
pub(super) fn fetch(_: &Source, _: &Path, _: &mut dyn FnMut(u64, Option<u64>)) -> Result<PathBuf, Error> {
    Err(Error::input(WITHOUT))
}

#[cfg(feature = "download")]
mod transfer {
    use std::fs::{self, File, OpenOptions};
    use std::io::{Read, Write};
    use std::path::{Path, PathBuf};
    use std::time::Duration;

    use sha2::{Digest, Sha256};
    use ureq::http::Response;
    use ureq::{Agent, Body};

    use super::Source;
    use crate::error::Error;
    use crate::output::file::write_whole;

    /// How long a server may take to answer.
    const PATIENCE: Duration = Duration::from_secs(60);

    pub(super) fn failed(address: &str, what: &str) -> Error {
        Error::input(format!("{address} can't be downloaded: {what}; without a network, name a file with --from"))
    }

    pub(super) fn get(address: &str, headers: &[(&str, &str)]) -> Result<Response<Body>, Error> {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(PATIENCE))
            .timeout_recv_response(Some(PATIENCE))
            .user_agent(concat!("gauntlet/", env!("CARGO_PKG_VERSION")))
            .build();
        let mut request = Agent::from(config).get(address).header("Accept", "application/json;q=0.9,*/*;q=0.8");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.call().map_err(|error| failed(address, &error.to_string()))
    }

    /// A file in the making: what came of it, and beside it which file that is.
    struct Part {
        file: PathBuf,
        note: PathBuf,
    }

    impl Part {
        /// What tells one file from another.
        fn describe(source: &Source) -> String {
            format!("{}\n{}\n{}\n", source.address, source.size.unwrap_or_default(), source.updated)
        }

        /// How many bytes of the file are there, and the mark that the server gave it.
        fn begun(&self, source: &Source) -> (u64, Option<String>) {
            let note = fs::read_to_string(&self.note).unwrap_or_default();
            let Some(mark) = note.strip_prefix(&Part::describe(source)) else { return (0, None) };
            let length = fs::metadata(&self.file).map_or(0, |file| file.len());
            (length, Some(mark.trim().to_owned()).filter(|mark| !mark.is_empty()))
        }

        fn remove(&self) {
            // They may be gone already.
            let _ = fs::remove_file(&self.file);
            let _ = fs::remove_file(&self.note);
        }
    }

    pub(super) fn fetch(
        source: &Source,
        folder: &Path,
        progress: &mut dyn FnMut(u64, Option<u64>),
    ) -> Result<PathBuf, Error> {
        fs::create_dir_all(folder).map_err(|cause| Error::Write { path: folder.to_owned(), cause })?;
        let part = Part { file: folder.join("oracle-cards.part"), note: folder.join("oracle-cards.part.txt") };
        let (mut have, mark) = part.begun(source);
        if source.size.is_none_or(|size| have != size) {
            have = receive(source, &part, have, mark, progress)?;
        }
        check(source, &part, have)?;
        let whole = folder.join("oracle-cards.json");
        fs::rename(&part.file, &whole).map_err(|cause| Error::Write { path: whole.clone(), cause })?;
        part.remove();
        Ok(whole)
    }

    /// Receives what is missing behind the first `have` bytes. Returns how many there are then.
    fn receive(
        source: &Source,
        part: &Part,
        have: u64,
        mark: Option<String>,
        progress: &mut dyn FnMut(u64, Option<u64>),
    ) -> Result<u64, Error> {
        let address = &source.address;
        let range = format!("bytes={have}-");
        let mut headers = Vec::new();
        if have > 0 {
            headers.push(("Range", range.as_str()));
            // If the file is another now, the whole of it comes.
            headers.extend(mark.as_deref().map(|mark| ("If-Range", mark)));
        }
        let response = get(address, &headers)?;
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let resumed = match response.status().as_u16() {
            206 => {
                let begins = header("content-range")
                    .and_then(|range| range.strip_prefix("bytes ")?.split('-').next()?.parse::<u64>().ok());
                if begins != Some(have) {
                    part.remove();
                    return Err(failed(address, "another part came than was asked for; run the command again"));
                }
                true
            }
            200 => false,
            416 => {
                part.remove();
                return Err(failed(
                    address,
                    "it is shorter now than what was downloaded before; run the command again",
                ));
            }
            status => return Err(failed(address, &format!("the server answers {status}"))),
        };
        if let Some(coding) = header("content-encoding").filter(|coding| coding != "identity") {
            return Err(failed(address, &format!("it comes as `{coding}`, which wasn't asked for")));
        }
        let mut total = if resumed { have } else { 0 };
        let length =
            header("content-length").and_then(|length| length.parse::<u64>().ok()).map(|length| length + total);
        let write_error = |cause| Error::Write { path: part.file.clone(), cause };
        let mut file = match resumed {
            true => OpenOptions::new().append(true).open(&part.file),
            false => File::create(&part.file),
        }
        .map_err(write_error)?;
        let note = Part::describe(source) + &header("etag").unwrap_or_default() + "\n";
        write_whole(&part.note, note.as_bytes())?;
        let mut body = response.into_body().into_reader();
        let mut buffer = vec![0; 1 << 16];
        let stopped = |total: u64, why: &str| {
            let of = length.or(source.size).map_or(String::new(), |length| format!(" of {length}"));
            Error::input(format!(
                "the download of {address} stopped after {total}{of} bytes{why}; run the command again: it goes on from there"
            ))
        };
        loop {
            let count = match body.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) => {
                    file.sync_all().map_err(write_error)?;
                    return Err(stopped(total, &format!(" ({error})")));
                }
            };
            file.write_all(&buffer[..count]).map_err(write_error)?;
            total += count as u64;
            progress(total, length.or(source.size));
        }
        file.sync_all().map_err(write_error)?;
        if length.is_some_and(|length| total < length) {
            return Err(stopped(total, ""));
        }
        Ok(total)
    }

    /// Compares what came with what the index says.
    fn check(source: &Source, part: &Part, have: u64) -> Result<(), Error> {
        let wrong = |what: String| {
            part.remove();
            failed(&source.address, &format!("{what}, so it was thrown away; run the command again"))
        };
        if let Some(size) = source.size.filter(|size| *size != have) {
            return Err(wrong(format!("{have} bytes came, and the index says {size}")));
        }
        let Some(wanted) = &source.sha256 else { return Ok(()) };
        let unreadable = |cause| Error::Read { path: part.file.clone(), cause };
        let mut file = File::open(&part.file).map_err(unreadable)?;
        let mut hasher = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer).map_err(unreadable)? {
                0 => break,
                count => hasher.update(&buffer[..count]),
            }
        }
        let found: String = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        if found == *wanted {
            Ok(())
        } else {
            Err(wrong(format!("its SHA-256 is {found}, and the index says {wanted}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn the_index_is_read() {
        let index = r#"{"object": "list", "data": [
            {"object": "bulk_data", "type": "rulings", "download_uri": "http://a/r", "size": 1},
            {"object": "bulk_data", "type": "oracle_cards", "download_uri": "http://a/o", "size": 12, "updated_at": "2026-01-02"}]}"#;
        let found = find("http://a", index).expect("it is there");
        assert_eq!(
            (found.address.as_str(), found.size, found.updated.as_str()),
            ("http://a/o", Some(12), "2026-01-02")
        );
        let one = r#"{"type": "oracle_cards", "download_uri": "http://a/o"}"#;
        assert_eq!(find("http://a", one).expect("it is there").size, None);
        for (index, why) in [
            ("<html>", "isn't an index"),
            ("{\"data\": []}", "no file of the type"),
            (r#"{"type": "oracle_cards"}"#, "download_uri"),
        ] {
            let error = find("http://a", index).expect_err("it is none").to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
