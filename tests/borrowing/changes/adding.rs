//! Law C1: adding while something is borrowed.

use super::*;

#[test]
fn c1_growth_of_the_own_type_in_update_moves_nothing_and_is_usable_at_once() {
    let first = cells(2, 20);
    update_all(1.0);
    assert_eq!((first[0].borrow().n, first[1].borrow().n), (21, 22));
    let made = MADE.take();
    let child = |parent: u64, child: u64| (parent + child) * 1_000 + child + 1;
    let expected = (0..20).map(|n| child(1, n)).chain((0..20).map(|n| child(2, n)));
    assert!(
        made.iter().map(|handle| handle.borrow().n).eq(expected),
        "each kept its value through the merge"
    );
    assert_eq!(Cell::view().len(), 42);
    assert!(Cell::view().iter().all(|cell| cell.ready));
    World::clear();
    assert_eq!(live_tokens(), 0);
}

#[test]
fn c1_growth_while_a_guard_lives_leaves_its_value_in_place() {
    const HERD: u64 = if cfg!(miri) { 60 } else { 1_000 };
    let handles = cells(2, 0);
    let guard = handles[1].borrow_mut();
    let place = std::ptr::from_ref(&*guard);
    let more = cells(HERD, 0);
    assert!(more.iter().zip(1..).all(|(handle, n)| handle.borrow().n == n && handle.borrow().ready));
    // The rows that wait outside of the buffer can be killed, replaced, switched and made again too.
    more[0].kill();
    more[1].entity().insert(Cell::new(77, 0));
    more[2].set_enabled(false);
    more[3].kill();
    more[3].entity().insert(Cell::new(78, 0));
    assert!(more[4].entity().remove::<Cell>().is_some_and(|cell| cell.n == 5));
    let check = || {
        assert!(!more[0].is_alive() && !more[4].is_alive() && !more[2].is_enabled());
        assert_eq!((more[1].borrow().n, more[2].borrow().n, more[3].borrow().n), (77, 3, 78));
        assert!(more[5..].iter().zip(6..).all(|(handle, n)| handle.borrow().n == n));
        assert_eq!(Cell::count(), HERD as usize);
    };
    check();
    assert_eq!(place, std::ptr::from_ref(&*guard));
    assert_eq!(guard.n, 2);
    drop(guard);
    check();
    World::flush();
    check();
    assert_eq!(Cell::view().disabled().iter().map(|cell| cell.n).collect::<Vec<_>>(), [3]);
    assert_eq!(live_tokens(), HERD as usize);
}

#[test]
fn c1_a_first_component_during_a_view_of_nothing_works_at_once() {
    #[derive(Component, Default)]
    struct Late {
        ready: bool,
    }
    impl Late {
        fn init(&mut self) {
            self.ready = true;
        }
    }
    assert_eq!(Entity::spawn_many(0, |_, _| Late::default()), [], "makes a store without rows");
    let (a, b) = (Entity::spawn(), Entity::spawn());
    let view = Late::view();
    let (first, second) = (a.add::<Late>(), b.add::<Late>());
    assert!(second.is_alive() && second.borrow().ready);
    assert!(first.is_alive() && first.borrow().ready);
    assert_eq!((view.len(), Late::count()), (0, 2));
    drop(view);
    assert!(first.is_alive() && second.is_alive() && a.add::<Late>() == first);
    assert_eq!(Late::view().len(), 2);
}

#[test]
fn c1_init_has_run_when_any_form_of_adding_returns() {
    #[derive(Component, Default)]
    struct Ready(bool);
    impl Ready {
        fn init(&mut self) {
            self.0 = true;
        }
    }
    let _borrowed = Entity::spawn().add::<Ready>().borrow_mut();
    assert!(Entity::spawn().add::<Ready>().borrow().0);
    assert!(Entity::spawn().add_with(|| Ready(false)).borrow().0);
    assert!(Entity::spawn().insert(Ready(false)).borrow().0);
    assert!(Entity::spawn().with(Ready(false)).borrow::<Ready>().0);
    assert!(Entity::spawn_many(3, |_, _| Ready(false)).iter().all(|entity| entity.borrow::<Ready>().0));
}
