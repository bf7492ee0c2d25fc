//! Types as keys name them.

use std::collections::HashSet;

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
