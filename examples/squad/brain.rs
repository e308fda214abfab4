//! The squad's decision maker: turns senses into facts, ticks the director, and turns its commands into acts of the world.

#[cfg(feature = "json")]
use htn_view::serde::{Deserialize, Serialize};

use squad_htn::prelude::*;

use crate::acting;
use crate::domain::squad::{self, Fact};
use crate::memory::Memory;
use crate::player::Order;
use crate::sim::{
    Act, LATENCY, Looks, Map, PersonId, RoomId, Sense, Spot, Ticket, World, officer_ids,
};
#[cfg(feature = "json")]
use crate::sim::{Check, DoorId};
#[cfg(feature = "json")]
use crate::terms::Line;
use crate::terms::Team;

/// Ticks between two searches without an urgent reason.
const INTERVAL: u32 = 5;
/// Ticks within which the sensors report the effects of an action.
const SENSOR_TIMEOUT: u32 = LATENCY + 4;

/// The limit of repairs per plan. Fights can interrupt the clearing of a room many times.
const MAX_REPAIRS: u32 = 32;

/// The search budget of a tick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub enum Slice {
    /// Search steps: the same on every machine, so that a run can be repeated.
    Steps(u64),
    /// Microseconds, as a game would choose. The time at which plans are found then depends on the machine.
    Micros(u64),
}

/// The exchange between the director and the world in one tick.
#[derive(Clone, Debug, Default)]
pub struct Traffic {
    pub finished: Vec<(ActionId, Outcome)>,
    pub commands: Vec<Command<squad::Domain>>,
    pub events: Vec<Event<squad::Domain>>,
    pub found: Option<Found>,
}

/// A plan that was found.
#[derive(Clone, Debug)]
pub struct Found {
    pub plan: PlanId,
    /// The branch of the root task.
    pub branch: &'static str,
    /// The compound task that the root task was decomposed into, if any.
    pub goal: Option<squad::Task>,
    pub steps: Vec<squad::Task>,
    /// The tree of the plan as text.
    pub tree: String,
}

impl Found {
    pub fn new(id: PlanId, plan: squad_htn::PlanView<'_, squad::Domain>) -> Found {
        let tree = plan.tree();
        Found {
            plan: id,
            branch: tree.node(0).map_or("", |root| root.branch()),
            goal: tree.node(1).and_then(|node| node.task()),
            steps: plan.tasks().collect(),
            tree: plan.to_string(),
        }
    }
}

/// An action of the director in progress, and its act in the world.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
struct Running {
    ticket: Ticket,
    action: ActionId,
    who: PersonId,
    /// True for a voice line. It keeps no agent busy, so the director does not stop it when the officer leaves.
    voice: bool,
}

/// The squad's decision maker.
#[derive(Clone, Debug)]
pub struct Brain {
    pub director: squad::Director,
    pub memory: Memory,
    running: Vec<Running>,
    /// Voice lines that dying officers did not finish.
    cut_off: Vec<ActionId>,
    next_ticket: Ticket,
}

/// The first ticket of acts that the player starts directly.
const PLAYERS_TICKETS: Ticket = 1 << 32;

/// A [`Brain`] in a save. What it knows of the building is derived from the map.
#[cfg(feature = "json")]
#[derive(Serialize, Deserialize)]
#[serde(crate = "htn_view::serde", deny_unknown_fields)]
pub struct SavedBrain {
    last_seen: Vec<Option<Spot>>,
    running: Vec<Running>,
    cut_off: Vec<ActionId>,
    next_ticket: Ticket,
    director: squad::Director,
}

#[cfg(feature = "json")]
impl Brain {
    pub fn save(&self) -> SavedBrain {
        let people = 0..self.memory.people() as u8;
        SavedBrain {
            last_seen: people
                .map(|who| self.memory.last_seen(PersonId(who)))
                .collect(),
            running: self.running.clone(),
            cut_off: self.cut_off.clone(),
            next_ticket: self.next_ticket,
            director: self.director.clone(),
        }
    }

