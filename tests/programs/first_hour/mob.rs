//! "Raycast; if the hit has a Mob, spawn a hit effect between us, damage it, play its sound", by attackers
//! that are mobs themselves.

use ecs_core::{Component, Entity, Handle, Singleton, With, query, update_all};

#[derive(Component, Clone, Copy)]
struct Transform {
    x: f32,
    facing: f32,
}

/// What rays hit: mobs and walls.
#[derive(Component)]
struct Collider;

#[derive(Component)]
struct HitEffect {
    frames: u32,
}

impl HitEffect {
    fn update(&mut self) {
        self.frames -= 1;
        if self.frames == 0 {
            self.entity().despawn();
        }
    }
}

/// All that was played, also by those who are dead by now.
#[derive(Singleton, Default)]
struct Speaker(Vec<&'static str>);

#[derive(Component)]
struct Sound {
    name: &'static str,
    played: u32,
}

impl Sound {
    fn play(&mut self) {
        self.played += 1;
        Speaker::borrow_mut().0.push(self.name);
    }
}

struct Damage {
    amount: i32,
    by: Entity,
}

#[derive(Component)]
#[component(on(Damage))]
struct Mob {
    health: i32,
    last_hit_by: Entity,
}

impl Mob {
    fn on_damage(&mut self, damage: &Damage) {
        self.last_hit_by = damage.by;
        self.damage(damage.amount);
    }

    fn damage(&mut self, amount: i32) {
        self.health -= amount;
        if self.health <= 0 {
            self.entity().despawn();
        }
    }
}

/// The nearest thing that `me` looks at.
fn raycast(me: Entity, from: &Transform) -> Option<Entity> {
    let mut hit = None;
    let mut nearest = 5.0;
    for (entity, transform) in &query::<(Entity, &Transform)>().filter::<With<Collider>>().except(me) {
        let distance = (transform.x - from.x) * from.facing;
        if distance >= 0.0 && distance < nearest {
            nearest = distance;
            hit = Some(entity);
        }
    }
    hit
}

fn hit_effect(a: &Transform, b: &Transform) {
    Entity::spawn().with(HitEffect { frames: 2 }).with(Transform { x: (a.x + b.x) / 2.0, facing: 0.0 });
}

/// Attacks by an event: walks until it sees something.
#[derive(Component)]
struct Claws {
    strength: i32,
}

impl Claws {
    fn update(&mut self, dt: f32, me: Entity, transform: &mut Transform, sound: &mut Sound) {
        let Some(hit) = raycast(me, transform) else {
            transform.x += transform.facing * dt;
            return;
        };
        if hit.get::<Mob>().is_some() {
            hit_effect(transform, &hit.borrow());
            sound.play(); // a roar
            hit.borrow_mut::<Sound>().play();
            hit.send(Damage { amount: self.strength, by: me });
        }
    }
}

/// Attacks by a call, and is healed by the kill.
#[derive(Component)]
struct Sword {
    strength: i32,
}

impl Sword {
    fn update(&self, me: Entity, transform: &Transform, mob: &mut Mob, sound: &mut Sound) {
        if let Some(hit) = raycast(me, transform)
            && let Some(mut other) = hit.get_mut::<Mob>()
        {
            let mut cry = hit.borrow_mut::<Sound>();
            hit_effect(transform, &hit.borrow::<Transform>());
            other.damage(self.strength);
            other.last_hit_by = me;
            cry.play();
            if !hit.is_alive() {
                mob.health += 10;
                sound.play();
            }
        }
    }
}

/// Has its target as a handle from before, and asks after the blow who is still there to cry.
#[derive(Component)]
struct Bow {
    target: Handle<Mob>,
}

impl Bow {
    fn update(&mut self, me: Entity, transform: &Transform) {
        if !self.target.is_alive() {
            return;
        }
        let place = self.target.sibling::<Transform>();
        hit_effect(transform, &place.borrow());
        self.target.entity().send(Damage { amount: 2, by: me });
        if let Some(mut sound) = self.target.sibling::<Sound>().get_mut() {
            sound.play();
        }
    }
}

fn mob(name: &'static str, x: f32, facing: f32, health: i32) -> Entity {
    Entity::spawn()
        .with(Transform { x, facing })
        .with(Collider)
        .with(Mob { health, last_hit_by: Entity::NONE })
        .with(Sound { name, played: 0 })
}

fn health(mob: Entity) -> i32 {
    mob.borrow::<Mob>().health
}

fn played(mob: Entity) -> u32 {
    mob.borrow::<Sound>().played
}

fn effects() -> Vec<f32> {
    let mut places: Vec<f32> =
        query::<&Transform>().filter::<With<HitEffect>>().iter().map(|transform| transform.x).collect();
    places.sort_by(f32::total_cmp);
    places
}

fn heard() -> Vec<&'static str> {
    Speaker::borrow().0.clone()
}

