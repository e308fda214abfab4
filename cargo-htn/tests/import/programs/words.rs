// The problem `p` of the domain `Struct`, written by `cargo htn import` from `words-domain.hddl` and `words-problem.hddl`.

use std::fmt;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use squad_htn::prelude::*;

use struct_domain::{Fact, Plan, Planner, State, Task};

/// The objects of type `object`.
#[derive(Clone, Copy, PartialEq, Eq, Term)]
#[allow(dead_code)]
pub enum Object {
    Self2,
    Crate,
    N1st,
    AB,
    AB2,
    AB3,
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            "Self",
            "crate",
            "1st",
            "a-b",
            "a_b",
            "A-B",
        ];
        f.write_str(names[*self as usize])
    }
}

htn_domain! {
    /// The domain `Struct`, with capacities for the problem `p`.
    pub domain struct_domain;

    predicate is_state(Object) [5];
    // `add_fact` is `add` in HDDL.
    predicate add_fact(in_: Object) [6];
    // `move_fact` is `move` in HDDL.
    predicate move_fact(type_: Object, type_2: Object) [2];
    predicate load_1();
    // `load1_fact` is `load1` in HDDL.
    predicate load1_fact(x: Object) [6];
    // `first_fact` is `first` in HDDL.
    predicate first_fact(self_: Object) [6];

    /// Never applies: no object was found for the rest of a method.
    internal operator stuck() { if false; }

    // `as_2` is `?AS` in HDDL.
    operator move_it(as_: Object, as_2: Object) {
        if move_fact(as_, as_2);
        add add_fact(as_), load_1();
    }

    // `move_it_task` is `MoveIt` in HDDL.
    operator move_it_task(x: Object) {
        if load_1();
        delete load_1();
        add load1_fact(x);
    }

    // `now_task` is `now` in HDDL.
    operator now_task(x: Object, y: Object) {
        if load1_fact(x) && x == y;
        add first_fact(x);
    }

    /// The initial task network, and the goal.
    pub method solve() {
        branch initial {
            delete_task(Object::Self2, Object::AB2);
            // The goal.
            if first_fact(Object::AB2) && add_fact(Object::Self2) {} else { stuck(); }
        }
    }

    // `delete_task` is `delete` in HDDL.
    method delete_task(match_: Object, loop_: Object) {
        branch for if move_fact(match_, loop_) {
            move_it(match_, loop_);
            move_it_task(loop_);
            delete_it(loop_, loop_);
        }
    }

    method delete_it(a: Object, b: Object) {
        branch while if b == Object::Crate && is_state(a) {
            now_task(a, Object::Crate);
        }
    }

    method delete_it(a: Object, b: Object) {
        branch if if b == a {
            now_task(a, a);
        }
    }
}

/// The facts of the problem.
const FACTS: &[Fact] = &[
    Fact::IsState(Object::Self2),
    Fact::IsState(Object::Crate),
    Fact::IsState(Object::AB),
    Fact::IsState(Object::AB2),
    Fact::IsState(Object::AB3),
    Fact::MoveFact(Object::Self2, Object::AB2),
    Fact::MoveFact(Object::AB, Object::N1st),
];

/// The names of tasks that HDDL spells differently.
const TASKS: &[(&str, &str)] = &[
    ("delete_task", "delete"),
    ("delete_it", "Delete-It"),
    ("move_it", "move-it"),
    ("move_it_task", "MoveIt"),
    ("now_task", "now"),
];

/// The names of methods that HDDL spells differently.
const METHODS: &[(&str, &str)] = &[
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
