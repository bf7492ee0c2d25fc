//! What saves and snapshots ask of a feature: [`SavedPart`], and the [`Image`] that a snapshot has of a part.

use std::rc::Rc;
use std::sync::Arc;

use crate::base::Panic;
use crate::column::Column;
use crate::ids::Entity;
use crate::world::WorldCore;

/// What a feature keeps in a world, as saves and snapshots know it; without methods of its own, nothing.
pub(crate) trait SavedPart {
    /// Shifts all times, as the time of the world was shifted.
    fn shift(&self, _by: f64) {}

    /// Counts closures, which no save has, by the positions of the columns; those of entities by `None`.
    fn count_closures(&self) -> Vec<(Option<u32>, usize)> {
        Vec::new()
    }

    /// Says whether nothing is under way.
    fn is_at_rest(&self) -> bool {
        true
    }

    /// Finds something that cannot be copied: its entity, and the position of the column of its component.
    fn find_uncopied(&self, _: &WorldCore) -> Option<(Entity, Option<u32>)> {
        None
    }

    /// Notes that the world has gone back to a snapshot.
    fn note_restored(&self, _: &WorldCore) {}

    /// Notes that the world has gone back to a snapshot, and the components of a column have stayed.
    fn note_left_out(&self, _: &Column) {}

    /// Copies all that snapshots do not leave out; `None` for a part of which snapshots have nothing, at any
    /// time. Clones of the user run.
    fn image(&self, _: &WorldCore) -> Option<Rc<dyn Image>> {
        None
    }
}

impl SavedPart for () {}

/// What a feature has kept in a world. Snapshots share an image that is still the same.
pub(crate) trait Image {
    /// Says whether the world still has the same, as far as that is known without code of the user.
    fn is_as(&self, core: &WorldCore) -> bool;

    /// Copies the image. Clones of the user run.
    fn copied(&self) -> Rc<dyn Image>;

    /// Changes places with what the world has, which is to have another time. Nothing can fail, and no code
    /// of the user runs.
    fn exchange(&mut self, core: &WorldCore, time: f64);

    /// Bytes of memory in use, without those of values of the user.
    fn bytes(&self) -> usize {
        0
    }

    /// Numbers that are the same where the images are.
    fn numbers(&self) -> Vec<u64> {
        Vec::new()
    }

    /// Returns the name that an entity had.
    fn name(&self, _: Entity) -> Option<Arc<str>> {
        None
    }

    /// Drops what the image has of the user, keeping the first panic.
    fn clear(&mut self, _first_panic: &mut Option<Panic>) {}
}

/// Drops images, and what the user has in those that nobody else has, keeping the first panic.
pub(crate) fn clear_images(images: impl IntoIterator<Item = Rc<dyn Image>>, first_panic: &mut Option<Panic>) {
    for mut image in images {
        Rc::get_mut(&mut image).into_iter().for_each(|image| image.clear(first_panic));
    }
}
