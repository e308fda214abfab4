//! Names, paths and enum variants that several parts of an expansion share.

use std::collections::BTreeSet;

use htn_core::tables::{TaskKind, TypeId};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::axioms::AskedAxiom;
use super::paths;
use crate::ast::{Docs, Domain, Rust};
use crate::ir::BoundDomain;
pub use crate::parse::tokens::plain as unraw;
use crate::private_module;
use crate::resolve::{Names, camel, is_variant};
use crate::types::Types;

pub struct Parts<'n, 'a> {
    pub domain: &'a Domain,
    pub types: &'n Types,
    pub facts: Vec<Variant<'a>>,
    pub tasks: Vec<Variant<'a>>,
    /// The axioms that programs can query.
    pub axioms: Vec<AskedAxiom<'a>>,
    /// True if bodies protect facts.
    pub protects: bool,
    /// The runtime's path in the parent module.
    pub runtime: TokenStream,
    /// The hidden module with the users' types.
    pub types_module: Ident,
}

/// A variant of `Fact` or `Task`.
pub struct Variant<'a> {
    pub ident: Ident,
    pub name: String,
    pub docs: Vec<&'a Docs>,
    /// Its number in the tables.
    pub number: u16,
    pub fields: Vec<Field<'a>>,
    /// Of a task.
    pub kind: Option<TaskKind>,
}

pub struct Field<'a> {
    pub name: Option<Ident>,
    pub ty: &'a Rust,
}

impl<'n, 'a> Parts<'n, 'a> {
    pub fn new(names: &Names<'a>, moded: &'n BoundDomain<'a>) -> Parts<'n, 'a> {
        let (domain, types) = (names.domain, &moded.types);
        Parts {
            domain,
            types,
            facts: facts(domain),
            tasks: tasks(names),
            axioms: axioms(names, moded),
            // An error reports a task of one of these names. There need not be a second one about the variant.
            protects: !names.protected().is_empty()
                && ["protect", "release"]
                    .iter()
                    .all(|verb| names.task(&format_ident!("{verb}")).is_none()),
            runtime: domain
                .runtime
                .clone()
                .unwrap_or_else(|| quote!(::squad_htn)),
            // rustc reports this name if the domain is inside a function.
            types_module: format_ident!(
                "__domains_stand_outside_of_functions_{}",
                unraw(&domain.name),
                span = domain.name.span().resolved_at(Span::call_site())
            ),
        }
    }

