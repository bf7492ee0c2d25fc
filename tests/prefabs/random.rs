//! Random trees with random components and references: a copy is the same tree with other entities.

use std::collections::{BTreeMap, HashMap};

use ecs_core::{Component, Entity, Handle, Prefab, World, update_all};
use serde::{Deserialize, Serialize};

use crate::support::{Random, Token, live_tokens, number};
use crate::{Plain, alive};

/// Refers in many ways.
#[derive(Component, Serialize, Deserialize, Clone, Default)]
struct Web {
    list: Vec<Entity>,
    by_name: BTreeMap<String, Option<Handle<Plain>>>,
    by_entity: HashMap<Entity, u32>,
    way: Way,
}

#[derive(Serialize, Deserialize, Clone, Copy, Default, PartialEq, Debug)]
enum Way {
    #[default]
    None,
    To(Entity),
    Both {
        from: Entity,
        to: Option<Handle<Leaf>>,
    },
}

/// Refers to something now and then, and can be cloned.
#[derive(Component, Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Leaf(u32, Option<Entity>);

/// Is made again, owns something, and has hooks.
#[derive(Component, Serialize, Deserialize)]
struct Owns {
    #[serde(skip)]
    token: Token,
    number: u32,
    inits: u32,
    resets: u32,
}

impl Owns {
    fn init(&mut self, entity: Entity) {
        assert!(entity.is_alive() && self.token.number() < usize::MAX);
        self.inits += 1;
    }

    fn on_reset(&mut self) {
        self.resets += 1;
    }
}

#[derive(Component)]
struct Tag;

/// What an entity was like when it was seen, with other entities by their place in the tree.
#[derive(PartialEq, Debug)]
struct Seen {
    parent: Option<usize>,
    name: Option<String>,
    is_enabled: bool,
    plain: Option<(u32, bool)>,
    web: Option<SeenWeb>,
    leaf: Option<(u32, Option<Target>)>,
    owns: Option<u32>,
    has_tag: Option<bool>,
}

/// The fields of a [`Web`].
type SeenWeb = (Vec<Target>, Vec<(String, Option<Target>)>, Vec<(Target, u32)>, Vec<Target>);

#[derive(PartialEq, PartialOrd, Eq, Ord, Debug, Clone, Copy)]
enum Target {
    Nobody,
    Inside(usize),
    Outside(Entity),
}

/// Looks at all below an entity, with what is not below but listed.
fn look(all: &[Entity]) -> Vec<Seen> {
    let places: HashMap<Entity, usize> = all.iter().copied().zip(0..).collect();
    let target = |entity: Entity| match places.get(&entity) {
        Some(&place) => Target::Inside(place),
        None if entity == Entity::NONE => Target::Nobody,
        None => Target::Outside(entity),
    };
    let see = |&entity: &Entity| Seen {
        parent: entity.parent().and_then(|parent| places.get(&parent).copied()),
        name: entity.name().map(|name| name.to_string()),
        is_enabled: entity.is_enabled(),
        plain: entity.get::<Plain>().map(|plain| (plain.0, entity.handle::<Plain>().is_enabled())),
        web: entity.get::<Web>().map(|web| {
            let named = web.by_name.iter().map(|(name, to)| (name.clone(), to.map(|to| target(to.entity()))));
            let mut keyed: Vec<_> = web.by_entity.iter().map(|(&to, &n)| (target(to), n)).collect();
            keyed.sort();
            let way = match web.way {
                Way::None => vec![],
                Way::To(to) => vec![target(to)],
                Way::Both { from, to } => {
                    vec![target(from), to.map_or(Target::Nobody, |to| target(to.entity()))]
                }
            };
            (web.list.iter().copied().map(target).collect(), named.collect(), keyed, way)
        }),
        leaf: entity.get::<Leaf>().map(|leaf| (leaf.0, leaf.1.map(target))),
        owns: entity.get::<Owns>().map(|owns| owns.number),
        has_tag: entity.has::<Tag>().then(|| entity.handle::<Tag>().is_enabled()),
    };
    all.iter().map(see).collect()
}

/// An entity and all below it, each before its children.
fn below(top: Entity) -> Vec<Entity> {
    [top].into_iter().chain(top.descendants()).collect()
}

fn pick(random: &mut Random, all: &[Entity], outer: &[Entity]) -> Entity {
    match random.below(8) {
        0 => Entity::NONE,
        1 | 2 if !outer.is_empty() => outer[random.below(outer.len())],
        _ => all[random.below(all.len())],
    }
}

