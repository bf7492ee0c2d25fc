//! [`SaveSpec`]: the keys of a type for saves.

use super::super::part::SpecExtension;
use super::was::Was;

/// How the values of a component type are saved.
pub struct SaveSpec {
    /// The type's name in saves, if it has one of its own.
    pub name: Option<&'static str>,
    /// The version of its values now, in saves.
    pub version: u32,
    /// Whether saves leave it out on purpose.
    pub transient: bool,
    /// Its older names and versions.
    pub was: &'static [Was],
    /// Whether none of its fields can hold an entity, by how their types are written.
    pub plain: bool,
    /// Whether it has no fields, so that code that can name the type can make a value of it.
    pub bare: bool,
    /// Fields that saves leave out, and whose types mention entities.
    pub unseen: &'static [&'static str],
    /// Writes, reads and copies values.
    #[cfg(feature = "serde")]
    pub support: super::support::SaveSupport,
}

impl SaveSpec {
    /// A type that says nothing about saves.
    pub const NONE: Self = Self {
        name: None,
        version: 1,
        transient: false,
        was: &[],
        plain: false,
        bare: false,
        unseen: &[],
        #[cfg(feature = "serde")]
        support: super::support::SaveSupport::NOTHING,
    };
}

impl SpecExtension for SaveSpec {
    const NONE: Self = Self::NONE;
}
