//! Law A1: random calls on a type that is stored by its fields, and on the same type stored whole, have equal
//! results.

use std::fmt::Debug;

use ecs_core::{Component, Entity, PerEntity, World, query, update_all};
use proptest::prelude::*;

use crate::support::seeded;

/// The two types, as one.
trait Value: PerEntity + Copy + PartialEq + Debug {
    fn new(n: u8) -> Self;
    fn change(&mut self, by: i32);
    fn key(&self) -> u64;
    fn link(&mut self, to: Option<Entity>);
}

struct Hit(i32);

/// Does in each pass what its number says, to itself and to the next one.
macro_rules! value {
    ($name:ident $($key:ident)?) => {
        #[derive(Component, Clone, Copy, PartialEq, Debug)]
        #[component($($key,)? on(Hit), pooled(3))]
        struct $name {
            n: u8,
            nothing: (),
            x: i64,
            hits: u16,
            pair: (u8, i32),
            next: Option<Entity>,
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new(250)
            }
        }

        impl $name {
            fn init(&mut self) {
                self.x += 1;
            }
            fn update(&mut self, me: Entity) {
                self.x += i64::from(self.pair.1);
                match (self.n % 5, self.next) {
                    (1, Some(next)) => {
                        next.send(Hit(3));
                    }
                    (2, Some(next)) => {
                        if let Ok(mut other) = next.try_borrow_mut::<Self>() {
                            other.x -= 1;
                            self.x += 1;
                        }
                    }
                    (3, _) if self.hits > 2 => {
                        self.hits = 0;
                        let made = Entity::spawn().with(Self { n: 4, next: Some(me), ..Self::new(9) });
                        made.borrow_mut::<Self>().x += 1000;
                        self.next = Some(made);
                    }
                    (4, _) if self.hits > 4 => _ = me.kill::<Self>(),
                    _ => {}
                }
                self.hits += 1;
            }
            fn late_update(&self, other: Option<&mut Other>) {
                if let Some(other) = other {
                    other.1 += self.x;
                }
            }
            fn on_hit(&mut self, hit: &Hit) {
                self.pair.1 += hit.0;
                self.pair.0 = self.pair.0.wrapping_add(1);
            }
            fn on_disable(&mut self) {
                self.x = -self.x;
            }
        }

        impl Value for $name {
            fn new(n: u8) -> Self {
                let pair = (n, i32::from(n) - 100);
                Self { n, nothing: (), x: i64::from(n) << 33, hits: u16::from(n % 3), pair, next: None }
            }
            fn change(&mut self, by: i32) {
                (self.x, self.pair.1) = (self.x ^ i64::from(by), by);
            }
            fn key(&self) -> u64 {
                u64::from(self.pair.0) * 7 % 13 + (self.x as u64 & 3)
            }
            fn link(&mut self, to: Option<Entity>) {
                self.next = to;
            }
        }
    };
}

value!(Split soa);
value!(Together);

/// A sibling, which some have: apart too, in both worlds.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct Other(u8, i64);

#[derive(Clone, Copy, Debug)]
enum Call {
    Spawn(u8),
    SpawnMany(u8),
    Insert(u8),
    Remove,
    Kill,
    Despawn,
    Add,
    Enable(bool),
    EnableEntity(bool),
    Sort,
    SortLike,
    Write(i32),
    With(i32),
    Hit(i32),
    Link(usize),
    Sibling(u8),
    Frame,
    Each(i32),
    For(i32),
    Pairs,
    GetMany(usize),
    /// Holds a guard on one while the next calls are made.
    Hold(bool, u8),
    Query(u8),
    Flush,
    Clear,
    Reserve(u8),
}

fn call() -> impl Strategy<Value = Call> {
    use Call::*;
    prop_oneof![
        4 => any::<u8>().prop_map(Spawn),
        1 => (0..20_u8).prop_map(SpawnMany),
        2 => any::<u8>().prop_map(Insert),
        1 => Just(Remove),
        1 => Just(Kill),
        1 => Just(Despawn),
        1 => Just(Add),
        2 => any::<bool>().prop_map(Enable),
        1 => any::<bool>().prop_map(EnableEntity),
        1 => Just(Sort),
        1 => Just(SortLike),
        2 => any::<i32>().prop_map(Write),
        1 => any::<i32>().prop_map(With),
        2 => any::<i32>().prop_map(|hit| Hit(hit % 1000)),
        2 => any::<usize>().prop_map(Link),
        1 => any::<u8>().prop_map(Sibling),
        2 => Just(Frame),
        1 => any::<i32>().prop_map(Each),
        1 => any::<i32>().prop_map(For),
        1 => Just(Pairs),
        1 => any::<usize>().prop_map(GetMany),
        3 => (any::<bool>(), 1..8_u8).prop_map(|(writes, calls)| Hold(writes, calls)),
        1 => (1..6_u8).prop_map(Query),
        1 => Just(Flush),
        1 => Just(Reserve(40)),
        1 => Just(Clear),
    ]
}

/// A world in which calls are made, and what they said.
struct Run<T> {
    entities: Vec<Entity>,
    said: Vec<String>,
    of: std::marker::PhantomData<T>,
}

impl<T: Value> Run<T> {
    fn say(&mut self, said: impl Debug) {
        self.said.push(format!("{said:?}").replace("Split", "T").replace("Together", "T"));
    }

    /// Does the calls, each with the entity at a place.
    fn run(&mut self, calls: &mut std::slice::Iter<'_, (Call, usize)>, most: usize) {
        for _ in 0..most {
            let Some(&(call, at)) = calls.next() else { return };
            self.say(call);
            let one = self.entities.get(at % self.entities.len().max(1)).copied().unwrap_or(Entity::NONE);
            self.call(call, one, calls);
        }
    }

