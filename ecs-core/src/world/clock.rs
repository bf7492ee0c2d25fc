//! [`Clock`]: the time of a world, and how it is cut into fixed steps.

use core::fmt;
use core::ops::RangeInclusive;

use crate::base::bounds::TIMES;
use crate::base::bounds::{FIXED_STEPS, LONGEST_DTS, SCALES, STEPS_OF_FRAME, within};

/// The time of a world.
///
/// Times are `f32` where hooks get them, and sums of those very numbers as `f64`: the same calls give the
/// same times on every machine.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub(crate) struct Clock {
    /// The time step of the phase that runs, or of the last frame.
    pub(crate) dt: f32,
    /// The time step of the frame, scaled.
    pub(crate) frame_dt: f32,
    /// The time step of the frame, as given.
    pub(crate) real_dt: f32,
    pub(crate) frame: u64,
    pub(crate) elapsed: f64,
    pub(crate) real_elapsed: f64,
    pub(crate) scale: f32,
    pub(crate) is_paused: bool,
    pub(crate) step: f32,
    pub(crate) steps: u64,
    pub(crate) skipped: u64,
    pub(crate) fixed_elapsed: f64,
    /// The time that no fixed step has covered yet. Less than a step between frames, and less than zero by at
    /// most [`NEARLY`].
    pub(crate) remainder: f64,
    /// `None`: as many as [`LONGEST_MEASURED`] needs.
    pub(crate) most_steps: Option<u32>,
    pub(crate) longest_dt: f32,
    /// The fixed steps of the frame that runs.
    #[cfg_attr(feature = "serde", serde(skip))]
    steps_of_frame: u32,
}

/// The part of a step that may be missing: 0.1 is no `f32`, and ten times what is near it is no second.
const NEARLY: f64 = 1e-4;

/// As many seconds as a measured frame takes of the time since the last one, at most.
const LONGEST_MEASURED: f32 = 0.25;

/// The fewest fixed steps that a frame may have by default, whatever their length.
const FEWEST_MOST_STEPS: u32 = 8;
const MOST_MOST_STEPS: u32 = 10_000;

/// More frames and steps than this have never been. Both are counted on.
const COUNTED: RangeInclusive<u64> = 0..=u64::MAX / 2;

/// Why a time step was refused.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum BadTime {
    /// Negative, infinite or not a number.
    NotATime,
    TooLong,
    /// The world would be older than [`TIMES`] allow: its age would be this number of seconds.
    EndOfTime(f64),
}

/// A part of a clock that comes from elsewhere is out of its bounds.
pub(crate) struct BadPart {
    pub(crate) name: &'static str,
    pub(crate) bounds: String,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            dt: 0.0,
            frame_dt: 0.0,
            real_dt: 0.0,
            frame: 0,
            elapsed: 0.0,
            real_elapsed: 0.0,
            scale: 1.0,
            is_paused: false,
            step: 1.0 / 60.0,
            steps: 0,
            skipped: 0,
            fixed_elapsed: 0.0,
            remainder: 0.0,
            most_steps: None,
            longest_dt: 3600.0,
            steps_of_frame: 0,
        }
    }
}

impl Clock {
    /// Refuses a time step that would spoil the times.
    pub(crate) fn check(&self, dt: f32) -> Result<(), BadTime> {
        match (0.0..=f32::MAX).contains(&dt) {
            true if dt <= self.longest_dt => Ok(()),
            true => Err(BadTime::TooLong),
            false => Err(BadTime::NotATime),
        }
    }

    /// Refuses the time step of a frame that would spoil the times, or lead beyond the last one.
    pub(crate) fn check_frame(&self, dt: f32) -> Result<(), BadTime> {
        self.check(dt)?;
        let elapsed = self.elapsed + f64::from(self.scaled(dt));
        if TIMES.contains(&elapsed) { Ok(()) } else { Err(BadTime::EndOfTime(elapsed)) }
    }

