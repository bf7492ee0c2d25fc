//! What `docs/rollback.md` says of each pitfall: a small world that goes back in each frame comes to the same
//! as one that never does.

use ecs_core::systems::Item;
use ecs_core::{
    Changed, Commands, Component, Entity, Events, IntoSystem, Phase, Query, Removed, Schedule, Singleton,
    Snapshots, System, World, check_rollback, find, query, time, update_all,
};
use serde::Serialize;

const FRAMES: u64 = 40;

/// What a game has noted, in the order in which it happened.
#[derive(Singleton, Clone, Default, Serialize)]
struct Log(Vec<String>);

impl Log {
    fn note(text: impl Into<String>) {
        Self::borrow_mut().0.push(text.into());
    }
}

/// Says that a game that goes back in each frame notes the same as one that does not. `each` is called before
/// each frame. Returns what was noted.
fn is_the_same(start: fn(), each: fn(u64)) -> Vec<String> {
    let advance = |frame| {
        each(frame);
        update_all(1.0 / 60.0);
    };
    let noted = |play: &dyn Fn()| {
        World::new().enter(|| {
            start();
            play();
            Log::borrow().0.clone()
        })
    };
    let straight = noted(&|| (0..FRAMES).for_each(advance));
    assert!(straight.len() > 3, "{straight:?}");
    let back = noted(&|| _ = check_rollback(FRAMES, 5, advance).unwrap());
    assert_eq!(back, straight);
    straight
}

#[derive(Component, Clone, Serialize)]
struct Ball(u64);

#[test]
fn the_order_of_a_query_is_that_of_the_first_time() {
    let each = |frame: u64| {
        let ball = Entity::spawn().with(Ball(frame));
        if frame.is_multiple_of(3) {
            // The last one takes the place of the first in the store.
            query::<(Entity, &Ball)>().first().unwrap().0.despawn();
        }
        ball.set_enabled(frame.is_multiple_of(2));
        let order: Vec<_> = query::<&Ball>().iter().map(|ball| ball.0.to_string()).collect();
        Log::note(order.join(" "));
    };
    is_the_same(|| (), each);
}

struct Bang(u64);

fn hear(bangs: Events<Bang>, gone: Removed<Ball>, log: &mut Log) {
    log.0.extend(bangs.iter().map(|(_, bang)| format!("bang {}", bang.0)));
    log.0.extend(gone.iter().map(|entity| format!("{entity} is gone")));
}

fn bang(balls: Query<(Entity, &Ball)>, commands: Commands) {
    for (entity, ball) in &balls {
        commands.emit(Bang(ball.0));
        commands.despawn(entity);
    }
}

#[test]
fn what_waits_for_a_system_over_a_frame_is_heard_as_often_as_the_first_time() {
    // The one that hears runs first, so all waits for the next frame.
    let start = || _ = World::set_schedule(Phase::Update, Schedule::new().add((hear, bang).chain()));
    let log = is_the_same(start, |frame| _ = Entity::spawn().with(Ball(frame)));
    assert_eq!(log.iter().filter(|line| line.starts_with("bang 7")).count(), 1);
}

/// A system that keeps something for itself.
struct Counting(u32);

