//! What one believes: facts with when they were found out, by whom, and how sure they are.
//!
//! | file | what it is |
//! |---|---|
//! | `claim` | what is believed of a fact, as a value that can be passed on |
//! | `notes` | claims in order, found by what they are about |
//! | `hear` | what becomes of a claim that somebody hears |
//! | `decay` | how beliefs get less certain with time |
//! | `saved` | beliefs in a save, with the feature `serde` |

mod claim;
pub mod decay;
mod hear;
mod notes;
#[cfg(feature = "serde")]
mod saved;

use core::fmt;

use htn_core::{CapacityError, Domain, State};

use claim::clamped;
use notes::{By, Coded, Notes};

pub use claim::Claim;
pub use hear::Heard;

/// Why the facts of a [`State`] are believed: each with when it was found out, through how many hands it came, from whom, and
/// how sure it is. So states can differ, be out of date and be wrong, and facts can be passed on between them.
///
/// It belongs to a state, for example that of a [`Director`](htn_core::Director), and changes it: the planner sees plain facts.
///
/// * [`see`](Self::see) and [`see_not`](Self::see_not) are for one's own senses.
/// * [`hear`](Self::hear) is for what others say. A claim is from when somebody *saw* it, not from when he said it. Of two
///   values of one key (`position(Actor => Place)`) the later one counts; and what was found not to be so stays so against
///   all that is older. So it does not matter who speaks first.
/// * [`claims`](Self::claims) has all that can be told on; [`Claim::told_by`] makes it a claim of the speaker's, and
///   [`Claim::map`] one about a fact of another domain. Orders that go down and reports that come up are claims, too.
/// * [`forget`](Self::forget) lets go of what has got too old, by the rule of the game: a function from a fact and its age to
///   what is left of one's confidence, made of [`decay`] or of anything else.
///
/// Facts in the state that did not come through here are *known*: nobody's word changes them, and they are not forgotten. Where a
/// plan's own effects take a believed fact away, it is gone: the next call here sees that, and when it is put into the state after
/// that, it is known. [`know`](Self::know) does so at once. All memory is taken when it is made.
///
/// ```
/// use squad_htn::prelude::*;
/// use squad_htn::{Beliefs, Heard, decay};
///
/// #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
/// pub struct Soldier(pub u8);
///
/// htn_domain! {
///     pub domain sentry;
///     agent Soldier;
///     /// Where an enemy is.
///     predicate enemy(u8 => place: u8) [8];
///     predicate dead(u8) [8];
///     operator watch(who: Soldier, place: u8) by who {}
///     pub method guard(who: Soldier) if enemy(foe, place) && !dead(foe) { watch(who, place); }
/// }
/// use sentry::{Domain, Fact, State};
///
/// /// Enemies walk about; the dead do not.
/// fn decays(fact: Fact, age: u64) -> f32 {
///     match fact {
///         Fact::Enemy(..) => decay::evenly(age, 600),
///         Fact::Dead(_) => decay::never(age),
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let (mut ana, mut ben) = (State::new(), State::new());
/// let mut anas: Beliefs<Domain> = Beliefs::new(decays);
/// let mut bens: Beliefs<Domain> = Beliefs::new(decays);
///
/// anas.see(&mut ana, Fact::Enemy(1, 20), 100)?;
/// bens.see(&mut ben, Fact::Enemy(1, 30), 200)?;
///
/// // In tick 220 Ana tells Ben what she saw. He has seen enemy 1 since, and at another place.
/// let said = anas.claims(&ana).map(|claim| claim.told_by(Soldier(1), 0.9));
/// for claim in said {
///     assert_eq!(bens.hear(&mut ben, claim, 220)?, Heard::Outdated);
/// }
/// // Ben's news is news to her.
/// for claim in bens.claims(&ben).map(|claim| claim.told_by(Soldier(2), 0.9)) {
///     assert_eq!(anas.hear(&mut ana, claim, 230)?, Heard::Instead(Fact::Enemy(1, 20)));
/// }
/// assert!(ana.contains(Fact::Enemy(1, 30))); // the planner sees this
/// let why = anas.why(&ana, Fact::Enemy(1, 30)).expect("that is what she believes");
/// assert_eq!(why.to_string(), "enemy(1, 30) (tick 200, from Soldier(2) at 1 hand, 90% sure)");
/// assert_eq!(anas.confidence(why, 500), 0.45);
///
/// // She goes and looks. Whoever comes now with what he saw earlier comes too late.
/// anas.see_not(&mut ana, Fact::Enemy(1, 30), 500)?;
/// let rumour = bens.claims(&ben).next().unwrap().told_by(Soldier(2), 0.9);
/// assert_eq!(anas.hear(&mut ana, rumour, 510)?, Heard::Outdated);
/// assert!(ana.is_empty());
///
/// // What Ben saw decays; in the end it is forgotten.
/// bens.forget(&mut ben, 700, |claim| panic!("{claim}"));
/// bens.forget(&mut ben, 800, |claim| assert_eq!(claim.fact, Fact::Enemy(1, 30)));
/// assert!(ben.is_empty());
/// # Ok(())
/// # }
/// ```
///
/// `W` is who speaks: at first whoever acts in the domain. Where facts go from one domain to another, all beliefs name the same
/// kind of speakers: `Beliefs<command::Domain, Soldier>`.
#[derive(Clone)]
pub struct Beliefs<D: Domain, W = <D as Domain>::Agent> {
    /// The latest of each key. Those that hold are believed, and in the state, too; where one is not, it was taken away.
    latest: Notes<D, W>,
    /// What was found not to be so.
    denied: Notes<D, W>,
    rule: Rule<D>,
}

