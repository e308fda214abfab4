//! Journals of missions: `--journal FILE` and `--replay FILE`.

use std::fmt;
use std::fs::File;
use std::io;

use squad_htn::journal::{Journal, JournalOptions, Replay, ReplayError};

use crate::domain::squad::{Director, Domain};
use crate::memory::Memory;
use crate::report::Reporter;
use crate::sim::{self, TICKS_A_SECOND, World};

/// Returns the title that a journal of this mission stores.
pub fn title(map: &str, seed: u64) -> String {
    format!("{map}, seed {seed}")
}

/// A journal that is written to a file tick by tick.
pub struct JournalFile {
    to: File,
    pub bytes: u64,
}

impl JournalFile {
    /// Starts a journal. Call it before the director's first tick.
    pub fn create(file: &str, title: &str, director: &mut Director) -> io::Result<JournalFile> {
        let options = JournalOptions::new().about(title).with_events();
        director.keep_journal(options).map_err(io::Error::other)?;
        let to = File::create(file)?;
        Ok(JournalFile { to, bytes: 0 })
    }

    /// Appends the last tick. If the program is killed, the journal contains all ticks before.
    pub fn append(&mut self, director: &mut Director) -> io::Result<()> {
        match director.journal_mut() {
            Some(journal) => self.write(journal),
            None => Ok(()),
        }
    }

    pub fn finish(&mut self, director: &mut Director) -> io::Result<()> {
        match director.end_journal() {
            Some(mut journal) => self.write(&mut journal),
            None => Ok(()),
        }
    }

    fn write(&mut self, journal: &mut Journal) -> io::Result<()> {
        self.bytes += journal.bytes().len() as u64;
        journal.write_to(&mut self.to)
    }
}

/// Why a journal cannot be replayed.
#[derive(Debug)]
pub enum ReplayFailure {
    File(io::Error),
    Journal(ReplayError),
    /// The journal has no such tick; it ends after this many.
    #[cfg(feature = "explain")]
    Over(u64),
    /// The journal is not from this program.
    Unrecognised(&'static str),
}

impl From<ReplayError> for ReplayFailure {
    fn from(error: ReplayError) -> ReplayFailure {
        ReplayFailure::Journal(error)
    }
}

impl fmt::Display for ReplayFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayFailure::File(error) => error.fmt(f),
            ReplayFailure::Journal(error) => error.fmt(f),
            #[cfg(feature = "explain")]
            ReplayFailure::Over(ticks) => write!(f, "the journal ends after {ticks} ticks"),
            ReplayFailure::Unrecognised(what) => f.write_str(what),
        }
    }
}

/// The result of a replay.
pub struct Replayed {
    pub title: String,
    pub introduction: String,
    /// The comparison as text, if the replay is equal.
    pub same: String,
    /// The first difference, if there is one.
    pub difference: Option<String>,
    pub reporter: Option<Reporter>,
}

/// A replay, with the context that the journal's notes restore.
struct Played<'a> {
    replay: Replay<'a, Domain>,
    memory: Memory,
}

impl<'a> Played<'a> {
    fn new(bytes: &'a [u8]) -> Result<Played<'a>, ReplayFailure> {
        let replay = Replay::new(bytes)?;
        let unknown = ReplayFailure::Unrecognised("the journal does not name its mission");
        let memory = memory(replay.about()).ok_or(unknown)?;
        Ok(Played { replay, memory })
    }

    /// Applies the sightings before the next tick.
    fn sense(&mut self) -> Result<(), ReplayFailure> {
        let mut notes = self.replay.notes();
        if notes.all(|note| self.memory.apply_news(note)) {
            Ok(())
        } else {
            Err(ReplayFailure::Unrecognised(
                "the journal has notes that are not from a mission",
            ))
        }
    }

    fn tick(&mut self) -> Result<(), ReplayFailure> {
        self.sense()?;
        self.replay.tick(&self.memory)?;
        Ok(())
    }
}

/// Replays a journal to its end or its first difference. With `reports`, records it for a report.
pub fn replay(bytes: &[u8], reports: bool) -> Result<Replayed, ReplayFailure> {
    let mut played = Played::new(bytes)?;
    let mut reporter = reports.then(|| Reporter::of_building(&played.memory.map));
    while played.replay.difference().is_none() && !played.replay.is_over() {
        played.tick()?;
        if let Some(reporter) = &mut reporter {
            reporter.record_known(played.replay.director(), &played.memory);
        }
    }
    let replay = played.replay;
    let title = replay.about().to_owned();
    let domain = if replay.is_same_domain() {
        "the domain is unchanged"
    } else {
        "the domain has changed"
    };
    let (ticks, ending) = (replay.ticks(), replay.ending());
    let difference = replay.difference();
    Ok(Replayed {
        introduction: format!("{title}: {ticks} ticks; {domain}; {ending}"),
        title,
        same: replay.to_string(),
        difference: difference.map(|found| found.at(TICKS_A_SECOND).to_string()),
        reporter,
    })
}

/// Describes the plans at a tick, and why the search of that tick returns its result.
#[cfg(feature = "explain")]
pub fn explain(bytes: &[u8], tick: u64) -> Result<String, ReplayFailure> {
    let mut played = Played::new(bytes)?;
    for _ in 1..tick.min(played.replay.ticks() + 1) {
        played.tick()?;
    }
    if played.replay.is_over() {
        return Err(ReplayFailure::Over(played.replay.ticks()));
    }
    played.sense()?;
    let Played { replay, memory } = &played;
    let director = replay.before_search(memory)?;
    let words = crate::words::Words(&memory.map);
    let why = match director.state().explain(memory, director.task()) {
        Ok(why) => why.with_names(&|value| words.value(value)).to_string(),
        Err(error) => error.to_string(),
    };
    let clock = crate::transcript::clock(tick as u32);
    let (about, clock) = (replay.about(), clock.trim());
    Ok(format!(
        "{about}, at {clock}\n{director}\n\nA search that starts now:\n{why}"
    ))
}

/// Returns the squad's initial knowledge in the mission with this title.
pub fn memory(title: &str) -> Option<Memory> {
    let (map, seed) = title.split_once(", seed ")?;
    let seed = seed.parse().ok()?;
    let world = World::populated(sim::load(map, seed).ok()?, seed);
    let people = world.officers.len() + world.suspects.len();
    Some(Memory::new(world.map, people))
}
