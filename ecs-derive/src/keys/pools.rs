//! Values that are kept for another entity, with what they have allocated: the key `pooled`.

use syn::LitInt;

use super::feature::*;
use crate::value::is_usize;

#[derive(Default)]
pub struct Pools(Option<Pooled>);

/// The key, and how many values are kept at most.
struct Pooled(Ident, LitInt);

/// `pooled(64)`.
impl Value for Pooled {
    fn read(entry: &Entry) -> syn::Result<Self> {
        let is_some =
            |most: &LitInt| is_usize(most) && most.base10_parse::<usize>().is_ok_and(|most| most != 0);
        let most = entry.list().and_then(|list| syn::parse2(list).ok()).filter(is_some);
        let right = "`pooled(64)`, with how many values to keep at most, at least one";
        Ok(Self(entry.key.clone(), entry.expect(most, right)?))
    }
}

impl Feature for Pools {
    fn keys(&mut self) -> Keys<'_> {
        vec![("pooled", &mut self.0)]
    }

    fn check(&self, ctxt: &mut Ctxt, model: &Model) {
        let Some(Pooled(key, _)) = &self.0 else { return };
        if model.input.is_singleton() {
            ctxt.error(key, "a singleton is made once, so nothing is kept for another: remove `pooled`");
        } else if model.input.is_bare() {
            ctxt.error(key, "a type without fields has nothing to keep: remove `pooled`");
        }
    }

    /// A type without a default value is an error at the number; a generic one may have one for some
    /// parameters.
    fn expand(&self, model: &Model, output: &mut Output) {
        let Some(Pooled(_, most)) = &self.0 else { return };
        let span = at(most);
        output.spec.push(match model.input.is_generic() {
            true => quote_spanned!(span=> pooled: #most),
            false => quote_spanned!(span=> pooled: __p::pooled::<Self>(#most)),
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::*;

    #[test]
    fn snapshots() {
        let none = no_hooks();
        check("pools", quote! { #none #[component(pooled(8))] struct Path(Vec<u8>); });
        check("pools_generic", quote! { #none #[component(pooled(8))] struct Path<T>(Vec<T>); });
    }

    #[test]
    fn pooled_types_have_something_to_keep() {
        let right = "`pooled(64)`, with how many values to keep at most, at least one";
        refuses(quote!(pooled, pooled = 64, pooled(0), pooled(8u8)), right);
        let pooled = || quote! { #[component(pooled(8))] struct Path(Vec<u8>); };
        assert!(errors(pooled()).is_empty());
        assert_eq!(
            errors_of_singleton(pooled()),
            ["a singleton is made once, so nothing is kept for another: remove `pooled`"],
        );
        assert_eq!(
            errors(quote! { #[component(pooled(8))] struct Tag; }),
            ["a type without fields has nothing to keep: remove `pooled`"],
        );
    }
}
