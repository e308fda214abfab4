//! An explanation as text.

use alloc::string::String;
use core::fmt::{self, Display, Formatter, Write};

use super::report::{
    Attempt, Because, BranchReport, End, Explanation, Found, Part, Reason, TaskReport, Verdict,
    WayReport,
};
use super::why_not::{Answer, WhyNot};
use crate::domain::Domain;
use crate::plain::At;
use crate::plan::Binding;

/// Lines are indented no further: deeper ones say how deep they are.
const DEEPEST: usize = 32;

impl<D: Domain> Display for Explanation<D> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let file = file_of(&self.task).unwrap_or(self.file);
        let task = self.task.task;
        match &self.found {
            Found::Plan(steps) if steps.is_empty() => {
                writeln!(f, "{task}: a plan without steps ({file})")?
            }
            Found::Plan(steps) => {
                let s = if steps.len() == 1 { "" } else { "s" };
                writeln!(f, "{task}: a plan of {} step{s} ({file})", steps.len())?;
            }
            Found::NoPlan => writeln!(f, "{task}: no plan ({file})")?,
            Found::Unknown(why) => writeln!(f, "{task}: not known, {why} ({file})")?,
        }
        let mut out = Text {
            out: f,
            opened: false,
            file,
        };
        out.opened = out.out.alternate();
        out.ways(&self.task, 1)?;
        if self.left_out > 0 {
            let left_out = self.left_out;
            writeln!(out.out, "cut here: {left_out} more boxes were left out")?;
        }
        Ok(())
    }
}

/// A reason why a branch was not taken.
pub(super) fn answer<D: Domain>(
    of: &WhyNot<D>,
    answer: &Answer<D>,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let (branch, with) = (of.branch, Bound(&of.given, " with "));
    match answer {
        Answer::Taken => write!(
            f,
            "{branch}{with} is what is tried first, and it leads to a plan"
        ),
        Answer::Condition(reason) => {
            write!(f, "{branch}{with}: ")?;
            let mut out = Text {
                opened: f.alternate(),
                out: f,
                file: "",
            };
            write!(out.out, "{}", Told(reason, reason.line))?;
            if out.opened {
                out.out.write_str("\n")?;
                out.inside(&reason.because, 1)?;
            }
            Ok(())
        }
        Answer::Body(attempt) => {
            write!(
                f,
                "{branch}{with}: its condition holds, but its body failed"
            )?;
            if let Some((text, line)) = &attempt.stopped {
                write!(f, ", as far as `{text}`{}", At(*line))?;
            }
            f.write_str("\n")?;
            let mut out = Text {
                opened: f.alternate(),
                out: f,
                file: "",
            };
            out.parts(&attempt.parts, 1)
        }
        Answer::Earlier {
            branch: earlier,
            bindings,
        } => {
            let earlier_with = Bound(bindings, " with ");
            write!(
                f,
                "{branch} is not looked at, since {earlier} holds{earlier_with}"
            )
        }
        Answer::EarlierMethod(number) => {
            let number = number + 1;
            write!(
                f,
                "{branch}{with} is not looked at: method {number} of that name leads to a plan"
            )
        }
        Answer::Others {
            bindings,
            sort,
            key,
            own_key,
        } => {
            let first = Bound(bindings, " ");
            write!(f, "{branch}{with} holds, but first comes{first}")?;
            match key.is_empty() {
                true => Ok(()),
                false => write!(f, ": sorted by {sort}, {key} comes before {own_key}"),
            }
        }
    }
}

struct Text<'f, 'g> {
    out: &'f mut Formatter<'g>,
    /// Whether axioms are opened.
    opened: bool,
    /// The file whose lines are told; empty where it was not told yet.
    file: &'static str,
}

impl Text<'_, '_> {
    fn indent(&mut self, depth: usize) -> fmt::Result {
        (0..depth.min(DEEPEST)).try_for_each(|_| self.out.write_str("  "))?;
        match depth > DEEPEST {
            true => write!(self.out, "({depth}) "),
            false => Ok(()),
        }
    }

