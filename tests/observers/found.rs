//! What was found: pairs that were not whole, by pools, tags, guards, panics and observers that meddle.
use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_core::{Add, Archetype, Attach, Component, Disable, Enable, Entity, Pool, Remove, World, observe};

use crate::support::log;
use crate::{Plain, logged};

#[derive(Component, Default)]
struct Burning;

#[derive(Component, Default)]
struct Boom;
impl Boom {
    fn shutdown(&mut self) {
        panic!("boom")
    }
}

thread_local! { static KEPT: RefCell<Vec<Box<dyn Any>>> = RefCell::default(); }
fn keep(guard: impl Any) {
    KEPT.with_borrow_mut(|kept| kept.push(Box::new(guard)));
}
fn let_go() {
    drop(KEPT.take());
    World::flush();
}

fn hear<T: Component>(name: &'static str) {
    observe(move |e: &Add<T>| log(format!("{name}+ {:?}", e.entity()))).forever();
    observe(move |e: &Enable<T>| log(format!("{name} on {:?}", e.entity()))).forever();
    observe(move |e: &Disable<T>| log(format!("{name} off {:?}", e.entity()))).forever();
    observe(move |e: &Remove<T>| log(format!("{name}- {:?}", e.entity()))).forever();
}

/// Parked while it is borrowed (or a hook panics), where rows need not change their notified state.
#[test]
fn d6_what_is_borrowed_and_off_when_it_is_given_back_ends_once_it_is_free() {
    hear::<Plain>("p");
    let pool = Pool::<Archetype<(Plain,)>>::new();
    let ship = pool.take();
    ship.handle::<Plain>().set_enabled(false);
    let guard = ship.borrow::<Plain>();
    pool.give_back(ship);
    drop(guard);
    World::flush();
    assert_eq!(logged(), "p+ 0v1, p on 0v1, p off 0v1, p- 0v1");
}

/// The same, by a panic of another's `on_disable`.
#[test]
fn d6_a_panic_in_on_disable_keeps_no_other_end_of_a_pool_from_being_told() {
    #[derive(Component, Default)]
    struct First;
    impl First {
        fn on_disable(&mut self) {
            panic!("first")
        }
    }
    let pool = Pool::<Archetype<(First, Plain)>>::new();
    hear::<Plain>("p");
    let ship = pool.take();
    ship.handle::<Plain>().set_enabled(false);
    let _ = catch_unwind(AssertUnwindSafe(|| pool.give_back(ship)));
    World::flush();
    assert_eq!(logged(), "p+ 0v1, p on 0v1, p off 0v1, p- 0v1");
}

/// `try_remove` that is refused because an observer keeps a guard: all have heard `Remove`, and it lives.
#[test]
fn d6_a_remove_that_was_refused_is_a_new_beginning() {
    observe(|e: &Remove<Plain>| keep(e.get())).forever();
    hear::<Plain>("p");
    let ship = Entity::spawn().with(Plain(1));
    assert!(ship.try_remove::<Plain>().is_err() && ship.has::<Plain>());
    let_go();
    assert_eq!(logged(), "p+ 0v1, p on 0v1, p off 0v1, p- 0v1, p+ 0v1, p on 0v1");
}

/// A guard kept by an observer of `Disable`.
#[test]
fn d6_a_remove_that_was_refused_after_disable_is_a_new_beginning() {
    observe(|e: &Disable<Plain>| keep(e.get())).forever();
    hear::<Plain>("p");
    let ship = Entity::spawn().with(Plain(1));
    assert!(ship.try_remove::<Plain>().is_err() && ship.has::<Plain>());
    let_go();
    assert_eq!(logged(), "p+ 0v1, p on 0v1, p off 0v1, p on 0v1");
}

/// A parked entity that a hook or an observer enables again stays taken, but is "parked" for observers.
#[test]
fn d6_what_an_observer_keeps_from_being_parked_is_there_again() {
    hear::<Plain>("p");
    observe(|e: &Disable<Burning>| _ = e.entity().set_enabled(true)).forever();
    let pool = Pool::<Archetype<(Plain, Burning)>>::new();
    let e = pool.take();
    assert!(!pool.give_back(e) && pool.live().eq([e]) && e.is_enabled(), "it stays taken");
    assert_eq!(logged(), "p+ 0v1, p on 0v1, p off 0v1, p- 0v1, p+ 0v1, p on 0v1");
}

