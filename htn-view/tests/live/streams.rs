//! The stream of a feed, read whole, in pieces, cut off and damaged.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use htn_view::ratatui::crossterm::event::KeyCode;
use htn_view::{
    Ending, LiveError, LiveFeed, LiveFollower, LiveView, Recorded, Recording, StreamError, follow,
};

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

/// Returns the stream of two squads, one of which is removed at the end, and a view with the same content.
fn written() -> (Vec<u8>, LiveView) {
    let shared = Shared::default();
    let mut feed = LiveFeed::writer(shared.clone()).unwrap();
    let mut view = LiveView::new();
    let (mut first, mut second) = (named(), Recording::<Domain>::new().limit(1 << 16));
    play_randomly(7, 600, |director| {
        first.tick(director);
        if director.executor().ticks() == 600 {
            // So that the last tick is sent, too.
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
fn stream_in_pieces_shows_the_same_view() {
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
fn truncated_stream_shows_earlier_records() {
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

#[test]
fn a_stream_that_was_kept_is_a_recording() {
    let (bytes, _) = written();
    let squads = Recorded::read_all(&bytes).unwrap();
    let names: Vec<&str> = squads.iter().map(|(name, _)| &name[..]).collect();
    assert_eq!(names, ["Alpha", "Bravo"]);
    let (alpha, bravo) = (&squads[0].1, &squads[1].1);
    let (mut first, mut second) = (named(), Recording::<Domain>::new());
    play_randomly(7, 600, |director| {
        first.tick(director);
        if director.executor().ticks() < 400 {
            second.tick(director);
        }
    });
    first.note("The game", "ends");
    assert_eq!(alpha.ending(), Ending::Ended);
    assert_eq!(*alpha, first.into_recorded());
    assert_eq!(alpha.is_of::<Domain>(), Ok(()));
    // The game's recording forgot the beginning. The stream did not.
    assert_eq!(bravo.forgotten(), 0);
    assert_eq!(bravo.log(10.0), second.log(10.0));
    assert_eq!(bravo.timeline(10.0), second.timeline(10.0));
    // The other way round, a file is followed as a stream.
    let mut follower = LiveFollower::new();
    follower.read(&alpha.to_bytes()).unwrap();
    let text = follower.view_mut().to_text(120, 50);
    assert!(
        text.contains("The game") && text.starts_with(" ward"),
        "{text}"
    );
}

#[test]
fn a_damaged_stream_is_an_error_and_no_panic() {
    let (bytes, _) = written();
    let records = common::records(&bytes);
    let (mut refused, mut shown) = (0, 0);
    let count = if std::env::var_os("HTN_FULL").is_some() {
        20_000
    } else {
        60
    };
    for seed in 0..count {
        let mut damaged = bytes.clone();
        let place = 12 + seed * 7919 % (bytes.len() - 12);
        damaged[place] = damaged[place].wrapping_add((1 + seed % 255) as u8);
        let mut follower = LiveFollower::new();
        match follower.read(&damaged) {
            Ok(()) => assert!(follower.pending() > 0, "seed {seed}"),
            Err(LiveError::Stream(StreamError::Damaged { at, .. })) => {
                assert!(at <= place as u64, "seed {seed}");
            }
            Err(error) => panic!("seed {seed}: {error}"),
        }
        // Damage may include valid checksums.
        let mut records = records.clone();
        let record = seed * 31 % records.len();
        let place = seed * 7919 % records[record].len();
        let byte = &mut records[record][place];
        *byte = byte.wrapping_add((1 + seed % 255) as u8);
        let bytes = common::stream(&records);
        let mut follower = LiveFollower::new();
        match follower.read(&bytes) {
            Ok(()) => shown += 1,
            Err(_) => refused += 1,
        }
        for pane in 0..4 {
            let _ = press(follower.view_mut(), KeyCode::Tab);
            follower.view_mut().to_text(80, 24 + pane);
        }
        for (_, recorded) in Recorded::read_all(&bytes).unwrap_or_default() {
            let _ = (recorded.log(10.0), recorded.timeline(10.0));
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
    assert_eq!(refusal(b"hello"), "this is not a recording");
    let (mut bytes, _) = written();
    bytes[8] = 9;
    assert_eq!(
        refusal(&bytes),
        "the recording has version 9 of the format, and this program reads version 8; \
         help: read it with the release that wrote it, or make a new one"
    );
    let missing = follow("/nowhere/mission.live").unwrap_err();
    assert!(
        missing.to_string().starts_with("`/nowhere/mission.live`: "),
        "{missing}"
    );
    let missing = LiveFeed::file("/nowhere/mission.live").unwrap_err();
    assert!(matches!(missing, LiveError::File { .. }), "{missing}");
}

/// Blocks until it receives a message.
struct Slow(Receiver<()>, Shared);

impl Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Once the sender is dropped, it never blocks again.
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
    assert_eq!(why, "cannot write the live view: no room on the disk");
}
