//! Execution matrices: the action of each unit at every time step.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::Range;

use htn_core::visible;

/// An execution matrix: the action of each unit at every time step, planned or observed. It prints as a table with a line for
/// each time step and a column for each unit; [`csv`](Matrix::csv) is for spreadsheets, and `htn-view` draws it as HTML.
///
/// [`Schedule::matrix`](crate::Schedule::matrix) creates the matrix of a plan. The game creates one from the actions that it observed:
///
/// ```
/// use squad_htn::{Matrix, MatrixCell, MatrixEntry};
///
/// # fn main() -> Result<(), squad_htn::MatrixError> {
/// let did = |unit, text: &str, from, to| MatrixEntry { unit, text: text.into(), from, to };
/// let units = vec!["Sappers".into(), "Red, the first".into()];
/// let matrix = Matrix::new(10.0, units, vec![
///     did(0, "blast", 0.0, 25.0),
///     did(1, "storm", 31.0, 52.0),
/// ])?;
/// assert_eq!((matrix.columns(), matrix.step(), matrix.time(3)), (6, 10.0, 30.0));
/// assert_eq!(matrix.columns_of(&matrix.of(1)[0]), 3..6);
/// assert_eq!(matrix.cell(0, 1), MatrixCell::Goes(&matrix.entries()[0]));
/// assert_eq!(matrix.cell(0, 3), MatrixCell::Over);
/// assert_eq!(matrix.csv().to_string(), "\
/// unit,0,10,20,30,40,50\r\n\
/// Sappers,blast,blast,blast,,,\r\n\
/// \"Red, the first\",waits,waits,waits,storm,storm,storm\r\n");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix {
    step: f32,
    columns: usize,
    units: Vec<String>,
    /// By unit, then by start.
    entries: Vec<MatrixEntry>,
}

/// An action of a unit with its times: an entry of a [`Matrix`].
#[derive(Clone, PartialEq, Debug)]
pub struct MatrixEntry {
    /// The unit's place in the list of units.
    pub unit: usize,
    /// The text of the action.
    pub text: String,
    /// The start time.
    pub from: f32,
    /// The end time; infinite for an action without an end.
    pub to: f32,
}

/// The action of a unit in one time step: the result of [`Matrix::cell`]. The example of [`Matrix`] reads some.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MatrixCell<'m> {
    /// It starts this action, or the last of several that start in this time step.
    Begins(&'m MatrixEntry),
    /// It continues this action.
    Goes(&'m MatrixEntry),
    /// It is idle, and will act later.
    Waits,
    /// It has ended all its actions.
    Over,
}

impl<'m> MatrixCell<'m> {
    /// Returns the entry of the action.
    pub fn entry(self) -> Option<&'m MatrixEntry> {
        match self {
            MatrixCell::Begins(entry) | MatrixCell::Goes(entry) => Some(entry),
            MatrixCell::Waits | MatrixCell::Over => None,
        }
    }
}

impl Matrix {
    /// The maximum number of time steps.
    pub const MAX_COLUMNS: usize = 10_000;

    /// Creates a matrix with time steps of this length, from 0 to the end of the last entry. [`Matrix`](Self) has an example.
    ///
    /// # Errors
    ///
    /// The time step is not a positive number, there would be too many time steps, or an entry has an unknown unit or an invalid time.
    pub fn new(
        step: f32,
        units: Vec<String>,
        mut entries: Vec<MatrixEntry>,
    ) -> Result<Matrix, MatrixError> {
        if !(step > 0.0 && step.is_finite()) {
            return Err(MatrixError::Step(step));
        }
        let is_wrong = |entry: &&MatrixEntry| {
            let times = entry.from >= 0.0 && entry.from.is_finite() && entry.to >= entry.from;
            entry.unit >= units.len() || !times
        };
        if let Some(entry) = entries.iter().find(is_wrong) {
            return Err(MatrixError::Entry(entry.clone()));
        }
        let moments = entries.iter().flat_map(|entry| [entry.from, entry.to]);
        let end = moments
            .filter(|moment| moment.is_finite())
            .fold(0.0, f32::max);
        // Entries without a duration at the very end need a time step of their own.
        let late =
            |entry: &MatrixEntry| steps_and_rest(entry.from, step).0 == whole_steps(end, step);
        let columns = whole_steps(end, step) + usize::from(entries.iter().any(late));
        if columns > Self::MAX_COLUMNS {
            return Err(MatrixError::TooMany { columns });
        }
        entries.sort_by(|one, other| {
            let units = one.unit.cmp(&other.unit);
            units.then(one.from.total_cmp(&other.from))
        });
        Ok(Matrix {
            step,
            columns,
            units,
            entries,
        })
    }

