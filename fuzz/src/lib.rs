//! The functions of the fuzz targets: one for each reader of bytes or text. Each asserts the properties that must hold for
//! any input.
//!
//! `cargo test` runs them over the corpus. CONTRIBUTING.md says how to search for new inputs.
#![forbid(unsafe_code)]

mod frames;
pub mod mission;

use std::sync::OnceLock;

use htn_lang::Sources;
use htn_view::{LiveFollower, Recorded, Report};
use squad_htn::journal::Replay;
use squad_htn::prelude::*;

pub use frames::{frame, unframe};
use mission::{Game, Mission, patrol};

/// The limits of a director that is loaded, so that no input makes it allocate much.
fn limits() -> Limits {
    Limits::compact()
}

/// Loads a director from JSON.
pub fn load_json(text: &[u8]) -> Option<patrol::Director> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let director = patrol::Director::deserialize_with_limits(&mut deserializer, limits()).ok()?;
    deserializer.end().ok().map(|()| director)
}

/// Loads a director from postcard's bytes.
pub fn load_bytes(bytes: &[u8]) -> Option<patrol::Director> {
    let mut deserializer = postcard::Deserializer::from_bytes(bytes);
    patrol::Director::deserialize_with_limits(&mut deserializer, limits()).ok()
}

/// Asserts that a loaded director can be saved, has the same save when it is loaded again, and continues like its twin.
fn play_on(director: patrol::Director) {
    let save = postcard::to_allocvec(&director).expect("a director that was loaded can be saved");
    let twin = load_bytes(&save).expect("a save of a director that was loaded can be loaded");
    let again = postcard::to_allocvec(&twin).expect("the twin can be saved");
    assert_eq!(save, again, "a save changes when it is loaded");
    let (mut one, mut other) = (Mission::of(director), Mission::of(twin));
    for _ in 0..40 {
        assert_eq!(one.tick(), other.tick(), "twins differ");
    }
}

/// Asserts that a save in postcard's bytes is refused, or loads as a valid director.
pub fn saves(bytes: &[u8]) {
    if let Some(director) = load_bytes(bytes) {
        play_on(director);
    }
}

/// Asserts that a save in JSON is refused, or loads as a valid director.
pub fn saves_json(text: &[u8]) {
    if let Some(director) = load_json(text) {
        play_on(director);
    }
}

/// Asserts that a journal is refused, or replayed to its end. The input is a list of records without checksums.
pub fn journals(records: &[u8]) {
    let journal = frame(journal_head(), records);
    let Ok(replay) = Replay::<patrol::Domain>::within(&journal, limits()) else {
        return;
    };
    let mut replay = replay.most_steps(20_000);
    for _ in 0..200 {
        if !matches!(replay.tick(&Game), Ok(true)) {
            break;
        }
    }
    let _ = replay.to_string();
    play_on(replay.into_director());
}

/// Asserts that a recording is refused, or displayed, and that it is equal after it is written and read.
pub fn recordings(records: &[u8]) {
    let bytes = frame(recording_head(), records);
    let Ok(squads) = Recorded::read_all(&bytes) else {
        return;
    };
    let mut report = Report::new("fuzz");
    for (name, recorded) in &squads {
        report = report.squad(name, recorded);
        let _ = recorded.timeline(30.0);
        let written = recorded.to_bytes();
        let again = Recorded::read(&written).expect("a recording that was written can be read");
        assert_eq!(again.ticks(), recorded.ticks());
        assert_eq!(
            again.to_bytes(),
            written,
            "a recording changes when it is read"
        );
    }
    let _ = report.to_html();
}

/// Asserts that a live stream is displayed up to its damage, whatever the sizes of its pieces.
pub fn streams(records: &[u8]) {
    let bytes = frame(recording_head(), records);
    let (mut whole, mut pieces) = (LiveFollower::new(), LiveFollower::new());
    let is_whole = whole.read(&bytes).is_ok();
    let are_pieces = bytes.chunks(7).all(|piece| pieces.read(piece).is_ok());
    assert_eq!(is_whole, are_pieces);
    let picture = whole.view_mut().to_text(100, 40);
    assert_eq!(picture, pieces.view_mut().to_text(100, 40));
}

/// Asserts that a source can be read, checked and formatted: errors have places in it, and formatted text is stable.
pub fn sources(text: &[u8]) {
    let Ok(text) = core::str::from_utf8(text) else {
        return;
    };
    let mut sources = Sources::new();
    // Without a Rust file around it, the text is a domain. Parts are found only in Rust files.
    for (path, added) in [
        (
            "domain.txt",
            Sources::add_domain as fn(&mut Sources, &str, String) -> _,
        ),
        ("file.rs", Sources::add),
    ] {
        let Ok(file) = added(&mut sources, path, text.to_owned()) else {
            continue;
        };
        for call in sources.file(file).calls().to_vec() {
            for diagnostic in sources.check(&call).diagnostics {
                let _ = diagnostic.to_string();
            }
        }
        let formatted = sources.format(file).text;
        let mut again = Sources::new();
        let file = added(&mut again, path, formatted.clone())
            .unwrap_or_else(|error| panic!("formatted text can't be read: {error}"));
        assert_eq!(
            again.format(file).text,
            formatted,
            "formatting is not idempotent"
        );
    }
}

/// The first bytes of a journal, and of a recording: its kind and version.
type Head = [u8; 12];

fn heads() -> &'static (Head, Head) {
    static HEADS: OnceLock<(Head, Head)> = OnceLock::new();
    HEADS.get_or_init(|| {
        let streams = mission::streams(1);
        let head = |stream: &[u8]| *stream.first_chunk().expect("a stream has a head");
        (head(&streams.journal), head(&streams.recording))
    })
}

fn journal_head() -> &'static Head {
    &heads().0
}

fn recording_head() -> &'static Head {
    &heads().1
}
