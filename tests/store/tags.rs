//! Tags: zero-sized components without hooks and without `Drop` cost a bit an entity, and do what other
//! components do.

use std::collections::BTreeSet;

use ecs_core::{
    Archetype, BorrowError, Borrower, Component, Entity, Handle, Pool, With, Without, World, query,
    update_all,
};

use crate::support::{Random, on_thread};

#[derive(Component, Default, Debug, PartialEq)]
struct Enemy;

#[derive(Component, Default)]
struct Frozen;

#[derive(Component, Default, Debug, PartialEq)]
struct Hp(u32);

fn enemies() -> Vec<Entity> {
    query::<Entity>().filter::<With<Enemy>>().iter().collect()
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "a tag is stored as any other type there")]
fn s4_a_tag_costs_one_bit_an_entity_and_no_array() {
    let count = if cfg!(miri) { 640 } else { 64_000 };
    let entities = Entity::spawn_many(count, |_, _| (Enemy, Hp(1)));
    let stats = World::stats();
    let tags = stats.stores.iter().find(|store| store.component == "Enemy").unwrap();
    assert_eq!((tags.count, tags.enabled, tags.value_bytes, tags.row_bytes), (count, count, 0, 0));
    assert!(tags.lookup_bytes <= 2 * count / 8, "{} bytes for {count}", tags.lookup_bytes);
    assert_eq!(Entity::despawn_many(&entities), count);
    assert_eq!((Enemy::count(), enemies()), (0, vec![]));
}

#[test]
fn a_tag_is_added_found_and_removed_like_any_component() {
    let (a, b) = (Entity::spawn(), Entity::spawn().with(Hp(1)));
    let handle: Handle<Enemy> = a.add();
    assert_eq!(b.insert(Enemy), b.handle());
    assert!(handle.is_alive() && a.has::<Enemy>() && b.has::<(Enemy, Hp)>() && !a.has::<Frozen>());
    assert_eq!((a.add::<Enemy>(), a.insert(Enemy), Enemy::count()), (handle, handle, 2));
    assert_eq!((a.components(), b.components()), (vec!["Enemy"], vec!["Hp", "Enemy"]));
    assert_eq!((a.remove::<Enemy>(), a.remove::<Enemy>()), (Some(Enemy), None));
    assert!(!handle.is_alive() && handle.get().is_none() && !handle.kill() && b.kill::<Enemy>());
    assert!(matches!(handle.try_borrow(), Err(BorrowError::Missing { component: "Enemy", .. })));
    assert_eq!((Enemy::count(), b.components()), (0, vec!["Hp"]));
    a.add::<Enemy>();
    assert!(a.despawn() && !handle.is_alive());
    let again = Entity::spawn();
    assert_eq!((again.index(), again.has::<Enemy>()), (a.index(), false));
    again.add::<Enemy>();
    assert!(!handle.is_alive() && again.has::<Enemy>());
}

