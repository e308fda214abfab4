//! What a feed writes, and what is read of it: whole, in pieces, cut off and damaged.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use htn_view::ratatui::crossterm::event::KeyCode;
use htn_view::{LiveError, LiveFeed, LiveFollower, LiveView, Recording, follow};

use crate::common::{self, Domain, named};
use crate::{play_randomly, press, recorded};

/// Where a feed writes to.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What two squads wrote, one of which is gone in the end, and a view that was shown the same.
fn written() -> (Vec<u8>, LiveView) {
    let shared = Shared::default();
    let mut feed = LiveFeed::writer(shared.clone()).unwrap();
    let mut view = LiveView::new();
    let (mut first, mut second) = (named(), Recording::<Domain>::new().limit(1 << 16));
    play_randomly(7, 600, |director| {
        first.tick(director);
        if director.executor().ticks() == 600 {
            // So that the last tick is told, too.
            first.note("The game", "ends");
        }
        feed.show("Alpha", &first);
        view.show("Alpha", &first);
        if director.executor().ticks() < 400 {
            second.tick(director);
            feed.show("Bravo", &second);
            view.show("Bravo", &second);
        } else {
            feed.gone("Bravo");
            view.gone("Bravo");
        }
    });
    assert!(second.forgotten() > 0);
    feed.close().unwrap();
    let bytes = shared.0.lock().unwrap().clone();
    (bytes, view)
}

#[test]
fn a_stream_in_any_pieces_shows_what_a_view_shows() {
    let (bytes, mut view) = written();
    for size in [bytes.len(), 1, 7, 1_000] {
        let mut follower = LiveFollower::new();
        for piece in bytes.chunks(size) {
            follower.read(piece).unwrap();
        }
        assert_eq!(follower.pending(), 0);
        let found = follower.view_mut().to_text(120, 50);
        assert_eq!(found, view.to_text(120, 50));
        assert!(found.contains(" Bravo (gone)"), "{found}");
    }
}

#[test]
fn a_stream_that_ends_anywhere_shows_what_came_before() {
    let (bytes, _) = written();
    let mut pending = 0;
    for end in (0..bytes.len()).step_by(bytes.len() / 50) {
        let mut follower = LiveFollower::new();
        follower.read(&bytes[..end]).unwrap();
        pending += usize::from(follower.pending() > 0);
        follower.view_mut().to_text(80, 24);
        follower.read(&bytes[end..]).unwrap();
        assert_eq!(follower.pending(), 0);
    }
    assert!(pending > 10, "most of them end in the middle of something");
}

/// The places of the records of a stream: where their heads begin, and their lengths.
fn records(bytes: &[u8]) -> Vec<(usize, usize)> {
    let (mut at, mut records) = (12, Vec::new());
    while at < bytes.len() {
        let length = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        records.push((at, length));
        at += 12 + length;
    }
    records
}

#[test]
fn a_damaged_stream_is_an_error_and_no_panic() {
    let (bytes, _) = written();
    let records = records(&bytes);
    let (mut refused, mut shown) = (0, 0);
    let count = if std::env::var_os("HTN_FULL").is_some() {
        20_000
    } else {
        60
    };
    for seed in 0..count {
        let mut bytes = bytes.clone();
        let (at, length) = records[seed * 31 % records.len()];
        let place = at + 12 + seed * 7919 % length;
        bytes[place] = bytes[place].wrapping_add((1 + seed % 255) as u8);
        let mut follower = LiveFollower::new();
        let refusal = follower.read(&bytes).unwrap_err().to_string();
        assert_eq!(refusal, "the stream is damaged", "seed {seed}");
        // Whoever damages it may know how checksums are made.
        let sum = common::fnv(&bytes[at + 12..at + 12 + length]);
        bytes[at + 4..at + 12].copy_from_slice(&sum.to_le_bytes());
        let mut follower = LiveFollower::new();
        match follower.read(&bytes) {
            Ok(()) => shown += 1,
            Err(_) => refused += 1,
        }
        for pane in 0..4 {
            let _ = press(follower.view_mut(), KeyCode::Tab);
            follower.view_mut().to_text(80, 24 + pane);
        }
    }
    assert!(
        refused > count / 10 && shown > count / 10,
        "{refused} {shown}"
    );
}

#[test]
fn what_is_no_stream_is_refused() {
    let refusal = |bytes: &[u8]| LiveFollower::new().read(bytes).unwrap_err().to_string();
    let other = recorded(5).to_bytes();
    assert!(refusal(&other).contains("this is no stream of a live view"));
    assert!(refusal(b"hello").contains("this is no stream"));
    let (mut bytes, _) = written();
    bytes[8] = 9;
    assert_eq!(
        refusal(&bytes),
        "the stream is of version 9 of the format, and this program reads version 3"
    );
    let missing = follow("/nowhere/mission.live").unwrap_err();
    assert!(
        missing.to_string().starts_with("`/nowhere/mission.live`: "),
        "{missing}"
    );
    let missing = LiveFeed::file("/nowhere/mission.live").unwrap_err();
    assert!(matches!(missing, LiveError::File { .. }), "{missing}");
}

/// Takes nothing before it is told to.
struct Slow(Receiver<()>, Shared);

impl Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Once for all: where nobody can tell it any more, it goes on.
        let _ = self.0.recv();
        self.1.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn nobody_waits_for_a_slow_reader_and_nothing_is_lost() {
    let (go, told): (Sender<()>, _) = channel();
    let shared = Shared::default();
    let mut feed = LiveFeed::writer(Slow(told, shared.clone())).unwrap();
    let mut view = LiveView::new();
    let mut recording = named();
    play_randomly(3, 6_000, |director| {
        recording.tick(director);
        // More than the queue has room for. Were this to wait, the test would not end.
        feed.show("Alpha", &recording);
        view.show("Alpha", &recording);
    });
    recording.note("The game", "ends");
    drop(go);
    view.show("Alpha", &recording);
    // There is room again, sooner or later.
    let mut follower = LiveFollower::new();
    let wanted = view.to_text(120, 50);
    loop {
        feed.show("Alpha", &recording);
        let bytes = std::mem::take(&mut *shared.0.lock().unwrap());
        follower.read(&bytes).unwrap();
        if follower.view_mut().to_text(120, 50) == wanted {
            break;
        }
        std::thread::yield_now();
    }
    assert!(feed.is_open());
    feed.close().unwrap();
}

/// Takes nothing at all.
struct Broken;

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("no room on the disk"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_writer_that_fails_closes_the_feed_and_says_why() {
    let mut feed = LiveFeed::writer(Broken).unwrap();
    let recording = recorded(5);
    while feed.is_open() {
        feed.show("Alpha", &recording);
        std::thread::yield_now();
    }
    feed.show("Alpha", &recording);
    feed.gone("Alpha");
    let why = feed.close().unwrap_err().to_string();
    assert_eq!(why, "a live view can't be written: no room on the disk");
}
