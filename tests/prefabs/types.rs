//! Which types can be copied, in which way, what is said of the others; values that own something.

use std::cell::Cell;
use std::marker::PhantomData;

use ecs_core::saves::{NotCopied, WhyNotCopied};
use ecs_core::{Component, Entity, Handle, Prefab, PrefabError, World};
use serde::{Deserialize, Serialize};

use crate::support::{Token, assert_says, live_tokens, log, message_of};
use crate::{Plain, To, alive, logged, only_child};

#[derive(Component, Clone)]
struct CloneOnly(#[expect(dead_code, reason = "it is only there")] Handle<Plain>);

#[derive(Component, Serialize)]
struct SerializeOnly(Entity);

#[derive(Component, Deserialize)]
struct DeserializeOnly(#[expect(dead_code, reason = "it is only there")] Entity);

#[derive(Component)]
struct Neither(#[expect(dead_code, reason = "it is only there")] Vec<Entity>);

#[derive(Component)]
struct Bare(#[expect(dead_code, reason = "it is only there")] u32);

#[derive(Component, Clone, Serialize)]
struct CloneAndSerialize(Option<Entity>);

fn errors_of(entity: Entity) -> Vec<(&'static str, WhyNotCopied)> {
    match entity.try_duplicate() {
        Err(PrefabError::Types(types)) => types.iter().map(|it| (it.component, it.why)).collect(),
        other => panic!("{entity:?} has types that cannot be copied: {other:?}"),
    }
}

#[test]
fn f2_an_error_names_all_types_that_cannot_be_copied_and_why() {
    let null = Entity::NONE;
    let build = |root: Entity| {
        root.with(Plain(1)).with(CloneOnly(null.handle())).with(SerializeOnly(root)).with(Bare(1));
        let child = Entity::spawn().with(Neither(vec![])).with(DeserializeOnly(null)).child_of(root);
        child.with(CloneAndSerialize(Some(root))).with(CloneOnly(null.handle()));
    };
    let mut expected = vec![
        ("CloneOnly", WhyNotCopied::Unseen),
        ("SerializeOnly", WhyNotCopied::Fixed),
        ("Bare", WhyNotCopied::NotClone),
        ("Neither", WhyNotCopied::Unseen),
        ("DeserializeOnly", WhyNotCopied::Unseen),
        ("CloneAndSerialize", WhyNotCopied::Fixed),
    ];
    let root = Entity::spawn();
    build(root);
    let before = World::dump();
    assert_eq!(errors_of(root), expected, "in the order of the types");
    assert_eq!(World::dump(), before);
    let Err(PrefabError::Types(mut types)) = Prefab::try_new(build) else { panic!("as of live ones") };
    types.sort_by_key(|it| it.component);
    expected.sort_by_key(|it| it.0);
    assert_eq!(types.iter().map(|it| (it.component, it.why)).collect::<Vec<_>>(), expected);
    let message = message_of(|| Prefab::new(build));
    assert_says(&message, &["cannot copy: ", "CloneOnly may hold handles", "Neither may hold handles"]);
    assert_says(&message, &["Bare cannot be copied: derive `Clone`", "SerializeOnly holds handles"]);
    let NotCopied { component, why, .. } = types[0];
    assert_eq!((component, why), ("Bare", WhyNotCopied::NotClone));
}

#[test]
fn f2_clone_and_serialize_are_enough_where_nothing_is_referred_to() {
    let one = Entity::spawn().with(CloneAndSerialize(None)).with(Plain(1));
    assert!(one.duplicate().borrow::<CloneAndSerialize>().0.is_none());
    let nobody = Entity::spawn().with(CloneAndSerialize(Some(Entity::NONE)));
    assert_eq!(nobody.duplicate().borrow::<CloneAndSerialize>().0, Some(Entity::NONE));
    let outer = Entity::spawn().with(CloneAndSerialize(Some(one)));
    assert_eq!(errors_of(outer), [("CloneAndSerialize", WhyNotCopied::Fixed)]);
}

#[test]
fn f2_plain_types_need_clone_alone_or_serde_alone() {
    #[derive(Component, Clone, PartialEq, Debug)]
    struct ByClone {
        name: String,
        at: [f32; 3],
        maybe: Option<Vec<u8>>,
        kind: PhantomData<Handle<Plain>>,
    }
    #[derive(Component, Serialize, Deserialize, PartialEq, Debug)]
    struct BySerde {
        name: String,
        at: (f64, i128, char),
    }
    let named = ByClone { name: "a".into(), at: [1.0, 2.0, 3.0], maybe: Some(vec![1]), kind: PhantomData };
    let serde = BySerde { name: "ü".into(), at: (0.1, i128::MIN, 'ß') };
    let prefab = Prefab::new(|root| _ = root.with(named).insert(serde));
    let (one, two) = (prefab.spawn(), prefab.spawn().duplicate());
    assert_eq!(*one.borrow::<ByClone>(), *two.borrow::<ByClone>());
    assert_eq!((one.borrow::<ByClone>().name.as_str(), one.borrow::<ByClone>().at[2]), ("a", 3.0));
    assert_eq!(*one.borrow::<BySerde>(), *two.borrow::<BySerde>());
    assert_eq!(two.borrow::<BySerde>().at, (0.1, i128::MIN, 'ß'));
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "a tag is stored as any other type there")]
fn f2_tags_need_neither_clone_nor_serde() {
    #[derive(Component)]
    struct Tag;
    #[derive(Component)]
    struct Other;
    let prefab = Prefab::new(|root| {
        root.with(Tag).with(Plain(1));
        let child = Entity::spawn().with(Tag).with(Other).child_of(root);
        child.handle::<Other>().set_enabled(false);
    });
    let roots = prefab.spawn_many(300, |_, _| ());
    let twin = roots[7].duplicate();
    for root in roots.iter().copied().chain([twin]) {
        let child = only_child(root);
        assert!(root.has::<(Tag, Plain)>() && !root.has::<Other>() && child.has::<(Tag, Other)>());
        assert!(!child.handle::<Other>().is_enabled() && child.handle::<Tag>().is_enabled());
    }
    assert_eq!((Tag::count(), Other::count()), (602, 301));
}

#[test]
fn f2_types_of_no_size_with_hooks() {
    #[derive(Component, Clone)]
    struct Sizeless;
    impl Sizeless {
        fn init(&mut self, plain: &Plain) {
            log(format!("init {}", plain.0));
        }
        fn on_reset(&mut self) {
            log("on_reset");
        }
    }
    impl Drop for Sizeless {
        fn drop(&mut self) {
            DROPPED.set(DROPPED.get() + 1);
        }
    }
    thread_local!(static DROPPED: Cell<usize> = const { Cell::new(0) });
    let prefab = Prefab::new(|root| _ = root.with(Plain(3)).insert(Sizeless));
    assert_eq!(DROPPED.replace(0), 1, "that of the builder");
    let roots = prefab.spawn_many(2, |_, _| ());
    roots[0].duplicate();
    assert_eq!(logged(), "init 3, init 3, on_reset");
    assert_eq!(DROPPED.replace(0), 1, "the pattern of the duplicate");
    World::clear();
    assert_eq!(DROPPED.replace(0), 3);
    drop(prefab);
    assert_eq!(DROPPED.get(), 1);
}

#[test]
fn f1_a_skipped_field_with_a_handle_never_keeps_an_old_reference() {
    #[derive(Component, Serialize, Deserialize, Clone)]
    struct Skips {
        number: u32,
        #[serde(skip)]
        last: Handle<Plain>,
        #[serde(skip)]
        all: Vec<Entity>,
    }
    let build = |root: Entity| {
        let child = Entity::spawn().with(Plain(1)).child_of(root);
        root.insert(Skips { number: 7, last: child.handle(), all: vec![root, child] });
    };
    let alive = Entity::spawn();
    build(alive);
    for copy in [alive.duplicate(), Prefab::new(build).spawn(), Prefab::new(build).variant(|_| ()).spawn()] {
        let skips = copy.borrow::<Skips>();
        assert_eq!((skips.number, skips.last.entity(), skips.all.len()), (7, Entity::NONE, 0));
    }
    assert_eq!(alive.borrow::<Skips>().all.len(), 2, "the original is as it was");
    #[derive(Component, Serialize, Clone)]
    struct Fixed {
        #[serde(skip)]
        #[allow(dead_code, reason = "it is only there")]
        last: Handle<Plain>,
    }
    let fixed = Entity::spawn().with(Fixed { last: alive.handle() });
    assert_eq!(errors_of(fixed), [("Fixed", WhyNotCopied::Fixed)]);
}

/// The limit of what can be seen: `docs/book/src/saving.md` says it.
#[test]
fn f1_what_serde_skips_within_a_field_or_by_another_name_is_cloned_as_it_is() {
    #[derive(Serialize, Deserialize, Clone, Default)]
    struct Inner {
        #[serde(skip)]
        last: Handle<Plain>,
    }
    type Target = Handle<Plain>;
    #[derive(Component, Serialize, Deserialize, Clone)]
    struct Outer {
        inner: Inner,
        #[serde(skip)]
        target: Target,
    }
    let alive = Entity::spawn();
    let child = Entity::spawn().with(Plain(1)).child_of(alive).handle();
    alive.insert(Outer { inner: Inner { last: child }, target: child });
    let twin = alive.duplicate();
    assert_eq!((twin.borrow::<Outer>().inner.last, twin.borrow::<Outer>().target), (child, child));
}

/// Owns something.
#[derive(Component)]
struct Owner(u32, #[expect(dead_code, reason = "its drop is counted")] Token);

impl Clone for Owner {
    fn clone(&self) -> Self {
        Self(self.0, Token::new())
    }
}

/// Owns something, and refers to something.
#[derive(Component, Serialize, Deserialize)]
struct Refers(
    #[serde(skip)]
    #[allow(dead_code, reason = "its drop is counted")]
    Token,
    Entity,
);

fn owners() -> Prefab {
    Prefab::try_new(|root| {
        let child = Entity::spawn().with(Refers(Token::new(), root)).child_of(root);
        root.insert(Refers(Token::new(), child));
        Entity::spawn().with(Plain(1)).child_of(child);
    })
    .expect("each can be copied")
}

#[test]
fn f2_what_a_copy_owns_is_dropped_once_whoever_ends_first() {
    for order in 0..4 {
        let world = World::new();
        let prefab = world.enter(owners);
        assert_eq!(live_tokens(), 0, "a recorded value owns nothing");
        let roots = world.enter(|| prefab.spawn_many(300, |_, _| ()));
        assert_eq!(live_tokens(), 600);
        let twin = world.enter(|| roots[0].duplicate());
        assert_eq!(live_tokens(), 602);
        match order {
            0 => {
                drop(prefab);
                drop(world);
            }
            1 => {
                drop(world);
                drop(prefab);
            }
            2 => {
                world.enter(|| assert_eq!(Entity::despawn_many(&roots), 300));
                assert_eq!(live_tokens(), 2);
                drop(prefab);
                world.enter(|| twin.despawn());
            }
            _ => {
                let clone = prefab.clone();
                drop(prefab);
                world.enter(World::clear);
                assert_eq!(live_tokens(), 0);
                world.enter(|| clone.spawn());
                drop((world, clone));
            }
        }
        assert_eq!(live_tokens(), 0, "order {order}");
    }
}

#[test]
fn f2_what_is_cloned_is_dropped_once_and_the_prefab_has_one_of_each() {
    #[derive(Component, Serialize)]
    struct Cloned {
        number: u32,
        #[serde(skip_serializing)]
        owner: Owner,
    }
    impl Clone for Cloned {
        fn clone(&self) -> Self {
            Self { number: self.number, owner: self.owner.clone() }
        }
    }
    let why = Prefab::try_new(|root| _ = root.insert(Owner(1, Token::new())));
    assert!(matches!(why, Err(PrefabError::Types(_))), "it is not `Serialize`");
    assert_eq!(live_tokens(), 0);
    let prefab = Prefab::new(|root| _ = root.insert(Cloned { number: 4, owner: Owner(1, Token::new()) }));
    assert_eq!(live_tokens(), 1, "the one that is cloned");
    let copy = prefab.spawn();
    assert_eq!((copy.borrow::<Cloned>().number, copy.borrow::<Cloned>().owner.0), (4, 1));
    assert_eq!(live_tokens(), 2);
    copy.despawn();
    assert_eq!((live_tokens(), alive()), (1, 0));
}

/// Can be cloned, and says that it refers to nothing.
#[derive(Component)]
struct Seen(Owner);

impl Serialize for Seen {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.0.serialize(serializer)
    }
}

impl Clone for Seen {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

#[test]
fn f2_clones_are_dropped_once_whoever_ends_first() {
    for order in 0..3 {
        let world = World::new();
        let prefab = world.enter(|| {
            Prefab::new(|root| {
                root.insert(Seen(Owner(1, Token::new())));
                Entity::spawn().with(Seen(Owner(2, Token::new()))).child_of(root);
            })
        });
        assert_eq!(live_tokens(), 2, "those that are cloned");
        let variant = prefab.variant(|root| root.borrow_mut::<Seen>().0.0 = 3);
        assert_eq!(live_tokens(), 4);
        let roots =
            world.enter(|| prefab.spawn_many(300, |_, root| _ = root.insert(Seen(Owner(9, Token::new())))));
        assert_eq!(live_tokens(), 604);
        world.enter(|| {
            assert_eq!(roots[3].duplicate().borrow::<Seen>().0.0, 9);
            assert_eq!(variant.spawn().borrow::<Seen>().0.0, 3);
        });
        assert_eq!(live_tokens(), 608);
        match order {
            0 => drop((world, prefab, variant)),
            1 => drop((variant, prefab, world)),
            _ => {
                world.enter(World::clear);
                assert_eq!(live_tokens(), 4);
                drop((prefab, world, variant));
            }
        }
        assert_eq!(live_tokens(), 0, "order {order}");
    }
    assert!(!To(Entity::NONE).0.is_alive());
}

mod elsewhere {
    /// Not everybody can make one.
    #[derive(Debug, PartialEq)]
    pub struct Token(());

    impl Token {
        pub fn only() -> Self {
            Self(())
        }
    }
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "a tag is stored as any other type there")]
fn f1_a_value_without_bytes_that_is_not_clone_is_not_copied() {
    #[derive(Component)]
    struct Mine(elsewhere::Token);
    #[derive(Component)]
    struct Bare;
    let mine = Entity::spawn().with(Mine(elsewhere::Token::only())).with(Bare);
    assert_eq!(errors_of(mine), [("Mine", WhyNotCopied::NotClone)]);
    mine.kill::<Mine>();
    assert!(mine.duplicate().has::<Bare>());
}
