//! `cargo bench --bench ticks`: the time of an executor's tick, by the number of other plans that do not move.
//!
//! | arguments after `--` | output |
//! |---|---|
//! | none | the time of a tick in each scene, with 10, 100 and 1,000 other plans |
//! | `repeat <scene> <plans> <ticks>` | nothing: ticks that often, for a profiler |
//!
//! Times differ from run to run; `scripts/count-ticks.sh` counts instructions.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use squad_htn::ActionId;
use squad_htn::prelude::*;

use crowd::{Action, Domain, Executor, Fact, Planner, State, Task};

/// The agents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Actor(pub u16);

htn_domain! {
    /// Plans that wait in every way there is.
    domain crowd;
    agent Actor;

    predicate alarm();
    predicate noise(u16) [4];
    predicate ready(u16) [2048];

    operator go(who: Actor, n: u16) by who {}
    operator guard(who: Actor) by who { while !alarm(); }
    operator fetch(who: Actor, n: u16) by who { success add ready(n); }
    operator apply(who: Actor, n: u16) by who { if ready(n); }
    operator carry(a: Actor, b: Actor) by a, b {}
    /// Can be planned in a calm world, and never starts in a loud one.
    operator fail(who: Actor) by who { if !noise(0); }
}

/// A scene: the behaviour of the other plans, and the event of each tick.
struct Scene {
    name: &'static str,
    what: &'static str,
    /// The steps of the other plan of this number.
    others: fn(u16) -> Vec<Task>,
    happens: Happens,
}

/// The event of each tick.
#[derive(Clone, Copy)]
enum Happens {
    /// The action of one plan ends, and its next one starts.
    ActionEnds,
    /// The action of a plan with a `while` condition ends, and its next one starts.
    GuardEnds,
    /// The only action of one plan ends, and another plan comes.
    PlanEnds,
    /// A fact changes that no plan reads.
    FactChanges,
}

const SCENES: [Scene; 9] = [
    Scene {
        name: "busy",
        what: "an action ends, others wait for their agents",
        others: |n| vec![go(other(n), 0), go(other(n), 1)],
        happens: Happens::ActionEnds,
    },
    Scene {
        name: "joint",
        what: "an action ends, others wait for two agents",
        others: |n| {
            let (a, b) = (other(n), helper(n));
            vec![go(a, 0), go(b, 0), Task::Carry { a, b }]
        },
        happens: Happens::ActionEnds,
    },
    Scene {
        name: "barrier",
        what: "an action ends, others wait behind a `global_block`",
        others: |n| {
            let a = other(n);
            vec![go(a, 0), Task::GlobalBlock { a }, go(helper(n), 1)]
        },
        happens: Happens::ActionEnds,
    },
    Scene {
        name: "held",
        what: "an action ends, others wait for agents that are held",
        others: |n| {
            let (a, b) = (other(n), helper(n));
            vec![go(b, 0), Task::BlockOn { a, b }, go(a, 1)]
        },
        happens: Happens::ActionEnds,
    },
    Scene {
        name: "effect",
        what: "an action ends, others wait for a condition",
        others: |n| {
            let (who, helper) = (other(n), helper(n));
            vec![Task::Fetch { who: helper, n }, Task::Apply { who, n }]
        },
        happens: Happens::ActionEnds,
    },
    Scene {
        name: "repair",
        what: "an action ends, others wait for a repair",
        others: |n| vec![Task::Fail { who: other(n) }],
        happens: Happens::ActionEnds,
    },
    Scene {
        name: "plan",
        what: "a plan ends and another comes",
        others: |n| vec![go(other(n), 0), go(other(n), 1)],
        happens: Happens::PlanEnds,
    },
    Scene {
        name: "while",
        what: "`while` conditions, a fact changes that they do not read",
        others: |n| vec![Task::Guard { who: other(n) }],
        happens: Happens::FactChanges,
    },
    Scene {
        name: "guard",
        what: "an action with a `while` condition ends, others have one too",
        others: |n| vec![Task::Guard { who: other(n) }],
        happens: Happens::GuardEnds,
    },
];

fn go(who: Actor, n: u16) -> Task {
    Task::Go { who, n }
}

/// The agent of the plan that moves.
const MOVER: Actor = Actor(0);

/// The agents of other plans.
fn other(n: u16) -> Actor {
    Actor(2 * n + 1)
}

fn helper(n: u16) -> Actor {
    Actor(2 * n + 2)
}

/// The most ticks of a crowd: the steps of the plan that moves.
const TICKS: u16 = 1_000;

/// An executor with many plans.
struct Crowd {
    state: State,
    executor: Executor,
    happens: Happens,
    /// The plan that is submitted again.
    short: squad_htn::Plan<Domain>,
    /// The action that ends next.
    running: Option<ActionId>,
    ticks: u16,
}

