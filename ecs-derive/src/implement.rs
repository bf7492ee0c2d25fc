//! Writes implementations of traits: what the expansion, near misses and the stub have in common.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{ConstParam, GenericParam, LifetimeParam, TypeParam};

use crate::event::Event;
use crate::model::{Model, Number};
use crate::source::written_by_derive;

/// The block around the implementation: `items` are items, `spec` and `locator` are expressions, `migrations`
/// is a method.
///
/// Every name that it adds starts with `__`, so that none is in the way of the user's types and paths.
pub fn implement(
    model: &Model,
    items: &[TokenStream],
    spec: &TokenStream,
    locator: &TokenStream,
    migrations: Option<&TokenStream>,
) -> TokenStream {
    let span = model.span();
    let import = import(model);
    let number = Ident::new(if model.number == Number::One { "One" } else { "Many" }, span);
    let layout = Ident::new(if model.is_split() { "Split" } else { "Whole" }, span);
    let component = quote_spanned! {span=>
        const __SPEC: __p::SpecOf<Self> = #spec;
        type __Number = __p::#number;
        type __Layout = __p::#layout;
        #[inline]
        fn __cell() -> __p::Locator<Self> {
            #locator
        }
        fn __info() -> &'static __p::TypeInfo {
            const { __p::info::<Self>() }
        }
        #migrations
    };
    let component = implementation(model, span, &quote_spanned!(span=> Component), &component);
    let singleton = (model.number == Number::One).then(|| {
        implementation(model, span, &quote_spanned!(span=> hook::DerivesSingleton), &TokenStream::new())
    });
    let tracked = tracking(model)
        .map(|span| implementation(model, span, &quote_spanned!(span=> Tracked), &TokenStream::new()));
    quote_spanned! {span=>
        const _: () = {
            #import
            #component
            #singleton
            #tracked
            #(#items)*
        };
    }
}

/// Where it is said that changes of the type are tracked, if they are: it inherits, or has a key for it.
pub fn tracking(model: &Model) -> Option<Span> {
    let inherits = model.inherits.as_ref().map(|inherits| &inherits.key);
    model.track.as_ref().or(inherits).map(|key| written_by_derive(key.span()))
}

/// The implementation of a trait of `ecs-core` for the type.
pub fn implementation(model: &Model, span: Span, of: &TokenStream, body: &TokenStream) -> TokenStream {
    implementation_of(model, span, &TokenStream::new(), of, body)
}

/// As [`implementation`], of a trait that trusts what is said: only what this derive writes is true.
pub fn trusted_implementation(
    model: &Model,
    span: Span,
    of: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    implementation_of(model, span, &quote_spanned!(span=> unsafe), of, body)
}

fn implementation_of(
    model: &Model,
    span: Span,
    trusted: &TokenStream,
    of: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    let name = model.name();
    let generics = &model.original.generics;
    let (_, type_generics, where_clause) = generics.split_for_impl();
    let params = generics.params.iter().map(impl_param);
    quote_spanned! {span=>
        #[automatically_derived]
        #trusted impl<#(#params),*> __ecs::#of for #name #type_generics #where_clause {
            #body
        }
    }
}

/// Makes the type listen to an event: `listener` is an expression. A second implementation for one event is
/// an error at its type.
pub fn listens(model: &Model, event: &Event, listener: &TokenStream) -> TokenStream {
    let ty = &event.ty;
    let span = written_by_derive(ty.span());
    let body = quote_spanned!(span=> const __LISTENER: __p::Listener = #listener;);
    implementation(model, span, &quote_spanned!(span=> Listens<#ty>), &body)
}

/// The names of `ecs-core`. If it is not where a key says, the error is shown at the key.
fn import(model: &Model) -> TokenStream {
    let span = model.krate.as_ref().map_or(model.span(), |path| written_by_derive(path.span()));
    let krate = &model.krate;
    quote_spanned!(span=> use #krate::{self as __ecs, hook as __p};)
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
