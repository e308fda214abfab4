//! The executor without the domain's types: its memory, and a tick from its first phase to its last.

use super::ExecutorFull;
use super::actions::{Action, Busy, Hold};
use super::agents::AgentMap;
use super::course::Linked;
use super::kind::Kind;
use super::live::{Live, Repairs, Settings, Stage};
use super::needs::Needs;
use super::notes::{Happened, Notes, Order, Orders, Said};
use super::shelf::{Block, LiveNode, LiveStep, SHARE, Shelf};
use super::wait::Wait;
use crate::domain::TaskCode;
use crate::error::What;
use crate::event::{ActionId, Outcome, PlanId};
use crate::host::Host;
use crate::limits::Limits;
use crate::machine::{Machine, NONE};
use crate::plan::Changed;
use crate::pool::Pool;
use crate::store::Store;
use crate::tables::Tables;

/// What the steps act on.
pub(crate) struct World<'a> {
    pub store: &'a mut Store,
    pub host: &'a dyn Host,
}

/// What a tick looks at first. It lies together, for of squads in which nothing happens a game has little else in its
/// caches.
#[derive(Clone)]
pub(super) struct Pulse {
    pub tick: u64,
    /// The last tick had nothing to do, and nothing was called or told since.
    pub quiet: bool,
}

/// See the module's documentation.
#[derive(Clone)]
pub(crate) struct Engine {
    pub tables: &'static Tables,
    /// What the tables say of conditions that are looked at again: whether any is, and which predicates are asked for
    /// single words.
    pub(super) has_agents: bool,
    pub(super) asked: u64,
    pub limits: Limits,
    pub settings: Settings,
    pub(super) pulse: Pulse,
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
    /// Nothing can happen until the game calls.
    sleeps: bool,
    pub(super) machine: Machine,
    /// The frame of the step that is looked at, and of the one that waits meanwhile.
    pub(super) frame: Pool<u64>,
    pub(super) set_aside: Pool<u64>,
    pub(super) linked: AgentMap<Linked>,
    /// Scratch: numbers by step, by node or by plan.
    pub(super) numbers: Pool<u32>,
    /// Scratch: what a plan that was found for a repair changes, in order.
    pub(super) changes: Pool<Changed>,
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
        let asked = tables.asked_by_word();
        Engine {
            tables,
            has_agents: tables.has_agents(),
            asked,
            limits,
            settings: Settings {
                sense_grace: 2,
                wait_limit: 0,
                repairs: Repairs::Game,
                max_repairs: u32::MAX,
            },
            pulse: Pulse {
                tick: 0,
                quiet: false,
            },
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
            sleeps: true,
            machine: Machine::new(tables, needs.for_questions(&limits)),
            frame: Pool::new(needs.frame),
            set_aside: Pool::new(needs.frame),
            linked: AgentMap::new(limits.steps * needs.agents),
            numbers: Pool::new(limits.steps.max(limits.tasks).max(limits.plans + 1)),
            changes: Pool::new(if asked == 0 { 0 } else { limits.checks }),
            notes: Notes::new(tables, &limits),
            orders: Orders::new(tables, &limits),
            next_plan: 1,
            next_action: 1,
        }
    }

    /// One tick, but for the search that a director does at its end.
    #[inline]
    pub fn tick(&mut self, world: &mut World<'_>) {
        self.pulse.tick += 1;
        if !self.pulse.quiet {
            self.busy_tick(world);
        }
    }

    #[inline(never)]
    fn busy_tick(&mut self, world: &mut World<'_>) {
        self.notes.clear();
        self.orders.clear();
        self.pulse.quiet = self.nothing_to_do();
        if self.pulse.quiet {
            return;
        }
        self.take_reports(world);
        self.look_at_whiles(world);
        self.take_calls(world);
        self.deal_with_failures(world);
        self.adopt_offers(world);
        self.visit_all(world);
        self.tell_waits();
        self.sleeps = self.all_sleep();
    }

    /// Whether nothing has been called since nothing could happen. Where plans are given up after a time, they may be now.
    fn nothing_to_do(&self) -> bool {
        self.sleeps && !self.called && self.reports.is_empty() && self.settings.wait_limit == 0
    }

    /// Whether no plan can do anything before something ends, and nothing ends but by a call.
    fn all_sleep(&self) -> bool {
        let asleep = |place: &u32| {
            let live = &self.plans[*place as usize];
            live.stage == Stage::Running && live.failed.is_none() && live.asleep == Some(self.ends)
        };
        self.order.iter().all(asleep) && !self.actions.iter().any(|action| action.watched)
    }

    pub fn set_wait_limit(&mut self, ticks: u32) {
        self.settings.wait_limit = u64::from(ticks);
        self.pulse.quiet = false;
    }

    /// The number of the last tick.
    pub fn now(&self) -> u64 {
        self.pulse.tick
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
        self.pulse.quiet = false;
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
        self.notes.note(self.pulse.tick, plan, what);
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
    pub fn nodes(&self, place: usize) -> &[LiveNode] {
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
        self.pulse.quiet = false;
        self.notes.note(self.pulse.tick, plan, what);
    }

    pub fn order(&self) -> &[u32] {
        &self.order
    }

    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    pub fn commands(&self) -> usize {
        if self.pulse.quiet {
            0
        } else {
            self.orders.len()
        }
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
            + self.changes.bytes()
            + self.notes.bytes()
            + self.orders.bytes()
            + self.machine.question_bytes()
    }
}
