//! [`Feature`]: what the file of a feature says of its keys. And the words in which such a file says so.

pub use proc_macro2::{Ident, TokenStream};
pub use quote::quote_spanned;
pub use syn::spanned::Spanned;

pub use super::Model;
pub use crate::ctxt::Ctxt;
pub use crate::entry::Entry;
pub use crate::output::{Output, flag, implementation, list};
pub use crate::source::{Source, at};
pub use crate::types::{text, ungroup};
pub use crate::value::{FieldKey, Slot, Value};

/// Keys of a type, with where the value of each is kept.
pub type Keys<'a> = Vec<(&'static str, &'a mut dyn Slot)>;

/// Keys of fields, each with the fields on which it belongs, for messages, and those that have it.
pub type FieldKeys<'a> = Vec<(&'static str, &'static str, &'a mut Vec<FieldKey>)>;

/// The keys of one feature, as far as they could be understood.
pub trait Feature {
    /// The keys of a type.
    fn keys(&mut self) -> Keys<'_> {
        Vec::new()
    }

    /// The keys of fields.
    fn field_keys(&mut self) -> FieldKeys<'_> {
        Vec::new()
    }

    /// The key whose method runs over all components, and what `parallel` calls that method.
    fn pass(&self) -> Option<(&'static str, &'static str)> {
        None
    }

    /// Says whether each field of all values lies in an array of its own.
    fn is_split(&self) -> bool {
        false
    }

    /// Says whether states have the feature too.
    fn is_of_states(&self) -> bool {
        false
    }

    /// The methods that are named by keys, each with the hook that it is, if it is one.
    fn methods(&self) -> Vec<(Option<&'static str>, &Source)> {
        Vec::new()
    }

    /// Reports each rule that the keys break.
    fn check(&self, _: &mut Ctxt, _: &Model) {}

    /// Writes what the keys say. Of a type with errors, too, but only [`Output::always`] is used then.
    fn expand(&self, model: &Model, output: &mut Output);
}
