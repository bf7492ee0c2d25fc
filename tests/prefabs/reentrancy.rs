//! What user code may do in the middle of a copy: in `Clone`, `Serialize`, `Deserialize`, hooks and closures.

use std::cell::RefCell;
use std::rc::Rc;

use ecs_core::{Component, Entity, Prefab, World, update_all};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::support::{Token, live_tokens};
use crate::{Plain, To, alive, only_child};

type Act = Rc<dyn Fn(Option<Entity>)>;

thread_local! {
    static ACT: RefCell<Option<(&'static str, Act)>> = const { RefCell::new(None) };
}

/// Lets the next call at this place do something. It gets the entity of whom, where the place knows it.
pub fn next(place: &'static str, act: impl Fn(Option<Entity>) + 'static) {
    ACT.set(Some((place, Rc::new(act))));
}

pub fn at(place: &'static str, entity: Option<Entity>) {
    let is_it = ACT.with_borrow(|act| act.as_ref().is_some_and(|(which, _)| *which == place));
    if is_it && let Some((_, act)) = ACT.take() {
        act(entity);
    }
}

pub fn has_acted() -> bool {
    ACT.with_borrow(|act| act.is_none())
}

/// Is cloned.
#[derive(Component)]
pub struct Clones(pub u32, #[expect(dead_code, reason = "its drop is counted")] pub Token);

impl Clone for Clones {
    fn clone(&self) -> Self {
        at("clone", None);
        Self(self.0, Token::new())
    }
}

impl Serialize for Clones {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        at("serialize", None);
        self.0.serialize(serializer)
    }
}

/// Is made again, and knows its own entity.
#[derive(Component)]
pub struct Reads {
    pub me: Entity,
    pub other: Entity,
    pub token: Token,
}

impl Serialize for Reads {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        at("serialize", Some(self.me));
        (self.me, self.other).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Reads {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (me, other) = Deserialize::deserialize(deserializer)?;
        at("deserialize", Some(me));
        at("deserialize other", Some(other));
        Ok(Self { me, other, token: Token::new() })
    }
}

impl Reads {
    fn init(&mut self, entity: Entity) {
        assert_eq!((self.me, self.token.number() == usize::MAX), (entity, false));
        at("init", Some(entity));
    }

    fn on_reset(&mut self, entity: Entity) {
        at("on_reset", Some(entity));
    }

    fn on_enable(&mut self, entity: Entity) {
        at("on_enable", Some(entity));
    }
}

pub fn build(root: Entity) {
    let child = Entity::spawn().child_of(root);
    child.with(Plain(2)).with(Clones(2, Token::new())).with(Reads {
        me: child,
        other: root,
        token: Token::new(),
    });
    root.with(Plain(1)).with(Clones(1, Token::new())).with(Reads {
        me: root,
        other: child,
        token: Token::new(),
    });
}

#[track_caller]
pub fn check(root: Entity) {
    let child = only_child(root);
    assert_eq!((root.borrow::<Clones>().0, child.borrow::<Clones>().0), (1, 2));
    assert_eq!((root.borrow::<Reads>().me, child.borrow::<Reads>().me), (root, child));
    assert_eq!((root.borrow::<Reads>().other, child.borrow::<Reads>().other), (child, root));
}

/// Makes copies in each way, with that done at each of the places.
fn everywhere(places: &[&'static str], act: impl Fn(&Prefab, Option<Entity>) + 'static) {
    let act = Rc::new(act);
    for &place in places {
        for count in [0, 1, 3, 300] {
            World::new().enter(|| {
                ACT.take();
                let prefab = Prefab::new(build);
                let root = Entity::spawn();
                build(root);
                let (inside, act) = (prefab.clone(), act.clone());
                next(place, move |entity| act(&inside, entity));
                let copies = match count {
                    0 => root.try_duplicate().into_iter().collect(),
                    _ => {
                        prefab.try_spawn_many(count, |_, root| at("closure", Some(root))).unwrap_or_default()
                    }
                };
                World::flush();
                for copy in copies.into_iter().filter(|copy| copy.is_alive()) {
                    let is_whole = copy.children().count() == 1
                        && [copy, only_child(copy)].iter().all(|it| it.has::<(Plain, Clones, Reads)>());
                    if is_whole {
                        let child = only_child(copy);
                        assert_eq!((copy.borrow::<Reads>().me, child.borrow::<Reads>().me), (copy, child));
                    }
                }
                update_all(0.1);
                World::clear();
                assert_eq!((alive(), live_tokens()), (0, 2), "the prefab has two, {place} {count}");
                drop(prefab);
                ACT.take();
            });
            assert_eq!(live_tokens(), 0, "{place} {count}");
        }
    }
}

const ALL: [&str; 8] =
    ["clone", "serialize", "deserialize", "deserialize other", "init", "on_reset", "on_enable", "closure"];

#[test]
fn f2_other_copies_and_entities_may_be_made_meanwhile() {
    everywhere(&ALL, |prefab, _| {
        check(prefab.spawn());
        prefab.spawn_many(3, |_, _| ()).into_iter().for_each(check);
        check(prefab.spawn().duplicate());
        check(prefab.variant(|root| _ = root.set_name("variant")).spawn());
        Entity::spawn().with(Plain(7)).despawn();
        Entity::spawn_many(300, |n, _| Plain(n as u32));
    });
}

#[test]
fn f2_all_may_be_ended_meanwhile() {
    everywhere(&ALL, |_, _| World::clear());
    everywhere(&ALL, |_, entity| {
        if let Some(entity) = entity {
            entity.despawn();
        }
    });
    everywhere(&ALL, |_, entity| {
        if let Some(entity) = entity {
            entity.root().despawn();
            Entity::spawn_many(3, |n, _| Plain(n as u32));
        }
    });
    everywhere(&ALL, |_, _| {
        World::clear();
        Entity::spawn_many(700, |n, entity| (Plain(n as u32), To(entity)));
    });
}

#[test]
fn f2_components_may_be_killed_and_put_in_meanwhile() {
    everywhere(&ALL, |_, entity| {
        if let Some(entity) = entity {
            entity.kill::<Clones>();
            entity.kill::<Plain>();
            entity.kill::<Reads>();
        }
    });
    everywhere(&ALL, |_, entity| {
        if let Some(entity) = entity {
            entity.with(Plain(1)).insert(Clones(5, Token::new()));
        }
    });
    everywhere(&ALL, |_, entity| {
        if let Some(entity) = entity {
            entity.set_enabled(false);
            entity.child_of(Entity::spawn());
            entity.detach_children();
        }
    });
}

#[test]
fn f2_another_world_may_be_entered_meanwhile() {
    everywhere(&ALL, |prefab, _| {
        let world = World::new();
        world.enter(|| {
            check(prefab.spawn());
            check(prefab.spawn().duplicate());
        });
        drop(world);
    });
}
