//! What several threads read is `Sync`, and what they write is `Send`; an interface that they call is `Send`.
//!
//! The function has the bound of `Query::par_each`. So the texts quote this file, and none of the library.

use std::cell::Cell;
use std::fmt::Debug;
use std::rc::Rc;

use ecs_core::hook::ParTerms;
use ecs_core::{Component, QueryData, every, query};

#[derive(Component)]
struct Plane {
    seen: Cell<u32>,
    crew: Rc<u32>,
}

fn visit<Q: QueryData<Terms: ParTerms>>() {
    query::<Q>().par_each(|_| ());
}

fn main() {
    visit::<(&Plane,)>(); //~ ERROR the query borrows something that other threads may not have
    visit::<&mut Plane>(); //~ ERROR the query borrows something that other threads may not have
    every::<dyn Debug>().par_each(|one| drop(one)); //~ ERROR the method `par_each` exists for struct
}
