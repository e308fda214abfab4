//! Conditions. They are cut at `&&` and `||`, and a piece that has none of the forms of the language is Rust.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenTree};

use super::Parser;
use super::expression::{ARGUMENT, CONDITION};
use super::foreign_syntax::in_conditions;
use super::tokens::{
    Cursor, after_poll, as_call, as_group, at_commas, at_signs, is_sign, is_underscore,
    is_variable, is_word, list, plain,
};
use crate::ast::{Aggregate, Arg, Args, Atom, Condition, ConditionWord, Rust, Sort, Sorted, Value};
use crate::suggest::nearest;

impl Parser<'_> {
    /// `condition sort by expression desc`. `after` is where to point when there is nothing.
    pub fn sorted(&mut self, tokens: &[TokenTree], after: Span) -> Sorted {
        match find_sort(tokens) {
            Some(at) => {
                let condition = self.condition(&tokens[..at], after);
                let sort = Some(self.sort(&tokens[at..]));
                Sorted { condition, sort }
            }
            None => Sorted {
                condition: self.condition(tokens, after),
                sort: None,
            },
        }
    }

    /// `sort by expression desc`; the first two words are there.
    pub fn sort(&mut self, tokens: &[TokenTree]) -> Sort {
        let mut key = &tokens[2..];
        // An `if` of Rust has a block.
        let block = |token: &TokenTree| as_group(Some(token), Delimiter::Brace).is_some();
        let guard = key.iter().position(|token| is_word(Some(token), "if"));
        if let Some(at) = guard.filter(|_| !key.iter().any(block)) {
            self.wrong(
                key[at].span(),
                "the condition must precede `sort by`\nhelp: write `if condition sort by expression`",
            );
            return Sort {
                key: Rust::unparsed(key[at].span()),
                descending: false,
            };
        }
        let descending = key.len() > 1 && is_word(key.last(), "desc");
        if descending {
            key = &key[..key.len() - 1];
        }
        Sort {
            key: self.expression(key, tokens[1].span(), "an expression to sort by"),
            descending,
        }
    }

    /// A condition with at least one piece. Errors about a missing one are at `after`.
    pub fn condition(&mut self, tokens: &[TokenTree], after: Span) -> Condition {
        if tokens.is_empty() {
            self.wrong(after, "expected a condition here");
            return Condition::And(Vec::new());
        }
        let mut either = Vec::new();
        for side in cut(tokens, '|') {
            let mut pieces = cut(side.tokens, '&').into_iter();
            let mut all: Vec<Condition> = Vec::new();
            while let Some(piece) = pieces.next() {
                if ends_open(piece.tokens)
                    && let Some(sign) = pieces.next().and_then(|next| next.sign)
                {
                    self.wrong_on(sign, "expected a condition before `&&`\nhelp: write the condition, or put a reference such as `&&x` into parentheses");
                    continue;
                }
                all.push(self.piece(&piece, side.sign, after));
            }
            either.push(if all.len() == 1 {
                all.remove(0)
            } else {
                Condition::And(all)
            });
        }
        if either.len() == 1 {
            either.remove(0)
        } else {
            Condition::Or(either)
        }
    }

    fn piece(&mut self, piece: &Piece<'_>, outer: Option<&[TokenTree]>, after: Span) -> Condition {
        let tokens = piece.tokens;
        let nothing = Condition::And(Vec::new());
        if tokens.is_empty() {
            let message = "expected a condition on both sides of this\nhelp: write the one that is missing, or remove the sign";
            match piece.sign.or(outer) {
                Some(sign) => self.wrong_on(sign, message),
                None => self.wrong(after, message),
            }
            return nothing;
        }
        if let Some(polled) = self.polled(tokens) {
            return self
                .poll(tokens[0].span(), polled)
                .map_or(nothing, Condition::Rust);
        }
        if let Some((name, group)) = as_call(tokens) {
            return if self.is_effect_call(name, group) {
                nothing
            } else {
                self.call(name, group)
            };
        }
        if is_word(tokens.first(), "let") {
            return self.binding(tokens);
        }
        if self.is_effect(tokens) {
            return nothing;
        }
        if let Some(sign) = self.half_sign(tokens) {
            self.wrong(
                sign.span(),
                format_args!("`{sign}` cannot join conditions\nhelp: write `{sign}{sign}`"),
            );
            return nothing;
        }
        if let [TokenTree::Group(group)] = tokens
            && group.delimiter() == Delimiter::Parenthesis
            && is_condition(&list(group.stream()))
        {
            return self.inside(group, |this, tokens, end| this.condition(tokens, end));
        }
        let nots = leading_nots(tokens);
        if nots > 0 && holds_condition(&tokens[nots..]) {
            let inner = Piece {
                tokens: &tokens[nots..],
                sign: None,
            };
            let mut negated = self.piece(&inner, outer, after);
            // Three say what one says; a long row of them must not become a deep tree.
            for _ in 0..if nots > 2 { 2 - nots % 2 } else { nots } {
                negated = Condition::Not(Box::new(negated));
            }
            return negated;
        }
        if needs_parentheses(tokens) {
            self.no_condition(&tokens[0]);
            return nothing;
        }
        Condition::Rust(self.expression(tokens, after, CONDITION))
    }

    /// Returns the tokens after `poll`, if that is the keyword: an item or a function may have the same name.
    fn polled<'t>(&self, tokens: &'t [TokenTree]) -> Option<&'t [TokenTree]> {
        match after_poll(tokens)? {
            [TokenTree::Group(_)] if self.names.iter().any(|name| name == "poll") => None,
            polled => Some(polled),
        }
    }

    /// `poll expression`: an expression whose answer may be pending.
    fn poll(&mut self, keyword: Span, tokens: &[TokenTree]) -> Option<Rust> {
        if needs_parentheses(tokens) {
            self.no_condition(&tokens[0]);
            return None;
        }
        if is_word(tokens.first(), "let") {
            self.wrong(
                keyword,
                "`poll` belongs to the expression\nhelp: write `let name: Type = poll expression`",
            );
            return None;
        }
        let poll = Some(keyword);
        let expression = self.expression(tokens, keyword, "an expression");
        Some(Rust { poll, ..expression })
    }

    /// An expression, or `poll` and an expression.
    fn maybe_polled(&mut self, tokens: &[TokenTree], after: Span) -> Rust {
        let keyword = tokens.first().map_or(after, TokenTree::span);
        match self.polled(tokens) {
            Some(polled) => self
                .poll(keyword, polled)
                .unwrap_or_else(|| Rust::unparsed(after)),
            None => self.expression(tokens, after, "an expression"),
        }
    }

    /// `name(…)`: a form that has a word of its own, or an atom.
    fn call(&mut self, name: &Ident, group: &Group) -> Condition {
        let mut word = name.to_string();
        if let Some(meant) = self.misspelt_form(&word) {
            self.wrong(
                name.span(),
                format_args!("unknown predicate or axiom `{word}`\nhelp: a form of conditions with a similar name exists: {meant}"),
            );
            word = meant;
        }
        match ConditionWord::of(&word) {
            Some(ConditionWord::First) => Condition::First(Box::new(
                self.inside(group, |this, tokens, end| this.sorted(tokens, end)),
            )),
            Some(ConditionWord::Forall) => self.forall(name.span(), group),
            Some(ConditionWord::WhenPlanning) => self.when_planning(name.span(), group),
            Some(ConditionWord::Aggregate(_)) => {
                self.wrong(
                    name.span(),
                    format_args!("`{word}` is a value, not a condition\nhelp: write `let n: Type = {word}(…) && n > 0`"),
                );
                Condition::And(Vec::new())
            }
            None if matches!(word.as_str(), "not" | "exists" | "any" | "and" | "or")
                && !self.names.contains(&word) =>
            {
                let help = in_conditions(&word).unwrap_or_default();
                self.wrong(
                    name.span(),
                    format_args!("unknown predicate or axiom `{word}`\nhelp: {help}"),
                );
                Condition::And(Vec::new())
            }
            None => Condition::Atom(Atom {
                name: name.clone(),
                args: self.args(name, group),
            }),
        }
    }

    /// Returns the form whose word was meant, if the domain has no item with this name or a nearer one.
    fn misspelt_form(&self, word: &str) -> Option<String> {
        if self.names.iter().any(|name| name == word) || ConditionWord::of(word).is_some() {
            return None;
        }
        let forms = ["when_planning", "forall"];
        let items = self.names.iter().map(String::as_str);
        nearest(word, items.chain(forms)).filter(|near| forms.contains(&near.as_str()))
    }

    /// Reports a form of Rust that conditions do not have.
    fn no_condition(&mut self, first: &TokenTree) {
        if is_word(Some(first), "return") {
            let message = "`return` is not allowed in a condition\nhelp: remove `return`: a condition holds or it does not";
            return self.wrong(first.span(), message);
        }
        let what = match first {
            TokenTree::Group(_) => "a block".to_owned(),
            first => format!("`{first}`"),
        };
        self.parentheses_missing(first.span(), &what);
    }

    /// A single `&` or `|` next to a predicate, an axiom or a task.
    fn half_sign<'t>(&self, tokens: &'t [TokenTree]) -> Option<&'t TokenTree> {
        let sign = |token: &TokenTree| is_sign(Some(token), '&') || is_sign(Some(token), '|');
        let mut sides = tokens.split(sign);
        let is_item = |side: &[TokenTree]| {
            let side = &side[leading_nots(side)..];
            as_call(side).is_some_and(|(name, _)| self.names.contains(&plain(name)))
        };
        let joined = tokens.iter().position(sign).filter(|at| *at > 0)?;
        sides.any(is_item).then(|| &tokens[joined])
    }

    /// Reads the inside of a group.
    fn inside<T>(
        &mut self,
        group: &Group,
        read: impl FnOnce(&mut Self, &[TokenTree], Span) -> T,
    ) -> T {
        read(self, &list(group.stream()), group.span_close())
    }

    /// `when_planning(a)`
    fn when_planning(&mut self, keyword: Span, group: &Group) -> Condition {
        let inner = self.inside(group, |this, tokens, end| {
            let Some(at) = find_sort(tokens) else {
                return this.condition(tokens, end);
            };
            this.wrong(
                tokens[at].span(),
                "`sort by` is inside `when_planning`\nhelp: write it after the whole condition: it sees what `when_planning` binds",
            );
            this.condition(&tokens[..at], end)
        });
        let inner = Box::new(inner);
        Condition::WhenPlanning { keyword, inner }
    }

    /// `forall(a => b)`
    fn forall(&mut self, span: Span, group: &Group) -> Condition {
        let tokens = list(group.stream());
        let Some(arrow) = (0..tokens.len()).find(|&at| at_signs(&tokens[at..], '=', '>')) else {
            self.wrong(
                span,
                "`forall` needs two conditions\nhelp: write `forall(condition => condition)`",
            );
            return Condition::And(Vec::new());
        };
        let every = self.condition(&tokens[..arrow], group.span_open());
        let holds = self.condition(&tokens[arrow + 2..], group.span_close());
        Condition::Forall(Box::new(every), Box::new(holds))
    }

    /// `let x: Type = …`, `let Some(x): Option<Type> = …`, `let x: Type in …`
    fn binding(&mut self, tokens: &[TokenTree]) -> Condition {
        let nothing = Condition::And(Vec::new());
        let keyword = tokens[0].span();
        let mut cursor = Cursor::new(&tokens[1..], tokens.last().map_or(keyword, TokenTree::span));
        if self.takes_apart(&cursor) {
            return nothing;
        }
        let is_some =
            cursor.at_word("Some") && as_group(cursor.peek_at(1), Delimiter::Parenthesis).is_some();
        let Some(name) = self.bound_variable(&mut cursor) else {
            return nothing;
        };
        let pattern = if is_some {
            format!("Some({name}): Option<Type>")
        } else {
            format!("{name}: Type")
        };
        if !cursor.sign(':') {
            let sign = if cursor.at_word("in") { "in" } else { "=" };
            self.wrong(
                name.span(),
                format_args!("the variable `{name}` needs a type\nhelp: write `let {pattern} {sign} expression`"),
            );
            return nothing;
        }
        let ty_tokens =
            cursor.type_until(|rest| is_sign(rest.first(), '=') || is_word(rest.first(), "in"));
        if cursor.is_empty() {
            self.wrong(
                cursor.end(),
                format_args!("expected `=` or `in` after the type of `{name}`\nhelp: write `let {pattern} = expression`"),
            );
            return nothing;
        }
        let sign = cursor.span();
        let each = cursor.word("in").is_some();
        if !each {
            cursor.bump();
        }
        let value = cursor.rest();
        if !is_some {
            let ty = self.value_type(ty_tokens, name.span());
            return if each {
                Condition::LetIn {
                    name,
                    ty,
                    items: self.expression(value, sign, "the items to iterate over"),
                }
            } else {
                Condition::Let {
                    name,
                    ty,
                    value: self.value(value, sign),
                }
            };
        }
        let Some(inner) = inside_option(ty_tokens) else {
            self.wrong_on(
                ty_tokens,
                format_args!("the type of `Some({name})` must be written as `Option<Type>`\nhelp: write `let {pattern} = expression`"),
            );
            return nothing;
        };
        if each {
            self.wrong(sign, format_args!("`Some({name})` needs `=`, not `in`\nhelp: write `let {name}: Type in expression.into_iter().flatten()`"));
            return nothing;
        }
        let ty = self.value_type(inner, name.span());
        Condition::LetSome {
            name,
            ty,
            value: self.maybe_polled(value, sign),
        }
    }

    /// The variable of a `let`, alone or in `Some(…)`.
    fn bound_variable(&mut self, cursor: &mut Cursor<'_>) -> Option<Ident> {
        let group = as_group(cursor.peek_at(1), Delimiter::Parenthesis);
        let Some(group) = group.filter(|_| cursor.at_word("Some")) else {
            return self.variable(cursor, "a variable");
        };
        cursor.take(2);
        let inner = list(group.stream());
        let mut inside = Cursor::new(&inner, group.span_close());
        let name = self.variable(&mut inside, "a variable")?;
        self.nothing_more(&inside, "the variable", &[]);
        Some(name)
    }

    /// Reports a pattern that a `let` cannot have. Returns true if there is one.
    pub fn takes_apart(&mut self, cursor: &Cursor<'_>) -> bool {
        let ends = |rest: &[TokenTree]| is_sign(rest.first(), '=') || is_word(rest.first(), "in");
        let pattern = cursor.clone().until(ends);
        let pattern = &pattern[..find_colon(pattern).unwrap_or(pattern.len())];
        let apart = match pattern {
            [TokenTree::Group(_), ..] => true,
            [TokenTree::Ident(name), _, ..] => {
                name.to_string().starts_with(char::is_uppercase) && name != "Some"
            }
            [TokenTree::Punct(sign), ..] => sign.as_char() == '&',
            _ => false,
        };
        if apart {
            let help = match pattern {
                [TokenTree::Group(_)] => {
                    "bind each part with a `let` of its own, or bind the whole value and call its methods"
                }
                [TokenTree::Punct(_), ..] => "bind it without the `&`: values are copied",
                _ => {
                    "call a method of the value: `let Some(x): Option<Type> = value.method()`, where the method returns `None` for the other kinds"
                }
            };
            self.wrong_on(
                pattern,
                format_args!(
                    "a `let` binds one variable, and its only pattern is `Some(x)`\nhelp: {help}"
                ),
            );
        }
        apart
    }

    /// The value to the right of `let … =`.
    pub fn value(&mut self, tokens: &[TokenTree], after: Span) -> Value {
        if let [
            TokenTree::Ident(keyword),
            TokenTree::Group(group),
            rest @ ..,
        ] = tokens
            && group.delimiter() == Delimiter::Parenthesis
            && let Some(kind) = Aggregate::of(&keyword.to_string())
        {
            if rest.is_empty() {
                return self.aggregate(keyword, kind, group);
            }
            if holds_condition(&list(group.stream()))
                || list(group.stream())
                    .iter()
                    .any(|token| is_sign(Some(token), ';'))
            {
                self.wrong(
                    keyword.span(),
                    format_args!(
                        "`{keyword}` cannot be part of a larger expression\nhelp: bind it first: `let n: Type = {keyword}(…) && let m: Type = n …`"
                    ),
                );
                return Value::Rust(Rust::unparsed(after));
            }
        }
        Value::Rust(self.maybe_polled(tokens, after))
    }

    fn aggregate(&mut self, keyword: &Ident, kind: Aggregate, group: &Group) -> Value {
        let tokens = list(group.stream());
        let semicolon = tokens.iter().position(|token| is_sign(Some(token), ';'));
        let (of, over) = match (kind, semicolon) {
            (Aggregate::Count, None) => (None, tokens.as_slice()),
            (Aggregate::Count, Some(at)) => {
                self.wrong(
                    tokens[at].span(),
                    "`count` has no expression\nhelp: write `count(condition)`",
                );
                return Value::Rust(Rust::unparsed(keyword.span()));
            }
            (_, Some(at)) => {
                let of = self.expression(&tokens[..at], group.span_open(), "an expression");
                (Some(of), &tokens[at + 1..])
            }
            (_, None) => {
                self.wrong(
                    keyword.span(),
                    format_args!(
                        "`{keyword}` needs an expression and a condition\nhelp: write `{keyword}(expression; condition)`; a Rust function is called by its path, as in `core::cmp::{keyword}(a, b)`"
                    ),
                );
                return Value::Rust(Rust::unparsed(keyword.span()));
            }
        };
        let over = Box::new(self.condition(over, group.span_close()));
        Value::Aggregate { kind, of, over }
    }

    /// The arguments of an atom or a task with this name.
    pub fn args(&mut self, name: &Ident, group: &Group) -> Args {
        let tokens = list(group.stream());
        let list = self
            .unnamed(name, at_commas(&tokens))
            .into_iter()
            .map(|tokens| self.arg(tokens, group.span_close()))
            .collect();
        Args {
            list,
            span: group.span(),
        }
    }

    fn arg(&mut self, tokens: &[TokenTree], after: Span) -> Arg {
        match tokens {
            [token] if is_underscore(token) => Arg::Any(token.span()),
            [TokenTree::Ident(name)] if is_variable(name) => Arg::Name(name.clone()),
            _ => Arg::Rust(self.expression(tokens, after, ARGUMENT)),
        }
    }
}

