//! Writes the implementation of `Component`, from what each feature writes. Cannot fail.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use crate::input::{Input, Number};
use crate::keys::Model;
use crate::near_miss;
use crate::output::{Output, implementation, with_fields};
use crate::source::at;

/// The code that makes the type a component.
pub fn expand(model: &Model) -> TokenStream {
    let mut output = written(model, false);
    output.always.append(&mut output.items);
    output.always.extend(near_miss::expand(model));
    finish(&model.input, &output)
}

/// The code that makes the type a component for which its keys have written this.
pub fn finish(input: &Input, output: &Output) -> TokenStream {
    let (span, name) = (input.span(), input.name());
    let locator = match input.is_generic() {
        // A static cannot depend on the type's parameters: the store is found by `TypeId`.
        true => quote_spanned!(span=> __p::Locator::ByType),
        false => quote_spanned!(span=> __p::cell!(#name)),
    };
    let spec = spec_of(input, output);
    implement(input, output, &spec, &locator)
}

/// Writes a stub along with the errors, so that one mistake does not cause more of them at every use of the
/// type: a component without hooks, if it is known where `ecs-core` is.
pub fn fallback(model: &Model, errors: &syn::Error) -> TokenStream {
    finish_stub(&model.input, Output { methods: TokenStream::new(), ..written(model, true) }, errors)
}

/// Such a stub, with what is written for each type.
pub fn finish_stub(input: &Input, output: Output, errors: &syn::Error) -> TokenStream {
    let span = input.span();
    let mut tokens = errors.to_compile_error();
    if input.krate.is_some() {
        let name = input.text();
        let spec = quote_spanned! {span=>
            __p::SpecOf::new(__p::Spec::new(#name), ::core::option::Option::None)
        };
        tokens.extend(implement(input, &output, &spec, &quote_spanned!(span=> __p::Locator::ByType)));
    }
    tokens
}

/// What the keys of the type write.
fn written(model: &Model, is_stub: bool) -> Output {
    let mut output = Output { is_stub, ..Output::default() };
    model.features().for_each(|feature| feature.expand(model, &mut output));
    output
}

/// What the type declares, with what is found out about the type itself: whether it is `Send`, how it is
/// printed, the default value of a singleton, and what features ask.
fn spec_of(input: &Input, output: &Output) -> TokenStream {
    let (span, name) = (input.span(), input.text());
    let part = |field: &str, ty: &str, fields: &[TokenStream]| {
        let (field, of) = (Ident::new(field, span), Ident::new(ty, span));
        let part = with_fields(span, ty, fields, quote_spanned!(span=> __p::#of::NONE));
        // All fields may have a value already.
        (!fields.is_empty()).then(|| quote_spanned!(span=> #[allow(clippy::needless_update)] #field: #part))
    };
    let save = part("save", "SaveSpec", &output.saves);
    let extensions: Vec<_> = output.extensions.iter().cloned().chain(save).collect();
    let parts = [
        output.hooks.clone(),
        part("passes", "PassSpec", &output.passes),
        part("extensions", "SpecExtensions", &extensions),
    ];
    let fields: Vec<_> = parts.into_iter().flatten().chain(output.spec.iter().cloned()).collect();
    let new = match input.is_generic() {
        true => quote_spanned!(span=> __p::Spec::new(#name).generic::<Self>()),
        false => quote_spanned!(span=> __p::Spec::new(#name).within(::core::module_path!())),
    };
    let spec = with_fields(span, "Spec", &fields, new);
    let default = input.is_singleton().then(
        || quote_spanned!(span=> .or_default({ use __p::MaybeDefault as _; __p::Probe::<Self>::DEFAULT })),
    );
    let probed = || quote_spanned!(span=> { use __p::MaybeSend as _; __p::Probe::<Self>::SEND });
    let send = output.send.clone().unwrap_or_else(probed);
    let asked = &output.asked;
    quote_spanned!(span=> __p::SpecOf::new(#spec, #send)
        .shown({ use __p::MaybeShown as _; __p::Probe::<Self>::SHOWN }) #asked #default)
}

/// The block around the implementation: `spec` and `locator` are expressions.
///
/// Every name that it adds starts with `__`, so that none is in the way of the user's types and paths.
fn implement(input: &Input, output: &Output, spec: &TokenStream, locator: &TokenStream) -> TokenStream {
    let span = input.span();
    let Input { krate, .. } = input;
    // If `ecs-core` is not where a key says, the error is shown at the key.
    let place = krate.as_ref().map_or(span, at);
    let import = quote_spanned!(place=> use #krate::{self as __ecs, hook as __p};);
    let number = match input.number {
        Number::Many => "Many",
        Number::One => "One",
        Number::State => "OfState",
    };
    let number = Ident::new(number, span);
    let Output { methods, layout, always, .. } = output;
    let layout = Ident::new(layout.unwrap_or("Whole"), span);
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
        #methods
    };
    let component = implementation(input, span, &quote_spanned!(span=> Component), &component);
    let singleton = input.is_singleton().then(|| {
        implementation(input, span, &quote_spanned!(span=> hook::DerivesSingleton), &TokenStream::new())
    });
    quote_spanned! {span=>
        const _: () = {
            #import
            #component
            #singleton
            #(#always)*
        };
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use crate::derive;
    use crate::input::{Features, Number};
    use crate::testing::{check, check_tokens, parse};

    /// Nothing said: every hook is looked for.
    #[test]
    fn plain() {
        check("plain", quote! { struct Plane { speed: f32 } });
    }

    /// One of a kind.
    #[test]
    fn singleton() {
        let input = parse(quote! { #[component(update = none)] struct Score<T>(T); });
        check_tokens("singleton", &derive(&input, Number::One, Features::default()));
    }

    /// The keys of no feature that could be left out.
    #[test]
    fn keys() {
        check(
            "keys",
            quote! {
                #[component(crate = "crate::engine::ecs")]
                #[component(after(Wind, Grid<u8>), before(Camera, late_update(Sun)))]
                #[component(isolated, after_handles, capacity = 64)]
                #[component(requires(Fuel, Grid<u8>(4)))]
                enum Plane { Landed, Flying(f32) }
            },
        );
    }

    /// A generic type: only the hooks that are named, and no cell.
    #[test]
    fn generic() {
        check(
            "generic",
            quote! {
                #[component(update)]
                struct Grid<T: Clone, const N: usize = 4> where T: Copy { cells: [T; N] }
            },
        );
    }

    /// A generic type that says nothing.
    #[test]
    fn generic_plain() {
        check("generic_plain", quote! { struct Grid<T>(T); });
    }

    /// An error: the message, and a stub.
    #[test]
    fn fallback() {
        check(
            "fallback",
            quote! {
                #[component(updat)]
                struct r#type<'a, #[component] T>(&'a T);
            },
        );
    }
}
