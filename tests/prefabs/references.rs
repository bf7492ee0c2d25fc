//! F1: handles and entities in the values of a copy, wherever they stand.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use ecs_core::{Component, Entity, Handle, PerEntity, Prefab};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Plain, To, only_child};

/// The components of a root with one child, made by a function of the child and an outer entity, in a copy
/// by a prefab and in one by `duplicate`, each with the root and the child of the copy and the outer entity.
fn both_ways<T: PerEntity>(
    make: impl Fn(Entity, Entity, Entity) -> T,
    check: impl Fn(&T, Entity, Entity, Entity),
) {
    let outside = Entity::spawn().with(Plain(100));
    let build = |root: Entity| {
        let child = Entity::spawn().with(Plain(1)).child_of(root);
        root.insert(make(root, child, outside));
    };
    let prefab = Prefab::new(build);
    let first = prefab.spawn();
    let many = prefab.spawn_many(3, |_, _| ());
    let (variant, twin) = (prefab.variant(|_| ()).spawn(), first.duplicate());
    let alive = Entity::spawn();
    build(alive);
    let mut seen = Vec::new();
    for copy in [first, variant, twin, alive.duplicate(), twin.duplicate()].into_iter().chain(many) {
        let child = only_child(copy);
        assert!(!seen.contains(&child), "each has its own");
        seen.push(child);
        check(&copy.borrow::<T>(), copy, child, outside);
    }
    check(&alive.borrow::<T>(), alive, only_child(alive), outside);
}

#[test]
fn f1_an_entity_and_a_handle_lead_to_the_copy_and_null_stays_null() {
    #[derive(Component, Serialize, Deserialize)]
    struct Both {
        me: Entity,
        child: Handle<Plain>,
        own: Handle<Both>,
        outer: Handle<Plain>,
        nobody: Entity,
        null: Handle<Plain>,
    }
    both_ways(
        |root, child, outer| Both {
            me: root,
            child: child.handle(),
            own: root.handle(),
            outer: outer.handle(),
            nobody: Entity::NONE,
            null: Entity::NONE.handle(),
        },
        |it, root, child, outer| {
            assert_eq!((it.me, it.own, it.child), (root, root.handle(), child.handle()));
            assert_eq!((it.outer.borrow().0, it.outer.entity()), (100, outer));
            assert_eq!((it.nobody, it.null), (Entity::NONE, Entity::NONE.handle()));
        },
    );
}

#[test]
fn f1_in_lists_options_boxes_arrays_and_tuples() {
    #[derive(Component, Serialize, Deserialize)]
    struct Lists {
        list: Vec<Entity>,
        lists: Vec<Vec<Handle<Plain>>>,
        option: Option<Handle<Plain>>,
        options: [Option<Entity>; 3],
        nested: Option<Option<Entity>>,
        tuple: (u8, (Entity, Entity), f32),
        boxed: Box<Entity>,
        result: Result<Entity, Entity>,
    }
    both_ways(
        |root, child, outer| Lists {
            list: vec![child, outer, root, child, Entity::NONE],
            lists: vec![vec![], vec![child.handle(), outer.handle()]],
            option: Some(child.handle()),
            options: [None, Some(outer), Some(root)],
            nested: Some(Some(child)),
            tuple: (1, (outer, child), 2.0),
            boxed: Box::new(child),
            result: Err(child),
        },
        |it, root, child, outer| {
            assert_eq!(it.list, [child, outer, root, child, Entity::NONE]);
            assert_eq!(it.lists, [vec![], vec![child.handle(), outer.handle()]]);
            assert_eq!((it.option, it.options), (Some(child.handle()), [None, Some(outer), Some(root)]));
            assert_eq!((it.nested, it.tuple), (Some(Some(child)), (1, (outer, child), 2.0)));
            assert_eq!((*it.boxed, it.result), (child, Err(child)));
        },
    );
}

