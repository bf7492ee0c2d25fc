//! [`Commands`]: what a parallel hook or a system asks for, to be done after it.

use core::fmt;

use super::entity::insert_each;
use super::handle::Handle;
use crate::base::CallSite;
use crate::component::{Component, PerEntity};
use crate::error::{AddError, fail};
use crate::ids::Entity;
use crate::life::{self, Bundle, Unplaced};
use crate::spec::name_of;
use crate::terms::Commands;
use crate::world::note_soft;

impl Commands<'_> {
    /// Spawns an entity with these components: one, or a tuple. Returns the entity at once: later commands
    /// and components may refer to it. It is alive when the command has run.
    ///
    /// No other entity gets its id, even if the commands are dropped and it is never alive. The id does not
    /// depend on the number of threads. Parallel hooks leave gaps of up to 63 ids for each id that a hook
    /// takes; the next spawns fill the gaps.
    ///
    /// ```
    /// use ecs_core::{Commands, Component, Entity, Schedule};
    ///
    /// #[derive(Component)]
    /// struct Ship;
    ///
    /// #[derive(Component)]
    /// struct Turret { of: Entity }
    ///
    /// fn build(commands: Commands) {
    ///     let ship = commands.spawn(Ship);
    ///     let turret = commands.spawn(Turret { of: ship });
    ///     commands.child_of(turret, ship);
    /// }
    ///
    /// Schedule::new().add(build).run(0.1);
    /// Turret::for_each(|turret| {
    ///     assert!(turret.of.has::<Ship>());
    ///     assert_eq!(turret.entity().parent(), Some(turret.of));
    /// });
    /// ```
    ///
    /// # Panics
    ///
    /// If there are no more ids; in a [local](crate::local) system, if it has entered another world.
    #[track_caller]
    pub fn spawn<B: Bundle + Send>(self, bundle: B) -> Entity {
        const { life::refuse_twice::<B>() };
        let (site, bundle) = (CallSite::here(), Unplaced::new(bundle));
        let spawn = move |entity| {
            life::spawn_promised(entity, bundle.into_inner(), site)
                .unwrap_or_else(|error| refuse(&error, site));
        };
        self.0.spawn(spawn).unwrap_or_else(|error| fail(&error))
    }

    /// Spawns an entity without components. Returns it as [`spawn`](Self::spawn) does.
    ///
    /// # Panics
    ///
    /// If there are no more ids; in a [local](crate::local) system, if it has entered another world.
    #[track_caller]
    pub fn spawn_empty(self) -> Entity {
        let site = CallSite::here();
        let spawn = move |entity| {
            life::keep_promise(entity).unwrap_or_else(|error| refuse(&error, site));
        };
        self.0.spawn(spawn).unwrap_or_else(|error| fail(&error))
    }

    /// Adds a component with its default value, unless the entity has one; see [`Entity::add`].
    #[track_caller]
    pub fn add<T: PerEntity + Default>(self, entity: Entity) {
        let add = |entity: Entity, site| {
            if lives("Commands::add", Some(name_of::<T>()), entity, site) {
                let added = life::add_default(entity, T::default, site).map_err(|refusal| *refusal);
                settle("Commands::add", Some(name_of::<T>()), added, site);
            }
        };
        self.0.call(add, entity, CallSite::here());
    }

    /// Sets a component; see [`Entity::insert`]. If the entity is dead by then, the value is dropped.
    #[track_caller]
    pub fn insert<T: PerEntity + Send>(self, entity: Entity, value: T) {
        let site = CallSite::here();
        self.0.run(move || {
            if lives("Commands::insert", Some(name_of::<T>()), entity, site) {
                let inserted = life::insert(entity, &mut Some(value), site).map_err(|refusal| *refusal);
                settle("Commands::insert", Some(name_of::<T>()), inserted, site);
            }
        });
    }

    /// Sets the components of a tuple or another [`Bundle`]; see [`Entity::insert_all`]. If the entity is
    /// dead by then, the values are dropped.
    #[track_caller]
    pub fn insert_all<B: Bundle + Send>(self, entity: Entity, values: B) {
        const { life::refuse_twice::<B>() };
        let (site, values) = (CallSite::here(), Unplaced::new(values));
        self.0.run(move || {
            if lives("Commands::insert_all", None, entity, site) {
                settle("Commands::insert_all", None, insert_each(entity, values.into_inner(), site), site);
            }
        });
    }

    /// Kills a component; see [`Handle::kill`].
    #[track_caller]
    pub fn kill<T: Component>(self, handle: Handle<T>) {
        let kill = |entity, site| {
            if !life::kill::<T>(entity, site) {
                note_soft("Commands::kill", Some(name_of::<T>()), entity, site);
            }
        };
        self.0.call(kill, handle.entity(), CallSite::here());
    }

    /// Ends an entity; see [`Entity::despawn`].
    #[track_caller]
    pub fn despawn(self, entity: Entity) {
        let despawn = |entity, site| {
            if !life::despawn_at(entity, site) {
                note_soft("Commands::despawn", None, entity, site);
            }
        };
        self.0.call(despawn, entity, CallSite::here());
    }

    /// Sends an event to the components of an entity; see [`Entity::send`].
    #[track_caller]
    pub fn send<E: Send + 'static>(self, entity: Entity, event: E) {
        let site = CallSite::here();
        self.0.run(move || {
            if lives("Commands::send", None, entity, site) {
                life::send(entity, event, site);
            }
        });
    }

    /// Sends an event to all components that listen to it; see [`send_all`](crate::send_all).
    #[track_caller]
    pub fn send_all<E: Send + 'static>(self, event: E) {
        let site = CallSite::here();
        self.0.run(move || {
            life::send_all(event, site);
        });
    }

    /// Runs a function that may use the world: for changes that have no command of their own.
    ///
    /// ```
    /// use ecs_core::{Commands, Component, Entity, World, update_all};
    ///
    /// #[derive(Component)]
    /// #[component(parallel)]
    /// struct Boss { health: i32 }
    ///
    /// impl Boss {
    ///     fn update(&mut self, commands: Commands) {
    ///         if self.health <= 0 {
    ///             commands.run(|| World::set_paused(true));
    ///         }
    ///     }
    /// }
    /// # Entity::spawn().insert(Boss { health: 0 });
    /// # update_all(1.0);
    /// # assert!(ecs_core::time().is_paused());
    /// ```
    pub fn run(self, f: impl FnOnce() + Send + 'static) {
        self.0.run(f);
    }
}