    fn call(&mut self, call: Call, one: Entity, calls: &mut std::slice::Iter<'_, (Call, usize)>) {
        match call {
            Call::Spawn(n) => self.entities.push(Entity::spawn().with(T::new(n))),
            Call::SpawnMany(n) => self.entities.extend(Entity::spawn_many(n.into(), |n, _| T::new(n as u8))),
            Call::Insert(n) => self.say(one.try_insert(T::new(n)).is_ok()),
            Call::Remove => self.say(one.try_remove::<T>().map_err(|_| ())),
            Call::Kill => self.say(one.kill::<T>()),
            Call::Despawn => self.say(one.despawn()),
            Call::Add => self.say(one.try_add_with(|| T::new(7)).is_ok()),
            Call::Enable(is) => self.say(one.handle::<T>().set_enabled(is)),
            Call::EnableEntity(is) => self.say(one.set_enabled(is)),
            Call::Sort => self.say(T::try_sort_by_key(Value::key).is_ok()),
            Call::SortLike => self.say(T::try_sort_like::<Other>().is_ok()),
            Call::Write(by) => {
                let written = one.try_borrow_mut::<T>().map(|mut value| value.change(by)).map_err(|_| ());
                self.say(written);
            }
            Call::With(by) => {
                if one.try_borrow_mut::<T>().is_ok() {
                    let key = one.handle::<T>().with(|value| {
                        value.change(by);
                        value.key()
                    });
                    self.say(key);
                }
            }
            Call::Hit(by) => self.say(one.send(Hit(by))),
            Call::Link(_) | Call::Sibling(_) | Call::GetMany(_) => self.call_with_others(call, one),
            Call::Frame => self.say(ecs_core::try_update_all(0.25).is_ok()),
            Call::Each(by) => self.say(query::<&mut T>().try_each(|value| value.change(by)).is_ok()),
            Call::For(by) => {
                let mut count = 0;
                if T::try_for_each(|_| ()).is_ok() {
                    for (mut value, other) in &mut query::<(&mut T, Option<&mut Other>)>() {
                        value.change(by);
                        if let Some(mut other) = other {
                            other.0 = other.0.wrapping_add(1);
                        }
                        count += 1;
                    }
                }
                self.say(count);
            }
            Call::Pairs => {
                let pairs = query::<&mut T>().try_each_pair(|one, other| {
                    if one.key() < other.key() {
                        std::mem::swap(one, other);
                    }
                });
                self.say(pairs.is_ok());
            }
            Call::Hold(true, count) => {
                let guard = one.try_borrow_mut::<T>();
                self.say(guard.is_ok());
                self.run(calls, count.into());
                if let Ok(mut guard) = guard {
                    guard.change(77);
                }
            }
            Call::Hold(false, count) => {
                let guard = one.try_borrow::<T>();
                self.run(calls, count.into());
                self.say(guard.map(|guard| *guard).map_err(|_| ()));
            }
            Call::Query(count) => {
                let mut query = query::<&mut T>();
                if let Ok(item) = query.try_get_mut(one) {
                    self.run(calls, count.into());
                    if let Some(mut item) = item {
                        item.change(5);
                    }
                }
            }
            Call::Flush => World::flush(),
            Call::Clear => self.say(T::clear()),
            Call::Reserve(more) => T::reserve(more.into()),
        }
    }

    fn call_with_others(&mut self, call: Call, one: Entity) {
        let other = |place: usize| self.entities.get(place % self.entities.len().max(1)).copied();
        match call {
            Call::Link(to) => {
                let to = other(to);
                let linked = one.try_borrow_mut::<T>().map(|mut value| value.link(to)).map_err(|_| ());
                self.say(linked);
            }
            Call::GetMany(place) => {
                let other = other(place).unwrap_or(Entity::NONE);
                let mut all = query::<(&mut T, Option<&Other>)>();
                let found = all.try_get_many_mut([one, other]).map(|found| {
                    let found = found.map_err(|_| ())?;
                    Ok::<_, ()>(found.map(|(mut value, other)| {
                        value.change(11);
                        (*value, other.map(|other| *other))
                    }))
                });
                self.say(found);
            }
            Call::Sibling(n) => self.say(one.try_insert(Other(n, 0)).is_ok()),
            _ => unreachable!("the others are above"),
        }
    }

    /// All values, by the place of the entity and by row.
    fn look(&mut self) {
        World::flush();
        for place in 0..self.entities.len() {
            let one = self.entities[place];
            let value = one.get::<T>().map(|value| *value);
            let other = one.get::<Other>().map(|other| *other);
            self.say((one, value, other, one.handle::<T>().is_enabled()));
        }
        let rows: Vec<_> =
            query::<(Entity, &T)>().with_disabled().iter().map(|(me, value)| (me, *value)).collect();
        self.say(rows);
    }
}

fn run<T: Value>(calls: &[(Call, usize)]) -> Vec<String> {
    World::new().enter(|| {
        let mut run = Run::<T> { entities: Vec::new(), said: Vec::new(), of: std::marker::PhantomData };
        let mut calls = calls.iter();
        while calls.len() != 0 {
            run.run(&mut calls, 1);
            run.look();
        }
        update_all(0.5);
        run.look();
        run.said
    })
}

proptest! {
    #![proptest_config(seeded(75, 2))]

    #[test]
    fn a1_both_layouts_do_the_same(
        calls in prop::collection::vec((call(), any::<usize>()), if cfg!(miri) { 1..12 } else { 1..60 })
    ) {
        let (split, together) = (run::<Split>(&calls), run::<Together>(&calls));
        for (split, together) in split.iter().zip(&together) {
            prop_assert_eq!(split, together);
        }
        prop_assert_eq!(split.len(), together.len());
    }
}
