//! What unit tests ask of the derive: the errors of a type, and what is written for it, which is compared
//! with `snapshots/*.expected.rs`.
//!
//! `ECS_BLESS=1 cargo test -p ecs-derive` rewrites these.

use std::path::Path;
use std::{env, fs};

use proc_macro2::TokenStream;
pub use quote::{ToTokens, quote};
use syn::parse::Parser;
pub use syn::parse_quote;
use syn::punctuated::Punctuated;
use syn::{DeriveInput, Token};

use crate::ctxt::Ctxt;
use crate::entry::Entry;
use crate::input::Input;
pub use crate::input::{Features, Number};
use crate::keys::Model;
use crate::{attr, validate};

/// What is understood of a component, with the texts of all errors.
pub fn read(original: &DeriveInput, number: Number) -> (Model<'_>, Vec<String>) {
    let mut ctxt = Ctxt::default();
    let features = Features::default();
    let model = attr::read(&mut ctxt, Input { original, number, features, krate: None });
    validate::validate(&mut ctxt, &model);
    (model, ctxt.messages())
}

/// A component without errors.
pub fn model(original: &DeriveInput) -> Model<'_> {
    let (model, errors) = read(original, Number::Many);
    assert!(errors.is_empty(), "{errors:?}");
    model
}

/// The texts of all errors of a component.
pub fn errors(input: TokenStream) -> Vec<String> {
    read(&parse(input), Number::Many).1
}

/// The texts of all errors of a singleton.
pub fn errors_of_singleton(input: TokenStream) -> Vec<String> {
    read(&parse(input), Number::One).1
}

/// Checks that each of these entries is refused, with the forms that are right.
pub fn refuses(entries: TokenStream, right: &str) {
    for entry in Punctuated::<Entry, Token![,]>::parse_terminated.parse2(entries).expect("entries") {
        let found = errors(quote! { #[component(#entry)] struct Plane { speed: f32 } });
        let message = format!("wrong form of `{}`: write {right}", entry.key);
        assert_eq!(found, [message], "{}", entry.to_token_stream());
    }
}

/// Says that a type has no hooks.
pub fn no_hooks() -> TokenStream {
    let most = no_hooks_but_start();
    quote! { #most #[component(start = none)] }
}

pub fn no_hooks_but_start() -> TokenStream {
    quote! {
        #[component(init = none, fixed_update = none, update = none, late_update = none, shutdown = none)]
        #[component(on_enable = none, on_disable = none, on_reset = none, on_load = none)]
    }
}

/// Compares what is written for a component with a snapshot.
pub fn check(name: &str, input: TokenStream) {
    check_with(name, input, Features::default());
}

/// As [`check`], with what `serde` needs.
pub fn check_serde(name: &str, input: TokenStream) {
    check_with(name, input, Features { serde: true, ..Features::default() });
}

/// As [`check`], with what features need.
pub fn check_with(name: &str, input: TokenStream, features: Features) {
    check_tokens(name, &crate::derive(&parse(input), Number::Many, features));
}

pub fn parse(input: TokenStream) -> DeriveInput {
    syn::parse2(input).expect("the test gives a type")
}

/// Compares what is written with a snapshot.
pub fn check_tokens(name: &str, tokens: &TokenStream) {
    let file = syn::parse2(tokens.clone()).expect("the derive writes items");
    let actual = prettyplease::unparse(&file);
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots").join(name).with_extension("expected.rs");
    if env::var_os("ECS_BLESS").is_some() {
        fs::write(&path, &actual).expect("the snapshot can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(actual == expected, "{} differs; ECS_BLESS=1 rewrites it. Now:\n{actual}", path.display());
}
