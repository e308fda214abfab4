#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod args;
mod check;
mod files;
mod fmt;
mod graph;
mod import;

use std::io::{self, Write};
use std::process::ExitCode;

use args::{Args, UsageError};

/// The exit status of a command.
#[derive(Clone, Copy)]
enum Status {
    Fine = 0,
    /// A file has errors, or is not formatted.
    Found = 1,
    /// The command was called in a wrong way, or a file is missing.
    Usage = 2,
}

const HELP: &str = "\
Formats and checks the domains of squad-htn, draws their graphs, and imports problems from HDDL

Usage: cargo htn COMMAND [ARGUMENTS]

Commands:
  fmt    formats the domains and parts of Rust files
  check  prints the errors of domains and parts, without compiling them
  graph  prints the graph of a domain as Mermaid, DOT or SVG
  import writes a domain and its facts from a problem in HDDL
  help   prints the help of a command

Options:
  -h, --help     print this help
  -V, --version  print the version
";

/// A command, its help, and what it does.
type Command = (
    &'static str,
    &'static str,
    fn(Args) -> Result<Status, UsageError>,
);

const COMMANDS: [Command; 4] = [
    ("fmt", fmt::HELP, fmt::run),
    ("check", check::HELP, check::run),
    ("graph", graph::HELP, graph::run),
    ("import", import::HELP, import::run),
];

fn main() -> ExitCode {
    ExitCode::from(run() as u8)
}

fn run() -> Status {
    let mut words: Vec<String> = Vec::new();
    for word in std::env::args_os().skip(1) {
        match word.into_string() {
            Ok(word) => words.push(word),
            Err(word) => {
                eprintln!("error: the argument {word:?} is not UTF-8");
                return Status::Usage;
            }
        }
    }
    // Cargo passes the name of the command on.
    if words.first().is_some_and(|word| word == "htn") {
        words.remove(0);
    }
    let mut words = words.into_iter();
    let find = |name: &str| COMMANDS.iter().find(|command| command.0 == name);
    let name = words.next();
    match name.as_deref() {
        None => {
            eprint!("{HELP}");
            Status::Usage
        }
        Some("--help" | "-h") => print(HELP),
        Some("--version" | "-V") => print(concat!("cargo-htn ", env!("CARGO_PKG_VERSION"), "\n")),
        Some("help") => match words.next() {
            None => print(HELP),
            Some(name) => match find(&name) {
                Some(command) => print(command.1),
                None => unknown_command(&name),
            },
        },
        Some(name) => match find(name) {
            None => unknown_command(name),
            Some((_, _, run)) => run(Args::new(words)).unwrap_or_else(|UsageError(message)| {
                eprintln!("error: {message}; help: run `cargo htn help {name}`");
                Status::Usage
            }),
        },
    }
}

fn unknown_command(name: &str) -> Status {
    eprintln!(
        "error: unknown command `{name}`{}; help: run `cargo htn help` for the list of commands",
        args::similar(name, COMMANDS.iter().map(|command| command.0))
    );
    Status::Usage
}

/// Prints a text to the standard output. Returns an error if the output is closed.
fn print(text: &str) -> Status {
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => Status::Fine,
        Err(_) => Status::Found,
    }
}

/// Prints an error and returns the status.
fn fail(error: &dyn std::fmt::Display, status: Status) -> Status {
    eprintln!("error: {error}");
    status
}
