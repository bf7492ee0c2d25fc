//! [`PassStats`]: what something took in the last frame.

use core::fmt;
use core::time::Duration;

use crate::base::WithoutPaths;
use crate::phase::Phase;

/// What a frame spends time on. Its `Display` is a word or two: "sync point".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Work {
    /// The whole frame, all below included.
    Frame,
    /// What other threads have sent through [`World::remote`](crate::World::remote).
    Remote,
    /// The `start` of the components of a type, with its sync points.
    Start,
    /// The `fixed_update`, `update` or `late_update` of a type, over all its components.
    Pass,
    /// A system of a [`Schedule`](crate::Schedule).
    System,
    /// [Timers and tasks](crate::Component::after) whose time has come, with the sync point after each.
    Later,
    /// The `inherit` of a type: see [`Inherits`](crate::Inherits).
    Inherit,
    /// What had to wait for the end of a pass or system, which is named, or of what was sent: its
    /// [`Commands`](crate::Commands), values that are dropped, events that could not be heard at once. Not
    /// timed where nothing has waited.
    SyncPoint,
    /// What ends with the frame, by [`Entity::despawn_after`](crate::Entity::despawn_after).
    FrameEnd,
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Frame => "frame",
            Self::Remote => "remote",
            Self::Start => "start",
            Self::Pass => "pass",
            Self::System => "system",
            Self::Later => "later",
            Self::Inherit => "inherit",
            Self::SyncPoint => "sync point",
            Self::FrameEnd => "frame end",
        })
    }
}

/// What a pass, a system or another part of a frame took: part of [`WorldStats`](crate::WorldStats), while
/// [`World::set_timings`](crate::World::set_timings) is on.
///
/// The numbers are those of the last frame that has ended: what has run several times in it, as fixed steps
/// do, is added up, and what did not run has zeros. What runs between two frames, by
/// [`Schedule::run`](crate::Schedule::run) or [`Component::update_all`](crate::Component::update_all), counts
/// to the next one. Its `Display` is one line.
///
/// ```
/// use ecs_core::{Component, Entity, Phase, Work, World, update_all};
///
/// #[derive(Component, Default)]
/// struct Plane { x: f32 }
///
/// impl Plane {
///     fn update(&mut self, dt: f32) {
///         self.x += dt;
///     }
/// }
///
/// for _ in 0..1000 {
///     Entity::spawn().add::<Plane>();
/// }
/// World::set_timings(true);
/// update_all(0.1);
///
/// let passes = World::stats().passes;
/// let plane = passes.iter().find(|pass| pass.name == "Plane").expect("it has a pass");
/// assert_eq!((plane.work, plane.phase), (Work::Pass, Some(Phase::Update)));
/// assert_eq!((plane.rows, plane.runs), (1000, 1));
/// assert!(plane.time <= plane.frame);
/// println!("{plane}"); // update: pass Plane: 1000 rows in 1.2µs, mean 1.2µs, 40.1% of the frame
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PassStats {
    /// What it is.
    pub work: Work,
    /// The phase that it belongs to; `None` outside of the three, and for what
    /// [`Schedule::run`](crate::Schedule::run) runs.
    pub phase: Option<Phase>,
    /// The component's type, or the system's [name](crate::SystemId::name) with its path; empty for what
    /// belongs to neither. Two types may have the same name: each has an entry.
    pub name: &'static str,
    /// Rows that a pass went over in the last frame: the enabled components of its type, also those that the
    /// hook skips because they lack something. Of `start` those that waited for it, of `inherit` those that
    /// were due, of what was sent the closures. 0 of systems and all else, where it is not known.
    pub rows: usize,
    /// How often it ran in the last frame.
    pub runs: u32,
    /// The time that it took in the last frame, without its [sync point](Work::SyncPoint). Passes or systems
    /// that run side by side have parts of the time that all took together, by how much each worked.
    pub time: Duration,
    /// The mean of `time` over all frames since it first ran; from the 16th on, each frame counts as a 16th.
    pub mean: Duration,
    /// The longest `time` of a frame since the timings were switched on.
    pub longest: Duration,
    /// In how many parts several threads have run it in the last frame; 0 if one has run all.
    pub parts: u32,
    /// What these parts took, summed over all threads.
    pub parts_time: Duration,
    /// How long the last frame took, as a whole.
    pub frame: Duration,
}

impl PassStats {
    /// Returns which part of the last frame it took: 0.25 is a quarter. More than 1 if it ran outside of the
    /// frame and took longer than that.
    #[must_use]
    pub fn share(&self) -> f32 {
        if self.frame.is_zero() { 0.0 } else { self.time.as_secs_f32() / self.frame.as_secs_f32() }
    }

    /// What it is called in a text.
    pub(super) fn label(&self) -> String {
        let phase = self.phase.map_or(String::new(), |phase| format!("{phase}: "));
        let name = if self.name.is_empty() { "" } else { " " };
        format!("{phase}{}{name}{}", self.work, WithoutPaths(self.name))
    }
}

impl fmt::Display for PassStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, time, mean, parts, parts_time, .. } = self;
        write!(f, "{}: ", self.label())?;
        if *rows != 0 {
            write!(f, "{rows} row{} in ", if *rows == 1 { "" } else { "s" })?;
        }
        write!(f, "{time:.1?}, mean {mean:.1?}, {:.1}% of the frame", self.share() * 100.0)?;
        if *parts != 0 {
            write!(f, ", {parts} parts of {parts_time:.1?} together")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;

    use super::{PassStats, Work};
    use crate::phase::Phase;
    use crate::world::timings::TimingTable;

    const FRAME: PassStats = PassStats {
        work: Work::Frame,
        phase: None,
        name: "",
        rows: 0,
        runs: 1,
        time: Duration::from_micros(1500),
        mean: Duration::from_micros(1200),
        longest: Duration::from_micros(9000),
        parts: 0,
        parts_time: Duration::ZERO,
        frame: Duration::from_micros(1500),
    };

    const BOIDS: PassStats = PassStats {
        work: Work::System,
        phase: Some(Phase::LateUpdate),
        name: "game::flock::steer",
        rows: 12000,
        time: Duration::from_micros(375),
        parts: 8,
        parts_time: Duration::from_micros(700),
        ..FRAME
    };

    #[test]
    fn g2_a_line_says_what_it_is_and_what_it_took() {
        assert_eq!(FRAME.to_string(), "frame: 1.5ms, mean 1.2ms, 100.0% of the frame");
        let text = "late_update: system steer: 12000 rows in 375.0\u{b5}s, mean 1.2ms, 25.0% of the frame, 8 \
                    parts of 700.0\u{b5}s together";
        assert_eq!(BOIDS.to_string(), text);
        assert_eq!(PassStats { frame: Duration::ZERO, ..FRAME }.share(), 0.0);
    }

    #[test]
    fn g2_in_the_table_all_numbers_stand_below_each_other() {
        let text = TimingTable { passes: &[FRAME, BOIDS], frames: 60 }.to_string();
        let expected = [
            "last of 60 timed frames         rows runs      time      mean   longest  share",
            "  frame                                 1     1.5ms     1.2ms     9.0ms 100.0%",
            "  late_update: system steer    12000    1   375.0\u{b5}s     1.2ms     9.0ms  25.0%",
        ];
        assert_eq!(text, format!("{}  8 parts of 700.0\u{b5}s together", expected.join("\n")));
    }
}
