//! A filter is asked when the turn of an entity comes, however many entities it is asked about at once: what
//! the visitor changes holds for all that come later.

use ecs_core::{
    Added, AnyOf, Changed, Component, Entity, Or, PerEntity, Query, QueryFilter, Tick, With, Without, World,
    query,
};

use crate::support::{Random, sized};

/// What is visited, in the order of the entities.
#[derive(Component)]
struct Visited(u32);

/// Of most entities, so that no query follows the list of those that have it.
#[derive(Component, Default)]
struct Row(u32);

#[derive(Component, Default)]
struct Tag;

#[derive(Component, Default)]
#[component(track)]
struct Hp(u32);

fn spawn(count: usize, random: &mut Random) -> Vec<Entity> {
    let mut new = || {
        let entity = Entity::spawn_with(Visited(0));
        if random.below(10) < 8 {
            entity.insert(Row(0));
        }
        if random.below(10) < 8 {
            entity.insert(Tag);
        }
        if random.below(10) < 9 {
            entity.insert(Hp(0));
        }
        entity
    };
    (0..count).map(|_| new()).collect()
}

/// Says whether an entity has a component, and an enabled one.
fn has<T: PerEntity>(entity: Entity) -> bool {
    entity.is_enabled() && entity.handle::<T>().is_enabled()
}

fn touch(entity: Entity) {
    entity.get_mut::<Hp>().into_iter().for_each(|mut hp| hp.0 += 1);
}

/// Changes something of an entity, or spawns another one.
fn change(entity: Entity, random: &mut Random) {
    match random.below(12) {
        0 => drop(entity.try_insert(Row(1))),
        1 => _ = entity.kill::<Row>(),
        2 => drop(entity.try_insert(Tag)),
        3 => _ = entity.kill::<Tag>(),
        4 => _ = entity.set_enabled(random.below(2) == 0),
        5 if entity.is_alive() => _ = entity.handle::<Row>().set_enabled(random.below(2) == 0),
        6 if entity.is_alive() => _ = entity.handle::<Tag>().set_enabled(random.below(2) == 0),
        7 => touch(entity),
        8 => drop(entity.try_insert(Hp(3))),
        9 => _ = entity.kill::<Hp>(),
        10 if random.below(4) == 0 => _ = entity.despawn(),
        _ => _ = Entity::spawn_with((Visited(0), Row(0))),
    }
}

/// Visits entities by `each` and by `for`, changes others meanwhile, and compares each turn with what
/// `passes` says then: the entity passes that is visited, and none that was left out.
fn check<F: QueryFilter>(
    query: impl Fn(Tick) -> Query<'static, (Entity, &'static Visited), F>,
    passes: impl Fn(Entity, Tick) -> bool,
) {
    for (seed, by_each) in (1..=sized(1, 30, 300)).flat_map(|seed| [(seed, true), (seed, false)]) {
        World::new().enter(|| {
            let mut random = Random(seed);
            let all = spawn(sized(70, 300, 600), &mut random);
            let since = World::tick();
            let is_touched = |_: &&Entity| random.below(3) == 0;
            all.iter().filter(is_touched).for_each(|&entity| touch(entity));
            let often = [1, 3, 40][random.below(3)];
            let mut next = 0;
            let mut turn = |entity: Option<Entity>| {
                let visits = |&of: &Entity| has::<Visited>(of) && passes(of, since);
                let expected = all[next..].iter().copied().find(visits);
                assert_eq!(entity, expected, "from {next} on, with the seed {seed}");
                let Some(entity) = entity else { return };
                next = all.iter().position(|&of| of == entity).expect("it was spawned before") + 1;
                if random.below(often) == 0 {
                    // Most often of one that comes soon.
                    let near = next.saturating_sub(2)..(next + 8).min(all.len());
                    let among = if random.below(3) != 0 { near } else { 0..all.len() };
                    change(all[among.start + random.below(among.len())], &mut random);
                }
            };
            let mut visited = query(since);
            if by_each {
                visited.each(|(entity, _)| turn(Some(entity)));
            } else {
                for (entity, _) in &visited {
                    turn(Some(entity));
                }
            }
            turn(None);
        });
    }
}

macro_rules! check {
    ($filter:ty $(, $since:ident)?: |$entity:ident, $tick:ident| $passes:expr) => {
        check::<$filter>(
            |tick| {
                let _ = tick;
                query().filter::<$filter>()$(.$since(tick))?
            },
            |$entity, $tick| $passes,
        );
    };
}

#[test]
fn types_are_asked_for_at_each_turn() {
    check!(With<Row>: |of, _tick| has::<Row>(of));
    check!(With<Tag>: |of, _tick| has::<Tag>(of));
    check!(Without<Row>: |of, _tick| !has::<Row>(of));
    check!((Without<Tag>, With<Row>): |of, _tick| !has::<Tag>(of) && has::<Row>(of));
    check!(AnyOf<(Row, Tag)>: |of, _tick| has::<Row>(of) || has::<Tag>(of));
    check!(Or<(Without<Row>, With<(Tag, Hp)>)>: |of, _tick| {
        !has::<Row>(of) || has::<Tag>(of) && has::<Hp>(of)
    });
}

