//! Trees as users spawn them: as a whole, below an [`Entity`], or by a command.

use std::rc::Rc;

use crate::base::CallSite;
use crate::error::{AddError, fail, or_fail};
use crate::features::scene::{HierarchyError, admit};
use crate::ids::Entity;
use crate::life;
use crate::reach::{lives, refuse};
use crate::terms::Commands;
use crate::world::{current, with_current_or_new};

use super::children::Children;
use super::part::{TreePart, Unplanted};
use super::plant::{end_all, fill, spawn};

impl Entity {
    /// Spawns an entity with all that is below it, as one call, and returns all of them in the shape of the
    /// tree: an entity that has children as a pair of itself and these, a tuple of children as a tuple.
    ///
    /// All entities are spawned, named and linked first, then all values are placed. Then `init` runs on each
    /// component, parents before their children, in the order in which they are written: it finds the whole
    /// tree, with its values. Observers are notified of [`Attach`](crate::Attach) at the end. If an `init`
    /// panics, all that was spawned is despawned: components that had their `init` are shut down, the others
    /// are dropped.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, WithChildren};
    ///
    /// #[derive(Component, Default)]
    /// struct Ship { wheels: usize }
    ///
    /// #[derive(Component)]
    /// struct Wheel;
    ///
    /// #[derive(Component)]
    /// struct Health(u32);
    ///
    /// impl Ship {
    ///     fn init(&mut self) {
    ///         self.wheels = self.entity().children().filter(|child| child.has::<Wheel>()).count();
    ///     }
    /// }
    ///
    /// let wheels = || (0..4).map(|_| Wheel).collect::<Vec<_>>();
    /// let (ship, (wheels, armour)) =
    ///     Entity::spawn_tree(Ship::default().with_children((wheels(), Health(9).named("armour"))));
    /// assert_eq!((ship.borrow::<Ship>().wheels, wheels.len()), (4, 4));
    /// assert_eq!(ship.find("armour"), Some(armour));
    /// ```
    ///
    /// # Panics
    ///
    /// As [`spawn_with`](Self::spawn_with); [`try_spawn_tree`](Self::try_spawn_tree) returns an error
    /// instead.
    #[track_caller]
    pub fn spawn_tree<P: TreePart>(tree: P) -> P::Spawned {
        const { P::CHECKED };
        or_fail(spawn_tree(tree, CallSite::here()))
    }

    /// Spawns an entity with all that is below it, or says why not; then nothing was spawned, and the values
    /// are dropped.
    ///
    /// # Errors
    ///
    /// As [`try_spawn_with`](Self::try_spawn_with).
    #[track_caller]
    pub fn try_spawn_tree<P: TreePart>(tree: P) -> Result<P::Spawned, AddError> {
        const { P::CHECKED };
        spawn_tree(tree, CallSite::here())
    }

    /// Spawns children of the entity, each with all that is below it, and returns the entity and its new
    /// children, in the shape in which they are written. They come behind those that it has.
    ///
    /// The entity itself lives already: its `init` has run, and `init` of a child finds it. Otherwise as
    /// [`spawn_tree`](Self::spawn_tree): if an `init` panics, the new children are despawned, and the entity
    /// stays as it was before the call.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, WithChildren};
    /// # #[derive(Component)] struct Ship;
    /// # #[derive(Component)] struct Turret;
    /// # #[derive(Component)] struct Lamp;
    /// # #[derive(Component)] struct Engine;
    ///
    /// let (ship, ((turret, lamp), engine)) =
    ///     Entity::spawn_with(Ship).with_children((Turret.with_children(Lamp), Engine));
    /// assert_eq!((lamp.parent(), turret.parent(), engine.parent()), (Some(turret), Some(ship), Some(ship)));
    /// ```
    ///
    /// # Panics
    ///
    /// As [`child_of`](Self::child_of) if the entity is dead or being despawned, and as
    /// [`spawn_with`](Self::spawn_with); [`try_with_children`](Self::try_with_children) returns an error
    /// instead.
    #[track_caller]
    pub fn with_children<C: Children>(self, children: C) -> (Self, <C::Part as TreePart>::Spawned) {
        const { <C::Part as TreePart>::CHECKED };
        (self, or_fail(with_children(self, children, CallSite::here())))
    }