    /// Restores a saved brain, or describes its first error.
    pub fn load(world: &World, saved: SavedBrain) -> Result<Brain, &'static str> {
        let check = world.check();
        let mut memory = Memory::new(world.map.clone(), check.people);
        let mut seen = saved.last_seen.iter().flatten();
        let fits = saved.last_seen.len() == check.people
            && seen.all(|&spot| check.spot(spot))
            && saved
                .running
                .iter()
                .all(|running| check.officer(running.who))
            && saved.next_ticket < PLAYERS_TICKETS
            && names_existing_things(&saved.director, &check);
        if !fits {
            return Err("the save's squad does not match its building");
        }
        for (who, &spot) in (0..).zip(&saved.last_seen) {
            if let Some(spot) = spot {
                memory.saw(PersonId(who), spot);
            }
        }
        memory.take_news();
        Ok(Brain {
            director: saved.director,
            memory,
            running: saved.running,
            cut_off: saved.cut_off,
            next_ticket: saved.next_ticket,
        })
    }
}

/// Returns true if every person, room, door and square in the facts exists in the building.
#[cfg(feature = "json")]
fn names_existing_things(director: &squad::Director, check: &Check<'_>) -> bool {
    let mut director = director.clone();
    let mut fits = true;
    let mut all = |fit: bool| fits &= fit;
    director.state_mut().map_terms(|spot: Spot| {
        all(check.spot(spot));
        spot
    });
    director.state_mut().map_terms(|room: RoomId| {
        all(check.room(room));
        room
    });
    director.state_mut().map_terms(|door: DoorId| {
        all(check.door(door));
        door
    });
    director.state_mut().map_terms(|who: PersonId| {
        all(check.person(who));
        who
    });
    director.state_mut().map_terms(|line: Line| {
        all(match line {
            Line::Door(door) => check.door(door),
            Line::GoingIn(room) | Line::Clear(room) => check.room(room),
            Line::Contact(who) | Line::DontMove(who) | Line::InCustody(who) => check.person(who),
            Line::OfficerDown(who) | Line::Bandaging(who) => check.person(who),
            Line::Roger | Line::InPosition | Line::BuildingClear => true,
        });
        line
    });
    fits
}

impl Brain {
    /// Creates the brain of a squad that knows only the plan of the building.
    pub fn new(world: &World) -> Result<Brain, CapacityError> {
        let people = world.officers.len() + world.suspects.len();
        let mut director = squad::Director::new(squad::Task::SquadTactical)
            .interval(INTERVAL)
            .sensor_timeout(SENSOR_TIMEOUT)
            .max_repairs(MAX_REPAIRS);
        let state = director.state_mut();
        for fact in first_facts(&world.map) {
            state.insert(fact)?;
        }
        let mut memory = Memory::new(world.map.clone(), people);
        for who in officer_ids() {
            memory.saw(who, world.spot_of(who));
        }
        Ok(Brain {
            director,
            memory,
            running: Vec::new(),
            cut_off: Vec::new(),
            next_ticket: 0,
        })
    }

    /// Applies the senses that have arrived.
    pub fn sense(&mut self, world: &mut World) -> Result<(), CapacityError> {
        for sense in world.take_senses() {
            self.note(sense)?;
        }
        Ok(())
    }

    /// Runs one tick of the director: reports ended actions to it and executes its commands.
    pub fn think(&mut self, world: &mut World, slice: Slice) -> Traffic {
        let finished = self.report_ended(world);
        let news = self.memory.take_news();
        if let (Some(journal), false) = (self.director.journal_mut(), news.is_empty()) {
            journal.note(&news);
        }
        let commands: Vec<_> = match slice {
            Slice::Steps(steps) => self
                .director
                .tick(&self.memory, Budget::steps(steps))
                .collect(),
            Slice::Micros(micros) => self
                .director
                .tick(&self.memory, Budget::micros(micros))
                .collect(),
        };
        for command in &commands {
            self.execute(*command, world);
        }
        let events: Vec<_> = self.director.events().collect();
        let found = events.iter().find_map(|event| match event {
            Event::Planned { plan, .. } => Some(*plan),
            _ => None,
        });
        let mut plans = self.director.executor().plans();
        let found = found.and_then(|id| plans.find(|plan| plan.id == id));
        Traffic {
            finished,
            commands,
            events,
            found: found.map(|status| Found::new(status.id, status.plan())),
        }
    }

