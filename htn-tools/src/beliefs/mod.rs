//! Beliefs: facts with the time, source and certainty of their claims.
//!
//! | file | content |
//! |---|---|
//! | `claim` | claims: values that can be passed on |
//! | `notes` | stored claims in order, found by fact or key |
//! | `hear` | the effect of a claim on beliefs |
//! | `decay` | functions for the decay of certainty |
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

/// The reasons to believe the facts of a [`State`]: the time of the sighting, the source, the number of hands and the
/// certainty. States of different agents can differ, be outdated or wrong, and agents can pass facts on.
///
/// Beliefs belong to a state, for example that of a [`Director`](htn_core::Director), and change it; the planner reads
/// plain facts.
///
/// * [`see`](Self::see) and [`see_not`](Self::see_not) are for the agent's own sightings.
/// * [`hear`](Self::hear) is for reports. A claim has the tick of the sighting, not of the report. Of two values of one
///   key (`position(Actor => Place)`) the later one counts, and a denial counts against all older claims. The order of
///   reports therefore does not matter.
/// * [`claims`](Self::claims) returns everything that can be passed on. [`Claim::told_by`] makes a claim the speaker's,
///   and [`Claim::map`] converts it to another domain. Orders and reports are claims, too.
/// * [`forget`](Self::forget) removes old beliefs by the rule of the game: a function from a fact and its age to the
///   share of its certainty that is left, such as those in [`decay`].
///
/// Facts that were added to the state directly are *known*: claims do not change them, and they are not forgotten. If
/// the effects of a plan delete a believed fact, the next call here notices it; if the fact is then added to the state
/// again, it is known. [`know`](Self::know) does so at once. All memory is allocated at creation.
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
/// /// Enemies move; the dead do not.
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
/// // In tick 220 Ana reports to Ben, who has seen enemy 1 at another place since.
/// let said = anas.claims(&ana).map(|claim| claim.told_by(Soldier(1), 0.9));
/// for claim in said {
///     assert_eq!(bens.hear(&mut ben, claim, 220)?, Heard::Outdated);
/// }
/// // Ben's sighting is new to her.
/// for claim in bens.claims(&ben).map(|claim| claim.told_by(Soldier(2), 0.9)) {
///     assert_eq!(anas.hear(&mut ana, claim, 230)?, Heard::Instead(Fact::Enemy(1, 20)));
/// }
/// assert!(ana.contains(Fact::Enemy(1, 30))); // the planner sees this
/// let why = anas.why(&ana, Fact::Enemy(1, 30)).expect("she believes it");
/// assert_eq!(why.to_string(), "enemy(1, 30) (tick 200, from Soldier(2) at 1 hand, 90% sure)");
/// assert_eq!(anas.confidence(why, 500), 0.45);
/// assert_eq!(anas.sure(&ana, Fact::Enemy(1, 30), 500), 0.45);
///
/// // She looks herself. Reports of earlier sightings are outdated from now on.
/// anas.see_not(&mut ana, Fact::Enemy(1, 30), 500)?;
/// let rumour = bens.claims(&ben).next().unwrap().told_by(Soldier(2), 0.9);
/// assert_eq!(anas.hear(&mut ana, rumour, 510)?, Heard::Outdated);
/// assert!(ana.is_empty());
///
/// // Ben's belief decays until it is forgotten.
/// bens.forget(&mut ben, 700, |claim| panic!("{claim}"));
/// bens.forget(&mut ben, 800, |claim| assert_eq!(claim.fact, Fact::Enemy(1, 30)));
/// assert!(ben.is_empty());
///
/// // Ana has nothing left but her denial. She drops that, too.
/// assert!(anas.claims(&ana).all(|claim| !claim.holds));
/// anas.retain(&mut ana, |claim| claim.holds);
/// assert_eq!(anas.claims(&ana).count(), 0);
/// # Ok(())
/// # }
/// ```
///
/// `W` is the type of speakers, by default the agents of the domain. If claims pass from one domain to another, all
/// beliefs need the same type of speakers: `Beliefs<command::Domain, Soldier>`.
#[derive(Clone)]
pub struct Beliefs<D: Domain, W = <D as Domain>::Agent> {
    /// The latest claim of each key. It is believed, and its fact in the state, unless the fact was removed.
    latest: Notes<D, W>,
    /// The denied facts.
    denied: Notes<D, W>,
    rule: Rule<D>,
}

/// The rule for the decay of certainty.
#[derive(Clone, Copy)]
struct Rule<D: Domain> {
    decays: fn(D::Fact, u64) -> f32,
    /// The certainty that a belief needs.
    least: f32,
}

impl<D: Domain, W: Copy> Beliefs<D, W> {
    /// The maximum of [`with_capacity`](Self::with_capacity).
    pub const MAX_CAPACITY: usize = 1 << 20;

    /// Creates beliefs with a capacity for all facts of a state. The rule returns the share of the certainty of a fact
    /// that is left at an age in ticks. [`Beliefs`](Self) has an example.
    pub fn new(decays: fn(D::Fact, u64) -> f32) -> Self {
        let relations = D::tables().relations.iter();
        let most = relations.map(|relation| match relation.columns.len() {
            0 => 1,
            _ => relation.capacity,
        });
        Self::with_capacity(most.fold(0, usize::saturating_add), decays)
    }

