//! Runs compiled domains and compares their plans with those expected.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::panic::catch_unwind;

use htn_core::explain::{self, Explainer};
use htn_core::reference::{self, Interpreter, ReferenceDomain};
use htn_core::trace::{Port, TraceEvent};
use htn_core::{Budget, Limits, Planner, Progress, SearchError, State, Stats};
#[cfg(feature = "reload")]
use htn_lang::reload::Source;

use crate::case::{Case, Outcome, Plan};
use crate::described::task_names;
use crate::generate::Counts;
use crate::rng::Rng;
use crate::untyped::{Emitted, Fact, Task, Untyped};
use crate::values::be_late;

/// A compiled domain: its seed, and a function that returns the emitted code's tables.
pub type Compiled = (u64, fn() -> Emitted);

/// Checks all domains and prints the first difference of each. Returns true if there was no difference.
pub fn all(domains: &[Compiled]) -> bool {
    let mut all_right = true;
    for (seed, emitted) in domains {
        let what = match catch_unwind(|| check(*seed, emitted())) {
            Ok(Ok(())) => continue,
            Ok(Err(difference)) => difference,
            Err(_) => String::from("it panicked"),
        };
        let Case { spec, .. } = Case::new(*seed, &mut Counts::default());
        println!("seed {seed}: HTN_SEED={seed} begins with it\n{what}\n{spec}");
        all_right = false;
    }
    all_right
}

/// Returns the first difference.
fn check(seed: u64, emitted: Emitted) -> Result<(), String> {
    let case = Case::new(seed, &mut Counts::default());
    emitted.make_current();
    same_names(&case)?;
    // Large limits, since limits have tests of their own. The interpreter gives up on domains that need more.
    // The reference interpreter has no limits: those of the planner must not be reached first.
    let limits = Limits {
        sort: 1 << 20,
        ..Limits::new()
    };
    let planner = Planner::<Untyped>::with_limits(limits);
    let task = Task::named("m0").ok_or("there is no task `m0`")?;
    let mut check = Check {
        interpreted: interpreted(&case, planner.clone())?,
        planner,
        task,
        rng: Rng::new(seed),
        save_and_load: false,
    };
    // One state for all worlds, as in a game: a search copies only the changes since the last one.
    let mut state = State::new();
    for (number, world) in case.worlds.iter().enumerate() {
        let old: Vec<Fact> = state.facts().collect();
        old.into_iter().for_each(|fact| _ = state.remove(fact));
        for (predicate, words) in &world.facts {
            let inserted = state.insert(Fact::new(*predicate, words));
            inserted.map_err(|full| format!("the facts: {full}"))?;
        }
        let checked = check.world(&state, &world.outcome);
        checked.map_err(|difference| format!("world {number}, {difference}"))?;
    }
    Ok(())
}

/// Returns no planner: the program was compiled without the feature.
#[cfg(not(feature = "reload"))]
fn interpreted(_: &Case, _: Planner<Untyped>) -> Result<Option<Planner<Untyped>>, String> {
    Ok(None)
}

/// Returns the planner with the domain as it is read from its source, if the macro emitted what that needs.
#[cfg(feature = "reload")]
fn interpreted(
    case: &Case,
    mut planner: Planner<Untyped>,
) -> Result<Option<Planner<Untyped>>, String> {
    if <Untyped as htn_core::Domain>::reference().is_none() {
        return Ok(None);
    }
    let source = Source::file("random.htn");
    let domain = source.load_text(case.spec.to_string());
    let domain = domain.map_err(|error| format!("the reload: {error}"))?;
    planner.reload(&domain);
    Ok(Some(planner))
}

/// Checks that things that are compared by number have the same numbers on both sides.
fn same_names(case: &Case) -> Result<(), String> {
    let tables = <Untyped as htn_core::Domain>::tables();
    let tasks: Vec<&str> = tables.tasks.iter().map(|task| task.name).collect();
    // Further rows are the blocks of bodies.
    if !tasks.starts_with(&task_names(&case.spec)) {
        return Err(format!("the tasks are {tasks:?}"));
    }
    let predicates: Vec<&str> = tables.relations.iter().map(|of| of.name).collect();
    let mut declared = case.spec.predicates.iter().map(|of| &of.name);
    if !declared.by_ref().eq(&predicates) {
        return Err(format!("the predicates are {predicates:?}"));
    }
    Ok(())
}

/// The checks of one domain.
struct Check {
    planner: Planner<Untyped>,
    /// A planner of the same domain, read from its source by this program.
    interpreted: Option<Planner<Untyped>>,
    task: Task,
    rng: Rng,
    /// True if searches are saved and loaded in between.
    save_and_load: bool,
}

