//! Methods and their branches.

use proc_macro2::{Delimiter, Group, Ident, TokenTree};

use super::body::{at_block, at_block_or_end};
use super::condition::find_sort;
use super::items::Lead;
use super::tokens::{Cursor, as_group, is_word, list};
use super::{Parser, end_of};
use crate::ast::{Branch, Condition, Docs, Method, Sorted};
use crate::split::{Chunk, End};
use crate::suggest::nearest;

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
            let ty = cursor.type_until(ends_type);
            self.value_type(ty, arrow[0].span())
        });
        if let Some(by) = cursor.word("by") {
            self.wrong(
                by.span(),
                "`by` is not allowed on a method\nhelp: write `by` on its operators",
            );
            cursor.until(ends_type);
        }
        let guard = self.guard(&mut cursor);
        let mut branches = Vec::new();
        if chunk.end != End::Block {
            self.wrong(
                end_of(chunk),
                format_args!("expected a block after the head of `{name}`"),
            );
        } else if let Some(block) = as_group(chunk.tokens.last(), Delimiter::Brace) {
            if !at_block(cursor.rest()) {
                self.nothing_more(&cursor, "the head of a method", &["if", "sort"]);
            }
            // The block is read in any case. Otherwise its errors would be reported one run later.
            branches = self.method_block(&name, guard, block);
        }
        let public = lead.public();
        Some(Method {
            docs: lead.docs,
            public,
            name,
            params,
            returns,
            branches,
            incomplete: self.incomplete,
        })
    }

    /// `if condition sort by expression`, up to the block.
    fn guard(&mut self, cursor: &mut Cursor<'_>) -> Option<Sorted> {
        let keyword = cursor.span();
        if cursor.word("if").is_some() {
            Some(self.before_block(cursor, keyword))
        } else if find_sort(cursor.rest()) == Some(0) {
            let tokens = cursor.until(at_block_or_end);
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
        let cursor = Cursor::new(&tokens, block.span_close());
        if begins_with_branch(&tokens) {
            if guard.is_some() {
                self.errors.at(
                    name.span(),
                    format_args!("`{name}` has a condition of its own and branches too\nhelp: put the condition on each `branch`"),
                );
            }
            return self.branches(cursor);
        }
        vec![Branch {
            docs: Docs::default(),
            name: None,
            span: name.span(),
            guard,
            body: self.body(cursor),
            incomplete: self.incomplete,
        }]
    }

    fn branches(&mut self, mut cursor: Cursor<'_>) -> Vec<Branch> {
        let mut branches = Vec::new();
        let head_incomplete = self.incomplete;
        let mut incomplete = head_incomplete;
        while !cursor.is_empty() {
            // An incomplete branch does not make the next one incomplete.
            incomplete |= std::mem::replace(&mut self.incomplete, head_incomplete);
            let docs = self.docs(&mut cursor);
            let Some(word) = branch_word(cursor.rest()) else {
                if cursor.is_empty() {
                    break;
                }
                self.no_branch(&mut cursor);
                continue;
            };
            let keyword = word.span();
            if word != "branch" {
                self.errors.at(
                    keyword,
                    format_args!("unknown keyword `{word}`\nhelp: a keyword with a similar name exists: branch"),
                );
            }
            cursor.bump();
            let nameless = cursor.at_word("if") && !ends_name(&cursor.rest()[1..]);
            let name = if nameless {
                None
            } else {
                cursor.ident().cloned()
            };
            if name.is_none() {
                self.wrong(
                    keyword,
                    "a branch needs a name\nhelp: write `branch name if condition { … }`",
                );
            }
            let guard = self.guard(&mut cursor);
            let stray =
                cursor.until(|rest| at_block_or_end(rest) || is_word(rest.first(), "branch"));
            cursor.sign(';');
            if !stray.is_empty() && at_block(cursor.rest()) {
                self.wrong_on(
                    stray,
                    "unexpected tokens before the branch's block\nhelp: write `branch name if condition sort by expression { … }`",
                );
            }
            let body = match cursor.group(Delimiter::Brace) {
                Some(block) => {
                    let tokens = list(block.stream());
                    self.body(Cursor::new(&tokens, block.span_close()))
                }
                None => {
                    self.wrong(
                        keyword,
                        "this branch has no block\nhelp: write `{}` if it has no tasks",
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
                incomplete: self.incomplete,
            });
        }
        self.incomplete |= incomplete;
        branches
    }

    /// Reports tokens between branches, and skips to the next branch.
    fn no_branch(&mut self, cursor: &mut Cursor<'_>) {
        let start = cursor.rest();
        cursor.bump();
        cursor.until(|rest| {
            branch_word(rest).is_some() && matches!(rest.get(1), Some(TokenTree::Ident(_)))
        });
        let help = if is_word(start.first(), "else") {
            "write a last branch without a condition as `branch name { … }`"
        } else {
            "a body that begins with a branch contains only branches"
        };
        self.wrong_on(
            &start[..1],
            format_args!("expected `branch` here\nhelp: {help}"),
        );
    }
}

pub fn ends_type(tokens: &[TokenTree]) -> bool {
    at_block(tokens)
        || is_word(tokens.first(), "if")
        || find_sort(&tokens[..tokens.len().min(2)]) == Some(0)
}

/// The word that a branch begins with, be it misspelt. A task may be called `branch`.
fn branch_word(tokens: &[TokenTree]) -> Option<&Ident> {
    let TokenTree::Ident(word) = tokens.first()? else {
        return None;
    };
    let call = as_group(tokens.get(1), Delimiter::Parenthesis).is_some();
    let head = matches!(tokens.get(1), Some(TokenTree::Ident(_))) && ends_name(&tokens[2..]);
    let meant = || head && nearest(&word.to_string(), ["branch"]).is_some();
    ((word == "branch" && !call) || meant()).then_some(word)
}

/// Returns true if the tokens can follow the name of a branch.
fn ends_name(tokens: &[TokenTree]) -> bool {
    at_block(tokens) || is_word(tokens.first(), "if") || is_word(tokens.first(), "sort")
}

/// Returns true if a block begins with a branch, after its doc comment.
pub fn begins_with_branch(tokens: &[TokenTree]) -> bool {
    let mut cursor = Cursor::new(tokens, proc_macro2::Span::call_site());
    while cursor.at_sign('#') && as_group(cursor.peek_at(1), Delimiter::Bracket).is_some() {
        cursor.take(2);
    }
    branch_word(cursor.rest()).is_some()
}