/// How certain a belief is.
#[derive(Clone, Copy)]
struct Rule<D: Domain> {
    decays: fn(D::Fact, u64) -> f32,
    /// How sure one has to be to believe it.
    least: f32,
}

impl<D: Domain, W: Copy> Beliefs<D, W> {
    /// The maximum of [`with_capacity`](Self::with_capacity).
    pub const MAX_CAPACITY: usize = 1 << 20;

    /// No beliefs, with room for as many as the state can hold. The rule returns the share of the certainty of a fact that is
    /// left at an age in ticks.
    pub fn new(decays: fn(D::Fact, u64) -> f32) -> Self {
        let relations = D::tables().relations.iter();
        let most = relations.map(|relation| match relation.columns.len() {
            0 => 1,
            _ => relation.capacity,
        });
        Self::with_capacity(most.fold(0, usize::saturating_add), decays)
    }

    /// Creates beliefs with room for this many, and for as many facts that are believed not to hold: for a domain with large
    /// predicates that no claim is about. The memory is allocated here, for [`MAX_CAPACITY`](Self::MAX_CAPACITY) at most.
    pub fn with_capacity(facts: usize, decays: fn(D::Fact, u64) -> f32) -> Self {
        let facts = facts.min(Self::MAX_CAPACITY);
        Beliefs {
            latest: Notes::new(By::Key, facts),
            denied: Notes::new(By::Fact, facts),
            rule: Rule {
                decays,
                least: 0.05,
            },
        }
    }

    /// How sure one has to be of something to believe it; 0.05 at first, and what is at 0 is never believed.
    #[must_use]
    pub fn believes_from(mut self, least: f32) -> Self {
        self.rule.least = clamped(least);
        self
    }

    /// Finds with one's own senses that something is so.
    ///
    /// # Errors
    ///
    /// There is no room for it. Nothing was changed.
    pub fn see(
        &mut self,
        state: &mut State<D>,
        fact: D::Fact,
        now: u64,
    ) -> Result<Heard<D::Fact>, BeliefsFull> {
        self.hear(state, Claim::seen(fact, now), now)
    }

    /// Finds with one's own senses that something is not so: nobody is where he was said to be.
    ///
    /// # Errors
    ///
    /// There is no room for it. Nothing was changed.
    pub fn see_not(
        &mut self,
        state: &mut State<D>,
        fact: D::Fact,
        now: u64,
    ) -> Result<Heard<D::Fact>, BeliefsFull> {
        self.hear(state, Claim::seen_not(fact, now), now)
    }

    /// Puts a fact into the state as known: nobody's word changes it from now on, and it is not forgotten, also where it was only
    /// believed until now. Whether the state has changed.
    ///
    /// # Errors
    ///
    /// The state has no room for it. Nothing was changed.
    pub fn know(&mut self, state: &mut State<D>, fact: D::Fact) -> Result<bool, CapacityError> {
        let changed = state.insert(fact)?;
        let about = Coded::of::<D>(fact);
        if let Some(latest) = self.latest.find(&about) {
            self.lapse(&about, latest);
        }
        self.denied.remove(&about);
        Ok(changed)
    }

    /// Hears several claims, and tells how many of them changed what is believed.
    ///
    /// # Errors
    ///
    /// There is no room for one of them. Those before it were heard.
    pub fn hear_all(
        &mut self,
        state: &mut State<D>,
        claims: impl IntoIterator<Item = Claim<D::Fact, W>>,
        now: u64,
    ) -> Result<usize, BeliefsFull> {
        let mut changed = 0;
        for claim in claims {
            changed += usize::from(self.hear(state, claim, now)?.changed());
        }
        Ok(changed)
    }

