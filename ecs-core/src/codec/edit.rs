//! [`Tape::replace`]: another part in a recorded value; [`Tape::put`]: a value of which no type is known.

use std::collections::HashMap;

use super::limits::DEEPEST;
use super::show::Called;
use super::tape::{Tape, TapeError, TapeSpan, Token, fail};
use super::value::{IdText, Value, steps};
use crate::ids::Entity;

/// What the references in a value are called.
pub(crate) struct References<'r> {
    pub(crate) called: &'r Called<'r>,
    /// Finds the number of a reference.
    pub(crate) find: &'r mut dyn FnMut(Named<'_>) -> Option<u32>,
}

/// How a value names an entity.
#[derive(Clone, Copy)]
pub(crate) enum Named<'n> {
    /// By its index and generation, `12v1`.
    Text(&'n str),
    Entity(Entity),
}

impl Tape {
    /// Replaces a part of a value, which must be the last on the tape, and says where it lies then.
    ///
    /// The part is found by its path in [the value](Self::value). What was there says what the new part is,
    /// as far as the part does not tell: a reference, a float, an integer of more than 64 bits, a byte array,
    /// the key of a map. Whether the value's type takes it shows when it is restored.
    pub(crate) fn replace(
        &mut self,
        span: TapeSpan,
        path: &str,
        part: &Value,
        references: References<'_>,
    ) -> Result<TapeSpan, TapeError> {
        let mut around = Vec::new();
        let at = self.find(span.start, path, references.called, &mut around)?;
        let mut new = NewPart { tape: self, tokens: Vec::new(), references, open: 0 };
        new.put(part, Some(at))?;
        let tokens = new.tokens;
        let (before, after) = (self.after(at) - at, tokens.len());
        self.tokens.splice(at..at + before, tokens);
        for place in around {
            if let Token::Seq { tokens, .. } | Token::Map { tokens, .. } = &mut self.tokens[place] {
                *tokens = *tokens + after - before;
            }
        }
        Ok(TapeSpan { start: span.start, end: span.end + after - before })
    }

    /// Appends a value of which no type is known.
    pub(crate) fn put(&mut self, value: &Value, references: References<'_>) -> Result<TapeSpan, TapeError> {
        let mut new = NewPart { tape: self, tokens: Vec::new(), references, open: 0 };
        new.put(value, None)?;
        let (tokens, start) = (new.tokens, self.tokens.len());
        self.tokens.extend(tokens);
        Ok(TapeSpan { start, end: self.tokens.len() })
    }

    /// Finds the token of a part, and those of all that it is in.
    fn find(
        &self,
        mut at: usize,
        path: &str,
        called: &Called<'_>,
        around: &mut Vec<usize>,
    ) -> Result<usize, TapeError> {
        let missing = || TapeError::new(&format_args!("the value has nothing at `{path}`"));
        for (depth, step) in steps(path).enumerate() {
            while let Token::Some = self.tokens[at] {
                at += 1;
            }
            match self.tokens[at] {
                _ if depth >= DEEPEST => return Err(missing()),
                Token::Seq { len, .. } => {
                    around.push(at);
                    let place = step.parse().ok().filter(|place| *place < len).ok_or_else(missing)?;
                    at = (0..place).fold(at + 1, |at, _| self.after(at));
                }
                Token::Map { len, .. } => {
                    around.push(at);
                    at = self.values_of(at, len, called).get(&*step).copied().ok_or_else(missing)?;
                }
                Token::Variant(name) if name == step => at += 1,
                _ => return Err(missing()),
            }
        }
        Ok(at)
    }

    /// The places of the values of a map, by their keys as those are shown.
    fn values_of(&self, map: usize, len: usize, called: &Called<'_>) -> HashMap<String, usize> {
        let mut at = map + 1;
        let value = |place| {
            let value = self.after(at);
            let key = self.shown_key(at, place, called);
            at = self.after(value);
            (key, value)
        };
        (0..len).map(value).collect()
    }
}

/// A part that is being made.
struct NewPart<'t, 'r> {
    tape: &'t mut Tape,
    tokens: Vec<Token>,
    references: References<'r>,
    /// So many parts are being put, each in the one before.
    open: usize,
}

impl NewPart<'_, '_> {
    /// Puts a value behind the others; `like` is the place of one that it resembles, if there is one.
    fn put(&mut self, value: &Value, like: Option<usize>) -> Result<(), TapeError> {
        if self.open > DEEPEST {
            return fail(&"the value is too deep");
        }
        self.open += 1;
        self.put_one(value, like)?;
        self.open -= 1;
        Ok(())
    }

