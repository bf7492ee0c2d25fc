//! Systems that visit, spawn and despawn.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ecs_core::{
    Commands, Component, Entity, IntoSystem, Mut, Query, Schedule, Singleton, World, local, query,
};

use super::{Brave, Hp};
use crate::support::{Random, assert_says, message_of};

/// What the systems have found.
#[derive(Singleton, Default)]
struct Found(Vec<(Hp, Option<Brave>)>);

fn three() {
    Entity::spawn_with((Hp(1), Brave(false)));
    Entity::spawn_with((Hp(2), Brave(true)));
    Entity::spawn_with(Hp(3));
}

// after: task_panics
#[test]
fn the_panic_of_a_system_comes_out_of_the_run() {
    Entity::spawn_with((Hp(7), Brave(false)));
    let mut schedule = Schedule::new().add(|_: Query<&Hp>| panic!("no"));
    assert_says(&message_of(|| schedule.run(0.1)), &["no"]);
}

// after: join_two_components
#[test]
fn a_system_visits_those_that_have_both() {
    three();
    let join = |both: Query<(&Hp, &Brave)>, found: &mut Found| {
        found.0 = both.iter().map(|(&hp, &brave)| (hp, Some(brave))).collect();
    };
    Schedule::new().add(join).run(0.1);
    let found = &mut Found::borrow_mut().0;
    found.sort_unstable();
    assert_eq!(*found, [(Hp(1), Some(Brave(false))), (Hp(2), Some(Brave(true)))]);
}

// after: par_join_two_components, par_join_with_maybe
#[test]
fn a_system_visits_on_several_threads_what_one_thread_would() {
    three();
    let join = |mut both: Query<(&Hp, &Brave)>, mut all: Query<(&Hp, Option<&Brave>)>, found: &mut Found| {
        let list = Mutex::new(Vec::new());
        both.par_each_chunk(1, |(&hp, &brave)| list.lock().unwrap().push((hp, Some(brave))));
        assert_eq!(list.lock().unwrap().len(), 2);
        list.lock().unwrap().clear();
        all.par_each_chunk(1, |(&hp, brave)| list.lock().unwrap().push((hp, brave.copied())));
        found.0 = list.into_inner().unwrap();
    };
    Schedule::new().add(join).run(0.1);
    let found = &mut Found::borrow_mut().0;
    found.sort_unstable();
    assert_eq!(*found, [(Hp(1), Some(Brave(false))), (Hp(2), Some(Brave(true))), (Hp(3), None)]);
}

// after: par_join_many_entities_and_systems
#[test]
fn many_systems_over_many_entities_lose_no_write() {
    Entity::spawn_many(1000, |_, _| Hp(-128));
    fn raise(mut all: Query<&mut Hp>) {
        all.par_each(|hp| hp.0 += 1);
    }
    const NAMES: [&str; 3] = ["first", "second", "third"];
    let mut schedule = NAMES.iter().fold(Schedule::new(), |schedule, name| schedule.add(raise.named(name)));
    (0..85).for_each(|_| schedule.run(0.1));
    assert!(query::<&Hp>().iter().all(|hp| hp.0 == 127));
}

// after: getting_specific_entity_with_lend_join
#[test]
fn a_query_gives_one_entity_for_as_long_as_it_has_all() {
    let ada = Entity::spawn_with((Hp(1), Brave(true)));
    assert_eq!(query::<(&Hp, &mut Brave)>().get_mut(ada), Some((&Hp(1), &mut Brave(true))));
    ada.kill::<Brave>();
    assert_eq!(query::<(&Hp, &mut Brave)>().get_mut(ada), None);
    ada.despawn();
    let bob = Entity::spawn_with((Hp(2), Brave(false)));
    assert_eq!(ada.index(), bob.index());
    assert_eq!(query::<(&Hp, &mut Brave)>().get_mut(ada), None);
}

// after: dynamic_create
#[test]
fn a_system_spawns_in_each_run() {
    let mut schedule = Schedule::new().add(|commands: Commands| _ = commands.spawn(Hp(1)));
    (0..1000).for_each(|_| schedule.run(0.1));
    assert_eq!(Hp::count(), 1000);
}

