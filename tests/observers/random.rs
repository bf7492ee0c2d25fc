//! Random calls: what observers have heard is what there is, and each life that they hear of is whole.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use ecs_core::{Add, Archetype, Component, Disable, Enable, Entity, PerEntity, Pool, Remove, World, observe};
use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};
use proptest::prop_oneof;

use crate::support::take_log;
use crate::{Enemy, Plain};

#[derive(Component, Default)]
struct Burning;

/// What a closure knows of the components of one type: those that are there, and whether they are enabled.
type Known = Arc<Mutex<BTreeMap<Entity, bool>>>;

/// Keeps what is known of a type, and refuses what does not follow from it.
fn watch<T: PerEntity>() -> Known {
    let known = Known::default();
    let (add, enable, disable, remove) = (known.clone(), known.clone(), known.clone(), known.clone());
    observe(move |e: &Add<T>| {
        assert_eq!(add.lock().unwrap().insert(e.entity(), false), None, "{e:?}");
    })
    .forever();
    observe(move |e: &Enable<T>| {
        assert_eq!(enable.lock().unwrap().insert(e.entity(), true), Some(false), "{e:?}");
    })
    .forever();
    observe(move |e: &Disable<T>| {
        assert_eq!(disable.lock().unwrap().insert(e.entity(), false), Some(true), "{e:?}");
    })
    .forever();
    observe(move |e: &Remove<T>| {
        assert_eq!(remove.lock().unwrap().remove(&e.entity()), Some(false), "{e:?}");
        assert!(e.get().is_some() || e.is_late(), "{e:?}");
    })
    .forever();
    known
}

#[derive(Clone, Copy, Debug)]
enum Call {
    Spawn,
    Insert(usize, u8),
    Kill(usize, u8),
    Remove(usize, u8),
    Switch(usize, u8, bool),
    SwitchEntity(usize, bool),
    Despawn(usize),
    Attach(usize, usize),
    Detach(usize),
    Hold(usize),
    LetGo,
    Take,
    GiveBack(usize),
    SpawnMany,
    DespawnMany(usize),
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let place = || 0..12_usize;
    let ty = || 0..3_u8;
    let call = prop_oneof![
        2 => proptest::strategy::Just(Call::Spawn),
        4 => (place(), ty()).prop_map(|(place, ty)| Call::Insert(place, ty)),
        2 => (place(), ty()).prop_map(|(place, ty)| Call::Kill(place, ty)),
        1 => (place(), ty()).prop_map(|(place, ty)| Call::Remove(place, ty)),
        2 => (place(), ty(), any::<bool>()).prop_map(|(place, ty, on)| Call::Switch(place, ty, on)),
        2 => (place(), any::<bool>()).prop_map(|(place, on)| Call::SwitchEntity(place, on)),
        1 => place().prop_map(Call::Despawn),
        2 => (place(), place()).prop_map(|(child, parent)| Call::Attach(child, parent)),
        1 => place().prop_map(Call::Detach),
        2 => place().prop_map(Call::Hold),
        1 => proptest::strategy::Just(Call::LetGo),
        2 => proptest::strategy::Just(Call::Take),
        2 => place().prop_map(Call::GiveBack),
        1 => proptest::strategy::Just(Call::SpawnMany),
        1 => place().prop_map(Call::DespawnMany),
    ];
    proptest::collection::vec(call, 1..60)
}

/// Does something with a component of one of the types.
macro_rules! of_type {
    ($ty:expr, $entity:ident, $do:ident) => {
        match $ty {
            0 => $do::<Plain>($entity),
            1 => $do::<Enemy>($entity),
            _ => $do::<Burning>($entity),
        }
    };
}

fn insert<T: PerEntity + Default>(entity: Entity) {
    let _ = entity.try_insert(T::default());
}

fn kill<T: PerEntity>(entity: Entity) {
    entity.kill::<T>();
}

fn remove<T: PerEntity>(entity: Entity) {
    let _ = entity.try_remove::<T>();
}

fn on<T: PerEntity>(entity: Entity) {
    entity.handle::<T>().set_enabled(true);
}

fn off<T: PerEntity>(entity: Entity) {
    entity.handle::<T>().set_enabled(false);
}

