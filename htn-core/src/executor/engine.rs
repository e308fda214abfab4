//! The executor without the domain's types: its memory, and a tick from its first phase to its last.

use super::ExecutorFull;
use super::actions::{Action, Busy, Hold};
use super::agents::AgentMap;
use super::course::{Course, Linked};
use super::kind::Kind;
use super::notes::{Happened, Notes, Order, Orders, Said};
use super::shelf::{Block, LiveStep, SHARE, Shelf};
use super::wait::Wait;
use crate::domain::TaskCode;
use crate::error::What;
use crate::event::{ActionId, Outcome, PlanId};
use crate::host::Host;
use crate::limits::Limits;
use crate::machine::{Machine, NONE};
use crate::plan::Node;
use crate::pool::Pool;
use crate::store::Store;
use crate::tables::{Tables, TaskKind};

/// What the steps act on.
pub(crate) struct World<'a> {
    pub store: &'a mut Store,
    pub host: &'a dyn Host,
}

/// Who repairs a plan, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repairs {
    /// The game, from the root.
    Game,
    /// The director, at the lowest task where it is possible.
    Subtree,
    /// The director, from the root.
    Root,
    /// Nobody.
    Never,
}

/// What the game set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub sense_grace: u64,
    /// 0 for none.
    pub wait_limit: u64,
    pub repairs: Repairs,
    pub max_repairs: u32,
}

/// How a plan stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// There is no plan here.
    Free,
    /// It enters in the next tick.
    Submitted,
    Running,
    /// It starts nothing until it is repaired.
    Repairing,
}

/// A plan that the executor holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Live {
    pub id: PlanId,
    pub priority: i32,
    pub stage: Stage,
    pub block: Block,
    /// What takes the place of `block`, or of the part of it below `repair_at`, in the next tick.
    pub offer: Option<Block>,
    pub course: Course,
    /// Actions that run.
    pub running: u32,
    /// Agents that its `block_on`s hold.
    pub holds: u32,
    /// The `global_block` that is closed, and the action that it waits for.
    pub barrier: Option<(u32, ActionId)>,
    pub barrier_untold: bool,
    /// The latest step that has to be taken back where the plan is abandoned.
    pub undo: u32,
    /// When a step with sensed effects last ended well.
    pub sensed: u64,
    /// When anything of it last started or ended.
    pub moved: u64,
    /// All that could start of it waited for busy agents when so many ends had been; see [`Engine::ends`].
    pub asleep: Option<u64>,
    /// The lowest node above everything that failed and was not yet dealt with.
    pub failed: Option<u32>,
    /// Whether an agent that left is a reason for its repair.
    pub lost_agent: bool,
    /// The node that is planned again; `NONE` for the root.
    pub repair_at: u32,
    /// Changes where what is wanted of a repair does.
    pub repair_serial: u32,
    /// No repair was found.
    pub hopeless: bool,
    pub repairs: u32,
    /// When it was submitted, cancelled, and named an agent that left, among the calls since the last tick.
    pub submitted: u64,
    /// The plan that it takes the place of when it enters.
    pub replaces: Option<PlanId>,
    pub cancelled: u64,
    pub left: u64,
    pub left_at: u32,
}

impl Live {
    const FREE: Live = Live {
        id: PlanId(0),
        priority: 0,
        stage: Stage::Free,
        block: Block::NONE,
        offer: None,
        course: Course::EMPTY,
        running: 0,
        holds: 0,
        barrier: None,
        barrier_untold: false,
        undo: NONE,
        sensed: 0,
        moved: 0,
        asleep: None,
        failed: None,
        lost_agent: false,
        repair_at: NONE,
        repair_serial: 0,
        hopeless: false,
        repairs: 0,
        submitted: 0,
        replaces: None,
        cancelled: 0,
        left: 0,
        left_at: NONE,
    };
}

