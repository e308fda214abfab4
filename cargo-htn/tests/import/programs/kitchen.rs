// The problem `dinner` of the domain `kitchen`, written by `cargo htn import` from `kitchen-domain.hddl` and `kitchen-problem.hddl`.

use std::fmt;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use squad_htn::prelude::*;

use kitchen::{Fact, Plan, Planner, State, Task};

/// The objects of type `dish`.
#[derive(Clone, Copy, PartialEq, Eq, Term)]
#[allow(dead_code)]
pub enum Dish {
    Soup,
    Roast,
}

impl fmt::Debug for Dish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            "soup",
            "roast",
        ];
        f.write_str(names[*self as usize])
    }
}

/// The objects of type `vessel`.
#[derive(Clone, Copy, PartialEq, Eq, Term)]
#[allow(dead_code)]
pub enum Vessel {
    Pot,
    Pan,
    Bowl,
}

impl fmt::Debug for Vessel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            "pot",
            "pan",
            "bowl",
        ];
        f.write_str(names[*self as usize])
    }
}

/// The objects of type `place`.
#[derive(Clone, Copy, PartialEq, Eq, Term)]
#[allow(dead_code)]
pub enum Place {
    WindowTable,
    CornerTable,
    Bar,
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            "window-table",
            "corner-table",
            "bar",
        ];
        f.write_str(names[*self as usize])
    }
}

htn_domain! {
    /// The domain `kitchen`, with capacities for the problem `dinner`.
    pub domain kitchen;

    predicate is_dish(Dish) [2];
    predicate is_vessel(Vessel) [3];
    predicate clean(v: Vessel) [3];
    predicate holds(v: Vessel, d: Dish) [6];
    predicate hot(v: Vessel) [1];
    predicate chopped(d: Dish) [2];
    predicate cooked(d: Dish) [2];
    predicate seasoned(d: Dish) [2];
    predicate oven_free();
    predicate served(d: Dish, p: Place) [6];
    predicate table(p: Place) [2];

    /// Never applies: no object was found for the rest of a method.
    internal operator stuck() { if false; }

    operator chop(d: Dish) {
        if !chopped(d);
        add chopped(d);
    }

    operator fill(v: Vessel, d: Dish) {
        if clean(v);
        delete clean(v);
        add holds(v, d);
    }

    operator heat(v: Vessel) {
        if oven_free() && !clean(v);
        delete oven_free();
        add hot(v);
    }

    operator cook(d: Dish, v: Vessel) {
        if chopped(d) && hot(v) && holds(v, d);
        delete hot(v);
        add cooked(d), oven_free();
    }

    operator season(d: Dish) {
        if cooked(d);
        add seasoned(d);
    }

    operator wash(v: Vessel) {
        if !hot(v);
        add clean(v);
    }

    operator bring(d: Dish, v: Vessel, p: Place) {
        if seasoned(d) && holds(v, d);
        delete holds(v, d);
        add served(d, p);
    }

    /// The initial task network, and the goal.
    pub method solve() {
        branch initial {
            serve_all();
            // The goal.
            if forall(is_dish(d) => !(!(served(d, p) && table(p)))) {} else { stuck(); }
        }
    }

    method serve_all() {
        branch m_serve_all
            if table(p) && table(q) && p != q && is_dish(a) && !chopped(a) && is_dish(b) && a != b
                && !chopped(b)
        {
            unordered {
                make(a, p);
                make(b, q);
            }
        }
    }

    method make(d: Dish, p: Place) {
        branch m_make if clean(v) {
            unordered {
                chop(d);
                prepare(d, v);
            }
            cook(d, v);
            if is_vessel(other) && v != other {
                unordered {
                    season(d);
                    wash(other);
                }
                bring(d, v, p);
            } else {
                stuck();
            }
        }
    }

    method prepare(d: Dish, v: Vessel) {
        branch m_prepare {
            fill(v, d);
            heat(v);
        }
    }
}

/// The facts of the problem.
const FACTS: &[Fact] = &[
    Fact::IsDish(Dish::Soup),
    Fact::IsDish(Dish::Roast),
    Fact::IsVessel(Vessel::Pot),
    Fact::IsVessel(Vessel::Pan),
    Fact::IsVessel(Vessel::Bowl),
    Fact::Clean(Vessel::Pot),
    Fact::Clean(Vessel::Pan),
    Fact::OvenFree,
    Fact::Table(Place::WindowTable),
    Fact::Table(Place::CornerTable),
];

/// The names of tasks that HDDL spells differently.
const TASKS: &[(&str, &str)] = &[
    ("serve_all", "serve-all"),
];

/// The names of methods that HDDL spells differently.
const METHODS: &[(&str, &str)] = &[
    ("m_serve_all", "m-serve-all"),
    ("m_make", "m-make"),
    ("m_prepare", "m-prepare"),
];

/// How to search, from the command line.
struct Settings {
    /// Print the plan in the format of the International Planning Competition.
    ipc: bool,
    /// Search for the cheapest plan instead of the first one.
    best: bool,
    /// The time to search.
    seconds: u64,
}

const USAGE: &str = "options: --ipc (the plan with its decomposition, for verifiers), --best (the cheapest plan), --seconds N";

