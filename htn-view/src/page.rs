//! A page of text, tables and matrices.

use std::fmt::Write;

use htn_tools::{Matrix, MatrixCell, MatrixEntry};

use crate::escape::escape_xml;

const PAGE: &str = include_str!("page/page.html");
const CSS: &str = include_str!("page/page.css");

/// A page of headings, text, tables, execution matrices and pieces of HTML: one HTML file without external resources,
/// for dark and light screens. All text is escaped, except for [`html`](Self::html) and [`style`](Self::style).
///
/// ```
/// use htn_view::Page;
/// use squad_htn::{Matrix, MatrixEntry};
///
/// # fn main() -> Result<(), squad_htn::MatrixError> {
/// let did = |text: &str, from, to| MatrixEntry { unit: 0, text: text.into(), from, to };
/// let units = || vec!["Sappers".to_owned()];
/// let planned = Matrix::new(1.0, units(), vec![did("blast <the door>", 0.0, 2.0)])?;
/// let happened = Matrix::new(1.0, units(), vec![did("blast <the door>", 1.0, 4.0)])?;
///
/// let html = Page::new("After-action review")
///     .text("It took longer than planned.")
///     .heading("The plan")
///     .matrix(&planned)
///     .heading("The plan beside what happened")
///     .beside(&planned, &happened)
///     .table(&["unit", "lost in waiting"], &[vec!["Sappers".into(), "1".into()]])
///     .to_html();
/// assert!(html.contains("blast &lt;the door&gt;"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    css: String,
    body: String,
}

impl Page {
    /// Creates an empty page with this title. The example of [`Page`](Self) uses it.
    pub fn new(title: &str) -> Page {
        Page {
            title: title.to_owned(),
            css: CSS.to_owned(),
            body: String::new(),
        }
    }

    /// Adds a heading. [`Page`](Self) has an example.
    #[must_use]
    pub fn heading(mut self, text: &str) -> Self {
        self.put(format_args!("<h2>{}</h2>\n", escape_xml(text)));
        self
    }

    /// Adds a paragraph. See the example of [`Page`](Self).
    #[must_use]
    pub fn text(mut self, text: &str) -> Self {
        self.put(format_args!("<p>{}</p>\n", escape_xml(text)));
        self
    }

    /// Adds a piece of HTML or SVG, unchanged. Use [`escape_xml`](crate::escape_xml) for untrusted text in it. The page
    /// runs no scripts and loads nothing, whatever the piece contains.
    ///
    /// ```
    /// use htn_view::{Page, escape_xml};
    ///
    /// let name = "<Fort>";
    /// let html = Page::new("A map")
    ///     .style("circle { fill: var(--bad); }")
    ///     .html(&format!("<svg viewBox=\"0 0 9 9\"><title>{}</title><circle r=\"3\"/></svg>\n", escape_xml(name)))
    ///     .to_html();
    /// assert!(html.contains("<title>&lt;Fort&gt;</title><circle"));
    /// ```
    #[must_use]
    pub fn html(mut self, fragment: &str) -> Self {
        self.body.push_str(fragment);
        self
    }

    /// Adds CSS rules for such pieces, after those of the page. The page's colours have names: `--ink` and `--soft` for
    /// text, `--bg` and `--card` for backgrounds, `--line`, and `--bad`.
    #[must_use]
    pub fn style(mut self, css: &str) -> Self {
        self.css.push_str(css);
        self
    }

    /// Adds a table. Columns of numbers are aligned to the right. The example of [`Page`](Self) uses it.
    #[must_use]
    pub fn table(mut self, head: &[&str], rows: &[Vec<String>]) -> Self {
        let is_number = |text: &&String| text.trim_end_matches('%').parse::<f64>().is_ok();
        let class = |column: usize| {
            let mut cells = rows.iter().filter_map(|row| row.get(column));
            let numbers = cells.clone().any(|text| is_number(&text))
                && cells.all(|text| text.is_empty() || text == "–" || is_number(&text));
            if numbers { " class=\"number\"" } else { "" }
        };
        self.put(format_args!(
            "<div class=\"scroll\"><table class=\"plain\">\n<thead><tr>"
        ));
        for (column, text) in head.iter().enumerate() {
            self.put(format_args!(
                "<th{}>{}</th>",
                class(column),
                escape_xml(text)
            ));
        }
        self.put(format_args!("</tr></thead>\n<tbody>\n"));
        for row in rows {
            self.put(format_args!("<tr>"));
            for (column, text) in row.iter().enumerate() {
                self.put(format_args!(
                    "<td{}>{}</td>",
                    class(column),
                    escape_xml(text)
                ));
            }
            self.put(format_args!("</tr>\n"));
        }
        self.put(format_args!("</tbody></table></div>\n"));
        self
    }

