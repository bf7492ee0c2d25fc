//! Law N3: what ends takes all below with it.

use ecs_core::{Archetype, Component, Entity, Handle, HierarchyError, Pool, World, update_all};

use crate::support::{assert_says, log, message_of, on_thread, take_log};

/// A component that logs its end, and what works then.
#[derive(Component)]
struct Part(&'static str);

impl Part {
    fn shutdown(&mut self, me: Entity) {
        let parent = me.parent().map(|parent| parent.get::<Part>().map_or("?", |part| part.0));
        let children: Vec<_> =
            me.children().map(|child| child.get::<Part>().map_or("?", |part| part.0)).collect();
        log(format!("{} of {} with {children:?}", self.0, parent.unwrap_or("-")));
    }
}

#[derive(Component)]
struct Late(&'static str);

impl Late {
    fn shutdown(&mut self) {
        log(format!("late {}", self.0));
    }
}

fn part(name: &'static str) -> Entity {
    Entity::spawn().with(Part(name))
}

/// A ship with a turret and its gun, and a mast.
fn ship() -> [Entity; 4] {
    let all @ [ship, turret, gun, mast] = ["ship", "turret", "gun", "mast"].map(part);
    gun.child_of(turret.child_of(ship));
    mast.child_of(ship);
    all
}

#[test]
fn n3_all_below_end_children_first_while_the_whole_works() {
    let all @ [ship, turret, ..] = ship();
    turret.insert(Late("turret"));
    assert!(ship.despawn());
    assert!(all.iter().all(|part| !part.is_alive()));
    assert_eq!(
        take_log(),
        [
            "mast of ship with []",
            "gun of turret with []",
            "late turret",
            "turret of ship with [\"gun\"]",
            "ship of - with [\"turret\", \"mast\"]",
        ]
    );
    assert_eq!((Part::count(), World::stats().alive), (0, 0));
}

#[test]
fn n3_what_is_detached_before_outlives_its_parent() {
    let [ship, turret, gun, mast] = ship();
    mast.detach();
    turret.detach_children();
    ship.despawn();
    assert!(mast.is_alive() && gun.is_alive() && !turret.is_alive());
}

#[test]
fn n3_a_part_ends_alone_and_leaves_its_parent() {
    let [ship, turret, gun, mast] = ship();
    assert!(turret.despawn() && !turret.despawn());
    assert!(!gun.is_alive() && ship.is_alive());
    assert_eq!(ship.children().collect::<Vec<_>>(), [mast]);
    assert_eq!(Entity::despawn_many(&[mast, ship]), 2);
    assert_eq!(World::stats().alive, 0);
}

#[test]
fn n3_many_trees_end_together() {
    let ships: Vec<_> = (0..20).map(|_| ship()[0]).collect();
    assert_eq!(Entity::despawn_many(&ships), 20);
    assert_eq!((Part::count(), World::stats().alive), (0, 0));
    ship();
    World::clear();
    assert_eq!((Part::count(), World::stats().alive), (0, 0));
}

/// A parent that ends itself in its own update.
#[derive(Component)]
struct Bomb;

impl Bomb {
    fn update(&mut self, me: Entity) {
        assert!(me.despawn());
        assert!(!me.is_alive() && me.children().count() == 0);
    }
    fn shutdown(&mut self, me: Entity) {
        log(format!("bomb {:?}", me.parent()));
    }
}

#[test]
fn n3_a_parent_that_is_despawned_in_its_own_update_takes_all_below_at_once() {
    let bomb = Entity::spawn().with(Bomb);
    let gun = part("gun").child_of(bomb);
    update_all(0.1);
    assert!(!bomb.is_alive() && !gun.is_alive());
    assert_eq!(take_log(), ["gun of ? with []", "bomb None"]);
}

/// A component whose `shutdown` does something to others.
#[derive(Component)]
struct Does(fn(Entity));

impl Does {
    fn shutdown(&mut self, me: Entity) {
        (self.0)(me);
    }
}

fn child_that(does: fn(Entity)) -> (Entity, Entity) {
    let ship = Entity::spawn();
    (ship, Entity::spawn().with(Does(does)).child_of(ship))
}

#[test]
fn n3_what_ends_ends_once_whoever_asks_again() {
    let (ship, gun) = child_that(|me| {
        let parent = me.parent().expect("the whole works");
        assert!(!parent.despawn() && !me.despawn(), "both are dying");
        log("once");
    });
    ship.despawn();
    assert_eq!((take_log(), gun.is_alive()), (vec!["once".to_owned()], false));
    // The child first, which takes its parent along.
    let (ship, gun) = child_that(|me| {
        let parent = me.parent().expect("it has one");
        log(format!("{} {}", parent.despawn(), me.is_alive()));
    });
    gun.despawn();
    assert_eq!((take_log(), gun.is_alive(), ship.is_alive()), (vec!["true true".to_owned()], false, false));
    assert_eq!(World::stats().alive, 0);
}

#[test]
fn n3_nothing_is_attached_to_what_ends_and_nothing_is_saved_from_it() {
    let (ship, _) = child_that(|me| {
        let (parent, new) = (me.parent().expect("the whole works"), Entity::spawn());
        assert_eq!(new.try_child_of(me), Err(HierarchyError::Dying { entity: me }));
        assert_eq!(new.try_child_of(parent), Err(HierarchyError::Dying { entity: parent }));
        assert_eq!(me.try_child_of(new), Err(HierarchyError::Dying { entity: me }));
        assert!(!me.detach() && parent.detach_children() == 0);
        assert_says(&message_of(|| new.child_of(me)), &["is being despawned", "before the despawn"]);
        new.despawn();
    });
    ship.despawn();
    assert_eq!(World::stats().alive, 0);
}

#[test]
fn n3_what_dies_in_mid_despawn_is_no_harm() {
    let (ship, _) = child_that(|me| {
        let parent = me.parent().expect("the whole works");
        parent.children().for_each(|child| assert!(!child.despawn()));
        assert!(!parent.kill::<Part>() && !me.kill::<Does>());
        // A neighbour tree may end, and be spawned.
        part("other").despawn();
        Entity::spawn().with(Late("after"));
    });
    ship.insert(Part("ship"));
    part("first").child_of(ship);
    ship.despawn();
    assert_eq!(World::stats().alive, 1);
}

#[test]
fn n3_a_panic_in_mid_despawn_ends_the_whole() {
    for at in 0..3 {
        let all = [0, 1, 2].map(|n| {
            let does: fn(Entity) = if n == at { |_| panic!("in `shutdown`") } else { |_| log("ended") };
            Entity::spawn().with(Does(does)).with(Late("too"))
        });
        all[2].child_of(all[1].child_of(all[0]));
        assert!(std::panic::catch_unwind(|| all[0].despawn()).is_err());
        assert!(all.iter().all(|part| !part.is_alive()));
        World::flush();
        let mut ends = take_log();
        ends.sort();
        assert_eq!(ends, ["ended", "ended", "late too", "late too", "late too"], "each once, at {at}");
        assert_eq!((Does::count(), Late::count(), World::stats().alive), (0, 0, 0));
    }
}

#[test]
fn n3_while_the_thread_unwinds_all_below_end_and_their_hooks_wait() {
    struct Despawns(Entity);
    impl Drop for Despawns {
        fn drop(&mut self) {
            assert!(self.0.despawn());
        }
    }
    let all @ [ship, ..] = ship();
    let result = std::panic::catch_unwind(|| {
        let _guard = Despawns(ship);
        panic!("on purpose");
    });
    assert!(result.is_err() && all.iter().all(|part| !part.is_alive()));
    assert!(take_log().is_empty());
    World::flush();
    assert_eq!((take_log().len(), Part::count()), (4, 0));
}

#[test]
fn n3_messages_say_how_a_child_has_ended() {
    let [ship, _, gun, _] = ship();
    ship.despawn();
    let message = message_of(|| gun.borrow::<Part>());
    if cfg!(debug_assertions) {
        assert_says(&message, &["despawn", "despawning.rs"]);
    }
}

#[test]
#[cfg_attr(miri, ignore = "is about many")]
fn n3_a_chain_of_a_hundred_thousand_overflows_no_stack() {
    let run = || {
        let top = Entity::spawn().with(Late("top"));
        let bottom = (0..100_000).fold(top, |above, _| Entity::spawn().child_of(above));
        bottom.insert(Late("bottom"));
        assert_eq!((bottom.root(), top.down::<Late>()), (top, Some(bottom.handle())));
        assert_eq!((bottom.ancestors().count(), top.descendants().count()), (100_000, 100_000));
        assert!(matches!(top.try_child_of(bottom), Err(HierarchyError::Cycle { .. })));
        assert!(top.set_enabled(false) && !bottom.is_enabled());
        assert!(top.set_enabled(true) && bottom.is_enabled());
        top.despawn();
        assert_eq!(
            (take_log(), World::stats().alive),
            (vec!["late bottom".to_owned(), "late top".to_owned()], 0)
        );
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    thread.spawn(run).expect("a thread").join().expect("no overflow");
}

// ---- pools ----

#[derive(Component, Default)]
struct Hull {
    gun: Handle<Gun>,
}

impl Hull {
    fn init(&mut self, me: Entity) {
        self.gun = Entity::spawn().child_of(me).insert(Gun::default());
    }
    fn on_reset(&mut self, me: Entity) {
        self.gun = me.down().unwrap_or_default();
    }
}

#[derive(Component, Default)]
struct Gun {
    resets: u32,
}

impl Gun {
    fn on_reset(&mut self) {
        self.resets += 1;
        log("reset");
    }
    fn on_enable(&mut self) {
        log("gun on");
    }
    fn on_disable(&mut self) {
        log("gun off");
    }
}

#[test]
fn n3_a_pool_parks_and_takes_all_below() {
    let pool = Pool::<Archetype<(Hull,)>>::new();
    let first = pool.take();
    let gun = first.borrow::<Hull>().gun;
    assert_eq!(take_log(), ["gun on"]);
    gun.entity().set_enabled(false);
    take_log();
    assert!(pool.give_back(first));
    assert!(take_log().is_empty() && !gun.is_enabled() && gun.is_alive());
    let again = pool.take();
    let gun_now = again.borrow::<Hull>().gun;
    assert_eq!(take_log(), ["reset", "gun on"], "it is as new");
    assert!(!gun.is_alive() && gun_now.is_alive() && gun_now.entity().index() == gun.entity().index());
    assert_eq!((gun_now.borrow().resets, gun_now.entity().parent()), (1, Some(again)));
    assert_eq!((Gun::count(), Hull::count()), (1, 1), "nothing was made anew");
    again.despawn();
    assert!(!gun_now.is_alive());
}

#[test]
fn n3_a_pool_does_not_take_what_is_borrowed_below() {
    let pool = Pool::<Archetype<(Hull,)>>::new();
    let first = pool.take();
    let gun = first.borrow::<Hull>().gun;
    pool.give_back(first);
    let held = gun.borrow();
    let other = pool.take();
    assert!(other.index() != first.index() && held.resets == 0);
    drop(held);
    assert!(first.is_alive() && gun.is_alive(), "all is as it was");
    assert_eq!(pool.take().index(), first.index());
}

#[test]
fn n3_what_is_given_back_leaves_its_parent() {
    let pool = Pool::<Archetype<(Hull,)>>::new();
    let carrier = Entity::spawn();
    let hull = pool.take().child_of(carrier);
    assert!(pool.give_back(hull));
    assert_eq!((hull.parent(), carrier.children().count()), (None, 0));
    carrier.despawn();
    assert_eq!(pool.parked(), 1);
    drop(pool);
    assert_eq!((Hull::count(), Gun::count()), (0, 0), "the pool ends, with all below what it has");
}

#[test]
fn n3_another_thread_knows_nothing_of_the_links() {
    let [ship, _, gun, _] = ship();
    assert_eq!(on_thread(move || (gun.parent(), ship.children().count())), (None, 0));
}
