//! [`OtherThreads`]: how threads other than that of a world reach it.

use core::cell::{Cell, RefCell};
use std::rc::Rc;
use std::thread::{self, ThreadId};

use crate::column::Column;

use super::worker_pool::WorkerPool;

/// How other threads reach a world: they help with parallel work, and read frozen parts.
///
/// Invariant 25: while the world is detached no thread finds it, and nothing of it is written to but borrowed
/// rows, ticks, and the ids that a system promises which runs alone on the world's thread.
#[derive(Default)]
pub(crate) struct OtherThreads {
    /// The threads that help.
    pool: RefCell<WorkerPool>,
    /// Workers run something for the world.
    is_detached: Cell<bool>,
    /// The number of [`Frozen`](super::Frozen)s of the world.
    keepers: Cell<u32>,
    /// The thread that has frozen the world.
    frozen_by: Cell<Option<ThreadId>>,
    frozen_columns: RefCell<Vec<Rc<Column>>>,
}

impl OtherThreads {
    /// The threads that help with parallel work.
    pub(crate) fn pool(&self) -> WorkerPool {
        self.pool.borrow().clone()
    }

    pub(super) fn set_pool(&self, pool: WorkerPool) -> WorkerPool {
        self.pool.replace(pool)
    }

    pub(super) fn is_detached(&self) -> bool {
        self.is_detached.get()
    }

    pub(super) fn set_detached(&self, is_detached: bool) {
        self.is_detached.set(is_detached);
    }

    pub(super) fn keepers(&self) -> &Cell<u32> {
        &self.keepers
    }

    /// Notes that a thread freezes the world.
    pub(super) fn note_frozen_by(&self, thread: ThreadId) {
        self.frozen_by.set(Some(thread));
    }

    /// Says whether this thread has frozen the world.
    pub(super) fn is_frozen_here(&self) -> bool {
        self.frozen_by.get() == Some(thread::current().id())
    }

    /// Freezes a column, unless it is frozen.
    pub(super) fn freeze(&self, column: Rc<Column>) {
        if !column.row_store.is_frozen() {
            let columns = &mut *self.frozen_columns.borrow_mut();
            columns.reserve(1);
            column.freeze();
            columns.push(column);
        }
    }

    /// Unfreezes all columns.
    pub(super) fn unfreeze(&self) {
        self.frozen_columns.borrow_mut().drain(..).for_each(|column| column.unfreeze());
    }
}
