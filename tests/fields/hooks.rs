//! Law A3: each kind of hook, with each of its parameters, of types that are stored by their fields, and
//! with such types as siblings.

use ecs_core::{Component, Entity, Singleton, Time, View, World, time, update_all};

use crate::support::log;
use crate::{Plane, Wind, logged, plane};

/// A sibling that is stored by its fields.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct Fuel {
    left: i64,
    used: i64,
}

/// A sibling that nothing has.
#[derive(Component, Default)]
#[component(soa)]
struct Never {
    _a: u8,
    _b: u16,
}

#[derive(Singleton, Default)]
struct Score(i64);

/// Has all hooks, each of which writes, and logs what it sees.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, on(Hit))]
struct Jet {
    me: Entity,
    calls: u8,
    y: i64,
    dt: f32,
}

struct Hit(i64);

impl Jet {
    fn say(&mut self, what: &str) {
        self.calls += 1;
        log(format!("{what} {} {}", self.calls, self.y));
    }
    fn init(&mut self, me: Entity, fuel: &mut Fuel, wind: &Wind, missing: Option<&Never>) {
        assert!(missing.is_none());
        self.me = me;
        fuel.used += 1;
        self.y += wind.0;
        self.say("init");
    }
    fn start(&mut self, fuel: Option<&mut Fuel>) {
        self.y += fuel.map_or(0, |fuel| {
            fuel.used += 1;
            fuel.used
        });
        self.say("start");
    }
    fn fixed_update(&mut self, dt: f32) {
        self.dt += dt;
    }
    fn update(&mut self, dt: f32, me: Entity, fuel: &mut Fuel, wind: &Wind, never: Option<&mut Never>) {
        assert_eq!((self.me, never.is_none()), (me, true));
        self.dt = dt;
        (fuel.left, fuel.used) = (fuel.left - 1, fuel.used + 1);
        self.y += wind.0;
        self.say("update");
    }
    fn late_update(&mut self, now: Time, winds: View<Wind>, fuel: Option<&Fuel>, score: &mut Score) {
        assert_eq!(now.frame(), time().frame());
        score.0 += self.y;
        self.y += winds.len() as i64 + fuel.map_or(100, |fuel| fuel.left);
        self.say("late");
    }
    fn on_hit(&mut self, hit: &Hit) {
        self.y -= hit.0;
        self.say("hit");
    }
    fn on_enable(&mut self, fuel: Option<&Fuel>) {
        assert!(fuel.is_some());
        self.say("on");
    }
    fn on_disable(&mut self, me: Entity) {
        assert_eq!(self.me, me);
        self.say("off");
    }
    fn shutdown(&mut self, wind: Option<&mut Wind>) {
        if let Some(wind) = wind {
            wind.0 += 1000;
        }
        self.say("shutdown");
    }
}

#[test]
fn a3_each_hook_reads_and_writes_its_row() {
    Score::set(Score(0));
    let jet = Entity::spawn().with(Wind(3)).with(Fuel { left: 10, used: 0 });
    jet.insert(Jet { me: Entity::NONE, calls: 0, y: 5, dt: 0.0 });
    assert_eq!(logged(), "init 1 8, on 2 8");
    update_all(0.5);
    assert_eq!(logged(), "start 3 10, update 4 13, late 5 23");
    assert_eq!(*jet.borrow::<Fuel>(), Fuel { left: 9, used: 3 });
    assert_eq!((jet.borrow::<Jet>().dt, Score::borrow().0), (0.5, 13));
    assert_eq!(jet.send(Hit(20)), 1);
    jet.set_enabled(false);
    update_all(0.5);
    assert_eq!(logged(), "hit 6 3, off 7 3", "and no pass of what is disabled");
    jet.set_enabled(true);
    assert_eq!(jet.remove::<Jet>().map(|jet| (jet.calls, jet.y)), Some((10, 3)));
    assert_eq!(logged(), "on 8 3, off 9 3, shutdown 10 3");
    assert_eq!(jet.borrow::<Wind>().0, 1003);
}

#[test]
fn a3_a_hook_of_many_rows_writes_each_to_its_own() {
    Score::set(Score(0));
    let spawn = |n: u8| {
        let jet = Entity::spawn().with(Wind(i64::from(n))).with(Fuel { left: i64::from(n) * 7, used: 0 });
        jet.with(Jet { me: Entity::NONE, calls: 0, y: i64::from(n) * 100, dt: 0.0 })
    };
    let jets: Vec<_> = (0..50).map(spawn).collect();
    update_all(0.25);
    for (n, jet) in (0..).zip(jets) {
        // `init` and `update` add the wind, `start` what it has used, the last all winds and the fuel.
        let y = n * 100 + 2 * n + 2 + 50 + (n * 7 - 1);
        assert_eq!(*jet.borrow::<Jet>(), Jet { me: jet, calls: 5, y, dt: 0.25 }, "the jet {n}");
        assert_eq!(*jet.borrow::<Fuel>(), Fuel { left: n * 7 - 1, used: 3 });
    }
}

