//! User code where one may not expect it: in texts, in `init`, in panic hooks, in jobs, in worlds that end.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use ecs_core::{
    AddError, Archetype, BorrowError, Borrower, Component, Entity, Handle, Pool, UpdateError, World, query,
    try_update_all, update_all,
};

use super::{Hp, hp};
use crate::support::{Token, assert_says, ignore, live_tokens, message_of, passes_alone, try_caught};

#[test]
fn trap8_no_error_text_prints_the_value() {
    thread_local! {
        static PRINTED: Cell<u32> = const { Cell::new(0) };
    }
    /// Prints itself through its own handle, which would be a second panic inside the first one's text.
    #[derive(Component)]
    struct Nosy(Handle<Nosy>);
    impl Nosy {
        fn update(&mut self) {}
    }
    impl fmt::Debug for Nosy {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            PRINTED.set(PRINTED.get() + 1);
            write!(f, "{}", self.0.borrow_mut().0.is_alive())
        }
    }
    impl fmt::Display for Nosy {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            fmt::Debug::fmt(self, f)
        }
    }
    let world = World::new();
    let texts = world.enter(|| {
        let entity = Entity::spawn();
        let handle = entity.insert(Nosy(entity.handle()));
        let guard = handle.borrow_mut();
        [
            format!("{0:?} {0}", handle.try_borrow().expect_err("it is borrowed")),
            format!("{0:?} {0}", Nosy::try_view().map(drop).expect_err("it is borrowed")),
            format!("{0:?} {0}", entity.try_remove::<Nosy>().expect_err("it is borrowed")),
            format!("{0:?} {0}", try_update_all(0.1).expect_err("it is borrowed")),
            message_of(|| handle.borrow()),
            message_of(|| entity.remove::<Nosy>()),
            message_of(|| update_all(0.1)),
            format!("{handle:?} of {entity:?} {}", guard.0.is_alive()),
        ]
    });
    texts.iter().for_each(|text| assert_says(text, &["Nosy"]));
    assert_eq!(PRINTED.get(), 0);
    world.enter(|| {
        let guard = Nosy::view()[0].0.borrow();
        assert_says(&message_of(|| format!("{guard:?}")), &["cannot borrow Nosy"]);
    });
    assert_eq!(PRINTED.get(), 1, "a guard prints its value, which is the user's own doing");
}

#[test]
fn trap21_what_ends_itself_in_init_is_dead_when_the_add_returns() {
    #[derive(Component)]
    struct Brief(fn(Entity), Token);
    impl Brief {
        fn init(&mut self, entity: Entity) {
            (self.0)(entity);
            assert_eq!(self.entity(), entity, "`self` is valid to the end");
        }
    }
    /// Adds a child in its `init`, whose `init` despawns the parent.
    #[derive(Component, Default)]
    struct Parent(Token);
    #[derive(Component)]
    struct Child(Entity, Token);
    impl Parent {
        fn init(&mut self, entity: Entity) {
            let child = Entity::spawn().insert(Child(entity, Token::new()));
            assert!(child.is_alive() && !entity.is_alive());
            assert_eq!((self.entity(), self.0.number() < 100), (entity, true));
        }
    }
    impl Child {
        fn init(&mut self) {
            assert!(self.0.despawn());
        }
    }
    let ends: [(fn(Entity), bool); 2] =
        [(|entity| assert!(entity.kill::<Brief>()), true), (|entity| assert!(entity.despawn()), false)];
    for (end, entity_lives) in ends {
        let adds: [fn(Entity, Brief) -> Handle<Brief>; 2] =
            [|entity, value| entity.insert(value), |entity, value| entity.add_with(|| value)];
        for add in adds {
            let entity = Entity::spawn();
            let handle = add(entity, Brief(end, Token::new()));
            assert_eq!((handle.is_alive(), entity.is_alive()), (false, entity_lives));
            assert_eq!((Brief::count(), Brief::view().len(), live_tokens()), (0, 0, 0));
        }
        let many = Entity::spawn_many(3, |_, _| Brief(end, Token::new()));
        assert!(many.iter().all(|entity| entity.is_alive() == entity_lives && !entity.has::<Brief>()));
        assert_eq!((Brief::count(), live_tokens()), (0, 0));
    }
    let parent = Entity::spawn().add::<Parent>();
    assert!(!parent.is_alive() && !parent.entity().is_alive());
    assert_eq!((Parent::count(), Child::count(), live_tokens()), (0, 1, 1));
}

