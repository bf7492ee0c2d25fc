//! Laws H3 to H5: what a handle borrows, and what refusals say.

use super::*;

enum Guard {
    Shared(Ref<Body>),
    Exclusive(RefMut<Body>),
}

fn borrow(handle: Handle<Body>, exclusive: bool) -> Result<Guard, BorrowError> {
    if exclusive {
        handle.try_borrow_mut().map(Guard::Exclusive)
    } else {
        handle.try_borrow().map(Guard::Shared)
    }
}

#[test]
fn h3_any_shared_or_one_exclusive_in_both_orders_of_dropping() {
    let noise = body(0.0);
    for with_another_guard in [false, true] {
        let _other = with_another_guard.then(|| noise.borrow_mut());
        for (first, second) in [(false, false), (false, true), (true, false), (true, true)] {
            for first_goes_first in [false, true] {
                let handle = body(1.0);
                let a = borrow(handle, first).expect("nothing else has borrowed it");
                let b = borrow(handle, second);
                assert_eq!(b.is_ok(), !first && !second, "{first} then {second}");
                if let Err(BorrowError::Borrowed { by, mutably, .. }) = b {
                    assert_eq!(by, if first { Borrower::Exclusive } else { Borrower::Shared });
                    assert_eq!(mutably, second);
                }
                if first_goes_first {
                    drop(a);
                    assert_eq!(borrow(handle, true).is_ok(), b.is_err(), "only the second guard counts now");
                    drop(b);
                } else {
                    drop(b);
                    assert!(borrow(handle, true).is_err(), "the first guard still counts");
                    drop(a);
                }
                assert!(borrow(handle, true).is_ok(), "all is released");
            }
        }
    }
}

#[test]
fn h3_two_components_of_one_type_are_borrowed_mutably_at_once() {
    let (a, b) = (body(1.0), body(2.0));
    let (mut first, mut second) = (a.borrow_mut(), b.borrow_mut());
    std::mem::swap(&mut *first, &mut *second);
    assert!(a.try_borrow().is_err() && b.try_borrow().is_err());
    drop(first);
    assert_eq!(a.borrow().y, 2.0);
    assert!(b.try_borrow().is_err());
    drop(second);
    assert_eq!(b.borrow().y, 1.0);
}

#[test]
fn h3_250_shared_guards_then_too_many() {
    let (a, b) = (body(1.0), body(2.0));
    for (handle, other) in [(a, None), (b, Some(a))] {
        let _other = other.map(Handle::borrow_mut);
        let mut guards: Vec<_> = (0..250).map(|_| handle.borrow()).collect();
        let error = handle.try_borrow().err();
        assert!(
            matches!(error, Some(BorrowError::Borrowed { by: Borrower::TooMany, mutably: false, .. })),
            "{error:?}"
        );
        assert_says(
            &message_of(|| drop(handle.borrow())),
            &["Body", "as often as can be counted", "drop some"],
        );
        assert!(guards.iter().all(|guard| **guard == *guards[0]), "all see the one component");
        guards.pop();
        guards.push(handle.borrow());
        assert!(handle.try_borrow().is_err() && handle.try_borrow_mut().is_err());
        drop(guards);
        assert!(handle.try_borrow_mut().is_ok(), "all is released");
    }
}

#[test]
fn h3_a_forgotten_guard_leaks_its_borrow_and_nothing_else() {
    let handles: Vec<_> = (0..4).map(|y| body(y as f32)).collect();
    std::mem::forget(handles[1].borrow_mut());
    std::mem::forget(handles[2].borrow());
    assert!(handles[1].try_borrow().is_err());
    assert!(handles[2].try_borrow().is_ok() && handles[2].try_borrow_mut().is_err());
    handles[0].borrow_mut().y = 9.0;
    handles[0].kill();
    handles[1].kill();
    let more: Vec<_> = (10..200).map(|y| body(y as f32)).collect();
    assert!(!handles[0].is_alive() && !handles[1].is_alive());
    assert!(more.iter().zip(10..).all(|(handle, y)| handle.borrow().y == y as f32));
    assert_eq!((handles[2].borrow().y, handles[3].borrow().y), (2.0, 3.0));
    assert_eq!(Body::count(), 192);
}

#[test]
fn h3_a_world_with_a_forgotten_guard_is_leaked_not_freed() {
    #[derive(Component, Default)]
    struct Kept(crate::support::Token);
    let world = World::new();
    let guard = world.enter(|| Entity::spawn().add::<Kept>().borrow_mut());
    drop(world);
    assert_eq!(live_tokens(), 1);
    assert_eq!(guard.0.number(), 0, "the value is still there");
}

#[test]
fn h3_guards_end_in_any_order() {
    let handles: Vec<_> = (0..5).map(|y| body(y as f32)).collect();
    let mut dice = Random(7);
    let mut held: Vec<(usize, bool, Guard)> = Vec::new();
    for step in 0..if cfg!(miri) { 300 } else { 20_000 } {
        let at = dice.below(handles.len());
        let exclusive = dice.below(3) == 0;
        if dice.below(2) == 0 && !held.is_empty() {
            drop(held.swap_remove(dice.below(held.len())));
            continue;
        }
        let allowed = !held.iter().any(|&(other, taken, _)| other == at && (taken || exclusive));
        match borrow(handles[at], exclusive) {
            Ok(guard) => {
                assert!(allowed, "step {step}: {at} was borrowed twice");
                let y = match &guard {
                    Guard::Shared(body) => body.y,
                    Guard::Exclusive(body) => body.y,
                };
                assert_eq!(y, at as f32);
                held.push((at, exclusive, guard));
            }
            Err(error) => assert!(!allowed, "step {step}: {error}"),
        }
    }
    drop(held);
    assert!(handles.iter().all(|handle| handle.try_borrow_mut().is_ok()));
}

