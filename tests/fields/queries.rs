//! Law A3: queries of types that are stored by their fields: alone, together, and mixed with whole ones.

use ecs_core::{
    Component, Copied, Entity, Mut, Or, Query, QueryData, Schedule, With, WithDisabled, Without, query,
};

use crate::support::message_of;
use crate::{Plane, Wind, plane, planes, values};

/// Another one.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct Fuel(i64, u8);

/// Planes, of which some have fuel, and others a wind.
fn mixed(count: u8) -> Vec<Entity> {
    let all = planes(count);
    for (n, one) in (0..).zip(&all) {
        if n % 2 == 0 {
            one.insert(Fuel(n, 2));
        }
        if n % 3 == 0 {
            one.insert(Wind(n));
        }
    }
    all
}

#[test]
fn a3_for_gives_guards_that_write_back() {
    let all = mixed(12);
    for (mut plane, fuel) in &mut query::<(&mut Plane, &Fuel)>() {
        plane.y = fuel.0 - plane.y;
    }
    for (plane, mut fuel, wind) in &mut query::<(&Plane, &mut Fuel, &mut Wind)>() {
        fuel.0 = i64::from(plane.id) + 100;
        fuel.1 += 1;
        wind.0 = plane.y;
    }
    for (n, one) in (0..).zip(&all) {
        let y = if n % 2 == 0 { n - 1000 * n } else { 1000 * n };
        assert_eq!(one.borrow::<Plane>().y, y, "the plane {n}");
        assert_eq!(one.borrow::<Plane>().speed, 10 * n as i32);
        let fuel = one.get::<Fuel>().map(|fuel| *fuel);
        assert_eq!(fuel, (n % 2 == 0).then_some(if n % 6 == 0 { Fuel(n + 100, 3) } else { Fuel(n, 2) }));
        let wind = one.get::<Wind>().map(|wind| wind.0);
        assert_eq!(wind, (n % 3 == 0).then_some(if n % 6 == 0 { y } else { n }));
    }
}

#[test]
fn a3_items_can_be_kept_as_long_as_the_query() {
    let all = planes(5);
    let mut found = query::<&mut Plane>();
    let mut kept: Vec<_> = found.iter_mut().collect();
    kept.reverse();
    for (n, plane) in (0..).zip(&mut kept) {
        plane.y = n;
    }
    assert!(all[0].try_borrow::<Plane>().is_err(), "the type is borrowed");
    drop(kept);
    drop(found);
    let found: Vec<_> = values(&all).iter().map(|plane| plane.y).collect();
    assert_eq!(found, [4, 3, 2, 1, 0]);
}

#[test]
fn a3_each_gives_references() {
    let all = mixed(20);
    query::<(&mut Plane, Option<&mut Fuel>, Option<&Wind>, Entity)>().each(
        |(plane, fuel, wind, me): (&mut Plane, Option<&mut Fuel>, Option<&Wind>, Entity)| {
            plane.speed = me.index() as i32;
            if let Some(fuel) = fuel {
                *fuel = Fuel(plane.y, 9);
            }
            plane.y = wind.map_or(-1, |wind| wind.0);
        },
    );
    for (n, one) in (0..).zip(&all) {
        let y = if n % 3 == 0 { n } else { -1 };
        assert_eq!(*one.borrow::<Plane>(), Plane { id: n as u8, y, speed: one.index() as i32 });
        let fuel = one.get::<Fuel>().map(|fuel| *fuel);
        assert_eq!(fuel, (n % 2 == 0).then_some(Fuel(1000 * n, 9)));
    }
}

#[test]
fn a3_one_entity_is_asked_for() {
    let all = mixed(6);
    let mut found = query::<(&mut Plane, Option<&Fuel>)>();
    assert_eq!(
        found.get(all[2]).map(|(plane, fuel)| (*plane, fuel.map(|fuel| *fuel))),
        Some((plane(2), Some(Fuel(2, 2))))
    );
    found.get_mut(all[3]).expect("it has one").0.y = 33;
    let [one, other] = found.get_many_mut([all[4], all[5]]);
    let (mut one, mut other) = (one.unwrap().0, other.unwrap().0);
    std::mem::swap(&mut one.y, &mut other.y);
    drop((one, other));
    let many = found.get_many([all[3], all[4], all[5]]).map(|found| found.map(|(plane, _)| plane.y));
    assert_eq!(many, [Some(33), Some(5000), Some(4000)]);
    found.each_many([all[0], all[3], all[0]], |(plane, _)| plane.y += 1);
    assert_eq!(found.iter_many([all[0], all[3]]).map(|(plane, _)| plane.y).collect::<Vec<_>>(), [2, 34]);
    found.first_mut().unwrap().0.y = 70;
    drop(found);
    let twice =
        message_of(|| query::<&mut Plane>().get_many_mut([all[0], all[0]]).map(|found| found.is_some()));
    assert!(twice.contains("twice"), "{twice}");
    assert_eq!(values(&all[..1])[0].y, 70);
}

#[test]
fn a3_single_and_first() {
    let one = planes(1)[0];
    query::<&mut Plane>().single_mut().unwrap().y = 4;
    assert_eq!(query::<&Plane>().single().map(|plane| plane.y), Ok(4));
    assert_eq!(query::<(Entity, &Plane)>().first().map(|(me, plane)| (me, plane.y)), Some((one, 4)));
    planes(1);
    assert!(query::<&mut Plane>().single_mut().is_err());
}

