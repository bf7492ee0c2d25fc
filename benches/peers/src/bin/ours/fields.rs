//! Bodies that are stored whole, and by their fields.

use ecs_core::{Component, Entity, World};
use peers::fields::{Bodies, Field};
use peers::way::{Ways, several};
use peers::work::{DT, SPEED};

pub fn ways() -> Ways {
    several([("whole", peers::fields_case!(Whole)), ("soa", peers::fields_case!(Split))])
}

macro_rules! make {
    ($kind:ident [$($field:ident: $Field:ty),*] [$($rest:ident: $Rest:ty),*]) => {
        #[allow(dead_code, reason = "what is not touched takes room all the same")]
        mod $kind {
            use super::*;

            store!(Whole, Body [$($field: $Field),*] [$($rest: $Rest),*]);
            store!(#[component(soa)] Split, SplitBody [$($field: $Field),*] [$($rest: $Rest),*]);
        }
    };
}

macro_rules! store {
    ($(#[$soa:meta])? $Way:ident, $Body:ident
     [$($field:ident: $Field:ty),*] [$($rest:ident: $Rest:ty),*]) => {
        #[derive(Component, Default)]
        $(#[$soa])?
        struct $Body {
            speed: f32,
            $($field: $Field,)*
            $($rest: $Rest,)*
        }

        impl $Body {
            fn update(&mut self, dt: f32) {
                let by = self.speed * dt;
                $(self.$field.move_by(by);)*
            }
        }

        pub struct $Way(World);

        impl Bodies for $Way {
            fn new(count: usize) -> Self {
                let world = World::new();
                world.enter(|| Entity::spawn_many(count, |_, _| $Body { speed: SPEED, ..$Body::default() }));
                Self(world)
            }

            fn frame(&mut self) {
                self.0.enter(|| $Body::update_all(DT));
            }

            fn sum(&mut self) -> f64 {
                let mut sum = 0.0;
                self.0.enter(|| $Body::for_each(|body| sum += f64::from(body.y)));
                sum
            }
        }
    };
}

peers::bodies!(make);
