//! What is asked of queries besides a visit of all, and what systems do and hear.

use std::hint::black_box;

use ecs_core::{
    Commands, Component, Entity, Events, Group, IntoSystem, Mut, Or, PerEntity, Query, Removed, Schedule,
    Singleton, With, Without, World, emit, local, query, set,
};
use peers::sample::{Case, consumption, frames, kinds_of_frames, two_frames};
use peers::scenario::Scenario;
use peers::way::{Ways, one, several};
use peers::work::{DT, permutation};

#[derive(Component)]
struct Pos(f32);

#[derive(Component)]
struct Vel(#[allow(dead_code, reason = "it is only stored")] f32);

#[derive(Component)]
struct Fire(#[allow(dead_code, reason = "it is only stored")] f32);

#[derive(Component)]
struct Ice(#[allow(dead_code, reason = "it is only stored")] f32);

#[derive(Singleton, Default)]
struct Heard(f64);

/// How a scenario of this file is done.
pub fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::Pairs => one("iter_combinations, each_pair", pairs),
        Scenario::Lists => one("iter_many, each_many, get_many_mut", lists),
        Scenario::Either => one("Or", either),
        Scenario::Apart => one("Schedule", apart),
        Scenario::SetIfOther => one("Mut::set_if_neq", set_if_other),
        Scenario::Gone => one("Removed", gone),
        Scenario::Messages => several([
            ("emit", |count| messages(count, true)),
            ("Commands::emit", |count| messages(count, false)),
        ]),
        Scenario::SpawnLater => one("Commands::spawn", spawn_later),
        Scenario::EmptySystems => one("Schedule", empty_systems),
        Scenario::Pooled => {
            several([("pooled", trails::<Kept> as fn(usize) -> Case), ("dropped", trails::<Dropped>)])
        }
        _ => several([("Group", group), ("query, without a comparison", listed)]),
    }
}

fn sum_of_pos() -> f64 {
    Pos::view().iter().map(|pos| f64::from(pos.0)).sum()
}

fn spawn(count: usize) -> Vec<Entity> {
    Entity::spawn_many(count, |n, _| Pos(n as f32))
}

fn pairs(count: usize) -> Case {
    spawn(count);
    let read = |(): &mut ()| {
        let distances = query::<&Pos>().iter_combinations().map(|[a, b]| (a.0 - b.0).abs()).sum::<f32>();
        black_box(distances);
    };
    let write = |(): &mut ()| {
        query::<&mut Pos>().each_pair(|a, b| {
            a.0 += 1.0;
            b.0 += 1.0;
        });
    };
    two_frames(count * (count - 1) / 2, (), read, write, |()| sum_of_pos())
}

fn lists(count: usize) -> Case {
    let all = spawn(count);
    let list: Vec<Entity> = permutation(count)[..count / 2].iter().map(|&place| all[place]).collect();
    let read = |list: &mut Vec<Entity>| {
        black_box(query::<&Pos>().iter_many(&*list).map(|pos| pos.0).sum::<f32>());
    };
    let write = |list: &mut Vec<Entity>| query::<&mut Pos>().each_many(&*list, |pos| pos.0 += 1.0);
    let by_two = |list: &mut Vec<Entity>| {
        let mut all = query::<&mut Pos>();
        for pair in list.as_chunks().0 {
            let [Some(a), Some(b)] = all.get_many_mut(*pair) else { unreachable!() };
            std::mem::swap(a, b);
        }
    };
    kinds_of_frames(count / 2, list, [Box::new(read), Box::new(write), Box::new(by_two)], |_| sum_of_pos())
}

fn either(count: usize) -> Case {
    for (place, entity) in spawn(count).into_iter().enumerate() {
        match place % 4 {
            0 => _ = entity.insert(Fire(0.0)),
            1 => _ = entity.insert(Ice(0.0)),
            _ => {}
        }
    }
    let frame =
        |(): &mut ()| query::<&mut Pos>().filter::<Or<(With<Fire>, With<Ice>)>>().each(|pos| pos.0 += 1.0);
    frames(count, (), frame, |()| sum_of_pos())
}

fn apart(count: usize) -> Case {
    fn warm(mut hot: Query<&mut Pos, With<Fire>>, mut cold: Query<&mut Pos, Without<Fire>>) {
        hot.each(|pos| pos.0 += 2.0);
        cold.each(|pos| pos.0 += 1.0);
    }
    spawn(count).iter().step_by(2).for_each(|entity| _ = entity.insert(Fire(0.0)));
    frames(count, Schedule::new().add(warm), |schedule| schedule.run(DT), |_| sum_of_pos())
}

#[derive(Component, Clone, Copy, PartialEq)]
#[component(track)]
struct Heat(f32);

fn set_if_other(count: usize) -> Case {
    Entity::spawn_many(count, |n, _| Heat(if n % 10 == 0 { 0.0 } else { 1e6 }));
    let frame = |(): &mut ()| {
        query::<Mut<Heat>>().each(|mut heat| {
            let new = if heat.0 < 1e5 { heat.0 + 1.0 } else { heat.0 };
            heat.set_if_neq(Heat(new));
        });
    };
    frames(count, (), frame, |()| Heat::view().iter().map(|heat| f64::from(heat.0)).sum())
}

fn gone(count: usize) -> Case {
    fn hear(gone: Removed<Fire>, heard: &mut Heard) {
        heard.0 += gone.iter().count() as f64;
    }
    let all = Entity::spawn_many(count, |_, _| (Pos(0.0), Fire(0.0)));
    let frame = move |schedule: &mut Schedule| {
        for entity in all.iter().step_by(10) {
            entity.kill::<Fire>();
            entity.insert(Fire(1.0));
        }
        schedule.run(DT);
    };
    let mut schedule = Schedule::new().add(hear);
    schedule.run(DT);
    frames(count / 10, schedule, frame, |_| Heard::borrow().0)
}

struct Hit(f32);

fn messages(count: usize, at_once: bool) -> Case {
    fn hear(hits: Events<Hit>, heard: &mut Heard) {
        heard.0 += hits.iter().map(|(_, hit)| f64::from(hit.0)).sum::<f64>();
    }
    let emit_all = move || (0..count).for_each(|_| _ = emit(Hit(1.0)));
    let send_all = move |commands: Commands| (0..count).for_each(|_| commands.emit(Hit(1.0)));
    let schedule = match at_once {
        true => Schedule::new().add((local(emit_all), hear).chain()),
        false => Schedule::new().add((send_all, hear).chain()),
    };
    frames(count, schedule, |schedule| schedule.run(DT), |_| Heard::borrow().0)
}

fn spawn_later(count: usize) -> Case {
    let create = move || {
        let spawn = move |commands: Commands| {
            black_box((0..count).map(|_| commands.spawn((Pos(1.0), Vel(1.0)))).collect::<Vec<_>>());
        };
        (World::new(), Schedule::new().add(spawn))
    };
    let work = |(world, schedule): &mut (World, Schedule)| world.enter(|| schedule.run(DT));
    consumption(count, create, work, |(world, _)| world.enter(|| Pos::count() as f64))
}

fn empty_systems(count: usize) -> Case {
    const SETS: [&str; 10] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    let mut schedule = Schedule::new();
    for name in SETS {
        schedule.configure_set(set(name).run_if(|| black_box(true)));
    }
    (0..count).for_each(|place| schedule.insert((|| black_box(())).in_set(SETS[place / (count / 10)])));
    frames(count, schedule, |schedule| schedule.run(DT), |_| 0.0)
}

trait Trail: PerEntity + Default {
    fn points(&mut self) -> &mut Vec<f32>;
}

#[derive(Component, Default)]
#[component(pooled(20_000))]
struct Kept(Vec<f32>);

impl Kept {
    fn on_reset(&mut self) {
        self.0.clear();
    }
}

impl Trail for Kept {
    fn points(&mut self) -> &mut Vec<f32> {
        &mut self.0
    }
}

#[derive(Component, Default)]
struct Dropped(Vec<f32>);

impl Trail for Dropped {
    fn points(&mut self) -> &mut Vec<f32> {
        &mut self.0
    }
}

fn trails<T: Trail>(count: usize) -> Case {
    let all = spawn(count);
    let frame = move |(): &mut ()| {
        for entity in &all {
            entity.kill::<T>();
            let trail = entity.add::<T>();
            trail.borrow_mut().points().extend([1.0; 16]);
        }
    };
    frames(count, (), frame, |()| query::<&T>().count() as f64)
}

const MEMBERS: usize = 100_000;

/// So many lose their component, and so many others get it, in turn.
fn switch(all: &[Entity], changes: usize, frame: &mut usize) {
    let (here, there) = all.split_at(MEMBERS);
    for place in 0..changes {
        let place = (place * 631 + *frame / 2 * 17) % MEMBERS;
        let (leaves, comes) = if frame.is_multiple_of(2) { (here, there) } else { (there, here) };
        leaves[place].kill::<Fire>();
        comes[place].insert(Fire(0.0));
    }
    *frame += 1;
}

fn members() -> Vec<Entity> {
    let all = spawn(2 * MEMBERS);
    all[..MEMBERS].iter().for_each(|entity| _ = entity.insert(Fire(0.0)));
    all
}

fn group(count: usize) -> Case {
    let (all, mut turn) = (members(), 0);
    let mut group = Group::<With<Fire>>::new();
    group.refresh();
    let frame = move |group: &mut Group<With<Fire>>| {
        switch(&all, count, &mut turn);
        group.refresh();
        black_box((group.added().len(), group.removed().len()));
    };
    frames(count, group, frame, |group| group.active().len() as f64)
}

fn listed(count: usize) -> Case {
    let (all, mut turn) = (members(), 0);
    let frame = move |list: &mut Vec<Entity>| {
        switch(&all, count, &mut turn);
        list.clear();
        list.extend(&query::<Entity>().filter::<With<Fire>>());
    };
    frames(count, Vec::new(), frame, |list| list.len() as f64)
}
