//! What changes while a view lives.

use super::*;

#[test]
fn c1_what_is_added_while_a_view_lives_is_initialised_but_not_in_it() {
    fn check<V>(view: impl Fn() -> V, len: impl Fn(&V) -> usize, sees: impl Fn(&V, Handle<Hp>) -> bool) {
        let old = hp(1);
        let before = Hp::count();
        let borrowed = view();
        // More than there is room for, and killed, replaced and added again.
        let many = if cfg!(miri) { 70 } else { 300 };
        let new: Vec<_> = (0..many).map(hp).collect();
        assert!(
            new.iter().zip(0..).all(|(new, n)| new.is_alive() && *new.borrow_mut() == Hp { n, ready: true })
        );
        assert!(new[0].kill() && !new[0].is_alive() && !new[0].kill());
        assert!(new[1].entity().insert(Hp { n: -1, ready: false }).borrow().ready);
        assert!(
            new[2].entity().remove::<Hp>().is_some_and(|hp| hp.n == 2)
                && new[2].entity().add::<Hp>().is_alive()
        );
        assert!(new.iter().all(|&new| !sees(&borrowed, new)) && sees(&borrowed, old));
        assert_eq!((len(&borrowed), Hp::count()), (before, before + new.len() - 1));
        drop(borrowed);
        let borrowed = view();
        assert_eq!(len(&borrowed), before + new.len() - 1);
        assert!(new[1..].iter().all(|&new| sees(&borrowed, new)) && !sees(&borrowed, new[0]));
    }
    check(Hp::view, |view: &View<Hp>| view.len(), |view, handle| view.get(handle).is_some());
    check(Hp::view_mut, |view: &ViewMut<Hp>| view.len(), |view, handle| view.get(handle).is_some());
}

#[test]
fn c2_what_is_killed_while_a_view_lives_is_dead_at_once_and_stays_in_the_slice() {
    #[derive(Component)]
    struct Item(u32, Token);
    let items: Vec<_> = (0..4).map(|n| Entity::spawn().insert(Item(n, Token::new()))).collect();
    let view = Item::view();
    assert!(items[1].kill() && !items[1].is_alive() && !items[1].kill());
    assert!(items[3].entity().despawn());
    items[2].entity().insert(Item(20, Token::new()));
    assert!(view.get(items[1]).is_none() && view.get(items[3]).is_none());
    assert!(view.get(items[2]).is_none(), "the new value of the entity came after the view");
    assert_eq!(items[2].borrow().0, 20);
    World::flush();
    assert_eq!(view.iter().map(|item| item.0).collect::<Vec<_>>(), [0, 1, 2, 3], "nothing borrowed moves");
    assert!(view.iter().all(|item| item.1.number() == item.0 as usize));
    assert_eq!((Item::count(), live_tokens()), (2, 5));
    drop(view);
    assert_eq!(live_tokens(), 5, "nothing drops with a guard");
    let view = Item::view();
    assert_eq!((view.len(), view[items[0]].0, view[items[2]].0, live_tokens()), (2, 0, 20, 2));
}

#[test]
fn a_switch_while_a_view_lives_is_known_at_once_and_moves_later() {
    let handles: Vec<_> = (0..3).map(hp).collect();
    let view = Hp::view_mut();
    assert!(handles[0].set_enabled(false) && !handles[0].is_enabled());
    assert_eq!((numbers(view.enabled()), view.disabled().len()), (vec![0, 1, 2], 0));
    drop(view);
    let view = Hp::view();
    assert_eq!(numbers(view.disabled()), [0]);
    assert_eq!(view.enabled().len(), 2);
}

#[test]
fn a_forgotten_view_borrows_for_ever_and_nothing_is_unsound() {
    let a = hp(1);
    std::mem::forget(Hp::view());
    let b = hp(2);
    assert_eq!((a.borrow().n, b.borrow().n), (1, 2));
    assert!(a.try_borrow_mut().is_err() && b.try_borrow_mut().is_ok());
    assert!(Hp::try_view_mut().is_err() && a.kill() && !a.is_alive());
}

#[test]
fn a_view_outlives_its_world() {
    #[derive(Component)]
    struct Item(u32, Token);
    let world = World::new();
    let view = world.enter(|| {
        Entity::spawn().insert(Item(7, Token::new()));
        Item::view()
    });
    drop(world);
    assert_eq!((view[0].0, view.len(), live_tokens()), (7, 1, 1));
}

