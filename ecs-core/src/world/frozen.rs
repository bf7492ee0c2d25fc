//! [`Frozen`]: a world and those of its columns that other threads read, which cannot change meanwhile.

use std::rc::Rc;
use std::thread;

use crate::column::Column;
use crate::ids::Entities;
use crate::threads::KeepFrozen;

use super::core::WorldCore;
use super::current::close;
use super::lane::Lane;

/// Keeps a world frozen, and the columns that are added, until all that freeze the same world are dropped.
///
/// It begins before other threads read any of them, and ends when they are done: so a part that is frozen
/// already may be read now, and is left as it is. A world that its owner has dropped meanwhile closes when it
/// ends.
pub struct Frozen {
    /// Dropped before `_end`, which asks whether anybody else keeps the world frozen.
    entities: KeepFrozen<WorldCore, Entities>,
    _end: EndFrozen,
}

impl Frozen {
    pub(crate) fn begin(world: &Rc<WorldCore>) -> Self {
        if !world.entities.is_frozen() {
            world.note_visited();
            world.threads.note_frozen_by(thread::current().id());
        }
        let entities =
            KeepFrozen::new(world.clone(), |world| &world.entities, |world| world.threads.keepers());
        Self { entities, _end: EndFrozen(world.clone()) }
    }

    /// As [`Frozen::begin`]; `None` on another thread than that of the world, where all that was sent to the
    /// worker is frozen already.
    pub(crate) fn begin_if_here(world: &Rc<WorldCore>) -> Option<Self> {
        let is_elsewhere = world.entities.is_frozen() && !world.threads.is_frozen_here();
        (!is_elsewhere).then(|| Self::begin(world))
    }

    /// The ids that one of several lanes may give out: see [`Lane`].
    pub(crate) fn lane(&self, place: usize, lanes: usize) -> Lane<'_> {
        Lane::new(self.entities.value(), place, lanes)
    }

    /// Freezes a column too.
    pub(crate) fn add(&self, column: Rc<Column>) {
        self.entities.owner().threads.freeze(column);
    }
}

/// Ends what was frozen in a world when it is dropped, if its entities are frozen no more.
struct EndFrozen(Rc<WorldCore>);

impl Drop for EndFrozen {
    fn drop(&mut self) {
        if !self.0.entities.is_frozen() {
            self.0.threads.unfreeze();
            if self.0.lifetime.takes_leave() {
                close(&self.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::core::WorldCore;
    use super::super::tags::Tag;
    use super::Frozen;
    use crate::Component;
    use crate::column::Column;
    use std::rc::Rc;
    use std::thread;

    #[derive(Component)]
    struct Steel(#[expect(dead_code, reason = "nobody reads it")] u8);

    #[derive(Component)]
    struct Glass(#[expect(dead_code, reason = "nobody reads it")] u8);

    #[test]
    fn what_one_has_frozen_stays_so_until_all_are_done() {
        let world = WorldCore::new(Tag::next());
        let add = |info| world.add_column(|position| Column::new(info, position, world.clone()));
        let columns: [Rc<Column>; 2] = [add(Steel::__info()), add(Glass::__info())];
        let are_frozen = || columns.each_ref().map(|column| column.row_store.is_frozen());
        let one = Frozen::begin(&world);
        one.add(columns[0].clone());
        let two = Frozen::begin(&world);
        columns.iter().for_each(|column| two.add(column.clone()));
        drop(one);
        assert_eq!((world.entities.is_frozen(), are_frozen()), (true, [true; 2]));
        drop(two);
        assert_eq!((world.entities.is_frozen(), are_frozen()), (false, [false; 2]));
        assert!(world.entities.borrow_mut().spawn().is_ok());
        Frozen::begin(&world).add(columns[0].clone());
        assert_eq!(are_frozen(), [false; 2]);
        assert!(world.close().is_none());
    }

    #[test]
    fn on_another_thread_all_is_frozen_already() {
        let world = WorldCore::new(Tag::next());
        assert!(Frozen::begin_if_here(&world).is_some(), "nobody holds it");
        let _frozen = Frozen::begin(&world);
        assert!(Frozen::begin_if_here(&world).is_some(), "it is held here");
        let elsewhere = thread::spawn(|| thread::current().id()).join().unwrap();
        world.threads.note_frozen_by(elsewhere);
        assert!(Frozen::begin_if_here(&world).is_none());
    }
}
