//! Entities are written and read by the context that they stand in, wherever they stand.

use core::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};

use super::context::{Met, Unread, WrittenId, read, written};
use super::context::{is_text_expected, read_text};
use super::record::ID;
use crate::ids::Entity;

/// What is said where nobody knows what an entity is to be written as.
const NO_CONTEXT: &str = "an entity or a handle is written and read only inside a save: by `Save::write`, \
                          `Save::read` and their like";

/// Written as the number that it has in the save: the entities in it are counted from 1, and 0 is
/// [`Entity::NONE`]. Outside of a [`Save`](crate::Save) it is an error.
impl Serialize for Entity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_id(Met { entity: *self, component: None }, serializer)
    }
}

/// Writes an entity, or the one of a handle.
pub(crate) fn write_id<S: Serializer>(met: Met, serializer: S) -> Result<S::Ok, S::Error> {
    match written(met) {
        Some(WrittenId::Number(number)) => serializer.serialize_u32(number),
        Some(WrittenId::Id(number)) => serializer.serialize_newtype_struct(ID, &number),
        Some(WrittenId::Whole(index, generation)) => (index, generation).serialize(serializer),
        None => Err(ser::Error::custom(NO_CONTEXT)),
    }
}

/// Read as the entity that the number stands for. Outside of a [`Save`](crate::Save) it is an error.
impl<'de> Deserialize<'de> for Entity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            // In JSON the keys of a map are text, which serde keeps as such behind `untagged` and `flatten`.
            deserializer.deserialize_any(NumberVisitor)
        } else {
            deserializer.deserialize_u32(NumberVisitor)
        }
    }
}

struct NumberVisitor;

fn found<E: de::Error>(number: impl fmt::Display, found: Result<Entity, Unread>) -> Result<Entity, E> {
    found.map_err(|unread| match unread {
        Unread::OutOfRange(count) => {
            E::custom(format_args!("entity {number} is none of the {count} of this save"))
        }
        Unread::NoContext => E::custom(NO_CONTEXT),
    })
}

impl Visitor<'_> for NumberVisitor {
    type Value = Entity;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number of an entity, or 0 for none")
    }

    fn visit_u32<E: de::Error>(self, number: u32) -> Result<Entity, E> {
        found(number, read(number))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Entity, E> {
        if is_text_expected() {
            return Err(E::invalid_type(de::Unexpected::Unsigned(number), &"an entity, as `12v1`"));
        }
        found(number, u32::try_from(number).map_err(|_| Unread::OutOfRange(0)).and_then(read))
    }

    /// Null, where entities are text.
    fn visit_none<E: de::Error>(self) -> Result<Entity, E> {
        match is_text_expected() {
            true => Ok(Entity::NONE),
            false => Err(E::invalid_type(de::Unexpected::Option, &self)),
        }
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Entity, E> {
        if is_text_expected() {
            return read_text(text).ok_or_else(|| {
                E::custom(format_args!("`{text}` is no entity that is alive: write it as `12v1`"))
            });
        }
        match text.parse::<u32>() {
            Ok(number) => self.visit_u32(number),
            Err(_) => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
        }
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Entity, E> {
        match u64::try_from(number) {
            Ok(number) => self.visit_u64(number),
            Err(_) => Err(E::invalid_value(de::Unexpected::Signed(number), &self)),
        }
    }
}
