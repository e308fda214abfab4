//! The battle: bodies in a town, each with a mind of its own.

use squad_htn::prelude::*;
use squad_htn::{BeliefsFull, Claim, Heard};

use crate::body::{Body, HURT, Level, OngoingAction};
use crate::domain::{command, leader, soldier};
use crate::headquarters::Headquarters;
use crate::judge::Judge;
use crate::kit::rng::Rng;
use crate::map::{Map, OBJECTIVES, STARTS};
use crate::mind::{Mind, SECOND, SoldierClaim, Thoughts};
use crate::story::Happening;
use crate::terms::{Answer, Foe, Order, Place, Side, Soldier, soldiers};

/// The number of ticks that one side must be alone at a place to take it.
const TAKING: u64 = 5 * SECOND;

/// A battle in progress.
pub struct Battle {
    pub tick: u64,
    pub map: Map,
    pub bodies: Vec<Body>,
    pub minds: Vec<Mind>,
    pub headquarters: [Headquarters; 2],
    /// Indexed by side: true if its soldiers share all knowledge.
    pub linked: [bool; 2],
    /// Indexed by objective: the side that holds it.
    pub holds: [Option<Side>; OBJECTIVES.len()],
    /// Indexed by objective: the only side present, and since when.
    alone: [(Option<Side>, u64); OBJECTIVES.len()],
    pub rng: Rng,
    pub judge: [Judge; 2],
    /// Indexed by soldier: the enemies that he sees.
    pub contacts: Vec<Vec<Foe>>,
    /// The number of orders given so far.
    pub orders: u16,
    /// The events of the last tick.
    pub happenings: Vec<Happening>,
}

/// The end of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// One side was eliminated. Contains the surviving side, if any.
    Left(Option<Side>),
    /// The time was up. Contains the side that held more places, if any.
    Time(Option<Side>),
}

impl End {
    pub fn winner(self) -> Option<Side> {
        match self {
            End::Left(side) | End::Time(side) => side,
        }
    }
}

impl Battle {
    pub fn new(seed: u64, linked: [bool; 2]) -> Result<Battle, BeliefsFull> {
        let map = Map::new();
        let start = |who: Soldier| STARTS[who.side().index()][usize::from(who.squad().0)];
        let bodies = soldiers().map(|who| Body::new(start(who), &map));
        let minds = soldiers().map(|who| {
            let leader = who.squad().members(who.side()).next().unwrap_or(who);
            let mut mind = Mind::new(who, start(who), leader, linked[who.side().index()])?;
            if who == leader {
                mind.lead(&map, 0)?;
            }
            Ok(mind)
        });
        let mut rng = Rng::new(seed);
        let mut begins = || rng.between(1, 5 * SECOND as i32) as u64;
        let headquarters = [
            Headquarters::new(Side::Blue, begins())?,
            Headquarters::new(Side::Red, begins())?,
        ];
        Ok(Battle {
            tick: 0,
            bodies: bodies.collect(),
            minds: minds.collect::<Result<_, BeliefsFull>>()?,
            map,
            headquarters,
            linked,
            holds: [None; OBJECTIVES.len()],
            alone: [(None, 0); OBJECTIVES.len()],
            rng,
            judge: Default::default(),
            contacts: vec![Vec::new(); soldiers().count()],
            orders: 0,
            happenings: Vec::new(),
        })
    }

    pub fn body(&self, who: Soldier) -> &Body {
        &self.bodies[who.index()]
    }

    pub fn mind(&mut self, who: Soldier) -> &mut Mind {
        &mut self.minds[who.index()]
    }

    pub fn place(&self, who: Soldier) -> Place {
        self.body(who).place
    }

