//! Conditions that do not hold, in words that a person would say: `!contact()` is "contact".

use squad_htn::{Term, Unmet, WaitFor};

use crate::domain::squad::Domain;
use crate::sim::{DoorId, PersonId, RoomId};
use crate::words::Words;

impl Words<'_> {
    /// What is the case where a condition of the domain does not hold. A condition that has no words here is quoted.
    pub fn unmet(&self, unmet: Unmet) -> String {
        let bindings: Vec<(&str, String)> = unmet
            .bindings()
            .map(|binding| {
                let named = match binding.type_name() {
                    "PersonId" => PersonId::from_word(binding.word()).to_string(),
                    "RoomId" => self.room(RoomId::from_word(binding.word())).to_owned(),
                    "DoorId" => self.door(DoorId::from_word(binding.word())),
                    _ => format!("{:?}", binding.value()),
                };
                (binding.name, named)
            })
            .collect();
        let quoted = || format!("not `{}`", unmet.condition());
        said(unmet.condition(), &bindings).unwrap_or_else(quoted)
    }

    /// What a step waits for.
    pub fn waits(&self, until: WaitFor<Domain>) -> String {
        match until {
            WaitFor::Finished { doing, .. }
            | WaitFor::Released { doing, .. }
            | WaitFor::Ended { doing, .. } => {
                format!("until this has ended: {}", self.part(doing))
            }
            WaitFor::Holds { condition, after } => format!(
                "until this has ended: {} ({})",
                self.part(after),
                self.unmet(condition)
            ),
            WaitFor::Sensed { condition, .. } => {
                format!("for news, since so far: {}", self.unmet(condition))
            }
            WaitFor::Yielded { agent, plan } => format!("until plan {plan} has had {agent}"),
            WaitFor::Repaired => "until the plan is mended".to_owned(),
            other => other.to_string(),
        }
    }
}

/// The opposite of a condition, where there are words for it.
fn said(condition: &str, bindings: &[(&str, String)]) -> Option<String> {
    // Nobody of those who have a part in a plan.
    if let Some((_, other)) = condition.split_once("role(who, _) && ") {
        return said(other, bindings);
    }
    let (called, arguments) = condition.strip_suffix(')')?.split_once('(')?;
    if arguments.contains(['(', ')']) {
        return None;
    }
    let arguments: Vec<&str> = arguments.split(',').map(str::trim).collect();
    let value = |at: usize| {
        let name = arguments.get(at).copied().unwrap_or_default();
        let bound = bindings.iter().find(|(own, _)| *own == name);
        bound.map(|(_, value)| value.as_str())
    };
    let b = value(1).unwrap_or("anybody");
    let of_nobody = match called {
        "!contact" => Some("contact".to_owned()),
        "!tended" => Some("somebody sees to him".to_owned()),
        "clearing" => Some("nobody wants the building clear".to_owned()),
        "threatened" => Some(format!("nobody has {b} to fight in view")),
        "squad_member" => Some("nobody is with the squad".to_owned()),
        "available" => Some("everybody is busy".to_owned()),
        "role" => Some("nobody has a part in it".to_owned()),
        _ => None,
    };
    let Some(a) = value(0) else {
        return of_nobody;
    };
    let words = match called {
        "fit" => format!("{a} has somebody to fight, or has left"),
        "calm" => format!("{a} has somebody to fight"),
        "squad_member" => format!("{a} is not with the squad"),
        "available" => format!("{a} is busy"),
        "safe" => format!("the {a} is not safe"),
        "cleared" => format!("the {a} is not clear"),
        "!cleared" => format!("the {a} is clear"),
        "open" => format!("the {a} is not open"),
        "to_fight" => format!("{a} is nobody to fight"),
        "threatened" => format!("{a} does not have {b} to fight in view"),
        "sees" => format!("{a} does not see {b}"),
        "surrendered" => format!("{a} does not have his hands up"),
        "restrained" => format!("{a} is not in cuffs"),
        "down" => format!("{a} is not on the floor"),
        "!down" => format!("nobody knows yet whether {a} is dead"),
        "wounded" => format!("{a} is not wounded"),
        "!wounded" => format!("{a} is wounded"),
        "!hostile" => format!("{a} is still a danger"),
        "!reserved" => format!("another plan has {a}"),
        "!following_order" => format!("{a} follows an order"),
        "following_order" => format!("{a} follows no order"),
        "ordered_goto" => format!("{a} has no such order"),
        "role" => format!("{a} has no part in it"),
        _ => return of_nobody,
    };
    Some(words)
}
