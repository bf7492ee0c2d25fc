//! Law S4: component types of every kind.

use std::rc::Rc;
use std::thread;

use ecs_core::{Component, Entity, Handle, World, update_all};

use crate::support::{CountedDrop, DropCounter, Random, log, on_thread, take_log};

#[test]
#[cfg_attr(miri, ignore = "is about many; `a_view_of_zero_sized_components_counts_them` is about few")]
fn s4_zero_sized_components_cost_no_array() {
    #[derive(Component, Default)]
    struct Tag;
    impl Tag {
        fn update(&mut self, entity: Entity) {
            if entity.index().is_multiple_of(1_000) {
                log(entity.to_string());
            }
        }
    }
    impl Drop for Tag {
        fn drop(&mut self) {
            DROPPED.set(DROPPED.get() + 1);
        }
    }
    thread_local! { static DROPPED: std::cell::Cell<u32> = const { std::cell::Cell::new(0) }; }
    let entities: Vec<_> = (0..5_000).map(|_| Entity::spawn().with(Tag)).collect();
    assert_eq!((World::stats().stores[0].value_bytes, Tag::count(), Tag::view().len()), (0, 5_000, 5_000));
    entities[1_000].handle::<Tag>().set_enabled(false);
    let guard = entities[4_999].borrow_mut::<Tag>();
    assert!(entities[4_999].try_borrow::<Tag>().is_err() && entities[4_998].try_borrow::<Tag>().is_ok());
    drop(guard);
    entities.iter().skip(1).step_by(2).for_each(|entity| assert!(entity.kill::<Tag>()));
    update_all(0.1);
    let mut updated = take_log();
    updated.sort();
    assert_eq!(updated, ["0v1", "2000v1", "3000v1", "4000v1"], "not the one that is disabled");
    assert_eq!((Tag::count(), DROPPED.get()), (2_500, 2_500));
    assert!(!entities[1].has::<Tag>() && entities[2].has::<Tag>());
    World::clear();
    assert_eq!((Tag::count(), DROPPED.get()), (0, 5_000));
}

#[test]
fn s4_over_aligned_components_stay_aligned() {
    #[derive(Component, Default)]
    #[repr(align(4096))]
    struct Page(u32);
    fn check(page: &Page) {
        assert_eq!((&raw const *page).addr() % 4096, 0);
    }
    impl Page {
        fn init(&mut self) {
            check(self);
        }
    }
    impl Drop for Page {
        fn drop(&mut self) {
            check(self);
        }
    }
    let handles: Vec<_> = (0..3).map(|n| Entity::spawn().insert(Page(n))).collect();
    let guard = handles[1].borrow();
    let more: Vec<_> = (3..40).map(|n| Entity::spawn().insert(Page(n))).collect();
    check(&guard);
    more.iter().for_each(|page| check(&page.borrow()));
    drop(guard);
    handles[0].kill();
    for (n, handle) in (1..40).zip(handles[1..].iter().chain(&more)) {
        check(&handle.borrow());
        assert_eq!(handle.borrow().0, n);
        assert_eq!(handle.borrow().entity(), handle.entity());
    }
    Page::view().iter().for_each(check);
}

#[test]
fn s4_huge_components_work() {
    const SIZE: usize = 4 << 20;
    #[derive(Component)]
    struct Huge([u8; SIZE]);
    // In debug builds a value is copied through some 20 frames before it is in its place.
    let thread = thread::Builder::new().stack_size(40 * SIZE).spawn(|| {
        let handles: Vec<_> = (0..3).map(|n| Entity::spawn().add_with(|| Huge([n; SIZE]))).collect();
        let guard = handles[2].borrow();
        let spilled: Vec<_> = (3..6).map(|n| Entity::spawn().add_with(|| Huge([n; SIZE]))).collect();
        handles[0].kill();
        assert_eq!(guard.0[SIZE - 1], 2);
        drop(guard);
        World::flush();
        for (n, handle) in (1..6).zip(handles[1..].iter().chain(&spilled)) {
            let huge = handle.borrow();
            assert_eq!((huge.0[0], huge.0[SIZE - 1], huge.entity()), (n, n, handle.entity()));
        }
    });
    thread.unwrap().join().unwrap();
}

