//! What a character decides, and which weightier goals he could not pursue.

use squad_htn::SearchError;

use crate::domain::fear::{Planner, State, Task};
use crate::level::Level;
use crate::terms::{Goal, Who};

/// See the module's documentation.
pub struct Decision {
    /// The goal that he pursues, and its weight; none where he does nothing.
    pub goal: Option<(Goal, f32)>,
    /// What he does for it, in order. Nothing where it is reached already.
    pub actions: Vec<String>,
    /// The goals above it, for which there is no plan; from the weightiest down.
    pub in_vain: Vec<(Goal, f32)>,
}

/// Plans for a character.
pub fn decide(planner: &mut Planner, state: &State, who: Who) -> Result<Decision, SearchError> {
    let mut goals: Vec<(Goal, f32)> = crate::domain::fear::rows::goal(state)
        .filter(|(owner, _, weight)| *owner == who && *weight > 0.0)
        .map(|(_, goal, weight)| (goal, weight))
        .collect();
    goals.sort_by(|a, b| b.1.total_cmp(&a.1));
    let Some(plan) = planner.find(state, &Level, Task::Live { who })? else {
        return Ok(Decision {
            goal: None,
            actions: Vec::new(),
            in_vain: goals,
        });
    };
    let pursued = plan.tree().nodes().find_map(|node| match node.task() {
        Some(Task::Pursue { goal, .. }) => Some(goal),
        _ => None,
    });
    let actions = plan
        .actions()
        .map(|action| short(&action.to_string(), who))
        .collect();
    let at = goals.iter().position(|(goal, _)| Some(*goal) == pursued);
    let at = at.unwrap_or(goals.len());
    Ok(Decision {
        goal: goals.get(at).copied(),
        actions,
        in_vain: goals[..at].to_vec(),
    })
}

/// `goto_node(Rat, Terminal)` as `goto_node(Terminal)`: who does it is known.
fn short(action: &str, who: Who) -> String {
    let name = format!("{who:?}");
    action
        .replace(&format!("({name}, "), "(")
        .replace(&format!("({name})"), "")
}
