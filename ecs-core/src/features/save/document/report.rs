//! [`SaveReport`] and [`LoadReport`]: what was saved and loaded, and what was not.

use core::fmt;
use std::rc::Rc;

use super::super::dangling::Dangling;
use crate::ids::Entity;

/// The contents of a save, and the parts of the world that are not in it.
///
/// `Display` writes it as text, with a line for each omission.
#[derive(Clone, Debug, Default)]
pub struct SaveReport {
    pub(super) entities: Vec<Entity>,
    pub(super) left_out: Vec<LeftOut>,
    pub(super) dangling: Vec<Dangling>,
    pub(super) closures: Vec<LeftOut>,
}

/// A part of the world that is not in a save: components of a type that is not in the list and not
/// `transient`, or timers and tasks of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LeftOut {
    /// The component's type.
    pub component: &'static str,
    /// How many there are.
    pub count: usize,
    /// Whether the type is a singleton.
    pub is_singleton: bool,
}

impl SaveReport {
    /// Returns the entities of the save, in the order of their numbers, which begin with 1.
    #[must_use]
    pub fn entities(&self) -> &[Entity] {
        &self.entities
    }

    /// Returns the number of an entity in the save, from which [`LoadReport::entity`] finds the loaded
    /// entity. O(n).
    #[must_use]
    pub fn number(&self, entity: Entity) -> Option<u32> {
        let place = self.entities.iter().position(|&other| other == entity)?;
        u32::try_from(place + 1).ok()
    }

    /// Returns the types that have components, are not in the list, and are not marked
    /// `#[component(transient)]`.
    #[must_use]
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// Returns the fields that were written as null, because they refer to dead entities or components, or to
    /// some that are not in the save.
    #[must_use]
    pub fn dangling(&self) -> &[Dangling] {
        &self.dangling
    }

    /// Returns the number of waiting timers and tasks. A save has no closures: start them again in `on_load`.
    /// For a save of a part of the world this is 0.
    #[must_use]
    pub fn closures(&self) -> usize {
        self.closures.iter().map(|closures| closures.count).sum()
    }

    /// Returns the number of timers and tasks of each type, in the order of the types. Timers of entities,
    /// such as by [`Entity::despawn_after`], come last, under `Entity`. For a save of a part of the world the
    /// list is empty.
    #[must_use]
    pub fn closures_by_type(&self) -> &[LeftOut] {
        &self.closures
    }
}

impl fmt::Display for SaveReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "saved entities: {}", self.entities.len())?;
        for LeftOut { component, count, is_singleton } in &self.left_out {
            match is_singleton {
                true => writeln!(
                    f,
                    "left out: the singleton {component}: list the type, or mark it \
                     `#[component(transient)]` if it is not to be saved"
                ),
                false => writeln!(
                    f,
                    "left out: {count} {component}: list the type, or mark it `#[component(transient)]` if \
                     its entities are to be saved without it"
                ),
            }?;
        }
        for LeftOut { component, count, .. } in &self.closures {
            writeln!(
                f,
                "left out: timers and tasks, which are closures ({count} of {component}): start them again \
                 in `on_load` or after the load"
            )?;
        }
        self.dangling.iter().try_for_each(|dangling| writeln!(f, "written as null: {dangling}"))
    }
}

/// The entities that a load has made, and the parts of the save that it could not use.
///
/// `Display` writes it as text, with a line for each omission.
#[derive(Clone, Debug, Default)]
pub struct LoadReport {
    entities: Rc<Vec<Entity>>,
    unknown: Vec<String>,
}

impl LoadReport {
    pub(super) fn new(entities: Rc<Vec<Entity>>, unknown: Vec<String>) -> Self {
        Self { entities, unknown }
    }

    /// Returns the loaded entities, in the order of their numbers in the save. An entity that was parked in a
    /// pool outside of the save is dead, with all its descendants.
    #[must_use]
    pub fn entities(&self) -> &[Entity] {
        &self.entities
    }

    /// Returns the loaded entity for a number from [`SaveReport::number`]; `None` if the save has no such
    /// number.
    #[must_use]
    pub fn entity(&self, number: u32) -> Option<Entity> {
        self.entities.get((number as usize).checked_sub(1)?).copied()
    }

    /// Returns the names of the types in the save that are not in the list, and were left out.
    #[must_use]
    pub fn unknown(&self) -> &[String] {
        &self.unknown
    }
}

impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "loaded entities: {}", self.entities.len())?;
        self.unknown.iter().try_for_each(|title| {
            writeln!(
                f,
                "passed over: `{title}`: list the type, or say `was(\"{title}\")` above what it is now"
            )
        })
    }
}
