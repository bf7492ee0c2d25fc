//! [`World::dangling`]: fields that refer to dead entities and components.

use core::any::TypeId;
use core::fmt;
use std::rc::Rc;

use crate::base::CallSite;
use crate::codec::{Met, Tape};
use crate::column::Column;
use crate::error::end_of;
use crate::ids::Entity;
use crate::world::{World, WorldCore, current};

use super::recorded::Recorder;

/// A field of a component that refers to a dead entity or component, or to one that is not in a save.
///
/// `Display` says it as a sentence: `Turret.target of 3v1 "gun" refers to 8v1, which is dead`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Dangling {
    /// The type of the component that has the field. Empty if it is in no component, but beside a save.
    pub component: &'static str,
    /// The entity of that component.
    pub entity: Entity,
    /// Where the field is in the component: `target`, `crew.0.seat`. Empty if the component is nothing else.
    pub path: String,
    /// The entity of the reference.
    pub target: Entity,
    /// Whether the entity is alive, but lacks the component, or, in the report of a save, is not in the save.
    pub is_alive: bool,
    pub(super) is_of_save: bool,
}

impl fmt::Display for Dangling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { component, entity, path, target, is_alive, is_of_save } = self;
        let dot = if path.is_empty() { "" } else { "." };
        match *component {
            "" => write!(f, "what stands beside the save refers to {target:?}, which ")?,
            _ => write!(f, "{component}{dot}{path} of {entity:?} refers to {target:?}, which ")?,
        }
        match (is_alive, is_of_save) {
            (true, true) => f.write_str("is not in the save"),
            (true, false) => f.write_str("has no such component"),
            (false, _) => write!(f, "is dead{}", end_of(*target)),
        }
    }
}

/// The result of [`World::dangling`].
///
/// `Display` writes it as text, a line for each.
#[derive(Clone, Debug, Default)]
pub struct DanglingReport {
    found: Vec<Dangling>,
    unseen: Vec<&'static str>,
}

impl DanglingReport {
    /// Returns the fields that refer to dead entities and components: type by type, in the order of the
    /// store.
    #[must_use]
    pub fn found(&self) -> &[Dangling] {
        &self.found
    }

    /// Returns the types that could not be searched: types that are not `Serialize` and may hold a reference,
    /// types whose `Serialize` has failed, and types with a mutably borrowed component.
    #[must_use]
    pub fn unseen(&self) -> &[&'static str] {
        &self.unseen
    }
}

impl fmt::Display for DanglingReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.found.iter().try_for_each(|dangling| writeln!(f, "{dangling}"))?;
        self.unseen.iter().try_for_each(|component| writeln!(f, "not seen: {component}"))
    }
}

impl World {
    /// Finds the fields of live components that refer to dead entities and components: handles and entities
    /// in any place of a value, also in lists, options, maps and enums.
    ///
    /// What is null refers to nothing, and is not listed. It looks by the type's `Serialize`, so it sees what
    /// that writes; a type without is listed as [unseen](DanglingReport::unseen), unless its fields are plain
    /// numbers and text. Changes nothing. O(all components that can hold a reference). Empty if there is no
    /// world.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, Handle, World};
    /// use serde::Serialize;
    ///
    /// #[derive(Component)]
    /// struct Hull(u32);
    ///
    /// #[derive(Component, Serialize)]
    /// struct Gun { targets: Vec<Handle<Hull>> }
    ///
    /// let [first, second] = [1, 2].map(|hull| Entity::spawn().insert(Hull(hull)));
    /// let gun = Entity::spawn().insert(Gun { targets: vec![first, second] });
    /// gun.entity().set_name("gun");
    /// assert!(World::dangling().found().is_empty());
    ///
    /// second.entity().despawn();
    /// let report = World::dangling();
    /// let dangling = &report.found()[0];
    /// assert_eq!((dangling.component, &*dangling.path), ("Gun", "targets.1"));
    /// assert_eq!((dangling.entity, dangling.is_alive), (gun.entity(), false));
    /// ```
    ///
    /// # Panics
    ///
    /// If a `Serialize` does.
    #[must_use]
    #[track_caller]
    pub fn dangling() -> DanglingReport {
        let Ok(core) = current() else { return DanglingReport::default() };
        let entities = |column: &Column| column.live_entities(false).into_vec();
        report(&core, Look::new(&core, false, CallSite::here()), core.columns.in_order(), entities)
    }
}

