//! What becomes of a claim that somebody hears.

use super::notes::Coded;
use super::{Beliefs, BeliefsFull, Claim};
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
    /// It was found not to be so, and is not believed any more.
    Gone,
    /// It was found not to be so, and nobody believed it; that is kept in mind.
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
        matches!(self, Heard::New | Heard::Instead(_) | Heard::Gone)
    }
}

impl<D: Domain, W: Copy> Beliefs<D, W> {
    /// Hears what somebody claims, and believes it or not.
    ///
    /// | what is held | it |
    /// |---|---|
    /// | the same fact | the later time of both, and the greater confidence at that time |
    /// | another value of the key | the later one; of the same tick, the surer one |
    /// | that it is not so, or that it is | the later one; of the same tick, the surer one, and else that it is not |
    /// | the same key or fact in the state, without a claim | what the state has: that is known |
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
        // A fact that is gone from the state, by a plan's effects, is not held any more.
        let held = self.held.find(&about);
        let held = held.filter(|note| state.contains(note.fact));
        if held.is_none()
            && let Some(known) = about.rival(state)
            && (claim.holds || known == claim.fact)
        {
            return Ok(Heard::Known);
        }
        match claim.holds {
            true => self.hear_yes(state, &about, claim, held),
            false => self.hear_no(state, &about, claim, held),
        }
    }

    fn hear_yes(
        &mut self,
        state: &mut State<D>,
        about: &Coded,
        claim: Claim<D::Fact, W>,
        held: Option<Claim<D::Fact, W>>,
    ) -> Result<Heard<D::Fact>, BeliefsFull> {
        if let Some(denial) = self.denied.find(about)
            && !is_later(claim, denial)
        {
            return Ok(Heard::Outdated);
        }
        let heard = match held {
            Some(held) if held.fact == claim.fact => {
                let merged = self.merged(held, claim);
                if (merged.when, merged.sure) == (held.when, held.sure) {
                    return Ok(Heard::Known);
                }
                let _there = self.held.put(about, merged);
                Heard::Confirmed
            }
            Some(held) if !is_later(claim, held) => return Ok(Heard::Outdated),
            Some(held) => {
                // It takes the place of the other value of its key, so that there is room.
                state.insert(claim.fact)?;
                let _there = self.held.put(about, claim);
                Heard::Instead(held.fact)
            }
            None => {
                self.make_room(state, about)?;
                state.insert(claim.fact)?;
                let _there = self.held.put(about, claim);
                Heard::New
            }
        };
        self.denied.remove(about);
        Ok(heard)
    }

    fn hear_no(
        &mut self,
        state: &mut State<D>,
        about: &Coded,
        claim: Claim<D::Fact, W>,
        held: Option<Claim<D::Fact, W>>,
    ) -> Result<Heard<D::Fact>, BeliefsFull> {
        let believed = held.filter(|held| held.fact == claim.fact);
        if let Some(held) = believed
            && is_later(held, claim)
        {
            return Ok(Heard::Outdated);
        }
        let denial = match self.denied.find(about) {
            Some(denial) => {
                let merged = self.merged(denial, claim);
                if (merged.when, merged.sure) == (denial.when, denial.sure) {
                    return Ok(Heard::Known);
                }
                merged
            }
            None => claim,
        };
        if !self.denied.put(about, denial) {
            return Err(self.full());
        }
        if believed.is_none() {
            return Ok(Heard::Noted);
        }
        state.remove(claim.fact);
        self.held.remove(about);
        Ok(Heard::Gone)
    }

    /// Two claims that say the same, as one: from the later time, as sure as the surer of them is at that time.
    fn merged(&self, held: Claim<D::Fact, W>, heard: Claim<D::Fact, W>) -> Claim<D::Fact, W> {
        let when = held.when.max(heard.when);
        let [was, is] = [held, heard].map(|claim| self.confidence(claim, when));
        let (surer, sure) = if is > was { (heard, is) } else { (held, was) };
        Claim {
            when,
            sure,
            ..surer
        }
    }

    /// Makes room for a new belief: notes of facts that are gone by other ways make way.
    fn make_room(&mut self, state: &State<D>, about: &Coded) -> Result<(), BeliefsFull> {
        if !self.held.has_room() && self.held.find(about).is_none() {
            self.held.retain(|note| state.contains(note.fact));
        }
        match self.held.has_room() || self.held.find(about).is_some() {
            true => Ok(()),
            false => Err(self.full()),
        }
    }

    fn full(&self) -> BeliefsFull {
        BeliefsFull::Beliefs {
            capacity: self.held.capacity(),
        }
    }
}

/// Whether the first claim is from later; of the same tick, whether it is surer.
fn is_later<F, W>(first: Claim<F, W>, second: Claim<F, W>) -> bool {
    (first.when, first.sure) > (second.when, second.sure)
}
