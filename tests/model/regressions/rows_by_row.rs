//! What is borrowed row by row.

use super::*;

// Making the second parameter of a pass runs hooks, which reach the first one: it is borrowed from when it is
// opened.
#[test]
fn a_singleton_is_borrowed_by_a_pass_while_the_next_one_is_made() {
    #[derive(Singleton, Default)]
    struct Opened(String);
    /// Ends itself as often as it is asked for before the pass.
    #[derive(Singleton)]
    struct Made(#[expect(dead_code, reason = "no tag")] u8);
    impl Default for Made {
        fn default() -> Self {
            MADE.set(MADE.get() + 1);
            // Before the frame, and before the pass, it is free.
            KEPT.set(Opened::instance().try_borrow_mut().ok());
            if KEPT.with_borrow(Option::is_none) {
                let taken = Opened::instance().try_borrow();
                log(if taken.is_ok() { "taken" } else { "borrowed" });
            }
            Self(0)
        }
    }
    impl Made {
        fn init(&mut self) {
            if MADE.get() < 4 {
                KEPT.take();
                Self::instance().kill();
            }
        }
    }
    #[derive(Component)]
    struct Pass(bool);
    impl Pass {
        fn update(&mut self, opened: &mut Opened, _made: &Made) {
            opened.0.push('x');
            self.0 = KEPT.with_borrow(Option::is_none);
        }
    }
    thread_local! {
        static MADE: Cell<u32> = const { Cell::new(0) };
        static KEPT: RefCell<Option<RefMut<Opened>>> = const { RefCell::new(None) };
    }
    let pass = Entity::spawn().insert(Pass(false));
    update_all(0.1);
    assert_eq!(
        (MADE.get(), pass.borrow().0, take_log().last().map(String::as_str)),
        (4, true, Some("borrowed"))
    );
    assert_eq!(Opened::borrow().0, "x");
}

// The singleton cannot be found again, and a panic hook looks at the component whose turn it was.
#[test]
fn a_panic_hook_meets_what_is_about_to_be_visited_as_borrowed() {
    #[derive(Singleton, Default)]
    struct Common(u32);
    #[derive(Component)]
    struct Plain(u32);
    #[derive(Component)]
    #[component(track)]
    struct Tracked(u32);
    thread_local! {
        static KEPT: RefCell<Option<RefMut<Common>>> = const { RefCell::new(None) };
        static NEXT: RefCell<Vec<Entity>> = RefCell::default();
    }
    fn set(common: &mut Common) {
        common.0 += 1;
        Common::set(Common(0));
        KEPT.set(Common::try_borrow_mut().ok());
    }
    impl Plain {
        fn update(&mut self, common: &mut Common) {
            set(common);
            self.0 += 1;
        }
    }
    impl Tracked {
        fn update(&mut self, common: &mut Common) {
            set(common);
            self.0 += 1;
        }
    }
    watch_panics(|_| {
        let next = NEXT.take();
        for entity in &next {
            let plain = entity.try_borrow_mut::<Plain>().map(|mut plain| plain.0 = 100);
            let tracked = entity.try_borrow_mut::<Tracked>().map(|mut tracked| tracked.0 = 100);
            log(format!("{}", u8::from(plain.is_ok()) + u8::from(tracked.is_ok())));
        }
        !next.is_empty()
    });
    let all = Entity::spawn_many(2, |_, _| Plain(0));
    NEXT.set(vec![all[1]]);
    assert!(catch_unwind(|| update_all(0.1)).is_err());
    KEPT.take();
    World::clear();
    let all = Entity::spawn_many(2, |_, _| Tracked(0));
    NEXT.set(vec![all[1]]);
    assert!(catch_unwind(|| update_all(0.1)).is_err());
    KEPT.take();
    assert_eq!(take_log(), ["0", "0"]);
    assert_eq!(all[1].borrow::<Tracked>().0, 0);
}

// A query that has borrowed nothing yet knows where the rows are.
#[test]
fn rows_do_not_move_under_an_idle_query() {
    #[derive(Component)]
    struct C(String);
    #[derive(Component)]
    struct D(#[expect(dead_code, reason = "no tag")] u8);
    let all = Entity::spawn_many(5, |n, _| (C(n.to_string()), D(0)));
    D::sort_by(|_, _| std::cmp::Ordering::Equal);
    let idle = query::<&mut C>();
    assert!(C::try_sort_by(|a, b| b.0.cmp(&a.0)).is_err());
    assert!(C::try_sort_by_key(|c| std::cmp::Reverse(c.0.clone())).is_err());
    assert!(C::try_sort_like::<D>().is_err());
    assert_eq!(idle.first().unwrap().0, "0");
    drop(idle);
    // One that the comparison leaves there.
    thread_local! {
        static LEFT: RefCell<Option<Query<'static, &'static C>>> = const { RefCell::new(None) };
    }
    let leave = |a: &C, b: &C| {
        LEFT.set(Some(query()));
        b.0.cmp(&a.0)
    };
    assert!(C::try_sort_by(leave).is_err());
    assert_eq!(LEFT.with_borrow(|left| left.as_ref().unwrap().iter().count()), 5);
    LEFT.take();
    C::sort_by(|a, b| b.0.cmp(&a.0));
    assert_eq!((C::view()[0].0.as_str(), all[4].borrow::<C>().0.as_str()), ("4", "4"));
}

// The system stays on its thread, so what it calls may kill.
#[test]
fn a_local_system_does_not_visit_what_it_has_killed() {
    #[derive(Component)]
    struct C(u32);
    fn kill(mut all: Query<'_, &mut C>) {
        let mut seen = 0;
        let last = TARGET.get().unwrap();
        all.each(|c| {
            seen += c.0;
            last.despawn();
        });
        log(format!("{seen}"));
    }
    let all = Entity::spawn_many(4, |n, _| C(1 << n));
    TARGET.set(Some(all[3]));
    Schedule::new().add(local(kill)).run(0.1);
    assert_eq!(take_log(), ["7"]);
}

// What came after the query is aligned with the rows that it follows, beyond those that it sees.
#[test]
fn what_is_aligned_and_came_later_is_not_visited() {
    #[derive(Component)]
    struct A(#[expect(dead_code, reason = "no tag")] u8);
    #[derive(Component)]
    struct B(#[expect(dead_code, reason = "no tag")] u8);
    let all: Vec<Handle<A>> = (0..2).map(|_| Entity::spawn().insert(A(0))).collect();
    Entity::spawn_many(5, |_, _| B(0));
    B::reserve(10);
    let mut both = query::<(&A, &mut B)>();
    Entity::spawn().insert(B(0));
    for a in all {
        a.entity().insert(B(0));
    }
    assert_eq!(both.iter_mut().count(), 0);
    drop(both);
    let seen = catch_unwind(AssertUnwindSafe(|| query::<(&A, &mut B)>().iter_mut().count()));
    assert_eq!(seen.ok(), Some(2));
}
