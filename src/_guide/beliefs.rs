//! Soldiers who know only the facts that they saw and heard.
//!
//! F.E.A.R. had one world state for all: a fact that one soldier saw was known to every soldier, and the story
//! explained it by telepathy. In Killzone each agent had *beliefs* of its own, and there were three levels of planners:
//! a commander for the squads, squads for their members, members for themselves. This chapter does the same; the
//! program `examples/beliefs` shows it, two sides in a town, with a transcript of sightings, conversations, and actions
//! based on outdated beliefs.
//!
//! | there | here |
//! |---|---|
//! | the world state of an agent | a [`State`](crate::State), that of the agent's own [`Director`](crate::Director) |
//! | its basis: time, source and certainty | [`Beliefs`](crate::Beliefs) beside that state; the planner reads plain facts |
//! | speech, orders and reports | a [`Claim`](crate::Claim): a value that reaches its listeners when the sentence ends |
//! | commander, squad, member | a domain and a director each |
//! | telepathy | every claim reaches every agent at once |
//!
//! # Beliefs of each agent
//!
//! Each agent has a director, which owns its facts, and beliefs beside it. The game's senses change the beliefs;
//! nothing else of the game changes. Facts that were added to the state directly (the agent's identity, its position)
//! are *known*: no claim changes them.
//!
//! ```
//! use squad_htn::prelude::*;
//! use squad_htn::{Beliefs, BeliefsFull, Claim, Heard, decay};
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub struct Soldier(pub u8);
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Place { Mill, Chapel, Yard }
//! use Place::{Chapel, Mill, Yard};
//!
//! htn_domain! {
//!     pub domain soldier;
//!     agent Soldier;
//!     /// Known.
//!     predicate me(=> Soldier);
//!     /// Believed: one place for each enemy.
//!     predicate enemy(u8 => Place) [8];
//!     predicate order(=> Place);
//!     operator shoot(who: Soldier, at: Place) by who {}
//!     operator go(who: Soldier, to: Place) by who {}
//!     operator watch(who: Soldier) by who {}
//!     pub method act() {
//!         /// Life first: an order into the fire of three is not obeyed.
//!         branch obey if me(me) && order(to) && let many: usize = count(enemy(_, to)) && many < 3 { go(me, to); }
//!         branch fight if me(me) && enemy(_, at) { shoot(me, at); }
//!         branch wait if me(me) { watch(me); }
//!     }
//! }
//!
//! pub struct Head {
//!     director: soldier::Director,
//!     beliefs: Beliefs<soldier::Domain>,
//! }
//!
//! /// Enemies move, so certainty about them decays. An order holds for a minute.
//! fn decays(fact: soldier::Fact, age: u64) -> f32 {
//!     match fact {
//!         soldier::Fact::Enemy(..) => decay::by_half(age, 8 * 60),
//!         soldier::Fact::Order(_) => decay::at_once(age, 60 * 60),
//!         _ => decay::never(age),
//!     }
//! }
//!
//! impl Head {
//!     fn new(who: Soldier) -> Result<Head, CapacityError> {
//!         let mut director = soldier::Director::with_limits(soldier::Task::Act, Limits::compact());
//!         director.state_mut().insert(soldier::Fact::Me(who))?;
//!         Ok(Head { director, beliefs: Beliefs::new(decays) })
//!     }
//!     fn hear(&mut self, word: Claim<soldier::Fact, Soldier>, now: u64) -> Result<Heard<soldier::Fact>, BeliefsFull> {
//!         self.beliefs.hear(self.director.state_mut(), word, now)
//!     }
//!     /// All that he can say of enemies, as his own words.
//!     fn says(&self, who: Soldier) -> Vec<Claim<soldier::Fact, Soldier>> {
//!         let all = self.beliefs.claims(self.director.state());
//!         let enemies = all.filter(|word| matches!(word.fact, soldier::Fact::Enemy(..)));
//!         enemies.map(|word| word.told_by(who, 0.9)).collect()
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use soldier::Fact;
//! let (ana, ben) = (Soldier(1), Soldier(2));
//! let (mut anas, mut bens) = (Head::new(ana)?, Head::new(ben)?);
//!
//! // Tick 100: Ana sees an enemy. Ben knows nothing of it, until she has said so and he was near enough to hear it.
//! anas.hear(Claim::seen(Fact::Enemy(7, Mill), 100), 100)?;
//! assert!(bens.director.state().facts().all(|fact| fact == Fact::Me(ben)));
//! for word in anas.says(ana) {
//!     assert_eq!(bens.hear(word, 160)?, Heard::New);
//! }
//! // Its time is still tick 100. Ben's own later sighting takes precedence, and the same claim again is outdated.
//! bens.hear(Claim::seen(Fact::Enemy(7, Yard), 200), 200)?;
//! for word in anas.says(ana) {
//!     assert_eq!(bens.hear(word, 260)?, Heard::Outdated);
//! }
//! // Ana acts on an outdated fact: it is still her belief.
//! for _ in 0..3 {
//!     anas.director.tick(&(), Budget::steps(100));
//! }
//! let doing = anas.director.executor().doing(ana).expect("she does something");
//! assert!(doing.to_string().contains("shoot(Soldier(1), Mill)"), "{doing}");
//! // She looks, and the enemy is gone.
//! anas.hear(Claim::seen_not(Fact::Enemy(7, Mill), 300), 300)?;
//! assert_eq!(anas.says(ana).iter().filter(|word| word.holds).count(), 0);
//! # Ok(()) }
//! ```
//!
//! Once in a while, or in every tick, [`forget`](crate::Beliefs::forget) removes old beliefs from the state. If the
//! domain should distinguish doubtful beliefs, add a predicate, `doubtful(Enemy)`, and set it from
//! [`sure`](crate::Beliefs::sure): the example does.
//!
//! # Speaking takes time, and is heard
//!
//! Let speaking be an operator, `brief(me, to)`, whose action takes as long as the sentence. When it ends, the game
//! collects the speaker's claims and passes them to all within earshot; if the speaker was shot meanwhile, no claim is
//! passed. The planner must know when there is news, and for whom. Use a predicate: `knows(Soldier, Enemy => Place)`,
//! the assumed knowledge of others, added by the operator's `success` for all soldiers that are believed to be near. It
//! may be wrong as well, and then a soldier misses the news.
//!
//! Enemies within earshot hear it, too: they get a claim that the speaker is there, and for an order a claim that
//! soldiers are coming.
//!
//! # Orders go down, reports come up
//!
//! An order is a claim about a fact of another domain: the leader's director has an action `order(who, place)`, and when that has been said, the
//! soldier hears `order(place)`. It has one key, so that the later order counts. A report is the same upwards, and
//! [`Claim::map`](crate::Claim::map) converts a fact from one domain to the other, or drops it.
//!
//! ```
//! use squad_htn::prelude::*;
//! use squad_htn::{Beliefs, Claim, decay};
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! # pub struct Soldier(pub u8);
//! # htn_domain! {
//! #     pub domain soldier;
//! #     predicate enemy(u8 => place: u8) [8];
//! #     predicate hurt(Soldier) [8];
//! #     operator shoot(at: u8) {}
//! #     pub method act() if enemy(_, at) && !hurt(_) { shoot(at); }
//! # }
//!
//! htn_domain! {
//!     pub domain leader;
//!     agent Soldier;
//!     predicate me(=> Soldier);
//!     predicate member(Soldier) [4];
//!     /// Believed.
//!     predicate enemy(u8 => place: u8) [8];
//!     /// The assumed task of each soldier: it was ordered, or reported by the soldier.
//!     predicate ordered(Soldier => place: u8) [4];
//!     operator order(me: Soldier, who: Soldier, place: u8) by me { sensed add ordered(who, place); }
//!     pub method lead() if me(me) && first(enemy(_, place)) {
//!         for member(who) && !ordered(who, place) { order(me, who, place); }
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! /// What a leader makes of what he knows as a soldier.
//! fn as_leader(fact: soldier::Fact) -> Option<leader::Fact> {
//!     match fact {
//!         soldier::Fact::Enemy(foe, place) => Some(leader::Fact::Enemy(foe, place)),
//!         soldier::Fact::Hurt(_) => None,
//!     }
//! }
//!
//! // Ben is a soldier who knows this and that.
//! let ben = Soldier(2);
//! let (mut state, mut beliefs) = (soldier::State::new(), Beliefs::<soldier::Domain, Soldier>::new(|_, age| decay::never(age)));
//! beliefs.see(&mut state, soldier::Fact::Hurt(ben), 90)?;
//! beliefs.see(&mut state, soldier::Fact::Enemy(7, 40), 100)?;
//!
//! // The leader falls, and Ben takes over: a second director, which begins with what he knows. It is his own, so nothing gets less sure.
//! // Orders count as carried out for ten seconds; a soldier who has not answered by then gets the order again.
//! fn leader_decays(fact: leader::Fact, age: u64) -> f32 {
//!     match fact {
//!         leader::Fact::Ordered(..) => decay::at_once(age, 600),
//!         _ => decay::never(age),
//!     }
//! }
//! let mut director = leader::Director::new(leader::Task::Lead);
//! let mut leads: Beliefs<leader::Domain> = Beliefs::new(leader_decays);
//! for fact in [leader::Fact::Me(ben), leader::Fact::Member(Soldier(3))] {
//!     director.state_mut().insert(fact)?;
//! }
//! let known = beliefs.claims(&state).filter_map(|word| word.map(as_leader));
//! assert_eq!(leads.hear_all(director.state_mut(), known, 200)?, 1);
//!
//! let mut said = None;
//! for _ in 0..3 {
//!     for command in director.tick(&(), Budget::steps(100)) {
//!         if let Command::Start { id, action, .. } = command {
//!             said = Some((id, action));
//!         }
//!     }
//! }
//! let (id, leader::Action::Order { who, place, .. }) = said.expect("he gives an order");
//! // A second later he has said it. Soldier 3 hears it, if he is near enough; Ben takes it that he has, either way.
//! director.finish(id, Outcome::Success)?;
//! leads.see(director.state_mut(), leader::Fact::Ordered(who, place), 260)?;
//! assert_eq!((who, place), (Soldier(3), 40));
//!
//! // There was no answer.
//! leads.forget(director.state_mut(), 860, |word| assert_eq!(word.fact, leader::Fact::Ordered(Soldier(3), 40)));
//! assert_eq!(leader::get::ordered(director.state(), Soldier(3)), None);
//! # Ok(()) }
//! ```
//!
//! The effect `ordered` is `sensed`: the leader's own senses put it in, through his beliefs, so that it can be forgotten and be contradicted. An effect with
//! another mark would be written into the state by the executor, and so be known for good.
//!
//! # Refusing and breaking off
//!
//! A member plans for itself, with [`Policy::Replace`](crate::Policy::Replace). An order is one branch of several:
//! above it are branches that save the member's life, below it branches for idle members. So an order can be broken
//! without special support. The report to the leader is an action, too: `answer(me, number, Broken)`; and the leader's
//! domain tests who is `willing`.
//!
//! # The value of telepathy
//!
//! With `--telepathy` each claim about the world reaches all soldiers of a side in the same tick; orders are still
//! spoken. A judge, which records all sightings and conversations independently of beliefs, counts actions based on
//! facts that the soldier could not know. Over the seeds 1 to 200 of each match (`--seeds 1..201`):
//!
//! | actions concerning enemies out of sight | soldiers with beliefs | soldiers with shared knowledge |
//! |---|---|---|
//! | the soldier could not know the fact | 0% | 31% |
//! | the fact is outdated | 48% | 24% |
//!
//! If one side shares its knowledge and the other does not, it wins 257 of 400 battles; if both are alike, each side
//! wins about half of them. A squad of soldiers who talk knows of a new enemy two to three seconds after the first of
//! them. `--out` and `--merge` split such a table among machines, as in the
//! [study of domination](super::domination#a-study-on-several-machines).
//!
//! # Common mistakes
//!
//! * **Nothing is reported twice, or everything all the time.** `knows` contains the value of a fact: an enemy that
//!   moves is news. If that is too much talk, use regions.
//! * **A claim has the tick of the sighting**, not that of the report. [`told_by`](crate::Claim::told_by) keeps it; a
//!   claim that is created with [`seen`](crate::Claim::seen) at each report never gets old, and rumours circulate
//!   forever.
//! * **Denials must be reported as well.** [`claims`](crate::Beliefs::claims) returns both kinds; pass on both.
//! * **`!enemy(_, place)` means "I know of none"**, here more than ever.
