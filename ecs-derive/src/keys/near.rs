//! Components that are found by their position: the key `near`.

use syn::Member;

use super::feature::*;
use crate::fields::fields;

#[derive(Default)]
pub struct Near(Option<Fields>);

/// The key, and the field of the position or the fields of its coordinates.
struct Fields(Ident, Vec<Member>);

/// `near(position)`, `near(x, y)` or `near(x, y, z)`.
impl Value for Fields {
    fn read(entry: &Entry) -> syn::Result<Self> {
        let fields = entry.items().filter(|fields: &Vec<_>| fields.len() <= 3);
        let right = "`near(position)`, with the field of the position, or `near(x, y)` or `near(x, y, z)`, \
                     with the fields of its coordinates";
        Ok(Self(entry.key.clone(), entry.expect(fields, right)?))
    }
}

impl Feature for Near {
    fn keys(&mut self) -> Keys<'_> {
        vec![("near", &mut self.0)]
    }

    fn check(&self, ctxt: &mut Ctxt, model: &Model) {
        let Some(Fields(key, names)) = &self.0 else { return };
        if model.input.is_singleton() {
            ctxt.error(key, "a singleton is not searched for: remove `near`");
        }
        if model.features().any(Feature::is_split) {
            ctxt.error(
                key,
                "the position of a type that is `soa` lies apart, where `near` does not look: keep one",
            );
        }
        if let syn::Data::Enum(_) = &model.input.original.data {
            return ctxt.error(key, "not every value of an `enum` has the position: use a `struct`");
        }
        let fields = fields(model.input.original);
        for name in names.iter().filter(|name| fields.iter().all(|(member, _)| member != *name)) {
            ctxt.error(name, "the type has no such field: name the field of the position");
        }
    }

    /// A field that is no position is an error at its name.
    fn expand(&self, model: &Model, output: &mut Output) {
        let Some(Fields(key, names)) = self.0.as_ref().filter(|_| !output.is_stub) else { return };
        let span = at(key);
        let (ty, position) = match &names[..] {
            [name] => {
                let fields = fields(model.input.original);
                let ty = fields.iter().find(|(member, _)| member == name).map(|(_, field)| &field.ty);
                (quote_spanned!(span=> #ty), quote_spanned!(at(name)=> self.#name))
            }
            names => {
                let count = names.len();
                let fields = names.iter().map(|name| quote_spanned!(at(name)=> self.#name));
                (quote_spanned!(span=> [f32; #count]), quote_spanned!(span=> [#(#fields),*]))
            }
        };
        let place = quote_spanned!(at(&names[0])=> __p::IsPosition::place(__position));
        let body = quote_spanned! {span=>
            type Position = #ty;
            #[inline]
            fn __with(&self, __read: fn(&Self::Position) -> [f32; 3]) -> [f32; 3] { __read(&#position) }
            #[inline]
            fn __place(__position: &Self::Position) -> [f32; 3] { #place }
        };
        output.items.push(implementation(&model.input, span, &quote_spanned!(span=> Located), &body));
        output.extensions.push(quote_spanned!(span=> near: __p::places::<Self>()));
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::*;

    #[test]
    fn snapshots() {
        let none = no_hooks();
        check("near", quote! { #none #[component(near(at))] struct Tree { at: Vec2, age: f32 } });
        check("near_coordinates", quote! { #none #[component(near(0, 2))] struct Tree<T>(f32, T, f32); });
    }

    #[test]
    fn the_key_names_a_field_or_coordinates() {
        let right = "`near(position)`, with the field of the position, or `near(x, y)` or `near(x, y, z)`, \
                     with the fields of its coordinates";
        refuses(quote!(near, near = at, near(), near(a.b), near(a, b, c, d)), right);
    }

    #[test]
    fn the_fields_are_those_of_a_struct_of_which_there_are_many() {
        assert_eq!(
            errors(quote! { #[component(near(x, z))] struct Tree { x: f32, y: f32 } }),
            ["the type has no such field: name the field of the position"],
        );
        assert_eq!(
            errors(quote! { #[component(near(at))] enum Tree { Oak { at: Vec2 } } }),
            ["not every value of an `enum` has the position: use a `struct`"],
        );
        assert_eq!(
            errors_of_singleton(quote! { #[component(near(at))] struct Tree { at: Vec2 } }),
            ["a singleton is not searched for: remove `near`"],
        );
    }
}
