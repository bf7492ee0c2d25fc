//! Fields that are filled with handles of the same entity: the key `sibling`.

use syn::Data;

use super::feature::*;
use crate::fields::fields;

#[derive(Default)]
pub struct Siblings(Vec<FieldKey>);

impl Feature for Siblings {
    fn field_keys(&mut self) -> FieldKeys<'_> {
        vec![("sibling", "a field of type `Handle<U>`", &mut self.0)]
    }

    fn check(&self, ctxt: &mut Ctxt, model: &Model) {
        // A value of an enum has the fields of one variant, which may change.
        if let Data::Enum(_) = &model.input.original.data {
            let message =
                "a field of an `enum` cannot be a `sibling`: not every value has it; use a `struct`";
            self.0.iter().for_each(|field| ctxt.error(&field.key, message));
        }
    }

    /// A wrong type is an error at the field's type.
    fn expand(&self, model: &Model, output: &mut Output) {
        let Some(first) = self.0.first() else { return };
        let fields = fields(model.input.original);
        let fill = self.0.iter().map(|key| {
            let (member, field) = &fields[key.field];
            let span = at(&field.ty);
            quote_spanned!(span=> __component.#member = __p::sibling(__entity);)
        });
        let span = at(&first.key);
        let fill = quote_spanned!(span=> |__component: &mut Self, __entity: __ecs::Entity| { #(#fill)* });
        output.spec.push(quote_spanned! {span=>
            siblings: __p::siblings::<Self, _>(&__p::Method(#fill, __p::PhantomData))
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::*;

    #[test]
    fn snapshots() {
        let none = no_hooks_but_start();
        check(
            "siblings",
            quote! {
                #none
                struct Plane {
                    #[component(sibling)] wind: Handle<Wind>,
                    speed: f32,
                    #[component(sibling)] fuel: Tank,
                }
            },
        );
        check("siblings_generic", quote! { struct Grid<T>(T, #[component(sibling)] Handle<T>); });
    }

    #[test]
    fn the_key_belongs_on_a_field_once() {
        let of = |attributes| errors(quote! { struct Plane { #attributes wind: Handle<Wind> } });
        assert!(of(quote! { #[component(sibling,)] }).is_empty());
        assert_eq!(
            of(quote! { #[component(sibbling, sibling())] }),
            [
                "unknown key `sibbling`, did you mean `sibling`?",
                "wrong form of `sibling`: write only the key",
            ],
        );
        let twice = ["duplicate key `sibling`: keep one"];
        assert_eq!(of(quote! { #[component(sibling)] #[component(sibling)] }), twice);
        assert_eq!(
            errors(quote! { #[component(sibling)] struct Plane; }),
            ["`sibling` belongs on a field of type `Handle<U>`, not on the type"],
        );
    }

    #[test]
    fn the_fields_are_those_of_a_struct() {
        assert!(errors(quote! { struct Plane<T>(#[component(sibling)] Alias, u8, T); }).is_empty());
        let message = "a field of an `enum` cannot be a `sibling`: not every value has it; use a `struct`";
        let input = quote! {
            enum State {
                On(#[component(sibling)] Handle<Wind>),
                Off { #[component(sibling)] wind: Handle<Wind> },
            }
        };
        assert_eq!(errors(input), [message; 2]);
    }
}
