//! Fields that lie in arrays of their own: the key `soa`.

use proc_macro2::{Group, Span, TokenTree};
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::{Data, Field, Fields, Member};

use super::feature::*;
use crate::fields::{fields, mentions};
use crate::input::Input;
use crate::output::{impl_param, trusted_implementation};

/// As many fields as can lie apart.
const MOST: usize = 24;

#[derive(Default)]
pub struct Soa(Option<Ident>);

impl Feature for Soa {
    fn keys(&mut self) -> Keys<'_> {
        vec![("soa", &mut self.0)]
    }

    fn is_split(&self) -> bool {
        self.0.is_some()
    }

    fn check(&self, ctxt: &mut Ctxt, model: &Model) {
        let Some(key) = &self.0 else { return };
        if model.input.is_singleton() {
            let message =
                "a singleton has one value, which is not worth an array for each field: remove `soa`";
            ctxt.error(key, message);
        }
        match &model.input.original.data {
            Data::Struct(_) => {}
            Data::Enum(_) => {
                let message = "the fields of an `enum` depend on its value, so they cannot lie apart: remove \
                               `soa`, or make it a field of a `struct`";
                return ctxt.error(key, message);
            }
            Data::Union(_) => return,
        }
        if model.input.is_bare() {
            ctxt.error(key, "a type without fields has nothing to lie apart: remove `soa`");
        }
        for (_, field) in fields(model.input.original).iter().skip(MOST) {
            let message = format!(
                "at most {MOST} fields can lie apart: put some that are used together into a struct of \
                 their own, which is `Copy`"
            );
            ctxt.error(field, message);
        }
    }

    fn expand(&self, model: &Model, output: &mut Output) {
        let is_struct = matches!(&model.input.original.data, Data::Struct(_));
        let has_fields = (1..=MOST).contains(&fields(model.input.original).len());
        if let Some(key) = self.0.as_ref().filter(|_| is_struct && has_fields && !model.input.is_singleton())
        {
            output.layout = Some("Split");
            output.always.push(split(&model.input, at(key)));
        }
    }
}

