//! Systems on several threads: the same as one after the other; their commands; panics; what they cannot
//! reach.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ecs_core::{
    Added, Changed, Commands, Component, Entity, IntoSystem, Query, Schedule, Singleton, Time, View, ViewMut,
    With, World, local, query,
};

use super::{A, B, C, Log, Nth, on_threads, take_log};
use crate::support::{assert_says, message_of};

/// So many that a system over them takes long enough to be shared out.
const MANY: u32 = if cfg!(miri) { 40 } else { 20_000 };

#[derive(Component, Default)]
struct Odd;

#[derive(Component, Default, Debug, PartialEq)]
#[component(track)]
struct Seen(u32);

#[derive(Singleton, Default)]
struct Sum(u64);

fn spawn_all() -> Vec<Entity> {
    let spawn = |n| {
        let entity = Entity::spawn().with(A(n)).with(B(n)).with(Seen(0));
        if n % 2 == 1 {
            entity.add::<Odd>();
        }
        if n % 3 == 0 {
            entity.insert(C(n));
        }
        entity
    };
    (0..MANY).map(spawn).collect()
}

fn grow(mut all: Query<(&mut A, Option<&C>)>) {
    for (a, c) in &mut all {
        a.0 = a.0.wrapping_mul(7).wrapping_add(c.map_or(1, |c| c.0));
    }
}

fn shrink(mut odd: Query<&mut B, With<Odd>>, read: View<C>, time: Time) {
    let most = read.iter().map(|c| c.0).max().unwrap_or(0);
    odd.each(|b| b.0 = b.0 / 2 + most + time.dt() as u32);
}

/// Not in every run: who looks back sees it once.
fn note(mut seen: Query<&mut Seen, With<C>>, dt: f32) {
    if dt > 1.0 {
        seen.each(|seen| seen.0 += 1);
    }
}

fn add_up(all: View<A>, others: Query<&B>, sum: &mut Sum) {
    let others: u64 = others.iter().map(|b| u64::from(b.0)).sum();
    sum.0 = sum.0.wrapping_mul(3) + others + all.iter().map(|a| u64::from(a.0)).sum::<u64>();
}

fn count_changed(changed: Query<Entity, Changed<Seen>>, added: Query<&Seen, Added<Seen>>, log: &mut Log) {
    log.0.extend([changed.count(), added.count()]);
}

fn state() -> (u64, Vec<usize>, Vec<u32>, Vec<u32>, Vec<u32>) {
    (
        Sum::borrow().0,
        take_log(),
        A::view().iter().map(|a| a.0).collect(),
        B::view().iter().map(|b| b.0).collect(),
        Seen::view().iter().map(|seen| seen.0).collect(),
    )
}

/// Would catch: a system that is not run or run twice, one that runs in parallel with another that it
/// conflicts with, filters that look back wrongly.
#[test]
fn the_number_of_threads_does_not_change_what_systems_do() {
    let run = |threads: Option<usize>| {
        World::new().enter(|| {
            spawn_all();
            let mut schedule = match threads {
                Some(threads) => {
                    on_threads(threads);
                    Schedule::new().add(grow).add(shrink).add(note).add(add_up).add(count_changed)
                }
                None => Schedule::new()
                    .add(local(grow))
                    .add(local(shrink))
                    .add(local(note))
                    .add(local(add_up))
                    .add(local(count_changed)),
            };
            for n in 0..if cfg!(miri) { 3 } else { 6 } {
                schedule.run(if n % 2 == 0 { 2.0 } else { 0.5 });
            }
            state()
        })
    };
    let alone = run(None);
    for threads in [1, 2, 4, 8] {
        assert_eq!(run(Some(threads)), alone, "{threads} threads");
    }
}

