//! `--live`: map, officers, plans and the latest transcript lines on a terminal.

use std::collections::VecDeque;
use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::mission::Mission;
use crate::paint;
use crate::screen::{Key, Screen};
use crate::sim::{TICKS_A_SECOND, officer_ids};
use crate::status;
use crate::transcript::{Line, clock};

/// The duration of a tick at normal speed.
const TICK: Duration = Duration::from_millis(1000 / TICKS_A_SECOND as u64);
/// The number of transcript lines to keep, more than any terminal shows.
const KEPT: usize = 200;
/// The maximum speed, as a multiple of real time.
const FASTEST: u32 = 16;
/// The row of the map beside which the list of plans starts, below the officers.
const PLANS_FROM: usize = 6;

/// A mission shown on a terminal.
pub struct Live {
    screen: Screen,
    title: String,
    story: VecDeque<String>,
    colour: bool,
    paused: bool,
    speed: u32,
    next: Instant,
}

impl Live {
    pub fn open(title: String, colour: bool) -> Result<Live, String> {
        Ok(Live {
            screen: Screen::open()?,
            title,
            story: VecDeque::new(),
            colour,
            paused: false,
            speed: 1,
            next: Instant::now(),
        })
    }

    /// Adds a message to the transcript.
    #[cfg(feature = "reload")]
    pub fn tell(&mut self, message: &str) {
        self.story.extend(message.lines().map(str::to_owned));
    }

    /// Shows the mission until the next tick is due. `Break` means that the user quit.
    pub fn show(&mut self, mission: &Mission, lines: &[Line]) -> io::Result<ControlFlow<()>> {
        let shown = lines.iter().map(|line| line.show(self.colour));
        self.story.extend(shown);
        let surplus = self.story.len().saturating_sub(KEPT);
        self.story.drain(..surplus);
        self.next = Instant::now() + TICK / self.speed;
        loop {
            let picture = self.picture(mission);
            self.screen.draw(&picture)?;
            let left = if self.paused {
                Duration::from_secs(1)
            } else {
                self.next.saturating_duration_since(Instant::now())
            };
            match self.screen.key(left) {
                Some(Key::Quit) => return Ok(ControlFlow::Break(())),
                Some(Key::Pause) => self.paused = !self.paused,
                Some(Key::Faster) => self.speed = (self.speed * 2).min(FASTEST),
                Some(Key::Slower) => self.speed = (self.speed / 2).max(1),
                None if self.paused => {}
                None => return Ok(ControlFlow::Continue(())),
            }
        }
    }

    fn picture(&mut self, mission: &Mission) -> Vec<String> {
        let pace = if self.paused {
            "paused".to_owned()
        } else {
            format!("{}x", self.speed)
        };
        let enter = if self.screen.has_keys() {
            ""
        } else {
            ", each with Enter"
        };
        let picture = Picture {
            title: &format!("{}   {pace}", self.title),
            keys: &format!("q quits, space pauses, + and - change the speed{enter}"),
            story: self.story.make_contiguous(),
            rows: self.screen.rows(),
            colour: self.colour,
        };
        picture.lines(mission)
    }
}

/// The parts of a picture that do not depend on the mission.
pub struct Picture<'a> {
    pub title: &'a str,
    pub keys: &'a str,
    pub story: &'a [String],
    pub rows: usize,
    pub colour: bool,
}

impl Picture<'_> {
    /// Returns at most `rows` lines. The transcript gets the rows that the map leaves.
    pub fn lines(&self, mission: &Mission) -> Vec<String> {
        let world = &mission.world;
        let mut lines = vec![format!(
            "{}   {}   {} of {} rooms clear",
            self.title,
            clock(world.tick).trim(),
            mission.brain.rooms_cleared(),
            world.map.rooms.len()
        )];
        lines.extend(self.map(mission));
        lines.push(String::new());
        let room = self.rows.saturating_sub(lines.len() + 2);
        let latest = self.story.len().saturating_sub(room);
        lines.extend(self.story[latest..].iter().cloned());
        // The last row is for the keys.
        let last = self.rows.saturating_sub(1);
        lines.resize(last, String::new());
        lines.push(self.keys.to_owned());
        lines
    }

    /// Returns the map with the officers' activities and the plans beside it.
    fn map(&self, mission: &Mission) -> Vec<String> {
        let drawing = mission.world.show(|room| mission.brain.is_cleared(room));
        let drawing = if self.colour {
            paint::map(&drawing)
        } else {
            drawing
        };
        let mut lines: Vec<String> = drawing.lines().map(str::to_owned).collect();
        for (line, who) in lines.iter_mut().skip(1).zip(officer_ids()) {
            line.push_str(&format!("  {}", status::officer(mission, who)));
        }
        // A low building is extended to leave room for a few plans.
        let width = mission.world.map.width;
        lines.resize(lines.len().max(PLANS_FROM + 3), " ".repeat(width));
        let plans = status::plans(mission);
        let room = lines.len().saturating_sub(PLANS_FROM + 1);
        let beside = lines.iter_mut().skip(PLANS_FROM);
        for (line, (id, about)) in beside.zip(plans.iter().take(room)) {
            line.push_str(&format!("   plan {id}: {about}"));
        }
        if let (Some(line), true) = (lines.last_mut(), plans.len() > room) {
            line.push_str(&format!("   … and {} more", plans.len() - room));
        }
        lines
    }
}
