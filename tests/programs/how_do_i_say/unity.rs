//! The right column of `docs/book/src/from-unity.md`.

use std::thread;

use ecs_core::{
    Add, Archetype, Component, Entity, Handle, Phase, Pool, Prefab, Query, Save, SaveError, Schedule,
    Singleton, State, Time, With, WithChildren, World, every, explain_order, find, find_all, next_frame,
    observe, query, send_all, time, until, update_all, wait,
};
use serde::{Deserialize, Serialize};

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[component(inherits)]
struct Transform {
    local: f32,
    world: f32,
}

impl Transform {
    fn inherit(&mut self, parent: Option<&Transform>) {
        self.world = parent.map_or(0.0, |parent| parent.world) + self.local;
    }
}

#[derive(Component, Default)]
struct Body {
    speed: f32,
}

#[derive(Component, Default)]
#[component(requires(Transform, Body { speed: 2.0 }), after(Clock))]
struct Player {
    health: i32,
    target: Handle<Body>,
    #[component(sibling)]
    body: Handle<Body>,
}

impl Player {
    fn init(&mut self) {
        self.health = 3;
    }

    fn start(&mut self) {
        self.target = find("boss").and_then(|boss| boss.down::<Body>()).unwrap_or_default();
    }

    fn on_enable(&mut self) {}

    fn on_disable(&mut self) {}

    fn fixed_update(&mut self, dt: f32, body: &mut Body) {
        body.speed += 9.81 * dt;
    }

    fn update(&mut self, dt: f32, transform: &mut Transform) {
        transform.local += dt;
    }

    fn late_update(&mut self) {}

    fn shutdown(&mut self) {
        assert!(self.health >= 0);
    }
}

#[derive(Component, Default, Serialize, Deserialize)]
#[component(as(dyn Damageable), on(Explode, Hit))]
struct Enemy {
    health: i32,
    is_loaded: bool,
}

trait Damageable {
    fn hurt(&mut self, points: i32);
}

impl Damageable for Enemy {
    fn hurt(&mut self, points: i32) {
        self.health -= points;
    }
}

struct Explode;

struct Hit(i32);

impl Enemy {
    fn on_explode(&mut self, _: &Explode) {
        self.entity().despawn();
    }

    fn on_hit(&mut self, hit: &Hit) {
        self.health -= hit.0;
    }

    fn fire(&mut self) {
        self.is_loaded = false;
    }

    fn load(&mut self) {
        self.is_loaded = true;
    }
}

#[derive(Component, Default)]
struct Clock;

impl Clock {
    fn update(&mut self) {}
}

#[derive(Singleton, Default)]
struct Score(u32);

#[derive(Component)]
struct Boss;

#[derive(Component, Default)]
#[component(pooled(64))]
struct Trail {
    points: Vec<f32>,
}

impl Trail {
    fn on_reset(&mut self) {
        self.points.clear();
    }
}

#[test]
fn objects() {
    let enemy = Entity::spawn();
    let boss = Entity::spawn_with((Transform::default(), Enemy::default()));
    let bullets = Entity::spawn_many(100, |_, _| Transform::default());
    let bullet = bullets[0];
    bullet.despawn_after(2.0);
    bullet.despawn_after(0.0);
    bullet.despawn();
    boss.set_name("boss");
    assert_eq!(find("boss"), Some(boss));
    assert_eq!(find_all("boss").len(), 1);
    enemy.set_enabled(false);
    assert!(!enemy.is_enabled() && !enemy.is_switched_on());
    boss.insert(Boss);
    assert!(boss.has::<Boss>());
    assert_eq!(boss.to_string(), format!("{boss}"));
    assert!(boss.dump().contains("boss"));
    assert!(enemy.is_alive());
    World::clear();
    assert!(!enemy.is_alive());
}

#[test]
fn levels() {
    #[derive(State, Default, Clone, PartialEq)]
    enum Screen {
        #[default]
        Menu,
        Play {
            level: u32,
        },
    }

    Screen::go_anew(Screen::Play { level: 2 });
    World::flush();
    assert!(Screen::get() == Screen::Play { level: 2 });
}

#[test]
fn components() {
    let player = Entity::spawn();
    let script = player.add::<Player>();
    let enemy = Entity::spawn().insert(Enemy { health: 3, is_loaded: false });
    assert!(player.get::<Enemy>().is_none());
    if let Some(body) = player.get::<Body>() {
        assert_eq!(body.speed, 2.0);
    }
    if let Some(mut body) = script.borrow().body.get_mut() {
        body.speed = 1.0;
    }
    let enemies: Vec<Handle<Enemy>> =
        query::<Entity>().filter::<With<Enemy>>().iter().map(Entity::handle).collect();
    assert_eq!(enemies, [enemy]);
    let mut found = None;
    let enemies = query::<&Enemy>();
    if let Some(enemy) = enemies.first() {
        found = Some(enemy.health);
    }
    assert_eq!(found, Some(3));
    drop(enemies);
    script.set_enabled(false);
    assert!(!script.is_enabled());
    script.set_enabled(true);
    every::<dyn Damageable>().each(|one| one.hurt(1));
    enemy.entity().get_as::<dyn Damageable>().unwrap().hurt(1);
    assert_eq!(enemy.borrow().health, 1);
    enemy.kill();
    script.entity().kill::<Player>();
}