impl Check {
    fn world(&mut self, state: &State<Untyped>, expected: &Outcome) -> Result<(), String> {
        if let Some(reference) = <Untyped as htn_core::Domain>::reference() {
            let found = reference_outcome(reference, state, self.task)?;
            same("by the reference interpreter", &found, expected)?;
            if expected.full.is_none() {
                self.explained(state, expected)?;
            }
        }
        let most = expected.plans.len() + 1;
        let (found, stats) = self.search(state, most, &mut Budget::unlimited)?;
        same("without a budget", &found, expected)?;
        for (how, loaded) in saved_and_loaded(state)? {
            let (again, took) = self.search(&loaded, most, &mut Budget::unlimited)?;
            same(how, &again, expected)?;
            same_stats(how, &took, &stats)?;
        }
        let mut rng = Rng::new(1 + self.rng.below(1 << 30) as u64);
        let mut random = || Budget::steps(1 + rng.below(40) as u64);
        let cuts: [(&str, &mut dyn FnMut() -> Budget); 3] = [
            ("cut at 1", &mut || Budget::steps(1)),
            ("cut at 7", &mut || Budget::steps(7)),
            ("cut at random", &mut random),
        ];
        for (how, slice) in cuts {
            self.give_up(state);
            let (cut, took) = self.search(state, most, slice)?;
            same(how, &cut, expected)?;
            same_stats(how, &took, &stats)?;
        }
        self.reloaded(state, expected, &stats)?;
        be_late(Some(rng.below(1 << 30) as u64));
        let (late, took) = self.search(state, most, &mut Budget::unlimited)?;
        same("with late answers", &late, expected)?;
        same_stats("with late answers", &took, &stats)?;
        let (late, took) = self.search(state, most, &mut || Budget::steps(3))?;
        be_late(None);
        same("with late answers, cut at 3", &late, expected)?;
        same_stats("with late answers, cut at 3", &took, &stats)?;
        self.save_and_load = true;
        let (cut, took) = self.search(state, most, &mut || Budget::steps(13))?;
        self.save_and_load = false;
        same("saved and loaded on the way", &cut, expected)?;
        same_stats("saved and loaded on the way", &took, &stats)?;
        if expected.full.is_some() {
            // The pruned search may end before the limit.
            return Ok(());
        }
        self.best(state, expected)?;
        self.remembering(state, expected)?;
        self.without_loops(state, expected)
    }

    /// An interpreted domain has the same plans and statistics, wherever it pauses.
    fn reloaded(
        &mut self,
        state: &State<Untyped>,
        expected: &Outcome,
        stats: &Stats,
    ) -> Result<(), String> {
        let Some(interpreted) = self.interpreted.take() else {
            return Ok(());
        };
        let compiled = std::mem::replace(&mut self.planner, interpreted);
        let most = expected.plans.len() + 1;
        let mut rng = Rng::new(1 + self.rng.below(1 << 30) as u64);
        let mut random = || Budget::steps(1 + rng.below(40) as u64);
        let cuts: [(&str, &mut dyn FnMut() -> Budget); 4] = [
            ("interpreted", &mut Budget::unlimited),
            ("interpreted, cut at 1", &mut || Budget::steps(1)),
            ("interpreted, cut at 7", &mut || Budget::steps(7)),
            ("interpreted, cut at random", &mut random),
        ];
        for (how, slice) in cuts {
            let (found, took) = self.search(state, most, slice)?;
            same(how, &found, expected)?;
            same_stats(how, &took, stats)?;
        }
        be_late(Some(self.rng.below(1 << 30) as u64));
        let late = self.search(state, most, &mut || Budget::steps(3));
        be_late(None);
        let (late, took) = late?;
        same("interpreted, with late answers", &late, expected)?;
        same_stats("interpreted, with late answers", &took, stats)?;
        self.interpreted = Some(std::mem::replace(&mut self.planner, compiled));
        Ok(())
    }

    /// An abandoned search, of this planner or of a clone that continues it, has no effect on later searches.
    fn give_up(&mut self, state: &State<Untyped>) {
        for _ in 0..2 {
            self.planner.start(state, self.task);
            let some = Budget::steps(self.rng.below(60) as u64);
            // An error is compared elsewhere.
            let _ = self.planner.resume(&(), some);
            self.planner = self.planner.clone();
        }
    }

    /// With a memo of failures, the plans are the same.
    fn remembering(&mut self, state: &State<Untyped>, expected: &Outcome) -> Result<(), String> {
        for entries in [1, 1_000] {
            let kept = self.planner.remember(entries);
            kept.map_err(|error| error.to_string())?;
            let found = self.search(state, expected.plans.len(), &mut || Budget::steps(17));
            self.planner.forget();
            same("with a memo", &found?.0, expected)?;
        }
        Ok(())
    }

