//! Calls of a game to a director between two ticks.

use crate::bytes::{DecodeError, Decoder, Encoder, Read};
use crate::director::Director;
use crate::domain::{Domain, Row};
use crate::event::Outcome;
use crate::limits::Limits;
use crate::settings::DirectorSettings;

use super::names::{TaskName, read_words, write_words};

/// A call. Plans and actions by their numbers: where a changed domain puts them, these may be others.
#[derive(Clone, Debug)]
pub(crate) enum Call<'a> {
    Finish(u64, Outcome),
    AgentLeft(u64),
    Cancel(u64),
    ReplanNow,
    Task(TaskName<'a>, Row),
    Settings(DirectorSettings),
    /// By the game, or because the squad was paused or went to another headquarters.
    RestartSearch,
    /// It searches with planners of these limits from now on.
    Planner(Limits),
}

const OUTCOMES: [Outcome; 2] = [Outcome::Success, Outcome::Failure];

impl<'a> Call<'a> {
    /// Numbers that are in use keep their meaning; a new one comes behind the last.
    pub fn write(&self, out: &mut Encoder) {
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
                return limits.write(out);
            }
            Call::Settings(settings) => {
                out.0.push(6);
                return settings.write(out);
            }
            Call::AgentLeft(agent) => (3, *agent),
            Call::Cancel(plan) => (4, *plan),
            Call::ReplanNow => (5, 0),
            Call::RestartSearch => (7, 0),
        };
        out.0.push(kind);
        out.number(number);
    }

    pub fn read(from: &mut Decoder<'a>) -> Read<Call<'a>> {
        let kind: u8 = from.small()?;
        match kind {
            0 => return Ok(Call::Finish(from.number()?, at(&OUTCOMES, from.number()?)?)),
            1 => return Ok(Call::Task(TaskName::read(from)?, read_words(from)?)),
            2 => return Ok(Call::Planner(Limits::read(from)?)),
            6 => return Ok(Call::Settings(DirectorSettings::read(from)?)),
            _ => {}
        }
        let number = from.number()?;
        Ok(match kind {
            3 => Call::AgentLeft(number),
            4 => Call::Cancel(number),
            5 => Call::ReplanNow,
            7 => Call::RestartSearch,
            _ => return Err(DecodeError),
        })
    }
}

fn place<T: PartialEq>(all: &[T], one: T) -> u64 {
    all.iter().position(|other| *other == one).unwrap_or(0) as u64
}

fn at<T: Copy>(all: &[T], place: u64) -> Read<T> {
    let place = usize::try_from(place).map_err(|_| DecodeError)?;
    all.get(place).copied().ok_or(DecodeError)
}

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
            Call::Task(..) => match task {
                Some(task) => self.set_task(task),
                None => return false,
            },
            Call::Settings(settings) => self.set_settings(settings),
            Call::RestartSearch => self.squad.restart_search(),
            Call::Planner(limits) => self
                .desk
                .make_anew(limits, self.squad.settings.detect_loops),
        }
        true
    }
}
