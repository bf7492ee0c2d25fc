//! Law A3: guards by handle: copies that hold the borrow of a row, and are written back.

use ecs_core::{BorrowError, Component, Entity, Handle, RefMutOf, RefOf, RowMut, RowRef, query};

use crate::support::{assert_says, message_of};
use crate::{Plane, Wind, plane, planes, values};

#[test]
fn a3_a_guard_is_written_back_when_it_is_dropped() {
    let all = planes(3);
    let mut guard = all[1].borrow_mut::<Plane>();
    (guard.y, guard.id) = (7, 99);
    assert_eq!(guard.speed, 10);
    drop(guard);
    assert_eq!(values(&all), [plane(0), Plane { id: 99, y: 7, speed: 10 }, plane(2)]);
    all[2].get_mut::<Plane>().expect("it is alive").speed = -1;
    all[0].try_borrow_mut::<Plane>().expect("it is free").y += 1;
    assert_eq!(all[2].borrow::<Plane>().speed, -1);
    assert_eq!(all[0].get::<Plane>().map(|plane| plane.y), Some(1));
    assert_eq!(all[0].try_borrow::<Plane>().map(|plane| plane.y), Ok(1));
}

#[test]
fn a3_a_guard_that_is_forgotten_writes_nothing_and_borrows_for_ever() {
    let all = planes(2);
    let mut guard = all[0].borrow_mut::<Plane>();
    guard.y = 5;
    std::mem::forget(guard);
    assert!(matches!(all[0].try_borrow::<Plane>(), Err(BorrowError::Borrowed { .. })));
    all[1].borrow_mut::<Plane>().y = 6;
    assert!(all[0].despawn());
}

#[test]
fn a3_an_item_of_a_query_that_is_forgotten_writes_nothing() {
    let all = planes(3);
    let mut found = query::<&mut Plane>();
    for mut plane in &mut found {
        plane.y = -1;
        if plane.id == 1 {
            std::mem::forget(plane);
        }
    }
    drop(found);
    assert_eq!(all.iter().map(|one| one.borrow::<Plane>().y).collect::<Vec<_>>(), [-1, 1000, -1]);
}

#[test]
fn a3_guards_exclude_each_other_row_by_row() {
    let all = planes(3);
    let (one, other) = (all[0].borrow::<Plane>(), all[0].borrow::<Plane>());
    assert!(all[0].try_borrow_mut::<Plane>().is_err());
    assert_eq!(*one, *other);
    let mut writes = all[1].borrow_mut::<Plane>();
    writes.y = 3;
    assert_says(&message_of(|| all[1].borrow::<Plane>()), &["Plane", "borrowed"]);
    assert_says(&message_of(|| all[1].handle::<Plane>().with(|plane| plane.y)), &["Plane", "borrowed"]);
    assert_eq!(all[2].borrow_mut::<Plane>().y, 2000, "rows are borrowed one by one");
    drop(writes);
    assert_eq!(all[1].borrow::<Plane>().y, 3);
    drop((one, other));
    all[0].borrow_mut::<Plane>().y = 1;
}

#[test]
fn a3_a_guard_for_reading_is_a_copy_of_its_time() {
    let one = planes(1)[0];
    let guard = one.borrow::<Plane>();
    let copy = *guard;
    drop(guard);
    one.borrow_mut::<Plane>().y = 5;
    assert_eq!((copy.y, one.borrow::<Plane>().y), (0, 5));
}

#[test]
fn a3_with_calls_and_returns() {
    let all = planes(2);
    let handle = all[1].handle::<Plane>();
    let returned = handle.with(|plane| {
        plane.y += 1;
        plane.y
    });
    assert_eq!((returned, handle.borrow().y), (Some(1001), 1001));
    handle.kill();
    assert_eq!(handle.with(|plane| plane.y), None);
    assert!(handle.get().is_none() && handle.get_mut().is_none() && !handle.is_alive());
    assert_says(&message_of(|| handle.borrow()), &["Plane"]);
}

#[test]
fn a3_set_if_neq_writes_what_is_another_value() {
    let one = planes(2)[1].handle::<Plane>();
    assert!(!one.set_if_neq(plane(1)));
    assert!(one.set_if_neq(plane(7)));
    assert_eq!(*one.borrow(), plane(7));
    let guard = one.borrow();
    assert!(message_of(|| one.set_if_neq(plane(8))).contains("cannot borrow Plane"));
    drop(guard);
    assert!(one.set_if_neq(plane(8)));
}

/// Code that knows no type.
fn swap<T: Component + Copy>(a: Handle<T>, b: Handle<T>) {
    let (mut a, mut b): (RefMutOf<T>, RefMutOf<T>) = (a.borrow_mut(), b.borrow_mut());
    std::mem::swap(&mut *a, &mut *b);
}

fn read<T: Component + Copy>(handle: Handle<T>) -> T {
    let guard: RefOf<T> = handle.borrow();
    *guard
}

#[test]
fn a3_generic_code_works_with_both_layouts() {
    let all = planes(2);
    let [one, other] = [Wind(1), Wind(2)].map(|wind| Entity::spawn().with(wind).handle::<Wind>());
    swap(one, other);
    swap::<Plane>(all[0].handle(), all[1].handle());
    assert_eq!((read(one), read::<Plane>(all[0].handle())), (Wind(2), plane(1)));
    assert_eq!(read::<Plane>(all[1].handle()), plane(0));
}

#[test]
fn a3_guards_print_as_their_values() {
    let one = planes(2)[1];
    let text = format!("{:?}", plane(1));
    assert_eq!(format!("{:?}", one.borrow::<Plane>()), text);
    assert_eq!(format!("{:?}", one.borrow_mut::<Plane>()), text);
    assert_eq!(format!("{}", one.borrow::<Plane>()), "plane 1");
    assert_eq!(format!("{}", one.borrow_mut::<Plane>()), "plane 1");
    fn rows(read: RowRef<'_, Plane>) -> String {
        format!("{read}, {read:?}")
    }
    fn rows_mut(write: RowMut<'_, Plane>) -> String {
        format!("{write}, {write:?}")
    }
    let mut all = query::<&mut Plane>();
    assert_eq!(all.first().map(rows), Some(format!("plane 0, {:?}", plane(0))));
    assert_eq!(all.get_mut(one).map(rows_mut), Some(format!("plane 1, {text}")));
}

#[test]
fn a3_a_guard_keeps_its_row_where_it_is() {
    let all = planes(40);
    let mut guard = all[0].borrow_mut::<Plane>();
    guard.y = -5;
    // Rows that end and come would move others.
    for one in &all[20..] {
        one.despawn();
    }
    let more = planes(100);
    assert!(Plane::try_sort_by_key(|plane| plane.id).is_err());
    drop(guard);
    assert_eq!(all[0].borrow::<Plane>().y, -5);
    assert_eq!(values(&all[1..20]), (1..20).map(plane).collect::<Vec<_>>());
    assert_eq!(values(&more), (0..100).map(plane).collect::<Vec<_>>());
}
