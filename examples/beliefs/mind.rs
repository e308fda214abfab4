//! A soldier's mind: his own beliefs and plans, and those of a leader while he leads.

use squad_htn::prelude::*;
use squad_htn::{Beliefs, BeliefsFull, Claim, Heard, decay};

use crate::domain::{leader, soldier};
use crate::map::Map;
use crate::terms::{Place, Soldier};

/// Ticks of the battle in a second.
pub const SECOND: u64 = 10;

/// How much of what somebody says is believed.
pub const TRUST: f32 = 0.9;

/// Below this he is not sure of an enemy any more.
const DOUBT: f32 = 0.5;

/// The most steps of a search in a tick.
const SLICE: u64 = 4_000;

/// What a soldier has been told, or has seen.
pub type Word = Claim<soldier::Fact, Soldier>;

pub struct Mind {
    pub who: Soldier,
    pub director: soldier::Director,
    pub beliefs: Beliefs<soldier::Domain>,
    pub leading: Option<Leading>,
}

/// The part of a mind that leads.
pub struct Leading {
    pub director: leader::Director,
    pub beliefs: Beliefs<leader::Domain>,
}

/// What is left of a soldier's confidence: enemies move all the time.
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

/// The same of a leader: what he has ordered he takes for done for a while, and then says it again.
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

/// What a leader makes of what he knows as a soldier.
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
    /// He knows who he is, who his comrades are, and who leads them.
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

    /// Hears or sees something; as a leader, too.
    pub fn learn(&mut self, word: Word, now: u64) -> Result<Heard<soldier::Fact>, BeliefsFull> {
        if let Some(leading) = &mut self.leading
            && let Some(word) = word.map(as_leader)
        {
            leading.learn(word, now)?;
        }
        self.beliefs.hear(self.director.state_mut(), word, now)
    }

    /// From now on he leads: he knows what he knows as a soldier, and what he does himself.
    pub fn lead(&mut self, map: &Map, now: u64) -> Result<(), BeliefsFull> {
        let mut leading = Leading::new(self.who)?;
        // So that its ticks are those of the battle.
        for _ in 1..now {
            leading.director.tick(map, Budget::steps(0));
        }
        for word in self.beliefs.claims(self.director.state()) {
            if let Some(word) = word.map(as_leader) {
                leading.learn(word, now)?;
            }
        }
        leading
            .director
            .state_mut()
            .insert(leader::Fact::Me(self.who))?;
        if now == 0 {
            // Headquarters know how many were sent.
            let all = self.who.comrades().count() + 1;
            leading
                .director
                .state_mut()
                .insert(leader::Fact::HqStrength(all))?;
        }
        self.leading = Some(leading);
        Ok(())
    }

    /// Lets go of what is too old, and looks what is doubtful by now.
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

    /// Where he believes an enemy to be.
    pub fn believes(&self, foe: crate::terms::Foe) -> Option<(Place, Word)> {
        let place = soldier::get::enemy(self.director.state(), foe)?;
        let fact = soldier::Fact::Enemy(foe, place);
        Some((place, self.beliefs.why(self.director.state(), fact)?))
    }

    /// Whom he takes for his leader.
    pub fn leader(&self) -> Option<Soldier> {
        soldier::get::leader(self.director.state())
    }

    /// One tick of thinking: what he begins and stops, as a soldier and as a leader.
    pub fn think(&mut self, map: &Map) -> Thoughts {
        let own = self.director.tick(map, Budget::steps(SLICE)).collect();
        let lead = match &mut self.leading {
            Some(leading) => leading.director.tick(map, Budget::steps(SLICE)).collect(),
            None => Vec::new(),
        };
        Thoughts { own, lead }
    }
}

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
        word: Claim<leader::Fact, Soldier>,
        now: u64,
    ) -> Result<Heard<leader::Fact>, BeliefsFull> {
        self.beliefs.hear(self.director.state_mut(), word, now)
    }
}
