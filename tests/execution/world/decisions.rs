//! Checks which plans a director adopts, when it searches, and which events it reports.

use std::collections::BTreeMap;

use squad_htn::prelude::*;
use squad_htn::{Director, Domain, NoPlanReason};

use crate::common::Random;

/// The settings of a director.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    policy: Policy,
    duplicates: bool,
    when_idle: bool,
    keep_searching: bool,
    retry_after: u64,
}

impl Settings {
    /// Sets a director up at random.
    pub fn choose<D: Domain>(
        random: &mut Random,
        director: Director<D>,
        policy: Policy,
    ) -> (Director<D>, Settings) {
        let settings = Settings {
            policy,
            duplicates: random.below(4) == 0,
            when_idle: random.below(4) > 0,
            keep_searching: random.below(4) > 0,
            retry_after: random.below(6) as u64,
        };
        let director = director
            .policy(policy)
            .duplicates(settings.duplicates)
            .when_idle(settings.when_idle)
            .keep_searching(settings.keep_searching)
            .retry([Retry::Same, Retry::Other][random.below(2)])
            .retry_after(settings.retry_after as u32);
        (director, settings)
    }
}

/// The known history of a plan.
struct Known<D: Domain> {
    /// The steps of the plan when it was adopted or last repaired.
    taken: Vec<D::Task>,
    steps: Vec<D::Task>,
    /// True if an action of the plan has started.
    acted: bool,
}

pub struct Decisions<D: Domain> {
    settings: Settings,
    plans: BTreeMap<PlanId, Known<D>>,
    /// Plans that must not be adopted again, and until which tick.
    shunned: Vec<(Vec<D::Task>, u64)>,
    /// The number of plans that the director remembers.
    remembers: usize,
    last: Option<NoPlanReason>,
    /// The number of answers at the last reported one.
    told: u64,
    answers: u64,
    /// The plan that was found in the last tick.
    newest: Option<PlanId>,
}

impl<D: Domain> Decisions<D> {
    pub fn new(settings: Settings, limits: Limits) -> Self {
        Decisions {
            settings,
            plans: BTreeMap::new(),
            shunned: Vec::new(),
            remembers: 4 * limits.plans,
            last: None,
            told: 0,
            answers: 0,
            newest: None,
        }
    }

    /// Checks a tick whose events are complete. `ample` is true if no search was cut off.
    #[track_caller]
    pub fn follow(&mut self, director: &Director<D>, ample: bool) {
        assert_eq!(director.executor().events_missed(), 0);
        let now = director.executor().ticks();
        self.shunned.retain(|(_, until)| *until > now);
        let live: BTreeMap<PlanId, Vec<D::Task>> = director
            .executor()
            .plans()
            .map(|plan| (plan.id, plan.tasks().collect()))
            .collect();
        let (mut idle, mut repaired) = (false, Vec::new());
        let (newest, mut mobilises) = (self.newest.take(), false);
        for event in director.events() {
            match event {
                Event::Started {
                    plan,
                    action: Some(_),
                    ..
                } => {
                    if let Some(known) = self.plans.get_mut(&plan) {
                        known.acted = true;
                    }
                    mobilises |= newest == Some(plan);
                }
                Event::Repaired { plan, at, .. } => {
                    repaired.push((plan, at.is_none()));
                    // A partial repair is compared when it is found. Until it is adopted, other plans may become equal to it.
                    if at.is_none() && live.contains_key(&plan) {
                        self.is_single(plan, &live);
                    }
                }
                Event::Completed { plan, .. } => idle |= self.plans[&plan].acted,
                Event::Abandoned { plan, reason, .. } => {
                    idle |= self.plans[&plan].acted;
                    let unrepaired = matches!(
                        reason,
                        AbandonReason::NoRepair | AbandonReason::AgentLeft | AbandonReason::Same(_)
                    );
                    let unseen = repaired.iter().any(|(other, _)| *other == plan);
                    if unrepaired && !unseen && self.settings.retry_after > 0 {
                        self.shun(plan, now);
                    }
                }
                Event::Planned {
                    plan,
                    steps,
                    repeated,
                    ..
                } => {
                    self.tells(director, repeated);
                    self.last = None;
                    assert_eq!(live[&plan].len(), steps);
                    self.may_be_taken(plan, &live);
                    self.newest = Some(plan);
                }
                Event::NoPlan {
                    reason, repeated, ..
                } => {
                    self.tells(director, repeated);
                    assert_ne!(self.last, Some(reason), "told twice");
                    self.last = Some(reason);
                    if let NoPlanReason::Same(plan) | NoPlanReason::NoBetter(plan) = reason {
                        assert!(live.contains_key(&plan), "plan {plan} has ended");
                    }
                }
                _ => {}
            }
        }
        let fresh = |plan: &PlanId| !self.plans.contains_key(plan);
        let nothing_left = live.keys().all(fresh);
        if self.settings.when_idle && ample && idle && nothing_left {
            assert!(director.answers() > self.answers, "it did not think");
        }
        let accumulates = self.settings.policy == Policy::Accumulate && !self.settings.duplicates;
        if self.settings.keep_searching && accumulates && ample && mobilises {
            assert!(director.answers() > self.answers, "it did not search again");
        }
        self.answers = director.answers();
        self.update(live, &repaired);
    }

    /// Checks a reported answer: the unreported answers before it are counted.
    #[track_caller]
    fn tells(&mut self, director: &Director<D>, repeated: u64) {
        assert_eq!(director.answers(), self.told + repeated + 1);
        self.told = director.answers();
    }

    fn shun(&mut self, plan: PlanId, now: u64) {
        let (known, until) = (&self.plans[&plan], now + self.settings.retry_after);
        self.shunned.push((known.taken.clone(), until));
        self.shunned.push((known.steps.clone(), until));
    }

    #[track_caller]
    fn may_be_taken(&self, plan: PlanId, live: &BTreeMap<PlanId, Vec<D::Task>>) {
        let steps = &live[&plan];
        if self.shunned.len() <= self.remembers {
            let shunned = self.shunned.iter().any(|(other, _)| other == steps);
            assert!(!shunned, "plan {plan} is taken too soon");
        }
        self.is_single(plan, live);
    }

    /// Asserts that a plan found for the root differs from all others.
    #[track_caller]
    fn is_single(&self, plan: PlanId, live: &BTreeMap<PlanId, Vec<D::Task>>) {
        let steps = &live[&plan];
        let strict = self.settings.policy == Policy::Accumulate && !self.settings.duplicates;
        let mut others = live.iter().filter(|(other, _)| **other != plan);
        let same = others.find(|(_, other)| *other == steps && !steps.is_empty());
        assert!(!strict || same.is_none(), "plan {plan} is like {same:?}");
    }

    fn update(&mut self, live: BTreeMap<PlanId, Vec<D::Task>>, repaired: &[(PlanId, bool)]) {
        self.plans.retain(|plan, _| live.contains_key(plan));
        for (plan, steps) in live {
            let known = self.plans.entry(plan).or_insert_with(|| Known {
                taken: steps.clone(),
                steps: Vec::new(),
                acted: false,
            });
            if repaired.contains(&(plan, true)) {
                known.taken = steps.clone();
            }
            known.steps = steps;
        }
    }
}
