//! Ending all entities of a world: [`World::clear`], [`World::reset`].

use crate::base::{CallSite, pass_on};
use crate::ids::Entity;
use crate::world::{EndCall, Moment, Removal, World, current};

use super::together::{despawn, despawn_many, note_despawn};

impl World {
    /// Despawns all entities of the current world, lowest index first, and runs their hooks. All
    /// [timers](crate::Timer) and tasks end before, also those of singletons. Entities that a hook spawns
    /// meanwhile stay. [Singletons](crate::Singleton) and the settings of the world stay: use it between
    /// levels. [`reset`](Self::reset) ends singletons too. In observers, [`Remove::why`](crate::Remove::why)
    /// is [`Removal::Cleared`].
    ///
    /// Does nothing if there is no world.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, Singleton, World};
    ///
    /// #[derive(Singleton, Default)]
    /// struct Wallet { coins: u32 }
    ///
    /// #[derive(Component, Default)]
    /// struct Rock;
    ///
    /// Wallet::borrow_mut().coins = 5;
    /// Entity::spawn().add::<Rock>();
    /// World::clear();
    /// assert_eq!((Rock::count(), Wallet::borrow().coins), (0, 5));
    /// World::reset();
    /// assert!(Wallet::get().is_none());
    /// ```
    #[track_caller]
    pub fn clear() {
        clear("World::clear", CallSite::here());
    }

    /// Despawns all entities of the current world as [`clear`](Self::clear), and then ends its
    /// [singletons](crate::Singleton), running their hooks. Settings stay, and schedules. What a hook spawns
    /// meanwhile ends too, unless its own end spawns another, and so on, more than [256
    /// times](Self::set_init_limit).
    ///
    /// What the entities' hooks ask of a singleton is there until the end. One that is asked for later is
    /// made anew. Does nothing if there is no world.
    #[track_caller]
    pub fn reset() {
        reset(CallSite::here());
    }
}

/// Despawns all entities of the current world, but for that of its singletons. `call` is what the user has
/// called.
#[track_caller]
fn clear(call: &'static str, site: CallSite) {
    let Ok(core) = current() else { return };
    core.structural(|| core.parts.act(&core, Moment::Closing));
    let globals = core.globals.entity();
    let others: Vec<Entity> = core.entities.borrow().iter().filter(|&entity| entity != globals).collect();
    note_despawn(call, &others, site);
    despawn_many(&others, |_| (), EndCall { why: Removal::Cleared, site });
    core.structural(|| core.columns.all().for_each(|column| column.keep_none()));
}

/// Despawns all entities of the current world, that of its singletons last; also what hooks spawn meanwhile,
/// as often as `init` may nest.
#[track_caller]
fn reset(site: CallSite) {
    let Ok(core) = current() else { return };
    for _ in 0..=core.nesting.limit() {
        clear("World::reset", site);
        // What the others' hooks ask for is there until the end, also if they were the first to ask.
        if core.count_entities().0 == 0 && !despawn(core.globals.entity(), site) {
            break;
        }
    }
    let mut first_panic = None;
    core.end_closures(&mut first_panic);
    pass_on(first_panic);
}
