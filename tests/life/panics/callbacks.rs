//! Panics in each callback.

use super::*;

#[test]
fn a_panic_in_default_adds_nothing() {
    let (mut alive, entity) = (four(), Entity::spawn());
    fault("default", 9, || ignore(entity.add::<Faulty>()));
    assert!(!entity.has::<Faulty>() && entity.is_alive());
    assert_eq!(take_log(), ["drop 9"], "the value that was being made");
    alive.push(entity.add::<Faulty>());
    assert_usable(&alive);
}

#[test]
fn a_panic_in_an_add_with_closure_adds_nothing() {
    let (alive, entity) = (four(), Entity::spawn());
    assert_eq!(message_of(|| entity.add_with(|| -> Faulty { panic!("no value") })), "no value");
    assert!(!entity.has::<Faulty>() && entity.components().is_empty());
    assert_usable(&alive);
}

#[test]
fn a_panic_in_a_spawn_many_closure_undoes_the_call_without_hooks() {
    #[derive(Component, Default)]
    struct Other(Token);
    let alive = four();
    let spawned = RefCell::new(Vec::new());
    let text = message_of(|| {
        Entity::spawn_many(5, |place, entity| {
            spawned.borrow_mut().push(entity);
            assert!(place < 3, "enough");
            (Faulty::new(10 + place as u32), Other::default())
        })
    });
    assert_eq!(text, "enough");
    let spawned = spawned.into_inner();
    assert_eq!(spawned.len(), 4);
    assert!(
        spawned.iter().all(|entity| !entity.is_alive() && !entity.has::<Faulty>() && !entity.has::<Other>())
    );
    assert_eq!((Faulty::count(), Other::count(), drops_while_unwinding()), (4, 0, 0));
    World::flush();
    assert_eq!(take_log(), ["drop 12", "drop 11", "drop 10"]);
    assert_usable(&alive);
}

#[test]
fn a_panic_in_init_kills_the_component_and_nothing_else() {
    let (alive, entity) = (four(), Entity::spawn());
    type Add = fn(Entity);
    let adds: [Add; 3] = [
        |entity| ignore(entity.insert(Faulty::new(7))),
        |entity| ignore(entity.add_with(|| Faulty::new(7))),
        |entity| ignore(entity.with(Faulty::new(7))),
    ];
    for add in adds {
        fault("init", 7, || add(entity));
        assert!(entity.is_alive() && !entity.has::<Faulty>() && Faulty::count() == 4);
        World::flush();
        assert_eq!(take_log(), ["drop 7"], "no shutdown for what was never there");
    }
    let mut alive = alive;
    alive.push(entity.insert(Faulty::new(7)));
    assert_usable(&alive);
}

#[test]
fn a_panic_in_an_init_of_spawn_many_leaves_a_usable_world() {
    let alive = four();
    fault("init", 11, || ignore(Entity::spawn_many(3, |place, _| Faulty::new(10 + place as u32))));
    World::flush();
    assert_eq!(live_tokens(), Faulty::count());
    let inits = take_log().iter().filter(|line| line.starts_with("init")).count();
    assert_eq!(Faulty::count() - alive.len(), inits, "no component lives on whose `init` did not run");
}

#[test]
fn a_panic_in_update_stops_the_frame_and_loses_nothing() {
    #[derive(Component, Default)]
    struct Later(u32);
    impl Later {
        fn update(&mut self) {
            self.0 += 1;
        }
    }
    let alive = four();
    let later = Entity::spawn().add::<Later>();
    fault("update", 1, || update_all(1.0));
    assert_eq!(take_log(), ["update 0"]);
    assert_eq!(alive.iter().map(|handle| handle.borrow_mut().updates).collect::<Vec<_>>(), [1, 1, 0, 0]);
    assert_eq!(later.borrow().0, 0, "the frame stops");
    fault("update", 3, || Faulty::update_all(1.0));
    update_all(1.0);
    assert_eq!(later.borrow().0, 1);
    assert_usable(&alive);
}

#[test]
fn a_panic_in_update_keeps_what_was_spawned_and_killed_before() {
    #[derive(Component)]
    struct Worker {
        target: Handle<Worker>,
        token: Token,
    }
    impl Worker {
        fn update(&mut self) {
            if self.target.kill() {
                self.kill();
                for _ in 0..100 {
                    Entity::spawn().insert(Self { target: Handle::NULL, token: Token::new() });
                }
                panic!("after the work");
            }
        }
        fn shutdown(&mut self, entity: Entity) {
            log(format!("shutdown {entity:?}"));
        }
    }
    let target = Entity::spawn().insert(Worker { target: Handle::NULL, token: Token::new() });
    let worker = Entity::spawn().insert(Worker { target, token: Token::new() });
    assert_eq!(message_of(|| update_all(1.0)), "after the work");
    assert!(!target.is_alive() && !worker.is_alive());
    assert_eq!(take_log(), [format!("shutdown {:?}", target.entity())], "the worker was borrowed");
    assert_eq!((live_tokens(), drops_while_unwinding()), (102, 0));
    World::flush();
    assert_eq!(
        take_log(),
        [format!("shutdown {:?}", worker.entity())],
        "pending work is done at the next sync point"
    );
    assert_eq!((Worker::view().len(), live_tokens()), (100, 100));
    update_all(1.0);
}

