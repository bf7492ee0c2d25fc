//! [`Grid`]: finds what the shots hit.

use ecs_core::{Commands, Singleton, View};

use super::field::{Body, SIZE, near};
use super::shot::{Hit, Shot};

/// Cells in a line and in a column.
const CELLS: usize = 25;

/// A shot hits what is nearer than this, in its cell.
const REACH: f32 = 4.0;

/// No shot.
const NONE: u32 = u32::MAX;

/// The shots of this frame, cell by cell: there are fewer of them than of bodies, so this is small.
#[derive(Singleton, Clone, Default)]
#[component(transient, after(Body, Shot))]
pub struct Grid {
    /// The place of a shot in each cell.
    firsts: Vec<u32>,
    /// For each shot the next one in its cell.
    nexts: Vec<u32>,
}

impl Grid {
    fn update(&mut self, bodies: View<Body>, shots: View<Shot>, commands: Commands) {
        self.firsts.clear();
        self.firsts.resize(CELLS * CELLS, NONE);
        self.nexts.clear();
        for (place, shot) in shots.iter().enumerate() {
            self.nexts.push(std::mem::replace(&mut self.firsts[cell(shot.pos)], place as u32));
        }
        for (place, body) in bodies.iter().enumerate() {
            let mut at = self.firsts[cell(body.pos)];
            while at != NONE {
                let shot = &shots[at as usize];
                if near(body.pos, shot.pos) < REACH * REACH
                    && let (Some(hit), Some(entity)) = (bodies.entity_at(place), shots.entity_at(at as usize))
                    && hit != shot.by.entity()
                {
                    commands.run(Hit { by: shot.by }.of(entity, hit));
                }
                at = self.nexts[at as usize];
            }
        }
    }
}

/// The cell of a place on the field.
fn cell(pos: [f32; 2]) -> usize {
    let [column, line] = pos.map(|place| (place * (CELLS as f32 / SIZE)) as usize);
    line * CELLS + column
}
