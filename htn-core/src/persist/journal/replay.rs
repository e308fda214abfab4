//! Replays journals.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use super::JOURNAL;
use super::call::RecordedCall;
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

/// The default of [`Replay::most_steps`].
const MOST_STEPS: u64 = 1 << 26;

/// Replays a journal tick by tick, and compares events and commands: see [the module](super).
pub struct Replay<'a, D: Domain> {
    director: Director<D>,
    about: &'a str,
    domain: JournalDomain,
    reader: RecordReader,
    /// The bytes after the next record.
    rest: &'a [u8],
    next: Next<'a>,
    slices: Vec<Slice>,
    /// The number of ticks, and of those that were replayed.
    ticks: u64,
    played: u64,
    ending: Ending,
    most_steps: u64,
    commands_only: bool,
    refused: u64,
    difference: Option<Difference>,
}

/// The domain of the journal, and the domain of the replay.
struct JournalDomain {
    /// The schema of the journal.
    schema: Schema,
    /// The schema of the domain.
    now: Schema,
    /// The predicates of the domain by their numbers in the journal. Those that no longer exist have no facts.
    predicates: Vec<Option<RelId>>,
}

/// The next ticks.
enum Next<'a> {
    Quiet(u64),
    Tick(Tick<'a>),
    Nothing,
}

impl<'a, D: Domain> Replay<'a, D> {
    /// Reads the complete records of a journal; [`ending`](Self::ending) says how it ends. The limits of its director may
    /// be up to those of [`Limits::new`]. The [module](super) has an example.
    ///
    /// # Errors
    ///
    /// The bytes are not a journal of this domain, or its facts and tasks no longer exist in the domain.
    pub fn new(bytes: &'a [u8]) -> Result<Self, ReplayError> {
        Self::within(bytes, Limits::new())
    }

    /// Reads a journal like [`new`](Self::new), but with these maximum limits.
    ///
    /// # Errors
    ///
    /// The errors of [`new`](Self::new).
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

    /// Sets the maximum number of steps of a search in one tick. A search of the journal with more steps is an error. Default:
    /// 67 million.
    #[must_use]
    pub fn most_steps(mut self, steps: u64) -> Self {
        self.most_steps = steps;
        self
    }

    /// Compares commands only, and not events. Many changes of a domain change how a squad decides, but not what it does.
    /// Default: off.
    #[must_use]
    pub fn commands_only(mut self) -> Self {
        self.commands_only = true;
        self
    }

    /// Returns the [description](super::JournalOptions::about) of the journal.
    pub fn about(&self) -> &'a str {
        self.about
    }

    /// Returns true if the domain has the same [hash](Domain::HASH) as that of the journal.
    pub fn is_same_domain(&self) -> bool {
        self.domain.schema.is_exactly::<D>()
    }

    /// Returns the number of complete ticks of the journal. [`Journal::note`](super::Journal::note) has an example.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Returns how the journal ends.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Returns true if all ticks were replayed. See the example of [`Journal::note`](super::Journal::note).
    pub fn is_over(&self) -> bool {
        matches!(self.next, Next::Nothing)
    }

    /// Returns the [notes](super::Journal::note) of the next tick. Their [example](super::Journal::note) rebuilds the
    /// context of each tick.
    pub fn notes(&self) -> impl Iterator<Item = &'a [u8]> + '_ {
        let notes: &[&'a [u8]] = match &self.next {
            Next::Tick(tick) => &tick.notes,
            Next::Quiet(_) | Next::Nothing => &[],
        };
        notes.iter().copied()
    }

    /// Replays a tick. Returns false if none is left. It can continue after a [difference](Self::difference), but the
    /// recorded inputs of the game were then a response to something else. The [module](super) has an example.
    ///
    /// # Errors
    ///
    /// Facts do not fit, or a search has too many steps. The replay ends there.
    pub fn tick(&mut self, context: &D::Context<'_>) -> Result<bool, ReplayError> {
        let given = match &mut self.next {
            Next::Nothing => return Ok(false),
            Next::Quiet(ticks) => {
                *ticks -= 1;
                Tick::default()
            }
            Next::Tick(tick) => core::mem::take(tick),
        };
        let tables = self.director.tables();
        if let Err(error) = self.play(&given, &Bound::<D>::new(tables, context)) {
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

    /// Replays all ticks up to the first difference, with the same context. The [module](super) has an example of a
    /// changed domain.
    ///
    /// # Errors
    ///
    /// The errors of [`tick`](Self::tick).
    pub fn run(&mut self, context: &D::Context<'_>) -> Result<Option<&Difference>, ReplayError> {
        while self.difference.is_none() && self.tick(context)? {}
        Ok(self.difference.as_ref())
    }

    /// Returns the director before the search of the next tick: with the inputs of the game, and after the plans made their
    /// steps. This is for explanations of that search.
    ///
    /// # Errors
    ///
    /// The errors of [`tick`](Self::tick).
    pub fn before_search(&self, context: &D::Context<'_>) -> Result<Director<D>, ReplayError> {
        let mut director = self.director.clone();
        if let Next::Tick(given) = &self.next {
            self.domain.give(&mut director, given)?;
        }
        let host = Bound::<D>::new(director.tables(), context);
        director.tick_with(&host, crate::Budget::steps(0));
        Ok(director)
    }

    /// Returns the director after the last replayed tick, for recordings and explanations. See the example of the
    /// [module](super).
    pub fn director(&self) -> &Director<D> {
        &self.director
    }

    /// Returns the director after the last replayed tick, to continue with it.
    pub fn into_director(self) -> Director<D> {
        self.director
    }

    /// Returns the first difference, if there was one. [`Journal::note`](super::Journal::note) has an example of a replay
    /// without one.
    pub fn difference(&self) -> Option<&Difference> {
        self.difference.as_ref()
    }

    /// Returns the number of calls about plans or actions that do not exist. There may be some after a difference.
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
        let Director { squad, resources } = &mut self.director;
        let (machine, mut planner) = resources.for_tick(&squad.executor.engine);
        let queries = &mut QueryContext { host, machine };
        squad.run_plans(queries);
        let none = [Slice::Steps(0)];
        // Without slices, there may have been no planner.
        let slices = if self.slices.is_empty() {
            &none[..]
        } else {
            &self.slices
        };
        for slice in slices {
            let mut source = slice.again(self.most_steps);
            if let Some(planner) = &mut planner {
                squad.search(planner, queries, &mut source);
            }
            if source.is_stopped {
                return Err(ReplayError::TooLong {
                    tick: squad.executor.ticks(),
                    most: self.most_steps,
                });
            }
        }
        squad.end_tick();
        Ok(())
    }
}

impl JournalDomain {
    /// Repeats the inputs of the game before a tick. Returns the number of calls that were refused.
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
            let task = if let RecordedCall::Task(task, row) = call {
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

/// Prints the first difference, or the number of ticks without one.
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
