//! [`Shown`]: a recorded value in the form that JSON has, with the places of its references.

use core::cell::RefCell;
use core::fmt::Write;

use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::paths::Key;
use super::tape::{Span, Tape, Token};

/// Says what a reference is called, by its number in a value; `None` if it refers to nothing.
pub(crate) type Called<'c> = dyn Fn(u32) -> Option<String> + 'c;

/// A recorded value, as it is shown. A reference is a string, or null if it refers to nothing; so are the
/// floats that JSON has not, and integers of more than 64 bits.
pub(crate) struct Shown<'t> {
    tape: &'t Tape,
    span: Span,
    name: &'t Called<'t>,
    /// Where the part is that is being written, as a JSON pointer.
    at: RefCell<String>,
    met: RefCell<Vec<ShownReference>>,
}

/// A reference in a value that was shown.
pub(crate) struct ShownReference {
    /// Where it stands: a JSON pointer (RFC 6901).
    pub(crate) at: String,
    pub(crate) number: u32,
}

impl<'t> Shown<'t> {
    pub(crate) fn new(tape: &'t Tape, span: Span, name: &'t Called<'t>) -> Self {
        Self { tape, span, name, at: RefCell::default(), met: RefCell::default() }
    }

    /// The references that were met while it was written.
    pub(crate) fn into_references(self) -> Vec<ShownReference> {
        self.met.into_inner()
    }
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Part { of: self, token: self.span.start }.serialize(serializer)
    }
}

/// A part of a value, by the place of its token.
struct Part<'s, 't> {
    of: &'s Shown<'t>,
    token: usize,
}

impl Part<'_, '_> {
    /// What an option or a variant holds, or the first of several parts.
    fn inner(&self) -> Self {
        Self { of: self.of, token: self.token + 1 }
    }

    /// Runs a function while the pointer leads to a part of this one.
    fn step<R>(&self, name: &dyn core::fmt::Display, f: impl FnOnce() -> R) -> R {
        let before = self.of.at.borrow().len();
        push_step(&mut self.of.at.borrow_mut(), &name.to_string());
        let result = f();
        self.of.at.borrow_mut().truncate(before);
        result
    }

    fn serialize_list<S: Serializer>(&self, len: usize, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(len))?;
        let mut part = self.inner();
        for place in 0..len {
            self.step(&place, || list.serialize_element(&part))?;
            part.token = self.of.tape.after(part.token);
        }
        list.end()
    }

    fn serialize_map<S: Serializer>(&self, len: usize, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(len))?;
        let mut part = self.inner();
        for place in 0..len {
            let key = self.of.tape.shown_key(part.token, place, self.of.name);
            part.token = self.of.tape.after(part.token);
            self.step(&key, || map.serialize_entry(&key, &part))?;
            part.token = self.of.tape.after(part.token);
        }
        map.end()
    }
}

impl Tape {
    /// The key of a map as JSON has it: text. A reference is what it is called.
    pub(super) fn shown_key(&self, at: usize, place: usize, called: &Called<'_>) -> String {
        let name = match self.tokens.get(at) {
            Some(Token::Id(number)) => called(*number),
            _ => None,
        };
        name.unwrap_or_else(|| Key { tape: self, at, place }.to_string())
    }
}

/// Adds a step to a JSON pointer.
fn push_step(pointer: &mut String, step: &str) {
    let _ = write!(pointer, "/{}", step.replace('~', "~0").replace('/', "~1"));
}

impl Serialize for Part<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tape = self.of.tape;
        let Some(&token) = tape.tokens.get(self.token) else {
            return Err(S::Error::custom("the tape ends within the value"));
        };
        match token {
            Token::Bool(value) => serializer.serialize_bool(value),
            Token::I8(value) => serializer.serialize_i8(value),
            Token::I16(value) => serializer.serialize_i16(value),
            Token::I32(value) => serializer.serialize_i32(value),
            Token::I64(value) => serializer.serialize_i64(value),
            Token::I128(value) => serializer.collect_str(&i128::from_ne_bytes(value)),
            Token::U8(value) => serializer.serialize_u8(value),
            Token::U16(value) => serializer.serialize_u16(value),
            Token::U32(value) => serializer.serialize_u32(value),
            Token::U64(value) => serializer.serialize_u64(value),
            Token::U128(value) => serializer.collect_str(&u128::from_ne_bytes(value)),
            Token::F32(value) if value.is_finite() => serializer.serialize_f32(value),
            Token::F32(value) => serializer.collect_str(&value),
            Token::F64(value) if value.is_finite() => serializer.serialize_f64(value),
            Token::F64(value) => serializer.collect_str(&value),
            Token::Char(value) => serializer.serialize_char(value),
            Token::Text { start, len } => serializer.serialize_str(tape.text(start, len)),
            Token::Name(name) | Token::UnitVariant(name) => serializer.serialize_str(name),
            Token::Bytes { start, len } => serializer.collect_seq(tape.bytes(start, len)),
            Token::None | Token::Unit => serializer.serialize_unit(),
            Token::Some => self.inner().serialize(serializer),
            Token::Id(number) => match (self.of.name)(number) {
                None => serializer.serialize_unit(),
                Some(name) => {
                    self.of.met.borrow_mut().push(ShownReference { at: self.of.at.borrow().clone(), number });
                    serializer.serialize_str(&name)
                }
            },
            Token::Seq { len, .. } => self.serialize_list(len, serializer),
            Token::Map { len, .. } => self.serialize_map(len, serializer),
            Token::Variant(name) => {
                let mut map = serializer.serialize_map(Some(1))?;
                self.step(&name, || map.serialize_entry(name, &self.inner()))?;
                map.end()
            }
        }
    }
}
