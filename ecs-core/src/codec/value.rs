//! [`Value`]: a value of any type that serde knows, as data.

use core::fmt::{self, Display};
use std::borrow::Cow;
use std::collections::HashSet;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::base::WithoutPaths;
use crate::ids::Entity;

/// A value of any type, as serde sees it: what [`ByName`](crate::by_name::ByName) reads and writes.
///
/// A struct is a map of its fields. A variant of an enum is its name, or a map of its name to what it holds.
///
/// Integers of up to 64 bits are [`I64`](Self::I64) or [`U64`](Self::U64), by the type of their field.
///
/// # When two values are equal
///
/// Integers are equal if their numbers are, whatever their types. All other values are equal only within one
/// variant: `2` is not `2.0`, and an [`F32`](Self::F32) is not an [`F64`](Self::F64), as `0.1_f32` and `0.1`
/// are two numbers. So write the type of a float: `Value::from(0.1_f32)` for a field that is an `f32`. A NaN
/// equals nothing. Lists and maps are compared part by part, in their order.
///
/// ```
/// use ecs_core::by_name::Value;
///
/// let of_a_field = Value::from(2_u32);
/// assert_eq!(of_a_field, 2.into());
/// assert_ne!(of_a_field, 2.0.into());
/// assert_ne!(Value::from(0.5_f32), Value::from(0.5)); // an `f32`, and an `f64`
/// ```
///
/// # Formats
///
/// It is written by any format of serde, and read by those that say what they have, such as JSON, RON and
/// TOML. A format for people gets as text what some of them lack: an entity as `12v1`, numbers of 128 bits,
/// floats that are no numbers. Such text is also taken where an entity, or a number, is to be written.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Value {
    /// Nothing: `None` and `()`, and an entity or a handle that is null.
    #[default]
    Null,
    /// True or false.
    Bool(bool),
    /// An integer with a sign.
    I64(i64),
    /// An integer without a sign.
    U64(u64),
    /// A longer integer with a sign.
    I128(i128),
    /// A longer integer without a sign.
    U128(u128),
    /// A float.
    F32(f32),
    /// A longer float.
    F64(f64),
    /// Text, a character, or the name of a variant that holds nothing.
    Text(String),
    /// A byte array.
    Bytes(Vec<u8>),
    /// An entity, dead or alive.
    Id(Entity),
    /// A handle, of a component that may have ended.
    Handle {
        /// The entity of the component.
        entity: Entity,
        /// The path of the component's type.
        component: &'static str,
    },
    /// A sequence or a tuple.
    List(Vec<Self>),
    /// A struct, a map, or a variant that holds something. Keys that are no text are written as text.
    Map(Vec<(String, Self)>),
}

/// The steps of a path to a part of a value: `crew.0.seat`. One that begins with `/` is a JSON pointer (RFC
/// 6901), in which a step may have dots: `/by_file/a.png`. The empty path leads to the whole.
pub(super) fn steps(path: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let (rest, is_pointer) = match path.strip_prefix('/') {
        Some(rest) => (Some(rest), true),
        None => (Some(path).filter(|path| !path.is_empty()), false),
    };
    let steps = rest.into_iter().flat_map(move |rest| rest.split(if is_pointer { '/' } else { '.' }));
    steps.map(move |step| match is_pointer && step.contains('~') {
        true => Cow::Owned(step.replace("~1", "/").replace("~0", "~")),
        false => Cow::Borrowed(step),
    })
}

impl Value {
    /// Returns a part of the value by its path, such as `crew.0.seat`; the empty path is the whole.
    #[must_use]
    pub fn at(&self, path: &str) -> Option<&Self> {
        steps(path).try_fold(self, |value, step| match value {
            Self::List(parts) => parts.get(step.parse::<usize>().ok()?),
            Self::Map(entries) => entries.iter().find(|(key, _)| *key == step).map(|(_, part)| part),
            _ => None,
        })
    }

    /// Returns the entity that the value is, or the one of a handle.
    #[must_use]
    pub fn entity(&self) -> Option<Entity> {
        match self {
            Self::Id(entity) | Self::Handle { entity, .. } => Some(*entity),
            _ => None,
        }
    }