// ---- H4 ----

#[cfg(debug_assertions)]
#[test]
fn h4_a_conflict_names_both_places() {
    let handle = body(1.0);
    let _noise = body(2.0).borrow_mut();
    let (first, first_line) = (handle.borrow(), line!());
    let (second, second_line) = (caught(|| drop(handle.borrow_mut())), line!());
    assert_says(&second.text, &[&format!("{}:{first_line}:", file!())]);
    assert_eq!((second.file.as_str(), second.line), (file!(), second_line));
    drop(first);
    assert!(handle.try_borrow_mut().is_ok());
}

#[cfg(debug_assertions)]
#[test]
fn h4_each_form_and_each_borrower_names_its_place() {
    let handle = body(1.0);
    let at = |line: u32| format!("{}:{line}:", file!());
    let (guard, line) = (handle.entity().get_mut::<Body>(), line!());
    let (two, here) = (caught(|| drop(handle.get())), line!());
    assert_says(&two.text, &[&at(line)]);
    assert_eq!((two.file.as_str(), two.line), (file!(), here));
    let (three, here) = (caught(|| drop(Body::view())), line!());
    assert_says(&three.text, &["Body", &at(line)]);
    assert_eq!((three.file.as_str(), three.line), (file!(), here));
    drop(guard);
    let (view, line) = (Body::view_mut(), line!());
    let (four, here) = (caught(|| handle.with(|_| ())), line!());
    assert_says(&four.text, &["view of its store", &at(line), "index the view"]);
    assert_eq!((four.file.as_str(), four.line), (file!(), here));
    drop(view);
    let (shared, line) = ([handle.borrow(), handle.borrow()], line!());
    let (five, here) = (caught(|| handle.entity().remove::<Body>()), line!());
    assert_says(&five.text, &["remove Body", &at(line), "`kill`"]);
    assert_eq!((five.file.as_str(), five.line), (file!(), here));
    drop(shared);
}

#[cfg(debug_assertions)]
#[test]
fn h4_a_query_names_its_place() {
    let handle = body(1.0);
    let (mut bodies, line) = (query::<&Body>(), line!());
    bodies.each(|_| {
        let text = caught(|| drop(handle.borrow_mut())).text;
        assert_says(&text, &["a query's `each`", &format!("{}:{line}:", file!())]);
    });
}

// ---- H5 ----

#[test]
fn h5_self_is_borrowed_while_a_hook_runs_and_the_message_says_use_self() {
    thread_local! {
        static SEEN: RefCell<Vec<(&'static str, String)>> = const { RefCell::new(Vec::new()) };
    }
    #[derive(Component, Default)]
    struct Foo {
        n: u32,
    }
    impl Foo {
        fn probe(&mut self, hook: &'static str) {
            let me = self.handle();
            self.n += 1;
            for error in [me.try_borrow().err(), me.try_borrow_mut().err()] {
                assert!(
                    matches!(
                        error,
                        Some(BorrowError::Borrowed { by: Borrower::Hook | Borrower::PassHook { .. }, .. })
                    ),
                    "{hook}: {error:?}"
                );
            }
            SEEN.with(|seen| seen.borrow_mut().push((hook, message_of(|| drop(me.borrow())))));
            let other = Entity::spawn().handle::<Foo>();
            assert!(other.get().is_none(), "others are asked as ever");
        }
        fn init(&mut self) {
            self.probe("init");
        }
        fn update(&mut self) {
            self.probe("update");
        }
        fn on_disable(&mut self) {
            self.probe("on_disable");
        }
        fn on_enable(&mut self) {
            self.probe("on_enable");
        }
        fn shutdown(&mut self) {
            self.probe("shutdown");
        }
    }
    let foo = Entity::spawn().add::<Foo>();
    assert_eq!(foo.borrow().n, 2, "free again after the hook");
    update_all(1.0);
    assert_eq!(foo.borrow().n, 3);
    foo.set_enabled(false);
    foo.set_enabled(true);
    let gone = foo.entity().remove::<Foo>().expect("it was alive");
    assert_eq!(gone.n, 7);
    let seen = SEEN.take();
    assert_eq!(
        seen.iter().map(|(hook, _)| *hook).collect::<Vec<_>>(),
        ["init", "on_enable", "update", "on_disable", "on_enable", "on_disable", "shutdown"]
    );
    for (_, text) in seen {
        assert_says(&text, &["Foo", &format!("{:?}", foo.entity()), "its own hook", "use `self`"]);
    }
}

#[test]
fn h5_other_instances_of_the_own_type_are_free_in_a_hook() {
    #[derive(Component, Default)]
    struct Link {
        next: Handle<Link>,
        touched: u32,
    }
    impl Link {
        fn update(&mut self) {
            if let Some(mut next) = self.next.get_mut() {
                next.touched += 1;
            }
        }
    }
    let links: Vec<_> = (0..5).map(|_| Entity::spawn().add::<Link>()).collect();
    for (at, link) in links.iter().enumerate() {
        link.borrow_mut().next = links[(at + 1) % 5];
    }
    update_all(1.0);
    assert!(links.iter().all(|link| link.borrow().touched == 1));
}
