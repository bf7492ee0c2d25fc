//! Random calls against a plain model: a list of timers, looked through for the next one.

use ecs_core::{Component, Entity, Timer, World, update_all};
use proptest::prelude::*;

use crate::support::{log, on_thread, seeded, take_log};

#[derive(Component, Default)]
struct Body;

#[derive(Component)]
#[expect(dead_code, reason = "it has a size, and so rows")]
struct Weight(u64);

#[derive(Clone, Copy, Debug)]
enum Op {
    Spawn,
    /// Of which entity, which owner (two components or the entity), delay or period in quarters of a second.
    After(usize, u8, u8),
    Every(usize, u8, u8),
    Cancel(usize),
    Kill(usize, u8),
    Insert(usize),
    Despawn(usize),
    /// Of which entity, whether alone one component, and on or off.
    Switch(usize, u8, bool),
    Pause(bool),
    Scale(u8),
    /// Quarters of a second.
    Frame(u8),
}

fn op() -> impl Strategy<Value = Op> {
    let (place, owner) = (0..6_usize, 0..3_u8);
    prop_oneof![
        2 => Just(Op::Spawn),
        6 => (place.clone(), owner.clone(), 0..9_u8).prop_map(|(at, of, time)| Op::After(at, of, time)),
        3 => (place.clone(), owner.clone(), 1..9_u8).prop_map(|(at, of, time)| Op::Every(at, of, time)),
        2 => (0..40_usize).prop_map(Op::Cancel),
        1 => (place.clone(), 0..2_u8).prop_map(|(at, of)| Op::Kill(at, of)),
        1 => place.clone().prop_map(Op::Insert),
        1 => place.clone().prop_map(Op::Despawn),
        4 => (place, owner, any::<bool>()).prop_map(|(at, of, on)| Op::Switch(at, of, on)),
        1 => any::<bool>().prop_map(Op::Pause),
        1 => (1..5_u8).prop_map(Op::Scale),
        6 => (0..12_u8).prop_map(Op::Frame),
    ]
}

/// A timer of the model.
struct Plain {
    entity: Entity,
    owner: u8,
    start: f64,
    count: f64,
    period: Option<f64>,
    asleep_since: Option<f64>,
    timer: Timer,
    number: usize,
}

impl Plain {
    fn time(&self) -> f64 {
        self.period.map_or(self.start, |period| self.start + self.count * period)
    }
}

/// What the world is to be.
#[derive(Default)]
struct Model {
    /// The entity, whether its components live, and whether they and itself are on.
    entities: Vec<(Entity, [bool; 2], [bool; 3])>,
    timers: Vec<Plain>,
    made: usize,
    now: f64,
    paused: bool,
    scale: f64,
}

impl Model {
    fn is_on(&self, at: usize, owner: u8) -> bool {
        let (_, _, on) = self.entities[at];
        owner == 2 || on[2] && on[owner as usize]
    }

    fn follow_switches(&mut self) {
        for place in 0..self.timers.len() {
            let Plain { entity, owner, .. } = self.timers[place];
            let at = self.entities.iter().position(|of| of.0 == entity).unwrap();
            let (is_on, now) = (self.is_on(at, owner), self.now);
            let timer = &mut self.timers[place];
            match timer.asleep_since {
                Some(since) if is_on => {
                    timer.start += now - since;
                    timer.asleep_since = None;
                }
                None if !is_on => timer.asleep_since = Some(now),
                _ => {}
            }
        }
    }

    fn make(&mut self, at: usize, owner: u8, time: f64, repeats: bool) {
        let (entity, lives, _) = self.entities[at];
        let number = self.made;
        self.made += 1;
        let seconds = time as f32;
        let timer = match (owner, repeats) {
            (0, false) => entity.handle::<Body>().after(seconds, move |_| log(number.to_string())),
            (0, true) => entity.handle::<Body>().every(seconds, move |_| log(number.to_string())),
            (1, false) => entity.handle::<Weight>().after(seconds, move |_| log(number.to_string())),
            (1, true) => entity.handle::<Weight>().every(seconds, move |_| log(number.to_string())),
            (_, false) => entity.after(seconds, move |_| log(number.to_string())),
            (_, true) => entity.every(seconds, move |_| log(number.to_string())),
        };
        let lives = owner == 2 || lives[owner as usize];
        assert_eq!(timer.is_pending(), lives);
        if lives {
            let (start, period) = if repeats { (self.now, Some(time)) } else { (self.now + time, None) };
            let asleep_since = (!self.is_on(at, owner)).then_some(self.now);
            self.timers.push(Plain { entity, owner, start, count: 1.0, period, asleep_since, timer, number });
        }
    }

