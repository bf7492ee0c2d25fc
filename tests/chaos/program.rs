//! A program: steps, each with the seed of what user code does meanwhile.

use std::fmt;

use crate::act::Act;
use crate::draw::draw;
use crate::profile::Profile;
use crate::support::Random;

#[derive(Clone, Copy, PartialEq)]
pub struct Step {
    pub act: Act,
    pub seed: u64,
    /// How many acts of user code there may be.
    pub budget: u8,
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { act, seed, budget } = self;
        write!(f, "{act:?}")?;
        if *budget != 0 { write!(f, " // {budget} by {seed:#x}") } else { Ok(()) }
    }
}

pub struct Program {
    pub seed: u64,
    pub profile: Profile,
    pub steps: Vec<Step>,
}

impl Program {
    pub fn of_seed(seed: u64) -> Self {
        let profile = Profile::of_seed(seed);
        // Seeds beside each other begin far apart.
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def0);
        (0..3).for_each(|_| _ = random.below(2));
        let count = 10 + random.below(if cfg!(miri) { 40 } else { 150 });
        let step = |_| {
            let act = draw(&mut random, profile, false);
            let budget = if profile.meddles || profile.panics { 1 + random.below(8) as u8 } else { 0 };
            Step { act, seed: random.0 ^ 0x5555, budget }
        };
        let steps = (0..count).map(step).collect();
        Self { seed, profile, steps }
    }
}
