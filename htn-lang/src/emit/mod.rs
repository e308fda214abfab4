//! Emits a domain: the module with its public types, and beside it the tables, the functions and the implementations.

mod axioms;
mod checks;
mod context;
mod functions;
mod implement;
mod module;
pub mod parts;
pub mod paths;
mod query;
#[cfg(feature = "reference")]
mod reference;
#[cfg(feature = "registry")]
mod registry;
#[cfg(feature = "serde")]
mod saves;
mod solver;
mod tables;
mod types;

#[cfg(test)]
mod tests;

use functions::Compiled;
#[cfg(feature = "reload")]
pub use functions::bare;
use proc_macro2::TokenStream;
use quote::quote;

use self::parts::Parts;
use crate::ir::BoundDomain;
use crate::lower::query::Asked;
use crate::lower::rows::Rows;
use crate::resolve::Names;

/// Returns the expansion of a domain without errors.
pub fn emit<'a>(
    names: &Names<'a>,
    moded: &BoundDomain<'a>,
    rows: &Rows<'a>,
    queries: &Option<(Rows<'a>, Vec<Asked>)>,
) -> TokenStream {
    let parts = Parts::new(names, moded);
    let types = types::module(&parts);
    let module = module::module(&parts);
    let codecs = functions::codecs(&parts);
    let tables = tables::tables(&parts, rows);
    let functions = functions::functions(&parts, rows, Compiled::Always);
    let checks = functions::type_checks(&parts, moded);
    let (reference, mut methods) = reference_rows(names, moded, &parts);
    methods.extend(functions::busy_method(&parts, rows));
    let (registry, registry_method) = registry(&parts, names, rows);
    methods.extend(registry_method);
    let implementations = implement::implementations(&parts, methods);
    let saves = saves(&parts, Bodies::Code);
    let mut asked = query::implementations(&parts);
    asked.extend(query::mentions(&parts));
    asked.extend(match queries {
        Some((rows, queries)) => axioms::implementations(&parts, rows, queries),
        None => axioms::stubs(&parts),
    });
    let scope = parts.scope();
    quote! {
        #types
        #module
        const _: () = {
            #scope
            #codecs
            #functions
            #checks
            #tables
            #reference
            #registry
            #implementations
            #saves
            #asked
        };
    }
}

/// Prints the reference rows and the method that returns them, with the feature `reference`.
fn reference_rows<'a>(
    _names: &Names<'a>,
    _moded: &BoundDomain<'a>,
    _parts: &Parts<'_, 'a>,
) -> (TokenStream, TokenStream) {
    // The tests of expansions show what every game gets.
    #[cfg(feature = "reference")]
    if !cfg!(test)
        && let Some(reference) = crate::reference::lower(_names, _moded)
    {
        return reference::reference(_parts, &reference);
    }
    (TokenStream::new(), TokenStream::new())
}

/// Prints the expressions that a reloaded domain may use and the method that returns them, with the feature `registry`.
fn registry(
    _parts: &Parts<'_, '_>,
    _names: &Names<'_>,
    _rows: &Rows<'_>,
) -> (TokenStream, TokenStream) {
    #[cfg(feature = "registry")]
    if !cfg!(test) {
        return registry::registry(_parts, _names, _rows);
    }
    (TokenStream::new(), TokenStream::new())
}

/// The bodies of emitted functions: code, or stubs of functions that exist for their types only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bodies {
    Code,
    Stubs,
}

/// Prints the implementations for saving facts, tasks and actions, with the feature `serde`.
fn saves(_parts: &Parts<'_, '_>, _bodies: Bodies) -> TokenStream {
    #[cfg(feature = "serde")]
    if !cfg!(test) {
        return saves::implementations(_parts, _bodies);
    }
    TokenStream::new()
}

/// Returns the expansion of a domain with errors, next to the errors: its public types, so that uses of them are no errors,
/// and the code in which rustc may find further errors.
pub fn fallback<'a>(names: &Names<'a>, moded: &BoundDomain<'a>) -> TokenStream {
    let parts = Parts::new(names, moded);
    let types = types::module(&parts);
    let module = module::module(&parts);
    let mut stubs = implement::stubs(&parts);
    stubs.extend(saves(&parts, Bodies::Stubs));
    let mut queries = query::stubs(&parts);
    queries.extend(query::mentions(&parts));
    queries.extend(axioms::stubs(&parts));
    let expressions = functions::to_check(&parts, &checks::sound(moded, names.axioms.len()));
    let checks = functions::type_checks(&parts, moded);
    let capacities = if names.domain.context_unparsed {
        TokenStream::new()
    } else {
        tables::capacities(&parts)
    };
    let scope = parts.scope();
    quote! {
        #types
        #module
        const _: () = {
            #scope
            #stubs
            #queries
            #expressions
            #checks
            #capacities
        };
    }
}

/// The parts of a domain that an editor needs besides names: the public types and the implementations of their traits.
pub struct Interface {
    /// The hidden module with the user's types.
    pub types: TokenStream,
    /// The public module.
    pub module: TokenStream,
    /// The implementations, without code.
    pub implementations: TokenStream,
}

/// Returns the interface of a domain, with or without errors.
pub fn interface<'a>(names: &Names<'a>, moded: &BoundDomain<'a>) -> Interface {
    let parts = Parts::new(names, moded);
    let (scope, mut stubs) = (parts.scope(), implement::stubs(&parts));
    stubs.extend(saves(&parts, Bodies::Stubs));
    stubs.extend(query::stubs(&parts));
    stubs.extend(axioms::stubs(&parts));
    Interface {
        types: types::module(&parts),
        module: module::module(&parts),
        implementations: quote!(#scope #stubs),
    }
}