/// The same by hooks alone.
#[test]
fn d6_what_its_on_disable_keeps_from_being_parked_is_there_again() {
    #[derive(Component, Default)]
    struct Stubborn;
    impl Stubborn {
        fn on_disable(&mut self, me: Entity) {
            me.set_enabled(true);
        }
    }
    hear::<Plain>("p");
    let pool = Pool::<Archetype<(Plain, Stubborn)>>::new();
    let e = pool.take();
    assert!(!pool.give_back(e) && e.is_enabled(), "it stays taken");
    World::flush();
    logged();
    e.insert(Plain(2));
    assert_eq!(logged(), "p off 0v1, p- 0v1, p+ 0v1, p on 0v1");
}

/// `take` that panics after its entity is dead: the index is marked as parked, for whoever gets it next.
#[test]
fn d6_who_gets_the_index_of_one_that_died_in_its_take_is_heard() {
    let pool = Pool::<Archetype<(Plain, Boom)>>::new();
    let despawns = observe(|e: &Add<Boom>| _ = e.entity().despawn());
    assert!(catch_unwind(AssertUnwindSafe(|| pool.take())).is_err());
    World::flush();
    drop(despawns);
    hear::<Plain>("p");
    let e = Entity::spawn().with(Plain(7));
    assert_eq!((logged(), e.index()), ("p+ 0v2, p on 0v2".into(), 0));
}

/// A child that leaves its parked parent lives, and is there for all but observers.
#[test]
fn d6_a_child_that_leaves_a_parked_parent_is_there_again() {
    let pool = Pool::<Archetype<(Burning,)>>::new();
    let ship = pool.take();
    let gun = Entity::spawn().with(Plain(1)).child_of(ship);
    hear::<Plain>("p");
    pool.give_back(ship);
    gun.detach();
    assert!(gun.is_enabled());
    assert_eq!(logged(), "p off 1v1, p- 1v1, p+ 1v1, p on 1v1");
}

/// A child that comes to a parked parent gets another name by `take`, and nobody hears.
#[test]
fn d6_a_child_below_a_parked_parent_is_not_there() {
    let pool = Pool::<Archetype<(Burning,)>>::new();
    let ship = pool.take();
    pool.give_back(ship);
    hear::<Plain>("p");
    let gun = Entity::spawn().with(Plain(1));
    gun.child_of(ship);
    pool.take();
    assert!(!gun.is_alive());
    assert_eq!(logged(), "p+ 1v1, p on 1v1, p off 1v1, p- 1v1, p+ 1v2, p on 1v2");
}

/// The end of a tag is lost where a `shutdown` panics.
#[test]
fn o1_the_end_of_a_tag_is_told_after_a_panic() {
    hear::<Burning>("t");
    let e = Entity::spawn().with(Burning).with(Boom);
    assert!(catch_unwind(|| e.despawn()).is_err());
    World::flush();
    assert_eq!(logged(), "t+ 0v1, t on 0v1, t off 0v1, t- 0v1");
}

/// A tag that had its end is told anew if its dying entity is switched.
#[test]
fn o1_a_tag_does_not_come_back_while_its_entity_dies() {
    let _ = Entity::spawn().with(Plain(0));
    observe(|e: &Remove<Plain>| {
        e.entity().set_enabled(false);
        e.entity().set_enabled(true);
    })
    .forever();
    hear::<Burning>("t");
    Entity::spawn().with(Plain(1)).with(Burning).despawn();
    assert_eq!(logged(), "t+ 1v1, t on 1v1, t off 1v1, t- 1v1");
}

/// Also inside of the telling of its end.
#[test]
fn o1_a_tag_that_ends_is_switched_no_more() {
    hear::<Burning>("t");
    observe(|e: &Disable<Burning>| {
        e.entity().set_enabled(false);
        e.entity().set_enabled(true);
    })
    .forever();
    Entity::spawn().with(Burning).despawn();
    assert_eq!(logged(), "t+ 0v1, t on 0v1, t off 0v1, t- 0v1");
}

