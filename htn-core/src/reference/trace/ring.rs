//! A ring buffer with the last events of a trace.

use alloc::vec::Vec;

use super::Sink;
use super::event::TraceEvent;
use crate::model::domain::Domain;

/// The last events of one or several traces. Allocates when it is created.
///
/// The module [`trace`](https://docs.rs/squad-htn/latest/squad_htn/trace/) of `squad-htn` has an example.
pub struct Ring<D: Domain> {
    events: Vec<TraceEvent<D>>,
    room: usize,
    /// The number of events so far.
    all: u64,
}

impl<D: Domain> Ring<D> {
    /// Creates a buffer for `room` events.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/trace/) has an example.
    pub fn new(room: usize) -> Ring<D> {
        Ring {
            events: Vec::with_capacity(room),
            room,
            all: 0,
        }
    }

    /// Iterates over the events that it holds, oldest first.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/trace/) has an example.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = &TraceEvent<D>> + '_ {
        let oldest = match self.events.len() {
            0 => 0,
            // The remainder is less than the room.
            len => (self.lost() % len as u64) as usize,
        };
        let (newer, older) = self.events.split_at(oldest);
        older.iter().chain(newer)
    }

    /// Returns the number of overwritten events, the oldest ones.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/trace/) has an example.
    pub fn lost(&self) -> u64 {
        self.all - self.events.len() as u64
    }

    /// Removes all events.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/trace/) has an example.
    pub fn clear(&mut self) {
        self.events.clear();
        self.all = 0;
    }
}

impl<D: Domain> Sink<D> for Ring<D> {
    fn event(&mut self, event: &TraceEvent<D>) {
        if self.events.len() < self.room {
            self.events.push(event.clone());
        } else if self.room > 0 {
            let oldest = (self.all % self.room as u64) as usize;
            self.events[oldest] = event.clone();
        }
        self.all += 1;
    }
}
