//! Cleans up if the game panics while the engine works.

use super::engine::Engine;
use super::world::World;

/// An engine that works on the facts of the game.
///
/// Invariant: if it is dropped before [`Guarded::finish`], because the game panicked, the facts are rolled back to the last
/// commit and the evaluator records the panic.
pub(super) struct Guarded<'a, 'w> {
    pub engine: &'a mut Engine,
    pub world: &'a mut World<'w>,
    is_finished: bool,
}

impl<'a, 'w> Guarded<'a, 'w> {
    pub fn new(engine: &'a mut Engine, world: &'a mut World<'w>) -> Self {
        Guarded {
            engine,
            world,
            is_finished: false,
        }
    }

    /// Ends the work without a panic.
    pub fn finish(mut self) {
        self.is_finished = true;
    }
}

impl Drop for Guarded<'_, '_> {
    fn drop(&mut self) {
        if !self.is_finished {
            self.world.rollback();
            self.engine.eval.panicked();
            self.engine.cx.clock.mark_dirty();
        }
    }
}
