//! Playing a journal.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use super::JOURNAL;
use super::call::Call;
use super::difference::Difference;
use super::error::ReplayError;
use super::header::JournalHeader;
use super::lines::Seen;
use super::slice::Slice;
use super::survey::Survey;
use super::tick::{Record, Tick};
use crate::exec::QueryContext;
use crate::model::domain::Domain;
use crate::model::limits::Limits;
use crate::model::show::Counted;
use crate::persist::container::{Ending, RecordReader, StreamError};
use crate::persist::schema::Schema;
use crate::search::host::{Bound, Host};
use crate::squads::director::Director;
use crate::tables::RelId;

/// How many steps a search may take in one tick, unless more are allowed.
const MOST_STEPS: u64 = 1 << 26;

/// Plays a journal, tick by tick, and compares what happens with what happened: see [the module](super).
pub struct Replay<'a, D: Domain> {
    director: Director<D>,
    about: &'a str,
    domain: JournalDomain,
    reader: RecordReader,
    /// The bytes after the record that is played next.
    rest: &'a [u8],
    next: Next<'a>,
    slices: Vec<Slice>,
    /// How many ticks there are, and how many were played.
    ticks: u64,
    played: u64,
    ending: Ending,
    most_steps: u64,
    commands_only: bool,
    refused: u64,
    difference: Option<Difference>,
}

/// The domain of the journal, and the domain that plays it.
struct JournalDomain {
    /// The schema of the journal.
    schema: Schema,
    /// The schema of the domain.
    now: Schema,
    /// The domain's predicates by their numbers in the journal. Those that it does not have any more have no facts.
    predicates: Vec<Option<RelId>>,
}

/// What comes next.
enum Next<'a> {
    Quiet(u64),
    Tick(Tick<'a>),
    Nothing,
}

impl<'a, D: Domain> Replay<'a, D> {
    /// Reads a journal, as far as it is whole: [`ending`](Self::ending) tells how it ends. The director may have had
    /// limits up to those of [`Limits::new`].
    ///
    /// # Errors
    ///
    /// The bytes are no journal, or one of another domain, or it has facts and tasks that the domain does not have.
    pub fn new(bytes: &'a [u8]) -> Result<Self, ReplayError> {
        Self::within(bytes, Limits::new())
    }

