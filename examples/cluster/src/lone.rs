//! A node that is alone in its cluster, for tests of what needs no other one.

use std::future::Future;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use clap::Parser;
use tokio::runtime::Runtime;
use tokio::time::sleep;

use crate::node::Node;
use crate::start::{Options, become_member};

/// A process is one node: all tests share it, and have rooms of their own.
static NODE: LazyLock<(Runtime, Node)> = LazyLock::new(|| {
    let runtime = Runtime::new().unwrap();
    let options = Options::parse_from(["node", "--objects=20"]);
    let node = runtime.block_on(become_member(&options)).unwrap();
    (runtime, node)
});

pub(crate) fn on_a_lone_node<F: Future<Output = ()>>(test: impl FnOnce(Node) -> F) {
    let (runtime, node) = &*NODE;
    runtime.block_on(test(node.clone()));
}

pub(crate) async fn until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "not within a minute: {what}");
        sleep(Duration::from_millis(5)).await;
    }
}
