//! The derive in a hostile place: ecs-core renamed, no prelude, the names of `std` taken, every warning an error.
#![no_implicit_prelude]
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs)]
#![allow(dead_code, reason = "the names that are taken are not used")]

mod taken {
    //! Names that the derive's output must not fall for.
    pub struct Option;
    pub struct Some;
    pub struct Vec;
    pub struct Result;
    pub struct PhantomData;
    pub struct StoreCell;
    pub struct Spec;
    pub mod core {}
    pub mod std {}
    pub mod ecs_core {}
}
#[allow(unused_imports, reason = "they are taken, not used")]
use taken::*;

/// Moves.
#[derive(::engine::Component)]
#[component(crate = "::engine")]
pub struct Wheel {
    /// Turns so far.
    pub turns: f32,
}

impl Wheel {
    fn update(&mut self, dt: f32, car: ::core::option::Option<&Car>) {
        if let ::core::option::Option::Some(car) = car {
            self.turns += car.speed * dt;
        }
    }
}

/// Has a wheel.
#[derive(::engine::Component)]
#[component(crate = ::engine, before(Wheel), init, capacity = 4)]
pub struct Car {
    /// In turns a second.
    pub speed: f32,
    /// Its wheel, on the same entity.
    pub wheel: ::engine::Handle<Wheel>,
}

impl Car {
    fn init(&mut self, entity: ::engine::Entity) {
        self.wheel = entity.insert(Wheel { turns: 0.0 });
    }
}

#[cfg(test)]
mod tests {
    use ::core::assert_eq;
    use ::engine::{Entity, Handle, update_all};

    #[test]
    fn the_derive_works_under_another_name() {
        let car = Entity::spawn().insert(super::Car { speed: 2.0, wheel: Handle::NULL });
        update_all(0.5);
        update_all(0.5);
        assert_eq!(car.borrow().wheel.borrow().turns, 2.0);
    }
}
