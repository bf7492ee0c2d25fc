//! Law C2: killing, replacing and removing while something is borrowed.

use super::*;

#[test]
fn c2_killing_any_component_in_an_update_leaves_the_others_whole() {
    thread_local! {
        static ALL: RefCell<Vec<Handle<Victim>>> = const { RefCell::new(Vec::new()) };
    }
    #[derive(Component)]
    struct Victim {
        n: usize,
        kills: Vec<usize>,
        visited: u32,
        _token: Token,
    }
    impl Victim {
        fn update(&mut self) {
            self.visited += 1;
            let all = ALL.with(|all| all.borrow().clone());
            for &other in &self.kills {
                assert!(all[other].kill(), "it was alive");
                assert!(!all[other].is_alive() && !all[other].kill() && all[other].get().is_none());
            }
            assert_eq!(self.entity(), all[self.n].entity(), "`self` is usable to the end");
        }
    }
    // Who kills whom in a store of six: itself, the first, the last, the neighbours, all, all others.
    for killer in [0, 2, 5] {
        let cases = [
            vec![killer],
            vec![0],
            vec![5],
            vec![(killer + 1) % 6],
            vec![(killer + 5) % 6],
            (0..6).collect(),
        ];
        for kills in cases {
            let all: Vec<_> = (0..6)
                .map(|n| {
                    let kills = if n == killer { kills.clone() } else { Vec::new() };
                    Entity::spawn().insert(Victim { n, kills, visited: 0, _token: Token::new() })
                })
                .collect();
            ALL.set(all.clone());
            update_all(1.0);
            for (n, handle) in all.iter().enumerate() {
                let seen = handle.get().map(|victim| (victim.n, victim.visited));
                assert_eq!(seen, (!kills.contains(&n)).then_some((n, 1)), "{killer} kills {kills:?}");
            }
            assert_eq!(live_tokens(), 6 - kills.len(), "the dead have dropped after the pass");
            assert_eq!(Victim::view().len(), 6 - kills.len());
            World::clear();
        }
    }
}

#[test]
fn c2_a_component_killed_and_added_again_ten_times_in_its_update_is_the_last_one() {
    #[derive(Component)]
    struct Phoenix {
        life: u32,
        token: Token,
    }
    impl Phoenix {
        fn update(&mut self) {
            if self.life != 0 {
                return;
            }
            let me = self.handle();
            for life in 1..=10 {
                assert!(me.kill());
                assert!(!me.is_alive());
                me.entity().insert(Self { life, token: Token::new() });
                assert_eq!(me.borrow().life, life, "the handle sees the new one, which is not borrowed");
                assert_eq!((self.life, self.entity()), (0, me.entity()), "`self` is still the old one");
            }
        }
        fn shutdown(&mut self, entity: Entity) {
            log(format!("{} of {entity:?} is {:?}", self.life, self.entity()));
        }
    }
    let others: Vec<_> =
        (50..53).map(|life| Entity::spawn().insert(Phoenix { life, token: Token::new() })).collect();
    let phoenix = Entity::spawn().insert(Phoenix { life: 0, token: Token::new() });
    update_all(1.0);
    assert_eq!((phoenix.borrow().life, Phoenix::count(), live_tokens()), (10, 4, 4));
    assert!(others.iter().zip(50..).all(|(handle, life)| handle.borrow().life == life));
    let name = format!("{:?}", phoenix.entity());
    let in_place = (1..10).chain([0]).map(|life| format!("{life} of {name} is {name}"));
    assert_eq!(
        take_log(),
        in_place.collect::<Vec<_>>(),
        "the borrowed one is last: its shutdown had to wait"
    );
    assert_eq!(phoenix.borrow().token.number(), 13);
}

#[test]
fn c2_insert_over_a_borrowed_value_gives_handles_the_new_one_at_once() {
    #[derive(Component)]
    struct Slot(u32, Token);
    impl Slot {
        fn init(&mut self) {
            log(format!("init {}", self.0));
        }
        fn shutdown(&mut self) {
            log(format!("shutdown {} {:?}", self.0, self.try_entity()));
        }
    }
    let slot = Entity::spawn().insert(Slot(1, Token::new()));
    let guard = slot.borrow();
    slot.entity().insert(Slot(2, Token::new()));
    assert_eq!((guard.0, slot.borrow().0, Slot::count()), (1, 2, 1));
    assert_eq!(take_log(), ["init 1", "init 2"]);
    drop(guard);
    assert!(take_log().is_empty() && live_tokens() == 2, "nothing happens in a guard's drop");
    World::flush();
    assert_eq!(take_log(), [format!("shutdown 1 {:?}", Some(slot.entity()))]);
    assert_eq!((live_tokens(), slot.borrow().0), (1, 2));
    slot.entity().insert(Slot(3, Token::new()));
    assert_eq!(take_log(), [format!("shutdown 2 {:?}", Some(slot.entity())), "init 3".to_string()]);
    assert_eq!((live_tokens(), slot.borrow().0), (1, 3));
}

