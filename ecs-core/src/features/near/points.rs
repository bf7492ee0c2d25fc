//! [`Points`]: where the entities of a column are, and the grids that find them by place.

use core::sync::atomic::{AtomicU64, Ordering};

use crate::ids::Entity;

use super::grid::{Grid, exponent_of, square_of_distance};
use super::place::{NOWHERE, Point};

/// Where entities are, in slots. An entity has one slot.
///
/// The first slots are in the grids. A point that has come or moved since the grids were filled has a slot
/// behind those, and is looked at by each question, until there are too many.
#[derive(Default)]
pub(super) struct Points {
    points: Vec<Point>,
    entities: Vec<Entity>,
    /// The slot of each entity, by its index.
    slots: Vec<u32>,
    /// So many slots are in the grids.
    filled: usize,
    /// The corners of the box that has all points.
    corners: [Point; 2],
    /// The grids, each with cells of another size.
    grids: Vec<Grid>,
    /// A bit for each cell size that was asked for since the grids were filled.
    asked: AtomicU64,
}

const NO_SLOT: u32 = u32::MAX;

/// The number of points behind those in the grids, beyond which the grids are filled anew.
fn most_late(filled: usize) -> usize {
    64 + 4 * filled.isqrt()
}

impl Points {
    fn slot_of(&self, entity: Entity) -> Option<usize> {
        let slot = *self.slots.get(entity.index() as usize)? as usize;
        (*self.entities.get(slot)? == entity).then_some(slot)
    }

    /// Says whether an entity has a slot.
    pub(super) fn has(&self, entity: Entity) -> bool {
        self.slot_of(entity).is_some()
    }

    /// Says where an entity is from now on, or that it is nowhere. O(grids).
    pub(super) fn set(&mut self, entity: Entity, point: Point) {
        let (slot, is_somewhere) = (self.slot_of(entity), !point[0].is_nan());
        if let Some(slot) = slot {
            // Nothing is said to grids that are filled anew before the next question.
            if self.points[slot] == point || is_somewhere && (slot >= self.filled || self.is_late()) {
                self.points[slot] = point;
                return;
            }
            if slot < self.filled {
                self.grids.iter_mut().for_each(|grid| grid.forget(slot));
            }
            self.points[slot] = NOWHERE;
            self.slots[entity.index() as usize] = NO_SLOT;
        }
        if is_somewhere {
            let index = entity.index() as usize;
            if self.slots.len() <= index {
                self.slots.resize(index + 1, NO_SLOT);
            }
            self.slots[index] = self.points.len() as u32;
            self.points.push(point);
            self.entities.push(entity);
        }
    }

    /// Says whether the grids are to be filled anew.
    fn is_late(&self) -> bool {
        self.points.len() - self.filled > most_late(self.filled)
    }

    /// Fills the grids anew if too many points have moved, and makes those that were asked for and are not
    /// there.
    pub(super) fn tidy(&mut self) {
        let asked = *self.asked.get_mut();
        if self.is_late() {
            self.compact();
            self.grids.retain(|grid| asked & bit(grid.exponent()) != 0);
            let extent = self.extent();
            self.grids.iter_mut().for_each(|grid| grid.fill(&self.points, &self.entities, extent));
            self.filled = self.points.len();
            *self.asked.get_mut() = 0;
        }
        (-20..44).filter(|&exponent| asked & bit(exponent) != 0).for_each(|exponent| self.make(exponent));
    }

    /// Makes the grid of a cell size, if it is not there.
    pub(super) fn make(&mut self, exponent: i32) {
        if self.filled != 0 && self.grids.iter().all(|grid| grid.exponent() != exponent) {
            let (filled, extent) = (self.filled, self.extent());
            let mut grid = Grid::new(exponent);
            grid.fill(&self.points[..filled], &self.entities[..filled], extent);
            self.grids.push(grid);
        }
    }

    /// Gives up the slots of what is nowhere.
    fn compact(&mut self) {
        let mut len = 0;
        let mut corners = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
        for slot in 0..self.points.len() {
            let (point, entity) = (self.points[slot], self.entities[slot]);
            let is_nowhere = point[0].is_nan();
            if self.slots[entity.index() as usize] as usize == slot {
                self.slots[entity.index() as usize] = if is_nowhere { NO_SLOT } else { len as u32 };
            }
            if !is_nowhere {
                (self.points[len], self.entities[len]) = (point, entity);
                len += 1;
                for axis in 0..3 {
                    corners[0][axis] = corners[0][axis].min(point[axis]);
                    corners[1][axis] = corners[1][axis].max(point[axis]);
                }
            }
        }
        self.points.truncate(len);
        self.entities.truncate(len);
        self.corners = corners;
    }