#[test]
fn a_panic_in_shutdown_completes_the_death() {
    let alive = four();
    type Kill = fn(Handle<Faulty>);
    let kills: [Kill; 2] =
        [|handle| ignore(handle.kill()), |handle| ignore(handle.entity().remove::<Faulty>())];
    for (n, kill) in kills.into_iter().enumerate() {
        fault("shutdown", n as u32, || kill(alive[n]));
        assert!(!alive[n].is_alive() && !alive[n].kill() && alive[n].entity().is_alive());
        World::flush();
        assert_eq!(take_log(), [format!("on_disable {n}"), format!("drop {n}")]);
    }
    FAULT.set(Some(("shutdown", 2)));
    assert_eq!(message_of(|| alive[2].entity().insert(Faulty::new(20))), "fault in shutdown of 2");
    World::flush();
    assert!(!alive[2].is_alive());
    assert_eq!(take_log(), ["on_disable 2", "drop 20", "drop 2"], "the new value was not placed");
    assert_usable(&alive[3..]);
}

#[test]
fn a_panic_in_a_shutdown_of_a_despawn_makes_all_dead_and_runs_the_rest_later() {
    #[derive(Component, Default)]
    struct Last(Token);
    impl Last {
        fn shutdown(&mut self) {
            log("shutdown of Last");
        }
    }
    #[derive(Component, Default)]
    struct First(Token);
    impl First {
        fn shutdown(&mut self, entity: Entity) {
            log(format!("shutdown of First, alive: {}", entity.is_alive()));
        }
    }
    // Shut down in reverse: `Last`, then the one that panics, then `First`.
    let entity = Entity::spawn().with(First::default()).with(Faulty::new(1)).with(Last::default());
    take_log();
    fault("shutdown", 1, || ignore(entity.despawn()));
    assert!(!entity.is_alive() && !entity.has::<First>() && !entity.has::<Faulty>() && !entity.has::<Last>());
    assert_eq!(take_log(), ["shutdown of Last", "on_disable 1"]);
    World::flush();
    assert_eq!(
        take_log().iter().filter(|line| line.as_str() == "shutdown of First, alive: false").count(),
        1
    );
    assert_eq!(live_tokens(), 0);
    assert_usable(&[]);
}

#[test]
fn a_panic_in_a_late_shutdown_ends_the_component_and_the_rest_goes_on() {
    let alive = four();
    let guards: Vec<_> = alive[..3].iter().map(|handle| handle.borrow()).collect();
    assert!(alive[..3].iter().all(|handle| handle.kill()));
    drop(guards);
    fault("shutdown", 1, World::flush);
    assert_eq!(take_log(), ["on_disable 0", "shutdown 0", "on_disable 1"]);
    World::flush();
    assert_eq!(take_log(), ["on_disable 2", "shutdown 2", "drop 0", "drop 1", "drop 2"]);
    assert_usable(&alive[3..]);
}

#[test]
fn a_panic_in_on_disable_or_on_enable_leaves_the_switch_as_it_was_set() {
    let alive = four();
    fault("on_disable", 1, || ignore(alive[1].set_enabled(false)));
    assert!(alive[1].is_alive() && !alive[1].is_enabled() && alive[2].is_enabled());
    fault("on_enable", 1, || ignore(alive[1].set_enabled(true)));
    assert!(alive[1].is_enabled());
    fault("on_disable", 2, || ignore(alive[2].entity().set_enabled(false)));
    assert!(!alive[2].is_enabled() && !alive[2].entity().is_enabled());
    alive[2].entity().set_enabled(true);
    assert_usable(&alive);
}

#[test]
fn a_panic_in_drop_leaves_the_rest_for_the_next_sync_point() {
    let alive = four();
    let guard = alive[3].borrow();
    assert!(alive[..3].iter().all(|handle| handle.kill()));
    drop(guard);
    take_log();
    fault("drop", 1, World::flush);
    assert_eq!(take_log(), ["drop 0"]);
    Entity::spawn().despawn();
    assert_eq!(take_log(), ["drop 2"]);
    assert_usable(&alive[3..]);
}

#[test]
fn calls_while_unwinding_neither_abort_nor_drop_nor_run_hooks() {
    struct OnUnwind(Vec<Handle<Faulty>>);
    impl Drop for OnUnwind {
        fn drop(&mut self) {
            assert!(self.0[0].kill() && !self.0[0].is_alive());
            assert!(self.0[1].entity().despawn() && !self.0[1].is_alive());
            assert!(self.0[2].set_enabled(false) && !self.0[2].is_enabled());
            assert!(self.0[0].try_borrow().is_err());
            World::flush();
        }
    }
    let alive = four();
    let result = try_caught(|| {
        let _guard = alive[3].borrow_mut();
        let _unwind = OnUnwind(alive.clone());
        panic!("first");
    });
    assert_eq!(result.expect_err("it panics").text, "first");
    assert_eq!((take_log(), live_tokens(), drops_while_unwinding()), (vec![], 4, 0));
    World::flush();
    let mut done = take_log();
    done.sort();
    let off = ["on_disable 0", "on_disable 1", "on_disable 2"];
    assert_eq!(done, [&["drop 0", "drop 1"][..], &off, &["shutdown 0", "shutdown 1"]].concat());
    alive[2].set_enabled(true);
    assert_usable(&alive[2..]);
}
