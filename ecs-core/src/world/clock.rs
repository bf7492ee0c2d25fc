//! [`Clock`]: how a world's time goes on, and how it is cut into fixed steps.

/// The time of a world.
///
/// Times are `f32` where hooks get them, and sums of those very numbers as `f64`: the same calls give the same times on every machine.
#[derive(Clone, Copy, PartialEq, Debug)]
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
    /// The time that no fixed step has covered yet. Less than a step between frames, and less than zero by at most [`NEARLY`].
    pub(crate) remainder: f64,
    pub(crate) most_steps: u32,
    pub(crate) longest_dt: f32,
    /// The fixed steps of the frame that runs.
    steps_of_frame: u32,
}

/// The part of a step that may be missing: 0.1 is no `f32`, and ten times what is near it is no second.
const NEARLY: f64 = 1e-4;

/// Why a time step was refused.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum BadTime {
    /// Negative, infinite or not a number, or so by the scale.
    NotATime,
    TooLong,
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
            most_steps: 8,
            longest_dt: 3600.0,
            steps_of_frame: 0,
        }
    }
}

impl Clock {
    /// Refuses a time step that would spoil the times.
    pub(crate) fn check(&self, dt: f32) -> Result<(), BadTime> {
        match is_time(dt) && is_time(dt * self.scale) {
            true if dt <= self.longest_dt => Ok(()),
            true => Err(BadTime::TooLong),
            false => Err(BadTime::NotATime),
        }
    }

    /// Begins a frame, by a time step that was checked.
    pub(crate) fn begin_frame(&mut self, dt: f32) {
        self.frame += 1;
        self.real_dt = dt;
        self.real_elapsed += f64::from(dt);
        self.frame_dt = if self.is_paused { 0.0 } else { dt * self.scale };
        self.elapsed += f64::from(self.frame_dt);
        self.dt = self.frame_dt;
        self.remainder += f64::from(self.frame_dt);
        self.steps_of_frame = 0;
    }

    /// Begins the next fixed step of the frame, if there is time for one. Steps that would be too many are left out.
    pub(crate) fn begin_step(&mut self) -> bool {
        let step = f64::from(self.step);
        if self.remainder < step * (1.0 - NEARLY) {
            return false;
        }
        if self.steps_of_frame >= self.most_steps {
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

/// Says whether a number of seconds is one: finite, and not negative.
pub(crate) fn is_time(seconds: f32) -> bool {
    seconds.is_finite() && seconds >= 0.0
}
