//! A ship with a turret, and guns on that: they aim, fire from a pool, and end with what they stand on.

use ecs_core::{Archetype, Component, Entity, Pool, Singleton, query, time, update_all};

/// A place in the plane, and where something there looks.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Place {
    x: f32,
    y: f32,
    angle: f32,
}

impl Place {
    const fn at(x: f32, y: f32) -> Place {
        Place { x, y, angle: 0.0 }
    }

    /// Where something is that has its place seen from here.
    fn join(self, inner: Place) -> Place {
        let (sin, cos) = self.angle.sin_cos();
        let (x, y) = (cos * inner.x - sin * inner.y, sin * inner.x + cos * inner.y);
        Place { x: self.x + x, y: self.y + y, angle: self.angle + inner.angle }
    }

    /// How far something is away from here, and where.
    fn way(self, to: Place) -> (f32, f32) {
        let (x, y) = (to.x - self.x, to.y - self.y);
        (x.hypot(y), y.atan2(x))
    }
}

/// Where something is, seen from its parent, and where that is in the world.
#[derive(Component, Clone, Copy, Default)]
#[component(inherits)]
struct Transform {
    local: Place,
    world: Place,
}

impl Transform {
    fn new(place: Place) -> Transform {
        Transform { local: place, world: place }
    }

    fn inherit(&mut self, parent: Option<&Transform>) {
        self.world = parent.map_or(self.local, |parent| parent.world.join(self.local));
    }
}

/// Whose something is: it has a colour of its own, or that of its parent.
#[derive(Component, Clone, Copy, Default)]
#[component(inherits)]
struct Team {
    own: Option<&'static str>,
    color: &'static str,
}

impl Team {
    fn inherit(&mut self, parent: Option<&Team>) {
        self.color = self.own.or(parent.map(|parent| parent.color)).unwrap_or("grey");
    }
}

/// Flies in a circle.
#[derive(Component)]
struct Ship;

impl Ship {
    fn update(&self, dt: f32, transform: &mut Transform) {
        transform.local.angle += 0.4 * dt;
        transform.local = transform.local.join(Place::at(6.0 * dt, 0.0));
    }
}

/// Looks at the nearest target, wherever the ship looks.
#[derive(Component)]
#[component(requires(Transform, Team), after(Ship))]
struct Turret;

impl Turret {
    fn update(&self, transform: &mut Transform) {
        let Some(ship) = self.entity().parent().and_then(Transform::inherited) else { return };
        let here = ship.world.join(transform.local);
        if let Some((_, angle)) = Target::nearest(here) {
            transform.local.angle = angle - ship.world.angle;
        }
    }
}

/// Fires when it is loaded.
#[derive(Component)]
#[component(requires(Transform, Team))]
struct Gun {
    is_loaded: bool,
}

impl Gun {
    /// All have moved, but they inherit after this. So a gun asks where it is now, and of which team.
    fn late_update(&mut self, magazine: &Magazine) {
        let (muzzle, team) = (Transform::inherited(self.entity()), Team::inherited(self.entity()));
        if let (Some(muzzle), Some(team), true) = (muzzle, team, self.is_loaded) {
            self.is_loaded = false;
            // While the gun is disabled, it does not load.
            self.after(0.5, |gun| gun.is_loaded = true);
            let bullet = magazine.0.take();
            *bullet.borrow_mut() = Bullet { color: team.color, life: 1.0 };
            *bullet.borrow_mut() = Transform::new(muzzle.world);
        }
    }
}

/// The bullets that fly, and those that wait.
#[derive(Singleton, Default)]
struct Magazine(Pool<Archetype<(Bullet, Transform)>>);

#[derive(Component, Default)]
struct Bullet {
    color: &'static str,
    life: f32,
}

