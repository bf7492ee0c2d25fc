//! `#[derive(Sentence)]`: how the errors of `ecs-core` say what has failed. For `ecs-core` alone.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Error, Fields, Lit, Variant, parse::Parser};

/// Implements `Display` by the `says` of each variant, `Debug` as that sentence, which `unwrap()` prints, and
/// `Error`.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream, Error> {
    let Data::Enum(data) = &input.data else { return Err(Error::new_spanned(input, "not an enum")) };
    let arms = data.variants.iter().map(arm).collect::<Result<Vec<_>, _>>()?;
    let name = &input.ident;
    Ok(quote! {
        impl ::core::fmt::Display for #name {
            #[allow(unused_variables, reason = "a sentence need not have each field")]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self { #(#arms)* }
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

/// The arm of a variant. `#[says("a text of {field}", args)]` has the arguments of `write!`, and
/// `#[says(function)]` names a function that takes the formatter and all fields. A field without a name is
/// called `error`.
fn arm(variant: &Variant) -> Result<TokenStream, Error> {
    let says = variant.attrs.iter().find(|attr| attr.path().is_ident("says"));
    let says = says.ok_or_else(|| Error::new_spanned(variant, "`says` is missing"))?;
    let sentence = &says.meta.require_list()?.tokens;
    let (name, error) = (&variant.ident, format_ident!("error"));
    let fields: Vec<_> = variant.fields.iter().map(|field| field.ident.as_ref().unwrap_or(&error)).collect();
    let pattern = match &variant.fields {
        Fields::Named(_) => quote!({ #(#fields),* }),
        Fields::Unnamed(_) => quote!((#(#fields),*)),
        Fields::Unit => quote!(),
    };
    let is_text = (|input: syn::parse::ParseStream<'_>| {
        let is_text = input.peek(Lit);
        input.parse::<TokenStream>().map(|_| is_text)
    })
    .parse2(sentence.clone())?;
    let write = if is_text { quote!(write!(f, #sentence)) } else { quote!(#sentence(f #(, #fields)*)) };
    Ok(quote!(Self::#name #pattern => #write,))
}
