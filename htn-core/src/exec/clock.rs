//! The ticks of an engine: how many there were, whether the last one is over, and whether the next one has anything to do.
//!
//! A squad of a scheduler that has nothing to do sleeps: nobody ticks it, and nobody writes to it. Its ticks are then the
//! frames that have passed since, which the scheduler counts once for all of them.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicUsize, Ordering};

/// How many frames of a scheduler are over.
#[derive(Default, Debug)]
pub(crate) struct Frames(AtomicUsize);

impl Frames {
    /// This frame is over.
    pub fn end(&self, frame: u64) {
        // On small machines the upper half is lost. That is why nobody sleeps for too long.
        self.0.store(frame as usize, Ordering::Relaxed);
    }

    /// How many have ended after that one.
    fn since(&self, frame: u64) -> u64 {
        let passed = self.0.load(Ordering::Relaxed).wrapping_sub(frame as usize);
        // While the frame is under way in which it fell asleep, it is one too few.
        u64::try_from(passed.cast_signed()).unwrap_or(0)
    }
}

/// For how many frames a squad sleeps at the most.
pub(crate) const LONGEST_SLEEP: u64 = 1 << 20;

/// See the module's documentation. What a tick looks at first lies together: of squads in which nothing happens a game has
/// little else in its caches.
#[derive(Debug)]
pub(crate) struct Clock {
    /// The last tick that was counted here.
    tick: u64,
    /// The last tick was left with nothing to do, and nothing was called or told since.
    pub quiet: bool,
    /// A tick has begun and is not over: it is gone on with in the next call.
    pub unfinished: bool,
    /// The frame after which it fell asleep.
    asleep: Option<u64>,
    /// The frames of the scheduler that it last slept at.
    frames: Option<Arc<Frames>>,
}

impl Clock {
    pub const START: Clock = Clock {
        tick: 0,
        quiet: false,
        unfinished: false,
        asleep: None,
        frames: None,
    };

    /// The number of the last tick.
    #[inline]
    pub fn now(&self) -> u64 {
        match (self.asleep, &self.frames) {
            (Some(frame), Some(frames)) => self.tick + frames.since(frame),
            _ => self.tick,
        }
    }

    /// One more.
    #[inline]
    pub fn advance(&mut self) {
        self.tick += 1;
    }

    #[cfg(feature = "serde")]
    pub fn set(&mut self, tick: u64) {
        self.tick = tick;
    }

    /// It has had its tick in this frame, and frames that follow are ticks.
    pub fn fall_asleep(&mut self, frame: u64, frames: &Arc<Frames>) {
        // One of its own would do, but then threads would write to it by turns.
        if !self
            .frames
            .as_ref()
            .is_some_and(|known| Arc::ptr_eq(known, frames))
        {
            self.frames = Some(frames.clone());
        }
        self.asleep = Some(frame);
    }

    /// Ticks are counted here again.
    #[inline]
    pub fn wake_up(&mut self) {
        if self.asleep.is_some() {
            (self.tick, self.asleep) = (self.now(), None);
        }
    }

    /// Records that the next tick has something to do.
    #[inline]
    pub fn mark_dirty(&mut self) {
        self.quiet = false;
    }

    /// It leaves its scheduler.
    pub fn leave(&mut self) {
        self.wake_up();
        self.frames = None;
    }
}

/// A copy is awake, and at no scheduler.
impl Clone for Clock {
    fn clone(&self) -> Self {
        Clock {
            tick: self.now(),
            asleep: None,
            frames: None,
            ..*self
        }
    }
}
