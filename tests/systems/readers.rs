//! What systems read of what has happened since their last run: `Removed` and `Events`.

use std::sync::Arc;

use ecs_core::{
    Archetype, Commands, Component, Entity, Events, IntoSystem, PerEntity, Phase, Pool, Removal, Remove,
    Removed, Schedule, Singleton, View, World, emit, local, observe, send_all, update_all,
};

use super::support::{DropCounter, Random, caught};
use super::{A, B, Log, take_log};

/// What systems have read, as text.
#[derive(Singleton, Default)]
struct Read(Vec<String>);

fn take_read() -> Vec<String> {
    core::mem::take(&mut Read::borrow_mut().0)
}

fn note_ends<T: PerEntity>(removed: Removed<T>, read: &mut Read) {
    read.0.extend(removed.iter_with_reason().map(|(entity, why)| format!("{} {why:?}", entity.index())));
}

fn count_ends<T: PerEntity>(removed: Removed<T>, log: &mut Log) {
    assert!((&removed).into_iter().eq(removed.iter()));
    log.0.push(removed.iter().len());
}

#[derive(Component, Default)]
struct Tag;

fn all_ways<T: PerEntity + Default>() {
    let mut schedule = Schedule::new().add(note_ends::<T>);
    schedule.run(0.1);
    let mut read = || {
        schedule.run(0.1);
        take_read()
    };
    let [killed, removed, despawned, replaced, off] = [(); 5].map(|()| Entity::spawn().add::<T>().entity());
    assert!(read().is_empty(), "nothing has ended");
    killed.handle::<T>().kill();
    removed.remove::<T>();
    despawned.despawn();
    replaced.insert(T::default());
    off.handle::<T>().set_enabled(false);
    let index = |entity: Entity, why| format!("{} {why:?}", entity.index());
    assert_eq!(
        read(),
        [
            index(killed, Removal::Removed),
            index(removed, Removal::Removed),
            index(despawned, Removal::Despawned),
            index(replaced, Removal::Replaced),
        ]
    );
    off.despawn();
    replaced.insert(T::default());
    World::clear();
    assert_eq!(read().len(), 3);
    assert!(read().is_empty(), "each end is read once");

    let pool = Pool::<Archetype<(T,)>>::new();
    let pooled = pool.take();
    pool.give_back(pooled);
    assert_eq!(read(), [index(pooled, Removal::Recycled)]);
    pool.take();
    assert!(read().is_empty(), "it is there again");
}

#[test]
fn all_ends_are_read_once() {
    all_ways::<A>();
}

#[test]
fn ends_of_tags_are_read_too() {
    all_ways::<Tag>();
}

#[test]
fn what_went_before_the_first_run_is_not_read_and_what_goes_in_it_is() {
    fn kill_one(commands: Commands, all: View<A>) {
        if let Some(entity) = all.iter_with_entity().map(|(entity, _)| entity).next() {
            commands.despawn(entity);
        }
    }
    let all = [(); 3].map(|()| Entity::spawn().add::<A>());
    all[0].kill();
    let mut schedule = Schedule::new().add(count_ends::<A>).add(kill_one).add(count_ends::<A>);
    schedule.run(0.1);
    assert_eq!(take_log(), [0, 1], "the second one runs after the commands");
    schedule.run(0.1);
    assert_eq!(take_log(), [1, 1]);
    schedule.run(0.1);
    assert_eq!(take_log(), [1, 0]);
}

/// Would catch: a send to a type that was never added, which goes past those who read.
#[test]
fn whoever_hears_an_event_or_nobody_systems_read_it() {
    struct Quake;
    #[derive(Component)]
    #[component(on(Quake))]
    struct House;
    impl House {
        fn on_quake(&mut self, _: &Quake) {
            unreachable!("none was ever added")
        }
    }
    fn count(quakes: Events<Quake>, log: &mut Log) {
        log.0.push(quakes.len());
    }
    let mut schedule = Schedule::new().add(count);
    schedule.run(0.1);
    assert_eq!((House::send_all(Quake), send_all(Quake), emit(Quake)), (0, 0, 1));
    let dead = Entity::spawn();
    dead.despawn();
    assert_eq!(dead.send(Quake), 0, "what is sent to the dead nobody reads");
    assert_eq!(World::stats().soft.count, 0, "but it is not unheard");
    schedule.run(0.1);
    assert_eq!(take_log(), [0, 3]);
}