    fn task<D: Domain>(&mut self, task: &TaskReport<D>, depth: usize) -> fmt::Result {
        self.indent(depth)?;
        write!(self.out, "{}", task.task)?;
        match task.end {
            End::Done => {}
            End::Failed => self.out.write_str(": failed")?,
            End::Unfinished => self.out.write_str(": not finished")?,
        }
        if task.cut {
            self.out.write_str(", cut here: it goes deeper")?;
        }
        let around = self.file;
        let told = task.ways.iter().any(|way| way.tells());
        if let Some(file) = file_of(task).filter(|file| told && *file != around) {
            write!(self.out, " ({file})")?;
            self.file = file;
        }
        self.out.write_str("\n")?;
        self.ways(task, depth + 1)?;
        self.file = around;
        Ok(())
    }

    fn ways<D: Domain>(&mut self, task: &TaskReport<D>, depth: usize) -> fmt::Result {
        let several = task.ways.len() + task.not_tried > 1;
        for way in &task.ways {
            let mut inner = depth;
            if several {
                self.indent(depth)?;
                let what = if way.operator { "operator" } else { "method" };
                let number = way.number + 1;
                let of = task.ways.len() + task.not_tried;
                writeln!(self.out, "{what} {number} of {of}{}", At(way.line))?;
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
                    self.branch(branch, what, inner)?;
                }
            }
            self.not_looked_at(&way.branches, inner)?;
        }
        if task.not_tried > 0 && !task.ways.is_empty() {
            self.indent(depth)?;
            writeln!(self.out, "not tried: {} more of that name", task.not_tried)?;
        }
        Ok(())
    }

    /// The branches that nobody looked at, in one line.
    fn not_looked_at<D: Domain>(
        &mut self,
        branches: &[BranchReport<D>],
        depth: usize,
    ) -> fmt::Result {
        let (mut names, mut because) = (String::new(), "");
        for branch in branches {
            if let Verdict::NotLookedAt { held } = branch.verdict {
                let between = if names.is_empty() { "" } else { ", " };
                write!(names, "{between}{}", branch.name)?;
                because = held;
            }
        }
        if names.is_empty() {
            return Ok(());
        }
        self.indent(depth)?;
        match because {
            "" => writeln!(self.out, "not looked at: {names}"),
            held => writeln!(self.out, "not looked at, since {held} held: {names}"),
        }
    }

    fn branch<D: Domain>(
        &mut self,
        branch: &BranchReport<D>,
        what: &str,
        depth: usize,
    ) -> fmt::Result {
        if let ("", Verdict::Chosen { rounds, before, .. }) = (branch.name, &branch.verdict)
            && let ([round], []) = (&rounds[..], &before[..])
            && round.bindings.is_empty()
        {
            return self.parts(&round.parts, depth);
        }
        self.indent(depth)?;
        let name = match branch.name {
            "" => "the only branch",
            name => name,
        };
        let what = if branch.name.is_empty() { "" } else { what };
        write!(self.out, "{what}{name}{}: ", At(branch.line))?;
        match &branch.verdict {
            Verdict::Chosen {
                rounds,
                before,
                sort,
                runners_up,
                solutions,
            } => {
                match &rounds[..] {
                    [round] => self.chosen(round, sort)?,
                    rounds => writeln!(self.out, "{} rounds", rounds.len())?,
                }
                for attempt in before {
                    self.attempt(attempt, "before it, in vain", depth + 1)?;
                }
                for other in runners_up {
                    self.indent(depth + 1)?;
                    self.out.write_str("rather than")?;
                    self.bindings(&other.bindings, " ")?;
                    if !other.key.is_empty() && !is_bound(sort, &other.bindings) {
                        write!(self.out, ": {}", other.key)?;
                    }
                    self.out.write_str("\n")?;
                }
                let told = rounds.len() + before.len() + runners_up.len();
                if *solutions > told && !runners_up.is_empty() {
                    self.indent(depth + 1)?;
                    writeln!(self.out, "and {} more", solutions - told)?;
                }
                for round in rounds {
                    let mut inner = depth + 1;
                    if rounds.len() > 1 {
                        self.indent(inner)?;
                        self.out.write_str("round")?;
                        self.bindings(&round.bindings, " with ")?;
                        self.out.write_str("\n")?;
                        inner += 1;
                    }
                    self.parts(&round.parts, inner)?;
                }
                Ok(())
            }
            Verdict::BodyFailed {
                attempts,
                solutions,
            } => {
                let times = Times(*solutions);
                let unfinished = attempts.iter().any(|one| one.end == End::Unfinished);
                match unfinished {
                    true => writeln!(self.out, "held {times}, and its body was not finished")?,
                    false => writeln!(self.out, "held {times}, but its body failed")?,
                }
                for attempt in attempts {
                    self.attempt(attempt, "tried", depth + 1)?;
                }
                Ok(())
            }
            Verdict::Failed(reason) => self.reason(reason, branch.line, depth),
            Verdict::Unclear => writeln!(self.out, "did not hold"),
            Verdict::NotLookedAt { held: "" } => writeln!(self.out, "not looked at"),
            Verdict::NotLookedAt { held } => {
                writeln!(self.out, "not looked at, since {held} held")
            }
            Verdict::Unfinished => writeln!(self.out, "the search came no further"),
        }
    }

    /// The one solution that is part of the plan.
    fn chosen<D: Domain>(&mut self, round: &Attempt<D>, sort: &str) -> fmt::Result {
        self.out.write_str("chosen")?;
        self.bindings(&round.bindings, " with ")?;
        match is_bound(sort, &round.bindings) {
            _ if round.key.is_empty() => {}
            true => write!(self.out, ", sorted by {sort}")?,
            false => write!(self.out, ", sorted by {sort}: {}", round.key)?,
        }
        self.out.write_str("\n")
    }

    fn attempt<D: Domain>(
        &mut self,
        attempt: &Attempt<D>,
        what: &str,
        depth: usize,
    ) -> fmt::Result {
        self.indent(depth)?;
        self.out.write_str(what)?;
        self.bindings(&attempt.bindings, " with ")?;
        if let Some((text, line)) = &attempt.stopped {
            write!(self.out, ", as far as `{text}`{}", At(*line))?;
        }
        self.out.write_str("\n")?;
        self.parts(&attempt.parts, depth + 1)
    }

    fn parts<D: Domain>(&mut self, parts: &[Part<D>], depth: usize) -> fmt::Result {
        for part in parts {
            match part {
                Part::Task(task) => self.task(task, depth)?,
                Part::Block(block) => self.branch(block, "", depth)?,
                Part::Strand(strand) => {
                    self.indent(depth)?;
                    self.out.write_str("strand\n")?;
                    self.parts(&strand.parts, depth + 1)?;
                }
                Part::NoValue(text, line) => {
                    self.indent(depth)?;
                    writeln!(self.out, "`{text}`{} has no value", At(*line))?;
                }
            }
        }
        Ok(())
    }

    /// A reason; its line where it is another one.
    fn reason<D: Domain>(&mut self, reason: &Reason<D>, line: u32, depth: usize) -> fmt::Result {
        let elsewhere = !self.file.is_empty() && reason.file != self.file;
        match (elsewhere, reason.line == line) {
            (true, _) => writeln!(
                self.out,
                "{}, in {}",
                Told(reason, reason.line),
                reason.file
            )?,
            (false, true) => writeln!(self.out, "{}", Told(reason, 0))?,
            (false, false) => writeln!(self.out, "{reason}")?,
        }
        match self.opened {
            true => self.inside(&reason.because, depth + 1),
            false => Ok(()),
        }
    }

    /// What is behind a reason: axioms, sides of `||`, exceptions.
    fn inside<D: Domain>(&mut self, because: &Because<D>, depth: usize) -> fmt::Result {
        let (Because::Axiom {
            blocks: reasons, ..
        }
        | Because::NoneOf(reasons)) = because
        else {
            if let Because::Exception {
                reason: Some(reason),
                ..
            } = because
            {
                self.indent(depth)?;
                return self.reason(reason, 0, depth);
            }
            return Ok(());
        };
        for reason in reasons {
            self.indent(depth)?;
            self.reason(reason, 0, depth)?;
        }
        Ok(())
    }

    fn bindings(&mut self, bindings: &[Binding], before: &str) -> fmt::Result {
        write!(self.out, "{}", Bound(bindings, before))
    }
}

