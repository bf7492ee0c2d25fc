//! [`CommandBuffer`]: what is to be done after a pass, in its order.
#![expect(unsafe_code, reason = "free ids are lent to it while something runs")]

use core::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::base::{CallSite, discard};
use crate::error::SpawnError;
use crate::ids::Entity;

use super::current::{peek, with_current_or_new};
use super::lane::{Lane, LentLane};

/// What is to be done later, in this order.
#[derive(Default)]
pub struct CommandBuffer {
    commands: RefCell<Vec<Command>>,
    /// Where the ids of new entities come from, if not from the current world.
    lane: RefCell<Option<LentLane>>,
}

/// One thing to be done.
enum Command {
    /// To an entity, without more data: nothing is allocated.
    Call(fn(Entity, CallSite), Entity, CallSite),
    Run(Box<dyn FnOnce() + Send>),
    Spawn(Promise, Box<dyn FnOnce(Entity) + Send>),
}

/// An entity that is to be alive soon. If that never comes, its id is no more when this is dropped.
struct Promise(Entity);

impl Drop for Promise {
    fn drop(&mut self) {
        peek(|core| core.entities.borrow_mut().break_promise(self.0));
    }
}

impl CommandBuffer {
    pub(crate) fn call(&self, command: fn(Entity, CallSite), entity: Entity, site: CallSite) {
        self.commands.borrow_mut().push(Command::Call(command, entity, site));
    }

    pub(crate) fn run(&self, command: impl FnOnce() + Send + 'static) {
        self.commands.borrow_mut().push(Command::Run(Box::new(command)));
    }

    /// Promises an entity, which the command is to make alive.
    pub(crate) fn spawn(&self, command: impl FnOnce(Entity) + Send + 'static) -> Result<Entity, SpawnError> {
        let lent = self.lane.borrow_mut().as_mut().map(LentLane::next);
        let promised = match lent {
            Some(next) => next,
            None => with_current_or_new(|core| core.entities.borrow_mut().promise_next())
                .map_err(SpawnError::World)?,
        };
        let entity = promised.map_err(|_| SpawnError::OutOfIds)?;
        self.commands.borrow_mut().push(Command::Spawn(Promise(entity), Box::new(command)));
        Ok(entity)
    }

    /// Lets new entities have the ids of a lane while a function runs. What is done to entities next is
    /// [`CommandBuffer::claim_ids`].
    #[inline(always)]
    pub(crate) fn with_lane<R>(&self, lane: Option<Lane<'_>>, f: impl FnOnce() -> R) -> R {
        let _back = lane.map(|lane| {
            // SAFETY: it is taken back when this function is left, before the lifetime is over.
            *self.lane.borrow_mut() = Some(unsafe { lane.lend() });
            TakeBack(self)
        });
        f()
    }

    /// Lets nobody else have the ids that were given out, in the current world.
    pub(crate) fn claim_ids(&self) {
        for command in &*self.commands.borrow() {
            if let Command::Spawn(Promise(entity), _) = command {
                peek(|core| core.entities.borrow_mut().promise(*entity));
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.commands.borrow().is_empty()
    }

    /// Puts what another one has behind what this one has.
    pub(crate) fn append(&mut self, mut other: Self) {
        self.commands.get_mut().append(other.commands.get_mut());
    }

    /// Drops all commands, one after the other. What panics meanwhile is not passed on.
    pub(crate) fn discard(self) {
        self.claim_ids();
        for command in self.commands.take() {
            catch_unwind(AssertUnwindSafe(|| drop(command))).err().into_iter().for_each(discard);
        }
    }

    /// Runs all commands, in their order. If one panics, the rest is dropped.
    pub(crate) fn apply_all(self) {
        for command in self.commands.take() {
            match command {
                Command::Call(command, entity, site) => command(entity, site),
                Command::Run(command) => command(),
                Command::Spawn(promise, command) => command(promise.0),
            }
        }
    }
}

impl Drop for CommandBuffer {
    fn drop(&mut self) {
        // What is dropped with a command may spawn.
        self.claim_ids();
    }
}

/// Takes a lane back when it is dropped.
struct TakeBack<'b>(&'b CommandBuffer);

impl Drop for TakeBack<'_> {
    fn drop(&mut self) {
        self.0.lane.take();
    }
}
