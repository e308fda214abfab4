//! The feed of a live view: sends the changes of squads to a terminal or a file.

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

/// The maximum number of waiting updates. If the queue is full, later updates contain the changes.
const QUEUE: usize = 4_096;
/// The interval between writes. Waking the thread for each update would cost the game more than the update itself.
const PAUSE: Duration = Duration::from_millis(20);
/// The number of quiet ticks after which an update reports the time.
const PATIENCE: u64 = 9;

/// Sends the squads of a running game to a live view: on [the game's own terminal](LiveFeed::terminal), or to [a
/// file](LiveFeed::file) that [another terminal](crate::follow) follows. The other process does not need the types of
/// the domain.
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
/// The game never waits: a thread writes to the terminal or the file, and if it is slow, later updates contain the
/// changes. Dropping the feed writes all pending updates and restores the terminal.
pub struct LiveFeed {
    seen: BTreeMap<String, Cursor>,
    /// Removed squads whose removal could not be sent yet.
    gone: Vec<String>,
    sender: Option<Sender<FeedMessage>>,
    /// The number of waiting updates.
    waiting: Arc<AtomicUsize>,
    open: Arc<AtomicBool>,
    problem: Arc<Mutex<Option<LiveError>>>,
    thread: Option<JoinHandle<()>>,
}

/// An update of a squad; `None` if it was removed.
pub(super) type FeedMessage = (String, Option<Box<Update>>);

/// The receiving end of the queue.
pub(super) struct Inbox {
    messages: Receiver<FeedMessage>,
    waiting: Arc<AtomicUsize>,
}

impl Inbox {
    /// Returns the next update, if there is one.
    pub fn take(&self) -> Result<FeedMessage, TryRecvError> {
        let message = self.messages.try_recv()?;
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        Ok(message)
    }
}

impl LiveFeed {
    /// Shows squads on the game's own terminal until the user presses `q`: then the feed [is closed](Self::is_open),
    /// and the terminal is restored. It is also restored if the program panics or the feed is dropped. Output of the
    /// game itself would spoil the picture: write its log to a file; or use [`LiveFeed::file`] and another terminal.
    ///
    /// # Errors
    ///
    /// There is no terminal, or it cannot be used.
    pub fn terminal() -> Result<LiveFeed, LiveError> {
        let screen = screen::Screen::open()?;
        LiveFeed::start(move |inbox, open| screen.show_updates(&inbox, open))
    }

    /// Writes to a file that [`follow`](crate::follow) shows while it grows, and that
    /// [`Recorded::read`](crate::Recorded::read) reads. Replaces an existing file. See the example of [`LiveFeed`](Self).
    ///
    /// # Errors
    ///
    /// The file cannot be created.
    pub fn file(path: impl AsRef<Path>) -> Result<LiveFeed, LiveError> {
        let path: PathBuf = path.as_ref().into();
        let failed = |path: PathBuf| move |error| LiveError::File { path, error };
        let mut file = File::create(&path).map_err(failed(path.clone()))?;
        let mut records = RecordWriter::new(RECORDING);
        // Here, so that an error such as a full disk is reported at once.
        write_records(&mut records, &mut file).map_err(failed(path.clone()))?;
        LiveFeed::start(move |inbox, _| write_news(&inbox, records, file).map_err(failed(path)))
    }

    /// Writes to a socket, a pipe or another writer. [`LiveFollower::read`](crate::LiveFollower::read) reads these
    /// bytes.
    ///
    /// # Errors
    ///
    /// A thread could not be started.
    pub fn writer(writer: impl Write + Send + 'static) -> Result<LiveFeed, LiveError> {
        LiveFeed::start(move |inbox, _| {
            let records = RecordWriter::new(RECORDING);
            write_news(&inbox, records, writer).map_err(LiveError::Writer)
        })
    }

    fn start(
        work: impl FnOnce(Inbox, &AtomicBool) -> Result<(), LiveError> + Send + 'static,
    ) -> Result<LiveFeed, LiveError> {
        let (sender, messages) = channel();
        let waiting = Arc::<AtomicUsize>::default();
        let inbox = Inbox {
            messages,
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

    /// Sends the changes of a squad. Call it after each [`Recording::tick`], or less often. Another recording under the
    /// same name replaces the squad. Does nothing if the feed is closed. The example of [`LiveFeed`](Self) uses it.
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

    /// Reports that a squad was removed.
    pub fn gone(&mut self, squad: &str) {
        if self.seen.remove(squad).is_some() {
            self.gone.push(squad.to_owned());
        }
        self.tell_gone();
    }

    fn tell_gone(&mut self) {
        while let Some(squad) = self.gone.pop() {
            // A squad with the same name may exist again.
            if !self.seen.contains_key(&squad) && !self.send(&squad, None) {
                if self.is_open() {
                    self.gone.push(squad);
                }
                return;
            }
        }
    }

    /// Returns true if the queue is full, so that the changes must wait for a later update.
    fn is_full(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) >= QUEUE
    }

    fn send(&self, squad: &str, update: Option<Box<Update>>) -> bool {
        let Some(sender) = self.sender.as_ref().filter(|_| !self.is_full()) else {
            return false;
        };
        self.waiting.fetch_add(1, Ordering::Relaxed);
        sender.send((squad.to_owned(), update)).is_ok()
    }

    /// Returns true until the user presses `q` on the terminal, or an [error](Self::close) occurs. [`LiveFeed`](Self) has
    /// an example.
    pub fn is_open(&self) -> bool {
        self.open.load(Ordering::Acquire)
    }

    /// Closes the feed: waits until all updates are written, or the terminal is restored. See the example of
    /// [`LiveFeed`](Self).
    ///
    /// # Errors
    ///
    /// The first error that has occurred.
    pub fn close(mut self) -> Result<(), LiveError> {
        self.end();
        let problem = self.problem.lock();
        let problem = problem.unwrap_or_else(PoisonError::into_inner).take();
        problem.map_or(Ok(()), Err)
    }

    fn end(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // A panic has printed its own message.
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

/// Writes updates as they arrive, and flushes when the queue is empty.
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

/// Writes the pending records.
fn write_records(records: &mut RecordWriter, writer: &mut impl Write) -> std::io::Result<()> {
    writer.write_all(records.bytes())?;
    records.consume(records.bytes().len());
    Ok(())
}
