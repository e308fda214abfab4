//! How a journal begins: the domain, the director's task and settings, and the facts.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::error::ReplayError;
use super::facts::{read_rows, rows, write_row};
use super::frames::{BEGIN, record};
use super::names::{PredicateName, TaskName, read_words, write_words};
use crate::bytes::{DecodeError, Decoder, Encoder, Read};
use crate::director::{Director, Squad};
use crate::domain::{Domain, Row};
use crate::limits::Limits;
use crate::settings::DirectorSettings;
use crate::store::Store;
use crate::tables::{RelId, Tables};

/// With which facts it begins: they are listed. (1 is for a director that was saved in the middle of something.)
const FACTS: u64 = 0;

/// The first record of a journal.
pub(super) fn write<D: Domain>(squad: &Squad<D>, planner: &Limits, about: &str) -> Encoder {
    let mut row = Row::new();
    let code = D::task_to_row(squad.task, &mut row);
    let task = TaskName::of(D::tables(), code);
    let limits = [squad.executor.limits(), *planner];
    write_begin(
        (D::tables(), D::HASH),
        about,
        (&task, &row),
        &limits,
        &squad.settings,
        squad.state.store(),
    )
}

fn write_begin(
    (tables, hash): (&'static Tables, u64),
    about: &str,
    (task, row): (&TaskName<'_>, &[u64]),
    limits: &[Limits; 2],
    settings: &DirectorSettings,
    facts: &Store,
) -> Encoder {
    let mut out = record(BEGIN);
    out.text(tables.name);
    out.0.extend_from_slice(&hash.to_le_bytes());
    out.text(about);
    out.list(tables.relations, |out, relation| {
        PredicateName::write(out, tables, relation);
    });
    task.write(&mut out);
    write_words(&mut out, row);
    limits.iter().for_each(|limits| limits.write(&mut out));
    settings.write(&mut out);
    out.number(FACTS);
    for rel in 0..tables.relations.len() {
        let rows: Vec<Row> = rows(facts, RelId(rel as u16)).collect();
        out.list(&rows, write_row);
    }
    out
}

/// How a journal begins.
#[derive(Clone, Debug)]
pub(super) struct Header<'a> {
    domain: &'a str,
    hash: u64,
    pub about: &'a str,
    predicates: Vec<PredicateName<'a>>,
    task: (TaskName<'a>, Row),
    limits: [Limits; 2],
    settings: DirectorSettings,
    facts: Vec<Vec<Row>>,
}

impl<'a> Header<'a> {
    /// Reads it behind its kind.
    pub fn read(mut from: Decoder<'a>) -> Read<Header<'a>> {
        let from = &mut from;
        let domain = from.str()?;
        let hash = from.take(8)?.first_chunk().ok_or(DecodeError)?;
        let about = from.str()?;
        let predicates = from.list(PredicateName::read)?;
        let task = (TaskName::read(from)?, read_words(from)?);
        let limits = [Limits::read(from)?, Limits::read(from)?];
        let settings = DirectorSettings::read(from)?;
        if !task.0.takes(&task.1) || from.number()? != FACTS {
            return Err(DecodeError);
        }
        let facts = predicates.iter().map(|of| read_rows(from, of.types.len()));
        let facts = facts.collect::<Read<Vec<_>>>()?;
        match from.0.is_empty() {
            true => Ok(Header {
                domain,
                hash: u64::from_le_bytes(*hash),
                about,
                predicates,
                task,
                limits,
                settings,
                facts,
            }),
            false => Err(DecodeError),
        }
    }

    /// How many columns the predicates have.
    pub fn arity(&self) -> Vec<usize> {
        self.predicates.iter().map(|of| of.types.len()).collect()
    }

    /// Whether the domain is the same in every respect.
    pub fn is_same_domain<D: Domain>(&self) -> bool {
        self.hash == D::HASH
    }

    /// The predicates of the domain by their numbers in the journal, and why there is none.
    pub fn known(&self, tables: &Tables) -> Vec<Result<RelId, ReplayError>> {
        self.predicates.iter().map(|of| of.find(tables)).collect()
    }

    /// The director as it began, without facts.
    pub fn director<D: Domain>(&self, most: &Limits) -> Result<Director<D>, ReplayError> {
        let tables = D::tables();
        if self.domain != tables.name {
            return Err(ReplayError::OtherDomain {
                found: self.domain.to_string(),
                wanted: tables.name,
            });
        }
        for limits in &self.limits {
            within(limits, most)?;
        }
        let task = self.task.0.find::<D>(&self.task.1)?;
        let [limits, planner] = self.limits;
        let mut director = Director::with_limits_of(task, limits, planner);
        director.set_settings(self.settings);
        Ok(director)
    }

    /// The facts that it began with, by the numbers of predicates in the journal.
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
