//! The nested lists that HDDL files consist of.

use super::problems::Problems;

/// The deepest nesting of lists that is read.
const DEEPEST: usize = 200;

/// A stretch of one of the two files, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Span {
    pub file: usize,
    pub start: usize,
    pub end: usize,
}

/// A word or a list.
#[derive(Debug)]
pub enum Expr {
    Word(Word),
    List(List),
}

/// A name, a variable, a keyword or a number.
#[derive(Clone, Debug)]
pub struct Word {
    pub text: String,
    pub span: Span,
}

/// A list in parentheses.
#[derive(Debug)]
pub struct List {
    pub items: Vec<Expr>,
    pub span: Span,
}

impl Expr {
    pub fn span(&self) -> Span {
        match self {
            Expr::Word(word) => word.span,
            Expr::List(list) => list.span,
        }
    }

    pub fn word(&self) -> Option<&Word> {
        match self {
            Expr::Word(word) => Some(word),
            Expr::List(_) => None,
        }
    }

    pub fn list(&self) -> Option<&List> {
        match self {
            Expr::Word(_) => None,
            Expr::List(list) => Some(list),
        }
    }
}

impl Word {
    /// Compares a keyword without regard to case.
    pub fn is(&self, keyword: &str) -> bool {
        self.text.eq_ignore_ascii_case(keyword)
    }

    pub fn is_variable(&self) -> bool {
        self.text.starts_with('?')
    }
}

impl List {
    /// Returns the word that the list begins with.
    pub fn head(&self) -> Option<&Word> {
        self.items.first()?.word()
    }

    /// Returns true if the list begins with this keyword.
    pub fn begins_with(&self, keyword: &str) -> bool {
        self.head().is_some_and(|head| head.is(keyword))
    }

    /// Returns the items after the first.
    pub fn tail(&self) -> &[Expr] {
        self.items.get(1..).unwrap_or_default()
    }
}

/// Reads the only list of a file. A list that is not closed ends with the file.
pub fn parse(file: usize, text: &str, problems: &mut Problems) -> Option<List> {
    let mut open: Vec<List> = Vec::new();
    let mut whole: Option<List> = None;
    for (start, end) in tokens(text) {
        let span = Span { file, start, end };
        match &text[start..end] {
            "(" => {
                if open.len() == DEEPEST {
                    problems.error(
                        span,
                        format!("lists are nested deeper than {DEEPEST} levels"),
                    );
                    return None;
                }
                open.push(List {
                    items: Vec::new(),
                    span,
                });
            }
            ")" => match open.pop() {
                None => {
                    let error = problems.error(span, "`)` closes nothing");
                    error.help("remove it, or look for a `(` that is missing before it");
                    return None;
                }
                Some(mut list) => {
                    list.span.end = end;
                    match open.last_mut() {
                        Some(outer) => outer.items.push(Expr::List(list)),
                        None if whole.is_none() => whole = Some(list),
                        None => {
                            let error = problems.error(list.span, "a second list in the file");
                            error.help("a file has one `(define …)`");
                        }
                    }
                }
            },
            word => match open.last_mut() {
                Some(list) => list.items.push(Expr::Word(Word {
                    text: word.to_owned(),
                    span,
                })),
                None => {
                    let error = problems.error(span, format!("`{word}` is outside of all lists"));
                    error.help("a file has one `(define …)`; look for a `)` too many before this");
                    return None;
                }
            },
        }
    }
    if let Some(list) = open.first() {
        let inner = open.last().map_or(list.span, |list| list.span);
        let error = problems.error(inner, "`(` is not closed");
        error.help("add a `)`");
        return None;
    }
    if whole.is_none() {
        let span = Span {
            file,
            start: 0,
            end: 0,
        };
        problems
            .error(span, "the file is empty")
            .help("an HDDL file begins with `(define (domain …)` or `(define (problem …)`");
    }
    whole
}

/// Iterates over the parentheses and words of a text. A comment extends from `;` to the end of the line.
fn tokens(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    core::iter::from_fn(move || {
        loop {
            let first = text[at..].chars().next()?;
            let rest = &text[at..];
            let length = match first {
                '(' | ')' => 1,
                ';' => {
                    at += rest.find('\n').unwrap_or(rest.len());
                    continue;
                }
                _ if first.is_whitespace() || first == '\u{feff}' => {
                    at += first.len_utf8();
                    continue;
                }
                _ => {
                    let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';');
                    rest.find(ends).unwrap_or(rest.len())
                }
            };
            at += length;
            return Some((at - length, at));
        }
    })
}
