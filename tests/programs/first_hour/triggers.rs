//! Zones on the ground, and who walks into them: notified, burnt, healed, moved away or gone.

use ecs_core::{Component, Entity, Singleton, query, update_all};

#[derive(Component, Default, Clone, Copy)]
struct Transform {
    x: f32,
    y: f32,
}

impl Transform {
    fn distance(&self, other: &Transform) -> f32 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

struct Entered {
    zone: Entity,
}
struct Left;
struct Burn(i32);
struct Teleport {
    x: f32,
}

#[derive(Singleton, Default)]
struct Fallen(u32);

#[derive(Component, Default)]
#[component(on(Entered, Left, Teleport))]
struct Player {
    speed: f32,
    zones: Vec<Entity>,
    left: u32,
}

impl Player {
    fn update(&mut self, dt: f32, transform: &mut Transform) {
        transform.x += self.speed * dt;
    }

    fn on_entered(&mut self, entered: &Entered) {
        self.zones.push(entered.zone);
    }

    fn on_left(&mut self, _: &Left) {
        self.left += 1;
    }

    fn on_teleport(&mut self, teleport: &Teleport, transform: Option<&mut Transform>) {
        if let Some(transform) = transform {
            transform.x = teleport.x;
        }
    }

    fn shutdown(&mut self) {
        Fallen::borrow_mut().0 += 1;
    }
}

#[derive(Component)]
#[component(on(Burn))]
struct Health(i32);

impl Health {
    fn on_burn(&mut self, burn: &Burn) {
        self.0 -= burn.0;
        if self.0 <= 0 {
            self.entity().despawn();
        }
    }
}

/// Unity's `OnTriggerEnter` and `OnTriggerExit`, by hand.
#[derive(Component)]
struct Trigger {
    radius: f32,
    inside: Vec<Entity>,
}

impl Trigger {
    fn late_update(&mut self, me: Entity, transform: &Transform) {
        let before = std::mem::take(&mut self.inside);
        for (player, other, _) in &query::<(Entity, &Transform, &Player)>() {
            if player != me && transform.distance(other) < self.radius {
                self.inside.push(player);
                if !before.contains(&player) {
                    player.send(Entered { zone: me });
                }
            }
        }
        for player in before {
            if !self.inside.contains(&player) {
                player.send(Left);
            }
        }
    }
}

/// Burns all that stand in it.
#[derive(Component)]
struct Lava;

impl Lava {
    fn late_update(&self, transform: &Transform) {
        for (player, other, _) in &query::<(Entity, &Transform, &Player)>() {
            if transform.distance(other) < 1.0 {
                player.send(Burn(1));
            }
        }
    }
}

/// Whoever falls in is gone.
#[derive(Component)]
struct Pit;

impl Pit {
    fn late_update(&mut self, transform: &Transform) {
        for (player, other, _) in &query::<(Entity, &Transform, &Player)>() {
            if transform.distance(other) < 1.0 {
                player.despawn();
            }
        }
    }
}

/// A pit that moves.
#[derive(Component)]
struct Whirlwind {
    speed: f32,
}

impl Whirlwind {
    fn late_update(&mut self, dt: f32, transform: &mut Transform) {
        transform.x += self.speed * dt;
        for (player, other, _) in &query::<(Entity, &Transform, &Player)>() {
            if transform.distance(other) < 1.0 {
                player.despawn();
            }
        }
    }
}

/// Heals what has health, also itself.
#[derive(Component)]
struct Totem;

impl Totem {
    fn late_update(&self, here: &Transform) {
        for (there, health) in &mut query::<(&Transform, &mut Health)>() {
            if here.distance(there) < 2.0 {
                health.0 += 1;
            }
        }
    }
}

#[derive(Component)]
struct Portal {
    to: f32,
}

impl Portal {
    fn late_update(&self, transform: &Transform) {
        for (player, other, _) in &query::<(Entity, &Transform, &Player)>() {
            if transform.distance(other) < 1.0 {
                player.send(Teleport { x: self.to });
            }
        }
    }
}

fn at(x: f32) -> Transform {
    Transform { x, y: 0.0 }
}

fn walker(x: f32, speed: f32) -> Entity {
    Entity::spawn().with(Player { speed, ..Player::default() }).with(at(x)).with(Health(3))
}

fn trigger(x: f32, radius: f32) -> Entity {
    Entity::spawn().with(Trigger { radius, inside: Vec::new() }).with(at(x))
}

fn zones(walker: Entity) -> Vec<Entity> {
    walker.borrow::<Player>().zones.clone()
}

#[test]
fn who_walks_through_is_notified_once_and_when_he_leaves() {
    let [first, second] = [trigger(2.0, 1.5), trigger(5.0, 1.5)];
    let walkers = [walker(0.0, 1.0), walker(10.0, -1.0), walker(50.0, 1.0)];
    for _ in 0..10 {
        update_all(1.0);
    }
    assert_eq!(zones(walkers[0]), [first, second]);
    assert_eq!(zones(walkers[1]), [second, first]);
    assert_eq!(zones(walkers[2]), []);
    assert_eq!(walkers.map(|walker| walker.borrow::<Player>().left), [2, 2, 0]);
    assert!(first.borrow::<Trigger>().inside.is_empty());
}

#[test]
fn a_zone_around_a_player_sees_the_others() {
    let hero = walker(0.0, 2.0);
    hero.insert(Trigger { radius: 3.0, inside: Vec::new() });
    let friend = walker(6.0, 0.0);
    friend.insert(Trigger { radius: 1.0, inside: Vec::new() });
    update_all(1.0);
    assert_eq!((zones(hero), zones(friend)), (vec![], vec![]));
    update_all(1.0);
    assert_eq!((zones(hero), zones(friend)), (vec![], vec![hero]));
    update_all(1.0);
    assert_eq!((zones(hero), zones(friend)), (vec![friend], vec![hero]));
    assert_eq!(hero.borrow::<Trigger>().inside, [friend]);
}

#[test]
fn lava_burns_several_to_death() {
    Entity::spawn().with(Lava).with(at(0.0));
    let lava = Entity::spawn().with(Lava).with(at(4.0));
    let sitting = [walker(0.0, 0.0), walker(0.5, 0.0), walker(2.0, 0.0), walker(4.5, 0.0)];
    let zone = trigger(2.0, 10.0);
    sitting[1].borrow_mut::<Health>().0 = 1;
    update_all(1.0);
    assert_eq!(sitting.map(|walker| walker.is_alive()), [true, false, true, true]);
    lava.borrow_mut::<Transform>().x = 0.0;
    update_all(1.0);
    assert_eq!(sitting.map(|walker| walker.is_alive()), [false, false, true, true]);
    assert_eq!(sitting[3].borrow::<Health>().0, 2);
    update_all(1.0);
    assert_eq!((Fallen::borrow().0, zone.borrow::<Trigger>().inside.len()), (2, 2));
}

#[test]
fn a_pit_swallows_all_that_fall_in_the_same_frame() {
    let zone = trigger(0.0, 20.0);
    let pits = [0.0, 5.0].map(|x| Entity::spawn().with(Pit).with(at(x)));
    let other = trigger(5.0, 20.0);
    let walkers: Vec<_> = (0..6).map(|n| walker(n as f32, 0.0)).collect();
    update_all(1.0);
    let alive: Vec<_> = walkers.iter().map(|walker| walker.is_alive()).collect();
    assert_eq!(alive, [false, true, true, true, true, false]);
    assert_eq!(Fallen::borrow().0, 2);

    pits[0].borrow_mut::<Transform>().x = 1.0;
    pits[1].borrow_mut::<Transform>().x = 3.0;
    let late = walker(3.5, 0.0);
    update_all(1.0);
    assert_eq!((Player::count(), Fallen::borrow().0, late.is_alive()), (2, 5, false));
    update_all(1.0);
    for zone in [zone, other] {
        let inside = &zone.borrow::<Trigger>().inside;
        assert!(
            inside.len() == 2 && inside.contains(&walkers[2]) && inside.contains(&walkers[4]),
            "{inside:?}"
        );
    }
}

#[test]
fn a_whirlwind_takes_them_on_its_way() {
    let storms = [1.0, -1.0].map(|speed| Entity::spawn().with(Whirlwind { speed }).with(at(-4.0 * speed)));
    let walkers = [walker(-2.0, 0.0), walker(2.0, 0.0), walker(8.0, 0.0), walker(-1.5, 0.0)];
    update_all(1.0);
    assert_eq!(Player::count(), 4);
    for _ in 0..2 {
        update_all(1.0);
    }
    assert_eq!(walkers.map(|walker| walker.is_alive()), [false, false, true, false]);
    assert_eq!(storms.map(|storm| storm.borrow::<Transform>().x), [-1.0, 1.0]);
}

#[test]
fn a_totem_heals_itself_too() {
    let totem = Entity::spawn().with(Totem).with(at(0.0)).with(Health(10));
    let (near, far) = (walker(1.0, 0.0), walker(4.0, 0.0));
    for _ in 0..3 {
        update_all(1.0);
    }
    assert_eq!([totem, near, far].map(|entity| entity.borrow::<Health>().0), [13, 6, 3]);
}

#[test]
fn a_portal_moves_who_steps_in() {
    Entity::spawn().with(Portal { to: 100.0 }).with(at(3.0));
    let zone = trigger(100.0, 5.0);
    let walkers = [walker(0.0, 1.0), walker(2.0, 1.0), walker(6.0, 1.0)];
    for _ in 0..4 {
        update_all(1.0);
    }
    let [first, second, third] = walkers.map(|walker| walker.borrow::<Transform>().x);
    assert!(first > 100.0 && second > 100.0 && third == 10.0, "{first}, {second}, {third}");
    assert_eq!(walkers.map(zones), [vec![zone], vec![zone], vec![]]);
}

#[test]
fn who_is_disabled_neither_triggers_nor_is_seen() {
    let [awake, asleep] = [trigger(0.0, 2.0), trigger(0.0, 2.0)];
    let pit = Entity::spawn().with(Pit).with(at(0.0));
    pit.set_enabled(false);
    asleep.set_enabled(false);
    let [walker, ghost] = [walker(0.0, 0.0), walker(0.0, 0.0)];
    ghost.set_enabled(false);
    update_all(1.0);
    assert_eq!(zones(walker), [awake]);
    assert_eq!(zones(ghost), []);

    pit.set_enabled(true);
    asleep.set_enabled(true);
    update_all(1.0);
    assert!(!walker.is_alive() && ghost.is_alive());
}