// after: dynamic_deletion, dynamic_create_and_delete
#[test]
fn a_system_can_despawn_what_it_has_just_asked_for() {
    let mut schedule = Schedule::new().add(|commands: Commands| {
        let all: Vec<_> = (0..5).map(|_| commands.spawn(Hp(1))).collect();
        all.into_iter().for_each(|entity| commands.despawn(entity));
    });
    (0..100).for_each(|_| schedule.run(0.1));
    assert_eq!((Hp::count(), query::<Entity>().count()), (0, 0));
}

/// All that was ever spawned.
#[derive(Singleton, Default)]
struct Ids(std::collections::HashSet<Entity>);

// after: mixed_create_merge
#[test]
fn ids_that_are_given_at_once_and_later_are_never_the_same() {
    fn add(ids: &mut Ids, entity: Entity) {
        assert!(ids.0.insert(entity));
    }
    let mut schedule = Schedule::new().add(local(|commands: Commands, ids: &mut Ids| {
        for _ in 0..10 {
            add(ids, Entity::spawn());
            Entity::spawn().despawn();
            add(ids, commands.spawn(Hp(1)));
            add(ids, commands.spawn(Hp(2)));
            add(ids, Entity::spawn());
        }
    }));
    for count in [10, 20, 40] {
        (0..count).for_each(|_| schedule.run(0.1));
        assert_eq!(query::<Entity>().count(), count * 40);
        World::clear();
    }
}

// after: restricted_storage, par_restricted_storage
#[test]
fn what_is_read_first_is_what_is_written_then() {
    (0..50).for_each(|n| _ = Entity::spawn_with(Hp(n + 10)));
    let seen = Mutex::new(Vec::new());
    query::<Mut<Hp>>().par_each(|mut hp| {
        let before = hp.0;
        let written: &mut Hp = &mut hp;
        assert_eq!(written.0, before);
        seen.lock().unwrap().push(before);
    });
    let mut seen = seen.into_inner().unwrap();
    seen.sort_unstable();
    assert_eq!(seen, (10..60).collect::<Vec<_>>());
}

// after: maintain_entity_deletion
#[test]
fn what_one_system_despawns_the_next_does_not_find() {
    let all: Vec<_> = (0..3).map(|_| Entity::spawn_with((Hp(12), Brave(true)))).collect();
    let check = |entities: Query<(Entity, &Hp, &Brave)>, both: Query<(&Hp, &Brave)>, found: &mut Found| {
        assert_eq!(entities.count(), both.count());
        found.0.push((Hp(both.count() as i32), None));
    };
    let second = all[1];
    let mut schedule = Schedule::new()
        .add(check.named("before"))
        .add(move |commands: Commands| commands.despawn(second))
        .add(check.named("after"));
    schedule.run(0.1);
    assert_eq!(Found::borrow().0, [(Hp(3), None), (Hp(2), None)]);
}

/// What is to be spawned in a run.
#[derive(Singleton, Default)]
struct New(Vec<i32>);

// after: stillborn_entities
#[test]
fn what_is_spawned_after_others_were_despawned_lives() {
    static SPAWNED: AtomicUsize = AtomicUsize::new(0);

    let random = &mut Random(0xdead_beef);
    for _ in 0..100 {
        Entity::spawn_with(Hp(random.below(255) as i32));
    }
    let mut random = Random(17);
    let choose = move |new: &mut New| {
        let count = random.below(25);
        new.0 = (0..count).map(|_| random.below(255) as i32).collect();
    };
    fn end_the_lowest(all: Query<(Entity, &Hp)>, new: &New, commands: Commands) {
        let mut lowest: Vec<_> = all.iter().collect();
        lowest.sort_unstable_by_key(|&(_, hp)| *hp);
        lowest.iter().take(new.0.len()).for_each(|&(entity, _)| commands.despawn(entity));
    }
    fn spawn(new: &New, commands: Commands) {
        SPAWNED.fetch_add(new.0.len(), Ordering::Relaxed);
        new.0.iter().for_each(|&hp| _ = commands.spawn(Hp(hp)));
    }
    let mut schedule = Schedule::new().add(choose).add(end_the_lowest).add(spawn);
    for _ in 0..100 {
        schedule.run(0.1);
        assert_eq!((Hp::count(), query::<Entity>().count()), (100, 100));
    }
    assert!(SPAWNED.load(Ordering::Relaxed) > 0);
}
