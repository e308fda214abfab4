//! The cost of compiling a domain: generates crates with domains of 10, 100 and 1,000 methods and prints how many lines
//! they expand to, the CPU seconds of `cargo check` and of a release build over those of an empty crate, and how that
//! grows. Then the same for domains of one method whose condition has 16, 32, 64 and 226 atoms with free variables.
//!
//! `cargo bench --bench compile_time`, or for some sizes alone `cargo bench --bench compile_time -- 100 wide64`

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

type Fallible<T> = Result<T, Box<dyn Error>>;

const SIZES: [usize; 3] = [10, 100, 1_000];

/// Atoms in one condition.
const WIDTHS: [usize; 4] = [16, 32, 64, 226];

/// The number of runs, of which the fastest counts. The rest is the noise of the machine.
const RUNS: usize = 3;

/// The limits for a domain of 100 methods.
const MOST_LINES: f64 = 15.0;
const MOST_CHECK: f64 = 0.75;
const MOST_RELEASE: f64 = 3.0;

fn main() -> Fallible<()> {
    // `cargo test --benches` runs this too; it has nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let scratch = Scratch::new()?;
    let empty = scratch.measure("empty", "")?;
    println!(
        "an empty crate: check {:.2} s, release {:.2} s of CPU",
        empty.check, empty.release
    );
    println!();
    println!("methods   source lines   expanded a line   with derives   check s   release s");

    // Other sizes, if the command names any.
    let methods: Vec<usize> = named_sizes("");
    let widths: Vec<usize> = named_sizes("wide");
    let (methods, widths) = if methods.is_empty() && widths.is_empty() {
        (SIZES.to_vec(), WIDTHS.to_vec())
    } else {
        (methods, widths)
    };
    let mut last: Option<(usize, Costs)> = None;
    for methods in methods {
        let (own, Costs { check, release }) =
            scratch.row(&empty, "methods", methods, &domain(methods))?;
        if methods == 100 {
            verdict("expanded lines a source line", own, MOST_LINES);
            verdict("seconds of check", check, MOST_CHECK);
            verdict("seconds of release build", release, MOST_RELEASE);
        }
        let costs = Costs { check, release };
        if let Some((fewer, before)) = last {
            let times = methods as f64 / fewer as f64;
            let growth = |now: f64, before: f64| now / before.max(0.01) / times;
            println!(
                "          {times:.0} times the methods cost {:.2} times as much a method to check, {:.2} to build",
                growth(check, before.check),
                growth(release, before.release),
            );
        }
        last = Some((methods, costs));
    }
    if !widths.is_empty() {
        println!();
        println!("  atoms   source lines   expanded a line   with derives   check s   release s");
    }
    for atoms in widths {
        scratch.row(&empty, "wide", atoms, &wide(atoms))?;
    }
    Ok(())
}

/// The sizes that the command names with a prefix.
fn named_sizes(prefix: &str) -> Vec<usize> {
    let arguments = std::env::args();
    let sizes = arguments.filter_map(|argument| argument.strip_prefix(prefix)?.parse().ok());
    sizes.collect()
}

fn verdict(what: &str, value: f64, most: f64) {
    let word = if value <= most { "within" } else { "OVER" };
    println!("          {value:.2} {what}: {word} the limit of {most}");
}

/// CPU seconds.
struct Costs {
    check: f64,
    release: f64,
}

/// Lines of the expansion: without what derives add, and with it.
struct Expansion {
    own: usize,
    all: usize,
}

/// A folder for generated crates, which share the build of their dependencies.
struct Scratch {
    root: PathBuf,
}

impl Scratch {
    fn new() -> Fallible<Scratch> {
        let root =
            std::env::temp_dir().join(format!("squad-htn-compile-time-{}", std::process::id()));
        fs::create_dir_all(&root)?;
        Ok(Scratch { root })
    }

    /// Writes a crate and compiles it. The crate's dependencies are built beforehand and not counted.
    fn measure(&self, name: &str, source: &str) -> Fallible<Costs> {
        let folder = self.root.join(name);
        fs::create_dir_all(folder.join("src"))?;
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\nsquad-htn = {{ path = {:?} }}\n",
            env!("CARGO_MANIFEST_DIR"),
        );
        fs::write(folder.join("Cargo.toml"), manifest)?;
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock");
        if lock.exists() {
            fs::copy(lock, folder.join("Cargo.lock"))?;
        }
        let main = folder.join("src/lib.rs");
        fs::write(&main, source)?;
        let cost = |arguments: &[&str]| -> Fallible<f64> {
            let mut least = f64::INFINITY;
            for run in 0..=RUNS {
                // Something new each time, or nothing is compiled.
                fs::write(&main, format!("{source}// {run}\n"))?;
                let before = children_seconds()?;
                self.cargo(name, arguments, false)?;
                let seconds = children_seconds()? - before;
                if run > 0 {
                    least = least.min(seconds);
                }
            }
            Ok(least)
        };
        Ok(Costs {
            check: cost(&["check", "--lib"])?,
            release: cost(&["build", "--lib", "--release"])?,
        })
    }

    /// Measures a crate and prints a row of the table; returns the expanded lines a source line, and the costs above
    /// those of an empty crate.
    fn row(&self, empty: &Costs, kind: &str, size: usize, source: &str) -> Fallible<(f64, Costs)> {
        let lines = source.lines().count();
        let name = format!("{kind}{size}");
        let costs = self.measure(&name, source)?;
        let expansion = self.expand(&name)?;
        let own = expansion.own as f64 / lines as f64;
        let derived = expansion.all as f64 / lines as f64;
        let check = costs.check - empty.check;
        let release = costs.release - empty.release;
        println!(
            "{size:7}   {lines:12}   {own:15.1}   {derived:12.1}   {check:7.2}   {release:9.2}"
        );
        Ok((own, Costs { check, release }))
    }

    fn expand(&self, name: &str) -> Fallible<Expansion> {
        let text = self.cargo(name, &["rustc", "--lib", "--", "-Zunpretty=expanded"], true)?;
        Ok(Expansion {
            own: without_derives(&text),
            all: text.lines().count(),
        })
    }

    fn cargo(&self, name: &str, arguments: &[&str], unstable: bool) -> Fallible<String> {
        let mut command = Command::new(env!("CARGO"));
        command
            .args(arguments)
            .env("CARGO_NET_OFFLINE", "true")
            .current_dir(self.root.join(name))
            .env("CARGO_TARGET_DIR", self.root.join("target"))
            .env("CARGO_INCREMENTAL", "0")
            .stdin(Stdio::null());
        if unstable {
            command.env("RUSTC_BOOTSTRAP", "1");
        }
        let output = command.output()?;
        if !output.status.success() {
            return Err(
                format!("{command:?}:\n{}", String::from_utf8_lossy(&output.stderr)).into(),
            );
        }
        Ok(String::from_utf8(output.stdout)?)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The system cleans its temporary folder if this fails.
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// User and system time of all children that have ended, and of theirs.
#[cfg(target_os = "linux")]
fn children_seconds() -> Fallible<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The second field is the program's name in parentheses, which may hold spaces.
    let (_, fields) = stat
        .rsplit_once(')')
        .ok_or("an unknown form of /proc/self/stat")?;
    let mut times = fields.split_whitespace().skip(13).map(str::parse::<f64>);
    let mut next = || times.next().ok_or("an unknown form of /proc/self/stat");
    // Clock ticks: Linux always reports 100 per second.
    Ok((next()?? + next()??) / 100.0)
}

