//! Who is near: all bodies as they are when a frame ends, cell by cell.

use ecs_core::{Entity, Handle, Query, Singleton};
use macroquad::prelude::*;

use crate::unit::Body;
use crate::war::FIELD;

const CELL: f32 = 12.5;
const COLUMNS: usize = (FIELD.x / CELL) as usize;
const LINES: usize = (FIELD.y / CELL) as usize;

#[derive(Singleton, Default)]
pub struct Grid(Vec<Vec<(Handle<Body>, Body)>>);

/// A system that fills the grid.
pub fn gather(bodies: Query<(Entity, &Body)>, grid: &mut Grid) {
    grid.0.resize(COLUMNS * LINES, Vec::new());
    grid.0.iter_mut().for_each(Vec::clear);
    for (entity, body) in &bodies {
        let (column, line) = cell(body.pos);
        grid.0[line * COLUMNS + column].push((entity.handle(), *body));
    }
}

impl Grid {
    /// All that are so near, and those beyond who are in the same cells.
    pub fn near(&self, pos: Vec2, distance: f32) -> impl Iterator<Item = &(Handle<Body>, Body)> {
        let ((left, top), (right, bottom)) = (cell(pos - distance), cell(pos + distance));
        let lines = self.0.chunks(COLUMNS).take(bottom + 1).skip(top);
        lines.flat_map(move |line| line[left..=right].iter().flatten())
    }
}

fn cell(pos: Vec2) -> (usize, usize) {
    let Vec2 { x, y } = pos / CELL;
    ((x as usize).min(COLUMNS - 1), (y as usize).min(LINES - 1)) // what is negative becomes 0
}
