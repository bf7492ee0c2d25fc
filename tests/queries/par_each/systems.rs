//! Systems that visit on several threads what they have borrowed, while they run on any thread themselves.

use std::hint::black_box;
use std::sync::Mutex;

use ecs_core::{Changed, Component, Entity, Query, Schedule, Singleton, With, Without};

use super::with_threads;

#[derive(Component)]
struct A(u64);

#[derive(Component)]
#[component(track)]
struct B(u64);

#[derive(Component, Default)]
struct Tag;

/// The component of a type that nothing has.
#[derive(Component, Default)]
struct Never;

#[derive(Singleton, Default)]
struct Sums {
    a: u64,
    b: u64,
}

/// Takes so long that systems of a group are shared out.
fn work(n: u64) -> u64 {
    (0..if cfg!(miri) { 1 } else { 100 }).fold(n, |n, _| black_box(n))
}

type Tagged = (With<Tag>, Without<Never>);

fn move_a(mut all: Query<(&mut A, Entity), Tagged>) {
    let len = all.count();
    let visits = Mutex::new(0);
    all.par_each_chunk(32, |(a, entity)| {
        a.0 = work(a.0) + u64::from(entity.index());
        *visits.lock().unwrap() += 1;
    });
    assert_eq!(visits.into_inner().unwrap(), len);
}

fn move_b(mut all: Query<(&mut B, Option<&Tag>), Changed<B>>) {
    all.par_each_chunk(32, |(b, tag)| b.0 = work(b.0) + if tag.is_some() { 1 } else { 2 });
}

fn sum(all: Query<(&A, &B)>, sums: &mut Sums) {
    (sums.a, sums.b) = all.iter().fold((0, 0), |(a, b), (one, two)| (a + one.0, b + two.0));
}

#[test]
fn a_query_that_is_borrowed_by_a_system_is_shared_out_on_any_thread() {
    let frames = if cfg!(miri) { 3 } else { 50 };
    let count = if cfg!(miri) { 70 } else { 2_000 };
    for threads in [1, 4] {
        with_threads(threads, || {
            for n in 0..count {
                let entity = Entity::spawn().with(A(0)).with(B(0));
                if n % 3 == 0 {
                    entity.with(Tag);
                }
            }
            let mut schedule = Schedule::new().add(move_a).add(move_b).add(sum);
            (0..frames).for_each(|_| schedule.run(0.1));
            let tagged = (0..count).step_by(3);
            let sums = Sums::borrow();
            assert_eq!(sums.a, frames * tagged.clone().sum::<u64>());
            assert_eq!(
                sums.b,
                2 * count - tagged.count() as u64,
                "none is seen again because of its own change"
            );
        });
    }
}
