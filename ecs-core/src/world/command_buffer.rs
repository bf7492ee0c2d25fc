//! [`CommandBuffer`]: what is to be done after a pass, in its order.

use core::cell::RefCell;

use crate::base::{CallSite, One, discard, drop_each};
use crate::ids::{Entity, OutOfIds};

use super::core::WorldCore;
use super::lane::{Lane, LentIds};

/// Changes that are applied later, in this order.
#[derive(Default)]
pub struct CommandBuffer {
    commands: RefCell<Vec<Command>>,
    /// The number of the world whose entities the buffer promises where it has no ids of its own; zero if it
    /// always has.
    pub(super) world: u64,
    /// Where the ids of new entities come from, if not from the current world.
    ids: LentIds,
}

/// One thing to be done.
enum Command {
    /// To an entity, without more data: nothing is allocated.
    Call(fn(Entity, CallSite), Entity, CallSite),
    Run(One<Box<dyn FnOnce() + Send>>),
    Spawn(Promised, One<Box<dyn FnOnce(Entity) + Send>>),
}

/// An entity that is to be alive soon, unless this is dropped before.
pub(super) struct Promised {
    pub(super) entity: Entity,
    /// As [`CommandBuffer::world`].
    pub(super) world: u64,
}

impl CommandBuffer {
    /// Makes one that promises entities of a world.
    pub(crate) fn of(world: u64) -> Self {
        let mut made = Self::default();
        made.world = world;
        made
    }

    pub(crate) fn call(&self, command: fn(Entity, CallSite), entity: Entity, site: CallSite) {
        self.commands.borrow_mut().push(Command::Call(command, entity, site));
    }

    pub(crate) fn run(&self, command: impl FnOnce() + Send + 'static) {
        self.commands.borrow_mut().push(Command::Run(One::of(Box::new(command))));
    }

    /// Gives out an id for a new entity, if the buffer has ids.
    pub(super) fn next_lent(&self) -> Option<Result<Entity, OutOfIds>> {
        self.ids.next()
    }

    /// Keeps what makes a promised entity alive.
    pub(super) fn push_spawn(&self, promised: Promised, command: impl FnOnce(Entity) + Send + 'static) {
        self.commands.borrow_mut().push(Command::Spawn(promised, One::of(Box::new(command))));
    }

    /// Calls a function with each entity that is promised.
    pub(super) fn for_each_promised(&self, mut f: impl FnMut(Entity)) {
        for command in &*self.commands.borrow() {
            if let Command::Spawn(promised, _) = command {
                f(promised.entity);
            }
        }
    }

    /// Lets new entities have the ids of a lane while a function runs. What is done to entities next is
    /// [`CommandBuffer::claim_ids`].
    #[inline(always)]
    pub(crate) fn with_lane<R>(&self, lane: Option<Lane<'_>>, f: impl FnOnce() -> R) -> R {
        match lane {
            Some(lane) => self.ids.lend_lane(lane, f),
            None => f(),
        }
    }

    /// Lets new entities have ids of a world that is detached while a function runs, on its own thread.
    pub(crate) fn with_ids_of<R>(&self, core: &WorldCore, f: impl FnOnce() -> R) -> R {
        self.ids.lend_all(&core.entities, f)
    }

    #[inline]
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
        let mut first_panic = None;
        drop_each(self.commands.take(), &mut first_panic);
        first_panic.into_iter().for_each(discard);
    }

    /// Runs all commands, in their order. If one panics, the rest is dropped, each by itself.
    pub(crate) fn apply_all(self) {
        for command in self.commands.take() {
            match command {
                Command::Call(command, entity, site) => command(entity, site),
                Command::Run(command) => command.into_inner()(),
                Command::Spawn(promised, command) => command.into_inner()(promised.entity),
            }
        }
    }
}
