//! [`Points`]: where the entities of a column are, and the grids that find them by place.

use core::mem;
use core::sync::atomic::{AtomicU64, Ordering};

use crate::ids::Entity;

use super::grid::{EXPONENTS, Found, Grid, exponent_of, found, square_of, square_of_distance};
use super::located::{NOWHERE, Point};

/// Where entities are, in slots. An entity has one slot.
///
/// The first slots are in the grids. A point that has come or moved since the grids were filled has a slot
/// behind those, and each question looks at it, until there are too many.
#[derive(Default)]
pub(super) struct Points {
    points: Vec<Point>,
    entities: Vec<Entity>,
    /// The slot of each entity, by its index.
    slots: Vec<u32>,
    /// So many slots are in the grids.
    filled: usize,
    /// The corners of the box that has the points in the grids.
    corners: [Point; 2],
    /// The exponent of a cell size with some two points in a cell, if the points are spread evenly.
    spacing: i32,
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
        let (slot, is_somewhere) = (self.slot_of(entity), is_somewhere(&point));
        if let Some(slot) = slot {
            if self.points[slot] == point || slot >= self.filled && is_somewhere {
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
            self.give_slot(entity, self.points.len());
            self.points.push(point);
            self.entities.push(entity);
        }
    }

    fn give_slot(&mut self, entity: Entity, slot: usize) {
        let index = entity.index() as usize;
        if self.slots.len() <= index {
            self.slots.resize(index + 1, NO_SLOT);
        }
        self.slots[index] = slot as u32;
    }

    /// Says where all entities are, each with its point. Those that are not named are nowhere already, or are
    /// forgotten.
    pub(super) fn set_all(&mut self, entities: &mut Vec<Entity>, points: &mut Vec<Point>) {
        let has_moved = |&place: &usize| {
            self.slot_of(entities[place]).is_none_or(|slot| self.points[slot] != points[place])
        };
        let most = most_late(self.filled);
        let moved: Vec<_> = (0..points.len()).filter(has_moved).take(most + 1).collect();
        if moved.len() <= most {
            moved.into_iter().for_each(|place| self.set(entities[place], points[place]));
            return;
        }
        self.slots.fill(NO_SLOT);
        mem::swap(&mut self.entities, entities);
        mem::swap(&mut self.points, points);
        self.compact();
    }

    /// Fills the grids anew if too many points have moved, and makes those that were asked for.
    pub(super) fn tidy(&mut self) {
        if self.points.len() - self.filled > most_late(self.filled) {
            self.compact();
        }
        let asked = *self.asked.get_mut();
        if asked == 0 && self.grids.is_empty() {
            // Nobody has asked yet, and threads that ask cannot make one.
            self.make(self.spacing);
        }
        EXPONENTS.filter(|&exponent| asked & bit(exponent) != 0).for_each(|exponent| self.make(exponent));
    }

    /// Says whether there is no grid of a cell size.
    #[inline]
    pub(super) fn lacks(&self, exponent: i32) -> bool {
        self.filled != 0 && self.grids.iter().all(|grid| grid.exponent() != exponent)
    }

    /// Makes the grid of a cell size, if there is none.
    pub(super) fn make(&mut self, exponent: i32) {
        if self.lacks(exponent) {
            let mut grid = Grid::new(exponent);
            grid.fill(&self.points[..self.filled], &self.entities, self.extent());
            self.grids.push(grid);
        }
    }

    /// Gives up the slots of what is nowhere, and fills the grids that were asked for since the last time.
    fn compact(&mut self) {
        let mut len = 0;
        let [mut low, mut high] = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
        for slot in 0..self.points.len() {
            let (point, entity) = (self.points[slot], self.entities[slot]);
            if is_somewhere(&point) {
                (self.points[len], self.entities[len]) = (point, entity);
                self.give_slot(entity, len);
                len += 1;
            }
            // What is no number is neither less nor more.
            for axis in 0..3 {
                let at = point[axis];
                low[axis] = if at < low[axis] { at } else { low[axis] };
                high[axis] = if at > high[axis] { at } else { high[axis] };
            }
        }
        self.points.truncate(len);
        self.entities.truncate(len);
        (self.filled, self.corners) = (len, [low, high]);
        let (asked, extent) = (mem::take(self.asked.get_mut()), self.extent());
        let lengths = extent.into_iter().filter(|&length| length > 0.0);
        let (volume, axes) = lengths.fold((2.0, 0), |(volume, axes), length| (volume * length, axes + 1));
        self.spacing = exponent_of((volume / len as f32).powf(1.0 / axes.max(1) as f32));
        self.grids.retain(|grid| asked & bit(grid.exponent()) != 0);
        self.grids.iter_mut().for_each(|grid| grid.fill(&self.points, &self.entities, extent));
    }

    fn extent(&self) -> Point {
        [0, 1, 2].map(|axis| (self.corners[1][axis] - self.corners[0][axis]).max(0.0))
    }

    // ---- questions ----

