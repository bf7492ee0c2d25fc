//! A ball that falls by fixed steps, drawn between them: it bounces alike at every frame rate.

use ecs_core::{Component, Entity, Singleton, Time, World, time, update_all};

#[derive(Component, Default)]
struct Ball {
    height: f32,
    speed: f32,
    /// Where it was a step before, to draw it in between.
    before: f32,
}

impl Ball {
    /// By the same step each time, however long the frames are: ten times a second here.
    fn fixed_update(&mut self, dt: f32) {
        self.before = self.height;
        self.speed -= 9.81 * dt;
        self.height += self.speed * dt;
        if self.height < 0.0 {
            (self.height, self.speed) = (-self.height, -0.8 * self.speed);
        }
    }

    /// Once a frame, when all that moves has moved.
    fn late_update(&self, time: Time, screen: &mut Screen) {
        let drawn = self.before + (self.height - self.before) * time.alpha();
        screen.0.push_str(&format!(
            "{:5.2} s |{:>width$}o\n",
            time.elapsed(),
            "",
            width = (drawn * 8.0) as usize
        ));
    }
}

#[derive(Singleton, Default)]
struct Screen(String);

impl Screen {
    fn update(&mut self) {
        self.0.clear(); // before all that draws: that is in a later phase
    }
}

/// Lets a ball fall for some frames, and returns where it is after.
fn play(frames: u32, dt: f32) -> f32 {
    World::new().enter(|| {
        World::set_fixed_step(0.1);
        let ball = Entity::spawn().insert(Ball { height: 4.0, before: 4.0, ..Ball::default() });
        for _ in 0..frames {
            update_all(dt);
            print!("{}", Screen::borrow().0);
        }
        println!("{} steps in {} frames", time().fixed_steps(), time().frame());
        ball.borrow().height
    })
}

fn main() {
    println!("four frames a second:");
    let slow = play(8, 0.25);
    println!("sixteen:");
    let fast = play(32, 0.0625);
    assert_eq!(slow, fast);

    // One long frame does not make the next one longer still.
    World::set_most_fixed_steps(4);
    update_all(10.0);
    let now = time();
    println!("a pause of {} s: {} steps, {} left out", now.elapsed(), now.fixed_steps(), now.skipped_steps());

    World::set_time_scale(0.5);
    update_all(1.0);
    println!("slow motion: {} of {} s", time().dt(), time().real_dt());
    World::set_paused(true);
    update_all(1.0);
    println!("a pause: {} of {} s", time().dt(), time().real_dt());

    if let Err(error) = ecs_core::try_update_all(16_666.0) {
        println!("{error}");
    }
}
