//! Writes what makes rustc warn of methods that look like hooks and are not called.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use syn::ext::IdentExt;
use syn::{Data, Path};

use crate::hooks::NEAR_MISSES;
use crate::implement::implementation;
use crate::model::Model;
use crate::source::Source;

/// The code that asks for near misses, and has no other effect.
pub fn expand(model: &Model) -> Option<TokenStream> {
    if model.is_generic() { unnamed(model) } else { near_misses(model) }
}

/// Asks in a module, where no trait of the user's is in scope: its methods would be ambiguous.
fn near_misses(model: &Model) -> Option<TokenStream> {
    // Inside a module, another path may lead elsewhere.
    let krate = model.krate.as_ref().filter(|path| is_absolute(path))?;
    let span = model.span();
    let name = model.name();
    let meant = meant(model);
    let calls = NEAR_MISSES.iter().map(|(hook, names)| {
        let found = names.iter().map(|name| {
            if meant.contains(*name) {
                return quote_spanned!(span=> Absent);
            }
            let name = Ident::new(name, span);
            quote_spanned!(span=> <__It>::#name)
        });
        // With the span of the user's code: rustc does not warn of what derives write.
        let hook = Ident::new(hook, model.original.ident.span());
        quote_spanned!(span=> Names((#(#found,)*)).#hook();)
    });
    Some(quote_spanned! {span=>
        #[no_implicit_prelude]
        mod __near_misses {
            use #krate::hook as __p;
            use __p::{Absent, Names, NoNearMiss, NotAHook, Reached};
            pub(super) struct __Of;
            type __It = <__Of as Reached>::Type;
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
    let span = model.span();
    let calls: Vec<_> = model
        .unnamed
        .iter()
        .map(|name| {
            let (asked, warned) = (Ident::new(name, span), Ident::new(name, model.original.ident.span()));
            quote_spanned!(span=> Names(<Self>::#asked).#warned();)
        })
        .collect();
    let body = quote_spanned! {span=>
        fn look() {
            use __p::{SayWhichByAComponentKey, Names, NeedsAKey};
            #(#calls)*
        }
    };
    (!calls.is_empty()).then(|| implementation(model, span, &quote_spanned!(span=> hook::Unnamed), &body))
}

/// The names that the type uses for something else: by a key, for a hook or an event, or as a variant.
fn meant(model: &Model) -> BTreeSet<String> {
    let hooks = model.hooks.iter().map(|hook| &hook.source);
    let methods =
        hooks.chain(model.events.iter().map(|event| &event.source)).filter_map(|source| match source {
            Source::Method(method) => Some(method.unraw().to_string()),
            _ => None,
        });
    let variants = match &model.original.data {
        Data::Enum(data) => data.variants.iter().map(|variant| variant.ident.unraw().to_string()).collect(),
        _ => vec![],
    };
    methods.chain(variants).chain(model.silenced.iter().map(|&name| name.to_owned())).collect()
}

fn is_absolute(path: &Path) -> bool {
    let first = path.segments.first().map(|segment| segment.ident.to_string());
    path.leading_colon.is_some() || matches!(first.as_deref(), Some("crate" | "$crate"))
}
