//! `#[derive(Bundle)]`: a struct of components is the tuple of its fields.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DataEnum, DataStruct, DataUnion, DeriveInput, Member, Path, Type};

use crate::ctxt::Ctxt;
use crate::krate;
use crate::output::impl_param;
use crate::source::written_by_derive;

/// As many parts a tuple has at most.
const MOST: usize = 12;

/// A struct of components, as far as it could be understood.
struct Model<'a> {
    original: &'a DeriveInput,
    fields: Vec<(Member, &'a Type)>,
    krate: Option<Path>,
}

/// The code that makes the struct a bundle, or the errors.
pub fn derive(input: &DeriveInput) -> TokenStream {
    let mut ctxt = Ctxt::default();
    let model = Model {
        original: input,
        fields: fields(&mut ctxt, input),
        krate: krate::path_of(&mut ctxt, input, "bundle"),
    };
    for lifetime in input.generics.lifetimes() {
        let message = format!("components own their data, and so do bundles: remove `{}`", lifetime.lifetime);
        ctxt.error(&lifetime.lifetime, message);
    }
    match ctxt.finish() {
        Ok(()) => expand(&model),
        Err(errors) => errors.to_compile_error(),
    }
}

fn fields<'a>(ctxt: &mut Ctxt, input: &'a DeriveInput) -> Vec<(Member, &'a Type)> {
    match &input.data {
        Data::Struct(DataStruct { fields, .. }) if !fields.is_empty() => {
            fields.members().zip(fields.iter().map(|field| &field.ty)).collect()
        }
        Data::Struct(_) => {
            ctxt.error(&input.ident, "a bundle has components: give it a field for each");
            Vec::new()
        }
        Data::Enum(DataEnum { enum_token, .. }) => {
            ctxt.error(enum_token, "a bundle is a `struct`, with a field for each component");
            Vec::new()
        }
        Data::Union(DataUnion { union_token, .. }) => {
            ctxt.error(union_token, "a bundle is a `struct`, with a field for each component");
            Vec::new()
        }
    }
}

/// Everything that it adds is named with `__`, so that nothing is in the way of the user's types and paths.
fn expand(model: &Model) -> TokenStream {
    let (name, generics) = (&model.original.ident, &model.original.generics);
    let span = written_by_derive(name.span());
    let krate = &model.krate;
    let (_, type_generics, where_clause) = generics.split_for_impl();
    let params: Vec<_> = generics.params.iter().map(impl_param).collect();
    let bounds: Vec<_> = where_clause.iter().flat_map(|clause| clause.predicates.iter()).collect();
    let types: Vec<_> = model.fields.iter().map(|(_, ty)| bundled(ty)).collect();
    let of_generics = generics.type_params().next().map(|_| {
        let types = model.fields.iter().map(|(_, ty)| ty);
        quote!(#(#types: __ecs::Bundle,)*)
    });
    let values: Vec<_> = model.fields.iter().map(|(member, _)| quote_spanned!(span=> self.#member)).collect();
    let (parts, values) = (nested(&types), nested(&values));
    quote_spanned! {span=>
        #[allow(deprecated)]
        const _: () = {
            use #krate as __ecs;
            #[automatically_derived]
            impl<#(#params),*> __ecs::Bundle for #name #type_generics where #of_generics #(#bounds),* {
                type Parts = <#parts as __ecs::Bundle>::Parts;
                #[inline]
                fn __into_parts(self) -> Self::Parts {
                    __ecs::Bundle::__into_parts(#values)
                }
            }
            // For a lifetime, so that it may be false.
            #[automatically_derived]
            impl<#(#params),*> __ecs::DefaultBundle for #name #type_generics
            where
                for<'__a> Self: ::core::default::Default,
                #of_generics
                #(#bounds),*
            {
            }
        };
    }
}

/// The type of a field, where errors about it are shown.
fn bundled(ty: &Type) -> TokenStream {
    quote_spanned!(written_by_derive(ty.span())=> #ty)
}

/// A tuple, of tuples where one would be too long.
fn nested(parts: &[TokenStream]) -> TokenStream {
    if parts.len() <= MOST {
        return quote!((#(#parts,)*));
    }
    let tuples: Vec<_> = parts.chunks(parts.len().div_ceil(MOST).max(MOST)).map(nested).collect();
    nested(&tuples)
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::{derive, nested};
    use crate::testing::{check_tokens, parse};

    fn errors(input: proc_macro2::TokenStream) -> String {
        derive(&parse(input)).to_string()
    }

    /// With names, and generic ones that are too wide for one tuple.
    #[test]
    fn snapshots() {
        check_tokens("bundle", &derive(&parse(quote! { struct Bat { body: Body, wings: Wings } })));
        let generic = quote! {
            #[bundle(crate = crate::engine::ecs)]
            struct Wide<T: Send>(A, B, C, D, E, F, G, H, I, J, K, L, M<T>) where T: Clone;
        };
        check_tokens("bundle_generic", &derive(&parse(generic)));
    }

    #[test]
    fn all_that_is_no_bundle_is_refused_at_once() {
        assert!(
            errors(quote!(
                enum A {
                    B(C),
                }
            ))
            .contains("a bundle is a `struct`")
        );
        assert!(errors(quote!(union A { b: C })).contains("a bundle is a `struct`"));
        let all = errors(quote!(
            #[bundle(crat = x, crate, crate = y)]
            struct A<'a>;
        ));
        for part in ["a field for each", "unknown key `crat`", "wrong form of `crate`", "remove `'a`"] {
            assert!(all.contains(part), "{part}: {all}");
        }
        assert!(
            errors(quote!(
                #[bundle]
                struct A(B);
            ))
            .contains("expected a key")
        );
        assert!(
            errors(quote!(
                #[bundle(crate = a, crate = b)]
                struct A(B);
            ))
            .contains("duplicate key")
        );
    }

    #[test]
    fn many_fields_are_tuples_of_tuples() {
        let widths = |count: usize| {
            let parts: Vec<_> = (0..count).map(|_| quote!(X)).collect();
            let text = nested(&parts).to_string();
            (text.matches('X').count(), text.matches('(').count())
        };
        assert_eq!(
            [1, 12, 13, 144, 145, 300].map(widths).map(|(parts, _)| parts),
            [1, 12, 13, 144, 145, 300]
        );
        assert_eq!([1, 12, 13, 144].map(widths).map(|(_, tuples)| tuples), [1, 1, 3, 13]);
    }
}
