//! Operators and effects.

use htn_core::tables::FactVerb;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenTree};

use super::assigned::BlockKind;
use super::foreign_syntax::{as_effect, in_operators};
use super::items::{Lead, tokens_of};
use super::tokens::{
    Cursor, as_call, as_group, at_commas, at_signs, is_sign, is_word, list, plain,
};
use super::{Parser, end_of};
use crate::ast::{Effect, Mark, Operator, OperatorStatement};
use crate::split::{Chunk, End};
use crate::suggest::nearest;
use crate::text::text;

/// Statements that are looked for in the head.
const IN_BLOCK: [&str; 6] = ["if", "while", "cost", "duration", "busy", "undo"];

const MARKS: [&str; 5] = ["start", "finish", "success", "failure", "sensed"];

/// The words that statements of an operator begin with.
const STATEMENTS: &[&str] = &[
    "if", "while", "add", "delete", "start", "finish", "success", "failure", "sensed", "cost",
    "duration", "busy", "undo",
];

impl Parser<'_> {
    /// `operator name(params) by who { … }`
    pub fn operator(
        &mut self,
        lead: Lead<'_>,
        mut cursor: Cursor<'_>,
        chunk: &Chunk<'_>,
    ) -> Option<Operator> {
        let name = self.item_name(&mut cursor, "an operator")?;
        let params = self.params(&mut cursor, &name);
        let by = self.by(&mut cursor);
        let mut statements = Vec::new();
        if chunk.end != End::Block {
            self.wrong(
                end_of(chunk),
                format_args!(
                    "expected a block after the head of `{name}`\nhelp: write `{{}}` if it has no effects"
                ),
            );
        } else if let Some(block) = as_group(chunk.tokens.last(), Delimiter::Brace) {
            if cursor.rest().len() > 1 && !self.incomplete {
                match cursor.peek() {
                    Some(TokenTree::Ident(word)) if IN_BLOCK.iter().any(|known| word == known) => self.wrong(
                        word.span(),
                        format_args!("`{word}` is allowed only in the block of an operator\nhelp: write `operator {name}(…) … {{ {word} …; }}`"),
                    ),
                    _ => self.nothing_more(&cursor, "the head of an operator", &["by"]),
                }
            }
            // The block is read in any case. Otherwise its errors would be reported one run later.
            statements = self.operator_statements(&list(block.stream()), block.span_close());
        }
        let internal = lead.internal.is_some();
        let public = lead.public();
        Some(Operator {
            docs: lead.docs,
            public,
            internal,
            name,
            params,
            by,
            statements,
            incomplete: self.incomplete,
        })
    }

    /// `by a, b`
    fn by(&mut self, cursor: &mut Cursor<'_>) -> Vec<Ident> {
        let mut by = Vec::new();
        let Some(keyword) = cursor.word("by") else {
            return by;
        };
        if let Some(group) = cursor.group(Delimiter::Parenthesis) {
            self.wrong(
                group.span_open(),
                format_args!(
                    "the parameters after `by` have no parentheses\nhelp: write `by {}`",
                    text(&group.stream())
                ),
            );
            return by;
        }
        while let Some(who) = self.variable(cursor, "the parameter of an agent") {
            by.push(who);
            if !cursor.sign(',') {
                break;
            }
        }
        if by.is_empty() && !self.incomplete {
            self.wrong(keyword.span(), "expected a parameter after `by`");
        }
        by
    }

    fn operator_statements(&mut self, tokens: &[TokenTree], end: Span) -> Vec<OperatorStatement> {
        let mut cursor = Cursor::new(tokens, end);
        let mut statements = Vec::new();
        while !cursor.is_empty() {
            self.docs(&mut cursor);
            let statement = cursor.take(statement_length(cursor.rest()));
            if let Some(last) = statement.last() {
                let ended = cursor.sign(';');
                let read = self.operator_statement(statement);
                if !ended && read.is_some() {
                    self.missing_semicolon(last.span(), "a statement");
                }
                statements.extend(read);
            } else {
                cursor.bump();
            }
        }
        statements
    }

    fn operator_statement(&mut self, tokens: &[TokenTree]) -> Option<OperatorStatement> {
        let Some(TokenTree::Ident(word)) = tokens.first() else {
            self.wrong_on(&tokens[..1], "expected a statement here\nhelp: such as `if condition;`, `add fact;` or `delete fact;`");
            return None;
        };
        let keyword = word.span();
        let rest = &tokens[1..];
        if self.has_habits(word, rest) {
            return None;
        }
        Some(match word.to_string().as_str() {
            "if" => OperatorStatement::If {
                keyword,
                sorted: self.sorted(rest, keyword),
            },
            "while" => OperatorStatement::While {
                keyword,
                condition: self.condition(rest, keyword),
            },
            "add" | "delete" => OperatorStatement::Effect {
                mark: None,
                effect: self.effect(tokens, BlockKind::Operator)?,
            },
            "cost" => OperatorStatement::Cost {
                keyword,
                value: self.expression(rest, keyword, "the cost of the step"),
            },
            "duration" => OperatorStatement::Duration {
                keyword,
                value: self.expression(rest, keyword, "the duration of the step"),
            },
            "busy" => OperatorStatement::Busy {
                keyword,
                value: self.expression(
                    rest,
                    keyword,
                    "a value that is true if the action engages its agents",
                ),
            },
            "undo" => match as_call(rest) {
                Some((name, group)) => OperatorStatement::Undo {
                    keyword,
                    name: name.clone(),
                    args: self.args(name, group),
                },
                None => {
                    self.no_undo(tokens);
                    return None;
                }
            },
            _ => return self.effect_of_a_moment(word, tokens),
        })
    }

    /// Reports an `undo` without a call.
    fn no_undo(&mut self, tokens: &[TokenTree]) {
        const HELP: &str = "write `undo name(arguments);`";
        let help = match &tokens[1..] {
            [TokenTree::Ident(name)] => {
                let near = || nearest(&plain(name), self.names);
                let meant = if self.names.contains(&plain(name)) {
                    Some(plain(name))
                } else {
                    near()
                };
                match meant.map(|meant| Ident::new_raw(&meant, name.span())) {
                    Some(meant) => {
                        let names = self.head_of(&meant).map_or(Vec::new(), |head| head.names);
                        let names: Vec<String> = names.into_iter().flatten().collect();
                        format!("write `undo {}({});`", plain(&meant), names.join(", "))
                    }
                    None => HELP.to_owned(),
                }
            }
            [TokenTree::Ident(word), rest @ ..]
                if (word == "add" || word == "delete") && as_call(rest).is_some() =>
            {
                let effect = text(&tokens_of(&tokens[1..]));
                format!(
                    "{HELP}, and put the effect into `internal operator name(…) {{ {effect}; }}`"
                )
            }
            [TokenTree::Group(_)] => {
                format!("{HELP}, and put the effects into `internal operator name(…) {{ … }}`")
            }
            _ => HELP.to_owned(),
        };
        self.wrong_on(
            tokens,
            format_args!("expected an internal operator after `undo`\nhelp: {help}"),
        );
    }

    /// Reports an effect in a condition.
    pub fn is_effect(&mut self, tokens: &[TokenTree]) -> bool {
        let marked = matches!(tokens.first(), Some(TokenTree::Ident(word)) if mark(&word.to_string()).is_some());
        let [TokenTree::Ident(word), fact @ ..] =
            &tokens[usize::from(marked && tokens.len() > 1)..]
        else {
            return false;
        };
        let called = as_call(&fact[..fact.len().min(2)]).is_some();
        let Some(effect) = effect_word(word).filter(|_| called) else {
            return false;
        };
        self.effect_in_condition(&tokens[0], effect, &text(&tokens_of(fact)));
        true
    }

    /// Reports `add(fact)` in a condition, unless there is an item called `add`.
    pub fn is_effect_call(&mut self, word: &Ident, group: &Group) -> bool {
        let inside = list(group.stream());
        let Some(effect) = effect_word(word).filter(|_| !self.names.contains(&plain(word))) else {
            return false;
        };
        let fact = as_call(&inside).is_some_and(|(name, _)| self.names.contains(&plain(name)));
        if fact {
            let place = TokenTree::Ident(word.clone());
            self.effect_in_condition(&place, effect, &text(&group.stream()));
        }
        fact
    }

    fn effect_in_condition(&mut self, place: &TokenTree, effect: &str, fact: &str) {
        self.wrong(
            place.span(),
            format_args!("a condition cannot change facts\nhelp: effects belong in operators and bodies: write `{effect} {fact};` there"),
        );
    }

    /// Reports statements in the syntax of other languages.
    fn has_habits(&mut self, word: &Ident, rest: &[TokenTree]) -> bool {
        let is_block = |token: &TokenTree| as_group(Some(token), Delimiter::Brace).is_some();
        match word.to_string().as_str() {
            "if" | "while" if rest.iter().any(is_block) => {
                let help = "an operator's condition ends with `;`, and its statements follow it";
                self.wrong(
                    word.span(),
                    format_args!("`{word}` has no block in an operator\nhelp: {help}"),
                );
                true
            }
            "add" | "delete" => match rest {
                [TokenTree::Ident(late), TokenTree::Ident(_), ..]
                    if mark(&late.to_string()).is_some() =>
                {
                    self.wrong(
                        late.span(),
                        format_args!(
                            "`{late}` must precede `{word}`\nhelp: write `{late} {word} fact;`"
                        ),
                    );
                    true
                }
                _ => false,
            },
            "cost" | "duration" | "busy"
                if is_sign(rest.first(), '=')
                    || (is_sign(rest.first(), ':') && !at_signs(rest, ':', ':')) =>
            {
                self.wrong(
                    rest[0].span(),
                    format_args!(
                        "unexpected `{}` after `{word}`\nhelp: write `{word} expression;`",
                        rest[0]
                    ),
                );
                true
            }
            _ => false,
        }
    }

    /// `start add fact`, or a statement with an unknown word.
    fn effect_of_a_moment(
        &mut self,
        word: &Ident,
        tokens: &[TokenTree],
    ) -> Option<OperatorStatement> {
        let (rest, text) = (&tokens[1..], word.to_string());
        let is_effect = is_word(rest.first(), "add") || is_word(rest.first(), "delete");
        let mark = match mark(&text) {
            Some(mark) if is_effect => mark,
            Some(_) if self.report_assignment(rest, &format!("{text} "), BlockKind::Operator) => {
                return None;
            }
            Some(_) => {
                let meant = rest.first().map(ToString::to_string);
                let help = match meant.as_deref().and_then(as_effect) {
                    Some(effect) => format!("write `{text} {effect} fact;`"),
                    None => format!("write `{text} add fact;` or `{text} delete fact;`"),
                };
                self.wrong(
                    word.span(),
                    format_args!("expected an effect after `{text}`\nhelp: {help}"),
                );
                return None;
            }
            None if self.report_assignment(tokens, "", BlockKind::Operator) => return None,
            None => {
                self.unknown_statement(word, tokens);
                let meant = nearest(&text, MARKS).and_then(|meant| mark(&meant));
                meant.filter(|_| is_effect)?
            }
        };
        Some(OperatorStatement::Effect {
            mark: Some((mark, word.span())),
            effect: self.effect(rest, BlockKind::Operator)?,
        })
    }

    fn unknown_statement(&mut self, word: &Ident, tokens: &[TokenTree]) {
        if let Some(meant) = nearest(&word.to_string(), STATEMENTS) {
            self.wrong(
                word.span(),
                format_args!(
                    "unknown keyword `{word}`\nhelp: a keyword with a similar name exists: {meant}"
                ),
            );
        } else if let Some(meant) = in_operators(&word.to_string()) {
            self.wrong(
                word.span(),
                format_args!("unknown keyword `{word}`\nhelp: write `{meant}`"),
            );
        } else if ["protect", "release"].iter().any(|verb| word == verb) && tokens.len() > 1 {
            self.wrong(
                word.span(),
                format_args!(
                    "an operator cannot contain `{word}`\nhelp: write it in the body of a branch, before or after the task"
                ),
            );
        } else if as_call(tokens).is_some() || (word == "later" && as_call(&tokens[1..]).is_some())
        {
            self.wrong_on(
                tokens,
                "an operator cannot contain tasks\nhelp: write effects as `add fact;` or `delete fact;`, and tasks in a `method`",
            );
        } else {
            self.wrong(
                word.span(),
                format_args!(
                    "unknown keyword `{word}`\nhelp: the statements of an operator are `if`, `while`, `cost`, `duration`, `busy`, `undo`, `add` and `delete`, the last two with `start`, `finish`, `success`, `failure` or `sensed` before them"
                ),
            );
        }
    }

    /// `add atom, atom for condition`, without its `;`. The first word is there.
    pub fn effect(&mut self, tokens: &[TokenTree], place: BlockKind) -> Option<Effect> {
        let keyword = tokens[0].span();
        let verb = FactVerb::ALL
            .into_iter()
            .find(|verb| is_word(tokens.first(), verb.word()))?;
        let each = (2..tokens.len())
            .find(|&at| is_word(tokens.get(at), "for") && !is_sign(tokens.get(at - 1), ','));
        let facts = &tokens[1..each.unwrap_or(tokens.len())];
        if facts.is_empty() {
            self.wrong(
                keyword,
                format_args!("expected a fact after `{}`", tokens[0]),
            );
            return None;
        }
        let mut atoms = Vec::new();
        for fact in at_commas(facts) {
            match as_call(fact) {
                Some((name, group)) => atoms.push(crate::ast::Atom {
                    name: name.clone(),
                    args: self.args(name, group),
                }),
                None if self.report_assignment(fact, "", place) => {}
                None if fact.is_empty() => {
                    self.wrong(keyword, "expected a fact between the commas")
                }
                None => {
                    let help = match fact.first() {
                        _ if fact.iter().any(|token| is_word(Some(token), "if")) => {
                            "write a condition after `for` to apply the effect for each solution, or as a statement `if condition;` if it must hold"
                        }
                        Some(TokenTree::Punct(sign))
                            if sign.as_char() == '!' && verb == FactVerb::Add =>
                        {
                            "write `delete fact;` to remove a fact"
                        }
                        _ => "separate several facts with commas, and end the statement with `;`",
                    };
                    self.wrong_on(
                        fact,
                        format_args!("expected a fact, such as `name(arguments)`\nhelp: {help}"),
                    );
                }
            }
        }
        let each = each.and_then(|at| {
            if self.iterates("for", &tokens[at + 1..]) {
                None
            } else {
                Some(self.sorted(&tokens[at + 1..], tokens[at].span()))
            }
        });
        Some(Effect {
            keyword,
            verb,
            atoms,
            each,
        })
    }
}

