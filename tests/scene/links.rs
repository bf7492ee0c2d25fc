//! Laws N1 and N2: who is whose child, in which order, and iterators over that.

use ecs_core::{Commands, Component, Entity, Handle, HierarchyError, Singleton, World, update_all};

use crate::support::{assert_says, message_of};

fn named(name: &str) -> Entity {
    let entity = Entity::spawn();
    entity.set_name(name);
    entity
}

fn list(entities: impl Iterator<Item = Entity>) -> Vec<Entity> {
    entities.collect()
}

#[derive(Component, Default, Debug, PartialEq)]
struct Gun(u32);

// ---- N1 ----

#[test]
fn n1_parent_and_children_agree() {
    let (ship, other) = (Entity::spawn(), Entity::spawn());
    let gun = Entity::spawn().with(Gun(1)).child_of(ship);
    assert_eq!((gun.parent(), list(ship.children())), (Some(ship), vec![gun]));
    assert_eq!(gun.child_of(other), gun);
    assert_eq!(
        (gun.parent(), list(ship.children()), list(other.children())),
        (Some(other), vec![], vec![gun])
    );
    assert!(gun.detach() && !gun.detach());
    assert_eq!((gun.parent(), list(other.children())), (None, vec![]));
    assert_eq!(*gun.borrow::<Gun>(), Gun(1), "components stay");
}

#[test]
fn n1_a_world_without_links_has_no_table_of_them() {
    let entities: Vec<_> = (0..100).map(|_| Entity::spawn()).collect();
    let before = World::stats().entity_bytes;
    entities[90].child_of(entities[10]);
    assert!(World::stats().entity_bytes > before);
    entities[90].detach();
    assert_eq!(World::stats().entity_bytes, before);
}

#[test]
fn n1_an_entity_that_is_not_alive_has_no_relatives() {
    let (ship, gun) = (Entity::spawn(), Entity::spawn());
    gun.child_of(ship);
    let next = ship.index();
    ship.despawn();
    let again = Entity::spawn();
    assert_eq!(again.index(), next);
    assert_eq!((again.children().count(), again.parent()), (0, None), "another life of the index");
    for dead in [ship, gun, Entity::NONE] {
        assert_eq!((dead.parent(), dead.children().count(), dead.ancestors().count()), (None, 0, 0));
        assert_eq!((dead.root(), dead.descendants().count(), dead.detach_children()), (dead, 0, 0));
        assert!(!dead.detach() && dead.down::<Gun>().is_none() && dead.up::<Gun>().is_none());
    }
    assert_eq!(World::stats().soft.count, 6);
}

#[test]
fn n1_what_is_dead_is_not_attached_and_nothing_is_attached_to_it() {
    let (ship, dead) = (Entity::spawn(), named("wreck"));
    dead.despawn();
    for error in [ship.try_child_of(dead), dead.try_child_of(ship)] {
        assert_eq!(error, Err(HierarchyError::Dead { entity: dead }));
    }
    assert_eq!(ship.try_insert_child(0, dead), Err(HierarchyError::Dead { entity: dead }));
    assert_says(&message_of(|| ship.child_of(dead)), &["wreck", "is dead", "`is_alive()`"]);
    assert_says(&message_of(|| ship.child_of(Entity::NONE)), &["Entity::NONE", "spawn"]);
}

#[test]
fn n1_an_entity_of_another_world_is_refused() {
    let foreign = World::new().enter(Entity::spawn);
    let ship = Entity::spawn();
    let wrong = HierarchyError::WrongWorld { entity: foreign };
    assert_eq!((ship.try_child_of(foreign), foreign.try_child_of(ship)), (Err(wrong.clone()), Err(wrong)));
    assert_eq!((foreign.parent(), foreign.children().count()), (None, 0));
}

#[test]
fn n1_a_circle_is_refused_and_its_path_is_named() {
    let (ship, turret, gun) = (named("ship"), named("turret"), named("gun"));
    turret.child_of(ship);
    gun.child_of(turret);
    let refused = |child: Entity, parent, path: &[Entity]| {
        assert_eq!(child.try_child_of(parent), Err(HierarchyError::Cycle { path: path.to_vec() }));
    };
    refused(ship, gun, &[ship, turret, gun]);
    refused(turret, gun, &[turret, gun]);
    refused(gun, gun, &[gun]);
    assert_eq!((list(gun.ancestors()), ship.parent()), (vec![turret, ship], None), "nothing has changed");
    let message = message_of(|| ship.child_of(gun));
    assert_says(&message, &["\"ship\" > ", "\"turret\" > ", "\"gun\" > ", "would be a circle", "`detach`"]);
    assert_says(&message_of(|| gun.child_of(gun)), &["\"gun\" to itself"]);
}

#[test]
fn n1_the_path_of_a_long_circle_is_cut() {
    let top = Entity::spawn();
    let bottom = (0..100).fold(top, |above, _| Entity::spawn().child_of(above));
    let message = top.try_child_of(bottom).expect_err("it is above").to_string();
    assert_says(&message, &["(92 more)"]);
    assert!(message.len() < 400, "{message}");
}

