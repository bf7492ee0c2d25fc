//! Promises of a [`CommandBuffer`]: entities whose ids are given out before the commands run that make them
//! alive.

use crate::error::SpawnError;
use crate::ids::Entity;

use super::command_buffer::{CommandBuffer, Promised};
use super::current::{peek, with_current_or_new};

impl CommandBuffer {
    /// Promises an entity, which the command is to make alive.
    pub(crate) fn spawn(&self, command: impl FnOnce(Entity) + Send + 'static) -> Result<Entity, SpawnError> {
        let promised = match self.next_of_lane() {
            Some(next) => next,
            None => with_current_or_new(|core| core.entities.borrow_mut().promise_next())
                .map_err(SpawnError::World)?,
        };
        let entity = promised.map_err(|_| SpawnError::OutOfIds)?;
        self.push_spawn(Promised(entity), command);
        Ok(entity)
    }

    /// Lets nobody else have the ids that were given out, in the current world.
    pub(crate) fn claim_ids(&self) {
        if self.is_empty() {
            return;
        }
        peek(|core| self.for_each_promised(|entity| core.entities.borrow_mut().promise(entity)));
    }
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
        peek(|core| core.entities.borrow_mut().break_promise(self.0));
    }
}
