//! What happened, and a transcript of it in words.

use std::collections::BTreeMap;

use crate::body::{HURT, Line};
use crate::judge::Verdict;
use crate::mind::Word;
use crate::terms::{Answer, Foe, Mission, Order, Place, Side, Soldier, Squad};
use crate::words;

/// What somebody does on the strength of a belief.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    Shoot,
    Stalk,
    Suppress,
    Aim,
    Refuse,
    Order,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Happening {
    /// `before`: where he had believed him to be, and how old that was; `news`: nobody of his squad knew.
    Sees {
        who: Soldier,
        foe: Foe,
        place: Place,
        before: Option<(Place, u64)>,
        news: bool,
    },
    /// `wrongly`: he is there all the same.
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
    /// `news`: what one of the friends did not know.
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
    /// `truly`: where the enemy is who was believed to be at `place`; nowhere if he is dead.
    Acts {
        who: Soldier,
        act: Act,
        foe: Foe,
        place: Place,
        verdict: Verdict,
        truly: Option<Place>,
        word: Option<Word>,
    },
    /// `lives`: whether the one who is ordered does.
    Order {
        who: Soldier,
        to: Soldier,
        what: Order,
        heard: bool,
        lives: bool,
    },
    /// `leads`: the order was his own.
    Answer {
        who: Soldier,
        order: Order,
        what: Answer,
        heard: bool,
        leads: bool,
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
        before: i32,
    },
    /// `unsaid`: what he was about to say.
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

/// A line of the transcript.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    pub side: Side,
    pub tone: Tone,
    pub text: String,
}

/// What kind of line it is, for its mark and its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    Sight,
    Speech,
    Overheard,
    Order,
    /// Somebody does not do as he is told.
    Refusal,
    /// Somebody acts on what is not so any more.
    Outdated,
    /// Somebody acts on what he can't know.
    Unknowable,
    Loss,
    Command,
    Place,
}

impl Tone {
    /// One column in front of the line.
    pub fn mark(self) -> char {
        match self {
            Tone::Sight => '·',
            Tone::Speech => '"',
            Tone::Overheard => '└',
            Tone::Order => '>',
            Tone::Refusal => '!',
            Tone::Outdated => '~',
            Tone::Unknowable => '?',
            Tone::Loss => '+',
            Tone::Command => '*',
            Tone::Place => '#',
        }
    }
}

/// Tells what happens, tick by tick.
#[derive(Default)]
pub struct Teller {
    /// What each did last on the strength of a belief: it is not told again and again.
    acts: BTreeMap<Soldier, (Act, Foe, Place)>,
}

impl Teller {
    /// What happened in a tick, in words; `all` leaves nothing out.
    pub fn tell(&mut self, happenings: &[Happening], all: bool) -> Vec<Told> {
        let mut groups: Vec<Vec<&Happening>> = Vec::new();
        for happening in happenings {
            if !self.is_worth_a_line(happening) && !all {
                continue;
            }
            let mut before = groups.iter_mut();
            match before.find(|group| is_told_with(group[0], happening)) {
                Some(group) => group.push(happening),
                None => groups.push(vec![happening]),
            }
        }
        groups
            .iter()
            .filter_map(|group| words::sentence(group))
            .collect()
    }

    fn is_worth_a_line(&mut self, happening: &Happening) -> bool {
        use Happening as H;
        match happening {
            H::Sees { news, .. } => *news,
            H::FindsNobody { wrongly, .. } => !wrongly,
            H::FindsDead { who, mate } => who.squad() == mate.squad(),
            H::Briefs { friends, news, .. } => friends.is_empty() || !news.is_empty(),
            H::Answer { what, .. } => matches!(what, Answer::Refused | Answer::Broken),
            H::Hit { health, before, .. } => *before >= HURT && *health < HURT,
            H::Bandages { .. } => false,
            H::Acts {
                who,
                act,
                foe,
                place,
                verdict,
                ..
            } => {
                let now = (*act, *foe, *place);
                let again = self.acts.insert(*who, now) == Some(now);
                (verdict.unknowable || verdict.outdated) && !again
            }
            _ => true,
        }
    }
}

/// Whether both are one line: the same of several, or several of the same.
fn is_told_with(first: &Happening, other: &Happening) -> bool {
    use Happening as H;
    match (first, other) {
        (
            H::Sees { who, place, .. },
            H::Sees {
                who: w, place: p, ..
            },
        ) => (who, place) == (w, p),
        (H::FindsDead { mate, .. }, H::FindsDead { mate: other, .. }) => mate == other,
        (
            H::Overhears { foe, coming, .. },
            H::Overhears {
                foe: f, coming: c, ..
            },
        ) => (foe, coming) == (f, c),
        _ => false,
    }
}
