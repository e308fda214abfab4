//! The archive that browsers share. A browser has a position in it, and nothing else is kept for it.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::archive::Archive;
use crate::live::feed::FeedMessage;

/// The archive, and the browsers that wait for its news.
pub(super) struct Hub {
    shared: Mutex<Shared>,
    news: Condvar,
    /// The maximum number of browsers.
    clients: usize,
    /// Differs between two runs of a game, whose batches have the same numbers.
    run: u64,
}

struct Shared {
    archive: Archive,
    browsers: usize,
    ended: bool,
}

/// The position of a browser: the run of the game, and the number of its last batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    run: u64,
    number: u64,
}

impl Position {
    /// Reads the id of an event.
    pub fn parse(id: &str) -> Option<Position> {
        let (run, number) = id.split_once('-')?;
        Some(Position {
            run: u64::from_str_radix(run, 16).ok()?,
            number: number.parse().ok()?,
        })
    }

    /// Returns the id of the event after which a browser has this position.
    pub fn id(self) -> String {
        format!("{:x}-{}", self.run, self.number)
    }
}

/// The next message to a browser.
pub(super) enum Message {
    /// Everything, which replaces what the browser has.
    Whole(Position, Arc<str>),
    /// The changes since its position.
    News(Vec<(Position, Arc<str>)>),
    /// There was nothing for a while.
    Nothing,
    /// The game has ended.
    End,
}

impl Hub {
    pub fn new(archive: Archive, clients: usize) -> Hub {
        Hub {
            shared: Mutex::new(Shared {
                archive,
                browsers: 0,
                ended: false,
            }),
            news: Condvar::new(),
            clients,
            run: RandomState::new().hash_one(Instant::now()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the title of the page and the ticks per second.
    pub fn heading(&self) -> (String, f64) {
        let shared = self.lock();
        let (title, rate) = shared.archive.heading();
        (title.to_owned(), rate)
    }

    pub fn take(&self, news: FeedMessage) {
        self.lock().archive.take(news);
    }

    /// Makes a batch of the changes, if a browser looks.
    pub fn publish(&self) {
        if self.lock().archive.publish() {
            self.news.notify_all();
        }
    }

    /// Ends the streams of all browsers, and waits a little until they have everything.
    pub fn end(&self, patience: Duration) {
        let mut shared = self.lock();
        shared.archive.publish();
        shared.ended = true;
        self.news.notify_all();
        let left = |shared: &mut Shared| shared.browsers > 0;
        let waited = self.news.wait_timeout_while(shared, patience, left);
        drop(waited);
    }

    /// Adds a browser; `None` if there are too many.
    pub fn join(&self) -> Option<Browser<'_>> {
        let mut shared = self.lock();
        if shared.browsers >= self.clients {
            return None;
        }
        shared.browsers += 1;
        shared.archive.set_watched(true);
        Some(Browser { hub: self })
    }
}

/// A browser that looks.
pub(super) struct Browser<'h> {
    hub: &'h Hub,
}

impl Browser<'_> {
    /// Returns what a browser at this position needs next. Waits up to `patience` if there is nothing.
    pub fn next(&self, at: Option<Position>, patience: Duration) -> Message {
        let run = self.hub.run;
        let at = at.filter(|at| at.run == run).map(|at| at.number);
        let shared = self.hub.lock();
        let nothing = |shared: &mut Shared| !shared.ended && at == Some(shared.archive.number());
        let (mut shared, _) = (self.hub.news)
            .wait_timeout_while(shared, patience, nothing)
            .unwrap_or_else(PoisonError::into_inner);
        let archive = &mut shared.archive;
        if at != Some(archive.number()) {
            let position = |number| Position { run, number };
            if let Some(news) = at.and_then(|at| archive.since(at)) {
                let news = news.map(|(number, batch)| (position(number), batch));
                return Message::News(news.collect());
            }
            let (number, whole) = archive.whole();
            return Message::Whole(position(number), whole);
        }
        if shared.ended {
            Message::End
        } else {
            Message::Nothing
        }
    }
}

impl Drop for Browser<'_> {
    fn drop(&mut self) {
        let mut shared = self.hub.lock();
        shared.browsers -= 1;
        let is_watched = shared.browsers > 0;
        shared.archive.set_watched(is_watched);
        self.hub.news.notify_all();
    }
}
