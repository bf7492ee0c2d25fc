//! Calls on a chain, in which each is the child of the one before, and on a parent of many.

use ecs_core::{Archetype, Component, Entity, PerEntity, Pool, Prefab, find, find_all, update_all};

use super::{Case, call};

#[derive(Component, Clone, Default)]
pub(super) struct Link(pub(super) u32);

/// Says what it has become by hooks.
#[derive(Component, Clone, Default)]
struct Switched(u32);

impl Switched {
    fn on_enable(&mut self) {
        self.0 += 1;
    }

    fn on_disable(&mut self) {
        self.0 += 1;
    }

    fn shutdown(&mut self) {
        self.0 += 1;
    }
}

#[derive(Component, Clone, Default)]
#[component(inherits)]
struct Place(u32);

impl Place {
    fn inherit(&mut self, parent: Option<&Self>) {
        self.0 = parent.map_or(1, |parent| parent.0 + 1);
    }
}

pub(super) fn chain_below<T: PerEntity + Default>(root: Entity, count: usize) -> Entity {
    let mut at = root;
    for _ in 1..count {
        at = Entity::spawn().with(T::default()).child_of(at);
    }
    at
}

pub(super) fn wide_below<T: PerEntity + Default>(root: Entity, count: usize) {
    for _ in 1..count {
        Entity::spawn().with(T::default()).child_of(root);
    }
}

pub(super) fn chain<T: PerEntity + Default>(count: usize) -> (Entity, Entity) {
    let root = Entity::spawn().with(T::default());
    (root, chain_below::<T>(root, count))
}

pub(super) fn wide<T: PerEntity + Default>(count: usize) -> Entity {
    let root = Entity::spawn().with(T::default());
    wide_below::<T>(root, count);
    root
}

