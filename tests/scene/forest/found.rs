//! What random forests have found: each a test of its own.

use ecs_core::{Archetype, Component, Entity, Pool, World, update_all};

/// Beside so many others, few that have moved are followed one by one.
const MANY: u32 = if cfg!(miri) { 30 } else { 1_000 };

#[derive(Component, Default)]
struct Hull;

#[test]
fn n3_one_that_was_enabled_while_parked_is_taken_with_all_below_enabled() {
    let pool = Pool::<Archetype<(Hull,)>>::new();
    let hull = pool.take();
    pool.give_back(hull);
    assert!(hull.set_enabled(true));
    let gun = Entity::spawn();
    gun.set_enabled(false);
    gun.child_of(hull);
    let again = pool.take();
    let gun = again.children().next().expect("it has its gun");
    assert!(gun.is_switched_on() && gun.is_enabled());
}

/// What its parent has, and one more.
#[derive(Component, Default)]
#[component(inherits)]
struct Depth {
    own: u32,
    runs: u32,
}

impl Depth {
    fn inherit(&mut self, parent: Option<&Self>) {
        self.own = parent.map_or(0, |parent| parent.own) + 1;
        self.runs += 1;
    }
}

fn depth(own: u32) -> Entity {
    Entity::spawn().with(Depth { own, runs: 0 })
}

#[test]
fn n5_another_parent_under_the_number_of_the_one_before_is_another_one() {
    for others in [0, MANY] {
        (0..others).for_each(|_| _ = depth(0));
        let (before, low) = (depth(0), depth(0));
        low.child_of(before);
        update_all(0.1);
        assert_eq!((low.borrow::<Depth>().own, low.borrow::<Depth>().runs), (2, 1));
        before.detach_children();
        before.despawn();
        let after = depth(10);
        assert_eq!(after.index(), before.index());
        // It does not run, so it does not let its child run either.
        after.handle::<Depth>().set_enabled(false);
        low.child_of(after);
        update_all(0.1);
        assert_eq!((low.borrow::<Depth>().own, low.borrow::<Depth>().runs), (11, 2), "beside {others}");
    }
}

#[test]
fn n5_another_component_of_the_same_parent_is_another_one() {
    let (parent, low) = (depth(0), depth(0));
    low.child_of(parent);
    update_all(0.1);
    parent.kill::<Depth>();
    parent.insert(Depth { own: 10, runs: 0 });
    parent.handle::<Depth>().set_enabled(false);
    update_all(0.1);
    assert_eq!((low.borrow::<Depth>().own, low.borrow::<Depth>().runs), (11, 2));
}

/// Has no hooks, so it leaves at once.
#[derive(Component, Clone, Copy)]
#[component(inherits)]
struct Tone(u32);

impl Tone {
    fn inherit(&mut self, parent: Option<&Self>) {
        self.0 = parent.map_or(0, |parent| parent.0) + 1;
    }
}

#[test]
fn n5_a_row_that_is_left_and_filled_again_is_that_of_another_one() {
    for others in [0, MANY] {
        World::clear();
        let tone = |others: u32| Entity::spawn().with(Tone(others));
        let [free, top] = [Entity::spawn(), tone(0)];
        (0..others).for_each(|_| _ = tone(0));
        let low = tone(0).child_of(top);
        update_all(0.1);
        assert_eq!(low.borrow::<Tone>().0, 2);
        // The last row is closed, and comes again with another owner.
        low.kill::<Tone>();
        assert_eq!(Tone::view().len(), others as usize + 1);
        free.insert(Tone(0));
        update_all(0.1);
        assert_eq!(free.borrow::<Tone>().0, 1, "it is below nobody, beside {others}");
        // A hole that is filled by the next life of its entity index.
        let low = tone(0).child_of(top);
        update_all(0.1);
        low.despawn();
        let again = tone(0);
        assert_eq!(again.index(), low.index());
        update_all(0.1);
        assert_eq!(again.borrow::<Tone>().0, 1, "it is below nobody, beside {others}");
    }
}
