//! hecs's `ffa_simulation`: all against all, each hurts the one that is closest. As a hook, by `for` and by
//! `each`.

use ecs_core::{Component, Entity, Without, query, update_all};

#[derive(Component, Clone, Copy, Debug)]
struct Position {
    x: i32,
    y: i32,
}

impl Position {
    fn distance(&self, other: &Position) -> i32 {
        (self.x - other.x).pow(2) + (self.y - other.y).pow(2)
    }
}

#[derive(Component)]
struct Speed(i32);

#[derive(Component)]
struct Health(i32);

#[derive(Component)]
struct Damage(i32);

#[derive(Component)]
struct KillCount(u32);

/// Makes a fighter one that fights by its hook.
#[derive(Component)]
struct Fighter;

impl Fighter {
    fn update(&self, me: Entity, position: &Position, damage: &Damage, kills: &mut KillCount) {
        let mut closest = None;
        let mut best = i32::MAX;
        for (other, place, _) in &query::<(Entity, &Position, &Health)>() {
            if other != me && position.distance(place) < best {
                best = position.distance(place);
                closest = Some(other);
            }
        }
        let Some(closest) = closest else { return };
        let mut health = closest.borrow_mut::<Health>();
        health.0 -= damage.0;
        if health.0 <= 0 {
            closest.despawn();
            kills.0 += 1;
        }
    }
}

/// Drinks what it takes: has its own health in hand while it looks for that of others.
#[derive(Component)]
struct Vampire {
    bites: u32,
}

impl Vampire {
    fn update(&mut self, me: Entity, position: &mut Position, health: &mut Health, kills: &mut KillCount) {
        let mut victims = query::<(Entity, &Position, &mut Health)>().except(me);
        let Some((victim, place, blood)) =
            victims.iter_mut().min_by_key(|(_, place, _)| position.distance(place))
        else {
            return;
        };
        position.x += (place.x - position.x).signum();
        position.y += (place.y - position.y).signum();
        blood.0 -= 1;
        health.0 += 1;
        self.bites += 1;
        if blood.0 <= 0 {
            kills.0 += 1;
            victim.despawn();
        }
    }
}

/// hecs's `system_integrate_motion`, without chance.
fn move_all() {
    for (position, speed) in &mut query::<(&mut Position, &Speed)>() {
        position.x += speed.0;
        position.y -= speed.0;
    }
}

/// hecs's `system_fire_at_closest`.
fn fire_at_closest() {
    for (me, position, damage, kills) in &mut query::<(Entity, &Position, &Damage, &mut KillCount)>() {
        let closest = query::<(Entity, &Position, &Health)>()
            .iter()
            .filter(|(other, ..)| *other != me)
            .min_by_key(|(_, place, _)| position.distance(place))
            .map(|(other, ..)| other);
        let Some(closest) = closest else { continue };
        let mut health = closest.borrow_mut::<Health>();
        health.0 -= damage.0;
        if health.0 <= 0 {
            kills.0 += 1;
            drop(health);
            closest.despawn();
        }
    }
}

/// The same for one who found `each`. Who shoots steps back.
fn fire_by_each() {
    query::<(Entity, &mut Position, &Damage, &mut KillCount)>().each(|(me, position, damage, kills)| {
        let mut closest = None;
        query::<(Entity, &Position, &Health)>().except(me).each(|(other, place, _)| {
            let distance = position.distance(place);
            if closest.is_none_or(|(least, _)| distance < least) {
                closest = Some((distance, other));
            }
        });
        let Some((_, closest)) = closest else { return };
        position.x -= (closest.borrow::<Position>().x - position.x).signum();
        closest.borrow_mut::<Health>().0 -= damage.0;
        if closest.borrow::<Health>().0 <= 0 {
            closest.despawn();
            kills.0 += 1;
        }
    });
}

/// hecs's `system_remove_dead`.
fn remove_dead() -> u32 {
    let mut removed = 0;
    for (fighter, health) in &query::<(Entity, &Health)>() {
        if health.0 <= 0 {
            fighter.despawn();
            removed += 1;
        }
    }
    removed
}

fn fighter(x: i32, y: i32, health: i32, damage: i32) -> Entity {
    Entity::spawn().with(Position { x, y }).with(Health(health)).with(Damage(damage)).with(KillCount(0))
}

/// On a line, no two at the same distance.
fn crowd(count: i32) -> Vec<Entity> {
    (0..count).map(|n| fighter(n * n, n, 10 + n, 1 + n % 3)).collect()
}

fn kills(entity: Entity) -> u32 {
    entity.borrow::<KillCount>().0
}

fn health(entity: Entity) -> i32 {
    entity.borrow::<Health>().0
}

