//! [`History::trace`].

use crate::base::CallSite;
use crate::by_name::{NameError, TypeKey};
use crate::features::by_name::not_serialize;
use crate::ids::Entity;
use crate::world::current;

use super::super::calls::History;
use super::error::ReplayError;
use super::follow::TracedPart;
use super::run::ReplayRequest;
use super::trace::FrameTrace;

impl History {
    /// Finds the passes and systems of a kept frame that have changed a component of an entity, or a part of
    /// it: `""` is the whole component, `pos.1` a part. At the start of the next frame of the world, the kept
    /// frame runs again. Then the world goes back to its present state, and the function is called with the
    /// answer.
    ///
    /// ```
    /// # use ecs_core::{Component, Entity, World, update_all};
    /// # use serde::Serialize;
    /// #[derive(Component, Clone, Copy, Serialize)]
    /// struct Ball { height: f32 }
    /// impl Ball {
    ///     fn update(&mut self, dt: f32) { self.height -= 10.0 * dt }
    ///     fn late_update(&mut self) { self.height = self.height.max(25.0) }
    /// }
    ///
    /// World::set_history(1 << 20);
    /// let ball = Entity::spawn().insert(Ball { height: 50.0 });
    /// for _ in 0..4 { update_all(1.0) }
    /// World::history().trace(3, ball.entity(), "Ball", "height", |trace| {
    ///     let trace = trace.unwrap().to_string();
    ///     let lines = ["update: pass Ball → 20.0", "late_update: pass Ball → 25.0"];
    ///     assert!(trace.lines().skip(1).map(str::trim).eq(lines), "{trace}");
    /// })?;
    /// update_all(1.0);
    /// # Ok::<(), ecs_core::by_name::NameError>(())
    /// ```
    ///
    /// The frame runs in this world, with its systems and observers, and with its old time step. If it ends
    /// differently, the answer is [`ReplayError::Differs`] with the first differences: the frame depends on
    /// something outside of the history, such as a `static`, the clock or a message of another thread.
    ///
    /// Hooks play their sounds and send their messages again, unless they check
    /// [`World::is_replaying`](crate::World::is_replaying). Types that the history leaves out do not go back,
    /// as in [`show`](Self::show): components of such a type end, and tasks too, if their entity is younger
    /// than the frame. In a frame that runs again, a call of `trace` does nothing.
    ///
    /// A write by a handle, or by a method that handles an event, is named exactly: by the entity in whose
    /// turn it was, and in debug builds by the method, as `update: pass Enemy of 4v1, in Player::on_hurt`. A
    /// write of a pass to its own components, of a query or a view is named by the pass or system.
    ///
    /// Takes the time of the frame, and of going back twice. The value is read before each pass, system and
    /// sync point.
    ///
    /// # Errors
    ///
    /// [`NameError::Lacks`] if the type is not `Serialize`; and those of
    /// [`find_type`](crate::by_name::ByName::find_type).
    ///
    /// # Panics
    ///
    /// The next frame panics if the function does.
    #[track_caller]
    pub fn trace(
        &self,
        frame: u64,
        entity: Entity,
        component: impl TypeKey,
        path: &str,
        then: impl FnOnce(Result<FrameTrace, ReplayError>) + 'static,
    ) -> Result<(), NameError> {
        let core = current()?;
        let column = component.__column(&core)?;
        if column.has_rows() && column.info.spec.extensions.save.support.record.is_none() {
            return Err(not_serialize(column.name()));
        }
        if core.parts.history.is_replaying.get() {
            return Ok(());
        }
        let part = TracedPart { column, entity, path: path.to_owned(), site: CallSite::here() };
        core.parts.history.ask(ReplayRequest { frame, part, then: Box::new(then) });
        Ok(())
    }
}
