//! Changes that a page asks for: what the program's own calls would do, by their laws.

use std::collections::HashMap;
use std::rc::Rc;

use crate::base::CallSite;
use crate::borrow::Borrower;
use crate::codec::{Ids, Reference, References, RestoringIds, Tape};
use crate::column::Column;
use crate::features::save::{Recorder, Unrecorded};
use crate::ids::Entity;
use crate::inspect::query::{ComponentChange, EntityChange, Id, TimeChange, too_long};
use crate::inspect::refusal::Refusal;
use crate::inspect::wire::{self, LONGEST_NAME};
use crate::json::Json;
use crate::life;
use crate::store::HookGuard;
use crate::world::{World, WorldCore};

use super::detail::{called, described, is_editable};
use super::listing::{alive, find};
use super::report;

/// So many parts a value may have that is edited, and so many bytes of text.
const MOST_PARTS: usize = 1 << 16;
const MOST_TEXT: usize = 1 << 20;

type Answer = Result<String, Refusal>;

/// Times that go faster than this are no help to look at, and each frame has more fixed steps.
const FASTEST: f32 = 100.0;

/// The living entity of an id, if it may be changed by more than its values: a frame needs its singletons.
fn changeable(core: &WorldCore, id: Id) -> Result<Entity, Refusal> {
    let entity = find(core, id)?;
    if entity == core.globals.entity() {
        let sentence = "singletons are there until the world ends: only their values can be changed here";
        return Err(Refusal::new(409, sentence));
    }
    Ok(entity)
}

/// Names an entity, or switches it.
pub(super) fn entity(core: &Rc<WorldCore>, id: Id, change: &EntityChange) -> Answer {
    let entity = changeable(core, id)?;
    if change.name.iter().flatten().any(|name| name.len() > LONGEST_NAME) {
        return Err(too_long());
    }
    if let Some(name) = &change.name {
        core.set_name(entity, name.as_deref().unwrap_or_default());
    }
    if let Some(enabled) = change.enabled {
        life::set_entity_enabled(entity, enabled, CallSite::default());
    }
    Ok(described(core, entity))
}

/// Despawns an entity.
pub(super) fn despawn(core: &WorldCore, id: Id) -> Answer {
    life::despawn_at(changeable(core, id)?, CallSite::default());
    Ok(wire::text(&wire::DoneJson { done: true }))
}

/// Switches a component, or changes its value.
pub(super) fn component(core: &Rc<WorldCore>, id: Id, number: u32, change: &ComponentChange) -> Answer {
    let (entity, column) = (find(core, id)?, column(core, id, number)?);
    if let Some((at, value)) = &change.edit {
        edit(core, &column, entity, at, value)?;
    }
    if let Some(enabled) = change.enabled {
        let entity = changeable(core, id)?;
        life::switch(column.at(entity, CallSite::default()), enabled);
    }
    Ok(described(core, entity))
}

/// Removes a component.
pub(super) fn remove(core: &Rc<WorldCore>, id: Id, number: u32) -> Answer {
    let (entity, column) = (changeable(core, id)?, column(core, id, number)?);
    life::kill_in(column.at(entity, CallSite::default()));
    Ok(described(core, entity))
}

/// Stops time, lets it go on, or scales it.
pub(super) fn time(core: &WorldCore, change: &TimeChange) -> Answer {
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
    Ok(wire::text(&wire::NewTimeJson { time: report::time(core) }))
}

/// The column of a type number, in which the entity has a component.
fn column(core: &Rc<WorldCore>, id: Id, number: u32) -> Result<Rc<Column>, Refusal> {
    let entity = find(core, id)?;
    if !core.entities.borrow().types().get(entity.index()).has(number) {
        return Err(Refusal::new(404, format_args!("{entity:?} has no component of type {number}")));
    }
    Ok(core.columns.numbered(number))
}

/// Changes a part of a component's value: the rest stays as it is at this moment.
fn edit(
    core: &Rc<WorldCore>,
    column: &Column,
    entity: Entity,
    at: &str,
    value: &Json,
) -> Result<(), Refusal> {
    let Some(restore) = column.info.spec.extensions.save.support.restore.filter(|_| is_editable(column))
    else {
        let component = column.name();
        let sentence = format_args!(
            "`{component}` cannot be edited: it needs fields, and serde's `Serialize` and `Deserialize`"
        );
        return Err(Refusal::new(409, sentence));
    };
    let row = |column: &Column| {
        column.close_holes();
        column.find(entity).ok_or_else(|| Refusal::new(404, "the component has just ended"))
    };
    let mut tape = Tape::for_people(MOST_PARTS, MOST_TEXT);
    let recorded = Recorder::new(CallSite::default()).record(column, row(column)?, &mut tape);
    let (span, met) = recorded.map_err(|error| Refusal::new(409, error))?;
    let by_text = |core: &WorldCore, text: &str| alive(&core.entities.borrow(), Id::parse(text)?);
    let mut all: Vec<_> = met.iter().map(|met| Reference::Outside(met.entity)).collect();
    // Also those that are dead, if the value has them already.
    let known: HashMap<_, _> =
        met.iter().zip(0_u32..).map(|(met, number)| (Id::of(met.entity), number)).collect();
    let find = &mut |text: &str| {
        if let Some(&number) = known.get(&Id::parse(text)?) {
            return Some(number);
        }
        all.push(Reference::Outside(by_text(core, text)?));
        u32::try_from(all.len() - 1).ok()
    };
    let span = tape.replace(span, at, value, References { called: &called(&met), find });
    let span = span.map_err(Refusal::bad)?;
    let world = Rc::downgrade(core);
    let ids = RestoringIds {
        by_text: Some(Box::new(move |text| by_text(&*world.upgrade()?, text))),
        ..RestoringIds::default()
    };
    ids.references.replace(all.into());
    let edit = {
        let _inside = Ids::Restoring(Rc::new(ids)).enter();
        restore.make(&tape, span)
    };
    let mut edit = edit.map_err(Refusal::bad)?;
    // Making it has run code of the type: the row may be another one now.
    let (row, site) = (row(column)?, CallSite::default());
    let guard = HookGuard::borrow_as(column, row, true, Borrower::Exclusive, site);
    let mut guard = guard.map_err(|conflict| Refusal::new(409, Unrecorded::Borrowed(conflict.borrower)))?;
    edit(guard.own());
    drop(guard);
    // Now the value before: its own `Drop` may ask for the component.
    drop(edit);
    Ok(())
}
