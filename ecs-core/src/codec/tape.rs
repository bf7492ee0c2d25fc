//! [`Tape`]: values recorded one after the other, as [`Token`]s, and [`TapeError`].

use core::fmt::Display;
use ecs_derive::Sentence;

/// Values of any types, recorded one after the other. Each says itself what it is made of.
///
/// Nothing on a tape holds memory of its own, so that nothing is dropped when the tape is cleared.
///
/// ```text
/// Aim { target: Some(id), at: [1.0, 2.0] }
///
/// Map 2 | Name "target" | Some | Id | Name "at" | Seq 2 | F32 | F32
/// ```
#[derive(Default)]
pub struct Tape {
    pub(super) tokens: Vec<Token>,
    /// The strings of the values.
    pub(super) text: String,
    /// The byte arrays of the values.
    pub(super) bytes: Vec<u8>,
    /// How many parts of values are being recorded, each in the one before.
    pub(super) open: usize,
    pub(super) most: Option<Most>,
}

/// How much a tape takes.
pub(super) struct Most {
    pub(super) tokens: usize,
    /// Of text, and of byte arrays.
    pub(super) bytes: usize,
}

/// Where a recorded value lies on its tape.
///
/// For another tape, or after the tape was cleared, it leads to an error or to some other value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TapeSpan {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A value without parts, or the begin of one whose parts follow.
///
/// A newtype struct is recorded as what it holds: who restores it asks for a newtype struct and then for
/// that.
#[derive(Clone, Copy, Debug)]
pub(super) enum Token {
    Bool(bool),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    /// In bytes, as those of an `i128` would make each token larger.
    I128([u8; 16]),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    U128([u8; 16]),
    F32(f32),
    F64(f64),
    Char(char),
    /// A string, by its place in the tape's text.
    Text {
        start: usize,
        len: usize,
    },
    /// The name of a field.
    Name(&'static str),
    /// A byte array, by its place in the tape's bytes.
    Bytes {
        start: usize,
        len: usize,
    },
    None,
    /// The value follows.
    Some,
    Unit,
    /// What stands for something outside of the value.
    Id(u32),
    /// A sequence, a tuple or a tuple struct; its parts follow, so many tokens together.
    Seq {
        len: usize,
        tokens: usize,
        /// Only what is compared asks, or is shown in a part of another value.
        is_tuple: bool,
    },
    /// A map or a struct; its keys follow, each with its value, so many tokens together.
    Map {
        len: usize,
        tokens: usize,
    },
    /// A variant of an enum that holds nothing.
    UnitVariant(&'static str),
    /// A variant of an enum; what it holds follows: one value, or a `Seq` or a `Map` of several.
    Variant(&'static str),
}

impl Tape {
    /// What recording and restoring tell the types: whether one that has a form as text and a shorter one
    /// takes the text.
    pub(super) fn is_for_people(&self) -> bool {
        self.most.is_some()
    }

    /// Forgets all values, and keeps the memory for others.
    pub(crate) fn clear(&mut self) {
        self.tokens.clear();
        self.text.clear();
        self.bytes.clear();
    }

    /// The place behind the value at a place.
    #[inline]
    pub(super) fn after(&self, mut at: usize) -> usize {
        loop {
            match self.tokens.get(at) {
                Some(Token::Some | Token::Variant(_)) => at += 1,
                Some(Token::Seq { tokens, .. } | Token::Map { tokens, .. }) => return at + 1 + tokens,
                _ => return at + 1,
            }
        }
    }

    /// The string of a token.
    pub(super) fn text(&self, start: usize, len: usize) -> &str {
        self.text.get(start..start + len).unwrap_or_default()
    }

    /// The byte array of a token.
    pub(super) fn bytes(&self, start: usize, len: usize) -> &[u8] {
        self.bytes.get(start..start + len).unwrap_or_default()
    }
}

/// Why a value was not recorded, or not restored: a sentence of the codec, or of the value's type.
#[derive(Sentence)]
#[says("{}", self.0)]
pub struct TapeError(Box<str>);

impl TapeError {
    #[cold]
    pub(super) fn new(sentence: &dyn Display) -> Self {
        Self(sentence.to_string().into())
    }
}

pub(super) fn fail<T>(sentence: &dyn Display) -> Result<T, TapeError> {
    Err(TapeError::new(sentence))
}

impl serde::ser::Error for TapeError {
    fn custom<T: Display>(sentence: T) -> Self {
        Self::new(&sentence)
    }
}

impl serde::de::Error for TapeError {
    fn custom<T: Display>(sentence: T) -> Self {
        Self::new(&sentence)
    }
}