#[test]
fn h3_a_tag_is_borrowed_like_any_component() {
    let (a, b) = (Entity::spawn().add::<Enemy>(), Entity::spawn().add::<Enemy>());
    let guard = a.borrow_mut();
    let error = a.try_borrow().unwrap_err();
    assert!(matches!(error, BorrowError::Borrowed { component: "Enemy", by: Borrower::Exclusive, .. }));
    let other = b.borrow_mut();
    assert!(a.try_borrow().is_err() && b.try_borrow().is_err() && Enemy::try_view().is_err());
    assert!(a.entity().try_remove::<Enemy>().is_err());
    drop(guard);
    let (first, second) = (a.borrow(), a.borrow());
    assert!(a.try_borrow_mut().is_err() && b.try_borrow().is_err());
    drop((first, second, other));
    let view = Enemy::view();
    assert_eq!((view.len(), view.get(b) == Some(&Enemy), view[a] == Enemy), (2, true, true));
    assert!(b.try_borrow_mut().is_err() && b.try_borrow().is_ok());
    assert!(b.kill() && view.get(b).is_none());
    drop(view);
    assert_eq!(Enemy::view_mut().iter_mut().count(), 1);
    assert_eq!(Enemy::view().enabled().len(), 1);
    let borrowed = a.borrow_mut();
    assert!(a.entity().despawn() && !a.is_alive());
    drop(borrowed);
    assert_eq!(Enemy::view().len(), 0);
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "a tag is stored as any other type there")]
fn s5_an_index_is_not_used_again_while_its_tag_is_borrowed() {
    let (one, two) = (Entity::spawn().with(Enemy), Entity::spawn().with(Enemy));
    let guard = one.borrow_mut::<Enemy>();
    assert!(one.despawn() && two.despawn());
    let new = Entity::spawn().with(Enemy);
    assert_eq!(new.index(), two.index());
    assert!(new.handle::<Enemy>().try_borrow_mut().is_ok(), "another one is borrowed");
    drop(guard);
    World::flush();
    assert_eq!(Entity::spawn().index(), one.index());
    // A query has borrowed all: what is spawned now is not in it.
    let all = query::<(Entity, &Enemy)>();
    assert!(new.despawn());
    let late = Entity::spawn().with(Enemy);
    assert!(late.index() > new.index() && all.get(late).is_none());
    assert_eq!(all.iter().count(), 0);
    drop(all);
    World::flush();
    assert_eq!(Entity::spawn().index(), new.index());
}

#[test]
fn a_view_shows_tags_with_their_entities() {
    let _ = Entity::spawn();
    let tagged: Vec<_> = (0..3).map(|_| Entity::spawn().with(Enemy)).collect();
    let mut view = Enemy::view_mut();
    assert_eq!(view.iter_with_entity().map(|(entity, _)| entity).collect::<Vec<_>>(), tagged);
    assert_eq!(view.iter_mut_with_entity().map(|(entity, _)| entity).collect::<Vec<_>>(), tagged);
    tagged[1].kill::<Enemy>();
    assert_eq!(view.iter_mut_with_entity().nth(1), Some((tagged[1], &mut Enemy)), "also what has died since");
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "a tag is stored as any other type there")]
fn s1_a_view_shows_the_enabled_tags_first() {
    let entities: Vec<_> = (0..5).map(|_| Entity::spawn().with(Enemy)).collect();
    entities[0].set_enabled(false);
    entities[3].handle::<Enemy>().set_enabled(false);
    let order = [1, 2, 4, 0, 3].map(|n: usize| entities[n]);
    let mut view = Enemy::view_mut();
    assert_eq!((view.enabled().len(), view.disabled().len()), (3, 2));
    assert_eq!(view.iter_with_entity().map(|(entity, _)| entity).collect::<Vec<_>>(), order);
    assert_eq!((view.entity_at(2), view.entity_at(3)), (Some(entities[4]), Some(entities[0])));
    assert!(view.get_many_mut([0, 4, 3, 1, 2].map(|n: usize| entities[n].handle())).is_ok());
    let mut count = 0;
    view.write_many(&order.map(Entity::handle), |_| count += 1);
    assert_eq!(count, 5);
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "a tag is stored as any other type there")]
fn s7_a_tag_is_switched_with_its_entity_or_alone() {
    let entities: Vec<_> = (0..4).map(|n| Entity::spawn().with(Hp(n)).with(Enemy)).collect();
    entities[0].set_enabled(false);
    entities[1].handle::<Enemy>().set_enabled(false);
    assert_eq!(enemies(), entities[2..]);
    assert_eq!(
        query::<&Hp>().filter::<With<Enemy>>().iter().map(|hp| hp.0).collect::<BTreeSet<_>>(),
        [2, 3].into()
    );
    assert_eq!(query::<&Hp>().filter::<Without<Enemy>>().iter().map(|hp| hp.0).collect::<Vec<_>>(), [1]);
    assert_eq!(query::<(Entity, &Enemy)>().iter().count(), 2);
    assert_eq!(
        query::<(Entity, &Enemy)>().with_disabled().iter().map(|(e, _)| e).collect::<Vec<_>>(),
        entities
    );
    let view = Enemy::view();
    assert_eq!((view.enabled().len(), view.disabled().len()), (2, 2));
    drop(view);
    entities[1].kill::<Enemy>();
    entities[1].add::<Enemy>();
    assert!(entities[1].handle::<Enemy>().is_enabled(), "the switch goes with the component");
    entities[0].set_enabled(true);
    assert_eq!(enemies(), entities);
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "a tag is stored as any other type there")]
fn s7_a_tag_that_is_enabled_while_a_query_lives_is_seen_when_its_turn_comes() {
    let entity = Entity::spawn().with(Hp(1)).with(Enemy);
    let tag = entity.handle::<Enemy>();
    tag.set_enabled(false);
    let needed = query::<(&Hp, &Enemy)>();
    let optional = query::<(&Hp, Option<&Enemy>)>();
    assert!(needed.get(entity).is_none() && optional.get(entity).is_some_and(|(_, tag)| tag.is_none()));
    tag.set_enabled(true);
    assert!(needed.get(entity).is_some() && optional.get(entity).is_some_and(|(_, tag)| tag.is_some()));
    assert_eq!((needed.iter().count(), optional.iter().count()), (1, 1));
}

