//! Changes that a page asks for: what the program's own calls would do, by their laws.

use ecs_core::by_name::{NameError, NamedType};
use ecs_core::{BorrowError, Entity, World};

use crate::query::{ComponentChange, EntityChange, Id, TimeChange, too_long};
use crate::refusal::Refusal;
use crate::wire::{self, LONGEST_NAME};

use super::detail::described;
use super::listing::find;
use super::report;

/// So many parts a value may have that is edited, and so many bytes of text.
const MOST_PARTS: usize = 1 << 16;
const MOST_TEXT: usize = 1 << 20;

type Answer = Result<String, Refusal>;

/// Times that go faster than this are no help to look at, and each frame has more fixed steps.
const FASTEST: f32 = 100.0;

/// The living entity of an id, if it may be changed by more than its values: a frame needs its singletons.
fn changeable(id: Id) -> Result<Entity, Refusal> {
    let entity = find(id)?;
    if World::by_name().singletons() == Some(entity) {
        let sentence = "singletons are there until the world ends: only their values can be changed here";
        return Err(Refusal::new(409, sentence));
    }
    Ok(entity)
}

/// Names an entity, or switches it.
pub(super) fn entity(id: Id, change: &EntityChange) -> Answer {
    let entity = changeable(id)?;
    if change.name.iter().flatten().any(|name| name.len() > LONGEST_NAME) {
        return Err(too_long());
    }
    if let Some(name) = &change.name {
        entity.set_name(name.as_deref().unwrap_or_default());
    }
    if let Some(enabled) = change.enabled {
        entity.set_enabled(enabled);
    }
    Ok(described(entity))
}

/// Despawns an entity.
pub(super) fn despawn(id: Id) -> Answer {
    changeable(id)?.despawn();
    Ok(wire::text(&wire::DoneJson { done: true }))
}

/// Switches a component, or changes its value.
pub(super) fn component(id: Id, number: u32, change: &ComponentChange) -> Answer {
    let entity = find(id)?;
    let component = component_of(entity, number)?;
    if change.at.is_some() != change.value.is_some() {
        return Err(Refusal::bad("a change of a value has both `at` and `value`"));
    }
    if let (Some(at), Some(value)) = (&change.at, &change.value) {
        if !at.is_empty() && !at.starts_with('/') {
            return Err(Refusal::bad(format_args!("`{at}` does not begin with `/`")));
        }
        let world = World::by_name().at_most(MOST_PARTS, MOST_TEXT);
        world.write(entity, component, at, value).map_err(refused)?;
    }
    if let Some(enabled) = change.enabled {
        World::by_name().set_enabled(changeable(id)?, component, enabled).map_err(refused)?;
    }
    Ok(described(entity))
}

/// Removes a component.
pub(super) fn remove(id: Id, number: u32) -> Answer {
    let entity = changeable(id)?;
    World::by_name().kill(entity, component_of(entity, number)?).map_err(refused)?;
    Ok(described(entity))
}

/// Stops time, lets it go on, or scales it.
pub(super) fn time(change: &TimeChange) -> Answer {
    if let Some(scale) = change.scale {
        if !(0.0..=FASTEST).contains(&scale) {
            return Err(Refusal::bad(format_args!(
                "cannot scale time by {scale}: here it goes at most {FASTEST} times as fast, not back"
            )));
        }
        World::set_time_scale(scale);
    }
    if let Some(paused) = change.paused {
        World::set_paused(paused);
    }
    Ok(wire::text(&wire::NewTimeJson { time: report::time() }))
}

/// The type of a number, of which the entity has a component.
fn component_of(entity: Entity, number: u32) -> Result<NamedType, Refusal> {
    let all = World::by_name().components(entity);
    let found = all.into_iter().find(|component| component.number == Some(number));
    found.ok_or_else(|| Refusal::new(404, format_args!("{entity:?} has no component of type {number}")))
}

fn refused(error: NameError) -> Refusal {
    match error {
        NameError::Value { message, .. } => Refusal::bad(message),
        NameError::Borrow(BorrowError::Borrowed { .. }) => Refusal::new(409, error),
        NameError::Borrow(_) => Refusal::new(404, error),
        error => Refusal::new(409, error),
    }
}
