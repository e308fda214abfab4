// The problem `three-packages` of the domain `transport`, written by `cargo htn import` from `transport-domain.hddl` and `transport-problem.hddl`.

use std::fmt;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use squad_htn::prelude::*;

use transport::{Fact, Plan, Planner, State, Task};

/// The objects of type `location`.
#[derive(Clone, Copy, PartialEq, Eq, Term)]
#[allow(dead_code)]
pub enum Location {
    TownA,
    TownB,
    TownC,
    TownD,
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            "town-a",
            "town-b",
            "town-c",
            "town-d",
        ];
        f.write_str(names[*self as usize])
    }
}

/// The objects of type `movable`.
#[derive(Clone, Copy, PartialEq, Eq, Term)]
#[allow(dead_code)]
pub enum Movable {
    Truck1,
    Truck2,
    Parcel1,
    Parcel2,
    Parcel3,
}

impl fmt::Debug for Movable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            "truck-1",
            "truck-2",
            "parcel-1",
            "parcel-2",
            "parcel-3",
        ];
        f.write_str(names[*self as usize])
    }
}

/// The objects of type `room`.
#[derive(Clone, Copy, PartialEq, Eq, Term)]
#[allow(dead_code)]
pub enum Room {
    Room0,
    Room1,
    Room2,
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            "room-0",
            "room-1",
            "room-2",
        ];
        f.write_str(names[*self as usize])
    }
}

htn_domain! {
    /// The domain `transport`, with capacities for the problem `three-packages`.
    pub domain transport;

    predicate is_truck(Movable) [2];
    predicate road(from: Location, to: Location) [6];
    predicate at(what: Movable, where_: Location) [5];
    // `in_fact` is `in` in HDDL.
    predicate in_fact(p: Movable, t: Movable) [5];
    predicate free(t: Movable, r: Room) [2];
    predicate less(smaller: Room, larger: Room) [2];

    operator drive(t: Movable, from: Location, to: Location) {
        if at(t, from) && road(from, to);
        delete at(t, from);
        add at(t, to);
    }

    operator noop(t: Movable, where_: Location) {
        if at(t, where_);
    }

    operator pick_up(t: Movable, where_: Location, p: Movable, before: Room, after: Room) {
        if at(t, where_) && at(p, where_) && less(after, before) && free(t, before);
        delete at(p, where_), free(t, before);
        add in_fact(p, t), free(t, after);
    }

    operator put_down(t: Movable, where_: Location, p: Movable, before: Room, after: Room) {
        if at(t, where_) && in_fact(p, t) && less(before, after) && free(t, before);
        delete in_fact(p, t), free(t, before);
        add at(p, where_), free(t, after);
    }

    /// The initial task network, and the goal.
    pub method solve() {
        branch initial {
            deliver(Movable::Parcel1, Location::TownD);
            deliver(Movable::Parcel2, Location::TownA);
            deliver(Movable::Parcel3, Location::TownD);
        }
    }

    method deliver(p: Movable, to: Location) {
        branch m_deliver if at(p, from) && is_truck(t) {
            get_to(t, from);
            load(t, from, p);
            get_to(t, to);
            unload(t, to, p);
        }
    }

    method deliver(p: Movable, to: Location) {
        branch m_is_delivered if at(p, to) {}
    }

    method get_to(t: Movable, to: Location) {
        branch m_drive if at(t, from) && road(from, to) {
            drive(t, from, to);
        }
    }

    method get_to(t: Movable, to: Location) {
        branch m_is_there {
            noop(t, to);
        }
    }

    method get_to(t: Movable, to: Location) {
        branch m_drive_via if road(between, to) {
            get_to(t, between);
            drive(t, between, to);
        }
    }

    method load(t: Movable, where_: Location, p: Movable) {
        branch m_load if free(t, before) && less(after, before) {
            pick_up(t, where_, p, before, after);
        }
    }

    method unload(t: Movable, where_: Location, p: Movable) {
        branch m_unload if free(t, before) && less(before, after) {
            put_down(t, where_, p, before, after);
        }
    }
}

/// The facts of the problem.
const FACTS: &[Fact] = &[
    Fact::IsTruck(Movable::Truck1),
    Fact::IsTruck(Movable::Truck2),
    Fact::Road(Location::TownA, Location::TownB),
    Fact::Road(Location::TownB, Location::TownA),
    Fact::Road(Location::TownB, Location::TownC),
    Fact::Road(Location::TownC, Location::TownB),
    Fact::Road(Location::TownC, Location::TownD),
    Fact::Road(Location::TownD, Location::TownC),
    Fact::Less(Room::Room0, Room::Room1),
    Fact::Less(Room::Room1, Room::Room2),
    Fact::At(Movable::Truck1, Location::TownB),
    Fact::Free(Movable::Truck1, Room::Room2),
    Fact::At(Movable::Truck2, Location::TownD),
    Fact::Free(Movable::Truck2, Room::Room1),
    Fact::At(Movable::Parcel1, Location::TownA),
    Fact::At(Movable::Parcel2, Location::TownC),
    Fact::At(Movable::Parcel3, Location::TownD),
];

/// The names of tasks that HDDL spells differently.
const TASKS: &[(&str, &str)] = &[
    ("get_to", "get-to"),
    ("pick_up", "pick-up"),
    ("put_down", "put-down"),
];

/// The names of methods that HDDL spells differently.
const METHODS: &[(&str, &str)] = &[
    ("m_deliver", "m-deliver"),
    ("m_is_delivered", "m-is-delivered"),
    ("m_drive_via", "m-drive-via"),
    ("m_drive", "m-drive"),
    ("m_is_there", "m-is-there"),
    ("m_load", "m-load"),
    ("m_unload", "m-unload"),
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
