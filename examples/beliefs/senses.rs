//! Sight.

use squad_htn::{BeliefsFull, Claim, Heard};

use crate::battle::Battle;
use crate::domain::soldier::{Fact, rows};
use crate::story::Happening;
use crate::terms::{Soldier, soldiers};

/// Percent chance per tick to notice an enemy: at the same place; one who moves or shoots; one who does not.
const NOTICE: [i32; 3] = [60, 15, 3];

/// The factor of the chance to notice an enemy at the place where he is believed to be.
const LOOKED_FOR: i32 = 3;

/// Percent chance per tick to lose sight of an enemy who keeps still at another place.
const LOSE: i32 = 4;

/// Percent chance per tick to finish searching a visible place where an enemy was believed to be, without finding him.
/// The result may be wrong: the enemy may be there unnoticed.
const LOOK: i32 = 2;

impl Battle {
    /// Updates what a soldier sees.
    pub fn look(&mut self, who: Soldier) -> Result<(), BeliefsFull> {
        for other in soldiers().filter(|other| *other != who) {
            let sees = self.map.sees(self.place(who), self.place(other));
            let lives = self.body(other).lives();
            let is_mate = other.side() == who.side();
            let shares_position = is_mate && lives && self.linked[who.side().index()];
            let seen = match (is_mate, lives) {
                (true, true) if sees || shares_position => Fact::Mate(other, self.place(other)),
                (true, false) if sees => Fact::Dead(other),
                (false, false) if sees => Fact::Killed(other.as_foe()),
                (false, true) => {
                    self.look_for(who, other, sees)?;
                    continue;
                }
                _ => continue,
            };
            let heard = self.learn(who, Claim::seen(seen, self.tick))?;
            if let (Fact::Dead(mate), Heard::New) = (seen, heard) {
                self.record(Happening::FindsDead { who, mate });
            }
        }
        let contacts = self.contacts[who.index()].clone();
        let state = self.mind(who).director.state_mut();
        let foes = who.enemies().map(Soldier::as_foe);
        let in_sight = foes.filter(|foe| contacts.contains(foe));
        state.sync(rows::in_sight, in_sight.map(Fact::InSight))?;
        Ok(())
    }

    /// Notices an enemy, or finds that he is not where he was believed to be.
    fn look_for(&mut self, who: Soldier, enemy: Soldier, sees: bool) -> Result<(), BeliefsFull> {
        let (now, foe, place) = (self.tick, enemy.as_foe(), self.place(enemy));
        let had_him = self.contacts[who.index()].contains(&foe);
        let conspicuous = self.body(enemy).is_conspicuous(now);
        let is_near = place == self.place(who);
        let was_seen = had_him && (is_near || conspicuous || !self.rng.percent(LOSE));
        let chance = match (is_near, conspicuous) {
            (true, _) => NOTICE[0],
            (_, true) => NOTICE[1],
            _ => NOTICE[2],
        };
        let believed = self.minds[who.index()].believes(foe);
        let chance = match believed {
            Some((believed, _)) if believed == place => chance * LOOKED_FOR,
            _ => chance,
        };
        if sees && (was_seen || self.rng.percent(chance)) {
            self.judge[who.side().index()].could_know(who, foe, place);
            let mut squad = who.comrades();
            let news = !squad.any(|mate| {
                let believed = self.minds[mate.index()].believes(foe);
                believed.is_some_and(|(believed, _)| believed == place)
            });
            let heard = self.learn(who, Claim::seen(Fact::Enemy(foe, place), now))?;
            if heard.changed() {
                let before = believed.map(|(place, claim)| (place, now - claim.when));
                self.record(Happening::Sees {
                    who,
                    foe,
                    place,
                    before,
                    news,
                });
            }
            if !had_him {
                self.contacts[who.index()].push(foe);
            }
            return Ok(());
        }
        self.contacts[who.index()].retain(|other| *other != foe);
        if let Some((believed, _)) = believed
            && self.map.sees(self.place(who), believed)
            && self.rng.percent(LOOK)
        {
            self.learn(who, Claim::seen_not(Fact::Enemy(foe, believed), now))?;
            let wrongly = place == believed;
            self.record(Happening::FindsNobody {
                who,
                foe,
                place: believed,
                wrongly,
            });
        }
        Ok(())
    }
}
