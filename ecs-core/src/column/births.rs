//! [`Births`]: what a new component still gets.

use crate::ids::Entity;
use core::cell::RefCell;
use std::collections::VecDeque;

use super::rows::{NOTIFIED_OFF, UNBORN, UNSTARTED};

/// What a new component of a type still gets once its value is placed.
#[derive(Clone, Copy)]
pub(crate) struct Births {
    /// It has hooks that never run unless it is born before.
    pub(crate) has_later: bool,
    /// It is notified that it is enabled once it is born.
    pub(crate) is_notified: bool,
    /// It has a `start`.
    pub(crate) starts: bool,
}

impl Births {
    /// The flags of a new row.
    pub(super) const fn flags(self) -> u8 {
        let has_later = if self.has_later { UNBORN } else { 0 };
        let is_notified = if self.is_notified { NOTIFIED_OFF } else { 0 };
        let starts = if self.starts { UNSTARTED } else { 0 };
        has_later | is_notified | starts
    }
}

/// Entities whose component waits for its `start`, in the order in which they came. The index counts: an
/// entity may be recycled meanwhile. The flag of the row has the last word.
pub(super) type Unstarted = RefCell<VecDeque<Entity>>;

/// So many more than there are rows are listed without a thought.
pub(super) const FEW: usize = 64;