/// Elsewhere, the time on the wall: run it on a machine that does nothing else.
#[cfg(not(target_os = "linux"))]
fn children_seconds() -> Fallible<f64> {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?;
    Ok(now.as_secs_f64())
}

/// Counts the lines outside of derived implementations, which rustc adds to any enum.
fn without_derives(expanded: &str) -> usize {
    let mut count = 0;
    let mut lines = expanded.lines();
    while let Some(line) = lines.next() {
        if line.trim() != "#[automatically_derived]" {
            count += 1;
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let last = |line: &str| {
            line.strip_prefix(indent)
                .is_some_and(|rest| rest == "}" || rest.starts_with("impl") && rest.ends_with('}'))
        };
        lines.by_ref().find(|line| last(line));
    }
    count
}

/// Returns a domain with that many methods, written as a person writes one: each has two branches, and every few of
/// them an axiom or an operator. Every other operator has a cost, and every other condition begins with a test, because
/// these decide which code is emitted as a function.
fn domain(methods: usize) -> String {
    let mut text = String::from(HEAD);
    let groups = methods.div_ceil(5);
    // Writing to a `String` can't fail.
    for group in 0..groups {
        let cost = match group % 2 {
            0 => "cost game.distance(who, target);",
            _ => "",
        };
        let group = GROUP
            .replace("$g", &group.to_string())
            .replace("$cost", cost);
        let _ = write!(text, "{group}");
    }
    for method in 0..methods {
        let next = (method + 1) % methods;
        let group = method / 5;
        let test = match method % 2 {
            0 => "enemy(target) &&",
            _ => "",
        };
        let body = METHOD
            .replace("$test", test)
            .replace("$m", &method.to_string())
            .replace("$n", &next.to_string())
            .replace("$g", &group.to_string());
        text.push_str(&body);
    }
    text.push_str("}\n");
    text
}

/// A domain whose only condition has that many atoms, one per line, each with a free variable.
fn wide(atoms: usize) -> String {
    let conjuncts: Vec<String> = (0..atoms)
        .map(|atom| format!("near(x{atom}, x{})", atom + 1))
        .collect();
    WIDE.replace("$condition", &conjuncts.join("\n                && "))
        .replace("$last", &format!("x{atoms}"))
}

const WIDE: &str = "\
use squad_htn::prelude::*;

htn_domain! {
    pub domain wide;

    predicate near(u32, u32) [64];
    operator go(to: u32) {}

    pub method chain(x0: u32) {
        branch found
            if $condition
        {
            go($last);
        }
    }
}
";

const HEAD: &str = "\
use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Actor(pub u16);

pub struct Game;

impl Game {
    pub fn distance(&self, a: Actor, b: Actor) -> f32 {
        f32::from(a.0) - f32::from(b.0)
    }
}

htn_domain! {
    pub domain generated(game: &Game);

    agent Actor;

    predicate member(Actor) [16];
    predicate enemy(Actor) [64];
";

const GROUP: &str = "
    predicate reserved$g(Actor) [64];
    predicate done$g(Actor, Actor) [64];

    axiom free$g(a: Actor) {
        member(a) && !reserved$g(a)
    }

    internal operator reserve$g(who: Actor) {
        if !reserved$g(who);
        add reserved$g(who);
        undo release$g(who);
    }

    internal operator release$g(who: Actor) {
        delete reserved$g(who);
    }

    operator act$g(who: Actor, target: Actor) by who {
        if !done$g(who, target);
        success add done$g(who, target);
        $cost
    }
";

const METHOD: &str = "
    pub method task$m(target: Actor) {
        branch nearest
            if $test free$g(who)
                && let d: f32 = game.distance(who, target)
                && d < 400.0
            sort by d
        {
            reserve$g(who);
            act$g(who, target);
            global_block(who);
            release$g(who);
        }

        branch others if enemy(other) && other != target {
            task$n(other);
        }
    }
";