    /// In these domains, only the rounds of a `while` can be loops, if they return to the facts of an earlier
    /// round. With loop detection, the plans are a subsequence of all plans.
    fn without_loops(&mut self, state: &State<Untyped>, expected: &Outcome) -> Result<(), String> {
        self.planner.detect_loops(true);
        let found = self.search(state, expected.plans.len(), &mut || Budget::steps(29));
        self.planner.detect_loops(false);
        let (found, _) = found?;
        let tasks = <Untyped as htn_core::Domain>::tables().tasks;
        if !tasks.iter().any(|task| task.name == "while") {
            return same("without loops", &found, expected);
        }
        let mut all = expected.plans.iter();
        match found
            .plans
            .iter()
            .all(|plan| all.any(|other| other == plan))
        {
            true => Ok(()),
            false => same("without loops", &found, expected),
        }
    }

    /// Returns all plans, at most one more than `count`, with the statistics. Sometimes a clone of the planner continues the
    /// search.
    fn search(
        &mut self,
        state: &State<Untyped>,
        most: usize,
        slice: &mut dyn FnMut() -> Budget,
    ) -> Result<(Outcome, Stats), String> {
        self.planner.start(state, self.task);
        let (mut plans, mut full) = (vec![], None);
        let mut saves = 0;
        while plans.len() <= most {
            if self.save_and_load && saves < 8 && self.rng.below(6) == 0 {
                saves += 1;
                self.load_planner(&plans)?;
            } else if self.rng.below(5) == 0 {
                self.planner = self.planner.clone();
            }
            match self.planner.resume(&(), slice()) {
                Ok(Progress::Paused | Progress::Waiting) => {}
                Ok(Progress::NoPlan) => {
                    if !self.planner.facts().eq(state.facts()) {
                        return Err("the facts are not as they were".to_owned());
                    }
                    break;
                }
                Ok(Progress::Found) => {
                    let plan = self.planner.plan();
                    plans.push(written(plan.ok_or("no plan right after it was found")?));
                }
                Err(error) => {
                    full = Some(full_predicate(error)?);
                    break;
                }
            }
        }
        Ok((Outcome { plans, full }, self.planner.stats()))
    }

    /// Checks a planner that was saved and loaded: it starts its search again and finds the same plans.
    fn load_planner(&mut self, found: &[Plan]) -> Result<(), String> {
        let limits = self.planner.limits();
        let mut loaded = match self.rng.below(2) {
            0 => {
                let text = serde_json::to_string(&self.planner).map_err(|e| e.to_string())?;
                let mut text = serde_json::Deserializer::from_str(&text);
                let loaded = Planner::deserialize_with_limits(&mut text, limits);
                loaded.map_err(|e| e.to_string())?
            }
            _ => {
                let bytes = postcard::to_allocvec(&self.planner).map_err(|e| e.to_string())?;
                let mut bytes = postcard::Deserializer::from_bytes(&bytes);
                let loaded = Planner::deserialize_with_limits(&mut bytes, limits);
                loaded.map_err(|e| e.to_string())?
            }
        };
        for plan in found {
            let progress = loaded.resume(&(), Budget::unlimited());
            if progress != Ok(Progress::Found) || loaded.plan().map(written).as_ref() != Some(plan)
            {
                return Err("a planner that was loaded finds other plans".to_owned());
            }
        }
        Ok(())
    }

    fn best(&mut self, state: &State<Untyped>, expected: &Outcome) -> Result<(), String> {
        let best = self
            .planner
            .find_best(state, &(), self.task, Budget::unlimited());
        let best = best.map_err(|full| format!("the best: {full}"))?;
        let best = Outcome {
            plans: best.iter().map(|best| written(best.plan)).collect(),
            full: None,
        };
        let cheapest = Outcome {
            plans: expected.cheapest().cloned().into_iter().collect(),
            full: None,
        };
        same("the best", &best, &cheapest)?;
        self.improved(state, &cheapest)
    }

    /// A search for the best plan in slices finds ever cheaper plans, and the best one last.
    fn improved(&mut self, state: &State<Untyped>, cheapest: &Outcome) -> Result<(), String> {
        self.planner.start_best(state, self.task);
        let mut costs: Vec<f32> = Vec::new();
        loop {
            let budget = Budget::steps(1 + self.rng.below(40) as u64);
            match self.planner.resume(&(), budget) {
                Ok(Progress::Found) => {
                    costs.extend(self.planner.plan().map(|plan| plan.cost()));
                }
                Ok(Progress::NoPlan) => break,
                Ok(Progress::Paused | Progress::Waiting) => {}
                Err(full) => return Err(format!("the best, in slices: {full}")),
            }
        }
        if !costs
            .windows(2)
            .all(|pair| pair[1] < pair[0] || pair[0].is_nan())
        {
            return Err(format!("plans do not become cheaper: {costs:?}"));
        }
        let best = Outcome {
            plans: self
                .planner
                .best()
                .iter()
                .map(|best| written(best.plan))
                .collect(),
            full: None,
        };
        same("the best, in slices", &best, cheapest)
    }

