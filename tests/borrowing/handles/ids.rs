//! Laws H1 and H2: what a handle is, and what it is when its component is dead.

use super::*;

#[test]
fn h1_a_handle_is_a_plain_id_whatever_its_type_is() {
    /// Has no trait at all, and is not `Send`.
    #[derive(Component)]
    struct Bare(Rc<u8>);

    fn plain<H: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static>(_: H) {}
    plain(Handle::<Bare>::NULL);
    assert_eq!(size_of::<Handle<Bare>>(), 8);
    assert_eq!(size_of::<Option<Handle<Bare>>>(), 8);
    let handle = Entity::spawn().insert(Bare(Rc::new(1)));
    let (copy, sent) = (handle, std::thread::spawn(move || handle).join().expect("a handle is `Send`"));
    assert_eq!((copy, sent), (handle, handle));
    assert_eq!(sent.borrow().0.as_ref(), &1);
}

#[test]
fn h1_the_default_is_null_and_null_is_dead() {
    let null = Handle::<Body>::default();
    assert_eq!(null, Handle::NULL);
    assert_eq!(null.entity(), Entity::NONE);
    assert!(!null.is_alive());
    let one = body(1.0);
    assert!(!null.is_alive() && one.is_alive() && null != one);
    assert!(null.get().is_none() && null.get_mut().is_none() && !null.kill() && !null.set_enabled(true));
    assert_eq!(format!("{null:?}"), "Handle<Body>(NONE)");
    assert_eq!(format!("{one:?}"), format!("Handle<Body>({:?})", one.entity()));
}

#[test]
fn h1_equality_order_and_hash_ignore_life_and_place() {
    let handles: Vec<_> = (0..10).map(|y| body(y as f32)).collect();
    let hashed: HashSet<_> = handles.iter().copied().collect();
    let ordered: BTreeSet<_> = handles.iter().copied().collect();
    handles[2].kill();
    handles[5].entity().despawn();
    handles[0].set_enabled(false);
    assert!(handles.iter().all(|handle| hashed.contains(handle) && ordered.contains(handle)));
    assert_eq!(handles[3], handles[3].entity().handle());
    assert_ne!(handles[3], handles[4]);
}

#[test]
fn h1_a_handle_survives_growth_removal_of_others_and_enabling() {
    const HERD: usize = if cfg!(miri) { 60 } else { 1_000 };
    let handles: Vec<_> = (0..HERD).map(|y| body(y as f32)).collect();
    for dead in (0..HERD).filter(|n| n % 3 == 0) {
        handles[dead].kill();
    }
    for off in (0..HERD).filter(|n| n % 3 == 1 && n % 2 == 0) {
        handles[off].set_enabled(false);
    }
    let more: Vec<_> = (HERD..5 * HERD).map(|y| body(y as f32)).collect();
    for (y, handle) in handles.iter().chain(&more).enumerate() {
        let expected = (y >= HERD || y % 3 != 0).then_some(y as f32);
        assert_eq!(handle.get().map(|body| body.y), expected, "handle {y}");
        assert_eq!(handle.is_alive(), expected.is_some());
    }
}

#[test]
fn h1_a_handle_is_dead_while_its_entity_has_no_component() {
    let entity = Entity::spawn();
    let handle = entity.handle::<Body>();
    assert!(!handle.is_alive());
    entity.insert(Body { y: 1.0 });
    assert_eq!(handle.borrow().y, 1.0);
    entity.remove::<Body>();
    assert!(!handle.is_alive());
    entity.insert(Body { y: 2.0 });
    assert_eq!(handle.borrow().y, 2.0);
}

#[test]
fn h1_a_handle_is_dead_for_ever_once_its_entity_is_despawned() {
    let old = body(1.0);
    let index = old.entity().index();
    for _ in 0..20 {
        old.entity().despawn();
        let new = body(2.0);
        assert_eq!(new.entity().index(), index, "the index is used again");
        assert!(!old.is_alive() && old.get().is_none() && new.is_alive() && old != new);
        assert!(!old.kill() && !old.set_enabled(false) && new.is_enabled());
        new.entity().despawn();
    }
}

#[test]
fn h1_handle_and_sibling_never_look_and_never_fail() {
    #[derive(Component)]
    struct Wheel;

    let nowhere: Handle<Wheel> = Entity::NONE.handle::<Body>().sibling();
    assert_eq!(nowhere.entity(), Entity::NONE);
    assert_eq!(World::stats().spawned, 0, "asking has made no world");
    let dead = body(1.0).entity();
    dead.despawn();
    assert_eq!(dead.handle::<Body>().sibling::<Wheel>().entity(), dead);
    assert!(World::stats().stores.iter().all(|store| store.component != "Wheel"));
}

// ---- H2 ----

