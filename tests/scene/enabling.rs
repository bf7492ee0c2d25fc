//! Law N4: what is disabled disables all below it.

use ecs_core::{Component, Entity, Handle, World, query, update_all};

use crate::support::{log, take_log};

/// A component that logs when it is switched, and when it is updated.
#[derive(Component)]
struct Lamp(&'static str);

impl Lamp {
    fn on_enable(&mut self) {
        log(format!("{} on", self.0));
    }
    fn on_disable(&mut self) {
        log(format!("{} off", self.0));
    }
    fn update(&mut self) {
        log(format!("{} updated", self.0));
    }
}

fn lamp(name: &'static str) -> Entity {
    Entity::spawn().with(Lamp(name))
}

/// A ship with a turret and its gun, and a mast.
fn ship() -> [Entity; 4] {
    let all @ [ship, turret, gun, mast] = ["ship", "turret", "gun", "mast"].map(lamp);
    gun.child_of(turret.child_of(ship));
    mast.child_of(ship);
    take_log();
    all
}

fn enabled(entities: &[Entity]) -> Vec<bool> {
    entities.iter().map(|entity| entity.is_enabled()).collect()
}

#[test]
fn n4_all_below_are_disabled_and_enabled_again() {
    let all @ [ship, turret, ..] = ship();
    assert!(ship.set_enabled(false));
    assert_eq!((enabled(&all), Lamp::view().enabled().len()), (vec![false; 4], 0));
    assert!(all[1..].iter().all(|below| below.is_switched_on()) && !ship.is_switched_on());
    assert_eq!(take_log(), ["mast off", "gun off", "turret off", "ship off"], "children first");
    update_all(0.1);
    assert!(take_log().is_empty() && query::<&Lamp>().iter().count() == 0);
    assert!(turret.borrow::<Lamp>().handle().is_alive());
    ship.set_enabled(true);
    assert_eq!(take_log(), ["ship on", "turret on", "gun on", "mast on"], "parents first");
    assert_eq!(enabled(&all), [true; 4]);
}

#[test]
fn n4_a_switch_of_its_own_stays_off() {
    let all @ [ship, turret, gun, mast] = ship();
    turret.set_enabled(false);
    mast.handle::<Lamp>().set_enabled(false);
    assert_eq!(take_log(), ["gun off", "turret off", "mast off"]);
    ship.set_enabled(false);
    assert_eq!(take_log(), ["ship off"], "only what really changes");
    gun.set_enabled(false);
    ship.set_enabled(true);
    assert_eq!((take_log(), enabled(&all)), (vec!["ship on".to_owned()], vec![true, false, false, true]));
    turret.set_enabled(true);
    assert_eq!((take_log(), enabled(&all)), (vec!["turret on".to_owned()], vec![true, true, false, true]));
    assert!(!mast.handle::<Lamp>().is_enabled());
}

#[test]
fn n4_what_is_attached_is_as_its_parent_says() {
    let [ship, turret, gun, mast] = ship();
    let off = lamp("off");
    off.set_enabled(false);
    take_log();
    turret.child_of(off);
    assert_eq!(
        (take_log(), enabled(&[turret, gun])),
        (vec!["gun off".to_owned(), "turret off".to_owned()], vec![false; 2])
    );
    assert!(mast.child_of(turret).insert(Lamp("new")).is_alive());
    assert_eq!(take_log(), ["mast off"], "one that is added to a disabled entity was never enabled");
    turret.child_of(ship);
    assert_eq!(take_log(), ["turret on", "gun on", "new on"]);
    turret.child_of(off);
    take_log();
    turret.detach();
    assert_eq!(take_log(), ["turret on", "gun on", "new on"]);
    turret.child_of(off);
    take_log();
    assert_eq!(off.detach_children(), 1);
    assert_eq!((take_log().len(), enabled(&[turret, gun])), (3, vec![true; 2]));
}

#[test]
fn n4_what_is_spawned_below_a_disabled_entity_is_disabled() {
    let [ship, ..] = ship();
    ship.set_enabled(false);
    take_log();
    let late = Entity::spawn().child_of(ship).with(Lamp("late"));
    update_all(0.1);
    assert!(take_log().is_empty() && !late.is_enabled() && late.is_switched_on());
    ship.set_enabled(true);
    assert!(take_log().contains(&"late on".to_owned()));
}

/// A component that switches its own entity off when it is disabled.
#[derive(Component)]
struct Shy(u32);

impl Shy {
    fn on_disable(&mut self, me: Entity) {
        self.0 += 1;
        me.set_enabled(false);
    }
}

#[test]
fn n4_a_parent_is_disabled_whose_child_disables_itself() {
    let ship = Entity::spawn();
    let shy = Entity::spawn().with(Shy(0)).child_of(ship);
    ship.set_enabled(false);
    assert_eq!((shy.borrow::<Shy>().0, shy.is_switched_on()), (1, false));
    ship.set_enabled(true);
    assert!(!shy.is_enabled(), "its own switch is off");
    shy.set_enabled(true);
    assert!(shy.is_enabled());
    ship.set_enabled(false);
    assert_eq!(shy.borrow::<Shy>().0, 2);
}

/// A component that changes the tree in mid-switch.
#[derive(Component)]
struct Mover {
    moves: Entity,
    to: Entity,
}

impl Mover {
    fn on_disable(&mut self) {
        if self.moves.is_alive() {
            self.moves.child_of(self.to);
        }
    }
}

#[test]
fn n4_what_is_moved_in_mid_switch_is_told_the_truth() {
    let (elsewhere, ship) = (Entity::spawn(), lamp("ship"));
    let gun = lamp("gun").child_of(ship);
    let mover = Entity::spawn().with(Mover { moves: gun, to: elsewhere }).child_of(ship);
    take_log();
    ship.set_enabled(false);
    assert_eq!((gun.parent(), gun.is_enabled(), mover.is_enabled()), (Some(elsewhere), true, false));
    assert_eq!(take_log(), ["ship off"], "it is enabled when its turn comes, so it is told nothing");
}

#[derive(Component)]
struct Bad;

impl Bad {
    fn on_disable(&mut self) {
        panic!("bad");
    }
}

#[test]
fn n4_a_panic_in_mid_switch_leaves_all_switched_and_the_rest_is_notified_later() {
    let all @ [ship, _, gun, _] = ship();
    gun.insert(Bad);
    assert!(std::panic::catch_unwind(|| ship.set_enabled(false)).is_err());
    assert_eq!(enabled(&all), [false; 4]);
    World::flush();
    let mut told = take_log();
    told.sort();
    assert_eq!(told, ["gun off", "mast off", "ship off", "turret off"], "each once");
    ship.set_enabled(true);
    assert_eq!(take_log().len(), 4);
}

#[test]
fn n4_what_is_borrowed_is_notified_at_the_sync_point() {
    let all @ [ship, turret, ..] = ship();
    let held = turret.borrow::<Lamp>();
    ship.set_enabled(false);
    assert_eq!(
        (enabled(&all), take_log()),
        (vec![false; 4], ["mast off", "gun off", "ship off"].map(str::to_owned).to_vec())
    );
    drop(held);
    World::flush();
    assert_eq!(take_log(), ["turret off"]);
}

#[test]
fn n4_handles_say_whether_they_are_enabled() {
    let [ship, _, gun, _] = ship();
    let handle: Handle<Lamp> = gun.handle();
    ship.set_enabled(false);
    assert!(!handle.is_enabled());
    ship.set_enabled(true);
    assert!(handle.is_enabled());
}
