//! R6: what is kept outside of the world when that goes back.

use std::cell::Cell;
use std::collections::BTreeMap;

use ecs_core::saves::Loading;
use ecs_core::{
    Added, Changed, Component, Entity, Handle, Phase, Save, Schedule, Singleton, SnapshotError, Snapshots,
    SystemCondition, Tick, Watch, World, check_rollback, not, query, update_all,
};
use serde::{Deserialize, Serialize};

use crate::support::{Random, hash_now};

#[derive(Component, Clone, Copy, Serialize, PartialEq, Debug, Default)]
#[component(track)]
struct Ball {
    x: u32,
}

#[derive(Singleton, Clone, Copy, Serialize, Default)]
#[component(track)]
struct Score(u32);

// Outside of the world, so in no hash.
thread_local! {
    static SEEN: Cell<usize> = const { Cell::new(0) };
}

fn taken() -> usize {
    SEEN.take()
}

fn changed_since(tick: Tick) -> usize {
    query::<&Ball>().filter::<Changed<Ball>>().since(tick).count()
}

fn added_since(tick: Tick) -> usize {
    query::<&Ball>().filter::<Added<Ball>>().since(tick).count()
}

// ---- ticks ----

#[test]
fn r6_a_tick_that_was_taken_back_is_before_everything() {
    let [still, moved] = [1, 2].map(|x| Entity::spawn().insert(Ball { x }));
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    moved.borrow_mut().x = 7;
    let tick = World::tick();
    assert!(!moved.changed_since(tick));
    snapshots.load(0).unwrap();
    assert_eq!(moved.borrow().x, 2, "it differs from what was seen at that tick");
    assert!(moved.changed_since(tick) && moved.added_since(tick));
    assert!(still.changed_since(tick), "nothing is known of it");
    assert_eq!((changed_since(tick), added_since(tick)), (2, 2));
    assert!(query::<&Ball>().filter::<(Changed<Ball>, Added<Ball>)>().since(tick).count() == 2);
    // From there on as ever.
    let tick = World::tick();
    assert_eq!((changed_since(tick), added_since(tick)), (0, 0));
    moved.borrow_mut().x = 3;
    assert!(moved.changed_since(tick) && !moved.added_since(tick) && !still.changed_since(tick));
    assert!(tick < World::tick());
}

#[test]
fn r6_what_is_written_after_a_tick_is_later_though_the_world_goes_back_in_between() {
    let ball = Entity::spawn().insert(Ball::default());
    let mut snapshots = Snapshots::new(8);
    for frame in 0..5 {
        snapshots.save(frame).unwrap();
        update_all(0.1);
    }
    let tick = World::tick();
    snapshots.load(2).unwrap();
    ball.borrow_mut().x = 9;
    assert!(ball.changed_since(tick));
    Score::borrow_mut().0 = 1;
    assert!(Score::changed_since(tick));
}

#[test]
fn r6_a_tick_from_before_the_snapshot_stays_exact() {
    let [old, new] = [1, 2].map(|x| Entity::spawn().insert(Ball { x }));
    let tick = World::tick();
    let mut snapshots = Snapshots::new(1);
    new.borrow_mut().x += 1;
    snapshots.save(0).unwrap();
    for _ in 0..3 {
        old.borrow_mut().x += 1;
        update_all(0.1);
        snapshots.load(0).unwrap();
        assert!(new.changed_since(tick) && !old.changed_since(tick));
        assert_eq!((changed_since(tick), added_since(tick)), (1, 0));
    }
}

#[test]
fn r6_a_change_right_after_a_snapshot_is_none_of_the_snapshot() {
    let ball = Entity::spawn().insert(Ball { x: 1 });
    let mut snapshots = Snapshots::new(1);
    ball.borrow_mut().x = 2;
    snapshots.save(0).unwrap();
    ball.borrow_mut().x = 3;
    let tick = World::tick();
    snapshots.load(0).unwrap();
    assert!(ball.changed_since(tick));
}

