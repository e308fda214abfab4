//! The layout of domains and parts.

use htn_core::tables::FactVerb;
use std::ops::Range;

use proc_macro2::{Delimiter, Group, TokenTree};

use super::doc::{Doc, Raw, RawLine, indentation};
use crate::assemble::{length, starts};
use crate::ast::{Aggregate, ConditionWord};
use crate::parse::body::at_block_or_end;
use crate::parse::condition::{cut, find_sort, holds_condition, is_condition, leading_nots};
use crate::parse::method::{begins_with_branch, ends_type};
use crate::parse::tokens::{as_call, as_group, at_commas, at_signs, is_sign, is_word, list};
use crate::split::{End, split};

/// The kind of a list that a gap between tokens is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// In the middle of an item.
    Inside,
    /// Before the first entry of a list.
    First,
    /// Before another entry.
    Next,
    /// After the last entry.
    Close,
}

/// Builds layouts from tokens, in the order of the text.
pub struct Layout<'t> {
    text: &'t str,
    /// The end of the last token.
    end: usize,
}

/// The first and the last byte of tokens.
fn range(tokens: &[TokenTree]) -> Range<usize> {
    let first = tokens
        .first()
        .map_or(0..0, |token| token.span().byte_range());
    let last = tokens
        .last()
        .map_or(0..0, |token| token.span().byte_range());
    first.start..last.end
}

fn word_at(tokens: &[TokenTree], at: usize) -> Option<String> {
    match tokens.get(at) {
        Some(TokenTree::Ident(word)) => Some(word.to_string()),
        _ => None,
    }
}

impl<'t> Layout<'t> {
    pub fn new(text: &'t str) -> Self {
        Layout { text, end: 0 }
    }

    /// The items of a domain, and the comments after them.
    pub fn domain(&mut self, tokens: &[TokenTree]) -> Vec<Doc> {
        let mut out = Vec::new();
        self.items(tokens, &mut out);
        self.gap(self.text.len(), Gap::Close, &mut out);
        out
    }

    /// `pub part name<Types> { items }`
    pub fn part(&mut self, tokens: &[TokenTree]) -> Vec<Doc> {
        let mut out = Vec::new();
        let Some((TokenTree::Group(block), head)) = tokens.split_last() else {
            return out;
        };
        let mut rest = self.attributes(head, Gap::First, &mut out);
        rest = self.visibility(rest, &mut out);
        let (keyword, rest) = rest.split_at(1.min(rest.len()));
        self.words(keyword, &mut out);
        out.push(Doc::Space);
        if !rest.is_empty() {
            self.words(rest, &mut out);
            out.push(Doc::Space);
        }
        let mut items = Vec::new();
        self.open(block, &mut items);
        let tokens = list(block.stream());
        let mut inside = vec![Doc::HardLine];
        self.items(&tokens, &mut inside);
        let has_comment = self.gap_to_close(block, &mut inside);
        if tokens.is_empty() && !has_comment {
            inside.clear();
        }
        items.push(Doc::Indent(inside));
        items.push(if tokens.is_empty() && !has_comment {
            Doc::SoftLine
        } else {
            Doc::HardLine
        });
        self.close(block, &mut items);
        out.push(Doc::Group(items));
        self.gap(self.text.len(), Gap::Close, &mut out);
        out
    }

    fn items(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) {
        let chunks = split(tokens);
        for (at, (chunk, start)) in chunks.iter().zip(starts(&chunks)).enumerate() {
            let gap = if at == 0 { Gap::First } else { Gap::Next };
            if at > 0 {
                out.push(Doc::HardLine);
            }
            let rest = self.attributes(chunk.tokens, gap, out);
            let mut item = Vec::new();
            self.item(rest, &mut item);
            if chunk.end == End::Semicolon {
                let end = start + length(chunk);
                self.words(&tokens[end - 1..end], &mut item);
            }
            out.push(Doc::Group(item));
        }
    }

