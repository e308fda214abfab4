//! What came out, as text.

use std::fmt::Write;

use crate::game::{End, Map, Rules};
use crate::study::{PAPER, Played, SIZES, Verdict};

/// The match-ups, a line for each.
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
        "\nWon: of all matches, with Wilson's interval. Points held: on average over the match. Deaths: of a bot in a minute.\n\n\
         The paper, of five matches each: \"{PAPER}\"\n"
    );
    for played in played
        .iter()
        .filter(|played| played.match_up.figure.is_some())
    {
        let _ = writeln!(text, "  {}", compared(played));
    }
    text
}

/// What came of a match-up, beside the paper.
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

/// Matches without a winner.
fn unfinished(played: &Played) -> String {
    let mut text = String::new();
    for (how, name) in [(End::Drawn, "drawn"), (End::Limit, "cut off by the limit")] {
        let many = played.ended(how);
        if many > 0 {
            let _ = write!(text, "  ({many} {name})");
        }
    }
    text
}

/// The sizes of teams: match-ups in lines, sizes in columns. `played` has the match-ups of each size in turn.
pub fn sizes(played: &[Vec<Played>]) -> String {
    let matches = played
        .iter()
        .flatten()
        .map(|played| played.outcomes.len())
        .min()
        .unwrap_or(0);
    let mut text = format!(
        "Teams of other sizes, at least {matches} matches each: won, and 95% interval\n\n{:34}",
        ""
    );
    for size in SIZES {
        let _ = write!(text, "{:<18}", format!("{size} bots"));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for (index, first) in played.first().into_iter().flatten().enumerate() {
        let [ours, theirs] = first.match_up.kinds.map(|kind| kind.to_string());
        let _ = write!(text, "{:34}", format!("{ours} : {theirs}"));
        for column in played {
            let Some(played) = column.get(index) else {
                continue;
            };
            let (low, high) = played.interval();
            let cell = format!("{:.0}% ({low:.0}–{high:.0})", played.percent());
            let _ = write!(text, "{cell:<18}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// What the HTN team takes of a tick, by size. Measured, and so no part of what is the same for the same seed.
pub fn cost(played: &[Vec<Played>]) -> String {
    let mut text = "Measured, the HTN team's share of a tick (hearing, planning and carrying out for all its bots):\n".to_owned();
    for (size, column) in SIZES.iter().zip(played) {
        for played in column
            .iter()
            .filter(|played| played.match_up.figure.is_some())
        {
            let [ours, theirs] = played.match_up.kinds.map(|kind| kind.to_string());
            let cost = played.cost();
            let _ = writeln!(
                text,
                "  {size} bots, {:34} {:>5.1} us on average, 99 of 100 ticks below {:.0} us",
                format!("{ours} : {theirs}"),
                cost.mean(),
                cost.almost_all_below()
            );
        }
    }
    text
}