#[test]
fn a_view_of_zero_sized_components_counts_them() {
    #[derive(Component, Default)]
    struct Tag;
    let tags: Vec<_> = (0..10).map(|_| Entity::spawn().add::<Tag>()).collect();
    tags[4].kill();
    let view = Tag::view();
    assert_eq!((view.len(), view.iter().count()), (9, 9));
    assert!(view.get(tags[5]).is_some() && view.get(tags[4]).is_none());
}

// ---- the other borrow of a whole store ----

#[test]
fn h5_an_isolated_pass_borrows_its_whole_store_and_still_takes_changes() {
    #[derive(Component)]
    #[component(isolated, capacity = 1)]
    struct Spark {
        n: u32,
        other: Handle<Spark>,
        token: Token,
    }
    impl Spark {
        fn new(n: u32, other: Handle<Spark>) -> Self {
            Self { n, other, token: Token::new() }
        }
        fn update(&mut self) {
            self.n += 1;
            if self.other == Handle::NULL {
                return;
            }
            let error = self.other.try_borrow().err();
            assert!(
                matches!(error, Some(BorrowError::Borrowed { by: Borrower::IsolatedPass, .. })),
                "{error:?}"
            );
            assert_says(
                &message_of(|| drop(self.other.borrow_mut())),
                &["Spark", "isolated", "remove `isolated`"],
            );
            let new: Vec<_> =
                (100..140).map(|n| Entity::spawn().insert(Self::new(n, Handle::NULL))).collect();
            assert!(new.iter().zip(100..).all(|(spark, n)| spark.borrow_mut().n == n), "new ones are free");
            assert!(self.other.kill() && !self.other.is_alive());
            assert!(self.kill() && self.entity().is_alive() && new[3].kill());
        }
    }
    let plain = Entity::spawn().insert(Spark::new(0, Handle::NULL));
    let doomed = Entity::spawn().handle();
    let killer = Entity::spawn().insert(Spark::new(50, doomed));
    doomed.entity().insert(Spark::new(60, Handle::NULL));
    update_all(1.0);
    assert!(!killer.is_alive() && !doomed.is_alive() && plain.borrow().n == 1);
    assert_eq!((Spark::view().len(), live_tokens()), (40, 40));
    update_all(1.0);
    let sum: u32 = Spark::view().iter().map(|spark| spark.n).sum();
    assert_eq!(sum, 2 + (101..141).filter(|&n| n != 104).sum::<u32>());
}

#[test]
fn s8_a_view_that_has_ended_borrows_nothing_while_an_older_one_lives() {
    Hp::reserve(1);
    let older = Hp::view();
    let added = hp(2);
    let later = Hp::view();
    assert!(added.try_borrow_mut().is_err());
    drop(later);
    added.borrow_mut().n = 3;
    assert!(older.is_empty());
}

#[test]
fn s8_what_is_added_while_a_view_lives_is_in_no_view_whatever_room_there_is() {
    Hp::reserve(100);
    let first = hp(1);
    let older = Hp::view();
    let added = hp(2);
    assert!(older.get(added).is_none() && older[first].n == 1);
    added.borrow_mut().n = 3;
    let error = Hp::try_view().map(|view| view.len()).expect_err("it would need one slice");
    assert!(matches!(error, ViewError::Unsettled { .. }), "{error}");
    assert_eq!(ecs_core::query::<&Hp>().iter().count(), 2);
    drop(older);
    assert_eq!(numbers(&Hp::view()), [1, 3]);
}

#[test]
fn h5_a_guard_on_what_an_isolated_hook_has_added_keeps_it() {
    thread_local! {
        static KEPT: RefCell<Option<RefMut<Lone>>> = const { RefCell::new(None) };
    }
    #[derive(Component, Default)]
    #[component(isolated, capacity = 8)]
    struct Lone(Vec<u32>);
    impl Lone {
        fn update(&mut self) {
            KEPT.with_borrow_mut(|kept| match kept {
                None => *kept = Some(Entity::spawn().insert(Lone(vec![7])).borrow_mut()),
                Some(guard) => assert!(guard.handle().try_borrow_mut().is_err()),
            });
        }
    }
    (0..3).for_each(|_| assert!(Entity::spawn().add::<Lone>().is_alive()));
    Lone::update_all(0.1);
    let guard = KEPT.take().expect("the first visit has kept it");
    let handle = guard.handle();
    assert!(handle.try_borrow_mut().is_err());
    drop(guard);
    assert_eq!(handle.borrow_mut().0, [7]);
}
