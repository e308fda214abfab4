//! Command lines: options with values, a text of help, and errors that say what is allowed.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A program, for its help.
pub struct Program {
    pub name: &'static str,
    /// What it shows, in a sentence or two.
    pub about: &'static str,
    pub flags: &'static [Flag],
}

/// An option of a program.
pub struct Flag {
    /// With its dashes.
    pub name: &'static str,
    /// What stands for the value in the help, `N` or `FILE`; empty where it takes none.
    pub value: &'static str,
    pub help: &'static str,
}

/// What was asked for.
#[derive(Debug)]
pub enum Wish {
    Run(Given),
    /// The text of the help.
    Help(String),
}

/// The options that were given, checked against those that there are.
#[derive(Debug, Default)]
pub struct Given(Vec<(&'static str, String)>);

impl Program {
    /// Reads the arguments, without the program's name. `--name value` and `--name=value` are the same; each option is
    /// there once at most.
    pub fn parse(&self, words: impl IntoIterator<Item = String>) -> Result<Wish, String> {
        let mut given = Given::default();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (word.as_str(), None),
            };
            if ["-h", "--help"].contains(&name) {
                return Ok(Wish::Help(self.help()));
            }
            let flag = self.flags.iter().find(|flag| flag.name == name);
            let flag = flag.ok_or_else(|| self.unknown(name))?;
            if given.is_given(flag.name) {
                return Err(format!("`{name}` is given twice"));
            }
            let value = match (flag.value, value) {
                ("", None) => String::new(),
                ("", Some(value)) => {
                    return Err(format!("`{name}` takes no value, and has `{value}`"));
                }
                (what, value) => value
                    .or_else(|| words.next())
                    .ok_or(format!("`{name}` needs a value: {name} {what}"))?,
            };
            given.0.push((flag.name, value));
        }
        Ok(Wish::Run(given))
    }

    fn unknown(&self, name: &str) -> String {
        let all: Vec<&str> = self.flags.iter().map(|flag| flag.name).collect();
        let all = all.join(", ");
        format!("unknown option `{name}`; there are {all}, --help")
    }

    fn help(&self) -> String {
        let Program { name, about, flags } = self;
        let mut text = format!("{about}\n\nusage: {name} [options]\n\n");
        let help = Flag {
            name: "-h, --help",
            value: "",
            help: "this text",
        };
        let all = || flags.iter().chain([&help]);
        let heads = all().map(|flag| format!("{} {}", flag.name, flag.value));
        let width = heads.clone().map(|head| head.len()).max().unwrap_or(0);
        for (head, flag) in heads.zip(all()) {
            // What a help text has in further lines stands below its first.
            let help = flag
                .help
                .replace('\n', &format!("\n{:width$}", "", width = width + 4));
            text += &format!("  {head:width$}  {help}\n");
        }
        text.truncate(text.trim_end().len());
        text
    }
}

impl Given {
    /// Whether the option is there.
    pub fn is_given(&self, name: &str) -> bool {
        self.text(name).is_some()
    }

    /// The value of the option, where it is there.
    pub fn text(&self, name: &str) -> Option<&str> {
        let mut given = self.0.iter();
        given
            .find(|(given, _)| *given == name)
            .map(|(_, value)| value.as_str())
    }

    /// A number within these bounds; the default where the option is not there.
    pub fn number<T>(&self, name: &str, default: T, allowed: RangeInclusive<T>) -> Result<T, String>
    where
        T: FromStr + PartialOrd + Display,
    {
        let Some(text) = self.text(name) else {
            return Ok(default);
        };
        let number = text.parse().ok().filter(|number| allowed.contains(number));
        number.ok_or_else(|| {
            let (least, most) = (allowed.start(), allowed.end());
            format!("`{name}` needs a number from {least} to {most}, not `{text}`")
        })
    }

    /// The seed: `--seed`, or the default.
    pub fn seed(&self, default: u64) -> Result<u64, String> {
        self.number("--seed", default, 0..=u64::MAX)
    }

    /// One of these; the default where the option is not there.
    pub fn one_of<T: Copy>(&self, name: &str, default: T, all: &[(&str, T)]) -> Result<T, String> {
        let Some(text) = self.text(name) else {
            return Ok(default);
        };
        let found = all.iter().find(|(spelling, _)| *spelling == text);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let all: Vec<&str> = all.iter().map(|(spelling, _)| *spelling).collect();
            format!("`{name}` is one of {}, not `{text}`", all.join(", "))
        })
    }
}

/// Prints an error as a compiler does, and gives the exit code of a command line that makes no sense.
pub fn refuse(message: &str) -> std::process::ExitCode {
    eprintln!("error: {message}\nhelp: `--help` lists the options");
    std::process::ExitCode::from(2)
}
