//! `#[derive(State)]`: a type of which a world has one value, which changes in one place of a frame.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::{Attribute, Data, DeriveInput, Meta};

use crate::ctxt::Ctxt;
use crate::entry::Entry;
use crate::expand::{finish, finish_stub};
use crate::input::{Features, Input, Number};
use crate::keys::{Model, Pattern};
use crate::krate;
use crate::output::Output;
use crate::value::Slot;

/// The keys that a state has as a component has them.
const KEYS: [&str; 5] = ["save", "was", "transient", "no_snapshot", "crate"];

/// Writes the implementation, or all errors.
pub fn derive(original: &DeriveInput, features: Features) -> TokenStream {
    let mut ctxt = Ctxt::default();
    let mut model = Model::new(Input { original, number: Number::State, features, krate: None });
    let mut within = None;
    read(&mut ctxt, &mut model, &mut within);
    if let Data::Union(data) = &original.data {
        ctxt.push(syn::Error::new(
            data.union_token.span,
            "a state is an `enum` or a `struct`, not a `union`",
        ));
    }
    if model.input.is_generic() {
        let message = "a state is not generic, as a world has one value of each: name a type for each use, \
                       or put what differs into the variants";
        ctxt.error(&original.generics, message);
    }
    model.features().for_each(|feature| feature.check(&mut ctxt, &model));
    model.input.krate = krate::path(&mut ctxt, model.input.krate.take(), &original.ident, "state");
    match ctxt.finish() {
        Ok(()) => finish(&model.input, &written(&model, within.as_ref(), false)),
        Err(errors) => finish_stub(&model.input, written(&model, None, true), &errors),
    }
}

/// Reads the keys of all `#[state(...)]`.
fn read(ctxt: &mut Ctxt, model: &mut Model, within: &mut Option<Pattern>) {
    let mut seen = Vec::new();
    let attrs: &[Attribute] = &model.input.original.attrs;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("state")) {
        let Meta::List(list) = &attr.meta else {
            ctxt.error(&attr.meta, "expected a list of keys: write `#[state(within(..))]`");
            continue;
        };
        for entry in Entry::parse_all(ctxt, list) {
            let key = entry.key.to_string();
            if seen.contains(&key) {
                ctxt.error(&entry.key, format!("duplicate key `{key}`: keep one"));
                continue;
            }
            let slots = model.keys().into_iter().filter(|(name, _)| KEYS.contains(name));
            let own: (_, &mut dyn Slot) = ("within", &mut *within);
            match slots.chain([own]).find(|(name, _)| *name == key) {
                Some((_, slot)) => slot.read(&entry).unwrap_or_else(|error| ctxt.push(error)),
                None => ctxt.error(
                    &entry.key,
                    format!("unknown key `{key}`: the keys of a state are `within`, `{}`", KEYS.join("`, `")),
                ),
            }
            seen.push(key);
        }
    }
}

/// What the keys of the state write, and what makes it a state.
fn written(model: &Model, within: Option<&Pattern>, is_stub: bool) -> Output {
    let (input, span) = (&model.input, model.input.span());
    let mut output = Output { is_stub, ..Output::default() };
    model.of_states(&mut output);
    let (name, support) = (input.name(), asked_support(input));
    let mut body = quote_spanned! {span=>
        const __ASKED: __p::SpecOf<__p::AskedState<Self>> = __p::asked::<Self>(
            __p::Spec {
                extensions: __p::SpecExtensions {
                    save: __p::SaveSpec { transient: true, #support ..__p::SaveSpec::NONE },
                    ..__p::SpecExtensions::NONE
                },
                ..__p::Spec::new("Asked")
            },
            { use __p::MaybeSend as _; __p::Probe::<__p::AskedState<#name>>::SEND },
        );
    };
    if let Some(within) = within {
        let within = within.expand();
        body.extend(quote_spanned! {span=>
            const __WITHIN: ::core::option::Option<&'static __p::InState> =
                ::core::option::Option::Some(&#within);
        });
    }
    if is_stub {
        output.methods = TokenStream::new();
        return output;
    }
    output.extensions.push(quote_spanned! {span=>
        states: __p::StateSpec {
            state: ::core::option::Option::Some(__p::state::<Self>()),
            ..__p::StateSpec::NONE
        }
    });
    output.always.append(&mut output.items);
    // Where the bound is not met, rustc shows it, and not that of the trait.
    output.always.push(quote_spanned! {span=>
        #[automatically_derived]
        impl __ecs::State for #name where Self: __p::StateValue {
            #body
        }
    });
    output
}

/// What is known of that which is asked for: snapshots hash it, if the state is `Serialize`.
fn asked_support(input: &Input) -> Option<TokenStream> {
    let (span, name) = (input.span(), input.name());
    let Features { serde, snapshot } = input.features;
    let asked = quote_spanned!(span=> __p::Probe::<__p::AskedState<#name>>);
    let compare = match snapshot {
        true => quote_spanned!(span=> { use __p::MaybeCompare as _; #asked::COMPARE }),
        false => quote_spanned!(span=> ::core::option::Option::None),
    };
    serde.then(|| {
        quote_spanned! {span=>
            support: __p::SaveSupport {
                record: { use __p::MaybeRecord as _; #asked::RECORD },
                restore: ::core::option::Option::None,
                duplicate: ::core::option::Option::None,
                compare: #compare,
            },
        }
    })
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::derive;
    use crate::input::Features;
    use crate::testing::{check_tokens, parse};

    fn check(name: &str, input: TokenStream, features: Features) {
        check_tokens(name, &derive(&parse(input), features));
    }

    use proc_macro2::TokenStream;

    #[test]
    fn snapshots() {
        let none = Features::default();
        check("state", quote! { enum Screen { Menu, Play { level: u32 } } }, none);
        let nested =
            quote! { #[state(within(Screen::Play { .. } | Screen::Over))] enum Phase { Waves, Boss } };
        check("state_within", nested, Features { serde: true, snapshot: true });
    }

    #[test]
    fn what_is_wrong_with_a_state_is_said() {
        let messages = |input| {
            let tokens = derive(&parse(input), Features::default()).to_string();
            let mut found: Vec<String> = Vec::new();
            for part in tokens.split("compile_error ! { \"").skip(1) {
                found.push(part.split("\" }").next().unwrap_or_default().replace("\\\"", "\""));
            }
            found
        };
        let generic = messages(quote! { enum Screen<T> { Menu(T) } });
        assert!(generic[0].starts_with("a state is not generic"), "{generic:?}");
        let union = messages(quote! { union Screen { a: u8 } });
        assert_eq!(union, ["a state is an `enum` or a `struct`, not a `union`"]);
        let keys = messages(quote! { #[state(update, within, within(A), within(A))] struct Level; });
        assert_eq!(
            keys,
            [
                "unknown key `update`: the keys of a state are `within`, `save`, `was`, `transient`, \
                 `no_snapshot`, `crate`",
                "wrong form of `within`: write `within(PATTERN)`, with a pattern of a state, such as \
                 `within(Screen::Play { .. } | Screen::Over)`",
                "duplicate key `within`: keep one",
                "duplicate key `within`: keep one",
            ]
        );
        assert!(messages(quote! { #[state] struct Level; })[0].starts_with("expected a list of keys"));
    }
}
