//! One failing test for each bug that was found. Put this file and `mod zz_proofs;` into tests/observers/.
use std::any::Any;
use std::cell::RefCell;
use std::panic::catch_unwind;
use std::rc::Rc;

use ecs_core::{
    Add, Archetype, Attach, Component, Detach, Disable, Enable, Entity, Pool, Remove, World, observe,
};

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

/// P1: parked while it is borrowed (or a hook panics), where rows need not change their notified state.
#[test]
fn p1_given_back_while_borrowed_and_off() {
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

/// P1b: the same, by a panic of another's `on_disable`.
#[test]
fn p1b_given_back_where_an_on_disable_panics() {
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
    let _ = catch_unwind(std::panic::AssertUnwindSafe(|| pool.give_back(ship)));
    World::flush();
    assert_eq!(logged(), "p+ 0v1, p on 0v1, p off 0v1, p- 0v1");
}

/// P2: `try_remove` that is refused because an observer keeps a guard: all have heard `Remove`, and it lives.
#[test]
fn p2_remove_refused() {
    observe(|e: &Remove<Plain>| keep(e.get())).forever();
    hear::<Plain>("p");
    let ship = Entity::spawn().with(Plain(1));
    assert!(ship.try_remove::<Plain>().is_err() && ship.has::<Plain>());
    let_go();
    assert_eq!(logged(), "p+ 0v1, p on 0v1, p off 0v1, p- 0v1, p+ 0v1, p on 0v1");
}

/// P2b: a guard kept by an observer of `Disable`.
#[test]
fn p2b_remove_refused_after_disable() {
    observe(|e: &Disable<Plain>| keep(e.get())).forever();
    hear::<Plain>("p");
    let ship = Entity::spawn().with(Plain(1));
    assert!(ship.try_remove::<Plain>().is_err() && ship.has::<Plain>());
    let_go();
    assert_eq!(logged(), "p+ 0v1, p on 0v1, p off 0v1, p on 0v1");
}

/// P3: a parked entity that a hook or an observer enables again stays taken, but is "parked" for observers.
#[test]
fn p3_enabled_by_an_observer_while_it_is_given_back() {
    hear::<Plain>("p");
    observe(|e: &Disable<Burning>| _ = e.entity().set_enabled(true)).forever();
    let pool = Pool::<Archetype<(Plain, Burning)>>::new();
    let e = pool.take();
    assert!(!pool.give_back(e) && pool.live().eq([e]) && e.is_enabled(), "it stays taken");
    assert_eq!(logged(), "p+ 0v1, p on 0v1, p off 0v1, p- 0v1, p+ 0v1, p on 0v1");
}

/// P3b: the same by hooks alone.
#[test]
fn p3b_enabled_by_its_on_disable() {
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

/// P4: `take` that panics after its entity is dead: the index is marked as parked, for whoever gets it next.
#[test]
fn p4_who_gets_the_index_of_a_dead_one_is_unheard() {
    let pool = Pool::<Archetype<(Plain, Boom)>>::new();
    let despawns = observe(|e: &Add<Boom>| _ = e.entity().despawn());
    assert!(catch_unwind(std::panic::AssertUnwindSafe(|| pool.take())).is_err());
    World::flush();
    drop(despawns);
    hear::<Plain>("p");
    let e = Entity::spawn().with(Plain(7));
    assert_eq!((logged(), e.index()), ("p+ 0v2, p on 0v2".into(), 0));
}

/// P5: a child that leaves its parked parent lives, and is there for all but observers.
#[test]
fn p5_a_child_detached_from_a_parked_one() {
    let pool = Pool::<Archetype<(Burning,)>>::new();
    let ship = pool.take();
    let gun = Entity::spawn().with(Plain(1)).child_of(ship);
    hear::<Plain>("p");
    pool.give_back(ship);
    gun.detach();
    assert!(gun.is_enabled());
    assert_eq!(logged(), "p off 1v1, p- 1v1, p+ 1v1, p on 1v1");
}

/// P6: a child that comes to a parked parent gets another name by `take`, and nobody hears.
#[test]
fn p6_a_child_attached_to_a_parked_one() {
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

/// P7: `Attach` and `Detach` are not whole over a pool.
#[test]
fn p7_links_of_a_pool() {
    observe(|e: &Attach| log(format!("+{:?}", e.child()))).forever();
    observe(|e: &Detach| log(format!("-{:?}", e.child()))).forever();
    let pool = Pool::<Archetype<(Burning,)>>::new();
    let ship = pool.take();
    Entity::spawn().child_of(ship);
    pool.give_back(ship);
    let again = pool.take();
    again.despawn();
    assert_eq!(logged(), "+1v1, -1v1, +1v2, -1v2");
}

/// P8: the end of a tag is lost where a `shutdown` panics.
#[test]
fn p8_the_end_of_a_tag_after_a_panic() {
    hear::<Burning>("t");
    let e = Entity::spawn().with(Burning).with(Boom);
    assert!(catch_unwind(|| e.despawn()).is_err());
    World::flush();
    assert_eq!(logged(), "t+ 0v1, t on 0v1, t off 0v1, t- 0v1");
}

/// P9: a tag that had its end is told anew if its dying entity is switched.
#[test]
fn p9_a_tag_comes_back_while_its_entity_dies() {
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

/// P9b: also inside of the telling of its end.
#[test]
fn p9b_a_tag_is_switched_by_who_hears_of_its_end() {
    hear::<Burning>("t");
    observe(|e: &Disable<Burning>| {
        e.entity().set_enabled(false);
        e.entity().set_enabled(true);
    })
    .forever();
    Entity::spawn().with(Burning).despawn();
    assert_eq!(logged(), "t+ 0v1, t on 0v1, t off 0v1, t- 0v1");
}

/// P10: a tag that is replaced while it is told of: its successor is told before all have heard of its end.
#[test]
fn p10_a_tag_is_added_twice() {
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

/// P11: `Remove::get`, the soft form, panics for a tag that is mutably borrowed.
#[test]
fn p11_get_of_a_tag_that_is_borrowed() {
    observe(|e: &Remove<Burning>| _ = e.get()).forever();
    let tag = Entity::spawn().add::<Burning>();
    let _guard = tag.borrow_mut();
    tag.kill();
}

/// P11b: and shows the tag of another entity.
#[test]
fn p11b_get_of_a_tag_whose_index_is_used_anew() {
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

/// P12: a value that was replaced while it is borrowed, before anybody observes.
#[test]
fn p12_replaced_while_borrowed_before_anybody_observes() {
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

/// P13: `with_existing` tells a second time what the sync point inside of it tells.
#[test]
fn p13_with_existing_twice() {
    let _first = observe(|_: &Add<Plain>| ());
    Entity::spawn().insert(Plain(1));
    let b = Entity::spawn().insert(Plain(2));
    let guard = b.borrow();
    b.entity().insert(Plain(3));
    drop(guard);
    let _all = observe(|e: &Add<Plain>| log(format!("+{}", e.borrow().0))).with_existing();
    assert_eq!(logged().matches("+3").count(), 1);
}

/// P14: `Enable` with existing tells of those that are not told as there, and leaves out whose end is to come.
#[test]
fn p14_enable_with_existing() {
    let pool = Pool::<Archetype<(Plain,)>>::new();
    let e = pool.take();
    pool.give_back(e);
    e.set_enabled(true);
    let _a = observe(|_: &Add<Plain>| log("+")).with_existing();
    let _b = observe(|_: &Enable<Plain>| log("on")).with_existing();
    assert_eq!(logged(), "");
}

#[test]
fn p14b_disable_without_enable() {
    let p = Entity::spawn().insert(Plain(1));
    let g = p.borrow();
    p.set_enabled(false);
    let _b = observe(|_: &Enable<Plain>| log("on")).with_existing();
    let _d = observe(|_: &Disable<Plain>| log("off"));
    drop(g);
    World::flush();
    assert_eq!(logged(), "on, off");
}

/// P15: closures that hear of one life by two observers get it out of order, where one of them spawns.
#[test]
fn p15_all_hear_of_one_thing_before_what_becomes_of_it() {
    let mut first = true;
    observe(move |e: &Add<Plain>| {
        log(format!("+{:?}", e.entity()));
        if std::mem::take(&mut first) {
            Entity::spawn().with(Plain(2)).despawn();
        }
    })
    .forever();
    observe(|e: &Remove<Plain>| log(format!("-{:?}", e.entity()))).forever();
    Entity::spawn().with(Plain(1));
    assert_eq!(logged(), "+0v1, +1v1, -1v1");
}

/// P16: who was ended by `World::reset` is called all the same.
#[test]
fn p16_reset_ends_all() {
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

/// P17: a panic of what a closure has captured, in a `reset` inside of it: nobody hears of children again.
#[test]
fn p17_children_are_never_told_again() {
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

/// P21: `Remove::get` panics if a component that is parked and enabled was borrowed for writing by who heard `Disable`.
#[test]
fn p21_parked_and_enabled_is_written_while_its_end_is_told() {
    observe(|e: &Disable<Plain>| keep(e.handle().borrow_mut())).forever();
    observe(|e: &Remove<Plain>| _ = e.get()).forever();
    let pool = Pool::<Archetype<(Burning, Plain)>>::new();
    let e = pool.take();
    observe(|e: &Disable<Burning>| _ = e.entity().set_enabled(true)).forever();
    pool.give_back(e);
    let_go();
}

/// P18: `World::reset` that panics by a capture leaves other closures observing.
#[test]
fn p18_reset_stops_at_the_first_panic() {
    let captured = Panics;
    observe(move |_: &Add<Burning>| _ = &captured).forever();
    observe(|_: &Add<Plain>| log("heard")).forever();
    assert!(catch_unwind(World::reset).is_err());
    Entity::spawn().with(Plain(1));
    assert_eq!(logged(), "");
}

/// P19: what is observed and waits costs O(n) each.
#[test]
fn p19_quadratic() {
    let time = |observed: bool| {
        World::reset();
        if observed {
            observe(|_: &Remove<Plain>| ()).forever();
        }
        let all = Entity::spawn_many(4_000, |i, _| Plain(i as u32));
        let _guard = Entity::spawn().insert(Plain(0)).borrow();
        Entity::despawn_many(&all);
        let begin = std::time::Instant::now();
        (0..4_000).for_each(|i| _ = Entity::spawn().with(Plain(i)));
        begin.elapsed()
    };
    let (without, with) = (time(false), time(true));
    assert!(with < without * 10, "{with:?}, unobserved {without:?}");
}

/// P20: memory: closures ended on other threads stay until somebody is told.
#[test]
fn p20_closures_dropped_elsewhere_stay() {
    let shared = std::sync::Arc::new(());
    for _ in 0..100 {
        let captured = shared.clone();
        let observer = observe(move |_: &Remove<Burning>| _ = &captured);
        std::thread::spawn(move || drop(observer)).join().unwrap();
        World::flush();
    }
    assert!(std::sync::Arc::strong_count(&shared) < 5);
}

#[allow(dead_code)]
fn _unused(_: Rc<()>) {}
