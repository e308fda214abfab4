//! What a game holds: sends what is new of its squads to where somebody looks at it.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use htn_core::domain::Domain;

use super::error::LiveError;
use super::screen;
use crate::recording::{Cursor, Recording, Update, magic, write_gone, write_update};

/// So many updates wait at most. Where there is no more room, what is new comes later and all at once.
const QUEUE: usize = 4_096;
/// That time goes by is news every so many ticks.
const PATIENCE: u64 = 9;

/// Feeds a live view from a running game: on [the game's own terminal](LiveFeed::terminal), or [in a file](LiveFeed::file) that
/// [another terminal](crate::follow) follows, whatever the process, and without the types of the domain.
///
/// ```no_run
/// # use htn_view::{LiveFeed, Recording};
/// # use squad_htn::prelude::*;
/// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
/// # pub struct Medic(pub u16);
/// # htn_domain! {
/// #     pub domain ward;
/// #     agent Medic;
/// #     operator rest(who: Medic) by who {}
/// #     pub method help() { rest(Medic(1)); }
/// # }
/// # use ward::{Director, Domain, Task};
/// # fn main() -> Result<(), htn_view::LiveError> {
/// # let mut director = Director::new(Task::Help);
/// let mut live = LiveFeed::file("mission.live")?; // or `LiveFeed::terminal()?`
/// let mut recording = Recording::<Domain>::new();
/// while live.is_open() {
///     director.tick(&(), Budget::micros(500));
///     recording.tick(&director);
///     live.show("ward", &recording);
/// }
/// # live.close()
/// # }
/// ```
///
/// The game never waits: terminal and file are the business of a thread of its own, and where that is slow, what is new is
/// sent later and all at once. When this is dropped, what was sent is written, and the terminal is as it was.
pub struct LiveFeed {
    seen: BTreeMap<String, Cursor>,
    /// Those whose going could not be told yet.
    gone: Vec<String>,
    sender: Option<SyncSender<News>>,
    open: Arc<AtomicBool>,
    problem: Arc<Mutex<Option<LiveError>>>,
    thread: Option<JoinHandle<()>>,
}

/// What is new of a squad; `None` where it is gone.
pub(super) type News = (String, Option<Box<Update>>);

impl LiveFeed {
    /// The game's own terminal shows squads, until somebody presses `q`: from then on this [is not open](Self::is_open), and the
    /// terminal is as it was. It is also where the program panics, and when this is dropped. What the game itself prints meanwhile
    /// spoils the picture, so let its log go to a file; or use [`LiveFeed::file`] and another terminal.
    ///
    /// # Errors
    ///
    /// There is no terminal, or it can't be used.
    pub fn terminal() -> Result<LiveFeed, LiveError> {
        let screen = screen::Screen::open()?;
        LiveFeed::start(move |news, open| screen.show_news(&news, open))
    }

    /// A file that [`follow`](crate::follow) shows while it grows. One that is there is replaced.
    ///
    /// # Errors
    ///
    /// The file can't be made.
    pub fn file(path: impl AsRef<Path>) -> Result<LiveFeed, LiveError> {
        let path: PathBuf = path.as_ref().into();
        let failed = |path: PathBuf| move |error| LiveError::File { path, error };
        let mut file = File::create(&path).map_err(failed(path.clone()))?;
        // Here, so that a full disk or the like is known at once.
        file.write_all(&magic()).map_err(failed(path.clone()))?;
        LiveFeed::start(move |news, _| write_news(&news, file).map_err(failed(path)))
    }

    /// Anything that takes bytes: a socket, or a pipe. What it takes is what [`LiveFollower::read`](crate::LiveFollower::read) reads.
    ///
    /// # Errors
    ///
    /// There is no thread for it.
    pub fn writer(mut writer: impl Write + Send + 'static) -> Result<LiveFeed, LiveError> {
        LiveFeed::start(move |news, _| {
            writer.write_all(&magic()).map_err(LiveError::Writer)?;
            write_news(&news, writer).map_err(LiveError::Writer)
        })
    }