#[test]
fn a3_pairs_are_both_written_back() {
    let all = planes(4);
    query::<(&mut Plane, Entity)>().each_pair(|(one, a), (other, b)| {
        assert_ne!(a, b);
        one.y += i64::from(other.id);
        other.speed += i32::from(one.id);
    });
    let found: Vec<_> = values(&all).iter().map(|plane| (plane.y, plane.speed)).collect();
    assert_eq!(found, [(6, 0), (1005, 10), (2003, 21), (3000, 33)]);
    let found = query::<(&Plane, Entity)>();
    let sums: Vec<_> = found
        .iter_combinations::<3>()
        .map(|three| three.map(|(plane, _)| plane.id).iter().sum::<u8>())
        .collect();
    assert_eq!(sums, [3, 4, 5, 6]);
}

#[test]
fn a3_copied_and_filters() {
    let all = mixed(12);
    let copied: Vec<Plane> =
        query::<Copied<Plane>>().filter::<(With<Fuel>, Without<Wind>)>().iter().collect();
    assert_eq!(copied, [2, 4, 8, 10].map(plane));
    query::<(&mut Wind, Copied<Plane>, Copied<Fuel>)>().each(|(wind, plane, fuel)| wind.0 = plane.y + fuel.0);
    assert_eq!(all[6].borrow::<Wind>().0, 6006);
    all[1].set_enabled(false);
    let enabled = query::<&Plane>().filter::<Or<(Without<Fuel>, With<Wind>)>>();
    assert_eq!(enabled.iter().map(|plane| plane.id).collect::<Vec<_>>().len(), 7);
    drop(enabled);
    query::<&mut Plane>().filter::<WithDisabled>().each(|plane| plane.y = 0);
    assert_eq!(all[1].borrow::<Plane>().y, 0);
}

#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, track)]
struct Mark {
    a: u32,
    b: u64,
}

#[test]
fn a3_mut_writes_back() {
    let all: Vec<_> = (0..6).map(|a| Entity::spawn().with(Mark { a, b: 0 }).with(plane(a as u8))).collect();
    for (mut mark, plane) in &mut query::<(Mut<Mark>, &Plane)>() {
        mark.b = u64::from(mark.a) + 5;
        assert_eq!(plane.id, mark.a as u8);
    }
    query::<Mut<Mark>>().each(|mut mark| mark.bypass().a *= 2);
    query::<Mut<Mark>>().each(|mut mark| assert!(!mark.set_if_neq(Mark { ..*mark })));
    assert_eq!(*all[5].borrow::<Mark>(), Mark { a: 10, b: 10 });
    query::<Mut<Mark>>().get_mut(all[1]).unwrap().a = 77;
    assert_eq!(*all[1].borrow::<Mark>(), Mark { a: 77, b: 6 });
}

#[derive(QueryData)]
struct Lent<'w> {
    plane: &'w mut Plane,
    wind: Option<&'w Wind>,
    me: Entity,
}

#[derive(QueryData)]
struct Shown<'w>(&'w Plane, Entity);

#[test]
fn a3_a_derived_struct_is_visited_by_each() {
    let all = mixed(7);
    query::<Lent>().each(|Lent { plane, wind, me }| {
        plane.speed = me.index() as i32;
        plane.y = wind.map_or(1, |wind| wind.0);
    });
    let mut seen = Vec::new();
    query::<Shown>().each(|shown| seen.push((shown.0.y, shown.0.speed, shown.1)));
    let expected = (0..).zip(&all).map(|(n, one)| (if n % 3 == 0 { n } else { 1 }, one.index() as i32, *one));
    assert!(seen.into_iter().eq(expected));
}

fn climb(mut all: Query<(&mut Plane, Option<&Wind>), Without<Fuel>>, dt: f32) {
    for (mut plane, wind) in &mut all {
        plane.y += (dt * plane.speed as f32) as i64 + wind.map_or(0, |wind| wind.0);
    }
}

fn double(mut all: Query<&mut Plane>) {
    all.each(|plane| plane.y *= 2);
}

#[test]
fn a3_systems_take_queries() {
    let all = mixed(8);
    let mut schedule = Schedule::new().add(climb).add(double);
    schedule.run(0.5);
    for (n, one) in (0..).zip(&all) {
        let moved = if n % 2 == 0 { 0 } else { n * 5 + if n % 3 == 0 { n } else { 0 } };
        assert_eq!(one.borrow::<Plane>().y, 2 * (1000 * n + moved), "the plane {n}");
    }
}

#[test]
fn a3_a_query_borrows_the_type_as_of_whole_values() {
    let all = planes(3);
    {
        let mut found = query::<&mut Plane>();
        let first = found.first_mut().unwrap();
        assert!(all[0].try_borrow::<Plane>().is_err());
        drop(first);
    }
    let guard = all[1].borrow_mut::<Plane>();
    let mut visited = 0;
    assert!(query::<&Plane>().try_each(|_| visited += 1).is_err());
    assert_eq!(visited, 1, "up to what is borrowed");
    drop(guard);
    query::<&Plane>().each(|_| visited += 1);
    assert_eq!(visited, 4);
}
