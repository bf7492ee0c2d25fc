//! Q1: of many components that wait for a sync point each ends by itself. Of so many it would take minutes.

use std::cell::Cell;

use ecs_core::{Component, Entity, World};

const MANY: usize = 100_000;

thread_local! {
    static ENDED: Cell<usize> = const { Cell::new(0) };
}

#[derive(Component, Default)]
struct Late(u32);

impl Late {
    fn shutdown(&mut self) {
        // It knows its entity, also where that is dead.
        assert_ne!(self.entity(), Entity::NONE);
        ENDED.set(ENDED.get() + 1);
    }
}

#[test]
fn q1_many_end_that_were_borrowed() {
    let all = Entity::spawn_many(MANY, |_, _| Late(0));
    let guards: Vec<_> = all.iter().map(|entity| entity.borrow::<Late>()).collect();
    assert_eq!(Entity::despawn_many(&all), MANY);
    assert_eq!(ENDED.get(), 0);
    drop(guards);
    World::flush();
    assert_eq!((ENDED.get(), Late::count()), (MANY, 0));
}

#[test]
fn q1_many_are_replaced_while_a_view_lives() {
    let all = Entity::spawn_many(MANY, |_, _| Late(0));
    let view = Late::view();
    all.iter().for_each(|entity| _ = entity.insert(Late(1)));
    assert_eq!(view.iter().count(), MANY);
    drop(view);
    World::flush();
    assert!(all.iter().all(|entity| entity.borrow::<Late>().0 == 1));
    assert_eq!(ENDED.get(), MANY);
}
