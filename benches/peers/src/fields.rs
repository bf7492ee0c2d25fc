//! The scenario `fields`: bodies of some sizes, of which a frame touches few fields, or half, or all.

use crate::sample::{Case, Sample, time_frames};

/// A field that can be moved on.
pub trait Field: Copy + Default + 'static {
    /// Moves it.
    fn move_by(&mut self, by: f32);
}

impl Field for f32 {
    #[inline]
    fn move_by(&mut self, by: f32) {
        *self += by;
    }
}

impl Field for [f32; 10] {
    #[inline]
    fn move_by(&mut self, by: f32) {
        self.iter_mut().for_each(|axis| *axis += by);
    }
}

/// Many bodies of one kind.
pub trait Bodies: Sized {
    /// Makes so many, all zeros but for their `speed`, which is [`SPEED`](crate::work::SPEED).
    fn new(count: usize) -> Self;

    /// Adds what `speed` comes to in a [`DT`](crate::work::DT) to each field that is written.
    fn frame(&mut self);

    /// Adds up `y`.
    fn sum(&mut self) -> f64;
}

/// Makes bodies, all of whose memory was touched, and times frames over them. Returns the time and the sum.
pub fn sample<B: Bodies>(count: usize) -> (f64, f64) {
    let mut bodies = B::new(count);
    bodies.frame();
    (time_frames(count, &mut bodies, B::frame), bodies.sum())
}

/// Times the frames of each kind of bodies.
pub fn fields(count: usize, kinds: [fn(usize) -> (f64, f64); 8]) -> Case {
    Box::new(move || {
        let (figures, sums): (Vec<_>, Vec<_>) = kinds.iter().map(|sample| sample(count)).unzip();
        Sample { figures, sum: sums.iter().sum() }
    })
}

/// Calls a macro with each kind of bodies: the name of its module, the fields that a frame writes, and those
/// that it does not touch. Each has a field `speed` before them, which a frame reads.
#[macro_export]
macro_rules! bodies {
    ($make:ident) => {
        $make!(pair_of_8 [y: f32] []);
        $make!(pair_of_24 [y: f32] [a: f32, b: f32, c: f32, d: f32]);
        $make!(all_of_24 [y: f32, a: f32, b: f32, c: f32, d: f32] []);
        $make!(pair_of_56 [y: f32] [
            a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32, i: f32, j: f32, k: f32, l: f32
        ]);
        $make!(all_of_56 [
            y: f32, a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32, i: f32, j: f32, k: f32,
            l: f32
        ] []);
        $make!(pair_of_240 [y: f32] [
            a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32, i: f32, j: f32, k: f32, l: f32,
            m: f32, n: f32, o: f32, p: f32, q: f32, r: f32, s: [f32; 10], t: [f32; 10], u: [f32; 10],
            v: [f32; 10]
        ]);
        $make!(half_of_240 [
            y: f32, a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32, s: [f32; 10], t: [f32; 10]
        ] [
            i: f32, j: f32, k: f32, l: f32, m: f32, n: f32, o: f32, p: f32, q: f32, r: f32, u: [f32; 10],
            v: [f32; 10]
        ]);
        $make!(all_of_240 [
            y: f32, a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32, i: f32, j: f32, k: f32,
            l: f32, m: f32, n: f32, o: f32, p: f32, q: f32, r: f32, s: [f32; 10], t: [f32; 10], u: [f32; 10],
            v: [f32; 10]
        ] []);
    };
}

/// The case of a way, whose type has this name in the module of each kind of bodies.
#[macro_export]
macro_rules! fields_case {
    ($Way:ident) => {
        |count| {
            $crate::fields::fields(
                count,
                [
                    $crate::fields::sample::<pair_of_8::$Way>,
                    $crate::fields::sample::<pair_of_24::$Way>,
                    $crate::fields::sample::<all_of_24::$Way>,
                    $crate::fields::sample::<pair_of_56::$Way>,
                    $crate::fields::sample::<all_of_56::$Way>,
                    $crate::fields::sample::<pair_of_240::$Way>,
                    $crate::fields::sample::<half_of_240::$Way>,
                    $crate::fields::sample::<all_of_240::$Way>,
                ],
            )
        }
    };
}
