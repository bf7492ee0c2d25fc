//! How the value of a key is read, by the type that keeps it.

use proc_macro2::Ident;
use syn::LitInt;

use crate::entry::{Entry, Form};

/// What a key says.
pub trait Value: Sized {
    /// Reads what follows the key, or refuses its form.
    fn read(entry: &Entry) -> syn::Result<Self>;
}

/// Where the value of a key is kept.
pub trait Slot {
    /// Whether the key may come again.
    fn accumulates(&self) -> bool {
        false
    }
    /// Reads the value of the key.
    fn read(&mut self, entry: &Entry) -> syn::Result<()>;
}

impl<T: Value> Slot for Option<T> {
    fn read(&mut self, entry: &Entry) -> syn::Result<()> {
        *self = Some(T::read(entry)?);
        Ok(())
    }
}

impl<T> Slot for Vec<T>
where
    Self: Value,
{
    fn accumulates(&self) -> bool {
        true
    }
    fn read(&mut self, entry: &Entry) -> syn::Result<()> {
        self.extend(<Self as Value>::read(entry)?);
        Ok(())
    }
}

/// A key that has no value, as `track`.
impl Value for Ident {
    fn read(entry: &Entry) -> syn::Result<Self> {
        let key = matches!(entry.form, Form::Bare).then(|| entry.key.clone());
        entry.expect(key, "only the key")
    }
}

/// `capacity = 64`.
impl Value for LitInt {
    fn read(entry: &Entry) -> syn::Result<Self> {
        let literal = entry.value().and_then(|value| syn::parse2(value).ok()).filter(is_usize);
        entry.expect(literal, &format!("`{} = 64`, with a literal of type `usize`", entry.key))
    }
}

/// Whether the type of a literal is `usize`, and its value too.
pub fn is_usize(literal: &LitInt) -> bool {
    matches!(literal.suffix(), "" | "usize") && literal.base10_parse::<usize>().is_ok()
}

/// A key of a field, and the place of the field among those of the type.
pub struct FieldKey {
    pub key: Ident,
    pub field: usize,
}