#[test]
fn trap22_an_entity_that_ends_itself_in_update_is_dead_at_once_and_takes_nothing() {
    #[derive(Component)]
    struct Mayfly(Token);
    impl Mayfly {
        fn update(&mut self, entity: Entity) {
            assert!(entity.despawn() && !entity.is_alive() && !entity.despawn());
            let refused = AddError::DeadEntity { component: "Hp", entity };
            assert_eq!(entity.try_add::<Hp>(), Err(refused.clone()));
            assert_eq!(entity.try_insert(Hp(1)), Err(refused));
            let refused = AddError::DeadEntity { component: "Mayfly", entity };
            assert_eq!(entity.try_insert(Self(Token::new())).err(), Some(refused));
            assert_says(
                &message_of(|| entity.add::<Hp>()),
                &["Hp", &entity.to_string(), "the entity is dead"],
            );
            assert!(!entity.kill::<Self>() && entity.try_remove::<Self>().is_ok_and(|it| it.is_none()));
            assert!(!entity.set_enabled(false) && entity.components().is_empty());
            let next = Entity::spawn();
            assert_ne!(next.index(), entity.index(), "its index is not free while it is borrowed");
            next.insert(Hp(1));
            assert_eq!(self.entity(), entity);
        }
    }
    let mayflies: Vec<_> = (0..3).map(|_| Entity::spawn().with(Hp(0)).with(Mayfly(Token::new()))).collect();
    let numbers = mayflies.iter().map(|mayfly| mayfly.borrow::<Mayfly>().0.number());
    assert_eq!(numbers.collect::<Vec<_>>(), [0, 1, 2]);
    update_all(0.1);
    assert!(mayflies.iter().all(|mayfly| !mayfly.is_alive()));
    assert_eq!((Mayfly::count(), Hp::count(), live_tokens()), (0, 3, 0));
    assert_eq!(World::stats().alive, 3);
}

#[test]
fn trap24_what_debug_writes_to_may_call_the_library() {
    use fmt::Write;

    #[derive(Component, Default)]
    struct Bat;
    struct Calls<'p>(&'p Pool<Archetype<(Bat,)>>, usize);
    impl Write for Calls<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let bat = self.0.take();
            assert!(self.0.give_back(bat) && bat.add::<Bat>().is_alive() && Entity::spawn().is_alive());
            self.1 += text.len();
            Ok(())
        }
    }
    let pool = Pool::new();
    let world = World::new();
    world.enter(|| {
        let parked = pool.take();
        assert!(pool.take().is_alive() && pool.give_back(parked));
        let mut to = Calls(&pool, 0);
        write!(to, "{pool:?} {:?} {world:?} {:?}", pool.live(), query::<Entity>()).unwrap();
        assert!(to.1 > 80);
    });
}

#[test]
#[cfg_attr(miri, ignore = "starts a process")]
fn trap24_a_panic_hook_may_call_the_library_wherever_it_panics() {
    // A panic in a panic hook would abort, and the hook is that of the whole process.
    let (passed, text) = passes_alone(module_path!(), "probe_panic_hook");
    assert!(passed, "{text}");
}

