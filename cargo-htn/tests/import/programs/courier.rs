// The problem `two-letters` of the domain `courier`, written by `cargo htn import` from `courier-domain.hddl` and `courier-problem.hddl`.

use std::fmt;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use squad_htn::prelude::*;

use courier::{Fact, Plan, Planner, State, Task};

/// The objects of type `place`.
#[derive(Clone, Copy, PartialEq, Eq, Term)]
#[allow(dead_code)]
pub enum Place {
    Office,
    Bank,
    Shop,
    Mill,
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            "office",
            "bank",
            "shop",
            "mill",
        ];
        f.write_str(names[*self as usize])
    }
}

htn_domain! {
    /// The domain `courier`, with capacities for the problem `two-letters`.
    pub domain courier;

    predicate at(p: Place) [1];
    predicate path(a: Place, b: Place) [5];
    predicate visited(p: Place) [4];
    predicate distance(a: Place, b: Place => f32) [5];
    predicate fare(=> f32);

    /// Never applies: no object was found for the rest of a method.
    internal operator stuck() { if false; }

    operator walk(a: Place, b: Place) {
        if at(a) && path(a, b) && distance(a, b, distance_value);
        delete at(a);
        add at(b);
        cost distance_value;
    }

    operator ride(a: Place, b: Place) {
        if at(a) && path(a, b) && fare(fare_value) && distance(a, b, distance_value);
        delete at(a);
        add at(b);
        cost (fare_value + (0.5 * distance_value));
    }

    operator hand_over(p: Place) {
        if at(p);
        add visited(p);
        cost 0.0;
    }

    /// The initial task network, and the goal.
    pub method solve() {
        branch initial {
            visit(Place::Bank);
            visit(Place::Mill);
            come_back();
            // The goal.
            if visited(Place::Bank) && visited(Place::Mill) {} else { stuck(); }
        }
    }

    method visit(p: Place) {
        branch m_walk if at(a) && path(a, p) {
            walk(a, p);
            hand_over(p);
        }
    }

    method visit(p: Place) {
        branch m_walk_via if at(a) && path(a, b) && path(b, p) {
            walk(a, b);
            walk(b, p);
            hand_over(p);
        }
    }

    method visit(p: Place) {
        branch m_taxi if at(a) && path(a, p) {
            ride(a, p);
            hand_over(p);
        }
    }

    method come_back() {
        branch m_back if at(a) && path(a, Place::Office) {
            ride(a, Place::Office);
        }
    }

    method come_back() {
        branch m_back_on_foot if at(a) && path(a, Place::Office) {
            walk(a, Place::Office);
        }
    }
}

/// The facts of the problem.
const FACTS: &[Fact] = &[
    Fact::At(Place::Office),
    Fact::Path(Place::Office, Place::Bank),
    Fact::Path(Place::Office, Place::Shop),
    Fact::Path(Place::Shop, Place::Bank),
    Fact::Path(Place::Bank, Place::Mill),
    Fact::Path(Place::Mill, Place::Office),
    Fact::Fare(4.0),
    Fact::Distance(Place::Office, Place::Bank, 30.0),
    Fact::Distance(Place::Office, Place::Shop, 3.0),
    Fact::Distance(Place::Shop, Place::Bank, 2.5),
    Fact::Distance(Place::Bank, Place::Mill, 6.0),
    Fact::Distance(Place::Mill, Place::Office, 50.0),
];

/// The names of tasks that HDDL spells differently.
const TASKS: &[(&str, &str)] = &[
    ("come_back", "come-back"),
    ("hand_over", "hand-over"),
];

/// The names of methods that HDDL spells differently.
const METHODS: &[(&str, &str)] = &[
    ("m_walk", "m-walk"),
    ("m_walk_via", "m-walk-via"),
    ("m_taxi", "m-taxi"),
    ("m_back", "m-back"),
    ("m_back_on_foot", "m-back-on-foot"),
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
