//! One schedule that serves several worlds in turn.

use ecs_core::{Changed, Component, Entity, IntoSystem, Query, Schedule, Singleton, World, query};

use super::{Log, support::Random, take_log};

#[derive(Component)]
#[component(track)]
struct Name(u32);

fn see_changed(names: Query<&Name, Changed<Name>>, log: &mut Log) {
    log.0.push(names.count());
}

fn see_too(names: Query<&Name, Changed<Name>>, log: &mut Log) {
    log.0.push(names.count() + 100);
}

fn has_changed() -> bool {
    !query::<&Name>().filter::<Changed<Name>>().is_empty()
}

#[derive(Singleton, Default)]
struct Rooms(usize);

#[test]
fn each_world_sees_its_own_changes_since_its_own_last_run() {
    let worlds = [World::new(), World::new()];
    let mut schedule = Schedule::new().add(see_changed).add(see_too.run_if(has_changed));
    let names = [3, 5].map(|count| (0..count).map(Name).collect::<Vec<_>>());
    let names: Vec<Vec<_>> = worlds
        .iter()
        .zip(names)
        .map(|(world, names)| {
            world.enter(|| names.into_iter().map(|name| Entity::spawn().insert(name)).collect())
        })
        .collect();
    let mut run = |world: usize| {
        worlds[world].enter(|| {
            schedule.run(0.1);
            take_log()
        })
    };
    assert_eq!([run(0), run(1)], [vec![3, 103], vec![5, 105]], "all are new");
    assert_eq!([run(0), run(1), run(1), run(0)], [[0]; 4]);
    worlds[1].enter(|| names[1][2].borrow_mut().0 += 1);
    assert_eq!([run(0), run(0), run(1), run(0), run(1)], [vec![0], vec![0], vec![1, 101], vec![0], vec![0]]);
}

/// Would catch: a moment that is taken for that of another world, one that is lost or kept too long.
#[test]
fn one_schedule_sees_in_each_world_what_one_of_its_own_would_see() {
    let random = &mut Random(4);
    let mut worlds: Vec<(World, Schedule)> = Vec::new();
    let schedule = || Schedule::new().add(see_changed).add(see_too.run_if(has_changed));
    let mut shared = schedule();
    for _ in 0..if cfg!(miri) { 30 } else { 500 } {
        if worlds.is_empty() || random.below(10) == 0 {
            let world = World::new();
            world.enter(|| (0..9).for_each(|n| _ = Entity::spawn().insert(Name(n))));
            worlds.push((world, schedule()));
        }
        let chosen = random.below(worlds.len());
        if worlds.len() > 4 && random.below(4) == 0 {
            drop(worlds.swap_remove(chosen));
            continue;
        }
        let (world, own) = &mut worlds[chosen];
        world.enter(|| {
            let step = 1 + random.below(9);
            let names: Vec<_> = query::<(Entity, &Name)>().iter().map(|(entity, _)| entity).collect();
            names.iter().step_by(step).for_each(|name| name.borrow_mut::<Name>().0 += 1);
            shared.run(0.1);
            let seen = take_log();
            own.run(0.1);
            assert_eq!(seen, take_log());
        });
    }
}

#[test]
fn init_runs_once_and_what_is_taken_is_made_in_each() {
    fn count(rooms: &mut Rooms) {
        rooms.0 += 1;
    }
    let mut schedule = Schedule::new().add(count);
    for _ in 0..3 {
        let world = World::new();
        world.enter(|| {
            schedule.run(0.1);
            schedule.run(0.1);
            assert_eq!(Rooms::borrow().0, 2);
        });
    }
}
