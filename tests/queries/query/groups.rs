//! Groups, and queries against a list.

use std::sync::{Arc, Mutex};

use ecs_core::{Archetype, Or, Pool, QueryFilter, Remove, observe};

use super::*;

#[test]
fn seed_d19_a_group_tells_what_came_and_what_went_between_two_looks() {
    let mut group = Group::<(With<A>, Without<C>)>::new();
    let looks = |group: &mut Group<_>| {
        group.refresh();
        (group.active().to_vec(), group.added().to_vec(), group.removed().to_vec())
    };
    assert_eq!(looks(&mut group), (vec![], vec![], vec![]));
    let [a, b, c] = [1, 2, 3].map(|n| spawn(Some(n), None, None));
    assert_eq!(looks(&mut group), (vec![a, b, c], vec![a, b, c], vec![]));
    assert_eq!(looks(&mut group), (vec![a, b, c], vec![], vec![]));
    a.add::<C>();
    b.set_enabled(false);
    c.despawn();
    let again = spawn(Some(4), None, None);
    assert_eq!(again.index(), c.index(), "another life of the same index");
    assert!(group.contains(a) && !group.contains(again), "nothing changes between two looks");
    assert_eq!(looks(&mut group), (vec![again], vec![again], vec![a, b, c]));
    assert!(!group.contains(c) && group.contains(again));
    a.kill::<C>();
    b.set_enabled(true);
    assert_eq!(looks(&mut group), (vec![a, b, again], vec![a, b], vec![]));
    // There and back between two looks is not missed; what only passed by was never seen.
    a.set_enabled(false);
    a.set_enabled(true);
    b.insert(A(5));
    spawn(Some(6), None, None).despawn();
    assert_eq!(looks(&mut group), (vec![a, b, again], vec![a, b], vec![a, b]));
    assert_eq!(looks(&mut group), (vec![a, b, again], vec![], vec![]));
}

#[test]
fn seed_d19_groups_of_one_filter_share_a_list_and_each_has_its_own_place() {
    type Moving = Group<(With<A>, Without<C>)>;
    let looks = |group: &mut Moving| {
        group.refresh();
        (group.active().to_vec(), group.added().to_vec(), group.removed().to_vec())
    };
    let (mut often, mut seldom) = (Moving::new(), Moving::new());
    let a = spawn(Some(1), None, None);
    assert_eq!(looks(&mut often), (vec![a], vec![a], vec![]));
    let b = spawn(Some(2), None, None);
    assert_eq!(looks(&mut often), (vec![a, b], vec![b], vec![]));
    assert_eq!(looks(&mut seldom), (vec![a, b], vec![a, b], vec![]));
    a.add::<C>();
    assert_eq!(looks(&mut often), (vec![b], vec![], vec![a]));
    a.kill::<C>();
    b.despawn();
    assert_eq!(looks(&mut often), (vec![a], vec![a], vec![b]));
    assert_eq!(looks(&mut seldom), (vec![a], vec![a], vec![a, b]));
    // In another world they look at that, and back in this one again at all.
    World::new().enter(|| {
        let there = spawn(Some(1), None, None);
        assert_eq!(looks(&mut often), (vec![there], vec![there], vec![a]));
    });
    let [there] = looks(&mut often).2[..] else { panic!("one was there") };
    assert!(often.contains(a) && there != a);
    drop(often);
    b.try_add::<A>().unwrap_err();
    let c = spawn(Some(3), None, None);
    assert_eq!(looks(&mut seldom), (vec![a, c], vec![c], vec![]));
}

#[test]
fn seed_d19_a_group_hears_before_the_observers_and_after_a_borrow() {
    let mut group = Group::<With<A>>::new();
    let a = spawn(Some(1), None, None);
    group.refresh();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (mut inner, all) = (Group::<With<A>>::new(), seen.clone());
    inner.refresh();
    let observer = observe(move |_: &Remove<A>| {
        inner.refresh();
        all.lock().unwrap().push((inner.active().len(), inner.removed().to_vec()));
    });
    a.kill::<A>();
    assert_eq!(*seen.lock().unwrap(), [(0, vec![a])]);
    drop(observer);

    a.insert(A(2));
    group.refresh();
    let held = a.borrow::<A>();
    a.handle::<A>().set_enabled(false);
    drop(held);
    group.refresh();
    assert_eq!((group.active(), group.removed()), (&[][..], &[a][..]));
    // The next world of this thread, and none at all.
    World::reset();
    group.refresh();
    assert!(group.active().is_empty());
}

