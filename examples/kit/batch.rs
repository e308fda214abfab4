//! Studies in parts: each part plays some of the seeds, on any machine, and the parts are merged into the whole.
//!
//! A part is a file of JSON with a line for each seed. It contains the outcome of each run instead of sums, so a merged
//! study computes its results from the same values in the same order as a study that ran at once.

use std::fmt::Display;
use std::fs;
use std::ops::Range;

use super::flags::{Flag, Given};
use super::json::{Json, Reader, Unexpected};
use super::seeds;

/// The maximum number of seeds of a study.
const MAX_SEEDS: u64 = 100_000;

pub const OUT: Flag = Flag {
    name: "--out",
    value: "FILE",
    help: "write the outcomes of these seeds to FILE as a part of a study, and print no table",
};

pub const MERGE: Flag = Flag {
    name: "--merge",
    value: "FILE...",
    help: "play nothing and merge these parts, with the options that they were played with",
};

/// A study, as far as the outcome of a run depends on it. Parts of different studies cannot be merged.
pub struct Study {
    pub name: &'static str,
    /// The hash of the domain.
    pub domain: u64,
    /// The options that change outcomes, with their values.
    pub settings: Vec<(&'static str, String)>,
}

/// The outcomes of a range of seeds.
#[derive(Debug)]
pub struct Batch<T> {
    /// The last seed is not included.
    pub seeds: Range<u64>,
    /// Indexed like the seeds.
    pub runs: Vec<T>,
}

/// The source of a study's outcomes, and their destination.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    pub source: Source,
    /// The file of the part, or `None` to show the results.
    pub out: Option<String>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    /// Plays these seeds.
    Seeds(Range<u64>),
    /// Reads these files.
    Parts(Vec<String>),
}

impl Job {
    /// Reads `--seed`, `--seeds`, `--out` and `--merge`. `--seeds` is a range, or a number of seeds from `--seed` on, at
    /// least `least`. `whole` lists the options that show a whole study and cannot be combined with `--out`.
    pub fn read(
        given: &Given,
        seed: u64,
        count: u64,
        least: u64,
        whole: &[&str],
    ) -> Result<Job, String> {
        let out = given.text(OUT.name).map(str::to_owned);
        let shown = whole.iter().find(|name| given.is_given(name));
        if let (Some(_), Some(shown)) = (&out, shown) {
            return Err(format!(
                "`{shown}` shows a whole study and `--out` writes a part: use `{shown}` with `--merge`"
            ));
        }
        let parts = given.texts(MERGE.name);
        let source = if parts.is_empty() {
            Source::Seeds(seed_range(given, seed, count, least)?)
        } else if given.is_given("--seeds") {
            return Err("`--merge` takes the seeds from the files: remove `--seeds`".to_owned());
        } else {
            Source::Parts(parts.into_iter().map(str::to_owned).collect())
        };
        if out.is_some() && source == Source::Seeds(seed..seed) {
            return Err("`--out` needs at least one seed".to_owned());
        }
        Ok(Job { source, out })
    }
}

fn seed_range(given: &Given, seed: u64, count: u64, least: u64) -> Result<Range<u64>, String> {
    let Some((from, to)) = given.text("--seeds").and_then(|text| text.split_once("..")) else {
        let count = given.number("--seeds", count, least..=MAX_SEEDS)?;
        let end = seed.checked_add(count);
        let end = end.ok_or_else(|| format!("`--seed` is too large for {count} seeds"))?;
        return Ok(seed..end);
    };
    if given.is_given("--seed") {
        return Err("`--seeds` contains the first seed: remove `--seed`".to_owned());
    }
    let range = from.parse().ok().zip(to.parse().ok());
    let range = range.map(|(from, to): (u64, u64)| from..to);
    let range = range.filter(|range| range.start < range.end);
    let range = range.ok_or_else(|| {
        format!(
            "`--seeds` needs a range such as 1..101, whose last seed is not included, not `{from}..{to}`"
        )
    })?;
    if range.end - range.start > MAX_SEEDS {
        return Err(format!(
            "`--seeds` needs at most {MAX_SEEDS} seeds, not `{from}..{to}`"
        ));
    }
    Ok(range)
}

impl Study {
    /// Obtains the outcomes of a job: plays or reads them. Returns `None` if they were written to a file.
    pub fn run<T: Json + Send, E: Display + Send>(
        &self,
        job: &Job,
        play: impl Fn(u64) -> Result<T, E> + Sync,
    ) -> Result<Option<Batch<T>>, String> {
        // A wrong path fails before the runs. The file gets its name when it is complete.
        let unfinished = job.out.as_ref().map(|file| format!("{file}.tmp"));
        let save = |text: &str| match &unfinished {
            Some(file) => fs::write(file, text)
                .map_err(|error| format!("the part cannot be written to `{file}`: {error}")),
            None => Ok(()),
        };
        save("")?;
        let batch = match &job.source {
            Source::Seeds(range) => self.play(range.clone(), play)?,
            Source::Parts(files) => self.merge(files.iter().map(|file| self.load(file)))?,
        };
        let (Some(file), Some(unfinished)) = (&job.out, &unfinished) else {
            return Ok(Some(batch));
        };
        save(&self.write_part(&batch))?;
        fs::rename(unfinished, file)
            .map_err(|error| format!("the part cannot be renamed to `{file}`: {error}"))?;
        Ok(None)
    }

    fn play<T: Send, E: Display + Send>(
        &self,
        range: Range<u64>,
        play: impl Fn(u64) -> Result<T, E> + Sync,
    ) -> Result<Batch<T>, String> {
        let all: Vec<u64> = range.clone().collect();
        let runs = seeds::run_all(&format!("{}, seeds", self.name), &all, play);
        let runs = runs.into_iter().collect::<Result<_, _>>();
        Ok(Batch {
            seeds: range,
            runs: runs.map_err(|error| error.to_string())?,
        })
    }