    fn put_one(&mut self, value: &Value, like: Option<usize>) -> Result<(), TapeError> {
        let token = like.and_then(|at| self.tape.tokens.get(at).copied());
        if let (Some(Token::Some), false) = (token, matches!(value, Value::Null)) {
            self.tokens.push(Token::Some);
            return self.put(value, like.map(|at| at + 1));
        }
        let token = match value {
            Value::Null => match token {
                Some(Token::Id(_)) => Token::Id(0),
                Some(Token::Unit) => Token::Unit,
                _ => Token::None,
            },
            Value::Id(Entity::NONE) => Token::Id(0),
            Value::Id(entity) | Value::Handle { entity, .. } => {
                let unknown = "is no entity of this world that is alive";
                let unknown = || TapeError::new(&format_args!("{} {unknown}", IdText(*entity)));
                self.find(Named::Entity(*entity)).ok_or_else(unknown)?
            }
            Value::I64(_) | Value::U64(_) | Value::F32(_) | Value::F64(_)
                if matches!(token, Some(Token::Id(_))) =>
            {
                return fail(&"a number is no entity: write it as `12v1`");
            }
            Value::F64(number) if matches!(token, Some(Token::F32(_))) && is_beyond_f32(*number) => {
                return fail(&format_args!("{number} is larger than an `f32`"));
            }
            Value::Bool(value) => Token::Bool(*value),
            Value::I64(number) => Token::I64(*number),
            Value::U64(number) => Token::U64(*number),
            Value::I128(number) => Token::I128(number.to_ne_bytes()),
            Value::U128(number) => Token::U128(number.to_ne_bytes()),
            Value::F32(number) => Token::F32(*number),
            Value::F64(number) => Token::F64(*number),
            Value::Text(text) => self.of_text(text, token)?,
            Value::Bytes(bytes) => self.bytes(bytes),
            Value::List(values) => return self.put_list(values, like),
            Value::Map(entries) => return self.put_map(entries, like),
        };
        self.tokens.push(token);
        Ok(())
    }

    fn bytes(&mut self, bytes: &[u8]) -> Token {
        let start = self.tape.bytes.len();
        self.tape.bytes.extend(bytes);
        Token::Bytes { start, len: bytes.len() }
    }

    /// A string, or what is written as one.
    fn of_text(&mut self, text: &str, like: Option<Token>) -> Result<Token, TapeError> {
        match like {
            Some(Token::Id(_)) => self.reference(text),
            Some(Token::F32(_) | Token::F64(_)) => {
                Ok(text.parse().map_or_else(|_| self.text(text), Token::F64))
            }
            Some(Token::I128(_)) => parsed(text, |value: i128| Token::I128(value.to_ne_bytes())),
            Some(Token::U128(_)) => parsed(text, |value: u128| Token::U128(value.to_ne_bytes())),
            _ => Ok(self.text(text)),
        }
    }

    fn reference(&mut self, text: &str) -> Result<Token, TapeError> {
        match self.find(Named::Text(text)) {
            Some(id) => Ok(id),
            None => fail(&format_args!("`{text}` is no entity that is alive: write it as `12v1`")),
        }
    }

    fn find(&mut self, named: Named<'_>) -> Option<Token> {
        (self.references.find)(named).map(Token::Id)
    }

    fn text(&mut self, text: &str) -> Token {
        let start = self.tape.text.len();
        self.tape.text.push_str(text);
        Token::Text { start, len: text.len() }
    }

    /// Puts a list. Where it is longer than the one that it resembles, the rest resembles the first.
    fn put_list(&mut self, values: &[Value], like: Option<usize>) -> Result<(), TapeError> {
        let token = like.map(|at| self.tape.tokens[at]);
        if let Some(Token::Bytes { .. }) = token {
            let byte = |value: &Value| match value {
                Value::U64(byte) => u8::try_from(*byte).ok(),
                Value::I64(byte) => u8::try_from(*byte).ok(),
                _ => None,
            };
            let Some(bytes) = values.iter().map(byte).collect::<Option<Vec<_>>>() else {
                return fail(&"bytes are numbers from 0 to 255");
            };
            let token = self.bytes(&bytes);
            self.tokens.push(token);
            return Ok(());
        }
        let (known, is_tuple) = match token {
            Some(Token::Seq { len, is_tuple, .. }) => (len, is_tuple),
            _ => (0, false),
        };
        let first = like.filter(|_| known > 0).map(|at| at + 1);
        let (begun, mut next) = (self.begin(), first);
        for (place, value) in values.iter().enumerate() {
            self.put(value, if place < known { next } else { first })?;
            next = next.filter(|_| place + 1 < known).map(|at| self.tape.after(at));
        }
        self.end(begun, |tokens| Token::Seq { len: values.len(), tokens, is_tuple });
        Ok(())
    }

