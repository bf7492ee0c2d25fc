//! [`SavedColumn`]: all that a column has, as it was when it was saved.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use crate::base::{Panic, Shelf, clone_fields};
use crate::ids::{Entity, IndexSet};
use crate::ticks::{Tick, TickCell};
use crate::world::Occasions;

use super::lifecycle::Stage;
use super::page::Page;
use super::rows::{RowMoves, SavedRows};

/// All that a column has, but for what waits for a sync point: nothing does when it is saved.
///
/// What has not changed between two saves is shared by both. The numbers say which copy a part is: the column
/// knows those of the copies that it equals.
#[derive(Default)]
pub(crate) struct SavedColumn {
    pub(super) values: Option<Rc<SavedValues>>,
    pub(super) rows: Option<Rc<SavedRows>>,
    pub(super) ticks: Option<Rc<SavedTicks>>,
    pub(super) tags: Option<Rc<SavedTags>>,
    /// Of a pooled type.
    pub(super) kept: Vec<Rc<Page>>,
    pub(super) unstarted: VecDeque<Entity>,
    /// The number of rows with which the main block counts as full.
    pub(super) limit: usize,
    /// What of the type was observed.
    pub(super) observed: Occasions,
}

/// The values of all rows.
#[derive(Default)]
pub(super) struct SavedValues {
    pub(super) copy: u64,
    pub(super) pages: Vec<Rc<Page>>,
}

/// When the rows were added and changed.
#[derive(Default)]
pub(super) struct SavedTicks {
    pub(super) added: Vec<Tick>,
    pub(super) changed: Vec<TickCell>,
    pub(super) moves: Option<RowMoves>,
}

clone_fields!(SavedTicks { added, changed, moves });

#[derive(Default)]
pub(super) struct SavedTags {
    pub(super) copy: u64,
    pub(super) tagged: IndexSet,
    pub(super) off: IndexSet,
    pub(super) stages: BTreeMap<u32, Stage>,
}

clone_fields!(SavedTags { copy, tagged, off, stages });

/// What nobody uses any more of the saved columns of one type, for the next.
#[derive(Default)]
pub(crate) struct ColumnShelves {
    pub(super) pages: Shelf<Page>,
    pub(super) values: Shelf<SavedValues>,
    pub(super) rows: Shelf<SavedRows>,
    pub(super) ticks: Shelf<SavedTicks>,
    pub(super) tags: Shelf<SavedTags>,
}

impl ColumnShelves {
    /// Takes a saved column apart that is not needed any more, and drops values, keeping the first panic.
    pub(crate) fn give_back(&mut self, mut saved: SavedColumn, first_panic: &mut Option<Panic>) {
        if let Some(values) = saved.values.take() {
            self.give_values_back(values, first_panic);
        }
        saved.kept.drain(..).for_each(|page| self.give_page_back(page, first_panic));
        saved.rows.into_iter().for_each(|rows| self.rows.give_back(rows));
        saved.ticks.into_iter().for_each(|ticks| self.ticks.give_back(ticks));
        saved.tags.into_iter().for_each(|tags| self.tags.give_back(tags));
    }

    fn give_values_back(&mut self, mut values: Rc<SavedValues>, first_panic: &mut Option<Panic>) {
        if let Some(own) = Rc::get_mut(&mut values) {
            own.pages.drain(..).for_each(|page| self.give_page_back(page, first_panic));
            self.values.give_back(values);
        }
    }

    /// Takes a page back, and drops its values, unless others have it too.
    pub(super) fn give_page_back(&mut self, mut page: Rc<Page>, first_panic: &mut Option<Panic>) {
        if let Some(own) = Rc::get_mut(&mut page) {
            own.clear(first_panic);
            self.pages.give_back(page);
        }
    }
}

impl SavedColumn {
    /// The pages of values, in the order of the rows.
    pub(crate) fn pages(&self) -> &[Rc<Page>] {
        self.values.as_ref().map_or(&[], |values| &values.pages)
    }

    /// The values that are kept for later components.
    pub(crate) fn kept(&self) -> &[Rc<Page>] {
        &self.kept
    }

    /// The entity index of each row, or of each tag.
    pub(crate) fn owners(&self) -> impl Iterator<Item = u32> + '_ {
        let rows = self.rows.iter().flat_map(|rows| rows.owners.iter().copied());
        rows.chain(self.tags.iter().flat_map(|tags| tags.tagged.iter()))
    }

    /// Says whether the component of a row is switched off itself.
    pub(crate) fn is_off(&self, row: usize, owner: u32) -> bool {
        match (&self.rows, &self.tags) {
            (Some(rows), _) => rows.flags.get(row).is_some_and(|&bits| Stage::from_bits(bits).is_off()),
            (None, Some(tags)) => tags.off.contains(owner),
            (None, None) => false,
        }
    }

    /// The hash of whose the rows are and which are switched off, made of numbers now or before.
    pub(crate) fn hash_of_rows(&self, hash: impl FnOnce(&mut dyn Iterator<Item = u64>) -> u64) -> u64 {
        if let Some(made) = self.rows.as_ref().and_then(|rows| rows.hash.get()) {
            return made;
        }
        let live = self.pages().iter().flat_map(|page| page.live().words());
        let enabled = self.rows.as_ref().map_or(0, |rows| rows.enabled as u64);
        let owner = |(row, owner)| u64::from(owner) << 1 | u64::from(self.is_off(row, owner));
        let mut numbers = self.owners().enumerate().map(owner).chain(live).chain([enabled]);
        let made = hash(&mut numbers);
        self.rows.iter().for_each(|rows| rows.hash.set(Some(made)));
        made
    }

    /// Says whether it has neither values nor tags.
    pub(crate) fn has_no_values(&self) -> bool {
        self.owners().next().is_none() && self.kept.is_empty()
    }

    /// The bytes of all that no other saved column has too.
    pub(crate) fn own_bytes(&self) -> usize {
        fn own<T>(shared: &Rc<T>) -> Option<&T> {
            (Rc::strong_count(shared) == 1).then_some(&**shared)
        }
        let values = self.values.as_ref().and_then(own);
        let pages = values.map_or(&[][..], |values| &values.pages).iter().chain(&self.kept);
        let of_pages: usize = pages.filter_map(own).map(|page| page.bytes() + size_of::<Rc<Page>>()).sum();
        let of_rows = self.rows.as_ref().and_then(own).map_or(0, SavedRows::bytes);
        let of_ticks = self.ticks.as_ref().and_then(own).map_or(0, |ticks| {
            ticks.added.capacity() * size_of::<Tick>() + ticks.changed.capacity() * size_of::<TickCell>()
        });
        let of_tags = self.tags.as_ref().and_then(own);
        let of_tags = of_tags.map_or(0, |tags| tags.tagged.bytes() + tags.off.bytes());
        of_pages + of_rows + of_ticks + of_tags
    }

    /// The bytes of the values, kept ones too, of rows and look-up.
    pub(crate) fn bytes(&self) -> usize {
        let pages: usize = self.pages().iter().chain(&self.kept).map(|page| page.bytes()).sum();
        let rows = self.rows.as_ref().map_or(0, |rows| rows.bytes());
        pages + rows
    }
}
