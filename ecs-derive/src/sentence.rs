//! `#[derive(Sentence)]`: how the errors of `ecs-core` say what has failed. For `ecs-core` alone.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Data, DeriveInput, Error, Fields, Ident, Lit, Variant, parse::Parser};

/// Implements `Display` by the `says` of the type or of each variant, `Debug` as that sentence, which
/// `unwrap()` prints, and `Error`. Implements `From` for the error that a variant with `#[from]` holds.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream, Error> {
    let write = match (says(&input.attrs), &input.data) {
        (Some(says), _) => write(says, &[quote!(self)])?,
        (None, Data::Enum(data)) => {
            let arms = data.variants.iter().map(arm).collect::<Result<Vec<_>, _>>()?;
            quote!(match self { #(#arms)* })
        }
        (None, _) => return Err(Error::new_spanned(input, "`says` is missing")),
    };
    let name = &input.ident;
    let conversions: TokenStream = match &input.data {
        Data::Enum(data) => data.variants.iter().filter_map(|variant| conversion(name, variant)).collect(),
        _ => TokenStream::new(),
    };
    Ok(quote! {
        #conversions

        impl ::core::fmt::Display for #name {
            #[allow(unused_variables, reason = "a sentence need not have each field")]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                #write
            }
        }

        impl ::core::fmt::Debug for #name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(self, f)
            }
        }

        impl ::core::error::Error for #name {}
    })
}

fn conversion(name: &Ident, variant: &Variant) -> Option<TokenStream> {
    variant.attrs.iter().find(|attr| attr.path().is_ident("from"))?;
    let (variant, error) = (&variant.ident, &variant.fields.iter().next()?.ty);
    Some(quote! {
        impl ::core::convert::From<#error> for #name {
            fn from(error: #error) -> Self {
                Self::#variant(error)
            }
        }
    })
}

/// The arm of a variant. A field without a name is called `error`.
fn arm(variant: &Variant) -> Result<TokenStream, Error> {
    let says = says(&variant.attrs).ok_or_else(|| Error::new_spanned(variant, "`says` is missing"))?;
    let (name, error) = (&variant.ident, format_ident!("error"));
    let fields = variant.fields.iter().map(|field| field.ident.as_ref().unwrap_or(&error));
    let fields: Vec<_> = fields.map(ToTokens::to_token_stream).collect();
    let pattern = match &variant.fields {
        Fields::Named(_) => quote!({ #(#fields),* }),
        Fields::Unnamed(_) => quote!((#(#fields),*)),
        Fields::Unit => quote!(),
    };
    let write = write(says, &fields)?;
    Ok(quote!(Self::#name #pattern => #write,))
}

fn says(attrs: &[Attribute]) -> Option<&Attribute> {
    attrs.iter().find(|attr| attr.path().is_ident("says"))
}

/// Writes a sentence. `#[says("a text of {field}", args)]` has the arguments of `write!`, and
/// `#[says(function)]` names a function that takes the formatter and the values: all fields of a variant, or
/// the whole type.
fn write(says: &Attribute, values: &[TokenStream]) -> Result<TokenStream, Error> {
    let sentence = &says.meta.require_list()?.tokens;
    let is_text = (|input: syn::parse::ParseStream<'_>| {
        let is_text = input.peek(Lit);
        input.parse::<TokenStream>().map(|_| is_text)
    })
    .parse2(sentence.clone())?;
    Ok(if is_text { quote!(write!(f, #sentence)) } else { quote!(#sentence(f #(, #values)*)) })
}
