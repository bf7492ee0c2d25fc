//! Calls, thread-locals and panics while a world ends.

use super::*;

/// Makes every ambient call on a closing world. Says on the channel what is wrong.
fn check_closing(handle: Handle<Plain>) {
    let (entity, error, component) = (handle.entity(), WorldError::Closing, "Plain");
    assert_eq!(Entity::try_spawn().unwrap_err(), AddError::World { component: None, error });
    assert_eq!(
        Entity::try_spawn_many(2, |_, _| Plain(0)).unwrap_err(),
        AddError::World { component: None, error }
    );
    assert_eq!(entity.try_add::<Plain>().unwrap_err(), AddError::World { component: Some(component), error });
    assert_eq!(
        entity.try_insert(Plain(1)).unwrap_err(),
        AddError::World { component: Some(component), error }
    );
    assert_eq!(handle.try_borrow().unwrap_err(), BorrowError::World { component, error });
    assert_eq!(handle.try_borrow_mut().unwrap_err(), BorrowError::World { component, error });
    assert_eq!(Plain::try_view().map(drop).unwrap_err(), ViewError::World { component, error });
    assert_eq!(Plain::try_view_mut().map(drop).unwrap_err(), ViewError::World { component, error });
    assert_eq!(try_update_all(0.1).unwrap_err(), UpdateError::World(error));
    assert_eq!(Plain::try_update_all(0.1).unwrap_err(), UpdateError::World(error));
    assert_eq!(World::set_init_limit(3).unwrap_err(), error);
    assert!(handle.get().is_none() && handle.get_mut().is_none());
    assert!(!handle.is_alive() && !handle.is_enabled() && !handle.set_enabled(false) && !handle.kill());
    assert!(!entity.is_alive() && !entity.is_enabled() && !entity.set_enabled(true) && !entity.despawn());
    assert!(!entity.has::<Plain>() && entity.components().is_empty() && entity.remove::<Plain>().is_none());
    assert_eq!((Plain::count(), World::stats()), (0, WorldStats::default()));
    assert_eq!(Plain(1).try_entity(), None);
    Plain::reserve(10);
    World::flush();
    World::clear();
    assert_says(&message_of(Entity::spawn), &["cannot spawn", "closing"]);
    assert_says(&message_of(|| entity.add::<Plain>()), &["Plain", "closing"]);
    assert_says(&message_of(|| handle.borrow()), &["Plain", "closing"]);
    assert_says(&message_of(Plain::view), &["Plain", "closing"]);
    assert_says(&message_of(|| ecs_core::update_all(0.1)), &["closing"]);
}

/// Calls everything when it is dropped, and sends what came of it.
struct CallsInDrop {
    handle: Handle<Plain>,
    result: Sender<Result<(), String>>,
}

impl Drop for CallsInDrop {
    fn drop(&mut self) {
        let check = AssertUnwindSafe(|| check_closing(self.handle));
        let result = catch_unwind(check)
            .map_err(|panic| panic.downcast::<String>().map_or_else(|_| "a panic".to_owned(), |text| *text));
        self.result.send(result).unwrap();
    }
}

#[derive(Component)]
struct Caller {
    _calls: CallsInDrop,
}

/// A world with a `Plain`, before and after which in the type order a `Caller` stands.
fn fill_with_callers(result: Sender<Result<(), String>>) {
    #[derive(Component)]
    struct Early {
        _calls: CallsInDrop,
    }
    let entity = Entity::spawn();
    let handle = entity.handle();
    entity.insert(Early { _calls: CallsInDrop { handle, result: result.clone() } });
    entity.insert(Plain(3));
    entity.insert(Caller { _calls: CallsInDrop { handle, result } });
}

#[test]
fn w4_calls_from_drops_are_refused_while_a_world_is_dropped() {
    let (sender, results) = channel();
    let own = Entity::spawn().insert(Plain(1));
    let world = World::new();
    world.enter(|| fill_with_callers(sender));
    drop(world);
    assert_eq!(results.iter().collect::<Vec<_>>(), [Ok(()), Ok(())]);
    assert_eq!((own.borrow().0, Plain::count()), (1, 1), "nothing went astray");
}

#[test]
fn w4_calls_from_drops_are_refused_while_a_thread_ends() {
    let (sender, results) = channel();
    on_thread(move || fill_with_callers(sender));
    assert_eq!(results.iter().collect::<Vec<_>>(), [Ok(()), Ok(())]);
}

// ---- thread-locals ----

struct Probe {
    guard: Option<Ref<Owned>>,
    handle: Handle<Owned>,
    world: Option<World>,
    result: Sender<(bool, u32)>,
}

impl Drop for Probe {
    fn drop(&mut self) {
        let is_open = Entity::try_spawn().is_ok();
        assert_eq!(self.handle.is_alive(), is_open);
        assert_eq!(self.handle.try_borrow().is_ok(), is_open);
        let value = self.guard.as_ref().map_or(0, |guard| guard.value);
        if let Some(world) = &self.world {
            assert_eq!(world.enter(Entity::try_spawn).is_ok(), is_open);
            assert_eq!(world.enter(Owned::count), usize::from(is_open));
        }
        self.result.send((is_open, value)).unwrap();
    }
}

