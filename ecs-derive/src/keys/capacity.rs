//! How many rows a column has from the beginning: the key `capacity`.

use syn::LitInt;

use super::feature::*;

#[derive(Default)]
pub struct Capacity(Option<LitInt>);

impl Feature for Capacity {
    fn keys(&mut self) -> Keys<'_> {
        vec![("capacity", &mut self.0)]
    }

    fn expand(&self, _: &Model, output: &mut Output) {
        let capacity = |rows: &LitInt| quote_spanned!(at(rows)=> capacity: #rows);
        output.spec.extend(self.0.as_ref().map(capacity));
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::*;

    #[test]
    fn it_is_a_usize() {
        assert!(errors(quote! { #[component(capacity = 64usize)] struct Plane; }).is_empty());
        refuses(
            quote!(capacity, capacity(64), capacity = -1, capacity = 64u8, capacity = 99999999999999999999),
            "`capacity = 64`, with a literal of type `usize`",
        );
    }
}