    /// Attributes and doc comments, each on its own line. Returns the tokens after them.
    fn attributes<'a>(
        &mut self,
        tokens: &'a [TokenTree],
        gap: Gap,
        out: &mut Vec<Doc>,
    ) -> &'a [TokenTree] {
        let (mut rest, mut gap) = (tokens, gap);
        while is_sign(rest.first(), '#') {
            let inner = usize::from(is_sign(rest.get(1), '!'));
            if as_group(rest.get(1 + inner), Delimiter::Bracket).is_none() {
                break;
            }
            let (attribute, after) = rest.split_at(2 + inner);
            self.gap(range(attribute).start, gap, out);
            self.raw(attribute, out);
            out.push(Doc::HardLine);
            (rest, gap) = (after, Gap::Inside);
        }
        if !rest.is_empty() {
            self.gap(range(rest).start, gap, out);
        }
        rest
    }

    fn visibility<'a>(&mut self, tokens: &'a [TokenTree], out: &mut Vec<Doc>) -> &'a [TokenTree] {
        if !is_word(tokens.first(), "pub") {
            return tokens;
        }
        let restricted = as_group(tokens.get(1), Delimiter::Parenthesis).is_some();
        let (visibility, rest) = tokens.split_at(1 + usize::from(restricted));
        self.raw(visibility, out);
        out.push(Doc::Space);
        rest
    }

    fn item(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) {
        let mut rest = self.visibility(tokens, out);
        if is_word(rest.first(), "internal") {
            self.words(&rest[..1], out);
            out.push(Doc::Space);
            rest = &rest[1..];
        }
        let keyword = word_at(rest, 0).unwrap_or_default();
        let head = match keyword.as_str() {
            "domain" | "predicate" | "axiom" | "operator" | "method" => 2,
            "use" if is_word(rest.get(1), "part") => 2,
            "use" | "agent" => 1,
            _ => 0,
        };
        let (words, mut rest) = rest.split_at(head.min(rest.len()));
        for (at, word) in words.iter().enumerate() {
            if at > 0 {
                out.push(Doc::Space);
            }
            self.words(std::slice::from_ref(word), out);
        }
        if let Some(group) = as_group(rest.first(), Delimiter::Parenthesis)
            && head == 2
        {
            self.parameters(group, out);
            rest = &rest[1..];
        }
        if rest.is_empty() {
            return;
        }
        out.push(Doc::Space);
        if let [TokenTree::Group(group)] = rest
            && group.delimiter() == Delimiter::Bracket
        {
            let capacity = list(group.stream());
            return self.bracketed(group, out, |this, inside| this.raw(&capacity, inside));
        }
        match keyword.as_str() {
            "axiom" => self.clauses(rest, out),
            "operator" => self.operator(rest, out),
            "method" => self.method(rest, out),
            _ => self.raw(rest, out),
        }
    }

    /// `(name: Type, …)`, `(Type => Type)`
    fn parameters(&mut self, group: &Group, out: &mut Vec<Doc>) {
        let tokens = list(group.stream());
        self.bracketed(group, out, |this, inside| {
            let mut rest = tokens.as_slice();
            while !rest.is_empty() {
                rest = this.attributes(rest, Gap::Inside, inside);
                let end = type_end(rest);
                let (column, after) = rest.split_at(end);
                this.typed(column, inside);
                rest = after;
                if is_sign(rest.first(), ',') {
                    this.words(&rest[..1], inside);
                    rest = &rest[1..];
                } else if !rest.is_empty() {
                    if !column.is_empty() {
                        inside.push(Doc::Line);
                    }
                    let arrow = rest.len().min(2);
                    this.raw(&rest[..arrow], inside);
                    rest = &rest[arrow..];
                }
                if !rest.is_empty() {
                    inside.push(Doc::Line);
                }
            }
        });
    }

    /// `name: Type`, or a type alone
    fn typed(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) {
        match tokens {
            [TokenTree::Ident(_), sign, ty @ ..]
                if is_sign(Some(sign), ':') && !at_signs(&tokens[1..], ':', ':') =>
            {
                self.words(&tokens[..2], out);
                if !ty.is_empty() {
                    out.push(Doc::Space);
                    self.raw(ty, out);
                }
            }
            [] => {}
            _ => self.raw(tokens, out),
        }
    }

    /// `{ condition } else { condition }`
    fn clauses(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) {
        for (at, token) in tokens.iter().enumerate() {
            if at > 0 {
                out.push(Doc::Space);
            }
            match token {
                TokenTree::Group(group) => {
                    let tokens = list(group.stream());
                    self.block(group, out, |this, inside, _| {
                        if !tokens.is_empty() {
                            this.gap(range(&tokens).start, Gap::First, inside);
                            this.condition(&tokens, inside);
                        }
                    });
                }
                other => self.words(std::slice::from_ref(other), out),
            }
        }
    }

    /// The rest of an operator, after its parameters.
    fn operator(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) {
        let Some((TokenTree::Group(block), by)) = tokens.split_last() else {
            return self.raw(tokens, out);
        };
        for (at, token) in by.iter().enumerate() {
            if at > 0 && !is_sign(Some(token), ',') {
                out.push(Doc::Space);
            }
            self.words(std::slice::from_ref(token), out);
        }
        if !by.is_empty() {
            out.push(Doc::Space);
        }
        let tokens = list(block.stream());
        self.block(block, out, |this, inside, is_broken| {
            this.statements(&tokens, inside, is_broken, Self::operator_statement);
        });
    }

    /// The rest of a method, after its parameters.
    fn method(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) {
        let mut rest = tokens;
        if at_signs(rest, '-', '>') {
            let end = (2..rest.len()).find(|&at| ends_type(&rest[at..]));
            let (returned, after) = rest.split_at(end.unwrap_or(rest.len()));
            self.words(&returned[..2], out);
            out.push(Doc::Space);
            self.raw(&returned[2..], out);
            out.push(Doc::Space);
            rest = after;
        }
        self.guarded(rest, out);
    }

    /// `if condition sort by key { … }`
    fn guarded(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) {
        let Some((TokenTree::Group(block), guard)) = tokens.split_last() else {
            return self.raw(tokens, out);
        };
        if !guard.is_empty() {
            let mut inside = vec![Doc::Line];
            let keyword = usize::from(is_word(guard.first(), "if"));
            if keyword > 0 {
                self.words(&guard[..1], &mut inside);
                inside.push(Doc::Space);
            }
            self.sorted(&guard[keyword..], false, &mut inside);
            out.push(Doc::Group(vec![Doc::Indent(inside), Doc::Line]));
        }
        self.body(block, out);
    }

    /// A condition with its `sort by`, which is indented if it `hangs` below a keyword.
    fn sorted(&mut self, tokens: &[TokenTree], hangs: bool, out: &mut Vec<Doc>) {
        let at = find_sort(tokens).unwrap_or(tokens.len());
        let (condition, sort) = tokens.split_at(at);
        if !condition.is_empty() {
            self.condition(condition, out);
        }
        let [sort, by, key @ ..] = sort else {
            return;
        };
        let mut one = Vec::new();
        if !condition.is_empty() {
            one.push(Doc::Line);
        }
        self.words(std::slice::from_ref(sort), &mut one);
        one.push(Doc::Space);
        self.words(std::slice::from_ref(by), &mut one);
        one.push(Doc::Space);
        let descends = key.len() > 1 && is_word(key.last(), "desc");
        let (key, direction) = key.split_at(key.len() - usize::from(descends));
        self.raw(key, &mut one);
        if descends {
            one.push(Doc::Space);
            self.words(direction, &mut one);
        }
        if hangs {
            out.push(Doc::Indent(one));
        } else {
            out.extend(one);
        }
    }

    /// The block of a method or a branch.
    fn body(&mut self, block: &Group, out: &mut Vec<Doc>) {
        let tokens = list(block.stream());
        if !begins_with_branch(&tokens) {
            return self.block(block, out, |this, inside, is_broken| {
                this.statements(&tokens, inside, is_broken, Self::statement);
            });
        }
        let is_single = tokens.iter().filter(|token| is_block(token)).count() == 1;
        self.block(block, out, |this, inside, _| {
            let mut rest = tokens.as_slice();
            let mut gap = Gap::First;
            while !rest.is_empty() {
                // Several branches are never on one line.
                if gap == Gap::Next || !is_single {
                    inside.push(Doc::HardLine);
                }
                rest = this.attributes(rest, gap, inside);
                let end = rest.iter().position(is_block).unwrap_or(rest.len());
                let (tokens, after) = rest.split_at((end + 1).min(rest.len()));
                let mut branch = Vec::new();
                this.branch(tokens, &mut branch);
                inside.push(Doc::Group(branch));
                rest = after;
                gap = Gap::Next;
            }
        });
    }

    /// `branch name if condition { … }`
    fn branch(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) {
        let (head, rest) = tokens.split_at(2.min(tokens.len()));
        for word in head {
            self.words(std::slice::from_ref(word), out);
            out.push(Doc::Space);
        }
        self.guarded(rest, out);
    }

    /// The statements of a block. If the block is broken already, statements that share a line stay there if they fit.
    fn statements(
        &mut self,
        tokens: &[TokenTree],
        out: &mut Vec<Doc>,
        is_broken: bool,
        read: fn(&mut Self, &[TokenTree], &mut Vec<Doc>) -> usize,
    ) {
        let mut rest = tokens;
        let mut gap = Gap::First;
        while !rest.is_empty() {
            let is_apart = self.text[self.end..range(rest).start].contains('\n');
            let mut one = Vec::new();
            if gap == Gap::Next {
                one.push(if is_apart { Doc::HardLine } else { Doc::Line });
            }
            rest = self.attributes(rest, gap, &mut one);
            if !rest.is_empty() {
                let mut statement = Vec::new();
                let length = read(self, rest, &mut statement);
                one.push(Doc::Group(statement));
                rest = &rest[length.max(1)..];
            }
            if is_broken && !is_apart {
                out.push(Doc::Group(one));
            } else {
                out.extend(one);
            }
            gap = Gap::Next;
        }
    }

    /// The first statement of an operator. Returns the number of its tokens.
    fn operator_statement(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) -> usize {
        let end = tokens.iter().position(|token| is_sign(Some(token), ';'));
        let end = end.unwrap_or(tokens.len());
        let (statement, semicolon) = (&tokens[..end], &tokens[end..tokens.len().min(end + 1)]);
        let word = word_at(statement, 0).unwrap_or_default();
        match word.as_str() {
            "if" | "while" if statement.len() > 1 => {
                self.words(&statement[..1], out);
                out.push(Doc::Space);
                self.sorted(&statement[1..], true, out);
            }
            "undo" => {
                self.words(&statement[..1], out);
                out.push(Doc::Space);
                self.call(&statement[1..], out);
            }
            "cost" | "duration" | "busy" => self.keyword(statement, out),
            "" => {}
            _ => self.effect(statement, out),
        }
        self.words(semicolon, out);
        end + semicolon.len()
    }

    /// A keyword and an expression.
    fn keyword(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) {
        let (word, value) = tokens.split_at(1.min(tokens.len()));
        self.words(word, out);
        if !value.is_empty() {
            out.push(Doc::Space);
            self.raw(value, out);
        }
    }

    /// `start add atom, atom for condition`
    fn effect(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) {
        let verb = tokens.iter().position(|token| {
            FactVerb::ALL
                .iter()
                .any(|verb| is_word(Some(token), verb.word()))
        });
        let Some(verb) = verb.filter(|verb| *verb < 2) else {
            return self.raw(tokens, out);
        };
        let (words, rest) = tokens.split_at(verb + 1);
        let each = rest.iter().position(|token| is_word(Some(token), "for"));
        let (atoms, each) = rest.split_at(each.unwrap_or(rest.len()));
        let mut inside = Vec::new();
        for word in words {
            self.words(std::slice::from_ref(word), &mut inside);
            inside.push(Doc::Space);
        }
        let mut list = Vec::new();
        let mut start = 0;
        while start < atoms.len() {
            let comma = atoms[start..]
                .iter()
                .position(|token| is_sign(Some(token), ','));
            let end = comma.map_or(atoms.len(), |comma| start + comma);
            let mut one = Vec::new();
            if start > 0 {
                one.push(Doc::Line);
            }
            self.call(&atoms[start..end], &mut one);
            self.words(&atoms[end..atoms.len().min(end + 1)], &mut one);
            list.push(Doc::Group(one));
            start = end + 1;
        }
        if !each.is_empty() {
            list.push(Doc::Line);
            self.words(&each[..1], &mut list);
            list.push(Doc::Space);
            self.sorted(&each[1..], true, &mut list);
        }
        inside.push(Doc::Indent(list));
        out.push(Doc::Group(inside));
    }

    /// The first statement of a body. Returns the number of its tokens.
    fn statement(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) -> usize {
        if let TokenTree::Group(group) = &tokens[0]
            && group.delimiter() == Delimiter::Brace
        {
            self.body(group, out);
            return 1;
        }
        let word = word_at(tokens, 0).unwrap_or_default();
        let is_task = as_group(tokens.get(1), Delimiter::Parenthesis).is_some()
            && is_sign(tokens.get(2), ';');
        match word.as_str() {
            "if" | "while" | "for" if !is_task => return self.conditional(tokens, out),
            "unordered" if is_word(tokens.get(1), "for") => {
                self.words(&tokens[..1], out);
                out.push(Doc::Space);
                return 1 + self.conditional(&tokens[1..], out);
            }
            "unordered" if is_block_at(tokens, 1) => {
                self.words(&tokens[..1], out);
                out.push(Doc::Space);
                let TokenTree::Group(block) = &tokens[1] else {
                    return 1;
                };
                self.body(block, out);
                return 2;
            }
            _ => {}
        }
        let end = tokens.iter().position(|token| is_sign(Some(token), ';'));
        let end = end.unwrap_or(tokens.len());
        let statement = &tokens[..end];
        let is_call = as_group(statement.get(1), Delimiter::Parenthesis).is_some();
        match word.as_str() {
            "add" | "delete" | "protect" | "release" if !is_call => self.effect(statement, out),
            "let" if !is_task => self.binding(statement, out),
            "return" | "priority" if !is_task => self.keyword(statement, out),
            "now" | "later" if statement.len() > 1 && !is_call => {
                self.words(&statement[..1], out);
                out.push(Doc::Space);
                self.call(&statement[1..], out);
            }
            "" if statement.is_empty() => {}
            _ => self.call(statement, out),
        }
        let semicolon = &tokens[end..tokens.len().min(end + 1)];
        self.words(semicolon, out);
        end + semicolon.len()
    }

    /// `if condition { … } else { … }`, `while condition { … }`, `for condition { … }`
    fn conditional(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) -> usize {
        let mut at = 0;
        loop {
            let words = match (
                is_word(tokens.get(at), "else"),
                is_word(tokens.get(at + 1), "if"),
            ) {
                (true, true) => 2,
                _ => 1,
            };
            let end = (at + words..tokens.len())
                .find(|&at| at_block_or_end(&tokens[at..]))
                .unwrap_or(tokens.len());
            for word in &tokens[at..tokens.len().min(at + words)] {
                self.words(std::slice::from_ref(word), out);
                out.push(Doc::Space);
            }
            if end > at + words {
                let mut inside = Vec::new();
                self.sorted(&tokens[at + words..end], true, &mut inside);
                inside.push(Doc::Line);
                out.push(Doc::Group(inside));
            }
            at = end;
            let Some(block) = as_group(tokens.get(at), Delimiter::Brace) else {
                return at;
            };
            self.body(block, out);
            at += 1;
            if !is_word(tokens.get(at), "else") {
                return at;
            }
            out.push(Doc::Space);
        }
    }

    /// Conditions with `||` and `&&` between them. Line breaks before these signs stay.
    fn condition(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) {
        for side in cut(tokens, '|') {
            self.joined(tokens, side.tokens, out, |this, out| {
                for piece in cut(side.tokens, '&') {
                    this.joined(side.tokens, piece.tokens, out, |this, out| {
                        this.piece(piece.tokens, out);
                    });
                }
            });
        }
    }

    /// One of several pieces, with the sign before it.
    fn joined(
        &mut self,
        all: &[TokenTree],
        piece: &[TokenTree],
        out: &mut Vec<Doc>,
        read: impl FnOnce(&mut Self, &mut Vec<Doc>),
    ) {
        // Pieces are slices of all tokens.
        let at = all.len() - remaining(all, piece);
        let Some(before) = at.checked_sub(2) else {
            return read(self, out);
        };
        let sign = &all[before..at];
        let end = piece.first().map_or(range(sign).end, |token| {
            range(std::slice::from_ref(token)).start
        });
        let is_apart = self.text[self.end..end].contains('\n');
        let mut one = vec![if is_apart { Doc::HardLine } else { Doc::Line }];
        self.raw(sign, &mut one);
        one.push(Doc::Space);
        read(self, &mut one);
        out.push(Doc::Indent(vec![Doc::Group(one)]));
    }

    /// A condition without `&&` and `||` around it.
    fn piece(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) {
        if as_call(tokens).is_some() {
            return self.call(tokens, out);
        }
        if is_word(tokens.first(), "let") {
            return self.binding(tokens, out);
        }
        if let [TokenTree::Group(group)] = tokens
            && group.delimiter() == Delimiter::Parenthesis
        {
            let inner = list(group.stream());
            if is_condition(&inner) {
                return self.bracketed(group, out, |this, inside| this.condition(&inner, inside));
            }
        }
        let nots = leading_nots(tokens);
        if nots > 0 && holds_condition(&tokens[nots..]) {
            self.words(&tokens[..nots], out);
            return self.piece(&tokens[nots..], out);
        }
        self.raw(tokens, out);
    }

    /// `name(args)`, or a form of conditions such as `first(condition)`
    fn call(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) {
        let Some((name, group)) = as_call(tokens) else {
            return self.raw(tokens, out);
        };
        let word = name.to_string();
        self.words(&tokens[..1], out);
        let inner = list(group.stream());
        match ConditionWord::of(&word) {
            Some(ConditionWord::First | ConditionWord::WhenPlanning) => {
                self.bracketed(group, out, |this, inside| {
                    this.sorted(&inner, false, inside)
                });
            }
            Some(ConditionWord::Forall) => {
                let arrow = (0..inner.len()).find(|&at| at_signs(&inner[at..], '=', '>'));
                let arrow = arrow.unwrap_or(inner.len());
                self.bracketed(group, out, |this, inside| {
                    this.condition(&inner[..arrow], inside);
                    let (sign, holds) = inner[arrow..].split_at(2.min(inner.len() - arrow));
                    if sign.is_empty() {
                        return;
                    }
                    inside.push(Doc::Line);
                    this.raw(sign, inside);
                    inside.push(Doc::Space);
                    this.condition(holds, inside);
                });
            }
            Some(ConditionWord::Aggregate(_)) => {
                let end = inner.iter().position(|token| is_sign(Some(token), ';'));
                self.bracketed(group, out, |this, inside| {
                    let rest = end.map_or(0, |end| end + 1);
                    if let Some(end) = end {
                        this.raw(&inner[..end], inside);
                        this.words(&inner[end..rest], inside);
                        inside.push(Doc::Line);
                    }
                    this.condition(&inner[rest..], inside);
                });
            }
            None => self.arguments(group, &inner, out),
        }
    }

    fn arguments(&mut self, group: &Group, inner: &[TokenTree], out: &mut Vec<Doc>) {
        self.bracketed(group, out, |this, inside| {
            for (at, arg) in at_commas(inner).into_iter().enumerate() {
                if at > 0 {
                    inside.push(Doc::Line);
                }
                this.raw(arg, inside);
                let end = inner.len() - remaining(inner, arg) + arg.len();
                this.words(&inner[end..inner.len().min(end + 1)], inside);
            }
        });
    }

    /// `let name: Type = value`, `let Some(name): Type = value`, `let name: Type in value`
    fn binding(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) {
        let ends = |at: &usize| {
            is_sign(tokens.get(*at), '=') && !at_signs(&tokens[*at..], '=', '=')
                || is_word(tokens.get(*at), "in")
        };
        let Some(sign) = (1..tokens.len()).find(ends) else {
            return self.raw(tokens, out);
        };
        let (head, value) = (&tokens[1..sign], &tokens[sign + 1..]);
        self.words(&tokens[..1], out);
        out.push(Doc::Space);
        let some = usize::from(as_group(head.get(1), Delimiter::Parenthesis).is_some());
        let name = head.len().min(1 + some);
        self.raw(&head[..name], out);
        if let Some((colon, ty)) = head[name..].split_first() {
            self.words(std::slice::from_ref(colon), out);
            out.push(Doc::Space);
            self.raw(ty, out);
        }
        out.push(Doc::Space);
        self.words(&tokens[sign..=sign], out);
        out.push(Doc::Space);
        let is_value = as_call(value).is_some_and(|(name, _)| {
            let word = name.to_string();
            ConditionWord::of(&word).is_none() || Aggregate::of(&word).is_some()
        });
        if is_value {
            self.call(value, out);
        } else {
            self.raw(value, out);
        }
    }

    /// A group whose inside breaks as a whole.
    fn bracketed(
        &mut self,
        group: &Group,
        out: &mut Vec<Doc>,
        read: impl FnOnce(&mut Self, &mut Vec<Doc>),
    ) {
        let mut all = Vec::new();
        self.open(group, &mut all);
        let mut inside = vec![Doc::SoftLine];
        read(self, &mut inside);
        self.gap_to_close(group, &mut inside);
        all.push(Doc::Indent(inside));
        all.push(Doc::SoftLine);
        self.close(group, &mut all);
        out.push(Doc::Group(all));
    }

    /// A block in braces, in the group around it. If it is on one line, it stays there if the group fits.
    fn block(
        &mut self,
        group: &Group,
        out: &mut Vec<Doc>,
        read: impl FnOnce(&mut Self, &mut Vec<Doc>, bool),
    ) {
        self.open(group, out);
        let tokens = list(group.stream());
        let next = tokens.first().map_or(group.span_close(), TokenTree::span);
        let is_broken = self.text[self.end..next.byte_range().start].contains('\n');
        let line = || if is_broken { Doc::HardLine } else { Doc::Line };
        let mut inside = vec![line()];
        read(self, &mut inside, is_broken);
        let has_comment = self.gap_to_close(group, &mut inside);
        if !tokens.is_empty() || has_comment {
            out.push(Doc::Indent(inside));
            out.push(line());
        }
        self.close(group, out);
    }

    fn open(&mut self, group: &Group, out: &mut Vec<Doc>) {
        self.delimiter(group.span_open().byte_range(), out);
    }

    fn close(&mut self, group: &Group, out: &mut Vec<Doc>) {
        self.delimiter(group.span_close().byte_range(), out);
    }

    fn delimiter(&mut self, range: Range<usize>, out: &mut Vec<Doc>) {
        self.gap(range.start, Gap::Inside, out);
        out.push(Doc::Text(self.text[range.clone()].to_owned()));
        self.end = range.end;
    }

    /// The comments before the end of a group. Returns true if there are any.
    fn gap_to_close(&mut self, group: &Group, out: &mut Vec<Doc>) -> bool {
        let before = out.len();
        self.gap(group.span_close().byte_range().start, Gap::Close, out);
        out.len() > before
    }

    /// Tokens without spaces between them.
    fn words(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) {
        for token in tokens {
            let range = token.span().byte_range();
            self.gap(range.start, Gap::Inside, out);
            out.push(Doc::Text(self.text[range.clone()].to_owned()));
            self.end = range.end;
        }
    }

    /// Tokens as they are written.
    fn raw(&mut self, tokens: &[TokenTree], out: &mut Vec<Doc>) {
        if tokens.is_empty() {
            return;
        }
        let range = range(tokens);
        self.gap(range.start, Gap::Inside, out);
        let mut leaves = Vec::new();
        flatten(tokens, &mut leaves);
        out.push(Doc::Raw(self.lines(range, &leaves)));
    }

    /// The text of a range in lines. Lines that begin inside one of the tokens keep their white space.
    fn lines(&mut self, range: Range<usize>, tokens: &[Range<usize>]) -> Raw {
        let line = self.text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let mut raw = Raw {
            base: indentation(&self.text[line..]),
            lines: vec![RawLine::default()],
        };
        let mut at = range.start;
        for token in tokens
            .iter()
            .cloned()
            .chain(std::iter::once(range.end..range.end))
        {
            for (number, piece) in self.text[at..token.start].split('\n').enumerate() {
                let Some(last) = raw.lines.last_mut().filter(|_| number == 0) else {
                    let Some(last) = raw.lines.last_mut() else {
                        break;
                    };
                    last.text.truncate(last.text.trim_end().len());
                    raw.lines.push(RawLine {
                        indent: Some(indentation(piece)),
                        text: piece.trim_start().to_owned(),
                    });
                    continue;
                };
                last.text.push_str(piece);
            }
            for (number, piece) in self.text[token.clone()].split('\n').enumerate() {
                match raw.lines.last_mut() {
                    Some(last) if number == 0 => last.text.push_str(piece),
                    _ => raw.lines.push(RawLine {
                        indent: None,
                        text: piece.to_owned(),
                    }),
                }
            }
            at = token.end;
        }
        self.end = range.end;
        raw
    }

    /// The comments up to the next token, and the empty lines around them.
    fn gap(&mut self, to: usize, gap: Gap, out: &mut Vec<Doc>) {
        let (mut kept, mut after_comment) = (gap == Gap::Next || gap == Gap::Close, false);
        while self.end < to {
            let rest = &self.text[self.end..to];
            let comment = rest.trim_start();
            let white = &rest[..rest.len() - comment.len()];
            let breaks = white.matches('\n').count();
            let line = if breaks > 1 && kept {
                Doc::Blank
            } else {
                Doc::HardLine
            };
            if comment.is_empty() {
                let is_blank = matches!(line, Doc::Blank) && gap != Gap::Close;
                if is_blank || (after_comment && breaks > 0) {
                    out.push(if is_blank { Doc::Blank } else { Doc::HardLine });
                }
                break;
            }
            let start = self.end + white.len();
            let is_line = comment.starts_with("//");
            let length = if is_line {
                comment.find('\n').unwrap_or(comment.len())
            } else {
                block_comment(comment)
            };
            let text = comment[..length].trim_end();
            if is_line && breaks == 0 {
                out.push(Doc::Comment(text.to_owned()));
            } else {
                let opened = self.text[..self.end].ends_with(['(', '[']);
                if breaks > 0 || !opened {
                    out.push(if breaks > 0 { line } else { Doc::Space });
                }
                let whole = start..start + text.len();
                let lines = self.lines(whole, &[]);
                out.push(Doc::Raw(lines));
                let closes = self.text[start + length..].starts_with([')', ']', ',', ';']);
                if is_line || !closes {
                    out.push(if is_line { Doc::HardLine } else { Doc::Space });
                }
            }
            self.end = start + length;
            after_comment = true;
            kept = gap != Gap::Inside;
        }
        self.end = self.end.max(to.min(self.text.len()));
    }
}

