//! Expands domains and parts for an editor.
//!
//! rust-analyzer can explain a word in the input of a macro only if the output has a token with the same place. For an
//! editor, and never for rustc, an expansion therefore begins with a module of functions that nothing calls:
//! predicates, axioms and tasks are functions at the places of their declarations, conditions and bodies are calls of
//! them, and each variable is one `let`. Keywords are paths to constants with documentation.
//!
//! * It is written from the chunks of tokens, not from the syntax tree, and accepts any input, finished or not.
//! * Its beginning depends only on what precedes in the domain, because completion compares two expansions by the number
//!   of characters before the cursor: see `marker.rs`.
//! * The public types of the domain follow, so that the rest of the program has its types. Tables and functions are left out.
//! * Errors are last.

mod body;
mod condition;
mod items;
mod marker;
pub mod places;
mod writer;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};

use self::marker::{is, take_between_items, written};
use self::writer::{Family, Writer, rust};
use crate::assemble::{self, Assembled, UsePart, runtime, stream, use_part};
use crate::emit::{self, paths::one_deeper};
use crate::errors::Errors;
use crate::parse::tokens::{as_group, at_commas, is_sign, list};
use crate::part::{self, declaration};
use crate::split::{Chunk, split};
use crate::{modes, parse, private_module, resolve};

/// Returns the mark of a nested call's input. The outer expansion has written these items already.
fn nested() -> TokenStream {
    quote!(@nested)
}

