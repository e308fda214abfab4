//! A matrix as text.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::{Matrix, MatrixCell};

impl Matrix {
    /// The matrix as comma-separated values: a line for each unit, a column for each time step, `waits` where a unit does
    /// nothing yet. Lines end as RFC 4180 says, and what has a comma, a quote or a line break in it is quoted.
    pub fn csv(&self) -> impl fmt::Display + '_ {
        Csv(self)
    }

    /// A text of one time step of a unit: what it begins; a stroke where it goes on, a dot where it waits.
    fn short(&self, unit: usize, column: usize) -> &str {
        match self.cell(unit, column) {
            MatrixCell::Begins(entry) => &entry.text,
            MatrixCell::Goes(_) => "│",
            MatrixCell::Waits => "·",
            MatrixCell::Over => "",
        }
    }
}

/// A line for each time step, a column for each unit: what a unit begins; a stroke where it goes on, and a dot where it
/// waits.
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
                let texts = self.of(unit).iter().map(|entry| letters(&entry.text));
                texts.fold(letters(&self.units()[unit]), usize::max)
            })
            .collect();
        let mut lines = Lines { f, widths, first };
        lines.line(head, |unit| &self.units()[unit])?;
        for (column, time) in times.iter().enumerate() {
            lines.f.write_str("\n")?;
            lines.line(time, |unit| self.short(unit, column))?;
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
    /// Nothing stands behind the last text of a line.
    fn line<'t>(&mut self, time: &str, text: impl Fn(usize) -> &'t str) -> fmt::Result {
        write!(self.f, "{time:>first$}", first = self.first)?;
        let mut blanks = 0;
        for (unit, width) in self.widths.iter().enumerate() {
            let text = text(unit);
            blanks += 2;
            if !text.is_empty() {
                write!(self.f, "{:blanks$}{text}", "")?;
                blanks = 0;
            }
            blanks += width - letters(text).min(*width);
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

fn field(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if !text.contains([',', '"', '\r', '\n']) {
        return f.write_str(text);
    }
    f.write_str("\"")?;
    for (number, piece) in text.split('"').enumerate() {
        // A quote inside is two.
        f.write_str(if number == 0 { "" } else { "\"\"" })?;
        f.write_str(piece)?;
    }
    f.write_str("\"")
}
