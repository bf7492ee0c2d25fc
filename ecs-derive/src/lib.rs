//! The derive macros of `ecs-core`. Use them through that crate.
#![forbid(unsafe_code)]

mod attr;
mod bundle;
mod ctxt;
mod entry;
mod expand;
mod field_struct;
mod fields;
mod hooks;
mod input;
mod keys;
mod krate;
mod manifest;
mod near_miss;
mod nearest;
mod output;
mod query_data;
mod sentence;
mod source;
mod state;
mod system_param;
#[cfg(test)]
mod testing;
mod types;
mod validate;
mod value;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, parse_macro_input};

use crate::ctxt::Ctxt;
use crate::input::{Features, Input, Number};

/// Which features `ecs-core` has.
const FEATURES: Features = Features { serde: cfg!(feature = "serde"), snapshot: cfg!(feature = "snapshot") };

/// The tokens of a table.
macro_rules! tokens {
    ($($table:tt)*) => {
        quote!($($table)*)
    };
}

/// The table of hooks in the documentation.
macro_rules! documented {
    ($($name:ident: $kind:ident $(($phase:ident))?, $when:literal;)*) => {
        concat!("| hook | when it runs |\n|---|---|\n", $("| `", stringify!($name), "` | ", $when, " |\n"),*)
    };
}

#[cfg_attr(not(doctest), doc = include_str!("docs/component.md"))]
#[doc = hooks::hooks!(documented)]
#[cfg_attr(not(doctest), doc = include_str!("docs/keys.md"))]
#[proc_macro_derive(Component, attributes(component, require))]
pub fn derive_component(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(&parse_macro_input!(input as DeriveInput), Number::Many, FEATURES).into()
}

#[cfg_attr(not(doctest), doc = include_str!("docs/singleton.md"))]
#[proc_macro_derive(Singleton, attributes(component, require, singleton))]
pub fn derive_singleton(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(&parse_macro_input!(input as DeriveInput), Number::One, FEATURES).into()
}

#[cfg_attr(not(doctest), doc = include_str!("docs/state.md"))]
#[proc_macro_derive(State, attributes(state))]
pub fn derive_state(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    state::derive(&parse_macro_input!(input as DeriveInput), FEATURES).into()
}

#[cfg_attr(not(doctest), doc = include_str!("docs/bundle.md"))]
#[proc_macro_derive(Bundle, attributes(bundle))]
pub fn derive_bundle(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    bundle::derive(&parse_macro_input!(input as DeriveInput)).into()
}

#[cfg_attr(not(doctest), doc = include_str!("docs/query_data.md"))]
#[proc_macro_derive(QueryData, attributes(query_data))]
pub fn derive_query_data(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    query_data::derive(&parse_macro_input!(input as DeriveInput)).into()
}

#[cfg_attr(not(doctest), doc = include_str!("docs/system_param.md"))]
#[proc_macro_derive(SystemParam, attributes(system_param))]
pub fn derive_system_param(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    system_param::derive(&parse_macro_input!(input as DeriveInput)).into()
}

/// Writes the sentences of the errors of `ecs-core`.
#[doc(hidden)]
#[proc_macro_derive(Sentence, attributes(says, from))]
pub fn derive_sentence(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let sentences = sentence::derive(&parse_macro_input!(input as DeriveInput));
    sentences.unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Calls a macro of `ecs-core` with the table of hooks.
#[doc(hidden)]
#[proc_macro]
pub fn hooks(caller: proc_macro::TokenStream) -> proc_macro::TokenStream {
    call(caller, &hooks::hooks!(tokens))
}

/// Calls a macro of `ecs-core` with the table of hooks that are missing.
#[doc(hidden)]
#[proc_macro]
pub fn missing_hooks(caller: proc_macro::TokenStream) -> proc_macro::TokenStream {
    call(caller, &hooks::missing())
}

/// Calls a macro of `ecs-core` with the table of near misses.
#[doc(hidden)]
#[proc_macro]
pub fn near_misses(caller: proc_macro::TokenStream) -> proc_macro::TokenStream {
    call(caller, &hooks::near_misses!(tokens))
}

fn call(caller: proc_macro::TokenStream, table: &TokenStream) -> proc_macro::TokenStream {
    let caller = TokenStream::from(caller);
    quote!(#caller! { #table }).into()
}

/// The implementation, with what the features of `ecs-core` need.
fn derive(original: &DeriveInput, number: Number, features: Features) -> TokenStream {
    let mut ctxt = Ctxt::default();
    let model = attr::read(&mut ctxt, Input { original, number, features, krate: None });
    validate::validate(&mut ctxt, &model);
    match ctxt.finish() {
        Ok(()) => expand::expand(&model),
        Err(errors) => expand::fallback(&model, &errors),
    }
}
