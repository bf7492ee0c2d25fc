//! [`Ends`]: components that are dead, and ends that are still pending.

use std::collections::{BTreeMap, HashMap};

use crate::borrow::Held;
use crate::ids::Entity;
use crate::world::EndCall;

/// Dead components until the next sync point, and their pending ends: hooks and observers of an end may have
/// to wait until their parameters can be borrowed.
#[derive(Default)]
pub(crate) struct Ends {
    /// Rows whose component is dead, in the order of the kills.
    dead: Vec<Dead>,
    /// The places of the first of them, by their rows: made when an end is pending, as that is looked up by
    /// its row.
    indexed: HashMap<u32, usize>,
    /// The number of pending ends of each entity.
    by_entity: HashMap<Entity, usize>,
    pending: usize,
    /// The number of ends that have begun to wait, since the column was made.
    deferred: u64,
    /// The end of none before this place of the dead is pending.
    first: usize,
    /// The parameter that the first pending end waited for when it was last tried.
    waits_for: Option<Held>,
    /// Entities whose tag was borrowed when it ended, since the last sync point: their indices are held.
    pub(crate) held_tags: Vec<Entity>,
    /// For an entity, the number of tags that have ended and whose end was not reported to observers yet.
    unreported_tags: BTreeMap<Entity, usize>,
}

/// A row whose component is dead.
pub(crate) struct Dead {
    pub(crate) row: u32,
    pub(crate) entity: Entity,
    /// The call that has ended it, while its end is pending.
    pub(crate) pending: Option<EndCall>,
    pub(crate) fate: Fate,
    /// The row was borrowed when it died, so that the index of the entity is held.
    pub(crate) held: bool,
}

/// The place to which the value of a dead component goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It was taken from its row.
    Taken,
    /// It is dropped.
    Dropped,
    /// It is kept for a later component, if the type is pooled and there is room; otherwise it is dropped.
    Kept,
}

impl Dead {
    /// Drops the value instead of keeping it.
    fn dont_keep(&mut self) {
        if self.fate == Fate::Kept {
            self.fate = Fate::Dropped;
        }
    }
}

impl Ends {
    /// The number of dead rows.
    pub(crate) fn dead(&self) -> usize {
        self.dead.len()
    }

    /// Makes room for one more, so that listing it cannot fail.
    pub(crate) fn make_room(&mut self, is_pending: bool) {
        self.dead.reserve(1);
        if is_pending {
            self.by_entity.reserve(1);
        }
    }

    pub(crate) fn list(&mut self, dead: Dead) {
        self.count(self.dead.len(), dead.entity, false, dead.pending.is_some());
        self.dead.push(dead);
    }

    /// The entity of a dead row.
    pub(crate) fn entity_of(&self, row: u32) -> Option<Entity> {
        self.place_of(row).map(|place| self.dead[place].entity)
    }

    /// The place of a dead row. A row is listed once until it is closed.
    fn place_of(&self, row: u32) -> Option<usize> {
        let place = || self.dead.iter().skip(self.indexed.len()).rposition(|dead| dead.row == row);
        self.indexed.get(&row).copied().or_else(|| Some(self.indexed.len() + place()?))
    }

    /// Drops the value of a dead row instead of keeping it: a hook of its end has panicked.
    pub(crate) fn dont_keep(&mut self, row: u32) {
        if let Some(place) = self.place_of(row) {
            self.dead[place].dont_keep();
        }
    }

    /// Drops the values of all dead rows instead of keeping them.
    pub(crate) fn keep_none(&mut self) {
        self.dead.iter_mut().for_each(Dead::dont_keep);
    }

    /// Takes the list of the dead, whose rows are to be closed, for [`Ends::give_back`].
    pub(crate) fn take_dead(&mut self) -> Vec<Dead> {
        let dead = core::mem::take(&mut self.dead);
        (self.indexed, self.by_entity) = (HashMap::new(), HashMap::new());
        (self.pending, self.first, self.waits_for) = (0, 0, None);
        dead
    }

