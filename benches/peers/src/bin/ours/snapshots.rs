//! Snapshots of a world.

use ecs_core::{Component, Entity, Snapshots, World, update_all};
use peers::snapshots::{Counters, KEPT};

#[derive(Component, Clone, Copy)]
#[component(update)]
struct Number<const N: usize>(i32);

impl<const N: usize> Number<N> {
    fn update(&mut self) {
        self.0 += 1;
    }

    fn spawn(count: usize) {
        Entity::spawn_many(count, |number, _| Self(number as i32));
    }

    fn sum() -> f64 {
        Self::view().iter().map(|number| f64::from(number.0)).sum()
    }
}

pub struct Counting {
    world: World,
    saved: Snapshots,
}

impl Counters for Counting {
    fn new(count: usize, types: usize) -> Self {
        let world = World::new();
        let saved = world.enter(|| {
            Number::<0>::spawn(count);
            if types == 3 {
                Number::<1>::spawn(count);
                Number::<2>::spawn(count);
            }
            Snapshots::new(KEPT)
        });
        Self { world, saved }
    }

    fn advance(&mut self) {
        self.world.enter(|| update_all(1.0 / 60.0));
    }

    fn save(&mut self, frame: u32) {
        self.world.enter(|| self.saved.save(frame.into())).expect("all can be copied");
    }

    fn load(&mut self, frame: u32) {
        self.world.enter(|| self.saved.load(frame.into())).expect("it was saved");
    }

    fn sum(&mut self) -> f64 {
        self.world.enter(|| Number::<0>::sum() + Number::<1>::sum() + Number::<2>::sum())
    }
}
