//! Random calls against a plain list.

use std::collections::BTreeMap;

use ecs_core::{Entity, every};
use proptest::prelude::*;

use crate::support::seeded;
use crate::{Cat, Dog, Speak};

#[derive(Clone, Copy, Debug)]
enum Call {
    Spawn {
        cat: bool,
        dog: bool,
    },
    Kill {
        who: usize,
        cat: bool,
    },
    Despawn(usize),
    Switch {
        who: usize,
        on: bool,
    },
    Each,
    GetAs(usize),
    GetAllAs(usize),
    /// In the middle of `each`, despawns one.
    DespawnInEach {
        at: usize,
        who: usize,
    },
}

fn call() -> impl Strategy<Value = Call> {
    let who = 0..8_usize;
    prop_oneof![
        (any::<bool>(), any::<bool>()).prop_map(|(cat, dog)| Call::Spawn { cat, dog }),
        (who.clone(), any::<bool>()).prop_map(|(who, cat)| Call::Kill { who, cat }),
        who.clone().prop_map(Call::Despawn),
        (who.clone(), any::<bool>()).prop_map(|(who, on)| Call::Switch { who, on }),
        Just(Call::Each),
        who.clone().prop_map(Call::GetAs),
        who.clone().prop_map(Call::GetAllAs),
        (0..4_usize, who).prop_map(|(at, who)| Call::DespawnInEach { at, who }),
    ]
}

/// What an entity has: how often its cat and its dog heard something, and whether it is on.
#[derive(Clone, Copy)]
struct Known {
    cat: Option<u32>,
    dog: Option<u32>,
    on: bool,
}

#[derive(Default)]
struct Model {
    order: Vec<Entity>,
    known: BTreeMap<Entity, Known>,
}

impl Model {
    fn who(&self, who: usize) -> Option<Entity> {
        self.order.get(who).copied()
    }

    fn hear(&mut self, entity: Entity, cat: bool) {
        let known = self.known.get_mut(&entity).expect("it is known");
        let heard = if cat { &mut known.cat } else { &mut known.dog };
        *heard.as_mut().expect("it has one") += 1;
    }

    fn call(&mut self, call: Call) {
        match call {
            Call::Spawn { cat, dog } => {
                let entity = Entity::spawn();
                if dog {
                    entity.insert(Dog::default());
                }
                if cat {
                    entity.insert(Cat::default());
                }
                self.known.insert(entity, Known { cat: cat.then_some(0), dog: dog.then_some(0), on: true });
                self.order.push(entity);
            }
            Call::Kill { who, cat } => {
                let Some(entity) = self.who(who) else { return };
                let known = self.known.get_mut(&entity);
                let heard = known.and_then(|known| if cat { known.cat.take() } else { known.dog.take() });
                let is_killed = if cat { entity.kill::<Cat>() } else { entity.kill::<Dog>() };
                assert_eq!(is_killed, heard.is_some());
            }
            Call::Despawn(who) => {
                let Some(entity) = self.who(who) else { return };
                assert_eq!(entity.despawn(), self.known.remove(&entity).is_some());
            }
            Call::Switch { who, on } => {
                let Some(entity) = self.who(who) else { return };
                entity.set_enabled(on);
                if let Some(known) = self.known.get_mut(&entity) {
                    known.on = on;
                }
            }
            Call::Each => {
                every::<dyn Speak>().each(|one| one.hear(1));
                for known in self.known.values_mut().filter(|known| known.on) {
                    known.cat.iter_mut().chain(&mut known.dog).for_each(|heard| *heard += 1);
                }
            }
            Call::GetAs(who) => {
                let Some(entity) = self.who(who) else { return };
                let first = entity.get_as::<dyn Speak>().map(|mut one| {
                    one.hear(1);
                    one.name().starts_with("Cat")
                });
                let known = self.known.get(&entity).copied();
                assert_eq!(first.is_some(), known.is_some_and(|known| known.cat.or(known.dog).is_some()));
                if let Some(is_cat) = first {
                    self.hear(entity, is_cat);
                }
            }
            Call::GetAllAs(who) => {
                let Some(entity) = self.who(who) else { return };
                for mut one in entity.get_all_as::<dyn Speak>() {
                    one.hear(1);
                    self.hear(entity, one.name().starts_with("Cat"));
                }
            }
            Call::DespawnInEach { at, who } => {
                let Some(entity) = self.who(who) else { return };
                let mut visited = Vec::new();
                every::<dyn Speak>().each_with_entity(|of, one| {
                    one.hear(1);
                    visited.push((of, one.name().starts_with("Cat")));
                    if visited.len() == at + 1 {
                        entity.despawn();
                    }
                });
                if visited.len() > at {
                    let after = &visited[at + 1..];
                    assert!(after.iter().all(|(of, _)| *of != entity), "it was dead");
                    self.known.remove(&entity);
                }
                for (of, is_cat) in visited {
                    if self.known.contains_key(&of) {
                        self.hear(of, is_cat);
                    }
                }
            }
        }
    }

    /// All is as the model says.
    fn check(&self) {
        for (entity, known) in &self.known {
            assert_eq!(entity.get::<Cat>().map(|cat| cat.heard), known.cat);
            assert_eq!(entity.get::<Dog>().map(|dog| dog.heard), known.dog);
        }
        let enabled = self.known.values().filter(|known| known.on);
        let count: usize = enabled.map(|known| known.cat.iter().chain(&known.dog).count()).sum();
        assert_eq!(every::<dyn Speak>().count(), count);
        let mut seen = 0;
        every::<dyn Speak>().read(|_| seen += 1);
        assert_eq!(seen, count);
    }
}

const MOST_CALLS: usize = if cfg!(miri) { 15 } else { 60 };

proptest! {
    #![proptest_config(seeded(100, 3))]

    #[test]
    fn i2_random_calls_do_what_a_list_does(calls in prop::collection::vec(call(), 0..MOST_CALLS)) {
        ecs_core::World::new().enter(|| {
            let mut model = Model::default();
            for call in calls {
                model.call(call);
                model.check();
            }
        });
    }
}