    fn put_map(&mut self, entries: &[(String, Value)], like: Option<usize>) -> Result<(), TapeError> {
        let token = like.map(|at| self.tape.tokens[at]);
        if let (Some(Token::Variant(name)), [(key, value)]) = (token, entries)
            && key == name
        {
            self.tokens.push(Token::Variant(name));
            return self.put(value, like.map(|at| at + 1));
        }
        let (known, first_key) = match (like, token) {
            (Some(at), Some(Token::Map { len, .. })) => {
                let first_key = (len > 0).then_some(at + 1);
                (self.tape.values_of(at, len, self.references.called), first_key)
            }
            _ => (HashMap::new(), None),
        };
        let key_like = first_key.map(|at| self.tape.tokens[at]);
        // A new entry of a map resembles the first; a struct has no new fields.
        let is_struct = matches!(key_like, Some(Token::Name(_)));
        let value_like = first_key.filter(|_| !is_struct).map(|at| self.tape.after(at));
        let begun = self.begin();
        for (key, value) in entries {
            let key_token = self.of_key(key, key_like)?;
            self.tokens.push(key_token);
            self.put(value, known.get(key).copied().or(value_like))?;
        }
        self.end(begun, |tokens| Token::Map { len: entries.len(), tokens });
        Ok(())
    }

    /// The key of a map: a number where the one that it resembles is one, else text.
    fn of_key(&mut self, key: &str, like: Option<Token>) -> Result<Token, TapeError> {
        let number = match like {
            Some(Token::Id(_)) => return self.reference(key),
            Some(Token::Bool(_)) => key.parse().map(Token::Bool).ok(),
            Some(Token::I8(_) | Token::I16(_) | Token::I32(_) | Token::I64(_)) => {
                key.parse().map(Token::I64).ok()
            }
            Some(Token::U8(_) | Token::U16(_) | Token::U32(_) | Token::U64(_)) => {
                key.parse().map(Token::U64).ok()
            }
            _ => None,
        };
        Ok(number.unwrap_or_else(|| self.text(key)))
    }

    /// Begins a value that has parts.
    fn begin(&mut self) -> usize {
        self.tokens.push(Token::Unit);
        self.tokens.len()
    }

    fn end(&mut self, begun: usize, token: impl FnOnce(usize) -> Token) {
        self.tokens[begun - 1] = token(self.tokens.len() - begun);
    }
}

/// Says whether an `f32` would be infinite where this is not.
fn is_beyond_f32(number: f64) -> bool {
    number.is_finite() && !(number as f32).is_finite()
}

