//! The clock that measures how long things take: where the target has one.

use std::time::Instant;

/// The time now; `None` on `wasm32-unknown-unknown`, which has no clock: `Instant::now` panics there.
#[inline]
pub(crate) fn now() -> Option<Instant> {
    (!cfg!(all(target_family = "wasm", target_os = "unknown"))).then(Instant::now)
}
