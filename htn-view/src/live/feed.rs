//! What a game holds: sends what is new of its squads to where somebody looks at it.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Builder, JoinHandle};
use std::time::Duration;

use htn_core::container::RecordWriter;
use htn_core::domain::Domain;

use super::error::LiveError;
use super::screen;
use crate::recording::{Cursor, RECORDING, Recording, Update, encode_gone};

/// So many updates wait at most. Where there is no more room, what is new comes later and all at once.
const QUEUE: usize = 4_096;
/// What was sent is written so often. To wake the thread for each update would cost the game more than the update does.
const PAUSE: Duration = Duration::from_millis(20);
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
    sender: Option<Sender<News>>,
    /// How many updates wait.
    waiting: Arc<AtomicUsize>,
    open: Arc<AtomicBool>,
    problem: Arc<Mutex<Option<LiveError>>>,
    thread: Option<JoinHandle<()>>,
}

/// What is new of a squad; `None` where it is gone.
pub(super) type News = (String, Option<Box<Update>>);

/// Where updates come out.
pub(super) struct Inbox {
    news: Receiver<News>,
    waiting: Arc<AtomicUsize>,
}

impl Inbox {
    /// The next one, where there is one.
    pub fn take(&self) -> Result<News, TryRecvError> {
        let news = self.news.try_recv()?;
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        Ok(news)
    }
}

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
        LiveFeed::start(move |inbox, open| screen.show_news(&inbox, open))
    }

    /// A file that [`follow`](crate::follow) shows while it grows, and [`Recorded::read`](crate::Recorded::read) reads. One that
    /// is there is replaced.
    ///
    /// # Errors
    ///
    /// The file can't be made.
    pub fn file(path: impl AsRef<Path>) -> Result<LiveFeed, LiveError> {
        let path: PathBuf = path.as_ref().into();
        let failed = |path: PathBuf| move |error| LiveError::File { path, error };
        let mut file = File::create(&path).map_err(failed(path.clone()))?;
        let mut records = RecordWriter::new(RECORDING);
        // Here, so that a full disk or the like is known at once.
        write_records(&mut records, &mut file).map_err(failed(path.clone()))?;
        LiveFeed::start(move |inbox, _| write_news(&inbox, records, file).map_err(failed(path)))
    }

    /// Anything that takes bytes: a socket, or a pipe. What it takes is what [`LiveFollower::read`](crate::LiveFollower::read) reads.
    ///
    /// # Errors
    ///
    /// There is no thread for it.
    pub fn writer(writer: impl Write + Send + 'static) -> Result<LiveFeed, LiveError> {
        LiveFeed::start(move |inbox, _| {
            let records = RecordWriter::new(RECORDING);
            write_news(&inbox, records, writer).map_err(LiveError::Writer)
        })
    }

    fn start(
        work: impl FnOnce(Inbox, &AtomicBool) -> Result<(), LiveError> + Send + 'static,
    ) -> Result<LiveFeed, LiveError> {
        let (sender, news) = channel();
        let waiting = Arc::<AtomicUsize>::default();
        let inbox = Inbox {
            news,
            waiting: waiting.clone(),
        };
        let open = Arc::new(AtomicBool::new(true));
        let problem = Arc::new(Mutex::new(None));
        let (its_open, its_problem) = (open.clone(), problem.clone());
        let work = move || {
            let done = work(inbox, &its_open);
            *its_problem.lock().unwrap_or_else(PoisonError::into_inner) = done.err();
            its_open.store(false, Ordering::Release);
        };
        let thread = Builder::new().name(String::from("htn-view live"));
        let thread = thread.spawn(work).map_err(LiveError::Thread)?;
        Ok(LiveFeed {
            seen: BTreeMap::new(),
            gone: Vec::new(),
            sender: Some(sender),
            waiting,
            open,
            problem,
            thread: Some(thread),
        })
    }

    /// What is new of a squad: to be called after each [`Recording::tick`], or less often. A recording that takes the place of
    /// another one under the same name begins anew. Where this is no longer open, nothing happens.
    pub fn show<D: Domain>(&mut self, squad: &str, recording: &Recording<D>) {
        self.tell_gone();
        if !self.is_open() || self.is_full() {
            return;
        }
        let seen = self.seen.get(squad);
        let Some((update, cursor)) = recording.since(seen, PATIENCE) else {
            return;
        };
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

    /// Whether so much waits that what is new comes later, as part of what is new then.
    fn is_full(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) >= QUEUE
    }

    fn send(&self, squad: &str, news: Option<Box<Update>>) -> bool {
        let Some(sender) = self.sender.as_ref().filter(|_| !self.is_full()) else {
            return false;
        };
        self.waiting.fetch_add(1, Ordering::Relaxed);
        sender.send((squad.to_owned(), news)).is_ok()
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
fn write_news(inbox: &Inbox, mut records: RecordWriter, writer: impl Write) -> std::io::Result<()> {
    let mut writer = BufWriter::new(writer);
    loop {
        match inbox.take() {
            Ok((squad, Some(update))) => records.push(|out| update.encode(&squad, out)),
            Ok((squad, None)) => records.push(|out| encode_gone(&squad, out)),
            Err(TryRecvError::Empty) => {
                write_records(&mut records, &mut writer)?;
                writer.flush()?;
                thread::sleep(PAUSE);
            }
            Err(TryRecvError::Disconnected) => {
                records.end();
                write_records(&mut records, &mut writer)?;
                return writer.flush();
            }
        }
        write_records(&mut records, &mut writer)?;
    }
}

/// Writes the records that were not written yet.
fn write_records(records: &mut RecordWriter, writer: &mut impl Write) -> std::io::Result<()> {
    writer.write_all(records.bytes())?;
    records.consume(records.bytes().len());
    Ok(())
}
