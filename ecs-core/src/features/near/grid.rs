//! [`Grid`]: points in square cells of one size. The grid wraps around, so a point that is far away from the
//! others needs no cells of its own.

use core::ops::Range;

use crate::ids::Entity;

use super::located::{NOWHERE, Point};

/// A found point: the bits of the square of its distance, which are ordered as the square is, then the index
/// of its entity. So found points have the order of answers.
pub(super) type Found = u64;

#[inline(always)]
pub(super) fn found(square: f32, entity: u32) -> Found {
    u64::from(square.to_bits()) << 32 | u64::from(entity)
}

/// The square of the distance of a found point.
pub(super) fn square_of(found: Found) -> f32 {
    f32::from_bits((found >> 32) as u32)
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
    /// Points, each with the index of its entity.
    entries: Vec<(Point, u32)>,
    /// The entry of each slot.
    places: Vec<u32>,
}

/// The exponents of the cell sizes that grids have.
pub(super) const EXPONENTS: Range<i32> = -20..44;

/// The exponent of the smallest cell that is larger than a length, as far as there is one.
#[inline]
pub(super) fn exponent_of(length: f32) -> i32 {
    let exponent = (length.to_bits() >> 23 & 0xff) as i32 - 127;
    (exponent + 1).clamp(EXPONENTS.start, EXPONENTS.end - 1)
}

/// Two to the power of an exponent of [`EXPONENTS`], or of its opposite.
#[inline]
fn two_to(exponent: i32) -> f32 {
    f32::from_bits(((exponent + 127) as u32) << 23)
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
        two_to(self.exponent)
    }

    /// Fills the grid anew with points, each with its entity, which lie in a box of this extent. O(points): a
    /// counting sort.
    pub(super) fn fill(&mut self, points: &[Point], entities: &[Entity], extent: Point) {
        let per_cell = two_to(-self.exponent);
        self.bits = bits_for(points.len(), extent.map(|length| length * per_cell));
        self.starts.clear();
        self.starts.resize((1 << self.bits.iter().sum::<u32>()) + 1, 0);
        self.places.clear();
        // A point has the number of its cell first, then the place of its entry.
        for point in points {
            let number = |axis: usize| if self.bits[axis] == 0 { 0 } else { floor(point[axis] * per_cell) };
            let cell = self.cell_of([0, 1, 2].map(number));
            self.starts[cell] += 1;
            self.places.push(cell as u32);
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.entries.resize(points.len(), (NOWHERE, 0));
        for ((place, &point), &entity) in self.places.iter_mut().zip(points).zip(entities) {
            let start = &mut self.starts[*place as usize];
            *start -= 1;
            *place = *start;
            self.entries[*place as usize] = (point, entity.index());
        }
    }

    /// Takes the point of a slot out of the grid. O(1).
    pub(super) fn forget(&mut self, slot: usize) {
        self.entries[self.places[slot] as usize].0 = NOWHERE;
    }

    /// Appends the points within a radius of a center, in no order. O(cells in reach, and their points). The
    /// radius is not negative.
    #[inline]
    pub(super) fn within(&self, center: Point, radius: f32, all: &mut Vec<Found>) {
        let per_cell = two_to(-self.exponent);
        let span = |axis: usize| {
            let [low, high] = [-radius, radius].map(|to| floor((center[axis] + to) * per_cell));
            low..low + (high - low + 1).min(1 << self.bits[axis])
        };
        let [xs, ys, zs] = [0, 1, 2].map(span);
        let mut scan = |cells: Range<usize>| {
            let places = self.starts[cells.start] as usize..self.starts[cells.end] as usize;
            let (first, entries) = (all.len(), &self.entries[places]);
            all.resize(first + entries.len(), 0);
            let (mut count, here) = (0, &mut all[first..]);
            // Each is written, and counted if it is found: a processor cannot foresee which ones are.
            for &(point, entity) in entries {
                let square = square_of_distance(point, center);
                here[count] = found(square, entity);
                count += usize::from(square <= radius * radius);
            }
            all.truncate(first + count);
        };
        let (len, width) = ((xs.end - xs.start) as usize, 1_usize << self.bits[0]);
        for z in zs {
            for y in ys.clone() {
                // The cells of a line as far as its end, then those from its beginning on.
                let first = self.cell_of([xs.start, y, z]);
                let (end, line_end) = (first + len, (first | (width - 1)) + 1);
                scan(first..end.min(line_end));
                if end > line_end {
                    scan(line_end - width..end - width);
                }
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