    fn report_ended(&mut self, world: &mut World) -> Vec<(ActionId, Outcome)> {
        let mut ended: Vec<_> = self
            .cut_off
            .drain(..)
            .map(|action| (action, Outcome::Failure))
            .collect();
        for (ticket, well) in world.take_ended() {
            let own = |running: &Running| running.ticket == ticket;
            if let Some(at) = self.running.iter().position(own) {
                let outcome = if well {
                    Outcome::Success
                } else {
                    Outcome::Failure
                };
                ended.push((self.running.swap_remove(at).action, outcome));
            }
        }
        // `finish` returns an error if the director has stopped the action in the meantime.
        ended.retain(|&(action, outcome)| self.director.finish(action, outcome).is_ok());
        ended
    }

    fn execute(&mut self, command: Command<squad::Domain>, world: &mut World) {
        match command {
            Command::Start { id, action, .. } => {
                let (who, act) = acting::act(action, &self.memory);
                world.begin(self.next_ticket, who, act);
                self.running.push(Running {
                    ticket: self.next_ticket,
                    action: id,
                    who,
                    voice: matches!(act, Act::Say { .. }),
                });
                self.next_ticket += 1;
            }
            Command::Stop { id, .. } => {
                let own = |running: &Running| running.action == id;
                if let Some(at) = self.running.iter().position(own) {
                    world.interrupt(self.running.swap_remove(at).ticket);
                }
            }
        }
    }

    fn note(&mut self, sense: Sense) -> Result<(), CapacityError> {
        match sense {
            Sense::At { who, spot } => self.memory.saw(who, spot),
            Sense::Health { who, hurt } => {
                self.set(hurt, Fact::Wounded(who))?;
            }
            Sense::OfficerDown { who } => {
                self.set(true, Fact::Fallen(who))?;
                let lines = self
                    .running
                    .iter()
                    .filter(|running| running.voice && running.who == who);
                self.cut_off.extend(lines.map(|running| running.action));
                self.remove_member(who);
            }
            Sense::Sees {
                who,
                whom,
                spot,
                looks,
            } => self.see(who, whom, spot, looks)?,
            Sense::LostSight { who, whom } => {
                self.set(false, Fact::Sees(who, whom))?;
            }
            Sense::Gone { whom } => {
                self.set(false, Fact::Surrendered(whom))?;
                self.set(true, Fact::Hostile(whom))?;
                self.forget_room(whom);
            }
            Sense::Dead { whom } => {
                self.set(false, Fact::Down(whom))?;
                self.set(true, Fact::Dead(whom))?;
            }
            Sense::DoorOpen { door } => {
                self.set(true, Fact::Open(door))?;
            }
            Sense::Swept { room } => {
                self.set(true, Fact::Swept(room))?;
            }
            Sense::Noise { room } => {
                self.set(false, Fact::Swept(room))?;
                self.set(false, Fact::Cleared(room))?;
            }
        }
        Ok(())
    }

    fn see(
        &mut self,
        who: PersonId,
        whom: PersonId,
        spot: Spot,
        looks: Looks,
    ) -> Result<(), CapacityError> {
        self.memory.saw(whom, spot);
        self.forget_room(whom);
        if let (Looks::Armed, Some(room)) = (looks, self.memory.map.room(spot)) {
            self.set(true, Fact::Lurks(whom, room))?;
        }
        let known_dead = self.director.state().contains(Fact::Dead(whom));
        let mut news = self.set(true, Fact::Sees(who, whom))?;
        news |= self.set(looks == Looks::Armed, Fact::Hostile(whom))?;
        news |= self.set(looks == Looks::HandsUp, Fact::Surrendered(whom))?;
        news |= self.set(looks == Looks::Cuffed, Fact::Restrained(whom))?;
        news |= self.set(looks == Looks::Lying && !known_dead, Fact::Down(whom))?;
        if news {
            self.director.replan_now();
        }
        Ok(())
    }

    fn forget_room(&mut self, whom: PersonId) {
        for room in self.memory.map.room_ids() {
            self.director.state_mut().remove(Fact::Lurks(whom, room));
        }
    }