    /// All that can be told on: what is believed, predicates in the order of the domain, and then what was found not to be so.
    pub fn claims<'a>(
        &'a self,
        state: &'a State<D>,
    ) -> impl Iterator<Item = Claim<D::Fact, W>> + Clone + 'a {
        let latest = self.latest.claims();
        let believed = latest.filter(|claim| is_believed(claim, state));
        // Known by now, whatever was found then.
        let denied = self.denied.claims();
        let denied = denied.filter(|claim| !state.contains(claim.fact));
        believed.chain(denied).copied()
    }

    /// Why a fact is believed; `None` where it is not, or is known without having come through here.
    pub fn why(&self, state: &State<D>, fact: D::Fact) -> Option<Claim<D::Fact, W>> {
        let claim = self.latest.find(&Coded::of::<D>(fact))?.claim;
        (claim.fact == fact && is_believed(&claim, state)).then_some(claim)
    }

    /// How sure one is by now of a claim, by the rule.
    pub fn confidence(&self, claim: Claim<D::Fact, W>, now: u64) -> f32 {
        self.rule.confidence(claim, now)
    }

    /// How sure one is of a fact: 1 where it is known, 0 where it is not believed.
    pub fn sure(&self, state: &State<D>, fact: D::Fact, now: u64) -> f32 {
        match self.why(state, fact) {
            Some(claim) => self.confidence(claim, now),
            None => f32::from(state.contains(fact)),
        }
    }

    /// Lets go of all that has got too old, and hands on each belief that is gone by it.
    pub fn forget(
        &mut self,
        state: &mut State<D>,
        now: u64,
        mut gone: impl FnMut(Claim<D::Fact, W>),
    ) {
        let rule = self.rule;
        self.latest.retain(|note| {
            note.holds = is_believed(note, state);
            let keeps = rule.is_believable(*note, now);
            if !keeps && note.holds {
                state.remove(note.fact);
                gone(*note);
            }
            keeps
        });
        self.denied.retain(|note| rule.is_believable(*note, now));
    }

    /// Keeps what `keep` says yes to, of what is believed and of what was found not to be so: for orders of one who gives none
    /// any more.
    pub fn retain(
        &mut self,
        state: &mut State<D>,
        mut keep: impl FnMut(Claim<D::Fact, W>) -> bool,
    ) {
        self.latest.retain(|note| {
            note.holds = is_believed(note, state);
            let keeps = !note.holds || keep(*note);
            if !keeps {
                state.remove(note.fact);
            }
            keeps
        });
        self.denied.retain(|note| keep(*note));
    }

    /// Forgets everything; what is known stays.
    pub fn clear(&mut self, state: &mut State<D>) {
        for claim in self.latest.claims().filter(|claim| claim.holds) {
            state.remove(claim.fact);
        }
        self.latest.clear();
        self.denied.clear();
    }

    /// The bytes that it takes, whatever it holds.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.latest.bytes() + self.denied.bytes()
    }
}

/// Whether what is noted as the latest of its key is believed: effects may have taken it away.
fn is_believed<D: Domain, W>(note: &Claim<D::Fact, W>, state: &State<D>) -> bool {
    note.holds && state.contains(note.fact)
}

impl<D: Domain> Rule<D> {
    fn confidence<W>(self, claim: Claim<D::Fact, W>, now: u64) -> f32 {
        let claim = claim.sensible(now);
        claim.sure * clamped((self.decays)(claim.fact, now - claim.when))
    }

    fn is_believable<W>(self, claim: Claim<D::Fact, W>, now: u64) -> bool {
        let confidence = self.confidence(claim, now);
        confidence > 0.0 && confidence >= self.least
    }
}

impl<D: Domain, W: Copy + fmt::Debug> fmt::Debug for Beliefs<D, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.latest.claims().chain(self.denied.claims());
        f.debug_list().entries(all).finish()
    }
}

/// A claim did not fit. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BeliefsFull {
    /// The state has no room for the fact.
    State(CapacityError),
    /// There are as many beliefs as were asked for.
    Beliefs {
        /// How many.
        capacity: usize,
    },
}

impl fmt::Display for BeliefsFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BeliefsFull::State(full) => full.fmt(f),
            BeliefsFull::Beliefs { capacity } => write!(
                f,
                "there is no room for another belief: there are {capacity}; \
                 help: `forget` what is old, or make it with a larger capacity"
            ),
        }
    }
}

impl core::error::Error for BeliefsFull {}

impl From<CapacityError> for BeliefsFull {
    fn from(full: CapacityError) -> Self {
        BeliefsFull::State(full)
    }
}
