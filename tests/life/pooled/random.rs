//! Random calls on a pooled type and a plain one: what lives and what is kept is what a model says, and each
//! value is dropped once.

use std::collections::{BTreeMap, HashSet};

use ecs_core::{Component, Entity, Ref, World};
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};
use proptest::prop_oneof;

use super::kept;
use crate::support::{Token, live_tokens, seeded};

const MOST: usize = 3;

#[derive(Component, Default)]
#[component(pooled(3))]
struct Item {
    token: Token,
    /// Its births less its ends.
    is_up: i32,
}

impl Item {
    fn init(&mut self) {
        self.is_up += 1;
    }

    fn shutdown(&mut self) {
        self.is_up -= 1;
    }

    fn on_reset(&mut self) {
        assert_eq!(self.is_up, 0, "whole pairs");
    }
}

#[derive(Component, Default)]
struct Other(#[expect(dead_code, reason = "counted")] Token);

#[derive(Clone, Copy, Debug)]
enum Call {
    Spawn,
    Add(usize),
    AddOther(usize),
    Insert(usize),
    Kill(usize),
    Remove(usize),
    Despawn(usize),
    Hold(usize),
    LetGo,
    Clear,
}

fn call() -> impl Strategy<Value = Call> {
    let place = any::<u8>().prop_map(usize::from);
    prop_oneof![
        3 => proptest::prelude::Just(Call::Spawn),
        6 => place.clone().prop_map(Call::Add),
        1 => place.clone().prop_map(Call::AddOther),
        2 => place.clone().prop_map(Call::Insert),
        5 => place.clone().prop_map(Call::Kill),
        1 => place.clone().prop_map(Call::Remove),
        3 => place.clone().prop_map(Call::Despawn),
        2 => place.prop_map(Call::Hold),
        2 => proptest::prelude::Just(Call::LetGo),
        1 => proptest::prelude::Just(Call::Clear),
    ]
}

/// What there must be.
#[derive(Default)]
struct Model {
    /// The token of each live item.
    live: BTreeMap<Entity, usize>,
    others: HashSet<Entity>,
    kept: Vec<usize>,
    /// Those that have ended since the last sync point, and whether each may be kept.
    ended: Vec<(usize, bool)>,
}

impl Model {
    fn end(&mut self, entity: Entity, is_kept: bool) {
        self.ended.extend(self.live.remove(&entity).map(|token| (token, is_kept)));
    }

    fn sync(&mut self) {
        for (token, is_kept) in self.ended.drain(..) {
            if is_kept && self.kept.len() < MOST {
                self.kept.push(token);
            }
        }
    }

    fn clear(&mut self) {
        self.ended.iter_mut().for_each(|(_, is_kept)| *is_kept = false);
        self.ended.extend(self.live.values().map(|&token| (token, false)));
        self.live.clear();
        self.others.clear();
        self.kept.clear();
    }
}

proptest! {
    #![proptest_config(seeded(75, 4))]

    #[test]
    fn seed_d10_random_calls_keep_and_drop_each_value_once(
        calls in proptest::collection::vec(call(), 1..60),
    ) {
        let before = live_tokens();
        let world = World::new();
        world.enter(|| {
            let mut model = Model::default();
            let mut entities = vec![Entity::spawn()];
            let mut held: Option<Ref<Item>> = None;
            for call in calls {
                let at = |place: usize| entities[place % entities.len()];
                match call {
                    Call::Spawn => entities.push(Entity::spawn()),
                    Call::Add(place) if at(place).is_alive() => {
                        let item = at(place).add::<Item>();
                        let token = item.borrow().token.number();
                        match model.live.get(&at(place)) {
                            Some(&there) => prop_assert_eq!(token, there),
                            None => {
                                let taken = model.kept.pop();
                                prop_assert!(taken.is_none_or(|taken| taken == token), "{:?}", taken);
                                model.live.insert(at(place), token);
                            }
                        }
                        prop_assert_eq!(item.borrow().is_up, 1);
                    }
                    Call::AddOther(place) if at(place).is_alive() => {
                        at(place).add::<Other>();
                        model.others.insert(at(place));
                    }
                    Call::Insert(place) if at(place).is_alive() => {
                        model.end(at(place), false);
                        let token = at(place).insert(Item::default()).borrow().token.number();
                        model.live.insert(at(place), token);
                    }
                    Call::Kill(place) => {
                        prop_assert_eq!(at(place).kill::<Item>(), model.live.contains_key(&at(place)));
                        model.end(at(place), true);
                    }
                    Call::Remove(place) => {
                        if let Ok(value) = at(place).try_remove::<Item>() {
                            let token = value.map(|item| item.token.number());
                            prop_assert_eq!(token, model.live.remove(&at(place)));
                        }
                    }
                    Call::Despawn(place) => {
                        at(place).despawn();
                        model.end(at(place), true);
                        model.others.remove(&at(place));
                    }
                    Call::Hold(place) => held = at(place).get::<Item>(),
                    Call::LetGo => held = None,
                    Call::Clear => {
                        World::clear();
                        model.clear();
                    }
                    Call::Add(_) | Call::AddOther(_) | Call::Insert(_) => {}
                }
                World::flush();
                if held.is_none() {
                    model.sync();
                    let left = model.live.len() + model.kept.len() + model.others.len();
                    prop_assert_eq!(live_tokens() - before, left, "after {:?}", call);
                }
                prop_assert_eq!(kept(), model.kept.len(), "after {:?}", call);
                prop_assert_eq!(Item::count(), model.live.len());
            }
            Ok(())
        })?;
        drop(world);
        prop_assert_eq!(live_tokens(), before);
    }
}
