//! A hook that runs inside a call changes what the call has found: the call goes on with what is there now.

use std::cell::{Cell, RefCell};

use ecs_core::{Component, Entity, Ref, RefMut, UpdateError, World, try_update_all, update_all};

use crate::support::{Token, assert_says, live_tokens, log, message_of, take_log};

#[derive(Component, Default)]
struct Target(u32);

// ---- passes of later types ----

/// Keeps a guard of `Target` while it is updated, if it is asked to.
#[derive(Component, Default)]
struct Keeper;

thread_local! {
    static KEEPS: Cell<bool> = const { Cell::new(false) };
    static KEPT: RefCell<Option<RefMut<Target>>> = const { RefCell::new(None) };
}

impl Keeper {
    fn update(&mut self, entity: Entity) {
        log("keeper");
        if KEEPS.get() {
            KEPT.set(Some(entity.borrow_mut::<Target>()));
        }
    }
}

/// Runs two frames, with a guard that the first pass keeps in the first of them.
fn keep_for_a_frame(component: &str) {
    KEEPS.set(true);
    let text = message_of(|| update_all(1.0));
    assert_says(
        &text,
        &[&format!("cannot update {component} of 0v1"), "mutably borrowed", "drop that guard"],
    );
    assert_eq!(take_log(), ["keeper"], "the hook behind it has not run");
    KEEPS.set(false);
    KEPT.take();
    assert_eq!(try_update_all(1.0), Ok(()));
    assert_eq!(take_log(), ["keeper", "late"]);
}

#[test]
fn m3_a_guard_that_an_earlier_pass_keeps_is_met_at_its_row_by_the_pass_that_takes_it_as_a_sibling() {
    #[derive(Component, Default)]
    #[component(after(Keeper))]
    struct Late;
    impl Late {
        fn update(&mut self, _: &mut Target) {
            log("late");
        }
    }
    Entity::spawn().with(Target(0)).with(Keeper).with(Late);
    keep_for_a_frame("Target");
}

#[test]
fn m3_a_guard_that_an_earlier_pass_keeps_is_met_at_its_row_by_the_pass_of_its_type() {
    thread_local! {
        static KEPT: RefCell<Option<Ref<Late>>> = const { RefCell::new(None) };
    }
    #[derive(Component, Default)]
    struct Early;
    impl Early {
        fn update(&mut self, entity: Entity) {
            KEPT.set(Some(entity.borrow::<Late>()));
        }
    }
    #[derive(Component, Default)]
    #[component(after(Early))]
    struct Late(u32);
    impl Late {
        fn update(&mut self) {
            self.0 += 1;
        }
    }
    let entity = Entity::spawn().with(Early).with(Late(0));
    assert_says(&message_of(|| update_all(1.0)), &["cannot update Late of 0v1", "borrowed"]);
    assert_eq!(KEPT.take().map(|kept| kept.0), Some(0), "nothing was visited");
    assert_eq!(Late::try_update_all(1.0), Ok(()));
    assert_eq!(entity.borrow::<Late>().0, 1);
}

#[test]
fn d4_of_two_siblings_that_are_borrowed_the_first_parameter_is_named() {
    #[derive(Component, Default)]
    struct Second;
    #[derive(Component, Default)]
    struct Taker;
    impl Taker {
        fn update(&mut self, _: &mut Target, _: &mut Second) {}
    }
    let entity = Entity::spawn().with(Target(0)).with(Second).with(Taker);
    let _guards = (entity.borrow_mut::<Second>(), entity.borrow_mut::<Target>());
    let error = try_update_all(1.0);
    assert!(matches!(error, Err(UpdateError::Borrowed { component: "Target", .. })), "{error:?}");
}

// ---- switches and spawns ----

#[test]
fn s7_a_switch_of_an_entity_goes_past_what_an_earlier_hook_has_killed() {
    #[derive(Component, Default)]
    struct First;
    impl First {
        fn on_disable(&mut self, entity: Entity) {
            log("first off");
            assert!(entity.handle::<Second>().kill());
        }
    }
    #[derive(Component, Default)]
    struct Second {
        _token: Token,
    }
    impl Second {
        fn on_disable(&mut self) {
            log("second off");
        }
    }
    #[derive(Component, Default)]
    struct Third;
    impl Third {
        fn on_disable(&mut self) {
            log("third off");
        }
    }
    let entity = Entity::spawn().with(First).with(Second::default()).with(Third);
    assert!(entity.set_enabled(false));
    assert_eq!(take_log(), ["first off", "second off", "third off"], "once, when it ended");
    assert_eq!((Second::count(), live_tokens()), (0, 0));
    assert_eq!(entity.components(), ["First", "Third"]);
}

#[test]
fn a_panic_in_init_of_spawn_many_undoes_those_to_come_but_for_one_that_the_hook_has_despawned() {
    thread_local! {
        static ALL: RefCell<Vec<Entity>> = const { RefCell::new(Vec::new()) };
    }
    #[derive(Component)]
    struct Member(usize, Token);
    impl Member {
        fn init(&mut self) {
            if self.0 == 1 {
                let later = ALL.with_borrow(|all| all[3]);
                assert!(later.despawn());
                panic!("enough of {}", self.1.number());
            }
        }
    }
    let text = message_of(|| {
        Entity::spawn_many(5, |place, entity| {
            ALL.with_borrow_mut(|all| all.push(entity));
            Member(place, Token::new())
        })
    });
    assert_says(&text, &["enough"]);
    World::flush();
    let all = ALL.take();
    assert_eq!(
        all.iter().map(|entity| entity.is_alive()).collect::<Vec<_>>(),
        [true, true, false, false, false]
    );
    let stats = World::stats();
    assert_eq!((stats.alive, stats.spawned - stats.despawned), (2, 2), "the despawned one has ended once");
    assert_eq!((Member::count(), live_tokens()), (1, 1), "the one that panicked has lost its component");
    let mut indices: Vec<_> = (0..6).map(|_| Entity::spawn().index()).collect();
    indices.sort_unstable();
    indices.dedup();
    assert_eq!(indices.len(), 6, "no index was given back twice");
}

