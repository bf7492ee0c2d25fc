//! [`Shuffle`]: by what the order of a world is shuffled, and the copy that a snapshot has of that.

use core::cell::Cell;

use crate::frame::Planner;
use crate::world::WorldCore;

use super::super::part::{Moment, Shuffled, WorldPart};
use super::super::saved::SavedPart;
use super::order::{mix, shuffle};

/// By what the order of a world is shuffled.
#[derive(Default)]
pub(crate) struct Shuffle {
    seed: Cell<Option<u64>>,
    /// What the order is made from until the next frame begins.
    now: Cell<Option<Shuffled>>,
}

impl Shuffle {
    /// Shuffles by a seed, or not any more, from the next frame on.
    pub(super) fn set(&self, core: &WorldCore, seed: Option<u64>) {
        self.seed.set(seed);
        if core.refuse_inside().is_ok() {
            self.begin(core);
        }
    }

    /// Lets the next order be that of a frame.
    fn begin(&self, core: &WorldCore) {
        let now = self.seed.get().map(|seed| Shuffled { seed, frame: core.frames.clock().frame, run: 0 });
        if self.now.replace(now) != now {
            core.columns.plan.take();
        }
    }
}

impl WorldPart for Shuffle {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }

    #[inline(always)]
    fn act(&self, core: &WorldCore, moment: Moment) {
        match moment {
            // Also in the first frame that is not shuffled any more.
            Moment::FrameStart | Moment::OtherFrame
                if self.seed.get().is_some() || self.now.get().is_some() =>
            {
                self.begin(core)
            }
            Moment::RunStart => {
                let begin = |now: Shuffled| {
                    let frame = core.frames.clock().frame;
                    Shuffled { frame, run: now.run + 1, ..now }
                };
                self.now.set(self.now.get().map(begin));
            }
            _ => {}
        }
    }

    fn shuffled(&self) -> Option<Shuffled> {
        self.now.get()
    }

    fn reorder(&self, planner: &Planner, salt: u64, order: &mut Vec<usize>) {
        if let Some(Shuffled { seed, frame, run }) = self.now.get() {
            let seed = [frame, run, salt].into_iter().fold(seed, mix);
            shuffle(planner.edges(), order, |place| mix(seed, place as u64));
        }
    }
}

impl SavedPart for Shuffle {}

/// The number of runs of schedules since the last frame. The frame belongs to the clock, and the seed to the
/// test, which may go on by another one.
#[derive(Default)]
pub(crate) struct SavedShuffle(u64);

impl SavedShuffle {
    pub(crate) fn save(&mut self, core: &WorldCore) {
        self.0 = core.parts.shuffle.now.get().map_or(0, |now| now.run);
    }

    pub(crate) fn restore(&self, core: &WorldCore) {
        let now = &core.parts.shuffle.now;
        now.set(now.get().map(|now| Shuffled { run: self.0, ..now }));
    }
}
