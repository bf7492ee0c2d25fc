//! The ids in a recorded value, and the maps that not all formats can write, each with the path of fields
//! that leads to it.

use core::fmt::{self, Display, Write};

use super::tape::{Tape, TapeSpan, Token};

impl Tape {
    /// Visits the ids in a value, in the order in which they were recorded, each with its path.
    ///
    /// A path has the names of fields and variants, the places of what lies in sequences and tuples, and the
    /// keys of maps, as far as they are strings, integers, `bool`s, `char`s or variants that hold nothing;
    /// elsewhere it has the place of the key. An id that is in a key is at `key(place)`. Options and newtype
    /// structs add nothing, so the path of a mere id is empty. A path is for people: nothing in it is
    /// escaped.
    ///
    /// ```text
    /// target   crew.0.seat   by_name.bob   by_handle.key(0)   by_handle.0   state.Chasing.target
    /// ```
    pub(crate) fn each_id(&self, span: TapeSpan, visit: &mut dyn FnMut(&str, u32)) {
        let is_id = |at: usize| matches!(self.tokens[at], Token::Id(_));
        self.each(span, &is_id, &mut |path, at| {
            if let Token::Id(id) = self.tokens[at] {
                visit(path, id);
            }
        });
    }

    /// The path to the first map in a value whose keys are neither text nor what JSON writes as text:
    /// numbers, `bool`s, `char`s and variants that hold nothing.
    pub(crate) fn map_without_text_keys(&self, span: TapeSpan) -> Option<String> {
        let is_odd = |at: usize| {
            matches!(self.tokens[at], Token::Map { tokens: 1.., .. })
                && matches!(
                    self.tokens[at + 1],
                    Token::Bytes { .. }
                        | Token::None
                        | Token::Some
                        | Token::Unit
                        | Token::Variant(_)
                        | Token::Seq { .. }
                        | Token::Map { .. }
                )
        };
        let mut first = None;
        self.each(span, &is_odd, &mut |path, _| _ = first.get_or_insert_with(|| path.to_owned()));
        first
    }

    /// Visits the tokens of a kind in a value, each with the path that leads to it.
    fn each(&self, span: TapeSpan, is_meant: &dyn Fn(usize) -> bool, visit: &mut dyn FnMut(&str, usize)) {
        let end = span.end.min(self.tokens.len());
        let next_from = |start: usize| (start..end).find(|&at| is_meant(at));
        let mut path = String::new();
        let mut levels: Vec<PathLevel> = Vec::new();
        let mut at = span.start;
        let mut next = next_from(at);
        while let Some(meant) = next {
            while levels.pop_if(|level| level.end == at).is_some() {}
            let part = levels.last_mut().map(|level| level.step(at));
            let behind = self.after(at);
            if behind <= meant {
                at = behind;
                continue;
            }
            if let (Some(level), Some(part)) = (levels.last(), part) {
                path.truncate(level.path);
                match (level.is_map, part % 2) {
                    (false, _) => add(&mut path, &part),
                    (true, 0) => add(&mut path, &format_args!("key({})", part / 2)),
                    _ => add(&mut path, &Key { tape: self, at: level.key, place: part / 2 }),
                }
            }
            // What an option or a variant holds is no part of its own.
            while let Token::Some | Token::Variant(_) = self.tokens[at] {
                if let Token::Variant(name) = self.tokens[at] {
                    add(&mut path, &name);
                }
                at += 1;
            }
            if at == meant {
                visit(&path, at);
                next = next_from(at + 1);
            }
            match self.tokens[at] {
                Token::Seq { tokens, .. } => levels.push(PathLevel::new(false, at + 1 + tokens, path.len())),
                Token::Map { tokens, .. } => levels.push(PathLevel::new(true, at + 1 + tokens, path.len())),
                _ => {}
            }
            at += 1;
        }
    }
}

/// A sequence or a map whose parts are being visited.
struct PathLevel {
    is_map: bool,
    /// The place behind it.
    end: usize,
    /// The length of its path.
    path: usize,
    /// So many parts were begun; a key and its value are two.
    part: usize,
    /// Where the last key of a map is.
    key: usize,
}

impl PathLevel {
    fn new(is_map: bool, end: usize, path: usize) -> Self {
        Self { is_map, end, path, part: 0, key: 0 }
    }

    /// Begins the part at a place; returns how many were begun before.
    fn step(&mut self, at: usize) -> usize {
        let part = self.part;
        self.part += 1;
        if part.is_multiple_of(2) {
            self.key = at;
        }
        part
    }
}

fn add(path: &mut String, name: &dyn Display) {
    let dot = if path.is_empty() { "" } else { "." };
    write!(path, "{dot}{name}").expect("a string takes all");
}

/// How the key of a map stands in a path.
pub(super) struct Key<'t> {
    pub(super) tape: &'t Tape,
    pub(super) at: usize,
    /// The how many-th key it is.
    pub(super) place: usize,
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
