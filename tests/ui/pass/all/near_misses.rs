//! Names that look like hooks and are meant, and types that have none: no warning.
#![deny(warnings)]

use ecs_core::{Component, Entity, Singleton};

/// The key says that it is meant.
#[derive(Component, Default)]
#[component(awake = none, on_destroy = none)]
pub struct Plane(u32);

impl Plane {
    pub fn awake(&mut self) {
        self.0 += 1;
    }
    pub fn on_destroy(&mut self) {
        self.0 += 1;
    }
}

trait Awake {
    fn awake(&self) -> u32;
}

/// A trait's method, in scope where the type is declared.
#[derive(Component, Default)]
struct Light;

impl Awake for Light {
    fn awake(&self) -> u32 {
        1
    }
}

/// Variants are no methods.
#[derive(Component)]
enum State {
    Start,
    Update(u32),
    Awake { since: f32 },
}

/// A near miss that is named as a hook.
#[derive(Component, Default)]
#[component(init = on_init)]
struct Ship(u32);

impl Ship {
    fn on_init(&mut self) {
        self.0 = 7;
    }
}

struct Destroy;

/// The method of an event.
#[derive(Component, Default)]
#[component(on(Destroy))]
struct Counter(u32);

impl Counter {
    fn on_destroy(&mut self, _: &Destroy) {
        self.0 += 1;
    }
}

/// Names that games call themselves.
#[derive(Component, Default)]
pub struct Turret(u32);

impl Turret {
    pub fn ready(&self) -> bool {
        self.0 == 0
    }
    pub fn physics_process(&mut self, steps: u32) {
        self.0 += steps;
    }
    pub fn on_remove(&mut self) {
        self.0 = 0;
    }
}

/// A generic type whose method is meant.
#[derive(Component)]
#[component(update = none)]
struct Ring<T>(Vec<T>);

impl<T> Ring<T> {
    fn update(&mut self, item: T) {
        self.0.push(item);
    }
}

#[derive(Singleton, Default)]
struct Score(u32);

pub fn main() {
    #[derive(Component, Default)]
    struct Local;

    let entity = Entity::spawn().with(Local).with(Light);
    let plane = entity.add::<Plane>();
    plane.borrow_mut().awake();
    plane.borrow_mut().on_destroy();
    assert_eq!((plane.borrow().0, Light.awake()), (2, 1));
    assert_eq!(entity.add::<Ship>().borrow().0, 7);
    entity.add::<Counter>();
    entity.send(Destroy);
    assert_eq!(entity.borrow::<Counter>().0, 1);
    let mut turret = entity.add::<Turret>().borrow_mut();
    turret.physics_process(2);
    assert!(!turret.ready());
    turret.on_remove();
    assert!(turret.ready());
    drop(turret);
    let ring = entity.insert(Ring(vec![1]));
    ring.borrow_mut().update(2);
    assert_eq!(ring.borrow().0, [1, 2]);
    for state in [State::Start, State::Update(1), State::Awake { since: 1.0 }] {
        let state = Entity::spawn().insert(state);
        match *state.borrow() {
            State::Start => {}
            State::Update(by) => Score::borrow_mut().0 += by,
            State::Awake { since } => assert_eq!(since, 1.0),
        }
    }
    assert_eq!(Score::borrow().0, 1);
}
