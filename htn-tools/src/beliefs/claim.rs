//! What is believed of a fact: from when, by whom, how sure.

use core::fmt::{self, Write};

use htn_core::Visible;

/// That something is so, or that it is not: from when that is, through how many hands it went, and how sure it is.
///
/// Claims are plain values, so that they can take their time: a sentence is a claim, or several, that reaches the listeners
/// when it has been spoken to its end.
///
/// ```
/// use squad_htn::Claim;
///
/// let seen: Claim<&str, u8> = Claim::seen("a sniper in the tower", 40);
/// assert_eq!((seen.hands, seen.sure, seen.from), (0, 1.0, None));
///
/// // Soldier 7 tells soldier 3, who tells it on. It stays a thing of tick 40, and gets less sure.
/// let heard = seen.told_by(7, 0.9).told_by(3, 0.5);
/// assert_eq!((heard.hands, heard.sure, heard.from, heard.when), (2, 0.45, Some(3), 40));
/// assert_eq!(heard.to_string(), "a sniper in the tower (tick 40, from 3 at 2 hands, 45% sure)");
///
/// // Somebody else's facts may be of another kind.
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
    /// What it is about.
    pub fact: F,
    /// Whether it is so; `false` for what somebody has found not to be so.
    pub holds: bool,
    /// The tick in which somebody found it so with his own senses, whoever tells it.
    pub when: u64,
    /// Through how many hands it went: 0 for what one has found out oneself.
    pub hands: u8,
    /// Who told it last; nobody where one has found it out oneself.
    pub from: Option<W>,
    /// How sure it was at its own time, from 0 to 1. How sure one is by now is for whoever believes it to say:
    /// [`Beliefs::confidence`](crate::Beliefs::confidence).
    pub sure: f32,
}

impl<F, W> Claim<F, W> {
    /// What somebody finds to be so, with his own senses, in this tick.
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

    /// What somebody finds not to be so.
    pub fn seen_not(fact: F, tick: u64) -> Self {
        Claim {
            holds: false,
            ..Claim::seen(fact, tick)
        }
    }

    /// The same, so much less sure: 1 leaves it as it is.
    #[must_use]
    pub fn discounted(mut self, sure: f32) -> Self {
        self.sure = clamped(self.sure) * clamped(sure);
        self
    }

    /// The same as it is when this one tells it on: at one hand more, and as much less sure as what he says is trusted.
    #[must_use]
    pub fn told_by(self, who: W, trust: f32) -> Self {
        Claim {
            hands: self.hands.saturating_add(1),
            from: Some(who),
            ..self.discounted(trust)
        }
    }

    /// The same about another fact, of another domain: what the mapping has no fact for is not told.
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

    /// With what makes no sense made to: nothing is from later than now, or surer than sure.
    pub(super) fn sensible(self, now: u64) -> Self {
        Claim {
            when: self.when.min(now),
            sure: clamped(self.sure),
            ..self
        }
    }
}

/// From 0 to 1; what is no number is not sure at all.
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
