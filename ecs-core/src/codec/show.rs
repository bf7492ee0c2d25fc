//! [`Tape::value`]: a recorded value as a [`Value`].

use super::paths::Key;
use super::tape::{Tape, TapeSpan, Token};
use super::value::{IdText, Value};

/// Returns what a reference is, by its number in a value: an entity, a handle or null.
pub(crate) type Called<'c> = dyn Fn(u32) -> Value + 'c;

impl Tape {
    /// Makes data of a value, with what its references are.
    pub(crate) fn value(&self, span: TapeSpan, called: &Called<'_>) -> Value {
        self.value_at(span.start, called)
    }

    /// The value whose token is at a place.
    fn value_at(&self, at: usize, called: &Called<'_>) -> Value {
        match self.tokens[at] {
            Token::Bool(value) => Value::Bool(value),
            Token::I8(value) => value.into(),
            Token::I16(value) => value.into(),
            Token::I32(value) => value.into(),
            Token::I64(value) => value.into(),
            Token::I128(value) => Value::I128(i128::from_ne_bytes(value)),
            Token::U8(value) => value.into(),
            Token::U16(value) => value.into(),
            Token::U32(value) => value.into(),
            Token::U64(value) => value.into(),
            Token::U128(value) => Value::U128(u128::from_ne_bytes(value)),
            Token::F32(value) => value.into(),
            Token::F64(value) => value.into(),
            Token::Char(_) => Value::Text(Key { tape: self, at, place: 0 }.to_string()),
            Token::Text { start, len } => self.text(start, len).into(),
            Token::Name(name) | Token::UnitVariant(name) => name.into(),
            Token::Bytes { start, len } => Value::Bytes(self.bytes(start, len).to_vec()),
            Token::None | Token::Unit => Value::Null,
            Token::Some => self.value_at(at + 1, called),
            Token::Id(number) => called(number),
            Token::Variant(name) => Value::Map(vec![(name.to_owned(), self.value_at(at + 1, called))]),
            Token::Seq { len, .. } => {
                let mut next = at + 1;
                let part = |_| {
                    let part = next;
                    next = self.after(part);
                    self.value_at(part, called)
                };
                Value::List((0..len).map(part).collect())
            }
            Token::Map { len, .. } => {
                let mut next = at + 1;
                let entry = |place| {
                    let (key, value) = (next, self.after(next));
                    next = self.after(value);
                    (self.shown_key(key, place, called), self.value_at(value, called))
                };
                Value::Map((0..len).map(entry).collect())
            }
        }
    }

    /// The key of a map as text. A reference is written as an entity is.
    pub(super) fn shown_key(&self, at: usize, place: usize, called: &Called<'_>) -> String {
        let name = match self.tokens.get(at) {
            Some(Token::Id(number)) => called(*number).entity().map(|entity| IdText(entity).to_string()),
            _ => None,
        };
        name.unwrap_or_else(|| Key { tape: self, at, place }.to_string())
    }
}
