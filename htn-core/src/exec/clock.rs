//! The ticks of an engine: their number, whether the last one is complete, and whether the next one has anything to do.
//!
//! A squad of a scheduler that has nothing to do sleeps: it is not ticked and its memory is not written. Its ticks are then
//! the frames that have passed since, which the scheduler counts once for all squads.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicUsize, Ordering};

/// The number of frames that a scheduler has completed.
#[derive(Default, Debug)]
pub(crate) struct Frames(AtomicUsize);

impl Frames {
    /// Ends a frame.
    pub fn end(&self, frame: u64) {
        // On 32-bit machines the upper half is lost, which limits how long a squad may sleep.
        self.0.store(frame as usize, Ordering::Relaxed);
    }

    /// Returns the number of frames that have ended after this one.
    fn since(&self, frame: u64) -> u64 {
        let passed = self.0.load(Ordering::Relaxed).wrapping_sub(frame as usize);
        // The result is -1 while the frame in which the squad fell asleep has not ended.
        u64::try_from(passed.cast_signed()).unwrap_or(0)
    }
}

/// The maximum number of frames that a squad sleeps.
pub(crate) const LONGEST_SLEEP: u64 = 1 << 20;

/// The ticks of an engine.
///
/// Invariant: while `asleep` is set, `frames` is too, and the tick is `tick` plus the frames since. The fields that a quiet
/// tick reads lie together in memory, so that idle squads need little of the processor's cache.
#[derive(Debug)]
pub(crate) struct Clock {
    /// The last tick that was counted here.
    tick: u64,
    /// True if the next tick has nothing to do.
    pub quiet: bool,
    /// True if a tick has begun and is not complete: the next call resumes it.
    pub unfinished: bool,
    /// The frame in which it fell asleep.
    asleep: Option<u64>,
    /// The frames of the scheduler in which it last slept.
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

    /// Returns the number of the last tick.
    #[inline]
    pub fn now(&self) -> u64 {
        match (self.asleep, &self.frames) {
            (Some(frame), Some(frames)) => self.tick + frames.since(frame),
            _ => self.tick,
        }
    }

    /// Counts a tick.
    #[inline]
    pub fn advance(&mut self) {
        self.tick += 1;
    }

    #[cfg(feature = "serde")]
    pub fn set(&mut self, tick: u64) {
        self.tick = tick;
    }

    /// Counts the frames after this one as ticks, until the clock wakes up.
    pub fn fall_asleep(&mut self, frame: u64, frames: &Arc<Frames>) {
        // The pointer is replaced only if it differs, because each clone writes to memory that threads share.
        if !self
            .frames
            .as_ref()
            .is_some_and(|known| Arc::ptr_eq(known, frames))
        {
            self.frames = Some(frames.clone());
        }
        self.asleep = Some(frame);
    }

    /// Counts ticks here again.
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

    /// Removes the clock from its scheduler.
    pub fn leave(&mut self) {
        self.wake_up();
        self.frames = None;
    }
}

/// A copy is awake, and belongs to no scheduler.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_count_as_ticks_while_the_clock_sleeps() {
        let frames = Arc::new(Frames::default());
        let mut clock = Clock::START;
        clock.advance();
        clock.fall_asleep(10, &frames);
        assert_eq!(clock.now(), 1, "frame 10 has not ended");
        frames.end(13);
        assert_eq!((clock.now(), clock.clone().now()), (4, 4));
        clock.wake_up();
        frames.end(20);
        assert_eq!(clock.now(), 4);
    }
}
