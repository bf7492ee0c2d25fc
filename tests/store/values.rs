//! Laws S2 to S6, S8 and S9: what a store does with values of every kind.

use ecs_core::{Borrower, Component, Entity, Handle, RemoveError, View, ViewMut, World, update_all};

use crate::support::{CountedDrop, DropCounter, Random, assert_says, log, message_of, take_log};

#[derive(Component, Default, Debug, Clone, PartialEq)]
struct Value(u32);

/// A component that logs its life.
struct Named {
    name: &'static str,
}

impl Named {
    const fn new(name: &'static str) -> Self {
        Self { name }
    }
}

#[derive(Component)]
struct Life(Named);

impl Default for Life {
    fn default() -> Self {
        log("default");
        Self(Named::new("default"))
    }
}

impl Life {
    fn init(&mut self) {
        log(format!("init {}, handle sees {}", self.0.name, self.handle().is_alive()));
    }
    fn update(&mut self) {
        log(format!("update {}", self.0.name));
    }
    fn shutdown(&mut self) {
        log(format!("shutdown {}, alive {}", self.0.name, self.handle().is_alive()));
    }
}

impl Drop for Named {
    fn drop(&mut self) {
        log(format!("drop {}", self.name));
    }
}

// ---- S2 ----

#[test]
fn s2_add_returns_the_handle_that_is_there() {
    let entity = Entity::spawn();
    let first = entity.add::<Life>();
    assert_eq!(take_log(), ["default", "init default, handle sees true"]);
    first.borrow_mut().0.name = "mine";
    let guard = first.borrow_mut();
    assert_eq!((entity.add::<Life>(), entity.add_with(|| unreachable!())), (first, first));
    assert_eq!(first.add::<Life>(), first);
    assert_eq!(take_log(), [""; 0], "no value is made, no init runs");
    assert_eq!((guard.0.name, Life::count()), ("mine", 1));
}

#[test]
fn s2_insert_shuts_the_old_value_down_then_drops_it_then_runs_init() {
    let entity = Entity::spawn();
    let handle = entity.insert(Life(Named::new("old")));
    take_log();
    assert_eq!(entity.insert(Life(Named::new("new"))), handle);
    let order = ["shutdown old, alive true", "drop old", "init new, handle sees true"];
    assert_eq!(take_log(), order);
    assert_eq!((handle.borrow().0.name, Life::count(), Life::view().len()), ("new", 1, 1));
}

#[test]
fn s2_insert_over_a_borrowed_value_leaves_that_to_its_guard() {
    let entity = Entity::spawn();
    let handle = entity.insert(Life(Named::new("old")));
    take_log();
    let guard = handle.borrow_mut();
    assert_eq!(entity.insert(Life(Named::new("new"))), handle);
    assert_eq!(take_log(), ["init new, handle sees true"]);
    assert_eq!((guard.0.name, handle.borrow().0.name), ("old", "new"));
    assert_eq!((guard.entity(), Life::count()), (entity, 1));
    drop(guard);
    assert_eq!(take_log(), [""; 0], "never in a guard's drop");
    World::flush();
    let log = take_log();
    assert!(log.len() == 2 && log[0].starts_with("shutdown old") && log[1] == "drop old", "{log:?}");
    assert_eq!((handle.borrow().0.name, Life::view().len()), ("new", 1));
}

