//! Explanations of searches, for recordings.

use std::collections::BTreeMap;

use htn_core::domain::Domain;
use htn_core::explain::{
    About, BranchCount, BrokenPart, End, ExplainError, Explainer, Explanation, FailureLog, Fate,
    Found, Line,
};
use htn_core::reference::Bounds;
use htn_core::{Director, Event, EventEffect, NoPlanReason, PlanId, Searching, State};

use super::entry::{LineAbout, Tally, What, Why, WhyAbout, WhyLine};
use super::recorder::Recording;

/// The maximum number of lines of an explanation.
const LINES: usize = 400;

/// The maximum work of an explained search, because the game waits for it.
const WORK: u64 = 1_000_000;

/// The facts needed to explain searches that began in an earlier tick.
pub(super) struct Reasons<D: Domain> {
    /// The running search for the root task: the tick in which it began, and its facts.
    root: Option<(u64, State<D>)>,
    /// The running repairs of plans: the tick in which each began, and its facts.
    broken: BTreeMap<u64, (u64, BrokenPart<D>)>,
    failures: FailureLog<D>,
    answers: u64,
}

impl<D: Domain> Reasons<D> {
    pub fn new() -> Self {
        Reasons {
            root: None,
            broken: BTreeMap::new(),
            failures: FailureLog::new(),
            answers: 0,
        }
    }
}

/// An explanation, and whether its search had the same result as the recorded one.
struct Explained<D: Domain> {
    why: Explanation<D>,
    known: u64,
    same: bool,
}

impl<D: Domain> Recording<D> {
    /// Records explanations of the searches of this tick: why a plan was found and no other, why there is no plan, why a
    /// part was planned again in this way, and why an abandoned plan could not be repaired. Call it in each tick after
    /// [`tick`](Self::tick), with the director's context.
    ///
    /// The reference interpreter repeats each of these searches, which takes milliseconds: for debug builds. If the
    /// result differs from the director's, because the facts or the game have changed in between, the recording says
    /// so. The searches also count the attempts of each branch; searches with the same result as the previous one are
    /// not explained and do not count.
    ///
    /// # Errors
    ///
    /// The domain is too large to be explained.
    pub fn explain(
        &mut self,
        director: &Director<D>,
        context: &D::Context<'_>,
    ) -> Result<(), ExplainError> {
        let tick = self.follow(director);
        let answered = director.answers() != self.reasons.answers;
        self.reasons.answers = director.answers();
        let earlier = self.reasons.root.take_if(|_| answered);
        for event in director.events() {
            if let Event::NoPlan { reason, .. } = event {
                let same = |found: &Found<D>| match (found, reason) {
                    (Found::NoPlan, reason) => reason == NoPlanReason::NotFound,
                    (Found::Error(error), NoPlanReason::Full(full)) => *error == full,
                    (Found::Plan(_), NoPlanReason::NotFound | NoPlanReason::Full(_)) => false,
                    (found, _) => matches!(found, Found::Plan(_)),
                };
                let why = explain_root(director, context, tick, &earlier, &same)?;
                self.counted(tick, &why.why.branches);
                self.keep(tick, WhyAbout::NoPlan, 0, &why);
            }
            let Some(plan) = event.plan() else { continue };
            match event.kind().effect() {
                EventEffect::PlanAdded => {
                    let steps = steps_of(director, plan);
                    let same =
                        |found: &Found<D>| matches!(found, Found::Plan(plan) if *plan == steps);
                    let why = explain_root(director, context, tick, &earlier, &same)?;
                    self.counted(tick, &why.why.branches);
                    self.keep(tick, WhyAbout::Planned, plan.number(), &why);
                }
                EventEffect::PlanBroken => {
                    if let Some(part) = director.broken_part(plan, context) {
                        self.reasons.broken.insert(plan.number(), (tick, part));
                    }
                }
                EventEffect::PlanRepaired => {
                    let Some((known, part)) = self.reasons.broken.remove(&plan.number()) else {
                        continue;
                    };
                    let steps = steps_of(director, plan);
                    let why = explain(&part.state, context, part.task)?;
                    let same = match &why.found {
                        // The part is in the middle of the plan, after finished steps and before later ones.
                        Found::Plan(found) => {
                            let mut parts = steps.windows(found.len().max(1));
                            found.is_empty() || parts.any(|part| part == found)
                        }
                        _ => false,
                    };
                    self.counted(tick, &why.branches);
                    let why = Explained { why, known, same };
                    self.keep(tick, WhyAbout::Repaired, plan.number(), &why);
                }
                EventEffect::PlanEnded => _ = self.reasons.broken.remove(&plan.number()),
                EventEffect::StepStarted | EventEffect::StepFinished | EventEffect::StepFailed => {}
                EventEffect::StepWaits | EventEffect::Nothing => {}
            }
        }
        for lost in self.reasons.failures.watch(director.events()) {
            self.reasons.broken.remove(&lost.plan.number());
            for why in lost.explain(director, context)? {
                let (known, same) = (tick, matches!(why.found, Found::NoPlan));
                let why = Explained { why, known, same };
                self.keep(tick, WhyAbout::Abandoned, lost.plan.number(), &why);
            }
        }
        let under_way = director.searching() == Some(Searching::Root);
        if !under_way {
            self.reasons.root = None;
        } else if self.reasons.root.is_none() {
            self.reasons.root = Some((tick, director.state().clone()));
        }
        self.stay_within_limit();
        Ok(())
    }