#[test]
fn a_tag_is_a_sibling_of_passes() {
    #[derive(Component)]
    struct Walker(u32);
    impl Walker {
        fn update(&mut self, _: &Enemy, frozen: Option<&Frozen>) {
            self.0 += if frozen.is_some() { 1 } else { 100 };
        }
    }
    let walkers: Vec<_> = (0..200)
        .map(|n| {
            let entity = Entity::spawn();
            if n % 2 == 0 {
                entity.add::<Enemy>();
            }
            if n % 3 == 0 {
                entity.add::<Frozen>();
            }
            entity.insert(Walker(0))
        })
        .collect();
    update_all(0.1);
    for (n, walker) in walkers.iter().enumerate() {
        let expected = if n % 2 != 0 {
            0
        } else if n % 3 == 0 {
            1
        } else {
            100
        };
        assert_eq!(walker.borrow().0, expected, "{n}");
    }
}

#[test]
fn what_is_tagged_in_the_loop_changes_only_what_is_asked_later() {
    let entities: Vec<_> = (0..100).map(|n| Entity::spawn().with(Hp(n)).with(Enemy)).collect();
    let mut seen = 0;
    for (hp, _) in &mut query::<(&mut Hp, &Enemy)>() {
        if hp.0 == 0 {
            entities[50].kill::<Enemy>();
            entities[51].set_enabled(false);
            entities[52].despawn();
        }
        seen += 1;
    }
    assert_eq!(seen, 97);
    let mut seen = 0;
    for hp in &mut query::<&mut Hp>().filter::<Without<Frozen>>() {
        if hp.0 == 0 {
            entities[99].add::<Frozen>();
        }
        seen += 1;
    }
    assert_eq!(seen, 97);
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "a tag is stored as any other type there")]
fn sorting_like_a_tag_brings_the_tagged_first() {
    let entities: Vec<_> = (0..10).map(|n| Entity::spawn().with(Hp(n))).collect();
    for n in [7, 3, 9] {
        entities[n].add::<Enemy>();
    }
    Hp::sort_like::<Enemy>();
    Enemy::sort_like::<Hp>();
    Enemy::sort_by(|_, _| std::cmp::Ordering::Less);
    assert_eq!(Hp::view().iter().map(|hp| hp.0).collect::<Vec<_>>(), [3, 7, 9, 0, 1, 2, 4, 5, 6, 8]);
    entities[3].handle::<Enemy>().set_enabled(false);
    Hp::sort_like::<Enemy>();
    assert_eq!(Hp::view().iter().map(|hp| hp.0).collect::<Vec<_>>(), [7, 9, 3, 0, 1, 2, 4, 5, 6, 8]);
    entities[3].handle::<Enemy>().set_enabled(true);
    assert_eq!(enemies(), [3, 7, 9].map(|n: usize| entities[n]));
}

