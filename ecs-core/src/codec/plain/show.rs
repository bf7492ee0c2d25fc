//! How a part of a plain value is shown: as Rust would write it, and not longer than wanted.

use core::fmt::{self, Debug, Write};

use super::value::Part;

/// Shows the value at a place, cut to so many characters.
pub(super) fn shown(parts: &[Part], at: usize, most: usize) -> String {
    let mut cut = ShortText { text: String::new(), left: most };
    let _ = write(parts, at, &mut cut);
    cut.text
}

/// Shows a name, cut to so many characters. It may be one that another peer has sent.
pub(super) fn shown_name(name: &str, most: usize) -> String {
    let mut cut = ShortText { text: String::new(), left: most };
    let _ = write!(cut, "{}", name.escape_debug());
    cut.text
}

/// Shows the first parts of two values, which differ, if the values look the same: floats with their bits, a
/// long text from where it differs, and others with their types, such as `U8(1)` and `U16(1)`.
pub(super) fn shown_apart(ours: &Part, theirs: &Part, most: usize) -> [String; 2] {
    /// So much is shown of what both have.
    const BEFORE: usize = 8;
    let texts = [ours, theirs].map(|part| match part {
        Part::F32(bits) => format!("{:?} ({bits:#010x})", f32::from_bits(*bits)),
        Part::F64(bits) => format!("{:?} ({bits:#018x})", f64::from_bits(*bits)),
        Part::Text(text) => format!("{text:?}"),
        Part::Bytes(bytes) => format!("b\"{}\"", bytes.escape_ascii()),
        _ => format!("{part:?}"),
    });
    let same = texts[0].chars().zip(texts[1].chars()).take_while(|(ours, theirs)| ours == theirs).count();
    let skipped = if same < most / 2 { 0 } else { same - BEFORE };
    texts.map(|text| {
        let mut cut = ShortText { text: String::new(), left: most };
        let rest = text.char_indices().nth(skipped).map_or("", |(start, _)| &text[start..]);
        let _ = write!(cut, "{}{rest}", if skipped > 0 { "…" } else { "" });
        cut.text
    })
}

/// A text that ends with a sign where there is no room for more.
struct ShortText {
    text: String,
    left: usize,
}

impl Write for ShortText {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        match more.char_indices().nth(self.left) {
            Some((end, _)) => {
                self.text.push_str(&more[..end]);
                self.text.push('…');
                Err(fmt::Error)
            }
            None => {
                self.text.push_str(more);
                self.left -= more.chars().count();
                Ok(())
            }
        }
    }
}

fn put(out: &mut ShortText, value: impl Debug) -> fmt::Result {
    write!(out, "{value:?}")
}

/// Writes the value at a place; returns the place behind it.
fn write(parts: &[Part], at: usize, out: &mut ShortText) -> Result<usize, fmt::Error> {
    let next = at + 1;
    match &parts[at] {
        Part::Unit => out.write_str("()")?,
        Part::Bool(value) => put(out, value)?,
        Part::I8(value) => put(out, value)?,
        Part::I16(value) => put(out, value)?,
        Part::I32(value) => put(out, value)?,
        Part::I64(value) => put(out, value)?,
        Part::I128(value) => put(out, i128::from_le_bytes(*value))?,
        Part::U8(value) => put(out, value)?,
        Part::U16(value) => put(out, value)?,
        Part::U32(value) => put(out, value)?,
        Part::U64(value) => put(out, value)?,
        Part::U128(value) => put(out, u128::from_le_bytes(*value))?,
        Part::F32(bits) => put(out, f32::from_bits(*bits))?,
        Part::F64(bits) => put(out, f64::from_bits(*bits))?,
        Part::Char(value) => put(out, value)?,
        Part::Text(value) => put(out, value)?,
        Part::Bytes(bytes) => write!(out, "b\"{}\"", bytes.escape_ascii())?,
        Part::NoEntity => out.write_str("NONE")?,
        Part::Entity { index, generation } => write!(out, "{index}v{generation}")?,
        Part::None => out.write_str("None")?,
        Part::Name(name) | Part::UnitVariant(name) => write!(out, "{}", name.escape_debug())?,
        Part::Some => return write_list(["Some(", ")"], 1, parts, next, out),
        Part::Seq(len) => return write_list(["[", "]"], *len, parts, next, out),
        Part::Tuple(len) => return write_list(["(", ")"], *len, parts, next, out),
        Part::Map(len) => return write_map(*len, parts, next, out),
        Part::Variant(name) => {
            write!(out, "{}", name.escape_debug())?;
            return match parts[next] {
                Part::Tuple(_) => write(parts, next, out),
                Part::Map(_) => {
                    out.write_char(' ')?;
                    write(parts, next, out)
                }
                _ => write_list(["(", ")"], 1, parts, next, out),
            };
        }
    }
    Ok(next)
}

fn write_list(
    [begin, end]: [&str; 2],
    len: u64,
    parts: &[Part],
    mut at: usize,
    out: &mut ShortText,
) -> Result<usize, fmt::Error> {
    out.write_str(begin)?;
    for place in 0..len {
        out.write_str(if place > 0 { ", " } else { "" })?;
        at = write(parts, at, out)?;
    }
    out.write_str(end)?;
    Ok(at)
}

fn write_map(len: u64, parts: &[Part], mut at: usize, out: &mut ShortText) -> Result<usize, fmt::Error> {
    out.write_char('{')?;
    for place in 0..len {
        out.write_str(if place > 0 { ", " } else { " " })?;
        at = write(parts, at, out)?;
        out.write_str(": ")?;
        at = write(parts, at, out)?;
    }
    out.write_str(if len > 0 { " }" } else { "}" })?;
    Ok(at)
}
