//! The configuration of random tests.

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// So many cases of one seed, so that a run that passes passes again; `PROPTEST_RNG_SEED` and `PROPTEST_CASES` look further.
pub fn seeded(cases: u32, under_miri: u32) -> ProptestConfig {
    let seed = std::env::var("PROPTEST_RNG_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let rng_seed = RngSeed::Fixed(seed);
    let mut config = ProptestConfig { failure_persistence: None, rng_seed, ..ProptestConfig::default() };
    if cfg!(miri) {
        config.cases = under_miri;
    } else if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    config
}
