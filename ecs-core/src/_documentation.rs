#![doc = addresses!("docs/book/src/README.md")]
//! Pages about this crate: how it compares, what costs what, why it is sound, what it promises, and what has
//! changed.
//!
//! In the repository they are the files of `docs`. [The book][docs/book/src/README.md] is for those who write
//! a game.

// Each link of a page has a name, which is a path in the repository. A line at the end of the page gives the
// name its address for readers on the forge. This file defines the same name before the page, with an address
// for docs.rs: of two definitions, Markdown takes the first. `.ci/police` compares the names.
//
// The files in `ecs-core/docs` are links into the repository. Where git makes plain files of links, as on
// Windows, each page is one line.

/// Definitions of links: the addresses of files in the version of this crate.
macro_rules! addresses {
    ($($path:literal),* $(,)? $(; pictures $($picture:literal),*)?) => {
        concat!($(addresses!(@ "blob" $path),)* $($(addresses!(@ "raw" $picture),)*)? "\n")
    };
    (@ $kind:literal $path:literal) => {
        concat!(
            "[", $path, "]:", env!("CARGO_PKG_REPOSITORY"), "/", $kind, "/v", env!("CARGO_PKG_VERSION"), "/",
            $path, "\n"
        )
    };
}
use addresses;

#[doc = "[performance#queries]: crate::_documentation::performance#queries"]
#[doc = addresses!(
    "benches/peers/charts",
    "benches/peers/results.csv";
    pictures "benches/peers/charts/by_iteration.svg", "benches/peers/charts/by_reference.svg"
)]
#[doc = include_str!("../docs/comparison.md")]
pub mod comparison {}

#[doc = "[comparison]: crate::_documentation::comparison"]
#[doc = addresses!("docs/book/src/performance.md")]
#[doc = include_str!("../docs/performance.md")]
pub mod performance {}

#[doc = "[laws]: crate::_documentation::laws"]
#[doc = addresses!("tests/isolated/soundness/README.md")]
#[doc = include_str!("../docs/soundness.md")]
pub mod soundness {}

#[doc = "[performance#access]: crate::_documentation::performance#access"]
#[doc = "[performance#events-observers-traits]: crate::_documentation::performance#events-observers-traits"]
#[doc = addresses!("docs/book/src/saving.md")]
#[doc = include_str!("../docs/laws.md")]
pub mod laws {}

#[doc = addresses!(
    "examples/rollback/main.rs",
    "examples/rollback/rollback.rs",
    "examples/rollback/tests/pitfalls.rs",
    "tests/recordings/golden.rs",
)]
#[doc = include_str!("../docs/rollback.md")]
pub mod rollback {}

#[doc = addresses!(
    "examples/cluster/README.md",
    "examples/rooms/src/arena/mod.rs",
    "examples/rooms/src/client.rs",
    "examples/rooms/src/desk.rs",
    "examples/rooms/src/door.rs",
    "examples/rooms/src/game.rs",
    "examples/rooms/src/host.rs",
    "examples/rooms/src/keeper.rs",
    "examples/rooms/src/main.rs",
    "examples/rooms/src/pace.rs",
    "examples/rooms/src/queue.rs",
    "examples/rooms/src/room.rs",
    "examples/rooms/src/seat.rs",
)]
#[doc = include_str!("../docs/rooms.md")]
pub mod rooms {}

#[doc = "[laws]: crate::_documentation::laws"]
#[doc = "[soundness]: crate::_documentation::soundness"]
#[doc = addresses!(
    "ecs-core/src/borrow/borrows.rs",
    "ecs-core/src/borrow/visiting.rs",
    "ecs-core/src/column/leave.rs",
    "ecs-core/src/column/push.rs",
    "ecs-core/src/column/rows/append.rs",
    "ecs-core/src/column/rows/dense.rs",
    "ecs-core/src/column/rows/entry.rs",
    "ecs-core/src/column/rows/mod.rs",
    "ecs-core/src/column/rows/row_store.rs",
    "ecs-core/src/frame/passes/run_pass.rs",
    "ecs-core/src/frame/update.rs",
    "ecs-core/src/hooks/mod.rs",
    "ecs-core/src/hooks/pass.rs",
    "ecs-core/src/iterate/visit.rs",
    "ecs-core/src/life/placement/one.rs",
    "ecs-core/src/life/removal/one.rs",
    "ecs-core/src/life/sync_point.rs",
    "ecs-core/src/reach/handle.rs",
    "ecs-core/src/store/cell.rs",
    "ecs-core/src/store/guard.rs",
    "ecs-core/src/store/release.rs",
    "ecs-core/src/store/store.rs",
    "ecs-core/src/store/values.rs",
    "ecs-core/src/terms/rows.rs",
    "ecs-derive/snapshots/hooks.expected.rs",
)]
#[doc = include_str!("../docs/code.md")]
pub mod code {}

#[doc = "[laws]: crate::_documentation::laws"]
#[doc = addresses!("docs/book/src/README.md")]
#[doc = include_str!("../docs/changelog.md")]
pub mod changelog {}
