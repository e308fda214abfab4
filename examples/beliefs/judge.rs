//! Who could know what: a record of its own of what each has seen and heard, to hold what they do against.

use std::collections::BTreeSet;

use crate::terms::{Foe, Place, Soldier};

/// What somebody saw with his own eyes, or heard being said near him. It does not look at beliefs.
#[derive(Default)]
pub struct Judge {
    known: BTreeSet<(Soldier, Foe, Place)>,
    /// How often somebody did something about an enemy.
    pub acts: u32,
    /// About one who was not before his eyes.
    pub unseen: u32,
    /// About one of whom he could not know that he is there.
    pub unknowable: u32,
    /// About one who is not there, or not any more.
    pub outdated: u32,
}

/// What was found of an act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// He had no way to know it.
    pub unknowable: bool,
    /// It is not so, or not any more.
    pub outdated: bool,
}

impl Judge {
    pub fn could_know(&mut self, who: Soldier, foe: Foe, place: Place) {
        self.known.insert((who, foe, place));
    }

    /// Somebody acts on what he sees.
    pub fn act_on_sight(&mut self) {
        self.acts += 1;
    }

    /// Somebody acts on it that one of these is at a place, where only those are who are `there`.
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
