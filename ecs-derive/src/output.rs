//! [`Output`]: what keys write, by the place where it stands. And the words of which it is made.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::{ConstParam, GenericParam, LifetimeParam, TypeParam};

use crate::input::Input;
use crate::source::written_by_derive;

/// What keys write. All that is no item or statement is of one expression, the `SpecOf`.
#[derive(Default)]
pub struct Output {
    /// Whether the type has errors, so that only `always` and `layout` are used.
    pub is_stub: bool,
    /// The field `hooks` of `Spec`.
    pub hooks: Option<TokenStream>,
    /// Fields of `PassSpec`, `SaveSpec`, `SpecExtensions` and `Spec`.
    pub passes: Vec<TokenStream>,
    pub saves: Vec<TokenStream>,
    pub extensions: Vec<TokenStream>,
    pub spec: Vec<TokenStream>,
    /// Whether the type is `Send`: an expression, if a key says it.
    pub send: Option<TokenStream>,
    /// Calls that add to a `SpecOf` what is asked about the type itself.
    pub asked: TokenStream,
    /// Methods of `Component`.
    pub methods: TokenStream,
    /// How values lie in the store, if not as a whole.
    pub layout: Option<&'static str>,
    /// Items of each type, also of one that has errors.
    pub always: Vec<TokenStream>,
    /// Items of a type that has none.
    pub items: Vec<TokenStream>,
}

/// A field that says that a key is given.
pub fn flag(field: &str, key: Option<&Ident>) -> Option<TokenStream> {
    let span = written_by_derive(key?.span());
    let field = Ident::new(field, span);
    Some(quote_spanned!(span=> #field: true))
}

/// A field with an item for each type, if there are any. Errors are shown at the types.
pub fn list(field: &str, items: impl Iterator<Item = (Span, TokenStream)>) -> Option<TokenStream> {
    let (spans, items): (Vec<_>, Vec<_>) = items.unzip();
    let span = *spans.first()?;
    let field = Ident::new(field, span);
    Some(quote_spanned!(span=> #field: &[#(#items),*]))
}

/// `base`, but with these fields.
pub fn with_fields(span: Span, ty: &str, fields: &[TokenStream], base: TokenStream) -> TokenStream {
    if fields.is_empty() {
        return base;
    }
    let ty = Ident::new(ty, span);
    quote_spanned! {span=>
        __p::#ty {
            #(#fields,)*
            ..#base
        }
    }
}

/// The implementation of a trait of `ecs-core` for the type.
pub fn implementation(input: &Input, span: Span, of: &TokenStream, body: &TokenStream) -> TokenStream {
    implementation_of(input, span, &TokenStream::new(), of, body)
}

/// As [`implementation`], of a trait that trusts what is said: only what this derive writes is true.
pub fn trusted_implementation(
    input: &Input,
    span: Span,
    of: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    implementation_of(input, span, &quote_spanned!(span=> unsafe), of, body)
}

fn implementation_of(
    input: &Input,
    span: Span,
    trusted: &TokenStream,
    of: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    let name = input.name();
    let generics = &input.original.generics;
    let (_, type_generics, where_clause) = generics.split_for_impl();
    let params = generics.params.iter().map(impl_param);
    quote_spanned! {span=>
        #[automatically_derived]
        #trusted impl<#(#params),*> __ecs::#of for #name #type_generics #where_clause {
            #body
        }
    }
}

/// A parameter as the implementation declares it: without default and attributes, and owning its data.
pub fn impl_param(param: &GenericParam) -> TokenStream {
    match param {
        GenericParam::Lifetime(LifetimeParam { lifetime, bounds, .. }) => {
            let bounds = bounds.iter();
            quote_spanned!(lifetime.span()=> #lifetime: 'static #(+ #bounds)*)
        }
        GenericParam::Type(TypeParam { ident, bounds, .. }) => {
            let bounds = bounds.iter();
            quote_spanned!(ident.span()=> #ident: 'static #(+ #bounds)*)
        }
        GenericParam::Const(ConstParam { ident, ty, .. }) => quote_spanned!(ident.span()=> const #ident: #ty),
    }
}
