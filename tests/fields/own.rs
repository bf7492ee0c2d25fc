//! Law A3: a component that hooks have as a copy gets its entity as a parameter, and does by that what others
//! do by `self`.

use ecs_core::{Component, Entity, Handle, next_frame, query, update_all, wait};

use crate::support::log;
use crate::{Plane, Wind, logged, plane, planes};

struct Ping;

/// Takes its entity in each hook.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, on(Ping))]
struct Asks {
    me: Entity,
    asked: u32,
    limit: u32,
}

impl Asks {
    fn ask(&mut self, me: Entity) {
        assert_eq!(self.me, me);
        self.asked += 1;
    }
    fn count(&mut self) {
        self.asked += 1;
    }
    fn init(&mut self, me: Entity) {
        self.me = me;
        self.asked += 1;
        let handle = me.handle::<Self>();
        handle.after(0.5, Self::count);
        handle.every(0.25, Self::count);
        handle.task(async move |me: Handle<Self>| {
            wait(0.5).await;
            me.with(|me| me.asked += 100);
            next_frame().await;
            me.with(|me| me.asked += 1000);
        });
    }
    fn start(&mut self, me: Entity) {
        self.ask(me);
    }
    fn fixed_update(&mut self, me: Entity) {
        self.ask(me);
    }
    fn update(&mut self, me: Entity) {
        self.ask(me);
        if self.limit != 0 && self.asked > self.limit {
            assert!(me.kill::<Self>() && !me.kill::<Self>());
        }
    }
    fn late_update(&self, me: Entity) {
        assert_eq!(self.me, me);
        log("late");
    }
    fn on_ping(&mut self, _: &Ping, me: Entity) {
        self.ask(me);
    }
    fn on_enable(&mut self, me: Entity) {
        self.ask(me);
    }
    fn on_disable(&mut self, me: Entity) {
        self.ask(me);
    }
    fn shutdown(&mut self, me: Entity) {
        self.ask(me);
        log(format!("shutdown {}", self.asked));
    }
}

#[test]
fn a3_each_hook_gets_its_entity() {
    let all: Vec<_> = (0..5).map(|_| Entity::spawn().with(Wind(0)).with(Asks::default())).collect();
    for one in &all {
        one.send(Ping);
        one.set_enabled(false);
        one.set_enabled(true);
    }
    assert!(all.iter().all(|one| one.borrow::<Asks>().asked == 5), "init, on, ping, off, on");
    update_all(0.25);
    let asked = all[0].borrow::<Asks>().asked;
    assert!(asked >= 5 + 3, "start, a timer, and the update: {asked}");
    update_all(0.25);
    let asked = all[0].borrow::<Asks>().asked;
    assert!(asked >= 5 + 3 + 3, "two timers: {asked}");
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
    fn update(&mut self, me: Entity) {
        if !self.is_done {
            self.is_done = true;
            me.add::<Wind>().borrow_mut().0 = self.n;
            me.insert(plane(self.n as u8));
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
fn a3_a_query_knows_the_entity_of_each() {
    let all = planes(9);
    let mut seen = Vec::new();
    query::<(Entity, &Plane)>().each(|(entity, plane)| seen.push((entity, plane.id)));
    let expected: Vec<_> = all.iter().copied().zip(0..).collect();
    assert_eq!(seen, expected);
}

/// Has no bytes.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, on(Ping))]
struct Empty {
    a: (),
    b: [u64; 0],
}

impl Empty {
    fn update(&mut self, me: Entity) {
        let mut others = 0;
        query::<(Entity, &mut Self)>().except(me).each(|(other, _)| {
            assert_ne!(other, me);
            others += 1;
        });
        log(format!("{others}"));
    }
    fn late_update(&self) {
        query::<(Entity, &Wind)>().each(|(entity, _)| _ = entity.send(Ping));
    }
    fn on_ping(&self, _: &Ping, me: Entity) {
        log(format!("ping {}", me.index()));
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
