//! Numbers and cases at random, the same in each run.

use std::str::FromStr;

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// A generator of pseudo-random numbers, so that a failure can be repeated.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// The size of a test: under Miri, usually, and in its long form, which the variable `ECS_LONG` asks for.
pub fn sized<T>(under_miri: T, usual: T, long: T) -> T {
    if cfg!(miri) {
        under_miri
    } else if std::env::var_os("ECS_LONG").is_some() {
        long
    } else {
        usual
    }
}

/// Reads a number from a variable of the environment, if it is set.
pub fn number<N: FromStr>(variable: &str) -> Option<N> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is no number: {text}")))
}

/// A number of cases of one seed, so that a run that passes passes again. `PROPTEST_RNG_SEED` chooses another
/// seed, and `PROPTEST_CASES` another number.
pub fn seeded(cases: u32, under_miri: u32) -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(number("PROPTEST_RNG_SEED").unwrap_or(1));
    let mut config = ProptestConfig { failure_persistence: None, rng_seed, ..ProptestConfig::default() };
    if cfg!(miri) {
        config.cases = under_miri;
    } else if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    config
}