/// The answers for 64 rows reach beyond the rows that lie side by side with those of another type.
#[test]
fn each_entity_gets_what_is_its_own_where_a_run_ends_among_the_answers() {
    let all = Entity::spawn_many(100, |n, _| Visited(n as u32));
    for n in (0..60).chain((60..100).rev()) {
        all[n].insert(Row(n as u32));
    }
    all.iter().step_by(2).for_each(|entity| _ = entity.insert(Tag));
    for by_each in [true, false] {
        let mut seen = Vec::new();
        let mut visited = query::<(&Visited, &mut Row)>().filter::<With<Tag>>();
        if by_each {
            visited.each(|(visited, row)| seen.push((visited.0, row.0)));
        } else {
            for (visited, row) in &mut visited {
                seen.push((visited.0, row.0));
            }
        }
        seen.sort_unstable();
        assert!(seen.into_iter().eq((0..100).step_by(2).map(|n| (n, n))));
    }
}

/// The answers lie across the place where other rows lie side by side, and none before it passes.
#[test]
fn each_entity_comes_once_where_none_passes_before_a_run_ends() {
    let all = Entity::spawn_many(200, |n, _| Visited(n as u32));
    for n in (100..200).chain(0..100) {
        all[n].insert(Row(n as u32));
    }
    let passes = || (0..60).chain(110..200);
    passes().for_each(|n| _ = all[n].insert(Tag));
    let mut visited = query::<(&mut Visited, &Row)>().filter::<With<Tag>>();
    let items: Vec<_> =
        visited.iter_mut().map(|(visited, row)| (visited.0 as usize, row.0 as usize)).collect();
    assert!(items.into_iter().eq(passes().map(|n| (n, n))), "by `for`");
    let mut items = Vec::new();
    visited.each(|(visited, row)| {
        assert!(all[visited.0 as usize].try_borrow::<Visited>().is_err(), "it is borrowed");
        items.push((visited.0 as usize, row.0 as usize));
    });
    assert!(items.into_iter().eq(passes().map(|n| (n, n))), "by `each`");
}

#[test]
fn changes_are_asked_for_at_each_turn() {
    check!(Changed<Hp>, since: |of, tick| has::<Hp>(of) && of.handle::<Hp>().changed_since(tick));
    check!(Added<Hp>, since: |of, tick| has::<Hp>(of) && of.handle::<Hp>().added_since(tick));
    check!(Without<Changed<Hp>>, since: |of, tick| !(has::<Hp>(of) && of.handle::<Hp>().changed_since(tick)));
    check!((Changed<Hp>, With<Row>), since: |of, tick| {
        has::<Row>(of) && has::<Hp>(of) && of.handle::<Hp>().changed_since(tick)
    });
    check!(Or<(Changed<Hp>, Without<Tag>)>, since: |of, tick| {
        !has::<Tag>(of) || has::<Hp>(of) && of.handle::<Hp>().changed_since(tick)
    });
}

/// No row behind the last one that passes is left out, although none of them has passed.
#[test]
fn what_the_last_one_changes_holds_for_those_behind_it() {
    for by_each in [true, false] {
        World::new().enter(|| {
            let all = Entity::spawn_many(200, |n, _| Visited(n as u32));
            // One answer is about the first 64.
            all[..32].iter().chain(&all[64..]).for_each(|entity| _ = entity.insert(Tag));
            let mut seen = Vec::new();
            let mut turn = |number: u32| {
                seen.push(number);
                if number == 31 {
                    all[40].insert(Tag);
                }
            };
            let mut visited = query::<&Visited>().filter::<With<Tag>>();
            if by_each {
                visited.each(|visited| turn(visited.0));
            } else {
                (&visited).into_iter().for_each(|visited| turn(visited.0));
            }
            assert!(seen.into_iter().eq((0..32).chain([40]).chain(64..200)), "by each: {by_each}");
        });
    }
}

/// Those that did not pass when the filter was asked count too: they pass if they are changed meanwhile.
#[test]
fn no_more_entities_come_than_were_announced() {
    let all = Entity::spawn_many(100, |n, _| Visited(n as u32));
    all[..60].iter().for_each(|entity| _ = entity.insert(Tag));
    let visited = query::<&Visited>().filter::<With<Tag>>();
    let mut iter = visited.iter();
    assert_eq!(iter.by_ref().take(59).count(), 59);
    let (least, most) = iter.size_hint();
    all.iter().for_each(|entity| _ = entity.insert(Tag));
    let again = iter.size_hint();
    let came = iter.count();
    assert!(
        came == 41 && least <= came && most >= Some(came) && again.1 >= Some(came),
        "{most:?}, {again:?}"
    );
}

#[test]
fn what_is_left_of_a_filtered_visit_is_never_more_than_its_rows() {
    let all = Entity::spawn_many(300, |n, _| Visited(n as u32));
    all.iter().step_by(2).for_each(|entity| _ = entity.insert(Tag));
    let visited = query::<&Visited>().filter::<With<Tag>>();
    let mut iter = visited.iter();
    for taken in 1..=150 {
        iter.next().expect("half of them have it");
        let (least, most) = iter.size_hint();
        assert!(least <= 150 - taken && (150 - taken..=300).contains(&most.expect("it is known")));
    }
    assert_eq!((iter.next().is_none(), iter.size_hint()), (true, (0, Some(0))));
}
