//! The calls, each with its outcome in each place.

use super::*;

/// Every ambient call, with its outcome.
pub(super) const CALLS: &[(&str, Call)] = &[
    ("spawn", |_, _| {
        let entity = Entity::spawn();
        assert!(entity.is_alive() && entity.components().is_empty());
        assert!(entity.despawn() && !entity.is_alive());
    }),
    ("spawn_many", |_, _| {
        let made = Entity::spawn_many(20, |n, _| (Prop { n: n as u32, ..Prop::default() }, Actor::new(8)));
        assert!(
            made.iter()
                .zip(0..)
                .all(|(entity, n)| entity.borrow::<Prop>().n == n && entity.borrow::<Prop>().ready)
        );
    }),
    ("add to a new entity", |_, _| {
        let inits = INITS.get();
        let (prop, actor) = (Entity::spawn().add::<Prop>(), Entity::spawn().add::<Actor>());
        assert!(prop.borrow().ready && actor.borrow().mark == 0);
        assert_eq!(INITS.get(), inits + 1);
    }),
    ("grow", |_, _| {
        let made: Vec<_> = (0..200).map(|n| Entity::spawn().insert(Actor::new(n))).collect();
        assert!(made.iter().zip(0..).all(|(actor, n)| actor.borrow_mut().mark == n));
        assert!(made.iter().step_by(3).all(|actor| actor.kill() && !actor.is_alive()));
    }),
    ("add another type to me", |place, scene| match scene.me.try_add::<Prop>() {
        Ok(prop) => assert!(!place.is_despawning() && prop.borrow().ready),
        Err(error) => {
            assert_eq!(error, AddError::Dying { component: "Prop", entity: scene.me });
            assert!(place.is_despawning());
        }
    }),
    ("add my type to me", |place, scene| {
        let added = scene.me.try_add_with(|| Actor::new(99));
        if place.is_dying() {
            assert_eq!(added.err(), Some(AddError::Dying { component: "Actor", entity: scene.me }));
            return;
        }
        let added = added.expect("adding is always allowed");
        assert!(added.is_alive());
        if !place.borrows_me() {
            assert_eq!(added.borrow().mark, 99);
        }
    }),
    ("insert my type to me", |place, scene| {
        let inserted = scene.me.try_insert(Actor::new(99));
        if place.is_dying() {
            assert_eq!(inserted.err(), Some(AddError::Dying { component: "Actor", entity: scene.me }));
        } else {
            assert_eq!(inserted.expect("inserting is always allowed").borrow().mark, 99);
        }
    }),
    ("insert over the other", |_, scene| {
        let (inits, shutdowns) = (INITS.get(), SHUTDOWNS.get());
        assert_eq!(scene.other.insert(Actor::new(55)).borrow().mark, 55);
        assert_eq!((INITS.get(), SHUTDOWNS.get()), (inits + 1, shutdowns + 1));
    }),
    ("remove from the other", |_, scene| {
        let shutdowns = SHUTDOWNS.get();
        assert!(scene.other.remove::<Prop>().is_some_and(|prop| prop.ready));
        assert!(scene.other.remove::<Actor>().is_some_and(|actor| actor.mark == 7));
        assert!(scene.other.remove::<Actor>().is_none() && !scene.other.has::<Actor>());
        assert_eq!(SHUTDOWNS.get(), shutdowns + 1);
    }),
    ("remove mine", |place, scene| match scene.me.try_remove::<Actor>() {
        Ok(removed) => assert!(removed.is_none() && !place.borrows_me()),
        Err(error) => {
            assert!(
                matches!(
                    error,
                    RemoveError::Borrowed {
                        component: "Actor",
                        by: Borrower::Hook | Borrower::PassHook { .. },
                        ..
                    }
                ),
                "{error}"
            );
            assert!(place.borrows_me() && scene.me.has::<Actor>());
            assert_says(&message_of(|| scene.me.remove::<Actor>()), &["Actor", "its own hook", "`kill`"]);
        }
    }),
    ("kill the other", |_, scene| {
        let shutdowns = SHUTDOWNS.get();
        assert!(scene.other.kill::<Actor>() && !scene.other.kill::<Actor>() && !scene.other.has::<Actor>());
        assert!(scene.other.kill::<Prop>() && !scene.other.has::<Prop>());
        assert_eq!(SHUTDOWNS.get(), shutdowns + 1);
    }),
    ("kill mine", |place, scene| {
        assert_eq!(scene.me.kill::<Actor>(), place.borrows_me() && !place.is_dying());
        assert!(!scene.me.kill::<Actor>());
        assert_eq!(scene.me.has::<Actor>(), place.is_dying());
    }),
    ("despawn the other", |_, scene| {
        assert!(scene.other.despawn() && !scene.other.despawn());
        assert!(!scene.other.is_alive() && !scene.other.has::<Actor>() && !scene.other.has::<Prop>());
    }),
    ("despawn me", |place, scene| {
        assert_eq!(scene.me.despawn(), !place.is_despawning());
        assert!(!scene.me.despawn());
        assert_eq!(scene.me.is_alive(), place.is_despawning());
        assert_eq!(scene.me.has::<Actor>(), place.is_despawning());
    }),
    ("borrow the other", |_, scene| {
        scene.other.borrow_mut::<Actor>().mark += 1;
        let (actor, mut prop) = (scene.other.borrow::<Actor>(), scene.other.borrow_mut::<Prop>());
        prop.n += actor.mark;
        assert!(scene.other.try_borrow_mut::<Actor>().is_err());
    }),
    ("borrow mine", |place, scene| match scene.me.try_borrow_mut::<Actor>() {
        Ok(_) => panic!("nobody else may have it now"),
        Err(BorrowError::Dead { .. } | BorrowError::Missing { .. }) => assert!(!place.borrows_me()),
        Err(error) => {
            assert!(
                place.borrows_me()
                    && matches!(
                        error,
                        BorrowError::Borrowed { by: Borrower::Hook | Borrower::PassHook { .. }, .. }
                    ),
                "{error}"
            );
        }
    }),
    ("views of another type", |_, scene| {
        assert_eq!(Prop::view()[scene.other.handle()].n, scene.other.borrow::<Prop>().n);
        let mut view = Prop::view_mut();
        view.iter_mut().for_each(|prop| prop.n += 1);
        let late = Entity::spawn().add::<Prop>();
        assert!(view.get(late).is_none() && late.borrow().ready);
        assert!(scene.other.kill::<Prop>() && view.get(scene.other.handle()).is_none());
    }),
    ("view of my type", |place, scene| match Actor::try_view_mut() {
        Ok(view) => {
            assert!(!place.borrows_me() && !place.is_late());
            assert_eq!(view[scene.other.handle()].mark, 7);
        }
        Err(error) => {
            assert!(place.borrows_me() || place.is_late(), "{error}");
            assert!(matches!(
                error,
                ViewError::Borrowed { by: Borrower::Hook | Borrower::PassHook { .. }, .. }
                    | ViewError::Unsettled { .. }
            ));
        }
    }),
    ("flush", |_, scene| {
        scene.other.kill::<Prop>();
        World::flush();
        assert_eq!(Prop::view().len(), Prop::count());
    }),
    ("clear", |place, scene| {
        World::clear();
        assert!(!scene.other.is_alive());
        assert_eq!(scene.me.is_alive(), place.is_despawning(), "it dies with the call that despawns it");
        assert_eq!(World::stats().alive, usize::from(place.is_despawning()));
    }),
    ("stats", |_, _| {
        let stats = World::stats();
        assert!(stats.alive >= 2 && stats.stores.iter().any(|store| store.component == "Actor"));
        assert_eq!(stats.spawned, stats.alive as u64 + stats.despawned);
    }),
    ("another world", |_, scene| {
        let world = World::new();
        let inner = world.enter(|| {
            assert!(!scene.other.is_alive() && scene.other.try_borrow::<Prop>().is_err());
            let actor = Entity::spawn().insert(Actor::new(5));
            assert_eq!((Actor::count(), Prop::count()), (1, 0));
            actor.entity().kill::<Actor>();
            Entity::spawn().add::<Prop>()
        });
        assert!(!inner.is_alive() && scene.other.is_alive());
        assert_eq!(world.enter(|| inner.borrow().n), 0);
        drop(world);
        assert_eq!(scene.other.borrow::<Actor>().mark, 7);
    }),
    ("update_all", |_, scene| {
        let n = scene.other.borrow::<Prop>().n;
        assert_eq!(try_update_all(1.0), Err(UpdateError::InsideHook));
        assert_eq!(Prop::try_update_all(1.0), Err(UpdateError::InsideHook));
        assert_says(&message_of(|| update_all(1.0)), &["inside a hook", "main loop"]);
        assert_says(&message_of(|| Actor::update_all(1.0)), &["inside a hook", "main loop"]);
        assert_eq!(scene.other.borrow::<Prop>().n, n, "nothing has run");
    }),
    ("send to the other", |place, scene| {
        let n = scene.other.borrow::<Prop>().n;
        assert_eq!(scene.other.send(Poke(10)), 2);
        assert_eq!(scene.other.borrow::<Prop>().n, n + 10);
        // Of a type that has an `init` to come, nobody is notified before that.
        let mark = if place == SpawnMany { 7 } else { 17 };
        assert_eq!(scene.other.borrow::<Actor>().mark, mark);
        assert_eq!(Prop::send_all(Poke(1)), Prop::count());
        assert_eq!(scene.other.borrow::<Prop>().n, n + 11);
    }),
    ("send to me", |place, scene| {
        let listens = place.borrows_me() && place != OnDisable;
        assert_eq!(scene.me.send(Poke(10)), usize::from(listens), "it waits");
        scene.other.kill::<Actor>();
        assert_eq!(Actor::send_all(Poke(10)), usize::from(listens));
        assert_eq!(ecs_core::send_all(Poke(10)), usize::from(listens) + Prop::count());
    }),
    ("for_each of another type", |_, scene| {
        let n = scene.other.borrow::<Prop>().n;
        Prop::for_each(|prop| prop.n += 1);
        assert_eq!(scene.other.borrow::<Prop>().n, n + 1);
    }),
    ("for_each of my type", |_, scene| {
        let mut visited = Vec::new();
        Actor::for_each(|actor| visited.push(actor.entity()));
        assert_eq!(visited, [scene.other], "the others");
    }),
    ("switch the other", |_, scene| {
        assert!(
            scene.other.handle::<Actor>().set_enabled(false) && !scene.other.handle::<Actor>().is_enabled()
        );
        assert!(scene.other.set_enabled(false) && !scene.other.handle::<Prop>().is_enabled());
        assert!(scene.other.set_enabled(true) && scene.other.handle::<Prop>().is_enabled());
        assert!(!scene.other.handle::<Actor>().is_enabled(), "it has a switch of its own");
    }),
    ("switch mine", |place, scene| {
        let was_alive = scene.me.is_alive();
        assert_eq!(scene.me.handle::<Actor>().set_enabled(false), place.borrows_me());
        assert!(!scene.me.handle::<Actor>().is_enabled());
        assert_eq!(scene.me.set_enabled(false), was_alive);
        assert!(!scene.me.is_enabled());
    }),
    ("reserve and count", |_, _| {
        let count = Actor::count();
        Actor::reserve(1_000);
        Prop::reserve(1_000);
        assert_eq!(Actor::count(), count);
        assert_eq!(World::set_init_limit(300), Ok(()));
    }),
];
