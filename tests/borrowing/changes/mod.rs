//! Laws C1 and C2: adding and killing while something is borrowed, and the order of what then happens.
#![allow(dead_code, reason = "some values are there only to be dropped")]

mod adding;
mod ending;

use std::cell::RefCell;

use ecs_core::{AddError, BorrowError, Borrower, Component, Entity, Handle, RemoveError, World, update_all};

use crate::support::{
    Token, assert_says, drops_while_unwinding, live_tokens, log, message_of, take_log, try_caught,
};

thread_local! {
    static MADE: RefCell<Vec<Handle<Cell>>> = const { RefCell::new(Vec::new()) };
}

/// Divides in its update as often as it is asked to.
#[derive(Component)]
#[component(capacity = 2)]
struct Cell {
    n: u64,
    divide: u64,
    ready: bool,
    token: Token,
}

impl Cell {
    fn new(n: u64, divide: u64) -> Self {
        Self { n, divide, ready: false, token: Token::new() }
    }
    fn init(&mut self) {
        self.ready = true;
    }
    fn update(&mut self) {
        let place = std::ptr::from_ref(self);
        for child in 0..std::mem::take(&mut self.divide) {
            let handle = Entity::spawn().insert(Self::new(self.n * 1_000 + child, 0));
            assert!(handle.borrow().ready, "`init` has run when the call returns");
            handle.borrow_mut().n += 1;
            self.n += 1;
            MADE.with(|made| made.borrow_mut().push(handle));
        }
        assert_eq!(place, std::ptr::from_ref(self), "nothing that is borrowed moves");
    }
}

fn cells(count: u64, divide: u64) -> Vec<Handle<Cell>> {
    (0..count).map(|n| Entity::spawn().insert(Cell::new(n + 1, divide))).collect()
}