    /// Inserts or removes a fact. Returns true if this changed the state.
    fn set(&mut self, holds: bool, fact: Fact) -> Result<bool, CapacityError> {
        let state = self.director.state_mut();
        if holds {
            state.insert(fact)
        } else {
            Ok(state.remove(fact))
        }
    }

    /// Removes an officer from the squad. His facts are removed first, so that no repair relies on him.
    fn remove_member(&mut self, who: PersonId) {
        let sight: Vec<Fact> = self.director.state().facts().collect();
        for fact in sight {
            if matches!(fact, Fact::Sees(officer, _) if officer == who) && self.is_fallen(who) {
                self.director.state_mut().remove(fact);
            }
        }
        self.director.state_mut().remove(Fact::SquadMember(who));
        self.director.agent_left(who);
        self.director.replan_now();
    }

    fn is_fallen(&self, who: PersonId) -> bool {
        self.director.state().contains(Fact::Fallen(who))
    }

    /// Applies an order of the player.
    pub fn order(&mut self, order: Order, world: &mut World) -> Result<(), CapacityError> {
        match order {
            Order::Clear => {
                self.set(true, Fact::OrderedClear)?;
            }
            Order::CancelAll => {
                self.set(false, Fact::OrderedClear)?;
                self.set(false, Fact::Clearing)?;
                let plans: Vec<PlanId> = self
                    .director
                    .executor()
                    .plans()
                    .map(|plan| plan.id)
                    .collect();
                for plan in plans {
                    self.director.cancel(plan);
                }
            }
            Order::GoTo { who, spot } if !self.is_fallen(who) => {
                self.remove_member(who);
                self.set(true, Fact::OrderedGoto(who, spot))?;
            }
            Order::Cancel { who } if !self.is_fallen(who) => {
                self.set(true, Fact::OrderedCancel(who))?;
            }
            Order::TakeControl { who, walk_to } if !self.is_fallen(who) => {
                self.remove_member(who);
                world.begin(PLAYERS_TICKETS, who, Act::Walk { to: walk_to });
            }
            Order::GiveBack { who } if !self.is_fallen(who) => {
                world.interrupt(PLAYERS_TICKETS);
                self.set(true, Fact::SquadMember(who))?;
            }
            Order::GoTo { .. }
            | Order::Cancel { .. }
            | Order::TakeControl { .. }
            | Order::GiveBack { .. } => {}
        }
        self.director.replan_now();
        Ok(())
    }

    pub fn mission_done(&self) -> bool {
        self.director.state().contains(Fact::MissionDone)
    }

    /// Returns true if the squad considers the room clear.
    pub fn is_cleared(&self, room: RoomId) -> bool {
        self.director.state().contains(Fact::Cleared(room))
    }

    pub fn rooms_cleared(&self) -> usize {
        let facts = self.director.state().facts();
        facts
            .filter(|fact| matches!(fact, Fact::Cleared(_)))
            .count()
    }

    /// Returns the facts with which plans reserve things. None are left after all plans have ended.
    pub fn reservations(&self) -> Vec<Fact> {
        let reserves = |fact: &Fact| {
            matches!(
                fact,
                Fact::Reserved(_)
                    | Fact::Role(..)
                    | Fact::Tended(_)
                    | Fact::FollowingOrder(_)
                    | Fact::Guarding(..)
                    | Fact::Restraining(..)
            )
        };
        self.director.state().facts().filter(reserves).collect()
    }

    pub fn is_idle(&self) -> bool {
        self.director.executor().plans().next().is_none()
    }
}

fn first_facts(map: &Map) -> Vec<Fact> {
    let mut facts = Vec::new();
    for who in officer_ids() {
        let team = if who.0 < 2 { Team::Red } else { Team::Blue };
        facts.extend([Fact::SquadMember(who), Fact::Team(who, team)]);
    }
    facts.extend(map.room_ids().map(Fact::Room));
    for door in map.door_ids() {
        let [a, b] = map.door(door).sides;
        facts.extend([Fact::Door(door, a, b), Fact::Door(door, b, a)]);
    }
    facts.extend([Fact::Cleared(RoomId(0)), Fact::LastIn(Team::Blue)]);
    facts
}
