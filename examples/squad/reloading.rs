//! `--reload`: the squad takes over changes of its domain while the mission runs.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use squad_htn::reload::Source;

use crate::domain::squad;

/// The pause between two looks at the files.
const PAUSE: Duration = Duration::from_millis(20);

/// The files of the domain.
pub struct Reloader {
    source: Source,
    /// The folder with the parts of the domain.
    folder: PathBuf,
    /// The time of the last change.
    changed: Option<SystemTime>,
    looked: Instant,
}

impl Reloader {
    /// Finds the files.
    pub fn new() -> Result<Reloader, String> {
        let source = Source::compiled::<squad::Domain>().map_err(|error| error.to_string())?;
        let folder = source
            .path()
            .parent()
            .map_or_else(PathBuf::new, PathBuf::from);
        let mut reloader = Reloader {
            source,
            folder,
            changed: None,
            looked: Instant::now(),
        };
        reloader.changed = reloader.last_change();
        Ok(reloader)
    }

    fn last_change(&self) -> Option<SystemTime> {
        let files = fs::read_dir(&self.folder).ok()?.flatten();
        files
            .filter_map(|file| file.metadata().ok()?.modified().ok())
            .max()
    }

    /// Reloads the domain if a file has changed. Returns a message about it.
    pub fn look(&mut self, director: &mut squad::Director) -> Option<String> {
        if self.looked.elapsed() < PAUSE {
            return None;
        }
        self.looked = Instant::now();
        let changed = self.last_change();
        if changed == self.changed {
            return None;
        }
        self.changed = changed;
        Some(self.reload(director))
    }

    /// Reloads the domain. Returns a message about it.
    pub fn reload(&self, director: &mut squad::Director) -> String {
        let begun = Instant::now();
        let domain = match self.source.load() {
            Ok(domain) => domain,
            Err(error) => return format!("{error}\nThe squad keeps its domain."),
        };
        match director.reload(&domain) {
            Ok(()) => format!("Reloaded the domain in {:.1?}.", begun.elapsed()),
            Err(full) => format!("The squad keeps its domain: {full}"),
        }
    }
}
