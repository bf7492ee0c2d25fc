//! Parents and children as users have them: attach an [`Entity`], detach it, also by a command.

use crate::base::{CallSite, OnDrop};
use crate::error::{fail, or_fail};
use crate::ids::Entity;
use crate::life::{self, Bundle, Unplaced, detach, detach_children};
use crate::reach::{lives, refuse, settle};
use crate::terms::Commands;
use crate::world::note_soft;

use super::attach::attach;
use super::error::HierarchyError;

impl Entity {
    /// Makes the entity the last child of `parent`, and returns the entity. It leaves its old parent; a child
    /// of `parent` becomes the last one.
    ///
    /// A child ends with its parent, because [`despawn`](Self::despawn) ends all descendants, and is disabled
    /// while its parent is. To inherit values, such as positions, see [`Inherits`](crate::Inherits).
    ///
    /// O(1) for an entity without children; otherwise O(the depth of `parent`).
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// #[derive(Component, Default)]
    /// struct Gun { shots: u32 }
    ///
    /// let ship = Entity::spawn();
    /// let turret = Entity::spawn().child_of(ship);
    /// let gun = Entity::spawn().with(Gun::default()).child_of(turret);
    /// assert_eq!(gun.parent(), Some(turret));
    /// assert_eq!(gun.root(), ship);
    /// assert_eq!(ship.down::<Gun>(), Some(gun.handle()));
    ///
    /// ship.despawn();
    /// assert!(!gun.is_alive());
    /// ```
    ///
    /// # Panics
    ///
    /// If one of both is dead, is being despawned or is of another world, or if the entity is `parent` or
    /// above it; [`try_child_of`](Self::try_child_of) is the soft form.
    #[doc(alias = "set_parent")]
    #[track_caller]
    pub fn child_of(self, parent: Self) -> Self {
        or_fail(self.try_child_of(parent))
    }

    /// Makes the entity the last child of `parent` as [`child_of`](Self::child_of), or says why not.
    ///
    /// # Errors
    ///
    /// [`HierarchyError::Dead`] if one of both is not alive, [`HierarchyError::WrongWorld`] if it is of
    /// another world, [`HierarchyError::Dying`] if it is being despawned, [`HierarchyError::Cycle`] if the
    /// entity is `parent` or above it, [`HierarchyError::Singleton`] if it is that of the world's singletons,
    /// [`HierarchyError::World`] if there is no world.
    #[track_caller]
    pub fn try_child_of(self, parent: Self) -> Result<Self, HierarchyError> {
        attach(self, parent, None, CallSite::here()).map(|()| self)
    }

    /// Makes `child` a child of this entity, at a place among its children: 0 is the first, and a place
    /// beyond the end is the last. Otherwise as [`child_of`](Self::child_of).
    ///
    /// O(`place`) more than that.
    ///
    /// ```
    /// # use ecs_core::Entity;
    /// let (menu, play) = (Entity::spawn(), Entity::spawn());
    /// play.child_of(menu);
    /// let resume = Entity::spawn();
    /// menu.insert_child(0, resume);
    /// assert_eq!(menu.children().collect::<Vec<_>>(), [resume, play]);
    /// ```
    ///
    /// # Panics
    ///
    /// As [`child_of`](Self::child_of); [`try_insert_child`](Self::try_insert_child) is the soft form.
    #[track_caller]
    pub fn insert_child(self, place: usize, child: Self) {
        or_fail(self.try_insert_child(place, child));
    }

    /// Makes `child` a child of this entity as [`insert_child`](Self::insert_child), or says why not.
    ///
    /// # Errors
    ///
    /// As [`try_child_of`](Self::try_child_of).
    #[track_caller]
    pub fn try_insert_child(self, place: usize, child: Self) -> Result<(), HierarchyError> {
        attach(child, self, Some(place), CallSite::here())
    }