/// See the module's documentation.
#[derive(Clone)]
pub(crate) struct Engine {
    pub tables: &'static Tables,
    pub limits: Limits,
    pub settings: Settings,
    pub tick: u64,
    pub(super) shelf: Shelf,
    pub(super) plans: Pool<Live>,
    /// The places of the live plans, in order.
    pub(super) order: Pool<u32>,
    /// In the order in which they started.
    pub(super) actions: Pool<Action>,
    pub(super) holds: Pool<Hold>,
    pub(super) busy: AgentMap<Busy>,
    /// Finishes since the last tick, in the order of the calls.
    pub(super) reports: Pool<(ActionId, Outcome)>,
    /// Calls since the executor was made, and whether any is to be taken up.
    pub(super) calls: u64,
    pub(super) called: bool,
    /// How often anything ended that somebody may have waited for: an action, a hold.
    pub(super) ends: u64,
    pub(super) machine: Machine,
    /// The frame of the step that is looked at, and of the one that waits meanwhile.
    pub(super) frame: Pool<u64>,
    pub(super) set_aside: Pool<u64>,
    pub(super) linked: AgentMap<Linked>,
    /// Scratch: numbers by step, by node or by plan.
    pub(super) numbers: Pool<u32>,
    pub(super) notes: Notes,
    pub(super) orders: Orders,
    next_plan: u64,
    pub(super) next_action: u64,
}

impl Engine {
    pub fn new(tables: &'static Tables, limits: Limits) -> Engine {
        let needs = Needs::of(tables);
        let steps = limits.steps * SHARE;
        // One more than the game may have, for a plan that takes the place of another.
        let mut plans = Pool::new(limits.plans + 1);
        plans.resize(limits.plans + 1, Live::FREE);
        Engine {
            tables,
            limits,
            settings: Settings {
                sense_grace: 2,
                wait_limit: 0,
                repairs: Repairs::Game,
                max_repairs: u32::MAX,
            },
            tick: 0,
            shelf: Shelf::new(&limits, needs.extra),
            plans,
            order: Pool::new(limits.plans + 1),
            actions: Pool::new(steps),
            holds: Pool::new(steps),
            busy: AgentMap::new(steps * (needs.by + 1)),
            reports: Pool::new(steps),
            calls: 0,
            called: false,
            ends: 0,
            machine: Machine::new(tables, needs.for_questions(&limits)),
            frame: Pool::new(needs.frame),
            set_aside: Pool::new(needs.frame),
            linked: AgentMap::new(limits.steps * needs.agents),
            numbers: Pool::new(limits.steps.max(limits.tasks).max(limits.plans + 1)),
            notes: Notes::new(tables, &limits),
            orders: Orders::new(tables, &limits),
            next_plan: 1,
            next_action: 1,
        }
    }

    /// One tick, but for the search that a director does at its end.
    pub fn tick(&mut self, world: &mut World<'_>) {
        self.tick += 1;
        self.notes.clear();
        self.orders.clear();
        self.take_reports(world);
        self.look_at_whiles(world);
        self.take_calls(world);
        self.deal_with_failures(world);
        self.adopt_offers(world);
        self.visit_all(world);
        self.tell_waits();
    }

    pub fn place_of(&self, id: PlanId) -> Option<usize> {
        let mut places = self.order.iter().map(|&place| place as usize);
        places.find(|&place| self.plans[place].id == id)
    }

    /// A free place for a plan of this priority, behind all that go before it.
    pub(super) fn open_place(
        &mut self,
        priority: i32,
        block: Block,
    ) -> Result<usize, ExecutorFull> {
        let free = self.plans.iter().position(|live| live.stage == Stage::Free);
        let full = ExecutorFull {
            what: What::Plans,
            capacity: self.limits.plans,
            all: true,
        };
        let place = free.ok_or(full)?;
        let before = |&other: &u32| self.plans[other as usize].priority >= priority;
        let at = self.order.partition_point(before);
        self.order.insert(at, place as u32);
        let course = self.chart(&block);
        self.plans[place] = Live {
            id: PlanId(self.next_plan),
            priority,
            stage: Stage::Submitted,
            block,
            course,
            submitted: self.next_call(),
            ..Live::FREE
        };
        self.next_plan += 1;
        Ok(place)
    }

