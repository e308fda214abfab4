//! The types of a domain, numbered. Types with the same text are the same type; only rustc knows of other equalities.

use std::collections::BTreeMap;

use htn_core::tables::TypeId;
use proc_macro2::TokenStream;

use crate::ast::Rust;
use crate::text::text;

/// One type as it was first written.
#[derive(Clone, Debug)]
pub struct Type {
    pub rust: Rust,
    /// As a person would write it.
    pub text: String,
}

/// All types, in the order in which they were numbered.
#[derive(Clone, Debug, Default)]
pub struct Types {
    pub list: Vec<Type>,
    numbers: BTreeMap<String, TypeId>,
}

impl Types {
    /// Returns types that have these names already, in this order.
    #[cfg(feature = "reload")]
    pub fn named<'t>(names: impl Iterator<Item = &'t str>) -> Types {
        let mut types = Types::default();
        for name in names {
            let tokens = name.parse().unwrap_or_default();
            let number = TypeId(u16::try_from(types.list.len()).unwrap_or(u16::MAX));
            types.numbers.insert(name.to_owned(), number);
            types.list.push(Type {
                rust: Rust {
                    tokens,
                    span: proc_macro2::Span::call_site(),
                    poll: None,
                },
                text: name.to_owned(),
            });
        }
        types
    }

    /// Returns the number of a type. A new type gets a new number.
    pub fn number(&mut self, rust: &Rust) -> TypeId {
        let text = text(&rust.tokens);
        if let Some(&number) = self.numbers.get(&text) {
            return number;
        }
        let number = TypeId(u16::try_from(self.list.len()).unwrap_or(u16::MAX));
        self.numbers.insert(text.clone(), number);
        self.list.push(Type {
            rust: rust.clone(),
            text,
        });
        number
    }

    /// Returns the number of a type that the macro itself uses.
    pub fn own(&mut self, tokens: TokenStream) -> TypeId {
        let span = proc_macro2::Span::call_site();
        self.number(&Rust {
            tokens,
            span,
            poll: None,
        })
    }

    /// Returns the number of a type that is numbered already.
    pub fn find(&self, rust: &Rust) -> Option<TypeId> {
        self.numbers.get(&text(&rust.tokens)).copied()
    }

    /// Returns true if the type could be read, so it is not a placeholder.
    pub fn is_read(&self, number: TypeId) -> bool {
        !self.get(number).rust.is_unparsed()
    }

    pub fn get(&self, number: TypeId) -> &Type {
        &self.list[usize::from(number.0)]
    }
}
