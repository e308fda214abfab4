// The problem `night` of the domain `alarm`, written by `cargo htn import` from `alarm-domain.hddl` and `alarm-problem.hddl`.

use std::fmt;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use squad_htn::prelude::*;

use alarm::{Fact, Plan, Planner, State, Task};

/// The objects of type `room`.
#[derive(Clone, Copy, PartialEq, Eq, Term)]
#[allow(dead_code)]
pub enum Room {
    Hall,
    Vault,
    Stairs,
    Street,
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            "hall",
            "vault",
            "stairs",
            "street",
        ];
        f.write_str(names[*self as usize])
    }
}

/// The objects of type `person`.
#[derive(Clone, Copy, PartialEq, Eq, Term)]
#[allow(dead_code)]
pub enum Person {
    Ann,
    Ben,
    Cid,
    Dan,
}

impl fmt::Debug for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            "ann",
            "ben",
            "cid",
            "dan",
        ];
        f.write_str(names[*self as usize])
    }
}

htn_domain! {
    /// The domain `alarm`, with capacities for the problem `night`.
    pub domain alarm;

    predicate is_room(Room) [4];
    predicate is_guard(Person) [2];
    predicate is_visitor(Person) [2];
    // `in_fact` is `in` in HDDL.
    predicate in_fact(p: Person, r: Room) [4];
    predicate next(a: Room, b: Room) [3];
    predicate dark(r: Room) [4];
    predicate lamp(r: Room) [2];
    predicate locked(r: Room) [4];
    predicate exit(r: Room) [1];
    predicate alerted(g: Person) [2];
    predicate power();
    predicate calm();

    /// Never applies: no object was found for the rest of a method.
    internal operator stuck() { if false; }

    operator switch_off() {
        if power();
        delete power();
        add dark(r) for lamp(r);
    }

    operator switch_on() {
        if !power();
        add power();
        delete dark(r) for dark(r) && lamp(r);
    }

    operator sound() {
        if !(!power() && !dark(_));
        delete calm();
        add alerted(g) for is_guard(g);
        delete locked(r_2) for locked(r_2) && in_fact(v, r_2) && is_visitor(v);
    }

    operator walk(p: Person, a: Room, b: Room) {
        if in_fact(p, a) && !locked(b) && !(!next(a, b) && !next(b, a)) && !(dark(b) && !power());
        delete in_fact(p, a);
        add in_fact(p, b);
    }

    operator calm_down(g: Person) {
        if alerted(g);
        delete alerted(o) for is_guard(o);
    }

    operator lock_up() {
        if !(in_fact(v, r) && is_visitor(v) && !exit(r));
        add calm();
        add locked(r_2) for is_room(r_2) && !exit(r_2);
    }

    /// The initial task network, and the goal.
    pub method solve() {
        branch initial {
            secure();
            // The goal.
            if calm() && !locked(Room::Street) && forall(is_visitor(v) => in_fact(v, Room::Street))
                && forall(is_guard(g) => !alerted(g)) && !(!power() && !dark(Room::Hall))
            {} else {
                stuck();
            }
        }
    }

    method secure() {
        branch m_secure if !(!(exit(r) && !locked(r))) {
            switch_off();
            sound();
            switch_on();
            if is_visitor(v1) {
                send_out(v1);
                if is_visitor(v2) && v1 != v2 {
                    send_out(v2);
                    if alerted(g) {
                        settle(g);
                        lock_up();
                    } else {
                        stuck();
                    }
                } else {
                    stuck();
                }
            } else {
                stuck();
            }
        }
    }

    method send_out(v: Person) {
        branch m_walk if in_fact(v, a) && !exit(a) && is_room(b) && !locked(b) {
            walk(v, a, b);
            send_out(v);
        }
    }

    method send_out(v: Person) {
        branch m_already_out if in_fact(v, r) && exit(r) {}
    }

    method settle(g: Person) {
        branch m_settle if alerted(g) && !(alerted(o) && in_fact(o, r) && dark(r) && lamp(r)) {
            calm_down(g);
        }
    }
}

/// The facts of the problem.
const FACTS: &[Fact] = &[
    Fact::IsRoom(Room::Hall),
    Fact::IsRoom(Room::Vault),
    Fact::IsRoom(Room::Stairs),
    Fact::IsRoom(Room::Street),
    Fact::IsGuard(Person::Ann),
    Fact::IsGuard(Person::Ben),
    Fact::IsVisitor(Person::Cid),
    Fact::IsVisitor(Person::Dan),
    Fact::Power,
    Fact::Exit(Room::Street),
    Fact::Lamp(Room::Vault),
    Fact::Lamp(Room::Hall),
    Fact::Dark(Room::Stairs),
    Fact::Locked(Room::Vault),
    Fact::Next(Room::Hall, Room::Stairs),
    Fact::Next(Room::Hall, Room::Vault),
    Fact::Next(Room::Hall, Room::Street),
    Fact::InFact(Person::Ann, Room::Stairs),
    Fact::InFact(Person::Ben, Room::Hall),
    Fact::InFact(Person::Cid, Room::Vault),
    Fact::InFact(Person::Dan, Room::Stairs),
];

/// The names of tasks that HDDL spells differently.
const TASKS: &[(&str, &str)] = &[
    ("send_out", "send-out"),
    ("switch_off", "switch-off"),
    ("switch_on", "switch-on"),
    ("calm_down", "calm-down"),
    ("lock_up", "lock-up"),
];

/// The names of methods that HDDL spells differently.
const METHODS: &[(&str, &str)] = &[
    ("m_secure", "m-secure"),
    ("m_already_out", "m-already-out"),
    ("m_walk", "m-walk"),
    ("m_settle", "m-settle"),
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
