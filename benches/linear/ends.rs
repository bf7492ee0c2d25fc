//! Calls that make many entities or components, and that end them.

use ecs_core::{Component, Entity, Singleton, World, update_all};

use super::{Case, call};

/// Has hooks from its birth to its end, and is dropped.
#[derive(Component, Clone, Default)]
struct Life(Vec<u32>);

impl Life {
    fn init(&mut self) {
        self.0.push(1);
    }

    fn start(&mut self) {
        self.0.push(2);
    }

    fn shutdown(&mut self) {
        self.0.clear();
    }
}

/// Ends in its update.
#[derive(Component, Clone, Default)]
struct Spark(u32);

impl Spark {
    fn update(&mut self, entity: Entity) {
        self.0 += 1;
        entity.despawn();
    }
}

/// Kills itself in its update.
#[derive(Component, Clone, Default)]
struct Shot(Vec<u32>);

impl Shot {
    fn update(&mut self) {
        self.0.push(1);
        self.kill();
    }
}

/// Makes another entity in its update.
#[derive(Component, Clone, Default)]
struct Gun(u32);

impl Gun {
    fn update(&mut self) {
        self.0 += 1;
        Entity::spawn().with(Life::default());
    }
}

/// Is required, and requires.
#[derive(Component, Clone, Default)]
#[component(requires(Life))]
struct Needs;

#[derive(Component, Clone, Default)]
struct Tag;

#[derive(Singleton, Default)]
struct Score(u32);

fn many(n: usize) -> Vec<Entity> {
    Entity::spawn_many(n, |_, _| (Life::default(), Tag))
}

pub(super) const CASES: &[Case] = &[
    ("spawn, with", |n| {
        call(move || (0..n).for_each(|_| _ = Entity::spawn().with(Life::default()).with(Tag)))
    }),
    ("spawn_with", |n| call(move || (0..n).for_each(|_| _ = Entity::spawn_with((Life::default(), Tag))))),
    ("spawn_many", |n| call(move || _ = many(n))),
    ("spawn_many of what requires", |n| call(move || _ = Entity::spawn_many(n, |_, _| Needs))),
    ("spawn where the ids have gaps", |n| {
        let all = many(n);
        all.iter().step_by(2).for_each(|entity| _ = entity.despawn());
        call(move || (0..n).for_each(|_| _ = Entity::spawn().with(Life::default())))
    }),
    ("insert over", |n| {
        let all = many(n);
        call(move || all.iter().for_each(|entity| _ = entity.insert(Life(vec![1]))))
    }),
    ("replace", |n| {
        let all = many(n);
        call(move || all.iter().for_each(|entity| _ = entity.replace(Life(vec![1]))))
    }),
    ("kill, and add again", |n| {
        let all = many(n);
        call(move || {
            all.iter().for_each(|entity| _ = entity.kill::<Life>());
            all.iter().for_each(|entity| _ = entity.add::<Life>());
        })
    }),
    ("remove, the last first", |n| {
        let all = many(n);
        call(move || {
            all.iter().rev().for_each(|entity| _ = (entity.remove::<Life>(), entity.remove::<Tag>()))
        })
    }),
    ("remove while a view lives", |n| {
        let all = many(n);
        call(move || {
            let view = Life::view();
            all.iter().for_each(|entity| _ = entity.kill::<Life>());
            drop(view);
            World::flush();
        })
    }),
    ("insert while all is borrowed", |n| {
        let all = many(n);
        call(move || {
            let guards: Vec<_> = all.iter().map(|entity| entity.borrow::<Life>()).collect();
            all.iter().for_each(|entity| _ = entity.insert(Life(vec![1])));
            drop(guards);
            World::flush();
        })
    }),
    ("kill while all is borrowed", |n| {
        let all = many(n);
        call(move || {
            let guards: Vec<_> = all.iter().map(|entity| entity.borrow::<Life>()).collect();
            all.iter().for_each(|entity| _ = entity.despawn());
            drop(guards);
            World::flush();
        })
    }),
    ("add while a view lives", |n| {
        let all = Entity::spawn_many(n, |_, _| Tag);
        Entity::spawn().with(Life::default());
        call(move || {
            let view = Life::view();
            all.iter().for_each(|entity| _ = entity.add::<Life>());
            drop(view);
            World::flush();
        })
    }),
    ("despawn", |n| {
        let all = many(n);
        call(move || all.iter().for_each(|entity| _ = entity.despawn()))
    }),
    ("despawn_many", |n| {
        let all = many(n);
        call(move || _ = Entity::despawn_many(&all))
    }),
    ("Component::clear", |n| {
        many(n);
        call(move || _ = Life::clear())
    }),
    ("World::clear", |n| {
        many(n);
        call(move || World::clear())
    }),
    ("World::reset", |n| {
        many(n);
        Score::borrow_mut().0 = 1;
        call(move || World::reset())
    }),
    ("the first frame of many", |n| {
        many(n);
        call(move || update_all(0.1))
    }),
    ("despawn of all in their updates", |n| {
        Entity::spawn_many(n, |_, _| Spark(0));
        call(move || update_all(0.1))
    }),
    ("kill of all in their updates", |n| {
        Entity::spawn_many(n, |_, _| Shot::default());
        call(move || update_all(0.1))
    }),
    ("spawn in the updates of all", |n| {
        Entity::spawn_many(n, |_, _| Gun(0));
        call(move || update_all(0.1))
    }),
    ("the end of a world", |n| {
        let world = World::new();
        world.enter(|| _ = many(n));
        call(move || drop(world))
    }),
];
