//! [`CommandBuffer`]: what is to be done after a pass, in its order.

use core::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::base::{CallSite, discard};
use crate::ids::Entity;

/// What is to be done later, in this order.
#[derive(Default)]
pub struct CommandBuffer(RefCell<Vec<Command>>);

/// One thing to be done.
enum Command {
    /// To an entity, without more data: nothing is allocated.
    Call(fn(Entity, CallSite), Entity, CallSite),
    Run(Box<dyn FnOnce() + Send>),
}

impl CommandBuffer {
    pub(crate) fn call(&self, command: fn(Entity, CallSite), entity: Entity, site: CallSite) {
        self.0.borrow_mut().push(Command::Call(command, entity, site));
    }

    pub(crate) fn run(&self, command: impl FnOnce() + Send + 'static) {
        self.0.borrow_mut().push(Command::Run(Box::new(command)));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    /// Puts what another one has behind what this one has.
    pub(crate) fn append(&mut self, other: Self) {
        self.0.get_mut().append(&mut other.0.into_inner());
    }

    /// Drops all commands, one after the other. What panics meanwhile is not passed on.
    pub(crate) fn discard(self) {
        for command in self.0.into_inner() {
            catch_unwind(AssertUnwindSafe(|| drop(command))).err().into_iter().for_each(discard);
        }
    }

    /// Runs all commands, in their order. If one panics, the rest is dropped.
    pub(crate) fn apply_all(self) {
        for command in self.0.into_inner() {
            match command {
                Command::Call(command, entity, site) => command(entity, site),
                Command::Run(command) => command(),
            }
        }
    }
}
