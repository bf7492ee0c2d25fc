//! The form of a save: its fields, and the marks of its entities.

/// The version of the form of saves.
pub(super) const FORM: u32 = 1;

/// The fields of a save, in the order in which they are written. Whatever sorts them by their names keeps the
/// entities before all that refers to them.
pub(super) const FIELDS: &[&str] = &["clock", "entities", "form", "names", "parents", "types"];

/// The place of the entities among them.
pub(super) const ENTITIES: usize = 1;

/// The entity itself is switched off.
pub(super) const OFF: u8 = 1;
/// The entity waits in a pool.
pub(super) const PARKED: u8 = 2;

/// The fields of a column, in the order in which they are written. Whatever sorts them by their names keeps
/// the values behind all that is to be known before.
pub(super) const COLUMN_FIELDS: &[&str] = &["entities", "off", "order", "type", "unstarted", "values"];

/// The place of the entities among them.
pub(super) const COLUMN_ENTITIES: usize = 0;