    /// Uses the memory of an empty list for the next dead.
    pub(crate) fn give_back(&mut self, list: Vec<Dead>) {
        debug_assert!(list.is_empty() && self.dead.is_empty());
        self.dead = list;
    }

    // ---- pending ends ----

    /// Says whether an end is pending, so that its row stays.
    pub(crate) fn is_any_pending(&self) -> bool {
        self.pending != 0
    }

    /// The number of pending ends, and of all ends that have begun to wait.
    pub(crate) fn counts(&self) -> (usize, u64) {
        (self.pending, self.deferred)
    }

    /// Says whether the end of a component that the entity had before is pending, or not reported yet.
    pub(crate) fn is_pending_of(&self, entity: Entity) -> bool {
        self.is_any_pending() && self.by_entity.contains_key(&entity)
            || self.unreported_tags.contains_key(&entity)
    }

    /// Counts the end of the dead one at a place as pending or not.
    fn count(&mut self, place: usize, entity: Entity, was_pending: bool, is_pending: bool) {
        if is_pending && !was_pending {
            *self.by_entity.entry(entity).or_default() += 1;
            self.pending += 1;
            self.deferred += 1;
            self.first = self.first.min(place);
        } else if was_pending && !is_pending {
            self.pending -= 1;
            if let Some(ends) = self.by_entity.get_mut(&entity) {
                *ends -= 1;
                if *ends == 0 {
                    self.by_entity.remove(&entity);
                }
            }
        }
    }

    /// Sets whether the end of a dead row is pending, and by which call.
    pub(crate) fn set_pending(&mut self, row: u32, call: Option<EndCall>) {
        if let Some(place) = self.place_of(row) {
            let (entity, before) = (self.dead[place].entity, self.dead[place].pending);
            self.count(place, entity, before.is_some(), call.is_some());
            self.dead[place].pending = call;
        }
    }

    /// Makes the end of the component pending that an entity had last.
    pub(crate) fn set_last_pending(&mut self, entity: Entity, call: EndCall) {
        let is_last = |dead: &Dead| dead.entity == entity && dead.pending.is_none();
        if let Some(place) = self.dead.iter().rposition(is_last) {
            self.count(place, entity, false, true);
            self.dead[place].pending = Some(call);
        }
    }

    /// The row, the entity and the call of the next pending end.
    pub(crate) fn next_pending(&mut self) -> Option<(u32, Entity, EndCall)> {
        if !self.is_any_pending() {
            return None;
        }
        self.first += self.dead[self.first..].iter().position(|dead| dead.pending.is_some())?;
        self.waits_for = None;
        let unindexed = self.dead.iter().enumerate().skip(self.indexed.len());
        self.indexed.extend(unindexed.map(|(place, dead)| (dead.row, place)));
        let Dead { row, entity, pending, .. } = self.dead[self.first];
        Some((row, entity, pending?))
    }

    /// Notes the parameter that the first pending end waits for.
    pub(crate) fn wait_for(&mut self, held: Held) {
        self.waits_for = Some(held);
    }

    pub(crate) fn waits_for(&self) -> Option<&Held> {
        self.waits_for.as_ref()
    }

    // ---- tags ----

    /// Says whether the end of any tag was not reported to observers yet.
    pub(crate) fn has_unreported_tags(&self) -> bool {
        !self.unreported_tags.is_empty()
    }

    /// Notes that the end of an entity's tag is reported to observers later.
    pub(crate) fn note_unreported_tag(&mut self, entity: Entity) {
        *self.unreported_tags.entry(entity).or_default() += 1;
    }

    /// Notes that it is reported now.
    pub(crate) fn note_reported_tag(&mut self, entity: Entity) {
        if let Some(count) = self.unreported_tags.get_mut(&entity) {
            *count -= 1;
            if *count == 0 {
                self.unreported_tags.remove(&entity);
            }
        }
    }
}
