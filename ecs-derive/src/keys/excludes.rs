//! Types that are never on one entity with this one: the key `excludes`.

use syn::Type;

use super::feature::*;
use crate::types::no_type_listed_twice;

#[derive(Default)]
pub struct Excludes(Vec<Excluded>);

/// A type that is excluded, and the key.
struct Excluded(Ident, Type);

/// `excludes(Type, Other)`.
impl Value for Vec<Excluded> {
    fn read(entry: &Entry) -> syn::Result<Self> {
        let types = entry.expect(entry.items::<Type>(), "`excludes(Type)` or `excludes(Type, Other)`")?;
        Ok(types.into_iter().map(|ty| Excluded(entry.key.clone(), ungroup(ty))).collect())
    }
}

impl Feature for Excludes {
    fn keys(&mut self) -> Keys<'_> {
        vec![("excludes", &mut self.0)]
    }

    fn check(&self, ctxt: &mut Ctxt, model: &Model) {
        if let Some(Excluded(key, _)) = self.0.first().filter(|_| model.input.is_singleton()) {
            ctxt.error(key, "a singleton belongs to no entity, so it excludes nothing: remove `excludes`");
        }
        no_type_listed_twice(ctxt, self.0.iter().map(|Excluded(_, ty)| ty), "excludes");
        for Excluded(_, ty) in &self.0 {
            if model.input.is_named_by(ty) {
                let message = "a component cannot exclude itself, and an entity has one of a type at most: \
                               remove it from `excludes`";
                ctxt.error(ty, message);
            }
            if model.requires.types().any(|required| text(required) == text(ty)) {
                ctxt.error(ty, "this type is in both `requires` and `excludes`: keep one");
            }
        }
    }

    fn expand(&self, _: &Model, output: &mut Output) {
        let Some(Excluded(_, first)) = self.0.first() else { return };
        let item = |Excluded(_, ty): &Excluded| quote_spanned!(at(ty)=> __p::excludes::<#ty>());
        let items = self.0.iter().map(item);
        output.methods.extend(quote_spanned! {at(first)=>
            const __EXCLUDES: &'static [__p::Excluded] = &[#(#items),*];
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::*;

    #[test]
    fn snapshots() {
        let none = no_hooks();
        check("excludes", quote! { #none #[component(excludes(Camera, a::Light<u8>))] struct Ship; });
    }

    #[test]
    fn the_list_has_types() {
        let right = "`excludes(Type)` or `excludes(Type, Other)`";
        refuses(quote!(excludes, excludes = Camera, excludes(), excludes("Camera")), right);
        assert!(errors(quote! { #[component(excludes(A), excludes(B))] struct Ship; }).is_empty());
        assert_eq!(
            errors(quote! { #[component(excludes(A, B), excludes(A))] struct Ship; }),
            ["`excludes` names this type twice: keep one"],
        );
    }

    #[test]
    fn no_type_excludes_itself_or_something_that_it_requires() {
        let itself = "a component cannot exclude itself, and an entity has one of a type at most: remove it \
                      from `excludes`";
        let found = errors(quote! { #[component(excludes(Ship), excludes(Self))] struct Ship; });
        assert_eq!(found, [itself; 2]);
        assert_eq!(
            errors(quote! { #[component(excludes(A, B), requires(C, B(1)))] struct Ship; }),
            ["this type is in both `requires` and `excludes`: keep one"],
        );
        assert_eq!(
            errors_of_singleton(quote! { #[component(excludes(A))] struct Ship; }),
            ["a singleton belongs to no entity, so it excludes nothing: remove `excludes`"],
        );
    }
}
