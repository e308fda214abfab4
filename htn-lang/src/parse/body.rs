//! The bodies of branches.

use proc_macro2::{Delimiter, Ident, Span, TokenTree};

use super::Parser;
use super::assigned::BlockKind;
use super::tokens::{Cursor, as_call, as_group, is_keyword, is_sign, is_word, list, plain};
use crate::ast::{Aggregate, Statement};
use crate::suggest::nearest;

/// The words that statements of a body begin with.
const STATEMENTS: &[&str] = &[
    "add",
    "delete",
    "protect",
    "release",
    "if",
    "while",
    "for",
    "let",
    "unordered",
    "now",
    "later",
    "return",
    "priority",
];

impl Parser<'_> {
    /// A list of statements.
    pub fn body(&mut self, mut cursor: Cursor<'_>) -> Vec<Statement> {
        let mut statements = Vec::new();
        while !cursor.is_empty() {
            self.docs(&mut cursor);
            statements.extend(self.statement(&mut cursor));
        }
        statements
    }

    fn block(&mut self, cursor: &mut Cursor<'_>, after: Span, word: &str) -> Vec<Statement> {
        match cursor.group(Delimiter::Brace) {
            Some(block) => {
                let tokens = list(block.stream());
                self.body(Cursor::new(&tokens, block.span_close()))
            }
            None => {
                self.wrong(
                    after,
                    format_args!("`{word}` needs a block here\nhelp: write `{{ … }}`"),
                );
                Vec::new()
            }
        }
    }

    /// The first word of a statement, which stays at the cursor. Anything else is skipped, and reported unless it is a `;`.
    fn first_word<'t>(&mut self, cursor: &mut Cursor<'t>) -> Option<&'t Ident> {
        match cursor.peek()? {
            TokenTree::Ident(word) => return Some(word),
            TokenTree::Punct(sign) if sign.as_char() == ';' => _ = cursor.bump(),
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                cursor.bump();
                self.wrong(
                    group.span_open(),
                    "a block without a keyword is allowed in `unordered` only\nhelp: leave out the braces",
                );
            }
            token => {
                self.wrong(
                    token.span(),
                    format_args!("expected a statement here, found `{token}`"),
                );
                cursor.until(|rest| is_sign(rest.first(), ';'));
            }
        }
        None
    }

    fn statement(&mut self, cursor: &mut Cursor<'_>) -> Option<Statement> {
        let word = self.first_word(cursor)?;
        let keyword = word.span();
        // A task may be called `if` or `for`. Then only its parentheses precede the `;`.
        let task = as_group(cursor.peek_at(1), Delimiter::Parenthesis).is_some()
            && is_sign(cursor.peek_at(2), ';');
        match word.to_string().as_str() {
            "return" => {
                let tokens = self.up_to_semicolon(cursor);
                if tokens.len() == 1 {
                    self.wrong(
                        keyword,
                        "`return` needs a value\nhelp: remove it if the method returns no value",
                    );
                    return None;
                }
                Some(Statement::Return {
                    keyword,
                    value: self.expression(&tokens[1..], keyword, "the value to return"),
                })
            }
            "priority" if !task || !self.names.contains(&word.to_string()) => {
                let tokens = self.up_to_semicolon(cursor);
                Some(Statement::Priority {
                    keyword,
                    value: self.expression(&tokens[1..], keyword, "the priority"),
                })
            }
            "if" if !task => Some(self.if_blocks(cursor)),
            "while" | "for" if !task => {
                cursor.bump();
                if self.iterates(&word.to_string(), cursor.rest()) {
                    cursor.until(at_block_or_end);
                    self.block(cursor, keyword, &word.to_string());
                    return None;
                }
                let sorted = self.before_block(cursor, keyword);
                let body = self.block(cursor, keyword, &word.to_string());
                Some(if word == "while" {
                    Statement::While { sorted, body }
                } else {
                    Statement::For { sorted, body }
                })
            }
            "unordered" if as_group(cursor.peek_at(1), Delimiter::Brace).is_some() => {
                Some(self.unordered(cursor))
            }
            "unordered" if is_word(cursor.peek_at(1), "for") => {
                cursor.bump();
                Some(match self.statement(cursor)? {
                    Statement::For { sorted, body } => Statement::UnorderedFor { sorted, body },
                    task => task,
                })
            }
            "now" if cursor.rest().len() > 1 && !task => self.now(cursor),
            "later" if matches!(cursor.peek_at(1), Some(TokenTree::Ident(_))) => {
                cursor.bump();
                self.later(cursor)
            }
            "else" if !task => {
                self.wrong(
                    keyword,
                    "`else` without `if`\nhelp: write `if condition { … } else { … }`",
                );
                cursor.until(at_block_or_end);
                self.block(cursor, keyword, "else");
                None
            }
            "add" | "delete" if as_group(cursor.peek_at(1), Delimiter::Parenthesis).is_none() => {
                let tokens = self.up_to_semicolon(cursor);
                self.effect(tokens, BlockKind::Body).map(Statement::Effect)
            }
            "protect" | "release" if matches!(cursor.peek_at(1), Some(TokenTree::Ident(_))) => {
                let tokens = self.up_to_semicolon(cursor);
                self.effect(tokens, BlockKind::Body).map(Statement::Effect)
            }
            "let" if !task => {
                let tokens = self.up_to_semicolon(cursor);
                self.local(tokens)
            }
            _ => self.task(cursor),
        }
    }

    /// Reports Rust's `for x in …`. Returns true if it is one.
    pub fn iterates(&mut self, word: &str, tokens: &[TokenTree]) -> bool {
        let [TokenTree::Ident(name), next, ..] = tokens else {
            return false;
        };
        let iterates = is_word(Some(next), "in");
        if iterates {
            self.wrong(
                name.span(),
                format_args!("`{word}` takes a condition\nhelp: write `{word} predicate({name})`, or `{word} let {name}: Type in expression` for the items of an expression"),
            );
        }
        iterates
    }

    /// The tokens of a statement, with its `;` taken.
    fn up_to_semicolon<'a>(&mut self, cursor: &mut Cursor<'a>) -> &'a [TokenTree] {
        let tokens = cursor.until(|rest| is_sign(rest.first(), ';'));
        if !cursor.sign(';') {
            let last = tokens.last().map_or(cursor.end(), TokenTree::span);
            self.missing_semicolon(last, "a statement");
        }
        tokens
    }

    /// `name(args);`
    fn task(&mut self, cursor: &mut Cursor<'_>) -> Option<Statement> {
        if let Some((name, group)) = as_call(&cursor.rest()[..cursor.rest().len().min(2)]) {
            let next = cursor.peek_at(2);
            if is_sign(next, ';') {
                cursor.take(3);
                return Some(Statement::Task {
                    name: name.clone(),
                    args: self.args(name, group),
                });
            }
            if next.is_none() || matches!(next, Some(TokenTree::Ident(_))) || is_sign(next, ',') {
                cursor.take(2);
                cursor.sign(',');
                self.missing_semicolon(
                    group.span_close(),
                    "this task\nhelp: write `name(arguments);`",
                );
                return Some(Statement::Task {
                    name: name.clone(),
                    args: self.args(name, group),
                });
            }
        }
        let length = (0..cursor.rest().len()).find(|&at| at_block_or_end(&cursor.rest()[at..]));
        let statement = &cursor.rest()[..length.unwrap_or(cursor.rest().len())];
        if self.report_assignment(statement, "", BlockKind::Body) {
            cursor.take(statement.len());
            cursor.sign(';');
            return None;
        }
        if let [TokenTree::Ident(name)] = statement
            && let Some(block) = as_group(cursor.peek_at(1), Delimiter::Brace)
            && self.is_struct_like(name, block)
        {
            cursor.take(2);
            cursor.sign(';');
            return None;
        }
        self.not_a_task(cursor);
        None
    }

    /// Reports a statement that begins with no known word, and passes over it.
    fn not_a_task(&mut self, cursor: &mut Cursor<'_>) {
        let Some(word) = cursor.peek().cloned() else {
            return;
        };
        let tokens = cursor.until(|rest| is_sign(rest.first(), ';') || at_block(rest));
        let block = at_block(cursor.rest());
        // The tokens after an unknown word, up to its block or its end, belong to it.
        cursor.bump();
        let meant = match &word {
            TokenTree::Ident(word) => nearest(&word.to_string(), STATEMENTS),
            _ => None,
        };
        match meant {
            Some(meant) if tokens.len() > 1 || block => self.wrong(
                word.span(),
                format_args!(
                    "unknown keyword `{word}`\nhelp: a keyword with a similar name exists: {meant}"
                ),
            ),
            _ if is_word(Some(&word), "branch") => {
                self.wrong(
                    word.span(),
                    "a body cannot contain both tasks and branches\nhelp: move the branches into their own method, and call it",
                );
                // The other branches need no error of their own.
                cursor.take(cursor.rest().len());
            }
            _ if matches!(word.to_string().as_str(), "elif" | "elsif" | "elseif") => self.wrong(
                word.span(),
                format_args!("unknown keyword `{word}`\nhelp: write `else if`"),
            ),
            _ if matches!(word.to_string().as_str(), "on_fail" | "esle" | "otherwise") && block => self
                .wrong(
                    word.span(),
                    format_args!("unknown keyword `{word}`\nhelp: write `else`"),
                ),
            None if is_word(Some(&word), "unordered") => self.wrong(
                word.span(),
                "`unordered` needs a block here\nhelp: write `{ … }`, or `for condition { … }`",
            ),
            None if block && (tokens.len() == 1 || is_keyword(&word.to_string())) => self.wrong(
                word.span(),
                format_args!(
                    "unknown keyword `{word}`\nhelp: the statements with a block are `if`, `while`, `for` and `unordered`"
                ),
            ),
            _ => self.wrong_on(
                tokens,
                "expected a task here, such as `name(arguments);`\nhelp: a value is bound with `let name: Type = expression;` and returned with `return expression;`",
            ),
        }
    }

    /// The task after `later`.
    fn later(&mut self, cursor: &mut Cursor<'_>) -> Option<Statement> {
        let tokens = self.up_to_semicolon(cursor);
        let Some((name, group)) = as_call(tokens) else {
            self.wrong_on(
                tokens,
                "expected a task after `later`\nhelp: write `later name(arguments);`",
            );
            return None;
        };
        Some(Statement::Later {
            name: name.clone(),
            args: self.args(name, group),
        })
    }

    /// `let x = name(args)`, `let x: Type = expression`
    fn local(&mut self, tokens: &[TokenTree]) -> Option<Statement> {
        let keyword = tokens[0].span();
        let mut cursor = Cursor::new(&tokens[1..], keyword);
        if self.takes_apart(&cursor) {
            return None;
        }
        let name = self.variable(&mut cursor, "a variable")?;
        let ty = cursor.sign(':').then(|| {
            let ty = cursor.type_until(|rest| is_sign(rest.first(), '='));
            self.value_type(ty, name.span())
        });
        let sign = cursor.span();
        if !cursor.sign('=') {
            self.wrong(
                name.span(),
                format_args!(
                    "expected `=` after `{name}`\nhelp: write `let {name}: Type = expression;`"
                ),
            );
            return None;
        }
        let value = cursor.rest();
        if let [TokenTree::Ident(word), call @ ..] = value
            && word == "later"
            && as_call(call).is_some()
        {
            self.wrong(
                word.span(),
                "a task after `later` returns no value here\nhelp: remove `later`, or remove `let`",
            );
            return None;
        }
        if let Some((task, group)) = as_call(value)
            && Aggregate::of(&task.to_string()).is_none()
            && (ty.is_none() || self.means_task(task))
        {
            return Some(Statement::LetTask {
                name,
                ty,
                task: task.clone(),
                args: self.args(task, group),
            });
        }
        let Some(ty) = ty else {
            self.wrong(
                name.span(),
                format_args!("the variable `{name}` needs a type\nhelp: write `let {name}: Type = expression;`; only a task's type is known"),
            );
            return None;
        };
        Some(Statement::Let {
            name,
            ty,
            value: self.value(value, sign),
        })
    }

    /// Returns true if the call in a typed `let` is a task, or was meant as one. Otherwise it is Rust.
    fn means_task(&self, name: &Ident) -> bool {
        let name = plain(name);
        let builtin =
            ["block_on", "global_block", "finish_action", "stop_action"].map(String::from);
        let known = || self.names.iter().chain(&builtin);
        known().any(|item| *item == name) || nearest(&name, known()).is_some()
    }

    /// `if condition { … } else if condition { … } else { … }`
    fn if_blocks(&mut self, cursor: &mut Cursor<'_>) -> Statement {
        let mut blocks = Vec::new();
        let mut word = cursor.span();
        cursor.bump();
        loop {
            let sorted = self.before_block(cursor, word);
            blocks.push((Some(sorted), self.block(cursor, word, "if")));
            let Some(otherwise) = cursor.word("else") else {
                break;
            };
            if let Some(again) = cursor.word("if") {
                word = again.span();
                continue;
            }
            if let Some(TokenTree::Ident(wrong)) = cursor.peek()
                && nearest(&wrong.to_string(), ["if"]).is_some()
            {
                self.errors.at(
                    wrong.span(),
                    format_args!(
                        "unknown keyword `{wrong}`\nhelp: a keyword with a similar name exists: if"
                    ),
                );
                word = wrong.span();
                cursor.bump();
                continue;
            }
            blocks.push((None, self.block(cursor, otherwise.span(), "else")));
            break;
        }
        Statement::If { blocks }
    }

    /// `now`, in front of a task, which is a statement of its own.
    fn now(&mut self, cursor: &mut Cursor<'_>) -> Option<Statement> {
        let keyword = cursor.span();
        let next = &cursor.rest()[1..];
        let is_task = as_call(&next[..next.len().min(2)]).is_some();
        if is_task {
            cursor.bump();
            return Some(Statement::Now(keyword));
        }
        let block = |at: &usize| at_block_or_end(&cursor.rest()[*at..]);
        let end = (1..cursor.rest().len()).find(block);
        self.wrong(
            keyword,
            "`now` needs a task after it\nhelp: write `now name(arguments);`, and put other statements into a method",
        );
        cursor.take(end.map_or(cursor.rest().len(), |end| end + 1));
        None
    }

    /// `unordered { name(args); { … } }`
    fn unordered(&mut self, cursor: &mut Cursor<'_>) -> Statement {
        cursor.bump();
        let (mut strands, mut now) = (Vec::new(), None);
        if let Some(block) = cursor.group(Delimiter::Brace) {
            let tokens = list(block.stream());
            let mut inside = Cursor::new(&tokens, block.span_close());
            while !inside.is_empty() {
                self.docs(&mut inside);
                if let Some(strand) = inside.group(Delimiter::Brace) {
                    let tokens = list(strand.stream());
                    strands.push(self.body(Cursor::new(&tokens, strand.span_close())));
                    continue;
                }
                let place = inside.span();
                match self.statement(&mut inside) {
                    // It has nothing before it, which is reported with the other blocks.
                    Some(word @ Statement::Now(_)) => now = Some(word),
                    Some(task @ (Statement::Task { .. } | Statement::Later { .. })) => {
                        strands.push(now.take().into_iter().chain([task]).collect());
                    }
                    Some(_) => self.wrong(
                        place,
                        "only tasks and blocks are allowed in `unordered`\nhelp: put the statement into a block of its own: `{ … }`",
                    ),
                    None => {}
                }
            }
        }
        Statement::Unordered { strands }
    }
}

pub fn at_block(tokens: &[TokenTree]) -> bool {
    as_group(tokens.first(), Delimiter::Brace).is_some()
}

pub fn at_block_or_end(tokens: &[TokenTree]) -> bool {
    at_block(tokens) || is_sign(tokens.first(), ';')
}
