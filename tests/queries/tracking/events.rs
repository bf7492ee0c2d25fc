//! What events and `for_each` change.

use ecs_core::{Component, Entity, Handle, Singleton, World, send_all, update_all};

struct Hit(u32);
struct Look;

#[derive(Component)]
#[component(track, on(Hit, Look))]
struct Health(u32);

impl Health {
    fn on_hit(&mut self, hit: &Hit) {
        self.0 -= hit.0;
    }
    fn on_look(&self, _: &Look) {}
}

fn three() -> [Handle<Health>; 3] {
    [0, 1, 2].map(|n| Entity::spawn().insert(Health(9 + n)))
}

#[test]
fn a_notified_component_has_changed_where_its_hook_may_write() {
    let all = three();
    let changed = |advance: &dyn Fn()| {
        let seen = World::tick();
        advance();
        all.map(|health| health.changed_since(seen))
    };
    assert_eq!(changed(&|| _ = all[1].entity().send(Hit(1))), [false, true, false]);
    assert_eq!(changed(&|| _ = Health::send_all(Hit(1))), [true; 3]);
    assert_eq!(changed(&|| _ = send_all(Hit(1))), [true; 3]);
    assert_eq!(changed(&|| _ = all[1].entity().send(Look)), [false; 3]);
    assert_eq!(changed(&|| _ = Health::send_all(Look)), [false; 3]);
    // One that waits is notified later, and has changed then.
    let guard = all[0].borrow();
    assert_eq!(changed(&|| _ = Health::send_all(Hit(1))), [false, true, true]);
    assert_eq!(changed(&|| _ = Health::send_all(Look)), [false; 3]);
    drop(guard);
    assert_eq!(changed(&World::flush), [true, false, false]);
    all[2].set_enabled(false);
    assert_eq!(changed(&|| _ = Health::send_all(Hit(1))), [true, true, false]);
}

#[test]
fn for_each_changes_what_it_visits() {
    let all = three();
    all[2].set_enabled(false);
    let seen = World::tick();
    Health::for_each(|health| health.0 += 1);
    assert_eq!(all.map(|health| health.changed_since(seen)), [true, true, false]);
    // Also where it looks at each row, and when it panics.
    all[2].set_enabled(true);
    let seen = World::tick();
    let visit = || {
        Health::for_each(|health| {
            if health.0 == 11 {
                all[0].kill();
                panic!("the second");
            }
        });
    };
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(visit)).is_err());
    assert_eq!(all.map(|health| health.changed_since(seen)), [false, true, false]);
    // A moment that is taken in the middle does not miss what comes after it.
    let (mut moment, mut first) = (None, true);
    Health::for_each(|health| {
        if std::mem::take(&mut first) {
            moment = Some(World::tick());
        }
        health.0 += 1;
    });
    let moment = moment.expect("there are two");
    assert!(all[1].changed_since(moment) && all[2].changed_since(moment));
}

#[test]
fn a_singleton_that_a_pass_takes_has_changed_where_the_hook_may_write() {
    #[derive(Singleton, Default)]
    #[component(track)]
    struct Score(u32);
    #[derive(Component, Default)]
    struct Coin;
    impl Coin {
        fn fixed_update(&self, score: &mut Score) {
            score.0 += 1;
        }
        fn update(&self, _: &Score) {}
    }
    let score = Score::set(Score(0));
    Entity::spawn().add::<Coin>();
    let seen = World::tick();
    update_all(0.0);
    assert!(!score.changed_since(seen));
    update_all(0.05);
    assert!(score.changed_since(seen));
}
