//! The heads of items: names that are free and declared once, and alternatives that agree.

use htn_core::tables::FactVerb;
use std::collections::BTreeMap;

use htn_core::domain::MAX_COLUMNS;
use proc_macro2::{Ident, Span};

use super::names::SYNCHRONISATION;
use super::{Check, camel, is_variant};
use crate::ast::{ConditionWord, Operator, Parameter};
use crate::parse::tokens::{is_callable, plain};
use crate::text::text;

impl Check<'_, '_> {
    /// Reports names of items that are not free.
    pub fn item_names(&mut self) {
        let domain = self.names.domain;
        let mut kinds: BTreeMap<String, &str> = BTreeMap::new();
        let predicates = domain
            .predicates
            .iter()
            .map(|item| ("predicate", &item.name));
        let axioms = domain.axioms.iter().map(|item| ("axiom", &item.name));
        let operators = domain.operators.iter().map(|item| ("operator", &item.name));
        let methods = domain.methods.iter().map(|item| ("method", &item.name));
        for (kind, name) in predicates.chain(axioms).chain(operators).chain(methods) {
            let text = plain(name);
            self.reserved(kind, name);
            match kinds.get(text.as_str()) {
                None => {
                    kinds.insert(text, kind);
                }
                Some(&"predicate") if kind == "predicate" => {
                    self.errors.at(
                        name.span(),
                        format_args!("the predicate `{text}` is declared twice\nhelp: remove or rename one of the two"),
                    );
                    self.disputed.insert(text);
                }
                Some(first) if *first != kind => {
                    self.errors.at(
                        name.span(),
                        format_args!(
                            "`{text}` is both {} and {}\nhelp: rename one of the two",
                            with_article(first),
                            with_article(kind)
                        ),
                    );
                    self.disputed.insert(text);
                }
                Some(_) => {}
            }
        }
        self.camel_names();
    }

    fn reserved(&mut self, kind: &str, name: &Ident) {
        let text = plain(name);
        let word = text.as_str();
        let task = matches!(kind, "operator" | "method");
        let agent = self.names.agent().is_some();
        let why = if ConditionWord::of(word).is_some() {
            "a word of conditions"
        } else if task && matches!(word, "add" | "delete") {
            "an effect"
        } else if task && self.protection_verbs().any(|verb| verb == word) {
            "a statement that this domain uses"
        } else if agent && SYNCHRONISATION.iter().any(|(name, ..)| *name == word) {
            "a synchronisation operator"
        } else {
            return;
        };
        self.errors.at(
            name.span(),
            format_args!(
                "`{text}` is {why}, so no {kind} can have this name\nhelp: choose another name"
            ),
        );
    }

    /// Reports names whose enum variants would collide.
    fn camel_names(&mut self) {
        let domain = self.names.domain;
        let mut taken: BTreeMap<String, String> = BTreeMap::new();
        let predicates = domain.predicates.iter().map(|item| (false, &item.name));
        let operators = domain.operators.iter().map(|item| (true, &item.name));
        let methods = domain.methods.iter().map(|item| (true, &item.name));
        for (task, name) in predicates.chain(operators).chain(methods) {
            let text = plain(name);
            let variant = camel(&text);
            // The parser has reported capitals and reserved words.
            if !is_callable(name) || name == "self" {
                continue;
            }
            if !is_variant(&variant) {
                self.errors.at(
                    name.span(),
                    format_args!(
                        "`{text}` has no CamelCase form for the enums\nhelp: choose another name"
                    ),
                );
                continue;
            }
            if task && let Some(builtin) = self.builtin_variant(&variant, &text) {
                self.errors.at(
                    name.span(),
                    format_args!(
                        "`{text}` and the built-in `{builtin}` both become `{variant}`\nhelp: choose another name"
                    ),
                );
                continue;
            }
            match taken.get(&variant) {
                Some(other) if *other != text => self.errors.at(
                    name.span(),
                    format_args!(
                        "`{text}` and `{other}` both become `{variant}`\nhelp: rename one of the two"
                    ),
                ),
                Some(_) => {}
                None => {
                    taken.insert(variant, text);
                }
            }
        }
    }

