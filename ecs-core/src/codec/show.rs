//! [`Shown`]: a recorded value in the form that JSON has, with the places of its references.

use core::fmt::{Display, Write};

use super::paths::Key;
use super::tape::{Tape, TapeSpan, Token};
use crate::json::{ListWriter, MapWriter, ToJson};

/// Says what a reference is called, by its number in a value; `None` if it refers to nothing.
pub(crate) type Called<'c> = dyn Fn(u32) -> Option<String> + 'c;

/// A recorded value as JSON. A reference is a string, or null if it refers to nothing; so are the floats that
/// JSON has not, and integers of more than 64 bits.
pub(crate) struct Shown {
    pub(crate) json: String,
    pub(crate) references: Vec<ShownReference>,
}

/// A reference in a value that was shown.
pub(crate) struct ShownReference {
    /// Where it stands: a JSON pointer (RFC 6901).
    pub(crate) at: String,
    pub(crate) number: u32,
}

impl Tape {
    /// Shows a value, with what its references are called.
    pub(crate) fn show(&self, span: TapeSpan, called: &Called<'_>) -> Shown {
        let mut json = String::new();
        let mut showing = Showing { tape: self, called, at: String::new(), references: Vec::new() };
        showing.write(span.start, &mut json);
        Shown { json, references: showing.references }
    }

    /// The key of a map as JSON has it: text. A reference is what it is called.
    pub(super) fn shown_key(&self, at: usize, place: usize, called: &Called<'_>) -> String {
        let name = match self.tokens.get(at) {
            Some(Token::Id(number)) => called(*number),
            _ => None,
        };
        name.unwrap_or_else(|| Key { tape: self, at, place }.to_string())
    }
}

/// A value that is being shown.
struct Showing<'s> {
    tape: &'s Tape,
    called: &'s Called<'s>,
    /// Where the part is that is being written, as a JSON pointer.
    at: String,
    references: Vec<ShownReference>,
}

impl Showing<'_> {
    /// Writes the part whose token is at a place.
    fn write(&mut self, token: usize, text: &mut String) {
        let tape = self.tape;
        let key = Key { tape, at: token, place: 0 };
        match tape.tokens[token] {
            Token::F32(value) => value.to_json(text),
            Token::F64(value) => value.to_json(text),
            Token::I128(_) | Token::U128(_) | Token::Char(_) => key.to_string().to_json(text),
            Token::Text { start, len } => tape.text(start, len).to_json(text),
            Token::Name(name) | Token::UnitVariant(name) => name.to_json(text),
            Token::Bytes { start, len } => tape.bytes(start, len).to_vec().to_json(text),
            Token::None | Token::Unit => None::<bool>.to_json(text),
            Token::Some => self.write(token + 1, text),
            Token::Id(number) => self.write_reference(number, text),
            Token::Seq { len, .. } => self.write_list(token + 1, len, text),
            Token::Map { len, .. } => self.write_map(token + 1, len, text),
            Token::Variant(name) => {
                let mut map = MapWriter::begin(text);
                self.step(&name, |showing| showing.write(token + 1, map.entry(name)));
                map.end();
            }
            // The rest is the same in JSON as in a key: numbers and `bool`s.
            _ => _ = write!(text, "{key}"),
        }
    }

    fn write_reference(&mut self, number: u32, text: &mut String) {
        let name = (self.called)(number);
        name.to_json(text);
        if name.is_some() {
            self.references.push(ShownReference { at: self.at.clone(), number });
        }
    }

    fn write_list(&mut self, mut token: usize, len: usize, text: &mut String) {
        let mut list = ListWriter::begin(text);
        for place in 0..len {
            self.step(&place, |showing| showing.write(token, list.item()));
            token = self.tape.after(token);
        }
        list.end();
    }

    fn write_map(&mut self, mut token: usize, len: usize, text: &mut String) {
        let mut map = MapWriter::begin(text);
        for place in 0..len {
            let key = self.tape.shown_key(token, place, self.called);
            token = self.tape.after(token);
            self.step(&key, |showing| showing.write(token, map.entry(&key)));
            token = self.tape.after(token);
        }
        map.end();
    }

    /// Runs a function while the pointer leads to a part of this one.
    fn step(&mut self, name: &dyn Display, f: impl FnOnce(&mut Self)) {
        let before = self.at.len();
        let name = name.to_string().replace('~', "~0").replace('/', "~1");
        let _ = write!(self.at, "/{name}");
        f(self);
        self.at.truncate(before);
    }
}
