//! There is one value, so an array for each field has one element.

use ecs_core::Singleton;

#[derive(Singleton, Default)]
#[component(soa)] //~ ERROR a singleton has one value
struct Score {
    points: u32,
    lives: u8,
}

fn main() {
    Score::set(Score { points: 1, lives: 2 });
    assert_eq!(Score::borrow().lives, 2);
}
