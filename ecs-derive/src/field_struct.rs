//! [`FieldStruct`]: a struct whose fields are what a query asks for, or what a system takes.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::{Data, DataStruct, DeriveInput, Fields, Generics, Lifetime, LifetimeParam, Path};

use crate::ctxt::Ctxt;
use crate::krate;

/// As many fields as a query asks for things, and as a function that is a system has parameters.
const MOST: usize = 12;

/// A struct that has at most one lifetime.
pub struct FieldStruct<'i> {
    pub name: &'i Ident,
    pub generics: &'i Generics,
    pub lifetime: Option<&'i Lifetime>,
    pub fields: &'i Fields,
    pub krate: Path,
}

/// The attribute of a derive, and its messages.
pub struct Texts {
    pub attribute: &'static str,
    pub is_no_struct: &'static str,
    /// The message for a struct of this name without a lifetime, if it must have one.
    pub has_no_lifetime: Option<fn(&Ident) -> String>,
    pub has_lifetimes: &'static str,
    pub has_no_field: &'static str,
    pub has_too_many_fields: &'static str,
}

impl<'i> FieldStruct<'i> {
    /// Writes the implementation for a type by a function, or all errors.
    pub fn derive(
        input: &'i DeriveInput,
        texts: &Texts,
        expand: impl FnOnce(&Self) -> TokenStream,
    ) -> TokenStream {
        let mut ctxt = Ctxt::default();
        let model = Self::new(&mut ctxt, input, texts);
        match (ctxt.finish(), model) {
            (Ok(()), Some(model)) => expand(&model),
            (Err(errors), _) => errors.to_compile_error(),
            (Ok(()), None) => TokenStream::new(),
        }
    }

    /// Understands a type; `None` if that was reported as an error.
    pub fn new(
        ctxt: &mut Ctxt,
        input @ DeriveInput { ident: name, generics, data, .. }: &'i DeriveInput,
        texts: &Texts,
    ) -> Option<Self> {
        let keyword = match data {
            Data::Struct(_) => None,
            Data::Enum(data) => Some(data.enum_token.span),
            Data::Union(data) => Some(data.union_token.span),
        };
        if let Some(keyword) = keyword {
            ctxt.push(syn::Error::new(keyword, texts.is_no_struct));
        }
        let mut lifetimes = generics.lifetimes().map(|LifetimeParam { lifetime, .. }| lifetime);
        let lifetime = lifetimes.next();
        if let (None, Some(message)) = (lifetime, texts.has_no_lifetime) {
            ctxt.error(name, message(name));
        }
        for further in lifetimes {
            ctxt.error(further, texts.has_lifetimes);
        }
        let Data::Struct(DataStruct { fields, .. }) = data else { return None };
        if fields.is_empty() {
            ctxt.error(name, texts.has_no_field);
        }
        for field in fields.iter().skip(MOST) {
            ctxt.error(field, texts.has_too_many_fields);
        }
        let krate = krate::path_of(ctxt, input, texts.attribute);
        Some(Self { name, generics, lifetime, fields, krate: krate? })
    }

    /// A variable for each field.
    pub fn variables(&self, what: &str, span: Span) -> Vec<Ident> {
        (0..self.fields.len()).map(|place| format_ident!("__{what}{place}", span = span)).collect()
    }

    /// The type of the struct, with this lifetime if it has one.
    pub fn with_lifetime(&self, lifetime: &Lifetime, span: Span) -> TokenStream {
        let Self { name, generics, .. } = self;
        let lifetime = self.lifetime.map(|_| quote_spanned!(span=> #lifetime,));
        let types = generics.type_params().map(|param| &param.ident);
        let values = generics.const_params().map(|param| &param.ident);
        quote_spanned!(span=> #name<#lifetime #(#types,)* #(#values,)*>)
    }
}
