//! The field: bodies that drift on it, who is near whom, and chance.

use ecs_core::{Component, Entity, Singleton, View};
use serde::{Deserialize, Serialize};

/// The field is a square of this side. What leaves it on one side comes back on the other.
pub const SIZE: f32 = 1000.0;

/// Cells in a line and in a column of the grid.
const CELLS: usize = 25;

/// Two things meet that are nearer than this.
const REACH: f32 = 10.0;

/// A ship or a rock: what drifts, and can be hit.
#[derive(Component, Clone, Copy, Serialize, Deserialize)]
pub struct Body {
    pub pos: [f32; 2],
    pub vel: [f32; 2],
}

impl Body {
    fn update(&mut self, dt: f32) {
        for axis in 0..2 {
            self.pos[axis] = wrap(self.pos[axis] + self.vel[axis] * dt);
        }
    }
}

/// Brings what has just left the field back to its other side.
pub fn wrap(place: f32) -> f32 {
    if place < 0.0 {
        place + SIZE
    } else if place >= SIZE {
        place - SIZE
    } else {
        place
    }
}

/// All bodies as they are in this frame, cell by cell. It is made anew in each.
#[derive(Singleton, Clone, Default)]
#[component(transient, after(Body))]
pub struct Grid {
    bodies: Vec<(Entity, [f32; 2])>,
    /// Where the bodies of each cell end.
    ends: Vec<u32>,
}

impl Grid {
    fn update(&mut self, bodies: View<Body>) {
        self.ends.clear();
        self.ends.resize(CELLS * CELLS, 0);
        bodies.iter().for_each(|body| self.ends[cell(body.pos)] += 1);
        let mut end = 0;
        for count in &mut self.ends {
            end += *count;
            *count = end;
        }
        self.bodies.resize(end as usize, (Entity::NONE, [0.0; 2]));
        for (entity, body) in bodies.iter_with_entity() {
            let place = &mut self.ends[cell(body.pos)];
            *place -= 1;
            self.bodies[*place as usize] = (entity, body.pos);
        }
        // Each now says where its cell begins, which is where the one before it ends.
        self.ends.push(end);
        self.ends.remove(0);
    }

    fn cell_of(&self, cell: usize) -> &[(Entity, [f32; 2])] {
        let begin = cell.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bodies[begin as usize..self.ends[cell] as usize]
    }

    /// The bodies around a place.
    fn around(&self, pos: [f32; 2]) -> impl Iterator<Item = (Entity, [f32; 2])> {
        self.cell_of(cell(pos)).iter().copied()
    }

    /// Any body of all.
    pub fn anybody(&self, random: &mut Random) -> Option<Entity> {
        let place = (random.fraction() * self.bodies.len() as f32) as usize;
        self.bodies.get(place).map(|&(entity, _)| entity)
    }

    /// Whatever body is hit at a place.
    pub fn hit(&self, pos: [f32; 2], except: Entity) -> Option<Entity> {
        let is_hit = |&(entity, other): &(Entity, _)| near(pos, other) < REACH * REACH && entity != except;
        self.around(pos).find(is_hit).map(|(entity, _)| entity)
    }
}

fn cell(pos: [f32; 2]) -> usize {
    let [column, line] = pos.map(|place| (place * (CELLS as f32 / SIZE)) as usize);
    line * CELLS + column
}

/// The square of the distance of two places.
pub fn near(a: [f32; 2], b: [f32; 2]) -> f32 {
    let (x, y) = (a[0] - b[0], a[1] - b[1]);
    x * x + y * y
}

/// Chance, which is the same from run to run: it is a part of the world.
#[derive(Singleton, Clone, Default, Serialize, Deserialize)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// From 0 to 1, without the 1. By SplitMix64.
    pub fn fraction(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 40) as f32 / (1 << 24) as f32
    }

    /// A body somewhere on the field, which drifts.
    pub fn body(&mut self) -> Body {
        let mut between = |low: f32, high: f32| low + (high - low) * self.fraction();
        let pos = [between(0.0, SIZE), between(0.0, SIZE)];
        Body { pos, vel: [between(-30.0, 30.0), between(-30.0, 30.0)] }
    }
}
