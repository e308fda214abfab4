//! Coverage as text, to combine the counts of several processes.

use std::fmt;

use super::{Coverage, Covered};

/// The first line, with the version.
const HEAD: &str = "htn-coverage 1";

/// The reason why counts cannot be read: the error of [`Coverage::read`]. [`Coverage`](crate::Coverage) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CoverageError {
    /// The text is not coverage, or of another version.
    NoCoverage,
    /// The line with this number, from 1, is invalid.
    Line(usize),
}

impl fmt::Display for CoverageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CoverageError::NoCoverage => {
                write!(
                    f,
                    "not a coverage file: it does not begin with `{HEAD}`; help: pass the text of `Coverage::to_text`"
                )
            }
            CoverageError::Line(line) => {
                write!(f, "line {line} of the coverage is invalid or incomplete")
            }
        }
    }
}

impl std::error::Error for CoverageError {}

impl Coverage {
    /// Returns the counts as text for [`read`](Self::read): a line for each branch.
    /// [`Coverage`](Self) has an example.
    pub fn to_text(&self) -> String {
        let (plans, searches, count) = (self.plans, self.searches, self.branches.len());
        let mut text = format!("{HEAD}\n{plans} {searches} {count} {}\n", self.domain);
        for branch in &self.branches {
            let Covered {
                task,
                method,
                branch,
                name,
                line,
                taken,
                refused,
                dead_ends,
            } = branch;
            text +=
                &format!("{taken} {refused} {dead_ends} {method} {branch} {line} {task} {name}\n");
        }
        text
    }

    /// Reads what [`to_text`](Self::to_text) has written, to be [merged](Self::merge).
    ///
    /// # Errors
    ///
    /// The text is not coverage, or incomplete.
    pub fn read(text: &str) -> Result<Coverage, CoverageError> {
        let mut lines = text.lines().zip(1..);
        if lines.next().is_none_or(|(head, _)| head != HEAD) {
            return Err(CoverageError::NoCoverage);
        }
        let (second, at) = lines.next().unwrap_or(("", 2));
        let (coverage, count) = head(second).ok_or(CoverageError::Line(at))?;
        let mut branches = Vec::new();
        // A truncated line may look complete: complete lines end with a line break.
        let whole = text.ends_with('\n');
        for (line, at) in lines {
            let branch = covered(line).ok_or(CoverageError::Line(at))?;
            branches.push(branch);
        }
        match branches.len() == count && whole {
            true => Ok(Coverage {
                branches,
                ..coverage
            }),
            false => Err(CoverageError::Line(text.lines().count())),
        }
    }
}

fn head(line: &str) -> Option<(Coverage, usize)> {
    let mut words = line.splitn(4, ' ');
    let mut number = || words.next()?.parse::<u64>().ok();
    let (plans, searches, count) = (number()?, number()?, number()?);
    let coverage = Coverage {
        domain: words.next()?.to_owned(),
        plans,
        searches,
        branches: Vec::new(),
    };
    Some((coverage, usize::try_from(count).ok()?))
}

fn covered(line: &str) -> Option<Covered> {
    let mut words = line.splitn(8, ' ');
    let mut number = || words.next()?.parse::<u64>().ok();
    let (taken, refused, dead_ends) = (number()?, number()?, number()?);
    let (method, branch, line) = (number()?, number()?, number()?);
    Some(Covered {
        task: words.next()?.to_owned(),
        method: usize::try_from(method).ok()?,
        branch: usize::try_from(branch).ok()?,
        name: words.next()?.to_owned(),
        line: u32::try_from(line).ok()?,
        taken,
        refused,
        dead_ends,
    })
}
