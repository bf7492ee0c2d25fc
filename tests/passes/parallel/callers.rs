//! Who calls for a parallel pass, and what they hold meanwhile.

use std::cell::RefCell;

use ecs_core::{Component, Entity, Query, Ref, Singleton, ViewMut, query, update_all};

use super::{MANY, with_threads, work};

#[derive(Component, Default)]
struct Count(u32);

#[derive(Component)]
#[component(parallel)]
struct Counter(u32);

impl Counter {
    fn update(&mut self, count: &mut Count) {
        count.0 += 1;
        self.0 = work(count.0);
    }
}

fn spawn() {
    Entity::spawn_many(MANY, |n, _| (Counter(n as u32), Count(0)));
}

#[test]
fn a_thread_of_the_pool_may_call() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    // Two worlds on two threads of one pool, which also help each other.
    let run = || {
        ecs_core::World::new().enter(|| {
            spawn();
            (0..3).for_each(|_| update_all(1.0));
            assert!(Count::view().iter().all(|count| count.0 == 3));
            Counter::count()
        })
    };
    assert_eq!(pool.install(|| rayon::join(run, run)), (MANY, MANY));
}

#[derive(Component)]
#[component(parallel)]
struct Forked(u32);

impl Forked {
    fn update(&mut self, count: &Count) {
        let own = self.entity();
        let (a, b) = rayon::join(|| work(count.0), || work(count.0 + 1));
        self.0 = a ^ b;
        // Other parts of the pass may have run on this thread meanwhile.
        assert_eq!(self.entity(), own);
    }
}

#[test]
fn a_hook_may_fork_itself() {
    with_threads(3, || {
        let all = Entity::spawn_many(MANY / 10, |n, _| (Forked(0), Count(n as u32)));
        update_all(1.0);
        for (n, entity) in (0..).zip(all) {
            assert_eq!(entity.borrow::<Forked>().0, work(n) ^ work(n + 1));
        }
    });
}

#[derive(Component)]
#[component(track)]
struct Kept(u32);

thread_local! {
    static REF: RefCell<Option<Ref<Third>>> = const { RefCell::new(None) };
    static QUERY: RefCell<Option<Query<'static, (Entity, &'static Third)>>> = const { RefCell::new(None) };
    static ALL: RefCell<Option<Query<'static, Entity>>> = const { RefCell::new(None) };
    static OTHERS: RefCell<Option<ViewMut<'static, Other>>> = const { RefCell::new(None) };
}

#[derive(Component)]
#[component(track)]
struct Other(u32);

#[derive(Component)]
struct Third(u32);

#[derive(Component)]
#[component(parallel)]
struct Meddler(usize);

impl Meddler {
    /// Uses what the thread that has called for the pass has kept.
    fn update(&mut self, count: &mut Count, entity: Entity, kept: Option<&Kept>) {
        count.0 += kept.map_or(1, |kept| kept.0);
        assert!(entity != Entity::NONE);
        work(count.0);
        self.0 += QUERY.with_borrow_mut(|query| query.as_mut().map_or(0, |query| query.iter().count()));
        self.0 +=
            ALL.with_borrow_mut(|query| query.as_mut().map_or(0, |query| query.get(entity).is_some().into()));
        OTHERS.with_borrow_mut(|view| {
            view.iter_mut().for_each(|view| view.iter_mut().for_each(|other| other.0 += 1))
        });
        drop(REF.take());
    }
}

#[test]
fn guards_that_the_caller_has_kept_do_no_harm() {
    // The calling thread is one of the pool: it waits for others, and runs parts of the pass itself.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    pool.install(|| {
        ecs_core::World::new().enter(|| {
            let all = Entity::spawn_many(MANY / 10, |_, _| (Meddler(0), Count(0)));
            let kept = Entity::spawn().insert(Kept(1));
            Entity::spawn().insert(Other(0));
            all[1].insert(Kept(5));
            let third = Entity::spawn().insert(Third(1));
            REF.set(Some(third.borrow()));
            QUERY.set(Some(query()));
            ALL.set(Some(query()));
            OTHERS.set(Some(Other::view_mut()));
            update_all(1.0);
            QUERY.take();
            ALL.take();
            OTHERS.take();
            drop(REF.take());
            assert!(
                all.iter().enumerate().all(|(n, one)| one.borrow::<Count>().0 == if n == 1 { 5 } else { 1 })
            );
            kept.borrow_mut().0 += 1;
            third.borrow_mut().0 += 1;
        });
    });
}

#[derive(Singleton, Default)]
struct One(u32);

#[derive(Singleton, Default)]
struct Another(u32);

#[derive(Component)]
#[component(parallel)]
struct OfTwo(u32);

impl OfTwo {
    fn update(&mut self, one: &One, another: &Another) {
        self.0 = one.0 + another.0;
    }
}

/// Would catch: borrows that are counted for one of the two when the pass begins, and for both when it ends.
#[test]
fn a_pass_that_takes_two_singletons_borrows_both() {
    with_threads(2, || {
        One::set(One(1));
        Another::set(Another(2));
        let one = Entity::spawn().insert(OfTwo(0));
        update_all(1.0);
        assert_eq!(one.borrow().0, 3);
        assert_eq!((One::borrow_mut().0, Another::borrow_mut().0), (1, 2), "the pass has given both back");
    });
}

/// What is read needs no note that it was used: Miri and the thread sanitizer see one that is written.
#[test]
fn a_singleton_is_read_by_several_threads() {
    #[derive(Singleton, Default)]
    struct Wind(u32);
    #[derive(Component)]
    #[component(parallel)]
    struct Kite(u32);
    impl Kite {
        fn update(&mut self, wind: &Wind) {
            self.0 += wind.0;
            std::thread::yield_now();
        }
    }
    with_threads(2, || {
        Wind::set(Wind(1));
        Entity::spawn_many(40, |_, _| Kite(0));
        (0..3).for_each(|_| update_all(1.0));
        assert!(Kite::view().iter().all(|kite| kite.0 == 3));
    });
}

/// The guards are counted for the queries that are there; other threads read nothing of these counts.
#[test]
fn the_caller_ends_guards_and_visits_another_query_meanwhile() {
    const FEW: usize = 40;
    #[derive(Component)]
    struct Seen(u32);
    thread_local! {
        static QUERY: RefCell<Option<Query<'static, &'static Seen>>> = const { RefCell::new(None) };
        static KEPT: RefCell<Vec<Ref<Seen>>> = const { RefCell::new(Vec::new()) };
    }
    with_threads(2, || {
        let all = Entity::spawn_many(FEW, |n, _| Seen(n as u32));
        QUERY.set(Some(query()));
        KEPT.set(all.iter().take(10).map(|entity| entity.borrow::<Seen>()).collect());
        query::<&Seen>().par_each_chunk(1, |seen| {
            assert!((seen.0 as usize) < FEW);
            QUERY.with_borrow(|all| assert!(all.iter().all(|all| all.iter().count() == FEW)));
            KEPT.with_borrow_mut(|kept| drop(kept.pop()));
            std::thread::yield_now();
        });
        QUERY.take();
        KEPT.take();
    });
}