    fn counted(&mut self, tick: u64, branches: &[BranchCount]) {
        let tallies = branches.iter().map(|of| Tally {
            task: self.text(of.task),
            method: of.method as u32,
            branch: of.branch as u32,
            tried: of.tried,
            held: of.held,
            taken: of.taken,
        });
        let tallies = tallies.collect();
        self.push(tick, What::Branches(1, tallies));
    }

    fn keep(&mut self, tick: u64, about: WhyAbout, plan: u64, of: &Explained<D>) {
        let names = self.interner.names.take();
        let lines = of
            .why
            .lines(true, names.as_ref().map(|names| &**names as _));
        self.interner.names = names;
        let more = lines.len().saturating_sub(LINES);
        let mut kept: Vec<WhyLine> = Vec::with_capacity(lines.len().min(LINES + 1));
        for line in lines.into_iter().take(LINES) {
            let kept_line = self.why_line(line);
            kept.push(kept_line);
        }
        if more > 0 {
            kept.push(WhyLine {
                depth: 0,
                about: LineAbout::Cut,
                call: None,
                text: self.text(&format!("cut here: {more} more lines were left out")),
            });
        }
        let (known, same) = (of.known, of.same);
        let why = Why {
            about,
            plan,
            known,
            same,
            lines: kept,
        };
        self.push(tick, What::Why(why));
    }

    fn why_line(&mut self, line: Line<D>) -> WhyLine {
        let (about, task) = match line.about {
            About::Search(task) => (LineAbout::Search, Some(task)),
            About::Task(task, End::Done) => (LineAbout::Done, Some(task)),
            About::Task(task, End::Failed) => (LineAbout::Failed, Some(task)),
            About::Task(task, End::Unfinished) => (LineAbout::Unfinished, Some(task)),
            About::Branch(Fate::Chosen) => (LineAbout::Chosen, None),
            About::Branch(Fate::Refused) => (LineAbout::Refused, None),
            About::Branch(Fate::InVain) => (LineAbout::InVain, None),
            About::Branch(Fate::NotLookedAt) => (LineAbout::NotLookedAt, None),
            About::Branch(Fate::Unfinished) => (LineAbout::NoFurther, None),
            About::Detail => (LineAbout::Detail, None),
            About::Cut => (LineAbout::Cut, None),
        };
        WhyLine {
            depth: line.depth as u32,
            about,
            call: task.map(|task| self.task(task)),
            text: self.text(&line.text),
        }
    }
}

fn explain<D: Domain>(
    state: &State<D>,
    context: &D::Context<'_>,
    task: D::Task,
) -> Result<Explanation<D>, ExplainError> {
    let bounds = Bounds {
        depth: 256,
        work: WORK,
        ..Bounds::default()
    };
    Explainer::new(state, context).bounds(bounds).explain(task)
}

/// Explains the search for the root task with the facts of the tick in which it began.
fn explain_root<D: Domain>(
    director: &Director<D>,
    context: &D::Context<'_>,
    tick: u64,
    earlier: &Option<(u64, State<D>)>,
    same: &dyn Fn(&Found<D>) -> bool,
) -> Result<Explained<D>, ExplainError> {
    let task = director.task();
    if let Some((known, state)) = earlier {
        let why = explain(state, context, task)?;
        if same(&why.found) {
            let (known, same) = (*known, true);
            return Ok(Explained { why, known, same });
        }
    }
    let why = explain(director.state(), context, task)?;
    let (known, same) = (tick, same(&why.found));
    Ok(Explained { why, known, same })
}

fn steps_of<D: Domain>(director: &Director<D>, plan: PlanId) -> Vec<D::Task> {
    let mut plans = director.executor().plans();
    let status = plans.find(|status| status.id == plan);
    status.map_or(Vec::new(), |status| {
        status.steps().map(|step| step.task).collect()
    })
}
