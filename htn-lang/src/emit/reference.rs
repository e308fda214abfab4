//! The reference rows, as statics that borrow from one another, and one function for each Rust expression in them.

use std::collections::BTreeMap;

use htn_core::reference::rows::{
    ArgSource, Atom, AxiomItem, AxiomSource, BlockSource, Condition, Conjunct, Cost, DoneBy,
    Effect, EffectMoment, Form, LetSource, MethodSource, NamedVar, OperatorSource, PredicateSource,
    Sorted, SourceList, SourceText, Statements, Stmt, TaskSource,
};
use proc_macro2::{Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use super::functions::{bare, before_block, codec_name, context, polled, polled_word, shadow};
use super::parts::{Parts, alias};
use crate::ir::{ExprKind, Wanted};
use crate::lower::rows::CAPACITY;
use crate::reference::{Expression, Expressions, ReferenceDomain};

/// The statics and functions, and the method of `Domain` that returns them.
pub fn reference(
    parts: &Parts<'_, '_>,
    reference: &ReferenceDomain<'_, '_>,
) -> (TokenStream, TokenStream) {
    let mut all = expressions(parts, &reference.expressions);
    all.extend(StaticsWriter::default().rows(parts, reference));
    let method = quote! {
        fn reference() -> ::core::option::Option<__rt::reference::ReferenceDomain<Self>> {
            ::core::option::Option::Some(__rt::reference::ReferenceDomain {
                rows: &__REFERENCE,
                expressions: &__REFERENCE_EXPRESSIONS,
            })
        }
    };
    (all, method)
}

/// Lists are parts of statics, one for each type: a static cannot borrow a temporary that may need to be dropped, and a
/// static for each list would cost rustc much.
#[derive(Default)]
struct StaticsWriter {
    statics: BTreeMap<&'static str, Vec<TokenStream>>,
}

impl StaticsWriter {
    fn rows(mut self, parts: &Parts<'_, '_>, reference: &ReferenceDomain<'_, '_>) -> TokenStream {
        let rows = &reference.rows;
        let predicates = rows.predicates.iter().enumerate();
        let predicates = predicates.map(|(number, row)| predicate(parts, number, row));
        let predicates = self.statics("PredicateSource", predicates.collect());
        let axioms = self.list("AxiomSource", &rows.axioms, Self::axiom);
        let tasks = self.list("TaskSource", &rows.tasks, Self::task);
        let name = text(&rows.name);
        let statics = self.statics.iter().map(|(ty, items)| {
            let (len, name, ty) = (items.len(), named(ty), type_named(ty));
            quote!(static #name: [#ty; #len] = [#(#items),*];)
        });
        quote! {
            static __REFERENCE: __rt::reference::rows::DomainSource<'static> = {
                use __rt::reference::rows::*;
                use ::core::option::Option::{self, None, Some};
                #(#statics)*
                DomainSource {
                    name: #name,
                    file: CowText::Borrowed(::core::file!()),
                    predicates: #predicates,
                    axioms: #axioms,
                    tasks: #tasks,
                }
            };
        }
    }

    fn list<T>(
        &mut self,
        ty: &'static str,
        list: &SourceList<'_, T>,
        mut write: impl FnMut(&mut Self, &T) -> TokenStream,
    ) -> TokenStream {
        let items = list.iter().map(|item| write(self, item)).collect();
        self.statics(ty, items)
    }

    fn statics(&mut self, ty: &'static str, items: Vec<TokenStream>) -> TokenStream {
        if items.is_empty() {
            return quote!(SourceList::Borrowed(&[]));
        }
        let all = self.statics.entry(ty).or_default();
        let (at, len) = (all.len(), items.len());
        all.extend(items);
        let name = named(ty);
        quote!(__rt::reference::part(&#name, #at, #len))
    }

    /// Nothing of them needs to be dropped.
    fn args(&mut self, args: &SourceList<'_, ArgSource>) -> TokenStream {
        let args = args.iter().map(|arg| match arg {
            ArgSource::Any => quote!(ArgSource::Any),
            ArgSource::Var(var) => quote!(ArgSource::Var(#var)),
            ArgSource::Word(function) => quote!(ArgSource::Word(#function)),
        });
        quote!(SourceList::Borrowed(&[#(#args),*]))
    }

    fn vars(&mut self, vars: &SourceList<'_, NamedVar<'_>>) -> TokenStream {
        self.list("NamedVar", vars, |_, NamedVar { name, ty }| {
            let name = text(name);
            quote!(NamedVar { name: #name, ty: #ty })
        })
    }

    fn axiom(&mut self, axiom: &AxiomSource<'_>) -> TokenStream {
        let alternatives = self.list("AxiomItem", &axiom.alternatives, Self::alternative);
        let name = text(&axiom.name);
        quote!(AxiomSource { name: #name, alternatives: #alternatives })
    }

    fn alternative(&mut self, of: &AxiomItem<'_>) -> TokenStream {
        let (file, line, params) = (text(&of.file), of.line, of.params);
        let vars = self.vars(&of.vars);
        let clauses = self.list("Clause", &of.clauses, |writer, clause| {
            let (line, condition) = (clause.line, writer.condition(&clause.condition));
            quote!(Clause { line: #line, condition: #condition })
        });
        quote!(AxiomItem { file: #file, line: #line, params: #params, vars: #vars, clauses: #clauses })
    }

    fn condition(&mut self, condition: &Condition<'_>) -> TokenStream {
        self.list("Conjunct", condition, Self::conjunct)
    }

    fn conjunct(&mut self, conjunct: &Conjunct<'_>) -> TokenStream {
        let (text, line, form) = (
            text(&conjunct.text),
            conjunct.line,
            self.form(&conjunct.form),
        );
        quote!(Conjunct { text: #text, line: #line, form: Form::#form })
    }

    fn form(&mut self, form: &Form<'_>) -> TokenStream {
        match form {
            Form::Fact { predicate, args } => {
                let args = self.args(args);
                quote!(Fact { predicate: #predicate, args: #args })
            }
            Form::Axiom { axiom, args } => {
                let args = self.args(args);
                quote!(Axiom { axiom: #axiom, args: #args })
            }
            Form::Let { var, value } => {
                let value = self.value(value);
                quote!(Let { var: #var, value: #value })
            }
            Form::Test(function) => quote!(Test(#function)),
            Form::Poll(function) => quote!(Poll(#function)),
            Form::Not(inner) => {
                let inner = self.condition(inner);
                quote!(Not(#inner))
            }
            Form::Or(sides) => {
                let sides = self.list("Condition", sides, Self::condition);
                quote!(Or(#sides))
            }
            Form::First(sorted) => {
                let sorted = self.sorted(sorted);
                quote!(First(#sorted))
            }
            Form::WhenPlanning(inner) => {
                let inner = self.condition(inner);
                quote!(WhenPlanning(#inner))
            }
            Form::Forall(all, each) => {
                let (all, each) = (self.condition(all), self.condition(each));
                quote!(Forall(#all, #each))
            }
        }
    }

    fn value(&mut self, value: &LetSource<'_>) -> TokenStream {
        match value {
            LetSource::Word(function) => quote!(LetSource::Word(#function)),
            LetSource::Some(function) => quote!(LetSource::Some(#function)),
            LetSource::Poll(function) => quote!(LetSource::Poll(#function)),
            LetSource::In(function) => quote!(LetSource::In(#function)),
            LetSource::Count(over) => {
                let over = self.condition(over);
                quote!(LetSource::Count(#over))
            }
            LetSource::Sum(function, over) => {
                let over = self.condition(over);
                quote!(LetSource::Sum(#function, #over))
            }
            LetSource::Best(function, over) => {
                let over = self.condition(over);
                quote!(LetSource::Best(#function, #over))
            }
        }
    }

    fn sorted(&mut self, sorted: &Sorted<'_>) -> TokenStream {
        let condition = self.condition(&sorted.condition);
        let (key, by) = (option(sorted.key), text(&sorted.by));
        quote!(Sorted { condition: #condition, key: #key, by: #by })
    }

    fn guard(&mut self, sorted: &Option<Sorted<'_>>) -> TokenStream {
        option(sorted.as_ref().map(|sorted| self.sorted(sorted)))
    }

    fn task(&mut self, task: &TaskSource<'_>) -> TokenStream {
        let done_by = match &task.done_by {
            DoneBy::Methods(methods) => {
                let methods = self.list("MethodSource", methods, Self::method);
                quote!(Methods(#methods))
            }
            DoneBy::Operators(operators) => {
                let operators = self.list("OperatorSource", operators, Self::operator);
                quote!(Operators(#operators))
            }
            DoneBy::Itself => quote!(Itself),
        };
        let name = text(&task.name);
        quote!(TaskSource { name: #name, done_by: DoneBy::#done_by })
    }

    fn method(&mut self, method: &MethodSource<'_>) -> TokenStream {
        let (file, line, params) = (text(&method.file), method.line, method.params);
        let vars = self.vars(&method.vars);
        let branches = self.list("BlockSource", &method.branches, Self::block);
        quote!(MethodSource { file: #file, line: #line, params: #params, vars: #vars, branches: #branches })
    }

    fn block(&mut self, block: &BlockSource<'_>) -> TokenStream {
        let (name, doc, line) = (text(&block.name), text(&block.doc), block.line);
        let (guard, body) = (self.guard(&block.guard), self.body(&block.body));
        quote!(BlockSource { name: #name, doc: #doc, line: #line, guard: #guard, body: #body })
    }

    fn body(&mut self, body: &Statements<'_>) -> TokenStream {
        self.list("Stmt", body, Self::stmt)
    }

    fn stmt(&mut self, stmt: &Stmt<'_>) -> TokenStream {
        let stmt = match stmt {
            Stmt::Task {
                task,
                args,
                returned,
                written,
            } => {
                let (args, returned, written) =
                    (self.args(args), option(*returned), line_of(written));
                quote!(Task { task: #task, args: #args, returned: #returned, written: #written })
            }
            Stmt::Later {
                task,
                args,
                written,
            } => {
                let (args, written) = (self.args(args), line_of(written));
                quote!(Later { task: #task, args: #args, written: #written })
            }
            Stmt::Let {
                var,
                value,
                written,
            } => {
                let (value, written) = (self.value(value), line_of(written));
                quote!(Let { var: #var, value: #value, written: #written })
            }
            Stmt::Effect(effect) => {
                let effect = self.effect(effect);
                quote!(Effect(#effect))
            }
            Stmt::If(blocks) => {
                let blocks = self.list("BlockSource", blocks, Self::block);
                quote!(If(#blocks))
            }
            Stmt::While(block) => {
                let block = self.block(block);
                quote!(While(#block))
            }
            Stmt::For(block) => {
                let block = self.block(block);
                quote!(For(#block))
            }
            Stmt::UnorderedFor(block) => {
                let block = self.block(block);
                quote!(UnorderedFor(#block))
            }
            Stmt::Now => quote!(Now),
            Stmt::Unordered(strands) => {
                let strands = self.list("Statements", strands, Self::body);
                quote!(Unordered(#strands))
            }
            Stmt::Priority(function, written) => {
                let written = line_of(written);
                quote!(Priority(#function, #written))
            }
            Stmt::Return(function, written) => {
                let written = line_of(written);
                quote!(Return(#function, #written))
            }
        };
        quote!(Stmt::#stmt)
    }

    fn effect(&mut self, effect: &Effect<'_>) -> TokenStream {
        let verb = format_ident!("{}", format!("{:?}", effect.verb));
        let atoms = self.list("Atom", &effect.atoms, |writer, Atom { predicate, args }| {
            let args = writer.args(args);
            quote!(Atom { predicate: #predicate, args: #args })
        });
        let (each, written) = (self.guard(&effect.each), line_of(&effect.written));
        quote!(Effect { verb: FactVerb::#verb, atoms: #atoms, each: #each, written: #written })
    }

    fn operator(&mut self, operator: &OperatorSource<'_>) -> TokenStream {
        let (file, line, params) = (text(&operator.file), operator.line, operator.params);
        let (vars, requires) = (self.vars(&operator.vars), self.guard(&operator.requires));
        let during = operator.during.as_ref();
        let during = option(during.map(|during| self.condition(during)));
        let effects = self.list("(EffectMoment, Effect)", &operator.effects, Self::effect_of);
        let [cost, duration] = [operator.cost, operator.duration].map(|number| match number {
            Cost::Fixed(number) => quote!(Cost::Fixed(#number)),
            Cost::Function(function) => quote!(Cost::Function(#function)),
        });
        let by = self.list("Var", &operator.by, |_, var| quote!(#var));
        let busy = option(operator.busy);
        let undo = option(operator.undo.as_ref().map(|(task, args)| {
            let args = self.args(args);
            quote!((#task, #args))
        }));
        let statements = &operator.statements;
        let statements = self.list("SourceText", statements, |_, written| line_of(written));
        quote! {
            OperatorSource {
                file: #file, line: #line, params: #params, vars: #vars, requires: #requires, during: #during,
                effects: #effects, cost: #cost, duration: #duration, by: #by, busy: #busy, undo: #undo,
                statements: #statements,
            }
        }
    }

    fn effect_of(&mut self, (moment, effect): &(EffectMoment, Effect<'_>)) -> TokenStream {
        let moment = match moment {
            EffectMoment::Start => quote!(Start),
            EffectMoment::Finish => quote!(Finish),
            EffectMoment::Success => quote!(Success),
            EffectMoment::Sensed => quote!(Sensed),
            EffectMoment::Failure => quote!(Failure),
        };
        let effect = self.effect(effect);
        quote!((EffectMoment::#moment, #effect))
    }
}

fn text(text: &str) -> TokenStream {
    quote!(CowText::Borrowed(#text))
}

/// A value that may be missing.
fn option(value: Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(Some(#value)),
        None => quote!(None),
    }
}

fn line_of(written: &SourceText<'_>) -> TokenStream {
    let (text, line) = (text(&written.text), written.line);
    quote!(SourceText { text: #text, line: #line })
}

/// The static for lists of a type.
fn named(ty: &str) -> Ident {
    let letters = ty.chars().filter(|letter| letter.is_alphabetic());
    let name: String = letters.map(|letter| letter.to_ascii_uppercase()).collect();
    Ident::new(&name, Span::call_site())
}

/// The type of a list's items.
fn type_named(ty: &str) -> TokenStream {
    if ty == "(EffectMoment, Effect)" {
        return quote!((EffectMoment, Effect));
    }
    let name = Ident::new(ty, Span::call_site());
    quote!(#name)
}

fn predicate(parts: &Parts<'_, '_>, number: usize, row: &PredicateSource<'_>) -> TokenStream {
    let (name, file, key) = (text(&row.name), text(&row.file), option(row.key));
    let (columns, line) = (row.columns, row.line);
    let capacity = match parts.domain.predicates[number].capacity {
        Some(_) => format_ident!("__CAPACITY{number}").into_token_stream(),
        None => quote!(#CAPACITY),
    };
    quote! {
        PredicateSource {
            name: #name, columns: #columns, key: #key, capacity: #capacity, file: #file, line: #line,
        }
    }
}

/// The functions, and the list of them.
fn expressions(parts: &Parts<'_, '_>, all: &Expressions<'_, '_>) -> TokenStream {
    let (none, word) = (quote!(), quote!(__rt::u64));
    let option = quote!(::core::option::Option<#word>);
    let (text, sides) = (
        quote!(__rt::reference::TextValue),
        quote!(::core::option::Option<__rt::reference::Sides>),
    );
    let lists = [
        ("words", &none, word.clone(), &all.words),
        ("tests", &none, quote!(__rt::bool), &all.tests),
        ("options", &none, option.clone(), &all.options),
        (
            "items",
            &quote!(, __number: __rt::usize),
            option.clone(),
            &all.items,
        ),
        ("keys", &none, quote!(__rt::reference::KeyWords), &all.keys),
        ("folds", &quote!(, __out: #option), word, &all.folds),
        ("costs", &none, quote!(__rt::f32), &all.costs),
        ("polls", &none, quote!(__rt::PolledWord), &all.polls),
        ("shown_keys", &none, text, &all.keys),
        ("sides", &none, sides, &all.tests),
    ];
    let (mut out, mut fields) = (TokenStream::new(), TokenStream::new());
    for (list, more, returns, members) in lists {
        let mut names = Vec::new();
        for (number, member) in members.iter().enumerate() {
            let name = format_ident!("__plain_{list}{number}");
            let body = match list {
                "shown_keys" => member.shown(parts),
                "sides" => member.sides(parts),
                _ => member.body(parts),
            };
            out.extend(quote! {
                fn #name<'a>(__context: &'a __Context<'_>, __vars: &'a [__rt::u64] #more) -> #returns { #body }
            });
            names.push(name);
        }
        let list = Ident::new(list, Span::call_site());
        fields.extend(quote!(#list: &[#(#names),*],));
    }
    quote! {
        #out
        static __REFERENCE_EXPRESSIONS: __rt::reference::Expressions<__domain::Domain> =
            __rt::reference::Expressions { #fields };
    }
}

impl Expression<'_, '_> {
    fn body(&self, parts: &Parts<'_, '_>) -> TokenStream {
        let source = &bare(&self.expr.source.tokens);
        let (context, locals, ty) = (context(parts, source), self.locals(), self.ty());
        let typed = quote!(let __value: #ty = #source;);
        let result = match self.of {
            ExprKind::Word => quote!(#typed __rt::Term::to_word(__value)),
            ExprKind::Cost => quote!(#typed __value),
            ExprKind::Sum => quote!(#typed __rt::fold_sum::<#ty>(__out, __value)),
            ExprKind::Min => quote!(#typed __rt::fold_min::<#ty>(__out, __value)),
            ExprKind::Max => quote!(#typed __rt::fold_max::<#ty>(__out, __value)),
            ExprKind::Test => {
                let test = before_block(source.clone(), self.expr.source.span);
                quote!(if #test { true } else { false })
            }
            ExprKind::Option => quote! {
                let __value: ::core::option::Option<#ty> = #source;
                ::core::option::Option::map(__value, __rt::Term::to_word)
            },
            ExprKind::Poll(answer) => {
                let codec = codec_name(self.expr.ty);
                let value = polled(self.expr.source, self.expr.ty, source.clone(), answer);
                let answer = polled_word(answer, &codec);
                quote!(#value #answer)
            }
            ExprKind::Items | ExprKind::Span { .. } => quote! {
                let mut __items = ::core::iter::IntoIterator::into_iter(#source);
                let __value: ::core::option::Option<#ty> = ::core::iter::Iterator::nth(&mut __items, __number);
                ::core::option::Option::map(__value, __rt::Term::to_word)
            },
            ExprKind::Key { descending } => quote!(__rt::reference::key(#source, #descending)),
        };
        quote!(#context #locals #result)
    }

    /// Prints the sort key as text.
    fn shown(&self, parts: &Parts<'_, '_>) -> TokenStream {
        let source = &bare(&self.expr.source.tokens);
        let (context, locals) = (context(parts, source), self.locals());
        quote!(#context #locals __rt::reference::shown_key(#source))
    }

    /// Prints both sides of a comparison. The comparison itself is repeated, so that a literal has the type of the other side.
    fn sides(&self, parts: &Parts<'_, '_>) -> TokenStream {
        let source = &bare(&self.expr.source.tokens);
        let Some((left, operator, right)) = comparison(source) else {
            return quote!(::core::option::Option::None);
        };
        let (context, locals) = (context(parts, source), self.locals());
        quote! {
            use __rt::reference::looks::{OfAny as _, OfDebug as _, OfNumber as _};
            #context #locals
            match (&(#left), &(#right)) {
                (__left, __right) => {
                    let _ = *__left #operator *__right;
                    ::core::option::Option::Some(__rt::reference::Sides::new(
                        (&&&__rt::reference::SideOf(__left)).__look(),
                        (&&&__rt::reference::SideOf(__right)).__look(),
                    ))
                }
            }
        }
    }

    /// The variables that it sees.
    fn locals(&self) -> TokenStream {
        let locals = self.sees.iter().map(|seen| {
            let (name, ty) = (&seen.name, alias(seen.ty, Span::call_site()));
            let var = usize::from(seen.var);
            let shadow = shadow(name);
            quote!(#shadow let #name: #ty = __rt::reference::value(__vars, #var);)
        });
        locals.collect()
    }

    /// Returns the required type.
    fn ty(&self) -> Option<Ident> {
        let Wanted { ty, span } = self.expr.ty?;
        Some(alias(ty, span))
    }
}

/// Returns the left side, the operator and the right side of a comparison, or `None` if the source may be anything else.
fn comparison(source: &TokenStream) -> Option<(TokenStream, TokenStream, TokenStream)> {
    let all: Vec<TokenTree> = source.clone().into_iter().collect();
    let mut found = None;
    let mut at = 0;
    while at < all.len() {
        let mut operator = String::new();
        let begin = at;
        while let Some(TokenTree::Punct(punct)) = all.get(at) {
            operator.push(punct.as_char());
            at += 1;
            if punct.spacing() == Spacing::Alone {
                break;
            }
        }
        match operator.as_str() {
            "<" | ">" | "<=" | ">=" | "==" | "!=" if begin > 0 && found.is_none() => {
                found = Some((begin, at));
            }
            "" => {
                if let TokenTree::Ident(word) = &all[at]
                    && KEYWORDS.contains(&word.to_string().as_str())
                {
                    return None;
                }
                at += 1;
            }
            "." | "*" | "+" | "-" | "/" | "%" | "&" | "!" | "::" => {}
            _ => return None,
        }
    }
    let (begin, end) = found?;
    let part = |range: std::ops::Range<usize>| all[range].iter().cloned().collect::<TokenStream>();
    let parts = (part(0..begin), part(begin..end), part(end..all.len()));
    (end < all.len()).then_some(parts)
}

/// Keywords of expressions that are no comparisons.
const KEYWORDS: [&str; 7] = ["async", "for", "if", "match", "move", "return", "while"];