#[test]
fn f1_in_maps_as_key_and_as_value() {
    #[derive(Component, Serialize, Deserialize)]
    struct Maps {
        keys: BTreeMap<Entity, u32>,
        hashed: HashMap<Handle<Plain>, Entity>,
        values: BTreeMap<String, Vec<Entity>>,
        pairs: HashMap<(Entity, u8), Option<Entity>>,
    }
    both_ways(
        |root, child, outer| Maps {
            keys: BTreeMap::from([(root, 0), (child, 1), (outer, 2)]),
            hashed: HashMap::from([(child.handle(), root), (outer.handle(), outer)]),
            values: BTreeMap::from([("a".into(), vec![child, outer]), ("b".into(), vec![])]),
            pairs: HashMap::from([((child, 1), Some(root)), ((child, 2), None)]),
        },
        |it, root, child, outer| {
            assert_eq!(it.keys, BTreeMap::from([(root, 0), (child, 1), (outer, 2)]));
            assert_eq!(it.hashed, HashMap::from([(child.handle(), root), (outer.handle(), outer)]));
            assert_eq!((&it.values["a"], &it.values["b"]), (&vec![child, outer], &vec![]));
            assert_eq!(it.pairs, HashMap::from([((child, 1), Some(root)), ((child, 2), None)]));
        },
    );
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Inner {
    at: Entity,
    more: Vec<Inner>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
enum State {
    Idle,
    Chase(Entity),
    Between(Entity, Handle<Plain>),
    Guard { at: Entity, of: Option<Inner> },
}

#[test]
fn f1_in_enums_and_in_structs_within_structs() {
    #[derive(Component, Serialize, Deserialize)]
    struct States(Vec<State>);
    let states = |root: Entity, child: Entity, outer: Entity| {
        let deep = Inner { at: child, more: vec![Inner { at: outer, more: vec![] }] };
        vec![
            State::Idle,
            State::Chase(child),
            State::Between(outer, child.handle()),
            State::Guard { at: root, of: Some(deep) },
            State::Guard { at: outer, of: None },
        ]
    };
    both_ways(
        |root, child, outer| States(states(root, child, outer)),
        |it, root, child, outer| assert_eq!(it.0, states(root, child, outer)),
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Untagged {
    Number(String),
    Pair(Entity, Entity),
    Named { at: Handle<Plain> },
    One(Entity),
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "kind")]
enum Internal {
    Nothing,
    Chase { at: Entity },
    Wrapped(Wrapped),
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    One(Entity),
    Two(Entity, Entity),
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Wrapped {
    all: Vec<Handle<Plain>>,
}

#[test]
fn f1_in_enums_of_each_form_and_in_what_is_flattened() {
    #[derive(Component, Serialize, Deserialize)]
    struct Forms {
        untagged: Vec<Untagged>,
        internal: Vec<Internal>,
        adjacent: Vec<Adjacent>,
        #[serde(flatten)]
        wrapped: Wrapped,
        #[serde(flatten)]
        rest: BTreeMap<String, Entity>,
    }
    let forms = |root: Entity, child: Entity, outer: Entity| Forms {
        untagged: vec![
            Untagged::Number("7".into()),
            Untagged::Pair(child, outer),
            Untagged::Named { at: child.handle() },
            Untagged::One(root),
        ],
        internal: vec![
            Internal::Nothing,
            Internal::Chase { at: child },
            Internal::Wrapped(Wrapped { all: vec![outer.handle(), child.handle()] }),
        ],
        adjacent: vec![Adjacent::One(child), Adjacent::Two(outer, root)],
        wrapped: Wrapped { all: vec![child.handle()] },
        rest: BTreeMap::from([("x".into(), child), ("y".into(), outer)]),
    };
    both_ways(forms, |it, root, child, outer| {
        let expected = forms(root, child, outer);
        assert_eq!(it.untagged, expected.untagged);
        assert_eq!(it.internal, expected.internal);
        assert_eq!(it.adjacent, expected.adjacent);
        assert_eq!(it.wrapped, expected.wrapped);
        assert_eq!(it.rest, expected.rest);
    });
}

#[test]
fn f1_in_a_generic_component() {
    #[derive(Component, Serialize, Deserialize)]
    #[serde(bound = "T: Serialize + serde::de::DeserializeOwned")]
    struct Slot<T: Serialize + serde::de::DeserializeOwned + 'static>(T);
    both_ways(
        |_, child, outer| Slot((child, Some(outer))),
        |it, _, child, outer| assert_eq!(it.0, (child, Some(outer))),
    );
}

#[test]
fn f1_where_a_type_writes_itself_as_text_of_another_format() {
    /// Lies in the value as JSON.
    struct Text(Vec<Entity>);
    impl Serialize for Text {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let text = serde_json::to_string(&self.0).map_err(serde::ser::Error::custom)?;
            text.serialize(serializer)
        }
    }
    impl<'de> Deserialize<'de> for Text {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let text = String::deserialize(deserializer)?;
            serde_json::from_str(&text).map(Text).map_err(serde::de::Error::custom)
        }
    }
    #[derive(Component, Serialize, Deserialize)]
    struct Odd(Text);
    both_ways(
        |root, child, outer| Odd(Text(vec![outer, child, Entity::NONE, root])),
        |it, root, child, outer| assert_eq!(it.0.0, [outer, child, Entity::NONE, root]),
    );
}

#[test]
fn f1_one_instance_refers_and_the_next_of_its_type_does_not() {
    #[derive(Component, Serialize, Deserialize, Clone)]
    struct Maybe(Option<Entity>, u32);
    let prefab = Prefab::new(|root| {
        root.insert(Maybe(None, 1));
        let child = Entity::spawn().with(Maybe(Some(root), 2)).child_of(root);
        Entity::spawn().with(Maybe(Some(child), 3)).child_of(child);
    });
    for _ in 0..2 {
        let root = prefab.spawn();
        let child = only_child(root);
        let last = only_child(child);
        let values = [root, child, last].map(|entity| entity.borrow::<Maybe>().clone());
        assert_eq!(values.each_ref().map(|it| it.1), [1, 2, 3]);
        assert_eq!(values.map(|it| it.0), [None, Some(root), Some(child)]);
    }
}

#[test]
fn f1_entities_that_are_not_below_the_root_belong_to_it_too() {
    let prefab = Prefab::new(|root| {
        let other = Entity::spawn().with(Plain(5));
        other.set_name("other");
        let below = Entity::spawn().with(To(root)).child_of(other);
        root.insert(To(other));
        other.insert(To(below));
    });
    let (one, two) = (prefab.spawn(), prefab.spawn());
    let mut seen = Vec::new();
    for root in [one, two] {
        assert_eq!((root.parent(), root.children().count()), (None, 0));
        let other = root.borrow::<To>().0;
        assert_eq!(
            (other.borrow::<Plain>().0, other.parent(), other.name().as_deref()),
            (5, None, Some("other"))
        );
        let below = only_child(other);
        assert_eq!((other.borrow::<To>().0, below.borrow::<To>().0), (below, root));
        seen.extend([root, other, below]);
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 6);
    // Of a live one only what is below it is copied.
    let twin = one.duplicate();
    assert_eq!(twin.borrow::<To>().0, one.borrow::<To>().0);
}

#[test]
fn f1_what_is_dead_outside_stays_dead_and_no_reference_leads_to_the_original() {
    let dead = Entity::spawn();
    dead.despawn();
    let prefab = Prefab::new(|root| _ = root.insert(To(dead)));
    assert_eq!(prefab.spawn().borrow::<To>().0, dead);
    let twin = Entity::spawn().with(To(dead)).duplicate();
    assert_eq!(twin.borrow::<To>().0, dead);
    // One that dies after the prefab was built is the same entity still, and dead.
    let later = Entity::spawn();
    let prefab = Prefab::new(|root| _ = root.insert(To(later)));
    later.despawn();
    let again = Entity::spawn();
    let copy = prefab.spawn();
    assert_eq!(copy.borrow::<To>().0, later);
    assert!(!copy.borrow::<To>().0.is_alive() && again.is_alive());
}

#[test]
fn f1_two_entities_that_refer_to_each_other_and_to_themselves() {
    #[derive(Component, Serialize, Deserialize)]
    struct Pair {
        me: Handle<Pair>,
        other: Handle<Pair>,
    }
    let prefab = Prefab::new(|root| {
        let child = Entity::spawn().child_of(root);
        let (one, two) = (root.handle::<Pair>(), child.handle::<Pair>());
        root.insert(Pair { me: one, other: two });
        child.insert(Pair { me: two, other: one });
    });
    let roots = prefab.spawn_many(300, |_, _| ());
    for root in roots {
        let child = only_child(root);
        for (it, other) in [(root, child), (child, root)] {
            let pair = it.borrow::<Pair>();
            assert_eq!((pair.me.entity(), pair.other.entity()), (it, other));
        }
    }
}

#[test]
fn f1_of_a_shared_value_each_copy_has_its_own_if_it_is_made_again_and_the_same_if_it_is_cloned() {
    #[derive(Component, Clone)]
    #[component(transient)]
    struct Cloned(u32);
    let shared = Rc::new(7);
    #[derive(Component, Clone, Serialize)]
    struct Shared {
        #[serde(serialize_with = "as_nothing")]
        value: Rc<u32>,
    }
    fn as_nothing<S: Serializer>(_: &Rc<u32>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
    let inner = shared.clone();
    let prefab = Prefab::new(move |root| _ = root.with(Cloned(1)).insert(Shared { value: inner }));
    let copy = prefab.spawn();
    assert!(Rc::ptr_eq(&copy.borrow::<Shared>().value, &shared));
    assert_eq!((copy.borrow::<Cloned>().0, Rc::strong_count(&shared)), (1, 3));
    drop(prefab);
    assert_eq!(Rc::strong_count(&shared), 2);
}
