//! Statistics of many battles, with and without telepathy.

use squad_htn::BeliefsFull;

use squad_htn::Domain as _;

use crate::battle::{Battle, End};
use crate::domain::{command, leader, soldier};
use crate::kit::batch::{Batch, Job, Study};
use crate::kit::json::{json_names, json_object};
use crate::mind::SECOND;
use crate::tally::{Counter, Tally, mean_delay};
use crate::terms::Side;

/// The result of a battle.
#[derive(Clone)]
pub struct BattleResult {
    pub end: End,
    pub ticks: u64,
    pub sides: [Tally; 2],
}

json_object!(BattleResult { end, ticks, sides });
json_names!(End {
    End::Left(Some(Side::Blue)) => "only Blue is left",
    End::Left(Some(Side::Red)) => "only Red is left",
    End::Left(None) => "nobody is left",
    End::Time(Some(Side::Blue)) => "Blue holds more",
    End::Time(Some(Side::Red)) => "Red holds more",
    End::Time(None) => "both hold as much",
});

/// The columns of the table: which sides are linked, and the title.
pub const MATCHES: [([bool; 2], &str); 4] = [
    ([false, false], "both believe"),
    ([true, false], "Blue linked"),
    ([false, true], "Red linked"),
    ([true, true], "both linked"),
];

/// Fights a battle to its end.
pub fn fight(seed: u64, linked: [bool; 2], limit: u64) -> Result<BattleResult, BeliefsFull> {
    let mut battle = Battle::new(seed, linked)?;
    let mut counter = Counter::new();
    loop {
        battle.step()?;
        counter.count(&battle);
        if let Some(end) = battle.end(limit) {
            return Ok(BattleResult {
                end,
                ticks: battle.tick,
                sides: counter.sides,
            });
        }
    }
}

/// Fights or reads the battles of the table, one per column and seed. Returns `None` if they were written to a file.
pub fn battles(
    job: &Job,
    limit: u64,
) -> Result<Option<Batch<[BattleResult; MATCHES.len()]>>, String> {
    let study = Study {
        name: "beliefs",
        domain: command::Domain::HASH ^ leader::Domain::HASH ^ soldier::Domain::HASH,
        settings: vec![("--limit", (limit / SECOND).to_string())],
    };
    study.run(job, |seed| {
        let [a, b, c, d] = MATCHES.map(|(linked, _)| fight(seed, linked, limit));
        Ok::<_, BeliefsFull>([a?, b?, c?, d?])
    })
}

/// Returns the battles of each column.
pub fn columns(battles: &Batch<[BattleResult; MATCHES.len()]>) -> Vec<Vec<BattleResult>> {
    let column = |index: usize| battles.runs.iter().map(|run| run[index].clone()).collect();
    (0..MATCHES.len()).map(column).collect()
}