#[test]
fn r6_going_forward_again_makes_the_ticks_of_that_future_good_again() {
    let ball = Entity::spawn().insert(Ball { x: 0 });
    let mut snapshots = Snapshots::new(3);
    snapshots.save(0).unwrap();
    ball.borrow_mut().x = 1;
    let of_first = World::tick();
    snapshots.save(1).unwrap();
    snapshots.load(0).unwrap();
    let of_second = World::tick();
    assert!(ball.changed_since(of_first) && !ball.changed_since(of_second));
    snapshots.load(1).unwrap();
    assert!(!ball.changed_since(of_first), "it is as it was then");
    assert!(ball.changed_since(of_second));
}

#[test]
fn r6_whoever_draws_by_ticks_draws_what_is() {
    let mut random = Random(41);
    let mut snapshots = Snapshots::new(6);
    let balls: Vec<Handle<Ball>> = (0..5).map(|x| Entity::spawn().insert(Ball { x })).collect();
    // Pictures that are looked at more and less often, each with the tick of the last look.
    let mut pictures = [(); 3].map(|()| (Tick::default(), BTreeMap::<Entity, u32>::new()));
    for step in 0..3000 {
        match random.below(6) {
            0 => snapshots.save(random.below(6) as u64).unwrap(),
            1 => {
                let frame = random.below(6) as u64;
                if snapshots.contains(frame) {
                    snapshots.load(frame).unwrap();
                }
            }
            2 => update_all(0.1),
            _ => balls[random.below(5)].borrow_mut().x = step,
        }
        for (every, (tick, picture)) in [1, 3, 17].into_iter().zip(&mut pictures) {
            if random.below(every) == 0 {
                for ball in &query::<&Ball>().filter::<Changed<Ball>>().since(*tick) {
                    picture.insert(ball.entity(), ball.x);
                }
                *tick = World::tick();
                assert!(balls.iter().all(|ball| picture[&ball.entity()] == ball.borrow().x), "step {step}");
            }
        }
    }
}

#[test]
fn r6_a_tick_in_a_component_means_the_same_each_time() {
    #[derive(Component, Clone, Serialize, Default)]
    struct Watcher {
        #[serde(skip)]
        looked: Tick,
        #[serde(skip)]
        first: Tick,
        changes: usize,
        ever: usize,
    }
    impl Watcher {
        fn update(&mut self) {
            self.changes += changed_since(self.looked);
            self.ever += changed_since(self.first);
            self.looked = World::tick();
        }
    }
    #[derive(Component, Clone, Copy, Serialize, Default)]
    struct Mover(u32);
    impl Mover {
        fn update(&mut self, ball: &mut Ball) {
            self.0 += 1;
            ball.x += u32::from(self.0.is_multiple_of(3));
        }
    }
    let play = |distance| {
        World::new().enter(|| {
            let watcher = Entity::spawn().add::<Watcher>();
            (0..3).for_each(|x| _ = Entity::spawn().with(Ball { x }).add::<Mover>());
            watcher.borrow_mut().first = World::tick();
            let end = check_rollback(40, distance, |frame| {
                if frame % 4 == 0 {
                    Entity::spawn().add::<Ball>();
                }
                update_all(0.1);
                if frame % 10 == 0 {
                    watcher.borrow_mut().first = World::tick();
                }
            });
            end.unwrap().total()
        })
    };
    assert_eq!([1, 2, 7].map(play), [play(0); 3]);
}

// ---- those who look back without a tick ----