fn main() -> ExitCode {
    let settings = match settings(std::env::args().skip(1)) {
        Ok(settings) => settings,
        Err(message) => {
            eprintln!("error: {message}; {USAGE}");
            return ExitCode::from(2);
        }
    };
    match solve(&settings) {
        Ok(plan) => {
            print!("{plan}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn settings(mut args: impl Iterator<Item = String>) -> Result<Settings, String> {
    let mut settings = Settings { ipc: false, best: false, seconds: 60 };
    while let Some(arg) = args.next() {
        match &arg[..] {
            "--ipc" => settings.ipc = true,
            "--best" => settings.best = true,
            "--seconds" => {
                let number = args.next().and_then(|number| number.parse().ok());
                settings.seconds = number.ok_or("`--seconds` needs a number")?;
            }
            _ => return Err(format!("unknown option `{arg}`")),
        }
    }
    Ok(settings)
}

/// Searches for a plan and returns its text.
fn solve(settings: &Settings) -> Result<String, String> {
    let begin = Instant::now();
    let end = begin + Duration::from_secs(settings.seconds);
    let state = State::from_facts(FACTS.iter().copied()).map_err(|error| error.to_string())?;
    let mut planner = Planner::with_limits(limits());
    // HDDL allows recursion without progress, and searches fail in the same way again and again.
    planner.detect_loops(true);
    planner.remember(1 << 20).map_err(|error| error.to_string())?;
    if settings.best {
        let budget = Budget::until(|| Instant::now() >= end);
        let best = planner.find_best(&state, &(), Task::Solve, budget);
        return match best.map_err(|error| error.to_string())? {
            Some(best) => Ok(text(best.plan, settings.ipc)),
            None => Err(no_plan(settings, begin)),
        };
    }
    planner.start(&state, Task::Solve);
    loop {
        // The search pauses here. A game would continue it in the next frame.
        match planner.resume(&(), Budget::steps(100_000)) {
            Ok(Progress::Found) => break,
            Ok(Progress::Paused) if Instant::now() < end => {}
            Ok(_) => return Err(no_plan(settings, begin)),
            Err(error) => return Err(error.to_string()),
        }
    }
    eprintln!("{} steps of the search in {:.3?}", planner.stats().steps, begin.elapsed());
    let plan = planner.plan().ok_or("the plan is gone")?;
    Ok(text(plan, settings.ipc))
}

fn no_plan(settings: &Settings, begin: Instant) -> String {
    if begin.elapsed().as_secs() < settings.seconds {
        "no plan exists".to_owned()
    } else {
        format!("no plan was found in {} seconds; help: allow more with `--seconds`", settings.seconds)
    }
}

/// Larger limits than the default ones, since problems of competitions have long plans.
fn limits() -> Limits {
    let limits = Limits::new();
    Limits {
        depth: 8 * limits.depth,
        steps: 8 * limits.steps,
        bindings: 8 * limits.bindings,
        trail: 8 * limits.trail,
        sort: limits.sort,
        choices: 8 * limits.choices,
        tasks: 8 * limits.tasks,
        checks: 8 * limits.checks,
        ..limits
    }
}

fn text(plan: &Plan, ipc: bool) -> String {
    if ipc {
        return ipc_plan(plan);
    }
    let mut text = plan.to_string();
    text += &format!("{} steps, cost {}\n", plan.len(), plan.cost());
    text
}

/// Returns a plan in the format of the International Planning Competition: the actions, then for each task its method and its
/// subtasks.
fn ipc_plan(plan: &Plan) -> String {
    let (tree, steps) = (plan.tree(), plan.len());
    // Nodes are numbered after the steps. The node of an `if` has no task, and its subtasks are those of its parent.
    let above = |mut node: Option<usize>| loop {
        match node.and_then(|node| tree.node(node)) {
            Some(anonymous) if anonymous.task().is_none() => node = anonymous.parent(),
            found => return found.map(|node| node.index()),
        }
    };
    let mut children = vec![Vec::new(); tree.len()];
    let mut text = "==>\n".to_owned();
    for (step, task) in plan.tasks().enumerate() {
        text += &format!("{step} {}\n", hddl_task(task));
        if let Some(parent) = above(tree.above(step).map(|node| node.index())) {
            children[parent].push(step);
        }
    }
    for node in tree.nodes().filter(|node| node.task().is_some()) {
        if let Some(parent) = above(node.parent()) {
            children[parent].push(steps + node.index());
        }
    }
    for node in tree.nodes() {
        let Some(task) = node.task() else { continue };
        let subtasks: String = children[node.index()].iter().map(|of| format!(" {of}")).collect();
        text += &match node.parent() {
            None => format!("root{subtasks}\n"),
            Some(_) => {
                let method = hddl_name(METHODS, node.branch());
                format!("{} {} -> {method}{subtasks}\n", steps + node.index(), hddl_task(task))
            }
        };
    }
    text + "<==\n"
}

/// Returns a task as HDDL spells it, with its arguments.
fn hddl_task(task: Task) -> String {
    let text = task.to_string();
    let args = text.split_once('(').map_or("", |(_, args)| args.trim_end_matches(')'));
    let mut words = vec![hddl_name(TASKS, task.name())];
    words.extend(args.split(", ").filter(|arg| !arg.is_empty()));
    words.join(" ")
}

fn hddl_name<'n>(names: &[(&str, &'n str)], name: &'n str) -> &'n str {
    let found = names.iter().find(|(own, _)| *own == name);
    found.map_or(name, |(_, hddl)| hddl)
}