/// The file of what does a task.
fn file_of<D: Domain>(task: &TaskReport<D>) -> Option<&'static str> {
    task.ways.first().map(|way| way.file)
}

impl<D: Domain> WayReport<D> {
    /// Whether there is anything to tell: that the precondition of an operator holds is no news.
    fn tells(&self) -> bool {
        let mut branches = self.branches.iter();
        !self.operator || branches.any(|one| !matches!(one.verdict, Verdict::Chosen { .. }))
    }
}

/// Whether what is sorted by is a variable, whose value is told already.
fn is_bound(sort: &str, bindings: &[Binding]) -> bool {
    let sort = sort.strip_suffix(" desc").unwrap_or(sort);
    bindings.iter().any(|binding| binding.name == sort)
}

/// What is bound, behind a word; nothing where nothing is.
struct Bound<'b>(&'b [Binding], &'b str);

impl Display for Bound<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, binding) in self.0.iter().enumerate() {
            let before = if number == 0 { self.1 } else { ", " };
            write!(f, "{before}{binding}")?;
        }
        Ok(())
    }
}

impl<D: Domain> Display for Reason<D> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Told(self, self.line).fmt(f)
    }
}

/// A reason with a line.
struct Told<'r, D: Domain>(&'r Reason<D>, u32);