    /// Spawns children of the entity as [`with_children`](Self::with_children), and returns them, or says why
    /// not; then none was spawned, and the values are dropped.
    ///
    /// # Errors
    ///
    /// As [`try_child_of`](Self::try_child_of) if the entity can have no children, and
    /// [`HierarchyError::Spawn`] if one of these cannot be spawned.
    #[track_caller]
    pub fn try_with_children<C: Children>(
        self,
        children: C,
    ) -> Result<<C::Part as TreePart>::Spawned, HierarchyError> {
        const { <C::Part as TreePart>::CHECKED };
        with_children(self, children, CallSite::here())
    }
}

#[track_caller]
fn spawn_tree<P: TreePart>(tree: P, site: CallSite) -> Result<P::Spawned, AddError> {
    let tree = Unplanted::new(tree);
    let core = &with_current_or_new(Rc::clone)?;
    core.structural(|| spawn(core, tree, None, site))
}

#[track_caller]
fn with_children<C: Children>(
    parent: Entity,
    children: C,
    site: CallSite,
) -> Result<<C::Part as TreePart>::Spawned, HierarchyError> {
    let children = Unplanted::new(children.__into_part());
    let core = &current().map_err(|error| HierarchyError::World { child: parent, error })?;
    core.structural(|| {
        // Asked inside: what was pending may have ended it.
        admit(core, parent)?;
        spawn(core, children, Some(parent), site).map_err(|error| HierarchyError::Spawn { parent, error })
    })
}

impl Commands<'_> {
    /// Spawns an entity with all that is below it; see [`Entity::spawn_tree`]. Returns all of them in the
    /// shape of the tree, as [`spawn`](Self::spawn) returns one.
    ///
    /// ```
    /// use ecs_core::{Commands, Component, Schedule, WithChildren};
    ///
    /// #[derive(Component)]
    /// struct Ship;
    ///
    /// #[derive(Component)]
    /// struct Turret;
    ///
    /// fn build(commands: Commands) {
    ///     let (ship, turret) = commands.spawn_tree(Ship.with_children(Turret));
    ///     commands.run(move || assert_eq!(turret.parent(), Some(ship)));
    /// }
    ///
    /// Schedule::new().add(build).run(0.1);
    /// assert_eq!(Turret::count(), 1);
    /// ```
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn).
    #[track_caller]
    pub fn spawn_tree<P: TreePart + Send>(self, tree: P) -> P::Spawned {
        const { P::CHECKED };
        self.plant(tree, None, CallSite::here())
    }

    /// Spawns children of an entity, each with all that is below it; see [`Entity::with_children`]. Returns
    /// them as [`spawn_tree`](Self::spawn_tree) does. If `parent` is dead by then, the values are dropped.
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn).
    #[track_caller]
    pub fn spawn_children<C>(self, parent: Entity, children: C) -> <C::Part as TreePart>::Spawned
    where
        C: Children<Part: Send>,
    {
        const { <C::Part as TreePart>::CHECKED };
        self.plant(children.__into_part(), Some(parent), CallSite::here())
    }

    /// Promises the entities of a part, and plants it in them when the commands run.
    #[track_caller]
    fn plant<P: TreePart + Send>(self, part: P, parent: Option<Entity>, site: CallSite) -> P::Spawned {
        let part = Unplanted::new(part);
        let promise = |_| {
            let keep = move |entity| {
                life::keep_promise(entity).unwrap_or_else(|error| refuse(&error, site));
            };
            self.0.spawn(keep).unwrap_or_else(|error| fail(&error))
        };
        let entities: Vec<Entity> = (0..part.get().__count()).map(promise).collect();
        let mut all = entities.iter();
        let spawned = part.get().__nest(&mut || *all.next().expect("each was counted"));
        self.0.run(move || {
            let core = &with_current_or_new(Rc::clone).unwrap_or_else(|error| refuse(&error, site));
            core.structural(|| {
                if let Some(parent) = parent {
                    if !lives("Commands::spawn_children", None, parent, site) {
                        return end_all(core, &entities, site);
                    }
                    admit(core, parent).unwrap_or_else(|error| {
                        end_all(core, &entities, site);
                        refuse(&error, site)
                    });
                }
                let planted = fill(core, part, &entities, parent, site);
                planted.unwrap_or_else(|error| refuse(&error, site));
            });
        });
        spawned
    }
}
