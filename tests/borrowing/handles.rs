//! Laws H1 to H5: what a handle is, how it lends, and what its refusals say.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;
use std::hash::Hash;
use std::rc::Rc;

#[cfg(debug_assertions)]
use ecs_core::{
    BorrowError, Borrower, Component, Entity, Handle, Ref, RefMut, World, WorldError, update_all,
};

use crate::support::{Random, assert_says, caught, live_tokens, message_of};

#[derive(Component, Default, Debug, PartialEq)]
struct Body {
    y: f32,
}

fn body(y: f32) -> Handle<Body> {
    Entity::spawn().insert(Body { y })
}

// ---- H1 ----

#[test]
fn h1_a_handle_is_a_plain_id_whatever_its_type_is() {
    /// Has no trait at all, and is not `Send`.
    #[derive(Component)]
    struct Bare(Rc<u8>);

    fn plain<H: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static>(_: H) {}
    plain(Handle::<Bare>::NULL);
    assert_eq!(size_of::<Handle<Bare>>(), 8);
    assert_eq!(size_of::<Option<Handle<Bare>>>(), 8);
    let handle = Entity::spawn().insert(Bare(Rc::new(1)));
    let (copy, sent) = (handle, std::thread::spawn(move || handle).join().expect("a handle is `Send`"));
    assert_eq!((copy, sent), (handle, handle));
    assert_eq!(sent.borrow().0.as_ref(), &1);
}

#[test]
fn h1_the_default_is_null_and_null_is_dead() {
    let null = Handle::<Body>::default();
    assert_eq!(null, Handle::NULL);
    assert_eq!(null.entity(), Entity::NONE);
    assert!(!null.is_alive());
    let one = body(1.0);
    assert!(!null.is_alive() && one.is_alive() && null != one);
    assert!(null.get().is_none() && null.get_mut().is_none() && !null.kill() && !null.set_enabled(true));
    assert_eq!(format!("{null:?}"), "Handle<Body>(NONE)");
    assert_eq!(format!("{one:?}"), format!("Handle<Body>({:?})", one.entity()));
}

#[test]
fn h1_equality_order_and_hash_ignore_life_and_place() {
    let handles: Vec<_> = (0..10).map(|y| body(y as f32)).collect();
    let hashed: HashSet<_> = handles.iter().copied().collect();
    let ordered: BTreeSet<_> = handles.iter().copied().collect();
    handles[2].kill();
    handles[5].entity().despawn();
    handles[0].set_enabled(false);
    assert!(handles.iter().all(|handle| hashed.contains(handle) && ordered.contains(handle)));
    assert_eq!(handles[3], handles[3].entity().handle());
    assert_ne!(handles[3], handles[4]);
}

#[test]
fn h1_a_handle_survives_growth_removal_of_others_and_enabling() {
    const HERD: usize = if cfg!(miri) { 60 } else { 1_000 };
    let handles: Vec<_> = (0..HERD).map(|y| body(y as f32)).collect();
    for dead in (0..HERD).filter(|n| n % 3 == 0) {
        handles[dead].kill();
    }
    for off in (0..HERD).filter(|n| n % 3 == 1 && n % 2 == 0) {
        handles[off].set_enabled(false);
    }
    let more: Vec<_> = (HERD..5 * HERD).map(|y| body(y as f32)).collect();
    for (y, handle) in handles.iter().chain(&more).enumerate() {
        let expected = (y >= HERD || y % 3 != 0).then_some(y as f32);
        assert_eq!(handle.get().map(|body| body.y), expected, "handle {y}");
        assert_eq!(handle.is_alive(), expected.is_some());
    }
}

#[test]
fn h1_a_handle_is_dead_while_its_entity_has_no_component() {
    let entity = Entity::spawn();
    let handle = entity.handle::<Body>();
    assert!(!handle.is_alive());
    entity.insert(Body { y: 1.0 });
    assert_eq!(handle.borrow().y, 1.0);
    entity.remove::<Body>();
    assert!(!handle.is_alive());
    entity.insert(Body { y: 2.0 });
    assert_eq!(handle.borrow().y, 2.0);
}

#[test]
fn h1_a_handle_is_dead_for_ever_once_its_entity_is_despawned() {
    let old = body(1.0);
    let index = old.entity().index();
    for _ in 0..20 {
        old.entity().despawn();
        let new = body(2.0);
        assert_eq!(new.entity().index(), index, "the index is used again");
        assert!(!old.is_alive() && old.get().is_none() && new.is_alive() && old != new);
        assert!(!old.kill() && !old.set_enabled(false) && new.is_enabled());
        new.entity().despawn();
    }
}

