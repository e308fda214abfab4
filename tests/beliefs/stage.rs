//! A battle with selected soldiers only.

use crate::battle::Battle;
use crate::domain::soldier;
use crate::map::{self, Map};
use crate::story::Happening;
use crate::terms::{Foe, Place, Soldier, soldiers};

/// Returns the place of this name.
pub fn place(name: &str) -> Place {
    let mut all = map::places();
    all.find(|place| map::name(*place) == name)
        .unwrap_or_else(|| panic!("there is no {name}"))
}

/// Returns the soldier of this name.
pub fn man(name: &str) -> Soldier {
    let mut all = soldiers();
    all.find(|soldier| soldier.name() == name)
        .unwrap_or_else(|| panic!("there is no {name}"))
}

pub fn foe(name: &str) -> Foe {
    man(name).as_foe()
}

pub struct Stage {
    pub battle: Battle,
    /// The events since the start.
    pub story: Vec<Happening>,
}

impl Stage {
    /// Creates a battle with these soldiers at these places. The others are dead, and headquarters are silent.
    pub fn new(linked: bool, there: &[(&str, &str)]) -> Stage {
        let mut battle = Battle::new(1, [linked; 2]).unwrap();
        for headquarters in &mut battle.headquarters {
            headquarters.director.state_mut().clear();
        }
        for who in soldiers() {
            match there.iter().find(|(name, _)| *name == who.name()) {
                Some((_, at)) => {
                    let body = &mut battle.bodies[who.index()];
                    body.place = place(at);
                    body.position = Map::new().at(place(at));
                }
                None => battle.bodies[who.index()].health = 0,
            }
        }
        Stage {
            battle,
            story: Vec::new(),
        }
    }

    pub fn step(&mut self) {
        self.battle.step().unwrap();
        self.story.append(&mut self.battle.happenings);
    }

    /// Runs until a matching event, at most for this many seconds. Returns true if it happened.
    pub fn until(&mut self, seconds: u64, mut is_it: impl FnMut(&Happening) -> bool) -> bool {
        for _ in 0..seconds * crate::mind::SECOND {
            let from = self.story.len();
            self.step();
            if self.story[from..].iter().any(&mut is_it) {
                return true;
            }
        }
        false
    }

    pub fn wait(&mut self, seconds: u64) {
        self.until(seconds, |_| false);
    }

    pub fn knows(&self, who: &str, fact: soldier::Fact) -> bool {
        self.battle.minds[man(who).index()]
            .director
            .state()
            .contains(fact)
    }

    /// Returns where a soldier believes an enemy to be.
    pub fn believes(&self, who: &str, enemy: &str) -> Option<&'static str> {
        let believed = self.battle.minds[man(who).index()].believes(foe(enemy));
        believed.map(|(place, _)| map::name(place))
    }

    /// Gives a soldier a fact as if he had just seen it.
    pub fn inform(&mut self, who: &str, fact: soldier::Fact) {
        let word = squad_htn::Claim::seen(fact, self.battle.tick);
        self.battle.learn(man(who), word).unwrap();
    }

    pub fn body(&mut self, who: &str) -> &mut crate::body::Body {
        &mut self.battle.bodies[man(who).index()]
    }
}
