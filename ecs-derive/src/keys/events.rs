//! The events that a component listens to: the key `on`.

use std::collections::HashSet;

use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{GenericArgument, PathArguments, PathSegment, Token, Type, parenthesized, token};

use super::feature::*;
use super::hooks::Hook;
use crate::entry::up_to_comma;
use crate::source::{function, method};
use crate::types::no_type_listed_twice;

#[derive(Default)]
pub struct Events(Vec<Event>);

/// A type of event that the component listens to.
struct Event {
    ty: Type,
    /// The listening method or function.
    source: Source,
    /// Whether a disabled component gets it too.
    even_disabled: bool,
}

impl Feature for Events {
    fn keys(&mut self) -> Keys<'_> {
        vec![("on", &mut self.0)]
    }

    fn methods(&self) -> Vec<(Option<&'static str>, &Source)> {
        self.0.iter().map(|event| (None, &event.source)).collect()
    }

    fn check(&self, ctxt: &mut Ctxt, model: &Model) {
        no_type_listed_twice(ctxt, self.0.iter().map(|event| &event.ty), "on");
        // A hook would have two forms: `on_enable` for a type `Enable`.
        for event in &self.0 {
            let Source::Method(method) = &event.source else { continue };
            let is_hook = |hook: &Hook| match &hook.source {
                Source::Probed => method == hook.name,
                Source::Method(of) => method == of,
                Source::Function(_) | Source::Absent | Source::Unnamed => false,
            };
            if model.hooks.all.iter().any(is_hook) {
                let message =
                    format!("`{method}` is a hook already: name another method, `on(Type = method)`");
                ctxt.error(method, message);
            }
        }
    }

    /// The runtime finds the parameters of a method by its type. A second implementation for one event is an
    /// error at its type.
    fn expand(&self, model: &Model, output: &mut Output) {
        let mut seen = HashSet::new();
        for Event { ty, source, even_disabled } in self.0.iter().filter(|event| seen.insert(text(&event.ty)))
        {
            let Some((span, name, body)) = source.named() else { continue };
            let even_disabled = even_disabled.then(|| quote_spanned!(span=> .even_disabled()));
            let mut listener = quote_spanned! {span=>
                __p::listen::<Self, #ty, _, _>(#name, &__p::Method(#body, __p::PhantomData)) #even_disabled
                    .observing({ use __p::MaybeObservable as _; __p::EventProbe::<#ty>::OBSERVING })
            };
            if output.is_stub {
                listener = quote_spanned!(model.input.span()=> loop {});
            }
            let span = at(ty);
            let body = quote_spanned!(span=> const __LISTENER: __p::Listener = #listener;);
            let listens = quote_spanned!(span=> Listens<#ty>);
            output.always.push(implementation(&model.input, span, &listens, &body));
        }
        let item = |Event { ty, .. }: &Event| {
            let span = at(ty);
            (span, quote_spanned!(span=> <Self as __ecs::Listens<#ty>>::__LISTENER))
        };
        output.spec.extend(list("events", self.0.iter().map(item)));
    }
}

/// `on(Event, Other = method)`.
impl Value for Vec<Event> {
    fn read(entry: &Entry) -> syn::Result<Self> {
        let events = entry.list().map(|list| Event::parse_all.parse2(list)).transpose()?.flatten();
        let right = "`on(Event)`, `on(Event = method)`, `on(Event = path::to::function)` or \
                     `on(even_disabled(Event))`";
        entry.expect(events, right)
    }
}

/// `Damage`, `Damage = hit` or `Damage = path::to::function`.
struct Item {
    ty: Type,
    source: Option<TokenStream>,
}

impl Parse for Item {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let ty = ungroup(input.parse()?);
        let source = match input.parse::<Option<Token![=]>>()? {
            Some(_) => Some(up_to_comma(input)?),
            None => None,
        };
        Ok(Self { ty, source })
    }
}

/// An item, or `even_disabled(Wake, Sleep = nap)`.
struct Items {
    items: Vec<Item>,
    even_disabled: bool,
}

impl Parse for Items {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let ahead = input.fork();
        let is_group = Ident::parse_any(&ahead).is_ok_and(|name| name == "even_disabled");
        if !is_group || !ahead.peek(token::Paren) {
            return Ok(Self { items: vec![input.parse()?], even_disabled: false });
        }
        Ident::parse_any(input)?;
        let list;
        parenthesized!(list in input);
        if list.is_empty() {
            return Err(list.error("expected a type of event"));
        }
        let items = Punctuated::<Item, Token![,]>::parse_terminated(&list)?;
        Ok(Self { items: items.into_iter().collect(), even_disabled: true })
    }
}

impl Event {
    /// Reads the items in the parentheses of `on`; `None` if they are malformed.
    fn parse_all(list: ParseStream) -> syn::Result<Option<Vec<Self>>> {
        let lists = Punctuated::<Items, Token![,]>::parse_terminated(list)?;
        if lists.is_empty() {
            return Ok(None);
        }
        let each = |Items { items, even_disabled }: Items| {
            items.into_iter().map(move |item| Self::understand(item, even_disabled))
        };
        lists.into_iter().flat_map(each).collect()
    }

    fn understand(Item { ty, source }: Item, even_disabled: bool) -> syn::Result<Option<Self>> {
        let source = match source {
            None => Source::Method(method_for(&ty)?),
            Some(source) => match method(&source).or_else(|| function(&source)) {
                Some(source @ (Source::Method(_) | Source::Function(_))) => source,
                _ => return Ok(None),
            },
        };
        Ok(Some(Self { ty, source, even_disabled }))
    }
}

/// The method that listens to a type where none is named: `on_damage` for `path::to::Damage`, and
/// `on_add_enemy` for `Add<Enemy>`, shown at the type's name.
fn method_for(ty: &Type) -> syn::Result<Ident> {
    let segment = last_segment(ty).ok_or_else(|| {
        syn::Error::new_spanned(ty, "this type has no name for a method: write `on(Type = method)`")
    })?;
    let mut method = format!("on_{}", snake_case(&segment.ident.unraw().to_string()));
    if let Some(component) = observed(segment) {
        method = format!("{method}_{}", snake_case(&component.unraw().to_string()));
    }
    Ok(Ident::new(&method, segment.ident.span()))
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

/// The name of the component or the state of which an event of the library tells.
fn observed(event: &PathSegment) -> Option<&Ident> {
    let PathArguments::AngleBracketed(arguments) = &event.arguments else { return None };
    let all = ["Add", "Remove", "Enable", "Disable", "Enter", "Exit", "Change"];
    let is_of_component = all.iter().any(|name| event.ident == name);
    match arguments.args.first() {
        Some(GenericArgument::Type(ty)) if is_of_component => last_segment(ty).map(|segment| &segment.ident),
        _ => None,
    }
}

/// `game_over` for `GameOver`, `http_error` for `HTTPError`.
fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (place, &letter) in letters.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| letters[before]);
        let begins_word = before.is_some_and(|before| {
            let ends_capitals = letters.get(place + 1).is_some_and(|next| next.is_lowercase());
            before != '_' && (!before.is_uppercase() || ends_capitals)
        });
        if letter.is_uppercase() && begins_word {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::{Source, method_for, snake_case};
    use crate::testing::*;

    /// With the method that the type names, another one, and a function.
    #[test]
    fn snapshots() {
        let none = no_hooks_but_start();
        check(
            "events",
            quote! {
                #none
                #[component(on(Damage, combat::Heal = healed), on((u8, u8) = crate::log::pair))]
                struct Plane { speed: f32 }
            },
        );
        check("events_generic", quote! { #[component(on(Set<T>))] struct Grid<T: Clone>(T); });
        check("events_fallback", quote! { #[component(on(Damage, Damage), updat)] struct Plane; });
    }

    #[test]
    fn lists_accumulate() {
        let input = parse_quote! {
            #[component(on(A, B = hit), on(C = crate::log::c,))]
            #[component(on(D, even_disabled(E, F = f), even_disabled))]
            struct Plane;
        };
        let model = model(&input);
        let events = &model.events.0;
        assert!(matches!(&events[0].source, Source::Method(name) if name == "on_a"));
        assert!(matches!(&events[1].source, Source::Method(name) if name == "hit"));
        assert!(matches!(&events[2].source, Source::Function(path) if path.segments.len() == 3));
        let even_disabled: Vec<_> = events[3..].iter().map(|event| event.even_disabled).collect();
        assert_eq!(even_disabled, [false, true, true, false]);
        refuses(
            quote!(on, on = Damage, on(), on(Damage = ), on(Damage = none), on(Damage = "hit")),
            "`on(Event)`, `on(Event = method)`, `on(Event = path::to::function)` or \
             `on(even_disabled(Event))`",
        );
    }

    #[test]
    fn an_event_is_listed_once() {
        assert_eq!(
            errors(quote! { #[component(on(A, B, A = hit), on(B = hit))] struct Plane; }),
            ["`on` names this type twice: keep one"; 2],
        );
        assert!(errors(quote! { #[component(on(Ring<u8> = a, Ring<u16> = b))] struct Plane; }).is_empty());
    }

    #[test]
    fn a_hook_listens_to_nothing_else() {
        assert_eq!(
            errors(quote! { #[component(on(Enable, Hit = update, Fly = fly), init = fly)] struct Plane; }),
            ["on_enable", "update", "fly"]
                .map(|name| format!("`{name}` is a hook already: name another method, `on(Type = method)`")),
        );
        let input = quote! {
            #[component(on(Enable), on_enable = none, on(Hit = update), update = step)] struct Plane;
        };
        assert!(errors(input).is_empty());
        assert!(errors(quote! { #[component(on(Enable))] struct Ring<T>(T); }).is_empty());
    }

    #[test]
    fn snake_case_begins_a_word_at_each_capital() {
        let cases = [
            ("Damage", "damage"),
            ("GameOver", "game_over"),
            ("HTTPError", "http_error"),
            ("Vec3", "vec3"),
            ("Level2Up", "level2_up"),
            ("X", "x"),
            ("ÄraÖl", "ära_öl"),
            ("Game_Over", "game_over"),
            ("u32", "u32"),
        ];
        for (name, snake) in cases {
            assert_eq!(snake_case(name), snake);
        }
    }

    #[test]
    fn the_last_segment_of_a_path_names_the_method() {
        for ty in [
            parse_quote!(Damage),
            parse_quote!(crate::combat::Damage),
            parse_quote!(Damage<u8>),
            parse_quote!(<A as B>::Damage),
        ] {
            assert_eq!(method_for(&ty).expect("it has a name"), "on_damage");
        }
        assert_eq!(method_for(&parse_quote!(r#Type)).expect("it has a name"), "on_type");
        assert_eq!(
            method_for(&parse_quote!(Add<game::BigEnemy>)).expect("it has a name"),
            "on_add_big_enemy"
        );
        let message = "this type has no name for a method: write `on(Type = method)`";
        for ty in [parse_quote!((u8, u8)), parse_quote!(&'static str), parse_quote!([u8; 4])] {
            assert_eq!(method_for(&ty).expect_err("it has none").to_string(), message);
        }
    }
}
