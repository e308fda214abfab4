//! Packages of compiled domains: a program for each batch, which runs its domains and tells the first difference.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

use crate::case::Case;

/// A package whose programs are batches of domains.
pub struct Package {
    /// Its folder.
    root: PathBuf,
    /// The folder of the workspace whose macro compiles the domains.
    workspace: PathBuf,
}

impl Package {
    /// A package of this name in the workspace's own `target`; its programs of an earlier run are gone. What it
    /// depends on is compiled once, for all runs.
    pub fn new(name: &str) -> io::Result<Package> {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let workspace = workspace.canonicalize()?;
        let root = workspace.join("target").join("random-domains").join(name);
        let programs = root.join("src/bin");
        if programs.exists() {
            fs::remove_dir_all(&programs)?;
        }
        fs::create_dir_all(&programs)?;
        fs::write(root.join("Cargo.toml"), manifest(name, &workspace))?;
        // The versions of the workspace: they are at hand, and no other is asked for.
        fs::copy(workspace.join("Cargo.lock"), root.join("Cargo.lock"))?;
        Ok(Package { root, workspace })
    }

    /// Compiles a program for each batch and runs it; an error is what the compiler or a program said.
    pub fn run(&self, batches: &[Vec<Case>]) -> io::Result<Result<(), String>> {
        for (number, cases) in batches.iter().enumerate() {
            let path = self.root.join(format!("src/bin/batch{number}.rs"));
            fs::write(path, program(cases))?;
        }
        let output = self
            .cargo(&["build", "--bins", "--offline", "--quiet"])
            .output()?;
        if !output.status.success() {
            return Ok(Err(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        let programs = (0..batches.len()).map(|number| {
            let name = format!("batch{number}{}", env::consts::EXE_SUFFIX);
            Command::new(self.target().join("debug").join(name))
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

    fn target(&self) -> PathBuf {
        self.workspace.join("target/random-domains/target")
    }

    fn cargo(&self, arguments: &[&str]) -> Command {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command
            .args(arguments)
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.target())
            .env("CARGO_INCREMENTAL", "0")
            .stdin(Stdio::null());
        command
    }
}

/// Nothing is optimised: for a few domains that would take longer than it gains.
fn manifest(name: &str, workspace: &Path) -> String {
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\n\
         squad-htn = {{ path = {workspace:?}, features = [\"explain\"] }}\n\
         random-domains = {{ path = {:?} }}\n\n\
         [profile.dev]\ndebug = false\n",
        workspace.join("tests/random"),
    )
}

/// A program that runs all these domains.
fn program(cases: &[Case]) -> String {
    let mut text = String::from(HEAD);
    // Writing to a `String` can't fail.
    for case in cases {
        let _ = write!(text, "{}", module(case));
    }
    let _ = writeln!(text, "const ALL: &[(u64, fn() -> Result<(), String>)] = &[");
    for Case { seed, .. } in cases {
        let _ = writeln!(text, "    ({seed}, seed{seed}::check),");
    }
    let _ = writeln!(text, "];");
    text
}

const HEAD: &str = "#![allow(warnings)]

fn main() {
    let mut failed = false;
    for (seed, check) in ALL {
        let what = match std::panic::catch_unwind(check) {
            Ok(Ok(())) => continue,
            Ok(Err(difference)) => difference,
            Err(_) => String::from(\"it panicked\"),
        };
        println!(\"seed {seed}: HTN_SEED={seed} begins with it\\n{what}\");
        failed = true;
    }
    std::process::exit(i32::from(failed));
}

fn price(number: u8) -> f32 {
    random_domains::spec::PRICES[usize::from(number)]
}

fn below(number: u8) -> Option<u8> {
    number.checked_sub(1)
}
";

/// One domain with its facts and its plans.
fn module(case: &Case) -> String {
    let Case { seed, spec, plans } = case;
    let mut text = String::new();
    let facts = spec.facts.iter().map(|(predicate, row)| {
        let name = &spec.predicates[*predicate].name;
        let (first, rest) = name.split_at(1);
        let words: Vec<String> = row.iter().map(|word| word.to_string()).collect();
        let words = match words.is_empty() {
            true => String::new(),
            false => format!("({})", words.join(", ")),
        };
        format!("random::Fact::{}{rest}{words}", first.to_uppercase())
    });
    let facts: Vec<String> = facts.collect();
    let plans = plans
        .iter()
        .map(|plan| (plan.steps.join("; "), plan.cost.to_string()));
    let plans: Vec<(String, String)> = plans.collect();
    let _ = write!(
        text,
        "
mod seed{seed} {{
    use crate::{{below, price}};

    squad_htn::htn_domain! {{
{spec}
    }}

    pub fn check() -> Result<(), String> {{
        let compiled = random_domains::check::Compiled::<random::Domain> {{
            seed: {seed},
            facts: vec![{}],
            task: random::Task::M0,
            plans: &{plans:?},
        }};
        compiled.check()
    }}
}}
",
        facts.join(", ")
    );
    text
}
