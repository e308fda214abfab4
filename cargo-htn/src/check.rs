//! `cargo htn check`

use std::collections::BTreeSet;
use std::path::PathBuf;

use htn_lang::{Diagnostic, MacroKind, Severity, SourceFile, Sources};

use crate::args::{Arg, Args, UsageError, unknown};
use crate::files::{self, ReadError};
use crate::{Status, fail, print};

pub const HELP: &str = "\
Prints the errors of the domains and parts in Rust files, without compiling them

Usage: cargo htn check [OPTIONS] FILES

Arguments:
  FILES         Rust files, folders, or `-` for the standard input

Options:
  --cfg OPTION  set a `cfg` option, such as `test` or `feature=\"debug\"`; may be repeated
  --short       print one line for each error: `path:line:column: error: message`
  -h, --help    print this help

Parts are looked up in the files of the package. A part is checked with every domain of the package that uses it.
Items under a `#[cfg]` that does not hold are not checked, and a note says so; the options of the host are set.
Errors of types and of Rust expressions are not found: those are rustc's.

Exit status: 0 if there is no error, 1 if there is one, 2 for a wrong call.
";

pub fn run(mut args: Args) -> Result<Status, UsageError> {
    let (mut short, mut paths, mut options) = (false, Vec::new(), Vec::new());
    while let Some(arg) = args.next() {
        match arg {
            Arg::File(path) => paths.push(path),
            Arg::Option(option) => match option.as_str() {
                "--short" => short = true,
                "--cfg" | "--cfg=" => options.push(args.value("--cfg")?),
                "--help" | "-h" => return Ok(print(HELP)),
                _ => return Err(unknown(&option, HELP)),
            },
        }
    }
    if paths.is_empty() {
        return Err(UsageError("no files to check".to_owned()));
    }
    let mut input = match Input::read(&paths, &options)? {
        Ok(input) => input,
        Err(status) => return Ok(status),
    };
    input.check();
    for diagnostic in &input.diagnostics {
        if short {
            println!("{diagnostic}");
        } else {
            let files = input.sources.files().iter();
            let text = files.clone().find(|file| file.path() == diagnostic.path);
            let text = text.map_or("", SourceFile::text);
            println!("{}", diagnostic.render(text));
        }
    }
    input.print_summary();
    let has_errors = input.diagnostics.iter().any(is_error);
    Ok(if has_errors || input.unreadable > 0 {
        Status::Found
    } else {
        Status::Fine
    })
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}

/// The files of a call, with those of their packages.
pub struct Input {
    pub sources: Sources,
    /// The number of the files that are named. Others follow them.
    pub named: usize,
    pub diagnostics: BTreeSet<Diagnostic>,
    /// The number of files that are not UTF-8 or do not consist of tokens.
    pub unreadable: usize,
}

impl Input {
    /// Reads files. The inner result is the exit status if one of them is missing.
    pub fn read(paths: &[String], options: &[String]) -> Result<Result<Input, Status>, UsageError> {
        let mut input = Input {
            sources: Sources::new(),
            named: 0,
            diagnostics: BTreeSet::new(),
            unreadable: 0,
        };
        for option in host_options().iter().chain(options) {
            if !input.sources.set_cfg(option) {
                return Err(UsageError(format!("`{option}` is not a `cfg` option")));
            }
        }
        let files = match files::expand(paths) {
            Ok(files) => files,
            Err(error) => return Ok(Err(fail(&error, Status::Usage))),
        };
        for path in &files {
            let shown = if path == "-" { "<stdin>" } else { path };
            match files::read(path) {
                Ok(text) => {
                    if let Err(error) = input.sources.add(shown, &text[..]) {
                        eprintln!("{}", error.render(&text));
                        input.unreadable += 1;
                    }
                }
                Err(error @ ReadError::Io(..)) => return Ok(Err(fail(&error, Status::Usage))),
                Err(error) => {
                    fail(&error, Status::Found);
                    input.unreadable += 1;
                }
            }
        }
        input.named = input.sources.files().len();
        input.add_packages(&files);
        Ok(Ok(input))
    }

    /// Adds the files that have parts, or domains that use parts, if a named file has one of these.
    fn add_packages(&mut self, files: &[String]) {
        let has_parts = |text: &str| text.contains("htn_part!") || text.contains("use part");
        if !self
            .sources
            .files()
            .iter()
            .any(|file| has_parts(file.text()))
        {
            return;
        }
        let whole = |path: &String| std::fs::canonicalize(path).ok();
        let mut known: BTreeSet<PathBuf> = files.iter().filter_map(whole).collect();
        let packages = files.iter().filter_map(|path| files::package_of(path));
        let packages: BTreeSet<PathBuf> = packages.collect();
        for path in packages.iter().flat_map(|root| files::of_package(root)) {
            let is_new = whole(&path).is_some_and(|path| known.insert(path));
            // A file that is not named may be unfinished, so its own errors are not reported.
            if let Some(text) = is_new.then(|| files::read(&path).ok()).flatten()
                && has_parts(&text)
            {
                let _ = self.sources.add(&path, text);
            }
        }
    }

    /// Checks all named files, and the domains that use their parts.
    pub fn check(&mut self) {
        let (named, others) = self.sources.files().split_at(self.named);
        for call in named.iter().flat_map(SourceFile::calls) {
            self.diagnostics
                .extend(self.sources.check(call).diagnostics);
        }
        let is_part = |call: &&htn_lang::MacroCall| call.kind() == MacroKind::Part;
        if !named
            .iter()
            .flat_map(SourceFile::calls)
            .any(|call| is_part(&call))
        {
            return;
        }
        let is_named = |of: &Diagnostic| named.iter().any(|file| file.path() == of.path);
        let calls = others.iter().flat_map(SourceFile::calls);
        for call in calls.filter(|call| !is_part(call)) {
            let found = self.sources.check(call).diagnostics;
            self.diagnostics.extend(found.into_iter().filter(is_named));
        }
    }

    fn print_summary(&self) {
        let named = &self.sources.files()[..self.named];
        let of_kind = |kind| {
            let calls = named.iter().flat_map(SourceFile::calls);
            calls.filter(|call| call.kind() == kind).count()
        };
        let errors = self.diagnostics.iter().filter(|of| is_error(of)).count();
        let notes = self.diagnostics.len() - errors;
        let errors = errors + self.unreadable;
        eprintln!(
            "{}, {}: {}, {}",
            count(of_kind(MacroKind::Domain), "domain"),
            count(of_kind(MacroKind::Part), "part"),
            count(errors, "error"),
            count(notes, "note"),
        );
    }
}

fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

/// The `cfg` options of the machine that the command runs on, in a debug build.
fn host_options() -> Vec<String> {
    use std::env::consts::{ARCH, FAMILY, OS};
    vec![
        "debug_assertions".to_owned(),
        FAMILY.to_owned(),
        format!("target_family = {FAMILY:?}"),
        format!("target_os = {OS:?}"),
        format!("target_arch = {ARCH:?}"),
        "panic = \"unwind\"".to_owned(),
    ]
}