    /// Prints the names in scope beside those of the user, which they do not shadow.
    pub fn scope(&self) -> TokenStream {
        let Parts {
            runtime,
            types_module,
            domain,
            ..
        } = self;
        let (uses, name) = (domain.uses.iter().map(paths::as_own), &domain.name);
        // If the domain is inside a function, rustc cannot find these names. One location makes that one error.
        let mut types_module = types_module.clone();
        types_module.set_span(name.span());
        let types = if self.types.list.is_empty() {
            TokenStream::new()
        } else {
            quote_spanned!(name.span()=> use self::#types_module::*;)
        };
        let beside = quote_spanned! {name.span()=>
            #types
            use self::#name as __domain;
        };
        let private = private_module();
        quote! {
            #(#uses)*
            use #runtime::#private as __rt;
            #beside
            type __Context<'c> = <__domain::Domain as __rt::Domain>::Context<'c>;
            type __Game<'a, 'c> = __rt::Game<'a, __Context<'c>>;
        }
    }

    /// A type that was written somewhere, inside the scope.
    pub fn type_of(&self, rust: &Rust) -> TokenStream {
        let number = self.number_of(rust);
        // Errors about the type itself point to the first place that mentions it.
        let alias = alias(number, self.types.get(number).rust.span);
        quote!(#alias)
    }

    /// The number of a type that was written somewhere.
    pub fn number_of(&self, rust: &Rust) -> TypeId {
        self.types.find(rust).unwrap_or(TypeId(0))
    }

    /// The codec of a type that was written somewhere.
    pub fn codec_of(&self, rust: &Rust) -> Ident {
        format_ident!("__CODEC{}", self.number_of(rust).0)
    }

    /// The runtime's path inside the module.
    pub fn runtime_inside(&self) -> TokenStream {
        let types_module = &self.types_module;
        match self.domain.runtime {
            Some(_) => quote!(super::#types_module::__runtime),
            None => self.runtime.clone(),
        }
    }

    pub fn visibility(&self) -> TokenStream {
        paths::visibility_inside(&self.domain.visibility)
    }
}

/// The alias of a type in the hidden module.
pub fn alias(ty: TypeId, span: Span) -> Ident {
    Ident::new(&format!("__T{}", ty.0), span)
}

fn number(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(u16::MAX)
}

fn facts(domain: &Domain) -> Vec<Variant<'_>> {
    let mut taken = BTreeSet::new();
    let predicates = domain.predicates.iter().enumerate();
    // A name that gives none has been reported.
    let variants =
        predicates.map(|(index, predicate)| (index, predicate, camel(&predicate.name.to_string())));
    let variants = variants.filter(|(.., camel)| is_variant(camel));
    let variants = variants.map(|(index, predicate, camel)| Variant {
        ident: Ident::new(&camel, predicate.name.span()),
        name: unraw(&predicate.name),
        docs: vec![&predicate.docs],
        number: number(index),
        fields: predicate
            .columns
            .iter()
            .map(|column| Field {
                name: None,
                ty: &column.ty,
            })
            .collect(),
        kind: None,
    });
    variants
        .filter(|variant| taken.insert(variant.ident.to_string()))
        .collect()
}

fn tasks<'a>(names: &Names<'a>) -> Vec<Variant<'a>> {
    let domain = names.domain;
    let mut taken: BTreeSet<String> = ["Add", "Delete"].map(str::to_owned).into();
    let mut variants = Vec::new();
    for (index, group) in names.tasks.iter().enumerate() {
        let items = group.items.iter();
        let (span, docs) = match group.kind {
            TaskKind::Method => {
                let methods: Vec<_> = items.map(|item| &domain.methods[*item]).collect();
                (
                    methods[0].name.span(),
                    methods.iter().map(|method| &method.docs).collect(),
                )
            }
            TaskKind::External | TaskKind::Internal => {
                let operators: Vec<_> = items.map(|item| &domain.operators[*item]).collect();
                (
                    operators[0].name.span(),
                    operators.iter().map(|operator| &operator.docs).collect(),
                )
            }
            _ => (Span::call_site(), Vec::new()),
        };
        let camel = camel(&group.name);
        if !is_variant(&camel) {
            continue;
        }
        let variant = Variant {
            ident: Ident::new(&camel, span),
            name: group.name.clone(),
            docs,
            number: number(index),
            fields: task_fields(names, index),
            kind: Some(group.kind),
        };
        if taken.insert(variant.ident.to_string()) {
            variants.push(variant);
        }
    }
    variants
}

/// Returns all axioms if the patterns of their queries are unknown.
fn axioms<'a>(names: &Names<'a>, moded: &BoundDomain<'a>) -> Vec<AskedAxiom<'a>> {
    let groups = names.axioms.iter().enumerate();
    let axioms = groups.map(|(number, group)| {
        let params = names.axiom_params(number);
        let mut queries = moded.queries.iter();
        let query = queries.find(|query| query.group == number);
        AskedAxiom {
            number,
            name: group.name.clone(),
            params,
            is_open: query.map_or(!params.is_empty(), |query| query.patterns.len() > 1),
        }
    });
    let one_each = |axiom: &AskedAxiom<'_>| {
        let names: BTreeSet<String> = axiom
            .params
            .iter()
            .map(|param| unraw(&param.name))
            .collect();
        names.len() == axiom.params.len()
    };
    axioms.filter(one_each).collect()
}

fn task_fields<'a>(names: &Names<'a>, index: usize) -> Vec<Field<'a>> {
    let mut taken = BTreeSet::new();
    match names.agent() {
        Some(agent) if names.tasks[index].is_synchronisation() => {
            let fields = ["a", "b"].into_iter().take(names.arity(index));
            fields
                .map(|name| Field {
                    name: Some(Ident::new(name, Span::call_site())),
                    ty: agent,
                })
                .collect()
        }
        _ => {
            let params = names.task_params(index).iter();
            let params = params.filter(|param| taken.insert(param.name.to_string()));
            params
                .map(|param| Field {
                    name: Some(param.name.clone()),
                    ty: &param.ty,
                })
                .collect()
        }
    }
}
