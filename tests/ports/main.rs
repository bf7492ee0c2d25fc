//! What the tests of other libraries state, said with this one. `docs/ports.md` says what cannot be said, and why.

mod bevy_ecs;
mod entt;
mod flecs;
#[path = "../support/mod.rs"]
mod support;