impl Crowd {
    fn new(scene: &Scene, plans: u16) -> Crowd {
        let limits = Limits {
            plans: usize::from(plans) + 2,
            ..Limits::new()
        };
        let mut crowd = Crowd {
            state: State::from_facts([Fact::Noise(0)]).expect("it fits"),
            executor: Executor::with_limits(limits),
            happens: scene.happens,
            short: plan(
                &mut Planner::with_limits(Limits::compact()),
                &[go(MOVER, 0)],
            ),
            running: None,
            ticks: 0,
        };
        let mut planner = Planner::with_limits(Limits::compact());
        for n in 0..plans {
            // Half of them go before the one that moves.
            let priority = if n % 2 == 0 { 1 } else { -1 };
            let plan = plan(&mut planner, &(scene.others)(n));
            assert!(crowd.executor.submit(&plan, priority).is_ok());
        }
        match scene.happens {
            Happens::ActionEnds => crowd.move_by(|n| go(MOVER, n)),
            Happens::GuardEnds => crowd.move_by(|_| Task::Guard { who: MOVER }),
            Happens::PlanEnds => crowd.submit(),
            Happens::FactChanges => {}
        }
        crowd.follow();
        // Reports that are made once are made now.
        crowd.follow();
        crowd
    }

    /// One plan has a step for each tick.
    fn move_by(&mut self, step: impl Fn(u16) -> Task) {
        let steps: Vec<Task> = (0..=TICKS).map(step).collect();
        assert!(
            self.executor
                .submit(&plan(&mut Planner::new(), &steps), 0)
                .is_ok()
        );
    }

    fn submit(&mut self) {
        assert!(self.executor.submit(&self.short, 0).is_ok());
    }

    /// Ticks, and keeps the action of the plan that moves.
    fn follow(&mut self) {
        for command in self.executor.tick(&mut self.state, &()) {
            if let Command::Start { id, action, .. } = command
                && let Action::Go { who: MOVER, .. } | Action::Guard { who: MOVER } = action
            {
                self.running = Some(id);
            }
        }
    }

    fn tick(&mut self) {
        self.ticks += 1;
        if let Some(id) = self.running.take() {
            assert!(self.executor.finish(id, Outcome::Success).is_ok());
        }
        match self.happens {
            Happens::ActionEnds | Happens::GuardEnds => {}
            Happens::PlanEnds => self.submit(),
            Happens::FactChanges => {
                let fact = Fact::Noise(1);
                if self.ticks.is_multiple_of(2) {
                    self.state.remove(fact);
                } else {
                    assert!(self.state.insert(fact).is_ok());
                }
            }
        }
        self.follow();
        match self.happens {
            Happens::FactChanges => assert_eq!(self.executor.events().len(), 0),
            _ => assert!(self.running.is_some(), "the next action has started"),
        }
    }
}

fn plan(planner: &mut Planner, tasks: &[Task]) -> squad_htn::Plan<Domain> {
    planner.start_all(&State::new(), tasks);
    assert_eq!(
        planner.resume(&(), Budget::unlimited()),
        Ok(Progress::Found)
    );
    planner.plan().expect("a plan was found").clone()
}

/// Nanoseconds of a tick: the least of some rounds.
fn time(scene: &Scene, plans: u16) -> f64 {
    const ROUND: u16 = 100;
    let mut crowd = Crowd::new(scene, plans);
    let rounds = (0..TICKS / ROUND).map(|_| {
        let started = Instant::now();
        (0..ROUND).for_each(|_| crowd.tick());
        started.elapsed().as_nanos() as f64 / f64::from(ROUND)
    });
    rounds.fold(f64::INFINITY, f64::min)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --benches` runs this too; it has nothing to test.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let arguments: Vec<&str> = arguments
        .iter()
        .map(String::as_str)
        .filter(|argument| *argument != "--bench")
        .collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[&str]) -> Result<(), String> {
    let number = |text: &str| {
        text.parse()
            .map_err(|_| format!("`{text}` is no number below 65,536"))
    };
    match arguments {
        ["repeat", name, plans, ticks] => {
            let scene = SCENES.iter().find(|scene| scene.name == *name);
            let scene = scene.ok_or_else(|| format!("there is no scene `{name}`"))?;
            let ticks: u16 = number(ticks)?;
            let mut crowd = Crowd::new(scene, number(plans)?);
            (0..ticks.min(TICKS)).for_each(|_| crowd.tick());
            black_box(&crowd.state);
            Ok(())
        }
        ["scenes"] => {
            let names = SCENES.iter().map(|scene| scene.name);
            names.for_each(|name| println!("{name}"));
            Ok(())
        }
        [] => {
            println!("| a tick | 10 other plans | 100 | 1,000 |");
            println!("|---|---|---|---|");
            for scene in &SCENES {
                let [few, more, many] = [10, 100, 1_000].map(|plans| time(scene, plans));
                println!(
                    "| {} | {few:.0} ns | {more:.0} ns | {many:.0} ns |",
                    scene.what
                );
            }
            Ok(())
        }
        other => Err(format!("unknown arguments: {other:?}")),
    }
}