/// Would catch: a frame's schedule that begins to note with its first frame, so that what happens in between
/// is lost.
#[test]
fn a_schedule_of_the_world_reads_what_went_since_it_was_set() {
    struct Hit;
    fn count(ends: Removed<A>, hits: Events<Hit>, log: &mut Log) {
        log.0.extend([ends.len(), hits.len()]);
    }
    fn were_hits(hits: Events<Hit>) -> bool {
        !hits.is_empty()
    }
    Entity::spawn().add::<A>().kill();
    emit(Hit);
    World::set_schedule(Phase::Update, Schedule::new().add(count.run_if(were_hits)));
    Entity::spawn().add::<A>().kill();
    assert_eq!(emit(Hit), 2, "the system and its condition");
    update_all(0.1);
    assert_eq!(take_log(), [1, 1]);
    update_all(0.1);
    assert_eq!(take_log(), [0; 0]);
}

#[test]
fn a_system_that_has_no_turn_reads_it_later() {
    let mut runs = 0;
    let third = move || {
        runs += 1;
        runs % 3 == 0
    };
    let mut schedule = Schedule::new().add(count_ends::<A>.run_if(third));
    let mut run = || {
        Entity::spawn().add::<A>().kill();
        schedule.run(0.1);
        take_log()
    };
    assert_eq!([(); 6].map(|()| run()), [vec![], vec![], vec![2], vec![], vec![], vec![3]]);
}

#[test]
fn a_system_that_is_off_at_first_reads_what_went_since_the_first_run() {
    let mut schedule = Schedule::new().add(note_ends::<A>.named("later").disabled());
    schedule.run(0.1);
    let gone = Entity::spawn().add::<A>().entity();
    gone.kill::<A>();
    schedule.set_enabled("later", true);
    schedule.run(0.1);
    assert_eq!(take_read(), [format!("{} Removed", gone.index())]);
}

#[test]
fn a_run_that_is_refused_or_ends_early_has_read_nothing() {
    fn fail(fails: Option<&Fails>) {
        assert!(fails.is_none(), "as the test wants it");
    }
    #[derive(Singleton, Default)]
    struct Fails;
    let mut schedule =
        Schedule::new().add(local(keep)).add(fail).add(local(count_ends::<A>)).add(note_jumps.after(keep));
    fn keep() {}
    schedule.run(0.1);
    take_log();
    Entity::spawn().add::<A>().kill();
    emit(Jump(1));
    let view = Log::view();
    schedule.try_run(0.1).unwrap_err();
    drop(view);
    Fails::set(Fails);
    caught(|| schedule.run(0.1));
    Fails::instance().kill();
    schedule.run(0.1);
    assert_eq!((take_log(), take_read()), (vec![1], vec!["1".to_owned()]));
}

struct Jump(u32);

fn note_jumps(jumps: Events<Jump>, read: &mut Read) {
    read.0.extend(jumps.iter().map(|(to, jump)| match to {
        Some(entity) => format!("{} to {}", jump.0, entity.index()),
        None => jump.0.to_string(),
    }));
}

#[derive(Component, Default)]
#[component(on(Jump))]
struct Frog(u32);

impl Frog {
    fn on_jump(&mut self, jump: &Jump) {
        self.0 += jump.0;
        if jump.0 == 5 {
            // While it is borrowed itself: it hears this one later, the systems read it in its place.
            self.entity().send(Jump(6));
        }
    }
}

#[test]
fn all_that_was_sent_is_read_in_the_order_in_which_it_was_sent() {
    let frog = Entity::spawn().add::<Frog>();
    let mut schedule = Schedule::new().add(note_jumps);
    frog.entity().send(Jump(9));
    schedule.run(0.1);
    let dead = Entity::spawn();
    dead.despawn();
    assert_eq!(frog.entity().send(Jump(1)), 1, "systems are not counted");
    assert_eq!((send_all(Jump(2)), Frog::send_all(Jump(3)), emit(Jump(4))), (1, 1, 1));
    assert_eq!((frog.entity().send(Jump(5)), dead.send(Jump(7))), (1, 0));
    Entity::spawn().send(Jump(8));
    assert_eq!(frog.borrow().0, 9 + 1 + 2 + 3 + 5 + 6);
    schedule.run(0.1);
    assert_eq!(take_read(), ["1 to 0", "2", "3", "4", "5 to 0", "6 to 0", "8 to 2"]);
    schedule.run(0.1);
    assert!(take_read().is_empty());
    assert!(World::stats().soft.last.iter().all(|soft| soft.unheard.is_none()), "a system reads it");
}

