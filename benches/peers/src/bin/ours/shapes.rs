//! A method of a trait, of all components that offer it.

use ecs_core::{Component, Entity, every};
use peers::sample::{Case, two_frames};
use peers::work::STEP;

trait Draw {
    fn draw(&mut self, by: f32);
    fn drawn(&self) -> f32;
}

macro_rules! shapes {
    ($($shape:ident)*) => {
        $(#[derive(Component)]
        #[component(as(dyn Draw))]
        struct $shape {
            drawn: f32,
            more: [f32; 3],
        }

        impl Draw for $shape {
            fn draw(&mut self, by: f32) {
                self.drawn += by * self.more[0];
            }

            fn drawn(&self) -> f32 {
                self.drawn
            }
        })*

        fn spawn(count: usize) {
            $(Entity::spawn_many(count / 4, |_, _| $shape { drawn: 0.0, more: [1.0; 3] });)*
        }

        fn draw_types() {
            $($shape::for_each(|shape| shape.draw(STEP));)*
        }
    };
}

shapes!(Circle Square Line Point);

fn sum() -> f64 {
    let mut sum = 0.0;
    every::<dyn Draw>().read(|shape| sum += f64::from(shape.drawn()));
    sum
}

pub fn by_each(count: usize) -> Case {
    spawn(count);
    let by_trait = |(): &mut _| every::<dyn Draw>().each(|shape| shape.draw(STEP));
    two_frames(count, (), by_trait, |()| draw_types(), |()| sum())
}

pub fn by_each_with_entity(count: usize) -> Case {
    let by_trait = |last: &mut Entity| {
        every::<dyn Draw>().each_with_entity(|entity, shape| {
            *last = entity;
            shape.draw(STEP);
        });
    };
    spawn(count);
    two_frames(count, Entity::NONE, by_trait, |_| draw_types(), |_| sum())
}
