//! Rust files, and the domains and parts in them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

use crate::diagnostic::{Diagnostic, LineIndex, Location, Severity};
use crate::parse::tokens::{as_group, at_signs, is_sign, is_word, list, plain};
use crate::text::text;

/// The macro that a [`MacroCall`] calls. [`Sources`] has an example.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MacroKind {
    /// `htn_domain!`
    Domain,
    /// `htn_part!`
    Part,
}

/// A call of `htn_domain!` or `htn_part!` in a file. [`Sources`] has an example.
#[derive(Clone, Debug)]
pub struct MacroCall {
    pub(crate) file: usize,
    kind: MacroKind,
    name: Option<String>,
    modules: Vec<String>,
    macro_name: Location,
    location: Location,
    body: Location,
    pub(crate) tokens: TokenStream,
    is_template: bool,
}

impl MacroCall {
    /// Returns the macro that is called. [`Sources`] has an example.
    pub fn kind(&self) -> MacroKind {
        self.kind
    }

    /// Returns the name of the domain or part, or `None` if it cannot be read. [`Sources`] has an example.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the modules around the call, outermost first: those that its file has in its path, then those in the
    /// file.
    pub fn modules(&self) -> &[String] {
        &self.modules
    }

    /// Returns the place of the whole call. [`Sources`] has an example.
    pub fn location(&self) -> Location {
        self.location
    }

    /// The place of the macro's path and name.
    pub(crate) fn name_location(&self) -> Location {
        self.macro_name
    }

    /// Returns the place of the text between the delimiters.
    pub fn body(&self) -> Location {
        self.body
    }

    /// Returns true if the call has variables of a `macro_rules!` or of `quote!`, such as `$name` or `#name`. Such a
    /// call can neither be checked nor formatted.
    pub fn is_template(&self) -> bool {
        self.is_template
    }
}

/// A file of [`Sources`]. [`Sources`] has an example.
#[derive(Clone, Debug)]
pub struct SourceFile {
    path: String,
    text: String,
    lines: LineIndex,
    calls: Vec<MacroCall>,
    /// The length of a byte order mark, which `proc_macro2` does not count.
    shift: usize,
}

impl SourceFile {
    /// Returns the path that the file was added with.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the calls of `htn_domain!` and `htn_part!`, in the order of the file. [`Sources`] has an example.
    pub fn calls(&self) -> &[MacroCall] {
        &self.calls
    }

    fn locate(&self, range: Range<usize>) -> Location {
        let range = range.start + self.shift..range.end + self.shift;
        self.lines.location(&self.text, range)
    }
}

/// A set of Rust files: where domains and parts are found.
///
/// ```
/// use htn_lang::{MacroKind, Sources};
///
/// let text = "
///     mod doors {
///         htn_part! { pub part doors { predicate closed(u8); } }
///     }
///     htn_domain! {
///         pub domain breach;
///         use part doors::doors;
///         pub method open(door: u8) if closed(door) { kick(door); }
///         internal operator kick(door: u8) { delete closed(door); }
///     }";
/// let mut sources = Sources::new();
/// let file = sources.add("src/lib.rs", text)?;
/// let [part, domain] = sources.file(file).calls() else { panic!("two calls") };
/// assert_eq!((part.kind(), part.name()), (MacroKind::Part, Some("doors")));
/// assert_eq!(domain.location().start.line, 5);
///
/// let analysis = sources.check(domain);
/// assert!(analysis.diagnostics.is_empty());
/// let tasks = analysis.domain.expect("it has no errors").tasks;
/// assert_eq!(tasks[1].signature, "open(door: u8)");
/// # Ok::<(), htn_lang::Diagnostic>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
    /// The files by the name that `proc_macro2` gives to their texts.
    by_span: BTreeMap<String, usize>,
    pub(crate) cfg: BTreeSet<String>,
}

