//! Rain on a pond: systems in stages, side by side where they can be, with a cloud that begins and ends.

use ecs_core::systems::Item;
use ecs_core::{
    Commands, Component, Entity, IntoSystem, Query, Schedule, Singleton, System, SystemId, Time, View, local,
};

#[derive(Component)]
struct Height(f32);

#[derive(Component)]
struct Speed(f32);

#[derive(Component)]
struct Ring {
    width: f32,
}

#[derive(Singleton, Default)]
struct Pond {
    splashes: u32,
}

/// A system that keeps something is a struct.
struct Cloud {
    drops: u32,
}

impl System for Cloud {
    type Params = (Commands<'static>,);

    fn init(&mut self) {
        println!("a cloud with {} drops comes", self.drops);
    }

    fn update(&mut self, (commands,): Item<'_, Self::Params>) {
        for n in 0..self.drops.min(3) {
            self.drops -= 1;
            commands.spawn((Height(2.0 + n as f32), Speed(0.0)));
        }
    }

    fn shutdown(&mut self) {
        println!("the cloud is gone, with {} drops left", self.drops);
    }
}

// The others are functions. What they take is all that they can reach, so any thread may run them.

fn accelerate(mut drops: Query<&mut Speed>, dt: f32) {
    for speed in &mut drops {
        speed.0 += 10.0 * dt;
    }
}

fn fall(mut drops: Query<(&mut Height, &Speed)>, time: Time) {
    for (height, speed) in &mut drops {
        height.0 -= speed.0 * time.dt();
    }
}

fn spread(mut rings: Query<&mut Ring>, dt: f32) {
    for ring in &mut rings {
        ring.width += dt;
    }
}

/// Commands run when the system is done, before the next one begins.
fn splash(drops: Query<(Entity, &Height)>, pond: &mut Pond, commands: Commands) {
    for (drop, _) in drops.iter().filter(|(_, height)| height.0 <= 0.0) {
        pond.splashes += 1;
        commands.despawn(drop);
        commands.spawn(Ring { width: 0.0 });
    }
}

fn fade(rings: Query<(Entity, &Ring)>, commands: Commands) {
    for (entity, _) in rings.iter().filter(|(_, ring)| ring.width > 0.5) {
        commands.despawn(entity);
    }
}

/// Stays on the thread of the schedule, with the world at hand.
fn look(drops: View<Height>, rings: View<Ring>, pond: &Pond) {
    println!("{} drops in the air, {} rings, {} splashes", drops.len(), rings.len(), pond.splashes);
}

fn main() {
    let mut schedule = Schedule::new()
        .stage("sky")
        .add(Cloud { drops: 10 })
        .stage("pond")
        .add(fall.after(accelerate))
        .add(accelerate)
        .add(spread)
        .add(splash)
        .add(fade.after(spread))
        .stage("shore")
        .add(local(look).run_if(|| Pond::borrow().splashes > 0));

    for _ in 0..3 {
        schedule.run(0.25);
    }
    schedule.remove(SystemId::of::<Cloud>());
    for _ in 0..4 {
        schedule.run(0.25);
    }

    println!("\n{}", schedule.explain());
    for conflict in schedule.ambiguities() {
        println!("only the order of adding decides between {conflict}");
    }
}
