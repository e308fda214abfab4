//! The situations in which characters decide.

use crate::domain::fear::Fact;
use crate::level::Node;
use crate::terms::Who;

/// A situation of a character.
pub struct Situation {
    pub name: &'static str,
    /// The facts added to a quiet day in the hall. A second value of a key replaces the first.
    pub facts: fn(Who) -> Vec<Fact>,
    /// The facts removed.
    pub without: fn(Who) -> Vec<Fact>,
}

/// Returns the facts of a player in sight at a place.
fn seen_at(who: Who, place: Node) -> Vec<Fact> {
    vec![
        Fact::PlayerNearby,
        Fact::PlayerAt(place),
        Fact::SeesPlayer(who),
    ]
}

fn with(mut facts: Vec<Fact>, more: impl IntoIterator<Item = Fact>) -> Vec<Fact> {
    facts.extend(more);
    facts
}

const NOTHING: fn(Who) -> Vec<Fact> = |_| Vec::new();

pub const SITUATIONS: [Situation; 15] = [
    Situation {
        name: "A quiet day in the hall",
        facts: NOTHING,
        without: NOTHING,
    },
    Situation {
        name: "At a smart object",
        facts: |who| vec![Fact::At(who, Node::Terminal)],
        without: NOTHING,
    },
    Situation {
        name: "A noise behind the barrier",
        facts: |_| vec![Fact::Disturbance(Node::Barrier)],
        without: NOTHING,
    },
    Situation {
        name: "A noise, far away",
        facts: |_| vec![Fact::Disturbance(Node::Office)],
        without: NOTHING,
    },
    Situation {
        name: "The player is nearby; on the ledge by the office",
        facts: |who| vec![Fact::PlayerNearby, Fact::At(who, Node::Ledge)],
        without: NOTHING,
    },
    Situation {
        name: "The same, and the player is seen below; the assassin is on the wall",
        facts: |who| {
            let climbs = (who == Who::Assassin).then_some(Fact::Mounted(who));
            let ledge = [Fact::At(who, Node::Ledge)].into_iter().chain(climbs);
            with(seen_at(who, Node::Office), ledge)
        },
        without: NOTHING,
    },
    Situation {
        name: "The player in sight, far away",
        facts: |who| seen_at(who, Node::Office),
        without: NOTHING,
    },
    Situation {
        name: "The same, weapon holstered and empty",
        facts: |who| with(seen_at(who, Node::Office), [Fact::Rounds(who, 0)]),
        without: |who| vec![Fact::Drawn(who)],
    },
    Situation {
        name: "A door is in the way",
        facts: |who| {
            with(
                seen_at(who, Node::Desk),
                [Fact::Blocked(Node::Hall, Node::Desk)],
            )
        },
        without: NOTHING,
    },
    Situation {
        name: "The way to the player is barred",
        facts: |who| {
            with(
                seen_at(who, Node::Desk),
                [Fact::Barred(Node::Hall, Node::Desk)],
            )
        },
        without: NOTHING,
    },
    Situation {
        name: "Face to face",
        facts: |who| seen_at(who, Node::Hall),
        without: NOTHING,
    },
    Situation {
        name: "Under fire in the open",
        facts: |who| with(seen_at(who, Node::Office), [Fact::UnderFire(who)]),
        without: NOTHING,
    },
    Situation {
        name: "Under fire in a corner",
        facts: |who| with(seen_at(who, Node::Office), [Fact::UnderFire(who)]),
        without: |who| vec![Fact::RoomToRoll(who)],
    },
    Situation {
        name: "In cover, and so is the player",
        facts: |who| {
            let cover = [
                Fact::At(who, Node::Crates),
                Fact::InCover(who),
                Fact::PlayerInCover,
            ];
            with(seen_at(who, Node::Office), cover)
        },
        without: NOTHING,
    },
    Situation {
        name: "The same, with a grenade",
        facts: |who| {
            let cover = [
                Fact::At(who, Node::Crates),
                Fact::InCover(who),
                Fact::PlayerInCover,
            ];
            with(
                with(seen_at(who, Node::Office), cover),
                [Fact::Grenades(who, 1)],
            )
        },
        without: NOTHING,
    },
];

impl Situation {
    /// Applies the situation to facts.
    pub fn apply(&self, who: Who, facts: Vec<Fact>) -> Vec<Fact> {
        let without = (self.without)(who);
        let mut facts: Vec<Fact> = facts.into_iter().chain((self.facts)(who)).collect();
        facts.retain(|fact| !without.contains(fact));
        facts
    }
}
