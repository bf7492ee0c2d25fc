//! A query asks for a singleton.

use ecs_core::{Singleton, query};

#[derive(Singleton, Default)]
struct Score(u32);

fn main() {
    let _ = query::<&Score>(); //~ ERROR `Score` is a singleton, and no entity has one
}
