//! Tags are observed as all else: they have no rows, but a birth and an end.

use ecs_core::{Add, Archetype, Component, Disable, Enable, Entity, Pool, Remove, World, observe, query};

use crate::support::log;
use crate::{Plain, log_all, logged};

#[derive(Component, Default)]
struct Burning;

#[test]
fn o1_a_tag_has_its_birth_and_its_end() {
    log_all::<Burning>("tag");
    let entity = Entity::spawn();
    let burning = entity.add::<Burning>();
    assert_eq!(logged(), "tag Add, tag Enable");
    burning.set_enabled(false);
    entity.set_enabled(false);
    entity.set_enabled(true);
    burning.set_enabled(true);
    assert_eq!(logged(), "tag Disable, tag Enable");
    entity.set_enabled(false);
    entity.set_enabled(true);
    assert_eq!(logged(), "tag Disable, tag Enable");
    entity.insert(Burning);
    assert_eq!(logged(), "tag Disable, tag Remove Replaced, tag Add, tag Enable");
    assert!(entity.remove::<Burning>().is_some());
    assert_eq!(logged(), "tag Disable, tag Remove Removed");
    entity.with(Burning).despawn();
    assert_eq!(logged(), "tag Add, tag Enable, tag Disable, tag Remove Despawned");
    let entity = Entity::spawn();
    entity.set_enabled(false);
    entity.with(Burning).despawn();
    assert_eq!(logged(), "tag Add, tag Remove Despawned");
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "a tag is stored as any other type there")]
fn o1_insert_over_a_tag_that_is_borrowed_is_its_end_and_another_birth() {
    log_all::<Burning>("tag");
    let entity = Entity::spawn().with(Burning);
    logged();
    let both = "tag Disable, tag Remove Replaced, tag Add, tag Enable";
    let guard = entity.borrow::<Burning>();
    entity.insert(Burning);
    assert_eq!(logged(), both);
    drop(guard);
    for (entity, _) in &query::<(Entity, &Burning)>() {
        entity.insert(Burning);
        assert_eq!(logged(), both);
    }
    World::flush();
    assert_eq!((logged().as_str(), Burning::count()), ("", 1));
}

#[test]
fn o1_tags_of_before_count_as_told() {
    let (on, off) = (Entity::spawn().with(Burning), Entity::spawn().with(Burning));
    off.set_enabled(false);
    log_all::<Burning>("tag");
    off.set_enabled(true);
    on.despawn();
    assert_eq!(logged(), "tag Enable, tag Disable, tag Remove Despawned");
}

#[test]
fn d6_tags_of_a_pool() {
    log_all::<Burning>("tag");
    let pool = Pool::<Archetype<(Burning,)>>::new();
    pool.prewarm(2);
    assert_eq!(logged(), "");
    let entity = pool.take();
    assert_eq!(logged(), "tag Add, tag Enable");
    pool.give_back(entity);
    assert_eq!(logged(), "tag Disable, tag Remove Recycled");
    drop(pool);
    assert_eq!(logged(), "");
}

#[test]
fn o2_a_tag_that_is_killed_while_it_is_told_of_ends_once_all_have_heard() {
    observe(|e: &Add<Burning>| {
        assert!(e.handle().kill());
        if !e.entity().has::<Burning>() && logged().is_empty() {
            log("again");
            e.entity().add::<Burning>();
        }
    })
    .forever();
    observe(|_: &Add<Burning>| log("Add")).forever();
    observe(|e: &Remove<Burning>| log(format!("Remove {}", e.is_late()))).forever();
    Entity::spawn().add::<Burning>();
    assert_eq!(logged(), "Add, Remove true");
    assert_eq!(Burning::count(), 0);
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "a tag is stored as any other type there")]
fn o1_many_tags_and_those_that_a_query_visits() {
    Entity::spawn_many(3, |_, _| Burning);
    log_all::<Burning>("tag");
    Entity::spawn_many(2, |_, _| Burning);
    assert_eq!(logged(), "tag Add, tag Enable, tag Add, tag Enable");
    for (entity, _) in &query::<(Entity, &Burning)>() {
        entity.despawn();
    }
    World::flush();
    assert_eq!(logged(), ["tag Disable, tag Remove Despawned"; 5].join(", "));
    observe(|e: &Disable<Burning>| assert!(e.get().is_some())).forever();
    observe(|_: &Enable<Burning>| {}).forever();
    Entity::spawn().with(Burning).despawn();
}

#[test]
fn o2_a_tag_that_is_replaced_while_its_late_birth_is_told_of_ends_first() {
    #[derive(Component, Default)]
    struct Shaky;
    impl Shaky {
        fn init(&mut self) {
            panic!("shaky");
        }
    }
    let mut is_first = true;
    observe(move |e: &Add<Burning>| {
        if std::mem::take(&mut is_first) {
            e.entity().insert(Burning);
        }
    })
    .forever();
    log_all::<Burning>("tag");
    // The first entity stays. Its tag is born at the next sync point.
    let error = crate::support::message_of(|| {
        Entity::spawn_many(1, |_, _| (Shaky, Burning));
    });
    assert_eq!((error.as_str(), logged().as_str()), ("shaky", ""));
    World::flush();
    assert_eq!(logged(), "tag Add, tag Remove Replaced late, tag Add, tag Enable");
}

#[test]
fn d6_a_tag_that_ends_while_observers_are_told_ends_after_that() {
    // Told of a `Disable` after the one below: of ends those hear first who have registered last.
    log_all::<Burning>("tag");
    let entity = Entity::spawn().with(Burning);
    assert_eq!(logged(), "tag Add, tag Enable");
    let _observer = observe(|e: &Disable<Burning>| {
        e.entity().kill::<Burning>();
        World::flush();
    });
    entity.set_enabled(false);
    assert_eq!(logged(), "tag Disable, tag Remove Removed late");
}

#[test]
fn d6_a_tag_that_ends_before_its_late_birth_is_never_born() {
    #[derive(Component, Default)]
    struct Ender;
    impl Ender {
        fn shutdown(&mut self) {
            // The tag had its turn: its type was added later.
            World::flush();
        }
    }
    #[derive(Component, Default)]
    struct Shaky;
    impl Shaky {
        fn init(&mut self) {
            panic!("shaky");
        }
    }
    observe(|e: &Add<Plain>| _ = Archetype::<(Ender, Burning)>::remove(e.entity())).forever();
    log_all::<Burning>("tag");
    // The entity stays. The two last are born at the next sync point.
    let error = crate::support::message_of(|| {
        Entity::spawn_many(1, |_, _| (Ender, Shaky, Plain(1), Burning));
    });
    World::flush();
    assert_eq!((error.as_str(), logged().as_str()), ("shaky", ""));
    assert_eq!((Ender::count(), Burning::count(), Plain::count()), (0, 0, 1));
}
