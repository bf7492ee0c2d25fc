//! Laws A1 and A3: `columns` and `columns_mut`: each field as a slice, borrowed as a view is.

use ecs_core::{Component, Entity, FieldMut, FieldRef, Soa, ViewError, query, update_all};

use crate::support::{assert_says, message_of};
use crate::{Plane, plane, planes, values};

#[test]
fn a3_columns_are_the_fields_by_name() {
    let all = planes(4);
    let columns = Plane::columns();
    assert_eq!(columns.id[..], [0, 1, 2, 3]);
    assert_eq!(columns.y.iter().sum::<i64>(), 6000);
    assert_eq!(columns.speed.last(), Some(&30));
    assert_eq!(format!("{:?}", columns.speed), "[0, 10, 20, 30]");
    let places: Vec<_> = (0..5).map(|place| columns.y.entity_at(place)).collect();
    assert_eq!(places[..4], all.iter().map(|one| Some(*one)).collect::<Vec<_>>());
    assert_eq!(places[4], None);
    let mut count = 0;
    for _ in &columns.id {
        count += 1;
    }
    assert_eq!(count, 4);
}

#[test]
fn a3_what_is_written_to_columns_is_there_at_once() {
    let all = planes(5);
    let mut columns = Plane::columns_mut();
    for (y, speed) in columns.y.iter_mut().zip(&columns.speed) {
        *y += i64::from(*speed);
    }
    for id in &mut columns.id {
        *id += 100;
    }
    columns.speed.enabled_mut()[2] = -2;
    columns.speed.swap(0, 1);
    drop(columns);
    let found: Vec<_> = values(&all).iter().map(|plane| (plane.id, plane.y, plane.speed)).collect();
    assert_eq!(found, [(100, 0, 10), (101, 1010, 0), (102, 2020, -2), (103, 3030, 30), (104, 4040, 40)]);
}

#[test]
fn a3_the_enabled_ones_come_first() {
    let all = planes(6);
    all[0].set_enabled(false);
    all[3].handle::<Plane>().set_enabled(false);
    let mut columns = Plane::columns_mut();
    assert_eq!((columns.id.len(), columns.id.enabled().len(), columns.y.enabled_mut().len()), (6, 4, 4));
    let enabled: Vec<_> = (0..4).map(|place| columns.id.entity_at(place).unwrap()).collect();
    assert!(enabled.iter().all(|one| ![all[0], all[3]].contains(one)));
    columns.y.enabled_mut().fill(0);
    drop(columns);
    assert_eq!(
        (all[0].borrow::<Plane>().y, all[3].borrow::<Plane>().y, all[5].borrow::<Plane>().y),
        (0, 3000, 0)
    );
}

#[test]
fn a3_columns_conflict_as_a_view_does() {
    let all = planes(3);
    let reads = Plane::columns();
    let again = Plane::columns();
    assert_eq!(all[0].borrow::<Plane>().y, again.y[0]);
    assert_says(
        &message_of(|| all[0].borrow_mut::<Plane>()),
        &["Plane", "borrowed by its columns", "drop all"],
    );
    assert!(matches!(Plane::try_columns_mut(), Err(ViewError::Borrowed { .. })));
    assert_says(&message_of(Plane::columns_mut), &["Plane", "borrowed by its columns"]);
    assert!(Plane::try_for_each(|_| ()).is_err());
    assert!(query::<&mut Plane>().try_each(|_| ()).is_err());
    assert!(query::<&Plane>().try_each(|_| ()).is_ok());
    drop((reads, again));
    let writes = Plane::columns_mut();
    assert!(all[0].try_borrow::<Plane>().is_err() && Plane::try_columns().is_err());
    assert!(query::<&Plane>().try_each(|_| ()).is_err());
    drop(writes);
    let guard = all[1].borrow::<Plane>();
    assert!(Plane::try_columns().is_ok() && Plane::try_columns_mut().is_err());
    drop(guard);
    let guard = all[1].borrow_mut::<Plane>();
    assert!(Plane::try_columns().is_err() && Plane::try_columns_mut().is_err());
    drop(guard);
    let found = query::<&mut Plane>();
    assert!(Plane::try_columns_mut().is_ok(), "a query that gives nothing out has borrowed nothing");
    drop(found);
}

