//! [`CommandsTerm`]: the way to command, for each entity that is visited; [`Commands`]: what hooks get.
#![expect(unsafe_code, reason = "the command buffer of a visit is borrowed by each of its hooks")]

use super::term::{Term, Visited, lends_items};
use crate::world::CommandBuffer;

/// The way to the command buffer, for each entity that is visited.
pub struct CommandsTerm;

/// Collects changes to the world for the end of a pass or a system: spawn, add, kill, send.
///
/// A parameter of pass hooks and of systems. In a hook with `#[component(parallel)]` it is the only way to
/// change more than what the hook takes: there is no world there. The commands run when the pass is done, on
/// the thread that has called for it, in the order of the pass: that of its rows, whatever the number of
/// threads. If a hook of the pass panics, all of them are dropped.
///
/// What is to be done to an entity that is dead by then is not done, and counted as a [soft
/// failure](crate::stats::SoftFailures).
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
