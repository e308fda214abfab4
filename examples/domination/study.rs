//! The study: match-ups, played from many seeds on all cores, and what came out.

use squad_htn::CapacityError;

use crate::account::{Account, Accountant};
use crate::cost::Cost;
use crate::game::{End, Map, Rules, SECONDS_A_POINT, Side, TICKS_A_SECOND};
use crate::kit::plot::{Line, Plot, Point};
use crate::kit::seeds;
use crate::kit::statistics::{mean, quantile, wilson};
use crate::teams::{Kind, Match};
use crate::terms::Strategy;

/// Two teams that play against one another, the first for us.
#[derive(Clone, Copy, Debug)]
pub struct MatchUp {
    /// As it is chosen on the command line.
    pub name: &'static str,
    /// The paper's figure; none where it has none.
    pub figure: Option<u8>,
    pub kinds: [Kind; 2],
}

const HALF: Kind = Kind::Htn(Strategy::ControlHalfPlusOne);
const ALL: Kind = Kind::Htn(Strategy::ControlAllPoints);

/// The four of the paper; one that shows how much is in the bodies; and one that shows what search parties cost.
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
    /// Whether the first team has a planner.
    pub fn is_planned(&self) -> bool {
        matches!(self.kinds[0], Kind::Htn(_))
    }
}

/// What the paper says of its figures 4 to 7, all in one sentence.
pub const PAPER: &str =
    "These results show a clear dominance by the HTN team over the two other teams.";

/// The sizes of teams that are compared.
pub const SIZES: [usize; 4] = [2, 3, 5, 8];

/// Seconds of game time between two looks at the score.
const SAMPLE: u32 = SECONDS_A_POINT;

/// One match.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub end: End,
    /// Every five seconds, from 0 on, and at the end.
    pub scores: Vec<[u32; 2]>,
    pub ticks: u32,
    pub deaths: [u32; 2],
    /// As in the server.
    pub held: [u32; 2],
    /// Where the time of each side went.
    pub accounts: [Account; 2],
    pub cost: Cost,
}

/// A match-up that was played.
pub struct Played {
    pub match_up: MatchUp,
    pub rules: Rules,
    /// Domination points of the map.
    pub points: usize,
    pub outcomes: Vec<Outcome>,
}

/// How what came out compares with the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The first team wins more than half of its matches, beyond chance.
    Wins,
    /// Less than half.
    Loses,
    /// Either may be.
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
        accountant.look(&game.server);
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

/// Plays a match-up from each of these seeds.
pub fn play(
    map: &Map,
    rules: Rules,
    match_up: MatchUp,
    seeds: &[u64],
) -> Result<Played, CapacityError> {
    let [ours, theirs] = match_up.kinds;
    let what = format!("{ours} against {theirs}, teams of {}", rules.size);
    let outcomes = seeds::over(&what, seeds, |seed| {
        play_one(map, rules, match_up.kinds, seed)
    });
    Ok(Played {
        match_up,
        rules,
        points: map.points.len(),
        outcomes: outcomes.into_iter().collect::<Result<_, _>>()?,
    })
}

impl Played {
    pub fn ended(&self, how: End) -> usize {
        self.outcomes
            .iter()
            .filter(|outcome| outcome.end == how)
            .count()
    }

    /// In how many of a hundred matches the first team won.
    pub fn percent(&self) -> f64 {
        100.0 * self.ended(End::Won(0)) as f64 / self.outcomes.len().max(1) as f64
    }

    /// Where that lies in 95 of 100 cases, in percent.
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

    /// The mean of the final scores.
    pub fn score(&self, side: Side) -> f64 {
        mean(
            self.outcomes
                .iter()
                .map(|outcome| final_score(outcome, side)),
        )
    }

    /// How many points a side held, on average over the time of all matches.
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

    /// How often a bot of a side died in a minute.
    pub fn deaths(&self, side: Side) -> f64 {
        let deaths: f64 = self
            .outcomes
            .iter()
            .map(|outcome| f64::from(outcome.deaths[side]))
            .sum();
        let minutes: f64 = self.outcomes.iter().map(seconds).sum::<f64>() / 60.0;
        deaths / (minutes * self.rules.size as f64).max(f64::MIN_POSITIVE)
    }

    /// The mean length of a match.
    pub fn seconds(&self) -> f64 {
        mean(self.outcomes.iter().map(seconds))
    }

    /// Where the time of a side went, over all matches.
    pub fn account(&self, side: Side) -> Account {
        let mut account = Account::default();
        for outcome in &self.outcomes {
            account.join(&outcome.accounts[side]);
        }
        account
    }

    pub fn cost(&self) -> Cost {
        let mut cost = Cost::default();
        for outcome in &self.outcomes {
            cost.join(&outcome.cost);
        }
        cost
    }

    /// The scores over the time of the match. A match that is over keeps its score.
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

    /// The mean of a side's score, and what 10 and 90 of 100 matches stay below; up to where 95 of 100 are over.
    fn curve(&self, side: Side) -> Vec<Point> {
        let lengths: Vec<f64> = self
            .outcomes
            .iter()
            .map(|outcome| outcome.scores.len() as f64)
            .collect();
        let many = quantile(&lengths, 0.95).unwrap_or(0.0) as usize;
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
        (0..many).filter_map(at).collect()
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
