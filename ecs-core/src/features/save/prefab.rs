//! [`Prefab`]: something that is built once and spawned many times; [`Entity::duplicate`].

use core::fmt;
use std::rc::Rc;

use super::pattern::pattern_of;
use crate::base::CallSite;
use crate::error::{PrefabError, or_fail, refuse_unwinding};
use crate::ids::Entity;
use crate::life::{Birth, CopyOrder, Pattern, copy};
use crate::world::{World, WorldCore, current, with_current_or_new};

/// An entity with all its descendants, built once and spawned as often as you like: a prefab of Unity, a
/// scene of Godot.
///
/// Handles and entities inside the prefab that refer to another part of the prefab refer in each copy to the
/// same part of that copy, also in lists, options, maps and enums. References to the outside stay as they
/// are. You need no attribute, but types with references derive `Serialize` and `Deserialize`, by which the
/// library finds the references.
///
/// ```
/// use ecs_core::{Component, Entity, Handle, Prefab};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Component, Clone, Default)]
/// struct Gun { shots: u32 }
///
/// #[derive(Component, Serialize, Deserialize)]
/// struct Ship { gun: Handle<Gun>, armour: u32 }
///
/// let fighter = Prefab::new(|root| {
///     let gun = Entity::spawn().with(Gun { shots: 3 }).child_of(root);
///     root.insert(Ship { gun: gun.handle(), armour: 1 });
/// });
/// let heavy = fighter.variant(|root| root.borrow_mut::<Ship>().armour = 9);
///
/// let (one, other) = (fighter.spawn(), heavy.spawn());
/// let gun = one.borrow::<Ship>().gun;
/// assert_eq!((gun.borrow().shots, gun.entity().parent()), (3, Some(one)));
/// assert_ne!(gun, other.borrow::<Ship>().gun);
/// assert_eq!(other.borrow::<Ship>().armour, 9);
/// ```
///
/// # How it is built
///
/// The closure runs in a world of its own, without hooks and observers. Its parameter is the root. All
/// entities that it spawns belong to the prefab, below the root or not. That world has no singletons: read
/// them before. The prefab keeps values, parents and children, names and switches, but no
/// [timers](crate::Timer) and tasks.
///
/// # How it is copied
///
/// A value without references is cloned. A value with references is written by its `Serialize` and read
/// again; fields that serde skips begin with their defaults. So a type with plain numbers and text needs
/// `Clone`, and a tag nothing. Other types need `Serialize`, so that references are found, and `Deserialize`
/// if a value has a reference, or `Clone` if none ever has. Types that cannot be copied cause one error that
/// names all of them.
///
/// # Where it is kept
///
/// A prefab is a plain value: keep it in a variable, a field of a component or a singleton, or a
/// `thread_local!`. It is not `Send`, so an observer or a timer cannot capture it. A timer can call a method
/// of the component that has it: `self.every(0.5, Self::spawn_one)`.
#[derive(Clone)]
pub struct Prefab {
    pattern: Rc<Pattern>,
}

impl Prefab {
    /// Builds a prefab. The parameter of the closure is the root, which has no components yet.
    ///
    /// # Panics
    ///
    /// If a type cannot be copied, if the closure despawns the root or asks for a singleton;
    /// [`try_new`](Self::try_new) returns an error instead. If the closure panics.
    #[must_use]
    #[track_caller]
    pub fn new(build: impl FnOnce(Entity)) -> Self {
        or_fail(Self::try_new(build))
    }

    /// Builds a prefab, or says why not.
    ///
    /// # Errors
    ///
    /// [`PrefabError::Types`] if types cannot be copied, with all of them; [`PrefabError::Dead`] if the
    /// closure has despawned the root, [`PrefabError::Singleton`] if it has asked for one;
    /// [`PrefabError::Value`] if a `Serialize` fails.
    ///
    /// # Panics
    ///
    /// If the closure does.
    #[track_caller]
    pub fn try_new(build: impl FnOnce(Entity)) -> Result<Self, PrefabError> {
        build_in_hidden_world(|_| Entity::try_spawn().map_err(PrefabError::Add), build)
    }

    /// Builds another prefab, which begins as a copy of this one.
    ///
    /// # Panics
    ///
    /// As [`new`](Self::new); [`try_variant`](Self::try_variant) returns an error instead.
    #[must_use]
    #[track_caller]
    pub fn variant(&self, change: impl FnOnce(Entity)) -> Self {
        or_fail(self.try_variant(change))
    }