    /// Forgets a plan that has ended.
    pub(super) fn close_place(&mut self, place: usize) {
        self.plans[place] = Live::FREE;
        self.order.retain(|&other| other as usize != place);
    }

    pub(super) fn next_call(&mut self) -> u64 {
        self.calls += 1;
        self.called = true;
        self.calls
    }

    pub(super) fn kind(&self, step: &LiveStep) -> Kind {
        Kind {
            tables: self.tables,
            kind: step.kind,
        }
    }

    pub(super) fn step(&self, place: usize, step: usize) -> &LiveStep {
        &self.shelf.steps(&self.plans[place].block)[step]
    }

    pub(super) fn step_mut(&mut self, place: usize, step: usize) -> &mut LiveStep {
        &mut self.shelf.steps_mut(&self.plans[place].block)[step]
    }

    /// The words of a step: arguments first.
    pub(super) fn words(&self, place: usize, step: &LiveStep) -> &[u64] {
        let size = self.kind(step).size() as usize;
        &self.shelf.words(&self.plans[place].block)[step.words as usize..][..size]
    }

    pub(super) fn say(&mut self, place: usize, step: usize) -> Said {
        let step = *self.step(place, step);
        let kind = self.kind(&step);
        let block = self.plans[place].block;
        let args = &self.shelf.words(&block)[step.words as usize..][..kind.params().len()];
        self.notes.say(kind.code(), args)
    }

    pub(super) fn say_node(&mut self, place: usize, node: u32) -> Option<Said> {
        let block = self.plans[place].block;
        let node = *self.shelf.nodes(&block).get(node as usize)?;
        let params = self.tables.tasks[node.task.0 as usize].params.len();
        let args = &self.shelf.words(&block)[node.words as usize..][..params];
        Some(self.notes.say(TaskCode::Task(node.task), args))
    }

    pub(super) fn note(&mut self, place: usize, what: Happened) {
        let plan = self.plans[place].id;
        self.notes.note(self.tick, plan, what);
    }

    pub fn live(&self, place: usize) -> &Live {
        &self.plans[place]
    }

    /// The place of the plan that was submitted last.
    pub fn last_place(&self) -> Option<usize> {
        let places = self.order.iter().map(|&place| place as usize);
        places.max_by_key(|&place| self.plans[place].id)
    }

    /// The tasks of a plan, from the root down.
    pub fn nodes(&self, place: usize) -> &[Node] {
        self.shelf.nodes(&self.plans[place].block)
    }

    /// The machine, and the frame of a task of a plan.
    pub fn machine_and_frame(&mut self, place: usize, node: usize) -> (&mut Machine, &[u64]) {
        let block = self.plans[place].block;
        let node = self.shelf.nodes(&block)[node];
        let size = self.tables.tasks[node.task.0 as usize].frame as usize;
        let frame = &self.shelf.words(&block)[node.words as usize..][..size];
        (&mut self.machine, frame)
    }

    /// An event about a plan that has not entered, or about none.
    pub fn note_of(&mut self, plan: PlanId, what: Happened) {
        self.notes.note(self.tick, plan, what);
    }

    pub fn order(&self) -> &[u32] {
        &self.order
    }

    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    pub fn commands(&self) -> usize {
        self.orders.len()
    }

    pub fn command(&self, at: usize) -> Option<(Order, &[u64])> {
        self.orders.get(at)
    }

    /// A step, and its arguments.
    pub fn code(&self, place: usize, step: usize) -> (TaskCode, &[u64]) {
        let step = self.step(place, step);
        let kind = self.kind(step);
        (kind.code(), &self.words(place, step)[..kind.params().len()])
    }

    /// The plan's place and the step of an action.
    pub fn whose(&self, action: ActionId) -> Option<(usize, usize)> {
        let action = self.actions.get(self.action(action)?)?;
        Some((action.place as usize, action.step as usize))
    }

