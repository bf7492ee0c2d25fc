//! Each form of `inherits`.

use ecs_core::{Changed, Component, Entity, Inherits, query};

mod places {
    pub fn follow(own: &mut super::ByFunction, parent: Option<&super::ByFunction>) {
        own.0 = parent.map_or(1, |parent| parent.0 + 1);
    }
}

#[derive(Component, Clone)]
#[component(inherits, track)]
struct Tracked(u32);

impl Tracked {
    fn inherit(&mut self, parent: Option<&Self>) {
        self.0 = parent.map_or(1, |parent| parent.0 + 1);
    }
}

#[derive(Component, Clone)]
#[component(inherits = follow)]
struct Renamed {
    depth: u32,
}

impl Renamed {
    fn follow(&mut self, parent: Option<&Renamed>) {
        self.depth = parent.map_or(1, |parent| parent.depth + 1);
    }
    // Not a hook here: the key names another method.
    fn inherit(&self) -> u32 {
        self.depth
    }
}

#[derive(Component, Clone)]
#[component(inherits = crate::inherits::places::follow)]
struct ByFunction(u32);

#[derive(Component, Clone)]
#[component(inherits, parallel(inherit, late_update))]
struct Parallel(u32);

impl Parallel {
    fn late_update(&mut self) {}
    fn inherit(&mut self, parent: Option<&Parallel>) {
        self.0 = parent.map_or(1, |parent| parent.0 + 1);
    }
}

#[derive(Component, Clone)]
#[component(inherits)]
struct Generic<T: Clone>(T, u32);

impl<T: Clone> Generic<T> {
    fn inherit(&mut self, parent: Option<&Generic<T>>) {
        self.1 = parent.map_or(1, |parent| parent.1 + 1);
    }
}

fn inherits<T: Inherits>() {}

pub fn main() {
    inherits::<Tracked>();
    inherits::<Generic<String>>();
    let top = Entity::spawn().with(Tracked(0)).with(Renamed { depth: 0 }).with(ByFunction(0));
    let low = Entity::spawn().with(Tracked(0)).with(Renamed { depth: 0 }).with(ByFunction(0)).child_of(top);
    top.insert(Parallel(0));
    low.insert(Parallel(0));
    low.insert(Generic(String::new(), 0));
    ecs_core::update_all(0.1);
    assert_eq!((low.borrow::<Tracked>().0, low.borrow::<Renamed>().inherit()), (2, 2));
    assert_eq!((low.borrow::<ByFunction>().0, low.borrow::<Parallel>().0), (2, 2));
    assert_eq!(low.borrow::<Generic<String>>().1, 1);
    assert_eq!(query::<&Tracked>().filter::<Changed<Tracked>>().iter().count(), 2);
}
