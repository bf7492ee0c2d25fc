//! Restoring: puts a value together again from a [`Tape`], by the `Deserialize` of its type.

use core::iter;

use serde::de::value::{BorrowedStrDeserializer, MapDeserializer};
use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess,
    SeqAccess, VariantAccess, Visitor,
};

use super::tape::{Tape, TapeError, TapeSpan, Token, fail};

impl Tape {
    /// Makes a value of what was recorded. The type decides whether it can be made of that.
    pub(crate) fn restore<T: DeserializeOwned>(&self, span: TapeSpan) -> Result<T, TapeError> {
        if span.end > self.tokens.len() || self.after(span.start) != span.end {
            return Err(TapeError::new(&"the value is no longer on the tape"));
        }
        T::deserialize(TapeValue { tape: self, at: span.start })
    }
}

/// A recorded value, or a part of one.
///
/// Reading it moves nothing: a type that leaves a part unread, or passes over a part's error, finds the next
/// one where it is.
#[derive(Clone, Copy)]
struct TapeValue<'t> {
    tape: &'t Tape,
    at: usize,
}

impl<'t> TapeValue<'t> {
    /// Its first token.
    #[inline]
    fn token(self) -> Result<Token, TapeError> {
        match self.tape.tokens.get(self.at) {
            Some(&token) => Ok(token),
            None => fail(&"the tape ends within the value"),
        }
    }

    /// The value at the next token: what an option or a variant holds, or the first of several parts.
    fn inner(self) -> Self {
        Self { at: self.at + 1, ..self }
    }

    /// Visits the `len` parts inside of this one, and checks that none is left.
    fn visit_parts<R>(
        self,
        len: usize,
        visit: impl FnOnce(&mut PartsLeft<'t>) -> Result<R, TapeError>,
    ) -> Result<R, TapeError> {
        let mut parts = PartsLeft { next: self.inner(), left: len, value: None };
        let made = visit(&mut parts)?;
        parts.end(made)
    }
}

/// Reads numbers and `bool`s, which people may have written as text: as the key of a map, or because their
/// format lacks such a number.
macro_rules! of_text {
    ($($method:ident $visit:ident;)*) => {$(
        fn $method<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, TapeError> {
            if let (true, Token::Text { start, len }) = (self.tape.is_for_people(), self.token()?)
                && let Ok(number) = self.tape.text(start, len).parse()
            {
                return visitor.$visit(number);
            }
            self.deserialize_any(visitor)
        }
    )*};
}

impl<'t> Deserializer<'t> for TapeValue<'t> {
    type Error = TapeError;

    of_text! {
        deserialize_bool visit_bool; deserialize_i8 visit_i8; deserialize_i16 visit_i16;
        deserialize_i32 visit_i32; deserialize_i64 visit_i64; deserialize_i128 visit_i128;
        deserialize_u8 visit_u8; deserialize_u16 visit_u16; deserialize_u32 visit_u32;
        deserialize_u64 visit_u64; deserialize_u128 visit_u128; deserialize_f32 visit_f32;
        deserialize_f64 visit_f64;
    }

