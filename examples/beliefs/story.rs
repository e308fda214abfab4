//! What happened, in words.

use crate::body::Line;
use crate::judge::Verdict;
use crate::map::name;
use crate::mind::{SECOND, Word};
use crate::terms::{Answer, Foe, Mission, Order, Place, Side, Soldier, Squad};

/// What somebody does on the strength of a belief.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    Stalk,
    Suppress,
    Aim,
    Refuse,
    Order,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Happening {
    Sees {
        who: Soldier,
        foe: Foe,
        place: Place,
        before: Option<(Place, u64)>,
    },
    FindsNobody {
        who: Soldier,
        foe: Foe,
        place: Place,
        wrongly: bool,
    },
    FindsDead {
        who: Soldier,
        mate: Soldier,
    },
    Briefs {
        who: Soldier,
        to: Soldier,
        friends: Vec<Soldier>,
        news: Vec<(Foe, Place)>,
    },
    Overhears {
        who: Soldier,
        foe: Foe,
        place: Place,
        coming: Option<Place>,
    },
    Acts {
        who: Soldier,
        act: Act,
        foe: Foe,
        place: Place,
        verdict: Verdict,
        truly: Option<Place>,
        word: Option<Word>,
    },
    Order {
        who: Soldier,
        to: Soldier,
        what: Order,
        heard: bool,
    },
    Answer {
        who: Soldier,
        order: Order,
        what: Answer,
        heard: bool,
    },
    Radio {
        who: Soldier,
        line: Line,
    },
    Mission {
        side: Side,
        squad: Squad,
        to: Soldier,
        what: Mission,
        answers: bool,
    },
    TakesOver {
        who: Soldier,
        before: Option<Soldier>,
        comrades: Vec<Soldier>,
    },
    Hit {
        who: Soldier,
        by: Soldier,
        health: i32,
    },
    Dies {
        who: Soldier,
        by: Soldier,
        place: Place,
        led: bool,
        unsaid: Option<Line>,
    },
    Bandages {
        who: Soldier,
    },
    Taken {
        side: Side,
        place: Place,
    },
}

/// A line of the transcript: whose it is, and what it says.
pub fn words(happening: &Happening) -> Option<(Side, String)> {
    let text = match happening {
        Happening::Sees {
            who,
            foe,
            place,
            before: Some((before, age)),
        } => format!(
            "{who} sees {foe:?} at the {}; he had him at the {} {} ago",
            name(*place),
            name(*before),
            seconds(*age)
        ),
        Happening::Sees {
            who, foe, place, ..
        } => format!("{who} sees {foe:?} at the {}", name(*place)),
        _ => format!("{happening:?}"),
    };
    Some((Side::Blue, text))
}

pub fn seconds(ticks: u64) -> String {
    format!("{} s", ticks / SECOND)
}
