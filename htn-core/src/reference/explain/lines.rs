//! An explanation as lines: what its text is made of, and what pages draw as a tree.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::at::At;
use super::report::{
    Attempt, Because, BranchReport, Cut, End, Explanation, Found, Part, Reason, Refusal,
    TaskReport, Verdict, WayReport,
};
use super::why_not::{Answer, Stage, WhyNot};
use super::words::{Times, Wording, error_text};
use crate::model::domain::Domain;
use crate::model::names::visible;
use crate::model::plan::Binding;

/// A line of an explanation. Deeper lines that follow belong to it.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
pub struct Line<D: Domain> {
    /// The indentation level: 0 for the result of the search.
    pub depth: usize,
    /// The subject of the line.
    pub about: About<D>,
    /// The text.
    pub text: String,
}

/// The subject of a line of an explanation. It is the subject of a [`Line`] of an [`Explanation`](super::Explanation).
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
pub enum About<D: Domain> {
    /// The result of the search; the lines below show how the requested task was decomposed.
    Search(D::Task),
    /// A task and its outcome.
    Task(D::Task, End),
    /// A branch, a block of a body or a precondition, and what became of it.
    Branch(Fate),
    /// One of several methods or operators, a solution that was tried or skipped, or the cause of a reason.
    Detail,
    /// Lines were omitted here because of a limit.
    Cut,
}

/// The outcome of a branch. It is the subject of a [`Line`] of an [`Explanation`](super::Explanation).
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is part of the plan.
    Chosen,
    /// Its condition did not hold.
    Refused,
    /// Its condition held, but its body failed.
    InVain,
    /// It was not evaluated, because an earlier branch held.
    NotLookedAt,
    /// The search ended here.
    Unfinished,
}

/// Writes lines.
pub(super) struct LineWriter<'n, D: Domain> {
    pub lines: Vec<Line<D>>,
    pub words: Wording<'n>,
    /// True to show the reasons inside of axioms.
    pub opened: bool,
    /// The file that line numbers refer to; empty before the first.
    pub file: &'static str,
}

