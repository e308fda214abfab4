//! Claims: facts with their time, source and certainty.

use core::fmt::{self, Write};

use htn_core::Visible;

/// A statement that a fact holds or does not hold, with the time of the sighting, the source and the certainty.
///
/// Claims are plain values that can be delayed: a sentence is one or several claims that reach the listeners when it
/// ends.
///
/// ```
/// use squad_htn::Claim;
///
/// let seen: Claim<&str, u8> = Claim::seen("a sniper in the tower", 40);
/// assert_eq!((seen.hands, seen.sure, seen.from), (0, 1.0, None));
///
/// // Soldier 7 reports it to soldier 3, who passes it on. The tick stays 40, and the certainty decreases.
/// let heard = seen.told_by(7, 0.9).told_by(3, 0.5);
/// assert_eq!((heard.hands, heard.sure, heard.from, heard.when), (2, 0.45, Some(3), 40));
/// assert_eq!(heard.to_string(), "a sniper in the tower (tick 40, from 3 at 2 hands, 45% sure)");
///
/// // A denial, and a sighting in the fog.
/// let clear: Claim<&str, u8> = Claim::seen_not("a sniper in the tower", 50).discounted(0.8);
/// assert_eq!((clear.holds, clear.sure), (false, 0.8));
///
/// // Other domains have facts of other types.
/// let enemies = heard.map(|fact| fact.contains("sniper").then_some(1));
/// assert_eq!(enemies.map(|claim| claim.fact), Some(1));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
pub struct Claim<F, W> {
    /// The fact.
    pub fact: F,
    /// True if the fact holds; false if it does not.
    pub holds: bool,
    /// The tick of the original sighting.
    pub when: u64,
    /// The number of times it was passed on: 0 for an own sighting.
    pub hands: u8,
    /// The last speaker; `None` for an own sighting.
    pub from: Option<W>,
    /// The certainty at the time of the sighting, from 0 to 1. [`Beliefs::confidence`](crate::Beliefs::confidence)
    /// returns the present one.
    pub sure: f32,
}

impl<F, W> Claim<F, W> {
    /// Creates a claim for an own sighting in this tick. [`Claim`](Self) has an example.
    pub fn seen(fact: F, tick: u64) -> Self {
        Claim {
            fact,
            holds: true,
            when: tick,
            hands: 0,
            from: None,
            sure: 1.0,
        }
    }

    /// Creates a claim for an own sighting that the fact does not hold. [`Claim`](Self) has an example.
    pub fn seen_not(fact: F, tick: u64) -> Self {
        Claim {
            holds: false,
            ..Claim::seen(fact, tick)
        }
    }

    /// Returns the claim with its certainty multiplied by `trust`. [`Claim`](Self) has an example.
    #[must_use]
    pub fn discounted(mut self, sure: f32) -> Self {
        self.sure = clamped(self.sure) * clamped(sure);
        self
    }

    /// Returns the claim as passed on by `who`: one hand more, with its certainty multiplied by the trust in the speaker.
    /// See the example of [`Claim`](Self).
    #[must_use]
    pub fn told_by(self, who: W, trust: f32) -> Self {
        Claim {
            hands: self.hands.saturating_add(1),
            from: Some(who),
            ..self.discounted(trust)
        }
    }

    /// Converts the claim to a fact of another domain; `None` if the mapping has none. The example of [`Claim`](Self)
    /// uses it.
    pub fn map<G>(self, mapping: impl FnOnce(F) -> Option<G>) -> Option<Claim<G, W>> {
        Some(Claim {
            fact: mapping(self.fact)?,
            holds: self.holds,
            when: self.when,
            hands: self.hands,
            from: self.from,
            sure: self.sure,
        })
    }

    /// Returns the claim with valid values: its tick is at most `now` and its certainty from 0 to 1.
    pub(super) fn sensible(self, now: u64) -> Self {
        Claim {
            when: self.when.min(now),
            sure: clamped(self.sure),
            ..self
        }
    }
}

/// Clamps to the range from 0 to 1; NaN becomes 0.
pub(super) fn clamped(sure: f32) -> f32 {
    if sure > 0.0 { sure.min(1.0) } else { 0.0 }
}

impl<F: fmt::Display, W: fmt::Debug> fmt::Display for Claim<F, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut f = Visible(f);
        if !self.holds {
            f.write_str("not ")?;
        }
        write!(f, "{} (tick {}, ", self.fact, self.when)?;
        if let Some(from) = &self.from {
            let noun = if self.hands == 1 { "hand" } else { "hands" };
            write!(f, "from {from:?} at {} {noun}, ", self.hands)?;
        }
        write!(f, "{:.0}% sure)", 100.0 * self.sure)
    }
}
