//! Several threads get the trait object, so it must be `Send`.

use std::fmt::Debug;

use ecs_core::every;

fn main() {
    every::<dyn Debug>().par_each(|one| drop(one)); //~ ERROR the method `par_each` exists for struct
}
