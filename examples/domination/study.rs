//! The study: match-ups, played from many seeds on all cores, and their results.

use squad_htn::CapacityError;
use squad_htn::Domain as _;

use crate::account::{Account, Accountant};
use crate::cost::Cost;
use crate::domain::domination;
use crate::game::{End, Map, Rules, SECONDS_A_POINT, Side, TICKS_A_SECOND};
use crate::kit::batch::{Batch, Job, Study};
use crate::kit::json::{json_names, json_object};
use crate::kit::plot::{Line, Plot, Point};
use crate::kit::statistics::{mean, quantile, wilson};
use crate::teams::{Kind, Match};
use crate::terms::Strategy;

/// Two kinds of team that play against each other. Results are from the first team's side.
#[derive(Clone, Copy, Debug)]
pub struct MatchUp {
    /// The value of `--match`.
    pub name: &'static str,
    /// The figure of the paper, if it has one.
    pub figure: Option<u8>,
    pub kinds: [Kind; 2],
}

const HALF: Kind = Kind::Htn(Strategy::ControlHalfPlusOne);
const ALL: Kind = Kind::Htn(Strategy::ControlAllPoints);

/// The four match-ups of the paper; one that shows the effect of the bodies; and one that shows the cost of search parties.
pub const MATCH_UPS: [MatchUp; 6] = [
    MatchUp {
        name: "half-standard",
        figure: Some(4),
        kinds: [HALF, Kind::Standard],
    },
    MatchUp {
        name: "half-improved",
        figure: Some(5),
        kinds: [HALF, Kind::Improved],
    },
    MatchUp {
        name: "all-standard",
        figure: Some(6),
        kinds: [ALL, Kind::Standard],
    },
    MatchUp {
        name: "all-improved",
        figure: Some(7),
        kinds: [ALL, Kind::Improved],
    },
    MatchUp {
        name: "improved-standard",
        figure: None,
        kinds: [Kind::Improved, Kind::Standard],
    },
    MatchUp {
        name: "everybody-improved",
        figure: None,
        kinds: [Kind::Htn(Strategy::EverybodyOnPoints), Kind::Improved],
    },
];

impl MatchUp {
    /// Returns true if the first team has a planner.
    pub fn is_planned(&self) -> bool {
        matches!(self.kinds[0], Kind::Htn(_) | Kind::WholeTeam(_))
    }
}

/// The paper's sentence about its figures 4 to 7.
pub const PAPER: &str =
    "These results show a clear dominance by the HTN team over the two other teams.";

/// The team sizes that the study compares.
pub const SIZES: [usize; 4] = [2, 3, 5, 8];

/// Seconds of game time between two samples of the score.
const SAMPLE: u32 = SECONDS_A_POINT;

/// The result of one match.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub end: End,
    /// Sampled every five seconds from 0 on, and at the end.
    pub scores: Vec<[u32; 2]>,
    pub ticks: u32,
    pub deaths: [u32; 2],
    /// [`Server::held`](crate::game::Server) at the end.
    pub held: [u32; 2],
    /// How each side spent its time.
    pub accounts: [Account; 2],
    pub cost: Cost,
}

json_object!(Outcome {
    end,
    scores,
    ticks,
    deaths,
    held,
    accounts,
    cost
});
json_names!(End {
    End::Won(0) => "won",
    End::Won(1) => "lost",
    End::Drawn => "drawn",
    End::Limit => "limit",
});

/// One of the match-ups of a study, with its map and rules.
pub struct Setup<'m> {
    pub map: &'m Map,
    pub rules: Rules,
    pub match_up: MatchUp,
    /// True if only odd seeds are played.
    pub halved: bool,
}

/// The results of a match-up.
pub struct Played {
    pub match_up: MatchUp,
    pub rules: Rules,
    /// The number of domination points on the map.
    pub points: usize,
    /// In the order of the seeds.
    pub outcomes: Vec<Outcome>,
}

/// The comparison of a result with the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The first team wins significantly more than half of its matches.
    Wins,
    /// The first team wins significantly less than half of its matches.
    Loses,
    /// The difference may be chance.
    Undecided,
}

