//! What a game calls of a director between two ticks. The header tells its settings by the same calls.

use crate::bytes::{In, Out, Read, Senseless};
use crate::director::{Director, Policy, Repair, Retry};
use crate::domain::{Domain, Row};
use crate::event::Outcome;
use crate::limits::Limits;

use super::names::{TaskName, read_words, write_words};

/// A call. Plans and actions by their numbers: where a changed domain puts them, these may be others.
#[derive(Clone, Debug)]
pub(crate) enum Call<'a> {
    Finish(u64, Outcome),
    AgentLeft(u64),
    Cancel(u64),
    ReplanNow,
    Interval(u32),
    Policy(Policy),
    Priority(i32),
    Task(TaskName<'a>, Row),
    Repair(Repair),
    MaxRepairs(u32),
    SensorTimeout(u32),
    StallTimeout(u32),
    DetectLoops(bool),
    Duplicates(bool),
    WhenIdle(bool),
    KeepSearching(bool),
    Retry(Retry),
    RetryAfter(u32),
    /// The squad went to another headquarters.
    DropSearch,
    /// It searches with planners of these limits from now on.
    Planner(Limits),
}

const POLICIES: [Policy; 3] = [Policy::Accumulate, Policy::Replace, Policy::Preempt];
const REPAIRS: [Repair; 3] = [Repair::Subtree, Repair::Replan, Repair::Abandon];
const RETRIES: [Retry; 2] = [Retry::Same, Retry::Other];
const OUTCOMES: [Outcome; 2] = [Outcome::Success, Outcome::Failure];
const BOOLS: [bool; 2] = [false, true];

impl<'a> Call<'a> {
    /// Numbers that are in use keep their meaning; a new one comes behind the last.
    pub fn write(&self, out: &mut Out) {
        let (kind, number) = match self {
            Call::Finish(action, outcome) => {
                out.0.push(0);
                out.number(*action);
                return out.0.push(place(&OUTCOMES, *outcome) as u8);
            }
            Call::Task(task, row) => {
                out.0.push(1);
                task.write(out);
                return write_words(out, row);
            }
            Call::Planner(limits) => {
                out.0.push(2);
                return write_limits(out, limits);
            }
            Call::AgentLeft(agent) => (3, *agent),
            Call::Cancel(plan) => (4, *plan),
            Call::ReplanNow => (5, 0),
            Call::Interval(ticks) => (6, u64::from(*ticks)),
            Call::Policy(policy) => (7, place(&POLICIES, *policy)),
            // The sign comes last, so that small numbers are short.
            Call::Priority(number) => (8, u64::from(((number << 1) ^ (number >> 31)) as u32)),
            Call::Repair(repair) => (9, place(&REPAIRS, *repair)),
            Call::MaxRepairs(repairs) => (10, u64::from(*repairs)),
            Call::SensorTimeout(ticks) => (11, u64::from(*ticks)),
            Call::StallTimeout(ticks) => (12, u64::from(*ticks)),
            Call::DetectLoops(on) => (13, u64::from(*on)),
            Call::Duplicates(on) => (14, u64::from(*on)),
            Call::WhenIdle(on) => (15, u64::from(*on)),
            Call::Retry(retry) => (16, place(&RETRIES, *retry)),
            Call::RetryAfter(ticks) => (17, u64::from(*ticks)),
            Call::DropSearch => (18, 0),
            Call::KeepSearching(on) => (19, u64::from(*on)),
        };
        out.0.push(kind);
        out.number(number);
    }

