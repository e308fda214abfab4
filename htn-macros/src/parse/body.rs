//! Methods: their branches, and the bodies of those.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenTree};

use super::condition::find_sort;
use super::items::Lead;
use super::tokens::{Cursor, as_call, as_group, is_sign, is_word, list};
use super::{Parser, end_of};
use crate::ast::{Branch, Condition, Docs, Method, Sorted, Statement};
use crate::split::{Chunk, End};
use crate::suggest::nearest;

/// The words that statements of a body begin with.
const STATEMENTS: &[&str] = &[
    "add",
    "delete",
    "if",
    "while",
    "for",
    "let",
    "unordered",
    "return",
];

impl Parser<'_> {
    /// `method name(params) -> Type { … }`
    pub fn method(
        &mut self,
        lead: Lead<'_>,
        mut cursor: Cursor<'_>,
        chunk: &Chunk<'_>,
    ) -> Option<Method> {
        let name = self.item_name(&mut cursor, "a method")?;
        let params = self.params(&mut cursor, &name);
        let returns = cursor.at_signs('-', '>').then(|| {
            let arrow = cursor.take(2);
            let ty = cursor.type_until(|rest| ends_type(rest));
            self.type_of(ty, arrow[0].span())
        });
        if let Some(by) = cursor.word("by") {
            self.wrong(
                by.span(),
                "a method is not done by anybody\nhelp: `by` stands on the operators below it",
            );
            cursor.until(|rest| ends_type(rest));
        }
        let guard = self.guard(&mut cursor);
        let branches = match cursor.group(Delimiter::Brace) {
            Some(block) => self.method_block(&name, guard, block),
            None => {
                if chunk.end == End::Block {
                    self.nothing_more(&cursor, "the head of a method");
                } else {
                    self.wrong(
                        end_of(chunk),
                        format_args!("expected a block after the head of `{name}`"),
                    );
                }
                Vec::new()
            }
        };
        let public = lead.public();
        Some(Method {
            docs: lead.docs,
            public,
            name,
            params,
            returns,
            branches,
            broken: self.broken,
        })
    }

    /// `if condition sort by expression`, up to the block.
    fn guard(&mut self, cursor: &mut Cursor<'_>) -> Option<Sorted> {
        let keyword = cursor.span();
        if cursor.word("if").is_some() {
            let tokens = cursor.until(at_block);
            Some(self.sorted(tokens, keyword))
        } else if find_sort(cursor.rest()) == Some(0) {
            let tokens = cursor.until(at_block);
            let sort = Some(self.sort(tokens));
            Some(Sorted {
                condition: Condition::And(Vec::new()),
                sort,
            })
        } else {
            None
        }
    }

    fn method_block(&mut self, name: &Ident, guard: Option<Sorted>, block: &Group) -> Vec<Branch> {
        let tokens = list(block.stream());
        let mut cursor = Cursor::new(&tokens, block.span_close());
        let whole = cursor.clone();
        let docs = self.docs(&mut cursor);
        if !at_branch(&cursor) {
            let body = self.body(&mut cursor);
            return vec![Branch {
                docs: Docs::default(),
                name: None,
                span: name.span(),
                guard,
                body,
            }];
        }
        if guard.is_some() {
            self.errors.at(
                cursor.span(),
                format_args!("`{name}` has a condition of its own and branches too\nhelp: put the condition on each `branch`"),
            );
        }
        let _ = docs;
        self.branches(whole)
    }

    fn branches(&mut self, mut cursor: Cursor<'_>) -> Vec<Branch> {
        let mut branches = Vec::new();
        while !cursor.is_empty() {
            let docs = self.docs(&mut cursor);
            if !at_branch(&cursor) {
                if cursor.is_empty() {
                    break;
                }
                self.no_branch(&mut cursor);
                continue;
            }
            let keyword = cursor.bump().map_or(cursor.end(), TokenTree::span);
            let name = cursor.ident().cloned();
            if name.is_none() {
                self.wrong(
                    keyword,
                    "a branch needs a name\nhelp: write `branch name if condition { … }`",
                );
            }
            let guard = self.guard(&mut cursor);
            let stray = cursor.until(|rest| at_block(rest) || is_word(rest.first(), "branch"));
            if !stray.is_empty() {
                self.wrong_on(stray, "did not expect this before the branch's block\nhelp: write `branch name if condition sort by expression { … }`");
            }
            let body = match cursor.group(Delimiter::Brace) {
                Some(block) => {
                    let tokens = list(block.stream());
                    self.body(&mut Cursor::new(&tokens, block.span_close()))
                }
                None => {
                    self.wrong(
                        keyword,
                        "this branch has no block\nhelp: write `{}` where there is nothing to do",
                    );
                    Vec::new()
                }
            };
            let span = name.as_ref().map_or(keyword, Ident::span);
            branches.push(Branch {
                docs,
                name,
                span,
                guard,
                body,
            });
        }
        branches
    }

    /// Reports what stands between branches, and goes on at the next.
    fn no_branch(&mut self, cursor: &mut Cursor<'_>) {
        let start = cursor.rest();
        cursor.bump();
        cursor.until(|rest| {
            is_word(rest.first(), "branch") && matches!(rest.get(1), Some(TokenTree::Ident(_)))
        });
        let skipped = &start[..start.len() - cursor.rest().len()];
        let first = &skipped[0];
        if let (TokenTree::Ident(word), Some(TokenTree::Ident(_))) = (first, skipped.get(1))
            && nearest(&word.to_string(), ["branch"]).is_some()
        {
            self.wrong(
                word.span(),
                format_args!(
                    "unknown keyword `{word}`\nhelp: a keyword with a similar name exists: branch"
                ),
            );
        } else {
            self.wrong_on(&skipped[..1], "expected `branch` here\nhelp: a body that begins with a branch holds branches only");
        }
    }

    /// A list of statements.
    fn body(&mut self, cursor: &mut Cursor<'_>) -> Vec<Statement> {
        let mut statements = Vec::new();
        while !cursor.is_empty() {
            self.docs(cursor);
            statements.extend(self.statement(cursor));
        }
        statements
    }

    fn block(&mut self, cursor: &mut Cursor<'_>, after: Span, word: &str) -> Vec<Statement> {
        match cursor.group(Delimiter::Brace) {
            Some(block) => {
                let tokens = list(block.stream());
                self.body(&mut Cursor::new(&tokens, block.span_close()))
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

    fn statement(&mut self, cursor: &mut Cursor<'_>) -> Option<Statement> {
        let word = match cursor.peek()? {
            TokenTree::Ident(word) => word,
            TokenTree::Punct(sign) if sign.as_char() == ';' => {
                cursor.bump();
                return None;
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                cursor.bump();
                self.wrong(
                    group.span_open(),
                    "a block stands in `unordered` only\nhelp: leave out the braces",
                );
                return None;
            }
            token => {
                self.wrong(
                    token.span(),
                    format_args!("expected a statement here, found `{token}`"),
                );
                cursor.until(|rest| is_sign(rest.first(), ';'));
                return None;
            }
        };
        let keyword = word.span();
        // A task may be called `if` or `for`: then its parentheses and nothing else stand before the `;`.
        let task = as_group(cursor.peek_at(1), Delimiter::Parenthesis).is_some()
            && is_sign(cursor.peek_at(2), ';');
        match word.to_string().as_str() {
            "return" => {
                let tokens = self.up_to_semicolon(cursor);
                Some(Statement::Return {
                    keyword,
                    value: self.expression(&tokens[1..], keyword, "the value to return"),
                })
            }
            "if" if !task => Some(self.if_blocks(cursor)),
            "while" | "for" if !task => {
                cursor.bump();
                let tokens = cursor.until(at_block_or_end);
                let sorted = self.sorted(tokens, keyword);
                let body = self.block(cursor, keyword, &word.to_string());
                Some(if word == "while" {
                    Statement::While {
                        keyword,
                        sorted,
                        body,
                    }
                } else {
                    Statement::For {
                        keyword,
                        sorted,
                        body,
                    }
                })
            }
            "unordered" if as_group(cursor.peek_at(1), Delimiter::Brace).is_some() => {
                Some(self.unordered(cursor))
            }
            "else" if !task => {
                self.wrong(keyword, "`else` without `if`");
                cursor.until(at_block_or_end);
                self.block(cursor, keyword, "else");
                None
            }
            "add" | "delete" if as_group(cursor.peek_at(1), Delimiter::Parenthesis).is_none() => {
                let tokens = self.up_to_semicolon(cursor);
                self.effect(tokens).map(Statement::Effect)
            }
            "let" if !task => {
                let tokens = self.up_to_semicolon(cursor);
                self.local(tokens)
            }
            _ => self.task(cursor),
        }
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
                    args: self.args(group),
                });
            }
            if next.is_none() || matches!(next, Some(TokenTree::Ident(_))) {
                cursor.take(2);
                self.missing_semicolon(group.span_close(), "a task");
                return Some(Statement::Task {
                    name: name.clone(),
                    args: self.args(group),
                });
            }
        }
        let word = cursor.peek()?.clone();
        let tokens = cursor.until(|rest| is_sign(rest.first(), ';') || at_block(rest));
        let block = at_block(cursor.rest());
        if block && tokens.len() > 1 || !block {
            // What follows an unknown word up to its block or its end belongs to it.
            cursor.bump();
        }
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
            _ => self.wrong_on(tokens, "expected a task here, such as `name(arguments);`"),
        }
        None
    }

    /// `let x = name(args)`, `let x: Type = expression`
    fn local(&mut self, tokens: &[TokenTree]) -> Option<Statement> {
        let keyword = tokens[0].span();
        let mut cursor = Cursor::new(&tokens[1..], keyword);
        let name = self.variable(&mut cursor, "a variable")?;
        let ty = cursor.sign(':').then(|| {
            let ty = cursor.type_until(|rest| is_sign(rest.first(), '='));
            self.type_of(ty, name.span())
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
        if let Some((task, group)) = as_call(value)
            && !matches!(task.to_string().as_str(), "count" | "sum" | "min" | "max")
        {
            return Some(Statement::LetTask {
                name,
                ty,
                task: task.clone(),
                args: self.args(group),
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

    /// `if condition { … } else if condition { … } else { … }`
    fn if_blocks(&mut self, cursor: &mut Cursor<'_>) -> Statement {
        let keyword = cursor.span();
        let mut blocks = Vec::new();
        let mut word = cursor.bump().map_or(keyword, TokenTree::span);
        loop {
            let tokens = cursor.until(at_block_or_end);
            let sorted = self.sorted(tokens, word);
            blocks.push((Some(sorted), self.block(cursor, word, "if")));
            let Some(otherwise) = cursor.word("else") else {
                break;
            };
            if let Some(again) = cursor.word("if") {
                word = again.span();
                continue;
            }
            blocks.push((None, self.block(cursor, otherwise.span(), "else")));
            break;
        }
        Statement::If { keyword, blocks }
    }

    /// `unordered { name(args); { … } }`
    fn unordered(&mut self, cursor: &mut Cursor<'_>) -> Statement {
        let keyword = cursor.span();
        cursor.bump();
        let mut strands = Vec::new();
        if let Some(block) = cursor.group(Delimiter::Brace) {
            let tokens = list(block.stream());
            let mut inside = Cursor::new(&tokens, block.span_close());
            while !inside.is_empty() {
                self.docs(&mut inside);
                if let Some(strand) = inside.group(Delimiter::Brace) {
                    let tokens = list(strand.stream());
                    strands.push(self.body(&mut Cursor::new(&tokens, strand.span_close())));
                    continue;
                }
                let place = inside.span();
                match self.statement(&mut inside) {
                    Some(task @ Statement::Task { .. }) => strands.push(vec![task]),
                    Some(_) => self.wrong(
                        place,
                        "only tasks and blocks stand in `unordered`\nhelp: put the statement into a block of its own: `{ … }`",
                    ),
                    None => {}
                }
            }
        }
        Statement::Unordered { keyword, strands }
    }
}

fn at_block(tokens: &[TokenTree]) -> bool {
    as_group(tokens.first(), Delimiter::Brace).is_some()
}

fn at_block_or_end(tokens: &[TokenTree]) -> bool {
    at_block(tokens) || is_sign(tokens.first(), ';')
}

fn ends_type(tokens: &[TokenTree]) -> bool {
    at_block(tokens)
        || is_word(tokens.first(), "if")
        || find_sort(&tokens[..tokens.len().min(2)]) == Some(0)
}

/// Whether a branch begins here; a task may be called `branch`.
fn at_branch(cursor: &Cursor<'_>) -> bool {
    cursor.at_word("branch") && as_group(cursor.peek_at(1), Delimiter::Parenthesis).is_none()
}
