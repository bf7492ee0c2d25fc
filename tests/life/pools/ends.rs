//! Other worlds, the ends of pools, and many turns.

use super::*;

#[test]
fn seed_s16_a_pool_keeps_its_members_while_another_world_is_current() {
    let bats = Pool::<Bat>::new();
    let (taken, parked) = (bats.take(), bats.take());
    bats.give_back(parked);
    let elsewhere = World::new();
    elsewhere.enter(|| {
        let archetype = std::any::type_name::<(Body, Wings)>();
        let wrong = PoolError::WrongWorld { archetype };
        assert_eq!(bats.try_take(), Err(wrong.clone()));
        assert_eq!(bats.try_prewarm(5), Err(wrong));
        assert_says(&message_of(|| bats.take()), &["pool of (Body, Wings)", "another world", "`enter`"]);
        assert!(!bats.give_back(taken));
        assert_eq!((bats.live().count(), bats.parked(), bats.len()), (0, 0, 0), "none lives here");
        assert_eq!(World::stats().alive, 0);
        let local = Pool::<Bat>::new();
        assert!(local.take().is_alive());
    });
    assert_eq!((live(&bats), bats.parked()), (vec![taken], 1));
    assert_eq!(bats.take().index(), parked.index());
}

#[test]
fn seed_s16_dropping_a_pool_despawns_what_is_parked() {
    let drops = DropCounter::default();
    let pool = glasses(&drops);
    let all: Vec<_> = (0..4).map(|_| pool.take()).collect();
    pool.give_back(all[1]);
    pool.give_back(all[3]);
    take_log();
    drop(pool);
    assert_eq!(all.iter().map(|it| it.is_alive()).collect::<Vec<_>>(), [true, false, true, false]);
    assert_eq!((take_log().len(), drops.dropped()), (4, 2), "with their hooks");
}

#[test]
fn seed_s16_dropping_a_pool_despawns_all_though_a_shutdown_panics() {
    let drops = DropCounter::default();
    let pool = glasses(&drops);
    pool.prewarm(3);
    FAILS.set("shutdown");
    drop(pool);
    assert_eq!(World::stats().alive, 0);
    panics(World::flush); // where the panic goes on
    World::flush();
    assert_eq!((World::stats().alive, drops.dropped()), (0, 3));
}

#[test]
fn seed_s16_the_panic_of_a_pool_that_drops_goes_on_in_the_next_frame_or_ends_with_the_world() {
    let drops = DropCounter::default();
    let fails = || {
        let pool = glasses(&drops);
        pool.prewarm(1);
        FAILS.set("shutdown");
        drop(pool);
        FAILS.set("");
    };
    fails();
    panics(|| update_all(0.1));
    update_all(0.1);
    let world = World::new();
    world.enter(fails);
    drop(world);
    assert_eq!((drops.made(), drops.dropped()), (2, 2));
}

/// A panic that leaves the destructor of a thread-local ends the process.
#[test]
fn seed_s16_a_pool_in_a_thread_local_spares_the_process_a_panic() {
    #[derive(Component)]
    struct Bomb {
        _token: CountedDrop,
        _bomb: PanicsInDrop,
    }
    type Bombs = Pool<Archetype<(Bomb,)>>;
    thread_local!(static BOMBS: RefCell<Option<Bombs>> = const { RefCell::new(None) });
    for is_first in [true, false] {
        let drops = DropCounter::default();
        let inside = drops.clone();
        on_thread(move || {
            if is_first {
                BOMBS.with(|_| ()); // registered before the world: on Linux destroyed after it
            }
            assert!(Entity::spawn().is_alive());
            let make = move || (Bomb { _token: inside.token(), _bomb: PanicsInDrop("on purpose") },);
            let bombs = Bombs::with(make, |_| ());
            bombs.prewarm(3);
            BOMBS.set(Some(bombs));
        });
        assert_eq!((drops.made(), drops.dropped()), (3, 3));
    }
}

#[test]
fn seed_s16_a_pool_that_drops_while_the_thread_unwinds_runs_nothing_until_the_end() {
    let drops = DropCounter::default();
    let pool = glasses(&drops);
    pool.prewarm(2);
    take_log();
    panics(move || {
        let _pool = pool;
        panic!("on");
    });
    assert_eq!((take_log().len(), World::stats().alive), (0, 0));
    World::flush();
    assert_eq!((take_log().len(), drops.dropped()), (4, 2), "their shutdown was owed");
}

#[test]
fn seed_s16_a_pool_may_end_in_a_component_with_its_world_or_thread() {
    #[derive(Component)]
    struct Cave(Pool<Bat>);
    let drops = DropCounter::default();
    let cave = Entity::spawn().insert(Cave(Pool::new()));
    let bat = cave.borrow().0.take();
    assert!(cave.borrow().0.give_back(bat));
    assert!(cave.kill());
    assert!(!bat.is_alive(), "the pool drops at the sync point");

    let world = World::new();
    world.enter(|| {
        let cave = Entity::spawn().insert(Cave(Pool::new()));
        cave.borrow().0.prewarm(3);
    });
    drop(world);

    let counter = drops.clone();
    on_thread(move || {
        thread_local! {
            static GLASSES: RefCell<Option<Pool<Glass>>> = const { RefCell::new(None) };
        }
        let pool = glasses(&counter);
        pool.prewarm(3);
        GLASSES.set(Some(pool));
    });
    assert_eq!((drops.made(), drops.dropped()), (3, 3));

    let late = World::new();
    let pool = late.enter(|| {
        let pool = Pool::<Bat>::new();
        pool.prewarm(2);
        pool
    });
    drop(late);
    drop(pool);
}