/// The length of the first statement: up to its `;`, or up to the next statement if the `;` is missing.
fn statement_length(tokens: &[TokenTree]) -> usize {
    // No statement is one word long: what follows the first is its own, be that one misspelt.
    let next = |at: usize| {
        let operand = match at.checked_sub(1).map(|before| &tokens[before]) {
            Some(TokenTree::Ident(word)) => !STATEMENTS.contains(&word.to_string().as_str()),
            Some(TokenTree::Group(_) | TokenTree::Literal(_)) => true,
            _ => false,
        };
        at > 1 && operand && begins_statement(&tokens[at..])
    };
    let end = |at: &usize| is_sign(tokens.get(*at), ';') || next(*at);
    (0..tokens.len()).find(end).unwrap_or(tokens.len())
}

/// Returns true if the tokens can only be an effect or an `undo`.
fn begins_statement(tokens: &[TokenTree]) -> bool {
    let [TokenTree::Ident(word), TokenTree::Ident(next), rest @ ..] = tokens else {
        return false;
    };
    let word = word.to_string();
    let call = as_group(rest.first(), Delimiter::Parenthesis).is_some();
    match word.as_str() {
        "add" | "delete" | "undo" => call,
        _ => mark(&word).is_some() && (next == "add" || next == "delete"),
    }
}

/// Returns the effect that a word means, also for words of other languages.
fn effect_word(word: &Ident) -> Option<&'static str> {
    match word.to_string().as_str() {
        "add" => Some("add"),
        "delete" => Some("delete"),
        word => as_effect(word),
    }
}

fn mark(word: &str) -> Option<Mark> {
    match word {
        "start" => Some(Mark::Start),
        "finish" => Some(Mark::Finish),
        "success" => Some(Mark::Success),
        "failure" => Some(Mark::Failure),
        "sensed" => Some(Mark::Sensed),
        _ => None,
    }
}
