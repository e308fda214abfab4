//! The mind of a soldier: his beliefs and plans, and those of a leader while he leads.

use squad_htn::prelude::*;
use squad_htn::{Beliefs, BeliefsFull, Claim, Heard, decay};

use crate::domain::{leader, soldier};
use crate::map::Map;
use crate::terms::{Place, Soldier};

/// Ticks per second.
pub const SECOND: u64 = 10;

/// The certainty that a report keeps when it is passed on.
pub const TRUST: f32 = 0.9;

/// A belief about an enemy with less certainty than this is doubtful.
const DOUBT: f32 = 0.5;

/// The search budget of a tick, in steps.
const SLICE: u64 = 4_000;

/// A claim that a soldier has seen or heard.
pub type SoldierClaim = Claim<soldier::Fact, Soldier>;

/// The mind of a soldier.
pub struct Mind {
    pub who: Soldier,
    pub director: soldier::Director,
    pub beliefs: Beliefs<soldier::Domain>,
    pub leading: Option<Leading>,
}

/// The additional beliefs and plans of a leader.
pub struct Leading {
    pub director: leader::Director,
    pub beliefs: Beliefs<leader::Domain>,
}

/// The certainty of a soldier's belief by age. Enemies move all the time, so beliefs about them decay fast.
fn decays(fact: soldier::Fact, age: u64) -> f32 {
    use soldier::Fact;
    match fact {
        Fact::Enemy(..) => decay::by_half(age, 8 * SECOND),
        Fact::Mate(..) => decay::evenly(age, 40 * SECOND),
        Fact::Coming(_) => decay::evenly(age, 30 * SECOND),
        Fact::Order(..) => decay::at_once(age, 60 * SECOND),
        _ => decay::never(age),
    }
}

/// The certainty of a leader's belief by age. After a while he no longer assumes that an order is followed, and repeats it.
fn leader_decays(fact: leader::Fact, age: u64) -> f32 {
    use leader::Fact;
    match fact {
        Fact::Enemy(..) => decay::by_half(age, 8 * SECOND),
        Fact::At(..) => decay::evenly(age, 40 * SECOND),
        Fact::Coming(_) => decay::evenly(age, 30 * SECOND),
        Fact::Ordered(..) => decay::at_once(age, 30 * SECOND),
        Fact::Answer(..) => decay::at_once(age, 20 * SECOND),
        _ => decay::never(age),
    }
}

/// Translates a soldier's fact into a leader's.
fn as_leader(fact: soldier::Fact) -> Option<leader::Fact> {
    use soldier::Fact;
    Some(match fact {
        Fact::Enemy(foe, place) => leader::Fact::Enemy(foe, place),
        Fact::Killed(foe) => leader::Fact::Killed(foe),
        Fact::Mate(who, place) => leader::Fact::At(who, place),
        Fact::Dead(who) => leader::Fact::Dead(who),
        Fact::Coming(place) => leader::Fact::Coming(place),
        _ => return None,
    })
}

impl Mind {
    /// Creates the mind of a soldier who knows himself, his comrades and their leader.
    pub fn new(
        who: Soldier,
        here: Place,
        leader: Soldier,
        linked: bool,
    ) -> Result<Mind, BeliefsFull> {
        use soldier::Fact;
        let director = soldier::Director::with_limits(soldier::Task::Act, Limits::compact())
            .policy(Policy::Replace)
            .interval(5)
            .max_repairs(0);
        let mut mind = Mind {
            who,
            director,
            beliefs: Beliefs::new(decays),
            leading: None,
        };
        let state = mind.director.state_mut();
        let comrades = who.comrades().map(Fact::Comrade);
        for fact in comrades.chain([Fact::Me(who), Fact::Here(here), Fact::Bandages(1)]) {
            state.insert(fact)?;
        }
        state.set(Fact::Linked, linked)?;
        mind.learn(Claim::seen(Fact::Leader(leader), 0), 0)?;
        Ok(mind)
    }

