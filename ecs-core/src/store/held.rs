//! [`Held`]: why a query cannot give the component of an entity: something else has borrowed it.

use core::cell::{Cell, OnceCell};
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;
use std::rc::Rc;
use crate::error::{QueryError, fail};
use crate::ids::Entity;
use crate::world::{Frozen, WorldCore};

use super::borrower::Conflict;

/// What a join cannot visit, because something else has borrowed it.
pub(crate) struct Held {
    pub(crate) component: &'static str,
    pub(crate) entity: Entity,
    pub(crate) conflict: Conflict,
}
