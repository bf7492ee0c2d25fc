//! A game of all features does the same again: run twice, with and without going back, on one thread and on
//! two, in each build.

use std::collections::BTreeMap;
use std::sync::Arc;

use ecs_core::{
    Add, Archetype, Changed, Commands, Component, Entity, Events, Handle, Phase, Pool, Prefab, Query, Remove,
    Removed, Schedule, Singleton, StateHash, View, Watch, With, World, check_rollback, emit, every, find,
    query, update_all,
};
use serde::{Deserialize, Serialize};

use crate::support::on_thread;

/// Where something is; in arrays of its own, field by field.
#[derive(Component, Clone, Copy, Serialize, Deserialize, Default)]
#[component(soa)]
struct Dust {
    x: f32,
    life: f32,
}

impl Dust {
    fn update(&mut self, dt: f32) {
        self.life -= dt;
        self.x += self.life * dt;
    }
}

#[derive(Component, Clone, Copy, Serialize, Deserialize, Default)]
#[component(inherits)]
struct Place {
    x: f32,
    y: f32,
    world: f32,
}

impl Place {
    fn inherit(&mut self, above: Option<&Self>) {
        self.world = self.x + above.map_or(0.0, |above| above.world);
    }
}

#[derive(Component, Clone, Copy, Serialize, Deserialize, Default)]
#[component(parallel)]
struct Velocity {
    x: f32,
}

impl Velocity {
    fn update(&mut self, dt: f32, place: &mut Place) {
        place.x += self.x * dt;
        if place.x.abs() > 20.0 {
            self.x = -self.x;
        }
    }
}

#[derive(Component, Clone, Serialize, Deserialize, Default)]
#[component(track, on(Hit), as(dyn Describe))]
struct Ship {
    name: String,
    health: i32,
    target: Handle<Place>,
    guns: Vec<Handle<Gun>>,
    log: BTreeMap<String, u32>,
}

#[derive(Clone, Copy)]
struct Hit(i32);

struct Sunk(u32);

trait Describe {
    fn describe(&self) -> u32;
}

impl Describe for Ship {
    fn describe(&self) -> u32 {
        self.name.len() as u32 + self.health.unsigned_abs()
    }
}

impl Ship {
    fn start(&mut self) {
        self.log.insert("start".into(), 1);
    }

    fn on_hit(&mut self, hit: &Hit) {
        self.health -= hit.0;
        *self.log.entry("hits".into()).or_default() += 1;
        if self.health < 0 {
            emit(Sunk(self.entity().index()));
            self.entity().despawn_after(0.1);
        }
    }

    fn on_disable(&mut self) {
        *self.log.entry("off".into()).or_default() += 1;
    }

    fn update(&mut self) {
        if self.target.get().is_none() {
            self.target = find("flagship").map(|entity| entity.handle()).unwrap_or_default();
        }
    }
}

type Shots = Pool<Archetype<(Shot, Place)>>;

#[derive(Component, Clone, Serialize, Default)]
struct Gun {
    #[serde(skip)]
    shots: Shots,
    heat: u32,
}

impl Gun {
    fn init(&mut self) {
        self.every(0.3, Self::fire);
    }

    fn fire(&mut self) {
        self.heat += 1;
        let shot = self.shots.take();
        let me: Handle<Self> = self.handle();
        shot.borrow_mut::<Shot>().gun = me;
        shot.after(0.5, move |shot| {
            let gun = me.get_mut();
            gun.into_iter().for_each(|gun| _ = gun.shots.give_back(shot));
        });
    }
}

#[derive(Component, Clone, Copy, Serialize, Default)]
#[component(pooled(8))]
struct Shot {
    gun: Handle<Gun>,
    lives: u32,
}

impl Shot {
    fn on_reset(&mut self) {
        self.lives += 1;
    }

    fn fixed_update(&mut self, place: &mut Place) {
        place.y += 0.25;
    }
}

#[derive(Component, Clone, Copy, Serialize, Default)]
struct Burning;

#[derive(Singleton, Clone, Serialize, Default)]
#[component(track)]
struct Score {
    sunk: u64,
    seen: u64,
    random: u64,
}

#[derive(Component, Clone, Copy, Serialize, Default)]
#[component(on(Add<Burning> = caught_fire, Remove<Burning> = went_out))]
struct FireBrigade {
    fires: u32,
    over: u32,
}

impl FireBrigade {
    fn caught_fire(&mut self, _: &Add<Burning>) {
        self.fires += 1;
    }

    fn went_out(&mut self, _: &Remove<Burning>) {
        self.over += 1;
    }
}