#[test]
fn h1_handle_and_sibling_never_look_and_never_fail() {
    #[derive(Component)]
    struct Wheel;

    let nowhere: Handle<Wheel> = Entity::NONE.handle::<Body>().sibling();
    assert_eq!(nowhere.entity(), Entity::NONE);
    assert_eq!(World::stats().spawned, 0, "asking has made no world");
    let dead = body(1.0).entity();
    dead.despawn();
    assert_eq!(dead.handle::<Body>().sibling::<Wheel>().entity(), dead);
    assert!(World::stats().stores.iter().all(|store| store.component != "Wheel"));
}

// ---- H2 ----

#[test]
fn h2_a_dead_handle_panics_in_borrow_and_is_soft_elsewhere() {
    let dead = body(1.0);
    dead.kill();
    let name = format!("{:?}", dead.entity());
    for text in [message_of(|| drop(dead.borrow())), message_of(|| drop(dead.borrow_mut()))] {
        assert_says(&text, &["Body", &name, "`is_alive()`", "`get()`"]);
    }
    assert!(dead.get().is_none() && dead.get_mut().is_none());
    assert_eq!(dead.with(|_| panic!("a dead component is not visited")), None::<()>);
    let error = dead.try_borrow().err();
    assert!(
        matches!(error, Some(BorrowError::Missing { component: "Body", entity, .. }) if entity == dead.entity())
    );
    assert_eq!(dead.try_borrow_mut().err(), error);
    assert_says(&message_of(|| drop(Handle::<Body>::NULL.borrow())), &["Body", "null handle", "`init`"]);
}

#[test]
fn h2_a_conflict_panics_in_get_too_and_is_an_error_in_try_borrow() {
    let handle = body(1.0);
    let name = format!("{:?}", handle.entity());
    let guard = handle.borrow_mut();
    let texts = [
        message_of(|| drop(handle.borrow())),
        message_of(|| drop(handle.borrow_mut())),
        message_of(|| drop(handle.get())),
        message_of(|| drop(handle.get_mut())),
        message_of(|| handle.with(|_| ())),
    ];
    for text in texts {
        assert_says(&text, &["Body", &name, "mutably borrowed", "drop that guard", "`with`"]);
    }
    for error in [handle.try_borrow().err(), handle.try_borrow_mut().err()] {
        assert!(matches!(
            error,
            Some(BorrowError::Borrowed { component: "Body", entity, by: Borrower::Exclusive, .. })
                if entity == handle.entity()
        ));
    }
    assert!(handle.is_alive(), "asking for life is no borrow");
    drop(guard);
    assert_eq!(handle.with(|body| body.y), Some(1.0));
}

#[test]
fn h2_guards_have_no_lifetime_so_that_self_stays_free() {
    #[derive(Component, Default)]
    struct Plane {
        body: Handle<Body>,
    }
    impl Plane {
        fn climb(&self) -> f32 {
            2.0
        }
        fn init(&mut self) {
            self.body = self.add::<Body>();
        }
        fn update(&mut self, dt: f32) {
            let mut body = self.body.borrow_mut();
            body.y += self.climb() * dt;
        }
    }
    fn outlives(handle: Handle<Body>) -> Ref<Body> {
        handle.borrow()
    }
    let plane = Entity::spawn().add::<Plane>();
    update_all(1.5);
    assert_eq!(outlives(plane.borrow().body).y, 3.0);
}

#[test]
fn h2_another_world_and_no_world_are_errors_of_their_own() {
    let handle = body(1.0);
    let (alone, other) = (World::new(), World::new());
    let foreign = alone.enter(|| body(5.0));
    other.enter(|| {
        assert_eq!(
            foreign.try_borrow().err(),
            Some(BorrowError::WrongWorld { component: "Body", entity: foreign.entity() })
        );
        assert_says(&message_of(|| drop(handle.borrow_mut())), &["Body", "another world", "`enter`"]);
        assert!(!handle.is_alive() && handle.get().is_none() && !handle.kill());
    });
    assert_eq!(alone.enter(|| foreign.borrow().y), 5.0);
    let fresh =
        std::thread::spawn(move || (handle.try_borrow().err(), handle.is_alive(), World::stats().spawned));
    let (error, alive, spawned) = fresh.join().expect("the soft forms do not panic");
    assert_eq!(error, Some(BorrowError::World { component: "Body", error: WorldError::NoWorld }));
    assert!(!alive && spawned == 0);
    assert_eq!(handle.borrow().y, 1.0);
}

// ---- H3 ----

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
                assert!(borrow(handle, true).is_ok(), "all is given back");
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
    for (handle, beside) in [(a, None), (b, Some(a))] {
        let _beside = beside.map(Handle::borrow_mut);
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
        assert!(handle.try_borrow_mut().is_ok(), "all is given back");
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
                assert!(allowed, "step {step}: {at} was lent twice");
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
fn h4_each_form_and_each_borrower_tells_its_place() {
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
