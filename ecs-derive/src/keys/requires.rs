//! What a component brings with it: the key `requires`.

use proc_macro2::TokenTree;
use quote::{TokenStreamExt, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Path, PathArguments, Token, Type, TypePath, token};

use super::feature::*;
use crate::types::no_type_listed_twice;

#[derive(Default)]
pub struct Requires(Vec<Require>);

/// A type that the component brings with it.
struct Require {
    ty: Type,
    /// An expression of its value, if that is not its default.
    value: Option<TokenStream>,
}

impl Requires {
    /// The types that it brings.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        self.0.iter().map(|require| &require.ty)
    }
}

/// `requires(Type, Other(100))`.
impl Value for Vec<Require> {
    fn read(entry: &Entry) -> syn::Result<Self> {
        let right = "`requires(Type)`, `requires(Type, Other)`, `requires(Type(100))`, \
                     `requires(Type { field: 100 })` or `requires(Type = expression)`";
        entry.expect(entry.items(), right)
    }
}

impl Feature for Requires {
    fn keys(&mut self) -> Keys<'_> {
        vec![("requires", &mut self.0)]
    }

    fn check(&self, ctxt: &mut Ctxt, model: &Model) {
        // The attribute of another library, which would do nothing here.
        for attr in model.input.original.attrs.iter().filter(|attr| attr.path().is_ident("require")) {
            let types = attr.meta.require_list().map_or("Type".to_owned(), |list| list.tokens.to_string());
            let message =
                format!("there is no attribute `require` here: write `#[component(requires({types}))]`");
            ctxt.error(attr, message);
        }
        no_type_listed_twice(ctxt, self.types(), "requires");
        // It is there already.
        for ty in self.types().filter(|ty| model.input.is_named_by(ty)) {
            ctxt.error(ty, "a component cannot require itself: remove it from `requires`");
        }
    }

    /// A value of another type is an error at that value.
    fn expand(&self, _: &Model, output: &mut Output) {
        let item = |Require { ty, value }: &Require| {
            let span = at(ty);
            let item = match value {
                None => quote_spanned!(span=> __p::require::<#ty>()),
                Some(value) => quote_spanned!(span=> __p::require_value::<#ty, _>(&|| #value)),
            };
            (span, item)
        };
        output.spec.extend(list("requires", self.0.iter().map(item)));
    }
}

impl Parse for Require {
    /// `Type`, `Type(100)`, `Type { hp: 100 }` or `Type = expression`.
    fn parse(input: ParseStream) -> syn::Result<Self> {
        // As a type, `Type(A)` would be one such as `Fn(A)`.
        let ahead = input.fork();
        let is_call = ahead.call(Path::parse_mod_style).is_ok() && ahead.peek(token::Paren);
        let mut ty = match is_call {
            true => named(constructor(input)?),
            false => ungroup(input.parse()?),
        };
        let value = if input.parse::<Option<Token![=]>>()?.is_some() {
            Some(expression(input)?)
        } else if input.peek(token::Paren) || input.peek(token::Brace) {
            Some(constructed(&mut ty, &input.parse()?))
        } else {
            None
        };
        Ok(Self { ty, value })
    }
}

/// The path of what is called: a type, by its spelling. `Grid::new(4)` names none, and is written
/// `Grid = Grid::new(4)`.
fn constructor(input: ParseStream) -> syn::Result<Path> {
    let path = input.call(Path::parse_mod_style)?;
    let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    match path.segments.len() > 1 && name.starts_with(char::is_lowercase) {
        true => Err(input.error("expected a type")),
        false => Ok(path),
    }
}

fn named(path: Path) -> Type {
    Type::Path(TypePath { attrs: Vec::new(), qself: None, path })
}

/// What calls the constructor of a type: `Grid::<u8>(4)` for `Grid<u8>`.
fn constructed(ty: &mut Type, fields: &TokenTree) -> TokenStream {
    set_turbofish(ty, true);
    let value = quote!(#ty #fields);
    set_turbofish(ty, false);
    value
}

fn set_turbofish(ty: &mut Type, is_set: bool) {
    if let Type::Path(named) = ty {
        for segment in &mut named.path.segments {
            if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
                arguments.colon2_token = is_set.then(Default::default);
            }
        }
    }
}

/// Takes all tokens before the next comma that is not among type arguments: `Grid::<A, B>::new()`.
fn expression(input: ParseStream) -> syn::Result<TokenStream> {
    let (mut tokens, mut depth) = (TokenStream::new(), 0_usize);
    while !input.is_empty() && (depth > 0 || !input.peek(Token![,])) {
        if input.peek(Token![::]) && input.peek3(Token![<]) {
            depth += 1;
            tokens.append_all([input.parse::<TokenTree>()?, input.parse()?, input.parse()?]);
            continue;
        }
        if depth > 0 && input.peek(Token![->]) {
            tokens.append_all([input.parse::<TokenTree>()?, input.parse()?]);
            continue;
        }
        if depth > 0 {
            depth = depth + usize::from(input.peek(Token![<])) - usize::from(input.peek(Token![>]));
        }
        tokens.append(input.parse::<TokenTree>()?);
    }
    if tokens.is_empty() { Err(input.error("expected an expression")) } else { Ok(tokens) }
}

#[cfg(test)]
mod tests {
    use super::Require;
    use crate::entry::Entry;
    use crate::testing::*;

    fn parse(list: proc_macro2::TokenStream) -> Option<Vec<(String, Option<String>)>> {
        let text = |tokens: &dyn Fn() -> String| tokens().replace(' ', "");
        let entry: Entry = parse_quote!(requires(#list));
        let items = entry.items::<Require>()?;
        let item = |item: Require| {
            let value = item.value.map(|value| text(&|| value.to_string()));
            (text(&|| item.ty.to_token_stream().to_string()), value)
        };
        Some(items.into_iter().map(item).collect())
    }

    fn one(list: proc_macro2::TokenStream) -> (String, Option<String>) {
        let mut items = parse(list).expect("it is well-formed");
        assert_eq!(items.len(), 1, "{items:?}");
        items.remove(0)
    }

    #[test]
    fn a_type_may_have_a_value_in_three_forms() {
        let with = |ty: &str, value: &str| (ty.to_owned(), Some(value.to_owned()));
        assert_eq!(one(quote!(a::Pos)), ("a::Pos".to_owned(), None));
        assert_eq!(one(quote!(Health(100))), with("Health", "Health(100)"));
        assert_eq!(one(quote!(Health(MAX,))), with("Health", "Health(MAX,)"));
        assert_eq!(one(quote!(a::Health { hp: 1, ..x })), with("a::Health", "a::Health{hp:1,..x}"));
        assert_eq!(one(quote!(Grid < u8, u8 > (3))), with("Grid<u8,u8>", "Grid::<u8,u8>(3)"));
        assert_eq!(one(quote!(Name = default_name())), with("Name", "default_name()"));
        assert_eq!(one(quote!(Mode = Mode::On)), with("Mode", "Mode::On"));
    }

    #[test]
    fn commas_in_type_arguments_end_no_value() {
        let list =
            quote!(Map = Map::<u8, fn(A, B) -> Vec<u8>, [u8; 2]>::new(1, 2), Small = S { n: 1 < 2 }, Pos);
        let items = parse(list).expect("they are well-formed");
        let types: Vec<_> = items.iter().map(|(ty, _)| ty.as_str()).collect();
        assert_eq!(types, ["Map", "Small", "Pos"]);
        assert_eq!(items[0].1.as_deref(), Some("Map::<u8,fn(A,B)->Vec<u8>,[u8;2]>::new(1,2)"));
    }

    #[test]
    fn malformed_items_are_none() {
        let call = quote!(a::Grid::new(4));
        for list in [quote!(), quote!(Name =), quote!(1), quote!(Health(1) 2), quote!(Name = , Pos), call] {
            assert!(parse(list.clone()).is_none(), "{list}");
        }
    }

    #[test]
    fn a_type_is_required_once() {
        let right = "`requires(Type)`, `requires(Type, Other)`, `requires(Type(100))`, \
                     `requires(Type { field: 100 })` or `requires(Type = expression)`";
        refuses(quote!(requires, requires()), right);
        assert!(errors(quote! { #[component(requires(A), requires(B))] struct Plane; }).is_empty());
        assert_eq!(
            errors(quote! { #[component(requires(A, B), requires(A), after(A))] struct Plane; }),
            ["`requires` names this type twice: keep one"],
        );
    }

    #[test]
    fn no_type_requires_itself() {
        let message = "a component cannot require itself: remove it from `requires`";
        assert_eq!(
            errors(quote! { #[component(requires(Wind, Plane), requires(Self))] struct Plane; }),
            [message; 2],
        );
        assert!(
            errors(quote! { #[component(requires(other::Plane, Ring<Plane>))] struct Plane; }).is_empty()
        );
    }
}
