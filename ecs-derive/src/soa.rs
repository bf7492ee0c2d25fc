//! Says what the fields of a type are that lie in arrays of their own: the key `soa`.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, Field, Fields, Member};

use crate::fields::{fields, mentions};
use crate::implement::{impl_param, trusted_implementation};
use crate::model::Model;
use crate::source::written_by_derive;

/// What the type says of its fields, and the structs with a slice of each.
pub fn expand(model: &Model) -> Option<TokenStream> {
    if !model.is_split() {
        return None;
    }
    let span = model.soa.as_ref().map_or(model.span(), |key| written_by_derive(key.span()));
    let fields = fields(model.original);
    let count = fields.len();
    let members: Vec<_> = fields.iter().map(|(member, _)| member).collect();
    let values: Vec<_> = (0..count).map(|place| format_ident!("__{place}", span = span)).collect();
    // Where a field is not `Copy`, the error is shown at its type. Of a type parameter rustc knows more.
    let generic = &model.original.generics;
    let is_param = |name: &Ident| generic.type_params().any(|param| param.ident == *name);
    let proofs = fields.iter().map(|(_, field)| {
        let (ty, span) = (&field.ty, written_by_derive(field.ty.span()));
        let new = if mentions(ty.to_token_stream(), &is_param) { "generic" } else { "new" };
        let new = Ident::new(new, span);
        quote_spanned!(span=> __p::IsField::<#ty>::#new())
    });
    // Of a generic type it is asked where the type is used, by `FieldsInfo::of`.
    let has_no_drop = generic.params.is_empty().then(|| {
        let (name, types) = (&model.original.ident, fields.iter().map(|(_, field)| type_of(model, field)));
        quote_spanned!(span=> const _: () = __p::has_no_drop::<#name, (#(#types,)*)>();)
    });
    let split = quote_spanned!(span=> |Self { #(#members: #values),* }: Self| (#(#values,)*));
    let generics = generic.split_for_impl().1;
    let (columns, columns_mut) = (columns_name(model, span, ""), columns_name(model, span, "Mut"));
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
    let slices = [slices(model, span, &columns, "FieldRef"), slices(model, span, &columns_mut, "FieldMut")];
    // It is what `Soa` asks for: the closures only move fields, each of them, and the rest is counted by
    // them.
    let soa = trusted_implementation(model, span, &quote_spanned!(span=> Soa), &body);
    Some(quote_spanned! {span=>
        #[allow(deprecated)]
        const _: () = {
            #(#slices)*
            #soa
            #has_no_drop
        };
    })
}

fn columns_name(model: &Model, span: Span, suffix: &str) -> Ident {
    let name = model.original.ident.unraw();
    format_ident!("__{name}Columns{suffix}", span = span)
}

/// The type of a field, for other items than the type itself: what is `Self` there is named.
fn type_of(model: &Model, field: &Field) -> TokenStream {
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
    let (name, generics) = (&model.original.ident, model.original.generics.split_for_impl().1);
    named(field.ty.to_token_stream(), &quote_spanned!(field.ty.span()=> #name #generics))
}

/// A struct with a slice of each field, which is as visible as that.
fn slices(model: &Model, span: Span, name: &Ident, slice: &str) -> TokenStream {
    let slice = Ident::new(slice, span);
    let params = model.original.generics.params.iter().map(impl_param);
    let bounds = &model.original.generics.where_clause;
    let one = |(member, field): &(Member, &Field)| {
        let (vis, ty) = (&field.vis, type_of(model, field));
        match member {
            Member::Named(name) => quote_spanned!(span=> #vis #name: __p::#slice<#ty>),
            Member::Unnamed(_) => quote_spanned!(span=> #vis __p::#slice<#ty>),
        }
    };
    let fields = fields(model.original);
    let slices = fields.iter().map(one);
    let is_tuple =
        matches!(&model.original.data, Data::Struct(data) if matches!(data.fields, Fields::Unnamed(_)));
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
