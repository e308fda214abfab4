//! The arguments of a command.

use std::collections::VecDeque;

/// A usage error: the message, and the command whose help explains it.
#[derive(Debug)]
pub struct UsageError(pub String);

/// The arguments that are not read yet.
pub struct Args {
    rest: VecDeque<String>,
    /// True after `--`.
    only_files: bool,
}

/// An argument.
pub enum Arg {
    /// An option, such as `--check`.
    Option(String),
    /// A file or a folder, or `-`.
    File(String),
}

impl Args {
    pub fn new(args: impl Iterator<Item = String>) -> Args {
        Args {
            rest: args.collect(),
            only_files: false,
        }
    }

    /// Returns the next argument.
    pub fn next(&mut self) -> Option<Arg> {
        let arg = self.rest.pop_front()?;
        if self.only_files || arg == "-" || !arg.starts_with('-') {
            return Some(Arg::File(arg));
        }
        if arg == "--" {
            self.only_files = true;
            return self.next();
        }
        // `--option=value`
        match arg.split_once('=') {
            Some((option, value)) => {
                self.rest.push_front(value.to_owned());
                Some(Arg::Option(format!("{option}=")))
            }
            None => Some(Arg::Option(arg)),
        }
    }

    /// Returns the value of an option.
    pub fn value(&mut self, option: &str) -> Result<String, UsageError> {
        let missing = || UsageError(format!("option `{option}` needs a value"));
        self.rest.pop_front().ok_or_else(missing)
    }
}

/// Reports an option that the command does not have. Its help has those that it has.
pub fn unknown(option: &str, help: &str) -> UsageError {
    let name = option.trim_end_matches('=');
    let known = help.split(|c: char| c != '-' && !c.is_ascii_alphanumeric());
    let known: Vec<&str> = known.filter(|word| word.starts_with("--")).collect();
    if known.contains(&name) {
        return UsageError(format!("option `{name}` takes no value"));
    }
    UsageError(format!("unknown option `{name}`{}", similar(name, known)))
}

/// Names a similar word, if there is one.
pub fn similar<'w>(wrong: &str, known: impl IntoIterator<Item = &'w str>) -> String {
    let nearest = htn_lang::nearest(wrong, known);
    nearest.map_or(String::new(), |word| {
        format!(", which is similar to `{word}`")
    })
}