impl Bullet {
    fn update(&mut self, dt: f32, transform: &mut Transform, magazine: &Magazine) {
        transform.local = transform.local.join(Place::at(40.0 * dt, 0.0));
        self.life -= dt;
        for (target, _, place) in &query::<(Entity, &Target, &Transform)>() {
            if transform.local.way(place.local).0 < 1.0 && target.despawn() {
                println!("{:.2} s: a {} bullet hits", time().elapsed(), self.color);
                self.life = 0.0;
            }
        }
        if self.life <= 0.0 {
            magazine.0.give_back(self.entity());
        }
    }
}

#[derive(Component)]
struct Target;

impl Target {
    /// How far the nearest target is away, and where.
    fn nearest(from: Place) -> Option<(f32, f32)> {
        let targets = query::<(&Target, &Transform)>();
        let ways = targets.iter().map(|(_, transform)| from.way(transform.local));
        ways.min_by(|a, b| a.0.total_cmp(&b.0))
    }
}

/// Compares where the guns are with the path that the ship must have flown, and where bullets come from.
fn check(ship: Entity) {
    let (mut turret, dt) = (Place::default(), time().dt());
    let course = |frame| (0.4 * dt * frame as f32).sin_cos();
    for (sin, cos) in (1..=time().frame()).map(course) {
        turret = Place::at(turret.x + 6.0 * dt * cos, turret.y + 6.0 * dt * sin);
    }
    let (sin, cos) = course(time().frame());
    turret = Place::at(turret.x + cos, turret.y + sin);
    let Some((_, aim)) = Target::nearest(turret) else { return };
    let guns: Vec<_> = ship.all_down::<Gun>().map(|gun| gun.entity().borrow::<Transform>().world).collect();
    for (gun, side) in guns.iter().zip([-0.3, 0.3]) {
        let (x, y) = (2.0 * aim.cos() - side * aim.sin(), 2.0 * aim.sin() + side * aim.cos());
        let error = gun.way(Place::at(turret.x + x, turret.y + y)).0;
        assert!(error < 1e-3, "the gun at {gun:?} is {error} away from where it should be");
    }
    for (bullet, transform) in &query::<(&Bullet, &Transform)>() {
        assert!(bullet.life < 1.0 || guns.contains(&transform.world), "fired at {:?}", transform.world);
    }
}

/// Flies for two seconds, and returns how many bullets fly then.
fn fly(ship: Entity) -> usize {
    for _ in 0..64 {
        let targets = Target::count();
        update_all(1.0 / 32.0);
        let is_aimed = ship.down::<Turret>().is_some_and(|turret| turret.is_enabled());
        if is_aimed && Target::count() == targets {
            check(ship);
        }
    }
    let flying = Magazine::borrow().0.live().count();
    println!("{:.2} s: {flying} bullets fly, targets left: {}", time().elapsed(), Target::count());
    flying
}

fn main() {
    let red = Team { own: Some("red"), ..Team::default() };
    let ship = Entity::spawn().with(Ship).with(Transform::default()).with(red);
    let turret = Entity::spawn().with(Turret).child_of(ship);
    turret.borrow_mut::<Transform>().local.x = 1.0;
    for side in [-0.3, 0.3] {
        let muzzle = Transform::new(Place::at(2.0, side));
        Entity::spawn().with(muzzle).with(Gun { is_loaded: true }).child_of(turret);
    }
    for (x, y) in [(12.0, 9.0), (-8.0, 16.0), (-20.0, -9.0), (25.0, 30.0), (-34.0, 8.0), (9.0, 42.0)] {
        Entity::spawn().with(Target).with(Transform::new(Place::at(x, y)));
    }
    assert!(fly(ship) > 0);

    // What disables the turret disables its guns.
    turret.set_enabled(false);
    assert_eq!(fly(ship), 0);

    // Captured: with the ship the turret and the guns are of another team, in the same frame.
    turret.set_enabled(true);
    ship.borrow_mut::<Team>().own = Some("blue");
    assert!(fly(ship) > 0);
    assert!(ship.all_down::<Gun>().all(|gun| gun.entity().borrow::<Team>().color == "blue"));

    // The ship ends with all that stands on it.
    ship.despawn();
    assert_eq!((Turret::count(), Gun::count(), fly(ship)), (0, 0, 0));
}
