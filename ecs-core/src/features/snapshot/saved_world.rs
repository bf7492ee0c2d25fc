//! [`SavedWorld`]: one snapshot; [`Shelves`]: what is left of old ones, for the next.

use std::rc::Rc;
use std::sync::Arc;

use crate::base::Panic;
use crate::column::{Column, ColumnShelves, Copying, SavedColumn, TypeInfo, is_left_out};
use crate::features::saved::{Image, clear_images};
use crate::ids::Entity;
use crate::world::above::{CopiedParts, NAMES};
use crate::world::{CoreShelves, SavedCore};

use super::hash::StateHash;

/// The saved data of features, which snapshots share while all of it is the same.
type Images = Rc<[Option<Rc<dyn Image>>; NAMES.len()]>;

/// A world as it was.
#[derive(Default)]
pub(in crate::features) struct SavedWorld {
    pub(in crate::features) frame: u64,
    /// The how many-th it was to be saved.
    pub(super) serial: u64,
    pub(in crate::features) core: SavedCore,
    /// By the position of the column. One that is left out is empty.
    pub(in crate::features) columns: Vec<SavedColumn>,
    /// The type of each column.
    pub(in crate::features) types: Vec<&'static TypeInfo>,
    /// The positions of the columns in the order of their type numbers.
    pub(super) numbered: Vec<u32>,
    /// `None` if nothing was saved.
    pub(super) images: Option<Images>,
    pub(super) copied: CopiedParts,
    pub(super) hash: Option<StateHash>,
}

/// What nobody uses any more, for the next snapshot.
#[derive(Default)]
pub(super) struct Shelves {
    pub(super) core: CoreShelves,
    /// By the position of the column.
    pub(super) columns: Vec<ColumnShelves>,
}

impl Shelves {
    /// Has shelves for so many columns, at least.
    pub(super) fn make_room(&mut self, columns: usize) {
        self.columns.resize_with(columns.max(self.columns.len()), ColumnShelves::default);
    }
}

impl SavedWorld {
    pub(super) fn images(&self) -> impl Iterator<Item = &Rc<dyn Image>> {
        self.images.iter().flat_map(|images| images.iter().flatten())
    }

    /// The bytes of all that no other snapshot has too: of the components by their columns, and of the rest.
    pub(in crate::features) fn own_bytes(&self) -> (impl Iterator<Item = usize> + '_, usize) {
        let images = self.images.as_ref().filter(|images| Rc::strong_count(images) == 1);
        let images = images.iter().flat_map(|images| images.iter().flatten());
        let of_images: usize =
            { images }.filter(|image| Rc::strong_count(image) == 1).map(|image| image.bytes()).sum();
        let of_lists = size_of::<Self>() + self.columns.capacity() * size_of::<SavedColumn>();
        (self.columns.iter().map(SavedColumn::own_bytes), of_lists + of_images + self.core.own_bytes())
    }

    /// Numbers that are the same where features keep the same.
    pub(super) fn numbers_of_parts(&self) -> Vec<u64> {
        self.images().flat_map(|image| image.numbers()).collect()
    }

    /// The name that an entity had.
    pub(super) fn name(&self, entity: Entity) -> Option<Arc<str>> {
        self.images().find_map(|image| image.name(entity))
    }

    /// Gives all back, and drops the values that nobody else has, keeping the first panic.
    pub(super) fn recycle(&mut self, shelves: &mut Shelves, first_panic: &mut Option<Panic>) {
        shelves.core.give_back(&mut self.core);
        shelves.make_room(self.columns.len());
        for (saved, shelves) in self.columns.drain(..).zip(&mut shelves.columns) {
            shelves.give_back(saved, first_panic);
        }
        if let Some(images) = self.images.take().and_then(Rc::into_inner) {
            clear_images(images.into_iter().flatten(), first_panic);
        }
        self.core.drop_outsides(first_panic);
        self.hash = None;
    }
}

/// How the values of a column are copied; `None` if the type is left out.
pub(super) fn copying(column: &Column) -> Option<Copying> {
    let of_values = || if column.has_rows() { column.info.copying } else { Copying::Bytes };
    (!is_left_out(column)).then(of_values)
}
