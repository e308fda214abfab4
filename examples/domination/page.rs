//! The results of the study as a self-contained HTML page: `--page FILE`.

use std::fmt::Write;

use htn_view::{Page, escape_xml};

use crate::game::{Map, Rules, other};
use crate::study::{PAPER, Played, SIZES, Verdict};
use crate::table::{ACCOUNT, ACCOUNT_NOTES, account, compared, difference};
use crate::teams::Kind;

pub const STYLE: &str = include_str!("page.css");

/// Returns the page: match-ups beside the paper's results, team sizes, CPU time, the map and the rules.
pub fn page(map: &Map, rules: Rules, seed: u64, played: &[Played], sizes: &[&[Played]]) -> String {
    let matches = played.first().map_or(0, |played| played.outcomes.len());
    let mut html = format!(
        "<p class=\"lead\">Two strategies of an HTN planner against two teams without a planner. This reproduces the first study of Hoang, \
 Lee-Urban and Muñoz-Avila, <cite>Hierarchical Plan Representations for Encoding Strategic Game AI</cite>. {matches} matches \
 per match-up on the map “{}”, teams of {}, first to {}, seeds from {seed}.</p>\n",
        escape_xml(&map.name),
        rules.size,
        rules.goal
    );
    html += "<div class=\"cards\">\n";
    for played in played
        .iter()
        .filter(|played| played.match_up.figure.is_some())
    {
        card(&mut html, played);
    }
    html += "</div>\n";
    table(&mut html, played);
    account_table(&mut html, played);
    size_table(&mut html, sizes);
    cost_table(&mut html, sizes);
    html += "<h2>The map</h2>\n";
    html += &picture(map);
    rules_text(&mut html, rules);
    Page::new("Domination").style(STYLE).html(&html).to_html()
}

fn card(html: &mut String, played: &Played) {
    let (class, word) = match played.verdict() {
        Verdict::Wins => ("same", "as in the paper"),
        Verdict::Loses => ("other", "not as in the paper"),
        Verdict::Undecided => ("open", "no dominance"),
    };
    let (low, high) = played.interval();
    let _ = write!(
        html,
        "<section class=\"card\">\n{}<p><span class=\"badge {class}\">{word}</span> Wins {} of {}: <b>{:.1}%</b> ({low:.1}–{high:.1}%). \
         Mean score {:.1} : {:.1}.</p>\n<p class=\"paper\">The paper: “{}”</p>\n</section>\n",
        played.plot().to_svg(),
        played.ended(crate::game::End::Won(0)),
        played.outcomes.len(),
        played.percent(),
        played.score(0),
        played.score(1),
        escape_xml(PAPER)
    );
}

fn table(html: &mut String, played: &[Played]) {
    *html += "<h2>Results</h2>\n<div class=\"wide\"><table>\n<tr><th>figure</th><th>team</th><th>against</th><th>won</th><th>95% interval</th>\
              <th>score</th><th>points held</th><th>deaths</th><th>seconds</th></tr>\n";
    for played in played {
        let [ours, theirs] = played.match_up.kinds.map(|kind| kind.to_string());
        let figure = played
            .match_up
            .figure
            .map_or("–".to_owned(), |figure| figure.to_string());
        let (low, high) = played.interval();
        let _ = writeln!(
            html,
            "<tr><td>{figure}</td><td>{ours}</td><td>{theirs}</td><td>{:.1}%</td><td>{low:.1}–{high:.1}%</td><td>{:.1} : {:.1}</td>\
             <td>{:.2} : {:.2}</td><td>{:.1} : {:.1}</td><td>{:.0}</td></tr>",
            played.percent(),
            played.score(0),
            played.score(1),
            played.held(0),
            played.held(1),
            played.deaths(0),
            played.deaths(1),
            played.seconds()
        );
    }
    *html += "</table></div>\n<p>The intervals are Wilson score intervals. Points held: mean number over the match. Deaths: per bot and minute. Plots show the \
             mean of all matches and a band that contains 80% of them; a finished match keeps its score.</p>\n<ul>\n";
    for played in played
        .iter()
        .filter(|played| played.match_up.figure.is_some())
    {
        let _ = writeln!(html, "<li>{}</li>", escape_xml(&compared(played)));
    }
    *html += "</ul>\n<p>The paper gives no numbers for its figures; it averages five matches per match-up on the map Dom-Stalwart of Unreal \
             Tournament. Map, bodies and improved team differ here, so a different result shows that the outcome depends on \
             them, not that the paper is wrong. The last line is not in the paper: <i>Everybody On Points</i> is <i>Control \
             All Points</i> without search parties, which is close to the improved team’s own strategy.</p>\n";
}