    /// Detaches the entity, with its descendants, from its parent, and returns whether it had one. O(1), or
    /// O(the number of descendants) if these become enabled.
    ///
    /// The entity becomes enabled if only its parent was disabled. An entity that is being despawned is not
    /// detached.
    #[track_caller]
    pub fn detach(self) -> bool {
        let site = CallSite::here();
        let is_detached = detach(self, site);
        if !is_detached && !self.is_alive() {
            note_soft("Entity::detach", None, self, site);
        }
        is_detached
    }

    /// Detaches all children, each with its descendants, and returns their number. They do not end with the
    /// entity then.
    ///
    /// ```
    /// # use ecs_core::Entity;
    /// let ship = Entity::spawn();
    /// let crew = [(); 3].map(|()| Entity::spawn().child_of(ship));
    /// assert_eq!(ship.detach_children(), 3);
    /// ship.despawn();
    /// assert!(crew.iter().all(|sailor| sailor.is_alive()));
    /// ```
    #[track_caller]
    pub fn detach_children(self) -> usize {
        let site = CallSite::here();
        let detached = detach_children(self, site);
        if detached == 0 && !self.is_alive() {
            note_soft("Entity::detach_children", None, self, site);
        }
        detached
    }
}

impl Commands<'_> {
    /// Spawns an entity as the last child of `parent`, then adds these components to it: their `init` finds
    /// the parent. Returns the child as [`spawn`](Self::spawn) does. If `parent` is dead by then, the values
    /// are dropped, and the child never lives. They are dropped too if an observer despawns the child as it
    /// is attached. See [`Entity::child_of`].
    ///
    /// ```
    /// use ecs_core::{Commands, Component, Entity, update_all};
    ///
    /// #[derive(Component)]
    /// struct Smoke;
    ///
    /// #[derive(Component)]
    /// #[component(parallel)]
    /// struct Engine { heat: f32 }
    ///
    /// impl Engine {
    ///     fn update(&mut self, dt: f32, commands: Commands) {
    ///         self.heat += dt;
    ///         if self.heat > 1.0 {
    ///             commands.spawn_child(self.entity(), Smoke);
    ///         }
    ///     }
    /// }
    ///
    /// let engine = Entity::spawn().with(Engine { heat: 1.0 });
    /// update_all(0.5);
    /// assert!(engine.down::<Smoke>().is_some());
    /// ```
    ///
    /// # Panics
    ///
    /// If there are no more ids; in a [local](crate::local) system, if it has entered another world.
    #[track_caller]
    pub fn spawn_child<B: Bundle + Send>(self, parent: Entity, bundle: B) -> Entity {
        const { life::refuse_twice::<B>() };
        let (site, bundle) = (CallSite::here(), Unplaced::new(bundle));
        let spawn = move |child| {
            if lives("Commands::spawn_child", None, parent, site) {
                life::keep_promise(child).unwrap_or_else(|error| refuse(&error, site));
                let undo = OnDrop(|| _ = life::despawn(child, site));
                attach(child, parent, None, site).unwrap_or_else(|error| refuse(&error, site));
                // Who observes that may have ended it.
                let applied = life::apply_with(child, bundle.into_inner(), site);
                settle("Commands::spawn_child", None, applied.map_err(|refusal| *refusal), site);
                core::mem::forget(undo);
            }
        };
        self.0.spawn(spawn).unwrap_or_else(|error| fail(&error))
    }

    /// Makes an entity the last child of `parent`; see [`Entity::child_of`].
    #[track_caller]
    pub fn child_of(self, child: Entity, parent: Entity) {
        let site = CallSite::here();
        self.0.run(move || {
            let call = "Commands::child_of";
            if lives(call, None, child, site) && lives(call, None, parent, site) {
                attach(child, parent, None, site).unwrap_or_else(|error| refuse(&error, site));
            }
        });
    }

    /// Detaches an entity from its parent; see [`Entity::detach`].
    #[track_caller]
    pub fn detach(self, child: Entity) {
        let detach = |child, site| {
            if lives("Commands::detach", None, child, site) {
                detach(child, site);
            }
        };
        self.0.call(detach, child, CallSite::here());
    }
}