impl<D: Domain> LineWriter<'_, D> {
    /// Adds a line. It stays one line, whatever names and values have in them.
    fn push(&mut self, depth: usize, about: About<D>, text: String) {
        let text = visible(&text);
        self.lines.push(Line { depth, about, text });
    }

    pub fn explanation(&mut self, why: &Explanation<D>) {
        let file = file_of(&why.task).unwrap_or(why.file);
        let task = self.words.task::<D>(why.task.task);
        let text = match &why.found {
            Found::Plan(steps) if steps.is_empty() => {
                format!("{task}: a plan without steps ({file})")
            }
            Found::Plan(steps) => {
                let s = if steps.len() == 1 { "" } else { "s" };
                format!("{task}: a plan of {} step{s} ({file})", steps.len())
            }
            Found::NoPlan => format!("{task}: no plan ({file})"),
            Found::Error(full) => format!("{task}: no answer, {full} ({file})"),
            Found::Unknown(why) => format!("{task}: not known, {why} ({file})"),
        };
        let cut = match why.task.cut {
            Some(Cut::TooMany) => ", cut here: there is more",
            _ => "",
        };
        self.push(0, About::Search(why.task.task), text + cut);
        self.file = file;
        self.ways(&why.task, 1);
        if let Some(differs) = &why.differs {
            self.push(0, About::Cut, differs.clone());
        }
        if why.left_out > 0 {
            let text = format!(
                "cut at the marked places: {} more boxes were left out",
                why.left_out
            );
            self.push(0, About::Cut, text);
        }
    }

    /// A reason why a branch was not taken.
    pub fn answer(&mut self, of: &WhyNot<D>, answer: &Answer<D>) {
        let (branch, with) = (of.branch, self.words.bound(&of.given, " with "));
        let detail = About::Detail;
        match answer {
            Answer::Taken => {
                let text = format!("{branch}{with} is what is tried first, and it leads to a plan");
                self.push(0, About::Branch(Fate::Chosen), text);
            }
            Answer::Condition(reason) => {
                let told = self.words.reason(reason, reason.line);
                let about = About::Branch(Fate::Refused);
                self.push(0, about, format!("{branch}{with}: {told}"));
                if self.opened {
                    self.inside(&reason.because, 1);
                }
            }
            Answer::OtherSolutions { solutions, first } => {
                let first = self.words.bound(first, " ");
                let which = match solutions {
                    0 => String::from("has no solution"),
                    1 => format!("has 1 solution, but none with these values: it is{first}"),
                    _ => format!(
                        "has {solutions} solutions, but none with these values: the first is{first}"
                    ),
                };
                let text = format!("{branch}{with}: its condition {which}");
                self.push(0, About::Branch(Fate::Refused), text);
            }
            Answer::Stopped { at, error } => {
                let what = match at {
                    Stage::Condition(of) if *of == branch => String::from("its condition"),
                    Stage::Condition(of) => format!("the condition of {of}, which comes first,"),
                    Stage::Body(bindings) => {
                        format!("its body{}", self.words.bound(bindings, " with "))
                    }
                    Stage::Method(number) => {
                        format!("method {} of that name, which comes first,", number + 1)
                    }
                };
                let error_text = error_text::<D>(*error);
                let text = match error.is_bound() {
                    true => format!(
                        "{branch}{with}: not known: the search of {what} did not end within the bound: {error_text}"
                    ),
                    false => format!(
                        "{branch}{with}: the search of {what} ends with an error: {error_text}"
                    ),
                };
                self.push(0, About::Branch(Fate::Unfinished), text);
            }
            Answer::Body(attempt) => {
                let stopped = stopped(attempt);
                let text =
                    format!("{branch}{with}: its condition holds, but its body failed{stopped}");
                self.push(0, About::Branch(Fate::InVain), text);
                self.parts(&attempt.parts, 1);
            }
            Answer::Earlier {
                branch: earlier,
                bindings,
            } => {
                let with = self.words.bound(bindings, " with ");
                let text = format!("{branch} is not evaluated, since {earlier} holds{with}");
                self.push(0, About::Branch(Fate::NotLookedAt), text);
            }
            Answer::EarlierMethod(number) => {
                let number = number + 1;
                let text = format!(
                    "{branch}{with} is not evaluated: method {number} of that name leads to a plan"
                );
                self.push(0, About::Branch(Fate::NotLookedAt), text);
            }
            Answer::EarlierSolution {
                bindings,
                sort,
                key,
                own_key,
            } => {
                let first = self.words.bound(bindings, " ");
                let sorted = if key.is_empty() {
                    String::new()
                } else {
                    format!(": sorted by {sort}, {key} comes before {own_key}")
                };
                let text = format!("{branch}{with} holds, but first comes{first}{sorted}");
                self.push(0, detail, text);
            }
        }
    }

    fn task(&mut self, task: &TaskReport<D>, depth: usize) {
        let mut text = self.words.task::<D>(task.task);
        text += match task.end {
            End::Done => "",
            End::Failed => ": failed",
            End::Unfinished => ": not finished",
        };
        text += match task.cut {
            None if task.is_refused() => {
                ", refused as a loop: it is open above with the same facts"
            }
            None => "",
            Some(Cut::TooDeep) => ", cut here: it goes deeper",
            Some(Cut::TooMany) => ", cut here: there is more",
        };
        let around = self.file;
        let told = task.ways.iter().any(|way| way.tells());
        if let Some(file) = file_of(task).filter(|file| told && *file != around) {
            text += &format!(" ({file})");
            self.file = file;
        }
        self.push(depth, About::Task(task.task, task.end), text);
        self.ways(task, depth + 1);
        self.file = around;
    }

    fn ways(&mut self, task: &TaskReport<D>, depth: usize) {
        let several = task.ways.len() + task.not_tried > 1;
        for way in &task.ways {
            let mut inner = depth;
            if several {
                let what = if way.operator { "operator" } else { "method" };
                let number = way.number + 1;
                let of = task.ways.len() + task.not_tried;
                let text = format!("{what} {number} of {of}{}", At(way.line));
                self.push(depth, About::Detail, text);
                inner += 1;
            }
            let looked_at = way.branches.iter();
            let looked_at =
                looked_at.filter(|one| !matches!(one.verdict, Verdict::NotLookedAt { .. }));
            for branch in looked_at {
                // That an operator's precondition held is no news.
                let silent = way.operator && matches!(branch.verdict, Verdict::Chosen { .. });
                if !silent {
                    let what = if way.operator { "" } else { "branch " };
                    self.branch(branch, what, inner);
                }
            }
            self.not_looked_at(&way.branches, inner);
            if let Some(refusal) = &way.refusal {
                self.refusal(refusal, inner);
            }
        }
        if task.not_tried > 0 && !task.ways.is_empty() {
            let text = format!("not tried: {} more of that name", task.not_tried);
            self.push(depth, About::Detail, text);
        }
    }

    /// Writes the branches that were not evaluated, in one line.
    fn not_looked_at(&mut self, branches: &[BranchReport<D>], depth: usize) {
        let (mut names, mut because) = (String::new(), "");
        for branch in branches {
            if let Verdict::NotLookedAt { held } = branch.verdict {
                names += if names.is_empty() { "" } else { ", " };
                names += branch.name;
                because = held;
            }
        }
        if names.is_empty() {
            return;
        }
        let text = match because {
            "" => format!("not evaluated: {names}"),
            held => format!("not evaluated, since {held} held: {names}"),
        };
        self.push(depth, About::Branch(Fate::NotLookedAt), text);
    }

    fn branch(&mut self, branch: &BranchReport<D>, what: &str, depth: usize) {
        if let ("", Verdict::Chosen { rounds, before, .. }) = (branch.name, &branch.verdict)
            && let ([round], []) = (&rounds[..], &before[..])
            && round.bindings.is_empty()
        {
            return self.parts(&round.parts, depth);
        }
        let head = match branch.name {
            "" => format!("the only branch{}: ", At(branch.line)),
            name => format!("{what}{name}{}: ", At(branch.line)),
        };
        match &branch.verdict {
            Verdict::Chosen { rounds, sort, .. } => {
                let text = match &rounds[..] {
                    [round] => self.chosen(round, sort),
                    rounds => format!("{} rounds", rounds.len()),
                };
                self.push(depth, About::Branch(Fate::Chosen), head + &text);
                self.below_chosen(&branch.verdict, depth + 1);
            }
            Verdict::BodyFailed {
                attempts,
                solutions,
            } => {
                let times = Times(*solutions);
                let (fate, came) = if attempts.iter().any(|one| one.end == End::Unfinished) {
                    (Fate::Unfinished, "and its body was not finished")
                } else {
                    (Fate::InVain, "but its body failed")
                };
                let text = format!("{head}held {times}, {came}");
                self.push(depth, About::Branch(fate), text);
                for attempt in attempts {
                    self.attempt(attempt, "tried", depth + 1);
                }
            }
            Verdict::Failed(reason) => {
                let text = head + &self.reason_here(reason, branch.line);
                self.push(depth, About::Branch(Fate::Refused), text);
                if self.opened {
                    self.inside(&reason.because, depth + 1);
                }
            }
            Verdict::Unclear => {
                self.push(depth, About::Branch(Fate::Refused), head + "did not hold");
            }
            Verdict::NotLookedAt { held } => {
                let since = match *held {
                    "" => String::new(),
                    held => format!(", since {held} held"),
                };
                let text = format!("{head}not evaluated{since}");
                self.push(depth, About::Branch(Fate::NotLookedAt), text);
            }
            Verdict::Unfinished => {
                let text = head + "the search ended here";
                self.push(depth, About::Branch(Fate::Unfinished), text);
            }
        }
    }

    /// Writes earlier attempts, alternatives and the body of the chosen branch.
    fn below_chosen(&mut self, verdict: &Verdict<D>, depth: usize) {
        let Verdict::Chosen {
            rounds,
            before,
            sort,
            runners_up,
            solutions,
        } = verdict
        else {
            return;
        };
        for attempt in before {
            self.attempt(attempt, "failed before it", depth);
        }
        for other in runners_up {
            let mut text = String::from("rather than");
            text += &self.words.bound(&other.bindings, " ");
            if !other.key.is_empty() && !is_bound(sort, &other.bindings) {
                text += &format!(": {}", other.key);
            }
            self.push(depth, About::Detail, text);
        }
        let told = rounds.len() + before.len() + runners_up.len();
        if *solutions > told && !runners_up.is_empty() {
            let text = format!("and {} more", solutions - told);
            self.push(depth, About::Detail, text);
        }
        for round in rounds {
            let mut inner = depth;
            if rounds.len() > 1 {
                let text = String::from("round") + &self.words.bound(&round.bindings, " with ");
                self.push(depth, About::Detail, text);
                inner += 1;
            }
            self.parts(&round.parts, inner);
        }
    }

    /// The one solution that is part of the plan.
    fn chosen(&self, round: &Attempt<D>, sort: &str) -> String {
        let with = self.words.bound(&round.bindings, " with ");
        match is_bound(sort, &round.bindings) {
            _ if round.key.is_empty() => format!("chosen{with}"),
            true => format!("chosen{with}, sorted by {sort}"),
            false => format!("chosen{with}, sorted by {sort}: {}", round.key),
        }
    }

    fn attempt(&mut self, attempt: &Attempt<D>, what: &str, depth: usize) {
        let with = self.words.bound(&attempt.bindings, " with ");
        let text = format!("{what}{with}{}", stopped(attempt));
        self.push(depth, About::Detail, text);
        self.parts(&attempt.parts, depth + 1);
    }

    fn parts(&mut self, parts: &[Part<D>], depth: usize) {
        for part in parts {
            match part {
                Part::Task(task) => self.task(task, depth),
                Part::Block(block) => self.branch(block, "", depth),
                Part::Strand(strand) => {
                    self.push(depth, About::Detail, String::from("strand"));
                    self.parts(&strand.parts, depth + 1);
                }
                Part::NoValue(text, line) => {
                    let text = format!("`{text}`{} has no value", At(*line));
                    self.push(depth, About::Detail, text);
                }
                Part::Refused(refusal) => self.refusal(refusal, depth),
            }
        }
    }

    fn refusal(&mut self, refusal: &Refusal<D>, depth: usize) {
        let text = match refusal {
            Refusal::Protected { fact, line } => {
                let fact = self.words.fact::<D>(*fact);
                format!("would delete {fact}, which is protected{}", At(*line))
            }
            Refusal::Absent { fact } => {
                format!(
                    "can't protect {}, which is absent",
                    self.words.fact::<D>(*fact)
                )
            }
        };
        self.push(depth, About::Detail, text);
    }

    /// Returns the text of a reason, with its line and file if they differ.
    fn reason_here(&self, reason: &Reason<D>, line: u32) -> String {
        let elsewhere = !self.file.is_empty() && reason.file != self.file;
        match (elsewhere, reason.line == line) {
            (true, _) => {
                let told = self.words.reason(reason, reason.line);
                format!("{told}, in {}", reason.file)
            }
            (false, true) => self.words.reason(reason, 0),
            (false, false) => self.words.reason(reason, reason.line),
        }
    }

    /// Writes the causes of a reason: axioms, sides of `||`, exceptions.
    fn inside(&mut self, because: &Because<D>, depth: usize) {
        let reasons = match because {
            Because::Axiom { blocks, .. } => &blocks[..],
            Because::NoneOf(sides) => sides,
            Because::Exception {
                reason: Some(reason),
                ..
            } => core::slice::from_ref(&**reason),
            _ => &[],
        };
        for reason in reasons {
            let text = self.reason_here(reason, 0);
            self.push(depth, About::Detail, text);
            self.inside(&reason.because, depth + 1);
        }
    }
}

