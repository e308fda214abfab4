//! Errors as data: a message, its help, and the place in a file.

use core::fmt;

/// A place in a text. The [crate](crate) has an example.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// Bytes from the start of the text.
    pub offset: usize,
    /// Counted from 1.
    pub line: u32,
    /// Characters from the start of the line, counted from 1.
    pub column: u32,
}

/// A stretch of a text. `end` is the position after its last character. The [crate](crate) has an example.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Location {
    /// The position of the first character.
    pub start: Position,
    /// The position after the last character.
    pub end: Position,
}

/// How serious a [`Diagnostic`] is. [`Diagnostic::render`] has an example.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The domain does not compile.
    Error,
    /// Something could not be checked.
    Note,
}

/// An error or a note about a domain, a part or a file. The [crate](crate) has an example.
///
/// `Display` prints the first line in the form `path:line:column: error: message`, then the help.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Diagnostic {
    /// The path of the file, as it was given to [`Sources`](crate::Sources).
    pub path: String,
    /// The tokens that the error is about.
    pub location: Location,
    /// Errors and notes.
    pub severity: Severity,
    /// The description of the problem.
    pub message: String,
    /// Hints for a correction, one entry for each.
    pub help: Vec<String>,
}

/// Finds lines in a text, and counts its characters.
#[derive(Clone, Debug)]
pub(crate) struct LineIndex {
    /// The offsets of the first bytes of all lines.
    starts: Vec<usize>,
}

impl LineIndex {
    pub fn new(text: &str) -> LineIndex {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        LineIndex {
            starts: core::iter::once(0).chain(breaks).collect(),
        }
    }

    pub fn position(&self, text: &str, offset: usize) -> Position {
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts[line - 1];
        // `proc_macro2` counts the characters of all files in 32 bits.
        let number = |of: usize| u32::try_from(of).unwrap_or(u32::MAX);
        Position {
            offset,
            line: number(line),
            column: number(text[start..offset].chars().count() + 1),
        }
    }

    pub fn location(&self, text: &str, range: core::ops::Range<usize>) -> Location {
        Location {
            start: self.position(text, range.start),
            end: self.position(text, range.end),
        }
    }
}

impl Diagnostic {
    /// Splits the text of an error into its message and its help.
    pub(crate) fn new(
        severity: Severity,
        path: &str,
        location: Location,
        text: &str,
    ) -> Diagnostic {
        let (mut message, mut help) = (String::new(), Vec::new());
        for line in text.lines() {
            match line.strip_prefix("help: ") {
                Some(hint) => help.push(hint.to_owned()),
                None if message.is_empty() => line.clone_into(&mut message),
                None => message = format!("{message}\n{line}"),
            }
        }
        Diagnostic {
            path: path.to_owned(),
            location,
            severity,
            message,
            help,
        }
    }

    /// Draws the error as rustc does: the message, the place, and the lines of `source` with carets under the tokens.
    /// `source` is the text of the file.
    ///
    /// ```
    /// use htn_lang::Sources;
    ///
    /// let text = "htn_domain! {\n    domain empty;\n    predicat closed(u8);\n}\n";
    /// let mut sources = Sources::new();
    /// let file = sources.add("doors.rs", text)?;
    /// let analysis = sources.check(&sources.file(file).calls()[0]);
    /// assert_eq!(
    ///     analysis.diagnostics[0].render(text),
    ///     "\
    /// error: unknown item `predicat`
    ///        help: an item with a similar name exists: predicate
    ///  --> doors.rs:3:5
    ///   |
    /// 3 |     predicat closed(u8);
    ///   |     ^^^^^^^^
    /// "
    /// );
    /// # Ok::<(), htn_lang::Diagnostic>(())
    /// ```
    pub fn render(&self, source: &str) -> String {
        let Location { start, end } = self.location;
        let (line, column) = (start.line as usize, start.column as usize);
        // The last character, since a stretch may end with a line.
        let ends_line = end.offset > start.offset && end.column == 1;
        let last = end.line as usize - usize::from(ends_line);
        let end_column = end.column as usize;
        let margin = " ".repeat(last.to_string().len());
        let mut out = self.severity.word().to_owned();
        let help = self.help.iter().map(|help| format!("help: {help}"));
        let lines = self.message.lines().map(str::to_owned).chain(help);
        for (at, line) in lines.enumerate() {
            out += if at == 0 { ": " } else { "\n       " };
            out += &line;
        }
        let path = &self.path;
        out += &format!("\n{margin}--> {path}:{line}:{column}\n{margin} |\n");
        let shown = |line: usize| {
            let text = source.lines().nth(line - 1).unwrap_or_default();
            text.replace('\t', "    ")
        };
        // The width of the text before a column.
        let width = |line: usize, column: usize| -> usize {
            let text = source.lines().nth(line - 1).unwrap_or_default();
            let before = text.chars().take(column - 1);
            before
                .map(|letter| if letter == '\t' { 4 } else { 1 })
                .sum()
        };
        if last == line {
            let from = width(line, column);
            let to = if end.line as usize == line {
                width(line, end_column)
            } else {
                from + 1
            };
            let (gap, carets) = (" ".repeat(from), "^".repeat((to - from).max(1)));
            out += &format!("{line:>0$} | {1}\n", margin.len(), shown(line));
            out += &format!("{margin} | {gap}{carets}\n");
            return out;
        }
        let (gap, close) = (
            "_".repeat(width(line, column)),
            "_".repeat(width(last, end_column.max(2) - 1)),
        );
        let first_token = shown(line).trim_start().len() == shown(line)[gap.len()..].len();
        let numbered = |line: usize, bar: &str| {
            let text = shown(line);
            format!("{line:>0$} | {bar} {text}\n", margin.len())
                .trim_end()
                .to_owned()
                + "\n"
        };
        if first_token {
            out += &numbered(line, "/");
        } else {
            out += &numbered(line, " ");
            out += &format!("{margin} |  _{gap}^\n");
        }
        // rustc leaves out the middle of a long stretch.
        let (first, count) = (line, last - line + 1);
        for line in line + 1..=last {
            let middle = first + 4..last - 1;
            if count <= 6 || !middle.contains(&line) {
                out += &numbered(line, "|");
            } else if line == middle.start {
                out += "...  |\n";
            }
        }
        out += &format!("{margin} | |_{close}^\n");
        out
    }
}

impl Severity {
    fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Note => "note",
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column, .. } = self.location.start;
        let (path, severity) = (&self.path, self.severity.word());
        write!(f, "{path}:{line}:{column}: {severity}: {}", self.message)?;
        for help in &self.help {
            write!(f, "\n    help: {help}")?;
        }
        Ok(())
    }
}

impl core::error::Error for Diagnostic {}
