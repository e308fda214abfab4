//! `cargo htn import`

mod analysis;
mod binder;
mod domain;
mod model;
mod names;
mod order;
mod problems;
mod program;
mod read;
#[cfg(test)]
mod tests;
mod text;

use htn_lang::{Diagnostic, MacroCall, Severity, Sources};

use crate::args::{Arg, Args, UsageError, unknown};
use crate::files::{self, ReadError};
use crate::{Status, fail, print};
use analysis::Analysis;
use domain::DomainWriter;
use names::Names;
use problems::Problems;

pub const HELP: &str = "\
Writes a Rust program with an `htn_domain!` from a domain and a problem in HDDL

Usage: cargo htn import [OPTIONS] DOMAIN PROBLEM

Arguments:
  DOMAIN        a file with `(define (domain ...) ...)`, or `-` for the standard input
  PROBLEM       a file with `(define (problem ...) ...)`, or `-`

Options:
  --out FILE    write the program to a file instead of the standard output
  --keep-order  try the methods of a task in the order of the file
  -h, --help    print this help

The program depends on `squad-htn`. It searches for a plan and prints it; with `--ipc`, in the format that verifiers of
the planning competition read.

Variables of methods are bound as late as possible, by facts that the next subtasks need. Alternatives that begin with
their own task are tried last. If the problem has a goal, alternatives that continue with their own task are tried
first.

Derived predicates, numeric conditions, preferences, and orders of subtasks that are not made of series and parallel
parts are errors. Durations are ignored, and a note says so.

Exit status: 0 if the program was written, 1 if a file has errors, 2 for a wrong call.
";

pub fn run(mut args: Args) -> Result<Status, UsageError> {
    let (mut paths, mut out, mut keep_order) = (Vec::new(), None, false);
    while let Some(arg) = args.next() {
        match arg {
            Arg::File(path) => paths.push(path),
            Arg::Option(option) => match option.as_str() {
                "--out" | "--out=" => out = Some(args.value("--out")?),
                "--keep-order" => keep_order = true,
                "--help" | "-h" => return Ok(print(HELP)),
                _ => return Err(unknown(&option, HELP)),
            },
        }
    }
    if paths.len() != 2 || paths[0] == paths[1] {
        let found = match &paths[..] {
            [path, _] => format!("`{path}` twice"),
            [_] => "1 file".to_owned(),
            _ => format!("{} files", paths.len()),
        };
        return Err(UsageError(format!(
            "expected a domain and a problem, found {found}"
        )));
    }
    let mut files = Vec::new();
    for path in &paths {
        match files::read(path) {
            Ok(text) => files.push((if path == "-" { "<stdin>" } else { path }.to_owned(), text)),
            Err(error @ ReadError::Io(..)) => return Ok(fail(&error, Status::Usage)),
            Err(error) => return Ok(fail(&error, Status::Found)),
        }
    }
    let imported = import(&files, keep_order);
    for (file, diagnostic) in &imported.diagnostics {
        eprintln!("{}", diagnostic.render(&files[*file].1));
    }
    if let Some(defect) = &imported.defect {
        eprintln!(
            "error: the domain that was written has an error, which is a defect of `cargo htn`\n{defect}"
        );
    }
    let Some(program) = imported.program else {
        return Ok(Status::Found);
    };
    match out {
        None => Ok(print(&program)),
        Some(path) => match std::fs::write(&path, program) {
            Ok(()) => Ok(Status::Fine),
            Err(error) => Ok(fail(
                &format!("cannot write `{path}`: {error}"),
                Status::Usage,
            )),
        },
    }
}

/// A program, unless there was an error; and the errors and notes with the files that they are about.
struct Imported {
    program: Option<String>,
    diagnostics: Vec<(usize, Diagnostic)>,
    /// An error in the domain that was written.
    defect: Option<String>,
}

/// Translates a domain and a problem, given as paths and texts.
fn import(files: &[(String, String)], keep_order: bool) -> Imported {
    let mut problems = Problems::default();
    let domain = text::parse(0, &files[0].1, &mut problems);
    let problem = text::parse(1, &files[1].1, &mut problems);
    let world = match (&domain, &problem) {
        (Some(domain), Some(problem)) => read::read(domain, problem, &mut problems),
        _ => None,
    };
    let program = world.map(|world| {
        let (names, analysis) = (Names::new(&world), Analysis::new(&world));
        let domain = DomainWriter::new(&world, &names, &analysis, keep_order).write();
        program::program(&world, &names, &domain, [&files[0].0, &files[1].0])
    });
    let diagnostics = problems.located(files);
    let (program, defect) = match program.map(formatted) {
        None => (None, None),
        Some(Ok(program)) => (Some(program), None),
        Some(Err(defect)) => (None, Some(defect)),
    };
    Imported {
        program,
        diagnostics,
        defect,
    }
}

/// Formats the domain of a program, and checks it.
fn formatted(program: String) -> Result<String, String> {
    let mut sources = Sources::new();
    let file = sources
        .add("main.rs", &program[..])
        .map_err(|error| error.render(&program))?;
    let calls: &[MacroCall] = sources.file(file).calls();
    for call in calls {
        let mut errors = sources.check(call).diagnostics;
        errors.retain(|of| of.severity == Severity::Error);
        if let Some(error) = errors.first() {
            return Err(error.render(&program));
        }
    }
    Ok(sources.format(file).text)
}
