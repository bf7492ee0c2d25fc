//! [`Still`]: a world and those of its stores that other threads read, held still meanwhile.

use core::cell::{Cell, RefCell};
use std::rc::Rc;
use std::thread::{self, ThreadId};

use super::core::WorldCore;

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
/// left as it is.
pub struct Still(Rc<WorldCore>);

impl Still {
    pub(crate) fn begin(world: &Rc<WorldCore>) -> Self {
        let HeldStill { holders, thread, .. } = &world.held_still;
        if holders.get() == 0 {
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
        }
    }
}
