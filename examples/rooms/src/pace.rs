//! [`Pace`]: a room judged on its own time. One that takes more than its budget has fewer frames.

use std::time::Duration;

/// The frames of which the median is taken: a single long one, such as one that the system has interrupted,
/// is nobody's fault.
const RECENT: usize = 9;

/// A room has a frame in so many at least: one a second, at 60 a second.
const SLOWEST: u32 = 60;

/// How long the frames of a room take, and which of them it has.
pub(crate) struct Pace {
    budget: Duration,
    recent: [Duration; RECENT],
    next: usize,
    last: Duration,
    every: u32,
    worst: Duration,
}

impl Pace {
    pub(crate) fn new(budget: Duration) -> Self {
        let budget = budget.max(Duration::from_nanos(1));
        let none = Duration::ZERO;
        Self { budget, recent: [none; RECENT], next: 0, last: none, every: 1, worst: none }
    }

    /// Notes how long a frame has taken. Returns how many frames the room has from now on, if that changes:
    /// so many that it takes its budget in each, on average.
    pub(crate) fn note(&mut self, took: Duration) -> Option<u32> {
        self.recent[self.next] = took;
        self.last = took;
        self.next = (self.next + 1) % RECENT;
        self.worst = self.worst.max(took);
        let typical = self.typical();
        // Back only when there is room to spare, so that it does not go to and fro.
        let (wanted, with_room) = (self.frames_for(typical), self.frames_for(typical + typical / 4));
        let every = if wanted > self.every { wanted } else { self.every.min(with_room) };
        (every != self.every).then(|| {
            self.every = every;
            every
        })
    }

    fn frames_for(&self, time: Duration) -> u32 {
        let frames = time.as_nanos().div_ceil(self.budget.as_nanos());
        u32::try_from(frames).unwrap_or(SLOWEST).clamp(1, SLOWEST)
    }

    /// The median of the last frames.
    pub(crate) fn typical(&self) -> Duration {
        let mut sorted = self.recent;
        sorted.sort_unstable();
        sorted[RECENT / 2]
    }

    /// The longest of all frames.
    pub(crate) fn worst(&self) -> Duration {
        self.worst
    }

    /// The next frame may take longer than the budget: the last one has, or most do.
    pub(crate) fn is_slow(&self) -> bool {
        self.every > 1 || self.last > self.budget
    }

    /// The room has a frame in so many.
    pub(crate) fn every(&self) -> u32 {
        self.every
    }
}

#[cfg(test)]
mod tests {
    use super::{Pace, RECENT};
    use std::time::Duration;

    const BUDGET: Duration = Duration::from_millis(1);

    fn pace_of(times: impl IntoIterator<Item = Duration>) -> Pace {
        let mut pace = Pace::new(BUDGET);
        times.into_iter().for_each(|time| _ = pace.note(time));
        pace
    }

    #[test]
    fn a_room_takes_its_budget_a_frame_on_average() {
        for millis in [0, 1, 2, 5, 60, 1000] {
            let pace = pace_of([Duration::from_millis(millis); RECENT]);
            assert_eq!(u64::from(pace.every()), millis.clamp(1, 60), "{millis} ms a frame");
        }
    }

    #[test]
    fn a_single_long_frame_changes_nothing() {
        let short = Duration::from_micros(20);
        let times = (0..100).map(|n| if n % RECENT == 0 { Duration::from_secs(1) } else { short });
        let pace = pace_of(times);
        assert_eq!((pace.every(), pace.worst()), (1, Duration::from_secs(1)));
    }

    #[test]
    fn a_room_on_the_edge_does_not_go_to_and_fro() {
        let mut pace = pace_of([BUDGET * 21 / 20; RECENT]);
        assert_eq!(pace.every(), 2);
        // A little less than its budget is not yet enough to have all frames again.
        assert!((0..RECENT).all(|_| pace.note(BUDGET * 19 / 20).is_none()));
        let changes: Vec<_> = (0..RECENT).filter_map(|_| pace.note(BUDGET / 2)).collect();
        assert_eq!(changes, [1]);
    }
}