    fn extent(&self) -> Point {
        [0, 1, 2].map(|axis| (self.corners[1][axis] - self.corners[0][axis]).max(0.0))
    }

    // ---- questions ----

    /// Finds the entities within a radius of a center, the nearest first; of two that are equally far, that
    /// with the lower index.
    pub(super) fn within(&self, center: Point, radius: f32) -> Vec<Entity> {
        let mut keys = Vec::new();
        self.each_within(center, radius, exponent_of(radius), |square, index| keys.push(key(square, index)));
        keys.sort_unstable();
        keys.iter().map(|&key| self.entity_of(key)).collect()
    }

    /// Finds the nearest entity within a radius of a center.
    pub(super) fn nearest(&self, center: Point, radius: f32) -> Option<Entity> {
        // Nothing is further away than the furthest corner.
        let [low, high] = self.corners;
        let furthest =
            [0, 1, 2].map(|axis| (center[axis] - low[axis]).abs().max((high[axis] - center[axis]).abs()));
        let most = if self.filled == 0 {
            radius
        } else {
            radius.min(2.0 * square_of_distance(furthest, [0.0; 3]).sqrt())
        };
        let exponent = self.spacing().min(exponent_of(radius));
        let mut reach = (exponent as f32).exp2();
        loop {
            let mut nearest = u64::MAX;
            let here = reach.min(radius);
            self.each_within(center, here, exponent, |square, index| {
                nearest = nearest.min(key(square, index))
            });
            if nearest != u64::MAX {
                return Some(self.entity_of(nearest));
            }
            if reach >= most {
                return None;
            }
            reach *= 2.0;
        }
    }

    /// Finds the pairs of entities within a radius of each other, by the index of the first, which is the
    /// lower one; those of one entity by their distance.
    pub(super) fn pairs_within(&self, radius: f32) -> Vec<(Entity, Entity)> {
        let (mut keys, mut pairs) = (Vec::new(), Vec::new());
        for &slot in self.slots.iter().filter(|&&slot| slot != NO_SLOT) {
            let (point, entity) = (self.points[slot as usize], self.entities[slot as usize]);
            self.each_within(point, radius, exponent_of(radius), |square, index| {
                if index > entity.index() {
                    keys.push(key(square, index));
                }
            });
            keys.sort_unstable();
            pairs.extend(keys.drain(..).map(|key| (entity, self.entity_of(key))));
        }
        pairs
    }

    /// Calls a function with each point within a radius, as [`Grid::within`] does. The cell size is a wish.
    fn each_within(&self, center: Point, radius: f32, exponent: i32, mut found: impl FnMut(f32, u32)) {
        // Also `false` where the radius is not a number.
        if !(radius >= 0.0) {
            return;
        }
        let bit = bit(exponent);
        if self.asked.load(Ordering::Relaxed) & bit == 0 {
            self.asked.fetch_or(bit, Ordering::Relaxed);
        }
        let grid = self.grids.iter().min_by_key(|grid| grid.exponent().abs_diff(exponent));
        if let Some(grid) = grid {
            grid.within(center, radius, &mut found);
        }
        let rest = if grid.is_some() { self.filled } else { 0 };
        for (&point, entity) in self.points[rest..].iter().zip(&self.entities[rest..]) {
            let square = square_of_distance(point, center);
            if square <= radius * radius {
                found(square, entity.index());
            }
        }
    }

    fn entity_of(&self, key: u64) -> Entity {
        self.entities[self.slots[key as u32 as usize] as usize]
    }

    /// The exponent of a cell size with some two points in a cell, if the points are spread evenly.
    pub(super) fn spacing(&self) -> i32 {
        let lengths = self.extent().into_iter().filter(|&length| length > 0.0);
        let (volume, axes) = lengths.fold((2.0, 0), |(volume, axes), length| (volume * length, axes + 1));
        exponent_of((volume / self.filled.max(1) as f32).powf(1.0 / axes.max(1) as f32))
    }
}

/// Sorts by the distance, then by the index: the bits of a positive number are ordered as the number is.
fn key(square: f32, index: u32) -> u64 {
    u64::from(square.to_bits()) << 32 | u64::from(index)
}

/// The bit of a cell size.
fn bit(exponent: i32) -> u64 {
    1 << (exponent + 20)
}
