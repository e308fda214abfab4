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
use super::feed::Inbox;
use super::view::LiveView;

/// The minimum time between two pictures.
const FRAME: Duration = Duration::from_millis(50);
/// The maximum time between two pictures, without changes.
const LONGEST: Duration = Duration::from_millis(500);

/// True if this program has changed the terminal. Drawing needs the lock.
static TAKEN: Mutex<bool> = Mutex::new(false);

fn taken() -> MutexGuard<'static, bool> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Restores the terminal, if this program has changed it.
fn give_back(taken: &mut bool) {
    if std::mem::take(taken) {
        // Errors cannot be reported any more.
        let _ = disable_raw_mode();
        let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
    }
}

/// Restores the terminal before a panic prints its message, and prevents further drawing.
fn give_back_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // The panicking thread may be the one that draws: then it has the lock already.
            let begin = Instant::now();
            loop {
                match TAKEN.try_lock() {
                    Ok(mut taken) => break give_back(&mut taken),
                    Err(TryLockError::Poisoned(taken)) => break give_back(&mut taken.into_inner()),
                    Err(TryLockError::WouldBlock) if begin.elapsed() > 4 * FRAME => {
                        break give_back(&mut true);
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
    pub fn open() -> Result<Screen, LiveError> {
        let (input, output) = (io::stdin().is_terminal(), io::stdout().is_terminal());
        if !(input && output) {
            return Err(LiveError::NoTerminal { input, output });
        }
        give_back_on_panic();
        let mut taken = taken();
        if *taken {
            let other = io::Error::new(io::ErrorKind::ResourceBusy, "another view has it");
            return Err(LiveError::Terminal(other));
        }
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()));
        let terminal = terminal.map_err(LiveError::Terminal)?;
        *taken = true;
        let entered = enable_raw_mode().and_then(|()| execute!(io::stdout(), EnterAlternateScreen));
        if let Err(error) = entered {
            give_back(&mut taken);
            return Err(LiveError::Terminal(error));
        }
        Ok(Screen { terminal })
    }

    /// Shows updates until the sender ends, or the user closes the view.
    pub fn show_news(self, inbox: &Inbox, open: &AtomicBool) -> Result<(), LiveError> {
        let mut view = LiveView::new();
        self.run(
            &mut view,
            |view| view,
            |view| {
                let mut is_new = false;
                loop {
                    match inbox.take() {
                        Ok((squad, Some(update))) => view.take(&squad, *update),
                        Ok((squad, None)) => view.gone(&squad),
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

    /// Draws the view of a source and passes keys to it. `look` fetches updates, and returns whether to draw.
    pub fn run<S>(
        mut self,
        source: &mut S,
        view: impl Fn(&mut S) -> &mut LiveView,
        mut look: impl FnMut(&mut S) -> Result<ControlFlow<(), bool>, LiveError>,
    ) -> Result<(), LiveError> {
        let mut drawn: Option<Instant> = None;
        loop {
            let ControlFlow::Continue(mut is_new) = look(source)? else {
                return Ok(());
            };
            let begin = Instant::now();
            while let Some(left) = FRAME.checked_sub(begin.elapsed()) {
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
            if is_new || drawn.is_none_or(|drawn| drawn.elapsed() > LONGEST) {
                let taken = taken();
                if !*taken {
                    // Another thread panicked.
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
        give_back(&mut taken());
    }
}
