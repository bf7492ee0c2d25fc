//! [`World::set_timings`], and [`PassStats`]: what the parts of the last frame took, as data and as text.

use core::fmt;
use core::time::Duration;

use crate::base::{WithoutPaths, now};
use crate::phase::Phase;
use crate::world::{Work, World, WorldCore, current, with_current_or_new};

/// Timings of the current world, which is made if there is none.
impl World {
    /// Switches timings on or off, from the next frame on: [`WorldStats::passes`] has the rows and the time
    /// of each pass, system and sync point, and prints them. Timings are off by default.
    ///
    /// Timings cost some 90 ns a pass. Without them a pass reads a flag, and nothing is allocated. Switching
    /// off takes effect at once, and forgets all times. A frame that stops, by a panic or an error, does not
    /// count. Each world has its own timings. The cargo feature `tracing` shows each frame to a profiler.
    ///
    /// [`WorldStats::passes`]: crate::stats::WorldStats::passes
    ///
    /// ```
    /// use ecs_core::{Component, Entity, World, update_all};
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
    /// Entity::spawn().add::<Plane>();
    /// World::set_timings(true);
    /// for _ in 0..60 {
    ///     update_all(1.0 / 60.0);
    /// }
    /// let stats = World::stats();
    /// assert_eq!(stats.timed_frames, 60);
    /// println!("{stats}"); // a line for each pass among other things
    ///
    /// World::set_timings(false);
    /// assert!(World::stats().passes.is_empty());
    /// ```
    ///
    /// Returns whether frames are timed from now on: not if the target has no clock, as
    /// `wasm32-unknown-unknown`, where you measure around `update_all(dt)` with the clock of the window; and
    /// not while the world is closing.
    #[track_caller]
    pub fn set_timings(on: bool) -> bool {
        let on = on && now().is_some();
        with_current_or_new(|core| core.frames.timings().set(on)).is_ok() && on
    }

    /// Switches timings on, from the next frame on, at least for this time, so that a caller that reads them
    /// repeatedly need not switch them off. Does nothing if the target has no clock, or if there is no world.
    #[track_caller]
    pub fn keep_timings(time: Duration) {
        if let (Some(now), Ok(core)) = (now(), current()) {
            // Longer than the clock can say is as long as the program runs.
            match now.checked_add(time) {
                Some(end) => core.frames.timings().keep_until(end),
                None => core.frames.timings().set(true),
            }
        }
    }
}

/// The time of a pass, a system or another part of a frame: an entry of
/// [`WorldStats`](crate::stats::WorldStats), while
/// [`World::set_timings`](crate::World::set_timings) is on.
///
/// The numbers are those of the last frame that has ended: several runs in the frame, as of fixed steps, are
/// summed, and work that did not run has zeros. Work between two frames, by
/// [`Schedule::run`](crate::Schedule::run) or [`Component::update_all`](crate::Component::update_all), counts
/// for the next frame. `Display` writes one line.
///
/// ```
/// use ecs_core::stats::Work;
/// use ecs_core::{Component, Entity, Phase, World, update_all};
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
    /// The kind of work.
    pub work: Work,
    /// The phase of the work; `None` outside of the three phases, and for
    /// [`Schedule::run`](crate::Schedule::run).
    pub phase: Option<Phase>,
    /// The component's type, or the system's [name](crate::SystemId::name) with its path; empty for what
    /// belongs to neither. Two types may have the same name: each has an entry.
    pub name: &'static str,
    /// Rows that a pass went over in the last frame: the enabled components of its type, also those that the
    /// hook skips because they lack something. Of `start` those that waited for it, of `inherit` those that
    /// were due, of what was sent the closures. 0 of systems and all else, where it is not known.
    pub rows: usize,
    /// The number of runs in the last frame.
    pub runs: u32,
    /// The time that it took in the last frame, without its [sync point](Work::SyncPoint). Passes or systems
    /// that run side by side have parts of the time that all took together, by how much each worked.
    pub time: Duration,
    /// The mean of `time` over all frames since it first ran; from the 16th on, each frame counts as a 16th.
    pub mean: Duration,
    /// The longest `time` of a frame since the timings were switched on.
    pub longest: Duration,
    /// The number of parts in which several threads have run it in the last frame; 0 if one thread has run
    /// all.
    pub parts: u32,
    /// The time of these parts, summed over all threads.
    pub parts_time: Duration,
    /// The time of the last frame as a whole.
    pub frame: Duration,
}

impl PassStats {
    /// Returns the share of the last frame's time: 0.25 is a quarter. More than 1 if the work ran outside of
    /// the frame and took longer than the frame.
    #[must_use]
    pub fn share(&self) -> f32 {
        if self.frame.is_zero() { 0.0 } else { self.time.as_secs_f32() / self.frame.as_secs_f32() }
    }