fn parsed<N: core::str::FromStr>(text: &str, token: impl FnOnce(N) -> Token) -> Result<Token, TapeError> {
    match text.parse() {
        Ok(number) => Ok(token(number)),
        Err(_) => fail(&format_args!("`{text}` is not such a number")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::References;
    use crate::codec::Value as Part;
    use crate::codec::{Tape, TapeError, TapeSpan};

    /// Replaces a part of a value that has no references.
    fn replace(tape: &mut Tape, span: TapeSpan, pointer: &str, part: &Value) -> Result<TapeSpan, TapeError> {
        let part: Part = serde_json::from_str(&part.to_string()).expect("it is JSON");
        tape.replace(span, pointer, &part, References { called: &|_| Part::Null, find: &mut |_| None })
    }

    fn shown(tape: &Tape, span: TapeSpan) -> Value {
        serde_json::to_value(tape.value(span, &|_| Part::Null)).expect("it is JSON")
    }

    /// A random value.
    fn random(seed: &mut u64, depth: u32) -> Value {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = *seed >> 33;
        match number % if depth == 0 { 6 } else { 8 } {
            0 => Value::Null,
            1 => json!(number % 16 < 8),
            2 => json!(number),
            3 => json!(-(number as i64)),
            4 => json!(number as f64 + 0.5),
            5 => json!(["", "a/b", "~", "ä", "12v1"][(number / 8 % 5) as usize]),
            6 => (0..number / 8 % 4).map(|_| random(seed, depth - 1)).collect(),
            _ => {
                let keys = ["", "a", "a/b", "~1", "0"].into_iter().skip((number / 8 % 4) as usize);
                keys.map(|key| (key.to_owned(), random(seed, depth - 1))).collect()
            }
        }
    }

    /// The pointers to all parts of a value, itself first.
    fn pointers(value: &Value, to: &str, all: &mut Vec<String>) {
        all.push(to.to_owned());
        match value {
            Value::Array(parts) => {
                let parts = parts.iter().enumerate();
                parts.for_each(|(place, part)| pointers(part, &format!("{to}/{place}"), all));
            }
            Value::Object(parts) => parts.iter().for_each(|(key, part)| {
                let key = key.replace('~', "~0").replace('/', "~1");
                pointers(part, &format!("{to}/{key}"), all);
            }),
            _ => {}
        }
    }

    #[test]
    fn g1_a_replaced_part_is_as_in_serde_json() {
        let mut seed = 7;
        for _ in 0..if cfg!(miri) { 4 } else { 400 } {
            let (value, part) = (random(&mut seed, 3), random(&mut seed, 2));
            let mut all = Vec::new();
            pointers(&value, "", &mut all);
            for pointer in all {
                let mut tape = Tape::for_people(10_000, 10_000);
                let span = tape.record(&value).expect("it is plain");
                assert_eq!(shown(&tape, span), value);
                let replaced = replace(&mut tape, span, &pointer, &part);
                let span = replaced.unwrap_or_else(|error| panic!("{pointer} of {value}: {error}"));
                let mut expected = value.clone();
                *expected.pointer_mut(&pointer).expect("it is there") = part.clone();
                assert_eq!(shown(&tape, span), expected, "{pointer} of {value}");
                assert_eq!(tape.restore::<Value>(span).expect("it is whole"), expected);
            }
        }
    }

    #[test]
    fn g1_what_is_not_there_is_not_replaced() {
        let value = json!({ "a": [1, { "b": null }], "": 2 });
        for pointer in ["b", "a.2", "/b", "/a/2", "/a/-1", "/a/0/0", "/a/1/b/c", "/a/", "//", "/a/1/B"] {
            let mut tape = Tape::for_people(100, 100);
            let span = tape.record(&value).expect("it is plain");
            let refused = replace(&mut tape, span, pointer, &json!(7));
            assert!(refused.is_err() && value.pointer(pointer).is_none(), "{pointer}");
            assert_eq!(shown(&tape, span), value, "{pointer}");
        }
    }

    #[test]
    fn g1_a_tape_for_people_takes_no_more_than_it_was_given() {
        let record = |value: &Value| Tape::for_people(4, 8).record(value).is_ok();
        assert!(record(&json!([1, 2, 3])) && record(&json!("12345678")));
        assert!(!record(&json!([1, 2, 3, 4])) && !record(&json!([[], [], [], []])));
        assert!(!record(&json!("123456789")) && !record(&json!(["12345", "67890"])));
    }
    #[test]
    fn g1_what_is_too_deep_is_neither_recorded_nor_reached() {
        #[derive(serde::Serialize, Clone)]
        enum Deep {
            Not(Box<Deep>),
            Some(Option<Box<Deep>>),
            List(Vec<Deep>),
            Leaf,
        }

        let wraps: [fn(Deep) -> Deep; 3] = [
            |deep| Deep::Not(Box::new(deep)),
            |deep| Deep::Some(Some(Box::new(deep))),
            |deep| Deep::List(vec![deep]),
        ];
        for wrap in wraps {
            let mut deep = Deep::Leaf;
            let mut most = 0;
            for depth in 0..200 {
                if Tape::for_people(10_000, 100).record(&deep).is_ok() {
                    most = depth;
                }
                deep = wrap(deep);
            }
            assert!((25..=100).contains(&most), "{most}");
            Tape::default().record(&deep).expect("a save takes all");
        }
        let mut tape = Tape::for_people(100, 100);
        let span = tape.record(&json!([])).expect("it is plain");
        assert!(replace(&mut tape, span, &"/0".repeat(10_000), &json!(1)).is_err());
    }
}
