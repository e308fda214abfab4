//! The budget of each search of a tick, so that a replay searches for as many steps.
//!
//! A budget of steps is known when the search begins. A budget by a clock or a closure is recorded while it is spent: grants
//! are added up until the search returns unused steps, and a refusal is recorded as well. The result of a search does not
//! depend on the sizes of the grants.

use alloc::vec::Vec;

use crate::model::budget::{BudgetLeft, StepSource};
use crate::model::bytes::{DecodeError, Decoder, Encoder, Read};

/// The steps of a replay if the recorded search was not refused any: a changed domain may need more than it did.
const AMPLE: u64 = 1 << 20;

/// A source of steps that records its grants in a script, if there is one.
pub(crate) struct Watched<'p, P> {
    pub source: &'p mut P,
    pub script: Option<Script>,
}

/// The recorded grants of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Script {
    /// The sums of the grants between two returns of unused steps. 0 is a refusal.
    granted: Vec<u64>,
    /// True if the next grant is added to the last sum.
    goes_on: bool,
}

impl Script {
    pub fn clear(&mut self) {
        self.granted.clear();
        self.goes_on = false;
    }

    fn note(&mut self, granted: u64) {
        match self.granted.last_mut() {
            Some(0) => {}
            Some(last) if self.goes_on && granted > 0 => *last = last.saturating_add(granted),
            _ => self.granted.push(granted),
        }
        self.goes_on = true;
    }
}

impl<P: StepSource> StepSource for Watched<'_, P> {
    fn next_grant(&mut self) -> u64 {
        let granted = self.source.next_grant();
        if let Some(script) = &mut self.script {
            script.note(granted);
        }
        granted
    }

    fn put_back(&mut self, unused: u64) {
        if let Some(script) = &mut self.script {
            script.goes_on = false;
        }
        self.source.put_back(unused);
    }

    fn is_exhausted(&mut self) -> bool {
        let used_up = self.source.is_exhausted();
        if let (true, Some(script)) = (used_up, &mut self.script) {
            script.note(0);
        }
        used_up
    }

    fn left(&self) -> BudgetLeft {
        self.source.left()
    }
}

/// The budget of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Slice {
    Steps(u64),
    Unlimited,
    Script(Vec<u64>),
}

impl Slice {
    /// Returns the budget from its form before the search, and the grants.
    pub fn of(before: BudgetLeft, script: &Script) -> Slice {
        match before {
            BudgetLeft::Steps(steps) => Slice::Steps(steps),
            BudgetLeft::Unlimited => Slice::Unlimited,
            _ => Slice::Script(script.granted.clone()),
        }
    }

    pub fn write(&self, out: &mut Encoder) {
        match self {
            Slice::Steps(steps) => {
                out.0.push(0);
                out.number(*steps);
            }
            Slice::Unlimited => out.0.push(1),
            Slice::Script(granted) => {
                out.0.push(2);
                out.list(granted, |out, steps| out.number(*steps));
            }
        }
    }

    pub fn read(from: &mut Decoder<'_>) -> Read<Slice> {
        Ok(match from.number()? {
            0 => Slice::Steps(from.number()?),
            1 => Slice::Unlimited,
            2 => Slice::Script(from.list(Decoder::number)?),
            _ => return Err(DecodeError),
        })
    }

    /// Returns the same budget, limited to `most` steps.
    pub fn again(&self, most: u64) -> ReplayBudget<'_> {
        let (script, behind): (&[u64], u64) = match self {
            Slice::Steps(steps) => (&[], *steps),
            Slice::Unlimited => (&[], u64::MAX),
            Slice::Script(granted) if granted.last() == Some(&0) => (granted, 0),
            Slice::Script(granted) => (granted, AMPLE),
        };
        let scripted = script
            .iter()
            .fold(0, |all: u64, one| all.saturating_add(*one));
        let behind = if script.is_empty() {
            behind
        } else {
            behind.min(most.saturating_sub(scripted))
        };
        ReplayBudget {
            script,
            behind,
            most,
            is_stopped: scripted > most,
        }
    }
}

/// Repeats the grants of a recorded search.
pub(crate) struct ReplayBudget<'a> {
    script: &'a [u64],
    /// The steps after the script.
    behind: u64,
    /// The steps that may still be granted in all.
    most: u64,
    /// True if steps were refused only because of that limit.
    pub is_stopped: bool,
}

impl ReplayBudget<'_> {
    /// Returns the next grant, and true if only the limit makes it 0.
    fn next(&self) -> (u64, bool) {
        let wanted = self.script.first().copied().unwrap_or(self.behind);
        (wanted.min(self.most), wanted > 0 && self.most == 0)
    }
}

impl StepSource for ReplayBudget<'_> {
    fn next_grant(&mut self) -> u64 {
        let (granted, stopped) = self.next();
        self.is_stopped |= stopped;
        match self.script.split_first() {
            Some((_, rest)) => self.script = rest,
            None => self.behind -= granted,
        }
        self.most -= granted;
        granted
    }

    /// Makes unused steps available again, but not those of a script, which has the grants that followed.
    fn put_back(&mut self, unused: u64) {
        self.most = self.most.saturating_add(unused);
        if self.script.is_empty() {
            self.behind = self.behind.saturating_add(unused);
        }
    }

    fn is_exhausted(&mut self) -> bool {
        let (granted, stopped) = self.next();
        self.is_stopped |= stopped;
        granted == 0
    }

    fn left(&self) -> BudgetLeft {
        BudgetLeft::Unknown
    }
}
