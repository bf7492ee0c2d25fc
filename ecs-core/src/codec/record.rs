//! Recording: takes a value apart, by the `Serialize` of its type, and writes the parts to a [`Tape`].

use core::fmt::{self, Display, Write};

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::parts::{forward_to_parts, parts};
use super::tape::{Tape, TapeError, TapeSpan, Token};

/// The name of the newtype struct, with a `u32` in it, that is recorded as an id.
pub(crate) const ID: &str = "$ecs_core::Id";

impl Tape {
    /// Appends a value. If its type refuses or panics, nothing is appended.
    pub(crate) fn record<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<TapeSpan, TapeError> {
        let (tokens, text, bytes) = (self.tokens.len(), self.text.len(), self.bytes.len());
        let mut undo = Undo { tape: self, tokens, text, bytes, is_kept: false };
        value.serialize(&mut *undo.tape)?;
        if undo.tape.open > 0 {
            return Err(TapeError::new(&"a part was not recorded, and the type has passed over it"));
        }
        undo.is_kept = true;
        Ok(TapeSpan { start: tokens, end: undo.tape.tokens.len() })
    }

    /// Appends a part of the value that is being recorded.
    ///
    /// The count stays up where a part fails: the type may pass over that, or over a panic of the part, and
    /// go on.
    #[inline]
    fn part<T: Serialize + ?Sized>(&mut self, part: &T) -> Result<(), TapeError> {
        self.open += 1;
        self.check_depth()?;
        part.serialize(&mut *self)?;
        self.open -= 1;
        Ok(())
    }

    #[inline]
    fn push(&mut self, token: Token) -> Result<(), TapeError> {
        self.check_room(0)?;
        self.tokens.push(token);
        Ok(())
    }

    #[inline]
    fn variant(&mut self, _index: u32, name: &'static str) -> Result<(), TapeError> {
        self.push(Token::Variant(name))
    }

    /// Begins a value that has parts.
    #[inline]
    fn begin(&mut self, token: Token) -> Result<RecordedParts<'_>, TapeError> {
        let at = self.tokens.len();
        self.push(token)?;
        Ok(RecordedParts { tape: self, at, len: 0, lacks_value: false })
    }
}

/// The text of a tape, as what a `Display` writes to.
struct Text<'t>(&'t mut Tape);

impl Write for Text<'_> {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        self.0.check_room(more.len()).map_err(|_| fmt::Error)?;
        self.0.text.push_str(more);
        Ok(())
    }
}

/// Takes off the tape what was appended, unless it is kept.
struct Undo<'t> {
    tape: &'t mut Tape,
    tokens: usize,
    text: usize,
    bytes: usize,
    is_kept: bool,
}

impl Drop for Undo<'_> {
    fn drop(&mut self) {
        self.tape.open = 0;
        if !self.is_kept {
            self.tape.tokens.truncate(self.tokens);
            self.tape.text.truncate(self.text);
            self.tape.bytes.truncate(self.bytes);
        }
    }
}

/// The lengths are written when all parts are there.
const SEQ: Token = Token::Seq { len: 0, tokens: 0, is_tuple: false };
const TUPLE: Token = Token::Seq { len: 0, tokens: 0, is_tuple: true };
const MAP: Token = Token::Map { len: 0, tokens: 0 };

macro_rules! plain {
    ($($method:ident $token:ident $type:ty $(, $bytes:path)?;)*) => {$(
        #[inline]
        fn $method(self, value: $type) -> Result<(), TapeError> {
            self.push(Token::$token($($bytes)?(value)))
        }
    )*};
}

