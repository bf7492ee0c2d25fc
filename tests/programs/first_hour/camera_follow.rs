//! Unity's most common script: a camera that follows the player. And others that follow one another.

use std::ops::{Add, Mul};

use ecs_core::{Component, Entity, Handle, update_all};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

fn vec3(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3 { x, y, z }
}

impl Add for Vec3 {
    type Output = Vec3;

    fn add(self, other: Vec3) -> Vec3 {
        vec3(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl Mul<f32> for Vec3 {
    type Output = Vec3;

    fn mul(self, factor: f32) -> Vec3 {
        vec3(self.x * factor, self.y * factor, self.z * factor)
    }
}

#[derive(Component, Default)]
struct Transform {
    pos: Vec3,
}

#[derive(Component)]
struct Player {
    velocity: Vec3,
}

impl Player {
    fn update(&mut self, dt: f32, transform: &mut Transform) {
        transform.pos = transform.pos + self.velocity * dt;
    }
}

#[derive(Component)]
struct CameraFollow {
    player: Handle<Transform>,
    offset: Vec3,
}

impl CameraFollow {
    fn late_update(&self, transform: &mut Transform) {
        transform.pos = self.player.borrow().pos + self.offset;
    }
}

/// Keeps both players on the screen.
#[derive(Component)]
struct SplitCamera {
    players: Vec<Handle<Transform>>,
}

impl SplitCamera {
    fn late_update(&mut self, transform: &mut Transform) {
        self.players.retain(|player| player.is_alive());
        let mut sum = Vec3::default();
        for player in &self.players {
            sum = sum + player.borrow().pos;
        }
        transform.pos = sum * (1.0 / self.players.len() as f32);
    }
}

/// A duckling: walks behind the one before it.
#[derive(Component)]
struct Follower {
    leader: Handle<Transform>,
}

impl Follower {
    fn late_update(&mut self, transform: &mut Transform) {
        if let Some(leader) = self.leader.get() {
            transform.pos = leader.pos + vec3(-1.0, 0.0, 0.0);
        }
    }
}

/// Goes off by itself while others move.
#[derive(Component)]
struct Barrel {
    fuse: u32,
}

impl Barrel {
    fn late_update(&mut self, transform: &mut Transform) {
        transform.pos.y += 1.0;
        self.fuse -= 1;
        if self.fuse == 0 {
            self.entity().despawn();
        }
    }
}

const OFFSET: Vec3 = Vec3 { x: 0.0, y: 5.0, z: -10.0 };

fn player(x: f32, speed: f32) -> Entity {
    Entity::spawn()
        .with(Player { velocity: vec3(speed, 0.0, 0.0) })
        .with(Transform { pos: vec3(x, 0.0, 0.0) })
}

fn camera(player: Entity) -> Entity {
    let follow = CameraFollow { player: player.handle(), offset: OFFSET };
    Entity::spawn().with(follow).with(Transform::default())
}

fn pos(entity: Entity) -> Vec3 {
    entity.borrow::<Transform>().pos
}

fn x(entity: Entity) -> f32 {
    pos(entity).x
}

/// The first walks behind `head`, each other behind the one before.
fn ducklings(head: Entity, count: usize) -> Vec<Entity> {
    let mut last = head;
    let mut ducklings = Vec::new();
    for _ in 0..count {
        last = Entity::spawn().with(Follower { leader: last.handle() }).with(Transform::default());
        ducklings.push(last);
    }
    ducklings
}

#[test]
fn the_camera_follows_the_player() {
    let player = player(1.0, 4.0);
    let camera = camera(player);
    for frame in 1..=4 {
        update_all(0.5);
        assert_eq!(x(player), 1.0 + 2.0 * frame as f32);
        assert_eq!(pos(camera), pos(player) + OFFSET);
    }
}

#[test]
fn each_camera_follows_its_own_player() {
    let [first, second] = [player(0.0, 2.0), player(100.0, -2.0)];
    let cameras = [first, second, second, first].map(|player| (camera(player), player));
    let both = [first, second].map(|player| player.handle());
    let middle = Entity::spawn().with(SplitCamera { players: both.to_vec() }).with(Transform::default());
    for _ in 0..3 {
        update_all(0.5);
        for (camera, player) in cameras {
            assert_eq!(pos(camera), pos(player) + OFFSET);
        }
        assert_eq!(x(middle), 50.0);
    }

    second.despawn();
    for (camera, player) in cameras {
        if player == second {
            camera.despawn();
        }
    }
    update_all(0.5);
    assert_eq!((x(first), x(middle), CameraFollow::count()), (4.0, 4.0, 2));
}

#[test]
fn ducklings_walk_in_a_row() {
    let duck = player(0.0, 2.0);
    let row = ducklings(duck, 5);
    let camera = camera(row[4]);
    for _ in 0..10 {
        update_all(0.5);
    }
    duck.borrow_mut::<Player>().velocity = Vec3::default();
    for _ in 0..6 {
        update_all(0.5);
    }
    for (n, &duckling) in row.iter().enumerate() {
        assert_eq!(x(duckling), 10.0 - 1.0 - n as f32);
    }
    assert_eq!(pos(camera), pos(row[4]) + OFFSET);
}

#[test]
fn those_behind_the_lost_duckling_stay() {
    let duck = player(10.0, 0.0);
    let row = ducklings(duck, 4);
    for _ in 0..4 {
        update_all(0.5);
    }
    row[1].despawn();
    duck.borrow_mut::<Transform>().pos.x = 20.0;
    for _ in 0..4 {
        update_all(0.5);
    }
    assert_eq!([x(row[0]), x(row[2]), x(row[3])], [19.0, 7.0, 6.0]);
}

#[test]
fn barrels_that_go_off_do_not_trouble_the_camera() {
    let barrel = |fuse| Entity::spawn().with(Barrel { fuse }).with(Transform::default());
    let mut barrels = vec![barrel(1), barrel(2)];
    let player = player(0.0, 2.0);
    barrels.push(barrel(1));
    let camera = camera(player);
    let row = ducklings(player, 2);
    barrels.extend([barrel(1), barrel(3), barrel(2)]);
    for left in [3, 1, 0] {
        update_all(0.5);
        assert_eq!(Barrel::count(), left);
        assert_eq!(pos(camera), pos(player) + OFFSET);
    }
    for _ in 0..2 {
        barrel(1);
        update_all(0.0);
    }
    assert_eq!([x(row[0]), x(row[1])], [2.0, 1.0]);
    assert!(barrels.iter().all(|barrel| !barrel.is_alive()));
}

#[test]
fn a_disabled_player_is_followed_and_a_disabled_camera_stays() {
    let (near, far) = (player(1.0, 2.0), player(9.0, 2.0));
    let [follows, sleeps] = [camera(near), camera(far)];
    update_all(0.5);
    near.set_enabled(false);
    sleeps.set_enabled(false);
    update_all(0.5);
    assert_eq!((x(near), x(far)), (2.0, 11.0));
    assert_eq!((x(follows), x(sleeps)), (2.0, 10.0));

    near.borrow_mut::<Transform>().pos.x = 7.0;
    sleeps.set_enabled(true);
    update_all(0.5);
    assert_eq!((x(near), x(far)), (7.0, 12.0));
    assert_eq!((x(follows), x(sleeps)), (7.0, 12.0));
}