    pub fn alive(&self, side: Side) -> impl Iterator<Item = Soldier> + '_ {
        side.soldiers().filter(|who| self.body(*who).lives())
    }

    pub fn record(&mut self, happening: Happening) {
        self.happenings.push(happening);
    }

    /// Simulates a tenth of a second.
    pub fn step(&mut self) -> Result<(), BeliefsFull> {
        self.tick += 1;
        self.happenings.clear();
        // The order alternates, so that neither side has an advantage.
        let mut order: Vec<Soldier> = soldiers().collect();
        if self.tick.is_multiple_of(2) {
            order.reverse();
        }
        for turn in [Battle::advance, Battle::look, Battle::think] {
            for &who in &order {
                if self.body(who).lives() {
                    turn(self, who)?;
                }
            }
        }
        for side in Side::BOTH {
            self.command(side)?;
        }
        self.take_places();
        Ok(())
    }

    /// Returns how the battle ended, or `None` while it is in progress.
    pub fn end(&self, limit: u64) -> Option<End> {
        let left = Side::BOTH.map(|side| self.alive(side).count());
        match left {
            [0, 0] => return Some(End::Left(None)),
            [_, 0] => return Some(End::Left(Some(Side::Blue))),
            [0, _] => return Some(End::Left(Some(Side::Red))),
            _ => {}
        }
        if self.tick < limit {
            return None;
        }
        let held = |side| {
            self.holds
                .iter()
                .filter(|holder| **holder == Some(side))
                .count()
        };
        Some(End::Time(match held(Side::Blue).cmp(&held(Side::Red)) {
            std::cmp::Ordering::Greater => Some(Side::Blue),
            std::cmp::Ordering::Less => Some(Side::Red),
            std::cmp::Ordering::Equal => None,
        }))
    }

    /// Gives a soldier a claim. In a linked side, all soldiers receive it.
    pub fn learn(
        &mut self,
        who: Soldier,
        claim: SoldierClaim,
    ) -> Result<Heard<soldier::Fact>, BeliefsFull> {
        let now = self.tick;
        let heard = self.mind(who).learn(claim, now)?;
        if self.linked[who.side().index()] && is_shared(claim.fact) && heard != Heard::Known {
            for mate in who.mates() {
                let is_himself =
                    matches!(claim.fact, soldier::Fact::Mate(other, _) if other == mate);
                if self.body(mate).lives() && !is_himself {
                    self.mind(mate).learn(claim, now)?;
                }
            }
        }
        Ok(heard)
    }

    fn think(&mut self, who: Soldier) -> Result<(), BeliefsFull> {
        let (now, place) = (self.tick, self.place(who));
        let body = &self.bodies[who.index()];
        let (hurt, under_fire) = (body.health < HURT, body.is_under_fire(now));
        let mind = &mut self.minds[who.index()];
        let state = mind.director.state_mut();
        state.insert(soldier::Fact::Here(place))?;
        state.set(soldier::Fact::Hurt, hurt)?;
        if state.set(soldier::Fact::UnderFire, under_fire)? && under_fire {
            mind.director.replan_now();
        }
        if let Some(leading) = &mut mind.leading {
            leading.learn(Claim::seen(leader::Fact::At(who, place), now), now)?;
        }
        mind.decay(now)?;
        let Thoughts { own, lead } = mind.think(&self.map);
        for command in own {
            match command {
                Command::Start { id, action, .. } => self.begin(who, id, action)?,
                Command::Stop { id, .. } => self.stop(who, Level::Own, id),
            }
        }
        for command in lead {
            match command {
                Command::Start { id, action, .. } => self.begin_leading(who, id, action)?,
                Command::Stop { id, .. } => self.stop(who, Level::Lead, id),
            }
        }
        Ok(())
    }

    fn stop(&mut self, who: Soldier, level: Level, id: ActionId) {
        let body = &mut self.bodies[who.index()];
        body.mouth
            .retain(|speech| (speech.level, speech.id) != (level, id));
        if level == Level::Own && body.doing.is_some_and(|doing| doing.id == id) {
            body.doing = None;
            body.walks_to = None;
        }
    }

    pub fn finish(&mut self, who: Soldier, level: Level, id: ActionId, outcome: Outcome) {
        let mind = &mut self.minds[who.index()];
        // The action may have been stopped in the same tick.
        let _ = match (level, &mut mind.leading) {
            (Level::Own, _) => mind.director.finish(id, outcome),
            (Level::Lead, Some(leading)) => leading.director.finish(id, outcome),
            (Level::Lead, None) => Ok(()),
        };
    }

    /// Advances walks, bursts and speech in progress.
    fn advance(&mut self, who: Soldier) -> Result<(), BeliefsFull> {
        let now = self.tick;
        let body = &mut self.bodies[who.index()];
        let arrived = body.step(&self.map);
        if let Some(doing) = body.doing
            && (arrived || doing.ends <= now)
        {
            body.doing = None;
            let outcome = self.complete(who, doing);
            self.finish(who, Level::Own, doing.id, outcome);
        }
        let mouth = &mut self.bodies[who.index()].mouth;
        if let Some(speech) = mouth.first_mut() {
            speech.left = speech.left.saturating_sub(1);
            if speech.left == 0 {
                let speech = mouth.remove(0);
                self.deliver(who, speech.line)?;
                self.finish(who, speech.level, speech.id, Outcome::Success);
            }
        }
        Ok(())
    }

    fn complete(&mut self, who: Soldier, doing: OngoingAction) -> Outcome {
        use soldier::Action;
        match doing.action {
            Action::Shoot { foe, .. } => self.burst(who, foe),
            Action::Suppress { at, .. } => self.suppress(who, at),
            Action::Bandage { .. } => {
                self.bodies[who.index()].health += 20;
                self.record(Happening::Bandages { who });
                Outcome::Success
            }
            _ => Outcome::Success,
        }
    }

    fn take_places(&mut self) {
        for (index, place) in OBJECTIVES.into_iter().enumerate() {
            let there = |side| self.alive(side).any(|who| self.place(who) == place);
            let alone = match Side::BOTH.map(there) {
                [true, false] => Some(Side::Blue),
                [false, true] => Some(Side::Red),
                _ => None,
            };
            if self.alone[index].0 != alone {
                self.alone[index] = (alone, self.tick);
            }
            let since = self.alone[index].1;
            if let Some(side) = alone
                && self.tick - since >= TAKING
                && self.holds[index] != alone
            {
                self.holds[index] = alone;
                self.record(Happening::Taken { side, place });
            }
        }
    }

    /// Runs the headquarters of a side: delivers finished calls and starts new ones.
    fn command(&mut self, side: Side) -> Result<(), BeliefsFull> {
        let now = self.tick;
        let ended = self.headquarters[side.index()].ended(now);
        for call in ended {
            let to = call.to;
            let answers = self.body(to).lives() && self.minds[to.index()].leading.is_some();
            let hq = &mut self.headquarters[side.index()];
            hq.missions += 1;
            let number = hq.missions;
            let outcome = if answers {
                Outcome::Success
            } else {
                Outcome::Failure
            };
            let _ = hq.director.finish(call.id, outcome);
            if !answers {
                hq.hear(Claim::seen(command::Fact::Silent(call.squad), now), now)?;
            }
            if let Some(leading) = &mut self.minds[to.index()].leading
                && answers
            {
                let claim = Claim::seen(leader::Fact::Mission(number, call.what), now);
                leading.learn(claim, now)?;
            }
            self.record(Happening::Mission {
                side,
                squad: call.squad,
                to,
                what: call.what,
                answers,
            });
        }
        if self.linked[side.index()] {
            self.link_headquarters(side)?;
        }
        let hq = &mut self.headquarters[side.index()];
        hq.think(&self.map, now);
        Ok(())
    }

    /// Returns the order that a soldier has not answered yet.
    pub fn order_of(&self, who: Soldier) -> Option<(u16, Order)> {
        soldier::get::order(self.minds[who.index()].director.state())
    }

    /// Records the answer to an order as an event.
    pub fn record_answer(&mut self, who: Soldier, number: u16, what: Answer, heard: bool) {
        let leads = self.minds[who.index()].leading.is_some();
        if let Some((current, order)) = self.order_of(who)
            && current == number
        {
            self.record(Happening::Answer {
                who,
                order,
                what,
                heard,
                leads,
            });
        }
    }
}

/// Returns true for facts about the world. Linked soldiers share them, but not facts about who leads whom.
fn is_shared(fact: soldier::Fact) -> bool {
    use soldier::Fact;
    matches!(
        fact,
        Fact::Enemy(..) | Fact::Killed(_) | Fact::Mate(..) | Fact::Dead(_) | Fact::Coming(_)
    )
}