#[test]
fn what_the_last_of_a_group_records_is_done_before_the_next() {
    fn end_some(all: Query<(Entity, &A)>, commands: Commands) {
        for (entity, _) in all.iter().filter(|(_, a)| a.0 % 5 == 0) {
            commands.despawn(entity);
        }
        commands.spawn((A(1), B(1)));
        commands.run(|| Log::borrow_mut().0.push(A::count()));
    }
    fn count(all: View<A>, log: &mut Log) {
        log.0.push(all.len());
    }
    for threads in [1, 4] {
        World::new().enter(|| {
            spawn_all();
            on_threads(threads);
            let mut schedule = Schedule::new().add(shrink).add(end_some.disabled()).add(count);
            // Now all know how long they take.
            schedule.run(0.1);
            schedule.run(0.1);
            take_log();
            schedule.set_enabled(end_some, true);
            schedule.run(0.1);
            let left = (MANY - MANY / 5 + 1) as usize;
            assert_eq!(take_log(), [left, left]);
            schedule.run(0.1);
            assert_eq!(take_log(), [left + 1, left + 1]);
        });
    }
}

#[test]
fn a_system_with_commands_ends_its_group() {
    fn command(_: Commands) {}
    let mut schedule = Schedule::new().add(grow).add(command).add(note);
    assert_eq!(
        schedule.explain().to_string(),
        "main:\
         \n  1. grow: added 1st\
         \n   + command: added 2nd\
         \n  2. note: added 3rd; not in parallel with command, which has commands\n"
    );
}

#[test]
fn the_first_panic_in_the_order_is_passed_on() {
    fn fail_first(mut all: ViewMut<A>, dt: f32) {
        all.iter_mut().for_each(|a| a.0 += 1);
        assert!(dt < 1.0, "first");
    }
    fn fail_second(mut all: ViewMut<B>, dt: f32, commands: Commands) {
        commands.run(|| Log::borrow_mut().0.push(9));
        all.iter_mut().for_each(|b| b.0 += 1);
        assert!(dt < 1.0, "second");
    }
    for threads in [1, 2, 4] {
        World::new().enter(|| {
            spawn_all();
            on_threads(threads);
            let mut schedule = Schedule::new().add(fail_first).add(fail_second).add(Nth::<1>);
            (0..3).for_each(|_| schedule.run(0.5));
            assert_eq!(take_log(), [9, 1, 9, 1, 9, 1]);
            assert_eq!(message_of(|| schedule.run(2.0)), "first");
            assert!(take_log().is_empty(), "the commands are dropped");
            let before = B::view()[0].0;
            schedule.run(0.5);
            assert_eq!((take_log(), B::view()[0].0), (vec![9, 1], before + 1));
        });
    }
}

/// Would catch: a note of changes that writes to what is frozen.
#[test]
fn systems_side_by_side_note_what_they_write_through_views() {
    #[derive(Component)]
    #[component(track)]
    struct Left(u32);
    #[derive(Component)]
    #[component(track)]
    struct Right(u32);
    fn write_left(mut all: ViewMut<Left>) {
        all.iter_mut().for_each(|left| left.0 = left.0.wrapping_mul(7));
    }
    fn write_right(mut all: ViewMut<Right>) {
        all.as_mut_slice().iter_mut().for_each(|right| right.0 = right.0.wrapping_mul(7));
        let first = all.entity_at(0).expect("there are many").handle();
        all.write_many(&[first], |right| right.0 += 1);
    }
    for threads in [1, 2, 4] {
        World::new().enter(|| {
            let count = if cfg!(miri) { 200 } else { 100_000 };
            Entity::spawn_many(count, |n, _| (Left(n as u32), Right(n as u32)));
            on_threads(threads);
            let mut schedule = Schedule::new().add(write_left).add(write_right);
            for _ in 0..5 {
                let since = World::tick();
                schedule.run(0.5);
                assert_eq!(query::<&Left>().filter::<Changed<Left>>().since(since).count(), count);
                assert_eq!(query::<&Right>().filter::<Changed<Right>>().since(since).count(), count);
            }
        });
    }
}

