//! Translates the actions of the domain into acts of the simulation.

use crate::domain::squad::Action;
use crate::memory::Memory;
use crate::sim::{Act, PersonId, Spot};
use crate::terms::Line;

/// Returns the officer and the act that carry out an action.
pub fn act(action: Action, memory: &Memory) -> (PersonId, Act) {
    let last_seen = |whom: PersonId, who: PersonId| {
        let somewhere = memory.last_seen(whom).or(memory.last_seen(who));
        somewhere.unwrap_or(Spot(0))
    };
    match action {
        Action::PlayVo { who, line, .. } => (
            who,
            Act::Say {
                ticks: duration(line),
            },
        ),
        Action::GoTo { who, spot }
        | Action::Arrive { who, spot }
        | Action::Advance { who, spot, .. } => (who, Act::Walk { to: spot }),
        Action::Hold { who, spot } | Action::Cover { who, spot } => {
            (who, Act::Cover { from: spot })
        }
        Action::Engage { who, target } => {
            let last_seen = last_seen(target, who);
            (who, Act::Engage { target, last_seen })
        }
        Action::Restrain { who, target } => {
            let last_seen = last_seen(target, who);
            (who, Act::Restrain { target, last_seen })
        }
        Action::RestrainComplement { who, target }
        | Action::CoverTarget { who, target }
        | Action::Guard { who, target } => {
            let last_seen = last_seen(target, who);
            (who, Act::Guard { target, last_seen })
        }
        Action::Bandage { medic, patient } => (medic, Act::Bandage { patient }),
        Action::BandageSelf { who } => (who, Act::Bandage { patient: who }),
        Action::Investigate { who, body } => {
            let last_seen = last_seen(body, who);
            (who, Act::Investigate { body, last_seen })
        }
        Action::Poke { who, body } => (who, Act::Poke { body }),
        Action::OpenDoor { who, door } => (who, Act::OpenDoor { door }),
    }
}

/// Returns the number of ticks that a voice line takes.
fn duration(line: Line) -> u32 {
    match line {
        Line::Roger | Line::InPosition | Line::DontMove(_) => 8,
        Line::Clear(_) | Line::Contact(_) | Line::Door(_) | Line::GoingIn(_) => 12,
        Line::InCustody(_) | Line::Bandaging(_) | Line::OfficerDown(_) => 18,
        Line::BuildingClear => 25,
    }
}
