//! A tracked type in every shape, with each question that it allows.

use ecs_core::{Added, AnyOf, Changed, Component, Entity, Handle, PerEntity, Tick, Tracked, With, Without, World, query};

#[derive(Component, Default)]
#[component(track)]
struct Unit;

#[derive(Component)]
#[component(track, isolated, capacity = 8)]
enum Either {
    This(u8),
    That,
}

impl Either {
    fn update(&mut self) {
        *self = Self::That;
    }
}

#[derive(Component)]
#[component(track)]
struct Of<T: Clone, const N: usize>([T; N])
where
    T: Copy;

/// A field of its own type keeps the moment.
#[derive(Component, Default)]
struct Seen(Tick);

fn ask<T: Tracked + PerEntity>(handle: Handle<T>, since: Tick) -> (bool, bool) {
    let queried = query::<&T>().filter::<(Changed<T>, With<T>, Without<Seen>)>().since(since).count();
    let either = query::<Entity>().filter::<AnyOf<(Added<T>, Changed<Unit>)>>().since(since).count();
    (handle.changed_since(since) && queried == 1, handle.added_since(since) && either == 1)
}

pub fn main() {
    let unit = Entity::spawn().add::<Unit>();
    assert_eq!(ask(unit, Tick::default()), (true, true));
    assert_eq!(ask(unit, World::tick()), (false, false));
    let either = Entity::spawn().insert(Either::This(1));
    let seen = World::tick();
    ecs_core::update_all(0.0);
    assert!(either.changed_since(seen) && !matches!(*either.borrow(), Either::This(_)));
    let of = Entity::spawn().insert(Of([1, 2]));
    assert_eq!((of.borrow().0, ask(of, seen)), ([1, 2], (true, true)));
}
