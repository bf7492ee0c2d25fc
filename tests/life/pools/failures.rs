//! Panics and errors lose nothing.

use super::*;

#[test]
fn a_panic_while_one_is_made_leaves_none() {
    let drops = DropCounter::default();
    let pool = glasses(&drops).bounded(2);
    for place in ["supplier", "init"] {
        FAILS.set(place);
        panics(|| pool.take());
        World::flush();
        assert_eq!((World::stats().alive, pool.len()), (0, 0), "{place}");
        FAILS.set(place);
        panics(|| pool.prewarm(1));
        World::flush();
        assert_eq!((World::stats().alive, pool.len()), (0, 0), "{place}");
    }
    assert_eq!(drops.made(), drops.dropped());
    let _ = (pool.take(), pool.take());
    check(&pool, 2, 0);
}

#[test]
fn a_panic_while_one_is_taken_again_parks_it() {
    let drops = DropCounter::default();
    let pool = glasses(&drops);
    let glass = pool.take();
    assert!(pool.give_back(glass));
    for place in ["resetter", "on_enable"] {
        FAILS.set(place);
        panics(|| pool.take());
        assert_eq!(FAILS.get(), "");
        check(&pool, 0, 1);
    }
    let glass = pool.take();
    assert!(glass.generation() > 3, "each try was a life");
    check(&pool, 1, 0);
    glass.kill::<Fragile>();
    pool.give_back(glass);
    for place in ["supplier", "init"] {
        FAILS.set(place);
        panics(|| pool.take());
        assert_eq!(FAILS.get(), "");
        check(&pool, 0, 1);
    }
    let _ = pool.take();
    check(&pool, 1, 0);
    drop(pool);
    World::clear();
    World::flush();
    assert_eq!((drops.made(), drops.dropped()), (3, 3));
}

#[test]
fn a_panic_in_on_disable_parks_all_the_same() {
    let pool = glasses(&DropCounter::default());
    let glass = pool.take();
    FAILS.set("on_disable");
    panics(|| pool.give_back(glass));
    check(&pool, 0, 1);
    assert!(!pool.give_back(glass));
}

#[test]
fn a_panic_at_the_sync_point_after_a_take_parks_and_before_a_give_back_changes_nothing() {
    #[derive(Component)]
    struct Bomb(#[expect(dead_code, reason = "panics in its drop")] PanicsInDrop);
    let pool = glasses(&DropCounter::default());
    let glass = pool.take();
    let bomb = || Entity::spawn().insert(Bomb(PanicsInDrop("bomb")));
    let pending = |call: &dyn Fn()| {
        let bomb = bomb();
        let guard = bomb.borrow();
        bomb.entity().despawn();
        drop(guard);
        call();
    };
    pending(&|| panics(|| pool.give_back(glass)));
    check(&pool, 1, 0);
    pending(&|| panics(|| pool.take()));
    check(&pool, 1, 0);
    pool.give_back(glass);
    let armed = Rc::new(Cell::new(false));
    let arms = armed.clone();
    let pool = Pool::<Bat>::with(
        || (Body(0), Wings(0)),
        move |_| {
            if arms.get() {
                // Drops at the end of the take, the outermost call.
                bomb().entity().despawn();
            }
        },
    );
    let bat = pool.take();
    let first = bat.generation();
    pool.give_back(bat);
    armed.set(true);
    panics(|| pool.take());
    assert_eq!((pool.live().count(), pool.parked()), (0, 1));
    World::flush();
    armed.set(false);
    let bat = pool.take();
    assert!(bat.is_enabled() && bat.generation() == first + 2);
}

#[test]
fn an_error_while_one_is_taken_again_parks_it() {
    #[derive(Component, Default)]
    struct Needs;
    impl Needs {
        fn init(&mut self, _: &Body) {}
    }
    let pool = Pool::<Archetype<(Needs,)>>::new();
    let missing = |error: Result<Entity, PoolError>| {
        matches!(error, Err(PoolError::Add(AddError::MissingSibling { sibling: "Body", .. })))
    };
    assert!(missing(pool.try_take()));
    assert_eq!(World::stats().alive, 0);
    assert_says(&message_of(|| pool.take()), &["`init` of Needs takes Body"]);
}