#[test]
fn s4_values_with_drop_are_dropped_once_whatever_happens() {
    const STEPS: usize = if cfg!(miri) { 150 } else { 5_000 };
    #[derive(Component)]
    struct Owned(usize, #[expect(dead_code, reason = "is dropped")] CountedDrop);
    let counter = DropCounter::default();
    let inside = counter.clone();
    on_thread(move || {
        let mut random = Random(3);
        let mut guards = Vec::new();
        let handles: Vec<Handle<Owned>> = (0..50).map(|_| Entity::spawn().handle()).collect();
        for step in 0..STEPS {
            let handle = handles[random.below(handles.len())];
            match random.below(7) {
                0 | 1 => assert!(handle.entity().insert(Owned(step, inside.token())).is_alive()),
                2 => drop(handle.entity().try_remove::<Owned>()),
                3 => drop(handle.kill()),
                4 => drop(handle.set_enabled(step % 2 == 0)),
                5 => guards.extend(handle.try_borrow().ok().map(|guard| (guard.0, guard))),
                _ if guards.len() > 3 => {
                    let (value, guard) = guards.swap_remove(random.below(guards.len()));
                    assert_eq!(guard.0, value, "nothing borrowed moves");
                }
                _ => {}
            }
            assert_eq!(handles.iter().filter(|handle| handle.is_alive()).count(), Owned::count());
        }
        drop(guards);
        World::flush();
        assert_eq!(inside.made() - inside.dropped(), Owned::count());
    });
    assert!(counter.made() > STEPS / 5);
    assert_eq!(counter.made(), counter.dropped());
}

#[test]
fn s4_values_need_not_be_send_or_plain() {
    #[derive(Component)]
    struct Local(Rc<u32>);
    #[derive(Component)]
    struct Boxed(Box<dyn Fn(u32) -> u32>);
    let shared = Rc::new(1);
    let base = shared.clone();
    let entity = Entity::spawn().with(Local(shared.clone())).with(Boxed(Box::new(move |n| n + *base)));
    assert_eq!((Rc::strong_count(&shared), entity.borrow::<Boxed>().0(4)), (3, 5));
    assert!(Rc::ptr_eq(&entity.borrow::<Local>().0, &shared));
    entity.despawn();
    assert_eq!(Rc::strong_count(&shared), 1);
}

#[test]
fn s4_enums_tuples_and_units_have_hooks_too() {
    #[derive(Component, Default, Debug, PartialEq)]
    enum State {
        #[default]
        Idle,
        Flying {
            height: f32,
        },
        #[expect(dead_code, reason = "one variant of each form")]
        Landed(u8),
    }
    impl State {
        fn update(&mut self, dt: f32) {
            *self = match self {
                Self::Idle => Self::Flying { height: 0.0 },
                Self::Flying { height } => Self::Flying { height: *height + dt },
                Self::Landed(_) => return,
            };
        }
    }
    #[derive(Component, Default)]
    struct Tuple(u8, String);
    impl Tuple {
        fn init(&mut self) {
            self.1.push_str("made");
        }
    }
    #[derive(Component, Default)]
    struct Unit;
    impl Unit {
        fn shutdown(&self) {
            log("unit");
        }
    }
    #[derive(Component, Default)]
    struct Braces {}
    let entity = Entity::spawn();
    let state = entity.add::<State>();
    let tuple = entity.add::<Tuple>();
    entity.add::<Unit>();
    entity.add::<Braces>();
    update_all(0.5);
    update_all(0.5);
    assert_eq!(*state.borrow(), State::Flying { height: 0.5 });
    assert_eq!((tuple.borrow().0, tuple.borrow().1.as_str()), (0, "made"));
    assert!(entity.has::<(State, Tuple, Unit, Braces)>());
    entity.despawn();
    assert_eq!(take_log(), ["unit"]);
}

#[test]
fn s4_instances_of_a_generic_type_stay_apart() {
    #[derive(Component, Default)]
    #[component(update, shutdown)]
    struct Buffer<T: Default + 'static, const N: usize> {
        value: T,
        steps: usize,
    }
    impl<T: Default + 'static, const N: usize> Buffer<T, N> {
        fn update(&mut self) {
            self.steps += N;
        }
        fn shutdown(&mut self) {
            log(N.to_string());
        }
    }
    let entity = Entity::spawn();
    let one = entity.insert(Buffer::<u32, 1> { value: 7, steps: 0 });
    let two = entity.insert(Buffer::<String, 2> { value: "text".into(), steps: 0 });
    let three = entity.add::<Buffer<u32, 3>>();
    assert_eq!(
        (Buffer::<u32, 1>::count(), Buffer::<String, 2>::count(), Buffer::<u8, 1>::count()),
        (1, 1, 0)
    );
    update_all(0.1);
    Buffer::<u32, 3>::update_all(0.1);
    assert_eq!((one.borrow().steps, two.borrow().steps, three.borrow().steps), (1, 2, 6));
    assert_eq!((one.borrow().value, two.borrow().value.as_str(), one.borrow().entity()), (7, "text", entity));
    let other = Entity::spawn().insert(Buffer::<u32, 1> { value: 8, steps: 0 });
    assert_eq!(Buffer::<u32, 1>::view()[other].value, 8);
    assert!(one.kill());
    assert!(two.is_alive() && three.is_alive() && other.is_alive());
    entity.despawn();
    assert_eq!(take_log(), ["1", "3", "2"]);
}