impl System for Counting {
    type Params = (&'static mut Log,);

    fn update(&mut self, (log,): Item<'_, Self::Params>) {
        self.0 += 1;
        log.0.push(self.0.to_string());
    }
}

#[test]
fn what_a_system_keeps_for_itself_does_not_go_back() {
    World::set_schedule(Phase::Update, Schedule::new().add(Counting(0)));
    let desync = check_rollback(FRAMES, 5, |_| update_all(1.0 / 60.0)).unwrap_err().to_string();
    assert!(desync.contains("Log of "), "{desync}");
}

#[derive(Component, Clone, Default, Serialize)]
#[component(requires(Ball = Ball(0)))]
struct Late(u32);

impl Late {
    fn update(&mut self, ball: &mut Ball) {
        self.0 += 1;
        ball.0 += u64::from(self.0);
        Log::note(format!("{} {}", self.0, ball.0));
    }
}

#[test]
fn a_type_that_comes_in_mid_game_is_not_there_before() {
    is_the_same(
        || (),
        |frame| {
            if frame == 20 {
                Entity::spawn().add::<Late>();
            }
        },
    );
}

/// Nothing that can be copied.
#[derive(Component)]
struct Socket;

impl Drop for Socket {
    fn drop(&mut self) {}
}

#[test]
fn a_type_that_cannot_be_copied_is_named_when_the_world_is_saved() {
    Entity::spawn().with(Socket);
    let error = Snapshots::new(1).save(0).unwrap_err().to_string();
    assert!(error.contains("Socket") && error.contains("no_snapshot"), "{error}");
}

#[derive(Component, Clone)]
struct Secret(u32);

#[test]
fn a_type_that_is_not_compared_is_named() {
    let secret = Entity::spawn().with(Ball(1)).insert(Secret(1));
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    secret.borrow_mut().0 = 2;
    snapshots.save(1).unwrap();
    let first = snapshots.hash(0).unwrap().total();
    let second = snapshots.hash(1).unwrap();
    assert_eq!((second.total(), second.unhashed()), (first, &["Secret"][..]));
    snapshots.load(0).unwrap(); // it goes back all the same
    assert_eq!(secret.borrow().0, 1);
}

#[test]
fn an_entity_is_the_same_one_again() {
    let ball = Entity::spawn().insert(Ball(7));
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    let end_and_spawn = || {
        ball.entity().despawn();
        [Entity::spawn(), Entity::spawn()]
    };
    let spawned = end_and_spawn();
    snapshots.load(0).unwrap();
    assert_eq!(ball.borrow().0, 7); // through a handle that was kept outside of the world
    assert!(!spawned[0].is_alive() && !spawned[1].is_alive());
    assert_eq!(end_and_spawn(), spawned);
}

#[test]
fn parents_and_names_come_back() {
    let start = || {
        Entity::spawn().set_name("root");
    };
    is_the_same(start, |frame| {
        let root = find("root").unwrap();
        let child = Entity::spawn().with(Ball(frame)).child_of(root);
        child.set_name(&format!("child {frame}"));
        match frame % 5 {
            0 if frame > 0 => drop(root.children().next().map(|first| child.child_of(first))),
            3 => drop(root.children().next().map(Entity::despawn)),
            4 => drop(root.children().next_back().map(Entity::detach)),
            _ => {}
        }
        let names: Vec<_> = root.descendants().filter_map(Entity::name).collect();
        Log::note(names.join(", "));
    });
}

#[derive(Component, Clone, Serialize)]
#[component(inherits)]
struct Height {
    own: u32,
    all: u32,
}

impl Height {
    fn inherit(&mut self, parent: Option<&Height>) {
        self.all = self.own + parent.map_or(0, |parent| parent.all);
    }

    fn fixed_update(&mut self) {
        Log::note(self.all.to_string()); // what it has inherited in the frame before
        self.own += 1;
    }
}

#[test]
fn what_is_inherited_is_a_part_of_the_frame() {
    let start = || {
        let tower = Entity::spawn().with(Height { own: 1, all: 0 });
        Entity::spawn().with(Height { own: 10, all: 0 }).child_of(tower);
    };
    is_the_same(start, |_| ());
}

#[derive(Component, Clone, Serialize)]
#[component(track)]
struct Door(bool);

fn see(changed: Query<(Entity, &Door), Changed<Door>>, log: &mut Log) {
    log.0.extend(changed.iter().map(|(entity, door)| format!("{entity} {}", door.0)));
}

#[test]
fn what_was_loaded_has_not_changed() {
    let start = || {
        Entity::spawn_many(3, |_, _| Door(false));
        World::set_schedule(Phase::LateUpdate, Schedule::new().add(see));
    };
    let log = is_the_same(start, |frame| {
        if frame % 7 == 0 {
            query::<&mut Door>().first_mut().unwrap().0 = frame % 2 == 0;
        }
    });
    assert_eq!(log.len(), 3 + 5); // all of them at first, and then one in each seventh frame
}

#[derive(Component, Clone, Default, Serialize)]
struct Clock {
    steps: u32,
}

impl Clock {
    fn init(&mut self) {
        self.every(0.05, |clock| Log::note(format!("{} at {:.3}", clock.steps, time().elapsed())));
        self.after(0.3, |clock| _ = clock.entity().despawn_after(0.2));
    }

    fn fixed_update(&mut self) {
        self.steps += 1;
    }
}

#[test]
fn timers_and_the_clock_go_back() {
    let start = || {
        World::set_fixed_step(0.007);
        Entity::spawn().add::<Clock>();
    };
    is_the_same(start, |_| ());
}

/// Where the sound card plays what belongs to a ball.
#[derive(Component)]
#[component(no_snapshot)]
struct Channel(u32);

#[test]
fn what_is_only_seen_or_heard_stays_as_it_is_now() {
    let ball = Entity::spawn().with(Ball(1)).with(Channel(1));
    let shadow = Entity::spawn().with(Channel(2)).child_of(ball);
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    ball.borrow_mut::<Ball>().0 = 2;
    ball.borrow_mut::<Channel>().0 = 11;
    shadow.borrow_mut::<Channel>().0 = 12;
    snapshots.load(0).unwrap();
    assert_eq!((ball.borrow::<Ball>().0, ball.borrow::<Channel>().0), (1, 11));
    assert_eq!((shadow.borrow::<Channel>().0, shadow.parent()), (12, Some(ball)));
}
