//! Events of your own: a type says what it listens to, and whoever likes sends it.

use ecs_core::{Component, Entity, send_all, update_all};

/// An event is a value of any type. It derives nothing.
struct Damage {
    amount: u32,
    by: Entity,
}

struct Dawn;

/// Listens to `Damage` with the method `on_damage`, and to `Dawn` with `on_dawn`. A misspelt one does not
/// compile.
#[derive(Component)]
#[component(on(Damage, Dawn))]
struct Health {
    name: &'static str,
    left: u32,
}

impl Health {
    /// Takes the event, then what other hooks take: here the shield of the same entity, if it has one.
    fn on_damage(&mut self, damage: &Damage, shield: Option<&mut Shield>) {
        let blocked = shield.map_or(0, |shield| shield.block(damage.amount));
        self.left = self.left.saturating_sub(damage.amount - blocked);
        println!("  {} is hit for {}, {} blocked, {} left", self.name, damage.amount, blocked, self.left);
        if self.left == 0 {
            self.entity().despawn();
        }
    }

    fn on_dawn(&mut self, _: &Dawn) {
        self.left += 1;
        println!("  {} wakes with {}", self.name, self.left);
    }
}

/// Gets weaker with each hit, and is mended at dawn.
#[derive(Component)]
#[component(on(Dawn = mend))]
struct Shield(u32);

impl Shield {
    fn block(&mut self, damage: u32) -> u32 {
        let blocked = self.0.min(damage);
        self.0 -= blocked;
        blocked
    }

    fn mend(&mut self, _: &Dawn) {
        self.0 = 2;
        println!("  a shield is mended");
    }
}

/// Hurts back: an event can be sent from where another is heard.
#[derive(Component)]
#[component(on(Damage))]
struct Spikes;

impl Spikes {
    fn on_damage(&self, damage: &Damage, me: Entity) {
        damage.by.send(Damage { amount: 1, by: me });
    }
}

#[derive(Component)]
struct Sword {
    target: Entity,
}

impl Sword {
    fn update(&mut self, me: Entity) {
        // Says how many components hear it: none, if the target has fallen.
        if self.target.send(Damage { amount: 3, by: me }) == 0 {
            println!("  nobody is left to strike at");
        }
    }
}

fn main() {
    let hedgehog = Entity::spawn().with(Health { name: "the hedgehog", left: 5 }).with(Spikes);
    let knight = Entity::spawn().with(Health { name: "the knight", left: 2 }).with(Shield(0));
    knight.insert(Sword { target: hedgehog });

    // To one entity, to all that listen, or to all components of a type.
    for day in 1..=3 {
        println!("day {day}");
        update_all(1.0);
        send_all(Dawn);
    }
    println!("an earthquake");
    Health::send_all(Damage { amount: 2, by: Entity::NONE });

    // Without an event: a closure that visits all of a type.
    Health::for_each(|health| println!("{} stands with {}", health.name, health.left));
}
