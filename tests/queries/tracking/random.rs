//! Ticks against a plain map of what was changed last, under random calls.

use std::collections::BTreeMap;

use ecs_core::{Added, Changed, RefMut, View, query, update_all};
use proptest::prelude::*;

use super::*;
use crate::support::seeded;

/// It is changed by its own pass, and has a `Drop`, so that it never leaves a hole.
#[derive(Component)]
#[component(track)]
struct Own(u32, #[expect(dead_code, reason = "it is dropped")] Box<u8>);

impl Own {
    fn update(&mut self) {
        self.0 += 1;
    }
}

/// Its pass changes the `Hp` of its entity.
#[derive(Component)]
struct Bites;

impl Bites {
    fn update(&self, hp: &mut Hp) {
        hp.0 = hp.0.wrapping_add(1);
    }
}

#[derive(Clone, Debug)]
enum Act {
    Spawn(u8),
    Despawn(u8),
    Remove(u8),
    Insert(u8),
    InsertOwn(u8),
    Bite(u8),
    Write(u8),
    WriteOwn(u8),
    ViewSome(Vec<u8>, bool),
    ViewAll,
    Query,
    QuerySome(u8, bool),
    Switch(u8, bool),
    SwitchEntity(u8, bool),
    Sort(u8),
    Keep(u8),
    KeepView,
    Let,
    Update,
    Tick,
    Flush,
}

fn act() -> impl Strategy<Value = Act> {
    let some = || any::<u8>();
    prop_oneof![
        4 => some().prop_map(Act::Spawn),
        2 => some().prop_map(Act::Despawn),
        2 => some().prop_map(Act::Remove),
        4 => some().prop_map(Act::Insert),
        3 => some().prop_map(Act::InsertOwn),
        2 => some().prop_map(Act::Bite),
        4 => some().prop_map(Act::Write),
        2 => some().prop_map(Act::WriteOwn),
        2 => (prop::collection::vec(some(), 0..4), any::<bool>())
            .prop_map(|(some, tick)| Act::ViewSome(some, tick)),
        1 => Just(Act::ViewAll),
        1 => Just(Act::Query),
        2 => (some(), any::<bool>()).prop_map(|(count, tick)| Act::QuerySome(count, tick)),
        2 => (some(), any::<bool>()).prop_map(|(some, on)| Act::Switch(some, on)),
        1 => (some(), any::<bool>()).prop_map(|(some, on)| Act::SwitchEntity(some, on)),
        1 => some().prop_map(Act::Sort),
        2 => some().prop_map(Act::Keep),
        1 => Just(Act::KeepView),
        3 => Just(Act::Let),
        2 => Just(Act::Update),
        4 => Just(Act::Tick),
        1 => Just(Act::Flush),
    ]
}

/// When something was added and has changed last, as the number of ticks that were taken before.
type Times = BTreeMap<Entity, (usize, usize)>;

#[derive(Default)]
struct Model {
    entities: Vec<Entity>,
    ticks: Vec<Tick>,
    hp: Times,
    own: Times,
    bites: Vec<Entity>,
    /// The entities that are off, and the components.
    off: Vec<Entity>,
    hp_off: Vec<Entity>,
    kept: Vec<(Entity, RefMut<Hp>)>,
    view: Option<View<'static, Hp>>,
}

impl Model {
    fn some(&self, at: u8) -> Option<Entity> {
        self.entities.get(usize::from(at) % self.entities.len().max(1)).copied()
    }

    fn tick(&mut self) {
        self.ticks.push(World::tick());
    }

    fn change(&mut self, entity: Entity) {
        let now = self.ticks.len();
        self.hp.get_mut(&entity).expect("it has one").1 = now;
    }

    fn change_own(&mut self, entity: Entity) {
        let now = self.ticks.len();
        self.own.get_mut(&entity).expect("it has one").1 = now;
    }

    fn sees(&self, entity: &Entity) -> bool {
        !self.off.contains(entity) && !self.hp_off.contains(entity)
    }

    /// Lets all guards go: those on a live component are a change.
    fn let_go(&mut self) {
        self.view = None;
        for (entity, guard) in std::mem::take(&mut self.kept) {
            drop(guard);
            if self.hp.contains_key(&entity) {
                self.change(entity);
            }
        }
        World::flush();
    }

    fn forget(&mut self, entity: Entity) {
        self.hp.remove(&entity);
        self.hp_off.retain(|&other| other != entity);
        // A guard on what is dead changes nothing that can be seen.
        for (kept, _) in &mut self.kept {
            if *kept == entity {
                *kept = Entity::NONE;
            }
        }
    }

    fn act(&mut self, act: Act) {
        let now = self.ticks.len();
        let is_kept = !self.kept.is_empty() || self.view.is_some();
        match act {
            Act::Spawn(n) => {
                for _ in 0..n % 8 {
                    let entity = Entity::spawn();
                    self.entities.push(entity);
                    entity.insert(Hp(0));
                    self.hp.insert(entity, (now, now));
                }
            }
            Act::Despawn(at) => {
                if let Some(entity) = self.some(at) {
                    assert!(entity.despawn());
                    self.entities.retain(|&other| other != entity);
                    self.off.retain(|&other| other != entity);
                    self.bites.retain(|&other| other != entity);
                    self.own.remove(&entity);
                    self.forget(entity);
                }
            }
            Act::Remove(at) => {
                if let Some(entity) = self.some(at) {
                    assert_eq!(entity.kill::<Hp>(), self.hp.contains_key(&entity));
                    self.forget(entity);
                }
            }
            Act::Insert(at) => {
                if let Some(entity) = self.some(at) {
                    entity.insert(Hp(1));
                    for (kept, _) in &mut self.kept {
                        if *kept == entity {
                            *kept = Entity::NONE;
                        }
                    }
                    self.hp.entry(entity).or_insert((now, now)).1 = now;
                }
            }
            Act::InsertOwn(at) => {
                if let Some(entity) = self.some(at) {
                    entity.insert(Own(0, Box::default()));
                    self.own.entry(entity).or_insert((now, now)).1 = now;
                }
            }
            Act::Bite(at) => {
                if let Some(entity) = self.some(at)
                    && !self.bites.contains(&entity)
                {
                    entity.insert(Bites);
                    self.bites.push(entity);
                }
            }
            Act::Write(at) => {
                if let Some(entity) = self.some(at)
                    && let Ok(mut hp) = entity.handle::<Hp>().try_borrow_mut()
                {
                    hp.0 += 1;
                    drop(hp);
                    self.change(entity);
                }
            }
            Act::WriteOwn(at) => {
                if let Some(entity) = self.some(at)
                    && entity.handle::<Own>().with(|own| own.0 += 1).is_some()
                {
                    self.change_own(entity);
                }
            }
            Act::Keep(at) => {
                if let Some(entity) = self.some(at)
                    && let Ok(hp) = entity.handle::<Hp>().try_borrow_mut()
                {
                    self.kept.push((entity, hp));
                }
            }
            Act::KeepView => self.view = self.view.take().or_else(|| Hp::try_view().ok()),
            Act::Let => self.let_go(),
            Act::Tick => self.tick(),
            Act::Flush => World::flush(),
            Act::Switch(at, on) => {
                if let Some(entity) = self.some(at)
                    && entity.handle::<Hp>().set_enabled(on)
                {
                    self.hp_off.retain(|&other| other != entity);
                    if !on {
                        self.hp_off.push(entity);
                    }
                }
            }
            Act::SwitchEntity(at, on) => {
                if let Some(entity) = self.some(at) {
                    entity.set_enabled(on);
                    self.off.retain(|&other| other != entity);
                    if !on {
                        self.off.push(entity);
                    }
                }
            }
            _ if is_kept => {}
            Act::ViewSome(places, tick) => {
                let mut view = Hp::view_mut();
                let some: Vec<_> = places.iter().filter_map(|&at| self.some(at)).collect();
                let some: Vec<_> = some.into_iter().filter(|entity| self.hp.contains_key(entity)).collect();
                some.iter().for_each(|entity| view[entity.handle()].0 += 1);
                if tick {
                    self.tick();
                }
                drop(view);
                some.into_iter().for_each(|entity| self.change(entity));
            }
            Act::ViewAll => {
                Hp::view_mut().iter_mut().for_each(|hp| hp.0 += 1);
                self.hp.values_mut().for_each(|(_, changed)| *changed = now);
            }
            Act::Query => {
                query::<&mut Hp>().each(|hp| hp.0 += 1);
                let all: Vec<_> = self.hp.keys().copied().filter(|entity| self.sees(entity)).collect();
                all.into_iter().for_each(|entity| self.change(entity));
            }
            Act::QuerySome(count, tick) => {
                let mut hps = query::<(Entity, &mut Hp)>();
                let some: Vec<_> =
                    hps.iter_mut().take(usize::from(count % 8)).map(|(entity, _)| entity).collect();
                if tick {
                    self.tick();
                }
                drop(hps);
                some.into_iter().for_each(|entity| self.change(entity));
            }
            Act::Sort(by) => Hp::sort_by_key(|hp| hp.0.wrapping_mul(u32::from(by))),
            Act::Update => {
                update_all(0.0);
                let bitten: Vec<_> = self
                    .bites
                    .iter()
                    .copied()
                    .filter(|entity| self.hp.contains_key(entity) && !self.off.contains(entity))
                    .collect();
                bitten.into_iter().for_each(|entity| self.change(entity));
                let own: Vec<_> =
                    self.own.keys().copied().filter(|entity| !self.off.contains(entity)).collect();
                own.into_iter().for_each(|entity| self.change_own(entity));
            }
        }
    }

    fn check(&self) {
        for &entity in &self.entities {
            check_times(&self.ticks, entity.handle::<Hp>(), self.hp.get(&entity));
            check_times(&self.ticks, entity.handle::<Own>(), self.own.get(&entity));
        }
        let Some((number, &since)) = self.ticks.iter().enumerate().next_back() else { return };
        let after = |times: &Times, pick: fn(&(usize, usize)) -> usize| -> Vec<Entity> {
            let late = times.iter().filter(|(entity, times)| self.sees(entity) && pick(times) > number);
            late.map(|(&entity, _)| entity).collect()
        };
        let mut found: Vec<_> = query::<Entity>().filter::<Changed<Hp>>().since(since).iter().collect();
        found.sort_unstable();
        assert_eq!(found, after(&self.hp, |times| times.1));
        let mut found: Vec<_> = query::<Entity>().filter::<Added<Hp>>().since(since).iter().collect();
        found.sort_unstable();
        assert_eq!(found, after(&self.hp, |times| times.0));
    }
}

fn check_times<T: Tracked>(ticks: &[Tick], handle: Handle<T>, times: Option<&(usize, usize)>) {
    for (number, &tick) in ticks.iter().enumerate() {
        let (added, changed) = times.map_or((false, false), |times| (times.0 > number, times.1 > number));
        assert_eq!(
            (handle.added_since(tick), handle.changed_since(tick)),
            (added, changed),
            "{handle:?}, {number}"
        );
    }
}

proptest! {
    #![proptest_config(seeded(100, 2))]

    #[test]
    fn ticks_are_those_of_a_map(
        acts in prop::collection::vec(act(), if cfg!(miri) { 1..12 } else { 1..60 })
    ) {
        World::new().enter(|| {
            Entity::spawn().insert(Hp(0)).entity().despawn();
            let mut model = Model::default();
            for act in acts {
                model.act(act);
                model.check();
            }
            model.let_go();
            model.check();
        });
    }
}