    fn start(
        work: impl FnOnce(Receiver<News>, &AtomicBool) -> Result<(), LiveError> + Send + 'static,
    ) -> Result<LiveFeed, LiveError> {
        let (sender, news) = sync_channel(QUEUE);
        let open = Arc::new(AtomicBool::new(true));
        let problem = Arc::new(Mutex::new(None));
        let (its_open, its_problem) = (open.clone(), problem.clone());
        let work = move || {
            let done = work(news, &its_open);
            *its_problem.lock().unwrap_or_else(PoisonError::into_inner) = done.err();
            its_open.store(false, Ordering::Release);
        };
        let thread = Builder::new().name(String::from("htn-view live"));
        let thread = thread.spawn(work).map_err(LiveError::Thread)?;
        Ok(LiveFeed {
            seen: BTreeMap::new(),
            gone: Vec::new(),
            sender: Some(sender),
            open,
            problem,
            thread: Some(thread),
        })
    }

    /// What is new of a squad: to be called after each [`Recording::tick`], or less often. A recording that takes the place of
    /// another one under the same name begins anew. Where this is no longer open, nothing happens.
    pub fn show<D: Domain>(&mut self, squad: &str, recording: &Recording<D>) {
        self.tell_gone();
        if !self.is_open() {
            return;
        }
        let seen = self.seen.get(squad);
        let Some((update, cursor)) = recording.since(seen, PATIENCE) else {
            return;
        };
        // What is not sent now is part of what is new next time.
        if self.send(squad, Some(Box::new(update))) {
            match self.seen.get_mut(squad) {
                Some(seen) => *seen = cursor,
                None => _ = self.seen.insert(squad.to_owned(), cursor),
            }
        }
    }

    /// A squad is gone.
    pub fn gone(&mut self, squad: &str) {
        if self.seen.remove(squad).is_some() {
            self.gone.push(squad.to_owned());
        }
        self.tell_gone();
    }

    fn tell_gone(&mut self) {
        while let Some(squad) = self.gone.pop() {
            // One of that name may be back.
            if !self.seen.contains_key(&squad) && !self.send(&squad, None) {
                if self.is_open() {
                    self.gone.push(squad);
                }
                return;
            }
        }
    }

    fn send(&self, squad: &str, news: Option<Box<Update>>) -> bool {
        let sender = self.sender.as_ref();
        sender.is_some_and(|sender| sender.try_send((squad.to_owned(), news)).is_ok())
    }

    /// Whether somebody may look at it: until `q` is pressed on the terminal, or something [goes wrong](Self::close).
    pub fn is_open(&self) -> bool {
        self.open.load(Ordering::Acquire)
    }

    /// Ends it: waits until all that was sent is written, or the terminal is as it was.
    ///
    /// # Errors
    ///
    /// What went wrong before, or now.
    pub fn close(mut self) -> Result<(), LiveError> {
        self.end();
        let problem = self.problem.lock();
        let problem = problem.unwrap_or_else(PoisonError::into_inner).take();
        problem.map_or(Ok(()), Err)
    }

    fn end(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // It is told by the panic itself.
            let _ = thread.join();
        }
    }
}

impl Drop for LiveFeed {
    fn drop(&mut self) {
        self.end();
    }
}

impl fmt::Debug for LiveFeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveFeed")
            .field("squads", &self.seen.len())
            .field("open", &self.is_open())
            .finish_non_exhaustive()
    }
}

/// Writes what comes, and flushes where nothing more is there.
fn write_news(news: &Receiver<News>, writer: impl Write) -> std::io::Result<()> {
    let mut writer = BufWriter::new(writer);
    while let Ok(first) = news.recv() {
        for (squad, update) in std::iter::once(first).chain(news.try_iter()) {
            let bytes = match update {
                Some(update) => write_update(&squad, &update),
                None => write_gone(&squad),
            };
            writer.write_all(&bytes)?;
        }
        writer.flush()?;
    }
    writer.flush()
}
