//! Collects the errors and notes about the two files.

use htn_lang::{Diagnostic, Location, Position, Severity};

use super::text::Span;

/// The errors and notes so far, in the order in which they were found.
#[derive(Default)]
pub struct Problems {
    found: Vec<(Span, Diagnostic)>,
}

/// An error that was reported, to add help to it.
pub struct Reported<'p>(&'p mut Diagnostic);

impl Reported<'_> {
    pub fn help(self, help: impl Into<String>) {
        self.0.help.push(help.into());
    }

    /// Suggests the nearest of some names.
    pub fn nearest<'n>(self, what: &str, wrong: &str, names: impl IntoIterator<Item = &'n str>) {
        if let Some(name) = htn_lang::nearest(wrong, names) {
            self.help(format!("{what} with a similar name exists: {name}"));
        }
    }
}

impl Problems {
    pub fn error(&mut self, span: Span, message: impl Into<String>) -> Reported<'_> {
        self.add(span, Severity::Error, message.into())
    }

    pub fn note(&mut self, span: Span, message: impl Into<String>) -> Reported<'_> {
        self.add(span, Severity::Note, message.into())
    }

    fn add(&mut self, span: Span, severity: Severity, message: String) -> Reported<'_> {
        let nowhere = Position {
            offset: 0,
            line: 1,
            column: 1,
        };
        let diagnostic = Diagnostic {
            path: String::new(),
            location: Location {
                start: nowhere,
                end: nowhere,
            },
            severity,
            message,
            help: Vec::new(),
        };
        self.found.push((span, diagnostic));
        Reported(&mut self.found.last_mut().expect("it was just added").1)
    }

    pub fn has_errors(&self) -> bool {
        let mut found = self.found.iter();
        found.any(|(_, of)| of.severity == Severity::Error)
    }

    /// Returns the errors and notes with their places, sorted by place. The files are given as paths and texts.
    pub fn located(mut self, files: &[(String, String)]) -> Vec<(usize, Diagnostic)> {
        self.found.sort_by_key(|(span, _)| *span);
        self.found.dedup();
        let locate = |(span, mut diagnostic): (Span, Diagnostic)| {
            let (path, text) = &files[span.file];
            diagnostic.path.clone_from(path);
            diagnostic.location = Location {
                start: position(text, span.start),
                end: position(text, span.end),
            };
            (span.file, diagnostic)
        };
        self.found.into_iter().map(locate).collect()
    }
}

fn position(text: &str, offset: usize) -> Position {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Position {
        offset,
        line: count(before.matches('\n').count() + 1),
        column: count(text[line_start..offset].chars().count() + 1),
    }
}
