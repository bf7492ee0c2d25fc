//! Law A3: observers and interfaces of types that are stored by their fields, and how they are printed.

use ecs_core::{
    Add, BorrowError, Component, Disable, Enable, Entity, Remove, World, every, observe, update_all,
};

use crate::support::{assert_says, log, message_of};
use crate::{Plane, Wind, logged, plane, planes};

/// Hears of planes, into fields.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, on(Add<Plane>, Remove<Plane>, Enable<Plane>, Disable<Plane>))]
struct Radar {
    came: u32,
    gone: u32,
    switched: u32,
    sum: i64,
}

impl Radar {
    fn on_add_plane(&mut self, e: &Add<Plane>, me: Entity) {
        self.came += 1;
        self.sum += e.borrow().y;
        assert_ne!(me, e.entity());
    }
    fn on_remove_plane(&mut self, e: &Remove<Plane>) {
        self.gone += 1;
        self.sum -= e.get().map_or(0, |plane| plane.y);
    }
    fn on_enable_plane(&mut self, e: &Enable<Plane>) {
        self.switched += 1;
        e.handle().borrow_mut().speed = -1;
    }
    fn on_disable_plane(&mut self, e: &Disable<Plane>) {
        self.switched += 100;
        assert!(e.get().is_some());
    }
}

#[test]
fn a3_observers_read_and_are_written() {
    let radar = Entity::spawn().with(Radar::default());
    let heard = observe(|e: &Add<Plane>| log(format!("add {}", e.borrow().id)));
    let gone = observe(|e: &Remove<Plane>| log(format!("{:?} {:?}", e.why(), e.get().map(|plane| plane.id))));
    let all = planes(4);
    assert_eq!(*radar.borrow::<Radar>(), Radar { came: 4, gone: 0, switched: 4, sum: 6000 });
    all[1].set_enabled(false);
    all[2].insert(plane(9));
    all[3].despawn();
    all[0].kill::<Plane>();
    assert_eq!(*radar.borrow::<Radar>(), Radar { came: 5, gone: 3, switched: 405, sum: 1000 + 9000 });
    assert_eq!(
        logged(),
        "add 0, add 1, add 2, add 3, Replaced Some(2), add 9, Despawned Some(3), Removed Some(0)"
    );
    drop((heard, gone));
    let _ = observe(|e: &Add<Plane>| log(format!("there {}", e.borrow().id))).with_existing();
    assert_eq!(logged(), "there 9, there 1", "enabled ones first");
}

trait Damageable {
    fn hurt(&mut self, points: i64) -> i64;
    fn left(&self) -> i64;
}

#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, track, as(dyn Damageable))]
struct Hull {
    left: i64,
    hits: u8,
}

impl Damageable for Hull {
    fn hurt(&mut self, points: i64) -> i64 {
        self.left -= points;
        self.hits += 1;
        self.left
    }
    fn left(&self) -> i64 {
        self.left
    }
}

#[derive(Component, Default, Clone, Copy)]
#[component(as(dyn Damageable))]
struct Shield(i64);

impl Damageable for Shield {
    fn hurt(&mut self, points: i64) -> i64 {
        self.0 -= points;
        self.0
    }
    fn left(&self) -> i64 {
        self.0
    }
}

#[test]
fn a3_an_interface_is_called_by_each_and_with() {
    let hulls: Vec<_> = (0..5).map(|n| Entity::spawn().with(Hull { left: 100 * n, hits: 0 })).collect();
    let shield = Entity::spawn().with(Shield(7));
    every::<dyn Damageable>().each(|one| _ = one.hurt(1));
    every::<dyn Damageable>().each(|one| _ = one.hurt(1));
    every::<dyn Damageable>().each_with_entity(|me, one| _ = one.hurt(i64::from(me == hulls[2])));
    let mut sum = 0;
    every::<dyn Damageable>().read(|one| sum += one.left());
    assert_eq!((sum, every::<dyn Damageable>().count()), (1000 - 11 + 5, 6));
    assert_eq!(*hulls[2].borrow::<Hull>(), Hull { left: 197, hits: 3 });
    assert_eq!(hulls[3].with_as::<dyn Damageable, _>(|one| one.hurt(98)), Some(200));
    assert_eq!(shield.with_as::<dyn Damageable, _>(|one| one.hurt(1)), Some(4));
    assert_eq!(Entity::spawn().with_as::<dyn Damageable, _>(|one| one.hurt(1)), None);
    assert_eq!(*hulls[3].borrow::<Hull>(), Hull { left: 200, hits: 4 });
    let both = hulls[4].with(Shield(3));
    assert_eq!(both.with_all_as::<dyn Damageable>(|one| _ = one.hurt(2)), 2);
    assert_eq!((both.borrow::<Hull>().left, both.borrow::<Shield>().0), (396, 1));
    let guard = both.borrow::<Shield>();
    let mut called = 0;
    assert!(both.try_with_all_as::<dyn Damageable>(|_| called += 1).is_err());
    assert_eq!(called, 1, "the type before it");
    drop(guard);
    assert_eq!(Entity::spawn().with_all_as::<dyn Damageable>(|one| _ = one.hurt(1)), 0);
    let guard = hulls[3].borrow::<Hull>();
    assert!(hulls[3].try_with_as::<dyn Damageable, _>(|one| one.hurt(1)).is_err());
    assert_eq!(guard.left, 200);
}

#[test]
fn a3_a_guard_of_an_interface_is_an_error_with_the_way_out() {
    let hull = Entity::spawn().with(Hull::default());
    update_all(0.1);
    let since = World::tick();
    let error = hull.try_get_as::<dyn Damageable>().map(|_| ()).expect_err("there is only a copy");
    assert!(matches!(error, BorrowError::Copied { .. }), "{error:?}");
    let parts = ["Hull", "soa", "with_as", "every"];
    assert_says(&error.to_string(), &parts);
    assert_says(&message_of(|| hull.get_as::<dyn Damageable>().is_some()), &parts);
    assert!(hull.try_read_as::<dyn Damageable>().is_err());
    assert!(!hull.handle::<Hull>().changed_since(since), "nothing was written");
    hull.borrow_mut::<Hull>().left = 1;
    assert!(hull.handle::<Hull>().changed_since(since));
}

#[test]
fn a3_dump_and_debug_show_the_values() {
    let ship = Entity::spawn().with(plane(2)).with(Wind(3));
    let gun = Entity::spawn().with(Hull { left: 5, hits: 1 }).child_of(ship);
    ship.set_name("ship");
    let dump = ship.dump();
    assert_says(
        &dump,
        &["\"ship\"", "Plane { id: 2, y: 2000, speed: 20 }", "Wind(3)", "Hull { left: 5, hits: 1 }"],
    );
    let guard = gun.borrow_mut::<Hull>();
    assert_says(&gun.dump(), &["Hull <borrowed>"]);
    drop(guard);
    assert_eq!(format!("{:?}", ship.borrow::<Plane>()), "Plane { id: 2, y: 2000, speed: 20 }");
}
