//! A matrix as text.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::{Matrix, MatrixCell};
use htn_core::{Visible, visible};

impl Matrix {
    /// The matrix as comma-separated values: a line for each unit, a column for each time step, `waits` where a unit does
    /// nothing yet. Lines end as RFC 4180 says, and what has a separator, a quote or a line break in it is quoted. See
    /// the example of [`Matrix`](Self).
    ///
    /// Names and texts are data, and stay data in a spreadsheet: before one that would be a formula there, as `=1+1`, comes an
    /// apostrophe. Letters that can't be seen are shown by their number, `U+202E`.
    pub fn csv(&self) -> impl fmt::Display + '_ {
        Csv(self)
    }

    /// Returns the text of a unit in one time step: the action that begins; a stroke if one continues, a dot if it
    /// waits.
    fn short(&self, unit: usize, column: usize) -> &str {
        match self.cell(unit, column) {
            MatrixCell::Begins(entry) => &entry.text,
            MatrixCell::Goes(_) => "│",
            MatrixCell::Waits => "·",
            MatrixCell::Over => "",
        }
    }
}

/// A line for each time step, a column for each unit: the action that begins, a stroke if one continues, a dot if the
/// unit waits.
impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times: Vec<String> = (0..self.columns())
            .map(|column| self.time(column).to_string())
            .collect();
        let head = "time";
        let first = times.iter().map(|time| letters(time)).max().unwrap_or(0);
        let first = first.max(head.len());
        let widths: Vec<usize> = (0..self.units().len())
            .map(|unit| {
                let texts = self.of(unit).iter();
                let texts = texts.map(|entry| letters(&visible(&entry.text)));
                texts.fold(letters(&visible(&self.units()[unit])), usize::max)
            })
            .collect();
        let mut lines = Lines { f, widths, first };
        lines.line(head, |unit| visible(&self.units()[unit]))?;
        for (column, time) in times.iter().enumerate() {
            lines.f.write_str("\n")?;
            lines.line(time, |unit| visible(self.short(unit, column)))?;
        }
        Ok(())
    }
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

struct Lines<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    widths: Vec<usize>,
    first: usize,
}

impl Lines<'_, '_> {
    /// Writes a line without trailing spaces.
    fn line(&mut self, time: &str, text: impl Fn(usize) -> String) -> fmt::Result {
        write!(self.f, "{time:>first$}", first = self.first)?;
        let mut blanks = 0;
        for (unit, width) in self.widths.iter().enumerate() {
            let text = text(unit);
            blanks += 2;
            if !text.is_empty() {
                write!(self.f, "{:blanks$}{text}", "")?;
                blanks = 0;
            }
            blanks += width - letters(&text).min(*width);
        }
        Ok(())
    }
}

struct Csv<'m>(&'m Matrix);

impl fmt::Display for Csv<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let matrix = self.0;
        f.write_str("unit")?;
        for column in 0..matrix.columns() {
            write!(f, ",{}", matrix.time(column))?;
        }
        f.write_str("\r\n")?;
        for (unit, name) in matrix.units().iter().enumerate() {
            field(name, f)?;
            for column in 0..matrix.columns() {
                f.write_str(",")?;
                match matrix.cell(unit, column) {
                    MatrixCell::Begins(entry) | MatrixCell::Goes(entry) => field(&entry.text, f)?,
                    MatrixCell::Waits => f.write_str("waits")?,
                    MatrixCell::Over => {}
                }
            }
            f.write_str("\r\n")?;
        }
        Ok(())
    }
}

/// Writes a cell. Spreadsheets of some countries separate cells by semicolons.
fn field(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let formula = if is_formula(text) { "'" } else { "" };
    if !text.contains([',', ';', '"', '\n']) {
        f.write_str(formula)?;
        return Visible(f).write_str(text);
    }
    write!(f, "\"{formula}")?;
    for (number, line) in text.split('\n').enumerate() {
        f.write_str(if number == 0 { "" } else { "\n" })?;
        // A quote inside is two.
        Visible(&mut *f).write_str(&line.replace('"', "\"\""))?;
    }
    f.write_str("\"")
}

/// Returns true for a text that spreadsheets would evaluate. They do so with some letters of full width as well.
fn is_formula(text: &str) -> bool {
    let signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    text.trim_start().starts_with(signs) && text.parse::<f64>().is_err()
}