#[derive(Singleton, Default)]
struct Score(u32);

#[test]
fn n1_the_entity_of_the_singletons_has_no_relatives() {
    Score::borrow_mut().0 = 1;
    let globals = Score::borrow().entity();
    let ship = Entity::spawn();
    let refused = HierarchyError::Singleton { entity: globals };
    assert_eq!(
        (ship.try_child_of(globals), globals.try_child_of(ship)),
        (Err(refused.clone()), Err(refused))
    );
}

#[test]
fn n1_without_a_world_there_are_no_relatives() {
    assert_eq!((Entity::NONE.parent(), Entity::NONE.children().count()), (None, 0));
    let error = Entity::NONE.try_child_of(Entity::NONE).expect_err("there is no world");
    assert!(matches!(error, HierarchyError::World { .. }));
}

// ---- N2 ----

#[test]
fn n2_children_are_in_the_order_of_attachment() {
    let ship = Entity::spawn();
    let [a, b, c, d] = [(); 4].map(|()| Entity::spawn());
    for child in [a, b, c] {
        child.child_of(ship);
    }
    assert_eq!(list(ship.children()), [a, b, c]);
    a.child_of(ship);
    assert_eq!(list(ship.children()), [b, c, a], "attaching again moves");
    ship.insert_child(1, d);
    ship.insert_child(0, a);
    assert_eq!(list(ship.children()), [a, b, d, c]);
    ship.insert_child(99, a);
    assert_eq!(list(ship.children().rev()), [a, c, d, b]);
    b.detach();
    d.despawn();
    assert_eq!(list(ship.children()), [c, a]);
}

#[test]
fn n2_all_below_come_parents_first() {
    let [ship, a, a1, a2, b, b1] = [(); 6].map(|()| Entity::spawn());
    a.child_of(ship);
    b.child_of(ship);
    a1.child_of(a);
    a2.child_of(a);
    b1.child_of(b);
    assert_eq!(list(ship.descendants()), [a, a1, a2, b, b1]);
    assert_eq!(list(a.descendants()), [a1, a2]);
    assert_eq!((list(b1.ancestors()), b1.root(), ship.root()), (vec![b, ship], ship, ship));
}

#[test]
fn n2_components_are_found_up_and_down() {
    let [ship, a, a1, b] = [(); 4].map(|()| Entity::spawn());
    a.child_of(ship);
    a1.child_of(a);
    b.child_of(ship);
    assert!(ship.down::<Gun>().is_none() && a1.up::<Gun>().is_none(), "no store yet");
    for (n, entity) in (0..).zip([ship, a1, b]) {
        entity.insert(Gun(n));
    }
    let values = |handles: &mut dyn Iterator<Item = Handle<Gun>>| -> Vec<u32> {
        handles.map(|gun| gun.borrow().0).collect()
    };
    assert_eq!(ship.down::<Gun>(), Some(a1.handle()), "the own does not count");
    assert_eq!(values(&mut ship.all_down()), [1, 2]);
    assert_eq!((a.up::<Gun>(), a1.up::<Gun>()), (Some(ship.handle()), Some(a1.handle())));
    assert!(b.down::<Gun>().is_none());
    b.set_enabled(false);
    assert_eq!(values(&mut ship.all_down()), [1, 2], "what refers reaches the disabled");
}

#[test]
fn n2_a_loop_over_children_ends_whatever_it_attaches() {
    let ship = Entity::spawn();
    let children = [(); 3].map(|()| Entity::spawn().child_of(ship));
    let mut visited = Vec::new();
    for child in ship.children() {
        visited.push(child.child_of(ship));
        Entity::spawn().child_of(ship);
    }
    assert_eq!((&visited[..], ship.children().count()), (&children[..], 6));
}

#[test]
fn n2_a_loop_passes_over_what_has_left() {
    let (ship, other) = (Entity::spawn(), Entity::spawn());
    let [a, b, c, d, e] = [(); 5].map(|()| Entity::spawn().child_of(ship));
    let mut visited = Vec::new();
    for child in ship.children() {
        visited.push(child);
        if child == a {
            b.despawn();
            c.detach();
            d.child_of(other).child_of(ship);
        }
    }
    assert_eq!(visited, [a, e], "what was attached anew is younger than the loop");
    let mut below = ship.descendants();
    assert_eq!(below.next(), Some(a));
    ship.despawn();
    assert_eq!(below.next(), None);
    assert!(d.try_child_of(other).is_err());
}

#[test]
fn n2_a_loop_over_ancestors_ends() {
    let [top, middle, low] = [(); 3].map(|()| Entity::spawn());
    low.child_of(middle.child_of(top));
    let mut visited = Vec::new();
    for above in low.ancestors() {
        visited.push(above);
        above.child_of(Entity::spawn());
    }
    assert_eq!(visited, [middle], "the link above it is younger than the loop");
}