    /// Returns the length of a time step. [`Matrix`](Self) has an example.
    pub fn step(&self) -> f32 {
        self.step
    }

    /// Returns the number of time steps. See the example of [`Matrix`](Self).
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the time at which a time step starts. [`Matrix`](Self) has an example.
    pub fn time(&self, column: usize) -> f32 {
        column as f32 * self.step
    }

    /// Returns the names of the units.
    pub fn units(&self) -> &[String] {
        &self.units
    }

    /// Returns the entries of all units: one unit after another, each ordered by start. The example of [`Matrix`](Self)
    /// uses it.
    pub fn entries(&self) -> &[MatrixEntry] {
        &self.entries
    }

    /// Returns the entries of a unit, ordered by start. [`Matrix`](Self) has an example.
    pub fn of(&self, unit: usize) -> &[MatrixEntry] {
        let from = self.entries.partition_point(|entry| entry.unit < unit);
        let to = self.entries.partition_point(|entry| entry.unit <= unit);
        &self.entries[from..to]
    }

    /// Returns the time steps that an entry covers, wholly or in part. [`Matrix`](Self) has an example.
    pub fn columns_of(&self, entry: &MatrixEntry) -> Range<usize> {
        let (first, _) = steps_and_rest(entry.from, self.step);
        let end = if entry.to.is_finite() {
            whole_steps(entry.to, self.step)
        } else {
            self.columns
        };
        first..end.max(first + 1).min(self.columns)
    }

    /// Returns the action of a unit in a time step. [`Matrix`](Self) has an example.
    pub fn cell(&self, unit: usize, column: usize) -> MatrixCell<'_> {
        let own = self.of(unit);
        let in_it = |entry: &&MatrixEntry| self.columns_of(entry).contains(&column);
        match own.iter().rfind(in_it) {
            Some(entry) if self.columns_of(entry).start == column => MatrixCell::Begins(entry),
            Some(entry) => MatrixCell::Goes(entry),
            None if own
                .iter()
                .any(|entry| self.columns_of(entry).start > column) =>
            {
                MatrixCell::Waits
            }
            None => MatrixCell::Over,
        }
    }
}

/// Returns the number of steps that cover a time.
fn whole_steps(time: f32, step: f32) -> usize {
    let (whole, rest) = steps_and_rest(time, step);
    whole.saturating_add(usize::from(rest))
}

/// Returns the number of whole steps in a time, and whether there is a remainder. Remainders within the rounding error
/// count as none: 0.7 is not quite seven times 0.1.
fn steps_and_rest(time: f32, step: f32) -> (usize, bool) {
    const SLACK: f32 = 1e-3;
    let steps = time / step;
    let whole = steps as usize;
    let rest = steps - whole as f32;
    if rest > 1.0 - SLACK {
        (whole.saturating_add(1), false)
    } else {
        (whole, rest > SLACK)
    }
}

/// The reason why a matrix is invalid: the error of [`Matrix::new`]. [`Matrix`] has an example.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum MatrixError {
    /// The length of a time step is not a positive number.
    Step(f32),
    /// There would be too many time steps.
    TooMany {
        /// The number of time steps.
        columns: usize,
    },
    /// This entry has an unknown unit, a negative or infinite start, or an end before its start.
    Entry(MatrixEntry),
}

impl fmt::Display for MatrixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatrixError::Step(step) => {
                write!(f, "time step must be greater than 0, found {step}")
            }
            MatrixError::TooMany { columns } => {
                let max = Matrix::MAX_COLUMNS;
                write!(
                    f,
                    "{columns} time steps exceed the maximum of {max}; help: use a longer time step"
                )
            }
            MatrixError::Entry(entry) => {
                let MatrixEntry {
                    unit,
                    text,
                    from,
                    to,
                } = entry;
                let text = visible(text);
                write!(
                    f,
                    "invalid entry `{text}`: unit {unit} does not exist, or {from} to {to} is not a valid time span"
                )
            }
        }
    }
}

impl Error for MatrixError {}
