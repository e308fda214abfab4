//! Explanations as text.

use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};

use super::lines::{Line, LineWriter};
use super::report::Explanation;
use super::why_not::WhyNot;
use super::words::{Names, Wording};
use crate::model::domain::Domain;

/// Lines are indented no further: deeper ones say how deep they are.
const DEEPEST: usize = 32;

/// An explanation with names for values, as text: with `{}` in short, with `{:#}` with the axioms opened.
/// [`Explanation::with_names`] returns it.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
pub struct WithNames<'e, E> {
    of: &'e E,
    names: Names<'e>,
}

fn lines<D: Domain>(names: Option<Names<'_>>, opened: bool) -> LineWriter<'_, D> {
    LineWriter {
        lines: Vec::new(),
        words: Wording {
            names,
            types: D::tables().types,
        },
        opened,
        file: "",
    }
}

fn write<D: Domain>(lines: &[Line<D>], f: &mut Formatter<'_>) -> fmt::Result {
    for Line { depth, text, .. } in lines {
        let width = 2 * depth.min(&DEEPEST);
        if depth > &DEEPEST {
            writeln!(f, "{:width$}({depth}) {text}", "")?
        } else {
            writeln!(f, "{:width$}{text}", "")?
        }
    }
    Ok(())
}

impl<D: Domain> Explanation<D> {
    /// Returns the text with names for values: `Ash`, not `PersonId(0)`. The closure returns `None` for values that print as usual;
    /// [values inside of them](crate::Value) get their names all the same. Sides of comparisons and sort keys can be of any type, so
    /// they have no names.
    pub fn with_names<'e>(&'e self, names: Names<'e>) -> WithNames<'e, Self> {
        WithNames { of: self, names }
    }

    /// Returns the lines of the text, to draw them. `opened` shows the reasons inside of axioms.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
    pub fn lines(&self, opened: bool, names: Option<Names<'_>>) -> Vec<Line<D>> {
        let mut lines = lines(names, opened);
        lines.explanation(self);
        lines.lines
    }
}

impl<D: Domain> Display for Explanation<D> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write(&self.lines(f.alternate(), None), f)
    }
}

impl<D: Domain> Display for WithNames<'_, Explanation<D>> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write(&self.of.lines(f.alternate(), Some(self.names)), f)
    }
}

impl<D: Domain> WhyNot<D> {
    /// Returns the text with names for values. See [`Explanation::with_names`].
    pub fn with_names<'e>(&'e self, names: Names<'e>) -> WithNames<'e, Self> {
        WithNames { of: self, names }
    }

    /// Writes the text without a final line break.
    fn write(&self, names: Option<Names<'_>>, f: &mut Formatter<'_>) -> fmt::Result {
        let mut lines = lines(names, f.alternate());
        for answer in &self.answers {
            lines.answer(self, answer);
        }
        let Some((last, others)) = lines.lines.split_last() else {
            return Ok(());
        };
        write(others, f)?;
        let width = 2 * last.depth;
        write!(f, "{:width$}{}", "", last.text)
    }
}

impl<D: Domain> Display for WhyNot<D> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write(None, f)
    }
}

impl<D: Domain> Display for WithNames<'_, WhyNot<D>> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.of.write(Some(self.names), f)
    }
}
