//! How long each search of a tick was allowed to take, so that it takes as long again.
//!
//! A budget of steps is known when the search begins. By a clock, or a closure that says stop, it turns out: what was
//! granted is added up until the search hands something back, and it is noted that no more was granted. In which pieces
//! it came has no part in what is found.

use alloc::vec::Vec;

use crate::model::budget::{BudgetLeft, StepSource};
use crate::model::bytes::{DecodeError, Decoder, Encoder, Read};

/// Where nothing was refused, a replay is given at least so many: a domain that was changed may need more than it did.
const AMPLE: u64 = 1 << 20;

/// A purse that is watched: notes are taken in the script, where there is one.
pub(crate) struct Watched<'p, P> {
    pub source: &'p mut P,
    pub script: Option<Script>,
}

/// What was granted.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Script {
    /// Between two times that something was handed back; 0 where no more was granted.
    granted: Vec<u64>,
    /// Whether what is granted next comes on top of the last.
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

/// How long a search was allowed to take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Slice {
    Steps(u64),
    Unlimited,
    Script(Vec<u64>),
}

impl Slice {
    /// Of a budget as it was before, and what was granted of it.
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

    /// The same again, of at most so many steps.
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

/// Grants what was granted once.
pub(crate) struct ReplayBudget<'a> {
    script: &'a [u64],
    /// What there is behind the script.
    behind: u64,
    /// What all of it may come to.
    most: u64,
    /// Whether more was asked for, and should have been granted.
    pub is_stopped: bool,
}

impl ReplayBudget<'_> {
    /// What is granted next, and whether nothing is though something should be.
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

    /// Steps can be had again. What a clock has granted can't: what came after that is in the script.
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
