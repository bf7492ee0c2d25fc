//! [`Neighbour`]: a type in `after(...)` or `before(...)`, in all phases or in one.

use proc_macro2::{Group, Ident};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Token, Type, parenthesized, token};

use crate::hooks::{HOOKS, Kind};

/// A type that this one runs after or before.
pub struct Neighbour {
    pub ty: Type,
    /// The only phase in which it does, as `__p::Phase` names it.
    pub phase: Option<&'static str>,
}

impl Neighbour {
    /// Reads `Type, late_update(Type, Other)`; `None` if it is malformed or empty.
    pub fn parse_list(list: &Group) -> Option<Vec<Self>> {
        let items = Punctuated::<Item, Token![,]>::parse_terminated.parse2(list.stream()).ok()?;
        let neighbours: Vec<_> = items.into_iter().flat_map(Item::neighbours).collect();
        if neighbours.is_empty() { None } else { Some(neighbours) }
    }

    /// Whether both say something about one type in one phase.
    pub fn repeats(&self, other: &Self) -> bool {
        let meet = self.phase.is_none() || other.phase.is_none() || self.phase == other.phase;
        meet && text(&self.ty) == text(&other.ty)
    }
}

/// Equal for types that are written alike.
pub fn text(ty: &Type) -> String {
    ty.to_token_stream().to_string()
}

/// Unwraps the invisible parentheses around a `$type` of a `macro_rules!`.
pub fn ungroup(mut ty: Type) -> Type {
    while let Type::Group(group) = ty {
        ty = *group.elem;
    }
    ty
}

/// `Type` or `late_update(Type, Other)`.
struct Item {
    phase: Option<&'static str>,
    types: Vec<Type>,
}

impl Item {
    fn neighbours(self) -> impl Iterator<Item = Neighbour> {
        let phase = self.phase;
        self.types.into_iter().map(move |ty| Neighbour { ty, phase })
    }
}

impl Parse for Item {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let ahead = input.fork();
        let phase = Ident::parse_any(&ahead).ok().and_then(|name| phase(&name));
        if phase.is_none() || !ahead.peek(token::Paren) {
            return Ok(Self { phase: None, types: vec![ungroup(input.parse()?)] });
        }
        Ident::parse_any(input)?;
        let list;
        parenthesized!(list in input);
        let types = Punctuated::<Type, Token![,]>::parse_terminated(&list)?;
        if types.is_empty() {
            return Err(list.error("expected a type"));
        }
        Ok(Self { phase, types: types.into_iter().map(ungroup).collect() })
    }
}

/// The phase that a hook's name stands for.
fn phase(name: &Ident) -> Option<&'static str> {
    HOOKS.iter().find_map(|&(hook, kind)| match kind {
        Kind::Pass(phase) if name == hook => Some(phase),
        _ => None,
    })
}