/// A tag that is replaced while it is told of: its successor is told before all have heard of its end.
#[test]
fn o2_a_tag_that_is_replaced_while_it_is_told_of_ends_first() {
    let mut first = true;
    hear::<Burning>("t");
    observe(move |e: &Add<Burning>| {
        if std::mem::take(&mut first) {
            e.entity().insert(Burning);
        }
    })
    .forever();
    observe(|e: &Remove<Burning>| _ = e.entity().set_enabled(false)).forever();
    Entity::spawn().add::<Burning>();
    assert_eq!(logged(), "t+ 0v1, t- 0v1, t+ 0v1");
}

/// `Remove::get`, the soft form, panics for a tag that is mutably borrowed.
#[test]
fn o1_a_tag_that_is_mutably_borrowed_is_not_read() {
    observe(|e: &Remove<Burning>| _ = e.get()).forever();
    let tag = Entity::spawn().add::<Burning>();
    let _guard = tag.borrow_mut();
    tag.kill();
}

/// And shows the tag of another entity.
#[test]
fn o1_a_tag_whose_index_is_used_anew_is_not_read() {
    observe(|e: &Remove<Burning>| {
        if let Some(tag) = e.get() {
            assert_eq!(tag.entity(), e.entity());
        }
    })
    .forever();
    let mut first = true;
    observe(move |e: &Remove<Burning>| {
        if std::mem::take(&mut first) {
            e.entity().despawn();
            Entity::spawn().with(Burning);
        }
    })
    .forever();
    Entity::spawn().add::<Burning>().kill();
}

/// A value that was replaced while it is borrowed, before anybody observes.
#[test]
fn o1_what_was_replaced_before_anybody_observed_ends_unheard() {
    let plain = Entity::spawn().insert(Plain(1));
    let guard = plain.borrow();
    plain.entity().insert(Plain(2));
    hear::<Plain>("p");
    let _all = observe(|e: &Add<Plain>| log(format!("all {:?}", e.entity()))).with_existing();
    drop(guard);
    World::flush();
    plain.entity().despawn();
    assert_eq!(logged(), "all 0v1, p off 0v1, p- 0v1", "one life, one end");
}

/// `with_existing` tells a second time what the sync point inside of it tells.
#[test]
fn o1_what_exists_is_told_once() {
    let _first = observe(|_: &Add<Plain>| ());
    Entity::spawn().insert(Plain(1));
    let b = Entity::spawn().insert(Plain(2));
    let guard = b.borrow();
    b.entity().insert(Plain(3));
    drop(guard);
    let _all = observe(|e: &Add<Plain>| log(format!("+{}", e.borrow().0))).with_existing();
    assert_eq!(logged().matches("+3").count(), 1);
}

/// `Enable` with existing tells of those that are not told as there, and leaves out whose end is to come.
#[test]
fn o1_what_is_parked_does_not_exist() {
    let pool = Pool::<Archetype<(Plain,)>>::new();
    let e = pool.take();
    pool.give_back(e);
    e.set_enabled(true);
    let _a = observe(|_: &Add<Plain>| log("+")).with_existing();
    let _b = observe(|_: &Enable<Plain>| log("on")).with_existing();
    assert_eq!(logged(), "");
}

/// The children of what is parked exist once they are detached: all of them, also where an observer panics.
#[test]
fn o2_a_panic_for_a_child_that_leaves_what_is_parked_keeps_nobody_from_hearing_of_the_next() {
    let pool = Pool::<Archetype<(Burning,)>>::new();
    let parked = pool.take();
    pool.give_back(parked);
    parked.set_enabled(true);
    let [first, second] = [1, 2].map(|n| {
        let child = Entity::spawn();
        child.child_of(parked);
        child.with(Plain(n))
    });
    hear::<Plain>("p");
    observe(move |e: &Add<Plain>| assert_ne!(e.entity(), first, "too much")).forever();
    let detached = catch_unwind(|| parked.detach_children());
    assert!(detached.is_err() && first.parent().is_none() && second.parent().is_none());
    World::flush();
    assert_eq!(logged(), format!("p+ {first:?}, p on {first:?}, p+ {second:?}, p on {second:?}"));
}

