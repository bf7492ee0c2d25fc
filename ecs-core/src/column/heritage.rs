//! [`Heritage`]: what a column of a type that inherits knows besides.

use core::cell::{Cell, RefCell};

use super::lineage::Lineage;

/// What a column of a type that inherits knows besides.
#[derive(Default)]
pub(super) struct Heritage {
    /// As of the last pass. None while a pass runs.
    pub(super) lineage: Cell<Option<Box<Lineage>>>,
    /// Entities that have another parent since, by their index.
    pub(super) relinked: RefCell<Vec<u32>>,
}
