//! The traits by which others may call a component: the key `as`.

use std::collections::HashSet;

use syn::{Type, TypeTraitObject};

use super::feature::*;

#[derive(Default)]
pub struct Interfaces(Vec<TypeTraitObject>);

/// `as(dyn Draw, dyn Damageable + Send)`.
impl Value for Vec<TypeTraitObject> {
    fn read(entry: &Entry) -> syn::Result<Self> {
        let right = "`as(dyn Trait)` or `as(dyn Trait, dyn Other<u32> + Send)`";
        entry.expect(entry.items(), right)?.into_iter().map(ungroup).map(object).collect()
    }
}

fn object(ty: Type) -> syn::Result<TypeTraitObject> {
    match ty {
        Type::TraitObject(object) if object.dyn_token.is_some() => Ok(object),
        Type::Path(_) | Type::TraitObject(_) => {
            let text = text(&ty);
            Err(syn::Error::new_spanned(ty, format!("`as` names objects of traits: write `dyn {text}`")))
        }
        _ => {
            Err(syn::Error::new_spanned(ty, "`as` names objects of traits, as `dyn Draw`, and this is none"))
        }
    }
}

impl Feature for Interfaces {
    fn keys(&mut self) -> Keys<'_> {
        vec![("as", &mut self.0)]
    }

    fn check(&self, ctxt: &mut Ctxt, model: &Model) {
        // The component would be visited twice.
        let mut seen = HashSet::new();
        for object in self.0.iter().filter(|object| !seen.insert(text(object))) {
            ctxt.error(object, "`as` names this trait twice: keep one");
        }
        if let Some(object) = self.0.first().filter(|_| model.input.is_singleton()) {
            ctxt.error(object, "a singleton is in no list of components: remove `as`");
        }
    }

    /// A trait that the type lacks is an error at that trait, and so is one that is named twice by other
    /// names.
    fn expand(&self, model: &Model, output: &mut Output) {
        let item = |object: &TypeTraitObject| {
            let span = at(&object.bounds);
            let offer = quote_spanned! {span=>
                const __OFFER: __p::Offer<Self, #object> = __p::Offer::new(|__own| __own, |__own| __own);
            };
            let offers = quote_spanned!(span=> hook::Offers<#object>);
            output.items.push(implementation(&model.input, span, &offers, &offer));
            (span, quote_spanned!(span=> __p::interface::<Self, #object>()))
        };
        output.extensions.extend(list("interfaces", self.0.iter().map(item)));
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::*;

    #[test]
    fn snapshots() {
        let none = no_hooks();
        check(
            "interfaces",
            quote! { #none #[component(as(dyn Draw, dyn game::Hear<u8> + Send))] struct Sprite(f32); },
        );
        check("interfaces_generic", quote! { #[component(as(dyn Show<T>))] struct Slot<T: Clone>(T); });
    }

    #[test]
    fn traits_are_objects_named_once() {
        let right = "`as(dyn Trait)` or `as(dyn Trait, dyn Other<u32> + Send)`";
        refuses(quote!(as, as = dyn Draw, as()), right);
        let input = quote! {
            #[component(as(Draw), as([u8; 2]))]
            #[component(as(dyn Draw), as(dyn Hear, dyn Draw))]
            struct Sprite;
        };
        assert_eq!(
            errors_of_singleton(input),
            [
                "`as` names objects of traits: write `dyn Draw`",
                "`as` names objects of traits, as `dyn Draw`, and this is none",
                "`as` names this trait twice: keep one",
                "a singleton is in no list of components: remove `as`",
            ],
        );
    }
}