impl Sources {
    /// Creates an empty set of files, with no `cfg` option set. [`Sources`](Self) has an example.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Sets a `cfg` option, such as `test` or `feature = "debug"`. Items under a `#[cfg(…)]` that does not hold are
    /// left out of a domain. Returns false if the text is not a `cfg` option.
    ///
    /// ```
    /// use htn_lang::Sources;
    ///
    /// let text = "htn_domain! { domain camp; #[cfg(feature = \"cheats\")] operator win() {} operator sleep() {} }";
    /// let mut sources = Sources::new();
    /// assert!(sources.set_cfg("feature = \"cheats\""));
    /// let file = sources.add("camp.rs", text)?;
    /// let analysis = sources.check(&sources.file(file).calls()[0]);
    /// let tasks = analysis.domain.expect("it has no errors").tasks;
    /// assert_eq!(tasks[0].signature, "win()");
    /// # Ok::<(), htn_lang::Diagnostic>(())
    /// ```
    pub fn set_cfg(&mut self, option: &str) -> bool {
        let tokens: Option<TokenStream> = option.parse().ok();
        let option = tokens.filter(|tokens| !tokens.is_empty());
        let option = option.map(|tokens| text(&tokens));
        let is_set = option.is_some();
        self.cfg.extend(option);
        is_set
    }

    /// Adds a Rust file. Returns its index, or an error if it does not consist of Rust tokens.
    /// [`Sources`](Self) has an example.
    ///
    /// The path is printed in errors, and its folders and its name count as modules when parts are looked up. The file
    /// itself is not read.
    pub fn add(&mut self, path: &str, text: impl Into<String>) -> Result<usize, Diagnostic> {
        let (mut file, tokens) = self.tokens(path, text.into())?;
        let mut calls = Calls {
            number: self.files.len(),
            file: &mut file,
            modules: modules_of(path),
        };
        calls.find(&list(tokens));
        Ok(self.push(file))
    }

    /// Adds the text of one domain, without the macro around it. Returns the index of the file, which has one call.
    ///
    /// ```
    /// use htn_lang::Sources;
    ///
    /// let mut sources = Sources::new();
    /// let file = sources.add_domain("guard.htn", "domain guard; predicate awake(u8);")?;
    /// let analysis = sources.check(&sources.file(file).calls()[0]);
    /// assert_eq!(analysis.domain.expect("it has no errors").name, "guard");
    /// # Ok::<(), htn_lang::Diagnostic>(())
    /// ```
    pub fn add_domain(&mut self, path: &str, text: impl Into<String>) -> Result<usize, Diagnostic> {
        let (mut file, tokens) = self.tokens(path, text.into())?;
        let whole = file.lines.location(&file.text, 0..file.text.len());
        file.calls.push(MacroCall {
            file: self.files.len(),
            kind: MacroKind::Domain,
            name: name_of(&list(tokens.clone()), MacroKind::Domain),
            modules: Vec::new(),
            macro_name: whole,
            location: whole,
            body: whole,
            is_template: has_variable(tokens.clone()),
            tokens,
        });
        Ok(self.push(file))
    }

    /// Returns the file with this index.
    ///
    /// # Panics
    ///
    /// If no file has the index.
    pub fn file(&self, index: usize) -> &SourceFile {
        &self.files[index]
    }

