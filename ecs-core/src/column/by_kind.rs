//! What a column does with rows in one way and with tags in another: the one place that asks which it has.
//! Nothing below knows of both.
#![expect(unsafe_code, reason = "of a type that has rows, a row is made without its value")]

use crate::base::CallSite;
use crate::error::AddError;
use crate::ids::Entity;
use crate::world::EndCall;

use super::changes::Fate;
use super::column::Column;
use super::dense::OFF;
use super::distinct::Distinct;
use super::kind::Kind;
use super::tagging::TagsOf;

impl Column {
    /// Says whether the components have rows.
    pub(crate) fn has_rows(&self) -> bool {
        self.tags().is_none()
    }

    /// The tags, if that is what the components are.
    #[inline(always)]
    pub(crate) fn tags(&self) -> Option<TagsOf<'_>> {
        match &self.kind {
            Kind::Rows => None,
            Kind::Tags(tags) => Some(tags.of(self)),
        }
    }

    // ---- look-up ----

    /// Finds the row of an entity's live component.
    #[inline(always)]
    pub(crate) fn find(&self, entity: Entity) -> Option<u32> {
        match &self.kind {
            Kind::Rows => self.find_row(entity),
            Kind::Tags(tags) => tags.of(self).find(entity),
        }
    }

    /// The row of the live component of the entity that has this index now.
    pub(crate) fn row_of_index(&self, index: u32) -> Option<u32> {
        match &self.kind {
            Kind::Rows => self.row_of_owner(index),
            Kind::Tags(tags) => tags.of(self).has(index).then_some(index),
        }
    }

    /// Says whether the entity that has this index now has a component, and an enabled one if it must be.
    #[inline]
    pub(crate) fn has(&self, index: u32, enabled_only: bool) -> bool {
        match &self.kind {
            Kind::Rows => self.has_row(index, enabled_only),
            Kind::Tags(tags) => tags.of(self).sees(index, enabled_only),
        }
    }

    /// Says whether the component of a row is live.
    pub(crate) fn is_live(&self, row: u32) -> bool {
        match &self.kind {
            Kind::Rows => self.is_live_row(row),
            Kind::Tags(tags) => tags.of(self).has(row),
        }
    }

    /// The index of the entity of a row.
    #[inline]
    pub(crate) fn owner(&self, row: u32) -> u32 {
        match &self.kind {
            Kind::Rows => self.owner_of_row(row),
            Kind::Tags(_) => row,
        }
    }

    /// The entity of a row, live or dead.
    #[inline]
    pub(crate) fn entity_of(&self, row: u32) -> Option<Entity> {
        match &self.kind {
            Kind::Rows => self.entity_of_row(row),
            Kind::Tags(tags) => tags.of(self).entity_of(row),
        }
    }

    /// The row at an address, if that is in this column.
    pub(super) fn row_at(&self, address: usize) -> Option<u32> {
        match &self.kind {
            Kind::Rows => self.dense.borrow().row_at(address).map(|row| row as u32),
            Kind::Tags(tags) => tags.of(self).row_at(address),
        }
    }

    /// The entities that have a component, in the order of the rows; only those that are enabled, or all.
    pub(crate) fn live_entities(&self, enabled_only: bool) -> Distinct {
        match &self.kind {
            Kind::Rows => self.entities_of_rows(enabled_only),
            Kind::Tags(tags) => tags.of(self).entities(enabled_only),
        }
    }

    /// The rows of all live and enabled components.
    pub(crate) fn rows_to_visit(&self) -> Vec<u32> {
        match &self.kind {
            Kind::Rows => self.live_and_enabled_rows(),
            Kind::Tags(tags) => tags.of(self).enabled_rows(),
        }
    }

    // ---- counting ----

    /// The number of rows, holes and dead ones that were not closed yet included.
    #[inline]
    pub(crate) fn rows(&self) -> usize {
        match &self.kind {
            Kind::Rows => self.dense.borrow().len(),
            Kind::Tags(tags) => tags.of(self).count(),
        }
    }

    /// The number of rows in the enabled prefix, as last flushed, holes included.
    #[inline]
    pub(crate) fn enabled_rows(&self) -> usize {
        match &self.kind {
            Kind::Rows => self.dense.borrow().enabled(),
            Kind::Tags(tags) => tags.of(self).enabled(),
        }
    }

    /// The number of rows, and of those in the enabled prefix: of tags, which have none, zero.
    #[inline]
    pub(crate) fn rows_and_prefix(&self) -> (usize, usize) {
        match &self.kind {
            Kind::Rows => {
                let dense = self.dense.borrow();
                (dense.len(), dense.enabled())
            }
            Kind::Tags(tags) => (tags.of(self).count(), 0),
        }
    }

    /// Which rows a view of so many components borrows: tags have rows with any number.
    #[inline]
    pub(crate) fn covered(&self, len: usize) -> u32 {
        match &self.kind {
            Kind::Rows => len as u32,
            Kind::Tags(_) => u32::MAX,
        }
    }

    // ---- adding ----

    /// Makes room for `additional` components, now or, while something is borrowed, never: a hint.
    pub(crate) fn reserve(&self, additional: usize) -> Result<(), AddError> {
        match &self.kind {
            Kind::Rows => self.reserve_rows(additional),
            Kind::Tags(_) => Ok(()),
        }
    }

    /// Appends a row for the component of a live entity, in whose set of types it is listed. If there is no
    /// room for it, it is listed no more.
    ///
    /// # Safety
    ///
    /// The caller must write a value to the row before anything else is done with the column.
    pub(crate) unsafe fn push_enlisted_row(&self, entity: Entity, enabled: bool) -> u32 {
        self.row_of_enlisted(entity, enabled)
    }

    /// As [`Column::push_enlisted_row`], as a part of what makes the row. The value is to be written.
    #[inline(always)]
    pub(super) fn row_of_enlisted(&self, entity: Entity, enabled: bool) -> u32 {
        match &self.kind {
            Kind::Rows => self.add_row(entity, enabled),
            Kind::Tags(tags) => tags.of(self).push(entity),
        }
    }

    /// Moves the value of a row that is not borrowed to those that are dropped at the next sync point.
    /// Returns the row as it is then, to which another value is to be written.
    ///
    /// # Safety
    ///
    /// The caller must write that value before anything else is done with the column.
    pub(crate) unsafe fn vacate(&self, row: u32, entity: Entity) -> u32 {
        debug_assert!(!self.borrows.is_row_borrowed(row, self));
        match &self.kind {
            Kind::Rows => self.vacate_row(row, entity),
            Kind::Tags(_) => {
                self.note_gone(entity);
                row
            }
        }
    }

    /// Prepares a row that is not borrowed for another value in the place of the one that it has, which is
    /// not dropped. Returns the row as it is then.
    pub(crate) fn begin_another(&self, row: u32, entity: Entity) -> u32 {
        debug_assert!(!self.borrows.is_row_borrowed(row, self));
        match &self.kind {
            Kind::Rows => self.begin_another_in_row(row, entity, false),
            Kind::Tags(_) => {
                self.note_gone(entity);
                row
            }
        }
    }

    /// Makes the component of a row dead, because it is borrowed, and appends a row for the same entity,
    /// whose value is to be written; that of a tag stays. If something cannot grow, nothing has changed.
    ///
    /// # Safety
    ///
    /// The caller must write that value before anything else is done with the column.
    pub(crate) unsafe fn supersede_row(&self, row: u32, owed: Option<EndCall>) -> u32 {
        match &self.kind {
            Kind::Rows => self.add_successor(row, owed),
            Kind::Tags(tags) => {
                tags.of(self).entity_of(row).into_iter().for_each(|entity| self.note_gone(entity));
                row
            }
        }
    }

    // ---- ending ----

    /// Makes a component dead whose row is closed at the next sync point; returns that row. If something
    /// cannot grow, nothing has changed.
    pub(crate) fn mark_dead(&self, row: u32, owed: Option<EndCall>, fate: Fate) -> u32 {
        match &self.kind {
            Kind::Rows => self.mark_row_dead(row, owed, fate),
            Kind::Tags(tags) => tags.of(self).mark_dead(row),
        }
    }

    /// Ends a component that may leave at once. The entity's set of types is left to the caller.
    #[inline]
    pub(crate) fn leave(&self, row: u32, entity: Entity) {
        match &self.kind {
            Kind::Rows => self.leave_row(row, entity),
            Kind::Tags(tags) => tags.of(self).end(row),
        }
    }

    /// Lets the live component of an entity belong to its successor. `false`, and nothing has changed, if it
    /// is borrowed, if one of the column waits for its `init`, which could be this one, or if hooks or
    /// observers do not know yet that it was disabled or parked: they would hear of it under the new name.
    pub(crate) fn bump_generation(&self, entity: Entity, successor: Entity) -> bool {
        debug_assert_eq!(entity.index(), successor.index());
        if self.find(entity).is_some_and(|row| self.owes_news_of_end(row, entity)) {
            return false;
        }
        match &self.kind {
            Kind::Rows => self.bump_generation_of_row(entity, successor),
            Kind::Tags(tags) => tags.of(self).may_stay(entity),
        }
    }

    /// Does what waits for a sync point, hooks and drops aside. Nothing may be borrowed.
    pub(crate) fn flush_changes(&self) {
        match &self.kind {
            Kind::Rows => self.flush_rows(),
            Kind::Tags(tags) => tags.of(self).let_go(),
        }
    }

    /// Ends all components at the end of the world, without hooks, and lists their values to be dropped, in
    /// order. Nothing may be borrowed.
    pub(crate) fn end_all(&self) {
        match &self.kind {
            Kind::Rows => self.end_rows(),
            Kind::Tags(tags) => tags.of(self).end_all(),
        }
    }

    // ---- switching ----

    /// Says whether the component and its entity are switched on.
    pub(crate) fn is_enabled(&self, row: u32) -> bool {
        match &self.kind {
            Kind::Rows => self.is_row_enabled(row),
            Kind::Tags(tags) => tags.of(self).is_enabled(row),
        }
    }

    /// Says whether any component may be switched off itself.
    #[cfg(feature = "serde")]
    pub(crate) fn is_any_off(&self) -> bool {
        match &self.kind {
            Kind::Rows => self.dense.borrow().has_flags(),
            Kind::Tags(tags) => tags.of(self).is_any_off(),
        }
    }

    /// Says whether the component itself is switched off.
    pub(crate) fn is_off(&self, row: u32) -> bool {
        match &self.kind {
            Kind::Rows => self.dense.borrow().flag(row as usize, OFF),
            Kind::Tags(tags) => tags.of(self).is_off(row),
        }
    }

    pub(super) fn set_off(&self, row: u32, off: bool) {
        match &self.kind {
            Kind::Rows => self.dense.borrow_mut().set_flag(row as usize, OFF, off),
            Kind::Tags(tags) => tags.of(self).set_off(row, off),
        }
    }

    /// Makes ready for a switch of the entity's component: its row changes sides in [`Column::change_side`],
    /// or at the next sync point if rows may not move now.
    pub(crate) fn prepare_switch(&self, entity: Entity, site: CallSite) {
        match &self.kind {
            Kind::Rows => self.prepare_switch_of_row(entity, site),
            Kind::Tags(tags) => tags.of(self).note_change(),
        }
    }

    /// Notes that the row may have to change sides at the next sync point.
    pub(crate) fn note_switched(&self, entity: Entity, site: CallSite) {
        match &self.kind {
            Kind::Rows => self.note_switched_row(entity, site),
            Kind::Tags(tags) => {
                tags.of(self).note_change();
                if self.is_observed() {
                    self.note_unnotified(entity, site);
                }
            }
        }
    }

    // ---- ends that are still to be told ----

    /// Says whether the end of another component that the entity had is still owed, or to be told.
    pub(crate) fn owes_end_of(&self, entity: Entity) -> bool {
        match &self.kind {
            Kind::Rows => self.owes_end_of_row(entity),
            Kind::Tags(tags) => tags.of(self).has_end_to_tell(entity),
        }
    }

    /// Says whether observers are to be told later that tags have ended.
    pub(crate) fn has_ends_to_tell(&self) -> bool {
        match &self.kind {
            Kind::Rows => false,
            Kind::Tags(tags) => tags.of(self).has_ends_to_tell(),
        }
    }

    /// Notes that observers are to be told later that an entity's tag has ended, or that they are told now.
    /// What has rows keeps the row of what ends.
    pub(crate) fn note_end_to_tell(&self, entity: Entity, is_to_tell: bool) {
        match (&self.kind, is_to_tell) {
            (Kind::Rows, _) => {}
            (Kind::Tags(tags), true) => tags.of(self).note_end_to_tell(entity),
            (Kind::Tags(tags), false) => tags.of(self).note_end_told(entity),
        }
    }

    // ---- notes about a component ----

    /// Says whether any of these notes is made about the component of a row.
    #[inline]
    pub(crate) fn flag(&self, row: u32, flags: u8) -> bool {
        match &self.kind {
            Kind::Rows => self.dense.borrow().flag(row as usize, flags),
            Kind::Tags(tags) => tags.flags_of(row) & flags != 0,
        }
    }

    /// The notes about the component of a row.
    pub(super) fn flags(&self, row: u32) -> u8 {
        match &self.kind {
            Kind::Rows => self.dense.borrow().flags(row as usize),
            Kind::Tags(tags) => tags.flags_of(row),
        }
    }

    /// Replaces the notes about the component of a row.
    pub(super) fn set_flags(&self, row: u32, flags: u8) {
        match &self.kind {
            Kind::Rows => self.dense.borrow_mut().set_flags(row as usize, flags),
            Kind::Tags(tags) => tags.set_flags(row, flags),
        }
    }

    /// Makes a note about the component of a row, or takes it back.
    #[inline]
    pub(crate) fn set_flag(&self, row: u32, flag: u8, on: bool) {
        match &self.kind {
            Kind::Rows => self.dense.borrow_mut().set_flag(row as usize, flag, on),
            Kind::Tags(tags) => {
                let flags = tags.flags_of(row);
                tags.set_flags(row, if on { flags | flag } else { flags & !flag });
            }
        }
    }

    /// The entity that has this index now, if it has a live component.
    pub(super) fn entity_now(&self, index: u32) -> Option<Entity> {
        match &self.kind {
            Kind::Rows => self.entity_now_of_row(index),
            Kind::Tags(tags) => tags.of(self).has(index).then(|| self.world.entities.borrow().at(index)),
        }
    }

    // ---- sorting: tags have no order that could change ----

    /// Moves the row `order[place]` to `place`, for each place; rows beyond the order stay. It is a
    /// permutation that leaves enabled rows before disabled ones. Nothing is borrowed, and the column is
    /// flushed. O(n); each value moves once.
    pub(crate) fn permute(&self, order: &[u32]) {
        match &self.kind {
            Kind::Rows => self.permute_rows(order),
            Kind::Tags(_) => {}
        }
    }

    /// Brings these rows, in their order, before those that are not named and keep theirs: the enabled ones
    /// among the enabled, the disabled ones among the disabled. Nothing is borrowed, and the column is
    /// flushed. O(n).
    pub(crate) fn bring_first(&self, rows: impl Iterator<Item = u32>) {
        match &self.kind {
            Kind::Rows => self.bring_rows_first(rows),
            Kind::Tags(_) => {}
        }
    }

    /// Shows the entity indices of the first `len` components, in the order of a view.
    pub(super) fn with_first_owners(&self, len: usize, look: impl FnOnce(&[u32])) {
        match &self.kind {
            Kind::Rows => look(&self.owners()[..len]),
            Kind::Tags(tags) => look(&tags.of(self).indices_in_order()),
        }
    }
}
