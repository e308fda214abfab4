//! The feed of a live view: sends the changes of squads to a terminal, a file or a browser.

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
#[cfg(feature = "live")]
use super::screen;
use crate::recording::{Cursor, RECORDING, Recording, Update, encode_gone};
#[cfg(feature = "live-page")]
use crate::scene::{Scene, SceneChange, SceneCursor};

/// The maximum number of waiting updates. If the queue is full, later updates contain the changes.
const QUEUE: usize = 4_096;
/// The interval between writes. Waking the thread for each update would cost the game more than the update itself.
pub(super) const PAUSE: Duration = Duration::from_millis(20);
/// The number of quiet ticks after which an update reports the time.
const PATIENCE: u64 = 9;

/// Sends the squads of a running game to a live view: on the game's own terminal (`LiveFeed::terminal`, with the feature
/// `live`), in a browser (`LiveFeed::serve`, with the feature `live-page`), or to [a file](LiveFeed::file) that another
/// terminal follows. The other process does not need the types of the domain.
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
/// let mut live = LiveFeed::file("mission.live")?; // or `LiveFeed::terminal()?`, or `LiveFeed::serve("127.0.0.1:0")?`
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
/// The game never waits: a thread writes to the terminal, the file or the browsers, and if it is slow, later updates
/// contain the changes. Dropping the feed writes all pending updates and restores the terminal.
pub struct LiveFeed {
    seen: BTreeMap<String, Cursor>,
    /// Removed squads whose removal could not be sent yet.
    gone: Vec<String>,
    #[cfg(feature = "live-page")]
    scene: SceneCursor,
    sender: Option<Sender<FeedMessage>>,
    /// The number of waiting updates.
    waiting: Arc<AtomicUsize>,
    open: Arc<AtomicBool>,
    problem: Arc<Mutex<Option<LiveError>>>,
    thread: Option<JoinHandle<()>>,
    /// The address of the page, as the browser needs it.
    #[cfg(feature = "live-page")]
    pub(super) url: Option<String>,
    /// The requests of browsers.
    #[cfg(feature = "live-page")]
    pub(super) requests: Arc<super::page::Requests>,
}

/// A message of the queue.
pub(super) enum FeedMessage {
    Squad(String, Box<Update>),
    /// The squad was removed.
    Gone(String),
    #[cfg(feature = "live-page")]
    Scene(Box<SceneChange>),
}

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
    #[cfg(feature = "live")]
    pub fn terminal() -> Result<LiveFeed, LiveError> {
        let screen = screen::Screen::open()?;
        LiveFeed::start(move |inbox, open| screen.show_updates(&inbox, open))
    }

    /// Writes to a file that `follow` shows while it grows, and that
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

    /// Writes to a socket, a pipe or another writer. `LiveFollower::read` reads these bytes.
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

    pub(super) fn start(
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
            #[cfg(feature = "live-page")]
            scene: SceneCursor::default(),
            sender: Some(sender),
            waiting,
            open,
            problem,
            thread: Some(thread),
            #[cfg(feature = "live-page")]
            url: None,
            #[cfg(feature = "live-page")]
            requests: Arc::default(),
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
        if self.send(FeedMessage::Squad(squad.to_owned(), Box::new(update))) {
            match self.seen.get_mut(squad) {
                Some(seen) => *seen = cursor,
                None => _ = self.seen.insert(squad.to_owned(), cursor),
            }
        }
    }

    /// Sends the changes of the map to the page in the browser. A terminal and a file have no map. A scene with fewer shapes
    /// or changes than before replaces it. [`LivePage`](crate::LivePage) has an example.
    #[cfg(feature = "live-page")]
    pub fn draw(&mut self, scene: &Scene) {
        if self.url.is_none() || !self.is_open() || self.is_full() {
            return;
        }
        let mut seen = std::mem::take(&mut self.scene);
        if let Some(change) = scene.since(&mut seen) {
            self.send(FeedMessage::Scene(Box::new(change)));
        }
        self.scene = seen;
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
            if !self.seen.contains_key(&squad) && !self.send(FeedMessage::Gone(squad.clone())) {
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

    fn send(&self, message: FeedMessage) -> bool {
        let Some(sender) = self.sender.as_ref().filter(|_| !self.is_full()) else {
            return false;
        };
        self.waiting.fetch_add(1, Ordering::Relaxed);
        sender.send(message).is_ok()
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
            Ok(FeedMessage::Squad(squad, update)) => records.push(|out| update.encode(&squad, out)),
            Ok(FeedMessage::Gone(squad)) => records.push(|out| encode_gone(&squad, out)),
            // A recording has no map.
            #[cfg(feature = "live-page")]
            Ok(FeedMessage::Scene(_)) => {}
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
