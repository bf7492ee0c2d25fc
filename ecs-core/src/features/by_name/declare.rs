//! [`World::declare`]: types that are known by their names before the first of them is added.

use std::rc::Rc;

use crate::base::all_tuples;
use crate::component::Component;
use crate::error::or_fail;
use crate::life::store_or_new;
use crate::world::{World, WorldCore, with_current_or_new};

use super::error::NameError;

/// A component, a singleton, or a tuple of such lists: what [`World::declare`] names.
pub trait Declared {
    #[doc(hidden)]
    fn __declare(core: &Rc<WorldCore>) -> Result<(), NameError>;
}

impl<T: Component> Declared for T {
    fn __declare(core: &Rc<WorldCore>) -> Result<(), NameError> {
        store_or_new::<T>(core).map_err(|refusal| *refusal)?;
        Ok(())
    }
}

macro_rules! declared {
    ($($part:ident $place:tt),*) => {
        impl<$($part: Declared),*> Declared for ($($part,)*) {
            fn __declare(core: &Rc<WorldCore>) -> Result<(), NameError> {
                $($part::__declare(core)?;)*
                Ok(())
            }
        }
    };
}

all_tuples!(1..=12, declared);

impl World {
    /// Makes types known by their names to the current world before their first add, from which on a type is
    /// known in any case. Makes the thread's world if there is none.
    ///
    /// ```
    /// use ecs_core::{Component, World};
    ///
    /// #[derive(Component)]
    /// struct Enemy;
    ///
    /// #[derive(Component)]
    /// struct Wall;
    ///
    /// World::declare::<(Enemy, Wall)>();
    /// assert_eq!(World::by_name().find_type("Wall")?.count, 0);
    /// # Ok::<(), ecs_core::by_name::NameError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If a hook of a type takes one component twice; while the world is closing.
    #[track_caller]
    pub fn declare<D: Declared>() {
        or_fail(with_current_or_new(D::__declare).map_err(NameError::World).flatten());
    }
}