#[test]
fn r6_a_schedule_outside_of_the_world_looks_at_everything_again() {
    fn draw(changed: ecs_core::Query<&Ball, Changed<Ball>>, score: Watch<Score>) {
        SEEN.set(changed.count() + if score.has_changed() { 100 } else { 0 });
    }
    fn alone(_: ecs_core::Query<&Ball, Changed<Ball>>) {
        SEEN.set(SEEN.get() + 1000);
    }
    let balls: Vec<_> = (0..3).map(|x| Entity::spawn().insert(Ball { x })).collect();
    Score::borrow_mut().0 = 1;
    let condition = not(not(Score::has_changed)).and(Score::has_changed);
    let mut drawing = Schedule::new()
        .add(ecs_core::local(draw))
        .add(ecs_core::IntoSystem::run_if(ecs_core::local(alone), condition));
    let mut look = || {
        drawing.run(0.1);
        taken()
    };
    assert_eq!((look(), look()), (1103, 0));
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    for _ in 0..2 {
        Score::borrow_mut().0 = 2;
        balls[1].borrow_mut().x = 7;
        assert_eq!((look(), look()), (1101, 0));
        snapshots.load(0).unwrap();
        assert_eq!((look(), look()), (1103, 0), "whatever it has seen before");
        balls[0].borrow_mut().x += 1;
        assert_eq!((look(), look()), (1, 0));
    }
}

#[test]
fn r6_a_schedule_of_the_world_sees_the_same_again() {
    fn count(changed: ecs_core::Query<&Ball, Changed<Ball>>, score: &mut Score) {
        score.0 += changed.iter().count() as u32;
    }
    let balls: Vec<_> = (0..3).map(|x| Entity::spawn().insert(Ball { x })).collect();
    World::set_schedule(Phase::Update, Schedule::new().add(count));
    let end = check_rollback(30, 4, |frame| {
        balls[frame as usize % 3].borrow_mut().x += 1;
        update_all(0.1);
    });
    assert_eq!(end.unwrap().total(), hash_now());
    assert_eq!(Score::borrow().0, 3 + 29);
}

#[test]
fn r6_a_schedule_that_came_since_looks_at_everything_too() {
    fn look(changed: ecs_core::Query<&Ball, Changed<Ball>>) {
        SEEN.set(changed.count());
    }
    (0..3).for_each(|x| _ = Entity::spawn().with(Ball { x }));
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    World::set_schedule(Phase::Update, Schedule::new().add(ecs_core::local(look)));
    update_all(0.1);
    assert_eq!(taken(), 3);
    snapshots.load(0).unwrap();
    update_all(0.1);
    assert_eq!(taken(), 3, "as the first time");
}

#[test]
fn r6_the_pass_of_a_type_that_stays_looks_at_everything_again() {
    #[derive(Component, Default)]
    #[component(no_snapshot)]
    struct Picture(BTreeMap<Entity, u32>);
    impl Picture {
        fn late_update(&mut self) {
            for ball in &query::<&Ball>().filter::<Changed<Ball>>() {
                self.0.insert(ball.entity(), ball.x);
            }
        }
    }
    let ball = Entity::spawn().insert(Ball { x: 1 });
    let picture = Entity::spawn().add::<Picture>();
    update_all(0.1);
    update_all(0.1);
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    ball.borrow_mut().x = 7;
    update_all(0.1);
    assert_eq!(picture.borrow().0[&ball.entity()], 7);
    snapshots.load(0).unwrap();
    update_all(0.1);
    assert_eq!(picture.borrow().0[&ball.entity()], 1);
}

// ---- loops ----

#[test]
fn r6_a_loop_over_relatives_ends_where_the_world_goes_back() {
    let [top, other] = [(); 2].map(|()| Entity::spawn());
    let children: Vec<_> = (0..3).map(|_| Entity::spawn().child_of(other)).collect();
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    children.iter().for_each(|child| _ = child.child_of(top));
    let (mut loops, mut up) = ([top.children(), top.descendants()], children[2].ancestors());
    assert!(loops.iter_mut().all(|below| below.next() == Some(children[0])));
    snapshots.load(0).unwrap();
    assert_eq!(children[1].parent(), Some(other));
    assert!(loops.iter_mut().all(|below| below.next().is_none() && below.next_back().is_none()));
    assert_eq!(up.next(), None);
    assert_eq!((other.children().count(), children[2].ancestors().count()), (3, 1));
}

