//! An entity with all that it has: its components, with their values.

use core::fmt::{self, Write};
use std::rc::Rc;

use crate::base::{CallSite, Panic, message_of};
use crate::borrow::Borrower;
use crate::codec::{Met, Shown, ShownReference, Tape};
use crate::column::Column;
use crate::features::save::{Recorder, Unrecorded, is_there};
use crate::ids::Entity;
use crate::inspect::query::Id;
use crate::inspect::refusal::Refusal;
use crate::inspect::wire;
use crate::json::Raw;
use crate::life::caught;
use crate::store::HookGuard;
use crate::world::WorldCore;

use super::listing::{find, name, summary};

/// So many parts a value may have that is shown, and so many bytes of text.
pub(super) const MOST_PARTS: usize = 4096;
pub(super) const MOST_TEXT: usize = 16 * 1024;

/// The components of an entity may have as much as so many of the largest values.
const LARGEST_VALUES: usize = 4;

/// So many of those above an entity are shown: the nearest.
const MOST_ABOVE: usize = 100;

/// Answers with an entity.
pub(super) fn entity(core: &Rc<WorldCore>, id: Id) -> Result<String, Refusal> {
    Ok(described(core, find(core, id)?))
}

/// Describes an entity; says that all is done if it is not alive any more.
pub(super) fn described(core: &Rc<WorldCore>, entity: Entity) -> String {
    let mut room = RoomForDetail { parts: LARGEST_VALUES * MOST_PARTS, text: LARGEST_VALUES * MOST_TEXT };
    let types = core.types(entity);
    let components = types.iter().filter_map(|number| component(core, number, entity, &mut room)).collect();
    // What was shown may have ended it.
    if !core.entities.borrow().is_alive(entity) {
        return wire::text(&wire::DoneJson { done: true });
    }
    wire::text(&wire::DetailJson { summary: summary(core, entity), above: above(core, entity), components })
}

/// The entities above, those nearer to the root first.
fn above(core: &WorldCore, entity: Entity) -> Vec<wire::NamedJson> {
    let (entities, forest) = (core.entities.borrow(), core.forest.borrow());
    let above = forest.ancestors(entity.index()).take(MOST_ABOVE).map(|index| entities.at(index));
    let named = |entity: Entity| wire::NamedJson { entity: wire::id(entity), name: name(core, entity) };
    let mut above: Vec<_> = above.map(named).collect();
    above.reverse();
    above
}

/// How much may still be shown of an entity.
struct RoomForDetail {
    parts: usize,
    text: usize,
}

impl RoomForDetail {
    /// Makes a tape for the next value.
    fn tape(&self) -> Tape {
        Tape::for_people(self.parts.min(MOST_PARTS), self.text.min(MOST_TEXT))
    }

    fn take(&mut self, parts: usize, text: usize) {
        self.parts = self.parts.saturating_sub(parts);
        self.text = self.text.saturating_sub(text);
    }
}

/// A component as it is shown; `None` if what was shown before has ended it.
fn component(
    core: &Rc<WorldCore>,
    number: u32,
    entity: Entity,
    room: &mut RoomForDetail,
) -> Option<wire::ComponentJson> {
    let column = core.columns.numbered(number);
    column.close_holes();
    let row = column.find(entity)?;
    let mut shown = wire::ComponentJson {
        number,
        name: column.name(),
        enabled: !column.stage(row).is_off(),
        value: None,
        text: None,
        editable: is_editable(&column),
        refs: Vec::new(),
        error: None,
    };
    if column.has_rows() {
        let written = caught(|| match column.info.spec.extensions.save.support.record {
            Some(_) => show_value(core, &column, row, room, &mut shown),
            None => show_text(&column, row, room, &mut shown),
        });
        // One that panics spoils no other.
        shown.error = written.unwrap_or_else(|panic| Err(said_by(panic))).err();
    }
    Some(shown)
}

/// What the game's code has said when it panicked.
pub(super) fn said_by(panic: Panic) -> String {
    format!("the game's code has panicked: {}", message_of(panic))
}

/// Says whether the values of a type can be edited.
pub(super) fn is_editable(column: &Column) -> bool {
    column.has_rows() && column.info.spec.extensions.save.support.is_editable()
}

/// Shows a value by its `Serialize`.
fn show_value(
    core: &WorldCore,
    column: &Column,
    row: u32,
    room: &mut RoomForDetail,
    shown: &mut wire::ComponentJson,
) -> Result<(), String> {
    let mut tape = room.tape();
    let recorded = Recorder::new(CallSite::default()).record(column, row, &mut tape);
    let (span, met) = recorded.map_err(|error| {
        // Somebody has tried: it has cost as much as a large one.
        room.take(MOST_PARTS, 0);
        error.to_string()
    })?;
    let (parts, text) = tape.size();
    room.take(parts, text);
    let called = called(&met);
    let Shown { json, references } = tape.show(span, &called);
    shown.value = Some(Raw(json));
    let reference = |reference: ShownReference| {
        let met = met.get(reference.number as usize).copied().unwrap_or_default();
        let (entity, alive) = (met.entity, is_there(core, met));
        wire::ReferenceJson { at: reference.at, entity: wire::id(entity), name: name(core, entity), alive }
    };
    for shown_reference in references {
        let reference = reference(shown_reference);
        room.take(1, reference.at.len() + reference.name.as_ref().map_or(0, String::len));
        if room.text == 0 {
            return Err("it refers to too many to show all".to_owned());
        }
        shown.refs.push(reference);
    }
    Ok(())
}

/// What the references of a value are called, by their numbers.
pub(super) fn called(met: &[Met]) -> impl Fn(u32) -> Option<String> + '_ {
    |number| {
        let met = met.get(number as usize).copied().unwrap_or_default();
        (met.entity != Entity::NONE).then(|| wire::id(met.entity))
    }
}

/// Shows a value by its `Debug`, if it has one.
fn show_text(
    column: &Column,
    row: u32,
    room: &mut RoomForDetail,
    shown: &mut wire::ComponentJson,
) -> Result<(), String> {
    let Some(show) = column.info.spec.shown else { return Ok(()) };
    let guard = HookGuard::borrow_as(column, row, false, Borrower::Shared, CallSite::default());
    let mut guard = guard.map_err(|conflict| Unrecorded::Borrowed(conflict.borrower).to_string())?;
    let mut text = LimitedText { text: String::new(), most: room.text.min(MOST_TEXT) };
    let written = show.show(guard.own(), &mut text);
    room.take(1, text.text.len());
    shown.text = Some(text.text);
    written.map_err(|_| "the text is longer, or its `Debug` has failed".to_owned())
}

/// Text of a limited length.
struct LimitedText {
    text: String,
    most: usize,
}

impl Write for LimitedText {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        let room = self.most - self.text.len();
        let end = more.floor_char_boundary(room);
        self.text.push_str(&more[..end]);
        if end < more.len() { Err(fmt::Error) } else { Ok(()) }
    }
}
