//! Calls of a game to a director between two ticks.

use crate::model::bytes::{DecodeError, Decoder, Encoder, Read};
use crate::model::domain::{Domain, MAX_COLUMNS, Row, TaskCode};
use crate::model::event::Outcome;
use crate::model::limits::Limits;
use crate::model::settings::DirectorSettings;
use crate::persist::schema::Schema;
use crate::squads::director::Director;
use crate::tables::{FactVerb, RelId, TaskId};

/// A call. It has the numbers of plans and actions. A changed domain may give them to other plans and actions.
#[derive(Clone, Debug)]
pub(crate) enum RecordedCall {
    Finish(u64, Outcome),
    AgentLeft(u64),
    Cancel(u64),
    ReplanNow,
    /// A new task, by its number in the journal's schema.
    Task(TaskCode, Row),
    Settings(DirectorSettings),
    /// By the game, or because the squad was paused or moved to another scheduler.
    RestartSearch,
    /// The director searches with planners of these limits from now on.
    Planner(Limits),
}

const OUTCOMES: [Outcome; 2] = [Outcome::Success, Outcome::Failure];

impl RecordedCall {
    /// Writes the call. Numbers in use keep their meaning; a new one follows the last.
    pub fn write(&self, out: &mut Encoder) {
        let (kind, number) = match self {
            RecordedCall::Finish(action, outcome) => {
                out.0.push(0);
                out.number(*action);
                return out.0.push(place(&OUTCOMES, *outcome) as u8);
            }
            RecordedCall::Task(task, row) => {
                out.0.push(1);
                return write_task(out, *task, row);
            }
            RecordedCall::Planner(limits) => {
                out.0.push(2);
                return limits.write(out);
            }
            RecordedCall::Settings(settings) => {
                out.0.push(6);
                return settings.write(out);
            }
            RecordedCall::AgentLeft(agent) => (3, *agent),
            RecordedCall::Cancel(plan) => (4, *plan),
            RecordedCall::ReplanNow => (5, 0),
            RecordedCall::RestartSearch => (7, 0),
        };
        out.0.push(kind);
        out.number(number);
    }

    pub fn read(from: &mut Decoder<'_>, schema: &Schema) -> Read<RecordedCall> {
        let kind: u8 = from.small()?;
        match kind {
            0 => {
                return Ok(RecordedCall::Finish(
                    from.number()?,
                    at(&OUTCOMES, from.number()?)?,
                ));
            }
            1 => {
                let (task, row) = read_task(from, schema)?;
                return Ok(RecordedCall::Task(task, row));
            }
            2 => return Ok(RecordedCall::Planner(Limits::read(from)?)),
            6 => return Ok(RecordedCall::Settings(DirectorSettings::read(from)?)),
            _ => {}
        }
        let number = from.number()?;
        Ok(match kind {
            3 => RecordedCall::AgentLeft(number),
            4 => RecordedCall::Cancel(number),
            5 => RecordedCall::ReplanNow,
            7 => RecordedCall::RestartSearch,
            _ => return Err(DecodeError),
        })
    }
}

/// Writes a task and its arguments.
pub(super) fn write_task(out: &mut Encoder, task: TaskCode, row: &[u64]) {
    let (kind, number) = match task {
        TaskCode::Task(task) => (0, task.0),
        TaskCode::Fact(verb, rel) => (1 + verb as u8, rel.0),
    };
    out.0.push(kind);
    out.number(number.into());
    out.list(row, |out, word| out.number(*word));
}

/// Reads a task of the journal's schema, and its arguments.
pub(super) fn read_task(from: &mut Decoder<'_>, schema: &Schema) -> Read<(TaskCode, Row)> {
    let (kind, number): (usize, u16) = (from.small()?, from.small()?);
    let task = match kind.checked_sub(1) {
        None => TaskCode::Task(TaskId(number)),
        Some(verb) => {
            let verb = FactVerb::of_number(verb).ok_or(DecodeError)?;
            TaskCode::Fact(verb, RelId(number))
        }
    };
    let count = from.count()?;
    if schema.parameters(task) != Some(count) {
        return Err(DecodeError);
    }
    Ok((task, read_row(from, count)?))
}

/// Reads the words of a fact or of arguments.
pub(super) fn read_row(from: &mut Decoder<'_>, count: usize) -> Read<Row> {
    if count > MAX_COLUMNS {
        return Err(DecodeError);
    }
    (0..count).map(|_| from.number()).collect()
}

fn place<T: PartialEq>(all: &[T], one: T) -> u64 {
    all.iter().position(|other| *other == one).unwrap_or(0) as u64
}

fn at<T: Copy>(all: &[T], place: u64) -> Read<T> {
    let place = usize::try_from(place).map_err(|_| DecodeError)?;
    all.get(place).copied().ok_or(DecodeError)
}

impl<D: Domain> Director<D> {
    /// Repeats the call. Returns false if there is no such plan or action.
    pub(super) fn call(&mut self, call: &RecordedCall, task: Option<D::Task>) -> bool {
        let engine = &mut self.squad.executor.engine;
        match *call {
            RecordedCall::Finish(number, outcome) => {
                let action = engine.live.action_numbered(number);
                return action.is_some_and(|id| engine.finish(id, outcome).is_ok());
            }
            RecordedCall::AgentLeft(agent) => self.squad.agent_left(agent),
            RecordedCall::Cancel(number) => {
                let plan = engine.live.plan_numbered(number);
                return plan.is_some_and(|id| engine.cancel(id));
            }
            RecordedCall::ReplanNow => self.replan_now(),
            RecordedCall::Task(..) => match task {
                Some(task) => self.set_task(task),
                None => return false,
            },
            RecordedCall::Settings(settings) => self.set_settings(settings),
            RecordedCall::RestartSearch => self.squad.restart_search(),
            RecordedCall::Planner(limits) => self
                .resources
                .make_anew(limits, self.squad.settings.detect_loops),
        }
        true
    }
}