    /// Lists what has run in a frame that has ended, in the order of the frame, and counts the timed frames.
    pub(crate) fn all(core: &WorldCore) -> (Vec<Self>, u64) {
        let (mut all, frames) = core.frames.timings().list(|timed, phase, last, [mean, longest]| Self {
            work: timed.work,
            phase,
            name: timed.name,
            rows: last.rows,
            runs: last.runs,
            time: last.time,
            mean,
            longest,
            parts: last.parts,
            parts_time: last.parts_time,
            frame: Duration::ZERO,
        });
        // Within a part of the frame as they first ran.
        all.sort_by_key(Self::part_of_frame);
        let frame =
            all.iter().find(|pass| pass.work == Work::Frame).map_or(Duration::ZERO, |whole| whole.time);
        all.iter_mut().for_each(|pass| pass.frame = frame);
        (all, frames)
    }

    /// The number of the part of a frame in which it runs. The whole frame is first.
    fn part_of_frame(&self) -> usize {
        match (self.work, self.phase) {
            (Work::Frame, _) => 0,
            (Work::Remote, _) => 1,
            (_, Some(Phase::FixedUpdate)) => 2,
            (Work::Later, _) => 3,
            (_, Some(phase)) => 4 + phase as usize,
            (_, None) => usize::MAX,
        }
    }
}

/// What a part of a frame is called in a text.
pub(in crate::features) fn label(phase: Option<Phase>, work: Work, name: &str) -> String {
    let phase = phase.map_or(String::new(), |phase| format!("{phase}: "));
    let space = if name.is_empty() { "" } else { " " };
    format!("{phase}{work}{space}{}", WithoutPaths(name))
}

impl PassStats {
    /// Returns the name without modules, as `Display` writes it.
    #[must_use]
    pub fn short_name(&self) -> String {
        WithoutPaths(self.name).to_string()
    }
}

impl fmt::Display for PassStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, time, mean, parts, parts_time, .. } = self;
        write!(f, "{}: ", label(self.phase, self.work, self.name))?;
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

/// Writes what was timed in the last frame, a line each, with the numbers below each other.
pub(super) fn write_table(f: &mut fmt::Formatter<'_>, passes: &[PassStats], frames: u64) -> fmt::Result {
    let labels: Vec<_> = passes.iter().map(|pass| label(pass.phase, pass.work, pass.name)).collect();
    let title = format!("last of {frames} timed frames");
    let widest = labels.iter().map(|label| label.chars().count() + 2).max().unwrap_or_default();
    let width = widest.max(title.len());
    let (rows, runs, time, mean, longest) = ("rows", "runs", "time", "mean", "longest");
    write!(f, "{title:width$} {rows:>8} {runs:>4} {time:>9} {mean:>9} {longest:>9}  share")?;
    for (label, pass) in labels.iter().zip(passes) {
        let &PassStats { rows, runs, time, mean, longest, parts, parts_time, .. } = pass;
        let rows = if rows == 0 { String::new() } else { rows.to_string() };
        let ([time, mean, longest], width) = ([time, mean, longest].map(short), width - 2);
        write!(f, "\n  {label:width$} {rows:>8} {runs:>4} {time:>9} {mean:>9} {longest:>9}")?;
        write!(f, " {:>5.1}%", pass.share() * 100.0)?;
        if parts != 0 {
            write!(f, "  {parts} parts of {} together", short(parts_time))?;
        }
    }
    Ok(())
}

/// A time with its unit.
fn short(time: Duration) -> String {
    format!("{time:.1?}")
}

#[cfg(test)]
mod tests {
    use core::fmt;
    use core::time::Duration;
    use std::time::Instant;

    use super::{PassStats, with_current_or_new, write_table};
    use crate::phase::Phase;
    use crate::stats::Work;
    use crate::{World, update_all};

    fn keep_until(until: Instant) {
        with_current_or_new(|core| core.frames.timings().keep_until(until)).expect("a world");
    }

    /// How many frames were timed when one more is over.
    fn frames() -> u64 {
        update_all(0.1);
        World::stats().timed_frames
    }

    #[test]
    fn g2_timings_that_are_kept_for_a_while_go_off_by_themselves() {
        World::new().enter(|| {
            let (over, later) = (Instant::now(), Instant::now() + Duration::from_secs(1000));
            keep_until(later);
            keep_until(over);
            assert_eq!([frames(), frames()], [1, 2], "the later moment counts");
            World::set_timings(false);
            assert_eq!(frames(), 0, "the user has the last word");
            keep_until(over);
            assert_eq!([frames(), frames()], [0, 0]);
        });
    }

    #[test]
    fn g2_timings_that_the_user_has_switched_on_stay_on() {
        World::new().enter(|| {
            World::set_timings(true);
            keep_until(Instant::now());
            assert_eq!([frames(), frames()], [1, 2]);
        });
        World::new().enter(|| {
            keep_until(Instant::now() + Duration::from_secs(1000));
            World::set_timings(true);
            keep_until(Instant::now());
            assert_eq!([frames(), frames()], [1, 2]);
        });
    }

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
        let text = fmt::from_fn(|f| write_table(f, &[FRAME, BOIDS], 60)).to_string();
        let expected = [
            "last of 60 timed frames         rows runs      time      mean   longest  share",
            "  frame                                 1     1.5ms     1.2ms     9.0ms 100.0%",
            "  late_update: system steer    12000    1   375.0\u{b5}s     1.2ms     9.0ms  25.0%",
        ];
        assert_eq!(text, format!("{}  8 parts of 700.0\u{b5}s together", expected.join("\n")));
    }
}