// ---- calls that are refused ----

#[test]
fn d2_reserve_refuses_a_hook_that_takes_a_type_twice() {
    #[derive(Component, Default)]
    struct Twice;
    impl Twice {
        fn update(&mut self, _: &mut Target, _: &Target) {}
    }
    assert_says(&message_of(|| Twice::reserve(10)), &["`update`", "Twice", "takes Target twice"]);
    assert_eq!(Twice::count(), 0);
}

#[test]
fn d2_an_optional_mut_sibling_is_given_where_it_is_and_where_another_is_lacking_the_row_is_passed_over() {
    #[derive(Component, Default)]
    struct Marker;
    #[derive(Component, Default)]
    struct Mixed;
    impl Mixed {
        fn update(&mut self, dt: f32, _: &Marker, target: Option<&mut Target>) {
            let Some(target) = target else { return log(format!("none {dt}")) };
            target.0 += 1;
        }
    }
    // The siblings lie in another order than the rows, and are lacking here and there.
    let all: Vec<_> = (0..12).map(|_| Entity::spawn().with(Mixed)).collect();
    for (place, entity) in all.iter().enumerate().rev() {
        if place % 3 != 0 {
            entity.add::<Marker>();
        }
        if place % 2 == 0 {
            entity.insert(Target(place as u32));
        }
    }
    assert_eq!(try_update_all(0.5), Ok(()));
    assert_eq!(take_log(), ["none 0.5"; 4], "1, 5, 7 and 11 have a marker and no target");
    for (place, entity) in all.iter().enumerate().step_by(2) {
        let want = place as u32 + u32::from(place % 3 != 0);
        assert_eq!(entity.borrow::<Target>().0, want, "{place}");
    }
}

// ---- deaths ----

#[test]
fn c2_what_is_dying_with_its_entity_cannot_be_removed_by_the_hook_of_another() {
    #[derive(Component, Default)]
    struct Last(Token);
    impl Last {
        fn shutdown(&mut self) {
            log(format!("last {}", self.0.number()));
        }
    }
    #[derive(Component, Default)]
    struct Remover;
    impl Remover {
        fn shutdown(&mut self, entity: Entity) {
            log(format!("removed {}", entity.remove::<Last>().is_some()));
        }
    }
    // Whichever is notified first, the other is still there for its own hook.
    let first = Entity::spawn().with(Remover).with(Last::default());
    let second = Entity::spawn().with(Last::default()).with(Remover);
    for entity in [first, second] {
        assert!(entity.despawn());
        let mut lines = take_log();
        lines.sort_unstable();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("last ") && lines[1] == "removed false", "{lines:?}");
    }
    assert_eq!((Last::count(), live_tokens()), (0, 0));
}

#[test]
fn d4_a_drop_at_the_sync_point_after_a_pass_may_not_update() {
    #[derive(Component)]
    struct Ends(Updates);
    struct Updates;
    impl Drop for Updates {
        fn drop(&mut self) {
            log(format!("{:?}", try_update_all(1.0)));
        }
    }
    impl Ends {
        fn update(&mut self, entity: Entity) {
            assert!(entity.despawn());
        }
    }
    Entity::spawn().insert(Ends(Updates));
    assert_eq!(try_update_all(1.0), Ok(()));
    assert_eq!(take_log(), [format!("{:?}", Err::<(), _>(UpdateError::InsideHook))]);
}

#[test]
fn s1_a_store_that_is_mostly_holes_is_closed_and_keeps_the_others() {
    const ROWS: u32 = if cfg!(miri) { 1_500 } else { 16_000 };
    let all = Entity::spawn_many(ROWS as usize, |place, _| Target(place as u32));
    // Every eighth stays; so the holes become most of the rows while some still live.
    for (place, entity) in all.iter().enumerate() {
        if place % 8 != 0 {
            assert_eq!(entity.remove::<Target>().map(|target| target.0), Some(place as u32));
        }
    }
    for (place, entity) in all.iter().enumerate() {
        assert_eq!(entity.get::<Target>().map(|target| target.0), (place % 8 == 0).then_some(place as u32));
    }
    let mut left: Vec<_> = Target::view().iter().map(|target| target.0).collect();
    left.sort_unstable();
    assert!(left.into_iter().eq((0..ROWS).step_by(8)));
}

#[test]
fn c3_what_a_hook_kills_in_one_run_of_siblings_is_not_visited_in_the_next() {
    #[derive(Component, Default)]
    struct Sibling;
    #[derive(Component, Default)]
    struct Walker(u32, Vec<Entity>);
    impl Walker {
        fn update(&mut self, _: &mut Sibling) {
            log(self.0.to_string());
            for entity in self.1.drain(..) {
                assert!(entity.handle::<Walker>().kill());
            }
        }
    }
    let all: Vec<_> = (0..300).map(|n| Entity::spawn().with(Walker(n, Vec::new()))).collect();
    // Long runs, because short ones are not kept; rows 100 to 149 have no sibling.
    for entity in all[..100].iter().chain(&all[150..]) {
        entity.add::<Sibling>();
    }
    all[1].borrow_mut::<Walker>().1 = vec![all[160], all[299]];
    assert_eq!(try_update_all(1.0), Ok(()));
    let visited = (0..300).filter(|n| !(100..150).contains(n) && ![160, 299].contains(n));
    assert!(take_log().into_iter().eq(visited.map(|n: u32| n.to_string())));
}
