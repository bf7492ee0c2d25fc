//! Writes a stub along with the errors, so that one mistake does not cause more of them at every use of the
//! type.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::quote_spanned;

use crate::implement::{implement, listens};
use crate::model::Model;
use crate::neighbour::text;
use crate::soa;

/// The errors, and a component without hooks, if it is known where `ecs-core` is.
pub fn expand(model: &Model, errors: &syn::Error) -> TokenStream {
    if model.krate.is_none() {
        return errors.to_compile_error();
    }
    let span = model.span();
    let name = model.text();
    let spec = quote_spanned! {span=>
        __p::SpecOf::new(__p::Spec::new(#name), ::core::option::Option::None)
    };
    let locator = quote_spanned!(span=> __p::Locator::ByType);
    let items: Vec<_> = listens_once(model).into_iter().chain(soa::expand(model)).collect();
    let stub = implement(model, &items, &spec, &locator, None);
    let mut tokens = errors.to_compile_error();
    tokens.extend(stub);
    tokens
}

/// The type listens, in name only.
fn listens_once(model: &Model) -> Vec<TokenStream> {
    let mut seen = HashSet::new();
    let new = model.events.iter().filter(|event| seen.insert(text(&event.ty)));
    new.map(|event| listens(model, event, &quote_spanned!(model.span()=> loop {}))).collect()
}