    /// Refuses a clock that comes from elsewhere and shows what no clock does. The sums of which nothing
    /// depends need only be numbers: as sums of doubles they never become infinite.
    pub(crate) fn check_parts(&self) -> Result<(), BadPart> {
        fn part<T: PartialOrd + fmt::Display>(
            name: &'static str,
            value: T,
            bounds: &RangeInclusive<T>,
        ) -> Result<(), BadPart> {
            let bad = || BadPart { name, bounds: within(bounds).to_string() };
            if bounds.contains(&value) { Ok(()) } else { Err(bad()) }
        }
        let (shown, summed) = (0.0..=f32::MAX, 0.0..=f64::MAX);
        part("dt", self.dt, &shown)?;
        part("frame_dt", self.frame_dt, &shown)?;
        part("real_dt", self.real_dt, &shown)?;
        part("frame", self.frame, &COUNTED)?;
        part("elapsed", self.elapsed, &TIMES)?;
        part("real_elapsed", self.real_elapsed, &summed)?;
        part("scale", self.scale, &SCALES)?;
        part("step", self.step, &FIXED_STEPS)?;
        part("steps", self.steps, &COUNTED)?;
        part("fixed_elapsed", self.fixed_elapsed, &summed)?;
        part("remainder", self.remainder, &(-f64::from(self.step)..=*TIMES.end()))?;
        part("most_steps", self.most_steps.unwrap_or_default(), &STEPS_OF_FRAME)?;
        part("longest_dt", self.longest_dt, &LONGEST_DTS)
    }

    /// The clock without the times that were measured, which no two machines have in common.
    pub(crate) fn without_real_time(self) -> Self {
        Self { real_dt: 0.0, real_elapsed: 0.0, ..self }
    }

    /// Goes on from another time. A frame that runs keeps its own time step. A pause and the scale stay: they
    /// are those of the program.
    pub(crate) fn go_on_from(&mut self, other: Self, is_frame_running: bool) {
        let running = *self;
        *self = Self { scale: running.scale, is_paused: running.is_paused, ..other };
        if is_frame_running {
            (self.dt, self.frame_dt, self.real_dt) = (running.dt, running.frame_dt, running.real_dt);
            self.steps_of_frame = running.steps_of_frame;
        }
    }

    /// The time step of a frame that begins some seconds after the last one.
    pub(crate) fn cut(&self, seconds: f64) -> f32 {
        (seconds as f32).min(LONGEST_MEASURED).min(self.longest_dt)
    }

    /// The time step of the frame that has led from this clock to a later one, and the seconds that had gone
    /// by.
    pub(crate) fn step_to(&self, later: &Self) -> (f32, f64) {
        let given = later.real_dt;
        let was_cut = self.scaled(given) != later.frame_dt;
        let dt = if was_cut { self.cut(f64::from(given)) } else { given };
        (dt, later.real_elapsed - self.real_elapsed)
    }

    /// The number of fixed steps that a frame may have: by default the number that the longest measured frame
    /// needs.
    fn most_steps(&self) -> u32 {
        let needed =
            || (f64::from(LONGEST_MEASURED) * f64::from(self.scale) / f64::from(self.step)).ceil() as u32;
        self.most_steps.unwrap_or_else(|| needed().clamp(FEWEST_MOST_STEPS, MOST_MOST_STEPS))
    }

    /// Begins a frame, by a time step that was checked. `real` is the seconds that have passed.
    pub(crate) fn begin_frame(&mut self, dt: f32, real: f64) {
        self.frame += 1;
        self.real_dt = real as f32;
        self.real_elapsed += real;
        self.frame_dt = self.scaled(dt);
        self.elapsed += f64::from(self.frame_dt);
        self.dt = self.frame_dt;
        self.remainder += f64::from(self.frame_dt);
        self.steps_of_frame = 0;
    }

    /// The time step of a frame, as time goes.
    fn scaled(&self, dt: f32) -> f32 {
        if self.is_paused { 0.0 } else { dt * self.scale }
    }

