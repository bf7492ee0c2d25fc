//! Law W3: which worlds may go to another thread.

use super::*;

/// Does not compile if `$type` implements `$bound`.
macro_rules! assert_not_impl {
    ($type:ty: $bound:path) => {{
        trait Ambiguous<A> {
            fn check() {}
        }
        impl<T: ?Sized> Ambiguous<()> for T {}
        impl<T: ?Sized + $bound> Ambiguous<u8> for T {}
        <$type as Ambiguous<_>>::check();
    }};
}

#[test]
fn w3_a_world_is_not_send_and_a_send_world_is() {
    fn is_send<T: Send>() {}
    assert_not_impl!(World: Send);
    assert_not_impl!(World: Sync);
    is_send::<ecs_core::SendWorld>();
}

#[test]
fn w3_a_type_that_is_not_send_is_named() {
    #[derive(Component)]
    struct Local(Rc<u32>);
    let world = World::new();
    let local = world.enter(|| {
        Entity::spawn().insert(Score(1));
        Entity::spawn().insert(Local(Rc::new(7)))
    });
    let (world, error) = world.into_send().unwrap_err();
    assert_eq!(error, SendError::NotSend { component: "Local" });
    assert_says(&error.to_string(), &["Local", "Send", "remove"]);
    assert_eq!(*world.enter(|| local.borrow().0.clone()), 7, "the world came back whole");
    // Without values the store may go: also when the last value died by a kill.
    assert!(world.enter(|| local.kill()));
    assert!(world.into_send().is_ok());
}

#[test]
fn w3_a_generic_type_is_send_if_its_bounds_prove_it() {
    #[derive(Component)]
    struct Unproven<T: 'static>(T);
    #[derive(Component)]
    struct Proven<T: Send + 'static>(T);
    let world = World::new();
    world.enter(|| Entity::spawn().insert(Unproven(1_u8)));
    let (_, error) = world.into_send().unwrap_err();
    assert!(matches!(error, SendError::NotSend { component } if component.contains("Unproven")));
    let world = World::new();
    let handle = world.enter(|| Entity::spawn().insert(Proven(1_u8)));
    let world = world.into_send().map_err(|(_, error)| error).unwrap();
    assert_eq!(on_thread(move || world.into_world().enter(|| handle.borrow().0)), 1);
}

#[test]
fn w3_a_borrow_keeps_the_world_here() {
    let world = World::new();
    let handle = world.enter(|| Entity::spawn().insert(Score(1)));
    let guard = world.enter(|| handle.borrow_mut());
    let (world, error) = world.into_send().unwrap_err();
    assert!(
        matches!(error, SendError::Busy { component: "Score", by: Borrower::Exclusive, .. }),
        "{error:?}"
    );
    assert_says(&error.to_string(), &["Score", "mutably borrowed", "drop that guard"]);
    drop(guard);
    std::mem::forget(world.enter(|| handle.borrow()));
    let (_, error) = world.into_send().unwrap_err();
    assert!(matches!(error, SendError::Busy { component: "Score", by: Borrower::Shared, .. }), "{error:?}");
}

#[test]
fn w3_a_view_keeps_the_world_here_also_if_it_is_empty() {
    let world = World::new();
    let entity = world.enter(|| Entity::spawn().insert(Score(1)).entity());
    world.enter(|| entity.remove::<Score>());
    let view: View<Score> = world.enter(Score::view);
    let (world, error) = world.into_send().map(drop).unwrap_err();
    assert!(matches!(error, SendError::Busy { component: "Score", by: Borrower::View, .. }), "{error:?}");
    drop(view);
    let view = world.enter(Score::view_mut);
    let (world, error) = world.into_send().map(drop).unwrap_err();
    assert!(matches!(error, SendError::Busy { component: "Score", by: Borrower::ViewMut, .. }), "{error:?}");
    drop(view);
    assert!(world.into_send().is_ok());
}

#[test]
fn w3_a_query_that_borrows_nothing_keeps_the_world_here_too() {
    #[track_caller]
    fn check<Q: QueryData, F: QueryFilter>(make: impl FnOnce() -> Query<'static, Q, F>) {
        let world = World::new();
        let entity = world.enter(|| Entity::spawn().with(Score(1)));
        let query = world.enter(make);
        let (world, error) = world.into_send().map(drop).unwrap_err();
        assert_eq!(error, SendError::Queried);
        assert_says(&error.to_string(), &["a query of it lives", "drop that query"]);
        drop(query);
        let sent = world.into_send().unwrap();
        on_thread(move || assert!(sent.into_world().enter(|| entity.has::<Score>())));
    }
    #[derive(Component)]
    struct Never;
    check(query::<Entity>);
    check(query::<(Entity, Option<&Never>)>);
    check(query::<&mut Never>);
    check(|| query::<Entity>().filter::<(With<Score>, Without<Never>)>());
}

#[test]
fn w3_a_round_trip_moves_values_and_drops_them_where_the_world_is() {
    #[derive(Component, Default)]
    struct Traveller {
        steps: u32,
        last: Option<Arc<Mutex<Option<ThreadId>>>>,
    }
    impl Traveller {
        fn update(&mut self) {
            self.steps += 1;
        }
    }
    impl Drop for Traveller {
        fn drop(&mut self) {
            if let Some(last) = &self.last {
                let before = last.lock().unwrap().replace(thread::current().id());
                assert_eq!(before, None, "dropped once");
            }
        }
    }
    let last = Arc::new(Mutex::new(None));
    let world = World::new();
    let value = Traveller { steps: 0, last: Some(last.clone()) };
    let handle = world.enter(|| Entity::spawn().insert(value));
    world.enter(|| update_all(0.1));
    let world = world.into_send().map_err(|(_, error)| error).unwrap();
    let back = on_thread(move || {
        let world = world.into_world();
        world.enter(|| {
            update_all(0.1);
            assert_eq!(handle.borrow().steps, 2);
            assert_eq!(Entity::spawn().index(), 1);
        });
        world.into_send().map_err(|(_, error)| error).unwrap()
    });
    assert!(!handle.is_alive(), "not here until it is entered");
    let world = back.into_world();
    world.enter(|| update_all(0.1));
    assert_eq!(world.enter(|| handle.borrow().steps), 3);
    let world = world.into_send().map_err(|(_, error)| error).unwrap();
    assert_eq!(*last.lock().unwrap(), None);
    let there = on_thread(move || {
        drop(world); // never unpacked
        thread::current().id()
    });
    assert_eq!(*last.lock().unwrap(), Some(there));
}

#[test]
fn w3_a_panic_of_what_has_waited_gives_the_world_back() {
    #[derive(Component, Default)]
    struct Shaky;
    impl Shaky {
        fn shutdown(&mut self) {
            panic!("shaky");
        }
    }
    let world = World::new();
    world.enter(|| {
        let shaky = Entity::spawn().add::<Shaky>();
        Entity::spawn().insert(Score(3));
        let held = shaky.borrow();
        shaky.kill();
        drop(held);
    });
    let (world, error) = world.into_send().unwrap_err();
    assert_eq!(error, SendError::Untold);
    assert_eq!(message_of(|| world.enter(World::flush)), "shaky", "it goes on at the next sync point");
    assert_eq!(world.enter(Score::count), 1);
    assert!(world.into_send().is_ok());
}
