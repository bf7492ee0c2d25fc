//! Laws C3 and D3 to D5: what a pass visits, in which order types run, and what `update_all` refuses.

mod order_of_types;
mod refusals;
mod visits;

use std::cell::{Cell, RefCell};

use ecs_core::{
    Borrower, Component, Entity, Handle, Time, UpdateError, World, time, try_update_all, update_all,
};

use crate::support::{assert_says, log, message_of, take_log};

thread_local! {
    static ORDER: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// Component types that say when they run.
macro_rules! runners {
    ($($(#[$attr:meta])* $name:ident;)*) => {$(
        #[derive(Component, Default)]
        $(#[$attr])*
        struct $name;
        impl $name {
            fn update(&mut self) {
                ORDER.with(|order| order.borrow_mut().push(stringify!($name)));
            }
        }
    )*};
}
use runners;

fn frame() -> Vec<&'static str> {
    update_all(1.0);
    ORDER.take()
}
