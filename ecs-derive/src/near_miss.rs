//! Writes what makes rustc warn of methods that look like hooks and are not called.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use syn::ext::IdentExt;
use syn::{Data, Path};

use crate::hooks::NEAR_MISSES;
use crate::keys::Model;
use crate::output::implementation;
use crate::source::Source;

/// The code that asks for near misses, and has no other effect.
pub fn expand(model: &Model) -> Option<TokenStream> {
    if model.input.is_generic() { unnamed(model) } else { near_misses(model) }
}

/// Asks in a module, where no trait of the user's is in scope: its methods would be ambiguous.
fn near_misses(model: &Model) -> Option<TokenStream> {
    // Inside a module, another path may lead elsewhere.
    let krate = model.input.krate.as_ref().filter(|path| is_absolute(path))?;
    let span = model.input.span();
    let name = model.input.name();
    let meant = meant(model);
    let calls = NEAR_MISSES.iter().map(|(hook, names)| {
        let found = names.iter().map(|name| {
            if meant.contains(*name) {
                return quote_spanned!(span=> __p::Absent);
            }
            let name = Ident::new(name, span);
            quote_spanned!(span=> <__It>::#name)
        });
        // With the span of the user's code: rustc does not warn of what derives write.
        let hook = Ident::new(hook, model.input.original.ident.span());
        quote_spanned!(span=> __p::Names((#(#found,)*)).#hook();)
    });
    Some(quote_spanned! {span=>
        #[no_implicit_prelude]
        mod __near_misses {
            use #krate::hook as __p;
            use __p::{NoNearMiss as _, NotAHook as _};
            pub(super) struct __Of;
            type __It = <__Of as __p::Reached>::Type;
            fn __look() {
                #(#calls)*
            }
        }
        impl __p::Reached for __near_misses::__Of {
            type Type = #name;
        }
    })
}

/// A generic type has only the hooks that it names: asks for the others.
fn unnamed(model: &Model) -> Option<TokenStream> {
    let span = model.input.span();
    let unnamed = model.hooks.all.iter().filter(|hook| matches!(hook.source, Source::Unnamed));
    let calls = unnamed.map(|hook| {
        let asked = Ident::new(hook.name, span);
        let warned = Ident::new(hook.name, model.input.original.ident.span());
        quote_spanned!(span=> Names(<Self>::#asked).#warned();)
    });
    let calls: Vec<_> = calls.collect();
    let body = quote_spanned! {span=>
        fn look() {
            use __p::{SayWhichByAComponentKey, Names, NeedsAKey};
            #(#calls)*
        }
    };
    (!calls.is_empty())
        .then(|| implementation(&model.input, span, &quote_spanned!(span=> hook::Unnamed), &body))
}

/// The names that the type uses for something else: by a key, or as a variant.
fn meant(model: &Model) -> BTreeSet<String> {
    let methods = model.methods().filter_map(|(_, source)| match source {
        Source::Method(method) => Some(method.unraw().to_string()),
        _ => None,
    });
    let variants = match &model.input.original.data {
        Data::Enum(data) => data.variants.iter().map(|variant| variant.ident.unraw().to_string()).collect(),
        _ => vec![],
    };
    methods.chain(variants).chain(model.hooks.silenced.iter().map(|&name| name.to_owned())).collect()
}

fn is_absolute(path: &Path) -> bool {
    let first = path.segments.first().map(|segment| segment.ident.to_string());
    path.leading_colon.is_some() || matches!(first.as_deref(), Some("crate" | "$crate"))
}