/// Writes how both teams spend their time, and the explanation.
fn account_table(html: &mut String, played: &[Played]) {
    *html += "<h2>Time spent</h2>\n<div class=\"wide\"><table class=\"tight\">\n<tr><th>team</th><th>against</th>";
    for (heading, _) in ACCOUNT {
        let _ = write!(html, "<th>{heading}</th>");
    }
    *html += "</tr>\n";
    for played in played {
        for side in [0, 1] {
            let [team, against] = [side, other(side)].map(|side| played.match_up.kinds[side]);
            let _ = write!(html, "<tr><td>{team}</td><td>{against}</td>");
            for cell in account(played, side) {
                let _ = write!(html, "<td>{cell}</td>");
            }
            *html += "</tr>\n";
        }
    }
    let _ = write!(
        html,
        "</table></div>\n<p>{}</p>\n<ul>\n",
        ACCOUNT_NOTES.join(" ")
    );
    let against_improved = |played: &&Played| {
        played.match_up.is_planned() && played.match_up.kinds[1] == Kind::Improved
    };
    for played in played.iter().filter(against_improved) {
        let _ = writeln!(html, "<li>{}</li>", escape_xml(&difference(played)));
    }
    *html += "</ul>\n<p>The HTN team’s bots have the improved team’s bodies and get their orders as early. If they die as often and are as rarely \
             without an order, the remaining difference is the strategy. \
             This is the case on the map “yard”. The improved team contests every point all the time. \
             Fights between equal bodies are even, and lost points are soon retaken. A team \
             that leaves one of three points to its enemies, or sends bots to search for enemies away from the points, therefore loses more than it gains.</p>\n";
}

fn size_table(html: &mut String, sizes: &[&[Played]]) {
    *html += "<h2>Teams of other sizes</h2>\n<div class=\"wide\"><table>\n<tr><th>team</th><th>against</th>";
    for size in SIZES {
        let _ = write!(html, "<th>{size} bots</th>");
    }
    *html += "</tr>\n";
    for (index, first) in sizes
        .first()
        .copied()
        .unwrap_or_default()
        .iter()
        .enumerate()
    {
        let [ours, theirs] = first.match_up.kinds.map(|kind| kind.to_string());
        let _ = write!(html, "<tr><td>{ours}</td><td>{theirs}</td>");
        for played in sizes.iter().filter_map(|column| column.get(index)) {
            if played.outcomes.is_empty() {
                *html += "<td>–</td>";
                continue;
            }
            let (low, high) = played.interval();
            let share = played.percent();
            let _ = write!(
                html,
                "<td class=\"share\" style=\"--share:{share:.0}%\">{share:.0}% <small>({low:.0}–{high:.0})</small></td>"
            );
        }
        *html += "</tr>\n";
    }
    *html += "</table></div>\n";
}

