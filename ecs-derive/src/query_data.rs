//! `#[derive(QueryData)]`: a struct whose fields are what a query asks for.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DataStruct, DeriveInput, Field, Fields, Generics, Lifetime, LifetimeParam, Member, Path};

use crate::ctxt::Ctxt;
use crate::krate;
use crate::types::with_lifetime;

/// As many fields as a query may ask for.
const MOST: usize = 12;

/// What is derived for.
struct Model<'i> {
    name: &'i Ident,
    generics: &'i Generics,
    lifetime: Lifetime,
    fields: &'i Fields,
    krate: Path,
}

/// Writes the implementation, or all errors.
pub fn derive(input: &DeriveInput) -> TokenStream {
    let mut ctxt = Ctxt::default();
    let model = Model::new(&mut ctxt, input);
    match (ctxt.finish(), model) {
        (Ok(()), Some(model)) => model.expand(),
        (Err(errors), _) => errors.to_compile_error(),
        (Ok(()), None) => TokenStream::new(),
    }
}

impl<'i> Model<'i> {
    /// Understands a type; `None` if that was reported as an error.
    fn new(
        ctxt: &mut Ctxt,
        input @ DeriveInput { ident: name, generics, data, .. }: &'i DeriveInput,
    ) -> Option<Self> {
        let keyword = match data {
            Data::Struct(_) => None,
            Data::Enum(data) => Some(data.enum_token.span),
            Data::Union(data) => Some(data.union_token.span),
        };
        if let Some(keyword) = keyword {
            ctxt.push(syn::Error::new(keyword, "a query gives all that it asks for: make it a struct"));
        }
        let mut lifetimes = generics.lifetimes();
        let lifetime = lifetimes.next().map(|LifetimeParam { lifetime, .. }| lifetime.clone());
        if lifetime.is_none() {
            let message =
                format!("what a query gives is borrowed: write `{name}<'w>`, and `&'w T` in the fields");
            ctxt.error(name, message);
        }
        for LifetimeParam { lifetime, .. } in lifetimes {
            ctxt.error(
                lifetime,
                "what a query gives is borrowed for one lifetime: use the first one here too",
            );
        }
        let Data::Struct(DataStruct { fields, .. }) = data else { return None };
        if fields.is_empty() {
            ctxt.error(name, "this asks for nothing: give it a field, such as `position: &'w mut Position`");
        }
        for field in fields.iter().skip(MOST) {
            ctxt.error(field, format_args!("a query asks for at most {MOST} things: this is one more"));
        }
        let krate = krate::path_of(ctxt, input, "query_data");
        Some(Self { name, generics, lifetime: lifetime?, fields, krate: krate? })
    }

    fn expand(&self) -> TokenStream {
        let Self { name, generics, fields, krate, .. } = self;
        let (impl_generics, own_generics, bounds) = generics.split_for_impl();
        let asked: Vec<_> = fields.iter().map(|field| self.asked(field)).collect();
        let span = name.span().resolved_at(Span::mixed_site());
        let given = self.given(span);
        let places: Vec<_> = (0..fields.len()).map(|place| format_ident!("__{place}", span = span)).collect();
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
        let asked = with_lifetime(field.ty.to_token_stream(), &self.lifetime.ident, "static");
        let span = field.ty.span().resolved_at(Span::mixed_site());
        quote_spanned!(span=> <#asked as __ecs::queries::Fetch>::Term)
    }

    /// The struct, with items of a lifetime.
    fn given(&self, span: Span) -> TokenStream {
        let Self { name, generics, .. } = self;
        let types = generics.type_params().map(|param| &param.ident);
        let values = generics.const_params().map(|param| &param.ident);
        quote_spanned!(span=> #name<'__c, #(#types,)* #(#values,)*>)
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

    use super::{Ctxt, DeriveInput, Model, derive};
    use crate::testing::{check_tokens, parse};

    fn errors(input: &DeriveInput) -> Vec<String> {
        let mut ctxt = Ctxt::default();
        Model::new(&mut ctxt, input);
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
