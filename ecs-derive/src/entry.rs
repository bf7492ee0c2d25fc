//! Splits `#[component(a, b = x, c(y))]` into entries: syntax only, no meaning.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{MetaList, Token, token};

use crate::ctxt::Ctxt;

/// One key with what follows it.
pub struct Entry {
    pub key: Ident,
    pub form: Form,
}

/// What follows a key.
pub enum Form {
    /// `key`
    Bare,
    /// `key = tokens`
    Value(Token![=], TokenStream),
    /// `key(tokens)`
    List(Group),
}

impl Entry {
    /// Reads every entry of `list`. A malformed one is reported and does not hide the others.
    pub fn parse_all(ctxt: &mut Ctxt, list: &MetaList) -> Vec<Self> {
        let mut entries = Vec::new();
        let result = list.parse_args_with(|input: ParseStream| {
            while !input.is_empty() {
                match input.parse() {
                    Ok(entry) => entries.push(entry),
                    Err(error) => {
                        ctxt.push(error);
                        up_to_comma(input)?;
                    }
                }
                input.parse::<Option<Token![,]>>()?;
            }
            Ok(())
        });
        if let Err(error) = result {
            ctxt.push(error);
        }
        entries
    }

    /// What follows `key =`.
    pub fn value(&self) -> Option<TokenStream> {
        if let Form::Value(_, value) = &self.form { Some(value.clone()) } else { None }
    }

    /// What stands in the parentheses of `key(..)`.
    pub fn list(&self) -> Option<TokenStream> {
        if let Form::List(list) = &self.form { Some(list.stream()) } else { None }
    }

    /// The items in the parentheses of `key(..)`, of which there is one at least.
    pub fn items<T: Parse>(&self) -> Option<Vec<T>> {
        let items = Punctuated::<T, Token![,]>::parse_terminated.parse2(self.list()?).ok()?;
        if items.is_empty() { None } else { Some(items.into_iter().collect()) }
    }

    /// What was read of the entry, or an error that says its right forms.
    pub fn expect<T>(&self, read: Option<T>, right: &str) -> syn::Result<T> {
        let message = || format!("wrong form of `{}`: write {right}", self.key);
        read.ok_or_else(|| syn::Error::new_spanned(self, message()))
    }
}

impl Parse for Entry {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let at = input.cursor();
        let Ok(key) = Ident::parse_any(input) else {
            return Err(syn::Error::new(at.span(), "expected a key, such as `update`"));
        };
        let form = if input.peek(Token![=]) {
            Form::Value(input.parse()?, up_to_comma(input)?)
        } else if input.peek(token::Paren) {
            Form::List(input.parse()?)
        } else {
            Form::Bare
        };
        if input.is_empty() || input.peek(Token![,]) {
            Ok(Self { key, form })
        } else {
            Err(input.error(format_args!("expected `,` after `{key}`")))
        }
    }
}

impl ToTokens for Entry {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.key.to_tokens(tokens);
        match &self.form {
            Form::Bare => {}
            Form::Value(eq, value) => {
                eq.to_tokens(tokens);
                value.to_tokens(tokens);
            }
            Form::List(group) => group.to_tokens(tokens),
        }
    }
}

/// Takes all tokens before the next comma.
pub fn up_to_comma(input: ParseStream) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.append(input.parse::<TokenTree>()?);
    }
    Ok(tokens)
}