#[test]
fn h2_a_dead_handle_panics_in_borrow_and_is_soft_elsewhere() {
    let dead = body(1.0);
    dead.kill();
    let name = format!("{:?}", dead.entity());
    for text in [message_of(|| drop(dead.borrow())), message_of(|| drop(dead.borrow_mut()))] {
        assert_says(&text, &["Body", &name, "`is_alive()`", "`get()`"]);
    }
    assert!(dead.get().is_none() && dead.get_mut().is_none());
    assert!(dead.get_sibling::<Body>().is_none() && dead.get_sibling_mut::<Body>().is_none());
    assert!(dead.sibling::<Spot>().copied().is_none());
    assert_eq!(dead.with(|_| panic!("a dead component is not visited")), None::<()>);
    let error = dead.try_borrow().err();
    assert!(matches!(
        error,
        Some(BorrowError::Missing { component: "Body", entity, .. }) if entity == dead.entity()
    ));
    assert_eq!(dead.try_borrow_mut().err(), error);
    assert_says(&message_of(|| drop(Handle::<Body>::NULL.borrow())), &["Body", "null handle", "`init`"]);
}

#[test]
fn h2_a_copy_leaves_nothing_borrowed() {
    #[derive(Component, Clone, Copy, Debug, PartialEq)]
    #[component(soa)]
    struct Apart {
        x: f32,
        y: u8,
    }
    let entity = Entity::spawn().with(Spot(3)).with(Apart { x: 1.5, y: 2 });
    let (spot, apart) = (entity.handle::<Spot>(), entity.handle::<Apart>());
    assert_eq!((spot.copied(), apart.copied()), (Some(Spot(3)), Some(Apart { x: 1.5, y: 2 })));
    spot.borrow_mut().0 += spot.copied().map_or(1, |copy| copy.0);
    assert_eq!(spot.copied(), Some(Spot(6)));
    let reader = spot.borrow();
    assert_eq!(spot.copied(), Some(*reader), "others may read");
    drop(reader);
    let _writer = spot.borrow_mut();
    assert_says(&message_of(|| _ = spot.copied()), &["Spot", "mutably borrowed"]);
}

#[test]
fn h2_a_sibling_is_reached_by_the_handle_of_another() {
    let body = body(1.0);
    assert!(body.get_sibling::<Spot>().is_none(), "the entity has none");
    body.entity().insert(Spot(3));
    let own = body.borrow_mut();
    if let Some(mut spot) = body.get_sibling_mut::<Spot>() {
        spot.0 += 1;
        assert_says(&message_of(|| drop(body.get_sibling::<Spot>())), &["Spot", "mutably borrowed"]);
    }
    assert_eq!(body.get_sibling::<Spot>().map(|spot| spot.0), Some(4), "`own` is in nobody's way");
    drop(own);
    body.entity().despawn();
    assert!(body.get_sibling::<Spot>().is_none() && body.get_sibling_mut::<Spot>().is_none());
}

#[test]
fn h2_a_conflict_panics_in_get_too_and_is_an_error_in_try_borrow() {
    let handle = body(1.0);
    let name = format!("{:?}", handle.entity());
    let guard = handle.borrow_mut();
    let texts = [
        message_of(|| drop(handle.borrow())),
        message_of(|| drop(handle.borrow_mut())),
        message_of(|| drop(handle.get())),
        message_of(|| drop(handle.get_mut())),
        message_of(|| handle.with(|_| ())),
    ];
    for text in texts {
        assert_says(&text, &["Body", &name, "mutably borrowed", "drop that guard", "`with`"]);
    }
    for error in [handle.try_borrow().err(), handle.try_borrow_mut().err()] {
        assert!(matches!(
            error,
            Some(BorrowError::Borrowed { component: "Body", entity, by: Borrower::Exclusive, .. })
                if entity == handle.entity()
        ));
    }
    assert!(handle.is_alive(), "asking for life is no borrow");
    drop(guard);
    assert_eq!(handle.with(|body| body.y), Some(1.0));
}

#[test]
fn h2_guards_have_no_lifetime_so_that_self_stays_free() {
    #[derive(Component, Default)]
    struct Plane {
        body: Handle<Body>,
    }
    impl Plane {
        fn climb(&self) -> f32 {
            2.0
        }
        fn init(&mut self) {
            self.body = self.add::<Body>();
        }
        fn update(&mut self, dt: f32) {
            let mut body = self.body.borrow_mut();
            body.y += self.climb() * dt;
        }
    }
    fn outlives(handle: Handle<Body>) -> Ref<Body> {
        handle.borrow()
    }
    let plane = Entity::spawn().add::<Plane>();
    update_all(1.5);
    assert_eq!(outlives(plane.borrow().body).y, 3.0);
}

#[test]
fn h2_another_world_and_no_world_are_errors_of_their_own() {
    let handle = body(1.0);
    let (alone, other) = (World::new(), World::new());
    let foreign = alone.enter(|| body(5.0));
    other.enter(|| {
        assert_eq!(
            foreign.try_borrow().err(),
            Some(BorrowError::WrongWorld { component: "Body", entity: foreign.entity() })
        );
        assert_says(&message_of(|| drop(handle.borrow_mut())), &["Body", "another world", "`enter`"]);
        assert!(!handle.is_alive() && handle.get().is_none() && !handle.kill());
    });
    assert_eq!(alone.enter(|| foreign.borrow().y), 5.0);
    let fresh =
        std::thread::spawn(move || (handle.try_borrow().err(), handle.is_alive(), World::stats().spawned));
    let (error, alive, spawned) = fresh.join().expect("the soft forms do not panic");
    assert_eq!(error, Some(BorrowError::World { component: "Body", error: WorldError::NoWorld }));
    assert!(!alive && spawned == 0);
    assert_eq!(handle.borrow().y, 1.0);
}