#[test]
fn r6_a_loop_over_ancestors_ends_whatever_goes_back_in_it() {
    let [a, b] = [(); 2].map(|()| Entity::spawn());
    b.child_of(a);
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    b.detach();
    a.child_of(b);
    snapshots.save(1).unwrap();
    let mut turns = 0;
    for _ in a.ancestors() {
        turns += 1;
        assert!(turns < 10, "it does not end");
        snapshots.load((turns % 2) ^ 1).unwrap();
    }
    assert_eq!(turns, 1);
}

// ---- ids ----

#[derive(Component, Serialize, Deserialize, Clone)]
struct Label(u32);

type Labels = Save<(Label,)>;

thread_local! {
    static KEPT: Cell<Option<Loading<(Label,)>>> = const { Cell::new(None) };
}

/// Reads a save of two entities, and keeps what was read.
fn read_and_keep() {
    let text = World::new().enter(|| {
        let [a, b] = [1, 2].map(|n| Entity::spawn().with(Label(n)));
        b.child_of(a);
        Labels::write_with(serde_json::to_string).unwrap().0
    });
    let kept = Labels::read_with(|| -> Result<_, String> {
        KEPT.set(Some(serde_json::from_str(&text).unwrap()));
        Err("it is kept".into())
    });
    assert!(kept.is_err());
}

#[test]
fn r6_while_a_save_is_read_and_kept_nothing_is_saved_and_nothing_goes_back() {
    let old = Entity::spawn().insert(Label(0));
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    let before = hash_now();
    old.borrow_mut().0 = 9;
    read_and_keep();
    for error in [snapshots.load(0), snapshots.save(1)].map(Result::unwrap_err) {
        assert!(matches!(error, SnapshotError::Promised { ids: 2.. }), "{error:?}");
    }
    assert_eq!((old.borrow().0, snapshots.contains(1)), (9, false), "nothing has happened");
    // Placed, it is a part of the world as any other.
    let report = Labels::read_with(|| Ok::<_, String>(KEPT.take().unwrap())).unwrap();
    let [a, b] = [0, 1].map(|place| report.entities()[place]);
    assert_eq!((a.borrow::<Label>().0, b.parent()), (1, Some(a)));
    snapshots.save(1).unwrap();
    snapshots.load(0).unwrap();
    assert_eq!(hash_now(), before);
    assert!(!a.is_alive() && !b.is_alive());
}

#[test]
fn r6_what_was_read_and_is_dropped_has_promised_nothing() {
    Entity::spawn().with(Label(0));
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    let before = hash_now();
    read_and_keep();
    let refusal = snapshots.load(0).unwrap_err().to_string();
    assert!(refusal.ends_with("or drop it, before the snapshot"), "{refusal}");
    drop(KEPT.take());
    snapshots.load(0).unwrap();
    assert_eq!(hash_now(), before, "the ids that come next are the same, too");
}

#[test]
fn r6_an_id_of_an_undone_future_comes_again() {
    #[derive(Component, Clone, Copy, Serialize)]
    struct Gold(u32);
    // A machine that has guessed wrong, and one that has not.
    let play = |guesses: u32| {
        World::new().enter(|| {
            let mut snapshots = Snapshots::new(1);
            snapshots.save(0).unwrap();
            let mut undone = None;
            for _ in 0..guesses {
                let wrong = Entity::spawn().insert(Gold(1));
                undone = Some((wrong, wrong.after(9.0, |_| ())));
                snapshots.load(0).unwrap();
                assert!(!wrong.entity().is_alive() && wrong.get().is_none(), "now it can be told");
                assert!(!undone.is_some_and(|(_, timer)| timer.is_pending()));
            }
            let right = Entity::spawn().insert(Gold(1000));
            let timer = right.after(9.0, |_| ());
            if let Some((wrong, wrong_timer)) = undone {
                assert_eq!((wrong, wrong_timer), (right, timer), "from here on it cannot");
                assert_eq!(wrong.borrow().0, 1000);
                assert!(wrong.entity().try_borrow::<Label>().is_err(), "no type is confused");
            }
            hash_now()
        })
    };
    assert_eq!([play(1), play(3)], [play(0); 2], "equal ids on all machines need that");
}
