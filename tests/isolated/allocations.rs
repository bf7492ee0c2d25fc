//! Features B5 and D6: in a steady state a frame allocates nothing.

use std::sync::Arc;

use ecs_core::{
    Archetype, Changed, Commands, Component, Entity, Handle, Headless, IntoSystem, Phase, Pool, Query,
    Recording, Schedule, Snapshots, View, With, World, local, next_frame, query, until, update_all, wait,
};

use crate::allocator::{ALLOCATIONS, BYTES};
use crate::support::ignore;

/// Runs some frames to warm up, then counts the allocations of each of 50 more.
fn allocations_a_frame(mut frame: impl FnMut()) -> [u32; 50] {
    (0..50).for_each(|_| frame());
    std::array::from_fn(|_| {
        let before = ALLOCATIONS.get();
        frame();
        ALLOCATIONS.get() - before
    })
}

const NONE: [u32; 50] = [0; 50];

#[derive(Component, Default)]
struct Transform {
    y: f32,
}

#[derive(Component, Default)]
struct Plane {
    transform: Handle<Transform>,
}

impl Plane {
    fn init(&mut self) {
        self.transform = self.add::<Transform>();
    }

    fn update(&mut self, dt: f32) {
        self.transform.borrow_mut().y += 1000.0 * dt;
    }
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations_a_frame(|| drop(Box::new(7))), [1; 50]);
}

#[test]
fn seed_d6_an_update_of_1000_airplanes_allocates_nothing() {
    let planes: Vec<_> = (0..1_000).map(|_| Entity::spawn().add::<Plane>()).collect();
    assert_eq!(allocations_a_frame(|| update_all(1.0 / 60.0)), NONE);
    let y = planes[999].borrow().transform.borrow().y;
    assert!((1_660.0..1_670.0).contains(&y), "{y} after 100 frames");
}

#[test]
fn d6_what_is_inherited_allocates_nothing() {
    #[derive(Component, Clone)]
    #[component(inherits)]
    struct Place(f32);

    impl Place {
        fn inherit(&mut self, parent: Option<&Self>) {
            self.0 = parent.map_or(0.0, |parent| parent.0) + 1.0;
        }
    }

    let top = Entity::spawn().insert(Place(0.0));
    let below = Entity::spawn().insert(Place(0.0));
    below.entity().child_of(top.entity());
    assert_eq!(allocations_a_frame(|| update_all(1.0 / 60.0)), NONE);
    assert_eq!(below.borrow().0, 2.0);
}

#[test]
fn seed_d6_spawning_and_killing_allocates_nothing_when_warm() {
    let mut planes: Vec<_> = (0..1_000).map(|_| Entity::spawn().add::<Plane>()).collect();
    let mut turn = 0;
    let churn = || {
        for _ in 0..20 {
            turn = (turn + 389) % planes.len();
            match turn % 3 {
                0 => assert!(planes[turn].entity().despawn()),
                1 => assert!(planes[turn].kill() && planes[turn].entity().despawn()),
                _ => assert!(
                    planes[turn].entity().remove::<Plane>().is_some() && planes[turn].entity().despawn()
                ),
            }
            planes[turn] = Entity::spawn().add::<Plane>();
        }
        update_all(1.0 / 60.0);
    };
    assert_eq!(allocations_a_frame(churn), NONE);
    assert_eq!((Plane::count(), Transform::count()), (1_000, 1_000));
}

#[test]
fn seed_d6_periods_and_waits_allocate_nothing() {
    let planes: Vec<_> = (0..100).map(|_| Entity::spawn().add::<Plane>()).collect();
    for (place, plane) in planes.iter().enumerate() {
        let seconds = 0.01 + place as f32 / 1000.0;
        plane.every(seconds, |plane| plane.transform.borrow_mut().y += 1.0);
        plane.entity().every(seconds, |plane| _ = plane.borrow_mut::<Transform>());
        plane.task(async move |plane| {
            loop {
                wait(0.02).await;
                plane.with(|plane| plane.transform.borrow_mut().y += 1.0);
                next_frame().await;
                let mut frames = 0;
                until(move || {
                    frames += 1;
                    frames > 2
                })
                .await;
            }
        });
    }
    assert_eq!(allocations_a_frame(|| update_all(1.0 / 60.0)), NONE);
    assert_eq!((World::stats().timers, World::stats().tasks), (200, 100));
}