    fn load<T: Json>(&self, file: &str) -> Result<(String, Batch<T>), String> {
        let text = fs::read_to_string(file)
            .map_err(|error| format!("the part `{file}` cannot be read: {error}"))?;
        Ok((file.to_owned(), self.read_part(file, &text)?))
    }

    /// Merges parts, each with its name, in any order. Their seeds must form one range.
    pub fn merge<T>(
        &self,
        parts: impl IntoIterator<Item = Result<(String, Batch<T>), String>>,
    ) -> Result<Batch<T>, String> {
        let mut parts = parts.into_iter().collect::<Result<Vec<_>, _>>()?;
        parts.sort_by_key(|(_, batch)| batch.seeds.start);
        let mut whole: Option<(String, Batch<T>)> = None;
        for (name, part) in parts {
            let Some((last, whole)) = &mut whole else {
                whole = Some((name, part));
                continue;
            };
            let (end, next) = (whole.seeds.end, part.seeds.start);
            if next < end {
                let both = end.min(part.seeds.end);
                return Err(format!(
                    "seeds {next}..{both} are in `{last}` and in `{name}`: leave out one of them"
                ));
            }
            if next > end {
                return Err(format!(
                    "seeds {end}..{next} are in no part: play them with `--seeds {end}..{next} --out FILE`"
                ));
            }
            whole.seeds.end = part.seeds.end;
            whole.runs.extend(part.runs);
            *last = name;
        }
        whole
            .map(|(_, whole)| whole)
            .ok_or_else(|| "no part to merge".to_owned())
    }

    /// Returns the text of a part.
    pub fn write_part<T: Json>(&self, batch: &Batch<T>) -> String {
        let mut text = self.head();
        text += "\"seeds\":";
        [batch.seeds.start, batch.seeds.end].write(&mut text);
        text += ",\n\"runs\":[\n";
        for (seed, run) in batch.seeds.clone().zip(&batch.runs) {
            if seed > batch.seeds.start {
                text += ",\n";
            }
            text += "{\"seed\":";
            seed.write(&mut text);
            text += ",\"run\":";
            run.write(&mut text);
            text.push('}');
        }
        text += "\n],\n";
        let checksum = format!("{:016x}", checksum(text.as_bytes()));
        text += "\"checksum\":";
        checksum.write(&mut text);
        text += "}\n";
        text
    }

    fn head(&self) -> String {
        let mut text = String::from("{");
        let fixed = [
            ("study", self.name.to_owned()),
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("domain", format!("{:016x}", self.domain)),
        ];
        for (name, value) in fixed.iter().chain(&self.settings) {
            name.to_string().write(&mut text);
            text.push(':');
            value.write(&mut text);
            text += ",\n";
        }
        text
    }

    /// Reads the text of a part. `file` is its name in errors.
    pub fn read_part<T: Json>(&self, file: &str, text: &str) -> Result<Batch<T>, String> {
        let mut reader = Reader::new(text);
        self.read_head(file, &mut reader)?;
        read_runs(&mut reader)
            .map_err(|error| format!("the part `{file}` is damaged: {error}\nhelp: play it again"))
    }

    fn read_head(&self, file: &str, reader: &mut Reader<'_>) -> Result<(), String> {
        let damaged = |error: Unexpected| {
            format!(
                "`{file}` is no part of a study, or it is damaged: {error}\nhelp: play it again"
            )
        };
        let mut value = |name: &str, first: bool| -> Result<String, String> {
            let before = if first { "{" } else { "" };
            let value = reader
                .after(&format!("{before}\"{name}\":"))
                .map_err(damaged)?;
            reader.expect(",\n").map_err(damaged)?;
            Ok(value)
        };
        let study = value("study", true)?;
        if study != self.name {
            let name = self.name;
            return Err(format!(
                "`{file}` is a part of the study `{study}`, not of `{name}`"
            ));
        }
        let (version, ours) = (value("version", false)?, env!("CARGO_PKG_VERSION"));
        if version != ours {
            return Err(format!(
                "`{file}` was played by version {version}, and this is version {ours}: play it again"
            ));
        }
        if value("domain", false)? != format!("{:016x}", self.domain) {
            return Err(format!(
                "`{file}` was played with another version of the domain: play it again"
            ));
        }
        for (option, ours) in &self.settings {
            let theirs = value(option, false)?;
            if theirs != *ours {
                return Err(format!(
                    "`{file}` was played with `{option} {theirs}`, and this is `{option} {ours}`: give the same options"
                ));
            }
        }
        Ok(())
    }
}

fn read_runs<T: Json>(reader: &mut Reader<'_>) -> Result<Batch<T>, Unexpected> {
    let [start, end] = reader.after("\"seeds\":")?;
    if start >= end {
        return Err(reader.unexpected("a range of seeds before this"));
    }
    let mut runs = Vec::new();
    reader.expect(",\n\"runs\":[\n")?;
    for seed in start..end {
        if seed > start {
            reader.expect(",\n")?;
        }
        reader.expect(&format!("{{\"seed\":{seed},\"run\":"))?;
        runs.push(T::read(reader)?);
        reader.expect("}")?;
    }
    reader.expect("\n],\n")?;
    let expected = format!("{:016x}", checksum(reader.read_so_far()));
    reader.expect(&format!("\"checksum\":\"{expected}\"}}\n"))?;
    reader.finish()?;
    Ok(Batch {
        seeds: start..end,
        runs,
    })
}

/// Returns the 64-bit FNV-1a hash of some bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
