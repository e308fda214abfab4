//! The results as text.

use std::fmt::Write;

use crate::account::percent;
use crate::game::{End, Map, Rules, Side, other};
use crate::study::{PAPER, Played, SIZES, Verdict};

/// Returns the table of match-ups, one line each.
pub fn match_ups(map: &Map, rules: Rules, seed: u64, played: &[Played]) -> String {
    let matches = played.first().map_or(0, |played| played.outcomes.len());
    let mut text = format!(
        "Domination on `{}`: teams of {}, first to {}, {matches} matches each from seed {seed}\n\n\
         figure  team                   against    won     95% interval    score        points held  deaths  seconds\n",
        map.name, rules.size, rules.goal
    );
    for played in played {
        let [ours, theirs] = played.match_up.kinds.map(|kind| kind.to_string());
        let figure = played
            .match_up
            .figure
            .map_or("-".to_owned(), |figure| figure.to_string());
        let (low, high) = played.interval();
        let _ = writeln!(
            text,
            "{figure:<6}  {ours:<21}  {theirs:<9}  {:>5.1}%  {low:>5.1}% – {high:>5.1}%  {:>4.1} : {:<4.1}  {:.2} : {:.2}  {:.1}:{:.1}  {:>4.0}{}",
            played.percent(),
            played.score(0),
            played.score(1),
            played.held(0),
            played.held(1),
            played.deaths(0),
            played.deaths(1),
            played.seconds(),
            unfinished(played)
        );
    }
    let _ = write!(
        text,
        "\nWon: share of all matches, with Wilson's interval. Points held: mean number over the match. Deaths: per bot and minute.\n\
 The last two match-ups are not in the paper; Everybody On Points is Control All Points without search parties.\n\n\
 The paper, with five matches each: \"{PAPER}\"\n"
    );
    for played in played
        .iter()
        .filter(|played| played.match_up.figure.is_some())
    {
        let _ = writeln!(text, "  {}", compared(played));
    }
    text
}