/// Panics because a command could not be run. Names the place of the command, as the call there returned long
/// ago.
#[cold]
pub(crate) fn refuse(error: &dyn fmt::Display, site: CallSite) -> ! {
    match site.location() {
        Some(at) => fail(&format_args!("cannot run the command at {at}: {error}")),
        None => fail(&format_args!("cannot run a command: {error}")),
    }
}

/// Ends a command that adds. Its hooks may have ended the entity: that is a soft failure, as if it had been
/// dead before. Panics if it could not be run.
pub(crate) fn settle(
    call: &'static str,
    component: Option<&'static str>,
    result: Result<(), AddError>,
    site: CallSite,
) {
    match result {
        Ok(()) => {}
        Err(AddError::DeadEntity { entity, .. }) => note_soft(call, component, entity, site),
        Err(error) => refuse(&error, site),
    }
}

/// Says whether an entity is alive, and counts a soft failure if not.
pub(crate) fn lives(
    call: &'static str,
    component: Option<&'static str>,
    entity: Entity,
    site: CallSite,
) -> bool {
    let is_alive = entity.is_alive();
    if !is_alive {
        note_soft(call, component, entity, site);
    }
    is_alive
}

crate::base::debug_by!([] Commands<'_>, |_, f| f.debug_struct("Commands").finish_non_exhaustive());
