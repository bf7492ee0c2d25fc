//! Events of the program's own: a type says what it listens to, and whoever likes sends it.

use ecs_core::{Component, Entity, send_all, update_all};

// An event is a value of any type. It derives nothing.

struct Damage(u32);

struct Dawn;

/// Listens to `Damage` with the method `on_damage`, and to `Dawn` with `on_dawn`.
#[derive(Component)]
#[component(on(Damage, Dawn))]
struct Health {
    name: &'static str,
    left: u32,
}

impl Health {
    fn on_damage(&mut self, damage: &Damage, shield: Option<&mut Shield>) {
        let blocked = shield.map_or(0, |shield| shield.block(damage.0));
        self.left = self.left.saturating_sub(damage.0 - blocked);
        println!("  {} is hit for {}, {} left", self.name, damage.0 - blocked, self.left);
        if self.left == 0 {
            self.entity().despawn();
        }
    }

    fn on_dawn(&mut self, _: &Dawn) {
        self.left += 1;
        println!("  {} wakes with {}", self.name, self.left);
    }
}

#[derive(Component)]
struct Shield(u32);

impl Shield {
    fn block(&mut self, damage: u32) -> u32 {
        let blocked = self.0.min(damage);
        self.0 -= blocked;
        blocked
    }
}

/// Spikes hurt back: an event can be sent from where another is told.
#[derive(Component)]
#[component(on(Struck = hurt_back))]
struct Spikes;

struct Struck {
    by: Entity,
}

impl Spikes {
    fn hurt_back(&self, struck: &Struck) {
        println!("  spikes!");
        struck.by.send(Damage(1));
    }
}

#[derive(Component)]
struct Sword {
    target: Entity,
}

impl Sword {
    fn update(&mut self, me: Entity) {
        self.target.send(Struck { by: me });
        self.target.send(Damage(3));
    }
}

fn main() {
    let knight = Entity::spawn().with(Health { name: "the knight", left: 3 }).with(Shield(2));
    let hedgehog = Entity::spawn().with(Health { name: "the hedgehog", left: 5 }).with(Spikes);
    knight.insert(Sword { target: hedgehog });
    hedgehog.insert(Sword { target: knight });

    println!("day");
    update_all(1.0);

    // To one entity, to all components of a type, to all that listen: each says how many hear it.
    println!("a stone falls on the hedgehog: {} hear it", hedgehog.send(Damage(1)));
    println!("an earthquake: {} hear it", Health::send_all(Damage(1)));
    println!("dawn: {} hear it", send_all(Dawn));

    // Without an event: each of a type in its turn.
    Health::for_each(|health| println!("{} has {}", health.name, health.left));
}
