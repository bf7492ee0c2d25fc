//! [`World`] and [`SendWorld`]: worlds as values.

use std::rc::Rc;

use crate::base::CallSite;
use crate::error::{WorldError, or_fail};
use crate::ticks::Tick;

use super::above::FramePart;
use super::core::WorldCore;
use super::current::{close, current, enter, new_world, with_current, with_current_or_new};

/// All stores and the entities of one game, room or test.
///
/// Each thread has a world of its own, made by the first spawn and dropped with the thread; a program with
/// one world never names it. Make more where a process runs many games: [`enter`](Self::enter) makes one
/// current for a closure. The functions without `self` act on the current world. Dropping a world drops each
/// value once, without `shutdown`; call [`World::reset`] inside it first if the hooks shall run. One that is
/// dropped inside the closure of a `par_each` over its components ends when that `par_each` does. What is
/// borrowed when a world ends is leaked.
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

    /// Makes this world current on this thread while the closure runs, also if it panics. Nests.
    ///
    /// Costs some ns, and as much for each component type that is used inside, and outside afterwards: the
    /// types find their stores anew.
    #[track_caller]
    pub fn enter<R>(&self, f: impl FnOnce() -> R) -> R {
        enter(&self.core, f)
    }

    /// Flushes every store of the current world of which nothing is borrowed: hooks that wait for something
    /// that is free by now run, values of killed components are dropped, rows brought in order. What waits
    /// for something that is borrowed still waits. Elsewhere this happens at the end of the outermost call.
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

    /// Returns this moment in the current world, and lets time move on: what is added or changed after it has
    /// a later [`Tick`].
    ///
    /// O(1), or, inside a pass over a tracked type, by what that has visited. The default tick if there is no
    /// world.
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

    /// Sets how deep `init` hooks of the current world may nest, and how deep all of `shutdown`, `on_enable`,
    /// `on_disable` and sent events together: 256 if it is never called. A deeper `init` is a panic, not a
    /// stack overflow; of the others, what is deeper waits for the next sync point.
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