impl<'t> Serializer for &'t mut Tape {
    forward_to_parts!(RecordedParts<'t>, RecordedParts<'t>, RecordedParts<'t>);

    plain! {
        serialize_bool Bool bool;
        serialize_i8 I8 i8;
        serialize_i16 I16 i16;
        serialize_i32 I32 i32;
        serialize_i64 I64 i64;
        serialize_i128 I128 i128, i128::to_ne_bytes;
        serialize_u8 U8 u8;
        serialize_u16 U16 u16;
        serialize_u32 U32 u32;
        serialize_u64 U64 u64;
        serialize_u128 U128 u128, u128::to_ne_bytes;
        serialize_f32 F32 f32;
        serialize_f64 F64 f64;
        serialize_char Char char;
    }

    fn serialize_str(self, value: &str) -> Result<(), TapeError> {
        self.check_room(value.len())?;
        let start = self.text.len();
        self.text.push_str(value);
        self.push(Token::Text { start, len: value.len() })
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), TapeError> {
        let start = self.text.len();
        write!(Text(self), "{value}").map_err(|error| TapeError::new(&error))?;
        let len = self.text.len() - start;
        self.push(Token::Text { start, len })
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), TapeError> {
        self.check_room(value.len())?;
        let start = self.bytes.len();
        self.bytes.extend_from_slice(value);
        self.push(Token::Bytes { start, len: value.len() })
    }

    fn serialize_none(self) -> Result<(), TapeError> {
        self.push(Token::None)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), TapeError> {
        self.push(Token::Some)?;
        self.part(value)
    }

    fn serialize_unit(self) -> Result<(), TapeError> {
        self.push(Token::Unit)
    }

    fn serialize_unit_variant(
        self,
        _name: &str,
        _index: u32,
        variant: &'static str,
    ) -> Result<(), TapeError> {
        self.push(Token::UnitVariant(variant))
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &str, value: &T) -> Result<(), TapeError> {
        let at = self.tokens.len();
        self.part(value)?;
        if name == ID {
            let [Token::U32(id)] = self.tokens[at..] else {
                return Err(TapeError::new(&"an id must hold a `u32`"));
            };
            self.tokens[at] = Token::Id(id);
        }
        Ok(())
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<RecordedParts<'t>, TapeError> {
        self.begin(SEQ)
    }

    fn serialize_tuple(self, _len: usize) -> Result<RecordedParts<'t>, TapeError> {
        self.begin(TUPLE)
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<RecordedParts<'t>, TapeError> {
        self.begin(MAP)
    }

    fn serialize_struct(self, _name: &str, _len: usize) -> Result<RecordedParts<'t>, TapeError> {
        self.begin(MAP)
    }

    fn is_human_readable(&self) -> bool {
        self.is_for_people()
    }
}

/// A value whose parts are being recorded.
pub struct RecordedParts<'t> {
    tape: &'t mut Tape,
    /// Where its token is.
    at: usize,
    /// So many parts, or keys.
    len: usize,
    /// The last key has no value yet.
    lacks_value: bool,
}

impl RecordedParts<'_> {
    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TapeError> {
        self.len += 1;
        self.tape.part(value)
    }

    #[inline]
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), TapeError> {
        self.tape.tokens.push(Token::Name(name));
        self.element(value)
    }

    /// Goes from a key to its value, or on to the next key.
    fn turn(&mut self, to_value: bool) -> Result<(), TapeError> {
        if self.lacks_value != to_value {
            return Err(TapeError::new(&"each key of a map has one value"));
        }
        self.lacks_value = !to_value;
        Ok(())
    }

    #[inline]
    fn finish(self) -> Result<(), TapeError> {
        let behind = self.tape.tokens.len() - self.at - 1;
        if let Token::Seq { len, tokens, .. } | Token::Map { len, tokens } = &mut self.tape.tokens[self.at] {
            (*len, *tokens) = (self.len, behind);
        }
        Ok(())
    }
}

parts! {
    RecordedParts<'_>:
    SerializeSeq serialize_element() element;
    SerializeTuple serialize_element() element;
    SerializeTupleStruct serialize_field() element;
    SerializeTupleVariant serialize_field() element;
    SerializeStruct serialize_field(name) field;
    SerializeStructVariant serialize_field(name) field;
}

impl SerializeMap for RecordedParts<'_> {
    type Ok = ();
    type Error = TapeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), TapeError> {
        self.turn(false)?;
        self.element(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TapeError> {
        self.turn(true)?;
        self.tape.part(value)
    }

    fn end(mut self) -> Result<(), TapeError> {
        self.turn(false)?;
        self.finish()
    }
}
