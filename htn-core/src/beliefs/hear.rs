//! What becomes of a claim that somebody hears.

use super::notes::Coded;
use super::{Beliefs, BeliefsFull, Claim, is_believed};
use crate::domain::Domain;
use crate::state::State;

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
    /// So it does not matter in which order claims come, but for how sure one is of the same thing from several sides.
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
        let there = about.rival(state);
        let latest = self.latest.find(&about).map(|latest| match there {
            Some(there) if there == latest.fact => latest,
            _ => self.lapse(&about, latest),
        });
        let believed = latest.filter(|latest| latest.holds);
        if there.is_some() && believed.is_none() && (claim.holds || there == Some(claim.fact)) {
            return Ok(Heard::Known);
        }
        match claim.holds {
            true => self.hear_yes(state, &about, claim, latest, believed),
            false => self.hear_no(state, &about, claim, believed),
        }
    }

    fn hear_yes(
        &mut self,
        state: &mut State<D>,
        about: &Coded,
        claim: Claim<D::Fact, W>,
        latest: Option<Claim<D::Fact, W>>,
        believed: Option<Claim<D::Fact, W>>,
    ) -> Result<Heard<D::Fact>, BeliefsFull> {
        if let Some(believed) = believed
            && believed.fact == claim.fact
        {
            let merged = self.merged(believed, claim);
            if (merged.when, merged.sure) == (believed.when, believed.sure) {
                return Ok(Heard::Known);
            }
            let _there = self.latest.put(about, merged);
            return Ok(Heard::Confirmed);
        }
        if latest.is_some_and(|latest| !is_later::<D, W>(claim, latest)) {
            return Ok(Heard::Outdated);
        }
        let denial = self.denied.find(about);
        if denial.is_some_and(|denial| !is_later::<D, W>(claim, denial)) {
            // He has been there since the last that was known of him, and is not any more.
            self.make_room(state, latest.is_none())?;
            self.lapse(about, claim);
            return Ok(match believed {
                Some(believed) => {
                    state.remove(believed.fact);
                    Heard::Gone(believed.fact)
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
        let _there = self.latest.put(about, claim);
        self.denied.remove(about);
        Ok(believed.map_or(Heard::New, |believed| Heard::Instead(believed.fact)))
    }

    fn hear_no(
        &mut self,
        state: &mut State<D>,
        about: &Coded,
        claim: Claim<D::Fact, W>,
        believed: Option<Claim<D::Fact, W>>,
    ) -> Result<Heard<D::Fact>, BeliefsFull> {
        let believed = believed.filter(|believed| believed.fact == claim.fact);
        if believed.is_some_and(|believed| is_later::<D, W>(believed, claim)) {
            return Ok(Heard::Outdated);
        }
        let denial = match self.denied.find(about) {
            Some(denial) => self.merged(denial, claim),
            None => claim,
        };
        if !self.denied.put(about, denial) {
            return Err(self.full());
        }
        Ok(match believed {
            Some(believed) => {
                state.remove(believed.fact);
                self.lapse(about, believed);
                Heard::Gone(believed.fact)
            }
            None => Heard::Noted,
        })
    }

    /// Two claims that say the same, as one: the later of them, as sure as the surer of them is at that time.
    fn merged(&self, held: Claim<D::Fact, W>, heard: Claim<D::Fact, W>) -> Claim<D::Fact, W> {
        let later = match is_later::<D, W>(heard, held) {
            true => heard,
            false => held,
        };
        let [was, is] = [held, heard].map(|claim| self.confidence(claim, later.when));
        Claim {
            sure: was.max(is),
            ..later
        }
    }

    /// Notes that this is the latest of its key, and not believed: later claims than that are heard, others are outdated.
    pub(super) fn lapse(&mut self, about: &Coded, latest: Claim<D::Fact, W>) -> Claim<D::Fact, W> {
        let lapsed = Claim {
            holds: false,
            ..latest
        };
        let _there = self.latest.put(about, lapsed);
        lapsed
    }

    /// Makes room for a note where it is a new one: what is not believed any more makes way.
    fn make_room(&mut self, state: &State<D>, new: bool) -> Result<(), BeliefsFull> {
        if new && !self.latest.has_room() {
            self.latest.retain(|note| is_believed(note, state));
        }
        match !new || self.latest.has_room() {
            true => Ok(()),
            false => Err(self.full()),
        }
    }

    fn full(&self) -> BeliefsFull {
        BeliefsFull::Beliefs {
            capacity: self.latest.capacity(),
        }
    }
}

/// Whether the first claim is from later; of the same tick, whether it is surer; then the order of the facts decides, and not
/// which was heard first.
pub(super) fn is_later<D: Domain, W>(first: Claim<D::Fact, W>, second: Claim<D::Fact, W>) -> bool {
    let words = |fact| Coded::of::<D>(fact).row;
    match (first.when, first.sure) == (second.when, second.sure) {
        true => words(first.fact) > words(second.fact),
        false => (first.when, first.sure) > (second.when, second.sure),
    }
}
