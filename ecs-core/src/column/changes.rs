//! [`Changes`]: what of a column waits for a sync point.
#![expect(unsafe_code, reason = "values are moved out of rows")]

use core::alloc::Layout;
use core::cell::Cell;
use std::collections::{BTreeMap, HashMap, VecDeque};
#[cfg(feature = "snapshot")]
use std::rc::Rc;

use crate::base::CallSite;
use crate::borrow::Held;
use crate::ids::Entity;
use crate::world::EndCall;

#[cfg(feature = "snapshot")]
use super::page::Page;
use super::rows::{Block, NoRoom, RowStore};

/// What waits for a sync point.
pub(super) struct Changes {
    /// Rows whose component is dead, in the order of the kills.
    pub(super) dead: Vec<Dead>,
    /// The places of the first of them, by their rows. Made when ends are owed, for which their rows are
    /// looked up.
    indexed: HashMap<u32, usize>,
    /// Those of them whose end is owed.
    pub(super) owed: Owed,
    /// Entities whose row may stand on the wrong side of the enabled prefix. The index counts: the entity may
    /// be recycled meanwhile.
    pub(super) switched: Vec<Switch>,
    /// Entities whose component was not notified yet that it is enabled or disabled. The index counts, as
    /// above.
    pub(super) unnotified: VecDeque<Switch>,
    /// Entities whose tag was borrowed when it ended, since the last sync point: their indices are held.
    pub(super) held_tags: Vec<Entity>,
    /// For an entity, the number of tags that have ended before their observers were notified.
    pub(super) ends_to_tell: BTreeMap<Entity, usize>,
    pub(super) dropped: Dropped,
    /// Of a pooled type.
    pub(super) kept: KeptValues,
}

/// A switch of an entity's component, and the call that has switched it.
#[derive(Clone, Copy)]
pub(crate) struct Switch {
    pub(crate) entity: Entity,
    pub(crate) site: CallSite,
}

pub(super) struct Dead {
    pub(super) row: u32,
    pub(super) entity: Entity,
    /// Its end must still be told or run: the call that ends it.
    pub(super) owed: Option<EndCall>,
    pub(super) fate: Fate,
    /// The row was borrowed when it died, so that the index of the entity is held.
    pub(super) held: bool,
}

/// A dead component whose end must still run.
pub(crate) struct OwedEnd {
    pub(crate) row: u32,
    pub(crate) entity: Entity,
    pub(crate) call: EndCall,
}

/// What becomes of the value of a dead component.
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
    /// Lets its value drop instead of being kept.
    pub(super) fn keep_not(&mut self) {
        if self.fate == Fate::Kept {
            self.fate = Fate::Dropped;
        }
    }
}

/// Which of the dead have their end still before them, so that nobody looks for them among all.
#[derive(Default)]
pub(super) struct Owed {
    /// How many ends each entity owes.
    by: HashMap<Entity, usize>,
    count: usize,
    /// Those before, in the list of the dead, owe none.
    first: usize,
    /// What the first one waits for, as it was found last.
    waits_for: Option<Held>,
}

impl Owed {
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Makes room for one more, so that noting it cannot fail.
    pub(super) fn make_room(&mut self) {
        self.by.reserve(1);
    }

    pub(super) fn is_by(&self, entity: Entity) -> bool {
        self.count != 0 && self.by.contains_key(&entity)
    }

    fn first(&self) -> usize {
        self.first
    }

    pub(super) fn waits_for(&self) -> Option<&Held> {
        self.waits_for.as_ref()
    }

    pub(super) fn wait_for(&mut self, held: Option<Held>) {
        self.waits_for = held;
    }

    fn begin_at(&mut self, place: usize) {
        self.first = place;
    }

    /// Notes that the end of the one at a place is owed or not.
    pub(super) fn change(&mut self, place: usize, entity: Entity, was_owed: bool, is_owed: bool) {
        if is_owed && !was_owed {
            *self.by.entry(entity).or_default() += 1;
            self.count += 1;
            self.first = self.first.min(place);
        } else if was_owed && !is_owed {
            self.count -= 1;
            if let Some(ends) = self.by.get_mut(&entity) {
                *ends -= 1;
                if *ends == 0 {
                    self.by.remove(&entity);
                }
            }
        }
    }
}

/// A column is being flushed until this is dropped.
pub(crate) struct Flushing<'s>(pub(super) &'s Cell<bool>);

impl Drop for Flushing<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

/// Values that have left the column and need to be dropped, in the order of the kills.
pub(super) struct Dropped {
    values: Block,
    /// Those before are dropped.
    first: usize,
}