thread_local! {
    static PROBE: RefCell<Option<Probe>> = const { RefCell::new(None) };
}

fn keep(guard: Option<Ref<Owned>>, handle: Handle<Owned>, world: Option<World>, result: Sender<(bool, u32)>) {
    PROBE.set(Some(Probe { guard, handle, world, result }));
}

#[test]
fn w4_a_guard_in_a_thread_local_is_safe_in_both_orders() {
    let mut orders = Vec::new();
    for is_first in [true, false] {
        let (borrowed, free) = (DropCounter::default(), DropCounter::default());
        let (sender, results) = channel();
        let (borrowed_inside, free_inside) = (borrowed.clone(), free.clone());
        on_thread(move || {
            if is_first {
                PROBE.with(|_| ()); // registered before the world: on Linux destroyed after it
            }
            let handle = Entity::spawn().insert(Owned::new(7, &borrowed_inside));
            Entity::spawn().insert(Other { _token: free_inside.token() });
            keep(Some(handle.borrow()), handle, None, sender);
        });
        let (is_open, value) = results.recv().expect("the probe was dropped, and did not panic");
        assert_eq!(value, 7);
        assert_eq!(borrowed.dropped(), usize::from(is_open), "leaked if the guard outlived the world");
        assert_eq!(free.dropped(), 1);
        orders.push(is_open);
    }
    if cfg!(target_os = "linux") {
        assert_eq!(orders, [false, true], "both orders were seen");
    }
}

#[test]
fn w4_a_world_in_a_thread_local_drops_its_values_once_in_both_orders() {
    for is_first in [true, false] {
        let counter = DropCounter::default();
        let (sender, results) = channel();
        let inside = counter.clone();
        on_thread(move || {
            if is_first {
                PROBE.with(|_| ());
            }
            let world = World::new();
            world.enter(|| Entity::spawn().insert(Owned::new(1, &inside)));
            let own = Entity::spawn().insert(Owned::new(2, &inside));
            keep(None, own, Some(world), sender);
        });
        results.recv().expect("the probe was dropped, and did not panic");
        assert_eq!((counter.made(), counter.dropped()), (2, 2));
    }
}

// ---- panics at the end ----

#[derive(Component)]
struct Bomb {
    _token: CountedDrop,
    _bomb: PanicsInDrop,
}

fn fill_with_bombs(counter: &DropCounter) {
    for text in ["first", "second", "third"] {
        Entity::spawn().insert(Bomb { _token: counter.token(), _bomb: PanicsInDrop(text) });
        Entity::spawn().insert(Owned::new(1, counter));
    }
}

#[test]
fn w4_a_panic_in_a_drop_at_thread_exit_spares_the_others() {
    let counter = DropCounter::default();
    let inside = counter.clone();
    on_thread(move || fill_with_bombs(&inside)); // the process would abort if the panic left the destructor
    assert_eq!((counter.made(), counter.dropped()), (6, 6));
}

#[test]
fn w4_a_panic_in_a_drop_at_the_end_of_a_world_is_passed_on_after_all_are_dropped() {
    let counter = DropCounter::default();
    let world = World::new();
    world.enter(|| fill_with_bombs(&counter));
    assert_eq!(message_of(|| drop(world)), "first");
    assert_eq!((counter.made(), counter.dropped()), (6, 6));
    let world = World::new();
    world.enter(|| fill_with_bombs(&counter));
    let message = message_of(|| {
        let _dropped_while_unwinding = world;
        panic!("outer")
    });
    assert_eq!(message, "outer", "no second panic, which would abort");
    assert_eq!((counter.made(), counter.dropped()), (12, 12));
}

#[test]
fn trap43_the_payload_of_a_panic_may_panic_too() {
    /// Of no size, like the panic in its drop: what is forgotten of them leaks nothing.
    struct Angry;
    impl Drop for Angry {
        fn drop(&mut self) {
            panic_any(());
        }
    }
    #[derive(Component)]
    struct Nested(DropCounter);
    impl Drop for Nested {
        fn drop(&mut self) {
            let token = self.0.token();
            drop(token);
            panic_any(Angry);
        }
    }
    let counter = DropCounter::default();
    let fill = |counter: &DropCounter| {
        for _ in 0..3 {
            Entity::spawn().insert(Nested(counter.clone()));
        }
    };
    let inside = counter.clone();
    on_thread(move || fill(&inside));
    let world = World::new();
    world.enter(|| fill(&counter));
    let first = catch_unwind(AssertUnwindSafe(|| drop(world)));
    std::mem::forget(first);
    let world = World::new();
    world.enter(|| fill(&counter));
    let message = message_of(|| {
        let _dropped_while_unwinding = world;
        panic!("outer")
    });
    assert_eq!((message.as_str(), counter.dropped()), ("outer", 9));
}