/// Would catch: a system that counts as run when the group was handed to other threads, though it had no
/// turn.
#[test]
fn what_a_system_had_no_turn_to_see_it_sees_the_next_time() {
    thread_local! {
        static KEPT: RefCell<Option<View<'static, B>>> = const { RefCell::new(None) };
        static IS_KEPT: Cell<bool> = const { Cell::new(false) };
    }
    fn fail(mut all: ViewMut<A>, dt: f32) {
        assert!(dt < 1.0, "fails");
        all.iter_mut().for_each(|a| a.0 = a.0.wrapping_mul(7));
    }
    fn see(all: View<C>, new: Query<&Seen, Added<Seen>>, log: &mut Log) {
        std::hint::black_box(all.iter().map(|c| c.0.count_ones()).max());
        log.0.push(new.count());
    }
    fn see_too(all: View<C>, new: Query<&Seen, Added<Seen>>, log: &mut Log) {
        see(all, new, log);
    }
    fn write(mut all: ViewMut<B>) {
        all.iter_mut().for_each(|b| b.0 = b.0.wrapping_mul(7));
    }
    // Asked before the turn of the whole group.
    let keep = || {
        KEPT.set(IS_KEPT.get().then(B::view));
        true
    };
    for threads in [1, 2, 4] {
        World::new().enter(|| {
            spawn_all();
            on_threads(threads);
            let mut schedule =
                Schedule::new().add(fail).add(see).stage("then").add(see_too.run_if(keep)).add(write);
            (0..3).for_each(|_| schedule.run(0.5));
            take_log();
            // The first of the group panics; the second has its turn in parallel, or none.
            (0..5).for_each(|_| _ = Entity::spawn().insert(Seen(0)));
            assert_eq!(message_of(|| schedule.run(1.5)), "fails");
            schedule.run(0.5);
            let mut seen = take_log();
            seen.retain(|&new| new != 0);
            assert_eq!(seen, [5, 5], "{threads} threads");
            // What the second takes cannot be borrowed; the first has had its turn, or none.
            IS_KEPT.set(true);
            (0..5).for_each(|_| _ = Entity::spawn().insert(Seen(0)));
            assert!(schedule.try_run(0.5).is_err());
            IS_KEPT.set(false);
            KEPT.take();
            schedule.run(0.5);
            let mut seen = take_log();
            seen.retain(|&new| new != 0);
            assert_eq!(seen, [5, 5], "{threads} threads");
        });
    }
}

#[test]
fn systems_reach_only_what_they_take() {
    fn follow(_: f32) {
        let _ = A::view();
    }
    fn spawn(_: f32) {
        let _ = Entity::spawn();
    }
    fn run(_: f32) {
        Schedule::new().run(0.1);
    }
    Entity::spawn().insert(A(1));
    for (mut schedule, says) in [
        (
            Schedule::new().add(follow),
            &["A cannot be reached inside the system follow", "`View<A>`", "local(..)"][..],
        ),
        (
            Schedule::new().add(spawn),
            &["the world cannot be reached inside the system spawn", "`Commands` to spawn"],
        ),
        (Schedule::new().add(run), &["the world cannot be reached inside the system run"]),
        (Schedule::new().add(spawn.named("the maker")), &["inside the system the maker"]),
    ] {
        assert_says(&message_of(|| schedule.run(0.1)), says);
    }
    // The world is there again.
    assert_eq!(A::count(), 1);
    Schedule::new().add(local(follow)).add(local(spawn)).run(0.1);
}

#[test]
fn the_world_cannot_be_entered_by_its_own_systems() {
    let world = Rc::new(World::new());
    thread_local! {
        static WORLD: RefCell<Option<Rc<World>>> = const { RefCell::new(None) };
    }
    WORLD.set(Some(world.clone()));
    fn enter(_: f32) {
        WORLD.with_borrow(|world| world.as_ref().expect("it is set").enter(|| ()));
    }
    world.enter(|| {
        assert_says(&message_of(|| Schedule::new().add(enter).run(0.1)), &["cannot enter this world now"]);
        Schedule::new().add(local(enter)).run(0.1);
    });
    WORLD.take();
}
