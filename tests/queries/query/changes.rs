//! What changes while a query lives.

use super::*;

#[test]
fn c2_what_is_killed_or_disabled_in_the_loop_is_not_visited() {
    type Change = fn(Entity) -> bool;
    let changes: [Change; 6] = [
        Entity::despawn,
        Entity::kill::<A>,
        Entity::kill::<B>,
        |entity| entity.set_enabled(false),
        |entity| entity.handle::<A>().set_enabled(false),
        |entity| entity.handle::<B>().set_enabled(false),
    ];
    let count = if cfg!(miri) { 16 } else { 100 };
    let last = count as usize - 1;
    for change in changes {
        let entities = aligned(count);
        let mut seen = Vec::new();
        for (entity, a, _) in &mut query::<(Entity, &mut A, &B)>() {
            if a.0 == 10 {
                assert!(change(entities[11]) && change(entities[last]));
                // What is made now is no part of it.
                spawn(Some(1_000), Some(1_000), None);
            }
            seen.push(entity);
        }
        assert_eq!(
            (seen.len(), seen.contains(&entities[11]), seen.contains(&entities[last])),
            (last - 1, false, false)
        );
        World::clear();
    }
}

/// Calls a function when it drops.
struct Fuse(Option<Box<dyn FnOnce()>>);

impl Drop for Fuse {
    fn drop(&mut self) {
        if let Some(call) = self.0.take() {
            call();
        }
    }
}

#[test]
fn c2_what_drops_kill_while_the_query_is_made_is_not_visited() {
    #[derive(Component)]
    struct First(#[expect(dead_code, reason = "it drops")] Fuse);
    #[derive(Component)]
    struct Second(#[expect(dead_code, reason = "it drops")] Fuse);
    let fuse = |call: Box<dyn FnOnce()>| Fuse(Some(call));
    let spawn = || Entity::spawn().with(First(Fuse(None))).with(Second(Fuse(None)));
    let (victim, other) = (spawn(), spawn());
    // Each is dropped when its store is flushed, and leaves something to the other store. The last is so
    // while the first is borrowed.
    let third = Entity::spawn().with(Second(fuse(Box::new(move || assert!(victim.kill::<First>())))));
    let second = Entity::spawn().with(First(fuse(Box::new(move || assert!(third.kill::<Second>())))));
    let first = Entity::spawn().with(Second(fuse(Box::new(move || assert!(second.kill::<First>())))));
    let guard = first.borrow::<Second>();
    first.kill::<Second>();
    drop(guard);
    let query = query::<(Entity, &First, &Second)>();
    assert!(!victim.has::<First>() && First::try_view_mut().is_err());
    assert_eq!(query.iter().map(|(entity, ..)| entity).collect::<Vec<_>>(), [other]);
    assert_eq!(query.count(), 1);
}

#[test]
fn c2_a_killed_component_that_is_made_again_is_not_visited() {
    let entities = aligned(10);
    let mut seen = 0;
    for (a, _) in &mut query::<(&mut A, &B)>() {
        if a.0 == 0 {
            entities[5].kill::<A>();
            entities[5].insert(A(55));
        }
        assert_ne!(a.0, 55);
        seen += 1;
    }
    assert_eq!((seen, entities[5].borrow::<A>().0), (9, 55));
}

#[test]
fn a_dead_entity_is_not_visited_by_a_list() {
    let entities = aligned(10);
    let mut seen = Vec::new();
    for entity in &mut query::<Entity>() {
        if entity == entities[0] {
            entities[3].despawn();
            // Takes the index, but is another.
            assert_eq!(Entity::spawn().index(), entities[3].index());
        }
        seen.push(entity);
    }
    assert_eq!((seen.len(), seen.contains(&entities[3])), (9, false));
}

#[test]
fn c1_adding_in_the_loop_moves_nothing() {
    let entities = aligned(4);
    let mut all = query::<(&mut A, &B)>();
    let items: Vec<_> = all.iter_mut().collect();
    let more = if cfg!(miri) { 40 } else { 1_000 };
    (0..more).for_each(|n| assert!(spawn(Some(n), Some(n), None).is_alive()));
    for (a, b) in items {
        a.0 += b.0;
    }
    assert_eq!(all.count(), 4);
    drop(all);
    assert_eq!(entities[3].borrow::<A>().0, 6);
    assert_eq!(query::<&A>().count(), 4 + more as usize);
}

#[test]
fn a_query_in_a_hook_sees_the_others() {
    #[derive(Component)]
    struct Radar {
        seen: usize,
    }
    impl Radar {
        fn update(&mut self) {
            self.seen = query::<(&A, &mut B)>().filter::<Without<Self>>().count();
            let error = query::<&Self>().try_each(|_| ()).unwrap_err();
            assert!(matches!(error, QueryError::Held { by: Borrower::PassHook { .. }, .. }), "{error}");
        }
    }
    aligned(3);
    let radar = spawn(Some(1), Some(1), None).insert(Radar { seen: 0 });
    update_all(0.1);
    assert_eq!(radar.borrow().seen, 3);
}

#[test]
fn d4_an_update_is_refused_while_a_query_lives() {
    #[derive(Component, Default)]
    struct Mover;
    impl Mover {
        fn update(&mut self, _: &mut A) {}
    }
    spawn(Some(1), None, None).add::<Mover>();
    let all = query::<&A>();
    assert_says(&message_of(|| update_all(0.1)), &["cannot run `Mover::update`, which takes A", "query"]);
    drop(all);
    update_all(0.1);
}

#[test]
fn a_panic_in_the_loop_ends_the_borrow() {
    let entity = spawn(Some(1), Some(1), None);
    message_of(|| query::<(&mut A, &B)>().each(|_| panic!("stop")));
    message_of(|| {
        for (a, _) in &mut query::<(&mut A, &mut B)>() {
            assert_eq!(a.0, 9, "stop");
        }
    });
    entity.borrow_mut::<A>().0 = 2;
    assert_eq!(query::<(&A, &mut B)>().count(), 1);
}

#[test]
fn a_forgotten_query_borrows_for_ever_and_is_leaked() {
    let entity = spawn(Some(1), None, None);
    let mut all = query::<&mut A>();
    assert_eq!(all.iter_mut().count(), 1);
    std::mem::forget(all);
    assert!(entity.try_borrow::<A>().is_err());
    assert!(entity.kill::<A>() && !entity.has::<A>());
}

#[test]
fn zero_sized_and_over_aligned_types_are_visited() {
    #[derive(Component, Default)]
    struct Unit;
    #[derive(Component)]
    #[repr(align(128))]
    struct Wide(u8);
    for n in 0..20 {
        let entity = spawn(Some(n), None, None);
        if n % 3 == 0 {
            entity.add::<Unit>();
        }
        entity.insert(Wide(n as u8));
    }
    let seen: Vec<_> =
        query::<(&A, &Unit, &mut Wide)>().iter_mut().map(|(a, _, wide)| (a.0, wide.0)).collect();
    assert_eq!(seen, [0, 3, 6, 9, 12, 15, 18].map(|n| (n, n as u8)));
    assert_eq!(query::<&A>().filter::<With<Unit>>().count(), 7);
}