    /// Builds another prefab, which begins as a copy of this one, or says why not.
    ///
    /// # Errors
    ///
    /// As [`try_new`](Self::try_new), and [`PrefabError::Value`] if a `Deserialize` fails.
    ///
    /// # Panics
    ///
    /// If the closure does.
    #[track_caller]
    pub fn try_variant(&self, change: impl FnOnce(Entity)) -> Result<Self, PrefabError> {
        build_in_hidden_world(|core| self.copy_one(core, CallSite::here()), change)
    }

    /// Spawns a copy, and returns its root. `init` runs on each component, parents first, in the order of the
    /// types.
    ///
    /// # Panics
    ///
    /// If an `init` misses a sibling; while the world is closing. [`try_spawn`](Self::try_spawn) returns an
    /// error instead. If an `init` panics: then its component is dead, and the rest of the copy is despawned.
    #[track_caller]
    pub fn spawn(&self) -> Entity {
        or_fail(self.try_spawn())
    }

    /// Spawns a copy as [`spawn`](Self::spawn), or says why not; then nothing was spawned.
    ///
    /// # Errors
    ///
    /// [`PrefabError::Add`] if no entity can be made or an `init` misses a sibling, [`PrefabError::Value`]
    /// if a `Deserialize` fails.
    ///
    /// # Panics
    ///
    /// If an `init` does.
    #[track_caller]
    pub fn try_spawn(&self) -> Result<Entity, PrefabError> {
        refuse_unwinding().map_err(PrefabError::World)?;
        let core = with_current_or_new(Rc::clone).map_err(PrefabError::World)?;
        self.copy_one(&core, CallSite::here())
    }

    /// Spawns a number of copies, and returns their roots. First the values of the prefab are placed. Then
    /// the closure gets the number and the root of each copy, and can move it, before its `init` runs.
    /// Components that a type `requires` and the prefab lacks are added with that `init`.
    ///
    /// ```
    /// use ecs_core::{Component, Prefab};
    ///
    /// #[derive(Component, Clone, Default)]
    /// struct Place { x: f32 }
    ///
    /// let tree = Prefab::new(|root| _ = root.add::<Place>());
    /// let trees = tree.spawn_many(100, |i, root| root.borrow_mut::<Place>().x = i as f32);
    /// assert_eq!(trees[7].borrow::<Place>().x, 7.0);
    /// ```
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn); [`try_spawn_many`](Self::try_spawn_many) returns an error instead. If the
    /// closure panics, its copy and all copies without `init` are removed, without hooks.
    #[track_caller]
    pub fn spawn_many(&self, count: usize, each: impl FnMut(usize, Entity)) -> Vec<Entity> {
        or_fail(self.try_spawn_many(count, each))
    }

    /// Spawns a number of copies as [`spawn_many`](Self::spawn_many), or says why not; those that had their
    /// `init` before stay.
    ///
    /// # Errors
    ///
    /// As [`try_spawn`](Self::try_spawn).
    ///
    /// # Panics
    ///
    /// If an `init` or the closure does.
    #[track_caller]
    pub fn try_spawn_many(
        &self,
        count: usize,
        mut each: impl FnMut(usize, Entity),
    ) -> Result<Vec<Entity>, PrefabError> {
        refuse_unwinding().map_err(PrefabError::World)?;
        let core = with_current_or_new(Rc::clone).map_err(PrefabError::World)?;
        let order = CopyOrder { count, parent: None, birth: Birth::New, site: CallSite::here() };
        let roots = copy(&core, &self.pattern, &order, &mut each);
        drop(each);
        roots
    }

    fn copy_one(&self, core: &Rc<WorldCore>, site: CallSite) -> Result<Entity, PrefabError> {
        let order = CopyOrder { count: 1, parent: None, birth: Birth::New, site };
        copy(core, &self.pattern, &order, &mut |_, _| ()).map(|roots| roots[0])
    }
}

impl fmt::Debug for Prefab {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let components: Vec<_> = self.pattern.columns.iter().map(|column| column.info.name.get()).collect();
        f.debug_struct("Prefab")
            .field("entities", &self.pattern.entities.len())
            .field("components", &components)
            .finish_non_exhaustive()
    }
}

