//! The monotonic clock of a recording, and the clock of the director that it follows.

use htn_core::domain::Domain;
use htn_core::{Director, Event};

/// Translates ticks of the director into ticks of the recording. Each time the director's clock goes back, a new segment of
/// the recording begins.
pub(super) struct Clock<D: Domain> {
    /// The director's tick that was last seen; `None` before the first.
    last: Option<u64>,
    /// The tick in which the segment begins: the director's number of it, and the recording's.
    begins: (u64, u64),
    /// The events of the last tick that are recorded; `None` if `Recording::tick` was not yet called for it.
    recorded: Option<Vec<Event<D>>>,
    /// True until the first tick of the segment is recorded.
    pub fresh: bool,
}

/// The movement of the director's clock since it was last seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// Nothing was seen before.
    First,
    Same,
    Forward,
    /// The clock went back, or the same tick came about in another way.
    Back,
}

impl<D: Domain> Clock<D> {
    pub fn new() -> Self {
        Clock {
            last: None,
            begins: (0, 0),
            recorded: None,
            fresh: true,
        }
    }

    pub fn turn(&self, director: &Director<D>) -> Turn {
        let tick = director.executor().ticks();
        match self.last {
            None => Turn::First,
            Some(last) if tick < last => Turn::Back,
            Some(last) if tick > last => Turn::Forward,
            Some(_) => {
                if self.is_known(director) {
                    Turn::Same
                } else {
                    Turn::Back
                }
            }
        }
    }

    /// False if the director says something else about the tick than was recorded: it was rolled back by one tick. Calls
    /// between two ticks may add events.
    fn is_known(&self, director: &Director<D>) -> bool {
        let mut events = director.events();
        let mut recorded = self.recorded.iter().flatten();
        recorded.all(|event| events.next() == Some(*event))
    }

    /// Begins a segment with this tick of the director, which is `tick` of the recording.
    pub fn restart(&mut self, director: &Director<D>, tick: u64) {
        self.begins = (director.executor().ticks(), tick);
        self.fresh = true;
        self.recorded = None;
    }

    /// Returns the recording's number of the director's tick.
    pub fn follow(&mut self, director: &Director<D>) -> u64 {
        let tick = director.executor().ticks();
        if self.last != Some(tick) {
            self.recorded = None;
        }
        self.last = Some(tick);
        self.translate(tick)
    }

    /// Returns the recording's number of a tick of this segment.
    pub fn translate(&self, tick: u64) -> u64 {
        let (director, recording) = self.begins;
        recording.saturating_add(tick.saturating_sub(director))
    }

    /// Marks the events of this tick as recorded, and returns how many already were.
    pub fn record(&mut self, director: &Director<D>) -> usize {
        let recorded = self.recorded.get_or_insert_default();
        let known = recorded.len();
        recorded.extend(director.events().skip(known));
        known
    }

    /// True if this tick was recorded before.
    pub fn is_recorded(&self) -> bool {
        self.recorded.is_some()
    }
}