/// Plays a match to its end.
pub fn play_one(
    map: &Map,
    rules: Rules,
    kinds: [Kind; 2],
    seed: u64,
) -> Result<Outcome, CapacityError> {
    let mut game = Match::new(map, rules, kinds, seed)?;
    let mut scores = Vec::new();
    let mut accountant = Accountant::default();
    let end = loop {
        if game.server.now.is_multiple_of(SAMPLE * TICKS_A_SECOND) {
            scores.push(game.server.scores);
        }
        if let Some(end) = game.server.end() {
            break end;
        }
        game.step()?;
        accountant.record(&game.server);
    };
    scores.push(game.server.scores);
    Ok(Outcome {
        end,
        scores,
        ticks: game.server.now,
        deaths: game.server.deaths,
        held: game.server.held,
        accounts: accountant.accounts,
        cost: game.cost,
    })
}

/// Returns the match-ups of the study: with these rules, and with teams of the other sizes, which play half as many
/// matches.
pub fn setups(map: &Map, rules: Rules) -> Vec<Setup<'_>> {
    let others = SIZES.into_iter().filter(|size| *size != rules.size);
    let sizes = std::iter::once(rules.size).chain(others);
    let of_size = |size| {
        MATCH_UPS.map(|match_up| Setup {
            map,
            rules: Rules { size, ..rules },
            match_up,
            halved: size != rules.size,
        })
    };
    sizes.flat_map(of_size).collect()
}

