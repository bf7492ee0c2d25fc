//! A type is imported whose feature is off: rustc names it.

use ecs_core::Inspector; //~ ERROR unresolved import `ecs_core::Inspector`

fn main() {
    drop::<Option<Inspector>>(None);
}