impl Entity {
    /// Finds the fields of this entity's components that refer to dead entities and components, as
    /// [`World::dangling`]: use it to check a few entities in each frame. A value of more than 4,096 parts or
    /// 16 KiB of text is [unseen](DanglingReport::unseen).
    ///
    /// # Panics
    ///
    /// If a `Serialize` does.
    #[must_use]
    #[track_caller]
    pub fn dangling(self) -> DanglingReport {
        let Ok(core) = current() else { return DanglingReport::default() };
        let columns = core.types(self).iter().map(|number| core.columns.numbered(number)).collect();
        let tape = Tape::for_people(1 << 12, 1 << 14);
        let look = Look { tape, ..Look::new(&core, false, CallSite::here()) };
        report(&core, look, columns, |_| vec![self])
    }
}

/// Looks into the components of some types that some entities have.
fn report(
    core: &WorldCore,
    mut look: Look<'_>,
    columns: Vec<Rc<Column>>,
    entities: impl Fn(&Column) -> Vec<Entity>,
) -> DanglingReport {
    let mut report = DanglingReport::default();
    let is_dead = |met: Met| !is_there(core, met);
    for column in columns {
        let is_seen = !may_hold_ids(&column) || {
            let look_into = |entity| look.look_into(&column, entity, &is_dead, &mut report.found);
            // Each is looked into, also behind one that cannot be.
            entities(&column).into_iter().map(look_into).fold(true, |all, one| all & one)
        };
        report.unseen.extend((!is_seen).then_some(column.name()));
    }
    report
}

/// Says whether components of a type can refer to an entity.
fn may_hold_ids(column: &Column) -> bool {
    column.has_rows() && !column.info.spec.extensions.save.plain
}

/// Says whether what is referred to is alive: an entity, or a component of it.
fn is_there(core: &WorldCore, met: Met) -> bool {
    let has = |component: TypeId| {
        core.columns.of(component).is_some_and(|column| column.find(met.entity).is_some())
    };
    core.entities.borrow().is_alive(met.entity) && met.component.is_none_or(has)
}

/// Looks into components for what they refer to.
pub(crate) struct Look<'w> {
    core: &'w WorldCore,
    tape: Tape,
    recorder: Recorder,
    is_of_save: bool,
}

impl<'w> Look<'w> {
    /// Looks for the report of a save, or for that of a world.
    pub(crate) fn new(core: &'w WorldCore, is_of_save: bool, site: CallSite) -> Self {
        Self { core, tape: Tape::default(), recorder: Recorder::new(site), is_of_save }
    }

    /// Lists the fields of an entity's component whose reference is of a kind; `false` if that cannot be
    /// seen.
    pub(crate) fn look_into(
        &mut self,
        column: &Column,
        entity: Entity,
        is_meant: &dyn Fn(Met) -> bool,
        found: &mut Vec<Dangling>,
    ) -> bool {
        column.close_holes();
        // A `Serialize` before may have ended it.
        let Some(row) = column.find(entity) else { return true };
        self.tape.clear();
        let Ok((span, met)) = self.recorder.record(column, row, &mut self.tape) else { return false };
        self.tape.each_id(span, &mut |path, number| {
            let met = met.get(number as usize).copied().unwrap_or_default();
            if met.entity != Entity::NONE && is_meant(met) {
                let is_alive = self.core.entities.borrow().is_alive(met.entity);
                let (component, path) = (column.name(), path.to_owned());
                let (target, is_of_save) = (met.entity, self.is_of_save);
                found.push(Dangling { component, entity, path, target, is_alive, is_of_save });
            }
        });
        true
    }

    /// The path to a map in an entity's component that JSON cannot write.
    pub(super) fn map_without_text_keys(&mut self, column: &Column, entity: Entity) -> Option<String> {
        column.close_holes();
        let row = column.find(entity)?;
        self.tape.clear();
        let (span, _) = self.recorder.record(column, row, &mut self.tape).ok()?;
        self.tape.map_without_text_keys(span)
    }
}