#[test]
fn a_frame() {
    World::set_fixed_step(0.02);
    let player = Entity::spawn().add::<Player>();
    Entity::spawn().add::<Clock>();
    update_all(0.1);
    assert_eq!(player.sibling::<Transform>().borrow().world, 0.1);
    assert_eq!((time().dt(), time().frame()), (0.1, 1));
    World::set_time_scale(0.5);
    World::set_paused(true);
    World::frame();
    World::set_paused(false);
    println!("{}", explain_order());
    fn spin(mut all: Query<&mut Transform>, time: Time) {
        all.each(|transform| transform.local += time.dt());
    }
    World::set_schedule(Phase::Update, Schedule::new().add(spin));
    query::<&mut Body>().par_each(|body| body.speed *= 0.5);
}

#[test]
fn messages() {
    let enemy = Entity::spawn().insert(Enemy { health: 5, is_loaded: true });
    enemy.entity().send(Hit(1));
    send_all(Hit(1));
    Enemy::send_all(Hit(1));
    assert_eq!(enemy.borrow().health, 2);
    let births = observe(|e: &Add<Enemy>| assert!(e.entity().is_alive()));
    drop(births);
    send_all(Explode);
    assert!(!enemy.is_alive());
}

#[derive(Component)]
struct Ghost;

#[derive(Component)]
#[component(excludes(Ghost))]
struct Solid;

#[test]
fn one_or_the_other() {
    let wall = Entity::spawn().with(Solid);
    assert!(wall.try_insert(Ghost).is_err());
}

#[test]
fn children() {
    let ship = Entity::spawn().with(Transform { local: 10.0, ..Transform::default() });
    let gun = Entity::spawn().with(Transform { local: 1.0, ..Transform::default() });
    gun.child_of(ship);
    let (enemy, below) = Entity::spawn_tree(Enemy::default().with_children(Transform::default()));
    assert_eq!(below.parent(), Some(enemy));
    ship.set_name("ship");
    gun.set_name("gun");
    assert_eq!((gun.parent(), gun.root()), (Some(ship), ship));
    for child in ship.children() {
        assert_eq!(child, gun);
    }
    for child in ship.descendants() {
        child.send(Hit(1));
    }
    assert_eq!(ship.find("gun"), find("ship/gun"));
    assert!(gun.up::<Transform>().is_some() && ship.down::<Transform>().is_some());
    assert_eq!(ship.all_down::<Transform>().count(), 1);
    update_all(0.1);
    assert_eq!(gun.borrow::<Transform>().world, 11.0);
    gun.detach();
    ship.despawn();
}

#[test]
fn later() {
    let enemy = Entity::spawn().add::<Enemy>();
    let timer = enemy.after(0.5, Enemy::fire);
    let reload = enemy.every(2.0, Enemy::load);
    assert!(timer.is_pending());
    reload.cancel();
    enemy.cancel_timers();
    let task = enemy.task(async move |enemy| {
        wait(1.0).await;
        until(move || enemy.get().is_some_and(|enemy| enemy.is_loaded)).await;
        next_frame().await;
        enemy.entity().despawn();
    });
    task.cancel();
}

#[test]
fn globals() {
    Score::make();
    Score::borrow_mut().0 += 1;
    assert_eq!(Score::get().map(|score| score.0), Some(1));
    World::reset();
    assert_eq!(Score::borrow().0, 0);
    let level = World::new();
    level.enter(|| Entity::spawn().insert(Boss));
    assert_eq!(Boss::count(), 0);
    let remote = World::remote();
    let loader = thread::spawn(move || remote.send(|| _ = Entity::spawn().insert(Boss)));
    assert!(loader.join().unwrap().is_ok());
    update_all(0.1);
    assert_eq!(Boss::count(), 1);
}

#[test]
fn pools() {
    let bullets = Pool::<Archetype<(Transform, Trail)>>::new().bounded(64);
    bullets.prewarm(10);
    let bullet = bullets.take();
    bullets.give_back(bullet);
    assert_eq!(bullets.parked(), 10);
    let trail = Entity::spawn().add::<Trail>();
    trail.borrow_mut().points.push(1.0);
    trail.kill();
}

fn build(root: Entity) {
    root.with(Transform::default()).with(Enemy::default());
}

fn change(root: Entity) {
    root.borrow_mut::<Enemy>().health = 9;
}

#[test]
fn prefabs_and_saves() -> Result<(), SaveError> {
    let prefab = Prefab::new(build);
    let boss = prefab.variant(change);
    let enemy = prefab.spawn();
    let twin = enemy.duplicate();
    assert_eq!((twin.borrow::<Enemy>().health, boss.spawn().borrow::<Enemy>().health), (0, 9));
    let (text, _) = Save::<(Transform, Enemy)>::write_with(serde_json::to_string)?;
    assert!(text.contains("Enemy"));
    Ok(())
}