#[test]
fn s2_insert_in_its_own_update_ten_times() {
    #[derive(Component)]
    struct Phoenix(u32, #[expect(dead_code, reason = "is dropped")] CountedDrop, DropCounter);
    impl Phoenix {
        fn update(&mut self) {
            for n in 1..=10 {
                let next = Self(self.0 + n, self.2.token(), self.2.clone());
                let handle = self.entity().insert(next);
                assert_eq!(handle.borrow().0, self.0 + n);
            }
            log(format!("updated {}", self.0));
        }
    }
    let counter = DropCounter::default();
    let phoenix = Entity::spawn().insert(Phoenix(0, counter.token(), counter.clone()));
    update_all(0.1);
    assert_eq!(take_log(), ["updated 0"], "the new ones wait for the next pass");
    assert_eq!((phoenix.borrow().0, Phoenix::count()), (10, 1));
    assert_eq!((counter.made(), counter.dropped()), (11, 10));
}

// ---- S3 ----

#[test]
fn s3_remove_runs_shutdown_and_gives_the_value_back() {
    let entity = Entity::spawn();
    let handle = entity.insert(Life(Named::new("it")));
    let other = Entity::spawn().insert(Life(Named::new("other")));
    take_log();
    let value = entity.remove::<Life>().unwrap();
    assert_eq!(take_log(), ["shutdown it, alive true"], "and it is not dropped");
    assert_eq!((value.0.name, value.try_entity()), ("it", None));
    assert!(!handle.is_alive() && entity.is_alive() && entity.remove::<Life>().is_none());
    drop(value);
    World::flush();
    assert_eq!(take_log(), ["drop it"]);
    assert_eq!((other.borrow().0.name, Life::view().len()), ("other", 1));
    entity.insert(Life(Named::new("again")));
    assert_eq!(handle.borrow().0.name, "again", "the T of this entity lives again");
}

#[test]
fn s3_remove_panics_while_the_value_is_borrowed() {
    let entity = Entity::spawn();
    let handle = entity.insert(Life(Named::new("it")));
    take_log();
    let line = line!() + 1;
    let guard = handle.borrow();
    let message = message_of(|| entity.remove::<Life>());
    assert_says(&message, &["cannot remove Life", "0v1", "borrowed", "use `kill`"]);
    if cfg!(debug_assertions) {
        assert_says(&message, &["store.rs", &format!(":{line}:")]);
    }
    assert_eq!(take_log(), [""; 0], "nothing was shut down");
    assert!(handle.is_alive());
    let other = Entity::spawn().insert(Life(Named::new("other")));
    assert!(other.entity().remove::<Life>().is_some(), "another one may go");
    take_log();
    assert!(entity.kill::<Life>() && !entity.kill::<Life>(), "kill never fails; false if dead");
    assert!(!handle.is_alive());
    assert_eq!(guard.0.name, "it");
}

#[test]
fn s3_remove_panics_in_its_own_hooks() {
    #[derive(Component, Default, Debug)]
    struct Suicidal;
    impl Suicidal {
        fn attempt(hook: &str, entity: Entity) {
            let error = entity.try_remove::<Self>().unwrap_err();
            assert!(
                matches!(
                    error,
                    RemoveError::Borrowed {
                        component: "Suicidal",
                        by: Borrower::Hook | Borrower::PassHook { .. },
                        ..
                    }
                ),
                "{hook}"
            );
            assert_says(&message_of(|| entity.remove::<Self>()), &["Suicidal", "its own hook", "use `kill`"]);
            log(hook);
        }
        fn init(&mut self, entity: Entity) {
            Self::attempt("init", entity);
        }
        fn update(&mut self, entity: Entity) {
            Self::attempt("update", entity);
        }
        fn shutdown(&mut self, entity: Entity) {
            Self::attempt("shutdown", entity);
        }
        fn on_enable(&mut self, entity: Entity) {
            Self::attempt("on_enable", entity);
        }
        fn on_disable(&mut self, entity: Entity) {
            Self::attempt("on_disable", entity);
        }
    }
    let handle = Entity::spawn().add::<Suicidal>();
    update_all(0.1);
    handle.set_enabled(false);
    handle.set_enabled(true);
    assert!(handle.entity().remove::<Suicidal>().is_some());
    let life = ["init", "on_enable", "update", "on_disable", "on_enable", "on_disable", "shutdown"];
    assert_eq!(take_log(), life);
}

// ---- S5 ----

#[test]
fn s5_entity_is_found_from_the_address() {
    #[derive(Component, Default)]
    struct Finder(#[expect(dead_code, reason = "has a size")] u8);
    impl Finder {
        fn check(&self, hook: &str, entity: Entity) {
            assert_eq!((self.entity(), self.try_entity()), (entity, Some(entity)));
            assert_eq!((self.handle(), self.sibling::<Value>()), (entity.handle(), entity.handle()));
            log(hook);
        }
        fn init(&mut self, entity: Entity) {
            self.check("init", entity);
            // Nothing moves while this one is lent: these go elsewhere.
            if entity.index() == 0 {
                (0..100).for_each(|_| assert!(Entity::spawn().add::<Self>().is_alive()));
                self.check("init", entity);
            }
        }
        fn update(&mut self, entity: Entity) {
            self.check("update", entity);
            if entity.index() % 2 == 1 {
                assert!(self.kill());
                self.check("killed", entity);
            } else if entity.index() % 4 == 2 {
                assert!(entity.despawn());
                self.check("despawned", entity);
            }
        }
        fn shutdown(&mut self, entity: Entity) {
            self.check("shutdown", entity);
        }
    }
    assert_eq!(size_of::<Finder>(), 1, "nothing is stored in the struct");
    let first = Entity::spawn().add::<Finder>();
    update_all(0.1);
    let log = take_log();
    let count = |hook| log.iter().filter(|line| *line == hook).count();
    assert_eq!((count("init"), count("update"), count("shutdown")), (102, 101, 75));
    assert_eq!((count("killed"), count("despawned")), (50, 25));
    assert_eq!(first.borrow().entity(), first.entity());
    for finder in &Finder::view() {
        assert_eq!(finder.entity().borrow::<Finder>().entity(), finder.entity());
    }
    assert_eq!(Finder::count(), 26);
}

#[test]
fn s5_a_value_outside_a_store_has_no_entity() {
    let handle = Entity::spawn().insert(Value(1));
    let outside = [Value(2), handle.borrow().clone(), Value(3)];
    let boxed = Box::new(Value(3));
    for value in outside.iter().chain([&*boxed]) {
        assert_eq!(value.try_entity(), None);
        assert_says(&message_of(|| value.entity()), &["Value", "no entity", "Entity::insert"]);
        assert_says(&message_of(|| value.handle()), &["Value", "no entity"]);
        assert_says(&message_of(|| value.kill()), &["Value", "no entity"]);
    }
    let world = World::new();
    let elsewhere = world.enter(|| Entity::spawn().insert(Value(4)).borrow());
    assert_eq!(elsewhere.try_entity(), None, "not in the current world");
    assert_eq!(world.enter(|| elsewhere.try_entity()).map(Entity::index), Some(0));
}

#[test]
fn s5_a_dying_row_keeps_its_entity_and_its_index() {
    #[derive(Component)]
    struct Dying;
    #[derive(Component)]
    struct Body(#[expect(dead_code, reason = "has an address")] u8);
    impl Drop for Body {
        fn drop(&mut self) {
            log(format!("{:?}", self.try_entity()));
        }
    }
    let entity = Entity::spawn().with(Dying);
    let handle = entity.insert(Body(1));
    let guard = handle.borrow();
    assert!(entity.despawn());
    assert_eq!((guard.entity(), guard.entity().generation(), entity.is_alive()), (entity, 1, false));
    let next = Entity::spawn().insert(Body(2));
    assert_eq!(next.entity().index(), 1, "the index is not reused");
    assert_eq!((guard.entity(), next.borrow().entity()), (entity, next.entity()));
    drop(guard);
    World::flush();
    assert_eq!(take_log(), ["None"], "in Drop the value is outside");
    let reused = Entity::spawn();
    assert_eq!((reused.index(), reused.generation()), (0, 2));
}

// ---- S6 ----

#[derive(Component)]
struct Far<const STEP: usize>(usize);

/// Gives every `STEP`th entity a component, from the last to the first, and checks the memory after each.
fn spread<const STEP: usize>(entities: &[Entity]) {
    let mut handles = Vec::new();
    for (place, entity) in entities.iter().rev().step_by(STEP).enumerate() {
        handles.push(entity.insert(Far::<STEP>(place)));
        let (bytes, count) = (lookup_bytes("Far"), place + 1);
        // About 1 KiB a component: a page of 1,024 bytes, and what finds it.
        assert!(bytes <= 1_300 * count, "{bytes} bytes of look-up for {count} components, {STEP} apart");
    }
    assert!(handles.iter().enumerate().all(|(place, handle)| handle.borrow().0 == place));
}

/// The look-up memory of the newest store of a type.
fn lookup_bytes(component: &str) -> usize {
    let stats = World::stats();
    let newest = stats.stores.iter().rfind(|store| store.component.starts_with(component));
    newest.expect("the type was added").lookup_bytes
}

#[test]
#[cfg_attr(miri, ignore = "is about sizes")]
fn s6_look_up_memory_is_bound_by_the_number_of_components() {
    let entities: Vec<_> = (0..300_000).map(|_| Entity::spawn()).collect();
    spread::<30_000>(&entities);
    spread::<3_000>(&entities);
    spread::<2_000>(&entities);
    spread::<1_000>(&entities);
    spread::<130>(&entities);
    let dense = entities.len().div_ceil(2);
    for entity in entities.iter().step_by(2) {
        entity.insert(Value(0));
    }
    let bytes = lookup_bytes("Value");
    // 8 bytes for each index, of which every second has one; a buffer that grows is up to twice as large as its content.
    assert!(bytes <= 2 * 8 * 2 * dense, "{bytes} bytes for {dense} components that are near each other");
}

#[test]
#[cfg_attr(miri, ignore = "is about sizes")]
fn s6_look_up_memory_follows_the_components_that_are_left() {
    let entities: Vec<_> = (0..300_000).map(|_| Entity::spawn()).collect();
    for &entity in entities.iter().step_by(500) {
        entity.insert(Value(1));
        entity.kill::<Value>();
        let bytes = lookup_bytes("Value");
        assert!(
            bytes <= 32 * 1_024,
            "{bytes} bytes of look-up after {entity}, for never more than one component"
        );
    }
}

// ---- S8 ----

#[test]
fn s8_views_deref_to_slices_and_change_only_explicitly() {
    let handles: Vec<_> = (0..4).map(|n| Entity::spawn().insert(Value(n))).collect();
    let slice: for<'v> fn(&'v View<'_, Value>) -> &'v [Value] = |view| view;
    assert_eq!(slice(&Value::view()), [Value(0), Value(1), Value(2), Value(3)]);
    let mut view: ViewMut<Value> = Value::view_mut();
    assert_eq!((view.len(), view.first(), view[2].0), (4, Some(&Value(0)), 2));
    view.iter_mut().for_each(|value| value.0 *= 10);
    view[handles[1]].0 += 5;
    view.get_mut(handles[2]).unwrap().0 += 6;
    assert_eq!(view.as_mut_slice(), [Value(0), Value(15), Value(26), Value(30)]);
    view.as_mut_slice().swap(0, 3);
    drop(view);
    assert_eq!((handles[0].borrow().0, handles[3].borrow().0), (30, 0), "swapping moves between entities");
    handles[1].kill();
    assert!(Value::view().get(handles[1]).is_none());
    assert_says(&message_of(|| Value::view()[handles[1]].0), &["Value", "1v1", "dead"]);
}

#[test]
fn s8_an_order_of_the_user_is_kept() {
    let mut random = Random(5);
    let handles: Vec<_> =
        (0..500).map(|_| Entity::spawn().insert(Value(random.below(1_000) as u32))).collect();
    let _others: Vec<_> = handles.iter().map(|handle| handle.add::<Life>()).collect();
    Value::view_mut().as_mut_slice().sort_by_key(|value| value.0);
    for (round, handle) in handles.iter().enumerate().take(5) {
        update_all(0.1);
        World::flush();
        drop(handle.borrow_mut());
        handle.add::<Life>();
        let view = Value::view();
        assert!(view.is_sorted_by_key(|value| value.0), "in round {round}");
    }
    take_log();
}

// ---- S9 ----

#[test]
fn s9_only_references_to_views_iterate() {
    macro_rules! assert_not_into_iterator {
        ($type:ty) => {{
            trait Ambiguous<A> {
                fn check() {}
            }
            impl<T> Ambiguous<()> for T {}
            impl<T: IntoIterator> Ambiguous<u8> for T {}
            <$type as Ambiguous<_>>::check();
        }};
    }
    assert_not_into_iterator!(View<Value>);
    assert_not_into_iterator!(ViewMut<Value>);
    let _handles: [Handle<Value>; 3] = [1, 2, 3].map(|n| Entity::spawn().insert(Value(n)));
    let mut view = Value::view_mut();
    for value in &mut view {
        value.0 += 1;
    }
    assert_eq!((&view).into_iter().map(|value| value.0).sum::<u32>(), 9);
    assert!(Value::try_view().is_err(), "the borrow lasts as long as the guard");
    drop(view);
    assert_eq!((&Value::view()).into_iter().count(), 3);
}

#[test]
#[cfg_attr(miri, ignore = "is about sizes; the unit tests of the look-up have few")]
fn s6_what_lies_far_from_the_others_works_in_each_way() {
    #[derive(Component)]
    struct Far;
    impl Far {
        fn update(&mut self, value: &mut Value, next: Option<&Next>) {
            value.0 += 1;
            assert!(next.is_none());
            if let Some(&entity) = take_next().as_ref() {
                entity.add::<Next>();
            }
        }
    }
    #[derive(Component, Default)]
    struct Next;
    thread_local! {
        static NEXT: std::cell::Cell<Option<Entity>> = const { std::cell::Cell::new(None) };
    }
    fn take_next() -> Option<Entity> {
        NEXT.take()
    }
    let entities: Vec<_> = (0..60_000).map(|_| Entity::spawn()).collect();
    let (near, far) = (&entities[..1_000], entities[59_999]);
    near.iter().for_each(|entity| assert!(entity.insert(Value(0)).is_alive()));
    far.insert(Value(5));
    assert!(lookup_bytes("Value") < 60_000, "the last one lies outside of the window");
    let mut view = Value::view_mut();
    view[far.handle()].0 += 1;
    assert_eq!(view.get(far.handle()), Some(&Value(6)));
    drop(view);
    assert_eq!((Value::view()[far.handle()].0, far.borrow::<Value>().0), (6, 6));
    near[0].insert(Far);
    far.insert(Far);
    // While the first is visited, the second gets a sibling that this pass must not see.
    NEXT.set(Some(far));
    Next::reserve(4);
    near[500].add::<Next>();
    update_all(0.1);
    assert_eq!((far.borrow::<Value>().0, near[0].borrow::<Value>().0), (7, 1));
    assert!(far.kill::<Value>() && far.get::<Value>().is_none());
    assert_eq!(Value::count(), 1_000);
}
