//! Switches, orders, queries, groups, interfaces, and what tells about many.

use ecs_core::{Component, Entity, Group, Mut, Or, With, Without, World, every, query, update_all};

use super::{Case, call};

#[derive(Component, Clone, Default)]
#[component(track, as(dyn Named))]
struct Health(u32);

trait Named {
    fn number(&self) -> u32;
}

impl Named for Health {
    fn number(&self) -> u32 {
        self.0
    }
}

#[derive(Component, Clone, Default)]
struct Armour(u32);

#[derive(Component, Clone, Default)]
struct Tag;

/// Disables itself in its update.
#[derive(Component, Clone, Default)]
struct Once(u32);

impl Once {
    fn update(&mut self) {
        self.0 += 1;
        self.set_enabled(false);
    }
}

/// Entities of which half have armour and a tag.
fn many(n: usize) -> Vec<Entity> {
    let all = Entity::spawn_many(n, |place, _| Health(place as u32 * 7919 % 1009));
    all.iter().step_by(2).for_each(|entity| _ = entity.with(Armour(1)).with(Tag));
    all
}

pub(super) const CASES: &[Case] = &[
    ("set_enabled of components", |n| {
        let all = many(n);
        call(move || {
            all.iter().for_each(|entity| _ = entity.handle::<Health>().set_enabled(false));
            all.iter().for_each(|entity| _ = entity.handle::<Health>().set_enabled(true));
        })
    }),
    ("set_enabled of entities, every second", |n| {
        let all = many(n);
        call(move || {
            all.iter().step_by(2).for_each(|entity| _ = entity.set_enabled(false));
            all.iter().for_each(|entity| _ = entity.set_enabled(true));
        })
    }),
    ("set_enabled while a view lives", |n| {
        let all = many(n);
        call(move || {
            let view = Health::view();
            all.iter().for_each(|entity| _ = entity.set_enabled(false));
            drop(view);
            World::flush();
        })
    }),
    ("set_enabled of all in their updates", |n| {
        Entity::spawn_many(n, |_, _| Once(0));
        call(move || update_all(0.1))
    }),
    ("sort_by_key", |n| {
        many(n);
        call(move || Health::sort_by_key(|health| health.0))
    }),
    ("sort_like", |n| {
        many(n);
        Health::sort_by_key(|health| health.0);
        call(move || Armour::sort_like::<Health>())
    }),
    ("query of two", |n| {
        many(n);
        call(move || query::<(&Health, &mut Armour)>().each(|(health, armour)| armour.0 += health.0))
    }),
    ("query with filters", |n| {
        many(n);
        call(move || {
            query::<(&Health, Option<&Tag>)>().filter::<Without<Armour>>().each(|_| ());
            query::<&Health>().filter::<Or<(With<Tag>, Without<Armour>)>>().each(|_| ());
            query::<(Entity, Mut<Health>)>().filter::<With<Tag>>().each(|(_, mut health)| health.0 += 1);
        })
    }),
    ("query, get of each", |n| {
        let all = many(n);
        call(move || {
            let found = query::<&Health>();
            all.iter().for_each(|&entity| assert!(found.get(entity).is_some()));
        })
    }),
    ("query for each entity", |n| {
        let all = many(n);
        call(move || all.iter().for_each(|&entity| assert!(query::<&Health>().get(entity).is_some())))
    }),
    ("query, iter_many", |n| {
        let all = many(n);
        call(move || assert_eq!(query::<&Health>().iter_many(&all).count(), all.len()))
    }),
    ("Group::refresh", |n| {
        let mut group = Group::<(With<Health>, Without<Armour>)>::new();
        let all = many(n);
        call(move || {
            group.refresh();
            all.iter().for_each(|entity| _ = entity.kill::<Armour>());
            group.refresh();
            all.iter().rev().for_each(|entity| _ = entity.despawn());
            group.refresh();
        })
    }),
    ("every", |n| {
        many(n);
        call(move || {
            every::<dyn Named>().read(|named| assert!(named.number() < 2_000));
            every::<dyn Named>().each_with_entity(|_, _| ());
        })
    }),
    ("changed_since", |n| {
        let all = many(n);
        let tick = World::tick();
        call(move || {
            all.iter().for_each(|entity| entity.borrow_mut::<Health>().0 += 1);
            assert!(all.iter().all(|entity| entity.handle::<Health>().changed_since(tick)));
        })
    }),
    ("borrow of all at once", |n| {
        let all = many(n);
        call(move || {
            let guards: Vec<_> = all.iter().map(|entity| entity.borrow::<Health>()).collect();
            assert_eq!(guards.len(), all.len());
        })
    }),
    ("World::dump and stats", |n| {
        many(n);
        call(move || assert!(World::dump().len() > World::stats().alive))
    }),
    ("World::dangling", |n| {
        many(n);
        call(move || assert!(World::dangling().found().is_empty()))
    }),
    ("remote jobs", |n| {
        let remote = World::remote();
        (0..n).for_each(|_| remote.send(|| _ = Entity::spawn().with(Armour(1))).expect("the world is there"));
        call(move || assert_eq!(World::run_remote(), n))
    }),
];
