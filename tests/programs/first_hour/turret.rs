//! A ship, a turret on it, a lamp on the turret, and bullets that the turret fires at the nearest enemy.

use ecs_core::{Component, Entity, Handle, With, query, update_all};

#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
struct Transform {
    x: f32,
    y: f32,
    angle: f32,
}

impl Transform {
    fn towards(&self, other: &Transform) -> f32 {
        (other.y - self.y).atan2(other.x - self.x)
    }

    fn distance(&self, other: &Transform) -> f32 {
        (other.x - self.x).hypot(other.y - self.y)
    }
}

#[derive(Component, Default)]
struct Ship {
    transform: Handle<Transform>,
    speed: f32,
}

impl Ship {
    fn init(&mut self) {
        self.transform = self.add::<Transform>();
    }

    fn update(&mut self, dt: f32) {
        self.transform.borrow_mut().x += self.speed * dt;
    }
}

#[derive(Component)]
struct Turret {
    ship: Handle<Transform>,
    reload: f32,
    shots: u32,
}

impl Turret {
    const RELOAD: f32 = 1.0;

    fn late_update(&mut self, dt: f32, transform: &mut Transform) {
        let Some(ship) = self.ship.get() else {
            self.entity().despawn(); // goes down with its ship
            return;
        };
        transform.x = ship.x;
        transform.y = ship.y + 1.0;

        let mut range = 50.0;
        let mut aim = None;
        for (enemy, _) in &query::<(&Transform, &Enemy)>() {
            if transform.distance(enemy) < range {
                range = transform.distance(enemy);
                aim = Some(transform.towards(enemy));
            }
        }
        self.reload -= dt;
        if let Some(aim) = aim {
            transform.angle = aim;
            if self.reload <= 0.0 {
                self.reload = Self::RELOAD;
                self.shots += 1;
                Entity::spawn().with(Bullet { range: 60.0 }).with(*transform);
            }
        }
    }
}

#[derive(Component)]
#[component(after(late_update(Turret)))]
struct Lamp {
    turret: Handle<Transform>,
}

impl Lamp {
    fn late_update(&self, transform: &mut Transform) {
        if self.turret.is_alive() {
            *transform = *self.turret.borrow();
            transform.y += 0.5;
        }
    }
}

#[derive(Component)]
struct Bullet {
    range: f32,
}

impl Bullet {
    const SPEED: f32 = 10.0;

    fn update(&mut self, dt: f32, transform: &mut Transform) {
        let step = Self::SPEED * dt;
        transform.x += step * transform.angle.cos();
        transform.y += step * transform.angle.sin();
        self.range -= step;
        if self.range < 0.0 {
            self.entity().despawn();
        }
        for (enemy, place) in &query::<(Entity, &Transform)>().filter::<With<Enemy>>() {
            if transform.distance(place) < 1.0 {
                enemy.despawn();
                self.entity().despawn();
            }
        }
    }
}

#[derive(Component)]
struct Enemy {
    prey: Handle<Transform>,
    speed: f32,
}

impl Enemy {
    fn update(&mut self, dt: f32, transform: &mut Transform) {
        if let Some(prey) = self.prey.get() {
            transform.angle = transform.towards(&prey);
            transform.x += self.speed * dt * transform.angle.cos();
            transform.y += self.speed * dt * transform.angle.sin();
        }
    }
}

fn ship(x: f32, speed: f32) -> (Entity, Entity, Entity) {
    let ship = Entity::spawn().with(Ship { speed, ..Ship::default() });
    ship.borrow_mut::<Transform>().x = x;
    let turret = Entity::spawn().with(Turret { ship: ship.handle(), reload: 0.0, shots: 0 });
    turret.insert(Transform::default());
    let lamp = Entity::spawn().with(Lamp { turret: turret.handle() }).with(Transform::default());
    (ship, turret, lamp)
}

fn enemy(x: f32, y: f32, prey: Entity, speed: f32) -> Entity {
    Entity::spawn().with(Enemy { prey: prey.handle(), speed }).with(Transform { x, y, angle: 0.0 })
}

