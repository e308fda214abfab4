//! The results as text.

use std::fmt::Write;

use crate::bodies::chart;
use crate::comparison::{Aside, Cell, Row, World};
use crate::day::{DAY, EVENING};
use crate::scenes::Scene;
use crate::show::Shown;
use crate::stage::Played;
use crate::table;
use crate::terms::{Kind, SOLDIERS_GOALS};

/// Returns the text.
pub fn print(shown: &Shown) -> String {
    let mut text = String::new();
    if let Some(characters) = &shown.characters {
        text += &lists();
        text += &situations(&characters.table);
        text += &asides(&characters.asides);
        text += "\n=== A day of each character, with changing weights ===\n\n";
        for hour in &DAY {
            let _ = writeln!(text, "  from tick {:2}: {}", hour.tick, hour.what);
        }
        let _ = writeln!(text, "\n{}", chart(&characters.day, EVENING));
    }
    if let Some(squad) = &shown.squad {
        text += &worlds(&squad.worlds);
        for (scene, played) in &squad.scenes {
            text += &one_scene(scene, played);
        }
    }
    text.truncate(text.trim_end().len());
    text
}

fn lists() -> String {
    let mut text = String::from("=== Same goals, different actions ===\n\n");
    let goals = SOLDIERS_GOALS
        .iter()
        .map(|(goal, weight)| format!("{goal:?} {weight}"));
    let _ = writeln!(
        text,
        "goals of all: {}\n",
        goals.collect::<Vec<_>>().join(", ")
    );
    for kind in Kind::ALL {
        let actions: Vec<String> = kind
            .actions()
            .iter()
            .map(|act| format!("{act:?}"))
            .collect();
        let line = format!(
            "{} ({}): {}",
            kind.name(),
            actions.len(),
            actions.join(", ")
        );
        text += &table::print(&[116], &[vec![vec![line]]]);
    }
    text
}

fn situations(rows: &[Row]) -> String {
    let mut text = String::from("\n=== What each does, and why not the weightier goals ===\n\n");
    let heads = ["situation", "soldier", "assassin", "rat"].map(|head| vec![head.to_owned()]);
    let mut all = vec![heads.to_vec()];
    for row in rows {
        let cells = row.cells.iter().map(lines);
        all.push(
            [vec![row.situation.to_owned()]]
                .into_iter()
                .chain(cells)
                .collect(),
        );
    }
    text += &table::print(&[16, 34, 34, 34], &all);
    if cfg!(not(feature = "explain")) {
        text += "\nwith `--features explain` the reasons are failed conditions of the domain\n";
    }
    text
}

/// Returns the lines of a cell: the goal, the actions, and the reasons against weightier goals.
fn lines(cell: &Cell) -> Vec<String> {
    let mut lines = vec![headline(cell)];
    lines.extend(
        cell.decision
            .actions
            .iter()
            .map(|action| format!(" {action}")),
    );
    lines.extend(why_not(cell));
    lines
}

fn headline(cell: &Cell) -> String {
    match cell.decision.goal {
        Some((goal, weight)) if cell.decision.actions.is_empty() => {
            format!("{goal:?} {weight}: reached")
        }
        Some((goal, weight)) => format!("{goal:?} {weight}"),
        None => "nothing".to_owned(),
    }
}

fn why_not(cell: &Cell) -> impl Iterator<Item = String> {
    let goals = cell.decision.failed.iter();
    goals
        .zip(&cell.reasons)
        .map(|((goal, _), why)| format!("not {goal:?}: {why}"))
}

fn asides(asides: &[Aside]) -> String {
    let mut text = String::from("\n=== Other goals, other actions ===\n\n");
    for Aside { what, cell, .. } in asides {
        let actions = cell.decision.actions.join(", ");
        let line = format!("{what}: {} {actions}", headline(cell));
        let _ = writeln!(text, "{}", line.trim_end());
        for line in why_not(cell) {
            text += &table::print(&[114], &[vec![vec![format!("  {line}")]]]);
        }
    }
    text
}

fn worlds(worlds: &[World]) -> String {
    let mut text =
        String::from("\n=== Knowledge about the player decides what the squad does ===\n\n");
    let yes = |is: bool| if is { "yes" } else { "no" };
    let heads =
        ["nearby", "where known", "in cover", "the squad"].map(|head| vec![head.to_owned()]);
    let mut all = vec![heads.to_vec()];
    for world in worlds {
        let cells = [
            yes(world.nearby),
            yes(world.known),
            yes(world.in_cover),
            &world.does,
        ];
        all.push(cells.map(|cell| vec![cell.to_owned()]).to_vec());
    }
    text += &table::print(&[6, 11, 8, 40], &all);
    text
}

fn one_scene(scene: &Scene, played: &Played) -> String {
    let mut text = format!("\n=== {} ===\n\n{}\n\n", scene.name, scene.about);
    for (tick, what) in played.story(scene) {
        let _ = writeln!(text, "  tick {tick:2}, {what}");
    }
    let _ = write!(text, "\n{}", chart(&played.spans, played.ticks));
    if !played.ended {
        let _ = writeln!(text, "\nstopped at the limit of {} ticks", played.ticks);
    }
    if !played.events.is_empty() {
        text.push('\n');
    }
    for event in &played.events {
        let _ = writeln!(text, "  {event}");
    }
    text
}
