//! Regressions: what the random tests once found.

mod init;
mod queries;
mod rows;
mod rows_by_row;

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_core::{
    Archetype, BorrowError, Borrower, Component, Entity, Handle, PerEntity, Pool, Query, Ref, RefMut,
    RemoveError, Schedule, Singleton, ViewError, World, local, query, update_all,
};

use crate::support::{log, take_log, watch_panics};

thread_local! {
    /// What a hook acts on, where only the test knows it.
    static TARGET: Cell<Option<Entity>> = const { Cell::new(None) };
}
