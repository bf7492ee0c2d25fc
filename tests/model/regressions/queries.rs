//! Queries and passes whose entities change meanwhile.

use super::*;

#[test]
fn what_is_killed_while_a_query_is_made_is_not_visited() {
    type Kill = fn(Entity) -> bool;
    /// Ends another component when it is dropped.
    #[derive(Component)]
    struct A(Option<(Entity, Kill)>);
    #[derive(Component)]
    struct B(Option<(Entity, Kill)>);
    impl Drop for A {
        fn drop(&mut self) {
            self.0.take().map(|(entity, kill)| kill(entity));
        }
    }
    impl Drop for B {
        fn drop(&mut self) {
            self.0.take().map(|(entity, kill)| kill(entity));
        }
    }
    let last = Entity::spawn().with(A(None)).with(B(None));
    let third = Entity::spawn().with(B(Some((last, Entity::kill::<A>))));
    let second = Entity::spawn().with(A(Some((third, Entity::kill::<B>))));
    let first = Entity::spawn().with(B(Some((second, Entity::kill::<A>))));
    let guard = first.borrow::<B>();
    first.kill::<B>();
    drop(guard);
    // Flushing `B` kills in `A`, flushing that kills in `B`, and flushing that kills in `A`, which is
    // borrowed already.
    let all = query::<(&A, &B)>();
    assert!(!last.has::<A>());
    assert_eq!((all.count(), all.iter().count()), (0, 0));
}

// The query knows the rows by their places, also while it has borrowed nothing.
#[test]
fn nothing_is_sorted_while_a_query_is_there() {
    #[derive(Component)]
    struct A(u32);
    #[derive(Component)]
    struct B(u32);
    Entity::spawn_many(4, |n, _| (A(n as u32), B(n as u32)));
    let mut all = query::<(&A, &mut B)>();
    assert_eq!(all.count(), 4);
    assert!(matches!(A::try_sort_by_key(|a| !a.0), Err(ViewError::Borrowed { .. })));
    assert!(matches!(B::try_sort_like::<A>(), Err(ViewError::Borrowed { .. })));
    all.each(|(a, b)| assert_eq!(a.0, b.0));
    drop(all);
    assert!(A::try_sort_by_key(|a| !a.0).is_ok());
    query::<(&A, &mut B)>().each(|(a, b)| assert_eq!(a.0, b.0));
}

// It was alive again after its `shutdown`, which ran a second time.
#[test]
fn what_a_query_borrows_in_its_shutdown_is_dead_when_it_cannot_be_removed() {
    #[derive(Component)]
    struct C;
    thread_local! {
        static KEPT: RefCell<Option<Query<'static, &'static C>>> = const { RefCell::new(None) };
    }
    impl C {
        fn shutdown(&mut self) {
            log("shutdown");
            let all = query::<&C>();
            let _ = all.iter();
            KEPT.set(Some(all));
        }
    }
    let entity = Entity::spawn();
    entity.insert(C);
    assert!(matches!(entity.try_remove::<C>(), Err(RemoveError::Borrowed { .. })));
    assert!(!entity.has::<C>());
    drop(KEPT.take());
    World::flush();
    assert_eq!((C::count(), take_log()), (0, vec!["shutdown".to_owned()]));
}

// The query had asked for the names of the next rows already.
#[test]
fn what_begins_another_life_in_the_middle_of_a_visit_is_not_shown_by_its_old_name() {
    #[derive(Component, Default)]
    struct C;
    let pool = Pool::<Archetype<C>>::new();
    let first = pool.take();
    let second = pool.take();
    pool.give_back(second);
    query::<(Entity, &mut C)>().with_disabled().each(|(entity, _)| {
        assert!(entity.is_alive());
        if entity == first {
            assert_ne!(pool.take(), second);
        }
    });
}

// What it gave before was still borrowed.
#[test]
fn a_query_that_finds_nothing_has_borrowed_nothing() {
    #[derive(Component)]
    struct C;
    let entity = Entity::spawn();
    entity.insert(C);
    let mut all = query::<&mut C>();
    assert!(all.get_mut(entity).is_some());
    assert!(entity.try_borrow::<C>().is_err());
    assert!(all.get_mut(Entity::NONE).is_none());
    assert!(entity.try_borrow::<C>().is_ok());
}

/// An isolated pass borrows whole types, and still passes over what its own hooks have killed, of its type
/// and of those that it takes.
#[test]
fn an_isolated_pass_does_not_visit_what_it_has_killed() {
    #[derive(Component)]
    #[component(isolated)]
    struct Alone(u32);
    #[derive(Component)]
    struct Sibling(u32);
    thread_local! {
        static ALL: RefCell<Vec<Entity>> = const { RefCell::new(Vec::new()) };
        static RAN: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
    }
    impl Alone {
        fn update(&mut self, sibling: &mut Sibling) {
            RAN.with_borrow_mut(|ran| ran.push(self.0));
            sibling.0 += 1;
            let all = ALL.with_borrow(Clone::clone);
            if self.0 == 0 {
                assert!(all[2].kill::<Alone>() && all[3].kill::<Sibling>() && all[4].set_enabled(false));
                let refused = all[1].handle::<Sibling>().try_borrow();
                assert!(matches!(
                    refused,
                    Err(BorrowError::Borrowed { by: Borrower::IsolatedParameter { .. }, .. })
                ));
            }
        }
    }
    let all: Vec<_> = (0..6).map(|n| Entity::spawn().with(Alone(n)).insert(Sibling(0)).entity()).collect();
    ALL.set(all);
    update_all(0.1);
    assert_eq!(RAN.take(), [0, 1, 5]);
}

/// Of a pass that is isolated too, the next entity's hook gets the singleton that was set meanwhile.
#[test]
fn a_singleton_that_is_set_in_a_pass_is_the_next_ones() {
    #[derive(Singleton, Default)]
    struct Sum(u32);
    #[derive(Component)]
    #[component(isolated)]
    struct Alone(u32);
    #[derive(Component)]
    struct Plain(u32);
    fn add(n: u32, sum: &mut Sum) {
        sum.0 += 1;
        if n == 2 {
            Sum::set(Sum(100));
        }
    }
    impl Alone {
        fn update(&mut self, sum: &mut Sum) {
            add(self.0, sum);
        }
    }
    impl Plain {
        fn update(&mut self, sum: &mut Sum) {
            add(self.0, sum);
        }
    }
    Entity::spawn_many(10, |n, _| Alone(n as u32));
    update_all(0.1);
    assert_eq!(Sum::borrow().0, 107);
    Alone::for_each(|alone| assert!(alone.kill()));
    Entity::spawn_many(10, |n, _| Plain(n as u32));
    update_all(0.1);
    assert_eq!(Sum::borrow().0, 107);
}
