//! Limits of planners and executors.

use alloc::vec::Vec;
use core::fmt;
use core::hint::black_box;

use crate::model::bytes::{DecodeError, Decoder, Encoder, Read};

/// Declares [`Limits`] and [`LimitKind`] from one list. A line has the field, its kind, the bytes and the name of one unit and
/// the name of many, then the values of [`Limits::new`] and [`Limits::compact`].
///
/// A new limit is a line at the end of the list, and the code that reports it as reached. Saves and journals that do not have
/// it yet still load.
macro_rules! limits {
    (
        $(#[$about:meta])*
        pub struct $limits:ident {$(
            $(#[$doc:meta])*
            $field:ident: $kind:ident, $bytes:literal, $one:literal, $many:literal, $new:literal, $compact:literal;
        )*}
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $limits {
            $($(#[$doc])* pub $field: usize,)*
        }

        impl Limits {
            /// Returns limits with a depth and steps of 4,096: about 9 MB for a planner, and up to 14 MB for an executor.
            /// These are the [`Default`] ones; [`Limits`] has an example with smaller ones.
            pub const fn new() -> Self {
                Limits { $($field: $new),* }
            }

            /// Returns limits for thousands of planners: a depth of 256 and 128 steps. That is about 500 KB for a planner
            /// and 650 KB for an executor. [`Limits`] has an example.
            pub const fn compact() -> Self {
                Limits { $($field: $compact),* }
            }

            /// Returns limits of 0, the initial value of high-water marks.
            pub(crate) const fn zero() -> Self {
                Limits { $($field: 0),* }
            }

            $(
                #[doc = concat!("Sets [`", stringify!($field), "`](field@Self::", stringify!($field), ").")]
                #[must_use]
                pub const fn $field(mut self, $field: usize) -> Self {
                    self.$field = $field;
                    self
                }
            )*

            /// Returns the value of a limit.
            pub(crate) const fn get(&self, kind: LimitKind) -> usize {
                match kind {
                    $(LimitKind::$kind => self.$field,)*
                }
            }

            pub(crate) const fn get_mut(&mut self, kind: LimitKind) -> &mut usize {
                match kind {
                    $(LimitKind::$kind => &mut self.$field,)*
                }
            }
        }

        /// A field of [`Limits`], which has an example. Prints as the name of the field.
        ///
        /// No error has the kind `Events`: an executor counts the events that exceed this limit.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
        #[non_exhaustive]
        pub enum LimitKind {
            $(
                #[doc = concat!("[`Limits::", stringify!($field), "`](field@Limits::", stringify!($field), ").")]
                $kind,
            )*
        }

        impl LimitKind {
            /// All kinds, in the order of journals.
            pub(crate) const ALL: &'static [LimitKind] = &[$(LimitKind::$kind),*];

            /// Returns the name of the field.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(LimitKind::$kind => stringify!($field),)*
                }
            }

            /// Returns the names of one unit and of many.
            pub(crate) const fn unit(self) -> (&'static str, &'static str) {
                match self {
                    $(LimitKind::$kind => ($one, $many),)*
                }
            }

            /// Returns about the number of bytes of one unit.
            const fn bytes(self) -> usize {
                match self {
                    $(LimitKind::$kind => $bytes,)*
                }
            }
        }
    };
}

limits! {
    /// Capacities of a planner or an executor, which allocates all its memory when it is created. Planning and executing never
    /// allocate.
    ///
    /// A squad of a [`SquadScheduler`](crate::SquadScheduler) has an executor that allocates memory as its plans need it, up to
    /// these limits, and keeps it.
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
    /// let mut planner = Planner::with_limits(Limits::compact().depth(8));
    /// assert!(planner.find(&state, &(), Task::CountDown { from: 5 })?.is_some());
    ///
    /// // The high-water marks of a search help to choose limits.
    /// assert_eq!(planner.stats().used.depth, 6);
    /// assert_eq!(planner.stats().used.steps, 5);
    ///
    /// let error = planner.find(&state, &(), Task::CountDown { from: 100 }).unwrap_err();
    /// assert_eq!(error, SearchError::Limit { kind: LimitKind::Depth, capacity: 8 });
    /// # Ok(())
    /// # }
    /// ```
    pub struct Limits {
        /// Nested tasks and axioms: frames that are open at once. Endless recursion reaches this limit. At most 64 bytes each.
        depth: Depth, 64, "level", "levels", 4_096, 256;

        /// Steps of a plan, including internal and synchronising ones. At most 64 bytes each.
        steps: Steps, 64, "step", "steps", 4_096, 128;

        /// Words for the variables and arguments of all frames that the search may return to. 16 bytes each, because a plan has
        /// as many.
        // By default 40 words a step, and 32 for the trail: the heaviest benchmark, of 100 blocks, uses 22 and 29.
        bindings: Bindings, 16, "word", "words", 163_840, 8_192;

        /// Words of the undo log. 16 bytes each, because a plan has as many.
        ///
        /// Each word of the facts that is written needs two. That is two for a value that is replaced, up to twenty for a row, and
        /// four for a fact of one column whose predicate is not enumerated by any condition. Loop detection needs two for each
        /// task that is begun.
        trail: Trail, 16, "word", "words", 131_072, 8_192;

        /// Words for collected solutions of `sort by`, `for` and `let … in`. 16 bytes each.
        sort: Sort, 16, "word", "words", 32_768, 2_048;

        /// Places that the search may return to: rows not yet tried, branches, methods. At most 64 bytes each.
        choices: Choices, 64, "choice point", "choice points", 16_384, 1_024;

        /// Nodes of the plan's tree: every task on the way to the present plan, including finished ones, the strands of `unordered`
        /// blocks, and the root tasks. About 130 bytes each.
        tasks: Tasks, 170, "tree node", "tree nodes", 16_384, 1_024;

        /// Words that record which conditions are expected to hold at which step of a plan, 8 bytes each. For an executor also
        /// changes of facts that such conditions depend on, 16 bytes each.
        checks: Checks, 24, "word of conditions", "words of conditions", 16_384, 1_024;

        /// Plans that an executor holds at once. About 510 bytes each. Planners ignore it.
        plans: Plans, 510, "plan", "plans", 64, 16;

        /// Events of one tick that an executor keeps. It counts the others. About 160 bytes each. Planners ignore it.
        events: Events, 160, "event", "events", 4_096, 256;
    }
}

impl fmt::Display for LimitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits::new()
    }
}