/// The first `:` that is not half of `::`.
fn find_colon(tokens: &[TokenTree]) -> Option<usize> {
    let colon = |at: usize| is_sign(tokens.get(at), ':');
    (0..tokens.len()).find(|&at| colon(at) && !colon(at + 1) && !(at > 0 && colon(at - 1)))
}

/// A stretch between two signs, with the sign before it or, for the first stretch, the sign after it.
pub struct Piece<'a> {
    pub tokens: &'a [TokenTree],
    sign: Option<&'a [TokenTree]>,
}

/// Cuts at a doubled sign.
pub fn cut(tokens: &[TokenTree], sign: char) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut at = 0;
    let mut before = None;
    while at < tokens.len() {
        if at_signs(&tokens[at..], sign, sign) {
            let here = &tokens[at..at + 2];
            pieces.push(Piece {
                tokens: &tokens[start..at],
                sign: before.or(Some(here)),
            });
            before = Some(here);
            at += 2;
            start = at;
        } else {
            at += 1;
        }
    }
    pieces.push(Piece {
        tokens: &tokens[start..],
        sign: before,
    });
    pieces
}

/// Returns true if the last token is an operator, so an operand must follow.
fn ends_open(tokens: &[TokenTree]) -> bool {
    matches!(tokens.last(), Some(TokenTree::Punct(sign)) if "=<>+-*/%^&|!".contains(sign.as_char()))
}