#[test]
fn claws_kill_with_the_third_blow() {
    let bear = mob("bear", 0.0, 1.0, 10).with(Claws { strength: 4 });
    let sheep = mob("sheep", 4.0, 1.0, 10);
    update_all(1.0);
    assert_eq!((health(sheep), played(sheep), played(bear)), (6, 1, 1));
    assert_eq!((effects(), sheep.borrow::<Mob>().last_hit_by), (vec![2.0], bear));
    update_all(1.0);
    update_all(1.0);
    assert!(!sheep.is_alive());
    assert_eq!(heard(), ["bear", "sheep", "bear", "sheep", "bear", "sheep"]);

    // Nothing is left to see: the bear walks on.
    for _ in 0..2 {
        update_all(1.0);
    }
    assert_eq!((bear.borrow::<Transform>().x, effects(), played(bear)), (2.0, vec![], 3));
}

#[test]
fn mobs_with_claws_fight_each_other() {
    let bears = [(0.0, 1.0, 10), (4.0, -1.0, 9), (8.0, -1.0, 3), (30.0, 1.0, 5)]
        .map(|(x, facing, health)| mob("bear", x, facing, health).with(Claws { strength: 3 }));
    update_all(1.0);
    assert_eq!(bears.map(health), [7, 3, 3, 5]);
    assert_eq!(effects(), [2.0, 2.0, 6.0]);
    update_all(1.0);
    // The second has fallen by the first, before its turn came.
    assert_eq!((bears[1].is_alive(), health(bears[0]), health(bears[2])), (false, 7, 3));
    for _ in 0..30 {
        update_all(0.25);
    }
    assert_eq!((Mob::count(), HitEffect::count(), Sound::count()), (2, 0, 2));
    assert!(bears[3].borrow::<Transform>().x > 35.0);
}

#[test]
fn a_sword_kills_and_the_dying_cry_is_heard() {
    let knight = mob("knight", 0.0, 1.0, 5).with(Sword { strength: 6 });
    let [orc, behind] = [mob("orc", 2.0, -1.0, 6), mob("goblin", 3.0, -1.0, 7)];
    update_all(1.0);
    assert!(!orc.is_alive());
    assert_eq!((health(knight), heard()), (15, vec!["orc", "knight"]));
    update_all(1.0);
    assert_eq!((health(behind), health(knight)), (1, 15));
    assert!(effects().contains(&1.5));
    update_all(1.0);
    assert_eq!((health(knight), heard()), (25, vec!["orc", "knight", "goblin", "goblin", "knight"]));
    assert!(!behind.is_alive());
    update_all(1.0);
    update_all(1.0);
    assert_eq!((Mob::count(), Transform::count()), (1, 1));
}

#[test]
fn knights_in_a_row_strike_those_before_them() {
    let knights = [(0.0, 20), (1.0, 20), (2.0, 5), (3.0, 20)]
        .map(|(x, health)| mob("knight", x, 1.0, health).with(Sword { strength: 3 }));
    update_all(1.0);
    assert_eq!(knights.map(health), [20, 17, 2, 17]);
    update_all(1.0);
    assert_eq!(health(knights[1]), 24); // struck twice, and has killed
    assert!(!knights[2].is_alive());
    assert_eq!(health(knights[3]), 17);
    update_all(1.0);
    assert_eq!((health(knights[1]), health(knights[3])), (21, 14));
}

#[test]
fn an_archer_shoots_what_he_knows() {
    let target = mob("dummy", 3.0, 0.0, 5);
    let archers = [0.0, 100.0].map(|x| mob("archer", x, 0.0, 5).with(Bow { target: target.handle() }));
    update_all(1.0);
    assert_eq!((health(target), played(target)), (1, 2));
    update_all(1.0);
    // The blow that killed it came before its cry, and the second archer has seen that it fell.
    assert!(!target.is_alive());
    assert_eq!(heard().len(), 2);
    archers[0].despawn();
    update_all(1.0);
    update_all(1.0);
    assert_eq!((HitEffect::count(), Mob::count()), (0, 1));
}

#[test]
fn walls_and_sleepers() {
    let bear = mob("bear", 0.0, 1.0, 10).with(Claws { strength: 4 });
    let sleeper = mob("sleeper", 2.0, 1.0, 4);
    let sheep = mob("sheep", 3.0, 1.0, 10);
    let wall = Entity::spawn().with(Collider).with(Transform { x: 1.0, facing: 0.0 });
    update_all(1.0);
    assert_eq!((health(sleeper), health(sheep), played(bear)), (4, 10, 0));

    // A ray goes through what is disabled.
    wall.despawn();
    sleeper.set_enabled(false);
    update_all(1.0);
    assert_eq!((health(sleeper), health(sheep), played(bear)), (4, 6, 1));
    sleeper.set_enabled(true);
    update_all(1.0);
    assert_eq!((sleeper.is_alive(), health(sheep), heard().last()), (false, 6, Some(&"sleeper")));
}
