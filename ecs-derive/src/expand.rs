//! Writes the implementation of `Component` for a valid model. Cannot fail.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::TypeTraitObject;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use crate::attr::INHERIT;
use crate::event::Event;
use crate::fields::{self, fields};
use crate::hooks::Kind;
use crate::implement::{implement, implementation, listens, tracking};
use crate::model::{Hook, Model, Number, Sibling};
use crate::near_miss;
use crate::neighbour::Neighbour;
use crate::require::Require;
use crate::saves;
use crate::soa;
use crate::source::{Source, written_by_derive};

/// The code that makes the type a component.
pub fn expand(model: &Model) -> TokenStream {
    let span = model.span();
    let listens = |event| Some(listens(model, event, &listener(event)?));
    let items = model
        .events
        .iter()
        .filter_map(listens)
        .chain(offers(model))
        .chain(inherits(model))
        .chain(soa::expand(model))
        .chain(near_miss::expand(model));
    let items: Vec<_> = items.collect();
    let name = model.name();
    let locator = match model.is_generic() {
        // A static cannot depend on the type's parameters: the store is found by `TypeId`.
        true => quote_spanned!(span=> __p::Locator::ByType),
        false => quote_spanned!(span=> __p::cell!(#name)),
    };
    implement(model, &items, &spec(model), &locator, saves::migrations(model).as_ref())
}

/// How the type listens to an event. The runtime finds the parameters of the method by its type.
fn listener(event: &Event) -> Option<TokenStream> {
    let ty = &event.ty;
    let (span, name, body) = named(&event.source)?;
    let even_disabled = event.even_disabled.then(|| quote_spanned!(span=> .even_disabled()));
    Some(quote_spanned! {span=>
        __p::listen::<Self, #ty, _, _>(#name, &__p::Method(#body, __p::PhantomData)) #even_disabled
            .observing({ use __p::*; __p::EventProbe::<#ty>::OBSERVING })
    })
}

/// What the type declares, over what is found out about it.
fn spec(model: &Model) -> TokenStream {
    let (span, name) = (model.span(), model.text());
    let passes = [
        neighbours("after", &model.after),
        neighbours("before", &model.before),
        after_handles(model),
        model.isolated.as_ref().map(|key| quote_spanned!(written_by_derive(key.span())=> isolated: true)),
    ];
    let keys = [
        hooks(model),
        part(span, "passes", "PassSpec", passes.into_iter().flatten().collect()),
        part(span, "saves", "SaveSpec", saves::keys(model).collect()),
        requires(&model.requires),
        events(model),
        interfaces(model),
        siblings(model),
        inherit(model),
        tracking(model).map(|span| quote_spanned!(span=> tracked: true)),
        model.capacity.as_ref().map(|rows| quote_spanned!(written_by_derive(rows.span())=> capacity: #rows)),
        pooled(model),
    ];
    let keys: Vec<_> = keys.into_iter().flatten().collect();
    let new = match model.is_generic() {
        true => quote_spanned!(span=> __p::Spec::new(#name).generic::<Self>()),
        false => quote_spanned!(span=> __p::Spec::new(#name).within(::core::module_path!())),
    };
    of_type(model, &with_fields(span, "Spec", &keys, new))
}

/// What is declared, with what is found out about the type itself: whether it is `Send`, how it is printed,
/// what serde can do with it, and the default value of a singleton.
///
/// `Probe` always uses the glob, where an import of the traits alone could be an unused one.
pub fn of_type(model: &Model, spec: &TokenStream) -> TokenStream {
    let span = model.span();
    let default = (model.number == Number::One)
        .then(|| quote_spanned!(span=> .or_default({ use __p::*; __p::Probe::<Self>::DEFAULT })));
    let kept = saves::kept(model);
    let send = match model.not_send.is_some() {
        true => quote_spanned!(span=> ::core::option::Option::None),
        false => quote_spanned!(span=> { use __p::*; __p::Probe::<Self>::SEND }),
    };
    quote_spanned!(span=> __p::SpecOf::new(#spec, #send)
        .shown({ use __p::*; __p::Probe::<Self>::SHOWN }) #kept #default)
}

/// The hooks that are declared, over those that are found out.
///
/// The import brings `SayWhichByAComponentKey`, which gives every type a constant with the name of each hook;
/// an inherent method wins over it. It is in scope only there, so that a declared method that is missing is
/// rustc's own error.
fn hooks(model: &Model) -> Option<TokenStream> {
    let span = model.span();
    let found: Vec<_> = model.hooks.iter().filter_map(|hook| probed_hook(hook, span)).collect();
    let declared: Vec<_> = model.hooks.iter().filter_map(declared_hook).chain(renamed(model)).collect();
    let base = with_fields(span, "HookSpec", &found, quote_spanned!(span=> __p::HookSpec::NONE));
    let base = if found.is_empty() { base } else { quote_spanned!(span=> { use __p::*; #base }) };
    let hooks = with_fields(span, "HookSpec", &declared, base);
    (!found.is_empty() || !declared.is_empty()).then(|| quote_spanned!(span=> hooks: #hooks))
}

/// A part of the `Spec`, if one of its fields is declared.
fn part(span: Span, field: &str, ty: &str, fields: Vec<TokenStream>) -> Option<TokenStream> {
    let (field, of) = (Ident::new(field, span), Ident::new(ty, span));
    let part = with_fields(span, ty, &fields, quote_spanned!(span=> __p::#of::NONE));
    (!fields.is_empty()).then(|| quote_spanned!(span=> #field: #part))
}

/// `base`, but with these fields.
fn with_fields(span: Span, ty: &str, fields: &[TokenStream], base: TokenStream) -> TokenStream {
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

/// A hook that is there if the type has a method of its name. Errors are shown at the type.
fn probed_hook(hook: &Hook, span: Span) -> Option<TokenStream> {
    let Source::Probed = hook.source else { return None };
    let method = Ident::new(hook.name, span);
    Some(hook_field(hook, span, &quote_spanned!(span=> <Self>::#method)))
}

/// A hook that is named by a key. Errors are shown at the name.
fn declared_hook(hook: &Hook) -> Option<TokenStream> {
    let (span, _, body) = named(&hook.source)?;
    let is_named_so = matches!(&hook.source, Source::Method(method) if method == hook.name);
    if !is_named_so {
        return Some(hook_field(hook, span, &body));
    }
    // Otherwise rustc would advise to import the trait that gives each type a constant of that name.
    Some(hook_field(hook, span, &quote_spanned!(span=> { use __p::HasTheMethod as _; #body })))
}

/// A method or function that is named: where errors are shown, its name for messages, and its path.
fn named(source: &Source) -> Option<(Span, String, TokenStream)> {
    match source {
        Source::Method(method) => {
            let span = written_by_derive(method.span());
            Some((span, method.unraw().to_string(), quote_spanned!(span=> <Self>::#method)))
        }
        Source::Function(path) => {
            let name = &path.segments.last()?.ident;
            Some((written_by_derive(name.span()), name.unraw().to_string(), path.to_token_stream()))
        }
        Source::Probed | Source::Absent => None,
    }
}

/// How the type inherits, if it does: a trait with its method, so that everybody calls the same.
fn inherits(model: &Model) -> Option<TokenStream> {
    let inherits = model.inherits.as_ref()?;
    let (span, _, method) = named(&inherits.source)?;
    let body = quote_spanned! {span=>
        #[inline]
        fn __inherit(&mut self, __parent: ::core::option::Option<&Self>) {
            use __p::HasInherit as _;
            __p::inherit::<Self, _, _>(#method, self, __parent)
        }
    };
    Some(implementation(model, span, &quote_spanned!(span=> Inherits), &body))
}

/// What runs `inherit`, if the type has one.
fn inherit(model: &Model) -> Option<TokenStream> {
    let inherits = model.inherits.as_ref()?;
    Some(match &inherits.parallel {
        Some(place) => {
            quote_spanned!(written_by_derive(place.span())=> inherit: __p::inherits_in_parallel::<Self>())
        }
        None => quote_spanned!(written_by_derive(inherits.key.span())=> inherit: __p::inherits::<Self>()),
    })
}

/// The runtime finds the parameters of `body` by its type.
fn hook_field(hook: &Hook, span: Span, body: &impl ToTokens) -> TokenStream {
    let name = Ident::new(hook.name, span);
    if hook.parallel.is_some() {
        let text = hook.name;
        return quote_spanned! {span=>
            #name: __p::parallel::<Self, _, _>(&__p::ParMethod(#body, #text, __p::PhantomData))
        };
    }
    let take = match hook.kind {
        Kind::Init => "init",
        Kind::Life => "life",
        Kind::Pass(_) => "pass",
    };
    let take = Ident::new(take, span);
    quote_spanned!(span=> #name: __p::#take::<Self, _, _>(&__p::Method(#body, __p::PhantomData)))
}

/// A list with an item for each type, if there are any. Errors are shown at the types.
fn list(field: &str, items: impl Iterator<Item = (Span, TokenStream)>) -> Option<TokenStream> {
    let (spans, items): (Vec<_>, Vec<_>) = items.unzip();
    let span = *spans.first()?;
    let field = Ident::new(field, span);
    Some(quote_spanned!(span=> #field: &[#(#items),*]))
}

/// The hooks whose method has another name, for messages.
fn renamed(model: &Model) -> Option<TokenStream> {
    let hooks = model.hooks.iter().map(|hook| (hook.name, &hook.source));
    let inherit = model.inherits.iter().map(|inherits| (INHERIT, &inherits.source));
    let item = |(key, source): (&str, &Source)| match source {
        Source::Method(method) if method != key => {
            let (span, name) = (written_by_derive(method.span()), method.unraw().to_string());
            Some((span, quote_spanned!(span=> (#key, #name))))
        }
        _ => None,
    };
    list("renamed", hooks.chain(inherit).filter_map(item))
}

fn neighbours(field: &str, neighbours: &[Neighbour]) -> Option<TokenStream> {
    let item = |Neighbour { ty, phase }: &Neighbour| {
        let span = written_by_derive(ty.span());
        let within = phase.map(|phase| {
            let phase = Ident::new(phase, span);
            quote_spanned!(span=> .within(__p::Phase::#phase))
        });
        (span, quote_spanned!(span=> __p::TypeRef::of::<#ty>() #within))
    };
    list(field, neighbours.iter().map(item))
}

/// What the component brings with it. A value of another type is an error at that value.
fn requires(requires: &[Require]) -> Option<TokenStream> {
    let item = |Require { ty, value }: &Require| {
        let span = written_by_derive(ty.span());
        let item = match value {
            None => quote_spanned!(span=> __p::require::<#ty>()),
            Some(value) => {
                quote_spanned!(span=> __p::require_value::<#ty, _>(&|| #value))
            }
        };
        (span, item)
    };
    list("requires", requires.iter().map(item))
}

/// The fields, with what their handles refer to, if the type shall run after that.
fn after_handles(model: &Model) -> Option<TokenStream> {
    let span = written_by_derive(model.after_handles.as_ref()?.span());
    let fields = fields(model.original).into_iter().map(|(member, field)| {
        let ty = &field.ty;
        let name = fields::text(&member);
        quote_spanned!(span=> __p::HandleField { name: #name, refers_to: __p::FieldType::<#ty>::REFERS_TO })
    });
    // The constant makes use of the import where all fields are handles. A glob could hide a type of the
    // user's.
    Some(quote_spanned! {span=>
        after_handles: {
            use __p::NoHandle as _;
            const _: ::core::option::Option<__p::TypeRef> = __p::FieldType::<()>::REFERS_TO;
            &[#(#fields),*]
        }
    })
}

/// How many values are kept at most, if any are. A type without a default value is an error at the number; a
/// generic one may have one for some parameters.
fn pooled(model: &Model) -> Option<TokenStream> {
    let (_, most) = model.pooled.as_ref()?;
    let span = written_by_derive(most.span());
    Some(match model.is_generic() {
        true => quote_spanned!(span=> pooled: #most),
        false => quote_spanned!(span=> pooled: __p::pooled::<Self>(#most)),
    })
}

/// How the type listens to events, if it does.
fn events(model: &Model) -> Option<TokenStream> {
    let item = |Event { ty, .. }: &Event| {
        let span = written_by_derive(ty.span());
        (span, quote_spanned!(span=> <Self as __ecs::Listens<#ty>>::__LISTENER))
    };
    list("events", model.events.iter().map(item))
}

/// How the type becomes the objects of the traits that it names. A trait that it lacks is an error at that
/// trait, and so is one that is named twice by other names.
fn offers(model: &Model) -> impl Iterator<Item = TokenStream> {
    model.interfaces.iter().map(|object| {
        let span = written_by_derive(object.bounds.span());
        let offer = quote_spanned! {span=>
            const __OFFER: __p::Offer<Self, #object> = __p::Offer::new(|__own| __own, |__own| __own);
        };
        implementation(model, span, &quote_spanned!(span=> hook::Offers<#object>), &offer)
    })
}

/// The traits by which others may call the type, if there are any.
fn interfaces(model: &Model) -> Option<TokenStream> {
    let item = |object: &TypeTraitObject| {
        let span = written_by_derive(object.bounds.span());
        (span, quote_spanned!(span=> __p::interface::<Self, #object>()))
    };
    list("interfaces", model.interfaces.iter().map(item))
}

/// What fills the fields that are marked `sibling`, if there are any. A wrong type is an error at the field's
/// type.
fn siblings(model: &Model) -> Option<TokenStream> {
    let span = written_by_derive(model.siblings.first()?.key.span());
    let fill = model.siblings.iter().map(|Sibling { member, ty, .. }| {
        let span = written_by_derive(ty.span());
        quote_spanned!(span=> __component.#member = __p::sibling(__entity);)
    });
    Some(quote_spanned! {span=>
        siblings: __p::siblings::<Self, _>(&__p::Method(|__component: &mut Self, __entity: __ecs::Entity| {
            #(#fill)*
        }, __p::PhantomData))
    })
}
