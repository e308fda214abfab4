//! Breakpoints: a director pauses at the end of a tick in which something happens.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{Director, DirectorState};
use crate::exec::Executor;
use crate::model::domain::{Domain, Row, TaskCode};
use crate::model::event::{Event, EventKind};
use crate::model::plan::Tree;
use crate::store::state::State;
use crate::tables::TaskKind;

/// The condition of a breakpoint of a director. [`Director::break_on`] has an example.
///
/// Prints as text, and can be read from the same text, except for a [fact](Self::when) with values:
///
/// ```
/// # use squad_htn::prelude::*;
/// # htn_domain! { domain watch; agent u8; operator walk(who: u8) by who {} }
/// # fn main() -> Result<(), squad_htn::BreakError> {
/// use squad_htn::Break;
///
/// let on: Break<watch::Domain> = "operator walk".parse()?;
/// assert_eq!(on, Break::operator("walk"));
/// for text in ["branch help alone", "event failed", "when wounded"] {
///     assert_eq!(text.parse::<Break<watch::Domain>>()?.to_string(), text);
/// }
/// let error = "walk".parse::<Break<watch::Domain>>().unwrap_err();
/// assert!(error.to_string().starts_with("`walk` is no breakpoint; help: write `branch METHOD BRANCH`"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Break<D: Domain>(Trigger<D>);

#[derive(Clone, PartialEq, Debug)]
enum Trigger<D: Domain> {
    Branch(String, String),
    Operator(String),
    Event(String),
    Predicate(String),
    Fact(D::Fact),
}

impl<D: Domain> Break<D> {
    /// Breaks when a plan or a repair is found in which the method takes the branch. The name of a branch without one is `""`.
    pub fn branch(method: &str, branch: &str) -> Self {
        Break(Trigger::Branch(method.to_owned(), branch.to_owned()))
    }

    /// Breaks when a step of the operator starts.
    pub fn operator(name: &str) -> Self {
        Break(Trigger::Operator(name.to_owned()))
    }

    /// Breaks at each event of a kind: the name of the variant of [`Event`] in lower case with underscores, such as
    /// `needs_repair`.
    pub fn event(name: &str) -> Self {
        Break(Trigger::Event(name.to_owned()))
    }

    /// Breaks when this fact appears, by an effect or by the game.
    pub fn when(fact: D::Fact) -> Self {
        Break(Trigger::Fact(fact))
    }

    /// Breaks when any fact of the predicate appears, by an effect or by the game.
    pub fn when_any(predicate: &str) -> Self {
        Break(Trigger::Predicate(predicate.to_owned()))
    }
}

impl<D: Domain> fmt::Display for Break<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Trigger::Branch(method, branch) => write!(f, "branch {method} {branch}"),
            Trigger::Operator(name) => write!(f, "operator {name}"),
            Trigger::Event(name) => write!(f, "event {name}"),
            Trigger::Predicate(name) => write!(f, "when {name}"),
            Trigger::Fact(fact) => write!(f, "when {fact}"),
        }
    }
}

impl<D: Domain> FromStr for Break<D> {
    type Err = BreakError;

    fn from_str(text: &str) -> Result<Self, BreakError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["branch", method, branch] => Ok(Break::branch(method, branch)),
            ["branch", method] => Ok(Break::branch(method, "")),
            ["operator", name] => Ok(Break::operator(name)),
            ["event", name] => Ok(Break::event(name)),
            ["when", name] => Ok(Break::when_any(name)),
            _ => Err(BreakError::NotABreak {
                text: text.to_owned(),
            }),
        }
    }
}

/// The reason why there is no such breakpoint. [`Director::break_on`] has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BreakError {
    /// The domain has no item of that name.
    Unknown {
        /// The kind of item: `method`, `branch`, `operator`, `event` or `predicate`.
        what: &'static str,
        /// The name.
        name: String,
        /// The most similar name, if one is similar.
        nearest: Option<String>,
    },
    /// The text is no breakpoint.
    NotABreak {
        /// The text.
        text: String,
    },
}

impl fmt::Display for BreakError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BreakError::Unknown {
                what,
                name,
                nearest,
            } => {
                write!(f, "unknown {what} `{name}`")?;
                match nearest {
                    Some(nearest) => {
                        let article = if what.starts_with(['e', 'o']) {
                            "an"
                        } else {
                            "a"
                        };
                        write!(f, "; help: there is {article} {what} `{nearest}`")
                    }
                    None => Ok(()),
                }
            }
            BreakError::NotABreak { text } => write!(
                f,
                "`{text}` is no breakpoint; help: write `branch METHOD BRANCH`, `operator NAME`, `event NAME` or `when PREDICATE`"
            ),
        }
    }
}

impl core::error::Error for BreakError {}

