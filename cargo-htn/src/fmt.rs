//! `cargo htn fmt`

use htn_lang::{Severity, Sources};

use crate::args::{Arg, Args, UsageError, unknown};
use crate::files::{self, ReadError};
use crate::{Status, fail, print};

pub const HELP: &str = "\
Formats the domains and parts of Rust files: the inside of `htn_domain!` and `htn_part!`

Usage: cargo htn fmt [--check] [FILES]

Arguments:
  FILES      Rust files, folders, or `-` for the standard input (default: the current folder)

Options:
  --check    change nothing, and list the files that are not formatted
  -h, --help print this help

The rest of a file stays as it is. So do comments, Rust expressions, and line breaks between statements or conjuncts.
A domain with syntax errors is left alone, and its errors are printed.
With `-`, the formatted text is printed.

Exit status: 0 if all is formatted, 1 if a file is not (with --check) or has errors, 2 for a wrong call.
";

pub fn run(mut args: Args) -> Result<Status, UsageError> {
    let (mut check, mut paths) = (false, Vec::new());
    while let Some(arg) = args.next() {
        match arg {
            Arg::File(path) => paths.push(path),
            Arg::Option(option) => match option.as_str() {
                "--check" => check = true,
                "--help" | "-h" => return Ok(print(HELP)),
                _ => return Err(unknown(&option, HELP)),
            },
        }
    }
    if paths.is_empty() {
        paths.push(".".to_owned());
    }
    let files = match files::expand(&paths) {
        Ok(files) => files,
        Err(error) => return Ok(fail(&error, Status::Usage)),
    };
    let mut status = Status::Fine;
    for path in &files {
        let text = match files::read(path) {
            Ok(text) => text,
            Err(error @ ReadError::Io(..)) => return Ok(fail(&error, Status::Usage)),
            Err(error) => {
                status = fail(&error, Status::Found);
                continue;
            }
        };
        if path != "-" && !text.contains("htn_") {
            continue;
        }
        let shown = if path == "-" { "<stdin>" } else { path };
        let mut sources = Sources::new();
        let file = match sources.add(shown, &text[..]) {
            Ok(file) => file,
            Err(error) => {
                eprintln!("{}", error.render(&text));
                status = Status::Found;
                if path == "-" && !check {
                    print(&text);
                }
                continue;
            }
        };
        let formatted = sources.format(file);
        for left in &formatted.left_alone {
            eprintln!("{}", left.render(&text));
            if left.severity == Severity::Error {
                status = Status::Found;
            }
        }
        let line = first_difference(&text, &formatted.text);
        match line {
            Some(line) if check => {
                println!("{shown}:{line}: not formatted");
                status = Status::Found;
            }
            _ if path == "-" && !check => {
                print(&formatted.text);
            }
            Some(_) => {
                if let Err(error) = std::fs::write(path, &formatted.text) {
                    eprintln!("error: cannot write `{path}`: {error}");
                    return Ok(Status::Usage);
                }
            }
            None => {}
        }
    }
    Ok(status)
}

/// The first line in which two texts differ.
fn first_difference(a: &str, b: &str) -> Option<usize> {
    if a == b {
        return None;
    }
    let same = a.split('\n').zip(b.split('\n')).take_while(|(a, b)| a == b);
    Some(same.count() + 1)
}
