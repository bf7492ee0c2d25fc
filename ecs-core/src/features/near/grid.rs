//! [`Grid`]: points in square cells of one size. The grid wraps around, so a point that is far away from the
//! others needs no cells of its own.

use core::ops::Range;

use crate::ids::Entity;

use super::place::{NOWHERE, Point};

/// A point, and the index of its entity.
#[derive(Clone, Copy)]
struct Entry {
    point: Point,
    index: u32,
}

/// Points in square cells, in 2D or 3D. The cells lie line by line, so cells side by side are one range.
///
/// Cells whose numbers differ by a multiple of the width share their points. A point of the other cell is too
/// far away to be found, so it costs only time.
#[derive(Default)]
pub(super) struct Grid {
    /// The size of a cell is two to the power of this.
    exponent: i32,
    /// The number of cells for each coordinate is two to the power of this.
    bits: [u32; 3],
    /// The first entry of each cell, and the number of entries.
    starts: Vec<u32>,
    entries: Vec<Entry>,
    /// The entry of each slot.
    places: Vec<u32>,
}

/// The exponent of the smallest power of two that is not less than a length, as far as grids have it.
pub(super) fn exponent_of(length: f32) -> i32 {
    length.log2().ceil().clamp(-20.0, 43.0) as i32
}

impl Grid {
    /// Makes a grid of a cell size without points.
    pub(super) fn new(exponent: i32) -> Self {
        Self { exponent, ..Self::default() }
    }

    pub(super) fn exponent(&self) -> i32 {
        self.exponent
    }

    /// The size of a cell.
    pub(super) fn cell(&self) -> f32 {
        (self.exponent as f32).exp2()
    }

    /// Fills the grid anew with points, each with its entity, which lie in a box of this extent. O(points): a
    /// counting sort.
    pub(super) fn fill(&mut self, points: &[Point], entities: &[Entity], extent: Point) {
        let per_cell = 1.0 / self.cell();
        self.bits = bits_for(points.len(), extent.map(|length| length * per_cell));
        self.starts.clear();
        self.starts.resize((1 << self.bits.iter().sum::<u32>()) + 1, 0);
        self.places.clear();
        // A point has the number of its cell first, then the place of its entry.
        for point in points {
            let cell = self.cell_of(point.map(|at| floor(at * per_cell)));
            self.starts[cell] += 1;
            self.places.push(cell as u32);
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.entries.resize(points.len(), Entry { point: NOWHERE, index: 0 });
        for ((place, &point), entity) in self.places.iter_mut().zip(points).zip(entities) {
            let start = &mut self.starts[*place as usize];
            *start -= 1;
            *place = *start;
            self.entries[*place as usize] = Entry { point, index: entity.index() };
        }
    }

    /// Takes the point of a slot out of the grid. O(1).
    pub(super) fn forget(&mut self, slot: usize) {
        self.entries[self.places[slot] as usize].point = NOWHERE;
    }

    /// Calls a function with the square of the distance and the index of each point within a radius of a
    /// center, in no order. O(cells within the radius + points in these).
    #[inline]
    pub(super) fn within(&self, center: Point, radius: f32, mut found: impl FnMut(f32, u32)) {
        let per_cell = 1.0 / self.cell();
        let span = |axis: usize| {
            let [low, high] = [-radius, radius].map(|to| floor((center[axis] + to) * per_cell));
            low..low + (high - low + 1).min(1 << self.bits[axis])
        };
        let [xs, ys, zs] = [0, 1, 2].map(span);
        let mut scan = |cells: Range<usize>| {
            let entries = self.starts[cells.start] as usize..self.starts[cells.end] as usize;
            for &Entry { point, index } in &self.entries[entries] {
                let square = square_of_distance(point, center);
                if square <= radius * radius {
                    found(square, index);
                }
            }
        };
        let (len, width) = ((xs.end - xs.start) as usize, 1_usize << self.bits[0]);
        for z in zs {
            for y in ys.clone() {
                // The cells of a line as far as its end, then those from its beginning on.
                let first = self.cell_of([xs.start, y, z]);
                let line = first & !(width - 1);
                scan(first..(first + len).min(line + width));
                scan(line..(first + len).saturating_sub(width).max(line));
            }
        }
    }

    fn cell_of(&self, [x, y, z]: [i64; 3]) -> usize {
        let [width, height, depth] = self.bits;
        let wrap = |number: i64, bits: u32| number as usize & ((1 << bits) - 1);
        (wrap(z, depth) << height | wrap(y, height)) << width | wrap(x, width)
    }
}

#[inline(always)]
pub(super) fn square_of_distance(a: Point, b: Point) -> f32 {
    let [x, y, z] = [0, 1, 2].map(|axis| a[axis] - b[axis]);
    x * x + y * y + z * z
}

/// The number of cells for each coordinate, as a power of two: about two cells for each point in all, as far
/// as the points have so many. The longest axis gets the most.
fn bits_for(points: usize, cells: Point) -> [u32; 3] {
    let mut bits = [0; 3];
    while bits.iter().sum::<u32>() < points.max(1).ilog2() + 1 {
        let left = |axis: usize| cells[axis] / (1_u64 << bits[axis]) as f32;
        let longest = (0..3).max_by(|&a, &b| left(a).total_cmp(&left(b))).unwrap_or(0);
        if left(longest) < 1.0 {
            break;
        }
        bits[longest] += 1;
    }
    bits
}

/// The next lower whole number. `f32::floor` is a call of the mathematical library on many targets.
#[inline(always)]
fn floor(number: f32) -> i64 {
    let whole = number as i32;
    i64::from(whole) - i64::from(whole as f32 > number)
}
