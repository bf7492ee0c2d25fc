//! [`SaveReport`] and [`LoadReport`]: what was saved and loaded, and what was not.

use core::fmt;
use std::rc::Rc;

use super::super::dangling::Dangling;
use crate::ids::Entity;

/// The contents of a save, and the parts of the world that are not in it.
///
/// `Display` writes it as text, a line for each thing that was left out.
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

    /// Returns the number that an entity has in the save: [`LoadReport::entity`] leads from it to the entity
    /// that is loaded. O(n).
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

    /// Returns how many timers and tasks wait. They are closures, so no save has them: `on_load` makes them
    /// again. Of a part of the world it is 0.
    #[must_use]
    pub fn closures(&self) -> usize {
        self.closures.iter().map(|closures| closures.count).sum()
    }

    /// Returns how many timers and tasks each type has, in the order of the types. Those of entities
    /// themselves, as of [`Entity::despawn_after`], come last, as those of `Entity`. Of a part of the world
    /// it is empty.
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
/// `Display` writes it as text, a line for each thing that was passed over.
#[derive(Clone, Debug, Default)]
pub struct LoadReport {
    entities: Rc<Vec<Entity>>,
    unknown: Vec<String>,
}

impl LoadReport {
    pub(super) fn new(entities: Rc<Vec<Entity>>, unknown: Vec<String>) -> Self {
        Self { entities, unknown }
    }

    /// Returns the entities that were loaded, in the order of the numbers that they have in the save. One
    /// that waited in a pool of which the save has nothing is dead, as is all below it.
    #[must_use]
    pub fn entities(&self) -> &[Entity] {
        &self.entities
    }

    /// Returns the entity that has a number in the save, which [`SaveReport::number`] gives; `None` if it has
    /// no such number.
    #[must_use]
    pub fn entity(&self, number: u32) -> Option<Entity> {
        self.entities.get((number as usize).checked_sub(1)?).copied()
    }

    /// Returns what the types of the save are called that are not in the list, and were passed over.
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
