//! What a world refuses on its way to another thread, and how it gets there.

use crate::error::SendError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use super::above::{Moment, NAMES};
use super::public::World;
use super::sendable_world::SendWorld;

impl SendWorld {
    /// Takes the world out, on the thread that shall use it.
    #[must_use]
    pub fn into_world(self) -> World {
        let world = self.unpack();
        world.core.parts.act(&world.core, Moment::Arrived);
        world
    }
}

crate::base::debug_by!([] SendWorld, |_, f| f.debug_struct("SendWorld").finish_non_exhaustive());

impl World {
    /// Makes the world ready for another thread.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, World};
    ///
    /// #[derive(Component)]
    /// struct Score(u32);
    ///
    /// let world = World::new();
    /// let score = world.enter(|| Entity::spawn().insert(Score(7)));
    /// let world = world.into_send().unwrap_or_else(|(_, error)| panic!("{error}"));
    /// let seen = std::thread::spawn(move || world.into_world().enter(|| score.borrow().0));
    /// assert_eq!(seen.join().unwrap(), 7);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the world with [`SendError::NotSend`] if it has a component whose type is not known to be
    /// `Send`, or with [`SendError::Busy`] if one is borrowed, with [`SendError::Waiting`] if an event still
    /// waits because the thread unwinds, or with [`SendError::Queried`] if a query lives that borrows none.
    /// If a hook, an observer or a `Drop` panics that has waited, the world comes back with
    /// [`SendError::Untold`], and the panic goes on in its next flush or frame.
    pub fn into_send(self) -> Result<SendWorld, (Self, SendError)> {
        if self.core.is_visited_by_threads() {
            return Err((self, SendError::Queried));
        }
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.enter(Self::flush))) {
            // The world is not lost by it.
            self.core.lifetime.keep_panic(panic);
            return Err((self, SendError::Untold));
        }
        if self.core.sync.has_others() {
            return Err((self, SendError::Untold));
        }
        let columns: Vec<_> = self.core.columns.all().collect();
        let refusing = self.core.parts.all().iter().position(|part| part.may_be_sent().is_none());
        if let Some(feature) = refusing {
            return Err((self, SendError::NotSend { component: NAMES[feature] }));
        }
        for column in &columns {
            let component = column.name();
            if let Some(conflict) = column.borrows.any_conflict() {
                return Err((self, SendError::Busy { component, by: conflict.borrower, at: conflict.at }));
            }
            let refuses = column.parts.all().iter().any(|part| part.may_be_sent().is_none());
            if refuses || !column.info.is_send && column.has_values() {
                return Err((self, SendError::NotSend { component }));
            }
            if !column.lifecycle.events.is_empty() {
                return Err((self, SendError::Waiting { component }));
            }
        }
        // This value and each column know the world. A query does too, also one of entities alone, or of
        // types that were never added.
        if Rc::strong_count(&self.core) != 1 + columns.len() {
            return Err((self, SendError::Queried));
        }
        self.core.parts.act(&self.core, Moment::Leaving);
        self.core.snapshots.outsides().move_on();
        Ok(SendWorld::pack(self))
    }
}
