//! Layouts of a text, and how they are printed within a width.
//!
//! A [`Doc`] says where lines may break; [`print`] breaks them where a group does not fit (Wadler, *A prettier printer*).

/// The number of columns of a line.
const WIDTH: usize = 100;

/// A piece of a layout.
#[derive(Clone, Debug)]
pub enum Doc {
    /// Text without line breaks.
    Text(String),
    /// Text that keeps its line breaks.
    Raw(Raw),
    /// A space.
    Space,
    /// A space, or a line break if the group around it is broken.
    Line,
    /// Nothing, or a line break if the group around it is broken.
    SoftLine,
    /// A line break.
    HardLine,
    /// A line break and an empty line.
    Blank,
    /// A comment up to the end of the line.
    Comment(String),
    /// Is broken if it does not fit into the line.
    Group(Vec<Doc>),
    /// Is indented by one level.
    Indent(Vec<Doc>),
}

/// Text in the lines of its source.
#[derive(Clone, Debug, Default)]
pub struct Raw {
    pub lines: Vec<RawLine>,
    /// The indentation of the source line in which the text begins.
    pub base: usize,
}

#[derive(Clone, Debug, Default)]
pub struct RawLine {
    /// The indentation in the source. `None` if the line begins inside a token.
    pub indent: Option<usize>,
    pub text: String,
}

/// Returns the width of the white space at the start of a line.
pub fn indentation(line: &str) -> usize {
    let mut width = 0;
    for letter in line.chars() {
        match letter {
            '\t' => width += 4 - width % 4,
            ' ' => width += 1,
            _ => break,
        }
    }
    width
}

/// A request for white space that is not written yet: the next text decides its indentation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Pending {
    Nothing,
    Space,
    Line,
    Blank,
}

/// A layout in progress.
struct LayoutPrinter {
    out: String,
    column: usize,
    /// The indentation of the present line.
    indent: usize,
    pending: Pending,
}

/// A piece that is still to be printed.
#[derive(Clone, Copy)]
struct PendingDoc<'d> {
    indent: usize,
    broken: bool,
    doc: &'d Doc,
}

/// Prints a layout that is indented by `indent` columns. The text begins with a line break or a comment.
pub fn print(docs: &[Doc], indent: usize) -> String {
    let mut printer = LayoutPrinter {
        out: String::new(),
        column: 0,
        indent,
        pending: Pending::Line,
    };
    let mut stack: Vec<PendingDoc<'_>> = Vec::new();
    push(&mut stack, docs, indent, true);
    while let Some(item) = stack.pop() {
        printer.item(item, &mut stack);
    }
    printer.out
}

fn push<'d>(stack: &mut Vec<PendingDoc<'d>>, docs: &'d [Doc], indent: usize, broken: bool) {
    let items = docs.iter().rev().map(|doc| PendingDoc {
        indent,
        broken,
        doc,
    });
    stack.extend(items);
}

impl LayoutPrinter {
    fn item<'d>(&mut self, item: PendingDoc<'d>, stack: &mut Vec<PendingDoc<'d>>) {
        let PendingDoc {
            indent,
            broken,
            doc,
        } = item;
        match doc {
            Doc::Text(text) => self.text(text, indent),
            Doc::Raw(raw) => self.raw(raw, indent),
            Doc::Space => self.request(Pending::Space),
            Doc::Line if broken => self.request(Pending::Line),
            Doc::Line => self.request(Pending::Space),
            Doc::SoftLine if broken => self.request(Pending::Line),
            Doc::SoftLine => {}
            Doc::HardLine => self.request(Pending::Line),
            Doc::Blank => self.request(Pending::Blank),
            Doc::Comment(text) => {
                self.out.push(' ');
                self.out.push_str(text);
                self.request(Pending::Line);
            }
            Doc::Indent(docs) => push(stack, docs, indent + 4, broken),
            Doc::Group(docs) => {
                let broken = !self.fits(docs, indent, stack);
                push(stack, docs, indent, broken);
            }
        }
    }

    fn request(&mut self, pending: Pending) {
        self.pending = self.pending.max(pending);
    }

    /// Writes the white space that was requested.
    fn flush(&mut self, indent: usize) {
        match self.pending {
            Pending::Nothing => {}
            Pending::Space => {
                self.out.push(' ');
                self.column += 1;
            }
            Pending::Line | Pending::Blank => {
                self.out.push('\n');
                if self.pending == Pending::Blank {
                    self.out.push('\n');
                }
                self.out.push_str(&" ".repeat(indent));
                (self.column, self.indent) = (indent, indent);
            }
        }
        self.pending = Pending::Nothing;
    }

    fn text(&mut self, text: &str, indent: usize) {
        self.flush(indent);
        self.out.push_str(text);
        self.column += text.chars().count();
    }

    fn raw(&mut self, raw: &Raw, indent: usize) {
        self.flush(indent);
        let start = self.indent;
        for (at, line) in raw.lines.iter().enumerate() {
            if at > 0 {
                self.out.push('\n');
                let shifted = |indent: usize| (indent + start).saturating_sub(raw.base);
                self.indent = line.indent.map_or(indentation(&line.text), shifted);
                self.column = line.indent.map_or(0, shifted);
                if !line.text.is_empty() {
                    self.out.push_str(&" ".repeat(self.column));
                }
            }
            self.out.push_str(&line.text);
            self.column += line.text.chars().count();
        }
    }

    /// Returns true if the pieces, and what follows them up to the next line break, fit into the line.
    fn fits(&self, docs: &[Doc], indent: usize, rest: &[PendingDoc<'_>]) -> bool {
        let column = match self.pending {
            Pending::Nothing => self.column,
            Pending::Space => self.column + 1,
            Pending::Line | Pending::Blank => indent,
        };
        let Some(mut left) = WIDTH.checked_sub(column) else {
            return false;
        };
        let mut rest = rest.iter().rev();
        let mut stack: Vec<(bool, bool, &Doc)> = Vec::new();
        stack.extend(docs.iter().rev().map(|doc| (true, false, doc)));
        loop {
            let Some((inside, broken, doc)) = stack.pop().or_else(|| {
                let item = rest.next()?;
                Some((false, item.broken, item.doc))
            }) else {
                return true;
            };
            let width = match doc {
                Doc::Text(text) => text.chars().count(),
                Doc::Raw(raw) => {
                    let first = raw
                        .lines
                        .first()
                        .map_or(0, |line| line.text.chars().count());
                    if raw.lines.len() > 1 {
                        return !inside && first <= left;
                    }
                    first
                }
                Doc::Line | Doc::SoftLine if broken => return true,
                Doc::Space | Doc::Line => 1,
                Doc::SoftLine => 0,
                Doc::HardLine | Doc::Blank | Doc::Comment(_) => return !inside,
                Doc::Group(docs) | Doc::Indent(docs) => {
                    stack.extend(docs.iter().rev().map(|doc| (inside, broken, doc)));
                    0
                }
            };
            match left.checked_sub(width) {
                Some(less) => left = less,
                None => return false,
            }
        }
    }
}
