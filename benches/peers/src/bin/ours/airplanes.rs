//! Airplanes: to create them, to move their transforms, and to despawn them.

use ecs_core::{Component, Entity, Handle, PerEntity, World, query, update_all};
use peers::recycle::{Recycle, recycle};
use peers::sample::{self, Case, creation, frames, spikes};
use peers::work::{DT, SPEED, Vec3, permutation};

#[derive(Component, Default)]
pub struct Transform {
    pub pos: Vec3,
}

pub fn sum() -> f64 {
    Transform::view().iter().map(|transform| f64::from(transform.pos[1])).sum()
}

#[derive(Component, Default)]
struct Airplane {
    transform: Handle<Transform>,
    speed: f32,
}

impl Airplane {
    fn init(&mut self) {
        self.transform = self.add::<Transform>();
        self.speed = SPEED;
    }

    fn update(&mut self, dt: f32) {
        self.transform.borrow_mut().pos[1] += self.speed * dt;
    }

    fn spawn() -> Entity {
        Entity::spawn().add::<Self>().entity()
    }

    fn spawn_all(count: usize) -> Vec<Entity> {
        let mut ids = Vec::new();
        (0..count).for_each(|_| ids.push(Self::spawn()));
        ids
    }
}

/// An airplane whose transform is given to it. What is updated is moved from outside.
#[derive(Component)]
pub struct Plane {
    pub transform: Handle<Transform>,
    pub speed: f32,
}

impl Plane {
    fn new(entity: Entity) -> Self {
        Self { transform: entity.handle(), speed: SPEED }
    }

    fn update(&mut self, dt: f32, transform: &mut Transform) {
        transform.pos[1] += self.speed * dt;
    }

    fn spawn() -> Entity {
        let entity = Entity::spawn();
        entity.with(Self::new(entity)).with(Transform::default())
    }

    fn spawn_all(count: usize) -> Vec<Entity> {
        let mut ids = Vec::new();
        (0..count).for_each(|_| ids.push(Self::spawn()));
        ids
    }

    pub fn spawn_many(count: usize) -> Vec<Entity> {
        Entity::spawn_many(count, |_, entity| (Self::new(entity), Transform::default()))
    }
}

// ---- creation ----

/// A world, and the airplanes in it.
struct Sky {
    world: World,
    _ids: Vec<Entity>,
}

impl Sky {
    fn new(spawn: fn(usize) -> Vec<Entity>, count: usize) -> Self {
        let world = World::new();
        let ids = world.enter(|| spawn(count));
        Self { world, _ids: ids }
    }

    fn count(&mut self) -> f64 {
        self.world.enter(|| Transform::count() as f64)
    }
}

fn create(count: usize, spawn: fn(usize) -> Vec<Entity>) -> Case {
    creation(count, move || Sky::new(spawn, count), Sky::count)
}

pub fn create_by_init(count: usize) -> Case {
    create(count, Airplane::spawn_all)
}

pub fn create_with(count: usize) -> Case {
    create(count, Plane::spawn_all)
}

pub fn create_bulk(count: usize) -> Case {
    create(count, Plane::spawn_many)
}

pub fn add_spikes(count: usize) -> Case {
    spikes(count, Vec::new(), |ids| ids.push(Airplane::spawn()))
}

pub fn memory(count: usize) -> Case {
    sample::memory(count, move || Sky::new(Airplane::spawn_all, count))
}

// ---- by reference ----

pub fn by_handle(count: usize) -> Case {
    frames(count, Airplane::spawn_all(count), |_| update_all(DT), |_| sum())
}

pub fn by_handle_entered(count: usize) -> Case {
    let sky = Sky::new(Airplane::spawn_all, count);
    frames(count, sky, |sky| sky.world.enter(|| update_all(DT)), |sky| sky.world.enter(sum))
}

pub fn by_view(count: usize) -> Case {
    frames(count, Plane::spawn_many(count), |_| move_by_view(), |_| sum())
}

pub fn by_view_entered(count: usize) -> Case {
    let sky = Sky::new(Plane::spawn_many, count);
    frames(count, sky, |sky| sky.world.enter(move_by_view), |sky| sky.world.enter(sum))
}

fn move_by_handles() {
    for plane in &Plane::view() {
        plane.transform.borrow_mut().pos[1] += plane.speed * DT;
    }
}

pub fn move_by_view() {
    let mut transforms = Transform::view_mut();
    for plane in &Plane::view() {
        transforms[plane.transform].pos[1] += plane.speed * DT;
    }
}

#[derive(Component)]
struct Watcher(Handle<Transform>);