/// The number of a breakpoint of a director. Numbers are not used again. [`Director::break_on`] has an example.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BreakId(u32);

impl fmt::Display for BreakId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The end of a step of a halted director: [`Director::step`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DebugStep {
    /// One tick.
    Tick,
    /// Up to the end of the next tick with an event.
    Event,
}

/// The reason why a director is halted. Prints as text. [`Director::break_on`] has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Halt {
    tick: u64,
    breaks: Vec<BreakId>,
    reason: String,
}

impl Halt {
    /// Returns the tick after which the director halted.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// Returns the breakpoints that halted it; none if it was halted by a step or by [`Director::halt`].
    pub fn breaks(&self) -> &[BreakId] {
        &self.breaks
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// A breakpoint.
struct Breakpoint<D: Domain> {
    id: BreakId,
    on: Break<D>,
    /// The facts of its predicate at the last tick.
    facts: BTreeSet<Vec<u64>>,
}

/// The breakpoints of a director, and whether it is halted.
pub(crate) struct Debugger<D: Domain> {
    points: Vec<Breakpoint<D>>,
    /// The number of breakpoints that there were.
    count: u32,
    halted: Option<Halt>,
    /// The end of the step in progress.
    step: Option<DebugStep>,
    /// Checks the breakpoints. It is a pointer so that only programs with breakpoints compile it.
    check: fn(&mut Debugger<D>, &Executor<D>, &State<D>),
}

impl<D: Domain> Debugger<D> {
    fn new() -> Self {
        Debugger {
            points: Vec::new(),
            count: 0,
            halted: None,
            step: None,
            check: Self::check,
        }
    }

    /// Halts after a tick in which a breakpoint is reached, or a step ends.
    #[cold]
    #[inline(never)]
    pub fn end_tick(&mut self, executor: &Executor<D>, state: &State<D>) {
        if self.halted.is_none() {
            (self.check)(self, executor, state);
        }
    }

    #[cold]
    #[inline(never)]
    pub fn is_halted(&self) -> bool {
        self.halted.is_some()
    }

    fn check(&mut self, executor: &Executor<D>, state: &State<D>) {
        let (mut breaks, mut reasons) = (Vec::new(), Vec::new());
        for point in &mut self.points {
            if let Some(reason) = point.reason(executor, state) {
                breaks.push(point.id);
                reasons.push(format!("{}: {reason}", point.on));
            }
        }
        let first = || executor.events().next();
        let step = match self.step {
            Some(DebugStep::Tick) => Some("one tick".to_owned()),
            Some(DebugStep::Event) => first().map(|event| event.to_string()),
            None => None,
        };
        if reasons.is_empty() {
            reasons.extend(step.map(|step| format!("step: {step}")));
        }
        if !reasons.is_empty() {
            self.halt(executor.ticks(), breaks, reasons.join("; "));
        }
    }

    fn halt(&mut self, tick: u64, breaks: Vec<BreakId>, reason: String) {
        self.step = None;
        self.halted = Some(Halt {
            tick,
            breaks,
            reason,
        });
    }
}

impl<D: Domain> Breakpoint<D> {
    /// Returns why the breakpoint is reached, if it is.
    fn reason(&mut self, executor: &Executor<D>, state: &State<D>) -> Option<String> {
        let on = &self.on.0;
        match on {
            Trigger::Fact(_) | Trigger::Predicate(_) => {
                let now = facts_of(on, state);
                let new = now.iter().find(|(row, _)| !self.facts.contains(*row));
                let reason = new.map(|(_, fact)| format!("{fact} appeared"));
                self.facts = now.into_keys().collect();
                reason
            }
            Trigger::Event(name) => {
                let mut events = executor.events();
                let event = events.find(|event| event_name(event.kind()) == *name)?;
                Some(event.to_string())
            }
            Trigger::Operator(name) => {
                let mut events = executor.events();
                let event = events.find(|event| match event {
                    Event::Started { task, .. } => is_named::<D>(*task, name),
                    _ => false,
                })?;
                Some(event.to_string())
            }
            Trigger::Branch(method, branch) => {
                let mut events = executor.events();
                let event = events.find(|event| takes(executor, event, method, branch))?;
                Some(event.to_string())
            }
        }
    }
}

type FactRows<D> = alloc::collections::BTreeMap<Vec<u64>, <D as Domain>::Fact>;

/// Returns the present facts that the trigger is about.
fn facts_of<D: Domain>(on: &Trigger<D>, state: &State<D>) -> FactRows<D> {
    let mut row = Row::new();
    let mut facts = FactRows::<D>::new();
    for fact in state.facts() {
        let rel = D::fact_to_row(fact, &mut row);
        let is_meant = match on {
            Trigger::Fact(wanted) => *wanted == fact,
            Trigger::Predicate(name) => D::tables().relations[usize::from(rel.0)].name == name,
            _ => false,
        };
        if is_meant {
            facts.insert(row.to_vec(), fact);
        }
    }
    facts
}

fn is_named<D: Domain>(task: D::Task, name: &str) -> bool {
    match D::task_to_row(task, &mut Row::new()) {
        TaskCode::Task(id) => D::tables().tasks[usize::from(id.0)].name == name,
        _ => false,
    }
}

/// Returns true if the event is about a plan, or a repaired part of one, in which the method takes the branch.
fn takes<D: Domain>(executor: &Executor<D>, event: &Event<D>, method: &str, branch: &str) -> bool {
    let (id, part) = match *event {
        Event::Planned { plan, .. } => (plan, None),
        Event::Repaired { plan, at, .. } => (plan, at),
        _ => return false,
    };
    let Some(status) = executor.plans().find(|status| status.id == id) else {
        return false;
    };
    let tree = status.tree();
    tree.nodes().any(|node| {
        node.name() == method && node.branch() == branch && is_in(&tree, node.index(), part)
    })
}

/// Returns true if a node is, or is below, one of the task; `None` for any.
fn is_in<D: Domain>(tree: &Tree<'_, D>, node: usize, part: Option<D::Task>) -> bool {
    if part.is_none() {
        return true;
    }
    let mut at = Some(node);
    while let Some(node) = at.and_then(|at| tree.node(at)) {
        if node.task() == part {
            return true;
        }
        at = node.parent();
    }
    false
}

/// Returns the name of a kind of event: `needs_repair` for `NeedsRepair`.
fn event_name(kind: EventKind) -> String {
    let mut name = String::new();
    for letter in format!("{kind:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

/// Returns an error if a name is not among the candidates.
fn is_known(
    what: &'static str,
    name: &str,
    candidates: impl Iterator<Item = String> + Clone,
) -> Result<(), BreakError> {
    if candidates.clone().any(|candidate| candidate == name) {
        return Ok(());
    }
    let near = candidates.map(|candidate| (distance(name, &candidate), candidate));
    let near = near.min_by_key(|(distance, _)| *distance);
    let limit = name.chars().count().max(3) / 3;
    let near = near.filter(|(distance, _)| *distance <= limit);
    Err(BreakError::Unknown {
        what,
        name: name.to_owned(),
        nearest: near.map(|(_, name)| name),
    })
}

/// Returns the number of letters to insert, remove, change, or swap with a neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = Vec::with_capacity(last.len());
        row.push(i);
        for j in 1..=b.len() {
            let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = change.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = core::mem::replace(&mut last, row);
    }
    last[b.len()]
}

impl<D: Domain> Break<D> {
    /// Compares its names with those of the domain.
    fn check(&self) -> Result<(), BreakError> {
        let tables = D::tables();
        let tasks = |external: bool| {
            let tasks = tables.tasks.iter().filter(move |task| match task.kind {
                TaskKind::Method => !external,
                TaskKind::Block => false,
                _ => external,
            });
            tasks.map(|task| task.name.to_owned())
        };
        match &self.0 {
            Trigger::Branch(method, branch) => {
                is_known("method", method, tasks(false))?;
                let branches = tables.branches.iter();
                is_known(
                    "branch",
                    branch,
                    branches.map(|branch| branch.name.to_owned()),
                )
            }
            Trigger::Operator(name) => is_known("operator", name, tasks(true)),
            Trigger::Event(name) => {
                let kinds = EventKind::ALL.iter();
                is_known("event", name, kinds.map(|kind| event_name(*kind)))
            }
            Trigger::Predicate(name) => {
                let relations = tables.relations.iter();
                is_known(
                    "predicate",
                    name,
                    relations.map(|relation| relation.name.to_owned()),
                )
            }
            Trigger::Fact(_) => Ok(()),
        }
    }
}

impl<D: Domain> DirectorState<D> {
    /// Returns true if a tick does nothing.
    #[inline]
    pub fn is_halted(&self) -> bool {
        match &self.debugger {
            None => false,
            Some(debugger) => debugger.is_halted(),
        }
    }

    fn debugger(&mut self) -> &mut Debugger<D> {
        self.debugger
            .get_or_insert_with(|| Box::new(Debugger::new()))
    }

    /// Continues a halted director.
    pub fn release(&mut self, step: Option<DebugStep>) -> bool {
        let was_halted = self.is_halted();
        if let Some(debugger) = &mut self.debugger {
            (debugger.halted, debugger.step) = (None, step);
            if debugger.points.is_empty() && step.is_none() {
                self.debugger = None;
            }
        }
        was_halted
    }
}

/// Breakpoints, for the development of a game. Without any, they cost a tick of the director 11 instructions.
///
/// A halted director does nothing in its ticks and has no commands; its tick number stays. Reports of the game are processed
/// when it continues. Its plans, actions and searches are as they would have been without the break.
///
/// Breakpoints are neither saved nor copied by `Clone`, and a journal does not record them: the ticks in which the director was
/// halted did not happen.
impl<D: Domain> Director<D> {
    /// Adds a breakpoint: the director halts at the end of each tick in which its condition is met.
    ///
    /// ```
    /// use squad_htn::prelude::*;
    /// use squad_htn::{Break, DebugStep};
    ///
    /// htn_domain! {
    ///     domain ward;
    ///     agent u8;
    ///     predicate wounded(u8) [4];
    ///     operator bandage(who: u8, patient: u8) by who { success delete wounded(patient); }
    ///     pub method help() {
    ///         branch treat if wounded(patient) { bandage(1, patient); }
    ///     }
    /// }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use ward::{Director, Fact, Task};
    ///
    /// let mut director = Director::new(Task::Help);
    /// let branch = director.break_on(Break::branch("help", "treat"))?;
    /// director.break_on(Break::operator("bandage"))?;
    /// director.break_on(Break::when(Fact::Wounded(7)))?;
    /// let error = director.break_on(Break::event("faild")).unwrap_err();
    /// assert_eq!(error.to_string(), "unknown event `faild`; help: there is an event `failed`");
    ///
    /// director.state_mut().insert(Fact::Wounded(7))?;
    /// director.tick(&(), Budget::micros(500));
    /// let halt = director.halted().unwrap();
    /// assert_eq!(
    ///     halt.to_string(),
    ///     "branch help treat: tick 1: plan 1 found: 1 step, cost 1; when wounded(7): wounded(7) appeared"
    /// );
    /// assert!(halt.tick() == 1 && halt.breaks()[0] == branch);
    ///
    /// // Nothing happens until it continues.
    /// assert_eq!(director.tick(&(), Budget::micros(500)).count(), 0);
    /// assert_eq!(director.executor().ticks(), 1);
    /// assert!(director.resume());
    /// assert_eq!(director.tick(&(), Budget::micros(500)).count(), 1);
    /// assert_eq!(director.halted().unwrap().to_string(), "operator bandage: tick 2: plan 1 started bandage(1, 7)");
    ///
    /// // Step by step.
    /// director.step(DebugStep::Tick);
    /// director.tick(&(), Budget::micros(500));
    /// assert_eq!(director.halted().unwrap().tick(), 3);
    /// assert!(director.remove_break(branch));
    /// assert_eq!(director.breaks().map(|(_, on)| on.to_string()).collect::<Vec<_>>(), ["operator bandage", "when wounded(7)"]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The domain has no item of that name. The error has the nearest name.
    pub fn break_on(&mut self, on: Break<D>) -> Result<BreakId, BreakError> {
        on.check()?;
        let facts = facts_of(&on.0, &self.squad.state).into_keys().collect();
        let debugger = self.squad.debugger();
        debugger.count += 1;
        let id = BreakId(debugger.count);
        debugger.points.push(Breakpoint { id, on, facts });
        Ok(id)
    }

    /// Removes a breakpoint. Returns false if it does not exist. [`break_on`](Self::break_on) has an example.
    pub fn remove_break(&mut self, id: BreakId) -> bool {
        let Some(debugger) = &mut self.squad.debugger else {
            return false;
        };
        let count = debugger.points.len();
        debugger.points.retain(|point| point.id != id);
        debugger.points.len() < count
    }

    /// Iterates over the breakpoints in the order in which they were added. [`break_on`](Self::break_on) has an example.
    pub fn breaks(&self) -> impl Iterator<Item = (BreakId, &Break<D>)> {
        let points = self
            .squad
            .debugger
            .iter()
            .flat_map(|debugger| &debugger.points);
        points.map(|point| (point.id, &point.on))
    }

    /// Returns why the director is halted; `None` if it runs. [`break_on`](Self::break_on) has an example.
    pub fn halted(&self) -> Option<&Halt> {
        self.squad.debugger.as_ref()?.halted.as_ref()
    }

    /// Halts the director now, as a breakpoint at the end of its last tick would have.
    pub fn halt(&mut self) {
        let tick = self.squad.executor.ticks();
        let debugger = self.squad.debugger();
        if !debugger.is_halted() {
            debugger.halt(tick, Vec::new(), "by the game".to_owned());
        }
    }

    /// Continues a halted director. Returns false if it runs. [`break_on`](Self::break_on) has an example.
    pub fn resume(&mut self) -> bool {
        self.squad.release(None)
    }

    /// Continues the director up to the end of a tick. [`break_on`](Self::break_on) has an example.
    pub fn step(&mut self, step: DebugStep) {
        self.squad.debugger();
        self.squad.release(Some(step));
    }
}
