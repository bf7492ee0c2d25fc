//! The serializer that hashes: puts the parts of a value into [`Words`].

use core::fmt::{Display, Write};

use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};

use super::words::{ByteSequence, END, ENTRY, Len, MarkWord, WordKind, Words, fold};
use crate::codec::parts::{forward_to_parts, parts};
use crate::codec::tape::TapeError;

macro_rules! plain {
    ($($method:ident($type:ty) $kind:ident $bits:literal $part:expr;)*) => {$(
        #[inline]
        fn $method(self, value: $type) -> Result<(), TapeError> {
            let part: fn($type) -> u64 = $part;
            self.put(WordKind::$kind, $bits, part(value));
            Ok(())
        }
    )*};
}

impl<'w> Serializer for &'w mut Words {
    forward_to_parts!(Seq<'w>, Map<'w>, Self);

    plain! {
        serialize_i8(i8) I8 8 |value| u64::from(value as u8);
        serialize_i16(i16) I16 16 |value| u64::from(value as u16);
        serialize_i32(i32) I32 32 |value| u64::from(value as u32);
        serialize_i64(i64) I64 64 |value| value as u64;
        serialize_u8(u8) U8 8 u64::from;
        serialize_u16(u16) U16 16 u64::from;
        serialize_u32(u32) U32 32 u64::from;
        serialize_u64(u64) U64 64 |value| value;
        serialize_f32(f32) F32 32 |value| u64::from(value.to_bits());
        serialize_f64(f64) F64 64 f64::to_bits;
        serialize_char(char) Char 32 u64::from;
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<(), TapeError> {
        self.mark(if value { MarkWord::True } else { MarkWord::False });
        Ok(())
    }

    fn serialize_i128(self, value: i128) -> Result<(), TapeError> {
        self.put(WordKind::Low, 64, value as u64);
        self.serialize_i64((value >> 64) as i64)
    }

    fn serialize_u128(self, value: u128) -> Result<(), TapeError> {
        self.put(WordKind::Low, 64, value as u64);
        self.serialize_u64((value >> 64) as u64)
    }

    fn serialize_str(self, value: &str) -> Result<(), TapeError> {
        let mut text = ByteSequence::of(self);
        text.add(value.as_bytes());
        text.end(Len::Text);
        Ok(())
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), TapeError> {
        let mut text = ByteSequence::of(self);
        write!(text, "{value}").map_err(|error| TapeError::new(&error))?;
        text.end(Len::Text);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), TapeError> {
        let mut bytes = ByteSequence::of(self);
        bytes.add(value);
        bytes.end(Len::ByteSequence);
        Ok(())
    }

    #[inline]
    fn serialize_none(self) -> Result<(), TapeError> {
        self.mark(MarkWord::None);
        Ok(())
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), TapeError> {
        self.mark(MarkWord::Some);
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), TapeError> {
        self.mark(MarkWord::Unit);
        Ok(())
    }

    #[inline]
    fn serialize_unit_variant(self, _name: &str, index: u32, name: &'static str) -> Result<(), TapeError> {
        self.variant(index, name)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &str,
        value: &T,
    ) -> Result<(), TapeError> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_seq(self, _len: Option<usize>) -> Result<Seq<'w>, TapeError> {
        Ok(Seq { words: self, len: 0 })
    }

    #[inline]
    fn serialize_tuple(self, len: usize) -> Result<Self, TapeError> {
        self.say(len as u64);
        Ok(self)
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Map<'w>, TapeError> {
        Ok(Map { words: self, sum: 0, len: 0, key: None })
    }

    #[inline]
    fn serialize_struct(self, _name: &str, len: usize) -> Result<Self, TapeError> {
        self.serialize_tuple(len)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

impl Words {
    #[inline]
    fn variant(&mut self, index: u32, _name: &str) -> Result<(), TapeError> {
        self.put(WordKind::Variant, 32, u64::from(index));
        Ok(())
    }

    #[inline]
    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TapeError> {
        value.serialize(self)
    }

    #[inline]
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), TapeError> {
        self.name(name);
        value.serialize(self)
    }

    #[inline]
    fn finish(&mut self) -> Result<(), TapeError> {
        Ok(())
    }
}

parts! {
    &mut Words:
    SerializeTuple serialize_element() part;
    SerializeTupleStruct serialize_field() part;
    SerializeTupleVariant serialize_field() part;
    SerializeStruct serialize_field(name) field;
    SerializeStructVariant serialize_field(name) field;
}

/// A sequence.
pub struct Seq<'w> {
    words: &'w mut Words,
    len: u64,
}

impl SerializeSeq for Seq<'_> {
    type Ok = ();
    type Error = TapeError;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TapeError> {
        self.len += 1;
        value.serialize(&mut *self.words)
    }

    #[inline]
    fn end(self) -> Result<(), TapeError> {
        self.words.put_len(Len::Seq, self.len);
        Ok(())
    }
}

/// A map. Each entry is hashed alone, and the sum of all does not tell their order.
pub struct Map<'w> {
    words: &'w mut Words,
    sum: u64,
    len: u64,
    /// The last key, which has no value yet.
    key: Option<Words>,
}

impl Map<'_> {
    fn no_pair<T>() -> Result<T, TapeError> {
        Err(TapeError::new(&"each key of a map has one value"))
    }
}

impl SerializeMap for Map<'_> {
    type Ok = ();
    type Error = TapeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), TapeError> {
        let mut entry = Words::new(ENTRY);
        key.serialize(&mut entry)?;
        match self.key.replace(entry) {
            None => Ok(()),
            Some(_) => Self::no_pair(),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TapeError> {
        let Some(mut entry) = self.key.take() else { return Self::no_pair() };
        value.serialize(&mut entry)?;
        self.sum = self.sum.wrapping_add(fold(entry.state(), END));
        self.len += 1;
        Ok(())
    }

    fn end(self) -> Result<(), TapeError> {
        if self.key.is_some() {
            return Self::no_pair();
        }
        self.words.put(WordKind::U64, 64, self.sum);
        self.words.put_len(Len::Map, self.len);
        Ok(())
    }
}