/// Stored whole, with siblings that are not.
#[derive(Component, Default)]
struct Pilot(i64);

impl Pilot {
    fn init(&mut self, plane: &mut Plane, fuel: &Fuel) {
        plane.speed += 1;
        self.0 = plane.y + fuel.left;
    }
    fn update(&mut self, plane: &mut Plane, fuel: Option<&mut Fuel>, wind: Option<&Wind>) {
        plane.y += self.0 + wind.map_or(0, |wind| wind.0);
        if let Some(fuel) = fuel {
            fuel.left -= 1;
        }
    }
    fn late_update(&self, plane: &Plane, fuel: &mut Fuel) {
        fuel.used += plane.y;
    }
    fn on_disable(&mut self, plane: Option<&mut Plane>) {
        self.0 = plane.map_or(-1, |plane| {
            plane.id = 200;
            plane.y
        });
    }
}

#[test]
fn a3_siblings_of_a_whole_type_are_written_back() {
    let spawn = |n: u8| Entity::spawn().with(plane(n)).with(Fuel { left: i64::from(n), used: 0 });
    let pilots: Vec<_> = (1..40).map(|n| spawn(n).with(Pilot(0))).collect();
    // Half of them, so that rows lie in other orders.
    let pilots: Vec<_> =
        pilots.into_iter().filter(|pilot| !pilot.index().is_multiple_of(3) || !pilot.despawn()).collect();
    pilots[5].insert(Wind(7));
    update_all(0.1);
    for (place, pilot) in pilots.iter().enumerate() {
        let (plane, fuel) = (*pilot.borrow::<Plane>(), *pilot.borrow::<Fuel>());
        let n = i64::from(plane.id);
        let y = 1000 * n + 1001 * n + if place == 5 { 7 } else { 0 };
        assert_eq!((plane.y, plane.speed), (y, 10 * plane.id as i32 + 1));
        assert_eq!((fuel.left, fuel.used), (n - 1, y));
        pilot.set_enabled(false);
        assert_eq!((pilot.borrow::<Pilot>().0, pilot.borrow::<Plane>().id), (y, 200));
    }
}

/// Reads itself only.
#[derive(Component, Clone, Copy)]
#[component(soa, update, late_update)]
struct Reader<const N: usize> {
    seen: [u8; N],
    sum: u64,
}

impl<const N: usize> Reader<N> {
    fn update(&self, plane: Option<&mut Plane>) {
        if let Some(plane) = plane {
            plane.y += self.seen.iter().map(|&seen| i64::from(seen)).sum::<i64>();
        }
    }
    fn late_update(&mut self, me: Entity) {
        self.sum += u64::from(me.index()) + 1;
    }
}

#[test]
fn a3_a_generic_type_and_one_that_only_reads() {
    let one = Entity::spawn().with(plane(0)).with(Reader { seen: [1, 2, 3], sum: 0 });
    let other = Entity::spawn().with(Reader { seen: [9], sum: 0 }).with(plane(1));
    let lone = Entity::spawn().with(Reader { seen: [9], sum: 5 });
    update_all(0.1);
    assert_eq!((one.borrow::<Plane>().y, other.borrow::<Plane>().y), (6, 1009));
    assert_eq!(lone.borrow::<Reader<1>>().sum, 5 + u64::from(lone.index()) + 1);
}

/// Its steps are fixed, and it is alone while they run.
#[derive(Component, Default, Clone, Copy)]
#[component(soa, isolated)]
struct Alone {
    steps: u32,
    frames: u32,
}

impl Alone {
    fn fixed_update(&mut self) {
        self.steps += 1;
    }
    fn update(&mut self) {
        self.frames += 1;
    }
}

#[test]
fn a3_isolated_and_fixed_passes() {
    World::set_fixed_step(0.25);
    let alone: Vec<_> = (0..9).map(|n| Entity::spawn().with(Alone { steps: n, frames: 0 })).collect();
    update_all(0.5);
    update_all(0.25);
    for (n, alone) in (0..).zip(alone) {
        assert_eq!((alone.borrow::<Alone>().steps, alone.borrow::<Alone>().frames), (n + 3, 2));
    }
}

/// Handles of siblings are filled before `init`.
#[derive(Component, Default, Clone, Copy)]
#[component(soa, requires(Fuel))]
struct Engine {
    #[component(sibling)]
    fuel: ecs_core::Handle<Fuel>,
    is_on: bool,
}

impl Engine {
    fn init(&mut self) {
        self.fuel.borrow_mut().left = 42;
        self.is_on = true;
    }
}

#[test]
fn a3_sibling_fields_are_filled() {
    let engine = Entity::spawn().add::<Engine>();
    assert!(engine.borrow().is_on && engine.borrow().fuel == engine.sibling());
    assert_eq!(engine.borrow().fuel.borrow().left, 42);
}
