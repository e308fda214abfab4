//! Checks whether acts rely on obtainable knowledge, from a record of what each soldier has seen and heard.

use std::collections::BTreeSet;

use crate::terms::{Foe, Place, Soldier};

/// The record of what each soldier of a side could know, independent of his beliefs. It does not record when,
/// so the number of unknowable acts is a lower bound.
#[derive(Default)]
pub struct Judge {
    known: BTreeSet<(Soldier, Foe, Place)>,
    /// Acts against enemies.
    pub acts: u32,
    /// Acts against enemies out of sight.
    pub unseen: u32,
    /// Acts that rely on a position that the soldier could not know.
    pub unknowable: u32,
    /// Acts that rely on a position that is not, or no longer, right.
    pub outdated: u32,
}

/// The assessment of an act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// He could not know the position.
    pub unknowable: bool,
    /// The position is not, or no longer, right.
    pub outdated: bool,
}

impl Judge {
    pub fn could_know(&mut self, who: Soldier, foe: Foe, place: Place) {
        self.known.insert((who, foe, place));
    }

    /// Counts an act against a visible enemy.
    pub fn act_on_sight(&mut self) {
        self.acts += 1;
    }

    /// Assesses an act that relies on one of `foes` being at a place. `there` lists the enemies who are.
    pub fn act(&mut self, who: Soldier, foes: &[Foe], place: Place, there: &[Foe]) -> Verdict {
        let knew = foes
            .iter()
            .any(|foe| self.known.contains(&(who, *foe, place)));
        let verdict = Verdict {
            unknowable: !knew,
            outdated: !foes.iter().any(|foe| there.contains(foe)),
        };
        self.acts += 1;
        self.unseen += 1;
        self.unknowable += u32::from(verdict.unknowable);
        self.outdated += u32::from(verdict.outdated);
        verdict
    }
}
