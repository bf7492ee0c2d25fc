//! [`Source`]: where the body of a hook comes from, as a key says it.

use proc_macro2::{Ident, Span, TokenStream};
use syn::Path;
use syn::parse::Parser;

/// Where the body of a hook comes from.
pub enum Source {
    /// From the method with the hook's name, if there is one.
    Probed,
    /// From this method, which must exist: `update` or `update = step`.
    Method(Ident),
    /// From this function: `update = physics::step`.
    Function(Path),
    /// From nowhere: `update = none`, or a generic type that does not name the hook.
    Absent,
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
    name.set_span(written_by_derive(name.span()));
    Some(Source::Function(path))
}

/// A path without arguments.
pub fn mod_path(value: &TokenStream) -> Option<Path> {
    Path::parse_mod_style.parse2(value.clone()).ok()
}

/// Keeps the place of `span`, but marks it as code of the derive: lints about the user's style pass it by.
pub fn written_by_derive(span: Span) -> Span {
    span.resolved_at(Span::mixed_site())
}