    fn deserialize_unit<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, TapeError> {
        match self.token()? {
            // What people write has one word for both.
            Token::None if self.tape.is_for_people() => visitor.visit_unit(),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'t>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, TapeError> {
        self.deserialize_unit(visitor)
    }

    /// A variant comes as in JSON: as its name, or as a map of its name to what it holds. So it does not get
    /// lost where serde asks for a type only after it has read the value.
    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, TapeError> {
        let tape = self.tape;
        match self.token()? {
            Token::Bool(value) => visitor.visit_bool(value),
            Token::I8(value) => visitor.visit_i8(value),
            Token::I16(value) => visitor.visit_i16(value),
            Token::I32(value) => visitor.visit_i32(value),
            Token::I64(value) => visitor.visit_i64(value),
            Token::I128(value) => visitor.visit_i128(i128::from_ne_bytes(value)),
            Token::U8(value) => visitor.visit_u8(value),
            Token::U16(value) => visitor.visit_u16(value),
            Token::U32(value) | Token::Id(value) => visitor.visit_u32(value),
            Token::U64(value) => visitor.visit_u64(value),
            Token::U128(value) => visitor.visit_u128(u128::from_ne_bytes(value)),
            Token::F32(value) => visitor.visit_f32(value),
            Token::F64(value) => visitor.visit_f64(value),
            Token::Char(value) => visitor.visit_char(value),
            Token::Text { start, len } => visitor.visit_borrowed_str(tape.text(start, len)),
            Token::Name(name) | Token::UnitVariant(name) => visitor.visit_borrowed_str(name),
            Token::Bytes { start, len } => visitor.visit_borrowed_bytes(tape.bytes(start, len)),
            Token::None => visitor.visit_none(),
            Token::Some => visitor.visit_some(self.inner()),
            Token::Unit => visitor.visit_unit(),
            Token::Seq { len, .. } => self.visit_parts(len, |parts| visitor.visit_seq(parts)),
            Token::Map { len, .. } => self.visit_parts(len, |parts| visitor.visit_map(parts)),
            Token::Variant(name) => {
                let mut only = MapDeserializer::new(iter::once((name, self.inner())));
                let value = visitor.visit_map(&mut only)?;
                only.end().map(|()| value)
            }
        }
    }

    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, TapeError> {
        match self.token()? {
            Token::None => visitor.visit_none(),
            Token::Some => visitor.visit_some(self.inner()),
            // What was recorded without an option, as serde takes it elsewhere.
            Token::Unit => visitor.visit_unit(),
            _ => visitor.visit_some(self),
        }
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'t>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, TapeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'t>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TapeError> {
        visitor.visit_enum(match self.token()? {
            Token::UnitVariant(name) => Variant { name, holds: None },
            Token::Variant(name) => Variant { name, holds: Some(self.inner()) },
            // What another type has recorded in the way of `deserialize_any`.
            Token::Text { start, len } => Variant { name: self.tape.text(start, len), holds: None },
            Token::Map { len: 1, .. } => {
                let key = self.inner();
                let holds = TapeValue { at: self.tape.after(key.at), ..self };
                Variant { name: <&str>::deserialize(key)?, holds: Some(holds) }
            }
            _ => return fail(&"a variant of an enum was expected where none was recorded"),
        })
    }

    fn deserialize_ignored_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, TapeError> {
        visitor.visit_unit()
    }

    fn is_human_readable(&self) -> bool {
        self.tape.is_for_people()
    }

    serde::forward_to_deserialize_any! {
        <V: Visitor<'t>>
        char str string bytes byte_buf
        seq tuple
        tuple_struct map struct identifier
    }
}

impl<'t> IntoDeserializer<'t, TapeError> for TapeValue<'t> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The parts of a sequence or of a map that were not read yet.
struct PartsLeft<'t> {
    next: TapeValue<'t>,
    /// So many parts, or keys.
    left: usize,
    /// The value of the last key.
    value: Option<TapeValue<'t>>,
}

impl<'t> PartsLeft<'t> {
    /// Takes the next value; there is one.
    #[inline]
    fn take(&mut self) -> TapeValue<'t> {
        let taken = self.next;
        self.next.at = taken.tape.after(taken.at);
        taken
    }

    /// Passes on what was made of the parts, if that were all.
    fn end<T>(self, made: T) -> Result<T, TapeError> {
        match self.left {
            0 => Ok(made),
            left => fail(&format_args!("{left} more parts were recorded than the type takes")),
        }
    }
}

impl<'t> SeqAccess<'t> for PartsLeft<'t> {
    type Error = TapeError;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<Option<S::Value>, TapeError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(self.take()).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

impl<'t> MapAccess<'t> for PartsLeft<'t> {
    type Error = TapeError;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<Option<S::Value>, TapeError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let key = self.take();
        self.value = Some(self.take());
        seed.deserialize(key).map(Some)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<S::Value, TapeError> {
        match self.value.take() {
            Some(value) => seed.deserialize(value),
            None => fail(&"the type asks for a value before its key"),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// A variant of an enum, by its name.
struct Variant<'t> {
    name: &'t str,
    holds: Option<TapeValue<'t>>,
}

impl<'t> Variant<'t> {
    fn holds(&self) -> Result<TapeValue<'t>, TapeError> {
        match self.holds {
            Some(value) => Ok(value),
            None => fail(&format_args!("the variant `{}` was recorded, and holds nothing", self.name)),
        }
    }
}

impl<'t> EnumAccess<'t> for Variant<'t> {
    type Error = TapeError;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'t>>(self, seed: S) -> Result<(S::Value, Self), TapeError> {
        Ok((seed.deserialize(BorrowedStrDeserializer::<TapeError>::new(self.name))?, self))
    }
}

impl<'t> VariantAccess<'t> for Variant<'t> {
    type Error = TapeError;

    fn unit_variant(self) -> Result<(), TapeError> {
        self.holds.map_or(Ok(()), <()>::deserialize)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'t>>(self, seed: S) -> Result<S::Value, TapeError> {
        seed.deserialize(self.holds()?)
    }

    fn tuple_variant<V: Visitor<'t>>(self, _len: usize, visitor: V) -> Result<V::Value, TapeError> {
        self.holds()?.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'t>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TapeError> {
        self.holds()?.deserialize_any(visitor)
    }
}
