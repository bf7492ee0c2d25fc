//! Orbits within orbits: a probe around a moon, that around a planet, and all of it around a star.

use std::f64::consts::TAU;

use ecs_core::{Component, Entity, Time, find, time, update_all};

/// A place in the plane in millions of kilometres, and how far it is turned.
#[derive(Clone, Copy, Default)]
struct Place {
    x: f64,
    y: f64,
    angle: f64,
}

impl Place {
    /// Where something is that has its place seen from here.
    fn join(self, inner: Place) -> Place {
        let (sin, cos) = self.angle.sin_cos();
        Place {
            x: self.x + cos * inner.x - sin * inner.y,
            y: self.y + sin * inner.x + cos * inner.y,
            angle: self.angle + inner.angle,
        }
    }
}

/// Where something is, seen from its parent, and where that is in space.
#[derive(Component, Clone, Copy, Default)]
#[component(inherits)]
struct Transform {
    local: Place,
    world: Place,
}

impl Transform {
    // Runs at the end of each frame where something has changed, parents first.
    fn inherit(&mut self, parent: Option<&Transform>) {
        self.world = parent.map_or(self.local, |parent| parent.world.join(self.local));
    }
}

/// Goes round its parent, whatever that is, and keeps one side to it, as moons do.
#[derive(Component, Clone, Copy)]
#[component(requires(Transform))]
struct Orbit {
    radius: f64,
    days: f64,
}

impl Orbit {
    fn update(&self, time: Time, transform: &mut Transform) {
        let angle = TAU * time.elapsed() / self.days;
        transform.local = Place { x: self.radius * angle.cos(), y: self.radius * angle.sin(), angle };
    }
}

/// Speaks when it ends, alone or with what it goes round.
#[derive(Component)]
struct Probe;

impl Probe {
    fn shutdown(&self) {
        println!("day {}: {} is silent", time().elapsed(), self.entity().name().unwrap_or_default());
    }
}

const EARTH: Orbit = Orbit { radius: 149.6, days: 365.25 };
const MOON: Orbit = Orbit { radius: 0.3844, days: 27.32 };
const PROBE: Orbit = Orbit { radius: 0.0018, days: 0.125 };
const MARS: Orbit = Orbit { radius: 227.9, days: 686.98 };
const PHOBOS: Orbit = Orbit { radius: 0.0094, days: 0.319 };
const ADOPTED: Orbit = Orbit { radius: 60.0, days: 180.0 };

/// Spawns a star, which stays where it is.
fn star(name: &str, x: f64) -> Entity {
    let local = Place { x, ..Place::default() };
    let star = Entity::spawn().with(Transform { local, ..Transform::default() });
    star.set_name(name);
    star
}

/// Spawns what goes round something else.
fn satellite(name: &str, parent: Entity, orbit: Orbit) -> Entity {
    let satellite = Entity::spawn().with(orbit).child_of(parent);
    satellite.set_name(name);
    satellite
}

/// Takes a planet and its moons away from its star. It rests where it is.
fn set_adrift(planet: Entity) {
    let here = planet.borrow::<Transform>().world;
    planet.detach();
    planet.kill::<Orbit>();
    planet.borrow_mut::<Transform>().local = here;
}

/// Compares where something is with a sum over the orbits that it is in, and prints it.
fn check(path: &str, from: Place, orbits: &[Orbit]) {
    let mut sum = from;
    for orbit in orbits {
        sum.angle += TAU * time().elapsed() / orbit.days;
        sum.x += orbit.radius * sum.angle.cos();
        sum.y += orbit.radius * sum.angle.sin();
    }
    let Place { x, y, angle } = find(path).expect("it has this path").borrow::<Transform>().world;
    let error = (x - sum.x).abs() + (y - sum.y).abs() + (angle - sum.angle).abs();
    assert!(error < 1e-9, "{path} is {error} from where it should be");
    println!("day {}: {path} at {x:.4}, {y:.4}", time().elapsed());
}

fn show(body: Entity, depth: usize) {
    println!("{:1$}{2}", "", 2 * depth, body.name().unwrap_or_default());
    body.children().for_each(|child| show(child, depth + 1));
}

fn main() {
    let (sun, sirius) = (star("sun", 0.0), star("sirius", 900.0));
    let earth = satellite("earth", sun, EARTH);
    let moon = satellite("moon", earth, MOON);
    let probe = satellite("probe", moon, PROBE).with(Probe);
    let mars = satellite("mars", sun, MARS);
    satellite("phobos", mars, PHOBOS);
    show(sun, 0);

    let pass = |days: u32| (0..4 * days).for_each(|_| update_all(0.25));
    pass(100);
    check("sun/earth/moon", Place::default(), &[EARTH, MOON]);
    check("sun/earth/moon/probe", Place::default(), &[EARTH, MOON, PROBE]);
    check("sun/mars/phobos", Place::default(), &[MARS, PHOBOS]);

    // A moon ends with all that goes round it.
    moon.despawn();
    assert!(!probe.is_alive() && find("sun/earth/moon").is_none());

    // A planet without a star: its moon goes round it as before.
    set_adrift(mars);
    let here = mars.borrow::<Transform>().local;
    pass(50);
    check("mars/phobos", here, &[PHOBOS]);

    // Another star takes it in.
    mars.with(ADOPTED).child_of(sirius);
    pass(50);
    check("sirius/mars/phobos", sirius.borrow::<Transform>().world, &[ADOPTED, PHOBOS]);
    show(sun, 0);
    show(sirius, 0);
}
