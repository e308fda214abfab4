//! Speech and its listeners: friends, headquarters, and enemies within earshot.

use squad_htn::{BeliefsFull, Claim};

use crate::battle::Battle;
use crate::body::{Level, Line};
use crate::domain::{command, leader, soldier};
use crate::map::EARSHOT;
use crate::mind::{SoldierClaim, TRUST};
use crate::story::Happening;
use crate::terms::{Answer, Foe, Order, Place, Side, Soldier, soldiers};

/// The certainty of the position of an overheard voice.
const VOICE: f32 = 0.8;

impl Battle {
    /// Delivers a finished line to all who are within earshot, and to headquarters if it is a radio call.
    pub fn deliver(&mut self, who: Soldier, line: Line) -> Result<(), BeliefsFull> {
        let near = |other: &Soldier| {
            let body = self.body(*other);
            *other != who && body.lives() && body.distance(self.body(who)) <= EARSHOT
        };
        let all: Vec<Soldier> = soldiers().filter(near).collect();
        let (friends, foes): (Vec<_>, Vec<_>) =
            all.iter().partition(|other| other.side() == who.side());
        let place = self.place(who);
        for &friend in &friends {
            let voice = Claim::seen(soldier::Fact::Mate(who, place), self.tick);
            self.learn(friend, voice)?;
        }
        match line {
            Line::Brief { to } => self.brief(who, to, &friends)?,
            Line::Answer { number, what } => self.answer(who, number, what, &friends)?,
            Line::TakeCommand => self.take_command(who, &friends)?,
            Line::Order { to, what } => {
                let heard = friends.contains(&to);
                if heard {
                    self.receive_order(to, who, what)?;
                }
                self.assume_ordered(who, to, what)?;
                let lives = self.body(to).lives();
                self.record(Happening::Order {
                    who,
                    to,
                    what,
                    heard,
                    lives,
                });
            }
            _ => self.record(Happening::Radio { who, line }),
        }
        if line.is_for_headquarters() {
            self.radio(who, line)?;
        }
        self.overhear(who, line, place, &foes)
    }

    /// Passes on all that a soldier knows about the enemy. Each listener assumes that soldiers near the speaker heard it, too.
    fn brief(&mut self, who: Soldier, to: Soldier, friends: &[Soldier]) -> Result<(), BeliefsFull> {
        use soldier::Fact;
        let mind = &self.minds[who.index()];
        let state = mind.director.state();
        let is_relevant = |claim: &SoldierClaim| match claim.fact {
            // The position of a dead enemy is not worth a claim.
            Fact::Enemy(foe, _) => !state.contains(Fact::Killed(foe)),
            fact => matches!(fact, Fact::Killed(_) | Fact::Dead(_)),
        };
        let said: Vec<SoldierClaim> = mind
            .beliefs
            .claims(state)
            .filter(is_relevant)
            .map(|claim| claim.told_by(who, TRUST))
            .collect();
        let mut news: Vec<(Foe, Place)> = Vec::new();
        for &friend in friends {
            for &claim in &said {
                // The report of his own death is wrong.
                if claim.fact == Fact::Dead(friend) {
                    continue;
                }
                let heard = self.learn(friend, claim)?;
                let Fact::Enemy(foe, place) = claim.fact else {
                    continue;
                };
                if claim.holds {
                    self.judge[who.side().index()].could_know(friend, foe, place);
                    self.assume_known(friend, who, foe, place)?;
                    if heard.changed() && !news.contains(&(foe, place)) {
                        news.push((foe, place));
                    }
                }
            }
        }
        let friends = friends.to_vec();
        self.record(Happening::Briefs {
            who,
            to,
            friends,
            news,
        });
        Ok(())
    }

    /// Records that, as far as `who` knows, soldiers within earshot of the speaker know about an enemy.
    fn assume_known(
        &mut self,
        who: Soldier,
        by: Soldier,
        foe: Foe,
        place: Place,
    ) -> Result<(), BeliefsFull> {
        let from = self.place(by);
        let map = &self.map;
        let state = self.minds[who.index()].director.state_mut();
        let mates: Vec<_> = soldier::rows::mate(state).collect();
        let near = mates
            .into_iter()
            .filter(|(_, at)| map.in_earshot(from, *at));
        for mate in near.map(|(mate, _)| mate).chain([by]) {
            state.insert(soldier::Fact::Knows(mate, foe, place))?;
        }
        Ok(())
    }

