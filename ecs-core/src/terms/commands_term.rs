//! [`CommandsTerm`]: the way to command, for each entity that is visited; [`Commands`]: what hooks get.
#![expect(unsafe_code, reason = "the command buffer of a visit is borrowed by each of its hooks")]

use super::term::{Term, Visited, lends_items};
use crate::world::CommandBuffer;

/// The way to the command buffer, for each entity that is visited.
pub struct CommandsTerm;

/// Collects changes of the world, which are made at the end of a pass or a system: spawn, add, kill, send.
///
/// A parameter of `fixed_update`, `update`, `late_update` and systems. A hook with `#[component(parallel)]`
/// changes by it what is not one of its parameters. The commands run after the pass, on the thread that has
/// called `update_all`, in the order of the components, whatever the number of threads. If a hook of the pass
/// panics, all commands of the pass are dropped.
///
/// A command for an entity that is dead when the command runs does nothing, and is counted as a
/// [soft failure](crate::stats::SoftFailures).
///
/// ```
/// use ecs_core::{Commands, Component, Entity, update_all};
///
/// #[derive(Component)]
/// #[component(parallel)]
/// struct Fuse { seconds: f32 }
///
/// #[derive(Component)]
/// struct Crater { radius: f32 }
///
/// impl Fuse {
///     fn update(&mut self, dt: f32, commands: Commands) {
///         self.seconds -= dt;
///         if self.seconds <= 0.0 {
///             commands.spawn(Crater { radius: 2.0 });
///             commands.despawn(self.entity());
///         }
///     }
/// }
///
/// for n in 1..=10 {
///     Entity::spawn().insert(Fuse { seconds: n as f32 });
/// }
/// update_all(3.0);
/// assert_eq!((Fuse::count(), Crater::count()), (7, 3));
/// ```
#[derive(Clone, Copy)]
pub struct Commands<'c>(pub(crate) &'c CommandBuffer);

// SAFETY: it has no rows.
unsafe impl Term for CommandsTerm {
    type Item<'c> = Commands<'c>;
    type Cursor<'c> = ();

    lends_items!();

    const IS_NEEDED: bool = false;

    #[inline(always)]
    fn cursor(&self, _: usize, _: bool) {}

    #[inline(always)]
    unsafe fn item<'c>((): Self::Cursor<'c>, _: usize, visited: &impl Visited) -> Self::Item<'c> {
        let commands = visited.deferred_commands().expect("passes have a command buffer");
        // SAFETY: the command buffer outlives the visit, and the visitor cannot keep its items.
        Commands(unsafe { &*core::ptr::from_ref(commands) })
    }
}