    /// Begins the next fixed step of the frame, if there is time for one. Steps that would be too many are
    /// left out.
    pub(crate) fn begin_step(&mut self) -> bool {
        let step = f64::from(self.step);
        if self.remainder < step * (1.0 - NEARLY) {
            return false;
        }
        if self.steps_of_frame >= self.most_steps() {
            let mut rest = self.remainder % step;
            if rest >= step * (1.0 - NEARLY) {
                rest -= step;
            }
            let left_out = ((self.remainder - rest) / step).round() as u64;
            self.skipped = self.skipped.saturating_add(left_out);
            self.remainder = rest;
            return false;
        }
        self.steps_of_frame += 1;
        self.remainder -= step;
        self.steps += 1;
        self.fixed_elapsed += step;
        self.dt = self.step;
        true
    }

    /// Leaves the last fixed step, or a pass that was called for alone.
    pub(crate) fn end_pass(&mut self) {
        self.dt = self.frame_dt;
    }
}

#[cfg(test)]
mod tests {
    use super::Clock;

    /// Counts the fixed steps of a frame that begins so late.
    fn frame(clock: &mut Clock, seconds: f64) -> u32 {
        clock.begin_frame(clock.cut(seconds), seconds);
        (0..).find(|_| !clock.begin_step()).unwrap_or_default()
    }

    #[test]
    fn d5_a_measured_frame_takes_a_quarter_of_a_second_and_counts_the_whole() {
        let mut clock = Clock { scale: 2.0, ..Clock::default() };
        frame(&mut clock, 0.125);
        frame(&mut clock, 7200.0);
        assert_eq!((clock.frame_dt, clock.elapsed), (0.5, 0.75), "cut before it is scaled");
        assert_eq!((clock.real_dt, clock.real_elapsed), (7200.0, 7200.125));
        clock.longest_dt = 0.125;
        assert_eq!(clock.cut(0.2), 0.125, "never so long that it is refused");
    }

    #[test]
    fn z2_the_time_step_of_a_frame_is_found_again() {
        for scale in [1.0, 0.3, 2.0] {
            let before = Clock { scale, elapsed: 7.1, ..Clock::default() };
            let mut given = before;
            given.begin_frame(0.7, f64::from(0.7_f32));
            assert_eq!(before.step_to(&given).0, 0.7, "longer than a measured one");
            let mut measured = before;
            measured.begin_frame(before.cut(0.7), 0.7);
            assert_eq!(before.step_to(&measured), (0.25, 0.7));
        }
        let paused = Clock { is_paused: true, ..Clock::default() };
        let mut after = paused;
        after.begin_frame(0.1, 0.1);
        assert_eq!(paused.step_to(&after).0, 0.1);
    }

    #[test]
    fn d5_a_quarter_of_a_second_is_stepped_through_whatever_the_step_and_the_scale() {
        for step in [1.0, 0.25, 1.0 / 30.0, 1.0 / 60.0, 0.015, 1.0 / 240.0, 0.001] {
            for scale in [0.1, 1.0, 4.0] {
                let mut clock = Clock { step, scale, ..Clock::default() };
                assert!((0..10).all(|_| frame(&mut clock, 0.3) <= clock.most_steps()));
                assert_eq!((clock.skipped, clock.remainder < f64::from(step)), (0, true), "{step} {scale}");
            }
        }
    }

    #[test]
    fn d5_a_number_of_steps_that_was_said_holds() {
        let mut clock = Clock { most_steps: Some(2), ..Clock::default() };
        assert_eq!((frame(&mut clock, 0.25), clock.skipped), (2, 13));
        let mut clock = Clock { step: f32::MIN_POSITIVE, ..Clock::default() };
        assert_eq!(frame(&mut clock, 0.25), 10_000, "it comes to an end");
    }

    /// Both are so large that they fit in no number of steps.
    #[test]
    fn d5_steps_that_are_left_out_are_counted_up_to_the_largest_number() {
        let mut clock = Clock { step: f32::MIN_POSITIVE, longest_dt: f32::MAX, ..Clock::default() };
        for _ in 0..2 {
            clock.begin_frame(f32::MAX, 0.0);
            while clock.begin_step() {}
            assert_eq!(clock.skipped, u64::MAX);
        }
    }
}
