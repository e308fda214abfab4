//! Settings of a director.

use crate::model::bytes::{DecodeError, Decoder, Encoder, Read};
use crate::model::domain::Domain;
use crate::squads::director::Director;

/// The one list of settings: name, type of the builder's argument, type of the field, default. It is passed to the macro
/// `$then`. `ignore` marks a setting that Bevy's reflection can't see.
///
/// A new setting is a line here. The struct, its default, the builders, saves, journals and Bevy's `SquadSettings` follow.
#[doc(hidden)]
#[macro_export]
macro_rules! __director_settings {
    ($then:ident) => {
        $then! {
            /// Ticks between two searches for the root task. 0 counts as 1. Default: 30.
            interval(u32): u32 = 30;
            /// Searches for the root task as soon as the last plan has ended, without waiting for the interval.
            /// Default: true.
            ///
            /// Only the end of a plan with at least one action counts. After a search that finds no plan, the interval
            /// applies.
            when_idle(bool): bool = true;
            /// Searches for the root task again in the tick after a plan with an action was added, with [`Policy::Accumulate`],
            /// until a search brings no new plan. Then the interval applies. Default: true.
            ///
            /// A squad with several jobs and several idle agents is at work within a few ticks. At most one root plan is added
            /// per tick, and the budget of a tick is the same. A plan whose steps equal those of a plan that has not ended is not
            /// new, even if `duplicates` allows it.
            ///
            /// ```
            /// use squad_htn::prelude::*;
            ///
            /// htn_domain! {
            ///     domain ship;
            ///     agent u8;
            ///     predicate idle(u8);
            ///     predicate job(u8);
            ///     internal operator begin(who: u8, job: u8) {
            ///         if idle(who) && job(job);
            ///         delete idle(who), job(job);
            ///         undo end(who, job);
            ///     }
            ///     internal operator end(who: u8, job: u8) { add idle(who), job(job); }
            ///     operator work(who: u8, job: u8) by who {}
            ///     pub method duty() if idle(who) && job(j) { begin(who, j); work(who, j); }
            /// }
            /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
            /// use ship::{Director, Fact, Task};
            ///
            /// for (keep_searching, expected) in [(true, [2, 3, 4]), (false, [2, 32, 62])] {
            ///     let mut director = Director::new(Task::Duty).interval(30).keep_searching(keep_searching);
            ///     for n in 1..=3 {
            ///         director.state_mut().insert(Fact::Idle(n))?;
            ///         director.state_mut().insert(Fact::Job(n))?;
            ///     }
            ///     let mut starts = Vec::new();
            ///     for tick in 1..=90 {
            ///         starts.extend(director.tick(&(), Budget::steps(100)).map(|_start| tick));
            ///     }
            ///     assert_eq!(starts, expected);
            /// }
            /// # Ok(())
            /// # }
            /// ```
            keep_searching(bool): bool = true;
            /// Priority of new plans, unless the branch of the root task has a `priority` of its own. Default: 0.
            priority(i32): i32 = 0;
            /// Accepts a plan with the same steps as one that has not ended. Applies to [`Policy::Accumulate`] only.
            /// Default: false.
            ///
            /// A domain that reserves what it uses never finds such a plan.
            duplicates(bool): bool = false;
            /// Repairs after which a plan that fails again is abandoned. Default: 8.
            max_repairs(u32): u32 = 8;
            /// Ticks for which a plan is rejected after it was abandoned without a repair: no repair was found, none was
            /// allowed, or `max_repairs` was reached. 0 disables it. Default: `None`, which means two intervals.
            ///
            /// The director remembers up to four rejected plans for each plan that may run at once
            /// ([`Limits::plans`](crate::Limits::plans)).
            retry_after(u32): Option<u32> = None;
            /// Ticks that the game's sensors have to report `sensed` effects; see
            /// [`Executor::sensor_timeout`](crate::Executor::sensor_timeout). Default: 2.
            sensor_timeout(u32): u32 = 2;
            /// Ticks without progress after which a plan is abandoned; see
            /// [`Executor::stall_timeout`](crate::Executor::stall_timeout). Default: 0, which disables it.
            stall_timeout(u32): u32 = 0;
            /// Ticks after which a search that waits for an answer of the game (`poll`) is given up; 0 for never. It counts
            /// again for each answer. Default: 600.
            poll_timeout(u32): u32 = 600;
            /// Detects loops in searches; see [`Planner::detect_loops`](crate::Planner::detect_loops). Default: false.
            detect_loops(bool): bool = false;
            /// Strategy for a plan that was found. Default: [`Policy::Accumulate`].
            policy(Policy): Policy = Policy::Accumulate, ignore;
            /// Strategy for repairing a plan after a failure. Default: [`Repair::Subtree`].
            repair(Repair): Repair = Repair::Subtree, ignore;
            /// The plan that a repair accepts after a reported failure. Default: [`Retry::Same`].
            retry(Retry): Retry = Retry::Same, ignore;
        }
    };
}

