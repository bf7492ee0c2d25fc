//! Law V1: handles and entities stand for the same wherever they stand in a value.

use std::collections::{BTreeMap, HashMap};

use ecs_core::{Component, Entity, Handle, Save, Singleton, World, find};
use serde::{Deserialize, Serialize};

use crate::formats::{Format, TEXTS, come_back, come_back_in};
use crate::{Hull, Score, named};

type Link = Handle<Hull>;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
enum State {
    Idle,
    Chasing(Link),
    Between(Link, Entity),
    Guarding { whom: Link, from: Option<Entity> },
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Seat {
    owner: Entity,
    tuple: (Link, u8, [Entity; 2]),
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Unit;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Wrapped(Link);

#[derive(Component, Serialize, Deserialize, PartialEq, Debug)]
struct Everywhere {
    plain: Link,
    null: Link,
    none: Entity,
    list: Vec<Link>,
    options: Vec<Option<Link>>,
    nested: Option<Option<Entity>>,
    keys: BTreeMap<Link, u32>,
    values: BTreeMap<String, Entity>,
    both: BTreeMap<Entity, Vec<Link>>,
    states: Vec<State>,
    seat: Box<Seat>,
    unit: Unit,
    wrapped: Wrapped,
    unsized_list: Box<[Entity]>,
    outcome: Result<Link, Entity>,
}

fn everywhere() {
    let [a, b] = [("a", 1), ("b", 2)].map(|(name, hull)| named(name).insert(Hull(hull)));
    let (entity, other) = (a.entity(), b.entity());
    named("all").insert(Everywhere {
        plain: a,
        null: Link::NULL,
        none: Entity::NONE,
        list: vec![b, a, Link::NULL, a],
        options: vec![None, Some(b), Some(Link::NULL)],
        nested: Some(Some(other)),
        keys: [(a, 10), (b, 20)].into(),
        values: [("one".to_owned(), entity), ("two".to_owned(), other)].into(),
        both: [(entity, vec![b, b]), (other, vec![])].into(),
        states: vec![
            State::Idle,
            State::Chasing(a),
            State::Between(b, entity),
            State::Guarding { whom: b, from: Some(other) },
            State::Guarding { whom: Link::NULL, from: None },
        ],
        seat: Box::new(Seat { owner: other, tuple: (a, 9, [entity, other]) }),
        unit: Unit,
        wrapped: Wrapped(b),
        unsized_list: Box::new([entity, other, entity]),
        outcome: Err(other),
    });
}

#[test]
fn v1_handles_and_entities_come_back_wherever_they_stand() {
    come_back::<(Hull, Everywhere)>(everywhere, |_| {
        let [a, b] = ["a", "b"].map(|name| find(name).expect("it was loaded"));
        let all = find("all").expect("it was loaded").borrow::<Everywhere>();
        assert_eq!((all.plain.entity(), all.plain.borrow().0), (a, 1));
        assert_eq!((all.null, all.none), (Link::NULL, Entity::NONE), "null stays null");
        assert_eq!(all.list, [b, a, Entity::NONE, a].map(Entity::handle));
        assert_eq!(all.options, [None, Some(b.handle()), Some(Link::NULL)]);
        assert_eq!((all.keys[&a.handle()], all.keys[&b.handle()], all.keys.len()), (10, 20, 2));
        assert_eq!((all.values["one"], all.values["two"]), (a, b));
        assert_eq!((&all.both[&a], &all.both[&b]), (&vec![b.handle(); 2], &vec![]));
        assert_eq!(all.states[3], State::Guarding { whom: b.handle(), from: Some(b) });
        assert_eq!((all.seat.owner, all.seat.tuple), (b, (a.handle(), 9, [a, b])));
        assert_eq!((all.wrapped.0.entity(), &*all.unsized_list, all.outcome), (b, &[a, b, a][..], Err(b)));
    });
}

#[test]
fn v1_numbers_of_a_save_are_small_and_no_ids() {
    (0..900).for_each(|_| _ = Entity::spawn().despawn());
    let old: Vec<_> = (0..300).map(|_| Entity::spawn()).collect();
    let hull = Entity::spawn().insert(Hull(1));
    old.into_iter().for_each(|entity| _ = entity.despawn());
    #[derive(Component, Serialize, Deserialize)]
    struct Link(Handle<Hull>);
    let link = Entity::spawn().insert(Link(hull));
    assert!(hull.entity().index() >= 300 && link.entity().generation() > 1);
    let (text, report) = Format::Json.write::<Link>();
    assert_eq!(report.entities(), [link.entity()], "the hull is of no listed type");
    assert!(String::from_utf8_lossy(&text).contains("\"values\":[0]"));
    let (text, report) = Format::Json.write::<(Link, Hull)>();
    let text = String::from_utf8_lossy(&text);
    let (hull, link) = (report.number(hull.entity()), report.number(link.entity()));
    assert_eq!((hull, link), (Some(2), Some(1)), "in the order of the indices");
    assert!(
        text.contains(
            "\"entities\":[1],\"off\":[],\"order\":1,\"type\":\"Link\",\"unstarted\":[],\"values\":[2]"
        ),
        "{text}"
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Common {
    owner: Entity,
    target: Link,
}

#[derive(Component, Serialize, Deserialize, PartialEq, Debug)]
struct Flat {
    before: u8,
    #[serde(flatten)]
    common: Common,
    #[serde(flatten)]
    rest: HashMap<String, Entity>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Either {
    Both { left: Link, right: Entity },
    Many(Vec<Entity>),
    One(Link),
}

#[derive(Component, Serialize, Deserialize, PartialEq, Debug)]
struct Untagged(Vec<Either>);

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "kind")]
enum Order {
    Attack { target: Link },
    Follow(Common),
    Stop,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "kind", content = "of")]
enum Adjacent {
    Attack(Link),
    All(Vec<Entity>),
}

#[derive(Component, Serialize, Deserialize, PartialEq, Debug)]
struct Tagged(Vec<Order>, Vec<Adjacent>);

#[test]
fn v1_handles_in_flattened_structs_come_back() {
    let make = || {
        let [a, b] = [1, 2].map(|hull| named(&format!("hull {hull}")).insert(Hull(hull)));
        named("flat").insert(Flat {
            before: 3,
            common: Common { owner: b.entity(), target: a },
            rest: [("more".to_owned(), a.entity())].into(),
        });
    };
    come_back_in::<(Hull, Flat)>(&TEXTS, make, |_| {
        let flat = find("flat").expect("it was loaded").borrow::<Flat>();
        assert_eq!((flat.common.target.borrow().0, flat.rest["more"]), (1, flat.common.target.entity()));
        assert_eq!(flat.common.owner.borrow::<Hull>().0, 2);
    });
}

#[test]
fn v1_handles_in_untagged_enums_come_back() {
    let make = || {
        let [a, b] = [1, 2].map(|hull| named(&format!("hull {hull}")).insert(Hull(hull)));
        named("untagged").insert(Untagged(vec![
            Either::Both { left: a, right: b.entity() },
            Either::Many(vec![b.entity(), Entity::NONE, a.entity()]),
            Either::One(b),
        ]));
    };
    come_back_in::<(Hull, Untagged)>(&TEXTS, make, |_| {
        let [a, b] = ["hull 1", "hull 2"].map(|name| find(name).expect("it was loaded"));
        let untagged = find("untagged").expect("it was loaded").borrow::<Untagged>();
        assert_eq!(untagged.0[0], Either::Both { left: a.handle(), right: b });
        assert_eq!(untagged.0[1], Either::Many(vec![b, Entity::NONE, a]));
        assert_eq!(untagged.0[2], Either::One(b.handle()));
    });
}

#[test]
fn v1_handles_in_internally_and_adjacently_tagged_enums_come_back() {
    let make = || {
        let [a, b] = [1, 2].map(|hull| named(&format!("hull {hull}")).insert(Hull(hull)));
        let orders = vec![
            Order::Attack { target: b },
            Order::Follow(Common { owner: a.entity(), target: b }),
            Order::Stop,
        ];
        named("tagged").insert(Tagged(orders, vec![Adjacent::Attack(a), Adjacent::All(vec![b.entity()])]));
    };
    come_back_in::<(Hull, Tagged)>(&[Format::Json], make, |_| {
        let [a, b] = ["hull 1", "hull 2"].map(|name| find(name).expect("it was loaded"));
        let tagged = find("tagged").expect("it was loaded").borrow::<Tagged>();
        assert_eq!(tagged.0[0], Order::Attack { target: b.handle() });
        assert_eq!(tagged.0[1], Order::Follow(Common { owner: a, target: b.handle() }));
        assert_eq!(tagged.1, [Adjacent::Attack(a.handle()), Adjacent::All(vec![b])]);
    });
}

/// JSON has the keys of maps as text, and an enum without a tag is kept in memory before it is read.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Deep {
    Named { never: u8 },
    Map { by: BTreeMap<Entity, Link> },
}

#[derive(Component, Serialize, Deserialize, PartialEq, Debug)]
struct DeepKeys(Deep);

#[test]
fn v1_keys_of_maps_in_untagged_enums_come_back() {
    let make = || {
        let hull = named("hull").insert(Hull(1));
        named("deep").insert(DeepKeys(Deep::Map { by: [(hull.entity(), hull)].into() }));
    };
    come_back_in::<(Hull, DeepKeys)>(&TEXTS, make, |_| {
        let deep = find("deep").expect("it was loaded").borrow::<DeepKeys>();
        let hull = find("hull").expect("it was loaded");
        assert_eq!(deep.0, Deep::Map { by: [(hull, hull.handle())].into() });
    });
}

#[derive(Component, Serialize, Deserialize, PartialEq, Debug)]
struct Watches(Handle<Score>, Entity);

#[test]
fn v1_a_handle_to_a_singleton_leads_to_that_of_the_new_world() {
    let make = || {
        Score::set(Score(4));
        let score = Score::borrow().entity();
        named("watcher").insert(Watches(Score::instance(), score));
    };
    come_back::<(Score, Watches)>(make, |_| {
        let watcher = find("watcher").expect("it was loaded");
        assert_eq!(watcher.borrow::<Watches>().0.borrow().0, 4);
        assert_eq!(watcher.borrow::<Watches>().1, Score::borrow().entity());
    });
}

#[test]
fn v1_a_handle_to_a_singleton_that_is_not_saved_leads_to_that_of_the_new_world() {
    let (bytes, report) = World::new().enter(|| {
        Score::set(Score(4));
        named("watcher").insert(Watches(Score::instance(), Entity::NONE));
        Format::Postcard.write::<Watches>()
    });
    assert!(report.dangling().is_empty(), "{report}");
    Format::Postcard.read::<Watches>(&bytes);
    let watches = find("watcher").expect("it was loaded").borrow::<Watches>().0;
    assert!(watches.get().is_none(), "nobody has made it here");
    Score::set(Score(9));
    assert_eq!(watches.borrow().0, 9);
    Format::Postcard.read::<Watches>(&bytes);
    assert!(ecs_core::find_all("watcher").iter().all(|one| one.borrow::<Watches>().0 == watches));
}

#[test]
fn v1_handles_outside_of_components_are_numbers_of_the_save_too() {
    let hull = Entity::spawn().insert(Hull(3));
    let write = Save::<Hull>::write_with(|save| serde_json::to_string(&(save, hull)));
    let (text, report) = write.expect("a tuple can be written");
    assert!(report.dangling().is_empty());
    let mut beside = Handle::<Hull>::NULL;
    let read = Save::<Hull>::reload_with(|| {
        let (save, hull) = serde_json::from_str(&text)?;
        beside = hull;
        Ok::<_, serde_json::Error>(save)
    });
    assert_eq!(read.expect("it was written so").entities(), [beside.entity()]);
    assert_eq!((beside.borrow().0, hull.get().is_none()), (3, true));
}
