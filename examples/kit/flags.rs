//! Command lines: options with values, a help text, and errors that list the allowed values.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The description of a program's command line.
pub struct Program {
    pub name: &'static str,
    /// The purpose of the program, in a sentence or two.
    pub about: &'static str,
    pub flags: &'static [Flag],
}

/// An option of a program.
pub struct Flag {
    /// The name with its dashes.
    pub name: &'static str,
    /// The placeholder of the value in the help, such as `N` or `FILE`; empty for an option without a value. If it ends
    /// with `...`, the option has one value or more: the words up to the next option.
    pub value: &'static str,
    pub help: &'static str,
}

/// A parsed command line.
#[derive(Debug)]
pub enum Invocation {
    Run(Given),
    /// `--help` was given. Contains the help text.
    Help(String),
}

/// The given options. Each exists in [`Program::flags`].
#[derive(Debug, Default)]
pub struct Given(Vec<(&'static str, String)>);

impl Program {
    /// Parses the arguments without the program's name. Accepts `--name value` and `--name=value`; each option at most
    /// once.
    pub fn parse(&self, words: impl IntoIterator<Item = String>) -> Result<Invocation, String> {
        let mut given = Given::default();
        let mut words = words.into_iter().peekable();
        while let Some(word) = words.next() {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (word.as_str(), None),
            };
            if ["-h", "--help"].contains(&name) {
                return Ok(Invocation::Help(self.help()));
            }
            let flag = self.flags.iter().find(|flag| flag.name == name);
            let flag = flag.ok_or_else(|| self.unknown(name))?;
            if given.is_given(flag.name) {
                return Err(format!("`{name}` is given more than once"));
            }
            let value = match (flag.value, value) {
                ("", None) => String::new(),
                ("", Some(value)) => {
                    return Err(format!("`{name}` takes no value: remove `{value}`"));
                }
                (what, value) => value
                    .or_else(|| words.next())
                    .ok_or(format!("`{name}` needs a value: {name} {what}"))?,
            };
            given.0.push((flag.name, value));
            while flag.value.ends_with("...")
                && let Some(value) = words.next_if(|word| !word.starts_with('-'))
            {
                given.0.push((flag.name, value));
            }
        }
        Ok(Invocation::Run(given))
    }

    fn unknown(&self, name: &str) -> String {
        let all: Vec<&str> = self.flags.iter().map(|flag| flag.name).collect();
        let all = all.join(", ");
        format!("unknown option `{name}`: use one of {all}, --help")
    }

    fn help(&self) -> String {
        let Program { name, about, flags } = self;
        let mut text = format!("{about}\n\nusage: {name} [options]\n\n");
        let help = Flag {
            name: "-h, --help",
            value: "",
            help: "print this help",
        };
        let all = || flags.iter().chain([&help]);
        let heads = all().map(|flag| format!("{} {}", flag.name, flag.value));
        let width = heads.clone().map(|head| head.len()).max().unwrap_or(0);
        for (head, flag) in heads.zip(all()) {
            // Further lines of a help text are indented like its first.
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
    /// Returns true if the option was given.
    pub fn is_given(&self, name: &str) -> bool {
        self.text(name).is_some()
    }

    /// Returns the value of an option, if it was given.
    pub fn text(&self, name: &str) -> Option<&str> {
        let mut given = self.0.iter();
        given
            .find(|(given, _)| *given == name)
            .map(|(_, value)| value.as_str())
    }

    /// Returns all values of an option.
    pub fn texts(&self, name: &str) -> Vec<&str> {
        let given = self.0.iter().filter(|(given, _)| *given == name);
        given.map(|(_, value)| value.as_str()).collect()
    }

    /// Returns the value of an option as a number within these bounds, or the default if it was not given.
    pub fn number<T>(&self, name: &str, default: T, allowed: RangeInclusive<T>) -> Result<T, String>
    where
        T: FromStr + PartialOrd + Display,
    {
        let Some(text) = self.text(name) else {
            return Ok(default);
        };
        let number = text.parse().ok().filter(|number| allowed.contains(number));
        number.ok_or_else(|| {
            let (low, high) = (allowed.start(), allowed.end());
            format!("`{name}` needs a number from {low} to {high}, not `{text}`")
        })
    }

    /// Returns the value of `--seed`, or the default.
    pub fn seed(&self, default: u64) -> Result<u64, String> {
        self.number("--seed", default, 0..=u64::MAX)
    }

    /// Returns the value that an option names, or the default if it was not given.
    pub fn one_of<T: Copy>(&self, name: &str, default: T, all: &[(&str, T)]) -> Result<T, String> {
        let Some(text) = self.text(name) else {
            return Ok(default);
        };
        let found = all.iter().find(|(spelling, _)| *spelling == text);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let all: Vec<&str> = all.iter().map(|(spelling, _)| *spelling).collect();
            format!("`{name}` needs one of {}, not `{text}`", all.join(", "))
        })
    }
}

/// Prints an error about the command line and returns its exit code.
pub fn usage_error(message: &str) -> std::process::ExitCode {
    eprintln!("error: {message}\nhelp: `--help` lists the options");
    std::process::ExitCode::from(2)
}
