//! Law A1: rows that come while something is borrowed lie in arrays of their own, until they are merged.

use ecs_core::{Component, Entity, World, query, update_all};

use crate::{Plane, plane, planes, values};

#[test]
fn a1_rows_that_come_while_something_is_borrowed_are_merged() {
    let first = planes(3);
    let mut guard = first[1].borrow_mut::<Plane>();
    guard.y = 5;
    let later = (3..200).map(|n| Entity::spawn().with(plane(n))).collect::<Vec<_>>();
    assert_eq!(values(&later), (3..200).map(plane).collect::<Vec<_>>());
    for one in &later {
        one.borrow_mut::<Plane>().speed += 1;
    }
    later[7].handle::<Plane>().with(|plane| plane.y = -7);
    drop(guard);
    World::flush();
    assert_eq!(Plane::columns().len(), 200);
    for (n, one) in (0..).zip(first.iter().chain(&later)) {
        let mut expected = plane(n);
        expected.speed += i32::from(n > 2);
        match n {
            1 => expected.y = 5,
            10 => expected.y = -7,
            _ => {}
        }
        assert_eq!(*one.borrow::<Plane>(), expected);
    }
}

/// Gathers the lengths of columns by name.
trait Len {
    fn len(&self) -> usize;
}

impl Len for <Plane as ecs_core::Soa>::Columns {
    fn len(&self) -> usize {
        assert!(self.id.len() == self.y.len() && self.y.len() == self.speed.len());
        self.id.len()
    }
}

/// Spawns others of its type while its row is borrowed.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct Cell {
    n: u32,
    children: u8,
    by: u64,
}

impl Cell {
    fn update(&mut self) {
        if self.children > 0 {
            self.children -= 1;
            let made = Entity::spawn().with(Self { n: self.n + 1, children: self.children, by: 7 });
            made.borrow_mut::<Self>().by += 1;
            assert_eq!(*made.borrow::<Self>(), Self { n: self.n + 1, children: self.children, by: 8 });
        }
        self.by += 100;
    }
}

#[test]
fn a1_hooks_spawn_others_of_their_type() {
    Entity::spawn().with(Cell { n: 0, children: 6, by: 0 });
    (0..7).for_each(|_| update_all(0.1));
    // One more of each number of children, each frame.
    assert_eq!(Cell::count(), 64);
    let mut found: Vec<_> = query::<&Cell>().iter().map(|cell| (cell.n, cell.children)).collect();
    found.sort_unstable();
    let of = |n: u32| found.iter().filter(|cell| cell.0 == n).count();
    assert_eq!([0, 1, 2, 3, 4, 5, 6].map(of), [1, 6, 15, 20, 15, 6, 1]);
    assert!(found.iter().all(|cell| cell.1 == 0));
    assert!(query::<&Cell>().iter().all(|cell| cell.by % 100 == if cell.n == 0 { 0 } else { 8 }));
}

#[test]
fn a1_a_query_that_lives_sees_no_later_row_and_moves_none() {
    let first = planes(4);
    let mut found = query::<&mut Plane>();
    let mut items: Vec<_> = found.iter_mut().collect();
    let later = (4..60).map(|n| Entity::spawn().with(plane(n))).collect::<Vec<_>>();
    assert_eq!(items.len(), 4);
    for item in &mut items {
        item.y += 1;
    }
    drop(items);
    drop(found);
    assert_eq!(first.iter().map(|one| one.borrow::<Plane>().y).collect::<Vec<_>>(), [1, 1001, 2001, 3001]);
    assert_eq!(values(&later), (4..60).map(plane).collect::<Vec<_>>());
}

#[test]
fn a1_what_ends_in_the_spill_leaves_the_others() {
    let first = planes(2);
    let guard = first[0].borrow::<Plane>();
    let later = (2..50).map(|n| Entity::spawn().with(plane(n))).collect::<Vec<_>>();
    for one in later.iter().step_by(3) {
        one.despawn();
    }
    let taken = later[1].remove::<Plane>();
    assert_eq!(taken, Some(plane(3)));
    later[2].insert(plane(200));
    drop(guard);
    World::flush();
    for (n, one) in (2..).zip(&later) {
        let expected = match n {
            4 => Some(plane(200)),
            3 => None,
            n if (n - 2) % 3 == 0 => None,
            n => Some(plane(n)),
        };
        assert_eq!(one.get::<Plane>().map(|plane| *plane), expected, "the plane {n}");
    }
}
