//! Law A3: a component that is a copy of its row knows its entity, wherever the library has called its hook;
//! elsewhere it says that it does not.

use ecs_core::{Component, Entity, Handle, next_frame, query, update_all, wait};

use crate::support::{assert_says, log, message_of};
use crate::{Plane, Wind, logged, plane, planes};

struct Ping;

/// Asks for its entity wherever it is called.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, on(Ping))]
struct Asks {
    me: Entity,
    asked: u32,
    limit: u32,
}

impl Asks {
    fn ask(&mut self) {
        assert_eq!(self.entity(), self.me);
        assert_eq!(self.handle().entity(), self.me);
        assert_eq!(self.try_entity(), Some(self.me));
        assert_eq!(self.sibling::<Wind>(), self.me.handle());
        self.asked += 1;
    }
    fn init(&mut self) {
        self.me = self.entity();
        self.ask();
        self.after(0.5, Self::ask);
        self.every(0.25, Self::ask);
        self.task(async move |me: Handle<Self>| {
            wait(0.5).await;
            me.with(|me| me.asked += 100);
            next_frame().await;
            me.with(|me| me.asked += 1000);
        });
    }
    fn start(&mut self) {
        self.ask();
    }
    fn fixed_update(&mut self) {
        self.ask();
    }
    fn update(&mut self) {
        self.ask();
        if self.limit != 0 && self.asked > self.limit {
            assert!(self.kill() && !self.kill());
            self.ask();
        }
    }
    fn late_update(&self) {
        assert_eq!(self.entity(), self.me);
        log("late");
    }
    fn on_ping(&mut self, _: &Ping) {
        self.ask();
    }
    fn on_enable(&mut self) {
        self.ask();
    }
    fn on_disable(&mut self) {
        self.ask();
    }
    fn shutdown(&mut self) {
        self.ask();
        log(format!("shutdown {}", self.asked));
    }
}

#[test]
fn a3_self_entity_works_in_each_hook() {
    let all: Vec<_> = (0..5).map(|_| Entity::spawn().with(Wind(0)).with(Asks::default())).collect();
    for one in &all {
        one.send(Ping);
        one.set_enabled(false);
        one.set_enabled(true);
    }
    Asks::for_each(Asks::ask);
    assert!(all.iter().all(|one| one.borrow::<Asks>().asked == 6), "init, on, ping, off, on, each");
    update_all(0.25);
    let asked = all[0].borrow::<Asks>().asked;
    assert!(asked >= 6 + 3, "start, a timer, and the update: {asked}");
    update_all(0.25);
    let asked = all[0].borrow::<Asks>().asked;
    assert!(asked >= 6 + 3 + 3, "two timers: {asked}");
    update_all(0.25);
    let asked = all[0].borrow::<Asks>().asked;
    assert!((100..1000).contains(&asked), "half a second after its first turn the task goes on: {asked}");
    update_all(0.25);
    assert!(all.iter().all(|one| one.borrow::<Asks>().asked > 1000));
    assert_eq!(logged().matches("late").count(), 20);
}

#[test]
fn a3_a_component_kills_itself_in_its_hook() {
    let all: Vec<_> =
        (0..6).map(|n| Entity::spawn().with(Asks { limit: 1 + n % 2 * 1000, ..Asks::default() })).collect();
    update_all(0.1);
    let alive: Vec<_> = all.iter().map(|one| one.has::<Asks>()).collect();
    assert_eq!(alive, [false, true, false, true, false, true]);
    let said = logged();
    assert_eq!(said.matches("shutdown").count(), 3, "{said}");
}

/// Adds to its own entity, from a copy.
#[derive(Component, Default, Clone, Copy)]
#[component(soa)]
struct Adds {
    n: i64,
    is_done: bool,
}

impl Adds {
    fn update(&mut self) {
        if !self.is_done {
            self.is_done = true;
            self.add::<Wind>().borrow_mut().0 = self.n;
            self.entity().insert(plane(self.n as u8));
        }
    }
}

#[test]
fn a3_a_component_adds_to_its_entity() {
    let all: Vec<_> = (0..20).map(|n| Entity::spawn().with(Adds { n, is_done: false })).collect();
    update_all(0.1);
    for (n, one) in (0..).zip(all) {
        assert_eq!((one.borrow::<Wind>().0, *one.borrow::<Plane>()), (n, plane(n as u8)));
        assert!(one.borrow::<Adds>().is_done);
    }
}

#[test]
fn a3_for_each_knows_the_entity_of_each() {
    let all = planes(9);
    let mut seen = Vec::new();
    Plane::for_each(|plane| seen.push((plane.entity(), plane.id)));
    assert!(seen.iter().zip(&all).all(|(seen, entity)| *entity == seen.0
        && usize::from(seen.1) == all.iter().position(|one| one == entity).unwrap()));
}

#[test]
fn a3_elsewhere_a_copy_has_no_entity_and_says_so() {
    let one = planes(3)[1];
    let parts = ["Plane", "no entity", "handle"];
    let local = plane(1);
    assert_eq!(local.try_entity(), None);
    assert_says(&message_of(|| local.entity()), &parts);
    assert_says(&message_of(|| one.borrow::<Plane>().entity()), &parts);
    assert_says(&message_of(|| one.borrow_mut::<Plane>().kill()), &parts);
    let mut all = query::<&mut Plane>();
    for plane in &mut all {
        assert_eq!(plane.try_entity(), None, "a guard is a copy of the row");
    }
    drop(all);
    query::<&Plane>().each(|plane| assert_eq!(plane.try_entity(), None));
}

#[test]
fn a3_a_copy_of_a_copy_has_no_entity() {
    planes(2);
    Plane::for_each(|plane| {
        let copy = *plane;
        assert!(copy.try_entity().is_none() && plane.try_entity().is_some());
    });
}

/// Has no bytes, so that copies of it need no place of their own.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, on(Ping))]
struct Empty {
    a: (),
    b: [u64; 0],
}

impl Empty {
    fn update(&mut self, me: Entity) {
        assert_eq!(self.entity(), me);
        let mut others = 0;
        // Visits the others.
        Self::for_each(|other| {
            assert_ne!(other.entity(), me);
            assert_eq!(self.entity(), me, "one within the other");
            others += 1;
        });
        assert_eq!(self.entity(), me);
        log(format!("{others}"));
    }
    fn late_update(&self, me: Entity) {
        query::<(Entity, &Wind)>().each(|(entity, _)| _ = entity.send(Ping));
        assert_eq!(self.entity(), me);
    }
    fn on_ping(&self, _: &Ping) {
        log(format!("ping {}", self.entity().index()));
    }
}

#[test]
fn a3_values_without_bytes_are_told_apart() {
    let all: Vec<_> = (0..4).map(|_| Entity::spawn().with(Wind(0)).with(Empty::default())).collect();
    for one in &all[1..] {
        one.remove::<Wind>();
    }
    update_all(0.1);
    let first = format!("ping {}", all[0].index());
    assert_eq!(logged(), format!("3, 3, 3, 3, {}", [first.as_str(); 4].join(", ")));
}