#[test]
fn seed_s16_a_closing_world_gives_nothing() {
    thread_local! {
        static SEEN: Cell<Option<PoolError>> = const { Cell::new(None) };
    }
    #[derive(Component)]
    struct Asks(Rc<Pool<Bat>>);
    impl Drop for Asks {
        fn drop(&mut self) {
            SEEN.set(self.0.try_take().err());
        }
    }
    let world = World::new();
    world.enter(|| Entity::spawn().insert(Asks(Rc::new(Pool::new()))));
    drop(world);
    assert_eq!(
        SEEN.take(),
        Some(PoolError::Add(AddError::World { component: None, error: WorldError::Closing }))
    );
}

#[test]
fn seed_s19_a_pool_of_an_archetype_that_lists_a_type_twice_gives_nothing() {
    // Of a type that is not generic it does not compile.
    #[derive(Component, Default)]
    struct Grid<T>(T);
    let pool = Pool::<Archetype<(Grid<u8>, Grid<u8>)>>::new();
    let twice = PoolError::Add(AddError::ListedTwice { component: "Grid<u8>" });
    assert_eq!(pool.try_take(), Err(twice.clone()));
    assert_eq!(pool.try_prewarm(1), Err(twice));
    assert_says(&message_of(|| pool.take()), &["lists Grid<u8> twice"]);
}

// ---- many types, many turns ----

#[test]
fn seed_s16_types_that_are_listed_aside_are_taken_too() {
    struct Number<const N: usize>;
    #[derive(Component, Default)]
    struct Many<const N: usize>(u32);
    impl<const N: usize> Number<N> {
        fn add(entity: Entity) {
            entity.add::<Many<N>>();
        }
    }
    macro_rules! add {
        ($entity:ident: $($tens:literal)*) => {
            $(
                Number::<{ 10 * $tens }>::add($entity);
                Number::<{ 10 * $tens + 1 }>::add($entity);
                Number::<{ 10 * $tens + 2 }>::add($entity);
                Number::<{ 10 * $tens + 3 }>::add($entity);
                Number::<{ 10 * $tens + 4 }>::add($entity);
                Number::<{ 10 * $tens + 5 }>::add($entity);
                Number::<{ 10 * $tens + 6 }>::add($entity);
                Number::<{ 10 * $tens + 7 }>::add($entity);
                Number::<{ 10 * $tens + 8 }>::add($entity);
                Number::<{ 10 * $tens + 9 }>::add($entity);
            )*
        };
    }
    let first = Entity::spawn();
    add!(first: 0 1 2 3 4 5 6);
    let pool = Pool::<Archetype<(Many<3>, Many<62>, Many<63>, Many<69>)>>::new();
    let one = pool.take();
    one.borrow_mut::<Many<69>>().0 = 7;
    pool.give_back(one);
    {
        let _borrowed = one.borrow::<Many<63>>();
        assert_ne!(pool.take().index(), one.index());
    }
    assert_eq!(one.borrow::<Many<3>>().0, 0, "the types before the borrowed one belong to it still");
    let again = pool.take();
    assert_eq!((again.index(), again.generation()), (one.index(), 2));
    assert_eq!(again.borrow::<Many<69>>().0, 7);
    assert!(!one.has::<Many<3>>() && !one.has::<Many<69>>());
}

#[test]
fn seed_s16_a_pool_does_what_two_sets_do() {
    let mut random = Random(11);
    let pool = Pool::<Bat>::new().bounded(40);
    let (mut taken, mut parked) = (Vec::<Entity>::new(), Vec::<Entity>::new());
    let mut stale = Vec::new();
    for step in 0..if cfg!(miri) { 60 } else { 5_000 } {
        let borrowed = taken.first().filter(|_| random.below(4) == 0).map(|entity| entity.borrow::<Wings>());
        match random.below(10) {
            0..4 => match pool.try_take() {
                Ok(bat) => {
                    if let Some(place) = parked.iter().position(|parked| parked.index() == bat.index()) {
                        stale.push(parked.swap_remove(place));
                    }
                    taken.push(bat);
                }
                Err(_) => assert!(taken.len() + parked.len() == 40),
            },
            4..7 if !taken.is_empty() => {
                let bat = taken.swap_remove(random.below(taken.len()));
                assert!(pool.give_back(bat));
                parked.push(bat);
            }
            7 if !taken.is_empty() => assert!(taken.swap_remove(random.below(taken.len())).despawn()),
            8 if !parked.is_empty() => assert!(parked.swap_remove(random.below(parked.len())).despawn()),
            _ => {
                if let Some(&bat) = stale.get(random.below(stale.len().max(1))) {
                    assert!(!pool.give_back(bat) && !bat.is_alive() && !bat.has::<Body>());
                }
            }
        }
        drop(borrowed);
        if step % 7 == 0 {
            update_all(0.0);
        }
        take_log();
        taken.sort();
        assert_eq!(live(&pool), taken, "step {step}");
        assert_eq!((pool.parked(), pool.len()), (parked.len(), taken.len() + parked.len()));
        assert!(parked.iter().all(|bat| bat.is_alive() && !bat.is_enabled() && Bat::matches(*bat)));
        assert!(taken.iter().all(|bat| bat.is_enabled() && Bat::matches(*bat)));
    }
    World::flush();
    assert_eq!(World::stats().stores[0].enabled, taken.len());
    let view = Body::view();
    for &bat in &taken {
        assert_eq!(view[bat.handle::<Body>()].entity(), bat);
    }
}
