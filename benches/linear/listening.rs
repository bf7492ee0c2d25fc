//! Events, observers and commands.

use core::hint::black_box;

use ecs_core::{
    Add, Archetype, Attach, Commands, Component, Enable, Entity, Observer, Pool, Remove, World, emit,
    observe, send_all, update_all,
};

use super::trees::{Link, chain, chain_below, wide};
use super::{Case, call};

struct Hit(u32);

#[derive(Component, Clone, Default)]
#[component(on(Hit))]
struct Health(u32);

impl Health {
    fn on_hit(&mut self, hit: &Hit) {
        self.0 += hit.0;
    }
}

/// Sends to itself, of which it is borrowed meanwhile.
#[derive(Component, Clone, Default)]
struct Loud(u32);

impl Loud {
    fn update(&mut self, entity: Entity) {
        self.0 += 1;
        entity.send(Hit(1));
        send_to_one(entity);
    }
}

fn send_to_one(entity: Entity) {
    entity.root().send(Hit(1));
}

/// Gives commands.
#[derive(Component, Clone, Default)]
struct Gun(u32);

impl Gun {
    fn update(&mut self, entity: Entity, commands: Commands) {
        self.0 += 1;
        commands.spawn_child(entity, Link::default());
        commands.insert(entity, Health(1));
        commands.send(entity, Hit(1));
    }
}

pub(super) const CASES: &[Case] = &[
    ("send to each", |n| {
        let all = Entity::spawn_many(n, |_, _| Health(0));
        call(move || all.iter().for_each(|entity| assert_eq!(entity.send(Hit(1)), 1)))
    }),
    ("send_all", |n| {
        Entity::spawn_many(n, |_, _| Health(0));
        call(move || _ = send_all(Hit(1)))
    }),
    ("send to all below", |n| {
        let root = wide::<Health>(n);
        call(move || root.descendants().for_each(|below| _ = below.send(Hit(1))))
    }),
    ("send to one that is borrowed", |n| {
        let entity = Entity::spawn().with(Health(0));
        call(move || {
            let guard = entity.borrow::<Health>();
            (0..n).for_each(|_| _ = entity.send(Hit(1)));
            drop(guard);
            World::flush();
            assert_eq!(entity.borrow::<Health>().0, n as u32);
        })
    }),
    ("send to all that are borrowed", |n| {
        let all = Entity::spawn_many(n, |_, _| Health(0));
        call(move || {
            let guards: Vec<_> = all.iter().map(|entity| entity.borrow::<Health>()).collect();
            all.iter().for_each(|entity| _ = entity.send(Hit(1)));
            drop(guards);
            World::flush();
        })
    }),
    ("send to its own from all updates", |n| {
        let root = Entity::spawn().with(Health(0));
        Entity::spawn_many(n, |_, _| (Loud(0), Health(0)))
            .into_iter()
            .for_each(|loud| _ = loud.child_of(root));
        call(move || update_all(0.1))
    }),
    ("emit of many", |n| call(move || (0..n as u32).for_each(|number| _ = black_box(emit(number))))),
    ("commands of all", |n| {
        Entity::spawn_many(n, |_, _| Gun(0));
        call(move || update_all(0.1))
    }),
    ("observe and unsubscribe, the first first", |n| {
        call(move || {
            let all: Vec<Observer<Add<Health>>> = (0..n).map(|_| observe(|_: &Add<Health>| ())).collect();
            all.into_iter().for_each(drop);
        })
    }),
    ("observe and unsubscribe, the last first", |n| {
        call(move || {
            let all: Vec<Observer<Add<Health>>> = (0..n).map(|_| observe(|_: &Add<Health>| ())).collect();
            all.into_iter().rev().for_each(drop);
        })
    }),
    ("many observers hear of one", |n| {
        (0..n).for_each(|_| observe(|_: &Add<Health>| ()).forever());
        call(move || _ = Entity::spawn().with(Health(0)))
    }),
    ("an observer that ends others", |n| {
        let all: Vec<Observer<Add<Health>>> = (0..n).map(|_| observe(|_: &Add<Health>| ())).collect();
        let mut all = Some(all);
        observe(move |_: &Add<Health>| drop(all.take())).forever();
        call(move || _ = Entity::spawn().with(Health(0)))
    }),
    ("one observer hears of many", |n| {
        observe(|add: &Add<Health>| _ = black_box(add.entity())).forever();
        observe(|remove: &Remove<Health>| _ = black_box(remove.entity())).forever();
        call(move || {
            let all = Entity::spawn_many(n, |_, _| Health(0));
            all.into_iter().for_each(|entity| _ = entity.despawn());
        })
    }),
    ("observe with_existing", |n| {
        Entity::spawn_many(n, |_, _| Health(0));
        call(move || observe(|add: &Add<Health>| _ = black_box(add.entity())).with_existing().forever())
    }),
    ("observe of a type that is there, below a parked parent", |n| {
        let pool = Pool::<Archetype<(Link,)>>::new();
        let root = pool.take();
        chain_below::<Health>(root, n);
        pool.give_back(root);
        call(move || observe(|_: &Enable<Health>| ()).forever())
    }),
    ("an observed chain, given back to a pool and taken", |n| {
        observe(|_: &Add<Health>| ()).forever();
        let pool = Pool::<Archetype<(Link,)>>::new();
        let root = pool.take();
        chain_below::<Health>(root, n);
        call(move || {
            pool.give_back(root);
            pool.take();
        })
    }),
    ("an observed chain, switched beside a parked entity", |n| {
        observe(|_: &Enable<Health>| ()).forever();
        let pool = Pool::<Archetype<(Link,)>>::new();
        pool.prewarm(1);
        let root = chain::<Health>(n).0;
        call(move || _ = (root.set_enabled(false), root.set_enabled(true)))
    }),
    ("an observed chain, built beside a parked entity", |n| {
        observe(|_: &Add<Health>| ()).forever();
        let pool = Pool::<Archetype<(Link,)>>::new();
        pool.prewarm(1);
        call(move || {
            let last = chain::<Health>(n).1;
            assert_eq!(last.ancestors().count() + 1, n);
        })
    }),
    ("Attach of many", |n| {
        observe(|attach: &Attach| _ = black_box(attach.parent())).forever();
        call(move || _ = wide::<Health>(n))
    }),
    ("duplicate of an observed chain", |n| {
        observe(|attach: &Attach| _ = black_box(attach.parent())).forever();
        observe(|add: &Add<Health>| _ = black_box(add.entity())).forever();
        let root = chain::<Health>(n).0;
        call(move || _ = root.duplicate())
    }),
];
