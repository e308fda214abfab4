//! Journals of missions: `--journal FILE`, and `--replay FILE`.

use std::fmt;
use std::fs::File;
use std::io;

use squad_htn::journal::{Journal, JournalOptions, Replay, ReplayError};

use crate::domain::squad::{Director, Domain};
use crate::memory::Memory;
use crate::report::Reporter;
use crate::sim::{self, TICKS_A_SECOND, World};

/// Which mission it is: what a journal says about itself.
pub fn title(map: &str, seed: u64) -> String {
    format!("{map}, seed {seed}")
}

/// A journal as it is written to a file.
pub struct Written {
    to: File,
    pub bytes: u64,
}

impl Written {
    /// The director has not ticked yet.
    pub fn begin(file: &str, title: &str, director: &mut Director) -> io::Result<Written> {
        let options = JournalOptions::new().about(title).with_events();
        director.keep_journal(options).map_err(io::Error::other)?;
        let to = File::create(file)?;
        Ok(Written { to, bytes: 0 })
    }

    /// After each tick: so a program that is stopped leaves a journal of all that was before.
    pub fn go_on(&mut self, director: &mut Director) -> io::Result<()> {
        match director.journal_mut() {
            Some(journal) => self.write(journal),
            None => Ok(()),
        }
    }

    pub fn end(&mut self, director: &mut Director) -> io::Result<()> {
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

/// Why a journal can't be played.
#[derive(Debug)]
pub enum NoReplay {
    File(io::Error),
    Journal(ReplayError),
    /// It is not one of this program.
    Strange(&'static str),
}

impl From<ReplayError> for NoReplay {
    fn from(error: ReplayError) -> NoReplay {
        NoReplay::Journal(error)
    }
}

impl fmt::Display for NoReplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoReplay::File(error) => error.fmt(f),
            NoReplay::Journal(error) => error.fmt(f),
            NoReplay::Strange(what) => f.write_str(what),
        }
    }
}

/// A journal that was played.
pub struct Replayed {
    pub title: String,
    pub introduction: String,
    /// What is the same, and what is not.
    pub same: String,
    pub difference: Option<String>,
    pub reporter: Option<Reporter>,
}

/// Plays a journal to its end, or up to the first difference.
pub fn replay(bytes: &[u8], reports: bool) -> Result<Replayed, NoReplay> {
    let mut replay = Replay::<Domain>::new(bytes)?;
    let title = replay.about().to_owned();
    let mut memory =
        memory(&title).ok_or(NoReplay::Strange("it does not say of which mission it is"))?;
    let mut reporter = reports.then(|| Reporter::of_building(&memory.map));
    while replay.difference().is_none() && !replay.is_over() {
        if !replay.notes().all(|note| memory.take_in(note)) {
            return Err(NoReplay::Strange(
                "it has notes that are not of this mission",
            ));
        }
        replay.tick(&memory)?;
        if let Some(reporter) = &mut reporter {
            reporter.record_known(replay.director(), &memory);
        }
    }
    let domain = match replay.is_same_domain() {
        true => "the domain is as it was",
        false => "the domain was changed since",
    };
    let difference = replay
        .difference()
        .map(|found| found.at(TICKS_A_SECOND).to_string());
    Ok(Replayed {
        introduction: format!(
            "{title}: {} ticks; {domain}; {}",
            replay.ticks(),
            replay.ending()
        ),
        title,
        same: replay.to_string(),
        difference,
        reporter,
    })
}

/// What the squad of a mission knows when it begins: the building, and how many people there may be.
pub fn memory(title: &str) -> Option<Memory> {
    let (map, seed) = title.split_once(", seed ")?;
    let seed = seed.parse().ok()?;
    let world = World::populated(sim::load(map, seed).ok()?, seed);
    let people = world.officers.len() + world.suspects.len();
    Some(Memory::new(world.map, people))
}
