//! bevy-trait-query: queries of bevy_ecs for what implements a trait. It is beside `bevy` with a bevy_ecs of
//! its own, the newest that it goes with. Components are registered with the trait.
#![allow(unsafe_code, clippy::undocumented_unsafe_blocks, reason = "what `queryable` generates is")]

use bevy_ecs_of_trait_query::change_detection::DetectChangesMut;
use bevy_ecs_of_trait_query::component::{Component, Mutable, StorageType};
use bevy_ecs_of_trait_query::query::QueryState;
use bevy_ecs_of_trait_query::world::{Mut, World};
use bevy_trait_query::{All, One, RegisterExt, queryable};

use peers::sample::{Case, two_frames};
use peers::scenario::Scenario;
use peers::serve::serve;
use peers::way::{Ways, several};
use peers::work::STEP;

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::ByTrait => several([
            ("All", by_all as fn(usize) -> Case),
            ("All, for_each", by_all_for_each),
            ("One", by_one),
            ("One, for_each", by_one_for_each),
            ("One, for_each, bypass", by_one_bypassing),
        ]),
        _ => Err("see bevy_ecs"),
    }
}

/// What is called by it.
#[queryable]
trait Draw {
    fn draw(&mut self, by: f32);
    fn drawn(&self) -> f32;
}

macro_rules! shapes {
    ($($shape:ident $all:ident)*) => {
        $(struct $shape {
            drawn: f32,
            more: [f32; 3],
        }

        // By hand: the derive takes what is called `bevy_ecs`.
        impl Component for $shape {
            const STORAGE_TYPE: StorageType = StorageType::Table;
            type Mutability = Mutable;
        }

        impl Draw for $shape {
            fn draw(&mut self, by: f32) {
                self.drawn += by * self.more[0];
            }

            fn drawn(&self) -> f32 {
                self.drawn
            }
        })*

        struct Shapes {
            world: World,
            all: QueryState<All<&'static mut dyn Draw>>,
            one: QueryState<One<&'static mut dyn Draw>>,
            read: QueryState<One<&'static dyn Draw>>,
            $($all: QueryState<&'static mut $shape>,)*
        }

        impl Shapes {
            fn new(count: usize) -> Self {
                let mut world = World::new();
                $(world.register_component_as::<dyn Draw, $shape>();)*
                $(world.spawn_batch((0..count / 4).map(|_| $shape { drawn: 0.0, more: [1.0; 3] }));)*
                let (all, one, read) = (world.query(), world.query(), world.query());
                $(let $all = world.query();)*
                Self { world, all, one, read, $($all,)* }
            }

            fn draw_types(&mut self) {
                $(self.$all.iter_mut(&mut self.world).for_each(|mut shape| shape.draw(STEP));)*
            }
        }
    };
}

shapes!(Circle circles Square squares Line lines Point points);

impl Shapes {
    fn sum(&mut self) -> f64 {
        self.read.iter(&self.world).map(|shape| f64::from(shape.drawn())).sum()
    }

    fn draw_all(&mut self) {
        for all in self.all.iter_mut(&mut self.world) {
            for mut shape in all {
                shape.draw(STEP);
            }
        }
    }

    fn draw_all_for_each(&mut self) {
        self.all.iter_mut(&mut self.world).for_each(|all| {
            all.into_iter().for_each(|mut shape| shape.draw(STEP));
        });
    }

    fn draw_one(&mut self) {
        for mut shape in self.one.iter_mut(&mut self.world) {
            shape.draw(STEP);
        }
    }

    fn draw_one_for_each(&mut self) {
        self.one.iter_mut(&mut self.world).for_each(|mut shape| shape.draw(STEP));
    }

    fn draw_one_bypassing(&mut self) {
        let draw = |mut shape: Mut<'_, dyn Draw>| shape.bypass_change_detection().draw(STEP);
        self.one.iter_mut(&mut self.world).for_each(draw);
    }
}

fn by(count: usize, by_trait: fn(&mut Shapes)) -> Case {
    two_frames(count, Shapes::new(count), by_trait, Shapes::draw_types, Shapes::sum)
}

fn by_all(count: usize) -> Case {
    by(count, Shapes::draw_all)
}

fn by_all_for_each(count: usize) -> Case {
    by(count, Shapes::draw_all_for_each)
}

fn by_one(count: usize) -> Case {
    by(count, Shapes::draw_one)
}

fn by_one_for_each(count: usize) -> Case {
    by(count, Shapes::draw_one_for_each)
}

fn by_one_bypassing(count: usize) -> Case {
    by(count, Shapes::draw_one_bypassing)
}
