//! [`PlainValue`]: a value without its type.

use std::borrow::Cow;
use std::rc::Rc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::codec::context::{Ids, Met, RecordingIds};
use crate::codec::tape::{Tape, TapeError, TapeSpan, Token};
use crate::ids::Entity;

/// How deep a value may be. Who shows or compares it calls itself for each level.
pub(super) const DEEPEST: usize = 100;

/// A value without its type: its parts, one after the other, as they are on a [`Tape`].
///
/// It is written and read as a list, in any format. So it costs no stack to read it, whatever was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainValue(pub(super) Vec<Part>);

/// A value without parts, or the begin of one whose parts follow.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Part {
    Unit,
    Bool(bool),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    /// In bytes, little-endian: not every format has such integers.
    I128([u8; 16]),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    U128([u8; 16]),
    /// Its bits: JSON has not all floats.
    F32(u32),
    F64(u64),
    Char(char),
    Text(Cow<'static, str>),
    Bytes(Vec<u8>),
    NoEntity,
    Entity {
        index: u32,
        generation: u32,
    },
    None,
    /// The value follows.
    Some,
    /// So many parts follow.
    Seq(u64),
    /// A tuple, or a tuple struct.
    Tuple(u64),
    /// A map or a struct: so many keys follow, each with its value.
    Map(u64),
    /// The name of a field, as a key.
    Name(Cow<'static, str>),
    /// A variant of an enum that holds nothing.
    UnitVariant(Cow<'static, str>),
    /// A variant of an enum; what it holds follows: one value, or a `Tuple` or a `Map` of several.
    Variant(Cow<'static, str>),
}

/// Takes a value apart.
pub(crate) fn plain_of<T: Serialize + ?Sized>(value: &T) -> Result<PlainValue, TapeError> {
    plain_by(|tape| tape.record(value))
}

/// Takes a value apart that a function records.
pub(crate) fn plain_by(
    record: impl FnOnce(&mut Tape) -> Result<TapeSpan, TapeError>,
) -> Result<PlainValue, TapeError> {
    let mut tape = Tape::default();
    let (_, met) = recorded(&Rc::default(), &mut tape, record)?;
    PlainValue::of(tape.tokens.iter().map(|token| Part::of(*token, &tape, &met)).collect())
}

/// Records a value by a function; returns its place on the tape, and the components and entities to which it
/// refers. The list of ids is empty before and after, and may be used again.
pub(crate) fn recorded(
    ids: &Rc<RecordingIds>,
    tape: &mut Tape,
    record: impl FnOnce(&mut Tape) -> Result<TapeSpan, TapeError>,
) -> Result<(TapeSpan, Vec<Met>), TapeError> {
    let inside = Ids::Recording(ids.clone()).enter();
    let span = record(tape);
    drop(inside);
    let met = ids.take();
    Ok((span?, met))
}

impl PlainValue {
    /// Takes parts as a value if they are one, and not too deep.
    pub(super) fn of(parts: Vec<Part>) -> Result<Self, TapeError> {
        let mut next = parts.iter();
        // So many values are missing on each level.
        let mut levels = vec![1_u64];
        while let Some(left) = levels.last_mut() {
            let Some(fewer) = left.checked_sub(1) else {
                levels.pop();
                continue;
            };
            *left = fewer;
            let Some(part) = next.next() else {
                return Err(TapeError::new(&"the value ends before its last part"));
            };
            match part.holds() {
                0 => {}
                _ if levels.len() > DEEPEST => {
                    return Err(TapeError::new(&format_args!("the value has more than {DEEPEST} levels")));
                }
                more => levels.push(more),
            }
        }
        match next.len() {
            0 => Ok(Self(parts)),
            more => Err(TapeError::new(&format_args!("{more} more parts than the value has"))),
        }
    }
}

impl Serialize for PlainValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PlainValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::of(Vec::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl Part {
    fn of(token: Token, tape: &Tape, met: &[Met]) -> Self {
        match token {
            Token::Bool(value) => Self::Bool(value),
            Token::I8(value) => Self::I8(value),
            Token::I16(value) => Self::I16(value),
            Token::I32(value) => Self::I32(value),
            Token::I64(value) => Self::I64(value),
            Token::I128(value) => Self::I128(i128::from_ne_bytes(value).to_le_bytes()),
            Token::U8(value) => Self::U8(value),
            Token::U16(value) => Self::U16(value),
            Token::U32(value) => Self::U32(value),
            Token::U64(value) => Self::U64(value),
            Token::U128(value) => Self::U128(u128::from_ne_bytes(value).to_le_bytes()),
            Token::F32(value) => Self::F32(value.to_bits()),
            Token::F64(value) => Self::F64(value.to_bits()),
            Token::Char(value) => Self::Char(value),
            Token::Text { start, len } => Self::Text(tape.text(start, len).to_owned().into()),
            Token::Name(name) => Self::Name(name.into()),
            Token::Bytes { start, len } => Self::Bytes(tape.bytes(start, len).to_vec()),
            Token::None => Self::None,
            Token::Some => Self::Some,
            Token::Unit => Self::Unit,
            Token::Id(number) => match met.get(number as usize).copied().unwrap_or_default().entity {
                Entity::NONE => Self::NoEntity,
                entity => Self::Entity { index: entity.index(), generation: entity.generation() },
            },
            Token::Seq { len, is_tuple: false, .. } => Self::Seq(len as u64),
            Token::Seq { len, is_tuple: true, .. } => Self::Tuple(len as u64),
            Token::Map { len, .. } => Self::Map(len as u64),
            Token::UnitVariant(name) => Self::UnitVariant(name.into()),
            Token::Variant(name) => Self::Variant(name.into()),
        }
    }

    /// How many values follow that belong to it, without those that belong to these.
    fn holds(&self) -> u64 {
        match self {
            Self::Some | Self::Variant(_) => 1,
            Self::Seq(len) | Self::Tuple(len) => *len,
            Self::Map(len) => len.saturating_mul(2),
            _ => 0,
        }
    }
}

/// The place behind the value at a place.
pub(super) fn behind(parts: &[Part], mut at: usize) -> usize {
    let mut left = 1;
    while left > 0 {
        left = left - 1 + parts[at].holds();
        at += 1;
    }
    at
}
