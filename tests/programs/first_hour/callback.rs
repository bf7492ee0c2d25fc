//! "I hit you, you hit me back": what comes back to me while my own hook runs is heard a little later.

use ecs_core::{Component, Entity, Handle, update_all};

struct Damage {
    amount: i32,
    by: Entity,
}

struct Thorns(i32);

/// Fights by events, and strikes back at who hurts it.
#[derive(Component)]
#[component(on(Damage))]
struct Knight {
    foe: Entity,
    health: i32,
    heard: Vec<i32>,
}

impl Knight {
    fn update(&mut self, me: Entity) {
        let (health, heard) = (self.health, self.heard.len());
        self.foe.send(Damage { amount: 3, by: me });
        assert_eq!((self.health, self.heard.len()), (health, heard)); // not while my own hook runs
    }

    fn on_damage(&mut self, damage: &Damage, me: Entity) {
        self.heard.push(damage.amount);
        self.health -= damage.amount;
        if damage.amount > 1 {
            damage.by.send(Damage { amount: 1, by: me });
        }
        if self.health <= 0 {
            me.despawn();
        }
    }
}

/// Is called by those who hit it, and answers them by an event.
#[derive(Component)]
struct Hedgehog {
    health: i32,
}

impl Hedgehog {
    fn damage(&mut self, amount: i32, by: Entity) {
        self.health -= amount;
        by.send(Thorns(1));
        if self.health <= 0 {
            self.entity().despawn();
        }
    }
}

#[derive(Component)]
#[component(on(Thorns))]
struct Fox {
    prey: Handle<Hedgehog>,
    wounds: i32,
}

impl Fox {
    fn update(&mut self, cry: &mut Cry) {
        let before = self.wounds;
        if let Some(mut prey) = self.prey.get_mut() {
            prey.damage(2, self.entity());
            prey.damage(1, self.entity());
        }
        assert_eq!(self.wounds, before);
        cry.bites += 1;
    }

    fn on_thorns(&mut self, thorns: &Thorns, cry: Option<&mut Cry>) {
        self.wounds += thorns.0;
        if let Some(cry) = cry {
            cry.outs += 1;
        }
        if self.wounds == 10 {
            self.entity().despawn();
        }
    }
}

#[derive(Component, Default)]
struct Cry {
    bites: u32,
    outs: u32,
}

fn knight(health: i32) -> Entity {
    Entity::spawn().with(Knight { foe: Entity::NONE, health, heard: Vec::new() })
}

fn fox(prey: Entity) -> Entity {
    Entity::spawn().with(Fox { prey: prey.handle(), wounds: 0 }).with(Cry::default())
}

fn health(knight: Entity) -> i32 {
    knight.borrow::<Knight>().health
}

#[test]
fn one_strikes_and_is_struck_back() {
    let [me, foe] = [knight(10), knight(10)];
    me.borrow_mut::<Knight>().foe = foe;
    for frame in 1..=3 {
        update_all(1.0);
        assert_eq!((health(me), health(foe)), (10 - frame, 10 - 3 * frame));
        assert_eq!(me.borrow::<Knight>().heard.len(), frame as usize);
    }
    assert_eq!(foe.borrow::<Knight>().heard, [3, 3, 3]);
    update_all(1.0);
    assert_eq!((health(me), foe.is_alive()), (6, false)); // it struck back with its last breath
    update_all(1.0);
    assert_eq!(me.borrow::<Knight>().heard, [1, 1, 1, 1]);
}

#[test]
fn a_duel_ends() {
    let [first, second] = [knight(10), knight(10)];
    first.borrow_mut::<Knight>().foe = second;
    second.borrow_mut::<Knight>().foe = first;
    for left in [6, 2] {
        update_all(1.0);
        assert_eq!((health(first), health(second)), (left, left));
    }
    update_all(1.0);
    assert_eq!((health(first), second.is_alive()), (1, false));
}

#[test]
fn a_circle_of_knights() {
    let circle: Vec<_> = (0..5).map(|_| knight(100)).collect();
    for (n, knight) in circle.iter().enumerate() {
        knight.borrow_mut::<Knight>().foe = circle[(n + 1) % 5];
    }
    for _ in 0..4 {
        update_all(1.0);
    }
    for &knight in &circle {
        assert_eq!((health(knight), knight.borrow::<Knight>().heard.len()), (100 - 4 * 4, 8));
    }
    circle[2].despawn();
    circle[4].set_enabled(false);
    update_all(1.0);
    assert_eq!(health(circle[1]), 84 - 3); // nobody is left to strike back
}

#[test]
fn a_confused_knight_hits_himself() {
    let fool = knight(10);
    fool.borrow_mut::<Knight>().foe = fool;
    update_all(1.0);
    assert_eq!(fool.borrow::<Knight>().heard, [3, 1]);
    update_all(1.0);
    update_all(1.0);
    assert!(!fool.is_alive());
}

#[test]
fn the_weak_strikes_back_and_dies_before_its_turn() {
    let strong = [knight(100), knight(100)];
    let weak = knight(1);
    weak.borrow_mut::<Knight>().foe = strong[0];
    strong[1].borrow_mut::<Knight>().foe = weak;
    update_all(1.0);
    assert!(!weak.is_alive());
    update_all(1.0);
    assert_eq!((strong.map(health), Knight::count()), ([100, 99], 2));
}

#[test]
fn thorns_are_felt_after_the_bite() {
    let prey = Entity::spawn().with(Hedgehog { health: 14 });
    let foxes = [fox(prey), fox(prey)];
    for frame in 1..=2 {
        update_all(1.0);
        for fox in foxes {
            assert_eq!(fox.borrow::<Fox>().wounds, 2 * frame);
            assert_eq!(
                (fox.borrow::<Cry>().bites, fox.borrow::<Cry>().outs),
                (frame as u32, 2 * frame as u32)
            );
        }
    }
    assert_eq!(prey.borrow::<Hedgehog>().health, 2);
    update_all(1.0);
    assert!(!prey.is_alive());
    // The first killed it; the second had nothing to bite.
    assert_eq!(foxes.map(|fox| fox.borrow::<Fox>().wounds), [6, 4]);
}

#[test]
fn a_fox_dies_of_what_comes_back() {
    let prey = Entity::spawn().with(Hedgehog { health: 1_000 });
    let [fox, other] = [fox(prey), fox(prey)];
    prey.set_enabled(false); // asleep, and prickly all the same
    fox.borrow_mut::<Fox>().wounds = 9;
    update_all(1.0);
    assert!(!fox.is_alive() && other.is_alive());
    assert_eq!(other.borrow::<Fox>().wounds, 2);
    assert_eq!(prey.borrow::<Hedgehog>().health, 1_000 - 6);
}
