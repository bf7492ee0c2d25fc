//! The ids in a recorded value, each with the path of fields that leads to it.

use core::fmt::{self, Display, Write};

use super::tape::{Span, Tape, Token};

impl Tape {
    /// Says whether there is an id in a value.
    pub(crate) fn has_ids(&self, span: Span) -> bool {
        let tokens = self.tokens.get(span.start..span.end).unwrap_or_default();
        tokens.iter().any(|token| matches!(token, Token::Id(_)))
    }

    /// Visits the ids in a value, in the order in which they were recorded, each with its path.
    ///
    /// A path has the names of fields and variants, the places of what lies in sequences and tuples, and the
    /// keys of maps, as far as they are strings, integers, `bool`s, `char`s or variants that hold nothing;
    /// elsewhere it has the place of the key. An id that is in a key is at `key(place)`. Options and newtype
    /// structs add nothing, so the path of a mere id is empty. A path is for people: nothing in it is escaped.
    ///
    /// ```text
    /// target   crew.0.seat   by_name.bob   by_handle.key(0)   by_handle.0   state.Chasing.target
    /// ```
    pub(crate) fn each_id(&self, span: Span, visit: &mut dyn FnMut(&str, u32)) {
        if !self.has_ids(span) {
            return;
        }
        let mut path = String::new();
        let mut levels: Vec<Level> = Vec::new();
        let mut at = span.start;
        while let Some(token) = self.tokens.get(at).filter(|_| at < span.end) {
            while levels.pop_if(|level| level.end == at).is_some() {}
            let is_whole = matches!(token, Token::Some | Token::Variant(_));
            let has_parts = matches!(token, Token::Seq { .. } | Token::Map { .. });
            if let Some(level) = levels.last_mut() {
                let part = level.part;
                level.part += 1;
                if level.is_map && part % 2 == 0 {
                    level.key = at;
                }
                if is_whole || has_parts || matches!(token, Token::Id(_)) {
                    path.truncate(level.path);
                    match (level.is_map, part % 2) {
                        (false, _) => add(&mut path, &part),
                        (true, 0) => add(&mut path, &format_args!("key({})", part / 2)),
                        _ => add(&mut path, &Key { tape: self, at: level.key, place: part / 2 }),
                    }
                }
            }
            // What an option or a variant holds is no part of its own.
            while let Some(token @ (Token::Some | Token::Variant(_))) = self.tokens.get(at) {
                if let Token::Variant(name) = token {
                    add(&mut path, name);
                }
                at += 1;
            }
            match self.tokens.get(at) {
                Some(&Token::Id(id)) => visit(&path, id),
                Some(token @ (Token::Seq { tokens, .. } | Token::Map { tokens, .. })) => {
                    let is_map = matches!(token, Token::Map { .. });
                    levels.push(Level { is_map, end: at + 1 + tokens, path: path.len(), part: 0, key: 0 });
                }
                _ => {}
            }
            at += 1;
        }
    }
}

/// A sequence or a map whose parts are being visited.
struct Level {
    is_map: bool,
    /// The place behind it.
    end: usize,
    /// The length of its path.
    path: usize,
    /// So many parts were begun; a key and its value are two.
    part: usize,
    /// Where the last key is.
    key: usize,
}

fn add(path: &mut String, name: &dyn Display) {
    let dot = if path.is_empty() { "" } else { "." };
    write!(path, "{dot}{name}").expect("a string takes all");
}

/// How the key of a map stands in a path.
struct Key<'t> {
    tape: &'t Tape,
    at: usize,
    /// The how many-th key it is.
    place: usize,
}

impl Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tape.tokens[self.at] {
            Token::Name(name) | Token::UnitVariant(name) => f.write_str(name),
            Token::Text { start, len } => f.write_str(self.tape.text(start, len)),
            Token::Bool(key) => key.fmt(f),
            Token::Char(key) => key.fmt(f),
            Token::I8(key) => key.fmt(f),
            Token::I16(key) => key.fmt(f),
            Token::I32(key) => key.fmt(f),
            Token::I64(key) => key.fmt(f),
            Token::I128(key) => i128::from_ne_bytes(key).fmt(f),
            Token::U8(key) => key.fmt(f),
            Token::U16(key) => key.fmt(f),
            Token::U32(key) => key.fmt(f),
            Token::U64(key) => key.fmt(f),
            Token::U128(key) => u128::from_ne_bytes(key).fmt(f),
            _ => self.place.fmt(f),
        }
    }
}
