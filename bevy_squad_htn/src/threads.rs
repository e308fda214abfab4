//! Runs the searches of squads on Bevy's task pool.

use bevy_tasks::{ComputeTaskPool, TaskPool};
use squad_htn::Workers;

/// The pool of Bevy's systems.
pub(crate) struct Pool;

impl Workers for Pool {
    fn share<T: Send>(&self, items: &mut [T], portion: usize, each: impl Fn(&mut [T]) + Sync) {
        let pool = ComputeTaskPool::get_or_init(TaskPool::default);
        let threads = pool.thread_num();
        if threads <= 1 || items.len() <= portion {
            return each(items);
        }
        // Some portions for each thread are enough, however many items there are.
        let portion = match portion {
            1 => 1,
            portion => portion.max(items.len() / (4 * threads)),
        };
        let each = &each;
        pool.scope(|scope| {
            for portion in items.chunks_mut(portion) {
                scope.spawn(async move { each(portion) });
            }
        });
    }
}
