//! `#[derive(QueryData)]`: a struct whose fields are what a query asks for.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{DeriveInput, Field, Lifetime, Member};

use crate::field_struct::{FieldStruct, Texts};
use crate::types::with_lifetime;

const TEXTS: Texts = Texts {
    attribute: "query_data",
    is_no_struct: "a query gives all that it asks for: make it a struct",
    has_no_lifetime: Some(|name| {
        format!("what a query gives is borrowed: write `{name}<'w>`, and `&'w T` in the fields")
    }),
    has_lifetimes: "what a query gives is borrowed for one lifetime: use the first one here too",
    has_no_field: "this asks for nothing: give it a field, such as `position: &'w mut Position`",
    has_too_many_fields: "a query asks for at most 12 things: this is one more",
};

/// Writes the implementation, or all errors.
pub fn derive(input: &DeriveInput) -> TokenStream {
    FieldStruct::derive(input, &TEXTS, |model| Model(model).expand())
}

/// What is derived for.
struct Model<'i>(&'i FieldStruct<'i>);

impl Model<'_> {
    fn expand(&self) -> TokenStream {
        let FieldStruct { name, generics, fields, krate, .. } = self.0;
        let (impl_generics, own_generics, bounds) = generics.split_for_impl();
        let asked: Vec<_> = fields.iter().map(|field| self.asked(field)).collect();
        let span = name.span().resolved_at(Span::mixed_site());
        let given = self.0.with_lifetime(&Lifetime::new("'__c", span), span);
        let places = self.0.variables("", span);
        let members: Vec<Member> = fields.members().collect();
        let make = |items: TokenStream| {
            quote_spanned! {span=>
                let (#(#places,)*) = #items;
                #name { #(#members: #places),* }
            }
        };
        let make_item = make(quote_spanned!(span=> __p::lent_items::<Self::Terms>(items)));
        let make_lent = make(quote_spanned!(span=> items));
        let (read, make_read) = if fields.iter().any(|field| writes(field.ty.to_token_stream())) {
            (
                quote_spanned!(span=> <Self::Terms as __p::ReadableTerms>::Read<'__c>),
                quote_spanned!(span=> items),
            )
        } else {
            // Then a reader gets what a visitor gets.
            (given.clone(), quote_spanned!(span=> Self::item(items)))
        };
        quote_spanned! {span=>
            #[allow(deprecated)]
            const _: () = {
                use #krate::{self as __ecs, hook as __p};

                #[automatically_derived]
                impl #impl_generics __ecs::QueryData for #name #own_generics #bounds {
                    type Terms = (#(#asked,)*);
                    type Item<'__c> = #given;
                    type Lent<'__c> = #given;
                    type Read<'__c> = #read;

                    #[inline(always)]
                    fn item<'__c>(items: <Self::Terms as __p::Terms>::Item<'__c>) -> Self::Item<'__c> {
                        #make_item
                    }

                    #[inline(always)]
                    fn lent<'__c>(items: <Self::Terms as __p::Terms>::Lent<'__c>) -> Self::Lent<'__c> {
                        #make_lent
                    }

                    #[inline(always)]
                    fn read<'__c>(
                        items: <Self::Terms as __p::ReadableTerms>::Read<'__c>,
                    ) -> Self::Read<'__c> {
                        #make_read
                    }
                }
            };
        }
    }

    /// The term for a field, whose type has no lifetime of its own there. Errors are shown at the field.
    fn asked(&self, field: &Field) -> TokenStream {
        let tokens = field.ty.to_token_stream();
        let asked = match self.0.lifetime {
            Some(own) => with_lifetime(tokens, &own.ident, "static"),
            None => tokens,
        };
        let span = field.ty.span().resolved_at(Span::mixed_site());
        quote_spanned!(span=> <#asked as __ecs::queries::Fetch>::Term)
    }
}

/// Says whether a type asks for something to write to: `&'w mut T`, `Mut<'w, T>`, or an `Option` of it.
fn writes(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "mut" || name == "Mut",
        TokenTree::Group(group) => writes(group.stream()),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use quote::quote;
    use syn::parse_quote;

    use super::{DeriveInput, FieldStruct, TEXTS, derive};
    use crate::ctxt::Ctxt;
    use crate::testing::{check_tokens, parse};

    fn errors(input: &DeriveInput) -> Vec<String> {
        let mut ctxt = Ctxt::default();
        FieldStruct::new(&mut ctxt, input, &TEXTS);
        ctxt.messages()
    }

    /// With something to write to, and without.
    #[test]
    fn snapshots() {
        let input = quote! {
            pub struct Ship<'w, T: Component> where T: Default {
                at: &'w mut Position,
                of: Option<&'w T>,
                me: Entity,
            }
        };
        check_tokens("query_data", &derive(&parse(input)));
        let input = quote! { struct Seen<'w>(Entity, &'w Position); };
        check_tokens("query_data_read", &derive(&parse(input)));
    }

    #[test]
    fn a_struct_with_one_lifetime_and_a_field_is_right() {
        assert!(
            errors(&parse_quote!(
                struct Ship<'w, T, const N: usize> {
                    pos: &'w mut Pos,
                    t: &'w T,
                }
            ))
            .is_empty()
        );
        assert!(
            errors(&parse_quote!(
                struct Ship<'w>(&'w Pos, Entity);
            ))
            .is_empty()
        );
    }

    #[test]
    fn all_that_is_wrong_is_said_at_once() {
        let found = errors(&parse_quote!(
            struct Ship {}
        ));
        assert!(found[0].contains("write `Ship<'w>`") && found[1].contains("give it a field"), "{found:?}");
        let found = errors(&parse_quote!(
            enum Ship<'a, 'b> {
                Here(&'a A, &'b B),
            }
        ));
        assert!(found[0].contains("make it a struct") && found[1].contains("one lifetime"), "{found:?}");
        let one_more = errors(&parse_quote! {
            struct Many<'w>(
                &'w A, &'w A, &'w A, &'w A, &'w A, &'w A, &'w A, &'w A, &'w A, &'w A, &'w A, &'w A, &'w B
            );
        });
        assert_eq!(one_more, ["a query asks for at most 12 things: this is one more"]);
    }
}