#[test]
fn seed_d6_timers_of_plain_functions_allocate_nothing_when_warm() {
    #[derive(Component, Default)]
    struct Gun(u32);
    impl Gun {
        fn update(&mut self) {
            self.after(0.02, Self::fire);
        }
        fn fire(&mut self) {
            self.0 += 1;
        }
    }
    let gun = Entity::spawn().add::<Gun>();
    let frame = || {
        let shell = Entity::spawn();
        shell.despawn_after(0.0);
        shell.despawn_after(0.05).cancel();
        Entity::spawn().despawn_after(0.1);
        update_all(1.0 / 60.0);
    };
    assert_eq!(allocations_a_frame(frame), NONE);
    assert!(gun.borrow().0 > 90);
}

#[test]
fn seed_d6_bullets_that_kill_themselves_allocate_nothing_when_warm() {
    #[derive(Component, Default)]
    struct Bullet {
        age: u32,
        transform: Handle<Transform>,
    }
    impl Bullet {
        fn init(&mut self) {
            self.transform = self.add::<Transform>();
        }
        fn update(&mut self, transform: &mut Transform) {
            transform.y += 1.0;
            self.age += 1;
            if self.age == 10 {
                self.entity().despawn();
            }
        }
    }
    #[derive(Component, Default)]
    struct Gun;
    impl Gun {
        fn update(&mut self) {
            (0..5).for_each(|_| assert!(Entity::spawn().add::<Bullet>().is_alive()));
        }
    }
    Entity::spawn().add::<Gun>();
    Bullet::reserve(200);
    Transform::reserve(200);
    assert_eq!(allocations_a_frame(|| update_all(0.1)), NONE);
    assert!((45..=50).contains(&Bullet::count()), "{}", Bullet::count());
}

#[test]
fn seed_d6_switching_and_looking_allocate_nothing_when_warm() {
    let planes: Vec<_> = (0..1_000).map(|_| Entity::spawn().add::<Plane>()).collect();
    let mut is_on = false;
    let frame = || {
        for plane in planes.iter().step_by(7) {
            plane.set_enabled(is_on);
            plane.entity().set_enabled(!is_on);
        }
        is_on = !is_on;
        let mut view = Transform::view_mut();
        for plane in &planes {
            view[plane.sibling()].y += 1.0;
        }
        drop(view);
        let guards = [planes[1].borrow(), planes[2].borrow(), planes[1].borrow()];
        drop(guards);
        assert!(planes[3].entity().has::<(Plane, Transform)>());
        query::<(Entity, &mut Transform, Option<&Plane>)>()
            .filter::<With<Plane>>()
            .each(|(_, t, _)| t.y += 1.0);
        World::flush();
        update_all(0.1);
    };
    assert_eq!(allocations_a_frame(frame), NONE);
}

#[test]
fn seed_s16_taking_and_giving_back_allocate_nothing_when_warm() {
    let pool = Pool::<Archetype<(Transform, Plane)>>::with(
        || (Transform::default(), Plane::default()),
        |plane| plane.borrow_mut::<Plane>().transform = plane.handle(),
    );
    let mut taken: Vec<_> = (0..1_000).map(|_| pool.take()).collect();
    let mut turn = 0;
    let frame = || {
        for _ in 0..100 {
            turn = (turn + 389) % taken.len();
            assert!(pool.give_back(taken[turn]));
            taken[turn] = pool.take();
        }
        // Many at once, too.
        for (place, plane) in pool.live().enumerate() {
            assert!(place % 4 == 0 || pool.give_back(plane));
        }
        update_all(0.1);
        for plane in taken.iter_mut().filter(|plane| !plane.is_enabled()) {
            *plane = pool.take();
        }
    };
    assert_eq!(allocations_a_frame(frame), NONE);
    assert_eq!((Plane::count(), pool.len(), pool.live().count()), (1_000, 1_000, 1_000));
}

