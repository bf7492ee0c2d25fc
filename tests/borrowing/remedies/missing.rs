//! A component is missing.

use super::*;

#[test]
fn a_null_handle() {
    #[derive(Component, Default)]
    struct Plane(Handle<A>);
    impl Plane {
        fn init(&mut self) {
            if mended() {
                self.0 = self.add::<A>();
            }
        }
    }
    says_then_runs(&["set the handle first, for instance in `init`, or use `get()`"], || {
        let plane = Entity::spawn().add::<Plane>();
        plane.borrow().0.borrow_mut().0 += 1;
    });
    says_then_runs(&["or use `get()`"], || {
        let none = Handle::<A>::default();
        if mended() { assert!(none.get().is_none()) } else { drop(none.borrow()) }
    });
}

#[test]
fn a_dead_handle() {
    says_then_runs(&["ask `is_alive()` first, or use `get()`"], || {
        let one = two()[0].handle::<A>();
        one.entity().despawn();
        if mended() {
            assert!(one.get_mut().is_none());
        }
        if !mended() || one.is_alive() {
            one.borrow_mut().0 += 1;
        }
    });
}

#[test]
fn a_handle_of_another_world() {
    says_then_runs(&["borrow it inside that world's `enter`"], || {
        let other = World::new();
        let one = other.enter(|| two()[0]);
        two();
        let touch = || one.borrow_mut::<A>().0 += 1;
        if mended() { other.enter(touch) } else { touch() }
    });
}

#[test]
fn a_stale_handle() {
    #[derive(Component, Default)]
    struct Broken {
        own: Handle<A>,
    }
    impl Broken {
        fn init(&mut self) {
            self.own = self.sibling();
        }
    }
    #[derive(Component, Default)]
    struct Marked {
        #[component(sibling)]
        own: Handle<A>,
    }
    #[derive(Component, Default)]
    struct Again {
        own: Handle<A>,
    }
    impl Again {
        fn init(&mut self) {
            self.own = self.sibling();
        }
        fn on_reset(&mut self) {
            self.own = self.sibling();
        }
    }
    let words =
        ["mark a field that refers to its own entity `#[component(sibling)]`", "set it again in `on_reset`"];
    says_then_runs(&words, || {
        if mended() {
            let pool = Pool::<Archetype<(A, Marked, Again)>>::new();
            pool.give_back(pool.take());
            let again = pool.take();
            again.borrow::<Marked>().own.borrow_mut().0 += 1;
            again.borrow::<Again>().own.borrow_mut().0 += 1;
        } else {
            let pool = Pool::<Archetype<(A, Broken)>>::new();
            pool.give_back(pool.take());
            let again = pool.take();
            again.borrow::<Broken>().own.borrow_mut().0 += 1;
        }
    });
}
