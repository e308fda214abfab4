//! The effect of a claim on beliefs.

use super::notes::{Coded, Note};
use super::{Beliefs, BeliefsFull, Claim, is_believed};
use htn_core::{Domain, State};

/// The effect of a claim: the result of [`Beliefs::hear`](crate::Beliefs::hear). [`Beliefs`](crate::Beliefs) has an
/// example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Heard<F> {
    /// The fact is now believed, and was not before.
    New,
    /// The fact is now believed instead of this one with the same key.
    Instead(F),
    /// The fact was believed already, and is now more certain or later.
    Confirmed,
    /// This fact is no longer believed, and no other one with its key is.
    Gone(F),
    /// The denial of a fact that was not believed is recorded.
    Noted,
    /// Nothing changed: the fact is believed with greater certainty or from later, or known.
    Known,
    /// A later claim contradicts it.
    Outdated,
    /// The claim is not certain enough.
    Doubted,
}

impl<F> Heard<F> {
    /// Returns true if the set of believed facts, and so the state, has changed.
    pub fn changed(&self) -> bool {
        matches!(self, Heard::New | Heard::Instead(_) | Heard::Gone(_))
    }
}

impl<D: Domain, W: Copy> Beliefs<D, W> {
    /// Hears a claim, as in the example of [`Beliefs`](Self), and decides whether it is believed:
    ///
    /// * Of several values of a key, the latest counts; in the same tick, the most certain; with equal certainty, the
    ///   greatest fact, so that the choice is deterministic.
    /// * A fact is believed unless a later claim denies it.
    /// * If the same fact is heard again, it gets the later time and source, and the greater of both certainties at
    ///   that time.
    /// * Known facts, which are in the state without a claim, do not change.
    ///
    /// The order in which claims are heard therefore does not influence which of them are believed. It may influence
    /// only the certainty of a belief that several claims support.
    ///
    /// # Errors
    ///
    /// The beliefs or the state are full. Nothing has changed.
    pub fn hear(
        &mut self,
        state: &mut State<D>,
        claim: Claim<D::Fact, W>,
        now: u64,
    ) -> Result<Heard<D::Fact>, BeliefsFull> {
        let claim = claim.sensible(now);
        if !self.rule.is_believable(claim, now) {
            return Ok(Heard::Doubted);
        }
        let about = Coded::of::<D>(claim.fact);
        let there = state.same_key(claim.fact);
        let latest = self.latest.find(&about).map(|latest| match there {
            Some(there) if there == latest.claim.fact => latest,
            _ => self.lapse(&about, latest),
        });
        let believed = latest.filter(|latest| latest.claim.holds);
        if there.is_some() && believed.is_none() && (claim.holds || there == Some(claim.fact)) {
            return Ok(Heard::Known);
        }
        let heard = Note::new(claim);
        if claim.holds {
            self.hear_yes(state, &about, heard, latest, believed)
        } else {
            self.hear_no(state, &about, heard, believed)
        }
    }

    fn hear_yes(
        &mut self,
        state: &mut State<D>,
        about: &Coded,
        heard: Note<D, W>,
        latest: Option<Note<D, W>>,
        believed: Option<Note<D, W>>,
    ) -> Result<Heard<D::Fact>, BeliefsFull> {
        let claim = heard.claim;
        if let Some(believed) = believed
            && believed.claim.fact == claim.fact
        {
            let merged = self.merged(believed, heard);
            let _there = self.latest.put(about, merged);
            let grounds = |note: Note<D, W>| (note.claim.when, note.claim.sure);
            return Ok(if grounds(merged) == grounds(believed) {
                Heard::Known
            } else {
                Heard::Confirmed
            });
        }
        if latest.is_some_and(|latest| !heard.is_later(&latest)) {
            return Ok(Heard::Outdated);
        }
        let believed = believed.map(|believed| believed.claim.fact);
        let denial = self.denied.find(about);
        if denial.is_some_and(|denial| !heard.is_later(&denial)) {
            // The other value was believed since its last claim, and no longer is.
            self.make_room(state, latest.is_none())?;
            self.lapse(about, heard);
            return Ok(match believed {
                Some(believed) => {
                    state.remove(believed);
                    Heard::Gone(believed)
                }
                None => Heard::Outdated,
            });
        }
        // In a predicate with `=>`, it replaces the other value.
        state.insert(claim.fact)?;
        if let Err(full) = self.make_room(state, latest.is_none()) {
            state.remove(claim.fact);
            return Err(full);
        }
        let _there = self.latest.put(about, heard);
        self.denied.remove(about);
        Ok(believed.map_or(Heard::New, Heard::Instead))
    }

    fn hear_no(
        &mut self,
        state: &mut State<D>,
        about: &Coded,
        heard: Note<D, W>,
        believed: Option<Note<D, W>>,
    ) -> Result<Heard<D::Fact>, BeliefsFull> {
        let believed = believed.filter(|believed| believed.claim.fact == heard.claim.fact);
        if believed.is_some_and(|believed| believed.is_later(&heard)) {
            return Ok(Heard::Outdated);
        }
        let denial = match self.denied.find(about) {
            Some(denial) => self.merged(denial, heard),
            None => heard,
        };
        if !self.denied.put(about, denial) {
            return Err(self.full());
        }
        Ok(match believed {
            Some(believed) => {
                state.remove(believed.claim.fact);
                self.lapse(about, believed);
                Heard::Gone(believed.claim.fact)
            }
            None => Heard::Noted,
        })
    }

    /// Merges two notes about the same fact: the later one, with the greater of both certainties at its time.
    fn merged(&self, held: Note<D, W>, heard: Note<D, W>) -> Note<D, W> {
        let mut later = if heard.is_later(&held) { heard } else { held };
        let [was, is] = [held, heard].map(|note| self.confidence(note.claim, later.claim.when));
        later.claim.sure = was.max(is);
        later
    }

    /// Records that this is the latest claim of its key, but not believed: it makes earlier claims outdated.
    pub(super) fn lapse(&mut self, about: &Coded, mut latest: Note<D, W>) -> Note<D, W> {
        latest.claim.holds = false;
        let _there = self.latest.put(about, latest);
        latest
    }

    /// Frees a place for a new note by dropping one that is no longer believed.
    fn make_room(&mut self, state: &State<D>, new: bool) -> Result<(), BeliefsFull> {
        if new && !self.latest.has_room() {
            self.latest.retain(|note| is_believed(note, state));
        }
        if new && !self.latest.has_room() {
            return Err(self.full());
        }
        Ok(())
    }

    fn full(&self) -> BeliefsFull {
        BeliefsFull::Beliefs {
            capacity: self.latest.capacity(),
        }
    }
}