#[test]
fn n2_iterators_of_another_world_visit_nothing() {
    let ship = Entity::spawn();
    Entity::spawn().child_of(ship);
    let (children, ancestors) = (ship.children(), ship.down::<Gun>());
    assert!(ancestors.is_none());
    assert_eq!(World::new().enter(|| children.clone().count()), 0);
    assert_eq!(children.count(), 1);
}

// ---- from everywhere ----

#[derive(Component, Default)]
struct Ship {
    guns: u32,
}

impl Ship {
    fn init(&mut self, me: Entity) {
        for n in 0..self.guns {
            Entity::spawn().child_of(me).insert(Mounted { number: n, parent: None });
        }
    }
}

#[derive(Component)]
struct Mounted {
    number: u32,
    parent: Option<Entity>,
}

impl Mounted {
    fn init(&mut self, me: Entity) {
        self.parent = me.parent();
    }

    fn update(&mut self, me: Entity) {
        // Moved by itself, in its own update, below its neighbour.
        if let Some(first) =
            me.parent().and_then(|parent| parent.children().next()).filter(|&first| first != me)
        {
            me.child_of(first);
        }
    }
}

#[test]
fn n2_hooks_attach_and_move() {
    let ship = Entity::spawn().with(Ship { guns: 3 });
    let guns = list(ship.children());
    assert!(guns.iter().all(|gun| gun.borrow::<Mounted>().parent == Some(ship)), "known in `init`");
    let numbers: Vec<_> = guns.iter().map(|gun| gun.borrow::<Mounted>().number).collect();
    assert_eq!(numbers, [0, 1, 2]);
    update_all(0.1);
    assert_eq!((list(ship.children()), list(guns[0].children())), (vec![guns[0]], guns[1..].to_vec()));
}

struct Blow;

#[derive(Component)]
#[component(on(Blow))]
struct Mast;

impl Mast {
    fn on_blow(&mut self, _: &Blow, me: Entity) {
        me.detach();
    }
}

#[test]
fn n2_those_that_listen_to_events_detach() {
    let ship = Entity::spawn();
    let mast = Entity::spawn().with(Mast).child_of(ship);
    mast.send(Blow);
    assert_eq!((mast.parent(), ship.children().count()), (None, 0));
}

#[derive(Component)]
struct Spark(Option<Entity>);

impl Spark {
    fn init(&mut self, me: Entity) {
        self.0 = me.parent();
    }
}

#[derive(Component)]
#[cfg_attr(not(miri), component(parallel))]
struct Fuse {
    target: Entity,
    attaches: Entity,
    detaches: Entity,
}

impl Fuse {
    fn update(&mut self, commands: Commands) {
        commands.spawn_child(self.target, Spark(None));
        commands.child_of(self.attaches, self.target);
        commands.detach(self.detaches);
    }
}

#[test]
fn n2_commands_attach_what_they_spawn() {
    let [target, attaches, bomb] = [(); 3].map(|()| Entity::spawn());
    let detaches = Entity::spawn().child_of(bomb);
    bomb.insert(Fuse { target, attaches, detaches });
    update_all(0.1);
    let spark = target.down::<Spark>().expect("it was spawned");
    assert_eq!(spark.borrow().0, Some(target), "`init` finds the parent");
    assert_eq!((list(target.children()), detaches.parent()), (vec![spark.entity(), attaches], None));
    let before = (Spark::count(), World::stats().soft.count);
    assert_eq!(Entity::despawn_many(&[target, attaches, detaches]), 2, "one is below another");
    update_all(0.1);
    assert_eq!(
        (Spark::count(), World::stats().soft.count),
        (before.0 - 1, before.1 + 4),
        "nothing for the dead"
    );
}

#[test]
fn n2_children_come_in_spawn_many() {
    let belt = Entity::spawn();
    let rocks = Entity::spawn_many(600, |n, rock| {
        rock.child_of(belt);
        Entity::spawn().with(Gun(n as u32)).child_of(rock);
        Spark(None)
    });
    assert!(rocks.iter().all(|rock| rock.borrow::<Spark>().0 == Some(belt)));
    assert!(rocks.iter().zip(0..).all(|(rock, n)| rock.down::<Gun>().is_some_and(|gun| gun.borrow().0 == n)));
    assert_eq!(list(belt.children()), rocks);
}

#[test]
fn n2_what_spawn_many_undoes_leaves_no_children() {
    let belt = Entity::spawn();
    let result = std::panic::catch_unwind(|| {
        Entity::spawn_many(10, |n, rock| {
            rock.child_of(belt);
            Entity::spawn().with(Gun(n as u32)).child_of(rock);
            assert!(n < 7, "the eighth");
            Spark(None)
        })
    });
    assert!(result.is_err());
    World::flush();
    assert_eq!((belt.children().count(), Gun::count(), World::stats().alive), (0, 0, 1));
}