#[test]
#[ignore = "run by the test above, in a process of its own"]
fn probe_panic_hook() {
    thread_local! {
        static CALLS: Cell<u32> = const { Cell::new(0) };
    }
    #[derive(Component, Default)]
    struct Fresh(u32);
    /// Calls the library for its text.
    struct Nosy(Handle<Hp>);
    impl fmt::Display for Nosy {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{} of {}", self.0.try_borrow().is_ok(), Hp::count())
        }
    }
    #[derive(Component, Default)]
    struct Endless(u32);
    impl Endless {
        fn init(&mut self) {
            Entity::spawn().add::<Endless>();
        }
    }
    #[derive(Component, Default)]
    struct Lonely(u32);
    impl Lonely {
        fn init(&mut self, _: &Endless) {}
    }
    #[derive(Component, Default)]
    struct Selfish(u32);
    impl Selfish {
        fn update(&mut self, _: Option<&Selfish>) {}
    }
    #[derive(Component)]
    struct Actor(fn(Entity));
    impl Actor {
        fn update(&mut self, entity: Entity) {
            (self.0)(entity);
        }
        fn shutdown(&mut self) {
            panic!("in shutdown");
        }
    }
    #[derive(Component)]
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("in drop");
        }
    }
    let (target, dead) = (hp(1), hp(2));
    dead.entity().despawn();
    ignore(try_caught(|| ())); // sets a hook of its own, once
    std::panic::set_hook(Box::new(move |info| {
        CALLS.set(CALLS.get() + 1);
        ignore(info.to_string());
        // What the library was doing is not known here: each call must be answered, and none may panic.
        ignore((target.try_borrow().is_ok(), target.try_borrow_mut().is_ok(), target.is_alive()));
        ignore((Hp::try_view().is_ok(), Hp::try_view_mut().is_ok(), Hp::count(), World::stats()));
        let made = Entity::try_spawn().map(|entity| (entity, entity.try_add::<Fresh>()));
        if let Ok((entity, Ok(fresh))) = made {
            assert!(fresh.try_borrow_mut().is_ok() && fresh.set_enabled(false) && fresh.kill());
            assert!(entity.despawn() && !fresh.is_alive());
        }
        ignore(try_update_all(0.1).is_err());
        World::flush();
    }));
    let mut panics = 0;
    let mut expect = |part: &str, call: &dyn Fn()| {
        panics += 1;
        assert_says(&message_of(call), &[part]);
        assert_eq!(CALLS.get(), panics, "{part}");
        assert_eq!(target.borrow().0, 1);
    };
    expect("cannot borrow Hp", &|| ignore(dead.borrow()));
    expect("cannot borrow Hp", &|| ignore(Hp::view()[dead].0));
    expect("cannot add Hp", &|| ignore(dead.entity().add::<Hp>()));
    expect("cannot update by", &|| update_all(-1.0));
    expect("has no entity", &|| ignore(Hp(1).entity()));
    expect("`update` of Selfish", &|| ignore(Entity::spawn().add::<Selfish>()));
    expect("`init` of Lonely", &|| ignore(Entity::spawn().add::<Lonely>()));
    expect("nested deeper", &|| ignore(Entity::spawn().add::<Endless>()));
    expect("in make", &|| ignore(Entity::spawn_many(3, |_, _| -> Hp { panic!("in make") })));
    expect("in closure", &|| ignore(Entity::spawn().add_with(|| -> Hp { panic!("in closure") })));
    expect("true of", &|| panic!("{}", Nosy(target)));
    expect("no memory for 18446744073709551615 more of Hp", &|| Hp::reserve(usize::MAX));
    let many = usize::try_from(1_u64 << 40).unwrap_or(usize::MAX);
    expect("no memory for", &|| ignore(Entity::spawn_many(many, |_, _| Hp(0))));
    for (text, update) in [
        ("cannot update inside a hook", (|_| update_all(1.0)) as fn(Entity)),
        ("its own hook", |entity| ignore(entity.borrow::<Actor>())),
        ("its own hook", |entity| ignore(entity.remove::<Actor>())),
        ("true of", |entity| panic!("{}", Nosy(entity.handle()))),
    ] {
        let actor = Entity::spawn().with(Hp(1)).insert(Actor(update));
        expect(text, &|| update_all(1.0));
        expect("in shutdown", &|| ignore(actor.entity().despawn()));
    }
    let bomb = Entity::spawn().insert(Bomb);
    expect("in drop", &|| ignore(bomb.kill()));
    expect("in drop", &|| {
        let world = World::new();
        world.enter(|| Entity::spawn().insert(Bomb));
    });
    let guard = target.borrow_mut();
    let mut conflict = |part: &str, call: &dyn Fn()| {
        panics += 1;
        assert_says(&message_of(call), &[part]);
        assert_eq!(CALLS.get(), panics, "{part}");
    };
    conflict("cannot borrow Hp", &|| ignore(target.get()));
    conflict("cannot view Hp", &|| ignore(Hp::view_mut()));
    conflict("cannot remove Hp", &|| ignore(target.entity().remove::<Hp>()));
    drop(guard);
    ignore(std::panic::take_hook());
    assert_eq!((Fresh::count(), Hp::view()[target].0), (0, 1));
}

