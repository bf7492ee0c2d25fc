//! One type's components as plain maps, what of them is borrowed, and random calls on both.

use std::collections::{BTreeMap, BTreeSet};

use ecs_core::{Entity, Handle, PerEntity, RefMutOf, RefOf, View, ViewMut};

use super::components::Kind;
use crate::support::Random;

#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub id: u64,
    pub value: u64,
    pub on: bool,
}

/// The components of a view by number, with entity and value.
pub type Held = BTreeMap<u64, (Entity, u64)>;

pub enum Guard<T: PerEntity> {
    Shared(RefOf<T>),
    Exclusive(RefMutOf<T>),
}

pub struct Store<T: PerEntity> {
    pub live: BTreeMap<Entity, Known>,
    pub guards: Vec<(u64, u64, Guard<T>)>,
    pub views: Vec<(View<'static, T>, Held)>,
    pub write: Option<(ViewMut<'static, T>, Held)>,
    /// Nothing stays borrowed, and little is switched, so that there are holes.
    pub brief: bool,
}

impl<T: Kind> Store<T> {
    pub fn new(brief: bool) -> Self {
        Self { live: BTreeMap::new(), guards: Vec::new(), views: Vec::new(), write: None, brief }
    }

    pub fn is_free(&self) -> bool {
        self.guards.is_empty() && self.views.is_empty() && self.write.is_none()
    }

    pub fn shared(&self, id: u64) -> bool {
        self.guards.iter().any(|guard| guard.0 == id && matches!(guard.2, Guard::Shared(_)))
            || self.views.iter().any(|view| view.1.contains_key(&id))
    }

    pub fn exclusive(&self, id: u64) -> bool {
        self.guards.iter().any(|guard| guard.0 == id && matches!(guard.2, Guard::Exclusive(_)))
            || self.write.as_ref().is_some_and(|view| view.1.contains_key(&id))
    }

    pub fn borrowed(&self, id: u64) -> bool {
        self.shared(id) || self.exclusive(id)
    }

    pub fn act(&mut self, random: &mut Random, entity: Entity, next: &mut u64) {
        *next += 1;
        let fresh = Known { id: *next, value: *next << 20, on: true };
        let known = self.live.get(&entity).copied();
        let handle = entity.handle::<T>();
        let call = random.below(18);
        if self.brief && call > 7 && random.below(8) != 0 {
            return;
        }
        match call {
            0..=2 => {
                entity.add_with(|| T::make(fresh.value));
                self.live.entry(entity).or_insert(fresh);
            }
            3..=4 => {
                entity.insert(T::make(fresh.value));
                let on = known.is_none_or(|known| known.on);
                self.live.insert(entity, Known { on, ..fresh });
            }
            5..=6 => {
                assert_eq!(entity.kill::<T>(), known.is_some());
                self.live.remove(&entity);
            }
            7 => match entity.try_remove::<T>() {
                Ok(value) => {
                    assert_eq!(value.is_some(), known.is_some());
                    if let (Some(value), Some(known)) = (value, known) {
                        assert!(!self.borrowed(known.id));
                        assert!(value.read().is_none_or(|value| value == known.value));
                        self.live.remove(&entity);
                    }
                }
                Err(_) => assert!(self.borrowed(known.unwrap().id)),
            },
            8..=9 => {
                let on = random.below(2) == 0;
                assert_eq!(handle.set_enabled(on), known.is_some());
                if let Some(known) = self.live.get_mut(&entity) {
                    known.on = on;
                }
            }
            10 => match handle.try_borrow() {
                Ok(guard) => {
                    let known = known.unwrap();
                    assert!(!self.exclusive(known.id));
                    self.guards.push((known.id, known.value, Guard::Shared(guard)));
                }
                Err(_) => assert!(known.is_none_or(|known| self.exclusive(known.id))),
            },
            11 => match handle.try_borrow_mut() {
                Ok(mut guard) => {
                    let known = known.unwrap();
                    assert!(!self.borrowed(known.id));
                    guard.write(fresh.value);
                    self.live.get_mut(&entity).unwrap().value = fresh.value;
                    self.guards.push((known.id, fresh.value, Guard::Exclusive(guard)));
                }
                Err(_) => assert!(known.is_none_or(|known| self.borrowed(known.id))),
            },
            12..=13 => {
                if !self.guards.is_empty() {
                    let place = random.below(self.guards.len());
                    self.guards.swap_remove(place);
                }
            }
            14 => match T::try_view() {
                Ok(view) => {
                    let held = self.hold(view.as_slice(), view.enabled().len(), |handle| view.get(handle));
                    self.views.push((view, held));
                }
                Err(_) => assert!(!self.is_free()),
            },
            15 => match T::try_view_mut() {
                Ok(view) => {
                    assert!(self.is_free());
                    let held = self.hold(view.as_slice(), view.enabled().len(), |handle| view.get(handle));
                    self.write = Some((view, held));
                }
                Err(_) => assert!(!self.is_free()),
            },
            16 => {
                if let Some((mut view, held)) = self.write.take() {
                    for (&id, &(entity, _)) in &held {
                        if self.live.get(&entity).is_some_and(|known| known.id == id) {
                            *next += 1;
                            view[entity.handle()].write(*next << 20);
                            self.live.get_mut(&entity).unwrap().value = *next << 20;
                        }
                    }
                }
                if !self.views.is_empty() {
                    let place = random.below(self.views.len());
                    drop(self.views.swap_remove(place));
                }
            }
            _ => {
                if random.below(3) == 0 {
                    self.guards.clear();
                    self.views.clear();
                    self.write = None;
                }
            }
        }
        if self.brief {
            self.guards.clear();
            self.views.clear();
            self.write = None;
        }
    }

    /// Checks a view that was just made.
    pub fn hold<'v>(&self, slice: &[T], enabled: usize, get: impl Fn(Handle<T>) -> Option<&'v T>) -> Held {
        assert_eq!(slice.len(), self.live.len());
        let on = |entity: &Entity, known: &Known| known.on && entity.is_enabled();
        assert_eq!(enabled, self.live.iter().filter(|(entity, known)| on(entity, known)).count());
        for (rows, is_on) in [(&slice[..enabled], true), (&slice[enabled..], false)] {
            let found: BTreeSet<_> = rows.iter().filter_map(T::read).collect();
            if size_of::<T>() != 0 {
                let expected: BTreeSet<_> = self
                    .live
                    .iter()
                    .filter(|(entity, known)| on(entity, known) == is_on)
                    .map(|(_, known)| known.value)
                    .collect();
                assert_eq!(found, expected);
            }
        }
        for (&entity, known) in &self.live {
            let found = get(entity.handle()).expect("it is in the view");
            assert!(found.read().is_none_or(|value| value == known.value));
        }
        self.live.iter().map(|(&entity, known)| (known.id, (entity, known.value))).collect()
    }

    pub fn check(&self, pool: &[Entity]) {
        assert_eq!(T::count(), self.live.len());
        for (_, value, guard) in &self.guards {
            let found = match guard {
                Guard::Shared(guard) => guard.read(),
                Guard::Exclusive(guard) => guard.read(),
            };
            assert!(found.is_none_or(|found| found == *value));
        }
        for (view, held) in &self.views {
            for (id, &(entity, value)) in held {
                let lives = self.live.get(&entity).is_some_and(|known| known.id == *id);
                let found = view.get(entity.handle());
                assert_eq!(found.is_some(), lives, "{entity:?}");
                assert!(found.and_then(T::read).is_none_or(|found| found == value));
            }
            if size_of::<T>() != 0 {
                let found: BTreeSet<_> = view.iter().filter_map(T::read).collect();
                assert_eq!(found, held.values().map(|&(_, value)| value).collect());
            }
        }
        for &entity in pool {
            let known = self.live.get(&entity);
            let handle = entity.handle::<T>();
            assert_eq!(handle.is_alive(), known.is_some());
            assert_eq!(handle.is_enabled(), known.is_some_and(|known| known.on && entity.is_enabled()));
        }
    }

    pub fn read_all(&self, pool: &[Entity]) {
        for &entity in pool {
            let known = self.live.get(&entity);
            match entity.handle::<T>().try_borrow() {
                Ok(found) => assert!(found.read().is_none_or(|value| value == known.unwrap().value)),
                Err(_) => assert!(known.is_none_or(|known| self.exclusive(known.id))),
            }
        }
    }
}