    /// Returns the keywords of the statements about protections, if the domain protects facts.
    fn protection_verbs(&self) -> impl Iterator<Item = &'static str> + use<> {
        let protects = !self.names.protected().is_empty();
        let verbs = FactVerb::ALL
            .into_iter()
            .filter(move |verb| protects && !verb.changes_facts());
        verbs.map(FactVerb::word)
    }

    /// Reports the built-in variants of `Task`. The same spelling is a reserved name, which is reported as such.
    fn builtin_variant(&self, variant: &str, text: &str) -> Option<&'static str> {
        let synchronisation = SYNCHRONISATION.iter().map(|(name, ..)| *name);
        let synchronisation = synchronisation.filter(|_| self.names.agent().is_some());
        ["add", "delete"]
            .into_iter()
            .chain(self.protection_verbs())
            .chain(synchronisation)
            .find(|name| camel(name) == variant && *name != text)
    }

    /// Reports repeated names of columns, parameters and branches, and too many columns.
    pub fn parts(&mut self) {
        let domain = self.names.domain;
        for predicate in &domain.predicates {
            let names = predicate
                .columns
                .iter()
                .filter_map(|column| column.name.as_ref());
            self.named_once(names, "columns", &predicate.name);
            self.not_too_many(predicate.columns.len(), "columns", &predicate.name);
        }
        let axioms = domain.axioms.iter().map(|item| (&item.name, &item.params));
        let operators = domain
            .operators
            .iter()
            .map(|item| (&item.name, &item.params));
        let methods = domain.methods.iter().map(|item| (&item.name, &item.params));
        for (name, params) in axioms.chain(operators).chain(methods) {
            self.named_once(params.iter().map(|param| &param.name), "parameters", name);
            self.not_too_many(params.len(), "parameters", name);
            self.not_the_context(params);
        }
        for method in &domain.methods {
            let names = method
                .branches
                .iter()
                .filter_map(|branch| branch.name.as_ref());
            self.named_once(names, "branches", &method.name);
        }
    }

    fn named_once<'n>(
        &mut self,
        names: impl Iterator<Item = &'n Ident>,
        what: &str,
        owner: &Ident,
    ) {
        let mut seen = Vec::new();
        for name in names {
            let text = plain(name);
            if text == "_unnamed" {
                continue;
            }
            if seen.contains(&text) {
                self.errors.at(
                    name.span(),
                    format_args!(
                        "`{owner}` has two {what} called `{text}`\nhelp: rename one of the two"
                    ),
                );
            }
            seen.push(text);
        }
    }

    fn not_too_many(&mut self, count: usize, what: &str, owner: &Ident) {
        if count > MAX_COLUMNS {
            self.errors.at(
                owner.span(),
                format_args!(
                    "`{owner}` has {count} {what}, and the maximum is {MAX_COLUMNS}\nhelp: split it, or put several values into one type"
                ),
            );
        }
    }

    fn not_the_context(&mut self, params: &[Parameter]) {
        let Some(context) = &self.names.domain.context else {
            return;
        };
        for param in params {
            if plain(&param.name) == plain(&context.name) {
                self.errors.at(
                    param.name.span(),
                    format_args!(
                        "`{}` is the domain's context\nhelp: choose another name for the parameter",
                        param.name
                    ),
                );
            }
        }
    }

    /// Reports items of one name with different heads.
    pub fn alternatives(&mut self) {
        let names = self.names;
        let domain = names.domain;
        for group in &names.axioms {
            let first = &domain.axioms[group.items[0]];
            for &other in &group.items[1..] {
                let other = &domain.axioms[other];
                self.params_agree(&first.params, &other.params, &other.name, false);
            }
        }
        for group in names.tasks.iter().filter(|group| group.items.len() > 1) {
            if group.kind == htn_core::tables::TaskKind::Method {
                let first = &domain.methods[group.items[0]];
                for &other in &group.items[1..] {
                    let other = &domain.methods[other];
                    self.params_agree(&first.params, &other.params, &other.name, true);
                    let spelt = |ty: &crate::ast::Rust| text(&ty.tokens);
                    if first.returns.as_ref().map(spelt) != other.returns.as_ref().map(spelt) {
                        let message = match (&first.returns, &other.returns) {
                            (Some(ty), _) => format!("returns `{}`", text(&ty.tokens)),
                            (None, _) => "returns nothing".to_owned(),
                        };
                        let place = other
                            .returns
                            .as_ref()
                            .map_or(other.name.span(), |ty| ty.span);
                        self.disagree(
                            place,
                            &other.name,
                            &format!("the first one {message}, this one does not"),
                        );
                    }
                }
            } else {
                let first = &domain.operators[group.items[0]];
                for &other in &group.items[1..] {
                    self.operators_agree(first, &domain.operators[other]);
                }
            }
        }
    }

    fn operators_agree(&mut self, first: &Operator, other: &Operator) {
        if first.internal != other.internal {
            let kind = |internal| if internal { "internal" } else { "external" };
            let message = format!(
                "the first one is {}, this one is {}",
                kind(first.internal),
                kind(other.internal)
            );
            self.disagree(other.name.span(), &other.name, &message);
            return;
        }
        let agreed = self.params_agree(&first.params, &other.params, &other.name, true);
        let by = |operator: &Operator| -> Vec<String> { operator.by.iter().map(plain).collect() };
        let mut expected = by(first);
        let mut found = by(other);
        expected.sort();
        found.sort();
        if agreed && expected != found {
            let place = other.by.first().map_or(other.name.span(), Ident::span);
            let message = if first.by.is_empty() {
                "the first one has no `by`".to_owned()
            } else {
                format!("the agent of the first one is `{}`", by(first).join("`, `"))
            };
            self.disagree(place, &other.name, &message);
        }
    }

    /// Returns true if two lists of parameters are the same. Names count if fields are named after them.
    fn params_agree(
        &mut self,
        first: &[Parameter],
        other: &[Parameter],
        name: &Ident,
        names_matter: bool,
    ) -> bool {
        if first.len() != other.len() {
            let count = match first.len() {
                1 => "1 parameter".to_owned(),
                count => format!("{count} parameters"),
            };
            let message = format!("the first one has {count}, this one has {}", other.len());
            self.disagree(name.span(), name, &message);
            return false;
        }
        for (expected, found) in first.iter().zip(other) {
            if names_matter && plain(&expected.name) != plain(&found.name) {
                let message = format!("the first one calls this parameter `{}`", expected.name);
                self.disagree(found.name.span(), name, &message);
                return false;
            }
            if text(&expected.ty.tokens) != text(&found.ty.tokens) {
                let message = format!(
                    "`{}` is of type `{}` in the first one",
                    expected.name,
                    text(&expected.ty.tokens)
                );
                self.errors.on(
                    &found.ty.tokens,
                    format_args!(
                        "the alternatives of `{name}` do not agree: {message}\nhelp: {SAME_HEADS}"
                    ),
                );
                self.disputed.insert(plain(name));
                return false;
            }
        }
        true
    }

    fn disagree(&mut self, place: Span, name: &Ident, message: &str) {
        self.disputed.insert(plain(name));
        self.errors.at(
            place,
            format_args!(
                "the alternatives of `{name}` do not agree: {message}\nhelp: {SAME_HEADS}"
            ),
        );
    }
}

const SAME_HEADS: &str = "give both the same head, or rename one of them";

/// Returns `a predicate`, `an axiom`.
pub fn with_article(kind: &str) -> String {
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {kind}")
}
