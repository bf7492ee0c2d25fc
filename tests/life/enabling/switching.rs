//! Laws S7 and D7: what switches a component, who is notified, and what the switch leaves out.

use super::*;

// ---- S7 ----

#[test]
fn s7_a_component_is_enabled_if_its_own_switch_and_its_entitys_are_on() {
    let handle = Entity::spawn().add::<Lamp>();
    let entity = handle.entity();
    assert!(handle.is_enabled() && entity.is_enabled());
    for (own, entitys) in [(false, true), (false, false), (true, false), (true, true)] {
        assert!(handle.set_enabled(own) && entity.set_enabled(entitys));
        assert_eq!((handle.is_enabled(), entity.is_enabled()), (own && entitys, entitys));
        let prefix = Lamp::view().enabled().len();
        assert_eq!(prefix == 1, own && entitys);
        assert_eq!(World::stats().stores[0].enabled, prefix);
        take_log();
        update_all(0.1);
        assert_eq!(take_log().len(), prefix, "a pass touches the prefix only");
        assert_eq!(handle.borrow().0, 0, "handles work, enabled or not");
    }
}

#[test]
fn s7_a_later_add_inherits_the_entitys_switch() {
    let entity = Entity::spawn();
    entity.set_enabled(false);
    let handle = entity.insert(Lamp(1));
    assert!(!handle.is_enabled());
    assert_eq!(Lamp::view().enabled().len(), 0);
    update_all(0.1);
    assert_eq!(take_log(), [""; 0], "not updated; never notified, because it never was on");
    entity.set_enabled(true);
    assert!(handle.is_enabled());
    assert_eq!(take_log(), ["1 on true"]);
    // A switch that is off does not stick to the index.
    entity.set_enabled(false);
    entity.despawn();
    let next = Entity::spawn();
    assert_eq!(next.index(), entity.index());
    assert!(next.is_enabled() && next.insert(Lamp(2)).is_enabled());
    let lamp = next.handle::<Lamp>();
    lamp.set_enabled(false);
    lamp.kill();
    assert!(next.insert(Lamp(3)).is_enabled(), "nor a component's to its successor");
}

#[test]
fn s7_switching_is_notified_once_and_after_the_change() {
    let lamps = lamps(2);
    assert_eq!(take_log(), ["0 on true", "1 on true"], "when they begin");
    assert!(lamps[0].set_enabled(true));
    assert_eq!(take_log(), [""; 0], "no change");
    assert!(lamps[0].set_enabled(false) && lamps[0].set_enabled(false));
    assert_eq!(take_log(), ["0 off false"]);
    lamps[0].entity().set_enabled(false);
    assert_eq!(take_log(), [""; 0], "off already");
    lamps[0].set_enabled(true);
    assert_eq!(take_log(), [""; 0], "its entity is still off");
    lamps[0].entity().set_enabled(true);
    assert_eq!(take_log(), ["0 on true"]);
    lamps[1].entity().set_enabled(false);
    lamps[1].entity().set_enabled(false);
    assert_eq!(take_log(), ["1 off false"]);
    assert!(lamps[1].kill());
    assert!(!lamps[1].set_enabled(true) && !lamps[1].is_enabled());
    lamps[1].entity().set_enabled(true);
    assert_eq!(take_log(), [""; 0], "the dead are not notified");
    lamps[1].entity().despawn();
    assert!(!lamps[1].entity().set_enabled(true) && !lamps[1].entity().is_enabled());
}

#[test]
fn s7_an_entity_switches_all_its_components() {
    #[derive(Component, Default)]
    struct Fan;
    impl Fan {
        fn on_enable(&mut self) {
            log("fan on");
        }
        fn on_disable(&mut self) {
            log("fan off");
        }
    }
    let entity = Entity::spawn().with(Lamp(0)).with(Fan);
    let other = Entity::spawn().with(Lamp(1)).with(Fan);
    take_log();
    entity.set_enabled(false);
    assert_eq!(take_log(), ["0 off false", "fan off"]);
    assert!(!entity.handle::<Lamp>().is_enabled() && !entity.handle::<Fan>().is_enabled());
    assert!(other.handle::<Lamp>().is_enabled() && other.handle::<Fan>().is_enabled());
    entity.set_enabled(true);
    assert_eq!(take_log(), ["0 on true", "fan on"]);
}

#[test]
fn s7_a_borrowed_component_is_switched_at_once_and_notified_at_the_sync_point() {
    let lamps = lamps(3);
    take_log();
    let guard = lamps[1].borrow_mut();
    lamps[1].set_enabled(false);
    lamps[2].set_enabled(false);
    assert!(!lamps[1].is_enabled(), "known at once");
    assert_eq!(take_log(), ["2 off false"], "the one that is not borrowed was notified");
    drop(guard);
    assert_eq!(take_log(), [""; 0], "never in a guard's drop");
    World::flush();
    assert_eq!(take_log(), ["1 off false"]);
    assert_eq!(Lamp::view().enabled().len(), 1);
    // Off and on again while borrowed: nothing has changed, nobody is notified.
    let guard = lamps[0].borrow_mut();
    lamps[0].set_enabled(false);
    lamps[0].set_enabled(true);
    drop(guard);
    World::flush();
    assert_eq!(take_log(), [""; 0]);
    assert!(lamps[0].is_enabled());
}

#[test]
fn s7_rows_move_at_the_sync_point() {
    let handles: Vec<_> = (0..3).map(|n| Entity::spawn().insert(Value(n))).collect();
    let guard = handles[2].borrow();
    let place = &raw const *guard;
    handles[0].set_enabled(false);
    assert_eq!(World::stats().stores[0].enabled, 3, "not yet");
    assert_eq!(&raw const *guard, place);
    drop(guard);
    World::flush();
    assert_eq!(World::stats().stores[0].enabled, 2);
}

