//! [`Sums`]: what was timed: of this frame until now, and of the last.

use core::mem;
use core::time::Duration;

use crate::phase::Phase;

use super::timed::Timed;

/// From so many frames on, the mean forgets.
const REMEMBERED: u64 = 16;

/// What something took in a frame.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sum {
    pub(crate) rows: usize,
    pub(crate) runs: u32,
    pub(crate) time: Duration,
    pub(crate) parts: u32,
    pub(crate) parts_time: Duration,
}

/// Something that is timed.
struct TimedWork {
    timed: Timed,
    phase: Option<Phase>,
    /// The place of what came after it the last time: mostly that comes again, and need not be sought.
    next: usize,
    /// In the frame that runs, and in the last.
    now: Sum,
    last: Sum,
    /// How many frames have ended since it first ran.
    frames: u64,
    mean_nanos: f64,
    longest: Duration,
}

/// All that was timed since the timings were switched on.
#[derive(Default)]
pub(super) struct Sums {
    entries: Vec<TimedWork>,
    /// The place of what was sought last.
    last: usize,
    pub(super) frames: u64,
}

impl Sums {
    /// The place of something, which is made if there is none.
    pub(super) fn place_of(&mut self, timed: Timed, phase: Option<Phase>) -> usize {
        let is_it = |entry: &TimedWork| entry.timed == timed && entry.phase == phase;
        let expected = self.entries.get(self.last).map_or(0, |last| last.next);
        let place = if self.entries.get(expected).is_some_and(is_it) {
            expected
        } else {
            self.entries.iter().position(is_it).unwrap_or_else(|| self.add(timed, phase))
        };
        if let Some(last) = self.entries.get_mut(self.last) {
            last.next = place;
        }
        self.last = place;
        place
    }

    fn add(&mut self, timed: Timed, phase: Option<Phase>) -> usize {
        let place = self.entries.len();
        self.entries.push(TimedWork {
            timed,
            phase,
            next: place + 1,
            now: Sum::default(),
            last: Sum::default(),
            frames: 0,
            mean_nanos: 0.0,
            longest: Duration::ZERO,
        });
        place
    }

    /// Adds a run to what is at a place, if there is anything still.
    pub(super) fn add_run(&mut self, place: usize, run: Sum) {
        let Some(TimedWork { now, .. }) = self.entries.get_mut(place) else { return };
        // A program that never ends a frame sums up for as long as it runs.
        now.rows = now.rows.saturating_add(run.rows);
        now.runs = now.runs.saturating_add(run.runs);
        now.time = now.time.saturating_add(run.time);
        now.parts = now.parts.saturating_add(run.parts);
        now.parts_time = now.parts_time.saturating_add(run.parts_time);
    }

    /// Ends the frame: it is the last one now.
    pub(super) fn end_frame(&mut self) {
        self.frames += 1;
        for entry in &mut self.entries {
            entry.last = mem::take(&mut entry.now);
            entry.frames += 1;
            let nanos = entry.last.time.as_nanos() as f64;
            entry.mean_nanos += (nanos - entry.mean_nanos) / entry.frames.min(REMEMBERED) as f64;
            entry.longest = entry.longest.max(entry.last.time);
        }
    }

    /// Forgets the frame, which has stopped.
    pub(super) fn discard_frame(&mut self) {
        self.entries.iter_mut().for_each(|entry| entry.now = Sum::default());
    }

    /// Lists all work that has run in a frame that has ended: see `Timings::list`.
    pub(super) fn list<T>(&self, entry: impl Fn(Timed, Option<Phase>, Sum, [Duration; 2]) -> T) -> Vec<T> {
        let ended = self.entries.iter().filter(|work| work.frames != 0);
        let times = |work: &TimedWork| [Duration::from_nanos(work.mean_nanos as u64), work.longest];
        ended.map(|work| entry(work.timed, work.phase, work.last, times(work))).collect()
    }
}

#[cfg(test)]
mod tests {
    use core::any::TypeId;
    use core::time::Duration;

    use super::{Sum, Sums};
    use crate::phase::Phase;
    use crate::world::timings::{Timed, Work};

    const PASS: Timed = Timed::component(Work::Pass, TypeId::of::<u8>(), "Plane");

    /// The sum of the last frame, and the mean and the longest time.
    fn only(sums: &Sums) -> (Sum, [Duration; 2]) {
        sums.list(|_, _, last, times| (last, times))[0]
    }

    fn frame(sums: &mut Sums, micros: &[u64]) {
        for &micros in micros {
            let place = sums.place_of(PASS, Some(Phase::Update));
            sums.add_run(
                place,
                Sum { rows: 2, runs: 1, time: Duration::from_micros(micros), ..Sum::default() },
            );
        }
        sums.end_frame();
    }

    #[test]
    fn g2_sums_of_a_frame_that_never_ends_stay_at_the_largest_number() {
        let mut sums = Sums::default();
        let all = Sum {
            rows: usize::MAX,
            runs: u32::MAX,
            time: Duration::MAX,
            parts: u32::MAX,
            parts_time: Duration::MAX,
        };
        for run in [all, Sum { runs: 1, ..all }] {
            let place = sums.place_of(PASS, Some(Phase::Update));
            sums.add_run(place, run);
        }
        sums.end_frame();
        let (pass, _) = only(&sums);
        assert_eq!((pass.rows, pass.runs, pass.time), (usize::MAX, u32::MAX, Duration::MAX));
    }

    #[test]
    fn g2_the_mean_is_that_of_all_frames_at_first_and_then_follows_the_last() {
        let mut sums = Sums::default();
        frame(&mut sums, &[10]);
        frame(&mut sums, &[20, 20]);
        frame(&mut sums, &[]);
        frame(&mut sums, &[30]);
        let (pass, times) = only(&sums);
        assert_eq!((pass.rows, pass.runs, pass.time), (2, 1, Duration::from_micros(30)));
        assert_eq!(times, [20, 40].map(Duration::from_micros), "the mean and the longest");
        (4..16).for_each(|_| frame(&mut sums, &[20]));
        assert_eq!(only(&sums).1[0], Duration::from_micros(20));
        frame(&mut sums, &[52]);
        assert_eq!(only(&sums).1[0], Duration::from_micros(22), "a sixteenth of the difference");
        assert_eq!(sums.frames, 17);
    }

    #[test]
    fn g2_what_comes_in_another_order_is_found() {
        let mut sums = Sums::default();
        let places = |sums: &mut Sums, phases: &[Phase]| {
            phases.iter().map(|&phase| sums.place_of(PASS, Some(phase))).collect::<Vec<_>>()
        };
        use Phase::{FixedUpdate, LateUpdate, Update};
        assert_eq!(places(&mut sums, &[Update, LateUpdate]), [0, 1]);
        assert_eq!(places(&mut sums, &[FixedUpdate, FixedUpdate, Update, LateUpdate]), [2, 2, 0, 1]);
        assert_eq!(places(&mut sums, &[LateUpdate, Update, FixedUpdate]), [1, 0, 2]);
        assert_eq!(sums.place_of(PASS, None), 3);
        let other = Timed::component(Work::Pass, TypeId::of::<i8>(), "Plane");
        assert_eq!(sums.place_of(other, None), 4, "another type of the same name");
        assert_eq!(sums.place_of(PASS.sync_point(), None), 5);
    }
}