/// Returns the table as text.
pub fn show(columns: &[Vec<BattleResult>]) -> String {
    let mut text = String::new();
    let mut row = |name: &str, cells: &[String]| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>14}")).collect();
        text += &format!("{name:44}{cells}\n");
    };
    row("", &MATCHES.map(|(_, what)| what.to_owned()));
    let each = |cell: &dyn Fn(&[BattleResult]) -> String| -> Vec<String> {
        columns.iter().map(|fought| cell(fought)).collect()
    };
    let won = |fought: &[BattleResult], by: Option<Side>| {
        fought.iter().filter(|it| it.end.winner() == by).count()
    };
    row(
        "battles won by Blue / Red",
        &each(&|fought| {
            format!(
                "{} / {}",
                won(fought, Some(Side::Blue)),
                won(fought, Some(Side::Red))
            )
        }),
    );
    row(
        "  Blue's share of those, 95% interval",
        &each(&|fought| {
            let blue = won(fought, Some(Side::Blue));
            let [low, high] = interval(blue, blue + won(fought, Some(Side::Red)));
            format!("{low:.0} to {high:.0}%")
        }),
    );
    row("drawn", &each(&|fought| won(fought, None).to_string()));
    row(
        "seconds",
        &each(&|fought| {
            let ticks: u64 = fought.iter().map(|it| it.ticks).sum();
            format!(
                "{:.0}",
                ticks as f64 / (fought.len().max(1) as u64 * SECOND) as f64
            )
        }),
    );
    let both = |cell: &dyn Fn(&[BattleResult], Side) -> String| {
        each(&|fought| Side::BOTH.map(|side| cell(fought, side)).join(" / "))
    };
    row(
        "until a whole squad knows of an enemy, s",
        &both(&|fought, side| {
            format!(
                "{:.1}",
                mean_delay(fought.iter().map(|it| &it.sides[side.index()]))
            )
        }),
    );
    let mean = |count: fn(&Tally) -> u32| {
        both(&|fought, side| {
            let sum: u32 = fought.iter().map(|it| count(&it.sides[side.index()])).sum();
            format!("{:.1}", f64::from(sum) / fought.len().max(1) as f64)
        })
    };
    row(
        "acts against an enemy, per battle",
        &mean(|tally| tally.acts),
    );
    row("  out of sight", &mean(|tally| tally.unseen));
    row(
        "  at a place that one could not know",
        &mean(|tally| tally.unknowable),
    );
    row("  at an outdated place", &mean(|tally| tally.outdated));
    row("briefings", &mean(|tally| tally.briefings));
    row(
        "overheard by the other side",
        &mean(|tally| tally.overheard),
    );
    row("orders", &mean(|tally| tally.orders));
    row("  not heard", &mean(|tally| tally.unheard));
    row("  refused", &mean(|tally| tally.refused));
    row("  abandoned", &mean(|tally| tally.broken));
    row("changes of leader", &mean(|tally| tally.takeovers));
    text
}

/// Summarises the table in words.
pub fn conclusion(columns: &[Vec<BattleResult>]) -> String {
    let all = || {
        columns
            .iter()
            .zip(MATCHES)
            .flat_map(|(fought, (linked, _))| {
                fought
                    .iter()
                    .flat_map(move |it| Side::BOTH.map(|side| (it, side, linked[side.index()])))
            })
    };
    let sum = |of_one_mind: bool, count: fn(&Tally) -> u32| -> u32 {
        let those = all().filter(|(_, _, linked)| *linked == of_one_mind);
        those
            .map(|(it, side, _)| count(&it.sides[side.index()]))
            .sum()
    };
    let share = |of_one_mind: bool, count: fn(&Tally) -> u32| {
        100.0 * f64::from(sum(of_one_mind, count))
            / f64::from(sum(of_one_mind, |it| it.unseen).max(1))
    };
    let (mut won, mut fought) = (0, 0);
    for (column, (linked, _)) in columns.iter().zip(MATCHES) {
        let minds = Side::BOTH
            .into_iter()
            .find(|side| linked[side.index()] && !linked[side.other().index()]);
        won += column
            .iter()
            .filter(|it| minds.is_some() && it.end.winner() == minds)
            .count();
        fought += if minds.is_some() { column.len() } else { 0 };
    }
    format!(
        "A linked side won {won} of {fought} battles against one that is not. Of its acts against enemies out of sight, {:.0}% relied\n\
 on what a soldier could not know, and {:.0}% on outdated knowledge. Without links, it is {:.0}% and {:.0}%.",
        share(true, |it| it.unknowable),
        share(true, |it| it.outdated),
        share(false, |it| it.unknowable),
        share(false, |it| it.outdated),
    )
}

/// Returns Wilson's 95% interval of a share, in percent.
fn interval(won: usize, of: usize) -> [f64; 2] {
    if of == 0 {
        return [0.0, 100.0];
    }
    let (n, z) = (of as f64, 1.96);
    let share = won as f64 / n;
    let middle = share + z * z / (2.0 * n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    [middle - spread, middle + spread].map(|end| 100.0 * end / (1.0 + z * z / n))
}
