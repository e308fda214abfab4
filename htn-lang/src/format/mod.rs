//! The formatter: domains and parts in one style.
//!
//! `layout.rs` turns tokens into a layout, with the comments between them; `doc.rs` prints it. Rust expressions and types
//! are copied. What a domain means cannot change: the result is used only if it has the same tokens and comments.

mod doc;
mod layout;

#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;

use crate::diagnostic::{Diagnostic, Severity};
use crate::parse::tokens::list;
use crate::sources::{MacroCall, MacroKind, SourceFile, Sources};

/// The result of formatting a file. [`Sources::format`] has an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Formatted {
    /// The text of the file, with its domains and parts formatted.
    pub text: String,
    /// Why calls were left as they are: errors for those that cannot be read, notes for those in other macros.
    pub left_alone: Vec<Diagnostic>,
}

impl Sources {
    /// Formats the domains and parts of a file: the text between the delimiters of `htn_domain!` and `htn_part!`.
    ///
    /// Comments, Rust expressions, and line breaks between statements or conjuncts stay. Several empty lines become one.
    /// A call with syntax errors stays as it is. To format a formatted file changes nothing.
    ///
    /// ```
    /// use htn_lang::Sources;
    ///
    /// let text = "htn_domain! {\n domain d ;predicate at( u8=>u8 )[ 8 ];\n\n\n  // Stays.\n method m( ){ }}\n";
    /// let mut sources = Sources::new();
    /// let file = sources.add("d.rs", text)?;
    /// let formatted = sources.format(file);
    /// assert_eq!(
    ///     formatted.text,
    ///     "\
    /// htn_domain! {
    ///     domain d;
    ///     predicate at(u8 => u8) [8];
    ///
    ///     // Stays.
    ///     method m() {}
    /// }
    /// "
    /// );
    /// # Ok::<(), htn_lang::Diagnostic>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If no file has the index.
    pub fn format(&self, file: usize) -> Formatted {
        let file = self.file(file);
        let mut formatted = Formatted {
            text: String::new(),
            left_alone: Vec::new(),
        };
        let mut end = 0;
        for call in file.calls() {
            let note = |text: &str| {
                let place = call.name_location();
                Diagnostic::new(Severity::Note, file.path(), place, text)
            };
            if call.is_template() {
                let note = note("not formatted: the call has variables of another macro");
                formatted.left_alone.push(note);
                continue;
            }
            let errors = self.check_syntax(call);
            if !errors.is_empty() {
                formatted.left_alone.extend(errors);
                continue;
            }
            let body = call.body();
            let start = call.location().start.offset;
            let before = [&formatted.text, &file.text()[end..start]].concat();
            let line = before.rfind('\n').map_or(0, |at| at + 1);
            match inside(file, call, doc::indentation(&before[line..])) {
                Some(inside) => {
                    formatted.text = before + &file.text()[start..body.start.offset] + &inside;
                    end = body.end.offset;
                }
                None => {
                    let note = note("not formatted: the formatter would change its tokens");
                    formatted.left_alone.push(note);
                }
            }
        }
        formatted.text += &file.text()[end..];
        formatted
    }
}

/// Formats the text between the delimiters of a call in a line with this indentation. Returns `None` if the result has
/// other tokens.
fn inside(file: &SourceFile, call: &MacroCall, indent: usize) -> Option<String> {
    let body = call.body();
    let source = &file.text()[body.start.offset..body.end.offset];
    let has_returns = source.contains("\r\n");
    let text = source.replace("\r\n", "\n");
    let tokens = list(text.parse::<TokenStream>().ok()?);
    let mut layout = layout::Layout::new(&text);
    let docs = match call.kind() {
        MacroKind::Domain => layout.domain(&tokens),
        MacroKind::Part => layout.part(&tokens),
    };
    let mut out = doc::print(&docs, indent + 4);
    out.push('\n');
    out += &" ".repeat(indent);
    if pieces(&out)? != pieces(&text)? {
        return None;
    }
    Some(if has_returns {
        out.replace('\n', "\r\n")
    } else {
        out
    })
}

/// The tokens of a text, and the comments between them without white space.
fn pieces(text: &str) -> Option<Vec<String>> {
    let tokens = list(text.parse::<TokenStream>().ok()?);
    let mut places = Vec::new();
    layout::flatten(&tokens, &mut places);
    let mut pieces = Vec::new();
    let mut end = 0;
    for place in places
        .into_iter()
        .chain(std::iter::once(text.len()..text.len()))
    {
        pieces.push(text[end..place.start].split_whitespace().collect());
        pieces.push(text[place.clone()].to_owned());
        end = place.end;
    }
    Some(pieces)
}