    pub fn read(from: &mut In<'a>) -> Read<Call<'a>> {
        let kind: u8 = from.small()?;
        match kind {
            0 => return Ok(Call::Finish(from.number()?, at(&OUTCOMES, from.number()?)?)),
            1 => return Ok(Call::Task(TaskName::read(from)?, read_words(from)?)),
            2 => return Ok(Call::Planner(read_limits(from)?)),
            _ => {}
        }
        let number = from.number()?;
        let small = || u32::try_from(number).map_err(|_| Senseless);
        Ok(match kind {
            3 => Call::AgentLeft(number),
            4 => Call::Cancel(number),
            5 => Call::ReplanNow,
            6 => Call::Interval(small()?),
            7 => Call::Policy(at(&POLICIES, number)?),
            8 => Call::Priority(((small()? >> 1) as i32) ^ -((small()? & 1) as i32)),
            9 => Call::Repair(at(&REPAIRS, number)?),
            10 => Call::MaxRepairs(small()?),
            11 => Call::SensorTimeout(small()?),
            12 => Call::StallTimeout(small()?),
            13 => Call::DetectLoops(at(&BOOLS, number)?),
            14 => Call::Duplicates(at(&BOOLS, number)?),
            15 => Call::WhenIdle(at(&BOOLS, number)?),
            16 => Call::Retry(at(&RETRIES, number)?),
            17 => Call::RetryAfter(small()?),
            18 => Call::DropSearch,
            19 => Call::KeepSearching(at(&BOOLS, number)?),
            _ => return Err(Senseless),
        })
    }
}

fn place<T: PartialEq>(all: &[T], one: T) -> u64 {
    all.iter().position(|other| *other == one).unwrap_or(0) as u64
}

fn at<T: Copy>(all: &[T], place: u64) -> Read<T> {
    let place = usize::try_from(place).map_err(|_| Senseless)?;
    all.get(place).copied().ok_or(Senseless)
}

/// The fields of limits, in an order that stays.
macro_rules! in_order {
    ($($field:ident)*) => {
        pub(super) fn write_limits(out: &mut Out, limits: &Limits) {
            $(out.number(limits.$field as u64);)*
        }

        pub(super) fn read_limits(from: &mut In<'_>) -> Read<Limits> {
            Ok(Limits { $($field: from.small()?),* })
        }

        /// The first limit that is above that of others: its name, and both.
        pub(super) fn beyond(limits: &Limits, most: &Limits) -> Option<(&'static str, usize, usize)> {
            let mut all = [$((stringify!($field), limits.$field, most.$field)),*].into_iter();
            all.find(|(_, wanted, allowed)| wanted > allowed)
        }
    };
}

in_order! { depth steps bindings trail sort choices tasks checks plans events }

impl<D: Domain> Director<D> {
    /// Does what was called; false where there is no such plan or action.
    pub(super) fn call(&mut self, call: &Call<'_>, task: Option<D::Task>) -> bool {
        let engine = &mut self.squad.executor.engine;
        match *call {
            Call::Finish(number, outcome) => {
                let action = engine.action_numbered(number);
                return action.is_some_and(|id| engine.finish(id, outcome).is_ok());
            }
            Call::AgentLeft(agent) => self.squad.agent_left(agent),
            Call::Cancel(number) => {
                let plan = engine.plan_numbered(number);
                return plan.is_some_and(|id| engine.cancel(id));
            }
            Call::ReplanNow => self.replan_now(),
            Call::Interval(ticks) => self.set_interval(ticks),
            Call::Policy(policy) => self.set_policy(policy),
            Call::Priority(priority) => self.set_priority(priority),
            Call::Task(..) => match task {
                Some(task) => self.set_task(task),
                None => return false,
            },
            Call::Repair(repair) => self.set_repair(repair),
            Call::MaxRepairs(repairs) => self.set_max_repairs(repairs),
            Call::SensorTimeout(ticks) => self.set_sensor_timeout(ticks),
            Call::StallTimeout(ticks) => self.set_stall_timeout(ticks),
            Call::DetectLoops(on) => self.set_detect_loops(on),
            Call::Duplicates(on) => self.set_duplicates(on),
            Call::WhenIdle(on) => self.set_when_idle(on),
            Call::KeepSearching(on) => self.set_keep_searching(on),
            Call::Retry(retry) => self.set_retry(retry),
            Call::RetryAfter(ticks) => self.set_retry_after(ticks),
            Call::DropSearch => self.squad.drop_search(),
            Call::Planner(limits) => self.desk.make_anew(limits, self.squad.detect_loops),
        }
        true
    }
}
