//! The reference rows, as statics that borrow from one another, and one function for each Rust expression in them.

use std::collections::BTreeMap;
use std::fmt::Write;

use htn_core::reference::rows::{
    ArgSource, Atom, AxiomItem, AxiomSource, BlockSource, Clause, Condition, Conjunct, Cost,
    DoneBy, Effect, EffectMoment, Form, LetSource, MethodSource, NamedVar, OperatorSource,
    PredicateSource, Sorted, SourceList, SourceText, Statements, Stmt, TaskSource,
};
use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::functions::{bare, before_block, context, shadow};
use super::parts::{Parts, alias, tokens};
use crate::ir::{ExprKind, Wanted};
use crate::lower::rows::CAPACITY;
use crate::reference::{Expression, Expressions, ReferenceDomain};

/// The statics and functions, and the method of `Domain` that gives them.
pub fn reference(
    parts: &Parts<'_, '_>,
    reference: &ReferenceDomain<'_, '_>,
) -> (TokenStream, TokenStream) {
    let mut all = expressions(parts, &reference.expressions);
    all.extend(tokens(&Writer::default().rows(parts, reference)));
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

/// Lists are parts of statics, one of each type: what a static borrows may need to be dropped, and so can't be a
/// temporary; and a static of its own for each list would cost rustc much.
#[derive(Default)]
struct Writer {
    statics: BTreeMap<&'static str, Vec<String>>,
}

impl Writer {
    fn rows(mut self, parts: &Parts<'_, '_>, reference: &ReferenceDomain<'_, '_>) -> String {
        let rows = &reference.rows;
        let predicates = rows.predicates.iter().enumerate();
        let predicates = predicates.map(|(number, row)| predicate(parts, number, row));
        let predicates = self.statics("PredicateSource", predicates.collect());
        let axioms = self.list("AxiomSource", &rows.axioms, Self::axiom);
        let tasks = self.list("TaskSource", &rows.tasks, Self::task);
        let name = &rows.name;
        let mut statics = String::new();
        for (ty, items) in &self.statics {
            let (len, items) = (items.len(), items.join(", "));
            // Writing to a string never fails.
            let _ = writeln!(statics, "static {}: [{ty}; {len}] = [{items}];", named(ty));
        }
        format!(
            "static __REFERENCE: __rt::reference::rows::DomainSource<'static> = {{
                use __rt::reference::rows::*;
                use ::core::option::Option::{{self, None, Some}};
                {statics}
                DomainSource {{
                    name: CowText::Borrowed({name:?}),
                    file: CowText::Borrowed(::core::file!()),
                    predicates: {predicates},
                    axioms: {axioms},
                    tasks: {tasks},
                }}
            }};"
        )
    }

    fn list<T>(
        &mut self,
        ty: &'static str,
        list: &SourceList<'_, T>,
        mut write: impl FnMut(&mut Self, &T) -> String,
    ) -> String {
        let items = list.iter().map(|item| write(self, item)).collect();
        self.statics(ty, items)
    }

    fn statics(&mut self, ty: &'static str, items: Vec<String>) -> String {
        if items.is_empty() {
            return "SourceList::Borrowed(&[])".to_owned();
        }
        let all = self.statics.entry(ty).or_default();
        let (at, len) = (all.len(), items.len());
        all.extend(items);
        format!("__rt::reference::part(&{}, {at}, {len})", named(ty))
    }

    /// Nothing of them needs to be dropped.
    fn args(&mut self, args: &SourceList<'_, ArgSource>) -> String {
        let args: Vec<String> = args
            .iter()
            .map(|arg| format!("ArgSource::{arg:?}"))
            .collect();
        format!("SourceList::Borrowed(&[{}])", args.join(", "))
    }

    fn vars(&mut self, vars: &SourceList<'_, NamedVar<'_>>) -> String {
        self.list("NamedVar", vars, |_, NamedVar { name, ty }| {
            format!("NamedVar {{ name: CowText::Borrowed({name:?}), ty: {ty} }}")
        })
    }

    fn axiom(&mut self, axiom: &AxiomSource<'_>) -> String {
        let alternatives = self.list("AxiomItem", &axiom.alternatives, Self::alternative);
        let name = &axiom.name;
        format!("AxiomSource {{ name: CowText::Borrowed({name:?}), alternatives: {alternatives} }}")
    }

    fn alternative(&mut self, of: &AxiomItem<'_>) -> String {
        let AxiomItem {
            params, file, line, ..
        } = of;
        let vars = self.vars(&of.vars);
        let clauses = self.list("Clause", &of.clauses, |writer, clause| {
            let Clause { line, condition } = clause;
            let condition = writer.condition(condition);
            format!("Clause {{ line: {line}, condition: {condition} }}")
        });
        format!(
            "AxiomItem {{ file: CowText::Borrowed({file:?}), line: {line}, params: {params}, vars: {vars}, clauses: {clauses} }}"
        )
    }

    fn condition(&mut self, condition: &Condition<'_>) -> String {
        self.list("Conjunct", condition, Self::conjunct)
    }

    fn conjunct(&mut self, conjunct: &Conjunct<'_>) -> String {
        let Conjunct { text, line, form } = conjunct;
        let form = self.form(form);
        format!(
            "Conjunct {{ text: CowText::Borrowed({text:?}), line: {line}, form: Form::{form} }}"
        )
    }

    fn form(&mut self, form: &Form<'_>) -> String {
        match form {
            Form::Fact { predicate, args } => {
                let args = self.args(args);
                format!("Fact {{ predicate: {predicate}, args: {args} }}")
            }
            Form::Axiom { axiom, args } => {
                let args = self.args(args);
                format!("Axiom {{ axiom: {axiom}, args: {args} }}")
            }
            Form::Let { var, value } => {
                let value = self.value(value);
                format!("Let {{ var: {var}, value: {value} }}")
            }
            Form::Test(function) => format!("Test({function})"),
            Form::Not(inner) => format!("Not({})", self.condition(inner)),
            Form::Or(sides) => format!("Or({})", self.list("Condition", sides, Self::condition)),
            Form::First(sorted) => format!("First({})", self.sorted(sorted)),
            Form::WhenPlanning(inner) => format!("WhenPlanning({})", self.condition(inner)),
            Form::Forall(all, each) => {
                let all = self.condition(all);
                format!("Forall({all}, {})", self.condition(each))
            }
        }
    }

    fn value(&mut self, value: &LetSource<'_>) -> String {
        match value {
            LetSource::Word(function) => format!("LetSource::Word({function})"),
            LetSource::Some(function) => format!("LetSource::Some({function})"),
            LetSource::In(function) => format!("LetSource::In({function})"),
            LetSource::Count(over) => format!("LetSource::Count({})", self.condition(over)),
            LetSource::Sum(function, over) => {
                format!("LetSource::Sum({function}, {})", self.condition(over))
            }
            LetSource::Best(function, over) => {
                format!("LetSource::Best({function}, {})", self.condition(over))
            }
        }
    }

    fn sorted(&mut self, sorted: &Sorted<'_>) -> String {
        let Sorted { condition, key, by } = sorted;
        let condition = self.condition(condition);
        format!("Sorted {{ condition: {condition}, key: {key:?}, by: CowText::Borrowed({by:?}) }}")
    }

    /// What may be there or not.
    fn option<T>(
        &mut self,
        option: &Option<T>,
        write: impl FnOnce(&mut Self, &T) -> String,
    ) -> String {
        match option {
            Some(inner) => format!("Some({})", write(self, inner)),
            None => "None".to_owned(),
        }
    }

    fn task(&mut self, task: &TaskSource<'_>) -> String {
        let done_by = match &task.done_by {
            DoneBy::Methods(methods) => {
                format!(
                    "Methods({})",
                    self.list("MethodSource", methods, Self::method)
                )
            }
            DoneBy::Operators(operators) => {
                let operators = self.list("OperatorSource", operators, Self::operator);
                format!("Operators({operators})")
            }
            DoneBy::Itself => "Itself".to_owned(),
        };
        let name = &task.name;
        format!("TaskSource {{ name: CowText::Borrowed({name:?}), done_by: DoneBy::{done_by} }}")
    }

    fn method(&mut self, method: &MethodSource<'_>) -> String {
        let MethodSource {
            params, file, line, ..
        } = method;
        let vars = self.vars(&method.vars);
        let branches = self.list("BlockSource", &method.branches, Self::block);
        format!(
            "MethodSource {{ file: CowText::Borrowed({file:?}), line: {line}, params: {params}, vars: {vars}, branches: {branches} }}"
        )
    }

    fn block(&mut self, block: &BlockSource<'_>) -> String {
        let BlockSource {
            name, doc, line, ..
        } = block;
        let guard = self.option(&block.guard, Self::sorted);
        let body = self.body(&block.body);
        format!(
            "BlockSource {{ name: CowText::Borrowed({name:?}), doc: CowText::Borrowed({doc:?}), line: {line}, guard: {guard}, \
             body: {body} }}"
        )
    }

    fn body(&mut self, body: &Statements<'_>) -> String {
        self.list("Stmt", body, Self::stmt)
    }

    fn stmt(&mut self, stmt: &Stmt<'_>) -> String {
        let stmt = match stmt {
            Stmt::Task {
                task,
                args,
                returned,
                written,
            } => {
                let (args, written) = (self.args(args), line_of(written));
                format!(
                    "Task {{ task: {task}, args: {args}, returned: {returned:?}, written: {written} }}"
                )
            }
            Stmt::Let {
                var,
                value,
                written,
            } => {
                let (value, written) = (self.value(value), line_of(written));
                format!("Let {{ var: {var}, value: {value}, written: {written} }}")
            }
            Stmt::Effect(effect) => format!("Effect({})", self.effect(effect)),
            Stmt::If(blocks) => format!("If({})", self.list("BlockSource", blocks, Self::block)),
            Stmt::While(block) => format!("While({})", self.block(block)),
            Stmt::For(block) => format!("For({})", self.block(block)),
            Stmt::Unordered(strands) => {
                format!(
                    "Unordered({})",
                    self.list("Statements", strands, Self::body)
                )
            }
            Stmt::Priority(function, written) => {
                format!("Priority({function}, {})", line_of(written))
            }
            Stmt::Return(function, written) => {
                format!("Return({function}, {})", line_of(written))
            }
        };
        format!("Stmt::{stmt}")
    }

    fn effect(&mut self, effect: &Effect<'_>) -> String {
        let add = effect.add;
        let atoms = self.list("Atom", &effect.atoms, |writer, atom| {
            let Atom { predicate, args } = atom;
            let args = writer.args(args);
            format!("Atom {{ predicate: {predicate}, args: {args} }}")
        });
        let each = self.option(&effect.each, Self::sorted);
        let written = line_of(&effect.written);
        format!("Effect {{ add: {add}, atoms: {atoms}, each: {each}, written: {written} }}")
    }

    fn operator(&mut self, operator: &OperatorSource<'_>) -> String {
        let OperatorSource {
            file,
            line,
            params,
            busy,
            ..
        } = operator;
        let vars = self.vars(&operator.vars);
        let requires = self.option(&operator.requires, Self::sorted);
        let during = self.option(&operator.during, Self::condition);
        let effects = self.list("(EffectMoment, Effect)", &operator.effects, Self::effect_of);
        let [cost, duration] = [operator.cost, operator.duration].map(|number| match number {
            Cost::Fixed(number) => format!("Cost::Fixed({number:?})"),
            Cost::Function(function) => format!("Cost::Function({function})"),
        });
        let by = self.list("Var", &operator.by, |_, var| var.to_string());
        let undo = self.option(&operator.undo, |writer, (task, args)| {
            format!("({task}, {})", writer.args(args))
        });
        let statements = &operator.statements;
        let statements = self.list("SourceText", statements, |_, written| line_of(written));
        format!(
            "OperatorSource {{ file: CowText::Borrowed({file:?}), line: {line}, params: {params}, vars: {vars}, requires: {requires}, during: {during}, \
             effects: {effects}, cost: {cost}, duration: {duration}, by: {by}, busy: {busy:?}, undo: {undo}, \
             statements: {statements} }}"
        )
    }

    fn effect_of(&mut self, (moment, effect): &(EffectMoment, Effect<'_>)) -> String {
        format!("(EffectMoment::{moment:?}, {})", self.effect(effect))
    }
}

