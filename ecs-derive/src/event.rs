//! Gives the items of `on(...)` their meaning: a type of event, and the method that listens to it.

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{GenericArgument, PathArguments, PathSegment, Token, Type, parenthesized, token};

use crate::entry::up_to_comma;
use crate::neighbour::ungroup;
use crate::source::{Source, function, method};

/// A type of event that the component listens to.
pub struct Event {
    pub ty: Type,
    /// The listening method or function.
    pub source: Source,
    /// Whether a disabled component hears it too.
    pub even_disabled: bool,
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
    pub fn parse_all(list: ParseStream) -> syn::Result<Option<Vec<Self>>> {
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

/// The name of the component of which an event of the library tells.
fn observed(event: &PathSegment) -> Option<&Ident> {
    let PathArguments::AngleBracketed(arguments) = &event.arguments else { return None };
    let is_of_component = ["Add", "Remove", "Enable", "Disable"].iter().any(|name| event.ident == name);
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
    use syn::parse_quote;

    use super::{method_for, snake_case};

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
