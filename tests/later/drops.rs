//! K2 and K3: each closure and each future is dropped once, where user code may run.

use ecs_core::{Component, Entity, World, update_all, wait};

use crate::support::{DropCounter, caught, log, on_thread, take_log};
use crate::{Probe, pending, probe};

#[test]
fn k2_each_closure_and_future_is_dropped_once() {
    let counter = DropCounter::default();
    let made = counter.clone();
    on_thread(move || {
        let kept = |counter: &DropCounter| std::sync::Arc::new(counter.token());
        for round in 0..8 {
            let (probe, entity) = (probe(), Entity::spawn());
            let [a, b, c, d] = [(); 4].map(|()| kept(&made));
            let once = probe.after(1.0, move |_: &mut Probe| _ = &a);
            probe.every(0.5, move |_: &mut Probe| _ = &b);
            entity.every(0.25, move |_| _ = &c);
            entity.task(async move |_| {
                let _own = d;
                wait(1.5).await;
            });
            match round {
                0 => update_all(3.0),
                1 => _ = once.cancel(),
                2 => _ = (probe.kill(), entity.despawn()),
                3 => World::clear(),
                4 => World::reset(),
                5 => {
                    let _guard = probe.borrow();
                    update_all(1.0);
                }
                6 => {
                    let says = caught(|| {
                        let _despawns = Despawns([probe.entity(), entity]);
                        panic!("unwinds");
                    });
                    assert_eq!(says.text, "unwinds");
                }
                _ => {}
            }
            update_all(0.125);
        }
        assert!(pending().0 > 0);
        let other = World::new();
        let token = kept(&made);
        other.enter(|| {
            let token = token;
            probe().every(1.0, move |_: &mut Probe| _ = &token);
        });
        drop(other);
    });
    assert_eq!(counter.made(), 33);
    assert_eq!(counter.dropped(), 33);
}

/// Despawns while the thread unwinds.
struct Despawns([Entity; 2]);

impl Drop for Despawns {
    fn drop(&mut self) {
        assert_eq!(Entity::despawn_many(&self.0), 2);
    }
}

/// Calls what it can when it is dropped.
#[derive(Clone)]
struct Calls(&'static str);

impl Drop for Calls {
    fn drop(&mut self) {
        let count = Probe::count();
        let spawned = Entity::try_spawn().is_ok();
        let timer = Entity::NONE.despawn_after(1.0);
        log(format!("{}: {count}, {spawned}, {}", self.0, timer.cancel()));
    }
}

#[test]
fn k3_what_is_dropped_may_call_anything_also_at_the_end_of_the_world() {
    let world = World::new();
    world.enter(|| {
        let probe = probe();
        let (closure, future) = (Calls("closure"), Calls("future"));
        probe.every(1.0, move |_: &mut Probe| _ = &closure);
        probe.task(async move |_| {
            let _own = future;
            wait(5.0).await;
        });
        update_all(1.0);
        let killed = Calls("killed");
        let other = Entity::spawn().add::<Probe>();
        other.after(1.0, move |_: &mut Probe| _ = &killed);
        other.kill();
        assert_eq!(take_log(), ["killed: 1, true, false"]);
    });
    drop(world);
    assert_eq!(take_log(), ["closure: 0, false, false", "future: 0, false, false"]);
}

#[test]
fn k2_what_a_panicking_turn_owns_is_dropped_when_nothing_unwinds() {
    #[derive(Clone)]
    struct Owned;
    impl Drop for Owned {
        fn drop(&mut self) {
            log(format!("unwinding: {}", std::thread::panicking()));
        }
    }
    let owned = Owned;
    probe().after(1.0, move |_: &mut Probe| {
        let _own = &owned;
        panic!("on purpose");
    });
    assert_eq!(caught(|| update_all(1.0)).text, "on purpose");
    World::flush();
    assert_eq!((take_log(), pending()), (vec!["unwinding: false".to_owned()], (0, 0)));
}

#[test]
fn k2_a_drop_that_makes_a_timer_makes_one() {
    #[derive(Clone)]
    struct Restarts(Entity);
    impl Drop for Restarts {
        fn drop(&mut self) {
            self.0.after(1.0, |_| log("restarted"));
        }
    }
    let entity = Entity::spawn();
    let restarts = Restarts(entity);
    entity.after(1.0, move |_| _ = &restarts);
    update_all(1.0);
    assert_eq!(pending(), (1, 0));
    update_all(1.0);
    assert_eq!(take_log(), ["restarted"]);
}

#[test]
fn k2_a_shutdown_may_make_timers_for_what_goes_on() {
    #[derive(Component)]
    struct Mine(Entity);
    impl Mine {
        fn shutdown(&mut self, me: Entity) {
            self.after(1.0, |_| unreachable!());
            me.after(1.0, |_| unreachable!());
            self.0.after(1.0, |_| log("boom"));
        }
    }
    let field = Entity::spawn();
    let mine = Entity::spawn().with(Mine(field));
    mine.despawn();
    assert_eq!(pending(), (1, 0));
    update_all(1.0);
    assert_eq!(take_log(), ["boom"]);
}
