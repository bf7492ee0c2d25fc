//! The bounds of times: what a caller or a save may set. Within them each sum of times feels what is added to
//! it, so that no loop over time stands still.

use core::fmt;
use core::ops::RangeInclusive;

/// The longest time that a caller gives, in seconds: 31 years.
const LONGEST: f32 = 1e9;

/// Delays of timers, and what a task waits for.
pub(crate) const DELAYS: RangeInclusive<f32> = 0.0..=LONGEST;

/// Periods of timers. A shorter one would have too many turns in a frame.
pub(crate) const PERIODS: RangeInclusive<f32> = 1e-4..=LONGEST;

/// Lengths of the fixed steps.
pub(crate) const FIXED_STEPS: RangeInclusive<f32> = 1e-6..=LONGEST;

/// The longest time step that an update takes.
pub(crate) const LONGEST_DTS: RangeInclusive<f32> = 0.0..=LONGEST;

/// Factors by which time goes faster.
pub(crate) const SCALES: RangeInclusive<f32> = 0.0..=1e6;

/// Times of a world: 3,000 years. Doubles near the last one are 0.000015 s apart, less than the shortest
/// period.
pub(crate) const TIMES: RangeInclusive<f64> = 0.0..=1e11;

/// Fixed steps in a frame.
pub(crate) const STEPS_OF_FRAME: RangeInclusive<u32> = 0..=1_000_000;

/// Writes a range as sentences have it.
pub(crate) fn within<T: fmt::Display>(bounds: &RangeInclusive<T>) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "from {} to {}", bounds.start(), bounds.end()))
}
