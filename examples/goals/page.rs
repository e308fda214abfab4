//! The results as an HTML page: the table, the day and the scenes as bars.

use std::fmt::Write;

use htn_view::{Page, escape_xml};

use crate::bodies::Span;
use crate::comparison::{Aside, Cell, Row, World};
use crate::day::{DAY, EVENING};
use crate::show::Shown;
use crate::terms::{Goal, Kind, SOLDIERS_GOALS, SQUAD, Who};

/// Returns the page.
pub fn page(shown: &Shown) -> String {
    let mut body = String::new();
    if let Some(characters) = &shown.characters {
        body += &situations(&characters.table);
        body += &asides(&characters.asides);
        body += "<h2>A day of each character, with changing weights</h2>\n";
        let marks = DAY.iter().map(|hour| (hour.tick, hour.what.to_owned()));
        body += &bars(
            &Kind::ALL.map(Kind::who),
            &characters.day,
            EVENING,
            &marks.collect::<Vec<_>>(),
        );
    }
    if let Some(squad) = &shown.squad {
        body += &worlds(&squad.worlds);
        body += "<h2>The squad in action</h2>\n";
        for (scene, played) in &squad.scenes {
            let _ = writeln!(
                body,
                "<h3>{}</h3>\n<p>{}</p>",
                escape_xml(scene.name),
                escape_xml(scene.about)
            );
            body += &bars(&SQUAD, &played.spans, played.ticks, &played.story(scene));
            if !played.ended {
                let _ = writeln!(
                    body,
                    "<p>Stopped at the limit of {} ticks.</p>",
                    played.ticks
                );
            }
            if !played.events.is_empty() {
                let events: String = played
                    .events
                    .iter()
                    .map(|event| format!("<li>{}</li>", escape_xml(event)))
                    .collect();
                let _ = writeln!(body, "<ul class=events>{events}</ul>");
            }
        }
    }
    Page::new(&format!("Goals by weight, seed {}", shown.seed))
        .style(STYLE)
        .text(INTRO)
        .html(&body)
        .to_html()
}

const INTRO: &str = "Three kinds of character have the same goals, but different actions. Each pursues the weightiest \
goal for which there is a plan. After F.E.A.R., as presented in a lecture by M. Guzdial.";

fn chip((goal, weight): (Goal, f32)) -> String {
    format!("<span class=\"goal {goal:?}\">{goal:?} {weight}</span>")
}

fn situations(rows: &[Row]) -> String {
    let goals: Vec<String> = SOLDIERS_GOALS.iter().map(|goal| chip(*goal)).collect();
    let mut text = format!(
        "<p>{}</p>\n<h2>What each does</h2>\n<div class=wide><table>\n<tr><th></th>",
        goals.join(" ")
    );
    for kind in Kind::ALL {
        let actions: Vec<String> = kind
            .actions()
            .iter()
            .map(|act| format!("{act:?}"))
            .collect();
        let _ = write!(
            text,
            "<th>{}<small title=\"{}\">{} actions</small></th>",
            kind.name(),
            actions.join(", "),
            actions.len()
        );
    }
    text += "</tr>\n";
    for row in rows {
        let cells: String = row
            .cells
            .iter()
            .map(|one| format!("<td>{}</td>", cell(one)))
            .collect();
        let _ = writeln!(
            text,
            "<tr><th>{}</th>{cells}</tr>",
            escape_xml(row.situation)
        );
    }
    text += "</table></div>\n";
    if cfg!(not(feature = "explain")) {
        text += "<p>With <code>--features explain</code> the reasons are failed conditions of the domain.</p>\n";
    }
    text
}

fn cell(cell: &Cell) -> String {
    let mut text = match cell.decision.goal {
        Some(goal) => chip(goal),
        None => "<span class=goal>nothing</span>".to_owned(),
    };
    for action in &cell.decision.actions {
        let _ = write!(text, "<code>{}</code>", escape_xml(action));
    }
    let goals = cell.decision.failed.iter();
    let whys: Vec<String> = goals
        .zip(&cell.reasons)
        .map(|((goal, _), why)| format!("not <b>{goal:?}</b>: {}", escape_xml(why)))
        .collect();
    if !whys.is_empty() {
        let _ = write!(text, "<div class=why>{}</div>", whys.join("<br>"));
    }
    text
}

fn asides(asides: &[Aside]) -> String {
    let mut text = String::from("<h2>Other goals, other actions</h2>\n<div class=wide><table>\n");
    for aside in asides {
        let _ = writeln!(
            text,
            "<tr><th>{}</th><td>{}</td></tr>",
            escape_xml(aside.what),
            cell(&aside.cell)
        );
    }
    text + "</table></div>\n"
}

fn worlds(worlds: &[World]) -> String {
    let mut text = String::from(
        "<h2>Knowledge about the player decides what the squad does</h2>\n<div class=wide><table class=small>\n\
         <tr><th>player nearby</th><th>place known</th><th>squad in cover</th><th>the squad</th></tr>\n",
    );
    let yes = |is: bool| if is { "yes" } else { "no" };
    for World {
        nearby,
        known,
        in_cover,
        does,
    } in worlds
    {
        let (nearby, known, in_cover) = (yes(*nearby), yes(*known), yes(*in_cover));
        let _ = writeln!(
            text,
            "<tr><td>{nearby}</td><td>{known}</td><td>{in_cover}</td><td>{}</td></tr>",
            escape_xml(does)
        );
    }
    text + "</table></div>\n"
}