/// Returns the table of how both teams spend their time, two lines per match-up.
pub fn accounts(played: &[Played]) -> String {
    let mut text = format!("Time spent\n\n{:34}", "");
    for (heading, width) in ACCOUNT {
        let _ = write!(text, "  {heading:<width$}");
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for played in played {
        for side in [0, 1] {
            let [team, against] = [side, other(side)].map(|side| played.match_up.kinds[side]);
            let _ = write!(text, "{:34}", format!("{team} : {against}"));
            for ((_, width), cell) in ACCOUNT.iter().zip(account(played, side)) {
                let _ = write!(text, "  {cell:<width$}");
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
    }
    text += "\n";
    for line in ACCOUNT_NOTES {
        text += line;
        text.push('\n');
    }
    text
}

/// The columns of the account table, with their widths.
pub const ACCOUNT: [(&str, usize); 11] = [
    ("held 0/1/…", 12),
    ("dead", 4),
    ("fight", 5),
    ("chase", 5),
    ("guard", 5),
    ("walk", 4),
    ("idle", 4),
    ("same", 4),
    ("past", 4),
    ("regained", 8),
    ("outnumbered", 11),
];

/// Explains the columns.
pub const ACCOUNT_NOTES: [&str; 4] = [
    "Held: percent of the match with 0, 1, … points held. The next six are percent of the bots' time: dead; with an enemy in sight; in pursuit or",
    "in flight; at a point of their own; on the way; without an order. Same: sent to the same point as a teammate. Past: walking past a point",
    "to take, less than 8 m away, with another goal. Regained: seconds from losing a point to retaking it. Outnumbered: percent",
    "of deaths with more enemies than friends within 12 m.",
];

/// Returns the cells of an account, one per column.
pub fn account(played: &Played, side: Side) -> [String; ACCOUNT.len()] {
    let account = played.account(side);
    let (ticks, all) = (account.holding.iter().sum(), account.total());
    let points = played.points + 1;
    let held = account.holding.iter().take(points);
    let held: Vec<String> = held
        .map(|part| format!("{:.0}", percent(*part, ticks)))
        .collect();
    let share = |part: u64| format!("{:.1}", percent(part, all));
    [
        held.join("/"),
        share(account.dead),
        share(account.fighting),
        share(account.chasing),
        share(account.guarding),
        share(account.walking),
        share(account.idle),
        share(account.together),
        share(account.passing),
        format!("{:.1}", account.mean_seconds_lost()),
        format!("{:.0}", percent(account.outnumbered, account.deaths)),
    ]
}

/// Describes how the two teams of a match-up differ.
pub fn difference(played: &Played) -> String {
    let [ours, theirs] = played.match_up.kinds;
    let idle = [0, 1].map(|side| {
        let account = played.account(side);
        percent(account.idle, account.total())
    });
    let few = [0, 1].map(|side| {
        let holding = played.account(side).holding;
        percent(holding[0] + holding[1], holding.iter().sum())
    });
    format!(
        "{ours} : {theirs}. A bot dies {:.1} : {:.1} times a minute and is without an order for {:.1}% : {:.1}% of its time; the team holds \
 at most one point for {:.0}% : {:.0}% of the match.",
        played.deaths(0),
        played.deaths(1),
        idle[0],
        idle[1],
        few[0],
        few[1]
    )
}

/// Compares the result of a match-up with the paper's.
pub fn compared(played: &Played) -> String {
    let [ours, theirs] = played.match_up.kinds.map(|kind| kind.to_string());
    let figure = played.match_up.figure.unwrap_or_default();
    let won = played.percent();
    match played.verdict() {
        Verdict::Wins => {
            format!("figure {figure}: as in the paper. {ours} wins {won:.1}% against {theirs}.")
        }
        Verdict::Loses => {
            format!("figure {figure}: NOT as in the paper. {ours} wins {won:.1}% against {theirs}.")
        }
        Verdict::Undecided => {
            format!(
                "figure {figure}: no dominance here. {ours} wins {won:.1}% against {theirs}, which may be chance."
            )
        }
    }
}

/// Returns a note about matches without a winner.
fn unfinished(played: &Played) -> String {
    let mut text = String::new();
    for (how, name) in [(End::Drawn, "drawn"), (End::Limit, "cut off by the limit")] {
        let count = played.ended(how);
        if count > 0 {
            let _ = write!(text, "  ({count} {name})");
        }
    }
    text
}

/// Returns the table of team sizes: one line per match-up, one column per size. `played` has one slice per size.
pub fn sizes(played: &[&[Played]]) -> String {
    let matches = played
        .iter()
        .copied()
        .flatten()
        .map(|played| played.outcomes.len())
        .min()
        .unwrap_or(0);
    let mut text = format!(
        "Other team sizes, at least {matches} matches each: won, and 95% interval\n\n{:34}",
        ""
    );
    for size in SIZES {
        let _ = write!(text, "{:<18}", format!("{size} bots"));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for (index, first) in played
        .first()
        .copied()
        .unwrap_or_default()
        .iter()
        .enumerate()
    {
        let [ours, theirs] = first.match_up.kinds.map(|kind| kind.to_string());
        let _ = write!(text, "{:34}", format!("{ours} : {theirs}"));
        for column in played {
            let Some(played) = column.get(index) else {
                continue;
            };
            let (low, high) = played.interval();
            let cell = if played.outcomes.is_empty() {
                "–".to_owned()
            } else {
                format!("{:.0}% ({low:.0}–{high:.0})", played.percent())
            };
            let _ = write!(text, "{cell:<18}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// Returns the CPU time of the HTN team by team size. It is measured, so it goes to standard error.
pub fn cost(played: &[&[Played]]) -> String {
    let mut text = "Measured CPU time of the HTN team per tick (reports, planning and orders for all its bots):\n".to_owned();
    for (size, column) in SIZES.iter().zip(played) {
        for played in column.iter().filter(|played| played.match_up.is_planned()) {
            let [ours, theirs] = played.match_up.kinds.map(|kind| kind.to_string());
            let cost = played.cost();
            let _ = writeln!(
                text,
                "  {size} bots, {:34} {:>5.1} us on average, 99% of ticks below {:.0} us",
                format!("{ours} : {theirs}"),
                cost.mean(),
                cost.p99_bound()
            );
        }
    }
    text
}