    /// Returns all files, in the order in which they were added.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    fn push(&mut self, file: SourceFile) -> usize {
        self.files.push(file);
        self.files.len() - 1
    }

    fn tokens(
        &mut self,
        path: &str,
        text: String,
    ) -> Result<(SourceFile, TokenStream), Diagnostic> {
        const BYTE_ORDER_MARK: &str = "\u{feff}";
        let shift = if text.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        let file = SourceFile {
            path: path.to_owned(),
            lines: LineIndex::new(&text),
            calls: Vec::new(),
            shift,
            text,
        };
        let rust = &file.text[shift..];
        let blank = shebang(rust).map(|line| " ".repeat(line) + &rust[line..]);
        let tokens: TokenStream = match blank.as_deref().unwrap_or(rust).parse() {
            Ok(tokens) => tokens,
            Err(error) => {
                let error: proc_macro2::LexError = error;
                let at = error.span().byte_range().start.min(rust.len());
                let (message, length) = lexical_error(&rust[at..]);
                let location = file.locate(at..at + length);
                return Err(Diagnostic::new(Severity::Error, path, location, &message));
            }
        };
        if let Some(token) = tokens.clone().into_iter().next() {
            self.by_span.insert(token.span().file(), self.files.len());
        }
        Ok((file, tokens))
    }

    /// Returns the file and the place of a span, or those of the call if the span has no place in a file.
    pub(crate) fn locate(&self, span: Span, call: &MacroCall) -> (&SourceFile, Location) {
        match self.by_span.get(&span.file()) {
            Some(&index) => {
                let file = &self.files[index];
                (file, file.locate(span.byte_range()))
            }
            None => (&self.files[call.file], call.location),
        }
    }

    /// Returns the parts that a path such as `shared::reservations` in a call may mean: those of that name whose
    /// modules end with the modules of the path. Of several, those in the nearest folder count.
    pub(crate) fn parts(&self, path: &[String], call: &MacroCall) -> Vec<&MacroCall> {
        let Some((name, modules)) = path.split_last() else {
            return Vec::new();
        };
        let is_relative = |module: &&String| matches!(module.as_str(), "crate" | "self" | "super");
        let modules: Vec<&String> = modules.iter().filter(|of| !is_relative(of)).collect();
        let calls = || self.files.iter().flat_map(SourceFile::calls);
        let fits = |part: &MacroCall, modules: &[&String]| {
            let end = part.modules.len().checked_sub(modules.len());
            part.kind == MacroKind::Part
                && part.name.as_deref() == Some(name)
                && end.is_some_and(|end| part.modules[end..].iter().eq(modules.iter().copied()))
        };
        let nearness = |part: &MacroCall| {
            let (a, b) = (&self.files[part.file].path, &self.files[call.file].path);
            let folders = a.split('/').zip(b.split('/'));
            (
                part.file == call.file,
                folders.take_while(|(a, b)| a == b).count(),
            )
        };
        let mut found: Vec<&MacroCall> = calls().filter(|part| fits(part, &modules)).collect();
        if found.is_empty() && !modules.is_empty() {
            // The first one may be a crate.
            found = calls().filter(|part| fits(part, &modules[1..])).collect();
        }
        let nearest = found.iter().map(|part| nearness(part)).max();
        found.retain(|part| Some(nearness(part)) == nearest);
        found
    }
}

/// Finds calls in the tokens of a file.
struct Calls<'f> {
    number: usize,
    file: &'f mut SourceFile,
    modules: Vec<String>,
}

impl Calls<'_> {
    fn find(&mut self, tokens: &[TokenTree]) {
        let mut at = 0;
        while at < tokens.len() {
            if let Some((kind, group)) = called(&tokens[at..]) {
                self.push(kind, path_start(tokens, at), &tokens[at + 1], group);
                at += 3;
                continue;
            }
            if let TokenTree::Group(group) = &tokens[at] {
                let module = module_of(&tokens[..at]);
                let named = module.is_some();
                self.modules.extend(module);
                self.find(&list(group.stream()));
                if named {
                    self.modules.pop();
                }
            }
            at += 1;
        }
    }

    fn push(&mut self, kind: MacroKind, first: &TokenTree, sign: &TokenTree, group: &Group) {
        let start = first.span().byte_range().start;
        let (open, close) = (
            group.span_open().byte_range(),
            group.span_close().byte_range(),
        );
        let call = MacroCall {
            file: self.number,
            kind,
            name: name_of(&list(group.stream()), kind),
            modules: self.modules.clone(),
            macro_name: self.file.locate(start..sign.span().byte_range().end),
            location: self.file.locate(start..close.end),
            body: self.file.locate(open.end..close.start),
            is_template: has_variable(group.stream()),
            tokens: group.stream(),
        };
        self.file.calls.push(call);
    }
}

