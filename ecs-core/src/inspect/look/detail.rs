//! An entity with all that it has: its components, with their values.

use core::fmt::{self, Write};
use std::rc::Rc;

use serde_json::value::to_raw_value;

use crate::base::CallSite;
use crate::borrow::Borrower;
use crate::codec::{Ids, Met, RecordingIds, Shown, ShownReference, Span, Tape};
use crate::column::Column;
use crate::ids::Entity;
use crate::inspect::query::Id;
use crate::inspect::refusal::Refusal;
use crate::inspect::wire;
use crate::keep::is_there;
use crate::store::HookGuard;
use crate::world::WorldCore;

use super::listing::{find, name, summary};

/// So many parts a value may have that is shown, and so many bytes of text.
const MOST_PARTS: usize = 4096;
const MOST_TEXT: usize = 16 * 1024;

/// The components of an entity may have as much as so many of the largest values.
const LARGEST_VALUES: usize = 4;

/// Answers with an entity.
pub(super) fn entity(core: &Rc<WorldCore>, id: Id) -> Result<String, Refusal> {
    Ok(described(core, find(core, id)?))
}

/// Describes a living entity.
pub(super) fn described(core: &Rc<WorldCore>, entity: Entity) -> String {
    let types = core.entities.borrow().types(entity.index());
    let mut room = Room { parts: LARGEST_VALUES * MOST_PARTS, text: LARGEST_VALUES * MOST_TEXT };
    let components = types.iter().filter_map(|number| component(core, number, entity, &mut room)).collect();
    wire::text(&wire::Detail { summary: summary(core, entity), above: above(core, entity), components })
}

/// The entities above, from the root on.
fn above(core: &WorldCore, entity: Entity) -> Vec<wire::Named> {
    let entities = core.entities.borrow();
    let above =
        core.forest.borrow().ancestors(entity.index()).map(|index| entities.at(index)).collect::<Vec<_>>();
    let named = |&entity: &Entity| wire::Named { entity: wire::id(entity), name: name(core, entity) };
    above.iter().rev().map(named).collect()
}

/// How much may still be shown of an entity.
struct Room {
    parts: usize,
    text: usize,
}

/// A component as it is shown; `None` if what was shown before has ended it.
fn component(core: &Rc<WorldCore>, number: u32, entity: Entity, room: &mut Room) -> Option<wire::Component> {
    let column = core.column(number);
    column.close_holes();
    let row = column.find(entity)?;
    let mut shown = wire::Component {
        number,
        name: column.name(),
        enabled: !column.is_off(row),
        value: None,
        text: None,
        editable: column.has_rows() && column.spec().kept.is_editable(),
        refs: Vec::new(),
        error: None,
    };
    if column.has_rows() {
        let written = match column.spec().kept.record {
            Some(_) => show_value(core, &column, row, room, &mut shown),
            None => show_text(&column, row, room, &mut shown),
        };
        shown.error = written.err();
    }
    Some(shown)
}

/// Shows a value by its `Serialize`.
fn show_value(
    core: &WorldCore,
    column: &Column,
    row: u32,
    room: &mut Room,
    shown: &mut wire::Component,
) -> Result<(), String> {
    let tape = Tape::for_people(room.parts.min(MOST_PARTS), room.text.min(MOST_TEXT));
    let Recorded { tape, span, met } = record(column, row, tape)?;
    room.parts = room.parts.saturating_sub(tape.len());
    let met = |number: u32| met.get(number as usize).copied().unwrap_or_default();
    let called = |number| Some(met(number).entity).filter(|entity| *entity != Entity::NONE).map(wire::id);
    let value = Shown::new(&tape, span, &called);
    shown.value = Some(to_raw_value(&value).map_err(|error| error.to_string())?);
    let reference = |reference: ShownReference| {
        let met = met(reference.number);
        let (entity, alive) = (met.entity, is_there(core, met));
        wire::Reference { at: reference.at, entity: wire::id(entity), name: name(core, entity), alive }
    };
    shown.refs = value.into_references().into_iter().map(reference).collect();
    Ok(())
}

/// A value on a tape, with what it refers to.
pub(super) struct Recorded {
    pub(super) tape: Tape,
    pub(super) span: Span,
    pub(super) met: Vec<Met>,
}

/// Records the value of a row, of a type that is `Serialize`.
pub(super) fn record(column: &Column, row: u32, mut tape: Tape) -> Result<Recorded, String> {
    let Some(record) = column.spec().kept.record else {
        return Err("the type is not `Serialize`".to_owned());
    };
    let guard = HookGuard::borrow_for_closure(column, row, false, Borrower::Shared, CallSite::here());
    let mut guard = guard.map_err(|conflict| format!("it is borrowed now, by {}", conflict.borrower))?;
    let ids = Rc::new(Ids::Recording(RecordingIds::default()));
    let span = {
        let _inside = ids.clone().enter();
        record.record(guard.own(), &mut tape)
    };
    drop(guard);
    let met = match &*ids {
        Ids::Recording(ids) => ids.take(),
        _ => Vec::new(),
    };
    Ok(Recorded { span: span.map_err(|error| error.to_string())?, tape, met })
}

/// Shows a value by its `Debug`, if it has one.
fn show_text(column: &Column, row: u32, room: &mut Room, shown: &mut wire::Component) -> Result<(), String> {
    let Some(show) = column.spec().shown else { return Ok(()) };
    let guard = HookGuard::borrow_for_closure(column, row, false, Borrower::Shared, CallSite::here());
    let mut guard = guard.map_err(|conflict| format!("it is borrowed now, by {}", conflict.borrower))?;
    let mut text = Text { text: String::new(), most: room.text.min(MOST_TEXT) };
    let written = show.show(guard.own(), &mut text);
    room.text -= text.text.len().min(room.text);
    shown.text = Some(text.text);
    written.map_err(|_| "the text is longer, or its `Debug` has failed".to_owned())
}

/// Text of a limited length.
struct Text {
    text: String,
    most: usize,
}

impl Write for Text {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        let room = self.most - self.text.len();
        let end = more.floor_char_boundary(room);
        self.text.push_str(&more[..end]);
        if end < more.len() { Err(fmt::Error) } else { Ok(()) }
    }
}