#[test]
fn seed_b22_room_that_was_reserved_is_enough() {
    let _ = Entity::spawn().add::<Plane>();
    let before = ALLOCATIONS.get();
    Plane::reserve(1_000);
    Transform::reserve(1_000);
    let reserved = ALLOCATIONS.get() - before;
    assert!((2..20).contains(&reserved), "{reserved} allocations for all");
    let capacities = || World::stats().stores.iter().map(|store| store.capacity).collect::<Vec<_>>();
    let room = capacities();
    assert!(room.iter().all(|&capacity| capacity >= 1_001));
    (0..1_000).for_each(|_| assert!(Entity::spawn().add::<Plane>().is_alive()));
    assert_eq!(capacities(), room);
}

#[test]
fn s6_one_of_many_that_lie_far_apart_comes_and_goes_without_a_new_table() {
    let entities: Vec<_> = (0..80_000).map(|_| Entity::spawn()).collect();
    Transform::reserve(100);
    for (count, &entity) in entities.iter().step_by(1_000).enumerate() {
        let come_and_go = || {
            entity.add::<Transform>();
            assert!(entity.remove::<Transform>().is_some());
        };
        come_and_go();
        let before = BYTES.get();
        (0..10).for_each(|_| come_and_go());
        // A node of a tree may come and go with it.
        assert!(BYTES.get() - before <= 10 * 600, "{} bytes for {count}", BYTES.get() - before);
        entity.add::<Transform>();
    }
}

#[test]
fn sending_to_who_is_free_allocates_nothing_and_visiting_neither() {
    struct Lift(f32);
    #[derive(Component, Default)]
    #[component(on(Lift))]
    struct Kite {
        y: f32,
    }
    impl Kite {
        fn on_lift(&mut self, lift: &Lift, transform: Option<&mut Transform>) {
            self.y += lift.0;
            transform.into_iter().for_each(|transform| transform.y += lift.0);
        }
    }
    #[derive(Component, Default)]
    #[component(on(Lift))]
    struct Tail;
    impl Tail {
        fn on_lift(&mut self, _: &Lift) {}
    }
    let kites: Vec<_> =
        (0..1_000).map(|_| Entity::spawn().with(Transform::default()).with(Tail).add::<Kite>()).collect();
    let frame = || {
        for kite in &kites {
            assert_eq!(kite.entity().send(Lift(1.0)), 2);
        }
        assert_eq!(Kite::send_all(Lift(1.0)) + ecs_core::send_all(Lift(1.0)), 3_000);
        Kite::for_each(|kite| kite.y += 1.0);
    };
    assert_eq!(allocations_a_frame(frame), NONE);
    // One that is borrowed has to wait, with room that is kept for the next time.
    let guards = kites.iter().map(|kite| kite.borrow()).collect::<Vec<_>>();
    let before = ALLOCATIONS.get();
    assert_eq!(ecs_core::send_all(Lift(1.0)), 2_000);
    let waiting = ALLOCATIONS.get() - before;
    assert!((2..300).contains(&waiting), "{waiting} allocations for a thousand that wait");
    drop(guards);
    let before = ALLOCATIONS.get();
    World::flush();
    assert_eq!(ALLOCATIONS.get() - before, 0);
    assert_eq!((kites[999].borrow().y, kites[999].sibling::<Transform>().borrow().y), (401.0, 301.0));
}

#[test]
fn noting_changes_and_looking_for_them_allocates_nothing() {
    #[derive(Component)]
    #[component(track)]
    struct Health(u32);
    impl Health {
        fn update(&mut self, transform: &mut Transform) {
            transform.y = self.0 as f32;
            self.0 += 1;
        }
    }
    let all: Vec<_> =
        (0..1_000).map(|n| Entity::spawn().with(Transform::default()).insert(Health(n))).collect();
    let frame = || {
        let seen = World::tick();
        update_all(0.1);
        all[7].borrow_mut().0 += 1;
        Health::view_mut()[all[8]].0 += 1;
        query::<&mut Health>().filter::<Changed<Health>>().each(|health| health.0 -= 1);
        let changed = query::<&Health>().filter::<(Changed<Health>, With<Transform>)>().since(seen);
        assert_eq!(changed.count(), 1_000);
    };
    assert_eq!(allocations_a_frame(frame), NONE);
}