fn line_of(written: &SourceText<'_>) -> String {
    let SourceText { text, line } = written;
    format!("SourceText {{ text: CowText::Borrowed({text:?}), line: {line} }}")
}

/// The static for lists of a type.
fn named(ty: &str) -> String {
    let letters = ty.chars().filter(|letter| letter.is_alphabetic());
    letters.map(|letter| letter.to_ascii_uppercase()).collect()
}

fn predicate(parts: &Parts<'_, '_>, number: usize, row: &PredicateSource<'_>) -> String {
    let PredicateSource {
        name,
        columns,
        key,
        file,
        line,
        ..
    } = row;
    let capacity = match parts.domain.predicates[number].capacity {
        Some(_) => format!("__CAPACITY{number}"),
        None => CAPACITY.to_string(),
    };
    format!(
        "PredicateSource {{ name: CowText::Borrowed({name:?}), columns: {columns}, key: {key:?}, capacity: {capacity}, \
         file: CowText::Borrowed({file:?}), line: {line} }}"
    )
}

const OPTION: &str = "-> ::core::option::Option<__rt::u64>";

/// The functions, and the list of them.
fn expressions(parts: &Parts<'_, '_>, all: &Expressions<'_, '_>) -> TokenStream {
    let lists = [
        ("words", "", "-> __rt::u64", &all.words),
        ("tests", "", "-> __rt::bool", &all.tests),
        ("options", "", OPTION, &all.options),
        ("items", ", __number: __rt::usize", OPTION, &all.items),
        ("keys", "", "-> __rt::reference::KeyWords", &all.keys),
        (
            "folds",
            ", __out: ::core::option::Option<__rt::u64>",
            "-> __rt::u64",
            &all.folds,
        ),
        ("costs", "", "-> __rt::f32", &all.costs),
    ];
    let (mut out, mut fields) = (TokenStream::new(), String::new());
    for (list, more, returns, members) in lists {
        let (more, returns) = (tokens(more), tokens(returns));
        let mut names = String::new();
        // Writing to a string never fails.
        for (number, member) in members.iter().enumerate() {
            let name = format_ident!("__plain_{list}{number}");
            let _ = write!(names, "{name}, ");
            let body = Group::new(Delimiter::Brace, member.body(parts));
            out.extend(quote! {
                fn #name<'a>(__context: &'a __Context<'_>, __vars: &'a [__rt::u64] #more) #returns #body
            });
        }
        let _ = write!(fields, "{list}: &[{names}],");
    }
    let text = "-> __rt::reference::TextValue";
    let sides = "-> ::core::option::Option<__rt::reference::Sides>";
    for (list, returns, members) in [
        ("shown_keys", text, &all.keys),
        ("sides", sides, &all.tests),
    ] {
        let (returns, mut names) = (tokens(returns), String::new());
        for (number, member) in members.iter().enumerate() {
            let name = format_ident!("__plain_{list}{number}");
            let _ = write!(names, "{name}, ");
            let body = match member.of {
                ExprKind::Test => member.sides(parts),
                _ => member.shown(parts),
            };
            let body = Group::new(Delimiter::Brace, body);
            out.extend(quote! {
                fn #name<'a>(__context: &'a __Context<'_>, __vars: &'a [__rt::u64]) #returns #body
            });
        }
        let _ = write!(fields, "{list}: &[{names}],");
    }
    out.extend(tokens(&format!(
        "static __REFERENCE_EXPRESSIONS: __rt::reference::Expressions<__domain::Domain> = __rt::reference::Expressions {{ {fields} }};"
    )));
    out
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
            ExprKind::Items | ExprKind::Span { .. } => quote! {
                let mut __items = ::core::iter::IntoIterator::into_iter(#source);
                let __value: ::core::option::Option<#ty> = ::core::iter::Iterator::nth(&mut __items, __number);
                ::core::option::Option::map(__value, __rt::Term::to_word)
            },
            ExprKind::Key { descending } => quote!(__rt::reference::key(#source, #descending)),
        };
        quote!(#context #locals #result)
    }

    /// What is sorted by, as text.
    fn shown(&self, parts: &Parts<'_, '_>) -> TokenStream {
        let source = &bare(&self.expr.source.tokens);
        let (context, locals) = (context(parts, source), self.locals());
        quote!(#context #locals __rt::reference::shown_key(#source))
    }

    /// Both sides of a comparison. It stands there once more, so that a literal has the type that it is compared with.
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

    /// The type that it is to have.
    fn ty(&self) -> Option<Ident> {
        let Wanted { ty, span } = self.expr.ty?;
        Some(alias(ty, span))
    }
}

/// The sides of a comparison and what stands between them; none for everything else, and where it is not plain that it is one.
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

/// What makes of a comparison something else.
const KEYWORDS: [&str; 7] = ["async", "for", "if", "match", "move", "return", "while"];
