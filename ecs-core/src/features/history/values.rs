//! What is in the kept frames, by the values that serde writes.

use crate::borrow::PAGE;
use crate::by_name::{NameError, TypeKey, Value};
use crate::codec::{Tape, recorded};
use crate::column::Column;
use crate::error::SnapshotError;
use crate::ids::Entity;
use crate::world::current;

use super::super::by_name::{not_serialize, references};
use super::super::snapshot::compare::state::{Difference, WorldState, differences, state};
use super::super::snapshot::saved_world::SavedWorld;
use super::calls::History;
use super::frames::{KeptAt, KeptFrames};

impl History {
    /// Returns all that is in a kept frame, to be compared with another one or sent elsewhere.
    ///
    /// # Errors
    ///
    /// [`SnapshotError::NoSuchFrame`]; [`SnapshotError::Format`] if a `Serialize` fails.
    pub fn state(&self, frame: u64) -> Result<WorldState, SnapshotError> {
        let core = current().map_err(SnapshotError::World)?;
        let read = |kept: &KeptFrames| Ok(state(kept.find(frame, KeptAt::Next)?)?.of_frame(frame));
        let state = core.parts.history.with(read);
        state.unwrap_or_else(|| Err(SnapshotError::NoSuchFrame { frame, kept: Vec::new() }))
    }

    /// Says in what two kept frames differ: which component of which entity, and which of its fields. At most
    /// twenty differences are listed of each type.
    ///
    /// ```
    /// # use ecs_core::{Component, Entity, World, update_all};
    /// # use serde::Serialize;
    /// #[derive(Component, Clone, Copy, Serialize)]
    /// struct Ball { height: f32 }
    /// impl Ball {
    ///     fn update(&mut self, dt: f32) { self.height -= 10.0 * dt }
    /// }
    ///
    /// World::set_history(1 << 20);
    /// Entity::spawn().insert(Ball { height: 50.0 });
    /// for _ in 0..3 { update_all(1.0) }
    /// let differences = World::history().diff(1, 2)?;
    /// assert!(differences.iter().any(|found| found.to_string() == "Ball of 0v1: height 40.0 | 30.0"));
    /// # Ok::<(), ecs_core::SnapshotError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`state`](Self::state).
    pub fn diff(&self, frame: u64, other: u64) -> Result<Vec<Difference>, SnapshotError> {
        Ok(differences(&self.state(frame)?, &self.state(other)?))
    }

    /// Reads a component of an entity, or a part of one, as it was in a kept frame: as
    /// [`ByName::read`](crate::by_name::ByName::read) reads it now. `""` is the whole component, `pos.1` a
    /// part. `None` if the frame is not kept, or if the entity had no such component or part in it.
    ///
    /// O(components of the type).
    ///
    /// ```
    /// # use ecs_core::{Component, Entity, World, by_name::Value, update_all};
    /// # use serde::Serialize;
    /// #[derive(Component, Clone, Copy, Serialize)]
    /// struct Ball { height: f32 }
    /// impl Ball {
    ///     fn update(&mut self, dt: f32) { self.height -= 10.0 * dt }
    /// }
    ///
    /// World::set_history(1 << 20);
    /// let ball = Entity::spawn().insert(Ball { height: 50.0 });
    /// for _ in 0..3 { update_all(1.0) }
    /// let history = World::history();
    /// let value = |frame| history.value(frame, ball.entity(), "Ball", "height");
    /// let curve = history.frames().into_iter().map(value);
    /// assert_eq!(curve.collect::<Result<Vec<_>, _>>()?, [50.0, 40.0, 30.0].map(|y| Some(Value::F32(y))));
    /// # Ok::<(), ecs_core::by_name::NameError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`find_type`](crate::by_name::ByName::find_type); [`NameError::Lacks`] if the type is not
    /// `Serialize`; [`NameError::Value`] if its `Serialize` fails.
    #[track_caller]
    pub fn value(
        &self,
        frame: u64,
        entity: Entity,
        component: impl TypeKey,
        path: &str,
    ) -> Result<Option<Value>, NameError> {
        let core = current()?;
        let column = component.__column(&core)?;
        let read = |kept: &KeptFrames| {
            let Ok(saved) = kept.find(frame, KeptAt::Next) else { return Ok(None) };
            value_in(saved, &column, entity, path)
        };
        core.parts.history.with(read).unwrap_or(Ok(None))
    }
}

/// Reads a component of an entity, or a part of one, in a kept frame.
pub(super) fn value_in(
    saved: &SavedWorld,
    column: &Column,
    entity: Entity,
    path: &str,
) -> Result<Option<Value>, NameError> {
    let is_it = saved.core.entities().is_some_and(|entities| entities.at(entity.index()) == entity);
    let Some(rows) = saved.columns.get(column.position as usize).filter(|_| is_it) else { return Ok(None) };
    let Some(row) = rows.owners().position(|owner| owner == entity.index()) else { return Ok(None) };
    if !column.has_rows() {
        return Ok(Value::Null.at(path).cloned());
    }
    let Some(page) = rows.pages().get(row / PAGE).filter(|page| page.has(row % PAGE)) else {
        return Ok(None);
    };
    let name = column.name();
    let compare = column.info.spec.extensions.save.support.compare.ok_or_else(|| not_serialize(name))?;
    let mut tape = Tape::default();
    let (span, met) = recorded(&Default::default(), &mut tape, |tape| compare.record(page, row % PAGE, tape))
        .map_err(|error| NameError::Value { name, message: error.to_string() })?;
    let value = tape.value(span, &references(&column.world, &met));
    Ok(value.at(path).cloned())
}