    fn frame(&mut self, quarters: u8) {
        let dt = f64::from(quarters) / 4.0;
        self.now += if self.paused { 0.0 } else { dt * self.scale };
        update_all(dt as f32);
        let mut expected = Vec::new();
        loop {
            let due = self
                .timers
                .iter()
                .enumerate()
                .filter(|(_, timer)| timer.asleep_since.is_none() && timer.time() <= self.now);
            let next = due.min_by(|(_, a), (_, b)| {
                a.time().total_cmp(&b.time()).then((a.entity, a.number).cmp(&(b.entity, b.number)))
            });
            let Some((place, _)) = next else { break };
            expected.push(self.timers[place].number.to_string());
            match self.timers[place].period {
                Some(_) => self.timers[place].count += 1.0,
                None => _ = self.timers.remove(place),
            }
        }
        assert_eq!(take_log(), expected);
    }

    fn apply(&mut self, op: Op) {
        let count = self.entities.len();
        match op {
            Op::Spawn => {
                let entity = Entity::spawn().with(Weight(1));
                entity.add::<Body>();
                self.entities.push((entity, [true; 2], [true; 3]));
            }
            Op::Pause(paused) => {
                World::set_paused(paused);
                self.paused = paused;
            }
            Op::Scale(quarters) => {
                self.scale = f64::from(quarters) / 4.0;
                World::set_time_scale(self.scale as f32);
            }
            Op::Frame(quarters) => self.frame(quarters),
            Op::Cancel(place) if !self.timers.is_empty() => {
                let timer = self.timers.remove(place % self.timers.len());
                assert!(timer.timer.cancel());
            }
            _ if count == 0 => {}
            Op::After(at, owner, time) => self.make(at % count, owner, f64::from(time) / 4.0, false),
            Op::Every(at, owner, time) => self.make(at % count, owner, f64::from(time) / 4.0, true),
            Op::Kill(at, owner) => {
                let (entity, lives, _) = &mut self.entities[at % count];
                let entity = *entity;
                let killed = if owner == 0 { entity.kill::<Body>() } else { entity.kill::<Weight>() };
                assert_eq!(std::mem::take(&mut lives[owner as usize]), killed);
                self.timers.retain(|timer| (timer.entity, timer.owner) != (entity, owner));
            }
            Op::Insert(at) => {
                let (entity, lives, on) = &mut self.entities[at % count];
                let entity = *entity;
                entity.insert(Weight(2));
                if !lives[1] {
                    on[1] = true;
                }
                lives[1] = true;
                self.timers.retain(|timer| (timer.entity, timer.owner) != (entity, 1));
            }
            Op::Despawn(at) => {
                let (entity, ..) = self.entities.remove(at % count);
                assert!(entity.despawn());
                self.timers.retain(|timer| timer.entity != entity);
            }
            Op::Switch(at, owner, on) => {
                let (entity, _, switches) = &mut self.entities[at % count];
                let is_set = match owner {
                    0 => entity.handle::<Body>().set_enabled(on),
                    1 => entity.handle::<Weight>().set_enabled(on),
                    _ => entity.set_enabled(on),
                };
                if is_set {
                    switches[owner as usize] = on;
                }
                self.follow_switches();
            }
            Op::Cancel(_) => {}
        }
        let stats = World::stats();
        assert_eq!((stats.timers, stats.tasks), (self.timers.len(), 0));
        for timer in &self.timers {
            let now = timer.asleep_since.unwrap_or(self.now);
            let left = (timer.time() - now).max(0.0) as f32;
            assert_eq!(timer.timer.remaining(), Some(left), "{:?}", timer.number);
        }
    }
}

proptest! {
    #![proptest_config(seeded(100, 2))]

    #[test]
    fn k2_random_calls_give_the_turns_of_a_plain_list(
        ops in proptest::collection::vec(op(), 1..if cfg!(miri) { 30 } else { 150 })
    ) {
        on_thread(move || {
            let mut model = Model { scale: 1.0, ..Model::default() };
            ops.into_iter().for_each(|op| model.apply(op));
        });
    }
}