pub(super) const CASES: &[Case] = &[
    ("child_of, from the top", |n| call(move || _ = chain::<Link>(n))),
    ("child_of, from the bottom", |n| {
        let all = Entity::spawn_many(n, |_, _| Link(0));
        call(move || all.windows(2).for_each(|pair| _ = pair[0].child_of(pair[1])))
    }),
    ("child_of, pairs to a chain", |n| {
        let all = Entity::spawn_many(n, |_, _| Link(0));
        all.chunks_exact(2).for_each(|pair| _ = pair[1].child_of(pair[0]));
        call(move || all[1..].chunks_exact(2).for_each(|pair| _ = pair[1].child_of(pair[0])))
    }),
    ("child_of, many of one", |n| call(move || _ = wide::<Link>(n))),
    ("insert_child, each the first", |n| {
        let (root, all) = (Entity::spawn(), Entity::spawn_many(n, |_, _| Link(0)));
        call(move || all.into_iter().for_each(|child| root.insert_child(0, child)))
    }),
    ("detach, from the bottom of a chain", |n| {
        let mut all: Vec<Entity> = chain::<Link>(n).0.descendants().collect();
        all.reverse();
        call(move || all.into_iter().for_each(|link| _ = link.detach()))
    }),
    ("detach, from the top of a chain", |n| {
        let all: Vec<Entity> = chain::<Link>(n).0.descendants().collect();
        call(move || all.into_iter().for_each(|link| _ = link.detach()))
    }),
    ("detach_children", |n| {
        let root = wide::<Switched>(n);
        call(move || _ = root.detach_children())
    }),
    ("detach_children of a disabled parent", |n| {
        let root = wide::<Switched>(n);
        root.set_enabled(false);
        call(move || _ = root.detach_children())
    }),
    ("descendants and root of a chain", |n| {
        let (root, last) = chain::<Link>(n);
        call(move || assert_eq!((root.descendants().count() + 1, last.root()), (n, root)))
    }),
    ("all_down of a chain", |n| {
        let root = chain::<Link>(n).0;
        call(move || assert_eq!(root.all_down::<Link>().map(|link| link.borrow().0).sum::<u32>(), 0))
    }),
    ("set_enabled of a chain", |n| {
        let root = chain::<Switched>(n).0;
        call(move || _ = (root.set_enabled(false), root.set_enabled(true)))
    }),
    ("set_enabled of many children", |n| {
        let root = wide::<Switched>(n);
        call(move || _ = (root.set_enabled(false), root.set_enabled(true)))
    }),
    ("despawn of a chain", |n| {
        let root = chain::<Switched>(n).0;
        call(move || _ = root.despawn())
    }),
    ("despawn of many children", |n| {
        let root = wide::<Switched>(n);
        call(move || _ = root.despawn())
    }),
    ("despawn of a chain, from the bottom", |n| {
        let mut all: Vec<Entity> = chain::<Switched>(n).0.descendants().collect();
        all.reverse();
        call(move || all.into_iter().for_each(|link| _ = link.despawn()))
    }),
    ("despawn_many of a chain", |n| {
        let all: Vec<Entity> = chain::<Switched>(n).0.descendants().collect();
        call(move || _ = Entity::despawn_many(&all))
    }),
    ("duplicate of a chain", |n| {
        let root = chain::<Link>(n).0;
        call(move || _ = root.duplicate())
    }),
    ("duplicate of many children", |n| {
        let root = wide::<Link>(n);
        call(move || _ = root.duplicate())
    }),
    ("Prefab::new of a chain", |n| call(move || _ = Prefab::new(|root| _ = chain_below::<Link>(root, n)))),
    ("Prefab::spawn of a chain", |n| {
        let prefab = Prefab::new(|root| _ = chain_below::<Link>(root, n));
        call(move || _ = prefab.spawn())
    }),
    ("Prefab::spawn of many children", |n| {
        let prefab = Prefab::new(|root| wide_below::<Link>(root, n));
        call(move || _ = prefab.spawn())
    }),
    ("Prefab::variant of a chain", |n| {
        let prefab = Prefab::new(|root| _ = chain_below::<Link>(root, n));
        call(move || _ = prefab.variant(|_| ()))
    }),
    ("Prefab::spawn_many", |n| {
        let prefab = Prefab::new(|root| _ = root.with(Link(0)));
        call(move || _ = prefab.spawn_many(n, |_, _| ()))
    }),
    ("Pool::give_back and take of a chain", |n| {
        let pool = Pool::<Archetype<(Switched,)>>::new();
        let root = pool.take();
        chain_below::<Switched>(root, n);
        call(move || {
            pool.give_back(root);
            pool.take();
        })
    }),
    ("Pool::take and give_back of many", |n| {
        let pool = Pool::<Archetype<(Link, Switched)>>::new();
        call(move || {
            let all: Vec<Entity> = (0..n).map(|_| pool.take()).collect();
            all.iter().for_each(|&taken| _ = pool.give_back(taken));
            (0..n).for_each(|_| _ = pool.take());
        })
    }),
    ("Pool::prewarm", |n| {
        let pool = Pool::<Archetype<(Link, Switched)>>::new();
        call(move || pool.prewarm(n))
    }),
    ("despawn of many that a pool has handed out", |n| {
        let pool = Pool::<Archetype<(Link, Switched)>>::new();
        let all: Vec<Entity> = (0..n).map(|_| pool.take()).collect();
        call(move || {
            all.into_iter().for_each(|taken| _ = taken.despawn());
            assert_eq!(pool.len(), 0);
        })
    }),
    ("inherit in a chain, twice", |n| {
        let root = chain::<Place>(n).0;
        call(move || {
            update_all(0.1);
            root.borrow_mut::<Place>().0 += 1;
            update_all(0.1);
        })
    }),
    ("inherit in a chain, built from the bottom", |n| {
        let all = Entity::spawn_many(n, |_, _| Place(0));
        all.windows(2).for_each(|pair| _ = pair[0].child_of(pair[1]));
        call(move || update_all(0.1))
    }),
    ("inherit below a chain that has none", |n| {
        let last = chain::<Link>(n).1;
        wide_below::<Place>(last, n);
        call(move || update_all(0.1))
    }),
    ("inherit from a chain of which the half has none", |n| {
        let mut at = Entity::spawn().with(Place(0));
        for _ in 0..n {
            at = Entity::spawn().with(Link(0)).child_of(at);
            Entity::spawn().with(Place(0)).child_of(at);
        }
        call(move || update_all(0.1))
    }),
    ("inherit in a chain whose links move to another", |n| {
        let (top, other) = (chain::<Place>(n).0, Entity::spawn().with(Place(0)));
        update_all(0.1);
        call(move || {
            let all: Vec<Entity> = top.descendants().collect();
            all.into_iter().for_each(|link| _ = link.child_of(other));
            update_all(0.1);
        })
    }),
    ("set_name of many with one name, and find", |n| {
        let all = Entity::spawn_many(n, |_, _| Link(0));
        call(move || {
            all.iter().for_each(|entity| _ = entity.set_name("bat"));
            assert_eq!(find_all("bat").len(), n);
            all.iter().for_each(|entity| assert!(find("bat") == Some(*entity) && entity.despawn()));
        })
    }),
    ("set_name of many with one name, the first gone last", |n| {
        let all = Entity::spawn_many(n, |_, _| Link(0));
        call(move || {
            all.iter().for_each(|entity| _ = entity.set_name("bat"));
            all.iter().rev().for_each(|entity| _ = entity.despawn());
        })
    }),
    ("set_name of many with a name each, and find", |n| {
        let all = Entity::spawn_many(n, |_, _| Link(0));
        call(move || {
            all.iter().enumerate().for_each(|(place, entity)| _ = entity.set_name(&place.to_string()));
            (0..n).for_each(|place| assert_eq!(find(&place.to_string()), Some(all[place])));
        })
    }),
    ("find of a path along a chain", |n| {
        let root = chain::<Link>(n).0;
        let mut path = String::new();
        for link in root.descendants() {
            link.set_name("a");
            path.push_str("/a");
        }
        call(move || assert!(root.find(&path[1..]).is_some()))
    }),
];