    /// Learns a claim, also as a leader.
    pub fn learn(
        &mut self,
        claim: SoldierClaim,
        now: u64,
    ) -> Result<Heard<soldier::Fact>, BeliefsFull> {
        if let Some(leading) = &mut self.leading
            && let Some(claim) = claim.map(as_leader)
        {
            leading.learn(claim, now)?;
        }
        self.beliefs.hear(self.director.state_mut(), claim, now)
    }

    /// Makes him a leader. He keeps what he knows as a soldier.
    pub fn lead(&mut self, map: &Map, now: u64) -> Result<(), BeliefsFull> {
        let mut leading = Leading::new(self.who)?;
        // Synchronises the director's ticks with those of the battle.
        for _ in 1..now {
            leading.director.tick(map, Budget::steps(0));
        }
        for claim in self.beliefs.claims(self.director.state()) {
            if let Some(claim) = claim.map(as_leader) {
                leading.learn(claim, now)?;
            }
        }
        leading
            .director
            .state_mut()
            .insert(leader::Fact::Me(self.who))?;
        if now == 0 {
            // Headquarters know the initial strength.
            let all = self.who.comrades().count() + 1;
            leading
                .director
                .state_mut()
                .insert(leader::Fact::HqStrength(all))?;
        }
        self.leading = Some(leading);
        Ok(())
    }

    /// Forgets old beliefs, and marks doubtful ones.
    pub fn decay(&mut self, now: u64) -> Result<(), BeliefsFull> {
        use soldier::{Fact, rows};
        self.beliefs.forget(self.director.state_mut(), now, |_| ());
        let enemies: Vec<_> = rows::enemy(self.director.state()).collect();
        let state = self.director.state_mut();
        state.retain(
            |fact| !matches!(fact, Fact::Doubtful(foe) if !enemies.iter().any(|it| it.0 == foe)),
        );
        for (foe, place) in enemies {
            let sure = self.beliefs.sure(state, Fact::Enemy(foe, place), now);
            state.set(Fact::Doubtful(foe), sure < DOUBT)?;
        }
        if let Some(leading) = &mut self.leading {
            leading
                .beliefs
                .forget(leading.director.state_mut(), now, |_| ());
        }
        Ok(())
    }

    /// Returns where he believes an enemy to be, and the claim that supports it.
    pub fn believes(&self, foe: crate::terms::Foe) -> Option<(Place, SoldierClaim)> {
        let place = soldier::get::enemy(self.director.state(), foe)?;
        let fact = soldier::Fact::Enemy(foe, place);
        Some((place, self.beliefs.why(self.director.state(), fact)?))
    }

    /// Returns the soldier whom he believes to be his leader.
    pub fn leader(&self) -> Option<Soldier> {
        soldier::get::leader(self.director.state())
    }

    /// Plans for one tick, as a soldier and as a leader.
    pub fn think(&mut self, map: &Map) -> Thoughts {
        let own = self.director.tick(map, Budget::steps(SLICE)).collect();
        let lead = match &mut self.leading {
            Some(leading) => leading.director.tick(map, Budget::steps(SLICE)).collect(),
            None => Vec::new(),
        };
        Thoughts { own, lead }
    }
}

/// The commands of one tick.
pub struct Thoughts {
    pub own: Vec<Command<soldier::Domain>>,
    pub lead: Vec<Command<leader::Domain>>,
}

impl Leading {
    fn new(who: Soldier) -> Result<Leading, BeliefsFull> {
        let director = leader::Director::with_limits(leader::Task::Lead, Limits::compact())
            .policy(Policy::Replace)
            .interval(30)
            .max_repairs(0);
        let mut leading = Leading {
            director,
            beliefs: Beliefs::new(leader_decays),
        };
        for member in who.comrades().chain([who]) {
            leading
                .director
                .state_mut()
                .insert(leader::Fact::Member(member))?;
        }
        Ok(leading)
    }

    pub fn learn(
        &mut self,
        claim: Claim<leader::Fact, Soldier>,
        now: u64,
    ) -> Result<Heard<leader::Fact>, BeliefsFull> {
        self.beliefs.hear(self.director.state_mut(), claim, now)
    }
}
