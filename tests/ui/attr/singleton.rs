//! A singleton has one value, on no entity: keys for many values, or for entities, are refused.
//! The keys stand in `#[component]`.

use std::fmt::Debug;

use ecs_core::Singleton;

#[derive(Singleton, Default)]
#[component(inherits)] //~ ERROR a singleton has no parent to inherit from
struct Place(f32);

impl Place {
    fn inherit(&mut self, _: Option<&Place>) {}
}

#[derive(Singleton, Default)]
#[component(pooled(8))] //~ ERROR remove `pooled`
struct Paths(Vec<u32>);

#[derive(Singleton, Default)]
#[component(soa)] //~ ERROR a singleton has one value
struct Score {
    points: u32,
    lives: u8,
}

#[derive(Singleton, Default, Debug)]
#[component(as(dyn Debug))] //~ ERROR remove `as`
struct Shown;

#[derive(Singleton, Default)]
#[component(near(at))] //~ ERROR a singleton is not searched for
struct Sun {
    at: [f32; 2],
}

#[derive(Singleton, Default)]
#[singleton(save = "calendar")] //~ ERROR write `#[component(..)]`
struct Clock(f32);

fn main() {
    // The mistakes cause no others.
    Place(0.0).inherit(None);
    Clock::set(Clock(0.0));
    Score::set(Score { points: 1, lives: 2 });
    Sun::set(Sun { at: [0.0, 1.0] });
    assert_eq!(Sun::borrow().at[1], 1.0);
    assert_eq!(Score::borrow().lives, 2);
}
