//! How much a planner can hold.

use alloc::vec::Vec;
use core::hint::black_box;

/// How much a planner or an executor can hold. All of it is taken when it is made: planning and executing never allocate.
///
/// Of a squad of a [`Headquarters`](crate::Headquarters) these are limits and no more: its executor takes memory as its plans
/// need it, and keeps that.
///
/// If the memory can't be allocated, there is no panic: each search returns
/// [`SearchError::OutOfMemory`](crate::SearchError::OutOfMemory), and each plan that is submitted
/// [`SubmitError::OutOfMemory`](crate::SubmitError::OutOfMemory).
///
/// A search that reaches a limit returns a [`SearchError`](crate::SearchError) that names the field.
/// [`Stats::used`](crate::Stats::used) is how much of each limit a search has used.
///
/// ```
/// use squad_htn::LimitKind;
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain countdown;
///     operator tick(left: u32) {}
///     pub method count_down(from: u32) {
///         branch on if from > 0 { tick(from); count_down(from - 1); }
///         branch zero {}
///     }
/// }
/// # fn main() -> Result<(), SearchError> {
/// use countdown::{Planner, State, Task};
///
/// let state = State::new();
/// let mut planner = Planner::with_limits(Limits { depth: 8, ..Limits::compact() });
/// assert!(planner.find(&state, &(), Task::CountDown { from: 5 })?.is_some());
///
/// // What a search has taken, to choose limits by.
/// assert_eq!(planner.stats().used.depth, 6);
/// assert_eq!(planner.stats().used.steps, 5);
///
/// let full = planner.find(&state, &(), Task::CountDown { from: 100 }).unwrap_err();
/// assert_eq!(full, SearchError::Limit { kind: LimitKind::Depth, capacity: 8 });
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Nested tasks and axioms: frames that are open at once. Endless recursion runs into this one. At most 64 bytes
    /// each.
    pub depth: usize,
    /// Steps of a plan, internal and synchronising ones too. At most 64 bytes each.
    pub steps: usize,
    /// Words for the variables and arguments of all the frames that the search may still come back to. 16 bytes
    /// each, since a plan has as many.
    pub bindings: usize,
    /// Words for what backtracking takes back: two for each word of the facts that is written. That is four for a fact of one
    /// column that comes or goes where no condition goes over its predicate, two for a value that is replaced, and up to
    /// twenty for a row; and two for each task that is begun while loops are looked for. 16 bytes each, since a plan has as
    /// many.
    pub trail: usize,
    /// Words for solutions that are collected: by `sort by`, `for`, `let … in`. 16 bytes each.
    pub sort: usize,
    /// Places that the search may come back to: rows not yet tried, branches, methods. At most 64 bytes each.
    pub choices: usize,
    /// Words for which conditions are expected to hold at which step of a plan, 8 bytes each; and for an executor, changes of
    /// facts that such conditions ask for, 16 bytes each.
    pub checks: usize,
    /// Nodes of the plan's tree: every task on the way to the present plan, finished ones too; and strands of `unordered`
    /// blocks, and what the game asked for. About 130 bytes each.
    pub tasks: usize,
    /// Plans that an executor holds at once. About 510 bytes each. A planner has no use for it.
    pub plans: usize,
    /// Events of one tick that an executor keeps; it counts those beyond. About 160 bytes each. A planner has no use
    /// for it.
    pub events: usize,
}

impl Limits {
    /// A depth and steps of 4,096: about 9 MB for a planner, and 14 MB for an executor that takes all of it at once.
    pub const fn new() -> Self {
        Limits {
            depth: 4_096,
            steps: 4_096,
            // 40 and 32 words a step: the heaviest benchmark, of 100 blocks, has 22 and 29.
            bindings: 163_840,
            trail: 131_072,
            sort: 32_768,
            choices: 16_384,
            tasks: 16_384,
            checks: 16_384,
            plans: 64,
            events: 4_096,
        }
    }

    /// For thousands of planners: a depth of 256 and 128 steps, about 500 KB for a planner and 650 KB for an executor.
    pub const fn compact() -> Self {
        Limits {
            depth: 256,
            steps: 128,
            bindings: 8_192,
            trail: 8_192,
            sort: 2_048,
            choices: 1_024,
            tasks: 1_024,
            checks: 1_024,
            plans: 16,
            events: 256,
        }
    }

    /// Nothing at all: where high-water marks begin.
    pub(crate) const fn zero() -> Self {
        Limits {
            depth: 0,
            steps: 0,
            bindings: 0,
            trail: 0,
            sort: 0,
            choices: 0,
            tasks: 0,
            checks: 0,
            plans: 0,
            events: 0,
        }
    }
}

/// The limits that a planner or an executor was made with, and their bytes if those can't be allocated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckedLimits {
    pub requested: Limits,
    pub missing_bytes: Option<usize>,
}

impl CheckedLimits {
    pub fn new(requested: Limits) -> Self {
        let bytes = requested.bytes();
        let fits = requested.is_indexable() && can_allocate(bytes);
        let missing_bytes = (!fits).then_some(bytes);
        CheckedLimits {
            requested,
            missing_bytes,
        }
    }

    /// Returns the limits to allocate memory for. If that can't be allocated, those hold nothing but the events that report it.
    pub fn usable(&self) -> Limits {
        match self.missing_bytes {
            None => self.requested,
            Some(_) => Limits {
                events: 16,
                ..Limits::zero()
            },
        }
    }
}

impl Limits {
    /// Returns about as many bytes as the documentation of the fields says.
    fn bytes(&self) -> usize {
        let bytes = |(items, size): (usize, usize)| items.saturating_mul(size);
        let all = [
            (self.depth, 64),
            (self.steps, 64),
            (self.bindings, 16),
            (self.trail, 16),
            (self.sort, 16),
            (self.choices, 64),
            (self.checks, 24),
            (self.tasks, 170),
            (self.plans, 510),
            (self.events, 160),
        ];
        all.map(bytes).into_iter().fold(0, usize::saturating_add)
    }

    /// Returns true if numbers of 32 bits are enough to number all items.
    fn is_indexable(&self) -> bool {
        let all = [
            self.depth,
            self.steps,
            self.bindings,
            self.trail,
            self.sort,
            self.choices,
            self.checks,
            self.tasks,
            self.plans,
            self.events,
        ];
        // Executors have more than one item for some of these.
        all.iter().all(|items| *items < u32::MAX as usize / 4)
    }
}

/// Returns true if that much memory can be allocated. Less than `PROBED` bytes are not worth a try.
fn can_allocate(bytes: usize) -> bool {
    const PROBED: usize = 1 << 28;
    let mut probe = Vec::<u8>::new();
    // Else the compiler may leave the allocation out and take it for a success.
    bytes < PROBED || black_box(&mut probe).try_reserve_exact(bytes).is_ok()
}

impl Default for Limits {
    fn default() -> Self {
        Limits::new()
    }
}