#[test]
fn a3_the_last_field_ends_the_borrow() {
    let all = planes(3);
    let columns: <Plane as Soa>::ColumnsMut = Plane::columns_mut();
    let mut y = columns.y;
    let speed = columns.speed;
    drop(columns.id);
    y[1] = 5;
    drop(y);
    assert!(all[0].try_borrow::<Plane>().is_err(), "one field is left");
    assert_eq!(speed[2], 20);
    drop(speed);
    assert_eq!(all[1].borrow_mut::<Plane>().y, 5);
    let kept: FieldRef<i64> = Plane::columns().y;
    assert!(all[0].try_borrow_mut::<Plane>().is_err());
    assert_eq!(kept.len(), 3);
    drop(kept);
    let kept: FieldMut<u8> = Plane::columns_mut().id;
    assert!(all[0].try_borrow::<Plane>().is_err());
    drop(kept);
    all[0].borrow_mut::<Plane>().y = 1;
}

#[test]
fn a3_rows_that_come_meanwhile_are_not_among_them() {
    let all = planes(2);
    let mut columns = Plane::columns_mut();
    let later = Entity::spawn().with(plane(9));
    assert_eq!((columns.y.len(), columns.y.entity_at(2)), (2, None));
    all[0].despawn();
    columns.y[0] = 4;
    assert_eq!(columns.id[..], [0, 1], "what has ended stays in its place");
    drop(columns);
    let columns = Plane::columns();
    assert_eq!(columns.id.iter().map(|id| usize::from(*id)).sum::<usize>(), 10);
    assert_eq!((columns.y.len(), *later.borrow::<Plane>()), (2, plane(9)));
}

#[test]
fn a3_columns_outlive_their_world() {
    let columns = {
        let world = ecs_core::World::new();
        world.enter(|| {
            planes(3);
            Plane::columns()
        })
    };
    assert_eq!(columns.y[..], [0, 1000, 2000]);
}

/// Tries to have the columns of its own type in its pass, and has those of another.
#[derive(Component, Default, Clone, Copy)]
#[component(soa)]
struct Sums {
    n: u32,
    sum: u32,
}

impl Sums {
    fn update(&mut self) {
        assert!(Self::try_columns().is_err() && Self::try_columns_mut().is_err(), "its own row is borrowed");
        self.sum = Plane::columns().id.iter().map(|id| u32::from(*id)).sum::<u32>() + self.n;
        Plane::columns_mut().speed[0] += 1;
    }
}

#[test]
fn a3_a_hook_uses_columns_of_another_type() {
    planes(4);
    let sums: Vec<_> = (0..3).map(|n| Entity::spawn().with(Sums { n, sum: 0 })).collect();
    update_all(0.1);
    assert_eq!(sums.iter().map(|one| one.borrow::<Sums>().sum).collect::<Vec<_>>(), [6, 7, 8]);
    assert_eq!(Plane::columns().speed[0], 3);
}

/// As a user writes it who imports everything.
mod glob {
    #[allow(clippy::wildcard_imports, reason = "it is what this is about")]
    use ecs_core::*;

    #[derive(Component)]
    #[component(soa)]
    struct Coin {
        worth: u32,
    }

    /// Has names that traits of the library have, too.
    trait Catalog: Sized {
        fn all() -> u32 {
            1
        }
        fn any() -> u32 {
            2
        }
        fn list() -> u32 {
            4
        }
        fn since() -> u32 {
            8
        }
    }

    impl Catalog for Coin {}

    #[test]
    fn a3_columns_and_methods_of_users_are_found_where_all_is_imported() {
        Entity::spawn().insert(Coin { worth: 3 });
        assert_eq!(Coin::columns().worth[..], [3]);
        assert_eq!(Coin::all() + Coin::any() + Coin::list() + Coin::since(), 15);
    }
}
