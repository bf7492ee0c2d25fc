//! Types as keys name them.

use std::collections::HashSet;

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Type;

use crate::ctxt::Ctxt;

/// Equal for types that are written alike.
pub fn text(ty: &impl ToTokens) -> String {
    ty.to_token_stream().to_string()
}

/// Unwraps the invisible parentheses around a `$type` of a `macro_rules!`.
pub fn ungroup(mut ty: Type) -> Type {
    while let Type::Group(group) = ty {
        ty = *group.elem;
    }
    ty
}

/// Puts another lifetime in the place of a lifetime.
pub fn with_lifetime(tokens: TokenStream, lifetime: &Ident, other: &str) -> TokenStream {
    let mut is_lifetime = false;
    let replace = |token| {
        let was_quote = core::mem::take(&mut is_lifetime);
        match token {
            TokenTree::Ident(name) if was_quote && name == *lifetime => {
                Ident::new(other, name.span().resolved_at(Span::mixed_site())).into()
            }
            TokenTree::Punct(mark) => {
                is_lifetime = mark.as_char() == '\'';
                mark.into()
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), with_lifetime(group.stream(), lifetime, other));
                inner.set_span(group.span());
                inner.into()
            }
            token => token,
        }
    };
    tokens.into_iter().map(replace).collect()
}

/// Reports each type that a key names again. The second mention would do nothing, or say something else.
pub fn no_type_listed_twice<'a>(ctxt: &mut Ctxt, types: impl Iterator<Item = &'a Type>, key: &str) {
    let mut seen = HashSet::new();
    for ty in types.filter(|ty| !seen.insert(text(ty))) {
        ctxt.error(ty, listed_twice(key));
    }
}

pub fn listed_twice(key: &str) -> String {
    format!("`{key}` names this type twice: keep one")
}