    /// Creates beliefs with capacity for this many facts, and as many denied ones: for a domain with large predicates
    /// without claims. The memory is allocated here, for [`MAX_CAPACITY`](Self::MAX_CAPACITY) at most.
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

    /// Sets the certainty that a belief needs. Default: 0.05. A claim with certainty 0 is never believed.
    #[must_use]
    pub fn believes_from(mut self, least: f32) -> Self {
        self.rule.least = clamped(least);
        self
    }

    /// Adds an own sighting of a fact.
    ///
    /// # Errors
    ///
    /// The beliefs or the state are full. Nothing has changed.
    pub fn see(
        &mut self,
        state: &mut State<D>,
        fact: D::Fact,
        now: u64,
    ) -> Result<Heard<D::Fact>, BeliefsFull> {
        self.hear(state, Claim::seen(fact, now), now)
    }

    /// Adds an own sighting that a fact does not hold: the place is empty.
    ///
    /// # Errors
    ///
    /// The beliefs are full. Nothing has changed.
    pub fn see_not(
        &mut self,
        state: &mut State<D>,
        fact: D::Fact,
        now: u64,
    ) -> Result<Heard<D::Fact>, BeliefsFull> {
        self.hear(state, Claim::seen_not(fact, now), now)
    }

    /// Adds a fact to the state as known: claims do not change it from now on, and it is not forgotten, even if it was
    /// only believed before. Returns true if the state has changed.
    ///
    /// # Errors
    ///
    /// The state is full. Nothing has changed.
    pub fn know(&mut self, state: &mut State<D>, fact: D::Fact) -> Result<bool, CapacityError> {
        let changed = state.insert(fact)?;
        let about = Coded::of::<D>(fact);
        if let Some(latest) = self.latest.find(&about) {
            self.lapse(&about, latest);
        }
        self.denied.remove(&about);
        Ok(changed)
    }

    /// Hears several claims, and returns the number of claims that changed a belief.
    ///
    /// # Errors
    ///
    /// There is no capacity for one of the claims. Those before it were heard.
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

    /// Iterates over all claims that can be passed on: beliefs in the order of the domain's predicates, then denials.
    /// [`Beliefs`](Self) has an example.
    pub fn claims<'a>(
        &'a self,
        state: &'a State<D>,
    ) -> impl Iterator<Item = Claim<D::Fact, W>> + Clone + 'a {
        let latest = self.latest.claims();
        let believed = latest.filter(|claim| is_believed(claim, state));
        // Skips facts that are known by now, whatever was denied.
        let denied = self.denied.claims();
        let denied = denied.filter(|claim| !state.contains(claim.fact));
        believed.chain(denied).copied()
    }

    /// Returns the claim for a fact; `None` if the fact is not believed, or is known without a claim.
    /// [`Beliefs`](Self) has an example.
    pub fn why(&self, state: &State<D>, fact: D::Fact) -> Option<Claim<D::Fact, W>> {
        let claim = self.latest.find(&Coded::of::<D>(fact))?.claim;
        (claim.fact == fact && is_believed(&claim, state)).then_some(claim)
    }

    /// Returns the present certainty of a claim, by the rule. [`Beliefs`](Self) has an example.
    pub fn confidence(&self, claim: Claim<D::Fact, W>, now: u64) -> f32 {
        self.rule.confidence(claim, now)
    }

    /// Returns the present certainty of a fact: 1 if it is known, 0 if it is not believed.
    /// [`Beliefs`](Self) has an example.
    pub fn sure(&self, state: &State<D>, fact: D::Fact, now: u64) -> f32 {
        match self.why(state, fact) {
            Some(claim) => self.confidence(claim, now),
            None => f32::from(state.contains(fact)),
        }
    }

    /// Removes all beliefs that have decayed too far, and passes each to `gone`. [`Beliefs`](Self) has an example.
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

    /// Keeps the beliefs and denials that `keep` accepts: for example, drops the orders of a leader who has fallen.
    /// [`Beliefs`](Self) has an example.
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

    /// Removes all beliefs; known facts stay.
    pub fn clear(&mut self, state: &mut State<D>) {
        for claim in self.latest.claims().filter(|claim| claim.holds) {
            state.remove(claim.fact);
        }
        self.latest.clear();
        self.denied.clear();
    }

    /// Returns the size of its memory in bytes, which does not depend on its content.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.latest.bytes() + self.denied.bytes()
    }
}

/// Returns true if the latest claim of a key is believed: effects may have removed its fact.
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

/// The error of [`Beliefs`] without capacity for a claim. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BeliefsFull {
    /// The state is full.
    State(CapacityError),
    /// The beliefs are full.
    Beliefs {
        /// The capacity.
        capacity: usize,
    },
}

impl fmt::Display for BeliefsFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BeliefsFull::State(full) => full.fmt(f),
            BeliefsFull::Beliefs { capacity } => write!(
                f,
                "the belief store is full (capacity {capacity}); \
                 help: `forget` old beliefs, or create it with a larger capacity"
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