/// Returns the text about the furthest point of a body.
fn stopped<D: Domain>(attempt: &Attempt<D>) -> String {
    let stopped = attempt.stopped.as_ref();
    stopped.map_or(String::new(), |(text, line)| {
        format!(", as far as `{text}`{}", At(*line))
    })
}

/// The file of what does a task.
fn file_of<D: Domain>(task: &TaskReport<D>) -> Option<&'static str> {
    task.ways.first().map(|way| way.file)
}

impl<D: Domain> TaskReport<D> {
    /// Returns true if no method was tried, since the task is below itself.
    fn is_refused(&self) -> bool {
        self.end == End::Failed && self.ways.is_empty() && self.not_tried > 0
    }
}

impl<D: Domain> WayReport<D> {
    /// Returns true if there is something to report: that the precondition of an operator holds is not.
    fn tells(&self) -> bool {
        let mut branches = self.branches.iter();
        !self.operator
            || self.refusal.is_some()
            || branches.any(|one| !matches!(one.verdict, Verdict::Chosen { .. }))
    }
}

/// Returns true if the sort key is a variable whose value is printed anyway.
fn is_bound(sort: &str, bindings: &[Binding]) -> bool {
    let sort = sort.strip_suffix(" desc").unwrap_or(sort);
    bindings.iter().any(|binding| binding.name == sort)
}