/// `htn_domain! { … }` or `htn_part! { … }` at the first token.
fn called(tokens: &[TokenTree]) -> Option<(MacroKind, &Group)> {
    let [TokenTree::Ident(name), sign, TokenTree::Group(group), ..] = tokens else {
        return None;
    };
    let kind = match name.to_string().as_str() {
        "htn_domain" => MacroKind::Domain,
        "htn_part" => MacroKind::Part,
        _ => return None,
    };
    is_sign(Some(sign), '!').then_some((kind, group))
}

/// The first token of the path that ends here: `squad_htn` of `squad_htn::htn_domain!`.
fn path_start(tokens: &[TokenTree], mut at: usize) -> &TokenTree {
    while at >= 2 && at_signs(&tokens[at - 2..at], ':', ':') {
        let named = at >= 3 && matches!(tokens[at - 3], TokenTree::Ident(_));
        at -= 2 + usize::from(named);
        if !named {
            break;
        }
    }
    &tokens[at]
}

/// The name of the module that the tokens before a block end with.
fn module_of(before: &[TokenTree]) -> Option<String> {
    match before {
        [.., keyword, TokenTree::Ident(name)] if is_word(Some(keyword), "mod") => Some(plain(name)),
        _ => None,
    }
}

/// The modules that the path of a file stands for: `src/squad/combat.rs` is `squad::combat`.
fn modules_of(path: &str) -> Vec<String> {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let mut modules: Vec<String> = path.split(['/', '\\']).map(str::to_owned).collect();
    if let Some(at) = modules.iter().rposition(|folder| folder == "src") {
        modules.drain(..=at);
    }
    if matches!(
        modules.last().map(String::as_str),
        Some("mod" | "lib" | "main")
    ) {
        modules.pop();
    }
    modules
}

/// The name after the keyword.
fn name_of(tokens: &[TokenTree], kind: MacroKind) -> Option<String> {
    let keyword = match kind {
        MacroKind::Domain => "domain",
        MacroKind::Part => "part",
    };
    tokens.windows(2).find_map(|pair| match pair {
        [word, TokenTree::Ident(name)] if is_word(Some(word), keyword) => Some(plain(name)),
        _ => None,
    })
}

/// Returns true if there is a variable of a `macro_rules!`, or one of `quote!`.
fn has_variable(tokens: TokenStream) -> bool {
    let tokens = list(tokens);
    (0..tokens.len()).any(|at| match &tokens[at] {
        TokenTree::Group(group) => has_variable(group.stream()),
        token if is_sign(Some(token), '#') => {
            let next = tokens.get(at + 1);
            let repeated = as_group(next, Delimiter::Parenthesis).is_some();
            matches!(next, Some(TokenTree::Ident(_))) || repeated
        }
        token => is_sign(Some(token), '$'),
    })
}

/// The length of a first line such as `#!/usr/bin/env rust-script`, which is not an attribute.
fn shebang(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("#!")?;
    let line = text.lines().next().unwrap_or(text).len();
    (!rest.trim_start().starts_with('[')).then_some(line)
}

/// The message for an error of the lexer, and the length of its place.
fn lexical_error(rest: &str) -> (String, usize) {
    let Some(first) = rest.chars().next() else {
        return ("unexpected end of the file".to_owned(), 0);
    };
    let message = match first {
        '(' | '[' | '{' => format!("`{first}` is not closed"),
        ')' | ']' | '}' => format!("unexpected closing delimiter `{first}`"),
        '"' => "unterminated string\nhelp: close it with `\"`".to_owned(),
        '/' if rest.starts_with("/*") => {
            "unterminated comment\nhelp: close it with `*/`".to_owned()
        }
        _ => format!("`{first}` does not begin a token of Rust"),
    };
    (message, first.len_utf8())
}
