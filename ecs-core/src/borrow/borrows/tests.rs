use super::{Borrower, Borrows, CallSite};
use crate::column::Column;
use crate::ids::Entity;
use crate::store::with_store;
use crate::{Component, query};

#[derive(Component)]
struct Row(#[expect(dead_code, reason = "no tag")] u8);

/// 250 guards a row on 17.2 million rows are 2^32: in safe code, by `mem::forget`.
#[test]
fn forgotten_guards_are_not_counted_down_to_none() {
    let (borrows, site) = (Borrows::new(false), CallSite::here());
    Entity::spawn_many(3, |_, _| Row(0));
    with_store(Row::__cell(), |rows| {
        let rows: &Column = rows;
        borrows.borrow_row(0, rows, site).expect("nothing is borrowed");
        borrows.borrow_row(1, rows, site).expect("that is for reading");
        borrows.side_shared.set(u64::from(u32::MAX));
        borrows.borrow_row(2, rows, site).expect("nobody writes to it");
        borrows.release(|| 0, site);
        assert!(borrows.is_in_use());
        assert!(borrows.borrow_row_mut(1, rows, site).is_err(), "a guard reads it");
        assert!(borrows.borrow_all_mut(3, Borrower::ViewMut, site).is_err());
    });
}

fn quick<T: Component>() -> bool {
    let of_store = |borrows: &Borrows| borrows.flags.get() | borrows.on_release.get();
    with_store(T::__cell(), |rows| of_store(&rows.borrows)) == Some(0)
}

/// Both words that the fast ways ask, whatever happens to other types.
#[test]
fn m5_only_what_is_visited_or_held_takes_the_slow_way() {
    #[derive(Component)]
    struct Other(#[expect(dead_code, reason = "no tag")] u8);
    let entity = Entity::spawn().with(Row(0)).with(Other(0));
    assert!(quick::<Row>() && quick::<Other>());
    query::<&mut Other>().each(|_| assert!(quick::<Row>() && !quick::<Other>()));
    let other = entity.borrow_mut::<Other>();
    assert!(quick::<Row>() && !quick::<Other>());
    drop(other);
    let all = (Other::view(), query::<&Other>());
    assert!(quick::<Row>() && !quick::<Other>());
    drop(all);
    assert!(quick::<Row>() && quick::<Other>());
}

/// A guard that begins and ends while a query visits leaves the query as fast as before.
#[test]
fn m5_a_guard_that_has_ended_slows_no_query() {
    let entities = [(); 2].map(|()| Entity::spawn().with(Row(0)));
    let is_slow = || {
        let of_query = |borrows: &Borrows| borrows.visitors.borrow()[0].visiting.has_other_borrows();
        with_store(Row::__cell(), |rows| of_query(&rows.borrows)).expect("it has rows")
    };
    query::<&mut Row>().each(|_| {
        let begun = entities.map(|entity| {
            let guard = entity.handle::<Row>().try_borrow_mut().ok();
            assert_eq!(is_slow(), guard.is_some());
            guard.is_some()
        });
        assert_ne!(begun[0], begun[1], "one of them is visited");
        assert!(!is_slow());
    });
}