fn place(entity: Entity) -> (f32, f32) {
    let transform = entity.borrow::<Transform>();
    (transform.x, transform.y)
}

#[test]
fn turret_and_lamp_ride_on_the_ship() {
    let fleet = [ship(0.0, 1.0), ship(100.0, -2.0), ship(-50.0, 0.0)];
    for _ in 0..4 {
        update_all(0.5);
        for (ship, turret, lamp) in fleet {
            let (x, _) = place(ship);
            assert_eq!((place(turret), place(lamp)), ((x, 1.0), (x, 1.5)));
        }
    }
    assert_eq!(fleet.map(|(ship, ..)| place(ship).0), [2.0, 96.0, -50.0]);
}

#[test]
fn it_fires_at_the_nearest_enemy() {
    let (ship, turret, lamp) = ship(0.0, 0.0);
    let far = enemy(0.0, 31.0, ship, 0.0);
    let near = enemy(20.0, 1.0, ship, 0.0);
    let out_of_range = enemy(-90.0, 1.0, ship, 0.0);
    update_all(0.25);
    assert_eq!((turret.borrow::<Turret>().shots, Bullet::count()), (1, 1));
    assert_eq!(
        (turret.borrow::<Transform>().angle, *lamp.borrow::<Transform>()),
        (0.0, Transform { x: 0.0, y: 1.5, angle: 0.0 })
    );
    for _ in 0..9 {
        update_all(0.25);
    }
    assert_eq!([far, near, out_of_range].map(|enemy| enemy.is_alive()), [true, false, true]);

    for _ in 0..40 {
        update_all(0.25);
    }
    assert_eq!([far, near, out_of_range].map(|enemy| enemy.is_alive()), [false, false, true]);
    assert!(turret.borrow::<Transform>().angle > 1.5);
    assert_eq!((Bullet::count(), Transform::count()), (0, 4));
}

#[test]
fn two_turrets_on_one_ship_and_enemies_that_hunt_it() {
    let (ship, turret, lamp) = ship(0.0, 3.0);
    let second = Entity::spawn().with(Turret { ship: ship.handle(), reload: 0.5, shots: 0 });
    second.insert(Transform::default());
    lamp.borrow_mut::<Lamp>().turret = second.handle();
    for n in 0..6 {
        enemy(30.0 + n as f32, 6.0 * n as f32 - 15.0, ship, 4.0);
    }
    for _ in 0..400 {
        update_all(0.05);
        assert_eq!(place(turret), place(second));
        assert_eq!(place(lamp).0, place(second).0);
    }
    assert_eq!(Enemy::count(), 0);
    let shots = [turret, second].map(|turret| turret.borrow::<Turret>().shots);
    assert!(shots.iter().all(|shots| *shots > 0), "{shots:?}");
}

#[test]
fn what_is_on_the_ship_goes_down_or_stays_dark() {
    let (first, first_turret, first_lamp) = ship(0.0, 1.0);
    let (second, second_turret, second_lamp) = ship(10.0, 1.0);
    let target = enemy(41.0, 1.0, first, 0.0);
    update_all(1.0);
    assert_eq!(Bullet::count(), 2);
    first.despawn();
    second_turret.set_enabled(false);
    update_all(1.0);
    assert!(!first_turret.is_alive() && first_lamp.is_alive() && target.is_alive());
    assert_eq!(place(first_lamp), (1.0, 1.5));
    assert_eq!([second, second_turret, second_lamp].map(|part| place(part).0), [12.0, 11.0, 11.0]);

    second_turret.set_enabled(true);
    update_all(1.0);
    assert_eq!([second, second_turret, second_lamp].map(|part| place(part).0), [13.0; 3]);
    for _ in 0..5 {
        update_all(0.5);
    }
    assert!(!target.is_alive());
    assert_eq!((second_turret.borrow::<Turret>().shots, Turret::count()), (2, 1));
}