#[test]
fn a_schedule_that_does_not_change_allocates_nothing() {
    fn climb(mut all: Query<&mut Transform>, dt: f32) {
        all.each(|transform| transform.y += dt);
    }
    fn look(planes: View<Plane>, all: View<Transform>) {
        assert!(planes.iter().all(|plane| all[plane.transform].y > 0.0));
    }
    // One that has commands and gives none.
    fn land(all: Query<(Entity, &Transform), With<Plane>>, commands: Commands) {
        for (entity, _) in all.iter().filter(|(_, transform)| transform.y < 0.0) {
            commands.despawn(entity);
        }
    }
    let schedule = || {
        Schedule::new().add(climb).add(look.after(climb)).add(land).add(local(|_: f32| ()).run_if(|| true))
    };
    for _ in 0..3 {
        Entity::spawn().add::<Plane>();
    }
    let mut alone = schedule();
    assert_eq!(allocations_a_frame(|| alone.run(0.1)), NONE);
    World::set_schedule(Phase::Update, schedule());
    assert_eq!(allocations_a_frame(|| update_all(0.1)), NONE);
}

#[test]
fn g2_timings_allocate_nothing_in_a_steady_state() {
    fn climb(mut all: Query<&mut Transform>, dt: f32) {
        all.each(|transform| transform.y += dt);
    }
    fn look(all: View<Transform>) {
        assert!(all.iter().all(|transform| transform.y >= 0.0));
    }
    let plane = Entity::spawn().add::<Plane>();
    World::set_fixed_step(0.15);
    World::set_schedule(Phase::LateUpdate, Schedule::new().add((climb, look).chain()));
    for is_on in [false, true] {
        World::set_timings(is_on);
        let frame = || {
            plane.entity().set_enabled(!plane.is_enabled());
            update_all(0.1);
        };
        assert_eq!(allocations_a_frame(frame), NONE);
        assert_eq!(World::stats().timed_frames, if is_on { 100 } else { 0 });
    }
}

#[test]
fn g2_timings_of_parallel_passes_allocate_nothing_more() {
    #[derive(Component)]
    #[component(parallel)]
    struct Boid(u32);
    impl Boid {
        fn update(&mut self) {
            self.0 += 1;
        }
    }
    // Others allocate at times of their own.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread starts");
    World::set_thread_pool(Arc::new(pool)).expect("there is a world");
    (0..100).for_each(|n| ignore(Entity::spawn().insert(Boid(n))));
    let untimed = allocations_a_frame(|| update_all(0.1));
    World::set_timings(true);
    assert_eq!(allocations_a_frame(|| update_all(0.1)), untimed);
}

#[test]
fn r4_saving_and_going_back_allocates_nothing_when_warm() {
    #[derive(Component, Clone, Copy)]
    struct Point {
        y: f32,
        next: Handle<Point>,
    }
    #[derive(Component, Clone, Default)]
    struct Label {
        #[expect(dead_code, reason = "it is cloned")]
        number: u32,
    }
    #[derive(Component, Clone, Copy, Default)]
    struct Mark;

    let points: Vec<_> = (0..1_000)
        .map(|n| {
            let point = Entity::spawn().insert(Point { y: n as f32, next: Handle::default() });
            point.entity().with(Label { number: n });
            point
        })
        .collect();
    points.windows(2).for_each(|pair| pair[0].borrow_mut().next = pair[1]);
    points.iter().step_by(3).for_each(|point| _ = point.entity().add::<Mark>());
    fn idle(_: View<Point>) {}
    World::set_schedule(Phase::Update, Schedule::new().add(idle).add(idle.run_if(|| true)));
    let mut snapshots = Snapshots::new(8);
    let mut frame = 0;
    let mut everything = || {
        snapshots.save(frame).unwrap();
        Point::view_mut().iter_mut().for_each(|point| point.y += 1.0);
        let next = points[frame as usize % 500].borrow().next;
        next.borrow_mut().y += 1.0;
        let label = points[frame as usize % 500].entity();
        label.remove::<Label>();
        label.insert(Label { number: frame as u32 });
        label.remove::<Mark>();
        label.add::<Mark>();
        if frame % 5 == 4 {
            snapshots.load(frame - 3).unwrap();
        }
        frame += 1;
    };
    // Until each list has been as long as it gets.
    (0..100).for_each(|_| everything());
    assert_eq!(allocations_a_frame(everything), NONE);
}

