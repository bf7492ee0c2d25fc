//! Reads JSON: all of RFC 8259, and nothing else.

use std::collections::HashSet;

use super::value::{Json, JsonNumber};

/// So deep lists and maps may lie in each other.
const DEEPEST: u32 = 128;

impl Json {
    /// Reads a text; says what is wrong, and at which byte.
    pub(crate) fn parse(text: &[u8]) -> Result<Self, String> {
        let Ok(text) = core::str::from_utf8(text) else { return Err("it is no UTF-8".to_owned()) };
        let mut reader = JsonReader { text, at: 0 };
        let value = reader.value(0).and_then(|value| match reader.peek() {
            None => Ok(value),
            Some(_) => Err("nothing more was expected"),
        });
        value.map_err(|expected| format!("{expected}, at byte {}", reader.at))
    }
}

type Parsed<T> = Result<T, &'static str>;

struct JsonReader<'t> {
    text: &'t str,
    at: usize,
}

impl JsonReader<'_> {
    /// The next byte that is no space, to which it goes.
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
        self.byte()
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Passes over a byte if it is the next.
    fn skip(&mut self, byte: u8) -> bool {
        let is_next = self.byte() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: u32) -> Parsed<Json> {
        match self.peek() {
            Some(b'n') => self.word("null", Json::Null),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'"') => self.string().map(Json::Text),
            Some(b'-' | b'0'..=b'9') => self.number().map(Json::Number),
            Some(b'[' | b'{') if depth == DEEPEST => Err("it is too deep"),
            Some(b'[') => self.list(depth),
            Some(b'{') => self.map(depth),
            _ => Err("a value was expected"),
        }
    }

    fn word(&mut self, word: &str, value: Json) -> Parsed<Json> {
        if !self.text[self.at..].starts_with(word) {
            return Err("a value was expected");
        }
        self.at += word.len();
        Ok(value)
    }

    fn list(&mut self, depth: u32) -> Parsed<Json> {
        self.at += 1;
        let mut values = Vec::new();
        if self.peek() != Some(b']') {
            values.push(self.value(depth + 1)?);
            while self.peek() == Some(b',') {
                self.at += 1;
                values.push(self.value(depth + 1)?);
            }
        }
        if self.skip(b']') { Ok(Json::List(values)) } else { Err("`,` or `]` was expected") }
    }

    fn map(&mut self, depth: u32) -> Parsed<Json> {
        self.at += 1;
        let (mut entries, mut keys) = (Vec::new(), HashSet::new());
        if self.peek() != Some(b'}') {
            loop {
                let (key, value) = self.entry(depth)?;
                if !keys.insert(key.clone()) {
                    return Err("a key is there twice");
                }
                entries.push((key, value));
                if self.peek() != Some(b',') {
                    break;
                }
                self.at += 1;
            }
        }
        if self.skip(b'}') { Ok(Json::Map(entries)) } else { Err("`,` or `}` was expected") }
    }

    fn entry(&mut self, depth: u32) -> Parsed<(String, Json)> {
        if self.peek() != Some(b'"') {
            return Err("a key was expected");
        }
        let key = self.string()?;
        if self.peek() != Some(b':') {
            return Err("`:` was expected");
        }
        self.at += 1;
        Ok((key, self.value(depth + 1)?))
    }

    fn string(&mut self) -> Parsed<String> {
        self.at += 1;
        let mut string = String::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.find(|c: char| matches!(c, '"' | '\\') || c < ' ').unwrap_or(rest.len());
            string.push_str(&rest[..plain]);
            self.at += plain;
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(string);
                }
                Some(b'\\') => string.push(self.escaped()?),
                _ => return Err("the end of a string was expected"),
            }
        }
    }

    fn escaped(&mut self) -> Parsed<char> {
        const WRONG: &str = "this is no escape of a character";
        let kind = self.text.as_bytes().get(self.at + 1).copied().ok_or(WRONG)?;
        self.at += 2;
        Ok(match kind {
            b'"' | b'\\' | b'/' => char::from(kind),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let mut units = vec![self.unit().ok_or(WRONG)?];
                if (0xd800..0xdc00).contains(&units[0]) && self.skip(b'\\') && self.skip(b'u') {
                    units.push(self.unit().ok_or(WRONG)?);
                }
                String::from_utf16(&units).ok().and_then(|text| text.chars().next()).ok_or(WRONG)?
            }
            _ => return Err(WRONG),
        })
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> Option<u16> {
        let digits = self.text.get(self.at..self.at + 4)?;
        self.at += 4;
        // No sign, as it would be taken otherwise.
        let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        u16::from_str_radix(digits, 16).ok().filter(|_| is_hex)
    }

    fn number(&mut self) -> Parsed<JsonNumber> {
        const WRONG: &str = "this is no number";
        let begin = self.at;
        let is_negative = self.skip(b'-');
        if !self.skip(b'0') && self.digits() == 0 {
            return Err(WRONG);
        }
        let whole = self.at;
        if self.skip(b'.') && self.digits() == 0 {
            return Err(WRONG);
        }
        if self.skip(b'e') || self.skip(b'E') {
            let _ = self.skip(b'+') || self.skip(b'-');
            if self.digits() == 0 {
                return Err(WRONG);
            }
        }
        let text = &self.text[begin..self.at];
        if whole == self.at && text != "-0" {
            let number = match is_negative {
                true => text.parse().map(JsonNumber::I64).ok(),
                false => text.parse().map(JsonNumber::U64).ok(),
            };
            if let Some(number) = number {
                return Ok(number);
            }
        }
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(JsonNumber::F64(number)),
            _ => Err("the number is too large"),
        }
    }

    fn digits(&mut self) -> usize {
        let digits = self.text.as_bytes()[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += digits;
        digits
    }
}
