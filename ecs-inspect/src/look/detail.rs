//! An entity with all that it has: its components, with their values.

use core::fmt::{Display, Write};

use ecs_core::by_name::{NameError, NamedType, ReadAs, Value};
use ecs_core::{Entity, World};

use crate::query::Id;
use crate::refusal::Refusal;
use crate::wire;

use super::listing::{find, name, summary};

/// So many parts a value may have that is shown, and so many bytes of text.
const MOST_PARTS: usize = 4096;
const MOST_TEXT: usize = 16 * 1024;

/// The components of an entity may have as much as so many of the largest values.
const LARGEST_VALUES: usize = 4;

/// So many of those above an entity are shown: the nearest.
const MOST_ABOVE: usize = 100;

/// Answers with an entity.
pub(super) fn entity(id: Id) -> Result<String, Refusal> {
    Ok(described(find(id)?))
}

/// Describes an entity; says that all is done if it is not alive any more.
pub(super) fn described(entity: Entity) -> String {
    let mut room = RoomForDetail { parts: LARGEST_VALUES * MOST_PARTS, text: LARGEST_VALUES * MOST_TEXT };
    let types = World::by_name().components(entity).into_iter();
    let components = types.filter_map(|named| component(named, entity, &mut room)).collect();
    // What was shown may have ended it.
    if !entity.is_alive() {
        return wire::text(&wire::DoneJson { done: true });
    }
    wire::text(&wire::DetailJson { summary: summary(entity), above: above(entity), components })
}

/// The entities above, those nearer to the root first.
fn above(entity: Entity) -> Vec<wire::NamedJson> {
    let named = |entity: Entity| wire::NamedJson { entity: wire::id(entity), name: name(entity) };
    let mut above: Vec<_> = entity.ancestors().take(MOST_ABOVE).map(named).collect();
    above.reverse();
    above
}

/// How much may still be shown of an entity.
struct RoomForDetail {
    parts: usize,
    text: usize,
}

impl RoomForDetail {
    /// How many parts, and how many bytes of text the next value may have.
    fn next(&self) -> (usize, usize) {
        (self.parts.min(MOST_PARTS), self.text.min(MOST_TEXT))
    }

    fn take(&mut self, parts: usize, text: usize) {
        self.parts = self.parts.saturating_sub(parts);
        self.text = self.text.saturating_sub(text);
    }
}

/// A component as it is shown; `None` if what was shown before has ended it.
fn component(named: NamedType, entity: Entity, room: &mut RoomForDetail) -> Option<wire::ComponentJson> {
    let mut shown = wire::ComponentJson {
        number: named.number?,
        name: named.name,
        enabled: World::by_name().is_enabled(entity, named).ok()?,
        value: None,
        text: None,
        editable: named.is_writable,
        refs: Vec::new(),
        error: None,
    };
    let written = World::by_name().catch(|| match named.read_as {
        ReadAs::Data => show_value(named, entity, room, &mut shown),
        ReadAs::Text => show_text(named, entity, room, &mut shown),
        _ => Ok(()),
    });
    // One that panics spoils no other.
    shown.error = written.unwrap_or_else(|message| Err(panicked(&message))).err();
    Some(shown)
}

/// What the game's code has said when it panicked.
pub(super) fn panicked(message: &str) -> String {
    format!("the game's code has panicked: {message}")
}

/// Why a value is not shown, beside the name of its type.
fn unread(error: NameError) -> String {
    match error {
        NameError::Value { message, .. } => message,
        error => error.to_string(),
    }
}

/// Shows a value by its `Serialize`.
fn show_value(
    named: NamedType,
    entity: Entity,
    room: &mut RoomForDetail,
    shown: &mut wire::ComponentJson,
) -> Result<(), String> {
    let (parts, text) = room.next();
    let value = World::by_name().at_most(parts, text).read(entity, named).map_err(|error| {
        // Somebody has tried: it has cost as much as a large one.
        room.take(MOST_PARTS, 0);
        unread(error)
    })?;
    let mut references = References { at: String::new(), shown: &mut shown.refs, room };
    let are_all_shown = references.of(&value);
    shown.value = Some(value);
    if are_all_shown { Ok(()) } else { Err("it refers to too many to show all".to_owned()) }
}

/// Shows a value by its `Debug`.
fn show_text(
    named: NamedType,
    entity: Entity,
    room: &mut RoomForDetail,
    shown: &mut wire::ComponentJson,
) -> Result<(), String> {
    let (parts, most) = room.next();
    let text = World::by_name().at_most(parts, most).text(entity, named).map_err(unread)?;
    room.take(1, text.len());
    let is_cut = text.ends_with('…') && text.len() + 8 > most;
    shown.text = Some(text);
    if is_cut { Err("the text is longer".to_owned()) } else { Ok(()) }
}

/// The references of a value, with the places where they stand.
struct References<'s> {
    /// Where the part is that is looked at: a JSON pointer (RFC 6901).
    at: String,
    shown: &'s mut Vec<wire::ReferenceJson>,
    room: &'s mut RoomForDetail,
}

impl References<'_> {
    /// Lists the references of a part, and takes the room of the part. Says whether there is room for all.
    fn of(&mut self, value: &Value) -> bool {
        let length = match value {
            Value::Text(text) => text.len(),
            Value::Bytes(bytes) => bytes.len(),
            _ => 0,
        };
        self.room.take(1, length);
        match value {
            Value::Id(entity) => self.add(*entity, entity.is_alive()),
            Value::Handle { entity, component } => {
                let is_alive = World::by_name().has(*entity, *component).unwrap_or(false);
                self.add(*entity, is_alive)
            }
            Value::List(parts) => (0..).zip(parts).all(|(place, part): (u32, _)| self.step(&place, part)),
            Value::Map(entries) => entries.iter().all(|(key, part)| {
                self.room.take(1, key.len());
                self.step(&key.replace('~', "~0").replace('/', "~1"), part)
            }),
            _ => true,
        }
    }

    fn step(&mut self, step: &dyn Display, part: &Value) -> bool {
        let before = self.at.len();
        let _ = write!(self.at, "/{step}");
        let has_room = self.of(part);
        self.at.truncate(before);
        has_room
    }

    fn add(&mut self, entity: Entity, alive: bool) -> bool {
        let (at, name) = (self.at.clone(), name(entity));
        self.room.take(1, at.len() + name.as_ref().map_or(0, String::len));
        let has_room = self.room.text > 0;
        if has_room {
            self.shown.push(wire::ReferenceJson { at, entity: wire::id(entity), name, alive });
        }
        has_room
    }
}
