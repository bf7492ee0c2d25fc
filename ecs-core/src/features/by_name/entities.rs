//! The entities of a world and their components, without their types.

use core::ops::Range;
use std::rc::Rc;

use crate::base::CallSite;
use crate::codec::IdText;
use crate::column::{At, Column};
use crate::features::names::find;
use crate::ids::Entity;
use crate::life::{kill_in, switch};
use crate::world::{WorldCore, current};

use super::error::NameError;
use super::types::{ByName, NamedType, TypeKey, named};

impl ByName {
    /// Yields the living entities, without the entity of the [singletons](Self::singletons), in the order of
    /// their indices. The iterator borrows nothing: the loop may spawn and despawn.
    #[track_caller]
    pub fn entities(&self) -> impl Iterator<Item = Entity> + use<> {
        self.entities_among(0..u32::MAX)
    }

    /// Yields the living entities with these indices, as [`entities`](Self::entities), for a tool that goes
    /// through a part of them in each frame. All indices are below [`indices`](Self::indices).
    #[track_caller]
    pub fn entities_among(&self, indices: Range<u32>) -> impl Iterator<Item = Entity> + use<> {
        let mut rest = indices;
        core::iter::from_fn(move || {
            let core = current().ok()?;
            let singletons = core.globals.entity();
            let next = core.entities.borrow().among(rest.clone()).find(|&entity| entity != singletons)?;
            rest.start = next.index() + 1;
            Some(next)
        })
    }

    /// Returns a number that is above the index of each entity.
    #[must_use]
    #[track_caller]
    pub fn indices(&self) -> u32 {
        current().map_or(0, |core| core.entities.borrow().made())
    }

    /// Returns the entity of the singletons, which is in no list; `None` if there are none.
    #[must_use]
    #[track_caller]
    pub fn singletons(&self) -> Option<Entity> {
        let core = current().ok()?;
        Some(core.globals.entity()).filter(|&entity| core.entities.borrow().is_alive(entity))
    }

    /// Returns a path by which [`find_entity`](Self::find_entity) finds the entity, unless another one has
    /// the same path: `ship/turret/gun`. The path begins at the root, or at the nearest ancestor without a
    /// name: `12v1/gun`.
    #[must_use]
    #[track_caller]
    pub fn path(&self, entity: Entity) -> String {
        let Ok(core) = current() else { return IdText(entity).to_string() };
        let mut steps = Vec::new();
        let mut at = Some(entity);
        while let Some(entity) = at {
            match core.known_name(entity) {
                Some(name) => steps.push(name.to_string()),
                None => {
                    steps.push(IdText(entity).to_string());
                    break;
                }
            }
            at = core.parent(entity);
        }
        steps.reverse();
        steps.join("/")
    }

    /// Finds a living entity by its path, as [`find`](crate::find) does; or by its index and generation,
    /// `12v1`, also at the start of a path.
    ///
    /// # Errors
    ///
    /// [`NameError::NoEntity`].
    #[track_caller]
    pub fn find_entity(&self, path: &str) -> Result<Entity, NameError> {
        let below = || {
            let (first, rest) = path.split_once('/')?;
            entity_of_text(first)?.find(rest)
        };
        let found = entity_of_text(path).or_else(below).or_else(|| find(path));
        found.ok_or_else(|| NameError::NoEntity { path: path.to_owned() })
    }

    /// Lists the types of an entity's components, in the order of their first add; none if it is dead.
    #[must_use]
    #[track_caller]
    pub fn components(&self, entity: Entity) -> Vec<NamedType> {
        let Ok(core) = current() else { return Vec::new() };
        core.types(entity).iter().map(|number| named(&core.columns.numbered(number))).collect()
    }

    /// Says whether an entity has a component of a type.
    ///
    /// # Errors
    ///
    /// As [`find_type`](Self::find_type).
    #[track_caller]
    pub fn has(&self, entity: Entity, component: impl TypeKey) -> Result<bool, NameError> {
        Ok(component.__column(&*current()?)?.find(entity).is_some())
    }

    /// Says whether a component is switched on itself.
    ///
    /// # Errors
    ///
    /// As [`find_type`](Self::find_type); [`NameError::Borrow`] if the entity is dead or has none.
    #[track_caller]
    pub fn is_enabled(&self, entity: Entity, component: impl TypeKey) -> Result<bool, NameError> {
        let (_, column, row) = component_of(entity, component)?;
        Ok(!column.stage(row).is_off())
    }

    /// Switches a component on or off, as [`Handle::set_enabled`](crate::Handle::set_enabled).
    ///
    /// # Errors
    ///
    /// As [`is_enabled`](Self::is_enabled), and [`NameError::Singleton`].
    ///
    /// # Panics
    ///
    /// If a hook does.
    #[track_caller]
    pub fn set_enabled(
        &self,
        entity: Entity,
        component: impl TypeKey,
        enabled: bool,
    ) -> Result<(), NameError> {
        change(entity, component, |at| switch(at, enabled))
    }

    /// Ends a component, as [`Handle::kill`](crate::Handle::kill).
    ///
    /// # Errors
    ///
    /// As [`set_enabled`](Self::set_enabled).
    ///
    /// # Panics
    ///
    /// If a hook does.
    #[track_caller]
    pub fn kill(&self, entity: Entity, component: impl TypeKey) -> Result<(), NameError> {
        change(entity, component, kill_in)
    }
}

/// Changes a component by its column, unless it is a singleton.
#[track_caller]
fn change(entity: Entity, component: impl TypeKey, by: impl FnOnce(At<'_>) -> bool) -> Result<(), NameError> {
    let (_, column, _) = component_of(entity, component)?;
    if is_singleton(&column) {
        return Err(NameError::Singleton { component: column.name() });
    }
    match by(column.at(entity, CallSite::here())) {
        true => Ok(()),
        false => Err(gone(&column, entity)),
    }
}

/// Finds an entity's component of a type.
#[track_caller]
pub(super) fn component_of(
    entity: Entity,
    component: impl TypeKey,
) -> Result<(Rc<WorldCore>, Rc<Column>, u32), NameError> {
    let core = current()?;
    let column = component.__column(&core)?;
    let row = row_of(&column, entity)?;
    Ok((core, column, row))
}

/// Finds the row of an entity's component.
#[track_caller]
pub(super) fn row_of(column: &Column, entity: Entity) -> Result<u32, NameError> {
    column.close_holes();
    column.find(entity).ok_or_else(|| gone(column, entity))
}

/// Says why an entity has no component of a type.
#[track_caller]
fn gone(column: &Column, entity: Entity) -> NameError {
    NameError::Borrow(column.world.why_gone(column.name(), entity, column.number.get()))
}

/// Says whether a column is that of a singleton.
pub(super) fn is_singleton(column: &Column) -> bool {
    column.info.access.find_map(&mut |access| access.is_singleton.then_some(())).is_some()
}

/// The living entity of the current world that is written as `12v1`.
pub(super) fn entity_of_text(text: &str) -> Option<Entity> {
    let (index, generation) = text.split_once('v')?;
    let (index, generation): (u32, u32) = (index.parse().ok()?, generation.parse().ok()?);
    let core = current().ok()?;
    let entities = core.entities.borrow();
    let mut found = entities.among(index..index.checked_add(1)?);
    found.find(|entity| entity.generation() == generation)
}
