//! Groups, and queries against a list.

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
    // There and back between two looks is nothing.
    a.set_enabled(false);
    a.set_enabled(true);
    assert_eq!(looks(&mut group), (vec![a, b, again], vec![], vec![]));
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