    /// Finds the entities within a radius of a center, as bits. The nearest comes first; of two that are
    /// equally far, the one with the lower index.
    pub(super) fn within(&self, center: Point, radius: f32) -> Vec<u64> {
        let mut all = Vec::with_capacity(16);
        self.find(self.grid(exponent_of(radius)), center, radius, &mut all);
        all.sort_unstable();
        all.iter_mut().for_each(|found| *found = self.entity_of(*found).to_bits());
        all
    }

    /// Finds the nearest entity within a radius of a center. The radius may be infinite.
    ///
    /// The reach grows from a cell on, until something is in it.
    pub(super) fn nearest(&self, center: Point, radius: f32) -> Option<Entity> {
        if radius.is_nan() || radius < 0.0 {
            return None;
        }
        let (mut all, grid) = (Vec::with_capacity(32), self.grid(self.exponent_for_nearest(radius)));
        let [low, high] = self.corners;
        let furthest = |axis: usize| (center[axis] - low[axis]).abs().max((high[axis] - center[axis]).abs());
        // A little more than the distance of the furthest corner.
        let most = 2.0 * square_of_distance([0, 1, 2].map(furthest), [0.0; 3]).sqrt();
        let mut reach = grid.map_or(radius, Grid::cell).min(radius);
        self.find_late(grid, center, radius, &mut all);
        while let Some(grid) = grid {
            grid.within(center, reach, &mut all);
            let is_near = all.iter().min().is_some_and(|&found| square_of(found) <= reach * reach);
            if is_near || reach >= radius.min(most) {
                break;
            }
            reach = (2.0 * reach).min(radius);
        }
        all.into_iter().min().map(|found| self.entity_of(found))
    }

    /// The exponent of the cell size with which [`Points::nearest`] begins.
    pub(super) fn exponent_for_nearest(&self, radius: f32) -> i32 {
        self.spacing.min(exponent_of(radius))
    }

    /// Finds the pairs of entities within a radius of each other, by the index of the first, which is the
    /// lower one; those of one entity by their distance.
    pub(super) fn pairs_within(&self, radius: f32) -> Vec<(Entity, Entity)> {
        let (mut others, mut pairs, grid) = (Vec::new(), Vec::new(), self.grid(exponent_of(radius)));
        for &slot in self.slots.iter().filter(|&&slot| slot != NO_SLOT) {
            let (point, entity) = (self.points[slot as usize], self.entities[slot as usize]);
            self.find(grid, point, radius, &mut others);
            others.retain(|&found| found as u32 > entity.index());
            others.sort_unstable();
            pairs.extend(others.drain(..).map(|found| (entity, self.entity_of(found))));
        }
        pairs
    }

    /// The grid whose cell size is the closest to one that is asked for.
    fn grid(&self, exponent: i32) -> Option<&Grid> {
        if self.asked.load(Ordering::Relaxed) & bit(exponent) == 0 {
            self.asked.fetch_or(bit(exponent), Ordering::Relaxed);
        }
        self.grids.iter().min_by_key(|grid| grid.exponent().abs_diff(exponent))
    }

    /// Appends the points within a radius of a center, in no order; none if the radius is negative or NaN.
    fn find(&self, grid: Option<&Grid>, center: Point, radius: f32, all: &mut Vec<Found>) {
        if radius >= 0.0 {
            grid.into_iter().for_each(|grid| grid.within(center, radius, all));
            self.find_late(grid, center, radius, all);
        }
    }

    /// Appends the points within a radius of a center that are in no grid. The radius is not negative.
    fn find_late(&self, grid: Option<&Grid>, center: Point, radius: f32, all: &mut Vec<Found>) {
        let first = if grid.is_some() { self.filled } else { 0 };
        for (&point, entity) in self.points.iter().zip(&self.entities).skip(first) {
            let square = square_of_distance(point, center);
            if square <= radius * radius {
                all.push(found(square, entity.index()));
            }
        }
    }

    /// The entity of a found point.
    #[inline]
    fn entity_of(&self, found: Found) -> Entity {
        self.entities[self.slots[found as u32 as usize] as usize]
    }
}

/// The bit of a cell size.
fn bit(exponent: i32) -> u64 {
    1 << (exponent - EXPONENTS.start)
}

fn is_somewhere([x, ..]: &Point) -> bool {
    !x.is_nan()
}

#[cfg(test)]
mod tests {
    use super::{Entity, Points};

    /// Threads ask many questions in a pass, and cannot make a grid: each would look at all points.
    #[test]
    fn there_is_a_grid_before_anybody_has_asked() {
        let mut points = Points::default();
        let mut entities: Vec<_> = (0..200).map(|index| Entity::from_bits(index << 32 | 1 << 8)).collect();
        points.set_all(&mut entities, &mut (0..200).map(|x| [x as f32, 0.0, 0.0]).collect());
        points.tidy();
        assert_eq!(points.grids.len(), 1);
        assert!(points.grid(0).is_some());
    }
}