#[test]
fn seed_d19_a_filter_that_needs_no_type_is_compared() {
    let mut group = Group::<Without<C>>::new();
    let a = spawn(None, None, None);
    group.refresh();
    assert_eq!(group.added(), [a]);
    a.add::<C>();
    group.refresh();
    assert_eq!((group.active(), group.removed()), (&[][..], &[a][..]));
}

#[test]
fn seed_d19_what_waits_in_a_pool_is_in_no_group() {
    let pool = Pool::<Archetype<(A, C)>>::new();
    let mut group = Group::<With<(A, C)>>::new();
    let first = pool.take();
    group.refresh();
    pool.give_back(first);
    group.refresh();
    assert_eq!((group.active(), group.removed()), (&[][..], &[first][..]));
    let again = pool.take();
    group.refresh();
    assert_eq!((group.active(), group.added()), (&[again][..], &[again][..]));
}

// ---- groups against queries ----

/// Looks at a group, and compares it with a query.
fn look<F: QueryFilter>(group: &mut Group<F>, left: &mut BTreeSet<Entity>) {
    let before: BTreeSet<Entity> = group.active().iter().copied().collect();
    group.refresh();
    let mut now: Vec<Entity> = query::<Entity>().filter::<F>().iter().collect();
    now.sort();
    assert_eq!(group.active(), now);
    let removed: Vec<Entity> = before.intersection(left).copied().collect();
    assert_eq!(group.removed(), removed);
    let is_new = |entity: &Entity| !before.contains(entity) || left.contains(entity);
    assert_eq!(group.added(), now.into_iter().filter(is_new).collect::<Vec<_>>());
    left.clear();
}

/// Notes who has left a group, step by step.
fn note_left<F: QueryFilter>(passed: &mut BTreeSet<Entity>, left: &mut [BTreeSet<Entity>; 2]) {
    let now: BTreeSet<Entity> = query::<Entity>().filter::<F>().iter().collect();
    left.iter_mut().for_each(|left| left.extend(passed.difference(&now)));
    *passed = now;
}

#[test]
fn seed_d19_groups_follow_what_random_steps_do() {
    type Both = (With<A>, Without<(B, C)>);
    type Either = Or<(AnyOf<(A, B)>, (With<C>, Without<B>))>;
    let mut random = Random(23);
    let mut entities: Vec<Entity> = Vec::new();
    let (mut both, mut either) =
        ([(); 2].map(|()| Group::<Both>::new()), [(); 2].map(|()| Group::<Either>::new()));
    let mut left_both = [(); 2].map(|()| BTreeSet::new());
    let mut left_either = [(); 2].map(|()| BTreeSet::new());
    let (mut passed_both, mut passed_either) = (BTreeSet::new(), BTreeSet::new());
    for step in 0..if cfg!(miri) { 60 } else { 1_500 } {
        let which = random.below(entities.len().max(1));
        match (random.below(12), entities.get(which)) {
            (0..=2, _) | (_, None) => {
                let n = |random: &mut Random| (random.below(2) == 0).then_some(step);
                let parts = [n(&mut random), n(&mut random), n(&mut random)];
                entities.push(spawn(parts[0], parts[1], parts[2]));
            }
            (3, Some(entity)) => _ = entity.handle::<A>().is_alive() || entity.insert(A(step)).is_alive(),
            (4, Some(entity)) => _ = entity.handle::<B>().is_alive() || entity.insert(B(step)).is_alive(),
            (5, Some(entity)) => _ = entity.handle::<C>().is_alive() || entity.insert(C(step)).is_alive(),
            (6, Some(entity)) => _ = entity.kill::<A>(),
            (7, Some(entity)) => _ = entity.kill::<B>(),
            (8, Some(entity)) => _ = entity.remove::<C>(),
            (9, Some(entity)) => _ = entity.set_enabled(!entity.is_enabled()),
            (10, Some(entity)) => _ = entity.handle::<A>().set_enabled(random.below(2) == 0),
            (_, Some(_)) => assert!(entities.swap_remove(which).despawn()),
        }
        note_left::<Both>(&mut passed_both, &mut left_both);
        note_left::<Either>(&mut passed_either, &mut left_either);
        let seldom = usize::from(random.below(6) == 0);
        if random.below(3) == 0 {
            look(&mut both[seldom], &mut left_both[seldom]);
            look(&mut either[seldom], &mut left_either[seldom]);
        }
    }
}

