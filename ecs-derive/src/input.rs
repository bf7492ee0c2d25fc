//! The type that derives, without its keys.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Path, Type, TypePath};

use crate::source::written_by_derive;

/// Which features of `ecs-core` the derive writes for. With `snapshot` goes `serde`.
#[derive(Clone, Copy, Default)]
pub struct Features {
    pub serde: bool,
    pub snapshot: bool,
}

/// How many values of a type a world has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Number {
    Many,
    One,
    /// The value of a state.
    State,
}

/// The type that derives.
pub struct Input<'a> {
    pub original: &'a DeriveInput,
    pub number: Number,
    pub features: Features,
    /// Where `ecs-core` is; `None` if that was reported as an error.
    pub krate: Option<Path>,
}

impl Input<'_> {
    /// Whether the type has parameters.
    pub fn is_generic(&self) -> bool {
        !self.original.generics.params.is_empty()
    }

    /// Whether a world has one value of the type.
    pub fn is_singleton(&self) -> bool {
        self.number == Number::One
    }

    /// Whether the type is a struct without fields, so that there is nothing in a value.
    pub fn is_bare(&self) -> bool {
        matches!(&self.original.data, Data::Struct(data) if data.fields.is_empty())
    }

    /// Whether `ty` is this type. Found only where it is written as its bare name.
    pub fn is_named_by(&self, ty: &Type) -> bool {
        let Type::Path(TypePath { qself: None, path, .. }) = ty else { return false };
        path.is_ident(&self.original.ident) || path.is_ident("Self")
    }

    /// The type's name, for code.
    pub fn name(&self) -> Ident {
        let mut name = self.original.ident.clone();
        name.set_span(self.span());
        name
    }

    /// The type's name, for messages.
    pub fn text(&self) -> String {
        self.original.ident.unraw().to_string()
    }

    /// Where errors about the whole type are shown: at its name, as code that the derive wrote.
    pub fn span(&self) -> Span {
        written_by_derive(self.original.ident.span())
    }
}