/// The piece of a condition that the tokens end with.
pub fn last_piece(tokens: &[TokenTree]) -> &[TokenTree] {
    let begins = |at: &usize| {
        let before = &tokens[..*at];
        let sign = |sign| before.len() > 1 && at_signs(&before[before.len() - 2..], sign, sign);
        sign('&') || sign('|') || is_word(before.last(), "if")
    };
    let start = (1..tokens.len()).rev().find(begins).unwrap_or(0);
    &tokens[start..]
}

/// The place of `sort by`.
pub fn find_sort(tokens: &[TokenTree]) -> Option<usize> {
    tokens
        .windows(2)
        .position(|pair| is_word(pair.first(), "sort") && is_word(pair.get(1), "by"))
}

/// Returns true if the content of parentheses is a condition, so that `(a)` is `a`. It is Rust if a piece is a form that
/// needs the parentheses.
pub fn is_condition(tokens: &[TokenTree]) -> bool {
    let sides = cut(tokens, '|');
    let mut pieces = sides.iter().flat_map(|side| cut(side.tokens, '&'));
    let rust = |tokens: &[TokenTree]| tokens.is_empty() || needs_parentheses(tokens);
    holds_condition(tokens) || !pieces.any(|piece| rust(piece.tokens) || ends_open(piece.tokens))
}