macro_rules! declare {
    ($(
        $(#[$doc:meta])*
        $name:ident($arg:ty): $type:ty = $default:expr $(, $ignore:ident)?;
    )*) => {
        /// Settings of a [`Director`].
        ///
        /// With the feature `serde` they can be part of a configuration file. Settings that are missing there have their
        /// defaults.
        ///
        /// ```
        /// use squad_htn::prelude::*;
        ///
        /// htn_domain! {
        ///     domain post;
        ///     agent u8;
        ///     operator watch(who: u8) by who {}
        ///     pub method duty() { watch(1); }
        /// }
        /// use post::{Director, Task};
        ///
        /// # fn main() {
        /// let settings = DirectorSettings::default().interval(60).policy(Policy::Replace);
        /// assert_eq!(settings.max_repairs, 8);
        ///
        /// let mut director = Director::with_settings(Task::Duty, settings);
        /// // Later, when no player sees the squad:
        /// director.set_settings(director.settings().interval(600));
        /// assert_eq!(director.settings().interval, 600);
        /// # }
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
        #[non_exhaustive]
        pub struct DirectorSettings {
            $($(#[$doc])* pub $name: $type,)*
        }

        impl Default for DirectorSettings {
            fn default() -> Self {
                DirectorSettings { $($name: $default),* }
            }
        }

        impl DirectorSettings {
            $(
                #[doc = concat!("Sets [`", stringify!($name), "`](field@Self::", stringify!($name), ").")]
                #[must_use]
                pub fn $name(mut self, $name: $arg) -> Self {
                    self.$name = $name.into();
                    self
                }
            )*

            pub(crate) fn write(&self, out: &mut Encoder) {
                $(self.$name.write(out);)*
            }

            pub(crate) fn read(from: &mut Decoder<'_>) -> Read<Self> {
                Ok(DirectorSettings { $($name: Setting::read(from)?),* })
            }
        }

        /// Shortcuts for single settings.
        impl<D: Domain> Director<D> {
            $(
                #[doc = concat!("Sets [`", stringify!($name), "`](field@DirectorSettings::", stringify!($name), ").")]
                #[must_use]
                pub fn $name(mut self, $name: $arg) -> Self {
                    self.set_settings(self.settings().$name($name));
                    self
                }
            )*
        }
    };
}

__director_settings!(declare);

/// The value of a setting in a journal.
trait Setting: Sized {
    fn write(self, out: &mut Encoder);
    fn read(from: &mut Decoder<'_>) -> Read<Self>;
}

impl Setting for u32 {
    fn write(self, out: &mut Encoder) {
        out.number(self.into());
    }

    fn read(from: &mut Decoder<'_>) -> Read<Self> {
        from.small()
    }
}

impl Setting for i32 {
    fn write(self, out: &mut Encoder) {
        // The sign is the lowest bit, so that numbers near 0 are short.
        (((self << 1) ^ (self >> 31)) as u32).write(out);
    }

    fn read(from: &mut Decoder<'_>) -> Read<Self> {
        let number = u32::read(from)?;
        Ok(((number >> 1) as i32) ^ -((number & 1) as i32))
    }
}

impl Setting for Option<u32> {
    fn write(self, out: &mut Encoder) {
        out.optional(self.map(u64::from));
    }

    fn read(from: &mut Decoder<'_>) -> Read<Self> {
        let number = from.optional()?.map(u32::try_from);
        number.transpose().map_err(|_| DecodeError)
    }
}

/// A choice is written as its position among all of them.
macro_rules! choices {
    ($($type:ty: $($choice:expr),*;)*) => {$(
        impl Setting for $type {
            fn write(self, out: &mut Encoder) {
                let position = [$($choice),*].iter().position(|choice| *choice == self);
                out.number(position.unwrap_or(0) as u64);
            }

            fn read(from: &mut Decoder<'_>) -> Read<Self> {
                let position: usize = from.small()?;
                [$($choice),*].get(position).copied().ok_or(DecodeError)
            }
        }
    )*};
}

choices! {
    bool: false, true;
    Policy: Policy::Accumulate, Policy::Replace, Policy::Preempt;
    Repair: Repair::Subtree, Repair::Replan, Repair::Abandon;
    Retry: Retry::Same, Retry::Other;
}

/// The way a director repairs a plan after a failure. [`DirectorSettings::repair`] sets it; [`DirectorSettings`] has an
/// example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Repair {
    /// Plans the lowest task again for which that is possible.
    #[default]
    Subtree,
    /// Plans the root task again.
    Replan,
    /// Not at all: the plan is abandoned.
    Abandon,
}

/// The way a director handles the plans that it finds. [`DirectorSettings`](crate::DirectorSettings) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Policy {
    /// Adds each to those that run. Reservations keep them apart.
    #[default]
    Accumulate,
    /// Runs one plan at a time; a new plan replaces it only if it is better. The search assumes that the running plan has
    /// made way: the `finish` effects of its actions have been applied, and its reservations undone.
    ///
    /// Plans are compared by their choices of method and branch, from the root down: the earlier choice is better. If all
    /// are equal, the `sort by` keys of the branches decide: the lesser key is better.
    Replace,
    /// As [`Replace`](Self::Replace), but plans are compared in the order of the search: from the root down, task by task. For
    /// each task, the choice of method and branch is compared first, then the branch's `sort by` key, before anything below it.
    ///
    /// A new plan whose actions are the remaining actions of the running one is never better: a guard who has drawn a weapon and
    /// shoots does not start to shoot again because drawing is no longer needed.
    ///
    /// This is for goals with weights, which change while plans run: `sort by weight desc` at the root decides, however the
    /// goals are pursued below.
    ///
    /// ```
    /// use squad_htn::prelude::*;
    ///
    /// #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
    /// pub enum Goal { Attack, Patrol }
    ///
    /// htn_domain! {
    ///     domain guard;
    ///     agent u8;
    ///     predicate goal(Goal => weight: f32);
    ///     operator shoot(who: u8) by who {}
    ///     operator walk(who: u8) by who {}
    ///     pub method live(who: u8) if goal(goal, weight) sort by weight desc { pursue(who, goal); }
    ///     method pursue(who: u8, goal: Goal) if goal == Goal::Attack { shoot(who); }
    ///     method pursue(who: u8, goal: Goal) if goal == Goal::Patrol { walk(who); }
    /// }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use guard::{Director, Fact, Task};
    ///
    /// let mut director = Director::new(Task::Live { who: 1 }).policy(Policy::Preempt).interval(1);
    /// director.state_mut().insert(Fact::Goal(Goal::Attack, 0.8))?;
    /// director.state_mut().insert(Fact::Goal(Goal::Patrol, 0.7))?;
    /// let mut commands = Vec::new();
    /// for tick in 0..12 {
    ///     match tick {
    ///         4 => director.state_mut().insert(Fact::Goal(Goal::Patrol, 0.9))?, // takes over
    ///         8 => director.state_mut().insert(Fact::Goal(Goal::Patrol, 0.85))?, // still first: continues
    ///         _ => false,
    ///     };
    ///     commands.extend(director.tick(&(), Budget::steps(100)).map(|command| command.to_string()));
    /// }
    /// assert_eq!(commands, [
    ///     "start action 1: shoot(1), for plan 1",
    ///     "stop action 1: shoot(1), for plan 1",
    ///     "start action 2: walk(1), for plan 2",
    /// ]);
    /// # Ok(())
    /// # }
    /// ```
    Preempt,
}

impl Policy {
    /// Returns true if at most one plan runs at a time.
    pub(crate) fn takes_turns(self) -> bool {
        self != Policy::Accumulate
    }
}

/// The plan that a director accepts as the repair after the game has reported that an action failed.
///
/// ```
/// use squad_htn::FinishError;
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain burglar;
///     agent u8;
///     operator pick(who: u8) by who {}
///     operator smash(who: u8) by who {}
///     pub method enter(who: u8) { branch quietly { pick(who); } }
///     pub method enter(who: u8) { branch loudly { smash(who); } }
/// }
/// # fn main() -> Result<(), FinishError> {
/// use burglar::{Action, Director, Task};
///
/// for (retry, second) in [(Retry::Same, Action::Pick { who: 1 }), (Retry::Other, Action::Smash { who: 1 })] {
///     let settings = DirectorSettings::default().retry(retry);
///     let mut director = Director::with_settings(Task::Enter { who: 1 }, settings);
///     let mut actions = Vec::new();
///     for _tick in 0..5 {
///         for command in director.tick(&(), Budget::steps(100)) {
///             let Command::Start { id, action, .. } = command else { continue };
///             actions.push(action);
///             director.finish(id, Outcome::Failure)?;
///         }
///     }
///     assert_eq!(actions[..2], [Action::Pick { who: 1 }, second]);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Retry {
    /// The first plan that the repair finds, even if it begins with the action that failed.
    #[default]
    Same,
    /// The first plan whose first action differs in operator or arguments; if none exists, the first plan.
    Other,
}
