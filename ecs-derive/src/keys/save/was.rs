//! Gives the items of `was(...)` their meaning: an older form of the type in saves, and how a value of it
//! becomes one of now.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};
use syn::parse::{Parse, ParseStream};
use syn::{LitInt, LitStr, Token};

use crate::entry::Entry;
use crate::value::Value;

/// An older form of the type.
pub struct Was {
    /// Its name, if that is not the one of now.
    pub name: Option<LitStr>,
    /// Its version, if one is written.
    pub version: Option<LitInt>,
    /// What makes a value of now of an old one. `None` if an old one is one of now.
    pub migration: Option<TokenStream>,
}

impl Was {
    /// The version, the first one if none is written; `None` if it is not one.
    pub fn version(&self) -> Option<u32> {
        let Some(literal) = &self.version else { return Some(1) };
        let is_u32 = matches!(literal.suffix(), "" | "u32");
        let version = literal.base10_parse().ok().filter(|_| is_u32);
        // There is one after it.
        version.filter(|version| (1..u32::MAX).contains(version))
    }
}

/// `was("hp" 2 => expression)`.
impl Value for Vec<Was> {
    fn read(entry: &Entry) -> syn::Result<Self> {
        let right = "`was(\"name\")`, `was(\"name\" => expression)`, `was(1 => expression)` or \
                     `was(\"name\" 1 => expression)`";
        entry.expect(entry.items(), right)
    }
}

impl Parse for Was {
    /// `"hp"`, `"hp" 2`, `"hp" => expression`, `2 => expression` or `"hp" 2 => expression`.
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let (name, version) = form(input)?;
        let migration = match input.parse::<Option<Token![=>]>>()? {
            Some(_) => Some(expression(input)?),
            None => None,
        };
        Ok(Self { name, version, migration })
    }
}

/// The form, without how its values become those of now.
impl ToTokens for Was {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.name.to_tokens(tokens);
        self.version.to_tokens(tokens);
    }
}

/// A name, a version or both.
fn form(input: ParseStream) -> syn::Result<(Option<LitStr>, Option<LitInt>)> {
    let name = if input.peek(LitStr) { Some(input.parse()?) } else { None };
    let version = if name.is_none() || input.peek(LitInt) { Some(input.parse()?) } else { None };
    Ok((name, version))
}

/// Takes all tokens before the comma that ends the item. Closures have commas too, in the types of their
/// parameters: what follows one of those is no form.
fn expression(input: ParseStream) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !ends_here(input) {
        tokens.append(input.parse::<TokenTree>()?);
    }
    if tokens.is_empty() { Err(input.error("expected an expression")) } else { Ok(tokens) }
}

/// Whether there is a comma, and then another item or nothing.
fn ends_here(input: ParseStream) -> bool {
    let ahead = input.fork();
    if !matches!(ahead.parse::<Option<Token![,]>>(), Ok(Some(_))) {
        return false;
    }
    ahead.is_empty()
        || form(&ahead).is_ok() && (ahead.is_empty() || ahead.peek(Token![,]) || ahead.peek(Token![=>]))
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;
    use quote::{ToTokens, quote};
    use syn::parse_quote;

    use super::{Entry, Was};

    /// The items: what each is a form of, its version, and the expression.
    fn parse(list: TokenStream) -> Option<Vec<(String, Option<u32>, String)>> {
        let item = |item: Was| {
            let text = |tokens: TokenStream| tokens.to_string().replace(' ', "");
            (text(item.to_token_stream()), item.version(), item.migration.map(text).unwrap_or_default())
        };
        let entry: Entry = parse_quote!(was(#list));
        Some(entry.items()?.into_iter().map(item).collect())
    }

    fn all(list: TokenStream) -> Vec<(String, Option<u32>, String)> {
        parse(list).expect("they are well-formed")
    }

    fn item(form: &str, version: u32, migration: &str) -> (String, Option<u32>, String) {
        (form.to_owned(), Some(version), migration.to_owned())
    }

    #[test]
    fn a_form_is_a_name_a_version_or_both() {
        assert_eq!(all(quote!("hp")), [item("\"hp\"", 1, "")]);
        assert_eq!(all(quote!("hp" 2,)), [item("\"hp\"2", 2, "")]);
        assert_eq!(all(quote!(3u32)), [item("3u32", 3, "")]);
        assert_eq!(all(quote!("hp" => Self::from_hp)), [item("\"hp\"", 1, "Self::from_hp")]);
        assert_eq!(all(quote!(0x10 => f)), [item("0x10", 16, "f")]);
        assert_eq!(
            all(quote!("hp" 2 => |v: HpV2| v.into(), "life", 1 => Self::from_v1,)),
            [item("\"hp\"2", 2, "|v:HpV2|v.into()"), item("\"life\"", 1, ""), item("1", 1, "Self::from_v1")],
        );
    }

    #[test]
    fn commas_in_an_expression_end_no_item() {
        let list = quote! {
            1 => |old: Map<u8, Grid<3, 4>>| Self { now: old[&3], max: 1.0 },
            2 => |(a, b): (f32, u8)| Grid::<u8, 2>::new(a, 3, b),
            "hp" => from::<u8, { 3 }>,
        };
        let migrations = all(list).into_iter().map(|(_, _, migration)| migration);
        assert_eq!(
            migrations.collect::<Vec<_>>(),
            [
                "|old:Map<u8,Grid<3,4>>|Self{now:old[&3],max:1.0}",
                "|(a,b):(f32,u8)|Grid::<u8,2>::new(a,3,b)",
                "from::<u8,{3}>",
            ],
        );
    }

    #[test]
    fn a_version_is_a_u32_that_has_one_before_it_and_one_after_it() {
        for version in [quote!(0), quote!(-1), quote!(4294967295), quote!(99999999999999999999), quote!(1u8)]
        {
            assert_eq!(all(quote!(#version => f))[0].1, None, "{version}");
        }
        assert_eq!(all(quote!(4294967294 => f))[0].1, Some(u32::MAX - 1));
    }

    #[test]
    fn malformed_items_are_none() {
        for list in [
            quote!(),
            quote!(hp),
            quote!(2 "hp"),
            quote!("hp" "life"),
            quote!(=> f),
            quote!("hp" =>),
            quote!("hp" => , 1 => f),
            quote!("hp" = f),
            quote!(1.5 => f),
            quote!("hp",, 1 => f),
        ] {
            assert!(parse(list.clone()).is_none(), "{list}");
        }
    }
}
