//! Checks a journal before it is replayed, so that errors are found at once.

use alloc::vec::Vec;

use super::call::RecordedCall;
use super::error::ReplayError;
use super::header::within;
use super::tick::{Record, Tick};
use crate::model::domain::{Row, TaskCode};
use crate::model::limits::Limits;
use crate::persist::container::{Ending, RecordReader};
use crate::persist::schema::Schema;

/// A summary of a journal.
pub(super) struct Survey {
    pub ticks: u64,
    pub ending: Ending,
    /// By predicate of the journal: true if its facts change.
    pub has_facts: Vec<bool>,
    /// The tasks that the director was given later.
    pub tasks: Vec<(TaskCode, Row)>,
}

impl Survey {
    /// Reads the records that follow the first.
    pub fn of(
        mut reader: RecordReader,
        mut bytes: &[u8],
        schema: &Schema,
        most: &Limits,
    ) -> Result<Self, ReplayError> {
        let mut survey = Survey {
            ticks: 0,
            ending: Ending::Open,
            has_facts: alloc::vec![false; schema.columns().count()],
            tasks: Vec::new(),
        };
        let mut panicked = false;
        survey.ending = loop {
            let record = match reader.next(&mut bytes) {
                Ok(Some(record)) => Record::read(record, schema),
                Ok(None) => break reader.ending(bytes),
                Err(error) => break Ending::Broken(error),
            };
            match record {
                // Nothing but the end comes after a panic.
                Ok(_) if panicked => break Ending::Broken(reader.damaged()),
                Ok(Record::Panicked) => panicked = true,
                Ok(Record::Quiet(ticks)) => survey.ticks += ticks,
                Ok(Record::Tick(tick)) => survey.take(tick, most)?,
                Err(_) => break Ending::Broken(reader.damaged()),
            }
        };
        if panicked && matches!(survey.ending, Ending::Ended | Ending::Open) {
            survey.ending = Ending::Panicked;
        }
        Ok(survey)
    }

    fn take(&mut self, tick: Tick<'_>, most: &Limits) -> Result<(), ReplayError> {
        self.ticks += 1;
        for changed in &tick.facts {
            self.has_facts[changed.predicate] = true;
        }
        for call in tick.calls {
            match call {
                RecordedCall::Task(task, row) => self.tasks.push((task, row)),
                RecordedCall::Planner(limits) => within(&limits, most)?,
                RecordedCall::Finish(..)
                | RecordedCall::AgentLeft(_)
                | RecordedCall::Cancel(_)
                | RecordedCall::ReplanNow
                | RecordedCall::Settings(_)
                | RecordedCall::RestartSearch => {}
            }
        }
        Ok(())
    }
}