    /// The number of an integer: whether it is negative, and its lowest 128 bits.
    const fn integer(&self) -> Option<(bool, u128)> {
        match *self {
            Self::I64(number) => Some((number < 0, number as u128)),
            Self::U64(number) => Some((false, number as u128)),
            Self::I128(number) => Some((number < 0, number as u128)),
            Self::U128(number) => Some((false, number)),
            _ => None,
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::F32(a), Self::F32(b)) => a == b,
            (Self::F64(a), Self::F64(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            (Self::Id(a), Self::Id(b)) => a == b,
            (Self::Handle { entity: a, component: of_a }, Self::Handle { entity: b, component: of_b }) => {
                a == b && of_a == of_b
            }
            (Self::List(a), Self::List(b)) => a == b,
            (Self::Map(a), Self::Map(b)) => a == b,
            _ => self.integer().is_some_and(|number| other.integer() == Some(number)),
        }
    }
}

macro_rules! from {
    ($($type:ty => $variant:ident;)*) => {$(
        impl From<$type> for Value {
            fn from(value: $type) -> Self {
                Self::$variant(value.into())
            }
        }
    )*};
}

from! {
    bool => Bool; i8 => I64; i16 => I64; i32 => I64; i64 => I64;
    u8 => U64; u16 => U64; u32 => U64; u64 => U64; f32 => F32; f64 => F64; &str => Text; String => Text;
    Entity => Id;
}

/// An entity as it is written for people: `12v1`.
pub(crate) struct IdText(pub(crate) Entity);

impl Display for IdText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.0.index(), self.0.generation())
    }
}

/// Writes a value for people, in one line: `3.0`, `"boss"`, `[1, 2]`, `{x: 1.0, target: 12v1}`.
impl Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::I64(value) => write!(f, "{value}"),
            Self::U64(value) => write!(f, "{value}"),
            Self::I128(value) => write!(f, "{value}"),
            Self::U128(value) => write!(f, "{value}"),
            Self::F32(value) => write!(f, "{value:?}"),
            Self::F64(value) => write!(f, "{value:?}"),
            Self::Text(value) => write!(f, "{value:?}"),
            Self::Bytes(value) => write!(f, "{value:?}"),
            Self::Id(entity) => write!(f, "{}", IdText(*entity)),
            Self::Handle { entity, component } => {
                write!(f, "{} of {}", WithoutPaths(component), IdText(*entity))
            }
            Self::List(values) => {
                let mut list = f.debug_list();
                values.iter().for_each(|value| _ = list.entry(&format_args!("{value}")));
                list.finish()
            }
            Self::Map(entries) => {
                let mut map = f.debug_map();
                entries
                    .iter()
                    .for_each(|(key, value)| _ = map.entry(&format_args!("{key}"), &format_args!("{value}")));
                map.finish()
            }
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_for_people = serializer.is_human_readable();
        match self {
            Self::Null | Self::Id(Entity::NONE) => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::I64(value) => serializer.serialize_i64(*value),
            Self::U64(value) => serializer.serialize_u64(*value),
            Self::I128(value) if is_for_people => serializer.collect_str(value),
            Self::I128(value) => serializer.serialize_i128(*value),
            Self::U128(value) if is_for_people => serializer.collect_str(value),
            Self::U128(value) => serializer.serialize_u128(*value),
            Self::F32(value) if is_for_people && !value.is_finite() => serializer.collect_str(value),
            Self::F32(value) => serializer.serialize_f32(*value),
            Self::F64(value) if is_for_people && !value.is_finite() => serializer.collect_str(value),
            Self::F64(value) => serializer.serialize_f64(*value),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Bytes(bytes) => serializer.serialize_bytes(bytes),
            Self::Id(entity) | Self::Handle { entity, .. } => serializer.collect_str(&IdText(*entity)),
            Self::List(parts) => serializer.collect_seq(parts),
            Self::Map(entries) => serializer.collect_map(entries.iter().map(|(key, part)| (key, part))),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

macro_rules! visit {
    ($($method:ident: $type:ty => $variant:ident;)*) => {$(
        fn $method<E>(self, value: $type) -> Result<Value, E> {
            Ok(Value::$variant(value.into()))
        }
    )*};
}

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    visit! {
        visit_bool: bool => Bool; visit_i64: i64 => I64; visit_u64: u64 => U64; visit_i128: i128 => I128;
        visit_u128: u128 => U128; visit_f32: f32 => F32; visit_f64: f64 => F64; visit_str: &str => Text;
        visit_string: String => Text; visit_bytes: &[u8] => Bytes; visit_byte_buf: Vec<u8> => Bytes;
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(part) = parts.next_element()? {
            all.push(part);
        }
        Ok(Value::List(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let (mut all, mut keys) = (Vec::new(), HashSet::new());
        while let Some((key, part)) = entries.next_entry::<String, _>()? {
            if !keys.insert(key.clone()) {
                return Err(A::Error::custom(format_args!("the key `{key}` stands there twice")));
            }
            all.push((key, part));
        }
        Ok(Value::Map(all))
    }
}