/// The number of tokens from the start of a piece to the end of the slice that it is from.
fn remaining(all: &[TokenTree], piece: &[TokenTree]) -> usize {
    let end = all.as_ptr_range().end as usize;
    (end - piece.as_ptr() as usize) / size_of::<TokenTree>()
}

fn is_block(token: &TokenTree) -> bool {
    as_group(Some(token), Delimiter::Brace).is_some()
}

fn is_block_at(tokens: &[TokenTree], at: usize) -> bool {
    tokens.get(at).is_some_and(is_block)
}

/// The end of a column or a parameter: a comma or a `=>` outside of angle brackets.
fn type_end(tokens: &[TokenTree]) -> usize {
    let mut cursor = crate::parse::tokens::Cursor::new(tokens, proc_macro2::Span::call_site());
    let ends = |rest: &[TokenTree]| is_sign(rest.first(), ',') || at_signs(rest, '=', '>');
    cursor.type_until(ends).len()
}

/// The places of all tokens, without those between delimiters. A doc comment is one token.
pub fn flatten(tokens: &[TokenTree], out: &mut Vec<Range<usize>>) {
    let mut at = 0;
    while at < tokens.len() {
        let range = tokens[at].span().byte_range();
        // A doc comment is an attribute whose tokens are all in one place.
        let mut same = tokens[at + 1..]
            .iter()
            .take_while(|next| next.span().byte_range() == range);
        let copies = same.by_ref().count();
        match &tokens[at] {
            TokenTree::Group(group) if copies == 0 => {
                out.push(group.span_open().byte_range());
                flatten(&list(group.stream()), out);
                out.push(group.span_close().byte_range());
            }
            _ => out.push(range),
        }
        at += 1 + copies;
    }
}

/// The length of a block comment, which may contain others.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0usize, 0);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match &bytes[at..bytes.len().min(at + 2)] {
            b"/*" => {
                depth += 1;
                at += 2;
            }
            b"*/" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    text.len()
}
