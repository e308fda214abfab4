//! A terminal that shows a view and is restored afterwards.

use std::io::{self, IsTerminal, Stdout};
use std::ops::ControlFlow;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::TryRecvError;
use std::sync::{Mutex, MutexGuard, Once, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::error::LiveError;
use super::feed::{FeedMessage, Inbox};
use super::view::LiveView;

/// The minimum time between two pictures.
const MIN_INTERVAL: Duration = Duration::from_millis(50);
/// The maximum time between two pictures, without changes.
const MAX_INTERVAL: Duration = Duration::from_millis(500);

/// True while the terminal is in the mode of the view. Drawing needs the lock.
static IN_VIEW_MODE: Mutex<bool> = Mutex::new(false);

fn lock_mode() -> MutexGuard<'static, bool> {
    IN_VIEW_MODE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Restores the terminal if it is in the mode of the view.
fn restore(in_view_mode: &mut bool) {
    if std::mem::take(in_view_mode) {
        // Errors cannot be reported any more.
        let _ = disable_raw_mode();
        let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
    }
}

/// Restores the terminal before a panic prints its message, and prevents further drawing.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // The panicking thread may be the one that draws, which holds the lock: stop waiting after four frames.
            let begin = Instant::now();
            loop {
                match IN_VIEW_MODE.try_lock() {
                    Ok(mut mode) => break restore(&mut mode),
                    Err(TryLockError::Poisoned(mode)) => break restore(&mut mode.into_inner()),
                    Err(TryLockError::WouldBlock) if begin.elapsed() > 4 * MIN_INTERVAL => {
                        break restore(&mut true);
                    }
                    Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
                }
            }
            before(info);
        }));
    });
}

/// The terminal of this program. Only one can exist at a time.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Switches the terminal to the mode of the view.
    pub fn open() -> Result<Screen, LiveError> {
        let (input, output) = (io::stdin().is_terminal(), io::stdout().is_terminal());
        if !(input && output) {
            return Err(LiveError::NoTerminal { input, output });
        }
        restore_on_panic();
        let mut in_view_mode = lock_mode();
        if *in_view_mode {
            let busy = "another live view of this program uses it; help: close that one first";
            let other = io::Error::new(io::ErrorKind::ResourceBusy, busy);
            return Err(LiveError::Terminal(other));
        }
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()));
        let terminal = terminal.map_err(LiveError::Terminal)?;
        *in_view_mode = true;
        let entered = enable_raw_mode().and_then(|()| execute!(io::stdout(), EnterAlternateScreen));
        if let Err(error) = entered {
            restore(&mut in_view_mode);
            return Err(LiveError::Terminal(error));
        }
        Ok(Screen { terminal })
    }

    /// Shows updates until the sender ends, or the user closes the view.
    pub fn show_updates(self, inbox: &Inbox, open: &AtomicBool) -> Result<(), LiveError> {
        let mut view = LiveView::new();
        self.run(
            &mut view,
            |view| view,
            |view| {
                let mut is_new = false;
                loop {
                    match inbox.take() {
                        Ok(FeedMessage::Squad(squad, update)) => view.take(&squad, *update),
                        Ok(FeedMessage::Gone(squad)) => view.gone(&squad),
                        // A terminal shows no map.
                        #[cfg(feature = "live-page")]
                        Ok(FeedMessage::Scene(_)) => continue,
                        Err(TryRecvError::Empty) => break,
                        Err(TryRecvError::Disconnected) => return Ok(ControlFlow::Break(())),
                    }
                    is_new = true;
                }
                Ok(if open.load(Ordering::Acquire) {
                    ControlFlow::Continue(is_new)
                } else {
                    ControlFlow::Break(())
                })
            },
        )
    }

    /// Draws the view of `source` and passes keys to it until the user closes the view or `update` breaks. `update` fetches
    /// updates into the source and returns true if the view has changed.
    pub fn run<S>(
        mut self,
        source: &mut S,
        view: impl Fn(&mut S) -> &mut LiveView,
        mut update: impl FnMut(&mut S) -> Result<ControlFlow<(), bool>, LiveError>,
    ) -> Result<(), LiveError> {
        let mut drawn: Option<Instant> = None;
        loop {
            let ControlFlow::Continue(mut is_new) = update(source)? else {
                return Ok(());
            };
            let begin = Instant::now();
            while let Some(left) = MIN_INTERVAL.checked_sub(begin.elapsed()) {
                if !event::poll(left).map_err(LiveError::Terminal)? {
                    break;
                }
                is_new = true;
                if let Event::Key(key) = event::read().map_err(LiveError::Terminal)?
                    && view(source).key(key).is_break()
                {
                    return Ok(());
                }
                if !event::poll(Duration::ZERO).map_err(LiveError::Terminal)? {
                    break;
                }
            }
            if is_new || drawn.is_none_or(|drawn| drawn.elapsed() > MAX_INTERVAL) {
                let in_view_mode = lock_mode();
                if !*in_view_mode {
                    // Another thread panicked, which restored the terminal.
                    return Ok(());
                }
                let picture = self.terminal.draw(|frame| view(source).draw(frame));
                picture.map_err(LiveError::Terminal)?;
                drawn = Some(Instant::now());
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore(&mut lock_mode());
    }
}