/// What there is of a type, for observers: nothing of what is parked.
fn there<T: PerEntity>(parked: &[Entity], all: &[Entity]) -> BTreeMap<Entity, bool> {
    let is_there = |entity: &&Entity| {
        let is_parked = parked.contains(entity) || entity.ancestors().any(|above| parked.contains(&above));
        entity.has::<T>() && !is_parked
    };
    let enabled = |&entity: &Entity| (entity, entity.handle::<T>().is_enabled());
    all.iter().filter(is_there).map(enabled).collect()
}

fn run(calls: &[Call]) {
    let (plain, enemy, burning) = (watch::<Plain>(), watch::<Enemy>(), watch::<Burning>());
    let pool = Pool::<Archetype<(Enemy, Plain)>>::new();
    let (mut all, mut parked): (Vec<Entity>, Vec<Entity>) = Default::default();
    let mut held: Vec<Box<dyn Any>> = Vec::new();
    let at =
        |all: &[Entity], place: usize| all.get(place % all.len().max(1)).copied().unwrap_or(Entity::NONE);
    for &call in calls {
        match call {
            Call::Spawn => all.push(Entity::spawn()),
            Call::Insert(place, ty) => {
                let entity = at(&all, place);
                of_type!(ty, entity, insert);
            }
            Call::Kill(place, ty) => {
                let entity = at(&all, place);
                of_type!(ty, entity, kill);
            }
            Call::Remove(place, ty) => {
                let entity = at(&all, place);
                of_type!(ty, entity, remove);
            }
            Call::Switch(place, ty, is_on) => {
                let entity = at(&all, place);
                if is_on {
                    of_type!(ty, entity, on);
                } else {
                    of_type!(ty, entity, off);
                }
            }
            Call::SwitchEntity(place, is_on) => _ = at(&all, place).set_enabled(is_on),
            Call::Despawn(place) => _ = at(&all, place).despawn(),
            Call::Attach(child, parent) => _ = at(&all, child).try_child_of(at(&all, parent)),
            Call::Detach(place) => _ = at(&all, place).detach(),
            Call::Hold(place) => {
                let entity = at(&all, place);
                held.extend(entity.try_borrow::<Plain>().ok().map(|guard| Box::new(guard) as Box<dyn Any>));
                held.extend(entity.try_borrow::<Enemy>().ok().map(|guard| Box::new(guard) as Box<dyn Any>));
            }
            Call::LetGo => held.clear(),
            Call::Take => {
                if let Ok(entity) = pool.try_take() {
                    parked.retain(|parked| parked.is_alive());
                    all.push(entity);
                }
            }
            Call::GiveBack(place) => {
                let entity = at(&all, place);
                if pool.give_back(entity) {
                    parked.push(entity);
                }
            }
            Call::SpawnMany => {
                all.extend(Entity::spawn_many(2, |_, _| (Plain::default(), Burning, Enemy::default())));
            }
            Call::DespawnMany(place) => {
                let some: Vec<Entity> = all.iter().skip(place).take(3).copied().collect();
                Entity::despawn_many(&some);
            }
        }
        // A subtree that was taken goes on under other names.
        let below: Vec<Entity> = all.iter().flat_map(|entity| entity.descendants()).collect();
        all.extend(below);
        all.retain(|entity| entity.is_alive());
        all.sort();
        all.dedup();
        take_log();
    }
    held.clear();
    World::flush();
    assert_eq!(*plain.lock().unwrap(), there::<Plain>(&parked, &all));
    assert_eq!(*enemy.lock().unwrap(), there::<Enemy>(&parked, &all));
    assert_eq!(*burning.lock().unwrap(), there::<Burning>(&parked, &all));
    drop(pool);
    World::clear();
    World::flush();
    let known = [plain, enemy, burning].map(|known| known.lock().unwrap().len());
    assert_eq!(known, [0; 3], "all ends are told");
    take_log();
}

proptest! {
    #![proptest_config(crate::support::seeded(100, 3))]

    #[test]
    fn d6_what_observers_have_heard_is_what_there_is(calls in calls()) {
        let world = World::new();
        world.enter(|| run(&calls));
        prop_assert_eq!(take_log().len(), 0);
    }
}