impl Limits {
    /// Returns about the number of bytes that the documentation of the fields states.
    fn bytes(&self) -> usize {
        let bytes = |kind: &LimitKind| self.get(*kind).saturating_mul(kind.bytes());
        let all = LimitKind::ALL.iter();
        all.map(bytes).fold(0, usize::saturating_add)
    }

    /// Returns true if numbers of 32 bits are enough to number all items.
    fn is_indexable(&self) -> bool {
        // Executors have more than one item for some of these.
        let is_small = |kind: &LimitKind| self.get(*kind) < u32::MAX as usize / 4;
        LimitKind::ALL.iter().all(is_small)
    }

    /// Returns the first limit that is greater than the same limit of `others`.
    pub(crate) fn first_above(&self, others: &Limits) -> Option<LimitKind> {
        let mut all = LimitKind::ALL.iter().copied();
        all.find(|kind| self.get(*kind) > others.get(*kind))
    }

    /// Writes the values in the order of the list.
    pub(crate) fn write(&self, out: &mut Encoder) {
        let value = |out: &mut Encoder, kind: &LimitKind| out.number(self.get(*kind) as u64);
        out.list(LimitKind::ALL, value);
    }

    /// Reads the values. Limits that are not there have their defaults.
    pub(crate) fn read(from: &mut Decoder<'_>) -> Read<Limits> {
        let mut limits = Limits::new();
        for at in 0..from.count()? {
            let kind = LimitKind::ALL.get(at).ok_or(DecodeError)?;
            *limits.get_mut(*kind) = from.small()?;
        }
        Ok(limits)
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
            Some(_) => Limits::zero().events(16),
        }
    }
}

/// Returns true if that much memory can be allocated. Less than `PROBED` bytes are not worth a try.
fn can_allocate(bytes: usize) -> bool {
    const PROBED: usize = 1 << 28;
    let mut probe = Vec::<u8>::new();
    // Else the compiler may leave the allocation out and take it for a success.
    bytes < PROBED || black_box(&mut probe).try_reserve_exact(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_read_as_written() {
        let mut limits = Limits::compact();
        for (value, kind) in (1..).zip(LimitKind::ALL) {
            *limits.get_mut(*kind) = value;
        }
        let mut out = Encoder::default();
        limits.write(&mut out);
        let mut from = Decoder(&out.0);
        assert_eq!(Limits::read(&mut from), Ok(limits));
        assert_eq!(from.0, []);
    }

    #[test]
    fn limits_missing_in_a_journal_have_defaults() {
        let read = |values: &[u64]| {
            let mut out = Encoder::default();
            out.list(values, |out, value| out.number(*value));
            Limits::read(&mut Decoder(&out.0))
        };
        assert_eq!(read(&[8, 9]), Ok(Limits::new().depth(8).steps(9)));
        assert_eq!(read(&[1; 100]), Err(DecodeError));
    }

    #[test]
    fn first_above_names_the_limit() {
        let limits = Limits::compact();
        assert_eq!(limits.first_above(&limits), None);
        let more = limits.sort(limits.sort + 1).events(usize::MAX);
        assert_eq!(more.first_above(&limits), Some(LimitKind::Sort));
        assert!(!more.is_indexable() && limits.is_indexable());
    }
}
