//! Actions of soldiers and leaders, and the effects of shots.

use squad_htn::prelude::*;
use squad_htn::{BeliefsFull, Claim};

use crate::battle::Battle;
use crate::body::{Level, Line, OngoingAction, Speech};
use crate::domain::{leader, soldier};
use crate::mind::SECOND;
use crate::story::{Act, Happening};
use crate::terms::{Answer, Foe, Order, Place, Soldier};

impl Battle {
    /// Starts an action of a soldier.
    pub fn begin(
        &mut self,
        who: Soldier,
        id: ActionId,
        action: soldier::Action,
    ) -> Result<(), BeliefsFull> {
        use soldier::Action;
        let takes = match action {
            Action::Brief { to, .. } => {
                self.queue_speech(who, Level::Own, id, Line::Brief { to });
                return Ok(());
            }
            Action::Answer { number, what, .. } => {
                if what == Answer::Refused
                    && let Some((_, order)) = self.order_of(who)
                {
                    self.act_on_place(who, Act::Refuse, order.place(), Level::Own);
                }
                if self.minds[who.index()].leading.is_some() {
                    // A leader's orders to himself are not spoken.
                    self.answer(who, number, what, &[])?;
                    self.finish(who, Level::Own, id, Outcome::Success);
                } else {
                    self.queue_speech(who, Level::Own, id, Line::Answer { number, what });
                }
                return Ok(());
            }
            Action::TakeCommand { .. } => {
                self.queue_speech(who, Level::Own, id, Line::TakeCommand);
                return Ok(());
            }
            Action::Walk { to, .. } => {
                self.bodies[who.index()].set_out(to);
                u64::MAX
            }
            Action::Stalk { to, foe, at, .. } => {
                self.bodies[who.index()].set_out(to);
                self.act_on(who, Act::Stalk, &[foe], at);
                u64::MAX
            }
            Action::Suppress { foe, at, .. } => {
                self.act_on(who, Act::Suppress, &[foe], at);
                SECOND
            }
            Action::Aim { foe, at, .. } => {
                self.act_on(who, Act::Aim, &[foe], at);
                2 * SECOND
            }
            Action::Shoot { foe, at, .. } => {
                self.act_on(who, Act::Shoot, &[foe], at);
                SECOND
            }
            Action::Bandage { .. } => 4 * SECOND,
            Action::Watch { .. } => 2 * SECOND,
        };
        let ends = self.tick.saturating_add(takes);
        self.bodies[who.index()].doing = Some(OngoingAction { id, action, ends });
        Ok(())
    }

    /// Starts an action of a leader.
    pub fn begin_leading(
        &mut self,
        who: Soldier,
        id: ActionId,
        action: leader::Action,
    ) -> Result<(), BeliefsFull> {
        use leader::Action;
        let line = match action {
            Action::Order { who: to, what, .. } => {
                if matches!(what, Order::Attack(_) | Order::Support(_)) {
                    self.act_on_place(who, Act::Order, what.place(), Level::Lead);
                }
                if to == who {
                    // Orders to himself are not spoken.
                    self.receive_order(who, who, what)?;
                    self.finish(who, Level::Lead, id, Outcome::Success);
                    return Ok(());
                }
                Line::Order { to, what }
            }
            Action::ReportFoes { place, many, .. } => Line::Foes { place, many },
            Action::ReportStrength { many, .. } => Line::Strength { many },
            Action::ReportComing { place, .. } => Line::Coming { place },
            Action::Report { number, what, .. } => Line::Report { number, what },
        };
        self.queue_speech(who, Level::Lead, id, line);
        Ok(())
    }

    fn queue_speech(&mut self, who: Soldier, level: Level, id: ActionId, line: Line) {
        let left = line.length();
        let mouth = &mut self.bodies[who.index()].mouth;
        mouth.push(Speech {
            line,
            left,
            level,
            id,
        });
    }

    /// Records an act that relies on the belief that one of these enemies is at a place.
    fn act_on(&mut self, who: Soldier, act: Act, foes: &[Foe], place: Place) {
        let mut seen = foes.iter();
        if seen.any(|foe| self.contacts[who.index()].contains(foe)) {
            return self.judge[who.side().index()].act_on_sight();
        }
        let Some(&foe) = foes.first() else {
            return;
        };
        let there: Vec<Foe> = self
            .alive(who.side().other())
            .filter(|enemy| self.place(*enemy) == place)
            .map(Soldier::as_foe)
            .collect();
        let verdict = self.judge[who.side().index()].act(who, foes, place, &there);
        let claim = self.minds[who.index()]
            .believes(foe)
            .map(|(_, claim)| claim);
        let truly = self
            .body(foe.soldier())
            .lives()
            .then(|| self.place(foe.soldier()));
        self.record(Happening::Acts {
            who,
            act,
            foe,
            place,
            verdict,
            truly,
            claim,
        });
    }