/// Builds a prefab in a hidden world: `begin` makes the root, `build` changes it.
#[track_caller]
fn build_in_hidden_world(
    begin: impl FnOnce(&Rc<WorldCore>) -> Result<Entity, PrefabError>,
    build: impl FnOnce(Entity),
) -> Result<Prefab, PrefabError> {
    refuse_unwinding().map_err(PrefabError::World)?;
    let site = CallSite::here();
    let hidden = World::hidden().ok_or(PrefabError::TooManyWorlds)?;
    let built = hidden.enter(|| {
        let core = current().map_err(PrefabError::World)?;
        let root = begin(&core)?;
        build(root);
        // Not `World::flush`: states that types are bound to are those of the world of a copy.
        core.flush();
        core.lifetime.raise();
        if !root.is_alive() {
            return Err(PrefabError::Dead { entity: root });
        }
        if let Some(number) = core.types(core.globals.entity()).iter().next() {
            return Err(PrefabError::Singleton { component: core.columns.numbered(number).name() });
        }
        let pattern = pattern_of(&core, root, &all_from(&core, root), site)?;
        Ok(Prefab { pattern: Rc::new(pattern) })
    });
    // Values of the user drop with it. A panic in the drop of a local leaks the result of its function
    // (rust-lang/rust#47949).
    drop(hidden);
    built
}

/// All entities, each before those below it: first those of a root, with what is above it.
fn all_from(core: &WorldCore, root: Entity) -> Vec<Entity> {
    let above = core::iter::successors(Some(root), |&entity| core.parent(entity));
    let first = above.last().unwrap_or(root);
    let mut all = core.entered(first, |_| true);
    let tops: Vec<Entity> = core.entities.borrow().iter().collect();
    let is_top = |&top: &Entity| top != first && top != core.globals.entity() && core.parent(top).is_none();
    for top in tops.into_iter().filter(is_top) {
        all.extend(core.entered(top, |_| true));
    }
    all
}

impl Entity {
    /// Copies the entity with all its components and descendants, and returns the copy. The copy is the last
    /// child of the same parent, if there is one.
    ///
    /// References between copied entities refer to the copies, as in a [`Prefab`]. Names and switches are
    /// copied, timers and tasks are not. No `init` runs: `sibling` fields are set, then `on_reset` runs,
    /// parents first; then `on_enable`.
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// #[derive(Component, Clone)]
    /// struct Health { now: f32 }
    ///
    /// let wolf = Entity::spawn().with(Health { now: 5.0 });
    /// let twin = wolf.duplicate();
    /// twin.borrow_mut::<Health>().now = 1.0;
    /// assert_eq!(wolf.borrow::<Health>().now, 5.0);
    /// ```
    ///
    /// # Panics
    ///
    /// If the entity is dead, a component of it is mutably borrowed, or a type cannot be copied;
    /// [`try_duplicate`](Self::try_duplicate) returns an error instead. If an `on_reset` panics: then the
    /// copy is despawned.
    #[doc(alias("clone", "instantiate"))]
    #[track_caller]
    pub fn duplicate(self) -> Self {
        or_fail(self.try_duplicate())
    }

    /// Makes a copy of the entity as [`duplicate`](Self::duplicate), or says why not; then nothing was
    /// copied.
    ///
    /// # Errors
    ///
    /// [`PrefabError::Dead`] if the entity is not alive, [`PrefabError::Types`] if types cannot be copied,
    /// with all of them, [`PrefabError::Borrowed`] if a component is mutably borrowed, [`PrefabError::Value`]
    /// if a `Serialize` or `Deserialize` fails.
    ///
    /// # Panics
    ///
    /// If an `on_reset` does.
    #[track_caller]
    pub fn try_duplicate(self) -> Result<Self, PrefabError> {
        refuse_unwinding().map_err(PrefabError::World)?;
        let core = with_current_or_new(Rc::clone).map_err(PrefabError::World)?;
        core.sync();
        let is_there = core.entities.borrow().is_alive(self) && self != core.globals.entity();
        if !is_there || core.is_entity_dying(self) {
            return Err(PrefabError::Dead { entity: self });
        }
        let mut all = vec![self];
        all.extend(core.below(self));
        let site = CallSite::here();
        let pattern = pattern_of(&core, self, &all, site)?;
        let order = CopyOrder { count: 1, parent: core.parent(self), birth: Birth::Reused, site };
        copy(&core, &pattern, &order, &mut |_, _| ()).map(|tops| tops[0])
    }
}