/// Plays the match-ups of the study `--study` once per seed, or reads these matches. Returns `None` if they were written to a
/// file.
pub fn play(
    name: &str,
    setups: &[Setup<'_>],
    job: &Job,
) -> Result<Option<Batch<Vec<Outcome>>>, String> {
    let first = setups.first().ok_or("a study without matches")?;
    let mut maps: Vec<String> = setups.iter().map(|it| it.map.name_with_hash()).collect();
    maps.dedup();
    let study = Study {
        name: "domination",
        domain: domination::Domain::HASH,
        settings: vec![
            ("--study", name.to_owned()),
            ("--map", maps.join(", ")),
            ("--size", first.rules.size.to_string()),
            ("--goal", first.rules.goal.to_string()),
            ("--limit", first.rules.limit.to_string()),
        ],
    };
    study.run(job, |seed| {
        let played = setups.iter().filter(|setup| setup.has(seed));
        let outcomes =
            played.map(|setup| play_one(setup.map, setup.rules, setup.match_up.kinds, seed));
        outcomes.collect::<Result<Vec<_>, CapacityError>>()
    })
}

/// Returns the results of each match-up.
pub fn results(setups: &[Setup<'_>], batch: Batch<Vec<Outcome>>) -> Vec<Played> {
    let mut results: Vec<Played> = setups.iter().map(Setup::unplayed).collect();
    for (seed, outcomes) in batch.seeds.zip(batch.runs) {
        let played = setups.iter().zip(&mut results);
        let played = played.filter(|(setup, _)| setup.has(seed));
        for ((_, result), outcome) in played.zip(outcomes) {
            result.outcomes.push(outcome);
        }
    }
    results
}

impl Setup<'_> {
    /// Returns true if a match is played with this seed. It does not depend on the other seeds, so that a study can be
    /// split anywhere.
    fn has(&self, seed: u64) -> bool {
        !self.halved || seed % 2 == 1
    }

    fn unplayed(&self) -> Played {
        Played {
            match_up: self.match_up,
            rules: self.rules,
            points: self.map.points.len(),
            outcomes: Vec::new(),
        }
    }
}

impl Played {
    /// Returns the number of matches that ended like this.
    pub fn ended(&self, how: End) -> usize {
        self.outcomes
            .iter()
            .filter(|outcome| outcome.end == how)
            .count()
    }

    /// Returns the percentage of matches that the first team won.
    pub fn percent(&self) -> f64 {
        100.0 * self.ended(End::Won(0)) as f64 / self.outcomes.len().max(1) as f64
    }

    /// Returns the 95% confidence interval of [`Played::percent`].
    pub fn interval(&self) -> (f64, f64) {
        let (low, high) = wilson(self.ended(End::Won(0)), self.outcomes.len());
        (100.0 * low, 100.0 * high)
    }

    pub fn verdict(&self) -> Verdict {
        match self.interval() {
            (low, _) if low > 50.0 => Verdict::Wins,
            (_, high) if high < 50.0 => Verdict::Loses,
            _ => Verdict::Undecided,
        }
    }

    /// Returns the mean of a side's final scores.
    pub fn score(&self, side: Side) -> f64 {
        mean(
            self.outcomes
                .iter()
                .map(|outcome| final_score(outcome, side)),
        )
    }

    /// Returns the mean number of points that a side held, over the time of all matches.
    pub fn held(&self, side: Side) -> f64 {
        let held: u64 = self
            .outcomes
            .iter()
            .map(|outcome| u64::from(outcome.held[side]))
            .sum();
        let ticks: u64 = self
            .outcomes
            .iter()
            .map(|outcome| u64::from(outcome.ticks))
            .sum();
        held as f64 / ticks.max(1) as f64
    }

    /// Returns the deaths of a side per bot and minute.
    pub fn deaths(&self, side: Side) -> f64 {
        let deaths: f64 = self
            .outcomes
            .iter()
            .map(|outcome| f64::from(outcome.deaths[side]))
            .sum();
        let minutes: f64 = self.outcomes.iter().map(seconds).sum::<f64>() / 60.0;
        deaths / (minutes * self.rules.size as f64).max(f64::MIN_POSITIVE)
    }

    /// Returns the mean length of a match in seconds.
    pub fn seconds(&self) -> f64 {
        mean(self.outcomes.iter().map(seconds))
    }

    /// Returns how a side spent its time, summed over all matches.
    pub fn account(&self, side: Side) -> Account {
        let mut account = Account::default();
        for outcome in &self.outcomes {
            account.merge(&outcome.accounts[side]);
        }
        account
    }

    pub fn cost(&self) -> Cost {
        let mut cost = Cost::default();
        for outcome in &self.outcomes {
            cost.merge(&outcome.cost);
        }
        cost
    }

    /// Plots the scores over the time of the match. A finished match keeps its score.
    pub fn plot(&self) -> Plot {
        let [ours, theirs] = self.match_up.kinds.map(|kind| kind.to_string());
        let figure = self
            .match_up
            .figure
            .map(|figure| format!("Figure {figure}: "));
        Plot {
            title: format!("{}{ours} against {theirs}", figure.unwrap_or_default()),
            x: "seconds of the match",
            y: "score",
            mark: Some((f64::from(self.rules.goal), "wins".to_owned())),
            lines: vec![
                Line {
                    name: ours,
                    points: self.curve(0),
                },
                Line {
                    name: theirs,
                    points: self.curve(1),
                },
            ],
        }
    }

    /// Returns the mean of a side's score with the 10th and 90th percentiles. It ends when 95% of the matches are over.
    fn curve(&self, side: Side) -> Vec<Point> {
        let lengths: Vec<f64> = self
            .outcomes
            .iter()
            .map(|outcome| outcome.scores.len() as f64)
            .collect();
        let samples = quantile(&lengths, 0.95).unwrap_or(0.0) as usize;
        let at = |index: usize| -> Option<Point> {
            let scores = self.outcomes.iter().filter_map(|outcome| {
                let score = outcome.scores.get(index).or(outcome.scores.last())?;
                Some(f64::from(score[side]))
            });
            let scores: Vec<f64> = scores.collect();
            Some(Point {
                x: index as f64 * f64::from(SAMPLE),
                y: mean(scores.iter().copied()),
                low: quantile(&scores, 0.1)?,
                high: quantile(&scores, 0.9)?,
            })
        };
        (0..samples).filter_map(at).collect()
    }
}

fn final_score(outcome: &Outcome, side: Side) -> f64 {
    outcome
        .scores
        .last()
        .map_or(0.0, |scores| f64::from(scores[side]))
}

fn seconds(outcome: &Outcome) -> f64 {
    f64::from(outcome.ticks) / f64::from(TICKS_A_SECOND)
}
