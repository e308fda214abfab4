//! The events of a battle, and the choice of events for the transcript.

use std::collections::BTreeMap;

use crate::body::{HURT, Line};
use crate::judge::Verdict;
use crate::mind::SoldierClaim;
use crate::terms::{Answer, Foe, Mission, Order, Place, Side, Soldier, Squad};
use crate::words;

/// An act that relies on a belief about an enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    Shoot,
    Stalk,
    Suppress,
    Aim,
    Refuse,
    Order,
}

/// An event of the battle.
#[derive(Clone, PartialEq, Debug)]
pub enum Happening {
    /// `before` is the previous belief with its age; `news` is true if no comrade knew the position.
    Sees {
        who: Soldier,
        foe: Foe,
        place: Place,
        before: Option<(Place, u64)>,
        news: bool,
    },
    /// `wrongly` is true if the enemy is there unnoticed.
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
    /// `news` is what at least one of the friends did not know.
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
    /// `truly` is the actual place of the enemy, `None` if he is dead.
    Acts {
        who: Soldier,
        act: Act,
        foe: Foe,
        place: Place,
        verdict: Verdict,
        truly: Option<Place>,
        claim: Option<SoldierClaim>,
    },
    /// `lives` is true if the receiver is alive.
    Order {
        who: Soldier,
        to: Soldier,
        what: Order,
        heard: bool,
        lives: bool,
    },
    /// `leads` is true if the leader gave the order to himself.
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
    /// `unsaid` is the line that his death cut off.
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
pub struct StoryLine {
    pub side: Side,
    pub tone: Tone,
    pub text: String,
}

/// The kind of a line, which determines its mark and colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    Sight,
    Speech,
    Overheard,
    Order,
    /// A soldier refuses or abandons an order.
    Refusal,
    /// A soldier acts on outdated knowledge.
    Outdated,
    /// A soldier acts on what he cannot know.
    Unknowable,
    Loss,
    Command,
    Place,
}

/// Explains the marks.
pub const LEGEND: &str = "\
· sees   \" reports   └ overhears   > orders   ! refuses, abandons   * by radio   + losses, new leaders   # places
~ acts on outdated knowledge   ? acts on what he cannot know";

impl Tone {
    /// Returns the character in front of the line.
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

/// Turns events into transcript lines.
#[derive(Default)]
pub struct StoryWriter {
    /// The last recorded act of each soldier. Repetitions of it are left out.
    acts: BTreeMap<Soldier, (Act, Foe, Place)>,
}

impl StoryWriter {
    /// Returns the lines of a tick; with `all`, for every event.
    pub fn lines(&mut self, happenings: &[Happening], all: bool) -> Vec<StoryLine> {
        let mut groups: Vec<Vec<&Happening>> = Vec::new();
        for happening in happenings {
            if !self.is_worth_a_line(happening) && !all {
                continue;
            }
            let mut before = groups.iter_mut();
            match before.find(|group| shares_line(group[0], happening)) {
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

/// Returns true if two events share a line, for example sightings by one soldier at one place.
fn shares_line(first: &Happening, other: &Happening) -> bool {
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