impl Dropped {
    fn new(layouts: &'static [Layout]) -> Self {
        Self { values: Block::new(layouts), first: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first == self.values.len()
    }

    /// Makes room for `additional` values. If this cannot grow, nothing has changed.
    pub(super) fn reserve(&mut self, additional: usize) -> Result<(), NoRoom> {
        if self.first != 0 && self.values.len() + additional > self.values.capacity() {
            self.close_up();
        }
        self.values.try_reserve(additional, false)
    }

    /// Moves the values to the beginning.
    fn close_up(&mut self) {
        let rows = self.first..self.values.len();
        for (to, from) in rows.clone().enumerate() {
            self.values.copy(from, to);
        }
        self.values.truncate(rows.len());
        self.first = 0;
    }

    /// Moves the value of a row to the end, where there is room.
    pub(super) fn push(&mut self, rows: &RowStore, row: u32) {
        rows.copy_to(row, &mut self.values);
    }

    /// Lists values behind those that are there.
    pub(super) fn follow_up(&mut self, rows: Block) {
        if self.is_empty() {
            (self.values, self.first) = (rows, 0);
            return;
        }
        // At the end of the world: what finds no memory is leaked.
        if self.values.try_reserve(rows.len(), false).is_ok() {
            self.values.append(rows);
        }
    }

    /// Moves the first value to a place.
    ///
    /// # Safety
    ///
    /// There must be one, and the place be valid for writes of a value of the type.
    pub(super) unsafe fn take_first(&mut self, place: *mut u8) {
        // SAFETY: as required of the caller; what is before `first` counts as empty.
        unsafe { self.values.take(self.first, place) };
        self.first += 1;
        if self.is_empty() {
            self.values.truncate(0);
            self.first = 0;
        }
    }
}

/// Values of components of a pooled type that have ended, for later ones.
pub(super) struct KeptValues {
    values: Block,
    /// So many at most.
    most: usize,
}

impl KeptValues {
    pub(super) fn count(&self) -> usize {
        self.values.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.values.bytes()
    }

    /// Moves the value of a row here, and says whether there was room.
    pub(super) fn keep(&mut self, rows: &RowStore, row: u32) -> bool {
        let has_room = self.count() < self.most && self.values.try_reserve(1, false).is_ok();
        if has_room {
            rows.copy_to(row, &mut self.values);
        }
        has_room
    }

    /// Moves the value that came last to a row, which has none. There must be one.
    pub(super) fn take_last(&mut self, rows: &RowStore, row: u32) {
        rows.take_last(row, &mut self.values);
    }

    #[cfg(feature = "snapshot")]
    pub(super) fn values(&self) -> &Block {
        &self.values
    }

    /// Makes room for so many values in all.
    #[cfg(feature = "snapshot")]
    pub(super) fn reserve(&mut self, values: usize) -> Result<(), NoRoom> {
        self.values.try_reserve(values.saturating_sub(self.count()), false)
    }

    /// Moves all values to another block, where there is room for them.
    #[cfg(feature = "snapshot")]
    pub(super) fn give_away_to(&mut self, block: &mut Block) {
        block.append_rows(&self.values, 0, self.values.len());
        self.values.truncate(0);
    }

    /// Keeps copies of some pages of values, for which there is room, or the values themselves, in the place
    /// of those that there are, which count as moved.
    #[cfg(feature = "snapshot")]
    pub(super) fn refill(&mut self, pages: &mut [Rc<Page>]) {
        self.values.truncate(0);
        for page in pages {
            let values = match Rc::get_mut(page) {
                Some(own) => own.give_away(),
                // Of what bytes are as good as.
                None => page.values(),
            };
            self.values.append_rows(values, 0, values.len());
        }
    }

    /// Gives all away.
    fn take_all(&mut self) -> Block {
        let none = self.values.empty();
        core::mem::replace(&mut self.values, none)
    }
}

impl Changes {
    pub(super) fn new(layouts: &'static [Layout], most_kept: usize) -> Self {
        Self {
            dead: Vec::new(),
            indexed: HashMap::new(),
            owed: Owed::default(),
            switched: Vec::new(),
            unnotified: VecDeque::new(),
            held_tags: Vec::new(),
            ends_to_tell: BTreeMap::new(),
            dropped: Dropped::new(layouts),
            kept: KeptValues { values: Block::new(layouts), most: most_kept },
        }
    }

    /// Lets all values drop that are kept, if they need it.
    pub(super) fn drop_kept(&mut self, needs_drop: bool) {
        let kept = self.kept.take_all();
        if needs_drop && kept.len() != 0 {
            self.dropped.follow_up(kept);
        }
    }

    /// The place of a dead row. A row is listed once until it is closed.
    pub(super) fn place_of_dead(&self, row: u32) -> Option<usize> {
        let place = || self.dead.iter().skip(self.indexed.len()).rposition(|dead| dead.row == row);
        self.indexed.get(&row).copied().or_else(|| Some(self.indexed.len() + place()?))
    }

    /// The next dead component whose end must still run.
    pub(super) fn next_owed_end(&mut self) -> Option<OwedEnd> {
        if self.owed.count() == 0 {
            return None;
        }
        let first = self.owed.first();
        let place = first + self.dead[first..].iter().position(|dead| dead.owed.is_some())?;
        self.owed.begin_at(place);
        self.owed.wait_for(None);
        let unindexed = self.dead.iter().enumerate().skip(self.indexed.len());
        self.indexed.extend(unindexed.map(|(place, dead)| (dead.row, place)));
        let Dead { row, entity, owed, .. } = self.dead[place];
        Some(OwedEnd { row, entity, call: owed? })
    }

    /// Takes the list of the dead, whose rows are to be closed.
    pub(super) fn take_dead(&mut self) -> Vec<Dead> {
        (self.owed, self.indexed) = (Owed::default(), HashMap::new());
        core::mem::take(&mut self.dead)
    }

    /// Says whether a sync point has something to do, apart from notifying.
    pub(super) fn is_empty(&self) -> bool {
        self.dead.is_empty() && self.switched.is_empty() && self.dropped.is_empty()
    }
}