// ---- against a model ----

/// What one entity should have.
#[derive(Clone, Copy)]
struct Known {
    entity: Entity,
    on: bool,
    /// The number of each type, and whether it is switched on.
    a: Option<(u32, bool)>,
    b: Option<(u32, bool)>,
    c: Option<(u32, bool)>,
}

impl Known {
    fn enabled(self, part: Option<(u32, bool)>) -> Option<u32> {
        part.filter(|(_, on)| *on && self.on).map(|(n, _)| n)
    }
}

fn compare(known: &[Known]) {
    let sorted = |mut rows: Vec<(Entity, u32, Option<u32>)>| {
        rows.sort();
        rows
    };
    let all = query::<(Entity, &A, Option<&B>)>();
    let seen = all.iter().map(|(e, a, b)| (e, a.0, b.map(|b| b.0))).collect();
    let expected: Vec<_> =
        known.iter().filter_map(|k| Some((k.entity, k.enabled(k.a)?, k.enabled(k.b)))).collect();
    assert_eq!((sorted(seen), all.count()), (sorted(expected.clone()), expected.len()));
    drop(all);

    let all = query::<(&C, Entity, Copied<A>)>().filter::<(Without<B>,)>();
    let seen = all.iter().map(|(c, e, a)| (e, a.0, Some(c.0))).collect();
    let none = |k: &Known| k.enabled(k.b).is_none();
    let expected = known
        .iter()
        .filter(|k| none(k))
        .filter_map(|k| Some((k.entity, k.enabled(k.a)?, Some(k.enabled(k.c)?))));
    assert_eq!(sorted(seen), sorted(expected.collect()));
    drop(all);

    let all = query::<(Entity, &mut B, &A)>().with_disabled().filter::<AnyOf<(C, Never)>>();
    let expected =
        known.iter().filter(|k| k.c.is_some()).filter_map(|k| Some((k.entity, k.b?.0, Some(k.a?.0))));
    let expected = sorted(expected.collect());
    let mut all = all;
    let seen = sorted(all.iter_mut().map(|(e, b, a)| (e, b.0, Some(a.0))).collect());
    assert_eq!(seen, expected);
    for k in known {
        let is_there = expected.iter().any(|(e, ..)| *e == k.entity);
        assert_eq!(all.get(k.entity).is_some(), is_there);
    }
}

#[test]
fn queries_see_what_a_list_of_entities_has() {
    let mut random = Random(5);
    let mut known: Vec<Known> = Vec::new();
    for step in 0..if cfg!(miri) { 25 } else { 3_000 } {
        let which = random.below(known.len().max(1));
        let n = step as u32;
        match random.below(12) {
            0..=2 => known.push(Known { entity: Entity::spawn(), on: true, a: None, b: None, c: None }),
            _ if known.is_empty() => {}
            kind @ 3..=5 => {
                let k = &mut known[which];
                let part = [&mut k.a, &mut k.b, &mut k.c].into_iter().nth(kind - 3).unwrap();
                *part = Some((n, part.is_none_or(|(_, on)| on)));
                match kind {
                    3 => k.entity.insert(A(n)).is_alive(),
                    4 => k.entity.insert(B(n)).is_alive(),
                    _ => k.entity.insert(C(n)).is_alive(),
                };
            }
            6 => {
                let k = &mut known[which];
                (k.a, _) = (None, k.entity.kill::<A>());
            }
            7 => {
                let k = &mut known[which];
                (k.b, _) = (None, k.entity.kill::<B>());
            }
            8 if random.below(2) == 0 => assert!(known.swap_remove(which).entity.despawn()),
            9 => {
                let k = &mut known[which];
                k.on = !k.on;
                k.entity.set_enabled(k.on);
            }
            10 => {
                let k = &mut known[which];
                if let Some((_, on)) = &mut k.a {
                    *on = !*on;
                    k.entity.handle::<A>().set_enabled(*on);
                }
            }
            _ => {
                let k = &mut known[which];
                if let Some((_, on)) = &mut k.c {
                    *on = !*on;
                    k.entity.handle::<C>().set_enabled(*on);
                }
            }
        }
        if step % 7 == 0 {
            compare(&known);
        }
    }
    compare(&known);
}