#[test]
fn as_many_values_are_given_back_as_were_given() {
    /// Cannot be made outside, and not by the library either.
    #[derive(Component)]
    struct Ticket(());
    let entity = Entity::spawn();
    entity.insert(Ticket(()));
    entity.insert(Ticket(()));
    assert!(entity.remove::<Ticket>().is_some_and(|Ticket(())| true));
    assert!(entity.remove::<Ticket>().is_none());
    on_thread(|| assert!(Entity::spawn().remove::<Ticket>().is_none()));
}

#[test]
fn archetypes_and_pools_have_tags() {
    type Foe = Archetype<(Hp, Enemy)>;
    let hero = Entity::spawn().with(Hp(9));
    let foes = [Foe::spawn(), Foe::spawn()];
    assert_eq!((Foe::find(), Foe::matches(hero)), (foes.to_vec(), false));
    Foe::apply(hero);
    assert_eq!((Foe::find().len(), Foe::query().count(), Foe::remove(hero)), (3, 3, 2));
    assert_eq!(enemies(), foes);
    let pool = Pool::<Archetype<(Enemy,)>>::new();
    let first = pool.take();
    pool.give_back(first);
    assert!(!enemies().contains(&first));
    let again = pool.take();
    assert_eq!((again.index(), first.has::<Enemy>(), again.has::<Enemy>()), (first.index(), false, true));
    assert!(enemies().contains(&again));
}

#[test]
fn over_aligned_tags_have_aligned_places() {
    #[derive(Component, Default)]
    #[repr(align(64))]
    struct Wide;
    let handles: Vec<_> = (0..70).map(|_| Entity::spawn().add::<Wide>()).collect();
    let guards: Vec<_> = handles.iter().map(|handle| handle.borrow()).collect();
    assert!(guards.iter().all(|guard| std::ptr::from_ref::<Wide>(guard).addr().is_multiple_of(64)));
    assert!(handles.iter().all(|handle| handle.try_borrow_mut().is_err()));
    drop(guards);
    assert!(handles.iter().all(|handle| handle.try_borrow_mut().is_ok()));
    assert_eq!(query::<&mut Wide>().iter_mut().count(), 70);
}

#[test]
fn zero_sized_types_with_hooks_or_drop_keep_their_rows() {
    #[derive(Component, Default)]
    struct Clock;
    impl Clock {
        fn update(&mut self, entity: Entity) {
            entity.add::<Enemy>();
        }
    }
    let clocks: Vec<_> = (0..3).map(|_| Entity::spawn().add::<Clock>()).collect();
    clocks[1].set_enabled(false);
    update_all(0.1);
    assert_eq!(enemies(), [clocks[0].entity(), clocks[2].entity()]);
}

#[test]
fn tags_are_a_set_of_entities() {
    let mut random = Random(3);
    let mut alive: Vec<Entity> = Vec::new();
    let mut tagged: BTreeSet<Entity> = BTreeSet::new();
    for step in 0..if cfg!(miri) { 60 } else { 5_000 } {
        let which = random.below(alive.len().max(1));
        match random.below(10) {
            0..=3 => alive.push(Entity::spawn().with(Hp(step))),
            _ if alive.is_empty() => {}
            4..=6 => assert_eq!(alive[which].add::<Enemy>().is_alive(), {
                tagged.insert(alive[which]);
                true
            }),
            7 => assert_eq!(alive[which].kill::<Enemy>(), tagged.remove(&alive[which])),
            8 => assert_eq!(alive[which].remove::<Enemy>().is_some(), tagged.remove(&alive[which])),
            _ => {
                let entity = alive.swap_remove(which);
                tagged.remove(&entity);
                assert!(entity.despawn());
            }
        }
        assert_eq!(Enemy::count(), tagged.len());
        if step % 16 == 0 {
            assert_eq!(enemies().into_iter().collect::<BTreeSet<_>>(), tagged);
            assert!(alive.iter().all(|entity| entity.has::<Enemy>() == tagged.contains(entity)));
        }
    }
}