    /// A traced search finds the same plans, and its boxes are entered and left in order. An explanation finds the
    /// first plan.
    fn explained(&self, state: &State<Untyped>, expected: &Outcome) -> Result<(), String> {
        let bounds = reference::Bounds::default();
        let explainer = Explainer::new(state, &()).bounds(bounds);
        let mut last = BTreeMap::new();
        let mut wrong = None;
        let mut sink = |event: &TraceEvent<Untyped>| {
            let before = last.insert(event.id, event.port);
            let fits = match event.port {
                Port::Call => {
                    before.is_none() && (event.parent == 0 || last.contains_key(&event.parent))
                }
                Port::Exit | Port::Fail => matches!(before, Some(Port::Call | Port::Redo)),
                Port::Redo => before == Some(Port::Exit),
            };
            if !fits && wrong.is_none() {
                wrong = Some(format!("{event} comes after {before:?}"));
            }
        };
        let traced = explainer.trace(self.task, expected.plans.len() + 1, &mut sink);
        let traced = traced.map_err(|error| error.to_string())?;
        if let Some(wrong) = wrong {
            return Err(format!("the trace: {wrong}"));
        }
        if let Some(error) = traced.stopped {
            return Err(format!("the trace: {error}"));
        }
        let steps = expected.plans.iter().map(|plan| &plan.steps);
        if !traced.plans.iter().eq(steps) {
            return Err(format!("traced, the plans are {:?}", traced.plans));
        }
        let why = explainer.explain(self.task);
        let why = why.map_err(|error| error.to_string())?;
        let explained = match &why.found {
            explain::Found::Plan(steps) => Some(steps),
            explain::Found::NoPlan => None,
            explain::Found::Unknown(why) => return Err(format!("the explanation: {why}")),
            _ => return Err("the explanation ends with an error".to_owned()),
        };
        if explained != expected.plans.first().map(|plan| &plan.steps) {
            return Err(format!("explained, the first plan is {explained:?}"));
        }
        // Printing must not panic.
        match format!("{why:#}").is_empty() {
            true => Err("the explanation is empty".to_owned()),
            false => Ok(()),
        }
    }
}

/// Saves and loads a state in both formats.
fn saved_and_loaded(state: &State<Untyped>) -> Result<[(&'static str, State<Untyped>); 2], String> {
    let text = serde_json::to_string(state).map_err(|error| error.to_string())?;
    let bytes = postcard::to_allocvec(state).map_err(|error| error.to_string())?;
    let from_text = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let from_bytes = postcard::from_bytes(&bytes).map_err(|error| error.to_string())?;
    let both: [(_, State<Untyped>); 2] = [
        ("saved as a text", from_text),
        ("saved as bytes", from_bytes),
    ];
    match both
        .iter()
        .all(|(_, other)| other.facts().eq(state.facts()))
    {
        true => Ok(both),
        false => Err("the facts that were saved are not those that were loaded".to_owned()),
    }
}

/// Returns all plans by the reference interpreter, from the rows that the macro emitted.
fn reference_outcome(
    domain: ReferenceDomain<Untyped>,
    state: &State<Untyped>,
    task: Task,
) -> Result<Outcome, String> {
    let host = reference::Compiled {
        expressions: domain.expressions,
        context: &(),
    };
    let call = domain.call(task).ok_or("the task is none")?;
    let facts = domain.facts(state.facts());
    let facts = facts.map_err(|error| error.to_string())?;
    let interpreter = Interpreter::new(domain.rows, &host);
    Outcome::of(interpreter.plans(facts, &[call])).map_err(|error| error.to_string())
}

fn written(plan: &htn_core::Plan<Untyped>) -> Plan {
    Plan {
        steps: plan.tasks().collect(),
        cost: plan.cost(),
        priority: plan.priority(),
    }
}

/// Returns the number of the full predicate, or any other error.
fn full_predicate(error: SearchError) -> Result<u16, String> {
    let SearchError::PredicateFull {
        predicate,
        capacity,
    } = error
    else {
        return Err(error.to_string());
    };
    let mut all = <Untyped as htn_core::Domain>::tables().relations.iter();
    let number = all.position(|of| of.name == predicate && of.capacity == capacity);
    let number = number.ok_or_else(|| format!("there is no such predicate: {error}"))?;
    u16::try_from(number).map_err(|error| error.to_string())
}

fn same<T: PartialEq + Display>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{what}:\n found {found}\n expected {expected}")),
    }
}

fn same_stats(what: &str, found: &Stats, expected: &Stats) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{what}:\n took {found:?}\n and not {expected:?}")),
    }
}