/// Plays until one is left, who is returned.
fn until_one_is_left(mut frame: impl FnMut()) -> Entity {
    for _ in 0..1_000 {
        if Health::count() == 1 {
            break;
        }
        frame();
    }
    query::<(Entity, &Health)>().single().map(|(winner, _)| winner).expect("one is left")
}

#[test]
fn three_fight_by_hooks() {
    let [strong, near, far] = [(0, 9, 2), (1, 4, 1), (10, 4, 1)]
        .map(|(x, health, damage)| fighter(x, 0, health, damage).with(Fighter));
    update_all(1.0);
    assert_eq!([strong, near, far].map(health), [8, 1, 4]);
    let winner = until_one_is_left(|| update_all(1.0));
    assert_eq!((winner, kills(strong)), (strong, 2));
    assert!(health(strong) > 0 && !near.is_alive() && !far.is_alive());
}

#[test]
fn a_crowd_fights_by_hooks() {
    let fighters = crowd(12);
    for &fighter in &fighters {
        fighter.insert(Fighter);
    }
    let winner = until_one_is_left(|| update_all(1.0));
    assert!(fighters.contains(&winner) && kills(winner) > 0);
    assert_eq!((Fighter::count(), Position::count(), KillCount::count()), (1, 1, 1));
    update_all(1.0);
    assert!(winner.is_alive());
}

#[test]
fn who_joins_the_fight_or_sleeps_through_it() {
    let [first, sleeper, second] = [0, 1, 5].map(|x| fighter(x, 0, 3, 1).with(Fighter));
    sleeper.set_enabled(false);
    update_all(1.0);
    assert_eq!([first, sleeper, second].map(health), [2, 3, 2]);
    first.despawn();
    let late = fighter(6, 0, 100, 2).with(Fighter);
    update_all(1.0);
    assert_eq!((health(sleeper), kills(late)), (3, 1));
    assert!(!second.is_alive());

    sleeper.set_enabled(true);
    for _ in 0..2 {
        update_all(1.0);
    }
    assert!(!sleeper.is_alive() && kills(late) == 2);
}

#[test]
fn a_vampire_drinks_a_village() {
    let vampire = fighter(0, 0, 5, 0).with(Vampire { bites: 0 });
    let village = [(3, 2), (-6, 1), (9, 3)].map(|(x, health)| fighter(x, x, health, 1));
    for _ in 0..6 {
        update_all(1.0);
    }
    assert_eq!((health(vampire), kills(vampire), vampire.borrow::<Vampire>().bites), (11, 3, 6));
    assert!(village.iter().all(|villager| !villager.is_alive()));
    update_all(1.0);
    assert_eq!(health(vampire), 11);
}

#[test]
fn two_vampires_drink_each_other_and_a_fighter_helps() {
    let vampires = [0, 10].map(|x| fighter(x, 0, 5, 0).with(Vampire { bites: 0 }));
    update_all(1.0);
    assert_eq!(vampires.map(health), [5, 5]);
    let hunter = fighter(3, 0, 50, 4).with(Fighter);
    let winner = until_one_is_left(|| update_all(1.0));
    assert_eq!((winner, kills(hunter)), (hunter, 2));
}

#[test]
fn a_crowd_fights_by_for() {
    let fighters = crowd(12);
    for (n, fighter) in fighters.iter().enumerate().filter(|(n, _)| n % 2 == 0) {
        fighter.insert(Speed(n as i32));
    }
    let winner = until_one_is_left(|| {
        move_all();
        fire_at_closest();
    });
    assert!(fighters.contains(&winner) && kills(winner) > 0);
    assert_eq!((Damage::count(), remove_dead()), (1, 0));
}

#[test]
fn a_crowd_fights_by_each() {
    let fighters = crowd(12);
    fighters[4].despawn();
    let winner = until_one_is_left(fire_by_each);
    assert!(fighters.contains(&winner) && kills(winner) > 0);
    assert_eq!(Position::count(), 1);
}

#[test]
fn for_and_each_leave_the_sleepers_alone() {
    let [first, sleeper, second] = [0, 1, 5].map(|x| fighter(x, 0, 5, 1));
    sleeper.set_enabled(false);
    fire_at_closest();
    fire_by_each();
    assert_eq!([first, sleeper, second].map(health), [3, 5, 3]);
    assert_eq!([first, sleeper, second].map(|fighter| fighter.borrow::<Position>().x), [-1, 1, 6]);
}

#[test]
fn the_dead_are_removed_in_one_sweep() {
    let fighters = crowd(8);
    for &fallen in &[fighters[1], fighters[2], fighters[7]] {
        fallen.borrow_mut::<Health>().0 = 0;
    }
    assert_eq!((remove_dead(), remove_dead()), (3, 0));
    assert_eq!(query::<&Health>().filter::<Without<Fighter>>().count(), 5);
}
