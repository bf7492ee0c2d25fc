//! Promises of a [`CommandBuffer`]: entities whose ids are given out before the commands run that make them
//! alive.

use crate::error::AddError;
use crate::ids::Entity;

use super::command_buffer::{CommandBuffer, Promised};
use super::core::WorldCore;
use super::current::{peek, with_current_or_new};

impl CommandBuffer {
    /// Promises an entity, which the command is to make alive.
    pub(crate) fn spawn(&self, command: impl FnOnce(Entity) + Send + 'static) -> Result<Entity, AddError> {
        let entity = match self.next_lent() {
            Some(next) => next.map_err(|_| AddError::OutOfIds)?,
            None => with_current_or_new(|core| match is_of(core, self.world) {
                true => core.entities.borrow_mut().promise_next().map_err(|_| AddError::OutOfIds),
                false => Err(AddError::OtherWorld),
            })??,
        };
        self.push_spawn(Promised { entity, world: self.world }, command);
        Ok(entity)
    }

    /// Reserves the ids that were given out, in the current world.
    #[inline]
    pub(crate) fn claim_ids(&self) {
        if !self.is_empty() {
            self.claim();
        }
    }

    /// Reserves the ids that were given out, where the buffer is not empty.
    #[inline(never)]
    fn claim(&self) {
        peek(|core| {
            if is_of(core, self.world) {
                self.for_each_promised(|entity| core.entities.borrow_mut().promise(entity));
            }
        });
    }
}

/// Says whether a promise is one of this world, or has none of its own.
fn is_of(core: &WorldCore, world: u64) -> bool {
    world == 0 || world == core.ticker.number()
}

impl Drop for CommandBuffer {
    fn drop(&mut self) {
        // What is dropped with a command may spawn.
        self.claim_ids();
    }
}

impl Drop for Promised {
    fn drop(&mut self) {
        // An entity that is alive keeps its promise, and so does one that was.
        peek(|core| {
            if is_of(core, self.world) {
                core.entities.borrow_mut().break_promise(self.entity);
            }
        });
    }
}
