//! [`Placed`]: a component that a call has placed and that is not born yet.

use crate::base::CallSite;
use crate::column::{At, Column, Fate, PendingInit};
use crate::ids::Entity;
use std::rc::Rc;

/// What becomes of a component whose call fails before its birth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum IfUnborn {
    /// It is dead, without hooks, and its value drops at the next sync point.
    Dies,
    /// It is born at the next sync point: the component in whose place it was put has ended already.
    IsBornLater,
}

/// A component that a call has placed and that is not born yet: user code runs between the two. When its turn
/// comes it may be gone, replaced by another one, or borrowed. If its turn never comes, because the call
/// fails or panics, the drop does as [`IfUnborn`] says.
pub(super) struct Placed {
    pending: PendingInit,
    entity: Entity,
    site: CallSite,
    /// `None` once it has had its turn.
    if_unborn: Option<IfUnborn>,
}

impl Placed {
    /// Begins right after the value was placed.
    #[inline]
    pub(super) fn new(column: Rc<Column>, entity: Entity, site: CallSite, if_unborn: IfUnborn) -> Self {
        // What dies must be known of a type without hooks too.
        let is_watched = if_unborn == IfUnborn::Dies || column.has_birth();
        let pending = PendingInit::begin(column, is_watched);
        Self { pending, entity, site, if_unborn: Some(if_unborn) }
    }

    /// Says whether it is still there.
    pub(super) fn is_there(&self) -> bool {
        self.pending.take_birth(self.entity).is_some()
    }

    /// Gives it its turn: returns its row if it can be born now. One that is borrowed is born at the next
    /// sync point.
    pub(super) fn take_turn(&mut self) -> Option<u32> {
        // Where memory is missing to postpone the birth, the turn never comes.
        let row = take_free_birth(&self.pending, self.entity, self.site);
        self.if_unborn = None;
        row
    }

    /// The component.
    pub(super) fn at(&self) -> At<'_> {
        self.pending.column().at(self.entity, self.site)
    }
}

impl Drop for Placed {
    fn drop(&mut self) {
        match self.if_unborn {
            Some(IfUnborn::Dies) => {
                if let Some(row) = self.pending.take_birth(self.entity) {
                    self.pending.column().detach(row, None, Fate::Dropped);
                }
            }
            Some(IfUnborn::IsBornLater) => self.pending.postpone_missed(self.entity, self.site),
            None => {}
        }
    }
}

/// Takes the birth of an entity's component, as a row that is not borrowed; `None` if the type has no birth.
/// One that is borrowed is born at the next sync point.
#[inline]
pub(super) fn take_free_birth(pending: &PendingInit, entity: Entity, site: CallSite) -> Option<u32> {
    if !pending.column().has_birth() {
        return None;
    }
    let row = pending.take_birth(entity)?;
    if pending.column().is_row_held(row) {
        pending.postpone(entity, site);
        return None;
    }
    Some(row)
}
