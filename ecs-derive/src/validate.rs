//! The rules that a type must keep to be a component, whatever its keys say: one function a rule.

use syn::{Attribute, Data, DataUnion, DeriveInput, GenericParam};

use crate::attr::is_component;
use crate::ctxt::Ctxt;
use crate::keys::Model;

/// Reports every broken rule.
pub fn validate(ctxt: &mut Ctxt, model: &Model) {
    let input = model.input.original;
    no_union(ctxt, input);
    no_lifetimes(ctxt, input);
    attributes_on_type_and_fields_only(ctxt, input);
    model.features().for_each(|feature| feature.check(ctxt, model));
}

/// Nobody knows which field of a union is alive, so nothing could be dropped or borrowed.
fn no_union(ctxt: &mut Ctxt, input: &DeriveInput) {
    if let Data::Union(DataUnion { union_token, .. }) = &input.data {
        ctxt.error(union_token, "components cannot be unions: use a `struct` or an `enum`");
    }
}

/// A store outlives whatever a component could borrow.
fn no_lifetimes(ctxt: &mut Ctxt, input: &DeriveInput) {
    for param in input.generics.lifetimes() {
        let lifetime = &param.lifetime;
        let message =
            format!("components own their data: use a `Handle<T>` or `'static` data instead of `{lifetime}`");
        ctxt.error(lifetime, message);
    }
}

/// rustc accepts the attribute anywhere inside the type. On fields it has a key of its own; elsewhere it
/// would do nothing.
fn attributes_on_type_and_fields_only(ctxt: &mut Ctxt, input: &DeriveInput) {
    for (place, attrs) in other_attributes(input) {
        for attr in attrs.iter().filter(|attr| is_component(attr)) {
            ctxt.error(attr, format!("`#[component(...)]` belongs on the type, not on a {place}"));
        }
    }
}

/// The attributes of what is inside the type and no field, with what they stand on.
fn other_attributes(input: &DeriveInput) -> Vec<(&'static str, &[Attribute])> {
    let variants = match &input.data {
        Data::Enum(data) => data.variants.iter().collect(),
        Data::Struct(_) | Data::Union(_) => vec![],
    };
    let params = input.generics.params.iter().map(|param| match param {
        GenericParam::Lifetime(param) => &param.attrs,
        GenericParam::Type(param) => &param.attrs,
        GenericParam::Const(param) => &param.attrs,
    });
    let params = params.map(|attrs| ("generic parameter", attrs.as_slice()));
    let variants = variants.into_iter().map(|variant| ("variant", variant.attrs.as_slice()));
    params.chain(variants).collect()
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use crate::testing::errors;

    #[test]
    fn plain_types_are_components() {
        assert!(errors(quote! { struct Unit; }).is_empty());
        assert!(errors(quote! { struct Tuple(f32, u8); }).is_empty());
        assert!(errors(quote! { enum State { On, Off { since: f32 } } }).is_empty());
        assert!(
            errors(quote! { struct Grid<T: Clone, const N: usize = 4> where T: Copy { cells: [T; N] } })
                .is_empty()
        );
    }

    #[test]
    fn unions_are_refused() {
        assert_eq!(
            errors(quote! { union Bits { a: f32, b: u32 } }),
            ["components cannot be unions: use a `struct` or an `enum`"],
        );
    }

    #[test]
    fn each_lifetime_is_refused() {
        assert_eq!(
            errors(quote! { struct Borrowing<'a, 'b: 'a>(&'a str, &'b str); }),
            [
                "components own their data: use a `Handle<T>` or `'static` data instead of `'a`",
                "components own their data: use a `Handle<T>` or `'static` data instead of `'b`",
            ],
        );
    }

    #[test]
    fn the_attribute_belongs_on_the_type_and_its_fields() {
        let begin_so = |input, texts: &[&str]| {
            let found = errors(input);
            assert_eq!(found.len(), texts.len(), "{found:?}");
            assert!(found.iter().zip(texts).all(|(found, text)| found.starts_with(text)), "{found:?}");
        };
        begin_so(
            quote! { struct Grid<#[component(update)] T> { #[component(update, colour)] cells: T } },
            &[
                "`update` belongs on the type: only `sibling`",
                "unknown key `colour`: only `sibling`",
                "`#[component(...)]` belongs on the type, not on a generic parameter",
            ],
        );
        begin_so(
            quote! { enum State { #[component(update)] On(#[component] #[component()] u8) } },
            &[
                "expected a key: write `#[component(sibling)]`",
                "expected a key: write `#[component(sibling)]`",
                "`#[component(...)]` belongs on the type, not on a variant",
            ],
        );
        begin_so(
            quote! { union Bits { #[component(init)] a: f32 } },
            &["`init` belongs on the type: only `sibling`", "components cannot be unions"],
        );
    }

    #[test]
    fn all_errors_are_reported_at_once() {
        let input = quote! {
            #[component(updat, parallel, crate)]
            #[component(update = none)]
            struct Plane<'a> { #[component(init)] name: &'a str }
        };
        assert_eq!(errors(input).len(), 5);
    }
}