/// Spawns entities that each keep a handle to the transform of a random other one.
fn watchers(count: usize) {
    let transform = |i: usize| Transform { pos: [0.0, (i % 97) as f32, 0.0] };
    let ids = Entity::spawn_many(count, |i, _| (transform(i),));
    for (&id, other) in ids.iter().zip(permutation(count)) {
        id.insert(Watcher(ids[other].handle()));
    }
}

pub fn random_by_handle(count: usize) -> Case {
    watchers(count);
    let frame =
        |seen: &mut f32| *seen = Watcher::view().iter().map(|watcher| watcher.0.borrow().pos[1]).sum();
    frames(count, 0.0, frame, |&mut seen| f64::from(seen))
}

pub fn random_by_view(count: usize) -> Case {
    watchers(count);
    let frame = |seen: &mut f32| {
        let transforms = Transform::view();
        *seen = Watcher::view().iter().map(|watcher| transforms[watcher.0].pos[1]).sum();
    };
    frames(count, 0.0, frame, |&mut seen| f64::from(seen))
}

// ---- by iteration ----

#[derive(Component)]
struct Speed(f32);

impl Speed {
    fn update(&mut self, dt: f32, transform: &mut Transform) {
        transform.pos[1] += self.0 * dt;
    }
}

#[derive(Component)]
#[component(isolated)]
struct IsolatedSpeed(f32);

impl IsolatedSpeed {
    fn update(&mut self, dt: f32, transform: &mut Transform) {
        transform.pos[1] += self.0 * dt;
    }
}

pub fn by_sibling(count: usize) -> Case {
    by_iteration(count, Speed, || update_all(DT))
}

pub fn by_isolated_sibling(count: usize) -> Case {
    by_iteration(count, IsolatedSpeed, || update_all(DT))
}

pub fn by_query_each(count: usize) -> Case {
    by_iteration(count, Speed, || {
        query::<(&Speed, &mut Transform)>().each(|(speed, transform)| transform.pos[1] += speed.0 * DT);
    })
}

pub fn by_query_for(count: usize) -> Case {
    by_iteration(count, Speed, || {
        for (speed, transform) in &mut query::<(&Speed, &mut Transform)>() {
            transform.pos[1] += speed.0 * DT;
        }
    })
}

fn by_iteration<T: PerEntity>(count: usize, speed: fn(f32) -> T, frame: impl Fn() + 'static) -> Case {
    Entity::spawn_many(count, |_, _| (speed(SPEED), Transform::default()));
    frames(count, (), move |()| frame(), |()| sum())
}

// ---- recycling ----

/// Airplanes in the world of the thread, and how they are moved and despawned.
struct Recycled {
    ids: Vec<Entity>,
    by_reference: fn(),
    by_iteration: fn(),
    despawn: fn(&[Entity]),
}

pub fn despawn_each(ids: &[Entity]) {
    for id in ids {
        id.despawn();
    }
}

pub fn despawn_at_once(ids: &[Entity]) {
    Entity::despawn_many(ids);
}

pub fn recycle_one_by_one(count: usize) -> Case {
    recycled(count, move_by_handles, || Plane::update_all(DT), despawn_each)
}

pub fn recycle_at_once(count: usize) -> Case {
    recycled(count, move_by_view, || Plane::update_all(DT), despawn_at_once)
}

pub fn recycle_by_query_each(count: usize) -> Case {
    let each = || {
        query::<(&Plane, &mut Transform)>().each(|(plane, transform)| transform.pos[1] += plane.speed * DT);
    };
    recycled(count, move_by_view, each, despawn_at_once)
}

pub fn recycle_by_query_for(count: usize) -> Case {
    let in_turn = || {
        for (plane, transform) in &mut query::<(&Plane, &mut Transform)>() {
            transform.pos[1] += plane.speed * DT;
        }
    };
    recycled(count, move_by_view, in_turn, despawn_at_once)
}

fn recycled(count: usize, by_reference: fn(), by_iteration: fn(), despawn: fn(&[Entity])) -> Case {
    recycle(count, move || Recycled { ids: Plane::spawn_many(count), by_reference, by_iteration, despawn })
}

impl Recycle for Recycled {
    fn by_reference(&mut self) {
        (self.by_reference)();
    }

    fn by_iteration(&mut self) {
        (self.by_iteration)();
    }

    fn despawn(&mut self, places: &[usize]) {
        let ids: Vec<Entity> = places.iter().map(|&place| self.ids[place]).collect();
        (self.despawn)(&ids);
    }

    fn create(&mut self, places: &[usize]) {
        for &place in places {
            self.ids[place] = Plane::spawn();
        }
    }

    fn sum(&mut self) -> f64 {
        sum()
    }
}
