//! `#[derive(SystemParam)]`: a struct whose fields are what a system takes.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{DeriveInput, Field, Lifetime, Member};

use crate::field_struct::{FieldStruct, Texts};
use crate::types::with_lifetime;

const TEXTS: Texts = Texts {
    attribute: "system_param",
    is_no_struct: "a system takes all that is asked for: make it a struct",
    has_no_lifetime: None,
    has_lifetimes: "what a system takes is borrowed for one lifetime: use the first one here too",
    has_no_field: "this takes nothing: give it a field, such as `score: &'w mut Score`",
    has_too_many_fields: "a struct has at most 12 parameters: put some of them into a struct of their own, \
                          which is a field of this one",
};

/// Writes the implementation, or all errors.
pub fn derive(input: &DeriveInput) -> TokenStream {
    FieldStruct::derive(input, &TEXTS, |model| Model(model).expand())
}

/// What is derived for. Without a lifetime nothing is borrowed.
struct Model<'i>(&'i FieldStruct<'i>);

impl Model<'_> {
    fn expand(&self) -> TokenStream {
        let FieldStruct { name, generics, fields, krate, .. } = self.0;
        let (impl_generics, own_generics, bounds) = generics.split_for_impl();
        let span = name.span().resolved_at(Span::mixed_site());
        let of_each = |what: &str| self.0.variables(what, span);
        let (places, states, memories) = (of_each(""), of_each("State"), of_each("Memory"));
        let members: Vec<Member> = fields.members().collect();
        let of_item: Vec<_> = fields.iter().map(|field| self.param(field, Some("__w"), span)).collect();
        let params: Vec<_> = fields.iter().map(|field| self.param(field, None, span)).collect();
        let set = |of: &str| {
            let of = Ident::new(of, span);
            let sets = params.iter().zip(&members).map(|(param, member)| {
                let (own, field) = (plain(*name), plain(member));
                quote_spanned!(span=> __p::AccessSet::Field(&#param::#of, [#own, #field]))
            });
            quote_spanned!(span=> __p::AccessSet::All(&[#(#sets),*]))
        };
        let (access, watches) = (set("ACCESS"), set("WATCHES"));
        let item = self.0.with_lifetime(&Lifetime::new("'__w", span), span);
        // All parameters of the struct but for the last `>`, and what is kept.
        let own = impl_generics.to_token_stream().into_iter().collect::<Vec<_>>();
        let own = own
            .split_last()
            .map_or_else(|| quote_spanned!(span=> <), |(_, own)| quote_spanned!(span=> #(#own)*,));
        let impl_with_kept = quote_spanned!(span=> #own #(#states,)* #(#memories),*>);
        let kept = quote_spanned!(span=> #(#memories: __p::KeptByField),*);
        let is_field: Vec<_> = states
            .iter()
            .zip(&memories)
            .map(|(state, memory)| {
                quote_spanned!(span=> __p::FieldParam<'__w, State = #state, Memory = #memory>)
            })
            .collect();
        let marked = |marker: &str, field: &str, of_state: Option<TokenStream>| {
            let (marker, field) = (Ident::new(marker, span), Ident::new(field, span));
            let both: Vec<_> =
                is_field.iter().map(|is| quote_spanned!(span=> __p::#field<'__w> + #is)).collect();
            let bounds = self.bounds(&both, span);
            let of_state = of_state.map(|bound| quote_spanned!(span=> , #(#states: #bound),*));
            quote_spanned! {span=>
                #[automatically_derived]
                impl #impl_with_kept __p::#marker for #name #own_generics #bounds, #kept #of_state {}
            }
        };
        let sent = quote_spanned!(span=> __p::SendWhileFrozen);
        let parallel = marked("ParSystemParam", "ParField", Some(sent));
        let reading = marked("ReadParam", "ReadField", None);
        let param_bounds =
            self.bounds(&vec![quote_spanned!(span=> __p::FieldParam<'__w>); fields.len()], span);
        let system_bounds = self.bounds(&is_field, span);
        let checks = fields.iter().map(|field| {
            let (ty, at) = (&field.ty, field.ty.span().resolved_at(span));
            quote_spanned!(at=> __p::is_system_param::<#ty>();)
        });
        quote_spanned! {span=>
            #[allow(deprecated)]
            const _: () = {
                use #krate::hook as __p;

                #[automatically_derived]
                impl #impl_generics __p::Param for #name #own_generics #param_bounds {
                    const ACCESS: __p::AccessSet<'static> = #access;
                    const WATCHES: __p::AccessSet<'static> = #watches;
                    const HAS_COMMANDS: bool = #(#params::HAS_COMMANDS)||*;

                    fn prepare(site: __p::CallSite) -> __p::Begun {
                        #(#params::prepare(site)?;)*
                        __p::Begun::Ok(())
                    }

                    fn look(site: __p::CallSite) -> __p::Begun {
                        #(#params::look(site)?;)*
                        __p::Begun::Ok(())
                    }
                }

                #[automatically_derived]
                impl #impl_with_kept __p::SystemParam for #name #own_generics #system_bounds, #kept {
                    type State = (#(#states,)*);
                    type Item<'__w> = #item;
                    type Memory = (#(#memories,)*);

                    fn begin((#(#places,)*): &mut Self::Memory) -> __p::Begun {
                        #(#params::begin(#places)?;)*
                        __p::Begun::Ok(())
                    }

                    #[inline(always)]
                    fn borrow(
                        call: &__p::SystemCall,
                        (#(#places,)*): &mut Self::Memory,
                    ) -> __p::Begun<Self::State> {
                        __p::Begun::Ok((#(#params::borrow(call, #places)?,)*))
                    }

                    #[inline(always)]
                    fn item<'__w>(
                        (#(#places,)*): &'__w mut Self::State,
                        commands: &'__w __p::CommandBuffer,
                    ) -> Self::Item<'__w> {
                        #name { #(#members: #of_item::item(#places, commands)),* }
                    }
                }

                #parallel
                #reading

                #[allow(dead_code)]
                fn fields #impl_generics () #bounds {
                    #(#checks)*
                }
            };
        }
    }

    /// The type of a field as a parameter, with a lifetime in the place of that of the struct.
    fn param(&self, field: &Field, lifetime: Option<&str>, span: Span) -> TokenStream {
        let ty = self.typed(field, lifetime);
        let lifetime = match (lifetime, self.0.lifetime) {
            (Some(lifetime), _) => Lifetime::new(&format!("'{lifetime}"), span),
            (None, Some(own)) => own.clone(),
            (None, None) => Lifetime::new("'static", span),
        };
        quote_spanned!(span=> <#ty as __p::FieldParam<#lifetime>>)
    }

    /// The type of a field, with a lifetime in the place of that of the struct.
    fn typed(&self, field: &Field, lifetime: Option<&str>) -> TokenStream {
        let tokens = field.ty.to_token_stream();
        match (self.0.lifetime, lifetime) {
            (Some(own), Some(other)) => with_lifetime(tokens, &own.ident, other),
            _ => tokens,
        }
    }

    /// The bounds of the struct, and one for each field. A field that is no parameter breaks its bound, and
    /// the struct is none: that is said once, by the check of the field, and not for each of its methods. The
    /// bounds are for all lifetimes, as rustc refuses another one that it knows to be broken.
    fn bounds(&self, of_fields: &[TokenStream], span: Span) -> TokenStream {
        let own = self.0.generics.where_clause.iter().flat_map(|bounds| &bounds.predicates);
        let of_fields = self.0.fields.iter().zip(of_fields).map(|(field, bound)| {
            let ty = self.typed(field, Some("__w"));
            quote_spanned!(span=> for<'__w> #ty: #bound)
        });
        let all = own.map(ToTokens::to_token_stream).chain(of_fields);
        quote_spanned!(span=> where #(#all),*)
    }
}

/// A name as it is shown: without the mark of one that would be a keyword.
fn plain(name: &impl ToTokens) -> String {
    name.to_token_stream().to_string().trim_start_matches("r#").to_owned()
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

    /// With something that is borrowed, and without.
    #[test]
    fn snapshots() {
        let input = quote! {
            pub struct Arena<'w, T: Component, const N: usize> where T: Default {
                ships: Query<'w, (Entity, &'w mut T)>,
                score: &'w mut Score,
            }
        };
        check_tokens("system_param", &derive(&parse(input)));
        let input = quote! { struct Clock(Time, f32); };
        check_tokens("system_param_without_lifetime", &derive(&parse(input)));
    }

    #[test]
    fn a_struct_with_a_lifetime_or_none_is_right() {
        for input in [
            quote! { struct Arena<'w, T, const N: usize> { all: Query<'w, &'w T>, dt: f32 } },
            quote! { struct Arena<'w>(&'w Score, Commands<'w>); },
            quote! { struct Clock { dt: f32 } },
        ] {
            assert_eq!(errors(&parse(input)), [""; 0]);
        }
    }

    #[test]
    fn all_that_is_wrong_is_said_at_once() {
        let found = errors(&parse_quote!(
            struct Arena<'w, 's> {}
        ));
        assert!(
            found[0].contains("for one lifetime") && found[1].contains("this takes nothing"),
            "{found:?}"
        );
        let found = errors(&parse_quote!(
            enum Arena<'a, 'b> {
                Here(&'a A, &'b B),
            }
        ));
        assert!(found[0].contains("make it a struct") && found[1].contains("one lifetime"), "{found:?}");
        let fields = vec![quote!(f32); 13];
        let one_more = errors(&parse(quote! { struct Many(#(#fields),*); }));
        assert!(one_more.len() == 1 && one_more[0].contains("at most 12"), "{one_more:?}");
    }
}