/// What the type says of its fields, and the structs with a slice of each.
fn split(input: &Input, span: Span) -> TokenStream {
    let fields = fields(input.original);
    let count = fields.len();
    let members: Vec<_> = fields.iter().map(|(member, _)| member).collect();
    let values: Vec<_> = (0..count).map(|place| format_ident!("__{place}", span = span)).collect();
    // Where a field is not `Copy`, the error is shown at its type. Of a type parameter rustc knows more.
    let generic = &input.original.generics;
    let is_param = |name: &Ident| generic.type_params().any(|param| param.ident == *name);
    let proofs = fields.iter().map(|(_, field)| {
        let (ty, span) = (&field.ty, at(&field.ty));
        let new = if mentions(ty.to_token_stream(), &is_param) { "generic" } else { "new" };
        let new = Ident::new(new, span);
        quote_spanned!(span=> __p::IsField::<#ty>::#new())
    });
    // Of a generic type it is asked where the type is used, by `FieldsInfo::of`.
    let has_no_drop = generic.params.is_empty().then(|| {
        let (name, types) = (&input.original.ident, fields.iter().map(|(_, field)| type_of(input, field)));
        quote_spanned!(span=> const _: () = __p::has_no_drop::<#name, (#(#types,)*)>();)
    });
    let split = quote_spanned!(span=> |Self { #(#members: #values),* }: Self| (#(#values,)*));
    let generics = generic.split_for_impl().1;
    let (columns, columns_mut) = (columns_name(input, span, ""), columns_name(input, span, "Mut"));
    let body = quote_spanned! {span=>
        type Columns = #columns #generics;
        type ColumnsMut = #columns_mut #generics;
        type __Places = [*mut u8; #count];
        const __FIELDS: __p::FieldsInfo = __p::FieldsInfo::of(&#split, &(#(#proofs,)*));
        #[inline(always)]
        fn __fields() -> impl __p::FieldFns<Self> {
            (#split, |(#(#values,)*)| Self { #(#members: #values),* })
        }
        fn __columns(__lend: __p::LendFields<false>) -> Self::Columns {
            let (#(#values,)*) = __lend.lend_all(#split);
            #columns { #(#members: #values),* }
        }
        fn __columns_mut(__lend: __p::LendFields<true>) -> Self::ColumnsMut {
            let (#(#values,)*) = __lend.lend_all(#split);
            #columns_mut { #(#members: #values),* }
        }
    };
    let slices = [slices(input, span, &columns, "FieldRef"), slices(input, span, &columns_mut, "FieldMut")];
    // It is what `Soa` asks for: the closures only move fields, each of them, and the rest is counted by
    // them.
    let soa = trusted_implementation(input, span, &quote_spanned!(span=> Soa), &body);
    quote_spanned! {span=>
        #[allow(deprecated)]
        const _: () = {
            #(#slices)*
            #soa
            #has_no_drop
        };
    }
}

fn columns_name(input: &Input, span: Span, suffix: &str) -> Ident {
    let name = input.original.ident.unraw();
    format_ident!("__{name}Columns{suffix}", span = span)
}

/// The type of a field, for other items than the type itself: what is `Self` there is named.
fn type_of(input: &Input, field: &Field) -> TokenStream {
    fn named(tokens: TokenStream, of: &TokenStream) -> TokenStream {
        let named = |token| match token {
            TokenTree::Ident(name) if name == "Self" => of.clone(),
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), named(group.stream(), of));
                inside.set_span(group.span());
                TokenTree::Group(inside).into()
            }
            token => token.into(),
        };
        tokens.into_iter().flat_map(named).collect()
    }
    let (name, generics) = (&input.original.ident, input.original.generics.split_for_impl().1);
    named(field.ty.to_token_stream(), &quote_spanned!(field.ty.span()=> #name #generics))
}

/// A struct with a slice of each field, which is as visible as that.
fn slices(input: &Input, span: Span, name: &Ident, slice: &str) -> TokenStream {
    let slice = Ident::new(slice, span);
    let params = input.original.generics.params.iter().map(impl_param);
    let bounds = &input.original.generics.where_clause;
    let one = |(member, field): &(Member, &Field)| {
        let (vis, ty) = (&field.vis, type_of(input, field));
        match member {
            Member::Named(name) => quote_spanned!(span=> #vis #name: __p::#slice<#ty>),
            Member::Unnamed(_) => quote_spanned!(span=> #vis __p::#slice<#ty>),
        }
    };
    let fields = fields(input.original);
    let slices = fields.iter().map(one);
    let is_tuple =
        matches!(&input.original.data, Data::Struct(data) if matches!(data.fields, Fields::Unnamed(_)));
    let body = match is_tuple {
        true => quote_spanned!(span=> (#(#slices),*) #bounds;),
        false => quote_spanned!(span=> #bounds { #(#slices),* }),
    };
    quote_spanned! {span=>
        #[allow(dead_code, missing_docs, private_interfaces, missing_debug_implementations)]
        #[must_use]
        pub struct #name<#(#params),*> #body
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::*;

    /// By name, as a tuple, and where that is not possible.
    #[test]
    fn snapshots() {
        let none = no_hooks();
        check("soa", quote! { #none #[component(soa)] pub struct r#Plane { pub y: f32, r#type: Kind } });
        let generic = quote! {
            #[component(soa)]
            struct Grid<T: Copy, const N: usize = 4>(pub(crate) [T; N], u8) where T: Default;
        };
        check("soa_generic", generic);
        check("soa_fallback", quote! { #[component(soa, updat)] struct Plane(f32); });
        check("soa_impossible", quote! { #none #[component(soa)] enum Plane { Landed, Flying(f32) } });
    }

    #[test]
    fn fields_that_lie_apart_are_those_of_a_struct() {
        refuses(quote!(soa = 8, soa(pos, speed)), "only the key");
        assert!(errors(quote! { #[component(soa)] struct Plane { y: f32 } }).is_empty());
        assert!(errors(quote! { #[component(soa)] struct Plane<T: Copy>(T, [u8; 4]); }).is_empty());
        let in_an_enum = "the fields of an `enum` depend on its value, so they cannot lie apart: remove \
                           `soa`, or make it a field of a `struct`";
        assert_eq!(errors(quote! { #[component(soa)] enum Plane { Landed, Flying(f32) } }), [in_an_enum]);
        assert_eq!(
            errors(quote! { #[component(soa)] union Plane { y: f32, bits: u32 } }),
            ["components cannot be unions: use a `struct` or an `enum`"],
        );
        let nothing = "a type without fields has nothing to lie apart: remove `soa`";
        assert_eq!(errors(quote! { #[component(soa)] struct Tag; }), [nothing]);
        assert_eq!(errors(quote! { #[component(soa)] struct Tag {} }), [nothing]);
        assert_eq!(
            errors_of_singleton(quote! { #[component(soa)] struct Plane { y: f32 } }),
            ["a singleton has one value, which is not worth an array for each field: remove `soa`"],
        );
    }

    #[test]
    fn as_many_fields_lie_apart_as_can() {
        let of = |count: usize| {
            let fields = vec![quote!(u8); count];
            errors(quote! { #[component(soa)] struct Plane(#(#fields),*); })
        };
        assert!(of(24).is_empty());
        let message = "at most 24 fields can lie apart: put some that are used together into a struct of \
                       their own, which is `Copy`";
        assert_eq!((of(25), of(26).len()), (vec![message.to_owned()], 2));
    }
}