#[test]
fn s4_a_component_may_refer_to_its_own_type() {
    #[derive(Component, Default)]
    struct Node {
        next: Option<Handle<Node>>,
        value: u32,
    }
    let mut head = None;
    for value in 0..10 {
        head = Some(Entity::spawn().insert(Node { next: head, value }));
    }
    let chain = std::iter::successors(head, |node| node.borrow().next);
    assert_eq!(chain.map(|node| node.borrow().value).collect::<Vec<_>>(), (0..10).rev().collect::<Vec<_>>());
    assert_eq!(size_of::<Option<Handle<Node>>>(), 8);
}

#[test]
fn s4_types_of_one_name_stay_apart() {
    fn one() -> &'static str {
        #[derive(Component, Default)]
        struct Same(#[expect(dead_code, reason = "has a size")] u8);
        Entity::spawn().add::<Same>();
        assert_eq!(Same::count(), 1);
        "one"
    }
    fn two() -> &'static str {
        #[derive(Component, Default)]
        struct Same(#[expect(dead_code, reason = "has a size")] u64);
        assert_eq!(Same::count(), 0);
        "two"
    }
    assert_eq!((one(), two()), ("one", "two"));
}

#[test]
fn trap11_types_of_no_size_have_an_address_for_each_row() {
    #[derive(Component)]
    #[repr(align(65_536))]
    struct Wide;
    // On 32 bits there are no more multiples of 64 KiB.
    assert_eq!(Wide::try_reserve(70_000).is_err(), cfg!(target_pointer_width = "32"));
}

#[test]
fn s4_what_memory_cannot_hold_is_an_error_and_changes_nothing() {
    #[derive(Component)]
    struct Number(u64);
    #[derive(Component)]
    struct Empty;
    let held = Entity::spawn().insert(Number(7));
    let many = isize::MAX as usize / 8;
    let text = format!(
        "there is no memory for {many} more of Number: add fewer at a time, or end what is no longer needed"
    );
    assert_eq!(Number::try_reserve(many).map_err(|error| error.to_string()), Err(text.clone()));
    let refused =
        Entity::try_spawn_many(many, |_, _| -> Number { unreachable!("there is no room for the first") });
    assert_eq!(refused.map_err(|error| error.to_string()), Err(text.clone()));
    let refused = Entity::try_spawn_many(many, |_, _| Empty).map_err(|error| error.to_string());
    assert!(refused.is_err_and(|text| text.starts_with("there is no memory for")));
    assert_eq!((held.borrow().0, Number::count(), World::stats().alive), (7, 1, 1));
}