#[test]
fn what_a_system_sends_the_next_one_reads() {
    fn send(commands: Commands, dt: f32) {
        commands.emit(Jump(dt as u32));
        commands.send_all(Jump(7));
    }
    World::set_schedule(Phase::Update, Schedule::new().add(note_jumps).add(send).add(note_jumps));
    update_all(1.0);
    assert_eq!(take_read(), ["1", "7"]);
    update_all(2.0);
    assert_eq!(take_read(), ["1", "7", "2", "7"]);
    let _ = World::take_schedule(Phase::Update);
    assert_eq!(emit(Jump(1)), 0, "its readers are gone");
}

#[test]
fn hooks_send_to_systems_of_the_same_frame() {
    #[derive(Component, Default)]
    struct Player;
    impl Player {
        fn update(&mut self) {
            emit(Jump(3));
        }
    }
    Entity::spawn().add::<Player>();
    World::set_schedule(Phase::Update, Schedule::new().add(note_jumps));
    update_all(0.1);
    assert_eq!(take_read(), ["3"], "in the very first frame too");
}

struct Shot(#[expect(dead_code, reason = "it counts")] super::support::CountedDrop);

#[test]
fn an_event_lives_until_all_have_read_it() {
    let drops = DropCounter::default();
    fn read(shots: Events<Shot>, log: &mut Log) {
        log.0.push(shots.len());
    }
    let mut first = Schedule::new().add(read);
    let mut second = Schedule::new().add(read);
    emit(Shot(drops.token()));
    assert_eq!(drops.dropped(), 1, "nobody reads it");
    first.run(0.1);
    second.run(0.1);
    Entity::spawn().send(Shot(drops.token()));
    emit(Shot(drops.token()));
    first.run(0.1);
    assert_eq!(drops.dropped(), 1);
    second.run(0.1);
    assert_eq!(drops.dropped(), 3);
    emit(Shot(drops.token()));
    drop(first);
    assert_eq!(drops.dropped(), 3);
    drop(second);
    assert_eq!((drops.dropped(), take_log()), (4, vec![0, 0, 2, 2]));
}

#[test]
fn each_world_has_its_own_ends_and_events() {
    let worlds = [World::new(), World::new()];
    let mut schedule = Schedule::new().add(count_ends::<A>).add(note_jumps);
    let mut run = |world: &World| {
        world.enter(|| {
            schedule.run(0.1);
            (take_log(), take_read())
        })
    };
    let nothing = (vec![0], vec![]);
    assert_eq!(worlds.each_ref().map(&mut run), [nothing.clone(), nothing.clone()]);
    worlds[1].enter(|| {
        Entity::spawn().add::<A>().kill();
        emit(Jump(1));
    });
    assert_eq!(run(&worlds[0]), nothing);
    assert_eq!(run(&worlds[1]), (vec![1], vec!["1".to_owned()]));
    assert_eq!([run(&worlds[0]), run(&worlds[1])], [nothing.clone(), nothing]);
}

#[test]
fn nobody_listens_any_more_when_the_schedule_is_gone() {
    let observers = || ecs_core::explain_order().observers().len();
    Entity::spawn().add::<A>();
    let mut schedule = Schedule::new().add(count_ends::<A>).add(count_ends::<A>);
    assert_eq!(observers(), 0);
    schedule.run(0.1);
    let text = ecs_core::explain_order().to_string();
    assert!(text.contains("Remove<A> is heard by a system that reads it, then a system"), "{text}");
    schedule.remove(count_ends::<A>);
    drop(schedule);
    assert_eq!(observers(), 0);
}

#[test]
fn after_a_reset_it_goes_on() {
    let mut schedule = Schedule::new().add(count_ends::<A>).add(note_jumps);
    let mut run = || {
        schedule.run(0.1);
        take_log()
    };
    run();
    Entity::spawn().add::<A>();
    World::reset();
    assert_eq!(run(), [1], "the end by the reset");
    Entity::spawn().add::<A>().kill();
    emit(Jump(2));
    assert_eq!((run(), take_read()), (vec![1], vec!["2".to_owned()]));
}

#[test]
fn what_ends_between_a_reset_and_the_next_run_is_read() {
    let mut schedule = Schedule::new().add(count_ends::<A>);
    let mut run = || {
        schedule.run(0.1);
        take_log()
    };
    run();
    World::reset();
    Entity::spawn().add::<A>().kill();
    assert_eq!(run(), [1]);
}

#[test]
fn an_observer_and_a_system_hear_of_the_same() {
    let mut schedule = Schedule::new().add(note_ends::<A>);
    schedule.run(0.1);
    let told = Arc::new(std::sync::Mutex::new(Vec::new()));
    let all = told.clone();
    observe(move |end: &Remove<A>| {
        all.lock().unwrap().push(format!("{} {:?}", end.entity().index(), end.why()));
    })
    .forever();
    let random = &mut Random(7);
    let mut entities: Vec<Entity> = Vec::new();
    for _ in 0..if cfg!(miri) { 40 } else { 2000 } {
        let at = random.below(entities.len() + 1);
        match (random.below(5), entities.get(at).copied()) {
            (0, _) | (_, None) => entities.push(Entity::spawn().with(A(1)).with(B(2))),
            (1, Some(entity)) => _ = entity.insert(A(3)),
            (2, Some(entity)) => _ = entity.remove::<A>(),
            (3, Some(entity)) => {
                // Its end waits for the guard.
                let guard = entity.get::<A>();
                entities.swap_remove(at);
                entity.despawn();
                drop(guard);
            }
            (_, Some(entity)) => _ = entity.set_enabled(!entity.is_enabled()),
        }
        if random.below(20) == 0 {
            schedule.run(0.1);
            assert_eq!(take_read(), std::mem::take(&mut *told.lock().unwrap()));
        }
    }
}

/// Would catch: a reader that runs on another thread and finds something else there, or nothing.
#[test]
fn the_number_of_threads_does_not_change_what_is_read() {
    const MANY: u32 = if cfg!(miri) { 20 } else { 20_000 };
    fn kill_some(commands: Commands, all: View<A>, jumps: Events<Jump>) {
        for (entity, a) in all.iter_with_entity().filter(|(_, a)| a.0 % 97 == jumps.len() as u32) {
            commands.despawn(entity);
            commands.emit(Jump(a.0));
        }
    }
    fn read<T: PerEntity + Sync>(all: View<T>, gone: Removed<A>, jumps: Events<Jump>, n: &mut Sums<T>) {
        n.0 += all.len() as u64;
        for (place, entity) in gone.iter().enumerate() {
            n.0 = n.0.wrapping_mul(31) + u64::from(entity.index()) * place as u64;
        }
        n.0 += jumps.iter().map(|(_, jump)| u64::from(jump.0)).sum::<u64>();
        // Long enough to be worth another thread.
        n.1 = (0..MANY).fold(n.1, |sum, more| sum.rotate_left(3) ^ core::hint::black_box(more));
    }
    #[derive(Singleton)]
    struct Sums<T: PerEntity>(u64, u32, core::marker::PhantomData<fn() -> T>);
    impl<T: PerEntity> Default for Sums<T> {
        fn default() -> Self {
            Self(0, 0, core::marker::PhantomData)
        }
    }
    let results = [1, 2, 4].map(|threads| {
        World::new().enter(|| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
            (0..MANY / 10).for_each(|n| _ = Entity::spawn().with(A(n)).with(B(n)));
            World::set_thread_pool(Arc::new(pool)).expect("there is a world");
            let mut schedule = Schedule::new().add(read::<A>).add(read::<B>).add(kill_some);
            (0..20).for_each(|_| schedule.run(0.1));
            (Sums::<A>::borrow().0, Sums::<B>::borrow().0)
        })
    });
    assert!(results.iter().all(|result| *result == results[0]), "{results:?}");
}

/// Enters a world when it is dropped.
struct Entering;

impl Drop for Entering {
    fn drop(&mut self) {
        World::new().enter(|| ());
    }
}

#[test]
fn an_event_drops_where_a_world_may_be_entered() {
    assert_eq!(emit(Entering), 0);
    World::flush();
    assert_eq!(emit(Entering), 0, "nobody reads it, and there is a world");
    let mut schedule = Schedule::new().add(|events: Events<Entering>| assert!(events.missed() == 0));
    let first = World::new();
    first.enter(|| {
        schedule.run(0.1);
        assert_eq!(emit(Entering), 1);
    });
    drop(first);
    // What nobody has read there drops now at the latest.
    schedule.run(0.1);
}