fn cost_table(html: &mut String, sizes: &[&[Played]]) {
    *html += "<h2>CPU time of the HTN team</h2>\n<div class=\"wide\"><table>\n<tr><th>team</th><th>against</th>";
    for size in SIZES {
        let _ = write!(html, "<th>{size} bots</th>");
    }
    *html += "</tr>\n";
    for (index, first) in sizes
        .first()
        .copied()
        .unwrap_or_default()
        .iter()
        .enumerate()
    {
        if !first.match_up.is_planned() {
            continue;
        }
        let [ours, theirs] = first.match_up.kinds.map(|kind| kind.to_string());
        let _ = write!(html, "<tr><td>{ours}</td><td>{theirs}</td>");
        for played in sizes.iter().filter_map(|column| column.get(index)) {
            let cost = played.cost();
            let _ = write!(
                html,
                "<td data-measured>{:.1} µs <small>(99% below {:.0})</small></td>",
                cost.mean(),
                cost.p99_bound()
            );
        }
        *html += "</tr>\n";
    }
    *html += "</table></div>\n<p>Microseconds per tick, at ten ticks per second: processing reports, planning and giving orders for all bots of the team. \
             <b>Measured</b> on the machine that made this page. These are the only values that differ between runs.</p>\n";
}

/// Draws the map: walls, waypoints with their links, spawn points, domination points.
pub fn picture(map: &Map) -> String {
    let mut svg = format!(
        "<svg class=\"map\" viewBox=\"0 0 {} {}\" role=\"img\"><title>The map</title>\n",
        map.width, map.height
    );
    for y in 0..map.height {
        for x in (0..map.width).filter(|x| map.is_wall(*x, y)) {
            let _ = write!(
                svg,
                "<rect class=\"wall\" x=\"{x}\" y=\"{y}\" width=\"1.02\" height=\"1.02\"/>"
            );
        }
    }
    for from in map.waypoints() {
        for to in map.neighbours(from).iter().filter(|to| **to > from) {
            let (a, b) = (map.place(from), map.place(*to));
            let _ = write!(
                svg,
                "<path class=\"way\" d=\"M{} {}L{} {}\"/>",
                a.x, a.y, b.x, b.y
            );
        }
    }
    for at in map.waypoints() {
        let place = map.place(at);
        let class = if map.spawns.contains(&at) {
            "spawn"
        } else {
            "waypoint"
        };
        let _ = match map.letter(at) {
            Some(letter) => write!(
                svg,
                "<circle class=\"point\" cx=\"{0}\" cy=\"{1}\" r=\"1.1\"/><text x=\"{0}\" y=\"{1}\">{letter}</text>",
                place.x, place.y
            ),
            None => write!(
                svg,
                "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\".3\"/>",
                place.x, place.y
            ),
        };
    }
    svg += "\n</svg>\n";
    svg
}

fn rules_text(html: &mut String, rules: Rules) {
    let _ = write!(
        html,
        "<p>A square is a metre. Large dots are domination points, green dots spawn points, grey dots other waypoints.</p>\n<h2>The game</h2>\n<ul>\n\
 <li>A team takes a point when one of its bots is on it and no enemy is. It scores one for every five seconds that it holds a point; \
 the first to {} wins, and after {} seconds the match ends without a winner.</li>\n\
 <li>All bots have the same body. It walks along the waypoints, sees forwards up to the next wall, and shoots at the enemy it watches; the chance of a hit \
 falls with the distance. A dead bot respawns after three seconds at a random spawn point. A finite state machine explores, goes, hunts and flees.</li>\n\
 <li><b>Standard</b> bots walk about, go for points that they happen to see, and hunt every enemy they see.</li>\n\
 <li><b>Improved</b> bots use shortest paths, go for the nearest point that is not theirs, take a nearby point before they fight, and patrol between the points when all \
 are theirs. Each bot decides for itself.</li>\n\
 <li>The <b>HTN</b> team has the improved bots’ bodies, and takes points and patrols as they do. A director plans where they go, from the server’s reports alone: <i>Control All Points</i> (two take \
 all points and patrol between them, the rest search and destroy in a group) or <i>Control Half Plus One</i> (all take half of the points plus one and patrol between \
 them).</li>\n</ul>\n",
        rules.goal, rules.limit
    );
}