/// Returns true if a piece has a form of the language, so the whole cannot be Rust.
pub fn holds_condition(tokens: &[TokenTree]) -> bool {
    if needs_parentheses(tokens) {
        return false;
    }
    let sides = cut(tokens, '|');
    let mut pieces = sides.iter().flat_map(|side| cut(side.tokens, '&'));
    pieces.any(|piece| match piece.tokens {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
            holds_condition(&list(group.stream()))
        }
        tokens if leading_nots(tokens) > 0 => holds_condition(&tokens[leading_nots(tokens)..]),
        [TokenTree::Ident(word), ..] if word == "let" => true,
        tokens => as_call(tokens).is_some() || after_poll(tokens).is_some(),
    })
}

/// The number of `!` at the start.
pub fn leading_nots(tokens: &[TokenTree]) -> usize {
    tokens
        .iter()
        .take_while(|token| is_sign(Some(token), '!'))
        .count()
}

/// Returns true for an expression with an inside that could be mistaken for pieces of a condition.
pub fn needs_parentheses(tokens: &[TokenTree]) -> bool {
    match tokens.first() {
        Some(TokenTree::Ident(word)) => {
            let word = word.to_string();
            let opens = [
                "if", "match", "loop", "while", "for", "unsafe", "move", "return", "async",
                "const", "break",
            ];
            opens.contains(&word.as_str()) && as_call(tokens).is_none()
        }
        Some(TokenTree::Punct(sign)) => sign.as_char() == '|',
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        _ => false,
    }
}

/// The tokens between the angle brackets of `Option<…>`.
fn inside_option(tokens: &[TokenTree]) -> Option<&[TokenTree]> {
    let option = tokens
        .iter()
        .position(|token| is_word(Some(token), "Option"))?;
    let path = tokens[..option]
        .iter()
        .all(|token| matches!(token, TokenTree::Ident(_)) || is_sign(Some(token), ':'));
    let inner = tokens.get(option + 2..tokens.len().checked_sub(1)?)?;
    (path && is_sign(tokens.get(option + 1), '<') && is_sign(tokens.last(), '>')).then_some(inner)
}
