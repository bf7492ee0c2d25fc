//! [`CommandBuffer`]: what is to be done after a pass; [`Commands`]: lends it to the hooks; [`CommandsTerm`]: the column that they come from.
#![expect(unsafe_code, reason = "the record of a visit is lent to each of its hooks")]

use core::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::ids::Entity;
use crate::world::discard;

use super::call_site::CallSite;
use super::term::{Place, Term};

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

    /// Drops all that was recorded, one after the other. What panics meanwhile is not passed on.
    pub(crate) fn discard(self) {
        for command in self.0.into_inner() {
            catch_unwind(AssertUnwindSafe(|| drop(command))).err().into_iter().for_each(discard);
        }
    }

    /// Does all that was recorded, in its order. If something panics, the rest is dropped.
    pub(crate) fn apply_all(self) {
        for command in self.0.into_inner() {
            match command {
                Command::Call(command, entity, site) => command(entity, site),
                Command::Run(command) => command(),
            }
        }
    }
}

/// The way to record, for each entity that is visited.
pub struct CommandsTerm;

/// Records what is to be done to the world after a pass or a system: spawn, add, kill, send.
///
/// A parameter of pass hooks and of systems. In a hook with `#[component(parallel)]` it is the only way to change more than what the
/// hook takes: there is no world there. What was recorded is carried out when the pass is done, on the thread that has called for it, in the order of the
/// pass: that of its rows, whatever the number of threads. If a hook of the pass panics, all of it is dropped.
///
/// What is to be done to an entity that is dead by then is not done, and counted as a [soft failure](crate::SoftFailures).
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

    const IS_NEEDED: bool = false;

    #[inline(always)]
    fn find(&self, _: &impl Place) -> Option<usize> {
        Some(0)
    }

    #[inline(always)]
    fn cursor(&self, _: usize) {}

    #[inline(always)]
    unsafe fn item<'c>((): Self::Cursor<'c>, _: usize, place: &impl Place) -> Self::Item<'c> {
        let commands = place.commands().expect("passes have a record");
        // SAFETY: the record outlives the visit, and the visitor cannot keep its items.
        Commands(unsafe { &*core::ptr::from_ref(commands) })
    }
}
