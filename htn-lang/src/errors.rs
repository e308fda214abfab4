//! The collector of errors. Stages report and continue, so that one run reports all errors of a domain.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// The errors of the stages so far.
#[derive(Debug, Default)]
pub struct Errors {
    all: Vec<syn::Error>,
}

impl Errors {
    /// Reports a problem at a place.
    pub fn at(&mut self, span: Span, message: impl core::fmt::Display) {
        self.all.push(syn::Error::new(span, message));
    }

    /// Reports a problem with a stretch of tokens.
    pub fn on(&mut self, tokens: impl ToTokens, message: impl core::fmt::Display) {
        self.all.push(syn::Error::new_spanned(tokens, message));
    }

    /// Appends an error of `syn`.
    pub fn push(&mut self, error: syn::Error) {
        self.all.push(error);
    }

    /// Appends the errors of another collector.
    pub fn extend(&mut self, other: Errors) {
        self.all.extend(other.all);
    }

    /// Returns true if no error was reported.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the number of errors.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Removes all errors but the first `len`: those that follow from an error that is reported already.
    pub fn truncate(&mut self, len: usize) {
        self.all.truncate(len);
    }

    /// Returns the messages.
    #[cfg(test)]
    pub fn messages(&self) -> Vec<String> {
        self.all.iter().map(ToString::to_string).collect()
    }

    /// Returns the places and the messages.
    #[cfg(feature = "locations")]
    pub fn into_list(self) -> Vec<(Span, String)> {
        let error = |error: syn::Error| (error.span(), error.to_string());
        self.all.into_iter().map(error).collect()
    }

    /// Returns an invocation of `compile_error!` for each error.
    pub fn into_tokens(self) -> TokenStream {
        self.all.iter().map(syn::Error::to_compile_error).collect()
    }
}
