//! Observers: a radar and a score hear of enemies, which know nothing of them.

use std::sync::{Arc, Mutex};

use ecs_core::{Add, Component, Disable, Enable, Entity, Handle, Removal, Remove, observe, update_all};

/// Flies towards the base, and dives now and then.
#[derive(Component)]
struct Enemy {
    distance: f32,
    points: u32,
}

impl Enemy {
    fn update(&mut self, dt: f32) {
        self.distance -= 10.0 * dt;
        if self.distance <= 0.0 {
            println!("  an enemy reaches the base");
            self.entity().despawn();
        }
    }
}

/// Knows all enemies that can be seen. It need not ask for them each frame, and misses none.
#[derive(Component, Default)]
#[component(on(Enable<Enemy> = seen, Disable<Enemy> = lost))]
struct Radar {
    blips: Vec<Handle<Enemy>>,
}

impl Radar {
    fn seen(&mut self, e: &Enable<Enemy>) {
        self.blips.push(e.handle());
    }

    /// Also when it ends: what ends is disabled first.
    fn lost(&mut self, e: &Disable<Enemy>) {
        self.blips.retain(|&blip| blip != e.handle());
    }

    /// What was late to end is gone by now, so it asks.
    fn nearest(&self) -> Option<f32> {
        let distances = self.blips.iter().filter_map(|blip| Some(blip.get()?.distance));
        distances.min_by(f32::total_cmp)
    }
}

/// Shoots at what is near. It hears of enemies as the radar does.
#[derive(Component, Default)]
#[component(on(Add<Enemy>))]
struct Gun {
    targets: Vec<Handle<Enemy>>,
}

impl Gun {
    fn on_add_enemy(&mut self, e: &Add<Enemy>) {
        self.targets.push(e.handle());
    }

    fn late_update(&mut self) {
        self.targets.retain(|target| target.is_alive());
        if let Some(&target) = self.targets.iter().find(|target| target.borrow().distance < 12.0) {
            target.entity().despawn();
        }
    }
}

fn main() {
    // A closure observes while its guard lives.
    let score = Arc::new(Mutex::new(0));
    let sum = score.clone();
    let _score = observe(move |e: &Remove<Enemy>| {
        let enemy = e.borrow();
        if e.why() == Removal::Despawned && enemy.distance > 0.0 {
            *sum.lock().unwrap() += enemy.points;
            println!("  an enemy is shot at {:.0} m: {} points", enemy.distance, enemy.points);
        }
    });

    let radar = Entity::spawn().add::<Radar>();
    let first = Entity::spawn().insert(Enemy { distance: 35.0, points: 10 });
    // What is there already is told to who comes late, if it wants.
    let siren = observe(|e: &Add<Enemy>| println!("  an enemy comes at {:.0} m", e.borrow().distance));
    let siren = siren.with_existing();
    Entity::spawn().with(Gun { targets: vec![first] });

    for second in 1..=5 {
        println!("second {second}");
        match second {
            2 => {
                _ = Entity::spawn_many(2, |place, _| Enemy {
                    distance: 30.0 + place as f32 * 8.0,
                    points: 20,
                })
            }
            3 => _ = first.set_enabled(false),
            4 => _ = first.set_enabled(true),
            _ => {}
        }
        update_all(1.0);
        let radar = radar.borrow();
        match radar.nearest() {
            Some(nearest) => println!("  {} on the radar, the nearest at {nearest:.0} m", radar.blips.len()),
            None => println!("  the radar is empty"),
        }
    }
    drop(siren);
    Entity::spawn().with(Enemy { distance: 50.0, points: 5 });
    println!(
        "{} points; one more has come unheard, and {} on the radar",
        score.lock().unwrap(),
        radar.borrow().blips.len()
    );
}
