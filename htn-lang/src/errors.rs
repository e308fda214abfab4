//! The collector of errors: stages push and go on, and all errors of a domain come out in one run.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// The errors so far.
#[derive(Debug, Default)]
pub struct Errors {
    all: Vec<syn::Error>,
}

impl Errors {
    /// Reports a problem at a place.
    pub fn at(&mut self, span: Span, message: impl core::fmt::Display) {
        self.all.push(syn::Error::new(span, message));
    }

    /// Reports a problem with a stretch of tokens, from the first to the last.
    pub fn on(&mut self, tokens: impl ToTokens, message: impl core::fmt::Display) {
        self.all.push(syn::Error::new_spanned(tokens, message));
    }

    /// Takes over what a parser reported.
    pub fn push(&mut self, error: syn::Error) {
        self.all.push(error);
    }

    /// Takes over the errors of another collector.
    pub fn extend(&mut self, other: Errors) {
        self.all.extend(other.all);
    }

    /// Whether there are none: a barrier between stages.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// How many there are so far.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Forgets all but the first so many: what follows from something that was reported already.
    pub fn truncate(&mut self, len: usize) {
        self.all.truncate(len);
    }

    /// The messages.
    #[cfg(test)]
    pub fn messages(&self) -> Vec<String> {
        self.all.iter().map(ToString::to_string).collect()
    }

    /// As `compile_error!` invocations.
    pub fn into_tokens(self) -> TokenStream {
        self.all.iter().map(syn::Error::to_compile_error).collect()
    }
}
