//! Law A1: the arrays of a column grow together, from nothing on.

use ecs_core::{Component, Entity, World};

use crate::{Plane, plane, planes, values};

#[test]
fn a1_a_column_grows_from_empty() {
    assert!(Plane::columns().id.is_empty() && Plane::columns_mut().y.is_empty());
    let mut all = Vec::new();
    for n in 0..=255 {
        all.push(Entity::spawn().with(plane(n)));
        if n.is_power_of_two() {
            assert_eq!(values(&all), (0..=n).map(plane).collect::<Vec<_>>());
        }
    }
    assert_eq!(values(&all), (0..=255).map(plane).collect::<Vec<_>>());
}

#[test]
fn a1_reserve_keeps_the_rows_that_are_there() {
    let all = planes(5);
    Plane::reserve(10_000);
    assert_eq!(values(&all), (0..5).map(plane).collect::<Vec<_>>());
    let before = Plane::columns().y.as_ptr();
    let more = planes(250);
    assert_eq!(Plane::columns().y.as_ptr(), before, "nothing has moved");
    assert_eq!(values(&more), (0..250).map(plane).collect::<Vec<_>>());
}

/// Of which the second array is soon too long.
#[derive(Component, Clone, Copy)]
#[component(soa)]
struct Wide {
    n: u8,
    bytes: [u8; 1 << 14],
}

#[test]
#[cfg(target_pointer_width = "64")]
#[cfg_attr(miri, ignore = "asks for much memory")]
fn a1_arrays_that_have_grown_before_another_could_not_are_the_new_ones() {
    let all: Vec<_> = (0..3).map(|n| Entity::spawn().with(Wide { n, bytes: [n; 1 << 14] })).collect();
    // The first array gets half a gigabyte, the second no exabyte.
    let result = Wide::try_reserve(1 << 29);
    let result = result.and_then(|()| Wide::try_reserve(1 << 40));
    assert!(matches!(result, Err(ecs_core::AddError::NoRoom { .. })), "{result:?}");
    for (n, one) in (0..).zip(&all) {
        assert_eq!((one.borrow::<Wide>().n, one.borrow::<Wide>().bytes[9]), (n, n));
        one.borrow_mut::<Wide>().n += 1;
    }
    assert_eq!(Wide::columns().n[..], [1, 2, 3]);
    let more = Entity::spawn().with(Wide { n: 9, bytes: [9; 1 << 14] });
    assert_eq!((more.borrow::<Wide>().n, all[2].borrow::<Wide>().n), (9, 3));
}

#[test]
fn a1_spawn_many_writes_each_field() {
    let one = planes(1);
    let many = Entity::spawn_many(200, |n, _| plane(n as u8));
    assert_eq!(values(&many), (0..200).map(plane).collect::<Vec<_>>());
    let guard = one[0].borrow::<Plane>();
    let spilled = Entity::spawn_many(100, |n, _| (plane(n as u8), crate::Wind(n as i64)));
    drop(guard);
    World::flush();
    assert_eq!(values(&spilled), (0..100).map(plane).collect::<Vec<_>>());
    assert_eq!(Plane::columns().y.iter().map(|&y| y / 1000).sum::<i64>(), 199 * 100 + 99 * 50);
}

#[test]
fn a1_each_field_has_an_array_of_its_own() {
    planes(100);
    let columns = Plane::columns();
    let (ids, ys) = (columns.id.as_ptr_range(), columns.y.as_ptr_range());
    assert_eq!((columns.id.len(), columns.y.len()), (100, 100));
    assert!(ids.end.addr() <= ys.start.addr() || ys.end.addr() <= ids.start.addr());
}
