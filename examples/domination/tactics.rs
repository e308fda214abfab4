//! The second study: the strategy *Whole Team* on several maps, as it is, without each of its ideas, and with others.

use std::fmt::Write;

use htn_view::{Page, escape_xml};

use crate::game::{Map, Rules};
use crate::page::{STYLE, picture};
use crate::study::{MatchUp, Played, Setup};
use crate::teams::Kind;
use crate::terms::{Idea, Strategy, Variation};

/// A strategy against the improved team, and a sentence about it.
const TEAMS: [(MatchUp, &str); 8] = [
    (
        against_improved("everybody-improved", Kind::Htn(Strategy::EverybodyOnPoints)),
        "Each bot that becomes idle goes to the nearest point to take, with a detour of up to 4 m per mate that is on the way there.",
    ),
    (
        whole_team("team-improved", Variation::AsItIs),
        "Whenever something is reported, all bots are assigned again: the one with the shortest way first, and each mate that is sent to \
         a point makes it 10 m farther for the next.",
    ),
    (
        whole_team("idle-improved", Variation::Without(Idea::Reassign)),
        "Only idle bots are assigned. The others finish what they were sent to do.",
    ),
    (
        whole_team("numbers-improved", Variation::Without(Idea::NearestFirst)),
        "The bot with the lowest number chooses first.",
    ),
    (
        whole_team("crowd-improved", Variation::Without(Idea::SpreadOut)),
        "Each bot goes to the nearest point, however many go there.",
    ),
    (
        whole_team("pairs-improved", Variation::With(Idea::Pairs)),
        "The second bot that is sent to a point costs no detour, so bots go in pairs.",
    ),
    (
        whole_team("guards-improved", Variation::With(Idea::Guard)),
        "A bot guards a point that the team holds if the points to take are 40 m farther.",
    ),
    (
        whole_team("careful-improved", Variation::With(Idea::NeverOutnumbered)),
        "A point at which more enemies are seen than bots are sent is 10 m farther for each of them.",
    ),
];

const fn against_improved(name: &'static str, kind: Kind) -> MatchUp {
    MatchUp {
        name,
        figure: None,
        kinds: [kind, Kind::Improved],
    }
}

const fn whole_team(name: &'static str, variation: Variation) -> MatchUp {
    against_improved(name, Kind::WholeTeam(variation))
}

/// The match-up of the strategy as it is.
pub const WHOLE_TEAM: MatchUp = TEAMS[1].0;

/// Returns the match-ups of the study, map by map.
pub fn setups(maps: &[Map], rules: Rules) -> Vec<Setup<'_>> {
    let on = |map| {
        TEAMS.map(|(match_up, _)| Setup {
            map,
            rules,
            match_up,
            halved: false,
        })
    };
    maps.iter().flat_map(on).collect()
}

/// Returns the results of one team on all maps.
fn row(results: &[Played], index: usize) -> impl Iterator<Item = &Played> {
    results.iter().skip(index).step_by(TEAMS.len())
}

/// Returns the results as text: a line per team, a column per map.
pub fn table(maps: &[Map], results: &[Played]) -> String {
    let first = &results[0];
    let mut text = format!(
        "Against the improved team: teams of {}, first to {}, {} matches each; won, and 95% interval\n\n{:24}",
        first.rules.size,
        first.rules.goal,
        first.outcomes.len(),
        ""
    );
    for map in maps {
        let _ = write!(text, "{:20}", map.name);
    }
    for (index, (match_up, _)) in TEAMS.iter().enumerate() {
        let _ = write!(text, "\n{:24}", match_up.kinds[0].to_string());
        for played in row(results, index) {
            let (low, high) = played.interval();
            let cell = format!("{:.1}% ({low:.1}–{high:.1})", played.percent());
            let _ = write!(text, "{cell:20}");
        }
    }
    let lines = text.lines().map(|line| format!("{}\n", line.trim_end()));
    lines.collect()
}

/// Returns the results as a page.
pub fn page(maps: &[Map], first_seed: u64, results: &[Played]) -> String {
    let first = &results[0];
    let mut html = format!(
        "<p class=\"lead\">The strategy <i>Whole Team</i> against the improved team: as it is, without each of its ideas, and with an idea more. \
         {} matches each, teams of {}, first to {}, seeds from {first_seed}.</p>\n",
        first.outcomes.len(),
        first.rules.size,
        first.rules.goal
    );
    html += "<h2>Matches won</h2>\n<div class=\"wide\"><table>\n<tr><th>strategy</th>";
    for map in maps {
        let _ = write!(html, "<th>{}</th>", escape_xml(&map.name));
    }
    html += "<th>its rule</th></tr>\n";
    for (index, (match_up, rule)) in TEAMS.iter().enumerate() {
        let _ = write!(html, "<tr><td>{}</td>", match_up.kinds[0]);
        for played in row(results, index) {
            let ((low, high), share) = (played.interval(), played.percent());
            let _ = write!(
                html,
                "<td class=\"share\" style=\"--share:{share:.0}%\">{share:.1}% <small>({low:.1}–{high:.1})</small></td>"
            );
        }
        let _ = writeln!(html, "<td class=\"rule\">{rule}</td></tr>");
    }
    html += "</table></div>\n<p>With Wilson’s 95% intervals. Each team of the table has the improved bots’ bodies and knows what the server \
             reports to it. The improved team is the same everywhere.</p>\n<h2>Scores and deaths</h2>\n";
    html += "<div class=\"wide\"><table class=\"tight\">\n<tr><th>strategy</th>";
    for map in maps {
        let name = escape_xml(&map.name);
        let _ = write!(
            html,
            "<th>{name}: score</th><th>points held</th><th>deaths</th>"
        );
    }
    html += "</tr>\n";
    for (index, (match_up, _)) in TEAMS.iter().enumerate() {
        let _ = write!(html, "<tr><td>{}</td>", match_up.kinds[0]);
        for played in row(results, index) {
            let pair = |of: &dyn Fn(usize) -> f64| format!("{:.1} : {:.1}", of(0), of(1));
            for cell in [
                pair(&|side| played.score(side)),
                pair(&|side| played.held(side)),
                pair(&|side| played.deaths(side)),
            ] {
                let _ = write!(html, "<td>{cell}</td>");
            }
        }
        html += "</tr>\n";
    }
    html += "</table></div>\n<p>Mean scores; mean number of points held; deaths per bot and minute.</p>\n";
    for map in maps {
        let _ = write!(html, "<h2>{}</h2>\n{}", escape_xml(&map.name), picture(map));
    }
    Page::new("Domination: the whole team")
        .style(STYLE)
        .html(&html)
        .to_html()
}
