//! What is in a journal, before anything of it is played: so that nothing of it is a surprise later on.

use alloc::vec::Vec;

use super::call::Call;
use super::difference::Ending;
use super::error::ReplayError;
use super::frames::{Broken, Frames, MAGIC, VERSION};
use super::header::within;
use super::names::TaskName;
use super::tick::{Record, Tick};
use crate::domain::Row;
use crate::limits::Limits;

/// The records of a file.
pub(super) fn opened(bytes: &[u8]) -> Result<Frames<'_>, ReplayError> {
    let begun = &MAGIC[..bytes.len().min(MAGIC.len())];
    if bytes.is_empty() || !bytes.starts_with(begun) {
        return Err(ReplayError::NoJournal);
    }
    let rest = bytes.get(MAGIC.len()..).unwrap_or_default();
    let Some((version, rest)) = rest.split_first_chunk() else {
        return Err(ReplayError::CutOff);
    };
    match u32::from_le_bytes(*version) {
        VERSION => Ok(Frames::new(rest)),
        found => Err(ReplayError::Version {
            found,
            known: VERSION,
        }),
    }
}

/// What is in a journal, before anything of it is played.
pub(super) struct Survey<'a> {
    pub ticks: u64,
    pub ending: Ending,
    /// Whether facts of a predicate come or go, by its number in the journal.
    pub has_facts: Vec<bool>,
    /// The tasks that the director was given later on.
    pub tasks: Vec<(TaskName<'a>, Row)>,
}

impl<'a> Survey<'a> {
    pub fn of(mut frames: Frames<'a>, arity: &[usize], most: &Limits) -> Result<Self, ReplayError> {
        let mut survey = Survey {
            ticks: 0,
            ending: Ending::Open,
            has_facts: alloc::vec![false; arity.len()],
            tasks: Vec::new(),
        };
        loop {
            let behind = frames.left() as u64;
            let record = match frames.next() {
                None => return Ok(survey),
                Some(record) => record,
            };
            let read =
                record.and_then(|record| Record::read(record, arity).map_err(|_| Broken::Damaged));
            let damaged = Ending::Damaged { behind };
            // Nothing comes behind the end.
            if survey.ending != Ending::Open {
                survey.ending = damaged;
                return Ok(survey);
            }
            match read {
                Err(Broken::CutOff) => survey.ending = Ending::CutOff { behind },
                Err(Broken::Damaged) => survey.ending = damaged,
                Ok(Record::Panicked) => survey.ending = Ending::Panicked,
                Ok(Record::End) => survey.ending = Ending::Ended,
                Ok(Record::Quiet(ticks)) => survey.ticks += ticks,
                Ok(Record::Tick(tick)) => survey.take(tick, most)?,
            }
            if let Ending::CutOff { .. } | Ending::Damaged { .. } = survey.ending {
                return Ok(survey);
            }
        }
    }

    fn take(&mut self, tick: Tick<'a>, most: &Limits) -> Result<(), ReplayError> {
        self.ticks += 1;
        for changed in &tick.facts {
            self.has_facts[changed.predicate] = true;
        }
        for call in tick.calls {
            match call {
                Call::Task(task, row) => self.tasks.push((task, row)),
                Call::Planner(limits) => within(&limits, most)?,
                _ => {}
            }
        }
        Ok(())
    }
}
