//! What users call to reach a world from other threads.

use crate::base::CallSite;
use crate::error::{UpdateError, WorldError, fail, or_fail, refuse_unwinding};
use crate::ids::Entity;
use crate::world::{World, current_if_any, note_unwinding, with_current_or_new};

use super::sender::Remote;
use super::state::{remote, run_sent};

impl World {
    /// Returns a [`Remote`], which sends closures to the current world from any thread. Creates the thread's
    /// world if there is none.
    ///
    /// For another world, enter it: `world.enter(World::remote)`.
    ///
    /// # Panics
    ///
    /// If the world is closing; [`try_remote`](Self::try_remote) is the soft form.
    #[track_caller]
    #[must_use]
    pub fn remote() -> Remote {
        or_fail(Self::try_remote().map_err(|error| format!("cannot send to the world: {error}")))
    }

    /// Returns a [`Remote`] as [`remote`](Self::remote), or the reason why it cannot.
    ///
    /// # Errors
    ///
    /// [`WorldError`] if there is no world and none can be made, or it is closing.
    #[track_caller]
    pub fn try_remote() -> Result<Remote, WorldError> {
        with_current_or_new(|core| remote(core))
    }

    /// Runs the closures that were sent to the current world until now, and returns their number.
    /// `update_all` does this at its start; call it in programs without frames. Nothing runs while the thread
    /// unwinds. Closures that are sent meanwhile run in the next call: do not loop until it returns 0.
    ///
    /// # Panics
    ///
    /// Inside a hook, a `Drop` or a closure that the library calls; [`try_run_remote`](Self::try_run_remote)
    /// is the soft form. If what was sent panics: then the rest waits for the next time.
    #[track_caller]
    pub fn run_remote() -> usize {
        match Self::try_run_remote() {
            Ok(count) => count,
            Err(UpdateError::InsideHook) => fail(
                &"cannot run what was sent to the world inside a hook, a `Drop` or a closure of the library: \
                  call it from the main loop",
            ),
            Err(UpdateError::World(WorldError::Unwinding)) => {
                note_unwinding("World::run_remote", None, Entity::NONE, CallSite::here());
                0
            }
            Err(error) => fail(&error),
        }
    }

    /// Runs the closures that were sent to the current world until now, as [`run_remote`](Self::run_remote),
    /// or says why not.
    ///
    /// # Errors
    ///
    /// [`UpdateError::InsideHook`] inside a hook, a `Drop` or a closure that the library calls,
    /// [`UpdateError::World`] while the world is closing or the thread unwinds. Nothing has run.
    ///
    /// # Panics
    ///
    /// If what was sent does.
    #[track_caller]
    pub fn try_run_remote() -> Result<usize, UpdateError> {
        refuse_unwinding().map_err(UpdateError::World)?;
        let Some(core) = current_if_any().map_err(UpdateError::World)? else { return Ok(0) };
        core.refuse_inside()?;
        let count = run_sent(&core);
        core.sync();
        Ok(count)
    }
}
