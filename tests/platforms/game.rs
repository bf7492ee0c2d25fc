//! A whole small game. It comes to the same end on each target, on one thread or on several, and after a save
//! and a load.

use std::sync::Arc;

use ecs_core::{
    Archetype, Component, Entity, Handle, IntoSystem, Phase, Pool, Query, Save, Schedule, Singleton, With,
    World, query, time, update_all, wait,
};
use serde::{Deserialize, Serialize};

#[derive(Component, Serialize, Deserialize, Default)]
struct Place {
    x: f32,
    y: f32,
}

#[derive(Component, Serialize, Deserialize, Default)]
struct Velocity {
    x: f32,
    y: f32,
}

#[derive(Component, Serialize, Deserialize, Default)]
struct Heat(f32);

struct Hit(u32);

/// Falls, is shot at, and comes again.
#[derive(Component, Serialize, Deserialize, Default)]
#[component(parallel, on(Hit))]
struct Rock {
    armour: u32,
}

impl Rock {
    fn on_reset(&mut self, heat: Option<&mut Heat>) {
        heat.into_iter().for_each(|heat| heat.0 = 0.0);
    }

    fn update(&mut self, dt: f32, place: &mut Place, velocity: &Velocity) {
        place.x += velocity.x * dt;
        place.y += velocity.y * dt;
    }

    fn late_update(&mut self, rock: Entity, place: &Place, score: &mut Score, quarry: &Quarry) {
        if place.y < 0.0 {
            score.landed += 1;
            quarry.rocks.give_back(rock);
        }
    }

    fn on_hit(&mut self, hit: &Hit, score: &mut Score, quarry: &Quarry) {
        self.armour = self.armour.saturating_sub(hit.0);
        if self.armour == 0 {
            score.shot += 1;
            quarry.rocks.give_back(self.entity());
        }
    }
}

#[derive(Singleton, Serialize, Deserialize, Default)]
struct Quarry {
    rocks: Pool<Archetype<(Place, Velocity, Heat, Rock)>>,
}

#[derive(Singleton, Serialize, Deserialize, Default)]
struct Score {
    shot: u32,
    landed: u32,
    hottest: u32,
}

/// Throws rocks, eight times a second.
#[derive(Component, Serialize, Deserialize)]
struct Sky {
    seed: u32,
}

impl Sky {
    fn init(&mut self) {
        self.every(0.125, Self::throw);
    }

    fn on_load(&mut self) {
        self.init();
    }

    fn throw(&mut self) {
        for _ in 0..40 {
            let rock = Quarry::borrow().rocks.take();
            *rock.borrow_mut() = Place { x: self.below(64), y: 16.0 };
            *rock.borrow_mut() = Velocity { x: self.below(8) - 4.0, y: -1.0 - self.below(16) };
            rock.borrow_mut::<Rock>().armour = 3;
        }
    }

    fn below(&mut self, end: u32) -> f32 {
        self.seed = self.seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((self.seed >> 16) % end) as f32
    }
}

/// Shoots at what is lowest, sixteen times a second, and harder after a while.
#[derive(Component, Serialize, Deserialize)]
struct Cannon {
    power: u32,
    sky: Handle<Sky>,
}

impl Cannon {
    fn init(&mut self) {
        self.on_load();
        self.task(async |cannon| {
            wait(1.0).await;
            cannon.borrow_mut().power = 2;
        });
    }

    fn on_load(&mut self) {
        self.every(0.0625, Self::fire);
    }

    fn fire(&mut self) {
        assert!(self.sky.is_alive());
        let mut rocks: Vec<_> = query::<(Entity, &Place)>()
            .filter::<With<Rock>>()
            .iter()
            .map(|(rock, place)| (place.y, rock))
            .collect();
        rocks.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        for (_, rock) in rocks.into_iter().take(10) {
            rock.send(Hit(self.power));
        }
    }
}

fn glow(mut rocks: Query<(&mut Heat, &Place)>, dt: f32) {
    rocks.each(|(heat, place)| heat.0 += (16.0 - place.y) * dt);
}

fn drag(mut rocks: Query<&mut Velocity>, dt: f32) {
    rocks.each(|velocity| velocity.y -= velocity.y * dt * 0.125);
}

fn look(rocks: Query<&Heat>, score: &mut Score) {
    let hottest = rocks.iter().map(|heat| heat.0).fold(0.0, f32::max);
    score.hottest = score.hottest.max(hottest as u32);
}

type Saved = Save<(Place, Velocity, Heat, Rock, Sky, Cannon, Quarry, Score)>;

/// Begins the game; the schedule is in no save.
fn begin() {
    let schedule = Schedule::new().add(glow).add(drag).add(look.after(glow));
    assert!(World::set_schedule(Phase::Update, schedule).is_none());
}

fn play(seconds: u32) {
    for _ in 0..64 * seconds {
        update_all(1.0 / 64.0);
        query::<(&mut Heat, &Velocity)>().par_each(|(heat, velocity)| heat.0 *= 1.0 - velocity.x / 1024.0);
    }
}

/// What the game has come to: what was shot, what has landed, what is in the air, and where.
fn result() -> (u32, u32, u32, usize, u64) {
    let bits = |sum: u64, value: f32| sum.rotate_left(5) ^ u64::from(value.to_bits());
    let mut rocks: Vec<_> =
        query::<(&Place, &Heat)>().iter().map(|(place, heat)| (place.x, place.y, heat.0)).collect();
    rocks.sort_by(|a, b| a.partial_cmp(b).expect("they are numbers"));
    let sum = rocks.iter().fold(0, |sum, &(x, y, heat)| bits(bits(bits(sum, x), y), heat));
    let score = Score::borrow();
    (score.shot, score.landed, score.hottest, rocks.len(), sum)
}

const AT_THE_END: (u32, u32, u32, usize, u64) = (189, 280, 46, 811, 14_607_861_127_214_643_706);

#[test]
fn a_game_comes_to_the_same_end_on_each_target() {
    for threads in [1, 2, 4] {
        World::new().enter(|| {
            // Where there are no threads, the calling one does all.
            if let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
                World::set_thread_pool(Arc::new(pool)).expect("the world is there");
            }
            begin();
            let sky = Entity::spawn().insert(Sky { seed: 1 });
            Entity::spawn().with(Cannon { power: 1, sky }).child_of(sky.entity());
            play(2);
            let (text, _) = Saved::write_with(serde_json::to_string).expect("all can be written");
            play(2);
            assert_eq!(result(), AT_THE_END, "{threads} threads");

            Saved::reload_with(|| serde_json::from_str(&text)).expect("it was written so");
            assert_eq!(time().elapsed(), 2.0);
            play(2);
            assert_eq!(result(), AT_THE_END, "{threads} threads, loaded");
        });
    }
}
