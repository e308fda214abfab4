//! The items of a domain.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};

use super::tokens::{Cursor, as_group, at_signs, list, rust};
use super::{ParsedItems, Parser, end_of};
use crate::ast::{Axiom, Condition, Docs, Predicate};
use crate::split::{Chunk, End, ITEMS, means_internal, modifier};
use crate::suggest::nearest;

/// Words that items of Rust begin with.
const RUST_ITEMS: [&str; 11] = [
    "fn", "const", "static", "struct", "enum", "impl", "trait", "type", "mod", "let", "extern",
];

/// The tokens before the keyword of an item.
pub struct Lead<'a> {
    pub docs: Docs,
    /// `pub` or `pub(…)`; empty for none.
    pub visibility: &'a [TokenTree],
    pub internal: Option<&'a Ident>,
}

impl Lead<'_> {
    pub fn public(&self) -> bool {
        !self.visibility.is_empty()
    }
}

impl Parser<'_> {
    /// Reads one item into its place.
    pub fn item(&mut self, chunk: &Chunk<'_>, reader: &mut ParsedItems) {
        let mut cursor = Cursor::new(chunk.tokens, end_of(chunk));
        if chunk.end == End::Attribute {
            return self.inner_attribute(chunk, reader);
        }
        if let Some(import) = self.import(chunk) {
            reader.items.uses.push(import);
            reader.items.context_unparsed |= self.incomplete;
            return;
        }
        let docs = self.docs(&mut cursor);
        let visibility = visibility(&mut cursor);
        let internal = self.modifier(&mut cursor, reader);
        let lead = Lead {
            docs,
            visibility,
            internal,
        };
        let Some(keyword) = cursor.ident() else {
            self.no_item(chunk, &cursor);
            reader.items.context_unparsed |= self.incomplete;
            return;
        };
        let word = self.item_keyword(keyword, &cursor, reader);
        self.lead_fits(&lead, &word);
        match word.as_str() {
            "domain" => {
                self.header(lead, cursor, chunk, reader);
                reader.items.context_unparsed |= self.incomplete;
            }
            "agent" => {
                let ty = self.value_type(cursor.rest(), keyword.span());
                self.ended(chunk, "the agent's type");
                if self.incomplete {
                    reader.items.unparsed_names.push(keyword.clone());
                } else {
                    reader.items.agents.push(ty);
                }
            }
            "predicate" => {
                let predicate = self.predicate(lead, cursor, chunk);
                reader.items.items_unparsed |= predicate.is_none();
                reader.items.predicates.extend(predicate);
            }
            "axiom" => {
                let axiom = self.axiom(cursor, chunk);
                reader.items.items_unparsed |= axiom.is_none();
                reader.items.axioms.extend(axiom);
            }
            "operator" => {
                let operator = self.operator(lead, cursor, chunk);
                reader.items.items_unparsed |= operator.is_none();
                reader.items.operators.extend(operator);
            }
            "method" => {
                let method = self.method(lead, cursor, chunk);
                reader.items.items_unparsed |= method.is_none();
                reader.items.methods.extend(method);
            }
            _ => reader.items.context_unparsed = true,
        }
    }

    /// `internal`. Another word in its place is reported and does no harm.
    fn modifier<'a>(
        &mut self,
        cursor: &mut Cursor<'a>,
        reader: &mut ParsedItems,
    ) -> Option<&'a Ident> {
        let word = modifier(cursor.rest())?;
        cursor.bump();
        let internal = means_internal(word);
        if word != "internal" {
            reader.items.items_unparsed = true;
            let help = match internal {
                true => "a keyword with a similar name exists: internal",
                false => {
                    "only `pub` and `internal` can precede the keyword of an item; an operator without `internal` is external"
                }
            };
            self.errors.at(
                word.span(),
                format_args!("unknown keyword `{word}`\nhelp: {help}"),
            );
        }
        internal.then_some(word)
    }

    /// The keyword of an item, or the one that was meant.
    fn item_keyword(
        &mut self,
        keyword: &Ident,
        cursor: &Cursor<'_>,
        reader: &mut ParsedItems,
    ) -> String {
        let word = keyword.to_string();
        if ITEMS.contains(&word.as_str()) {
            return word;
        }
        let name = match cursor.peek() {
            Some(TokenTree::Ident(name)) => Some(name),
            _ => None,
        };
        match nearest(&word, ITEMS.iter().filter(|item| **item != "use")) {
            Some(meant) if name.is_some() => {
                self.wrong(
                    keyword.span(),
                    format_args!(
                        "unknown item `{word}`\nhelp: an item with a similar name exists: {meant}"
                    ),
                );
                self.incomplete = false;
                meant
            }
            _ if as_group(cursor.peek(), Delimiter::Parenthesis).is_some() => {
                self.wrong(
                    keyword.span(),
                    format_args!("`{word}` has no keyword before it\nhelp: write `predicate {word}(…);`, or `axiom`, `operator` or `method` and a block"),
                );
                reader.items.unparsed_names.push(keyword.clone());
                word
            }
            _ if RUST_ITEMS.contains(&word.as_str()) => {
                self.wrong(
                    keyword.span(),
                    format_args!("`{word}` is not an item of a domain\nhelp: write items of Rust next to `htn_domain!`, where expressions can use them"),
                );
                reader.items.unparsed_names.extend(name.cloned());
                word
            }
            _ => {
                self.wrong(
                    keyword.span(),
                    format_args!(
                        "unknown item `{word}`\nhelp: the items of a domain are `domain`, `agent`, `predicate`, `axiom`, `operator`, `internal operator`, `method` and `use`"
                    ),
                );
                reader.items.unparsed_names.extend(name.cloned());
                word
            }
        }
    }

    /// Reports `pub` and `internal` on items that cannot have them.
    fn lead_fits(&mut self, lead: &Lead<'_>, word: &str) {
        let task = matches!(word, "operator" | "method");
        if !task && word != "domain" && ITEMS.contains(&word) && lead.public() {
            self.errors.on(
                tokens_of(lead.visibility),
                format_args!(
                    "`pub` has no effect on a{} `{word}`\nhelp: remove it",
                    if word.starts_with('a') { "n" } else { "" }
                ),
            );
        }
        if task && lead.visibility.len() > 1 {
            self.errors.on(
                tokens_of(lead.visibility),
                "a task can be `pub`, but not restricted\nhelp: write `pub`; the visibility of the module is that of `domain`",
            );
        }
        if let Some(internal) = lead.internal
            && word != "operator"
            && ITEMS.contains(&word)
        {
            self.errors.at(
                internal.span(),
                format_args!("only an operator can be `internal`, not a `{word}`"),
            );
        }
    }

    fn no_item(&mut self, chunk: &Chunk<'_>, cursor: &Cursor<'_>) {
        if chunk.tokens.is_empty() {
            // Only a lone `;` makes an empty chunk, and its place is not known here; it does no harm.
            return;
        }
        match cursor.peek() {
            Some(TokenTree::Group(group)) => self.wrong(
                group.span_open(),
                "unexpected group\nhelp: an item begins with `predicate`, `axiom`, `operator` or `method`",
            ),
            Some(token) => self.wrong(token.span(), format_args!("expected an item here, found `{token}`\nhelp: remove it, or begin an item with `predicate`, `axiom`, `operator` or `method`")),
            None => self.wrong(cursor.end(), "expected an item after this"),
        }
    }

    /// `use path;`, with its attributes.
    fn import(&mut self, chunk: &Chunk<'_>) -> Option<TokenStream> {
        let mut cursor = Cursor::new(chunk.tokens, end_of(chunk));
        while cursor.at_sign('#') && as_group(cursor.peek_at(1), Delimiter::Bracket).is_some() {
            cursor.take(2);
        }
        let attributes = &chunk.tokens[..chunk.tokens.len() - cursor.rest().len()];
        let visibility = visibility(&mut cursor);
        let import = cursor.rest();
        let keyword = cursor.word("use")?;
        if !visibility.is_empty() {
            self.errors.on(
                tokens_of(visibility),
                "a `use` of a domain cannot be public\nhelp: remove `pub`",
            );
        }
        if cursor.is_empty() {
            self.wrong(keyword.span(), "expected a path after `use`");
            return Some(TokenStream::new());
        }
        if let Some(token) = cursor.rest().iter().find(|token| !in_path(token)) {
            self.wrong(token.span(), format_args!("unexpected `{token}` in a path"));
            return Some(TokenStream::new());
        }
        self.ended(chunk, "`use`");
        Some(
            attributes
                .iter()
                .chain(import)
                .cloned()
                .chain([semicolon(end_of(chunk))])
                .collect(),
        )
    }

    /// `predicate name(columns) [capacity];`
    fn predicate(
        &mut self,
        lead: Lead<'_>,
        mut cursor: Cursor<'_>,
        chunk: &Chunk<'_>,
    ) -> Option<Predicate> {
        let name = self.item_name(&mut cursor, "a predicate")?;
        if cursor.at_sign(':') {
            self.predicate_with_type(&name, cursor.rest());
            return Some(Predicate {
                docs: lead.docs,
                name,
                columns: Vec::new(),
                key: None,
                capacity: None,
                incomplete: true,
            });
        }
        let (columns, key) = self.columns(&mut cursor, &name);
        let capacity = cursor.group(Delimiter::Bracket).map(|group| {
            let tokens = list(group.stream());
            self.expression(
                &tokens,
                group.span_open(),
                "the number of rows that the predicate can hold",
            )
        });
        if chunk.end == End::Block {
            self.wrong(
                cursor.span(),
                "a predicate has no block\nhelp: end it with `;`, or make it an `axiom`",
            );
        } else if let Some(token @ TokenTree::Literal(_)) = cursor.peek() {
            self.wrong(
                token.span(),
                format_args!("unexpected `{token}` after a predicate\nhelp: write its capacity as `[{token}]`"),
            );
        } else {
            self.nothing_more(&cursor, "a predicate", &[]);
            self.ended(chunk, &format!("the predicate `{name}`"));
        }
        Some(Predicate {
            docs: lead.docs,
            name,
            columns,
            key,
            capacity,
            incomplete: self.incomplete,
        })
    }

    /// `predicate alarm: bool`, as if it were a variable.
    fn predicate_with_type(&mut self, name: &Ident, rest: &[TokenTree]) {
        let colon = &rest[0];
        let ty = crate::text::text(&tokens_of(&rest[1..]));
        let arrow = (1..rest.len()).any(|at| at_signs(&rest[at..], '=', '>'));
        let help = match ty.as_str() {
            "" => format!("write `predicate {name}();`, or its columns in the parentheses"),
            "bool" => format!("a predicate holds or it does not: write `predicate {name}();`"),
            ty if arrow => format!("write columns in parentheses: `predicate {name}({ty});`"),
            ty => format!(
                "write `predicate {name}(=> {ty});` for one value, `predicate {name}({ty});` for any number of them"
            ),
        };
        self.wrong(
            colon.span(),
            format_args!("a predicate has columns, not a type\nhelp: {help}"),
        );
    }

    /// `axiom name(params) { condition } else { condition }`
    fn axiom(&mut self, mut cursor: Cursor<'_>, chunk: &Chunk<'_>) -> Option<Axiom> {
        let name = self.item_name(&mut cursor, "an axiom")?;
        let params = self.params(&mut cursor, &name);
        let mut clauses = Vec::new();
        loop {
            let Some(block) = cursor.group(Delimiter::Brace) else {
                let found = if cursor.is_empty() {
                    end_of(chunk)
                } else {
                    cursor.span()
                };
                self.wrong(
                    found,
                    format_args!("expected `{{ condition }}` for the axiom `{name}` here\nhelp: write `axiom {name}(…) {{ condition }}`"),
                );
                clauses.push(Condition::And(Vec::new()));
                break;
            };
            let tokens = list(block.stream());
            clauses.push(if tokens.is_empty() {
                Condition::And(Vec::new())
            } else {
                self.condition(&tokens, block.span_close())
            });
            if cursor.word("else").is_none() {
                break;
            }
        }
        if !self.incomplete {
            self.nothing_more(&cursor, "an axiom", &[]);
        }
        Some(Axiom {
            name,
            params,
            clauses,
            incomplete: self.incomplete,
        })
    }

    /// Reports a missing `;`.
    pub fn ended(&mut self, chunk: &Chunk<'_>, behind: &str) {
        if chunk.end != End::Semicolon && !self.incomplete {
            self.missing_semicolon(end_of(chunk), behind);
        }
    }
}

/// Takes `pub` or `pub(…)`, where a word follows.
fn visibility<'a>(cursor: &mut Cursor<'a>) -> &'a [TokenTree] {
    if !cursor.at_word("pub") {
        return &[];
    }
    let restricted = as_group(cursor.peek_at(1), Delimiter::Parenthesis).is_some();
    let length = 1 + usize::from(restricted);
    if matches!(cursor.peek_at(length), Some(TokenTree::Ident(_))) {
        cursor.take(length)
    } else {
        &[]
    }
}

/// Returns true if the token can be part of an imported path.
fn in_path(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(sign) => matches!(sign.as_char(), ':' | '*' | ','),
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::Brace
                && group.stream().into_iter().all(|token| in_path(&token))
        }
        TokenTree::Literal(_) => false,
    }
}

pub fn tokens_of(tokens: &[TokenTree]) -> TokenStream {
    rust(tokens).tokens
}

fn semicolon(span: Span) -> TokenTree {
    let mut sign = proc_macro2::Punct::new(';', proc_macro2::Spacing::Alone);
    sign.set_span(span);
    sign.into()
}
