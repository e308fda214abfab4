//! Phrases for matrices and tables.

use squad_htn::Unmet;

use crate::domain::{Action, Plan, Task};
use crate::terms::{Skill, Unit};

/// Names a task in a few words.
pub fn short(task: Task) -> String {
    match task {
        Task::March { to, .. } => format!("march to {to:?}"),
        Task::Observe { way, .. } => format!("observe {way:?}"),
        Task::Feint { at, .. } => format!("feint at {at:?}"),
        Task::Suppress { way, .. } => format!("suppress {way:?}"),
        Task::ShootGuards { way, .. } => format!("shoot at {way:?}"),
        Task::Shell { way, .. } => format!("shell {way:?}"),
        Task::Smoke { way, .. } => format!("smoke {way:?}"),
        Task::Blast { way, .. } => format!("blast {way:?}"),
        Task::Ram { way, .. } => format!("ram {way:?}"),
        Task::Climb { way, .. } => format!("climb {way:?}"),
        Task::Storm { way, .. } | Task::StormTogether { way, .. } => format!("storm {way:?}"),
        Task::Sweep { floor, .. } => format!("sweep {floor:?}"),
        Task::RaiseFlag { .. } => "raise flag".to_owned(),
        Task::PullBack { .. } => "pull back".to_owned(),
        other => other.to_string(),
    }
}

/// Names a task with its agents.
pub fn long(task: Task) -> String {
    let who: Vec<String> = task.agents().map(|unit| format!("{unit:?}")).collect();
    format!("{}: {}", who.join(" and "), short(task))
}

/// Returns the skill that an action needs, if any.
pub fn skill(action: Action) -> Option<Skill> {
    Some(match action {
        Action::Observe { .. } => Skill::Observe,
        Action::Feint { .. } => Skill::Feint,
        Action::Suppress { .. } => Skill::Suppress,
        Action::ShootGuards { .. } => Skill::Shoot,
        Action::Shell { .. } => Skill::Shell,
        Action::Smoke { .. } => Skill::Smoke,
        Action::Blast { .. } => Skill::Blast,
        Action::Ram { .. } => Skill::Ram,
        Action::Climb { .. } => Skill::Climb,
        Action::Storm { .. } | Action::StormTogether { .. } | Action::Sweep { .. } => Skill::Storm,
        Action::March { .. } | Action::RaiseFlag { .. } | Action::PullBack { .. } => return None,
    })
}

/// Summarises a plan in one line: the route, and the actions other than marches. Actions in the hall are left out, unless there are no others.
pub fn summary(plan: &Plan) -> String {
    let route = plan.actions().find_map(|action| match action {
        Action::March { by, .. } => Some(format!("({by:?}) ")),
        _ => None,
    });
    let is_listed = |action: &Action| {
        let everywhere = matches!(action, Action::Sweep { .. } | Action::RaiseFlag { .. });
        skill(*action).is_some() && !everywhere
    };
    let steps = |included: &dyn Fn(&Action) -> bool| {
        let steps = plan.actions().filter(included);
        let steps = steps.map(|action| long(action.into()));
        steps.collect::<Vec<_>>().join("; ")
    };
    let text = steps(&is_listed);
    if text.is_empty() {
        steps(&|_| true)
    } else {
        route.unwrap_or_default() + &text
    }
}

/// Quotes a condition that a unit waits for, with the values of its variables.
pub fn met(condition: Unmet) -> String {
    let values = condition.bindings();
    let values: Vec<String> = values
        .map(|binding| format!("{:?}", binding.value()))
        .collect();
    format!("`{}` ({})", condition.condition(), values.join(", "))
}

/// Returns the name of a unit.
pub fn name(unit: Unit) -> String {
    format!("{unit:?}")
}

/// Formats a table for a terminal. `right` lists the right-aligned columns.
pub fn table(head: &[&str], rows: &[Vec<String>], right: &[usize]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.fold(head[column].chars().count(), usize::max)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: Vec<&str>| {
        let cells = cells.into_iter().enumerate().map(|(column, cell)| {
            let width = widths[column];
            if right.contains(&column) {
                format!("{cell:>width$}")
            } else {
                format!("{cell:width$}")
            }
        });
        format!("  {}", cells.collect::<Vec<_>>().join("  "))
            .trim_end()
            .to_owned()
    };
    let mut text = line(head.to_vec());
    for row in rows {
        text += "\n";
        text += &line(row.iter().map(String::as_str).collect());
    }
    text
}
