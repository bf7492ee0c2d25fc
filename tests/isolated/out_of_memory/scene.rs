//! The worlds in which memory runs out, and what must hold there afterwards.

use std::cell::Cell;

use ecs_core::{Component, Entity, Handle, World, update_all};

use super::failing::{End, fail_after};
use crate::support::{CountedDrop, DropCounter};

thread_local! {
    static UPDATES: Cell<usize> = const { Cell::new(0) };
}

/// Runs no user code when it ends, and has a pass.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
pub struct Plain(pub u32);

impl Plain {
    fn update(&self) {
        UPDATES.set(UPDATES.get() + 1);
    }
}

/// Counts its drop, and is notified of everything.
#[derive(Component)]
pub struct Hooked {
    pub number: u32,
    pub init: bool,
    pub token: CountedDrop,
}

impl Hooked {
    fn init(&mut self) {
        assert!(!self.init, "a second `init`");
        self.init = true;
    }

    fn update(&mut self, plain: &mut Plain) {
        assert!(self.init, "an update before `init`");
        assert_eq!(plain.0, self.number);
        UPDATES.set(UPDATES.get() + 1);
    }

    fn shutdown(&mut self) {}

    fn on_disable(&mut self) {}
}

/// No size.
#[derive(Component, Default)]
pub struct Mark;

/// Some entities, of which each has its index as the number of its components.
pub struct Scene {
    pub entities: Vec<Entity>,
    pub tokens: DropCounter,
}

impl Scene {
    /// Makes entities without components.
    pub fn bare(count: usize) -> Self {
        Self { entities: (0..count).map(|_| Entity::spawn()).collect(), tokens: DropCounter::default() }
    }

    /// Makes entities with both components.
    pub fn full(count: usize) -> Self {
        let scene = Self::bare(count);
        for &entity in &scene.entities {
            scene.add_plain(entity);
            scene.add_hooked(entity);
        }
        scene
    }

    pub fn plain(&self, entity: Entity) -> Plain {
        Plain(entity.index())
    }

    pub fn hooked(&self, entity: Entity) -> Hooked {
        Hooked { number: entity.index(), init: false, token: self.tokens.token() }
    }

    pub fn add_plain(&self, entity: Entity) -> Handle<Plain> {
        entity.add_with(|| self.plain(entity))
    }

    pub fn add_hooked(&self, entity: Entity) -> Handle<Hooked> {
        entity.add_with(|| self.hooked(entity))
    }

    /// Checks that all ways to look say the same: handles, sets of types, views, counts and passes.
    fn check(&self) {
        World::flush();
        let mut enabled = 0;
        let (plains, hooked_all) = (Plain::view(), Hooked::view());
        for &entity in &self.entities {
            let (plain, hooked) = (entity.handle::<Plain>(), entity.handle::<Hooked>());
            let names = entity.components();
            assert_eq!(names.contains(&"Plain"), plain.is_alive(), "{entity:?}: {names:?}");
            assert_eq!(names.contains(&"Hooked"), hooked.is_alive(), "{entity:?}: {names:?}");
            assert_eq!(entity.has::<Mark>(), names.contains(&"Mark"), "{entity:?}: {names:?}");
            assert_eq!(plains.get(plain).copied(), plain.is_alive().then(|| self.plain(entity)));
            assert_eq!(plain.get().is_some(), plain.is_alive());
            assert_eq!(
                hooked_all.get(hooked).map(|hooked| hooked.number),
                hooked.is_alive().then(|| entity.index())
            );
            assert!(entity.is_alive() || names.is_empty());
            let components = usize::from(plain.is_alive() && plain.is_enabled())
                + usize::from(hooked.is_alive() && hooked.is_enabled() && plain.is_alive());
            enabled += components;
        }
        let alive =
            |is_alive: fn(Entity) -> bool| self.entities.iter().filter(|&&entity| is_alive(entity)).count();
        assert_eq!(Plain::count(), alive(|entity| entity.has::<Plain>()));
        assert_eq!(Hooked::count(), alive(|entity| entity.has::<Hooked>()));
        assert_eq!(plains.len(), Plain::count());
        drop((plains, hooked_all));
        UPDATES.set(0);
        update_all(0.0);
        assert_eq!(UPDATES.get(), enabled, "passes visit what is enabled");
    }

    /// Does to all what can be done to them.
    fn go_on(&self) {
        for &entity in self.entities.iter().filter(|entity| entity.is_alive()) {
            entity.set_enabled(true);
            self.add_plain(entity).set_enabled(true);
            self.add_hooked(entity).set_enabled(true);
        }
        self.check();
        Entity::despawn_many(&self.entities);
        self.check();
    }
}

/// Repeats a call in fresh scenes until none of its allocations fails. After each time all must be well, and
/// `holds` what it says of a call that has failed and of one that has not. Returns how many times an
/// allocation has failed.
pub fn each_failure(
    scene: impl Fn() -> Scene,
    call: impl Fn(&Scene),
    holds: impl Fn(&Scene, bool) -> bool,
) -> usize {
    for allocations in 0..1_000 {
        let world = World::new();
        let tokens = world.enter(|| {
            let scene = scene();
            let end = fail_after(allocations, || call(&scene));
            assert!(holds(&scene, end != End::Failed), "allocation {allocations}: {end:?}");
            scene.check();
            scene.go_on();
            (end, scene.tokens)
        });
        drop(world);
        let (end, tokens) = tokens;
        assert_eq!(tokens.made(), tokens.dropped(), "allocation {allocations}: {end:?}");
        if end == End::Passed {
            assert_ne!(allocations, 0, "the call allocates nothing");
            return allocations;
        }
    }
    panic!("there is no end of allocations");
}
