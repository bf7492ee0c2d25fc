//! What things look like.

use super::*;

pub const CYAN: u32 = 0x6fe3ff;
pub const ORANGE: u32 = 0xffb454;
pub const RED: u32 = 0xff4f6e;
pub const PURPLE: u32 = 0x6a2470;
pub const STONE: u32 = 0xb4aedb;
pub const EMBER: u32 = 0xff8a3c;
pub const FLAME: u32 = 0x8f6bff;

/// Half of an outline: the other half is its mirror image.
pub const SHIP: [(f32, f32); 4] = [(30.0, 0.0), (-4.0, 13.0), (-22.0, 23.0), (-14.0, 0.0)];
pub const TURRET: [(f32, f32); 5] = [(22.0, 2.0), (7.0, 2.5), (4.0, 7.0), (-8.0, 5.0), (-14.0, 1.0)];
pub const LAMP: [(f32, f32); 3] = [(3.0, 1.0), (0.0, 3.0), (-3.0, 1.0)];

/// What is drawn as a polygon around its place.
#[derive(Component, Clone, Serialize, Deserialize)]
pub struct Shape {
    pub corners: Vec<Vec2>,
    pub color: u32,
}

impl Shape {
    pub fn new(half: &[(f32, f32)], color: u32) -> Self {
        let mirrored = half.iter().rev().map(|(x, y)| vec2(*x, -y));
        Shape { corners: half.iter().map(|(x, y)| vec2(*x, *y)).chain(mirrored).collect(), color }
    }
}
