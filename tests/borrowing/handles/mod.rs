//! Laws H1 to H5: what a handle is, how it borrows, and what its refusals say.

mod guards;
mod ids;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;
use std::hash::Hash;
use std::rc::Rc;

use ecs_core::{
    BorrowError, Borrower, Component, Entity, Handle, Ref, RefMut, World, WorldError, update_all,
};

use crate::support::{Random, assert_says, live_tokens, message_of};
#[cfg(debug_assertions)]
use {crate::support::caught, ecs_core::query};

#[derive(Component, Default, Debug, PartialEq)]
struct Body {
    y: f32,
}

#[derive(Component, Clone, Copy, Debug, PartialEq)]
struct Spot(u32);

fn body(y: f32) -> Handle<Body> {
    Entity::spawn().insert(Body { y })
}