    /// The same for directors of greater limits.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn within(bytes: &'a [u8], most: Limits) -> Result<Self, ReplayError> {
        let (mut reader, mut rest) = (RecordReader::new(JOURNAL), bytes);
        let Some(record) = reader.next(&mut rest)? else {
            return Err(ReplayError::Stream(match reader.ending(rest) {
                Ending::Broken(error) => error,
                Ending::Ended | Ending::Open | Ending::Panicked => StreamError::CutOff {
                    kind: JOURNAL.name,
                    at: bytes.len() as u64,
                },
            }));
        };
        let header = JournalHeader::read(record).map_err(|_| reader.damaged())?;
        let now = Schema::of::<D>();
        let mut director = header.director::<D>(&most, &now)?;
        let schema = &header.schema;
        let mut survey = Survey::of(reader, rest, schema, &most)?;
        for (predicate, _) in header.facts() {
            survey.has_facts[predicate] = true;
        }
        let mut predicates = Vec::with_capacity(survey.has_facts.len());
        for (predicate, has_facts) in survey.has_facts.iter().enumerate() {
            predicates.push(match schema.find_predicate(predicate, &now) {
                Ok(rel) => Some(rel),
                Err(error) if *has_facts => return Err(error.into()),
                Err(_) => None,
            });
        }
        for (task, _) in &survey.tasks {
            schema.find_task(*task, &now)?;
        }
        for (predicate, row) in header.facts() {
            put(&mut director, predicates[predicate], row).map_err(|full| at(0, full))?;
        }
        let about = header.about;
        let domain = JournalDomain {
            schema: header.schema,
            now,
            predicates,
        };
        let mut replay = Replay {
            director,
            about,
            domain,
            reader,
            rest,
            next: Next::Nothing,
            slices: Vec::new(),
            ticks: survey.ticks,
            played: 0,
            ending: survey.ending,
            most_steps: MOST_STEPS,
            commands_only: false,
            refused: 0,
            difference: None,
        };
        replay.advance();
        Ok(replay)
    }

    /// How many steps a search may take in one tick, 67 million at first. A search of the journal that took more is an
    /// error, since it can't be the same.
    #[must_use]
    pub fn most_steps(mut self, steps: u64) -> Self {
        self.most_steps = steps;
        self
    }

    /// Compares the commands only, and not the events: what the squad does, and not how it comes to it. A domain may be
    /// changed in many ways without a change of what is done.
    #[must_use]
    pub fn commands_only(mut self) -> Self {
        self.commands_only = true;
        self
    }

    /// What the journal says [about itself](super::JournalOptions::about).
    pub fn about(&self) -> &'a str {
        self.about
    }

    /// Whether the domain is what it was when the journal was kept, by its [hash](Domain::HASH).
    pub fn is_same_domain(&self) -> bool {
        self.domain.schema.is_exactly::<D>()
    }

    /// How many ticks the journal has that are whole.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// How the journal ends.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Whether there is no tick left to play.
    pub fn is_over(&self) -> bool {
        matches!(self.next, Next::Nothing)
    }

    /// The [notes](super::Journal::note) of the tick that is played next.
    pub fn notes(&self) -> impl Iterator<Item = &'a [u8]> + '_ {
        let notes: &[&'a [u8]] = match &self.next {
            Next::Tick(tick) => &tick.notes,
            Next::Quiet(_) | Next::Nothing => &[],
        };
        notes.iter().copied()
    }

    /// Plays a tick; false where there is none left. It may go on behind a [difference](Self::difference), but what the
    /// game did then was an answer to something else.
    ///
    /// # Errors
    ///
    /// Facts that do not fit, or a search that takes too long. What was played up to then stays as it is, and the replay is
    /// over.
    pub fn tick(&mut self, context: &D::Context<'_>) -> Result<bool, ReplayError> {
        let given = match &mut self.next {
            Next::Nothing => return Ok(false),
            Next::Quiet(ticks) => {
                *ticks -= 1;
                Tick::default()
            }
            Next::Tick(tick) => core::mem::take(tick),
        };
        if let Err(error) = self.play(&given, &Bound::<D>::new(context)) {
            self.next = Next::Nothing;
            return Err(error);
        }
        self.played += 1;
        if self.difference.is_none() {
            let executor = &self.director.squad.executor;
            let mut seen = Seen::of(executor, false);
            let differs =
                |seen: &Seen| Difference::of(executor.ticks(), &given, seen, self.commands_only);
            if differs(&seen).is_some() {
                seen = Seen::of(executor, true);
            }
            self.difference = differs(&seen);
        }
        if !matches!(self.next, Next::Quiet(1..)) {
            self.advance();
        }
        Ok(true)
    }

    /// Plays all ticks that are left, up to the first difference, with a context that stays the same.
    ///
    /// # Errors
    ///
    /// As [`tick`](Self::tick).
    pub fn run(&mut self, context: &D::Context<'_>) -> Result<Option<&Difference>, ReplayError> {
        while self.difference.is_none() && self.tick(context)? {}
        Ok(self.difference.as_ref())
    }

    /// The director as the search of the next tick finds it: what the game did is done, plans have moved on, and
    /// nothing is searched. For those who ask why that search will come out as it does.
    ///
    /// # Errors
    ///
    /// As [`tick`](Self::tick).
    pub fn before_search(&self, context: &D::Context<'_>) -> Result<Director<D>, ReplayError> {
        let mut director = self.director.clone();
        if let Next::Tick(given) = &self.next {
            self.domain.give(&mut director, given)?;
        }
        let host = Bound::<D>::new(context);
        director.tick_with(&host, crate::Budget::steps(0));
        Ok(director)
    }

    /// The director, after the last tick that was played: its events and commands, its plans, its facts; for recordings
    /// and explanations.
    pub fn director(&self) -> &Director<D> {
        &self.director
    }

    /// The director after the last tick that was played, to go on with.
    pub fn into_director(self) -> Director<D> {
        self.director
    }

    /// The first difference, where there was one.
    pub fn difference(&self) -> Option<&Difference> {
        self.difference.as_ref()
    }

    /// How many calls were about a plan or an action that there is none of: behind a difference there may be some.
    pub fn refused(&self) -> u64 {
        self.refused
    }

    fn advance(&mut self) {
        let record = if self.played < self.ticks {
            self.reader.next(&mut self.rest).ok().flatten()
        } else {
            None
        };
        let record = record.and_then(|record| Record::read(record, &self.domain.schema).ok());
        self.next = match record {
            Some(Record::Quiet(ticks)) => Next::Quiet(ticks),
            Some(Record::Tick(tick)) => Next::Tick(tick),
            Some(Record::Panicked) | None => Next::Nothing,
        };
    }

    fn play(&mut self, given: &Tick<'_>, host: &dyn Host) -> Result<(), ReplayError> {
        self.refused += self.domain.give(&mut self.director, given)?;
        if let Some(slices) = &given.slices {
            self.slices.clone_from(slices);
        }
        let Director { squad, desk } = &mut self.director;
        let (machine, mut planner) = desk.at_work(&squad.executor.engine);
        let asker = &mut QueryContext { host, machine };
        squad.carry_on(asker);
        let none = [Slice::Steps(0)];
        // Where nothing was searched, there may have been nobody to do it.
        let slices = if self.slices.is_empty() {
            &none[..]
        } else {
            &self.slices
        };
        for slice in slices {
            let mut source = slice.again(self.most_steps);
            if let Some(planner) = &mut planner {
                squad.search(planner, asker, &mut source);
            }
            if source.is_stopped {
                return Err(ReplayError::TooLong {
                    tick: squad.executor.ticks(),
                    most: self.most_steps,
                });
            }
        }
        squad.tick_is_over();
        Ok(())
    }
}

