//! [`Source`]: where the body of a hook comes from, as a key says it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Path;
use syn::ext::IdentExt;
use syn::parse::Parser;
use syn::spanned::Spanned;

use crate::entry::{Entry, Form};

/// Where the body of a hook comes from.
pub enum Source {
    /// From the method with the hook's name, if there is one.
    Probed,
    /// From this method, which must exist: `update` or `update = step`.
    Method(Ident),
    /// From this function: `update = physics::step`.
    Function(Path),
    /// From nowhere: `update = none`.
    Absent,
    /// From nowhere: a generic type does not name the hook.
    Unnamed,
}

impl Source {
    /// Reads `key`, which means the method `bare`, `key = step`, `key = physics::step` or `key = none`.
    pub fn of(entry: &Entry, bare: &str) -> Option<Self> {
        match &entry.form {
            Form::Bare => Some(Self::Method(Ident::new(bare, entry.key.span()))),
            Form::Value(_, value) => method(value).or_else(|| function(value)),
            Form::List(_) => None,
        }
    }

    /// Whether there is no such method, or none that is the hook.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent | Self::Unnamed)
    }

    /// The method or function that is named: where errors are shown, its name for messages, and its path.
    pub fn named(&self) -> Option<(Span, String, TokenStream)> {
        let (name, body) = match self {
            Self::Method(method) => {
                let span = at(method);
                (method, quote_spanned!(span=> <Self>::#method))
            }
            Self::Function(path) => (&path.segments.last()?.ident, path.to_token_stream()),
            Self::Probed | Self::Absent | Self::Unnamed => return None,
        };
        Some((at(name), name.unraw().to_string(), body))
    }
}

/// `step`, or `none`.
pub fn method(value: &TokenStream) -> Option<Source> {
    let name: Ident = syn::parse2(value.clone()).ok()?;
    Some(if name == "none" { Source::Absent } else { Source::Method(name) })
}

/// `physics::step`.
pub fn function(value: &TokenStream) -> Option<Source> {
    let mut path = mod_path(value).filter(|path| path.segments.len() > 1)?;
    // Otherwise `unused_qualifications` would advise `update = step`, which means a method.
    let name = &mut path.segments.last_mut()?.ident;
    name.set_span(at(name));
    Some(Source::Function(path))
}

/// A path without arguments.
pub fn mod_path(value: &TokenStream) -> Option<Path> {
    Path::parse_mod_style.parse2(value.clone()).ok()
}

/// Where errors about some tokens are shown, as code that the derive wrote.
pub fn at(tokens: &impl Spanned) -> Span {
    written_by_derive(tokens.span())
}

/// Keeps the place of `span`, but marks it as code of the derive: lints about the user's style pass it by.
pub fn written_by_derive(span: Span) -> Span {
    span.resolved_at(Span::mixed_site())
}
