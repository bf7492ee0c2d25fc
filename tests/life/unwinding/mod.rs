//! Laws C1, C4 and S8 while the thread unwinds: no hook and no drop runs, and no view or pass meets a row
//! that is not in order.

mod calls;

use std::cell::Cell;

use ecs_core::{BorrowError, Component, Entity, UpdateError, View, ViewError, WorldError, try_update_all};

use crate::support::{caught, log, take_log};

#[derive(Component)]
struct Text(String);

fn text(text: &str) -> Entity {
    Entity::spawn().with(Text(text.repeat(40)))
}

fn texts(view: &View<Text>) -> Vec<String> {
    view.iter().map(|text| text.0[..1].to_string()).collect()
}

/// Calls a function when it is dropped.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Runs a function while the thread unwinds.
fn unwinding(f: impl FnMut()) {
    let caught = caught(|| {
        let _on_drop = OnDrop(f);
        panic!("on purpose");
    });
    assert_eq!(caught.text, "on purpose");
}

#[test]
fn s8_a_view_meets_no_hole() {
    let (a, _b) = (text("a"), text("b"));
    unwinding(|| {
        drop(a.remove::<Text>());
        assert_eq!(texts(&Text::view()), ["b"]);
    });
    assert_eq!(texts(&Text::view()), ["b"]);
}

#[test]
fn s8_a_view_meets_what_was_added_during_a_borrow() {
    let a = text("a");
    unwinding(|| {
        let guard = a.borrow::<Text>();
        let added: Vec<_> = (0..20).map(|_| text("b")).collect();
        drop(guard);
        assert_eq!(Text::view().len(), 21);
        assert_eq!(added[19].borrow::<Text>().0.len(), 40);
    });
}

#[test]
fn c4_what_owes_its_shutdown_keeps_its_row_and_refuses_the_view() {
    #[derive(Component)]
    struct Owing(String);
    impl Owing {
        fn shutdown(&mut self) {
            log(format!("shutdown {}", self.0));
        }
    }
    let a = Entity::spawn().insert(Owing("a".repeat(3)));
    let expected = ViewError::World { component: "Owing", error: WorldError::Unwinding };
    unwinding(|| {
        let guard = a.borrow();
        assert!(a.kill());
        drop(guard);
        assert_eq!(Owing::try_view().map(|_| ()), Err(expected));
        assert!(matches!(a.try_borrow().map(|_| ()), Err(BorrowError::Missing { .. })));
    });
    assert_eq!(take_log(), Vec::<String>::new());
    assert_eq!(Owing::view().len(), 0);
    assert_eq!(take_log(), ["shutdown aaa"]);
    assert!(expected.to_string().contains("unwinds"), "{expected}");
}

#[test]
fn c1_a_pass_refuses_rows_that_are_not_in_order() {
    thread_local! {
        static VISITS: Cell<u32> = const { Cell::new(0) };
    }
    #[derive(Component)]
    struct Reader;
    impl Reader {
        fn update(&mut self, text: &mut Text) {
            VISITS.set(VISITS.get() + text.0.len() as u32);
        }
    }
    let (a, _b) = (text("a").with(Reader), text("b").with(Reader));
    let refused = Err(UpdateError::World(WorldError::Unwinding));
    unwinding(|| {
        let guard = a.borrow::<Reader>();
        drop(a.remove::<Text>());
        assert!(a.kill::<Reader>());
        drop(guard);
        assert_eq!((try_update_all(0.1), VISITS.get()), (refused.clone(), 0));
    });
    assert_eq!(try_update_all(0.1), Ok(()));
    assert_eq!(VISITS.get(), 40);
}
