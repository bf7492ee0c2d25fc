//! Changes that a page asks for: what the program's own calls would do, by their laws.

use std::rc::Rc;

use crate::base::CallSite;
use crate::borrow::Borrower;
use crate::codec::{Ids, Met, Reference, RestoringIds, Tape};
use crate::column::Column;
use crate::ids::Entity;
use crate::inspect::query::{ComponentChange, EntityChange, Id, TimeChange};
use crate::inspect::refusal::Refusal;
use crate::inspect::wire;
use crate::life;
use crate::store::HookGuard;
use crate::world::{World, WorldCore};

use super::detail::{Recorded, described, record};
use super::listing::{alive, find};
use super::report;

/// So many parts a value may have that is edited, and so many bytes of text.
const MOST_PARTS: usize = 1 << 16;
const MOST_TEXT: usize = 1 << 20;

type Answer = Result<String, Refusal>;

/// Names an entity, or switches it.
pub(super) fn entity(core: &Rc<WorldCore>, id: Id, change: &EntityChange) -> Answer {
    let entity = find(core, id)?;
    if let Some(name) = &change.name {
        core.set_name(entity, name.as_deref().unwrap_or_default());
    }
    if let Some(enabled) = change.enabled {
        life::set_entity_enabled(entity, enabled);
    }
    answer(core, entity)
}

/// Despawns an entity.
pub(super) fn despawn(core: &Rc<WorldCore>, id: Id) -> Answer {
    let entity = find(core, id)?;
    if entity == core.globals() {
        return Err(Refusal::new(409, "the singletons end with the world: remove them one by one"));
    }
    life::despawn_at(entity, CallSite::here());
    Ok(wire::text(&wire::Done { done: true }))
}

/// Switches a component, or changes its value.
pub(super) fn component(core: &Rc<WorldCore>, id: Id, number: u32, change: &ComponentChange) -> Answer {
    let (entity, column) = (find(core, id)?, column(core, id, number)?);
    match (&change.at, &change.value) {
        (Some(at), Some(value)) => edit(core, &column, entity, at, value)?,
        (None, None) => {}
        _ => return Err(Refusal::bad("a change has both `at` and `value`")),
    }
    if let Some(enabled) = change.enabled {
        life::switch(&column, entity, enabled, CallSite::here());
    }
    answer(core, entity)
}

/// Removes a component.
pub(super) fn remove(core: &Rc<WorldCore>, id: Id, number: u32) -> Answer {
    let (entity, column) = (find(core, id)?, column(core, id, number)?);
    life::kill_in(&column, entity, CallSite::here());
    answer(core, entity)
}

/// Stops time, lets it go on, or scales it.
pub(super) fn time(core: &WorldCore, change: &TimeChange) -> Answer {
    if let Some(scale) = change.scale {
        World::try_set_time_scale(scale).map_err(Refusal::bad)?;
    }
    if let Some(paused) = change.paused {
        World::try_set_paused(paused).map_err(Refusal::bad)?;
    }
    Ok(wire::text(&wire::NewTime { time: report::time(core) }))
}

/// Describes an entity after a change, which may have ended it.
fn answer(core: &Rc<WorldCore>, entity: Entity) -> Answer {
    if !core.entities.borrow().is_alive(entity) {
        return Ok(wire::text(&wire::Done { done: true }));
    }
    Ok(described(core, entity))
}

/// The column of a type number, in which the entity has a component.
fn column(core: &Rc<WorldCore>, id: Id, number: u32) -> Result<Rc<Column>, Refusal> {
    let entity = find(core, id)?;
    if !core.entities.borrow().types(entity.index()).has(number) {
        return Err(Refusal::new(404, format_args!("{entity:?} has no component of type {number}")));
    }
    Ok(core.column(number))
}

/// Changes a part of a component's value: the rest stays as it is at this moment.
fn edit(
    core: &Rc<WorldCore>,
    column: &Column,
    entity: Entity,
    at: &str,
    value: &serde_json::Value,
) -> Result<(), Refusal> {
    let Some(restore) = column.spec().kept.restore.filter(|_| column.spec().kept.is_editable()) else {
        let component = column.name();
        let sentence =
            format_args!("`{component}` cannot be edited: derive serde's `Serialize` and `Deserialize`");
        return Err(Refusal::new(409, sentence));
    };
    let row = |column: &Column| {
        column.close_holes();
        column.find(entity).ok_or_else(|| Refusal::new(404, "the component has just ended"))
    };
    let tape = Tape::for_people(MOST_PARTS, MOST_TEXT);
    let recorded = record(column, row(column)?, tape).map_err(|sentence| Refusal::new(409, sentence))?;
    let Recorded { mut tape, span, mut met } = recorded;
    let by_text = |core: &WorldCore, text: &str| alive(&core.entities.borrow(), Id::parse(text)?);
    let span = tape.replace(span, at, value, &mut |text| {
        met.push(Met { entity: by_text(core, text)?, component: None });
        u32::try_from(met.len() - 1).ok()
    });
    let span = span.map_err(Refusal::bad)?;
    let references = met.iter().map(|met| Reference::Outside(met.entity)).collect();
    let world = Rc::downgrade(core);
    let ids = RestoringIds {
        by_text: Some(Box::new(move |text| by_text(&*world.upgrade()?, text))),
        ..RestoringIds::default()
    };
    ids.references.replace(references);
    let made = {
        let _inside = Rc::new(Ids::Restoring(ids)).enter();
        restore.make(&tape, span)
    };
    let made = made.map_err(Refusal::bad)?;
    // Making it has run code of the type: the row may be another one now.
    let guard =
        HookGuard::borrow_for_closure(column, row(column)?, true, Borrower::Exclusive, CallSite::here());
    let mut guard = guard.map_err(|conflict| {
        Refusal::new(409, format_args!("it is borrowed now, by {}", conflict.borrower))
    })?;
    let before = restore.put(guard.own(), made);
    drop(guard);
    // With its own `Drop`, which may ask for the component.
    drop(before);
    Ok(())
}