/// Expands the input of `htn_domain!` for an editor.
pub fn expand_domain(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let input = parse::fragments::in_place(input);
    let is_written = is_sign(input.clone().into_iter().next().as_ref(), '@');
    let mut out = if is_written {
        TokenStream::new()
    } else {
        domain(&input)
    };
    let assembled = assemble::assemble(input, &nested(), &mut errors);
    match assembled {
        Assembled::Whole(input) => out.extend(public_types(input, &mut errors)),
        Assembled::Call(call) => out.extend(call),
    }
    if !errors.is_empty() {
        let errors = errors.into_tokens();
        out.extend(quote!(const _: () = { #errors };));
    }
    out
}

/// Expands the input of `htn_part!` for an editor.
pub fn expand_part(input: TokenStream, place: &str) -> TokenStream {
    let mut errors = Errors::default();
    let mut out = part(&input);
    out.extend(part::part(input, place, &mut errors));
    out.extend(errors.into_tokens());
    out
}

/// Returns the public types of a whole domain.
fn public_types(input: TokenStream, errors: &mut Errors) -> TokenStream {
    let Some(domain) = parse::parse(input, errors) else {
        return TokenStream::new();
    };
    let names = resolve::resolve(&domain, errors);
    let bound = modes::modes(&domain, &names, errors);
    let interface = emit::interface(&names, &bound);
    let types = places::without_places(interface.types);
    let module = places::public_module(interface.module, &domain.name);
    let implementations = places::without_places(interface.implementations);
    quote!(#types #module const _: () = { #implementations };)
}

/// The header of a domain: `domain name(context: Type)`.
#[derive(Default)]
struct HeaderNames {
    name: Option<Ident>,
    keyword: Option<Ident>,
    /// The context as a static, and its name.
    context: TokenStream,
    context_name: Option<String>,
}

fn header(chunks: &[Chunk<'_>]) -> HeaderNames {
    for chunk in chunks {
        let word = chunk
            .tokens
            .iter()
            .position(|token| is(Some(token), "domain"));
        let Some((keyword, [TokenTree::Ident(name), rest @ ..])) =
            word.map(|at| (at, &chunk.tokens[at + 1..]))
        else {
            continue;
        };
        let TokenTree::Ident(keyword) = &chunk.tokens[keyword] else {
            continue;
        };
        let mut header = HeaderNames {
            name: Some(name.clone()),
            keyword: Some(keyword.clone()),
            ..HeaderNames::default()
        };
        let group =
            as_group(rest.first(), Delimiter::Parenthesis).map(|group| list(group.stream()));
        if let Some([TokenTree::Ident(context), colon, ty @ ..]) = group.as_deref()
            && is_sign(Some(colon), ':')
            && let Some(function) = writer::function_name(context)
        {
            let ty = rust(ty);
            header.context = quote!(pub static #function: (#ty) = __words::any(););
            header.context_name = Some(written(context));
        }
        return header;
    }
    HeaderNames::default()
}

/// Returns the module of functions of a domain.
fn domain(input: &TokenStream) -> TokenStream {
    let mut tokens = list(input.clone());
    let typed = take_between_items(&mut tokens);
    let chunks = split(&tokens);
    let header = header(&chunks);
    let name = header
        .name
        .as_ref()
        .map_or_else(|| "domain".to_owned(), written);
    let module = format_ident!("__htn_{}", name);
    let keyword = header
        .keyword
        .as_ref()
        .map(|word| quote!(const _: () = { __words::#word; };));
    let context = &header.context;
    let scope = quote! {
        pub use super::super::*;
        #context
    };
    let inside = inside(
        &chunks,
        typed,
        Writer::default(),
        header.context_name.as_deref(),
        &runtime(&chunks),
    );
    let content = module_of(&quote!(#[doc(hidden)] pub), &module, &scope, &inside, false);
    // A part finds the domain by the name `__htn_domain`. Several domains of a module may define it, because it is
    // imported with a glob.
    quote! {
        #content
        #[doc(hidden)]
        #[allow(unused_imports)]
        pub use self::#module::found::*;
        #[allow(path_statements)]
        const _: () = { use self::#module::scope::__words; #keyword };
    }
}

/// The module of a part. It has the name of the part, so that an import of the part imports it too.
fn part(input: &TokenStream) -> TokenStream {
    let Some(declared) = declaration(input.clone(), &mut Errors::default()) else {
        return TokenStream::new();
    };
    let mut tokens = list(declared.items.clone());
    let typed = take_between_items(&mut tokens);
    let chunks = split(&tokens);
    let mut writer = Writer::default();
    let mut types = TokenStream::new();
    for param in at_commas(&list(declared.params.clone())) {
        if let [TokenTree::Ident(param)] = param {
            writer.type_params.insert(param.to_string());
            types.extend(quote!(pub struct #param;));
        }
    }
    let scope = quote! {
        pub use super::super::*;
        pub use super::super::super::*;
        pub use __htn_domain::scope::*;
        #types
    };
    let inside = inside(&chunks, typed, writer, None, &quote!(::squad_htn));
    let (attributes, visibility) = part::attributes_and_visibility(&declared.lead);
    let Some(name) = writer::function_name(&declared.name) else {
        return TokenStream::new();
    };
    module_of(
        &quote!(#attributes #visibility),
        &name,
        &scope,
        &inside,
        true,
    )
}

/// The content of the modules of a domain or a part.
struct Inside {
    uses: TokenStream,
    conditions: TokenStream,
    tasks: TokenStream,
}

fn inside(
    chunks: &[Chunk<'_>],
    typed: Option<TokenTree>,
    mut writer: Writer,
    context: Option<&str>,
    runtime: &TokenStream,
) -> Inside {
    writer.declare(chunks);
    let mut uses = TokenStream::new();
    for chunk in chunks {
        writer.item(chunk, context);
    }
    for chunk in chunks {
        let (attributes, start) = places::attributes(chunk.tokens);
        let import = Chunk {
            tokens: &chunk.tokens[start..],
            end: chunk.end,
        };
        if let Some(UsePart { path, args }) = use_part(&import) {
            let path = rust(path);
            let conditions = quote!(#attributes pub use #path::conditions::*;);
            writer.conditions.extend(conditions);
            writer
                .tasks
                .extend(quote!(#attributes pub use #path::tasks::*;));
            if !args.is_empty() {
                let (name, args) = (writer.unnamed(), rust(args));
                let types = quote!(#attributes fn #name(_: (#args)) {});
                writer.conditions.extend(types);
            }
        } else if is(import.tokens.first(), "use") {
            let import = one_deeper(&one_deeper(&stream(import.tokens)));
            uses.extend(quote!(#attributes pub(in super::super) #import;));
        }
    }
    // The marker between two items or branches is here, wherever it was.
    let (item, branch) = (writer.unnamed(), writer.unnamed());
    let typed_branch = writer.typed_branch.take();
    writer.conditions.extend(quote! {
        fn #item() { use __words::items::*; #typed }
        fn #branch() { use __words::branches::*; #typed_branch }
    });
    let private = private_module();
    let runtime = one_deeper(&one_deeper(runtime));
    uses.extend(quote!(pub use #runtime::#private::words as __words;));
    Inside {
        uses,
        conditions: writer.conditions,
        tasks: writer.tasks,
    }
}

fn module_of(
    lead: &TokenStream,
    name: &Ident,
    scope: &TokenStream,
    inside: &Inside,
    is_part: bool,
) -> TokenStream {
    let Inside {
        uses,
        conditions,
        tasks,
    } = inside;
    // Visible in both modules, because tasks name the conditions by their path.
    let of_domain = |family: Family| {
        let module = family.module();
        is_part.then(|| quote!(pub(super) use __htn_domain::#module::*;))
    };
    let (foreign_conditions, foreign_tasks) =
        (of_domain(Family::Condition), of_domain(Family::Task));
    let found = (!is_part).then(|| {
        quote! {
            pub mod found { pub use super::super::#name as __htn_domain; }
        }
    });
    quote! {
        #[allow(warnings)]
        #lead mod #name {
            #found
            pub mod scope { #scope #uses }
            pub mod conditions {
                use super::scope::*;
                #foreign_conditions
                #conditions
            }
            pub mod tasks {
                use super::scope::*;
                use super::conditions::*;
                #foreign_tasks
                pub use __words::synchronisation::*;
                #tasks
            }
        }
    }
}
