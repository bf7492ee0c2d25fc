//! Law A3: hooks within hooks: each has its own copy, and reads what others have written to other rows.

use ecs_core::{Component, Entity, Handle, query, update_all};

use crate::support::log;
use crate::{Plane, logged, plane};

struct Hit(i32);

/// Refers to another one, and hits it.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, on(Hit))]
struct Ship {
    next: Handle<Ship>,
    hull: i32,
    strength: i32,
    hits: u8,
}

impl Ship {
    fn update(&mut self, me: Entity) {
        self.hits = 0;
        if self.strength == 0 {
            return;
        }
        let before = self.next.borrow().hull;
        self.next.entity().send(Hit(self.strength));
        assert_eq!((self.next.borrow().hull, self.next.borrow().hits), (before - self.strength, 1));
        self.next.borrow_mut().hull -= 1;
        assert_eq!(self.next.get().unwrap().hull, before - self.strength - 1);
        self.next.with(|next| next.hull -= 1);
        assert_eq!(self.next.borrow().hull, before - self.strength - 2);
        // What is borrowed is refused, and not changed.
        assert!(me.try_borrow::<Self>().is_err() && me.try_borrow_mut::<Self>().is_err());
        me.send(Hit(1000));
        assert_eq!(self.hits, 0, "that waits");
        self.hull += 100;
    }
    fn on_hit(&mut self, hit: &Hit) {
        self.hull -= hit.0;
        self.hits += 1;
        if hit.0 == 77 {
            self.next.entity().send(Hit(1));
            self.hits += 1;
            log(format!("{} {}", self.hull, self.next.borrow().hull));
        }
    }
}

#[test]
fn a3_an_event_within_a_hook_changes_another_row() {
    let ships: Vec<_> =
        (0..3).map(|n| Entity::spawn().with(Ship { hull: 1000 * n, ..Ship::default() })).collect();
    ships[0].borrow_mut::<Ship>().next = ships[1].handle();
    ships[0].borrow_mut::<Ship>().strength = 5;
    update_all(0.1);
    let hull = |n: usize| ships[n].borrow::<Ship>().hull;
    assert_eq!([hull(0), hull(1), hull(2)], [100 - 1000, 1000 - 5 - 2, 2000], "what waited came afterwards");
    assert_eq!(ships[0].borrow::<Ship>().hits, 1);
}

#[test]
fn a3_a_listener_sends_on_along_a_chain() {
    let ships: Vec<_> = (0..3).map(|n| Entity::spawn().with(Ship { hull: n, ..Ship::default() })).collect();
    ships[0].borrow_mut::<Ship>().next = ships[1].handle();
    ships[1].borrow_mut::<Ship>().next = ships[2].handle();
    ships[0].send(Hit(77));
    assert_eq!(logged(), "-77 0");
    let hits: Vec<_> =
        ships.iter().map(|ship| (ship.borrow::<Ship>().hull, ship.borrow::<Ship>().hits)).collect();
    assert_eq!(hits, [(-77, 2), (0, 1), (2, 0)]);
}

/// Looks at others of its type, and of another, while its own row is borrowed.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct Looks {
    seen: i64,
    n: i64,
}

impl Looks {
    fn update(&mut self, me: Entity) {
        self.seen = 0;
        query::<(&Self, Entity)>().except(me).each(|(other, _)| self.seen += other.n);
        for mut other in &mut query::<&mut Self>().except(me) {
            other.n += 1;
        }
        Plane::for_each(|plane| plane.y += 1);
        let planes = Plane::columns();
        self.seen += planes.y.iter().sum::<i64>();
        assert!(Self::try_columns().is_err() && Plane::try_columns_mut().is_err());
        drop(planes);
        Plane::columns_mut().speed.fill(9);
        self.n += 10;
    }
}

#[test]
fn a3_queries_and_loops_within_a_hook_see_what_was_changed() {
    let looks: Vec<_> = (1..4).map(|n| Entity::spawn().with(Looks { seen: 0, n })).collect();
    let planes = [Entity::spawn().with(plane(0)), Entity::spawn().with(plane(1))];
    update_all(0.1);
    let found: Vec<_> = looks.iter().map(|one| *one.borrow::<Looks>()).collect();
    // 2 + 3 and 1002; 11 + 4 and 1004; 12 + 13 and 1006.
    let expected = [(5 + 1002, 13), (15 + 1004, 14), (12 + 13 + 1006, 15)];
    assert_eq!(found, expected.map(|(seen, n)| Looks { seen, n }));
    assert_eq!(planes.map(|one| (one.borrow::<Plane>().y, one.borrow::<Plane>().speed)), [(3, 9), (1003, 9)]);
}

/// Replaces, and takes away, what is borrowed.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct Phoenix {
    life: u32,
    ash: bool,
}

impl Phoenix {
    fn update(&mut self, me: Entity) {
        if self.ash {
            me.insert(Self { life: self.life + 1, ash: false });
        }
        self.life += 100;
    }
    fn shutdown(&mut self) {
        log(format!("gone {}", self.life));
    }
}

#[test]
fn a3_what_is_replaced_in_its_hook_writes_to_its_own_row() {
    let all: Vec<_> = (0..4).map(|n| Entity::spawn().with(Phoenix { life: n, ash: n % 2 == 1 })).collect();
    update_all(0.1);
    let lives: Vec<_> = all.iter().map(|one| one.borrow::<Phoenix>().life).collect();
    assert_eq!(lives, [100, 2, 102, 4]);
    assert_eq!(logged(), "gone 101, gone 103");
}
