//! [`AnyColumn`]: what the world asks of a column.

use core::any::{Any, TypeId};
use std::rc::Rc;

use crate::base::{Panic, keep_panic_of};
use crate::borrow::Conflict;
use crate::column::Column;
use crate::ids::{Entity, TypeBits};
use crate::world::{AnyColumn, Interface, Observing, Occasions, StoreStats};

use super::sync_point::flush;

impl AnyColumn for Column {
    fn name(&self) -> &'static str {
        self.name()
    }

    fn can_flush(&self) -> bool {
        self.can_flush()
    }

    fn is_any_told_now(&self) -> bool {
        self.is_any_told_now()
    }

    fn flush(&self) -> bool {
        flush(self)
    }

    fn close_holes(&self) {
        self.close_holes();
    }

    fn note_visited(&self) {
        self.note_visited();
    }

    fn any_conflict(&self) -> Option<Conflict> {
        self.borrows().any_conflict()
    }

    fn has_events(&self) -> bool {
        self.has_events()
    }

    fn discard(&self, entity: Entity) {
        self.discard(entity);
    }

    fn discard_at_once(&self, entity: Entity) -> bool {
        self.leave_at_once(entity).is_some()
    }

    fn component_type(&self) -> TypeId {
        self.info.id
    }

    fn may_be_sent(&self) -> bool {
        self.info.is_send || !self.has_values()
    }

    fn ends_unheard(&self) -> bool {
        self.ends_unheard()
    }

    fn set_observed(&self, occasions: Occasions) {
        self.set_observed(occasions);
    }

    fn known_number(&self) -> Option<u32> {
        self.known_number()
    }

    fn discard_many(&self, entities: &[(Entity, TypeBits)]) {
        let number = self.number();
        let with_one = entities.iter().filter(|(_, types)| types.has(number));
        self.discard_many(with_one.map(|&(entity, _)| entity));
    }

    fn events(&self) -> Vec<(TypeId, Option<Observing>)> {
        self.spec().events.iter().map(|listener| (listener.event, listener.observing)).collect()
    }

    fn interfaces(&self) -> &'static [Interface] {
        self.spec().interfaces
    }

    fn drop_values(&self, first_panic: &mut Option<Panic>) {
        while let Some(waiting) = self.take_event(|_| true) {
            keep_panic_of(|| drop(waiting), first_panic);
        }
        self.end_all();
        while keep_panic_of(|| self.drop_next(), first_panic) != Some(false) {}
    }

    fn keep_none(&self) {
        self.keep_none();
    }

    fn inherits(&self) -> bool {
        self.info.inherits
    }

    fn note_relinked(&self, entity: Entity) {
        self.note_relinked(entity);
    }

    fn watch(&self, more: i64) {
        self.watch(more);
    }

    fn stats(&self) -> StoreStats {
        let (value_bytes, row_bytes, lookup_bytes, capacity) = self.memory();
        StoreStats {
            component: self.name(),
            count: self.count(),
            enabled: self.enabled_rows() - self.holes(),
            capacity,
            value_bytes,
            row_bytes,
            lookup_bytes,
            kept: self.kept(),
        }
    }

    fn into_any(self: Rc<Self>) -> Rc<dyn Any> {
        self
    }
}
