//! What becomes of a claim that somebody hears.

use super::notes::{Coded, Note};
use super::{Beliefs, BeliefsFull, Claim, is_believed};
use htn_core::{Domain, State};

/// What became of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Heard<F> {
    /// It is believed now, and was not before.
    New,
    /// It is believed now, and this, of the same key, is not any more.
    Instead(F),
    /// It was believed, and is surer now, or from later.
    Confirmed,
    /// This is not believed any more, and nothing in its place.
    Gone(F),
    /// It was found not to be so, which nobody believed; that is kept in mind.
    Noted,
    /// Nothing new: it is believed already on better grounds, or known.
    Known,
    /// Something later is known that says otherwise.
    Outdated,
    /// It is not sure enough, or not any more.
    Doubted,
}

impl<F> Heard<F> {
    /// Whether what is believed has changed: the facts of the state, that is.
    pub fn changed(&self) -> bool {
        matches!(self, Heard::New | Heard::Instead(_) | Heard::Gone(_))
    }
}

impl<D: Domain, W: Copy> Beliefs<D, W> {
    /// Hears what somebody claims, and believes it or not:
    ///
    /// * Of several values of a key, the latest one counts; of the same tick, the surer one; of those that are equally sure, the
    ///   one that stands last in the order of the facts, so that it is always the same one.
    /// * It is believed unless it was found not to be so since.
    /// * Who hears the same again has it from the later time, and from who told that, as sure as the surer of both was then.
    /// * What is known, that is in the state without a claim, stays.
    ///
    /// So the order in which claims are heard does not decide which of them are believed. Only the certainty of a belief that
    /// several claims support may depend on it.
    ///
    /// # Errors
    ///
    /// There is no room for it. Nothing was changed.
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
            // He has been there since the last that was known of him, and is not any more.
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
        // Of a predicate with `=>` it takes the place of the other value.
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

    /// Merges two notes that say the same: the later of them, as sure as the surer of them is at that time.
    fn merged(&self, held: Note<D, W>, heard: Note<D, W>) -> Note<D, W> {
        let mut later = if heard.is_later(&held) { heard } else { held };
        let [was, is] = [held, heard].map(|note| self.confidence(note.claim, later.claim.when));
        later.claim.sure = was.max(is);
        later
    }

    /// Notes that this is the latest of its key, and not believed: later claims than that are heard, others are outdated.
    pub(super) fn lapse(&mut self, about: &Coded, mut latest: Note<D, W>) -> Note<D, W> {
        latest.claim.holds = false;
        let _there = self.latest.put(about, latest);
        latest
    }

    /// Makes room for a note where it is a new one: what is not believed any more makes way.
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