    /// Records an act that relies on the enemies who are believed to be alive at a place.
    fn act_on_place(&mut self, who: Soldier, act: Act, place: Place, level: Level) {
        let mind = &self.minds[who.index()];
        let foes: Vec<Foe> = match (level, &mind.leading) {
            (Level::Lead, Some(leading)) => {
                let state = leading.director.state();
                let lives = |foe| !state.contains(leader::Fact::Killed(foe));
                let there = leader::rows::enemy(state).filter(|(_, at)| *at == place);
                there
                    .map(|(foe, _)| foe)
                    .filter(|foe| lives(*foe))
                    .collect()
            }
            _ => {
                let state = mind.director.state();
                let lives = |foe| !state.contains(soldier::Fact::Killed(foe));
                let there = soldier::rows::enemy(state).filter(|(_, at)| *at == place);
                there
                    .map(|(foe, _)| foe)
                    .filter(|foe| lives(*foe))
                    .collect()
            }
        };
        self.act_on(who, act, &foes, place);
    }

    /// Fires a burst at an enemy, who may have gone meanwhile.
    pub fn burst(&mut self, who: Soldier, foe: Foe) -> Outcome {
        let (now, enemy) = (self.tick, foe.soldier());
        self.bodies[who.index()].fired_at = Some(now);
        if !self.body(enemy).lives() || !self.contacts[who.index()].contains(&foe) {
            return Outcome::Failure;
        }
        let far = self.body(who).distance(self.body(enemy));
        let covered = match self.body(enemy).walks_to {
            Some(_) => 0,
            None => self.map.cover(self.place(enemy)),
        };
        let open = 45 - far as i32 / 3;
        let chance = open.max(10) * (100 - covered * 7 / 10) / 100;
        self.bodies[enemy.index()].mark_under_fire(now);
        if self.rng.percent(chance) {
            let harm = self.rng.between(12, 30);
            self.hit(enemy, who, harm);
        }
        Outcome::Success
    }

    /// Fires a burst at a place. Enemies there take cover and may be hit.
    pub fn suppress(&mut self, who: Soldier, at: Place) -> Outcome {
        let now = self.tick;
        self.bodies[who.index()].fired_at = Some(now);
        let there: Vec<Soldier> = self
            .alive(who.side().other())
            .filter(|enemy| self.place(*enemy) == at)
            .collect();
        for enemy in there {
            self.bodies[enemy.index()].mark_under_fire(now);
            if self.rng.percent(4) {
                self.hit(enemy, who, 25);
            }
        }
        Outcome::Success
    }

    fn hit(&mut self, who: Soldier, by: Soldier, harm: i32) {
        let body = &mut self.bodies[who.index()];
        body.health -= harm;
        if body.lives() {
            let (health, before) = (body.health, body.health + harm);
            self.record(Happening::Hit {
                who,
                by,
                health,
                before,
            });
            return;
        }
        // His unfinished speech is lost.
        let unsaid = body.mouth.first().map(|speech| speech.line);
        body.mouth.clear();
        (body.doing, body.walks_to) = (None, None);
        let led = self.minds[who.index()].leading.take().is_some();
        self.contacts[who.index()].clear();
        for contacts in &mut self.contacts {
            contacts.retain(|foe| *foe != who.as_foe());
        }
        let place = self.place(who);
        self.record(Happening::Dies {
            who,
            by,
            place,
            led,
            unsaid,
        });
    }

    /// Delivers an order to a soldier.
    pub fn receive_order(
        &mut self,
        who: Soldier,
        by: Soldier,
        what: Order,
    ) -> Result<(), BeliefsFull> {
        let now = self.tick;
        self.orders += 1;
        let claim = Claim::seen(soldier::Fact::Order(self.orders, what), now);
        let claim = if who == by {
            claim
        } else {
            claim.told_by(by, 1.0)
        };
        self.learn(who, claim)?;
        if who == by {
            self.assume_ordered(by, who, what)?;
        }
        Ok(())
    }

    /// Records in the leader's beliefs that a soldier follows this order.
    pub fn assume_ordered(
        &mut self,
        leader: Soldier,
        who: Soldier,
        what: Order,
    ) -> Result<(), BeliefsFull> {
        let now = self.tick;
        if let Some(leading) = &mut self.minds[leader.index()].leading {
            leading.learn(Claim::seen(leader::Fact::Ordered(who, what), now), now)?;
        }
        Ok(())
    }
}
