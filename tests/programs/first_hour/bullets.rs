//! A shooting range: bullets end by age or by what they hit, several in one frame, while guns fire new ones.

use ecs_core::{Component, Entity, Handle, Without, query, update_all};

#[derive(Component, Clone, Copy)]
struct Position {
    x: f32,
}

#[derive(Component)]
struct Health(i32);

/// What bullets go through.
#[derive(Component)]
struct Ghost;

#[derive(Component)]
struct Bullet {
    speed: f32,
    life: u32,
}

impl Bullet {
    fn update(&mut self, dt: f32, position: &mut Position) {
        self.life -= 1;
        if self.life == 0 {
            self.entity().despawn();
            return;
        }
        position.x += self.speed * dt;
        for (target, health) in &mut query::<(&Position, &mut Health)>().filter::<Without<Ghost>>() {
            if (target.x - position.x).abs() < 0.5 {
                health.0 -= 1;
                self.entity().despawn();
                break;
            }
        }
    }
}

/// Goes off when its time has come, and hurts all around.
#[derive(Component)]
struct Grenade {
    fuse: u32,
}

impl Grenade {
    fn update(&mut self, me: Entity, position: &Position) {
        self.fuse -= 1;
        if self.fuse > 0 {
            return;
        }
        me.despawn();
        for (other, health) in &mut query::<(&Position, &mut Health)>() {
            if (other.x - position.x).abs() <= 2.0 {
                health.0 -= 2;
            }
        }
    }
}

/// Lies there until somebody comes. Written by one who likes guards.
#[derive(Component)]
struct Mine;

impl Mine {
    fn update(&self, me: Entity) {
        let here = me.borrow::<Position>();
        query::<(&Position, &mut Health)>().each(|(there, health)| {
            if me.is_alive() && (there.x - here.x).abs() < 1.0 {
                health.0 -= 5;
                me.despawn();
            }
        });
    }
}

/// Flies to the nearest that has health.
#[derive(Component)]
struct Missile {
    target: Handle<Position>,
}

impl Missile {
    fn update(&mut self, dt: f32, position: &mut Position) {
        if !self.target.is_alive() {
            let mut nearest = f32::MAX;
            for (entity, other, _) in &query::<(Entity, &Position, &Health)>() {
                let distance = (other.x - position.x).abs();
                if distance < nearest {
                    nearest = distance;
                    self.target = entity.handle();
                }
            }
        }
        let Some(target) = self.target.get() else {
            self.entity().despawn(); // nobody is left
            return;
        };
        let way = target.x - position.x;
        position.x += way.clamp(-4.0 * dt, 4.0 * dt);
        if position.x == target.x {
            self.target.entity().borrow_mut::<Health>().0 -= 3;
            self.entity().despawn();
        }
    }
}

#[derive(Component)]
struct Gun {
    speed: f32,
    life: u32,
}

impl Gun {
    fn update(&mut self, position: &Position) {
        Entity::spawn().with(Bullet { speed: self.speed, life: self.life }).with(*position);
    }
}

/// Walks, looks who is near, and breaks in two when it dies.
#[derive(Component)]
struct Rock {
    size: u32,
    speed: f32,
    near: usize,
}

impl Rock {
    fn update(&mut self, dt: f32, me: Entity, position: &mut Position, health: &Health) {
        position.x += self.speed * dt;
        if health.0 <= 0 {
            me.despawn();
            if self.size > 1 {
                rock(self.size - 1, position.x - 1.0);
                rock(self.size - 1, position.x + 1.0);
            }
            return;
        }
        self.near = 0;
        for (other, _) in &query::<(&Position, &Rock)>().except(me) {
            if (other.x - position.x).abs() < 3.0 {
                self.near += 1;
            }
        }
    }
}

fn rock(size: u32, x: f32) -> Entity {
    Entity::spawn().with(Rock { size, speed: 0.0, near: 0 }).with(Position { x }).with(Health(size as i32))
}

fn bullet(x: f32, life: u32) -> Entity {
    Entity::spawn().with(Bullet { speed: 1.0, life }).with(Position { x })
}

fn target(x: f32, health: i32) -> Entity {
    Entity::spawn().with(Position { x }).with(Health(health))
}

fn health(entity: Entity) -> i32 {
    entity.borrow::<Health>().0
}

#[test]
fn several_bullets_die_in_one_frame() {
    let wall = target(10.0, 100);
    let bullets = [(0.0, 1), (9.0, 5), (1.0, 1), (2.0, 3), (9.0, 5), (3.0, 1), (8.0, 5), (4.0, 2)]
        .map(|(x, life)| bullet(x, life));
    for (left, hits) in [(3, 2), (1, 3), (0, 3)] {
        update_all(1.0);
        assert_eq!((Bullet::count(), health(wall)), (left, 100 - hits));
    }
    assert!(bullets.iter().all(|bullet| !bullet.is_alive()));
    assert_eq!(Position::count(), 1);
}

