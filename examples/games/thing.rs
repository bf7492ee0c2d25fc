//! What a game says of its picture: a thing a line.

use std::error::Error;
use std::fmt::{Display, Formatter, Result};
use std::str::FromStr;

use macroquad::prelude::{Color, Vec2, vec2};

/// Something that is on the screen: a circle that it fills, and its colour, as `rock 57.1 405.9 41.5 b4aedb`.
pub struct Thing {
    /// What it is.
    pub name: String,
    /// Where its middle is, in pixels from the upper left corner.
    pub middle: Vec2,
    /// How far it reaches from there, in pixels.
    pub radius: f32,
    /// Its red, green and blue.
    pub color: [u8; 3],
}

impl Thing {
    /// Says what is where.
    pub fn new(name: &str, middle: Vec2, radius: f32, color: Color) -> Self {
        let [r, g, b, _]: [u8; 4] = color.into();
        Thing { name: name.into(), middle, radius, color: [r, g, b] }
    }
}

impl Display for Thing {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Thing { name, middle: Vec2 { x, y }, radius, color: [r, g, b] } = self;
        write!(f, "{name} {x:.1} {y:.1} {radius:.1} {r:02x}{g:02x}{b:02x}")
    }
}

impl FromStr for Thing {
    type Err = Box<dyn Error>;

    fn from_str(line: &str) -> std::result::Result<Self, Self::Err> {
        let words: Vec<_> = line.split(' ').collect();
        let [name, x, y, radius, color] = words[..] else { return Err("a thing has five words".into()) };
        let [_, color @ ..] = u32::from_str_radix(color, 16)?.to_be_bytes();
        Ok(Thing { name: name.into(), middle: vec2(x.parse()?, y.parse()?), radius: radius.parse()?, color })
    }
}
