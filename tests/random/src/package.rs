//! Packages of compiled domains: a program for each batch, which runs its domains and prints the first difference of each.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

use crate::case::Case;

/// The output of the macro.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Emit {
    /// The engine's tables and functions, as in a game.
    Engine,
    /// Also the reference rows, and what a reload needs; this doubles the time of compilation.
    ReferenceRows,
}

/// The purpose of a package.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runs {
    /// A few domains, without optimisation, which would cost more than it saves.
    Few,
    /// Thousands of domains: everything except the domains is optimised.
    Many,
}

/// A package whose programs are batches of domains.
pub struct Package {
    /// Its folder.
    root: PathBuf,
    /// The shared target folder of all packages.
    target: PathBuf,
    profile: &'static str,
}

impl Package {
    /// Creates a package in the workspace's `target`, without the programs of earlier runs. Its dependencies are compiled
    /// once for all runs.
    pub fn new(emit: Emit, runs: Runs) -> io::Result<Package> {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let workspace = workspace.canonicalize()?;
        let all = workspace.join("target").join("random-domains");
        let (name, features) = match emit {
            Emit::Engine => ("engine", ""),
            Emit::ReferenceRows => ("reference-rows", "\"explain\", \"reload\""),
        };
        let root = all.join(name);
        let programs = root.join("src/bin");
        if programs.exists() {
            fs::remove_dir_all(&programs)?;
        }
        fs::create_dir_all(&programs)?;
        fs::write(
            root.join("Cargo.toml"),
            manifest(name, features, &workspace),
        )?;
        // The lock file of the workspace, whose versions are available offline.
        fs::copy(workspace.join("Cargo.lock"), root.join("Cargo.lock"))?;
        Ok(Package {
            root,
            target: all.join("target"),
            profile: match runs {
                Runs::Few => "dev",
                Runs::Many => "many",
            },
        })
    }

    /// Compiles and runs a program for each batch. An error is the output of the compiler or of a program.
    pub fn run(&self, batches: &[Vec<Case>]) -> io::Result<Result<(), String>> {
        for (number, cases) in batches.iter().enumerate() {
            let path = self.root.join(format!("src/bin/batch{number}.rs"));
            fs::write(path, program(cases))?;
        }
        let output = self.build().output()?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Ok(Err(format!("cargo build: {}\n{said}", output.status)));
        }
        let folder = match self.profile {
            "dev" => "debug",
            other => other,
        };
        let programs = (0..batches.len()).map(|number| {
            let name = format!("batch{number}{}", env::consts::EXE_SUFFIX);
            Command::new(self.target.join(folder).join(name))
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
        });
        let mut said = String::new();
        for program in programs.collect::<Vec<_>>() {
            let output = program?.wait_with_output()?;
            if !output.status.success() {
                said += &format!("{}\n", output.status);
                said += &String::from_utf8_lossy(&output.stdout);
                said += &String::from_utf8_lossy(&output.stderr);
            }
        }
        Ok(if said.is_empty() { Ok(()) } else { Err(said) })
    }

    fn build(&self) -> Command {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command
            .args(["build", "--bins", "--offline", "--quiet"])
            .args(["--profile", self.profile])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_INCREMENTAL", "0")
            .stdin(Stdio::null());
        command
    }
}

/// Returns the manifest. A domain takes much longer to compile than to run, so it is never optimised; for
/// thousands of domains, the macro, the engine and the interpreter are.
fn manifest(name: &str, features: &str, workspace: &Path) -> String {
    let random = workspace.join("tests/random");
    let compared = if features.is_empty() {
        ""
    } else {
        "\"reload\""
    };
    format!(
        "[package]
name = \"{name}\"
version = \"0.0.0\"
edition = \"2024\"

[workspace]

[dependencies]
squad-htn = {{ path = {workspace:?}, features = [{features}] }}
random-domains = {{ path = {random:?}, features = [{compared}] }}

[profile.dev]
debug = false
incremental = false

[profile.many]
inherits = \"dev\"

[profile.many.build-override]
opt-level = 1

[profile.many.package.\"*\"]
opt-level = 2
"
    )
}

/// Returns the source of a program that runs these domains.
fn program(cases: &[Case]) -> String {
    let mut text = String::from(HEAD);
    // Writing to a `String` can't fail.
    for Case { seed, .. } in cases {
        let emitted = format!("Emitted::of::<seed{seed}::random::Domain>");
        let _ = writeln!(text, "    ({seed}, {emitted}),");
    }
    let _ = writeln!(text, "];");
    for Case { seed, spec, .. } in cases {
        let kind = spec.kind.module();
        let _ = write!(
            text,
            "
mod seed{seed} {{
    use random_domains::values::{{answer, below, narrow, number, plus, price, rank, small, span, wide}};
    use random_domains::values::{kind}::*;

    squad_htn::htn_domain! {{
{spec}
    }}
}}
"
        );
    }
    text
}

const HEAD: &str = "#![allow(warnings)]

use random_domains::check::{self, Compiled};
use random_domains::untyped::Emitted;

fn main() {
    std::process::exit(i32::from(!check::all(ALL)));
}

const ALL: &[Compiled] = &[
";