#[test]
fn new_bullets_come_while_others_end() {
    let wall = target(3.0, 100);
    let guns = [(0.0, 1.0, 10), (6.0, -1.0, 10), (0.0, -1.0, 2)]
        .map(|(x, speed, life)| Entity::spawn().with(Gun { speed, life }).with(Position { x }));
    for _ in 0..20 {
        bullet(-100.0, 1);
        update_all(1.0);
    }
    assert_eq!(health(wall), 64); // the last two of each gun are on their way
    for gun in guns {
        gun.despawn();
    }
    for _ in 0..10 {
        update_all(1.0);
    }
    assert_eq!((health(wall), Bullet::count(), Position::count()), (60, 0, 1));
}

#[test]
fn bullets_spare_the_disabled_and_fly_through_ghosts() {
    let ghost = target(1.0, 1).with(Ghost);
    let sleeper = target(2.0, 1);
    let wall = target(3.0, 1);
    sleeper.set_enabled(false);
    let (flying, waiting) = (bullet(0.0, 9), bullet(0.0, 9));
    waiting.set_enabled(false);
    for _ in 0..3 {
        update_all(1.0);
    }
    assert_eq!([ghost, sleeper, wall].map(health), [1, 1, 0]);
    assert!(!flying.is_alive() && waiting.is_alive());

    sleeper.set_enabled(true);
    waiting.set_enabled(true);
    for _ in 0..2 {
        update_all(1.0);
    }
    assert_eq!(([ghost, sleeper, wall].map(health), Bullet::count()), ([1, 0, 0], 0));
}

#[test]
fn grenades_end_before_they_hurt() {
    let targets = [0.0, 2.0, 4.0].map(|x| target(x, 10));
    for (fuse, x) in [(1, 0.0), (1, 2.0), (2, 4.0), (1, 50.0), (2, 1.0)] {
        Entity::spawn().with(Grenade { fuse }).with(Position { x });
    }
    update_all(1.0);
    assert_eq!((targets.map(health), Grenade::count()), ([6, 6, 8], 2));
    update_all(1.0);
    assert_eq!((targets.map(health), Grenade::count()), ([4, 2, 6], 0));
}

#[test]
fn a_grenade_with_health_of_its_own_is_not_hurt_by_itself() {
    let [first, second] =
        [1, 2].map(|fuse| Entity::spawn().with(Grenade { fuse }).with(Position { x: 0.0 }).with(Health(5)));
    update_all(1.0);
    assert!(!first.is_alive());
    assert_eq!(health(second), 3);
    update_all(1.0);
    assert_eq!((Grenade::count(), Health::count()), (0, 0));
}

#[test]
fn a_mine_takes_the_first_that_comes() {
    for x in [5.0, 0.0, 5.0, 9.0] {
        Entity::spawn().with(Mine).with(Position { x });
    }
    let walkers = [5.5, 0.5, 20.0, 5.0].map(|x| target(x, 20));
    bullet(-50.0, 1);
    update_all(1.0);
    assert_eq!(Mine::count(), 1);
    assert_eq!(walkers.map(health).iter().sum::<i32>(), 65);
    assert_eq!((health(walkers[1]), health(walkers[2])), (15, 20));
}

#[test]
fn missiles_look_for_another_when_their_target_is_gone() {
    let [near, far] = [target(6.0, 3), target(16.0, 3)];
    let missiles = [0.0, 1.0, 2.0]
        .map(|x| Entity::spawn().with(Missile { target: Handle::default() }).with(Position { x }));
    for _ in 0..2 {
        update_all(0.25);
    }
    assert!(missiles.iter().all(|missile| missile.borrow::<Missile>().target == near.handle()));
    near.despawn();
    far.borrow_mut::<Position>().x = 5.0;
    for _ in 0..5 {
        update_all(0.25);
    }
    assert_eq!((health(far), Missile::count()), (-6, 0));

    // Nobody is left for this one.
    far.despawn();
    let last = Entity::spawn().with(Missile { target: far.handle() }).with(Position { x: 0.0 });
    update_all(0.25);
    assert!(!last.is_alive());
}

#[test]
fn rocks_break_while_bullets_fly() {
    rock(2, 5.0);
    rock(1, 7.0);
    rock(3, 100.0);
    for x in [0.0, 1.0, 2.0, 3.0] {
        bullet(x, 20);
    }
    update_all(0.0);
    assert_eq!(query::<&Rock>().iter().filter(|rock| rock.near == 1).count(), 2);

    for _ in 0..12 {
        update_all(1.0);
    }
    // Two break the first, and each half takes one; what stood next to it and the far one are whole.
    assert_eq!(Bullet::count(), 0);
    assert_eq!(query::<&Health>().iter().map(|health| health.0).sum::<i32>(), 4);
    assert!(query::<&Rock>().iter().any(|rock| rock.size == 3 && rock.near == 0));
}
