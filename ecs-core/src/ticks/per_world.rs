//! [`PerWorld`]: a value for each world, for what serves several in turn.

use std::collections::HashMap;
use std::sync::Weak;

use super::ticker::Ticker;
use crate::base::OneByOne;

/// A value for each world, its default at first. That of the world that is served now is at hand, so that one
/// world costs a comparison. What belongs to worlds that have ended is dropped when others come.
#[derive(Default)]
pub(crate) struct PerWorld<T> {
    /// The number of the world whose value is at hand, and a sign of its life.
    world: u64,
    life: Weak<()>,
    at_hand: T,
    others: OneByOne<HashMap<u64, (Weak<()>, T)>>,
}

impl<T: Default> PerWorld<T> {
    /// The value of a world.
    #[inline]
    pub(crate) fn of(&mut self, world: &Ticker) -> &mut T {
        if self.world != world.number() {
            self.turn_to(world);
        }
        &mut self.at_hand
    }

    /// The value of a world, if it has one.
    pub(crate) fn peek(&self, world: &Ticker) -> Option<&T> {
        if self.world == world.number() {
            return Some(&self.at_hand);
        }
        self.others.get(&world.number()).map(|(_, value)| value)
    }

    #[cold]
    #[inline(never)]
    fn turn_to(&mut self, world: &Ticker) {
        let next = self.others.remove(&world.number()).unwrap_or_else(|| {
            // Before the list would grow.
            if self.others.len() == self.others.capacity() {
                self.others.retain(|_, (life, _)| life.strong_count() != 0);
            }
            (world.life(), T::default())
        });
        let before =
            (core::mem::replace(&mut self.life, next.0), core::mem::replace(&mut self.at_hand, next.1));
        let before_number = core::mem::replace(&mut self.world, world.number());
        if before.0.strong_count() != 0 {
            self.others.insert(before_number, before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ticker::Ticker;
    use super::PerWorld;

    #[test]
    fn each_world_finds_its_own_value() {
        let worlds: Vec<_> = (0..20).map(|_| Ticker::new()).collect();
        let mut values = PerWorld::<usize>::default();
        for round in 0..3 {
            for (number, world) in worlds.iter().enumerate() {
                let value = values.of(world);
                assert_eq!(*value, round * number);
                *value += number;
            }
        }
    }

    #[test]
    fn worlds_that_have_ended_leave_nothing() {
        let mut values = PerWorld::<usize>::default();
        let lasting = Ticker::new();
        *values.of(&lasting) = 7;
        for _ in 0..if cfg!(miri) { 20 } else { 1000 } {
            let passing = Ticker::new();
            *values.of(&passing) += 1;
            assert_eq!((*values.of(&passing), *values.of(&lasting)), (1, 7));
        }
        assert!(values.others.capacity() < 10);
    }
}