impl JournalDomain {
    /// Does what the game did before a tick. Returns the number of calls that were refused.
    fn give<D: Domain>(
        &self,
        director: &mut Director<D>,
        given: &Tick<'_>,
    ) -> Result<u64, ReplayError> {
        let tick = director.executor().ticks() + 1;
        for changed in &given.facts {
            let rel = self.predicates[changed.predicate];
            for row in &changed.gone {
                if let Some(rel) = rel {
                    director.state_mut().remove(D::fact_from_row(rel, row));
                }
            }
            for row in &changed.put {
                put(director, rel, row).map_err(|full| at(tick, full))?;
            }
        }
        let mut refused = 0;
        for call in &given.calls {
            let task = if let Call::Task(task, row) = call {
                let task = self.schema.find_task(*task, &self.now)?;
                Some(D::task_from_row(task, row))
            } else {
                None
            };
            refused += u64::from(!director.call(call, task));
        }
        Ok(refused)
    }
}

/// Adds a fact.
fn put<D: Domain>(
    director: &mut Director<D>,
    rel: Option<RelId>,
    row: &[u64],
) -> Result<(), crate::CapacityError> {
    let Some(rel) = rel else { return Ok(()) };
    director.state_mut().insert(D::fact_from_row(rel, row))?;
    Ok(())
}

fn at(tick: u64, full: crate::CapacityError) -> ReplayError {
    ReplayError::Full { tick, full }
}

/// What came of it so far.
impl<D: Domain> fmt::Display for Replay<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.difference {
            Some(difference) => difference.fmt(f),
            None => {
                let ticks = Counted(self.played, "tick", "ticks");
                write!(f, "the same in {ticks}")
            }
        }
    }
}

impl<D: Domain> fmt::Debug for Replay<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replay")
            .field("about", &self.about)
            .field("played", &self.played)
            .field("ticks", &self.ticks)
            .field("ending", &self.ending)
            .field(
                "difference",
                &self.difference.as_ref().map(ToString::to_string),
            )
            .finish_non_exhaustive()
    }
}
