//! Handles: missiles chase ships, and a ship can be gone when a missile looks.

use ecs_core::{Component, Entity, Handle, update_all};

#[derive(Component)]
struct Ship {
    name: &'static str,
    x: f32,
    hull: u32,
}

#[derive(Component)]
struct Missile {
    target: Handle<Ship>,
    x: f32,
}

impl Missile {
    fn update(&mut self, dt: f32) {
        // `get_mut` is `None` once the target is dead. A handle never reaches another ship by mistake.
        let Some(mut ship) = self.target.get_mut() else {
            println!("  {:?} has lost its target", self.entity());
            self.kill();
            return;
        };
        self.x += 10.0 * dt;
        if self.x < ship.x {
            return;
        }
        ship.hull -= 1;
        println!("  {:?} hits the {}, hull {}", self.entity(), ship.name, ship.hull);
        if ship.hull == 0 {
            // The ship is borrowed just now, and may be ended all the same: its value drops after the last
            // guard.
            self.target.entity().despawn();
        }
        self.kill();
    }
}

fn main() {
    let frigate = Entity::spawn().insert(Ship { name: "frigate", x: 20.0, hull: 2 });
    let tanker = Entity::spawn().insert(Ship { name: "tanker", x: 50.0, hull: 3 });

    // Borrows are tracked for each component: two ships can be borrowed mutably at once.
    let (mut a, mut b) = (frigate.borrow_mut(), tanker.borrow_mut());
    std::mem::swap(&mut a.x, &mut b.x);
    drop((a, b));

    for x in [40.0, 38.0, 25.0] {
        Entity::spawn().insert(Missile { target: frigate, x });
    }
    for second in 1..=4 {
        println!("second {second}");
        update_all(1.0);
    }

    // The frigate's index is free again, and the next ship gets it. The old handle stays dead.
    let cutter = Entity::spawn().insert(Ship { name: "cutter", x: 0.0, hull: 1 });
    println!("{frigate:?} alive: {}, {cutter:?} alive: {}", frigate.is_alive(), cutter.is_alive());

    // A handle says "the `Ship` of this entity"; `sibling` and `handle` never look whether there is one.
    let no_missile: Handle<Missile> = tanker.sibling();
    println!("the tanker is a missile: {}", no_missile.is_alive());

    // The soft forms give errors whose text says what to do. `borrow` panics with the same text.
    for ship in [frigate, Handle::NULL] {
        if let Err(error) = ship.try_borrow() {
            println!("{error}");
        }
    }
}
