//! What is said, and who hears it: friends, headquarters, and who should not.

use squad_htn::{BeliefsFull, Claim};

use crate::battle::Battle;
use crate::body::Line;
use crate::domain::{command, leader, soldier};
use crate::map::EARSHOT;
use crate::mind::{TRUST, Word};
use crate::story::Happening;
use crate::terms::{Answer, Foe, Order, Place, Side, Soldier, soldiers};

/// How sure one is of where a voice came from.
const VOICE: f32 = 0.8;

impl Battle {
    /// Somebody has said something to its end. Whoever is near enough has heard it.
    pub fn is_said(&mut self, who: Soldier, line: Line) -> Result<(), BeliefsFull> {
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
                    self.is_ordered(to, who, what)?;
                }
                self.takes_for_ordered(who, to, what)?;
                let lives = self.body(to).lives();
                self.tell(Happening::Order {
                    who,
                    to,
                    what,
                    heard,
                    lives,
                });
            }
            _ => self.tell(Happening::Radio { who, line }),
        }
        if line.is_for_headquarters() {
            self.radio(who, line)?;
        }
        self.overhear(who, line, place, &foes)
    }

    /// All that he knows of the enemy. The listeners take it that those heard it, too, whom they believe to be near.
    fn brief(&mut self, who: Soldier, to: Soldier, friends: &[Soldier]) -> Result<(), BeliefsFull> {
        use soldier::Fact;
        let mind = &self.minds[who.index()];
        let of_the_enemy =
            |word: &Word| matches!(word.fact, Fact::Enemy(..) | Fact::Killed(_) | Fact::Dead(_));
        let said: Vec<Word> = mind
            .beliefs
            .claims(mind.director.state())
            .filter(of_the_enemy)
            .map(|word| word.told_by(who, TRUST))
            .collect();
        let mut news: Vec<(Foe, Place)> = Vec::new();
        for &friend in friends {
            for &word in &said {
                if let Fact::Dead(dead) = word.fact
                    && dead == friend
                {
                    continue;
                }
                let heard = self.learn(friend, word)?;
                let Fact::Enemy(foe, place) = word.fact else {
                    continue;
                };
                if word.holds {
                    self.judge[who.side().index()].could_know(friend, foe, place);
                    self.takes_for_known(friend, who, foe, place)?;
                    if heard.changed() && !news.contains(&(foe, place)) {
                        news.push((foe, place));
                    }
                }
            }
        }
        let friends = friends.to_vec();
        self.tell(Happening::Briefs {
            who,
            to,
            friends,
            news,
        });
        Ok(())
    }

    /// He has heard it, so they have whom he believes to be as near to the speaker.
    fn takes_for_known(
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
                let word = Claim::seen(leader::Fact::Answer(who, what), now);
                leading.learn(word.told_by(who, 1.0), now)?;
                if let (Answer::Copy | Answer::Done, Some((_, order))) = (what, order) {
                    let word = Claim::seen(leader::Fact::Ordered(who, order), now);
                    leading.learn(word.told_by(who, 1.0), now)?;
                }
                heard = true;
            }
        }
        self.tell_answer(who, number, what, heard);
        Ok(())
    }

    /// From now on he leads, to those who have heard it. One of them may have led until now.
    fn take_command(&mut self, who: Soldier, friends: &[Soldier]) -> Result<(), BeliefsFull> {
        let now = self.tick;
        let before = self.minds[who.index()].leader();
        let word = Claim::seen(soldier::Fact::Leader(who), now);
        self.mind(who).learn(word, now)?;
        self.minds[who.index()].lead(&self.map, now)?;
        let comrades: Vec<Soldier> = friends
            .iter()
            .copied()
            .filter(|friend| friend.squad() == who.squad())
            .collect();
        for &comrade in &comrades {
            self.mind(comrade).learn(word.told_by(who, 1.0), now)?;
            if self.mind(comrade).leading.take().is_some() {
                self.bodies[comrade.index()].mouth.clear();
            }
        }
        self.tell(Happening::TakesOver {
            who,
            before,
            comrades,
        });
        Ok(())
    }

    /// Headquarters hear it.
    fn radio(&mut self, who: Soldier, line: Line) -> Result<(), BeliefsFull> {
        use command::Fact;
        let (now, squad, place) = (self.tick, who.squad(), self.place(who));
        let hq = &mut self.headquarters[who.side().index()];
        let said = match line {
            Line::Foes { place, many } => Fact::Foes(place, many),
            Line::Strength { many } => Fact::Strength(squad, many),
            Line::Coming { place } => Fact::Coming(place),
            Line::Report { number, what } => Fact::Answer(squad, number, what),
            Line::TakeCommand => {
                hq.led_by[usize::from(squad.0)] = who;
                Fact::NewLeader(squad)
            }
            _ => return Ok(()),
        };
        let word = |fact| Claim::seen(fact, now).told_by(who, 1.0);
        hq.hear(word(said), now)?;
        hq.hear(word(Fact::At(squad, place)), now)?;
        if let Line::Report {
            what: Answer::Done, ..
        } = line
        {
            hq.hear(word(Fact::Taken(place, squad)), now)?;
        }
        Ok(())
    }

    /// Those on the other side who are near enough know where the voice came from, and what an order was.
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
            let voice = Claim::seen(Fact::Enemy(foe, place), now).at(VOICE);
            let mut news = self.learn(listener, voice)?.changed();
            let coming = match line {
                Line::Order {
                    what: Order::Go(place) | Order::Attack(place),
                    ..
                } => Some(place),
                _ => None,
            };
            if let Some(place) = coming {
                let word = Claim::seen(Fact::Coming(place), now).told_by(who, VOICE);
                news |= self.learn(listener, word)?.changed();
            }
            if news {
                self.tell(Happening::Overhears {
                    who: listener,
                    foe,
                    place,
                    coming,
                });
            }
        }
        Ok(())
    }

    /// A side of one mind: its headquarters know what anybody knows.
    pub fn link_headquarters(&mut self, side: Side) -> Result<(), BeliefsFull> {
        use command::Fact;
        let now = self.tick;
        let Some(any) = self.alive(side).next() else {
            return Ok(());
        };
        let enemies: Vec<Place> = soldier::rows::enemy(self.minds[any.index()].director.state())
            .map(|(_, place)| place)
            .collect();
        for place in crate::map::places() {
            let many = enemies.iter().filter(|at| **at == place).count();
            if many > 0 {
                let word = Claim::seen(Fact::Foes(place, many), now);
                self.headquarters[side.index()].hear(word, now)?;
            }
        }
        Ok(())
    }
}