    /// Adds an execution matrix: a row for each unit, a column for each time step. [`Page`](Self) has an example.
    #[must_use]
    pub fn matrix(mut self, matrix: &Matrix) -> Self {
        self.begin_matrix(matrix, matrix.columns());
        for (unit, name) in matrix.units().iter().enumerate() {
            self.put(format_args!(
                "<tr><th class=\"unit\">{}</th>",
                escape_xml(name)
            ));
            self.row(matrix, unit, matrix.columns(), |_| "");
            self.put(format_args!("</tr>\n"));
        }
        self.end_matrix();
        self
    }

    /// Adds two matrices, row by row: the plan, and below it the actual course. Actions that were not planned for their
    /// unit are marked. Units are matched by name; the time steps are those of the plan. See the example of
    /// [`Page`](Self).
    #[must_use]
    pub fn beside(mut self, planned: &Matrix, happened: &Matrix) -> Self {
        let (names, entries) = (happened.units().to_vec(), happened.entries().to_vec());
        // If this would need too many time steps, keep those of the matrix.
        let fitting = Matrix::new(planned.step(), names, entries);
        let happened = fitting.as_ref().unwrap_or(happened);
        let columns = planned.columns().max(happened.columns());
        self.begin_matrix(planned, columns);
        for (unit, name) in planned.units().iter().enumerate() {
            self.put(format_args!(
                "<tr class=\"planned\"><th class=\"unit\" rowspan=\"2\">{}</th>",
                escape_xml(name)
            ));
            self.row(planned, unit, columns, |_| "");
            self.put(format_args!("</tr>\n<tr class=\"happened\">"));
            let mut names = happened.units().iter();
            match names.position(|other| other == name) {
                Some(other) => self.row(happened, other, columns, |entry| {
                    let mut plan = planned.of(unit).iter();
                    if plan.any(|meant| meant.text == entry.text) {
                        ""
                    } else {
                        " unplanned"
                    }
                }),
                None => self.put(format_args!(
                    "<td class=\"over\" colspan=\"{columns}\"></td>"
                )),
            }
            self.put(format_args!("</tr>\n"));
        }
        self.end_matrix();
        self
    }

    fn begin_matrix(&mut self, matrix: &Matrix, columns: usize) {
        self.put(format_args!(
            "<div class=\"scroll\"><table class=\"matrix\">\n<thead><tr><th class=\"unit\"></th>"
        ));
        for column in 0..columns {
            self.put(format_args!("<th>{}</th>", matrix.time(column)));
        }
        self.put(format_args!("</tr></thead>\n<tbody>\n"));
    }

    fn end_matrix(&mut self) {
        self.put(format_args!("</tbody></table></div>\n"));
    }

    /// Writes the actions of a unit, each over its time steps.
    fn row(
        &mut self,
        matrix: &Matrix,
        unit: usize,
        columns: usize,
        mark: impl Fn(&MatrixEntry) -> &'static str,
    ) {
        let mut column = 0;
        while column < columns {
            let cell = matrix.cell(unit, column);
            let same = |other: &usize| match matrix.cell(unit, *other) {
                MatrixCell::Begins(_) => false,
                other => {
                    other.entry() == cell.entry()
                        && (other == MatrixCell::Waits) == (cell == MatrixCell::Waits)
                }
            };
            let length = 1 + (column + 1..columns).take_while(same).count();
            match cell.entry() {
                Some(entry) => {
                    let (hue, text) = (hue(&entry.text), escape_xml(&entry.text));
                    let (from, to) = (entry.from, entry.to);
                    let until = if to.is_finite() {
                        format!("{from} to {to}")
                    } else {
                        format!("from {from} on")
                    };
                    self.put(format_args!(
                        "<td class=\"does{}\" colspan=\"{length}\" style=\"--hue:{hue}\" title=\"{text}: {until}\"><span>{text}</span></td>",
                        mark(entry)
                    ));
                }
                None => {
                    let class = if cell == MatrixCell::Waits {
                        "waits"
                    } else {
                        "over"
                    };
                    self.put(format_args!(
                        "<td class=\"{class}\" colspan=\"{length}\"></td>"
                    ));
                }
            }
            column += length;
        }
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string never fails.
        let _ = self.body.write_fmt(text);
    }

    /// Returns the page. The example of [`Page`](Self) uses it.
    pub fn to_html(&self) -> String {
        let mut html = String::new();
        let mut rest = PAGE;
        // Piece by piece, so that inserted text is never searched.
        for (mark, text) in [
            ("{{title}}", &*escape_xml(&self.title)),
            ("{{css}}", &self.css),
            ("{{heading}}", &*escape_xml(&self.title)),
            ("{{body}}", &self.body),
        ] {
            let Some((before, behind)) = rest.split_once(mark) else {
                continue;
            };
            html.push_str(before);
            html.push_str(text);
            rest = behind;
        }
        html + rest
    }
}

/// Returns a colour for a text: texts with the same first word have the same.
fn hue(text: &str) -> u32 {
    let word = text.split([' ', '(']).next().unwrap_or("");
    let hash = word.bytes().fold(2_166_136_261_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(16_777_619)
    });
    hash % 360
}