impl<D: Domain> Display for Told<'_, D> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Reason {
            conjunct,
            tried,
            bindings,
            because,
            ..
        } = self.0;
        write!(f, "`{conjunct}`{} did not hold", At(self.1))?;
        let nearest = match because {
            Because::Compared { .. } => "the nearest miss",
            _ => "the first",
        };
        match (tried, bindings.is_empty()) {
            (_, true) => {}
            (1, false) => write!(f, "{}", Bound(bindings, " for "))?,
            (tried, false) => {
                write!(f, " for the {tried} that got there, {nearest}")?;
                write!(f, "{}", Bound(bindings, " "))?;
            }
        }
        match because {
            // It would say the same again.
            Because::Axiom { asked, .. } if asked == conjunct => Ok(()),
            because => because.fmt(f),
        }
    }
}

/// Begins with what stands between it and the conjunct.
impl<D: Domain> Display for Because<D> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Because::NoSuchFact { asked, facts: 0 } => {
                let name = asked.split('(').next().unwrap_or_default();
                write!(f, ": there is no fact {name}")
            }
            Because::NoSuchFact { asked, facts } => {
                let s = if *facts == 1 { "" } else { "s" };
                let name = asked.split('(').next().unwrap_or_default();
                write!(f, ": there is no {asked} among {facts} fact{s} {name}")
            }
            Because::InTheWay { facts, others } => {
                let mut all = String::new();
                for fact in facts {
                    write!(all, ", {fact}")?;
                }
                for other in others {
                    write!(all, ", {other}")?;
                }
                let all = all.trim_start_matches(", ");
                write!(f, ": {all} stands in the way")
            }
            Because::Compared { left, right } => match (left.as_str(), right.as_str()) {
                (left, "") | ("", left) => write!(f, ": a side is {left}"),
                (left, right) => write!(f, ": the sides are {left} and {right}"),
            },
            Because::False => f.write_str(": it is false"),
            Because::NoValue => f.write_str(": there is no such value"),
            Because::Axiom { asked, .. } => write!(f, ": {asked} is not so"),
            Because::NoneOf(_) => f.write_str(": nothing of it holds"),
            Because::Exception { bindings, .. } => {
                write!(f, ": there is an exception{}", Bound(bindings, ", "))
            }
            Because::Unknown => f.write_str(": the bound was reached"),
        }
    }
}

/// So often.
struct Times(usize);

impl Display for Times {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("once"),
            times => write!(f, "{times} times"),
        }
    }
}
