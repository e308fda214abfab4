//! Soldiers who know only what they have seen and heard.
//!
//! F.E.A.R. had one world state for all: what a soldier saw, every soldier knew, and the story said that they were telepaths. In
//! Killzone each agent kept *beliefs* of its own, and three planners stood one above the other: a commander for the squads, squads for
//! their members, members for themselves. This chapter is how that is done here; the program `examples/beliefs` is all of it at work, two sides in a
//! town, with a transcript of who saw what, who told whom and who acted on what was not so any more.
//!
//! | there | here |
//! |---|---|
//! | the world state of an agent | a [`State`](crate::State), that of the agent's own [`Director`](crate::Director) |
//! | what is behind it: when it was seen, by whom, how sure | [`Beliefs`](crate::Beliefs) beside that state; the planner sees plain facts |
//! | what is said, ordered or reported | a [`Claim`](crate::Claim): a value, which reaches whoever hears it when it has been said |
//! | commander, squad, member | a domain and a director each |
//! | telepathy | every claim goes to everybody, at once |
//!
//! # A head of one's own
//!
//! Each agent has a director, which owns its facts, and beliefs beside it. The game's senses go through the beliefs; nothing
//! else of the game changes. Facts in the state that did not come that way (who he is, where he stands) are *known*: nobody's word
//! changes them.
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
//! /// Enemies move, so that nobody is sure of one for long. An order holds for a minute.
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
//! // It is still what she saw in tick 100. What Ben sees himself later goes before it, and who tells it him again is too late.
//! bens.hear(Claim::seen(Fact::Enemy(7, Yard), 200), 200)?;
//! for word in anas.says(ana) {
//!     assert_eq!(bens.hear(word, 260)?, Heard::Outdated);
//! }
//! // Ana acts on what is not so any more: that is how it looks to her.
//! for _ in 0..3 {
//!     anas.director.tick(&(), Budget::steps(100));
//! }
//! let doing = anas.director.executor().doing(ana).expect("she does something");
//! assert!(doing.to_string().contains("shoot(Soldier(1), Mill)"), "{doing}");
//! // She looks, and finds nobody there.
//! anas.hear(Claim::seen_not(Fact::Enemy(7, Mill), 300), 300)?;
//! assert_eq!(anas.says(ana).iter().filter(|word| word.holds).count(), 0);
//! # Ok(()) }
//! ```
//!
//! Once in a while, in every tick if you like, [`forget`](crate::Beliefs::forget) takes what is too old out of the state. Where the domain
//! should know of a doubt, let a predicate say it, `doubtful(Enemy)`, and set it from [`sure`](crate::Beliefs::sure): the example does.
//!
//! # Speaking takes time, and is heard
//!
//! Let speaking be an operator, `brief(me, to)`, whose action takes as long as the sentence. When the game has heard it out, it collects the speaker's
//! claims and hands them to all within earshot; a speaker who was shot meanwhile has said nothing. The planner has to know when there is something
//! to tell, and to whom. A predicate does it: `knows(Soldier, Enemy => Place)`, what others know as far as one knows, added by the operator's
//! `success` for all whom one believes to be near. It may be wrong as well, and then somebody is not told.
//!
//! Who of the other side is near hears it, too: a claim that the speaker is there, and for an order one that they are coming.
//!
//! # Orders go down, reports come up
//!
//! An order is a claim about a fact of another domain: the leader's director has an action `order(who, place)`, and when that has been said, the
//! soldier hears `order(place)`. It has one key, so that the later order counts. A report is the same upwards, and
//! [`Claim::map`](crate::Claim::map) takes a fact from one domain to the other, or says that it is none of the other's business.
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
//!     /// What each does, as far as is known: it was ordered, or somebody has said that he does.
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
//! // What he has ordered he takes for done for ten seconds; who has not answered by then is told again.
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
//! // Nobody has answered.
//! leads.forget(director.state_mut(), 860, |word| assert_eq!(word.fact, leader::Fact::Ordered(Soldier(3), 40)));
//! assert_eq!(leader::get::ordered(director.state(), Soldier(3)), None);
//! # Ok(()) }
//! ```
//!
//! The effect `ordered` is `sensed`: the leader's own senses put it in, through his beliefs, so that it can be forgotten and be contradicted. An effect with
//! another mark would be written into the state by the executor, and so be known for good.
//!
//! # Refusing, and breaking off
//!
//! A member plans for himself, with [`Policy::Replace`](crate::Policy::Replace), and what he is told is one branch of several: above it are those that save
//! his life, below it those of one who has nothing to do. So nothing special is needed for an order to be broken. That the leader hears of it is an action, too:
//! `answer(me, number, Broken)`; and the leader's domain asks who is `willing`.
//!
//! # Telepathy, and what it is worth
//!
//! With `--telepathy` each claim about the world goes to all heads of a side in the same tick; orders are still spoken. A judge, who looks at no
//! beliefs but takes down who saw and heard what, counts how often somebody acts on what he could not know. Over the seeds 1 to 200 of each match
//! (`--battles 200 --seed 1`):
//!
//! | of what is done about enemies out of sight | soldiers who believe | soldiers of one mind |
//! |---|---|---|
//! | one could not know it | 0% | 31% |
//! | it is not so any more | 48% | 24% |
//!
//! Where one side is of one mind and the other is not, it wins 257 of 400 battles; where both are alike, each side wins about half of them. So much is
//! knowing at once worth in this town, and so often does somebody take aim at a corner around which he can't have seen. A squad of soldiers who talk
//! knows of a new enemy two to three seconds after the first of them.
//!
//! # What goes wrong
//!
//! * **Nobody is told twice, or everybody all the time.** `knows` is about a fact with its value: an enemy who moves is news. Where that is too much talk,
//!   let it be about regions.
//! * **A claim has the tick of the sighting**, not that of the telling. [`told_by`](crate::Claim::told_by) keeps it; a claim that is made anew with
//!   [`seen`](crate::Claim::seen) at each telling never gets old, and rumours go round for ever.
//! * **What was found not to be so has to be said as well.** [`claims`](crate::Beliefs::claims) has both kinds; tell both.
//! * **`!enemy(_, place)` means "I know of none"**, here more than ever.