// ---- guards and worlds ----

#[test]
fn trap32_a_conflict_with_a_guard_in_the_same_expression_says_so() {
    let handle = hp(1);
    let in_a_match = || match handle.borrow().0 {
        1 => handle.borrow_mut().0 = 2,
        _ => unreachable!("it is 1"),
    };
    let in_an_argument = || handle.borrow_mut().0 += handle.borrow().0;
    let texts = [message_of(in_a_match), message_of(in_an_argument)];
    for text in &texts {
        assert_says(
            text,
            &["cannot borrow Hp", "borrowed", "in the same expression, `match` or `let", "use `with`"],
        );
        #[cfg(debug_assertions)]
        assert_says(text, &[file!()]);
    }
    assert_eq!(handle.with(|hp| std::mem::replace(&mut hp.0, 3)), Some(1), "the remedy works");
    assert_eq!(handle.borrow().0, 3);
}

#[test]
fn trap33_a_world_may_end_inside_a_hook_of_another_while_its_guards_live() {
    #[derive(Component)]
    struct Room(Option<World>);
    impl Room {
        fn update(&mut self, me: Entity) {
            let world = self.0.take().expect("it has one");
            let guard = world.enter(|| hp(7).borrow_mut());
            let seen = world.enter(|| {
                assert!(!me.is_alive());
                message_of(|| {
                    let _guard = hp(8).borrow();
                    panic!("inside")
                })
            });
            assert_eq!((seen.as_str(), me.is_alive()), ("inside", true));
            drop(world);
            assert_eq!((guard.0, guard.try_entity()), (7, None), "its store is leaked, not freed");
            drop(guard);
            assert!(self.handle().try_borrow().is_err(), "`self` is borrowed as before");
            assert_eq!((Hp::count(), self.entity()), (1, me));
        }
    }
    let own = hp(1);
    let room = Entity::spawn().insert(Room(Some(World::new())));
    update_all(0.1);
    assert!(room.borrow_mut().0.is_none());
    assert_eq!(own.borrow().0, 1);
}

#[test]
fn trap46_a_job_that_runs_inside_an_update_is_a_call_from_the_hook() {
    /// What a pool may run on a thread that waits inside a hook.
    type Job = Box<dyn FnOnce(Entity)>;
    #[derive(Component)]
    struct Waiter(Rc<RefCell<Vec<Job>>>, u32);
    impl Waiter {
        fn update(&mut self, me: Entity) {
            let jobs = self.0.take();
            for job in jobs {
                self.1 += u32::from(try_caught(|| job(me)).is_err());
                assert_eq!((self.entity(), me.is_alive(), Hp::count()), (me, true, 1));
                let error = me.try_borrow::<Self>().err();
                assert!(
                    matches!(error, Some(BorrowError::Borrowed { by: Borrower::PassHook { .. }, .. })),
                    "{error:?}"
                );
            }
        }
    }
    let target = hp(1);
    let room = World::new();
    let jobs: Vec<Job> = vec![
        Box::new(move |_| target.borrow_mut().0 += 1),
        Box::new(|_| assert_eq!(try_update_all(0.1), Err(UpdateError::InsideHook))),
        Box::new(move |me| {
            room.enter(|| {
                let _guard = hp(5).borrow_mut();
                assert!(!me.is_alive() && !target.is_alive());
                panic!("in another world")
            })
        }),
        Box::new(move |me| {
            let _guard = target.borrow_mut();
            me.add_with(|| -> Hp { panic!("in a closure") });
        }),
        Box::new(|me| ignore(me.borrow_mut::<Waiter>())),
    ];
    let waiter = Entity::spawn().insert(Waiter(Rc::new(RefCell::new(jobs)), 0));
    update_all(0.1);
    assert_eq!((waiter.borrow().1, target.borrow_mut().0), (3, 2));
}