    /// Tells what changed of what is waited for.
    fn tell_waits(&mut self) {
        for at in 0..self.order.len() {
            let place = self.order[at] as usize;
            let live = self.plans[place];
            if live.stage != Stage::Running {
                continue;
            }
            if let Some((step, action)) = live.barrier
                && live.barrier_untold
            {
                self.plans[place].barrier_untold = false;
                self.tell_wait(place, step as usize, Wait::Action(action));
            }
            let mut step = live.course.ready;
            while step != NONE {
                let row = *self.step(place, step as usize);
                if row.untold {
                    self.step_mut(place, step as usize).untold = false;
                    if row.wait != Wait::None {
                        self.tell_wait(place, step as usize, row.wait);
                    }
                }
                step = row.next;
            }
        }
    }

    pub(super) fn tell_wait(&mut self, place: usize, step: usize, wait: Wait) {
        let task = self.say(place, step);
        let on = match wait {
            Wait::Engaged { action, .. } | Wait::Held { action, .. } | Wait::Action(action) => {
                let Some(at) = self.action(action) else {
                    return;
                };
                let action = self.actions[at];
                Some(self.say(action.place as usize, action.step as usize))
            }
            Wait::Effect { step, .. } => Some(self.say(place, step as usize)),
            _ => None,
        };
        self.note(
            place,
            Happened::Waits {
                step: step as u32,
                task,
                wait,
                on,
            },
        );
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        let steps = self.limits.steps * SHARE;
        let actions = size_of::<Action>() + size_of::<Hold>() + size_of::<(ActionId, Outcome)>();
        let plans = self.limits.plans * (size_of::<Live>() + size_of::<u32>());
        self.shelf.bytes()
            + steps * actions
            + plans
            + self.busy.bytes()
            + self.linked.bytes()
            + self.notes.bytes()
            + self.orders.bytes()
            + self.machine.question_bytes()
    }
}

/// What a domain needs at least.
struct Needs {
    /// The agents of a step, at most, and those after `by`.
    agents: usize,
    by: usize,
    /// Words of a step beyond those of its plan.
    extra: usize,
    /// The largest frame of a step, and of any question.
    frame: usize,
    question: usize,
}

impl Needs {
    fn of(tables: &Tables) -> Needs {
        let agents_of =
            |params: &[crate::tables::Param]| params.iter().filter(|param| param.agent).count();
        let tasks = tables.tasks.iter();
        let steps = tasks.filter(|task| !matches!(task.kind, TaskKind::Method | TaskKind::Block));
        let columns = tables.relations.iter().map(|rel| rel.columns);
        let params = steps.clone().map(|task| task.params).chain(columns.clone());
        let agents = params.map(agents_of).max().unwrap_or(0);
        let operators = tables.operators.iter();
        let undo = operators.clone().filter_map(|operator| operator.undo);
        let undo = undo.map(|undo| undo.args.len as usize).max().unwrap_or(0);
        let by = operators
            .clone()
            .map(|operator| operator.by.count_ones() as usize);
        let frames = steps.map(|task| task.frame as usize);
        let frame = frames.chain(columns.map(<[_]>::len)).max().unwrap_or(0);
        let checks = operators
            .flat_map(|operator| [operator.holds, operator.during])
            .flatten();
        let checks = checks.map(|check| check.frame);
        let checks = checks.chain(tables.checks.iter().map(|check| check.frame));
        Needs {
            agents,
            by: by.max().unwrap_or(0),
            extra: agents + undo,
            frame,
            question: checks.map(usize::from).max().unwrap_or(0).max(frame),
        }
    }

    /// The limits of a machine that asks questions and plans nothing. Where a plan fits, so do its questions: what is
    /// less than this would leave reservations behind that can't be taken back.
    fn for_questions(&self, limits: &Limits) -> Limits {
        Limits {
            depth: limits.depth.max(16),
            bindings: limits.bindings.max(4 * self.question + 64),
            trail: limits.trail.max(1_024),
            sort: limits.sort.max(256),
            choices: limits.choices.max(64),
            steps: 0,
            tasks: 0,
            checks: 0,
            plans: 0,
            events: 0,
        }
    }
}
