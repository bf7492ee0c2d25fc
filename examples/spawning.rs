//! Fireworks: components that make and end others of any type, of their own type, and themselves, in the
//! middle of an update.

use ecs_core::{Component, Entity, Handle, update_all};

/// Fires a rocket a second. When it has no more, it calls off the last one and leaves.
#[derive(Component)]
struct Cannon {
    rockets: u32,
    last: Handle<Rocket>,
}

impl Cannon {
    fn update(&mut self) {
        if self.rockets == 0 {
            self.last.entity().despawn();
            self.entity().despawn(); // itself: `self` stays usable until this method returns
            return;
        }
        self.rockets -= 1;
        self.last = Entity::spawn().insert(Rocket { fuse: 2, stage: 1 });
    }
}

/// Climbs until its fuse is burnt, then bursts into sparks and, from its first stage, into two smaller
/// rockets.
#[derive(Component)]
struct Rocket {
    fuse: u32,
    stage: u32,
}

impl Rocket {
    fn update(&mut self) {
        if self.fuse > 0 {
            self.fuse -= 1;
            return;
        }
        if self.stage == 1 {
            for _ in 0..2 {
                // Its own type: the new rocket is there at once, and this pass, which has begun, does not
                // visit it.
                Entity::spawn().insert(Rocket { fuse: 1, stage: 2 });
            }
        }
        for _ in 0..4 {
            Entity::spawn().insert(Spark { glow: 1.0 });
        }
        self.entity().despawn();
    }

    // Runs whoever ends the rocket, the cannon or itself.
    fn shutdown(&mut self) {
        println!("          {:?} ends with fuse {}", self.entity(), self.fuse);
    }
}

/// Glows for a moment, and ends itself.
#[derive(Component)]
struct Spark {
    glow: f32,
}

impl Spark {
    fn update(&mut self, dt: f32, me: Entity) {
        self.glow -= 0.6 * dt;
        if self.glow <= 0.0 {
            me.despawn();
        }
    }
}

fn main() {
    Entity::spawn().insert(Cannon { rockets: 3, last: Handle::NULL });
    println!("second  cannons  rockets  sparks");
    let mut second = 0;
    while Cannon::count() + Rocket::count() + Spark::count() > 0 {
        second += 1;
        update_all(1.0);
        println!("{second:>6}{:>9}{:>9}{:>8}", Cannon::count(), Rocket::count(), Spark::count());
    }
}
