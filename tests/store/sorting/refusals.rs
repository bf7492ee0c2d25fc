//! What refuses to be sorted.

use super::*;

#[test]
fn what_is_borrowed_refuses_before_anything_is_compared() {
    let handles = cards([3, 1, 2]);
    let refused = || {
        let result = Card::try_sort_by(|_, _| unreachable!("compared while something is borrowed"));
        assert!(Card::try_sort_by_key(|_| -> u32 { unreachable!() }).is_err());
        assert!(Card::try_sort_like::<Place>().is_err());
        match result {
            Err(ViewError::Borrowed { component: "Card", by, .. }) => by,
            result => panic!("{result:?}"),
        }
    };
    let guard = handles[0].borrow();
    assert_eq!(refused(), Borrower::Shared);
    let other = handles[1].borrow_mut();
    drop(guard);
    assert_eq!(refused(), Borrower::Exclusive);
    drop(other);
    let view = Card::view();
    assert_eq!(refused(), Borrower::View);
    drop(view);
    let view = Card::view_mut();
    assert_eq!(refused(), Borrower::ViewMut);
    drop(view);
    assert_eq!(order(), [3, 1, 2]);
}

#[test]
fn the_message_names_the_type_and_the_place() {
    let [a, _] = cards([2, 1]);
    let _guard = a.borrow();
    let error = caught(|| Card::sort_by(by_number));
    assert_says(&error.text, &["cannot sort", "Card", "borrowed", "drop that guard"]);
    assert!(error.file.ends_with("refusals.rs"));
    assert_says(&message_of(|| Card::sort_by_key(|card| card.n)), &["cannot sort", "Card"]);
    assert_says(&message_of(Card::sort_like::<Place>), &["cannot sort", "Card"]);
}

#[test]
fn the_other_store_may_be_read_but_not_borrowed_for_writing() {
    let handles = cards([3, 1, 2]);
    handles.into_iter().rev().for_each(place);
    let guard = handles[0].entity().borrow::<Place>();
    Card::sort_like::<Place>();
    assert_eq!(order(), [2, 1, 3]);
    drop(guard);
    let guard = handles[0].entity().borrow_mut::<Place>();
    assert!(matches!(Card::try_sort_like::<Place>(), Err(ViewError::Borrowed { component: "Place", .. })));
    drop(guard);
    assert_whole(&handles, &[3, 1, 2]);
}

#[test]
fn a_hook_sorts_other_stores_but_not_its_own() {
    #[derive(Component, Default)]
    struct Sorter(bool);
    impl Sorter {
        fn update(&mut self) {
            assert!(Self::try_sort_by(|_, _| Ordering::Equal).is_err());
            Card::sort_by(by_number);
            self.0 = true;
        }
    }
    let handles = cards([3, 1, 2]);
    let sorters = [Entity::spawn().add::<Sorter>(), Entity::spawn().add::<Sorter>()];
    update_all(0.1);
    assert!(sorters.iter().all(|sorter| sorter.borrow().0));
    assert_eq!(order(), [1, 2, 3]);
    assert_whole(&handles, &[3, 1, 2]);
}

#[test]
fn a_world_that_is_closing_sorts_nothing() {
    #[derive(Component)]
    struct Last;
    impl Drop for Last {
        fn drop(&mut self) {
            log(format!("{:?}", Card::try_sort_by(by_number).err()));
            log(format!("{:?}", Card::try_sort_like::<Place>().err()));
        }
    }
    let world = World::new();
    world.enter(|| {
        cards([2, 1]);
        Entity::spawn().insert(Last);
    });
    drop(world);
    let closing = format!("{:?}", Some(ViewError::World { component: "Card", error: WorldError::Closing }));
    assert_eq!(take_log(), [closing.clone(), closing]);
}