#[test]
fn z1_frames_that_are_kept_allocate_nothing_once_the_history_is_full() {
    #[derive(Component, Clone, Copy)]
    struct Point(f32);
    impl Point {
        fn update(&mut self, dt: f32) {
            self.0 += dt;
        }
    }

    World::set_history(1 << 20);
    let points: Vec<_> = (0..2_000).map(|_| Entity::spawn().insert(Point(0.0))).collect();
    let mut frame = 0;
    let mut everything = || {
        // Rows come and go.
        let point = points[frame % 2_000].entity();
        point.remove::<Point>();
        point.insert(Point(1.0));
        frame += 1;
        update_all(0.5);
    };
    (0..200).for_each(|_| everything());
    assert!(World::history().frames().len() < 150, "it is full");
    assert_eq!(allocations_a_frame(everything), NONE);
}

#[test]
fn r4_what_was_not_written_to_is_shared() {
    #[derive(Component, Clone, Copy)]
    struct Wide([u64; 16]);

    let all: Vec<_> = (0..2_000).map(|n| Entity::spawn().insert(Wide([n; 16]))).collect();
    let mut snapshots = Snapshots::new(10);
    let bytes_of = |write: &dyn Fn(), snapshots: &mut Snapshots, frame| {
        write();
        let before = BYTES.get();
        snapshots.save(frame).unwrap();
        BYTES.get() - before
    };
    let whole = bytes_of(&|| (), &mut snapshots, 0);
    assert!(whole > 2_000 * 128, "{whole}");
    let none = bytes_of(&|| (), &mut snapshots, 1);
    assert!(none < 4_000, "nothing was written: {none} bytes");
    let one = bytes_of(&|| all[700].borrow_mut().0[3] = 7, &mut snapshots, 2);
    assert!(one < 256 * 128 + 4_000, "one page: {one} bytes");
    let read = bytes_of(&|| assert_eq!(Wide::view().len(), 2_000), &mut snapshots, 3);
    assert!(read < 4_000, "only read: {read} bytes");
    let all_again = bytes_of(&|| drop(Wide::view_mut()), &mut snapshots, 4);
    assert!(all_again > 2_000 * 128 && all_again < whole, "{all_again}: values alone");
}

#[test]
fn y3_hooks_that_return_allocate_nothing() {
    #[derive(Component)]
    struct Idler(u32);
    impl Idler {
        fn update(&mut self) -> Option<()> {
            self.0 = self.0.checked_add(1)?;
            self.0.is_multiple_of(2).then_some(())
        }
        fn late_update(&mut self) -> Result<(), &'static str> {
            Ok(())
        }
    }
    Entity::spawn_many(1_000, |n, _| Idler(n as u32));
    assert_eq!(allocations_a_frame(|| update_all(0.1)), NONE);
}

#[test]
fn z3_a_frame_with_the_input_of_the_one_before_is_recorded_without_an_allocation() {
    Entity::spawn().add::<Plane>();
    let mut game = Headless::new(|_: &Vec<u32>, dt| update_all(dt));
    game.input().extend([1, 2, 3]);
    let mut recording = Recording::new("game", "1").compare_every(0);
    let frame = || {
        game.frames(1);
        recording.frame(game.input(), 1.0 / 60.0).unwrap();
    };
    assert_eq!(allocations_a_frame(frame), NONE);
}