/// Runs one pass over three components, the first of which acts on the others; returns who was updated.
fn pass(prepare: fn(&[Handle<Actor>]), act: fn(&[Handle<Actor>])) -> Vec<String> {
    World::new().enter(|| {
        let actors: Vec<_> = (0..4).map(|n| Entity::spawn().insert(Actor { n, act: None })).collect();
        prepare(&actors);
        let all = actors.clone();
        actors[0].borrow_mut().act = Some(Box::new(move || act(&all)));
        take_log();
        update_all(0.1);
        take_log()
    })
}

#[derive(Component)]
struct Actor {
    n: u32,
    act: Option<Box<dyn FnOnce()>>,
}

impl Actor {
    fn update(&mut self) {
        log(self.n.to_string());
        if let Some(act) = self.act.take() {
            act();
        }
    }
}

#[test]
fn s7_a_running_pass_skips_what_was_disabled() {
    assert_eq!(pass(|_| {}, |_| {}), ["0", "1", "2", "3"]);
    assert_eq!(pass(|_| {}, |all| assert!(all[2].set_enabled(false))), ["0", "1", "3"]);
    assert_eq!(pass(|_| {}, |all| assert!(all[3].entity().set_enabled(false))), ["0", "1", "2"]);
    // Off and on again: it was enabled when the pass began, and is when its turn comes.
    let blink = |all: &[Handle<Actor>]| assert!(all[1].set_enabled(false) && all[1].set_enabled(true));
    assert_eq!(pass(|_| {}, blink), ["0", "1", "2", "3"]);
    // Itself: its own update goes on, and the next pass skips it.
    assert_eq!(pass(|_| {}, |all| assert!(all[0].set_enabled(false))), ["0", "1", "2", "3"]);
}

#[test]
fn s7_a_running_pass_does_not_visit_what_was_enabled_after_it_began() {
    let off = |all: &[Handle<Actor>]| assert!(all[2].set_enabled(false));
    assert_eq!(pass(off, |all| assert!(all[2].set_enabled(true))), ["0", "1", "3"]);
    let off = |all: &[Handle<Actor>]| assert!(all[2].entity().set_enabled(false));
    assert_eq!(pass(off, |all| assert!(all[2].entity().set_enabled(true))), ["0", "1", "3"]);
}

#[test]
fn s7_a_component_may_switch_itself_in_its_hooks() {
    #[derive(Component, Default)]
    struct Shy(u32);
    impl Shy {
        fn init(&mut self) {
            self.handle().set_enabled(false);
            log(format!("init, enabled: {}", self.handle().is_enabled()));
        }
        fn on_enable(&mut self) {
            log("on");
            self.0 += 1;
            if self.0 < 3 {
                self.handle().set_enabled(false);
            }
        }
        fn on_disable(&mut self) {
            log("off");
            self.handle().set_enabled(self.0 != 0);
        }
    }
    let shy = Entity::spawn().add::<Shy>();
    assert_eq!(take_log(), ["init, enabled: false"], "it was never on");
    shy.set_enabled(true);
    assert_eq!(take_log(), ["on", "off", "on", "off", "on"], "to and fro until it stays on");
    assert!(shy.is_enabled());
    assert_eq!(Shy::view().enabled().len(), 1);
}

#[test]
fn s7_others_are_notified_at_once_in_a_spawn_of_many() {
    let lamp = Entity::spawn().insert(Lamp(7));
    Entity::spawn_many(1, |_, _| {
        take_log();
        lamp.set_enabled(false);
        assert_eq!(take_log(), ["7 off false"]);
        Lamp(8)
    });
}

#[test]
fn s7_a_panic_in_on_disable_leaves_no_component_of_the_entity_switched_on_or_unnotified() {
    #[derive(Component)]
    struct Breaks;
    impl Breaks {
        fn on_disable(&mut self) {
            panic!("on purpose");
        }
    }
    let entity = Entity::spawn().with(Breaks).with(Lamp(7));
    take_log();
    message_of(|| entity.set_enabled(false));
    assert!(!entity.is_enabled() && take_log().is_empty());
    World::flush();
    assert_eq!(take_log(), ["7 off false"], "it is notified at the next sync point");
    update_all(0.1);
    assert!(!take_log().contains(&"7 updated".into()), "the pass has left it out");
}

// ---- D7 ----

#[test]
fn d7_what_visits_leaves_out_the_disabled_and_what_refers_reaches_them() {
    #[derive(Singleton, Default)]
    struct Sum(u32);
    /// Has no switch of its own here: what it takes has.
    #[derive(Component)]
    struct Reader;
    impl Reader {
        fn update(&mut self, lamp: &Lamp, sum: &mut Sum) {
            sum.0 += lamp.0;
        }
    }
    let lamps = lamps(3);
    lamps.iter().for_each(|lamp| ignore(lamp.entity().insert(Reader)));
    lamps[2].set_enabled(false);
    Sum::set(Sum(0));
    Sum::instance().set_enabled(false);
    take_log();
    update_all(0.1);
    assert_eq!(take_log(), ["0 updated", "1 updated"], "its own pass");
    assert_eq!(Sum::borrow().0, 3, "as a sibling and as a singleton it is reached");
    let entity = lamps[2].entity();
    assert_eq!((lamps[2].borrow().0, entity.get::<Lamp>().map(|lamp| lamp.0)), (2, Some(2)));
    let lamps = query::<&Lamp>();
    assert_eq!((lamps.count(), lamps.iter().map(|lamp| lamp.0).sum::<u32>()), (2, 1));
    assert!(lamps.get(entity).is_none());
    assert_eq!(lamps.with_disabled().get(entity).map(|lamp| lamp.0), Some(2));
}
