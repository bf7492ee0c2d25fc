//! [`Still`]: a world and those of its stores that other threads read, held still meanwhile.

use core::cell::{Cell, RefCell};
use std::rc::Rc;
use std::thread::{self, ThreadId};

use super::core::WorldCore;
use super::public::close;

/// A part of a world that can be held still: nothing of it changes, and reading it writes nothing.
pub(crate) trait Standing {
    fn is_still(&self) -> bool;
    fn hold(&self);
    fn let_go(&self);
}

/// What is held still now.
#[derive(Default)]
pub(super) struct HeldStill {
    /// How many hold something.
    holders: Cell<u32>,
    /// The thread that does.
    thread: Cell<Option<ThreadId>>,
    stores: RefCell<Vec<Rc<dyn Standing>>>,
}

/// Holds a world still, and the stores that it is told to, until all that hold the same world are dropped.
///
/// It begins before other threads read any of them, and ends when they are done: so a part that is held already may be read now, and is
/// left as it is. A world that its owner has dropped meanwhile closes when it ends.
pub struct Still(Rc<WorldCore>);

impl Still {
    pub(crate) fn begin(world: &Rc<WorldCore>) -> Self {
        let HeldStill { holders, thread, .. } = &world.held_still;
        if holders.get() == 0 {
            world.note_visited();
            world.entities.hold();
            thread.set(Some(thread::current().id()));
        }
        holders.set(holders.get() + 1);
        Self(world.clone())
    }

    /// As [`Still::begin`]; `None` on another thread than that of the world, where all that was carried is held still already.
    pub(crate) fn begin_if_here(world: &Rc<WorldCore>) -> Option<Self> {
        let is_elsewhere = world.is_still() && world.held_still.thread.get() != Some(thread::current().id());
        (!is_elsewhere).then(|| Self::begin(world))
    }

    /// Holds a store still too.
    pub(crate) fn hold(&self, store: Rc<dyn Standing>) {
        if !store.is_still() {
            let stores = &mut *self.0.held_still.stores.borrow_mut();
            stores.reserve(1);
            store.hold();
            stores.push(store);
        }
    }
}

impl Drop for Still {
    fn drop(&mut self) {
        let HeldStill { holders, stores, .. } = &self.0.held_still;
        holders.set(holders.get() - 1);
        if holders.get() == 0 {
            stores.borrow_mut().drain(..).for_each(|store| store.let_go());
            self.0.entities.let_go();
            if self.0.takes_leave() {
                close(&self.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Standing, Still};
    use crate::world::WorldCore;
    use core::cell::Cell;
    use std::rc::Rc;
    use std::thread;

    /// Counts how often it was told to stand, and to go on.
    #[derive(Default)]
    struct Part(Cell<bool>, Cell<u32>);

    impl Standing for Part {
        fn is_still(&self) -> bool {
            self.0.get()
        }

        fn hold(&self) {
            assert!(!self.0.replace(true), "it may be read by others now");
            self.1.set(self.1.get() + 1);
        }

        fn let_go(&self) {
            assert!(self.0.replace(false));
        }
    }

    #[test]
    fn what_one_holds_stays_still_until_all_are_done() {
        let world = WorldCore::new(1);
        let parts: [Rc<Part>; 2] = Default::default();
        let one = Still::begin(&world);
        one.hold(parts[0].clone());
        let two = Still::begin(&world);
        parts.iter().for_each(|part| two.hold(part.clone()));
        drop(one);
        assert!(world.is_still() && parts.iter().all(|part| part.is_still() && part.1.get() == 1));
        drop(two);
        assert!(!world.is_still() && !parts.iter().any(|part| part.is_still()));
        assert!(world.entities.borrow_mut().spawn().is_ok());
        Still::begin(&world).hold(parts[0].clone());
        assert_eq!((parts[0].is_still(), parts[0].1.get()), (false, 2));
    }

    #[test]
    fn on_another_thread_all_is_still_already() {
        let world = WorldCore::new(1);
        assert!(Still::begin_if_here(&world).is_some(), "nobody holds it");
        let _still = Still::begin(&world);
        assert!(Still::begin_if_here(&world).is_some(), "it is held here");
        let elsewhere = thread::spawn(|| thread::current().id()).join().unwrap();
        world.held_still.thread.set(Some(elsewhere));
        assert!(Still::begin_if_here(&world).is_none());
    }
}
