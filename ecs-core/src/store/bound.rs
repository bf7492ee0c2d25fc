//! [`Bound`]: a thread-local cell that points to a column.

use core::any::{TypeId, type_name};
use core::cell::Cell;
use core::ptr;
use std::rc::Rc;
use std::thread::LocalKey;
use crate::world::{WorldCore, current_for};

use super::column::Column;

/// A thread-local cell, whatever type it is of.
pub(super) trait Bound {
    /// Lets it point nowhere, if it points to this column.
    fn forget(&'static self, term: *const Column);
}
