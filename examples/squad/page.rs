//! `--page`: the mission in a browser, as it happens.

use std::io::{self, IsTerminal};
use std::thread;
use std::time::{Duration, Instant};

use htn_view::{LiveError, LiveFeed, LivePage};

use squad_htn::Break;

use crate::domain::squad::{Director, Domain};
use crate::report::Reporter;
use crate::sim::TICKS_A_SECOND;

/// The duration of a tick.
const TICK: Duration = Duration::from_millis(1000 / TICKS_A_SECOND as u64);

/// A page that shows a mission.
pub struct Page {
    feed: LiveFeed,
    next: Instant,
}

impl Page {
    pub fn open(address: &str, title: &str) -> Result<Page, LiveError> {
        let page = LivePage::new(title).ticks_a_second(TICKS_A_SECOND.into());
        Ok(Page {
            feed: page.control().serve(address)?,
            next: Instant::now(),
        })
    }

    pub fn url(&self) -> &str {
        self.feed.url().unwrap_or_default()
    }

    /// Shows a tick, and waits until the next one is due. While the squad is halted, the whole mission is.
    pub fn show(&mut self, reporter: &mut Reporter, director: &mut Director) {
        loop {
            self.feed.show("squad", &reporter.recording);
            self.feed.draw(&reporter.scene);
            self.next += TICK;
            thread::sleep(self.next.saturating_duration_since(Instant::now()));
            self.feed.control("squad", director);
            if director.halted().is_none() {
                return;
            }
            reporter.recording.tick(director);
        }
    }

    /// Adds breakpoints.
    pub fn break_on(director: &mut Director, breaks: &[String]) -> Result<(), String> {
        for text in breaks {
            let on = text.parse::<Break<Domain>>();
            let added = on.and_then(|on| director.break_on(on));
            added.map_err(|error| format!("`--break {text}`: {error}"))?;
        }
        Ok(())
    }

    /// Keeps the page after the mission until the user presses Enter. Without a terminal, it ends at once.
    pub fn close(self) -> Result<(), LiveError> {
        if io::stdin().is_terminal() {
            println!("The page stays open until you press Enter.");
            // Without a line, the page ends as well.
            let _ = io::stdin().read_line(&mut String::new());
        }
        self.feed.close()
    }
}
