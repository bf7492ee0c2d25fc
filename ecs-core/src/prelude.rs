//! The names that a game uses again and again: `use ecs_core::prelude::*;`.
//!
//! ```
//! use ecs_core::prelude::*;
//!
//! #[derive(Component, Default)]
//! struct Rock { y: f32 }
//!
//! #[derive(Singleton, Default)]
//! struct Gravity { pull: f32 }
//!
//! impl Rock {
//!     fn update(&mut self, dt: f32, gravity: &Gravity) {
//!         self.y -= gravity.pull * dt;
//!     }
//! }
//!
//! Gravity::set(Gravity { pull: 2.0 });
//! let rock: Handle<Rock> = Entity::spawn().add();
//! update_all(0.5);
//! assert_eq!(rock.borrow().y, -1.0);
//! ```
//!
//! Not here are names that others give to something of their own, as `Add` and `next_frame`: import these one
//! by one. A name that you import yourself, or define, comes before one of the prelude.

pub use crate::{
    Archetype, Bundle, Commands, Component, Entity, Handle, IntoSystem, Near, PerEntity, Phase, Pool, Query,
    Ref, RefMut, Schedule, Singleton, Time, Timer, View, ViewMut, With, Without, World, every, near, query,
    send_all, time, until, update_all, wait,
};