/// Three types of one entity, each of which looks at all of them in its `shutdown`.
mod trio {
    use super::*;

    macro_rules! member {
        ($name:ident) => {
            #[derive(Component, Default)]
            pub struct $name(pub Token);
            impl $name {
                fn shutdown(&mut self, entity: Entity) {
                    assert!(entity.is_alive() && entity == self.entity());
                    assert!(entity.has::<(A, B, C)>(), "nothing of the entity is gone");
                    let names = ["A", "B", "C"];
                    let borrowed = [
                        entity.try_borrow::<A>().is_err(),
                        entity.try_borrow::<B>().is_err(),
                        entity.try_borrow::<C>().is_err(),
                    ];
                    assert_eq!(
                        borrowed,
                        names.map(|name| name == stringify!($name)),
                        "only `self` is borrowed"
                    );
                    assert!(!entity.despawn(), "a second despawn is `false`");
                    log(stringify!($name));
                }
            }
            impl Drop for $name {
                fn drop(&mut self) {
                    log(concat!("drop ", stringify!($name)));
                }
            }
        };
    }
    member!(A);
    member!(B);
    member!(C);
}

#[test]
fn c2_despawn_shuts_down_in_reverse_type_order_while_all_works_then_all_is_dead_together() {
    use trio::{A, B, C};
    // The type order is that of the first add in the world, not of this entity's adds.
    let _first = (Entity::spawn().add::<A>(), Entity::spawn().add::<B>(), Entity::spawn().add::<C>());
    let entity = Entity::spawn().with(C::default()).with(A::default()).with(B::default());
    let (a, b, c) = (entity.handle::<A>(), entity.handle::<B>(), entity.handle::<C>());
    assert_eq!(entity.components(), ["A", "B", "C"]);
    assert!(entity.despawn());
    assert!(!entity.is_alive() && !a.is_alive() && !b.is_alive() && !c.is_alive());
    let log = take_log();
    assert_eq!(log[..3], ["C", "B", "A"]);
    let mut drops = log[3..].to_vec();
    drops.sort();
    assert_eq!(drops, ["drop A", "drop B", "drop C"], "values drop after all hooks");
    assert!(!entity.despawn() && take_log().is_empty());
    assert_eq!(live_tokens(), 3);
}

#[test]
fn c2_a_second_kill_is_false_and_an_add_is_an_error_inside_shutdown() {
    #[derive(Component, Default)]
    struct Other;
    #[derive(Component, Default)]
    struct Twice(u8);
    impl Twice {
        fn shutdown(&mut self, entity: Entity) {
            assert!(self.handle().is_alive());
            assert!(!self.kill() && !entity.kill::<Self>() && !self.handle().kill());
            let dying = AddError::Dying { component: "Twice", entity };
            assert_eq!(entity.try_add::<Self>().err(), Some(dying.clone()));
            assert_eq!(entity.try_add_with(|| Self(1)).err(), Some(dying.clone()));
            assert_eq!(entity.try_insert(Self(1)).err(), Some(dying));
            assert_says(
                &message_of(|| entity.insert(Self(1))),
                &["Twice", &format!("{entity:?}"), "being shut down", "another entity"],
            );
            log(match entity.try_add::<Other>() {
                Ok(_) => "Other may be added",
                Err(AddError::Dying { component: "Other", .. }) => "Other may not be added",
                Err(_) => "wrong error",
            });
        }
    }
    let entity = Entity::spawn();
    assert!(entity.add::<Twice>().kill());
    assert!(entity.add::<Twice>().kill(), "it died once, and can come again");
    assert!(entity.add::<Twice>().entity().remove::<Twice>().is_some());
    entity.add::<Twice>();
    assert!(entity.kill::<Other>());
    entity.despawn();
    let allowed = "Other may be added";
    assert_eq!(take_log(), [allowed, allowed, allowed, "Other may not be added"]);
}

#[test]
fn c2_shutdown_runs_inside_the_call_that_kills() {
    #[derive(Component, Default)]
    struct Bell;
    impl Bell {
        fn shutdown(&mut self) {
            log("shutdown");
        }
    }
    let entity = Entity::spawn();
    let calls: [fn(Entity) -> bool; 5] = [
        |entity| entity.handle::<Bell>().kill(),
        |entity| entity.kill::<Bell>(),
        |entity| entity.remove::<Bell>().is_some(),
        |entity| entity.insert(Bell).is_alive(),
        |entity| entity.despawn(),
    ];
    // Also while another component of the type is borrowed.
    let other = Entity::spawn().add::<Bell>();
    for _borrowed in [None, Some(other.borrow_mut())] {
        let entity = if entity.is_alive() { entity } else { Entity::spawn() };
        for call in calls {
            entity.add::<Bell>();
            assert!(call(entity));
            assert_eq!(take_log(), ["shutdown"]);
        }
    }
    other.entity().add::<Bell>();
    World::clear();
    assert_eq!(take_log(), ["shutdown"]);
}