/// Grows a tree below an entity, and fills it.
fn grow(random: &mut Random, top: Entity, outer: &[Entity]) {
    let mut all = vec![top];
    for _ in 0..random.below(12) {
        let parent = all[random.below(all.len())];
        let child = Entity::spawn();
        parent.insert_child(random.below(parent.children().count() + 1), child);
        all.push(child);
    }
    for &entity in &all {
        let pick = |random: &mut Random| pick(random, &all, outer);
        if random.below(2) == 0 {
            entity.insert(Plain(random.below(100) as u32));
        }
        if random.below(2) == 0 {
            let list = (0..random.below(4)).map(|_| pick(random)).collect();
            let named = |n: usize, to: Entity| (format!("n{n}"), (n != 1).then(|| to.handle()));
            let by_name = (0..random.below(3)).map(|n| named(n, pick(random))).collect();
            let by_entity = (0..random.below(3)).map(|n| (pick(random), n as u32)).collect();
            let way = match random.below(3) {
                0 => Way::None,
                1 => Way::To(pick(random)),
                _ => Way::Both { from: pick(random), to: Some(pick(random).handle()) },
            };
            entity.insert(Web { list, by_name, by_entity, way });
        }
        if random.below(3) == 0 {
            let to = (random.below(3) == 0).then(|| pick(random));
            entity.insert(Leaf(random.below(100) as u32, to));
        }
        if random.below(3) == 0 {
            let number = random.below(100) as u32;
            entity.insert(Owns { token: Token::new(), number, inits: 0, resets: 0 });
        }
        if random.below(3) == 0 {
            entity.insert(Tag);
        }
        match random.below(12) {
            0 => _ = entity.set_enabled(false),
            1 => _ = entity.handle::<Plain>().set_enabled(false),
            2 => _ = entity.handle::<Tag>().set_enabled(false),
            3 => _ = entity.set_name(&format!("e{}", random.below(100))),
            4 => _ = entity.kill::<Web>(),
            _ => {}
        }
    }
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "a tag is stored as any other type there")]
fn f1_each_copy_of_a_random_tree_is_the_same_tree_and_the_original_is_as_it_was() {
    let rounds = if cfg!(miri) { 2 } else { 60 };
    let (seed, rounds) = (number("PREFAB_SEED").unwrap_or(1), number("PREFAB_ROUNDS").unwrap_or(rounds));
    for round in 0..rounds {
        let mut random = Random(seed + round);
        World::new().enter(|| {
            let outer: Vec<_> = (0..random.below(4)).map(|n| Entity::spawn().with(Plain(n as u32))).collect();
            // Holes, and a guard that keeps rows where they are.
            let holes = Entity::spawn_many(random.below(20), |n, _| (Plain(n as u32), Tag));
            holes.iter().filter(|_| random.below(2) == 0).for_each(|hole| _ = hole.despawn());
            let guard = outer.first().filter(|_| random.below(3) == 0).map(|outer| outer.borrow::<Plain>());

            // Of a live one.
            let top = Entity::spawn();
            if random.below(2) == 0 {
                let parent = Entity::spawn();
                parent.set_enabled(random.below(3) != 0);
                top.child_of(parent);
            }
            grow(&mut random, top, &outer);
            let (before, dump) = (look(&below(top)), World::dump());
            let owns: Vec<u32> = below(top).iter().filter_map(|it| Some(it.get::<Owns>()?.resets)).collect();
            let twin = top.duplicate();
            assert_eq!(look(&below(twin)), before, "round {round}");
            assert_eq!(look(&below(top)), before);
            assert_eq!(twin.parent(), top.parent());
            for owns in below(twin).iter().filter_map(|it| it.get::<Owns>()) {
                assert_eq!((owns.inits, owns.resets), (1, 1));
            }
            assert!(owns.iter().all(|&resets| resets == 0));
            twin.despawn();
            assert_eq!(World::dump(), dump, "round {round}");

            // Of a builder; with more that is changed in a variant.
            let mut recipe = Random(seed + round + 1_000_000);
            let mut built = Vec::new();
            let prefab = Prefab::new(|root| {
                grow(&mut recipe, root, &outer);
                built = look(&below(root));
            });
            let mut changed = Vec::new();
            let variant = prefab.variant(|root| {
                assert_eq!(look(&below(root)), built);
                grow(&mut recipe, root, &outer);
                changed = look(&below(root));
            });
            let count = random.below(4);
            for (prefab, expected) in [(&prefab, &built), (&variant, &changed), (&prefab, &built)] {
                for root in prefab.spawn_many(count, |_, _| ()).into_iter().chain([prefab.spawn()]) {
                    assert_eq!(look(&below(root)), *expected, "round {round}");
                    for owns in below(root).iter().filter_map(|it| it.get::<Owns>()) {
                        assert_eq!((owns.inits, owns.resets), (1, 0));
                    }
                    if random.below(3) == 0 {
                        assert_eq!(look(&below(root.duplicate())), *expected, "round {round}");
                    }
                }
            }
            drop(guard);
            update_all(0.1);
            let enabled = Plain::view().enabled().len();
            let is_on = |plain: &&Entity| plain.is_enabled() && plain.handle::<Plain>().is_enabled();
            let all: Vec<Entity> = Plain::view().iter().map(|plain| plain.entity()).collect();
            assert_eq!(all.iter().filter(is_on).count(), enabled);
            assert_eq!(look(&below(top)), before);
            World::clear();
            assert_eq!(alive(), 0);
        });
        assert_eq!(live_tokens(), 0, "round {round}");
    }
}
