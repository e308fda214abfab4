//! Failed conditions in plain words: if `!contact()` fails, the text is "contact".

use squad_htn::{Term, Unmet, WaitFor};

use crate::domain::squad::Domain;
use crate::sim::{DoorId, PersonId, RoomId};
use crate::words::Words;

impl Words<'_> {
    /// Describes the situation in which a condition fails. A condition without words here is quoted.
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
        negation(unmet.condition(), &bindings).unwrap_or_else(quoted)
    }

    /// Describes what a step waits for.
    pub fn waits(&self, until: WaitFor<Domain>) -> String {
        match until {
            WaitFor::Finished { doing, .. }
            | WaitFor::Released { doing, .. }
            | WaitFor::Ended { doing, .. } => {
                format!("until this ends: {}", self.part(doing))
            }
            WaitFor::Holds { condition, after } => format!(
                "until this ends: {} ({})",
                self.part(after),
                self.unmet(condition)
            ),
            WaitFor::Sensed { condition, .. } => {
                format!("for a report; so far {}", self.unmet(condition))
            }
            WaitFor::Yielded { agent, plan } => format!("until plan {plan} releases {agent}"),
            WaitFor::Repaired => "until the plan is repaired".to_owned(),
            other => other.to_string(),
        }
    }
}

/// Describes the negation of a condition, if there are words for it.
fn negation(condition: &str, bindings: &[(&str, String)]) -> Option<String> {
    // The rest of the condition is enough.
    if let Some((_, other)) = condition.split_once("role(who, _) && ") {
        return negation(other, bindings);
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
    let b = value(1).unwrap_or("an enemy");
    let unbound = match called {
        "!contact" => Some("contact".to_owned()),
        "!tended" => Some("the patient is being treated".to_owned()),
        "clearing" => Some("the building need not be cleared".to_owned()),
        "threatened" => Some(format!("no officer has {b} in view")),
        "squad_member" => Some("no officer is with the squad".to_owned()),
        "available" => Some("all officers are busy".to_owned()),
        "role" => Some("no officer has a role in it".to_owned()),
        _ => None,
    };
    let Some(a) = value(0) else {
        return unbound;
    };
    let words = match called {
        "fit" => format!("{a} has an enemy in view or has left"),
        "calm" => format!("{a} has an enemy in view"),
        "squad_member" => format!("{a} is not with the squad"),
        "available" => format!("{a} is busy"),
        "safe" => format!("the {a} is not safe"),
        "cleared" => format!("the {a} is not clear"),
        "!cleared" => format!("the {a} is clear"),
        "open" => format!("the {a} is not open"),
        "to_fight" => format!("{a} is not an enemy in view"),
        "threatened" => format!("{a} does not have {b} in view as an enemy"),
        "sees" => format!("{a} does not see {b}"),
        "surrendered" => format!("{a} does not have his hands up"),
        "restrained" => format!("{a} is not handcuffed"),
        "down" => format!("{a} is not on the floor"),
        "!down" => format!("it is unknown whether {a} is dead"),
        "wounded" => format!("{a} is not wounded"),
        "!wounded" => format!("{a} is wounded"),
        "!hostile" => format!("{a} is still a danger"),
        "!reserved" => format!("another plan uses {a}"),
        "!following_order" => format!("{a} follows an order"),
        "following_order" => format!("{a} has no order to follow"),
        "ordered_goto" => format!("{a} has no such order"),
        "role" => format!("{a} has no role in it"),
        _ => return unbound,
    };
    Some(words)
}
