//! The first record of a journal: the domain, the task and settings of the director, and the facts.

use alloc::vec::Vec;

use super::call::{read_task, write_task};
use super::error::ReplayError;
use super::facts::{read_rows, write_row};
use super::tick::BEGIN;
use crate::model::bytes::{DecodeError, Decoder, Encoder, Read};
use crate::model::domain::{Domain, Row, TaskCode};
use crate::model::limits::Limits;
use crate::model::settings::DirectorSettings;
use crate::persist::changes::rows;
use crate::persist::schema::Schema;
use crate::squads::director::{Director, DirectorState};
use crate::store::Store;
use crate::tables::{RelId, Tables};

/// With which facts it begins: they are listed. (1 is for a director that was saved in the middle of something.)
const FACTS: u64 = 0;

/// Writes the first record of a journal.
pub(super) fn write<D: Domain>(
    out: &mut Encoder,
    squad: &DirectorState<D>,
    planner: &Limits,
    about: &str,
) {
    let mut row = Row::new();
    let task = D::task_to_row(squad.task, &mut row);
    out.0.push(BEGIN);
    Schema::of::<D>().encode(out);
    out.text(about);
    write_task(out, task, &row);
    squad.executor.limits().write(out);
    planner.write(out);
    squad.settings.write(out);
    out.number(FACTS);
    write_facts(out, D::tables(), squad.state.store());
}

fn write_facts(out: &mut Encoder, tables: &Tables, facts: &Store) {
    for rel in 0..tables.relations.len() {
        let rows: Vec<Row> = rows(facts, RelId(rel as u16)).collect();
        out.list(&rows, write_row);
    }
}

/// The first record of a journal.
#[derive(Clone, Debug)]
pub(super) struct JournalHeader<'a> {
    pub schema: Schema,
    pub about: &'a str,
    task: (TaskCode, Row),
    limits: [Limits; 2],
    settings: DirectorSettings,
    facts: Vec<Vec<Row>>,
}

impl<'a> JournalHeader<'a> {
    /// Reads the first record of a journal.
    pub fn read(record: &'a [u8]) -> Read<JournalHeader<'a>> {
        let [BEGIN, rest @ ..] = record else {
            return Err(DecodeError);
        };
        let from = &mut Decoder(rest);
        let schema = Schema::decode(from)?;
        let about = from.str()?;
        let task = read_task(from, &schema)?;
        let limits = [Limits::read(from)?, Limits::read(from)?];
        let settings = DirectorSettings::read(from)?;
        if from.number()? != FACTS {
            return Err(DecodeError);
        }
        let facts = schema.columns().map(|columns| read_rows(from, columns));
        let facts = facts.collect::<Read<Vec<_>>>()?;
        from.finish()?;
        Ok(JournalHeader {
            schema,
            about,
            task,
            limits,
            settings,
            facts,
        })
    }

    /// Returns the director as it began, without facts. `now` is the schema of `D`.
    pub fn director<D: Domain>(
        &self,
        most: &Limits,
        now: &Schema,
    ) -> Result<Director<D>, ReplayError> {
        self.schema.check_name::<D>()?;
        for limits in &self.limits {
            within(limits, most)?;
        }
        let (task, row) = &self.task;
        let task = D::task_from_row(self.schema.find_task(*task, now)?, row);
        let [limits, planner] = self.limits;
        let mut director = Director::with_limits_of(task, limits, planner);
        director.set_settings(self.settings);
        Ok(director)
    }

    /// Returns the initial facts, with the numbers of their predicates in the journal.
    pub fn facts(&self) -> impl Iterator<Item = (usize, &Row)> {
        let all = self.facts.iter().enumerate();
        all.flat_map(|(predicate, rows)| rows.iter().map(move |row| (predicate, row)))
    }
}

/// Refuses limits of a file that are above the maximum, so that a file can't use more memory than it is allowed.
pub(super) fn within(limits: &Limits, most: &Limits) -> Result<(), ReplayError> {
    match limits.first_above(most) {
        Some(kind) => Err(ReplayError::Limit {
            limit: kind.as_str(),
            was: limits.get(kind),
            most: most.get(kind),
        }),
        None => Ok(()),
    }
}
