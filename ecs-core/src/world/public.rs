//! [`World`] and [`SendWorld`]: worlds as values.

use std::rc::Rc;

use crate::base::CallSite;
use crate::error::{WorldError, or_fail};
use crate::ticks::Tick;

use super::above::FramePart;
use super::core::WorldCore;
use super::current::{close, current, enter, new_world, with_current, with_current_or_new};

/// All entities and components of a game, a room of a server, or a test.
///
/// Each thread has a current world. The first spawn creates it, and the end of the thread drops it; a program
/// with one world never names it. A process that runs many games creates more worlds; [`enter`](Self::enter)
/// makes a world current while a closure runs. The functions without `self` act on the current world.
///
/// ```
/// use ecs_core::{Component, Entity, World};
///
/// #[derive(Component, Default)]
/// struct Player;
///
/// let (red, blue) = (World::new(), World::new());
/// let player = red.enter(|| Entity::spawn().add::<Player>());
/// assert_eq!(red.enter(Player::count), 1);
/// assert_eq!(blue.enter(Player::count), 0);
/// assert!(!blue.enter(|| player.is_alive()));
/// ```
pub struct World {
    pub(super) core: Rc<WorldCore>,
}

impl World {
    /// Makes an empty world.
    #[must_use]
    pub fn new() -> Self {
        Self { core: new_world() }
    }

    /// Makes an empty world for something that is built in it, without hooks: its ids are those of no other
    /// world. `None` if there is none left.
    pub(crate) fn hidden() -> Option<Self> {
        super::current::new_hidden_world().map(|core| Self { core })
    }

    /// Makes this world current on this thread while the closure runs, and the previous world afterwards,
    /// also if the closure panics. Calls may be nested.
    ///
    /// Costs some nanoseconds, and as much again for each component type that is used inside, and outside
    /// afterwards: each type looks up its store again.
    #[track_caller]
    pub fn enter<R>(&self, f: impl FnOnce() -> R) -> R {
        enter(&self.core, f)
    }

    /// Runs the deferred work of the current world: hooks that were deferred because a component was borrowed
    /// which is free now; and values of killed components are dropped. Hooks whose components are still
    /// borrowed stay deferred. Calls that add, kill, enable or send do the same when they return, unless they
    /// run in a hook.
    #[track_caller]
    pub fn flush() {
        if let Ok(core) = current() {
            core.flush();
            core.lifetime.raise();
            if core.refuse_inside().is_ok() {
                or_fail(core.parts.try_act(&core, FramePart::Between(CallSite::default())));
            }
        }
    }

    /// Returns this moment in the current world. What is added or changed after the call has a later
    /// [`Tick`].
    ///
    /// O(1); inside a pass over a tracked type O(the number of components that the pass has visited). Returns
    /// the default tick if there is no world.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, World};
    ///
    /// #[derive(Component)]
    /// #[component(track)]
    /// struct Health(u32);
    ///
    /// let a = Entity::spawn().insert(Health(10));
    /// let seen = World::tick();
    /// assert!(!a.changed_since(seen));
    /// a.borrow_mut().0 -= 1;
    /// assert!(a.changed_since(seen));
    /// ```
    #[must_use = "the moment is not kept anywhere else"]
    #[track_caller]
    pub fn tick() -> Tick {
        let hand_out = |core: &Rc<WorldCore>| {
            core.note_visited();
            core.ticker.hand_out()
        };
        with_current(hand_out).unwrap_or_default()
    }

    /// Sets how deep `init` hooks of the current world may be nested, and how deep `shutdown`, `on_enable`,
    /// `on_disable` and sent events together: 256 by default. A deeper `init` panics, before the stack
    /// overflows; the other calls are deferred to the next sync point.
    ///
    /// # Errors
    ///
    /// [`WorldError`] if there is no world and none can be made.
    #[track_caller]
    pub fn set_init_limit(limit: u32) -> Result<(), WorldError> {
        with_current_or_new(|core| core.nesting.set_limit(limit))
    }
}

crate::base::default_by!([] World, Self::new());

impl Drop for World {
    fn drop(&mut self) {
        if self.core.is_visited_by_threads() {
            // Other threads may read it now. It is kept until they are done.
            self.core.lifetime.leave();
        } else {
            close(&self.core);
        }
    }
}

crate::base::debug_by! {
    [] World, |this, f|
        f.debug_struct("World").field("alive", &this.core.count_entities().0).finish_non_exhaustive()
}