/// Draws the log as one row of bars per character, below the list of events.
fn bars(rows: &[Who], spans: &[Span], ticks: u32, marks: &[(u32, String)]) -> String {
    let percent = |tick: u32| f64::from(tick) * 100.0 / f64::from(ticks + 1);
    let mut text = String::from("<ol class=marks>");
    for (number, (tick, what)) in (1..).zip(marks) {
        let _ = write!(
            text,
            "<li><i>{number}</i> <small>tick {tick}</small> {}</li>",
            escape_xml(what)
        );
    }
    text += "</ol>\n<div class=wide><div class=chart>\n";
    for who in rows {
        let _ = write!(text, "<div class=row><span>{who:?}</span><div>");
        for (tick, _) in marks {
            let _ = write!(text, "<u style=\"left:{:.2}%\"></u>", percent(*tick));
        }
        for span in spans.iter().filter(|span| span.who == *who) {
            let end = span.to.unwrap_or(ticks + 1);
            let how = if span.to.is_some() && !span.well {
                " broken"
            } else {
                ""
            };
            let name = span.what.split('(').next().unwrap_or_default();
            let _ = write!(
                text,
                "<a class=\"{}{how}\" style=\"left:{:.2}%;width:{:.2}%\" title=\"{}, ticks {} to {end}\">{}</a>",
                tone(name),
                percent(span.from),
                percent(end) - percent(span.from),
                escape_xml(&span.what),
                span.from,
                escape_xml(name),
            );
        }
        text += "</div></div>\n";
    }
    text += "<div class=\"row axis\"><span></span><div>";
    for (number, (tick, _)) in (1..).zip(marks) {
        let _ = write!(
            text,
            "<i style=\"left:{:.2}%\">{number}</i>",
            percent(*tick)
        );
    }
    text + "</div></div>\n</div></div>\n"
}

/// Returns the CSS class of an action's kind.
fn tone(name: &str) -> &'static str {
    match name {
        _ if name.starts_with("dodge") => "dodge",
        _ if name.starts_with("suppression") => "fire",
        _ if name.starts_with("attack") => "attack",
        "guard" | "face_back" => "guard",
        "move_to"
        | "goto_node"
        | "lope_to_target_uncloaked"
        | "traverse_link_uncloaked"
        | "inspect_disturbance" => "go",
        _ => "other",
    }
}

const STYLE: &str = "
main { max-width: 76rem; --tint: #8882; } h3 { margin: 2rem 0 .2rem; }
.wide { overflow-x: auto; } table { min-width: 52rem; } table.small { min-width: 0; }
th, td { padding: .5rem .8rem .5rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 600; max-width: 15rem; } th small { font-weight: 400; opacity: .7; margin-left: .5rem; }
code { display: block; font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; } p code { display: inline; }
.why { font-size: 12.5px; opacity: .72; margin-top: .25rem; max-width: 22rem; } .why b { font-weight: 600; }
.goal { display: inline-block; border-radius: 1em; padding: 0 .6em; font-size: 13px; background: var(--tint); white-space: nowrap; margin-bottom: .15rem; }
.Survive, .Dodge, .Cover { background: #e8a33d55; } .KillEnemy { background: #d6455055; } .Patrol { background: #4a86d055; }
.Investigate { background: #2a9d8f55; } .Ambush { background: #8e63c955; }
.chart { min-width: 46rem; margin: .6rem 0; } .row { display: flex; align-items: center; height: 28px; }
.row > span { flex: 0 0 5.5rem; font-size: 13px; } .row > div { position: relative; flex: 1; height: 100%; border-bottom: 1px solid var(--line); }
.row a { position: absolute; top: 3px; height: 21px; border-radius: 3px; font: 11px/21px ui-monospace, monospace; overflow: hidden; white-space: nowrap;
  text-indent: 4px; color: #fff; box-sizing: border-box; border-right: 1px solid #fff6; }
.go { background: #3f78bf; } .fire { background: #c23f4a; } .attack { background: #a8554f; } .guard { background: #3b8263; } .dodge { background: #b97a14; }
.other { background: #6c7480; } .row a.broken { border-right: 4px double #ff5a36; opacity: .8; }
.row u { position: absolute; top: 0; bottom: 0; border-left: 1px dashed #888a; } .axis > div { border: 0 !important; }
.axis i, .marks i { font: 600 11px/16px system-ui, sans-serif; display: inline-block; min-width: 16px; text-align: center; border-radius: 8px; background: var(--tint); }
.axis i { position: absolute; top: 4px; transform: translateX(-50%); }
.marks { list-style: none; padding: 0; margin: .4rem 0; font-size: 14px; } .marks small { opacity: .65; margin: 0 .3rem; }
.events { font: 12.5px/1.5 ui-monospace, monospace; opacity: .8; padding-left: 1.1rem; overflow-wrap: anywhere; }
";