/// The same of what is taken: one observer detaches a child, then panics.
#[test]
fn o2_a_child_that_is_detached_while_its_parent_is_taken_is_heard_of() {
    let pool = Pool::<Archetype<(Burning,)>>::new();
    let parked = pool.take();
    let child = Entity::spawn().insert(Plain(1)).entity();
    child.child_of(parked);
    pool.give_back(parked);
    parked.set_enabled(true);
    hear::<Plain>("p");
    observe(|e: &Add<Burning>| {
        e.entity().first_child().unwrap().detach();
        panic!("too much")
    })
    .forever();
    assert!(catch_unwind(AssertUnwindSafe(|| pool.take())).is_err());
    World::flush();
    assert_eq!(logged(), "p+ 1v2, p on 1v2");
}

#[test]
fn o1_what_is_still_to_be_disabled_exists_as_enabled() {
    let p = Entity::spawn().insert(Plain(1));
    let g = p.borrow();
    p.set_enabled(false);
    let _b = observe(|_: &Enable<Plain>| log("on")).with_existing();
    let _d = observe(|_: &Disable<Plain>| log("off"));
    drop(g);
    World::flush();
    assert_eq!(logged(), "on, off");
}

/// Who was ended by `World::reset` is called all the same.
#[test]
fn o2_whom_a_reset_has_ended_hears_nothing_more() {
    observe(|_: &Add<Plain>| World::reset()).forever();
    observe(|_: &Add<Plain>| log("heard")).forever();
    Entity::spawn().with(Plain(1));
    assert_eq!(logged(), "");
}

struct Panics;
impl Drop for Panics {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            panic!("capture");
        }
    }
}

/// A panic of what a closure has captured, in a `reset` inside of it: nobody hears of children again.
#[test]
fn o2_a_panic_of_a_capture_keeps_nobody_from_hearing_of_children() {
    let captured = Panics;
    observe(move |_: &Attach| {
        let _ = &captured;
        World::reset();
    })
    .forever();
    let a = Entity::spawn();
    let _ = catch_unwind(|| Entity::spawn().child_of(a));
    observe(|_: &Attach| log("attached")).forever();
    let a = Entity::spawn();
    Entity::spawn().child_of(a);
    assert_eq!(logged(), "attached");
}

/// `Remove::get` panics if a component that is parked and enabled was borrowed for writing by who heard
/// `Disable`.
#[test]
fn o1_get_is_soft_also_where_an_observer_writes() {
    observe(|e: &Disable<Plain>| keep(e.handle().borrow_mut())).forever();
    observe(|e: &Remove<Plain>| _ = e.get()).forever();
    let pool = Pool::<Archetype<(Burning, Plain)>>::new();
    let e = pool.take();
    observe(|e: &Disable<Burning>| _ = e.entity().set_enabled(true)).forever();
    pool.give_back(e);
    let_go();
}

/// `World::reset` that panics by a capture leaves other closures observing.
#[test]
fn o2_a_reset_ends_all_closures_though_one_panics() {
    let captured = Panics;
    observe(move |_: &Add<Burning>| _ = &captured).forever();
    observe(|_: &Add<Plain>| log("heard")).forever();
    assert!(catch_unwind(World::reset).is_err());
    Entity::spawn().with(Plain(1));
    assert_eq!(logged(), "");
}

/// Memory: closures ended on other threads stay until somebody is told.
#[test]
fn o2_closures_that_were_ended_elsewhere_do_not_pile_up() {
    let shared = std::sync::Arc::new(());
    for _ in 0..100 {
        let captured = shared.clone();
        let observer = observe(move |_: &Remove<Burning>| _ = &captured);
        std::thread::spawn(move || drop(observer)).join().unwrap();
        World::flush();
    }
    assert!(std::sync::Arc::strong_count(&shared) < 5);
}