    pub fn answer(
        &mut self,
        who: Soldier,
        number: u16,
        what: Answer,
        friends: &[Soldier],
    ) -> Result<(), BeliefsFull> {
        let now = self.tick;
        let order = self.order_of(who).filter(|order| order.0 == number);
        let mut heard = false;
        for &listener in friends.iter().chain([&who]) {
            let is_his = listener.squad() == who.squad();
            if let Some(leading) = &mut self.minds[listener.index()].leading
                && is_his
            {
                let claim = Claim::seen(leader::Fact::Answer(who, what), now);
                leading.learn(claim.told_by(who, 1.0), now)?;
                if let (Answer::Copy | Answer::Done, Some((_, order))) = (what, order) {
                    let claim = Claim::seen(leader::Fact::Ordered(who, order), now);
                    leading.learn(claim.told_by(who, 1.0), now)?;
                }
                heard = true;
            }
        }
        self.record_answer(who, number, what, heard);
        Ok(())
    }

    /// Makes him the leader of those who hear it, and ends the command of a previous leader among them.
    fn take_command(&mut self, who: Soldier, friends: &[Soldier]) -> Result<(), BeliefsFull> {
        let now = self.tick;
        let before = self.minds[who.index()].leader();
        let claim = Claim::seen(soldier::Fact::Leader(who), now);
        self.mind(who).learn(claim, now)?;
        self.minds[who.index()].lead(&self.map, now)?;
        let comrades: Vec<Soldier> = friends
            .iter()
            .copied()
            .filter(|friend| friend.squad() == who.squad())
            .collect();
        for &comrade in &comrades {
            self.mind(comrade).learn(claim.told_by(who, 1.0), now)?;
            if self.mind(comrade).leading.take().is_some() {
                let mouth = &mut self.bodies[comrade.index()].mouth;
                mouth.retain(|speech| speech.level == Level::Own);
            }
        }
        self.record(Happening::TakesOver {
            who,
            before,
            comrades,
        });
        Ok(())
    }

    /// Sends a line to headquarters.
    fn radio(&mut self, who: Soldier, line: Line) -> Result<(), BeliefsFull> {
        use command::Fact;
        let (now, squad, place) = (self.tick, who.squad(), self.place(who));
        let hq = &mut self.headquarters[who.side().index()];
        let said = match line {
            Line::Foes { place, many } => Fact::Foes(place, many),
            Line::Strength { many } => Fact::Strength(squad, many),
            Line::Coming { place } => Fact::Coming(place),
            Line::Report { number, what } => Fact::Answer(squad, number, what),
            Line::TakeCommand => Fact::NewLeader(squad),
            _ => return Ok(()),
        };
        let claim = |fact| Claim::seen(fact, now).told_by(who, 1.0);
        hq.hear(claim(said), now)?;
        hq.hear(claim(Fact::At(squad, place)), now)?;
        hq.hear(claim(Fact::LedBy(squad, who)), now)?;
        if let Line::Report {
            what: Answer::Done, ..
        } = line
        {
            hq.hear(claim(Fact::Taken(place, squad)), now)?;
        }
        Ok(())
    }

    /// Lets enemies within earshot learn the position of the voice, and the destination of an order.
    fn overhear(
        &mut self,
        who: Soldier,
        line: Line,
        place: Place,
        foes: &[Soldier],
    ) -> Result<(), BeliefsFull> {
        use soldier::Fact;
        let now = self.tick;
        for &listener in foes {
            let foe = who.as_foe();
            self.judge[listener.side().index()].could_know(listener, foe, place);
            let voice = Claim::seen(Fact::Enemy(foe, place), now).discounted(VOICE);
            let mut news = self.learn(listener, voice)?.changed();
            let coming = match line {
                Line::Order {
                    what: Order::Go(place) | Order::Attack(place),
                    ..
                } => Some(place),
                _ => None,
            };
            if let Some(place) = coming {
                let claim = Claim::seen(Fact::Coming(place), now).told_by(who, VOICE);
                news |= self.learn(listener, claim)?.changed();
            }
            if news {
                self.record(Happening::Overhears {
                    who: listener,
                    foe,
                    place,
                    coming,
                });
            }
        }
        Ok(())
    }

    /// Shares the knowledge of a linked side with its headquarters.
    pub fn link_headquarters(&mut self, side: Side) -> Result<(), BeliefsFull> {
        use command::Fact;
        let now = self.tick;
        let Some(any) = self.alive(side).next() else {
            return Ok(());
        };
        let state = self.minds[any.index()].director.state();
        let enemies: Vec<Place> = soldier::rows::enemy(state)
            .filter(|(foe, _)| !state.contains(soldier::Fact::Killed(*foe)))
            .map(|(_, place)| place)
            .collect();
        for place in crate::map::places() {
            let many = enemies.iter().filter(|at| **at == place).count();
            if many > 0 {
                let claim = Claim::seen(Fact::Foes(place, many), now);
                self.headquarters[side.index()].hear(claim, now)?;
            }
        }
        Ok(())
    }
}
