//! What is visited is borrowed for its turn alone.

use std::fmt::Debug;

use ecs_core::every;

fn main() {
    let mut kept: Vec<&mut dyn Debug> = Vec::new();
    every::<dyn Debug>().each(|one| kept.push(one)); //~ ERROR borrowed data escapes outside of closure
    println!("{}", kept.len());
}
