//! Collects errors, so that all of them are reported at once.

use std::fmt::Display;

use quote::ToTokens;

/// The errors found so far. Ends in [`finish`](Self::finish).
#[derive(Default)]
#[must_use = "errors are lost unless `finish` is called"]
pub struct Ctxt {
    errors: Option<syn::Error>,
}

impl Ctxt {
    /// Reports `message` at `tokens`.
    pub fn error(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Reports `error`.
    pub fn push(&mut self, error: syn::Error) {
        match &mut self.errors {
            Some(errors) => errors.combine(error),
            None => self.errors = Some(error),
        }
    }

    /// Returns all errors as one, if there are any.
    pub fn finish(self) -> syn::Result<()> {
        self.errors.map_or(Ok(()), Err)
    }

    /// The texts of all errors, in the order of their reports.
    #[cfg(test)]
    pub fn messages(self) -> Vec<String> {
        self.errors.into_iter().flatten().map(|error| error.to_string()).collect()
    }
}
