//! What the calling thread may still do to the stores that other threads read: drop the guards that it has
//! kept.

use std::cell::RefCell;
use std::rc::Rc;

use ecs_core::queries::QueryIter;
use ecs_core::{Changed, Component, Entity, Query, Ref, RefMut, Tick, View, ViewMut, With, World, query};

use super::with_threads;
use crate::support::{assert_says, message_of};

#[derive(Component, Default)]
struct Read(u32);

#[derive(Component, Default)]
#[component(track)]
struct Noted(u32);

#[derive(Component, Default)]
struct Marked;

#[derive(Component)]
struct Big(u64, #[expect(dead_code, reason = "it has a `Drop`, so that it is no tag")] Box<u8>);

#[derive(Default)]
struct Kept {
    views: Vec<View<'static, Read>>,
    queries: Vec<Query<'static, &'static Read, With<Marked>>>,
    refs: Vec<Ref<Read>>,
    writers: Vec<RefMut<Noted>>,
    writes: Option<ViewMut<'static, Big>>,
}

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

/// Drops one guard after the other, on the thread that has them; others have none.
fn drop_some() {
    KEPT.with_borrow_mut(|kept| {
        kept.views.pop();
        kept.refs.pop();
        if let Some(writer) = kept.writers.last_mut() {
            writer.0 += 1;
        }
        kept.writers.pop();
        if let Some(query) = kept.queries.pop() {
            assert!(query.iter().count() > 0);
            assert!(query.first().is_some());
        }
        if let Some(big) = &mut kept.writes {
            big.iter_mut().for_each(|big| big.0 += 1);
        }
        if kept.views.is_empty() {
            kept.writes = None;
        }
    });
}

/// The thread sanitizer and Miri see if a guard that drops writes to what the others read.
#[test]
fn guards_of_the_calling_thread_may_drop_meanwhile() {
    for threads in [2, 8] {
        with_threads(threads, || {
            let count = if cfg!(miri) { 60 } else { 20_000 };
            let all: Vec<_> = (0..count).map(|_| Entity::spawn()).collect();
            for (n, &entity) in all.iter().enumerate() {
                entity.with(Read(n as u32)).with(Noted(0)).with(Big(0, Box::new(0)));
                if n % 3 != 0 {
                    entity.with(Marked);
                }
            }
            let tick = World::tick();
            KEPT.with_borrow_mut(|kept| {
                for n in 0..20 {
                    kept.views.push(Read::view());
                    kept.queries.push(query::<&Read>().filter::<With<Marked>>());
                    kept.refs.push(all[n].borrow::<Read>());
                    kept.writers.push(all[2 * n].borrow_mut::<Noted>());
                }
                kept.writes = Some(Big::view_mut());
            });
            // While views pin the window these are far from it; the last view that drops would let it grow.
            let far: Vec<_> = (0..if cfg!(miri) { 200 } else { 2_000 }).map(|_| Entity::spawn()).collect();
            far[far.len() - 1].with(Read(0));
            query::<(Entity, &Read)>().filter::<(With<(Read, Big)>, With<Marked>)>().par_each_chunk(
                16,
                |(entity, read)| {
                    assert_eq!(entity.index(), read.0);
                    drop_some();
                },
            );
            // Noted is asked for its ticks, which guards of it write when they drop.
            KEPT.with_borrow_mut(|kept| kept.writers.extend((50..55).map(|n| all[n].borrow_mut::<Noted>())));
            query::<&Read>().filter::<Changed<Noted>>().since(tick).par_each_chunk(4, |_| drop_some());
            KEPT.take();
            let changed = query::<&Noted>().filter::<Changed<Noted>>().since(tick).count();
            assert_eq!(changed, 25);
            let _: Tick = World::tick();
        });
    }
}

/// Would catch: a note of a change that writes to what is frozen, or to a row of the main buffer alone.
#[test]
fn changes_are_noted_of_what_is_spilled_and_of_a_whole_view() {
    thread_local!(static VIEW: RefCell<Option<ViewMut<'static, Noted>>> = const { RefCell::new(None) });
    for threads in [1, 2, 8] {
        with_threads(threads, || {
            let count = if cfg!(miri) { 60 } else { 5_000 };
            Entity::spawn().with(Noted(0));
            // It keeps rows in their places: what is added comes to the spill.
            let idle = query::<&Noted>();
            let all: Vec<_> = (0..count).map(|n| Entity::spawn().with(Read(n)).insert(Noted(n))).collect();
            let changed = |since| query::<&Noted>().filter::<Changed<Noted>>().since(since).count();
            let since = World::tick();
            query::<(&Read, &mut Noted)>().par_each(|(_, noted)| noted.0 += 1);
            assert_eq!(changed(since), all.len());
            // All are visited that have changed since then, and the calling thread drops what it has kept.
            let noted = since;
            let since = World::tick();
            KEPT.with_borrow_mut(|kept| {
                kept.writers.extend(all[..20].iter().map(|noted| noted.borrow_mut()));
            });
            query::<&Read>().filter::<Changed<Noted>>().since(noted).par_each_chunk(4, |_| drop_some());
            KEPT.take();
            assert_eq!(changed(since), 20);
            drop(idle);
            let since = World::tick();
            VIEW.set(Some(Noted::view_mut()));
            let write_all = || {
                if let Some(mut view) = VIEW.take() {
                    view.iter_mut().for_each(|noted| noted.0 += 1);
                }
            };
            query::<&Read>().filter::<Changed<Noted>>().since(noted).par_each_chunk(4, |_| write_all());
            write_all();
            assert_eq!(changed(since), all.len() + 1);
        });
    }
}

thread_local! {
    static WORLD: RefCell<Option<Rc<World>>> = const { RefCell::new(None) };
}

/// Would catch: only the world that is current when the visit begins being out of reach.
#[test]
fn the_world_of_a_query_is_out_of_reach_wherever_it_is_visited() {
    for threads in [1, 2, 8] {
        let world = Rc::new(World::new());
        let mut all = world.enter(|| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            World::set_thread_pool(std::sync::Arc::new(pool)).unwrap();
            Entity::spawn_many(if cfg!(miri) { 60 } else { 20_000 }, |_, _| (Noted(0),));
            query::<&mut Noted>()
        });
        WORLD.set(Some(world.clone()));
        let enter = |noted: &mut Noted| {
            noted.0 += 1;
            if let Some(world) = WORLD.with_borrow(Option::clone) {
                world.enter(World::tick);
            }
        };
        // No world is current, or another one.
        // Until this thread, which alone knows the world, has a part: on a busy machine others are faster.
        let mut visit = || (0..100).for_each(|_| all.par_each_chunk(4, enter));
        let text = message_of(&mut visit);
        assert_says(&text, &["cannot enter this world now"]);
        let text = message_of(|| World::new().enter(&mut visit));
        assert_says(&text, &["cannot enter this world now"]);
        drop(all);
        WORLD.take();
        assert_eq!(world.enter(Noted::count), if cfg!(miri) { 60 } else { 20_000 });
    }
}

/// Would catch: an iterator that no longer asks what was killed, because nothing can be killed from here on.
#[test]
fn what_was_killed_before_is_passed_over_by_an_iterator_that_outlives_it() {
    thread_local! {
        static BEGUN: RefCell<Option<QueryIter<'static, &'static Read, ()>>> = const { RefCell::new(None) };
    }
    World::new().enter(|| {
        let all: Vec<_> = (0..50).map(|n| Entity::spawn().insert(Read(n))).collect();
        Entity::spawn().insert(Noted(0));
        let mut begun = Box::leak(Box::new(query::<&Read>())).iter_mut();
        begun.next();
        all[10].kill();
        BEGUN.set(Some(begun));
        query::<&mut Noted>().par_each(|noted| {
            if let Some(begun) = BEGUN.take() {
                begun.for_each(|read| noted.0 += read.0);
            }
        });
        assert_eq!(Noted::view()[0].0, (1..50).sum::<u32>() - 10);
    });
}

/// Would catch, under Miri: a thread that looks what is borrowed by others, which the world's thread counts.
#[test]
fn a_guard_that_drops_meanwhile_is_counted_where_no_thread_looks() {
    with_threads(2, || {
        let all = Entity::spawn_many(40, |_, _| (Read(1),));
        KEPT.with_borrow_mut(|kept| kept.refs.push(all[0].borrow::<Read>()));
        // The guard keeps the rows where they are, so each is looked at before it is visited.
        all[1].despawn();
        let sum = std::sync::atomic::AtomicU32::new(0);
        query::<&Read>().par_each_chunk(1, |read| {
            drop_some();
            sum.fetch_add(read.0, std::sync::atomic::Ordering::Relaxed);
        });
        assert_eq!(sum.into_inner(), 39);
    });
}
