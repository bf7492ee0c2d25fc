//! Values that all peers work on: the step of time, vectors, matrices and random numbers.

/// The step of time of a frame, in seconds.
pub const DT: f32 = 1.0 / 60.0;
/// What is added without rounding.
pub const STEP: f32 = 0.5;
/// The speed of an airplane.
pub const SPEED: f32 = 1000.0;

/// A vector of three axes.
pub type Vec3 = [f32; 3];

/// A matrix in columns.
#[derive(Clone, Copy, Debug)]
pub struct Mat4(pub [[f32; 4]; 4]);

impl Mat4 {
    /// Scales, so that its inverse exists.
    pub const SCALE: Self =
        Self([[2.0, 0.0, 0.0, 0.0], [0.0, 4.0, 0.0, 0.0], [0.0, 0.0, 8.0, 0.0], [1.0, 2.0, 3.0, 1.0]]);

    /// Inverts by Gauss and Jordan, without a search for pivots. Never inlined, so that it is the same code
    /// for all peers.
    #[inline(never)]
    pub fn inverse(&self) -> Self {
        let mut from = self.0;
        let mut to = [[0.0; 4]; 4];
        for (place, column) in to.iter_mut().enumerate() {
            column[place] = 1.0;
        }
        for pivot in 0..4 {
            let scale = 1.0 / from[pivot][pivot];
            for row in 0..4 {
                from[pivot][row] *= scale;
                to[pivot][row] *= scale;
            }
            for other in (0..4).filter(|&other| other != pivot) {
                let factor = from[other][pivot];
                for row in 0..4 {
                    from[other][row] -= factor * from[pivot][row];
                    to[other][row] -= factor * to[pivot][row];
                }
            }
        }
        Self(to)
    }

    /// Transforms a vector.
    pub fn transform(&self, [x, y, z]: Vec3) -> Vec3 {
        std::array::from_fn(|row| {
            self.0[0][row] * x + self.0[1][row] * y + self.0[2][row] * z + self.0[3][row]
        })
    }
}

/// Does the work of `heavy_compute` on one entity.
pub fn heavy(matrix: &mut Mat4, vector: &mut Vec3) {
    for _ in 0..100 {
        *matrix = matrix.inverse();
    }
    *vector = matrix.transform(*vector);
}

/// Random numbers, the same in each run (xorshift64*).
pub struct Random(u64);

impl Default for Random {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl Random {
    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let random = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((random * limit as u64) >> 32) as usize
    }
}

/// Returns the numbers below `count` in a random order, the same in each run (Fisher and Yates).
pub fn permutation(count: usize) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    let mut random = Random::default();
    for place in (1..count).rev() {
        numbers.swap(place, random.below(place + 1));
    }
    numbers
}
