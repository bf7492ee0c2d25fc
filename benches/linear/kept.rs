//! Saves and snapshots.

use ecs_core::{Component, Entity, Handle, Save, Snapshots, World, update_all};
use serde::{Deserialize, Serialize};

use super::{Case, call};

#[derive(Component, Clone, Default, Serialize, Deserialize)]
struct Link {
    next: Option<Handle<Link>>,
}

#[derive(Component, Clone, Default, Serialize)]
struct Health(Vec<u32>);

#[derive(Component, Default)]
#[component(no_snapshot)]
struct Spark(u32);

/// Of a type that the list of the save lacks.
#[derive(Component, Clone, Default, Serialize)]
struct Other(u32);

fn chain(n: usize) -> Entity {
    let root = Entity::spawn().with(Link::default());
    let mut at = root;
    for _ in 1..n {
        let next = Some(at.handle());
        at = Entity::spawn().with(Link { next }).child_of(at);
    }
    root
}

fn wide(n: usize) -> Entity {
    let root = Entity::spawn().with(Link::default());
    (1..n).for_each(|_| _ = Entity::spawn().with(Link { next: Some(root.handle()) }).child_of(root));
    root
}

fn written() -> Vec<u8> {
    let mut serializer = postcard::Serializer { output: postcard::ser_flavors::StdVec::new() };
    Save::<Link>::write(&mut serializer).expect("it can be written");
    postcard::ser_flavors::Flavor::finalize(serializer.output).expect("there is memory")
}

fn read(bytes: &[u8]) {
    Save::<Link>::read(&mut postcard::Deserializer::from_bytes(bytes)).expect("it was written so");
}

fn reload(bytes: &[u8]) {
    Save::<Link>::reload(&mut postcard::Deserializer::from_bytes(bytes)).expect("it was written so");
}

/// A ring of snapshots with a first one.
fn saved() -> Snapshots {
    let mut ring = Snapshots::new(4);
    ring.save(0).expect("nothing is borrowed");
    ring
}

fn load(ring: &mut Snapshots) {
    ring.load(0).expect("it was saved");
}

pub(super) const CASES: &[Case] = &[
    ("Save::write of a chain", |n| {
        chain(n);
        call(move || assert!(written().len() > n))
    }),
    ("Save::write of many children", |n| {
        wide(n);
        call(move || assert!(written().len() > n))
    }),
    ("Save::write of what is above those in the list", |n| {
        let mut at = Entity::spawn().with(Other(0));
        for _ in 0..n {
            at = Entity::spawn().with(Other(0)).child_of(at);
            Entity::spawn().with(Link::default()).child_of(at);
        }
        call(move || assert!(written().len() > n))
    }),
    ("Save::write_only of all", |n| {
        let all: Vec<Entity> =
            core::iter::once(chain(n)).flat_map(|root| root.descendants().chain([root])).collect();
        call(move || {
            let mut serializer = postcard::Serializer { output: postcard::ser_flavors::StdVec::new() };
            Save::<Link>::write_only(&all, &mut serializer).expect("it can be written");
        })
    }),
    ("Save::read of a chain", |n| {
        chain(n);
        let bytes = written();
        World::clear();
        call(move || read(&bytes))
    }),
    ("Save::read of many children", |n| {
        wide(n);
        let bytes = written();
        World::clear();
        call(move || read(&bytes))
    }),
    ("Save::read beside what is there", |n| {
        chain(n);
        let bytes = written();
        call(move || read(&bytes))
    }),
    ("Save::reload", |n| {
        chain(n);
        let bytes = written();
        call(move || reload(&bytes))
    }),
    ("Snapshots::save", |n| {
        chain(n);
        call(move || _ = saved())
    }),
    ("Snapshots::load after all has changed", |n| {
        let root = chain(n);
        Entity::spawn_many(n, |_, _| Health(vec![1]));
        let mut ring = saved();
        root.despawn();
        Entity::spawn_many(n, |_, _| Health(vec![2]));
        update_all(0.1);
        call(move || load(&mut ring))
    }),
    ("Snapshots::load of timers", |n| {
        for entity in Entity::spawn_many(n, |_, _| Health(vec![1])) {
            entity.handle::<Health>().after(10.0, |health| health.0.clear());
        }
        let mut ring = saved();
        World::clear();
        call(move || load(&mut ring))
    }),
    ("Snapshots::load beside timers that it leaves out", |n| {
        for entity in Entity::spawn_many(n, |_, _| (Health(vec![1]), Spark(0))) {
            entity.handle::<Spark>().after(10.0, |spark| spark.0 += 1);
        }
        let mut ring = saved();
        call(move || load(&mut ring))
    }),
    ("Snapshots::load where what it leaves out ends", |n| {
        let mut ring = saved();
        for entity in Entity::spawn_many(n, |_, _| (Health(vec![1]), Spark(0))) {
            entity.handle::<Spark>().after(10.0, |spark| spark.0 += 1);
        }
        call(move || load(&mut ring))
    }),
    ("Snapshots::hash and diff", |n| {
        let root = chain(n);
        Entity::spawn_many(n, |_, _| Health(vec![1]));
        let mut ring = saved();
        root.descendants().for_each(|link| link.borrow_mut::<Link>().next = None);
        ring.save(1).expect("nothing is borrowed");
        call(move || {
            let first = ring.state(0).expect("it was saved");
            assert!(ring.hash(1).is_ok());
            assert!(!ring.diff(1, &first).expect("it was saved").is_empty());
        })
    }),
    ("Snapshots into_send and back", |n| {
        Entity::spawn_many(n, |_, _| Health(vec![1]));
        let ring = saved();
        call(move || _ = ring.into_send().ok().map(|sent| sent.into_snapshots()))
    }),
];
