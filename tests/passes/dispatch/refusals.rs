//! Laws D4 and D5: what `update_all` refuses.

use super::*;

#[derive(Component, Default)]
struct Visited(u32);

impl Visited {
    fn update(&mut self) {
        self.0 += 1;
    }
}

#[derive(Component, Default)]
struct Target(u32);

#[derive(Component, Default)]
struct Pusher(u32);

impl Pusher {
    fn update(&mut self, target: Option<&mut Target>) {
        self.0 += 1;
        if let Some(target) = target {
            target.0 += 1;
        }
    }
}

#[test]
fn d4_what_is_borrowed_is_named_before_anything_runs() {
    #[derive(Component, Default)]
    struct Unvisited(#[expect(dead_code, reason = "gives the type a size")] u32);
    let entity = Entity::spawn().with(Visited(0)).with(Pusher(0)).with(Target(0)).with(Unvisited(0));
    type Hold = fn(Entity) -> Box<dyn std::any::Any>;
    let holds: [(Hold, &str, Borrower); 10] = [
        (|entity| Box::new(entity.borrow::<Visited>()), "Visited", Borrower::Shared),
        (|entity| Box::new(entity.borrow_mut::<Visited>()), "Visited", Borrower::Exclusive),
        (|_| Box::new(Visited::view()), "Visited", Borrower::View),
        (|_| Box::new(Visited::view_mut()), "Visited", Borrower::ViewMut),
        (|entity| Box::new(entity.borrow::<Pusher>()), "Pusher", Borrower::Shared),
        (|_| Box::new(Pusher::view_mut()), "Pusher", Borrower::ViewMut),
        (|entity| Box::new(entity.borrow::<Target>()), "Target", Borrower::Shared),
        (|entity| Box::new(entity.borrow_mut::<Target>()), "Target", Borrower::Exclusive),
        (|_| Box::new(Target::view()), "Target", Borrower::View),
        (|_| Box::new(Target::view_mut()), "Target", Borrower::ViewMut),
    ];
    for (hold, name, borrower) in holds {
        let guard = hold(entity);
        let error = try_update_all(1.0);
        assert!(
            matches!(
                error,
                Err(UpdateError::Borrowed { component, by, .. }) if component == name && by == borrower
            ),
            "{error:?}"
        );
        let text = message_of(|| update_all(1.0));
        let refused = match name {
            "Target" => "cannot run `Pusher::update`, which takes Target".to_owned(),
            own => format!("cannot update {own}"),
        };
        let remedy = match borrower {
            Borrower::View | Borrower::ViewMut => "drop that view before the update",
            _ => "drop that guard before the update",
        };
        assert_says(&text, &[&format!("{refused}: one is {borrower}"), remedy]);
        #[cfg(debug_assertions)]
        assert_says(&text, &[file!()]);
        assert_eq!(Visited::try_update_all(1.0).is_err(), name == "Visited");
        assert_eq!(Pusher::try_update_all(1.0).is_err(), name != "Visited");
        drop(guard);
        // The one type alone that was not in the way has run once.
        let (seen, pushed) = (entity.borrow::<Visited>().0, entity.borrow::<Pusher>().0);
        assert_eq!((seen, pushed), if name == "Visited" { (0, 1) } else { (1, 0) }, "nothing else has run");
        (entity.borrow_mut::<Visited>().0, entity.borrow_mut::<Pusher>().0) = (0, 0);
    }
    let _free = (entity.borrow_mut::<Unvisited>(), Unvisited::try_view().is_err());
    assert_eq!(try_update_all(1.0), Ok(()), "a store that is not visited may be borrowed");
    assert_eq!((entity.borrow::<Visited>().0, entity.borrow::<Pusher>().0), (1, 1));
}

#[test]
fn d4_a_guard_that_a_hook_keeps_stops_the_pass_at_its_component() {
    thread_local! {
        static KEPT: RefCell<Option<ecs_core::RefMut<Keeper>>> = const { RefCell::new(None) };
    }
    #[derive(Component, Default)]
    struct Keeper(Handle<Keeper>, u32);
    impl Keeper {
        fn update(&mut self) {
            self.1 += 1;
            if self.0.is_alive() {
                KEPT.set(Some(self.0.borrow_mut()));
            }
        }
    }
    let all: Vec<_> = (0..3).map(|_| Entity::spawn().add::<Keeper>()).collect();
    all[0].borrow_mut().0 = all[2];
    assert_says(
        &message_of(|| update_all(1.0)),
        &["cannot update Keeper of 2v1", "mutably borrowed", "drop that guard"],
    );
    assert_eq!((all[0].borrow().1, all[1].borrow().1), (1, 1));
    KEPT.take();
    assert_eq!(all[2].borrow().1, 0);
    all[0].borrow_mut().0 = Handle::NULL;
    update_all(1.0);
    assert_eq!(all[2].borrow().1, 1);
}

#[test]
fn d4_update_all_panics_inside_hooks_and_the_frame_stops() {
    thread_local! {
        static CALL: Cell<Option<fn()>> = const { Cell::new(None) };
    }
    #[derive(Component, Default)]
    struct Caller;
    impl Caller {
        fn update(&mut self) {
            if let Some(call) = CALL.take() {
                call();
            }
        }
    }
    Entity::spawn().add::<Caller>();
    let visited = Entity::spawn().add::<Visited>();
    for call in [|| update_all(1.0), || Visited::update_all(1.0), || Caller::update_all(1.0)] {
        CALL.set(Some(call));
        assert_says(&message_of(|| update_all(1.0)), &["cannot update inside a hook", "main loop"]);
        assert_eq!(visited.borrow().0, 0);
    }
    update_all(1.0);
    assert_eq!(visited.borrow().0, 1);
}

// ---- D5 ----

#[test]
fn d5_a_bad_time_step_is_an_error_and_nothing_runs() {
    let visited = Entity::spawn().add::<Visited>();
    for dt in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, -f32::MIN_POSITIVE] {
        for error in [try_update_all(dt), Visited::try_update_all(dt)] {
            assert!(
                matches!(error, Err(UpdateError::BadDt { dt: bad }) if bad.to_bits() == dt.to_bits()),
                "{error:?}"
            );
        }
        for text in [message_of(|| update_all(dt)), message_of(|| Visited::update_all(dt))] {
            assert_says(&text, &["cannot update by", "seconds", "finite and not negative"]);
        }
    }
    assert_eq!(visited.borrow().0, 0);
    for dt in [0.0, -0.0, f32::MIN_POSITIVE, 3600.0] {
        assert_eq!(try_update_all(dt), Ok(()));
    }
    assert_eq!(visited.borrow().0, 4);
    assert!(
        std::thread::spawn(|| try_update_all(f32::NAN)).join().is_ok_and(|error| error.is_err()),
        "also without a world"
    );
}

#[test]
fn d5_a_time_step_of_more_than_an_hour_is_taken_for_a_mistake() {
    let visited = Entity::spawn().add::<Visited>();
    let day = 86_400.0;
    for error in [try_update_all(day), Visited::try_update_all(day)] {
        assert_eq!(error, Err(UpdateError::LongDt { dt: day, longest: 3600.0 }));
    }
    for text in [message_of(|| update_all(f32::MAX)), message_of(|| Visited::update_all(f32::MAX))] {
        assert_says(&text, &["cannot update by", "3600", "in seconds", "World::set_longest_dt"]);
    }
    assert_eq!((visited.borrow().0, time()), (0, Time::default()));
    World::set_longest_dt(day);
    update_all(day);
    assert!(try_update_all(day * 1.5).is_err());
    assert_eq!((visited.borrow().0, time().elapsed()), (1, day.into()));
    let elsewhere = std::thread::spawn(move || try_update_all(day));
    assert!(elsewhere.join().is_ok_and(|error| error.is_err()), "also without a world");
}