#[test]
fn c2_a_borrowed_component_is_dead_at_once_and_shut_down_at_the_sync_point() {
    #[derive(Component, Default)]
    struct Wing(u8);
    #[derive(Component, Default)]
    struct Plane(u8);
    impl Plane {
        fn update(&mut self, entity: Entity) {
            assert!(entity.despawn());
            assert!(
                !entity.is_alive() && !entity.has::<Plane>() && !entity.has::<Wing>() && !entity.despawn()
            );
            assert_eq!(self.entity(), entity);
            self.0 = 9;
            log("update ends");
        }
        fn shutdown(&mut self, wing: Option<&mut Wing>) {
            let entity = self.entity();
            assert!(!entity.is_alive() && wing.is_none(), "the rest is gone by now");
            assert!(!self.kill() && entity.try_add::<Wing>().is_err());
            log(format!("shutdown of {entity:?} with {}", self.0));
        }
    }
    impl Drop for Plane {
        fn drop(&mut self) {
            log("drop");
        }
    }
    let entity = Entity::spawn().with(Wing(0)).with(Plane(0));
    update_all(1.0);
    assert_eq!(take_log(), ["update ends", &format!("shutdown of {entity:?} with 9"), "drop"]);
    assert_eq!((Plane::count(), Wing::count()), (0, 0));
}

#[test]
fn c2_values_drop_at_sync_points_only_in_the_order_of_the_kills() {
    #[derive(Component)]
    struct Value(u32, Token);
    impl Drop for Value {
        fn drop(&mut self) {
            log(self.0.to_string());
        }
    }
    let handles: Vec<_> = (0..5).map(|n| Entity::spawn().insert(Value(n, Token::new()))).collect();
    let guard = handles[0].borrow();
    for n in [3, 1, 4] {
        handles[n].kill();
    }
    assert!(take_log().is_empty(), "something of the store is borrowed");
    drop(guard);
    assert!(take_log().is_empty(), "never in a guard's drop");
    assert_eq!((handles[2].borrow().0, Value::count()), (2, 2), "a borrow is no sync point");
    let _ = try_caught(|| {
        struct Flush;
        impl Drop for Flush {
            fn drop(&mut self) {
                World::flush();
                Entity::spawn().despawn();
            }
        }
        let _flush = Flush;
        panic!("unwinds");
    });
    assert_eq!((take_log().len(), drops_while_unwinding()), (0, 0), "never while unwinding");
    Entity::spawn().despawn();
    assert_eq!(take_log(), ["3", "1", "4"]);
    assert_eq!(live_tokens(), 2);
}

#[test]
fn c2_a_dropped_value_is_outside_of_its_store() {
    #[derive(Component)]
    struct Leaver(Handle<Leaver>);
    impl Drop for Leaver {
        fn drop(&mut self) {
            assert_eq!(self.try_entity(), None);
            assert_says(&message_of(|| self.entity()), &["Leaver", "not in the store"]);
            assert!(!self.0.is_alive() && self.0.get().is_none() && !self.0.kill());
            assert_eq!(Self::count(), Self::view().len());
            log("dropped");
        }
    }
    let entities = [Entity::spawn(), Entity::spawn()];
    for entity in entities {
        entity.insert(Leaver(entity.handle()));
    }
    entities[0].kill::<Leaver>();
    entities[1].despawn();
    assert_eq!(take_log(), ["dropped"; 2]);
}

#[test]
fn c2_remove_of_a_borrowed_component_is_refused_and_names_the_way_out() {
    let cell = cells(1, 0)[0];
    let (entity, guard) = (cell.entity(), cell.borrow());
    assert!(matches!(
        entity.try_remove::<Cell>(),
        Err(RemoveError::Borrowed { component: "Cell", by: Borrower::Shared, .. })
    ));
    assert_says(
        &message_of(|| entity.remove::<Cell>()),
        &["Cell", &format!("{entity:?}"), "is borrowed", "`kill`"],
    );
    assert!(cell.is_alive() && guard.n == 1);
    assert!(cell.kill() && matches!(cell.try_borrow(), Err(BorrowError::Missing { .. })));
    assert_eq!(guard.n, 1, "the guard outlives the death");
    assert!(entity.try_remove::<Cell>().is_ok_and(|cell| cell.is_none()));
    let index = entity.index();
    entity.despawn();
    assert_ne!(Entity::spawn().index(), index, "an index is not reused while a row of it is borrowed");
    drop(guard);
    World::flush();
    assert_eq!(Entity::spawn().index(), index);
}
