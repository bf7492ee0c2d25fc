//! Laws S5 and S6: where a value is found, and what that costs.

use super::*;

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
            // Nothing moves while this one is borrowed: these go elsewhere.
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
    // 8 bytes for each index, of which every second has one; a buffer that grows is up to twice as large as
    // its content.
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
