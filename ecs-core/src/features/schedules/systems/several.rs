//! [`Systems`]: several systems, and what is said about all of them.

use core::ops::Range;

use super::condition::Condition;
use super::config::SystemConfig;

/// Several systems with their places in a schedule. Comes from the methods of
/// [`IntoSystem`](crate::IntoSystem), called on a tuple.
#[derive(Default)]
pub struct Systems {
    pub(crate) systems: Vec<SystemConfig>,
    /// Which of them are first, and which have to wait for those.
    pub(crate) chained: Vec<(usize, usize)>,
    /// What is asked once for several of them.
    pub(crate) conditions: Vec<(Range<usize>, Condition)>,
    /// The parts of the tuple.
    parts: Vec<Range<usize>>,
}

impl Systems {
    /// Adds the next part of the tuple.
    pub(super) fn push(&mut self, part: Self) {
        let begin = self.systems.len();
        self.systems.extend(part.systems);
        let chained = part.chained.into_iter().map(|(first, then)| (begin + first, begin + then));
        self.chained.extend(chained);
        let conditions = part.conditions.into_iter();
        self.conditions
            .extend(conditions.map(|(asked, condition)| (begin + asked.start..begin + asked.end, condition)));
        self.parts.push(begin..self.systems.len());
    }

    /// Puts each part after the one before it.
    pub(super) fn chain(mut self) -> Self {
        for pair in self.parts.windows(2) {
            let (earlier, later) = (pair[0].clone(), pair[1].clone());
            let pairs = later.flat_map(|then| earlier.clone().map(move |first| (first, then)));
            self.chained.extend(pairs);
        }
        self
    }
}

/// A system or several, with what is said about them.
#[doc(hidden)]
pub trait Config: Sized {
    /// Says something about each.
    fn each(self, say: impl FnMut(&mut SystemConfig)) -> Self;

    /// Adds a condition, which is asked once for all.
    fn run_if(self, condition: Condition) -> Self;

    /// They, as the only part of a tuple if it is one.
    fn into_systems(self) -> Systems;
}

impl Config for SystemConfig {
    fn each(mut self, mut say: impl FnMut(&mut SystemConfig)) -> Self {
        say(&mut self);
        self
    }

    fn run_if(mut self, condition: Condition) -> Self {
        self.place.conditions.push(condition);
        self
    }

    fn into_systems(self) -> Systems {
        let parts = core::iter::once(0..1).collect();
        Systems { systems: vec![self], parts, ..Systems::default() }
    }
}

impl Config for Systems {
    fn each(mut self, say: impl FnMut(&mut SystemConfig)) -> Self {
        self.systems.iter_mut().for_each(say);
        self
    }

    fn run_if(mut self, condition: Condition) -> Self {
        self.conditions.push((0..self.systems.len(), condition));
        self
    }

    fn into_systems(self) -> Systems {
        self
    }
}