fn count_sunk(score: &mut Score, sunk: Events<Sunk>, ended: Removed<Ship>) {
    for (_, Sunk(index)) in &sunk {
        score.sunk = score.sunk.wrapping_mul(31).wrapping_add(u64::from(*index));
    }
    score.seen += ended.iter().count() as u64;
}

fn burn(
    commands: Commands,
    changed: Query<(Entity, &Ship), Changed<Ship>>,
    places: View<Place>,
    score: Watch<Score>,
) {
    for (entity, ship) in &changed {
        let is_here = entity.handle::<Place>();
        if ship.health % 3 == 0 && places.get(is_here).is_some() && !score.has_changed() {
            commands.add::<Burning>(entity);
        }
    }
}

fn drift(mut all: Query<(&mut Velocity, &Place), With<Ship>>) {
    for (velocity, place) in &mut all {
        velocity.x += place.world * 0.001;
    }
}

/// The next number that this game draws by lot.
fn lot(below: u64) -> u64 {
    let mut score = Score::borrow_mut();
    score.random =
        score.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (score.random >> 33) % below
}

thread_local! {
    static FLEET: Prefab = Prefab::new(|root| {
        let gun = Entity::spawn().insert(Gun::default());
        gun.entity().with(Place { x: 0.5, ..Place::default() }).child_of(root);
        let ship = Ship { name: "ship".into(), health: 20, guns: vec![gun], ..Ship::default() };
        root.insert_all((ship, Place::default(), Velocity { x: 1.0 }));
    });
}

fn begin() {
    Score::set(Score { random: 7, ..Score::default() });
    World::set_fixed_step(0.05);
    World::set_schedule(Phase::Update, Schedule::new().add(count_sunk).add(burn).add(drift));
    Entity::spawn().add::<FireBrigade>();
    let first = FLEET.with(Prefab::spawn);
    first.set_name("flagship");
}

/// A frame of two players, whose input follows from its number.
fn advance(frame: u64) {
    let ships = Archetype::<(Ship,)>::find();
    let any = |number: u64| ships.get(number as usize % ships.len().max(1)).copied();
    match (frame * 7 + frame / 5) % 11 {
        0..=2 => {
            let ship = FLEET.with(Prefab::spawn);
            ship.borrow_mut::<Velocity>().x = lot(5) as f32 - 2.0;
            ship.insert(Dust { x: 0.0, life: frame as f32 });
        }
        3..=5 => {
            let hit = Hit(1 + lot(9) as i32);
            any(lot(100)).into_iter().for_each(|ship| _ = ship.send(hit));
        }
        6 => {
            if let (Some(one), Some(other)) = (any(lot(50)), any(lot(50))) {
                let _ = one.try_child_of(other);
            }
        }
        7 => any(lot(70)).into_iter().for_each(|ship| _ = ship.set_enabled(frame.is_multiple_of(2))),
        8 => any(lot(70)).into_iter().for_each(|ship| _ = ship.remove::<Burning>()),
        9 => any(lot(70)).into_iter().for_each(|ship| _ = ship.duplicate()),
        _ => any(lot(70)).into_iter().for_each(|ship| _ = ship.despawn()),
    }
    let mut said = 0;
    every::<dyn Describe>().each(|described| said += described.describe());
    Score::borrow_mut().seen += u64::from(said) + query::<(&Ship, &Burning)>().iter().count() as u64;
    update_all(1.0 / 30.0);
}

const FRAMES: u64 = if cfg!(miri) { 12 } else { 300 };

/// Runs the game, going back so many frames after each.
fn run(distance: u64, threads: usize) -> StateHash {
    on_thread(move || {
        if threads > 1 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            World::set_thread_pool(Arc::new(pool)).unwrap();
        }
        begin();
        let hash = check_rollback(FRAMES, distance, advance).unwrap();
        assert!(hash.unhashed().is_empty());
        assert!(Archetype::<(Ship,)>::find().len() > 1 && Score::borrow().sunk != 0 || cfg!(miri));
        hash
    })
}

#[test]
fn r3_a_game_of_all_features_does_the_same_with_and_without_going_back() {
    let straight = run(0, 1);
    for distance in [1, 7] {
        assert_eq!(run(distance, 1), straight, "{distance} frames back");
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn r3_on_two_threads_it_does_the_same() {
    assert_eq!(run(0, 2), run(2, 1));
    assert_eq!(run(3, 2).total(), GOLDEN);
}

/// The same in each build, on each machine.
const GOLDEN: u64 = 3_440_326_254_872_377_876;
