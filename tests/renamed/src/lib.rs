//! The derive in a hostile crate: `ecs-core` has another name, there is no prelude, the names of `std` mean
//! something else, and every warning is an error.
//!
//! It fails to compile if the derive writes a path without its root, or `::ecs_core`, or code that needs the
//! prelude. The test at the end runs what was compiled.
#![no_implicit_prelude]
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs)]

/// Not `core`.
pub mod core {}
/// Not `std`.
pub mod std {}
/// Not `alloc`.
pub mod alloc {}
/// Not the crate that the derive looks for where no key says otherwise.
pub mod ecs_core {}

/// Has it under a third name.
pub mod again {
    pub use ::engine as components;
}

/// Not an `Option`.
pub struct Option;
/// Not in an `Option`.
pub struct Some;
/// Not in an `Option`.
pub struct None;
/// Not a `Vec`.
pub struct Vec;
/// Not a `Result`.
pub struct Result;
/// Not a `Box`.
pub struct Box;
/// Not a `String`.
pub struct String;
/// Not the marker.
pub struct PhantomData;
/// Not that of `Send`, `Fn` or `Sized`.
pub trait Send {}
/// Not that of `Send`, `Fn` or `Sized`.
pub trait Fn {}
/// Not the one that is derived.
pub trait Component {}
/// Not that of `Default`.
pub trait Default {
    /// Not the default.
    fn default() -> u8 {
        1
    }
}
impl<T> Default for T {}

/// Turns: all hooks are found by their names.
#[derive(::engine::Component, ::core::default::Default)]
#[component(crate = "::engine")]
pub struct Wheel {
    /// How often it turned.
    pub turns: f32,
    /// The hooks that ran.
    pub ran: ::std::vec::Vec<&'static str>,
}

impl Wheel {
    fn init(&mut self, car: ::core::option::Option<&Car>) {
        ::core::assert!(car.is_some());
        self.ran.push("init");
    }

    fn update(&mut self, dt: f32, car: &Car) {
        self.turns += car.speed * dt;
        self.ran.push("update");
    }

    fn on_disable(&mut self) {
        self.ran.push("on_disable");
    }

    fn on_enable(&mut self) {
        self.ran.push("on_enable");
    }

    fn shutdown(&mut self, car: ::core::option::Option<&mut Car>) {
        if let ::core::option::Option::Some(car) = car {
            car.speed = 0.0;
        }
    }
}

/// Has a wheel: all keys are used.
#[derive(::engine::Component)]
#[component(crate = ::engine, init, update = self::slow_down, shutdown = none)]
#[component(before(Wheel), after(Map<u8>), capacity = 4)]
#[component(isolated)]
pub struct Car {
    /// In turns a second.
    pub speed: f32,
    /// Its wheel, on the same entity.
    pub wheel: ::engine::Handle<Wheel>,
}

impl Car {
    fn init(&mut self, entity: ::engine::Entity) {
        self.wheel = entity.handle();
    }
}

fn slow_down(car: &mut Car) {
    car.speed -= 1.0;
}

/// A generic one.
#[derive(::engine::Component)]
#[component(crate = "crate::again::components", update)]
pub struct Map<T: ::core::marker::Copy> {
    /// Something.
    pub tile: T,
    /// How often it was updated.
    pub updates: u32,
}

impl<T: ::core::marker::Copy> Map<T> {
    fn update(&mut self) {
        self.updates += 1;
    }
}

/// Without the key: the manifest says the name.
#[derive(::engine::Component)]
#[component(transient)]
pub struct Seat {
    /// How often it was updated.
    pub updates: u32,
}

impl Seat {
    fn update(&mut self) {
        self.updates += 1;
    }
}

/// Both on an entity.
#[derive(::engine::Bundle)]
pub struct Row {
    /// Has a number.
    pub seat: Seat,
    /// Shines on it.
    pub light: Light,
}

/// What a query gives.
#[derive(::engine::QueryData)]
pub struct Seen<'w> {
    /// Read.
    pub seat: &'w Seat,
    /// Written to.
    pub light: &'w mut Light,
}

/// The same, found by the key.
#[derive(::engine::QueryData)]
#[query_data(crate = crate::again::components)]
pub struct SeenAgain<'w> {
    /// Read.
    pub seat: &'w Seat,
}

/// What a system takes.
#[derive(::engine::SystemParam)]
pub struct Hall<'w> {
    /// Read.
    pub seats: ::engine::Query<'w, &'w Seat>,
    /// Kept for later.
    pub commands: ::engine::Commands<'w>,
}

/// The same, found by the key.
#[derive(::engine::SystemParam)]
#[system_param(crate = crate::again::components)]
pub struct HallAgain<'w> {
    /// One of the same kind.
    pub hall: Hall<'w>,
}

/// One with variants, and with older forms.
#[derive(::engine::Component)]
#[component(crate = self::again::components)]
#[component(save = "light", was("lamp" => |frames: u32| Light::On(frames), 1 => Self::from_whether))]
pub enum Light {
    /// Dark.
    Off,
    /// Bright.
    On(u32),
}

impl Light {
    fn from_whether(is_on: bool) -> Self {
        if is_on { Self::On(0) } else { Self::Off }
    }

    fn update(&mut self, dt: f32) {
        *self = match self {
            Self::Off => Self::On(1),
            Self::On(_) if dt < 0.1 => Self::Off,
            Self::On(frames) => Self::On(*frames + 1),
        };
    }
}

#[cfg(test)]
mod tests {
    use ::core::{assert, assert_eq, matches};
    use ::engine::{Entity, Handle, update_all};

    use super::{Car, HallAgain, Light, Map, Row, Seat, Seen, SeenAgain, Wheel};

    #[test]
    fn the_derive_works_under_another_name() {
        let entity = Entity::spawn();
        let car = entity.insert(Car { speed: 3.0, wheel: Handle::NULL });
        let wheel = entity.add::<Wheel>();
        let map = entity.insert(Map { tile: 'a', updates: 0 });
        let light = entity.insert(Light::Off);
        assert!(car.borrow().wheel == wheel);
        update_all(0.5);
        update_all(0.5);
        entity.set_enabled(false);
        update_all(0.5);
        entity.set_enabled(true);
        assert_eq!(wheel.borrow().turns, 1.0 + 0.5);
        assert_eq!(wheel.borrow().ran, ["init", "on_enable", "update", "update", "on_disable", "on_enable"]);
        assert_eq!((map.borrow().tile, map.borrow().updates), ('a', 2));
        assert!(matches!(*light.borrow(), Light::On(2)));
        let row = Entity::spawn_with(Row { seat: Seat { updates: 7 }, light: Light::Off });
        for Seen { seat, light } in &mut ::engine::query::<Seen>() {
            *light = Light::On(seat.updates);
        }
        assert!(matches!(*row.borrow::<Light>(), Light::On(7)));
        let mut seen = 0;
        let take = |hall: HallAgain| assert_eq!(hall.hall.seats.count(), 1);
        ::engine::Schedule::new().add(::engine::local(take)).run(0.1);
        for SeenAgain { seat } in &::engine::query::<SeenAgain>() {
            seen += seat.updates;
        }
        assert_eq!(seen, 7);
        wheel.kill();
        assert!(car.borrow().speed == 0.0);
    }
}
