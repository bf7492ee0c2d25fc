//! Writes a stub beside the errors, so that one mistake does not cause more of them at every use of the type.

use proc_macro2::TokenStream;
use quote::quote_spanned;

use crate::expand::implement;
use crate::model::Model;

/// The errors, and a component without hooks.
pub fn expand(model: &Model, errors: &syn::Error) -> TokenStream {
    let span = model.span();
    let name = model.text();
    let spec = quote_spanned!(span=> __p::Spec::new(#name, ::core::option::Option::None));
    let stub = implement(model, None, &spec, &quote_spanned!(span=> __p::Locator::ByType));
    let mut tokens = errors.to_compile_error();
    tokens.extend(stub);
    tokens
}
