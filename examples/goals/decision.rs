//! The decision of a character, and the weightier goals without a plan.

use squad_htn::SearchError;

use crate::domain::fear::{Planner, State, Task};
use crate::level::Level;
use crate::terms::{Goal, Who};

/// The decision of a character.
pub struct Decision {
    /// The pursued goal with its weight, or `None` if he does nothing.
    pub goal: Option<(Goal, f32)>,
    /// The actions of the plan in order. Empty if the goal is reached.
    pub actions: Vec<String>,
    /// The weightier goals without a plan, in descending order of weight.
    pub failed: Vec<(Goal, f32)>,
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
            failed: goals,
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
        failed: goals[..at].to_vec(),
    })
}

/// Removes the actor from an action's text: `goto_node(Rat, Terminal)` becomes `goto_node(Terminal)`.
fn short(action: &str, who: Who) -> String {
    let name = format!("{who:?}");
    action
        .replace(&format!("({name}, "), "(")
        .replace(&format!("({name})"), "")
}
