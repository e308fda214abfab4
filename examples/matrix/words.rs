//! Plans in words, for matrices and tables.

use squad_htn::Unmet;

use crate::domain::{Action, Plan, Task};
use crate::terms::{Skill, Unit};

/// What a unit does, in a few words.
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

/// The same with those who do it.
pub fn long(task: Task) -> String {
    let who: Vec<String> = task.agents().map(|unit| format!("{unit:?}")).collect();
    format!("{}: {}", who.join(" and "), short(task))
}

/// What an action asks of those who do it; `None` where anybody can do it as well as anybody else.
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

/// A plan in one line: by which route, and what is done besides the marches; what is done in the hall only where that is all.
pub fn gist(plan: &Plan) -> String {
    let route = plan.actions().find_map(|action| match action {
        Action::March { by, .. } => Some(format!("({by:?}) ")),
        _ => None,
    });
    let told = |action: &Action| {
        let everywhere = matches!(action, Action::Sweep { .. } | Action::RaiseFlag { .. });
        skill(*action).is_some() && !everywhere
    };
    let steps = |told: &dyn Fn(&Action) -> bool| {
        let steps = plan.actions().filter(told);
        let steps = steps.map(|action| long(action.into()));
        steps.collect::<Vec<_>>().join("; ")
    };
    let text = steps(&told);
    match text.is_empty() {
        true => steps(&|_| true),
        false => route.unwrap_or_default() + &text,
    }
}

/// What is waited for, as the domain says it, with values for variables.
pub fn met(condition: Unmet) -> String {
    let values = condition.bindings();
    let values: Vec<String> = values
        .map(|binding| format!("{:?}", binding.value()))
        .collect();
    format!("`{}` ({})", condition.condition(), values.join(", "))
}

/// A unit's name.
pub fn name(unit: Unit) -> String {
    format!("{unit:?}")
}

/// A table for a terminal. `right` lists the columns that stand to the right.
pub fn table(head: &[&str], rows: &[Vec<String>], right: &[usize]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.fold(head[column].chars().count(), usize::max)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: Vec<&str>| {
        let cells = cells.into_iter().enumerate().map(|(column, cell)| {
            let width = widths[column];
            match right.contains(&column) {
                true => format!("{cell:>width$}"),
                false => format!("{cell:width$}"),
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
