//! Observers and events.

use ecs_core::{Add, Component, Entity, Group, Remove, Singleton, With, Without, observe, send_all};

use super::{Mass, Position, Tag, Velocity, at};
use crate::support::{log, take_log};

// after: Observer/on_add, Observer/on_remove, Observer/on_add_tag_action, Observer/on_add_tag_iter,
// Observer/on_add_tag_each, Observer/on_set_w_set, Observer/create_w_no_template_args,
// Observer/run_callback
#[test]
fn an_observer_hears_of_a_component_that_comes_or_goes() {
    let _came = observe(|e: &Add<Position>| log(format!("came {}", e.borrow().x)));
    let _went = observe(|e: &Remove<Position>| log(format!("went {}", e.borrow().x)));
    let _tag = observe(|_: &Add<Tag>| log("tag"));
    let e = Entity::spawn_with(at(10, 20));
    e.add::<Tag>();
    e.add::<Tag>();
    e.add::<Velocity>();
    e.kill::<Position>();
    assert_eq!(take_log(), ["came 10", "tag", "went 10"]);
}

// after: Observer/2_terms_on_add, Observer/2_terms_on_set, Observer/observer_w_filter_term, core
// Monitor/2_comps, core Monitor/monitor_w_and
#[test]
fn an_observer_of_several_types_asks_for_the_others() {
    fn both(e: Entity) {
        if e.has::<(Position, Velocity)>() {
            log("both");
        }
    }
    let _observers =
        (observe(|e: &Add<Position>| both(e.entity())), observe(|e: &Add<Velocity>| both(e.entity())));
    let e = Entity::spawn_with(at(1, 1));
    assert!(take_log().is_empty());
    e.add::<Velocity>();
    assert_eq!(take_log(), ["both"]);
}

// after: core Monitor/1_comp, core Monitor/1_comp_1_not, core Monitor/monitor_w_not, core
// Monitor/monitor_other_table, core Monitor/monitor_component, core Monitor/monitor_w_or, core
// Monitor/yield_existing, Observer/2_terms_on_remove, Observer/2_terms_un_set
#[test]
fn a_group_monitors_who_begins_and_who_ceases_to_match() {
    use ecs_core::Or;
    let there = Entity::spawn_with(at(0, 0));
    let mut moving = Group::<(With<Position>, Without<Mass>)>::new();
    let mut any = Group::<Or<(With<Position>, With<Mass>)>>::new();
    moving.refresh();
    any.refresh();
    assert_eq!((moving.active(), any.active()), (&[there][..], &[there][..]));
    let e = Entity::spawn_with(at(1, 1));
    e.add::<Velocity>();
    moving.refresh();
    assert_eq!((moving.added(), moving.removed()), (&[e][..], &[][..]));
    e.add::<Mass>();
    moving.refresh();
    assert_eq!((moving.added(), moving.removed()), (&[][..], &[e][..]));
    e.kill::<Position>();
    any.refresh();
    assert!(any.contains(e) && any.contains(there));
    e.kill::<Mass>();
    any.refresh();
    assert_eq!(any.removed(), [e]);
}

// after: Observer/yield_existing, Observer/yield_existing_2_terms, Observer/yield_existing_on_create_flag,
// Observer/run_callback_w_yield_existing_1_field, Observer/add_in_yield_existing,
// Observer/add_in_yield_existing_multi
#[test]
fn an_observer_may_be_told_of_what_is_there_and_change_it() {
    let e = Entity::spawn_many(3, |i, _| at(i as i32, 0));
    let _all = observe(|e: &Add<Position>| {
        log(e.borrow().x.to_string());
        e.entity().add::<Velocity>();
    })
    .with_existing();
    assert_eq!(take_log(), ["0", "1", "2"]);
    assert!(e.iter().all(|e| e.has::<Velocity>()));
}

// after: Observer/on_add_singleton, Observer/on_set_singleton_set_component_named_entity,
// Singleton/modified_singleton
#[test]
fn singletons_are_observed_as_others() {
    #[derive(Singleton, Default)]
    struct Score(i32);
    let _came = observe(|e: &Add<Score>| log(e.borrow().0.to_string()));
    Score::set(Score(10));
    Score::borrow_mut().0 = 11;
    assert_eq!(take_log(), ["10"]);
}

// after: Observer/trigger_on_set_in_on_add_implicit_registration,
// Observer/implicit_register_in_emit_for_named_entity, core Commands/add_in_observer_during_merge, core
// Commands/batched_w_table_change_in_observer, Observer/query_eval_w_component_that_triggered_observer
#[test]
fn what_an_observer_does_is_observed_and_seen_by_queries() {
    #[derive(Component)]
    struct New(i32);
    let _position = observe(|e: &Add<Position>| {
        assert_eq!(ecs_core::query::<&Position>().count(), 1);
        e.entity().insert(New(e.borrow().x));
    });
    let _new = observe(|e: &Add<New>| log(format!("new {}", e.borrow().0)));
    Entity::spawn_with(at(7, 0));
    assert_eq!(take_log(), ["new 7"]);
}

struct Hit(i32);

#[derive(Component, Default)]
#[component(on(Hit))]
struct Armour(i32);

impl Armour {
    fn on_hit(&mut self, hit: &Hit, e: Entity) {
        self.0 -= hit.0;
        log(format!("{} {}", e.index(), self.0));
    }
}

// after: Event/entity_emit_event_type, Event/entity_emit_event_w_payload, Event/evt_1_component,
// Event/evt_typed_ctx, Event/evt_void_ctx, Event/entity_observe_generic,
// Event/entity_emit_event_w_payload_derived_event_type, Event/evt_type, Event/evt_implicit_typed_ctx
#[test]
fn an_event_with_a_value_is_heard_by_its_entity() {
    let e = Entity::spawn_with(Armour(10));
    let f = Entity::spawn_with(Armour(20));
    assert_eq!((e.send(Hit(3)), Entity::spawn().send(Hit(1))), (1, 0));
    assert_eq!(send_all(Hit(1)), 2);
    assert_eq!((e.borrow::<Armour>().0, f.borrow::<Armour>().0, take_log().len()), (6, 19, 3));
}

// after: Event/evt_2_components, Event/evt_2_ids_entity, Event/emit_custom_for_any
#[test]
fn several_types_of_an_entity_hear_one_event() {
    #[derive(Component, Default)]
    #[component(on(Hit))]
    struct Ears(i32);
    impl Ears {
        fn on_hit(&mut self, hit: &Hit) {
            self.0 += hit.0;
        }
    }
    let e = Entity::spawn_with((Armour(1), Ears(0)));
    assert_eq!(e.send(Hit(1)), 2);
    assert_eq!((e.borrow::<Armour>().0, e.borrow::<Ears>().0), (0, 1));
}

// after: Event/enqueue_event, Event/enqueue_entity_event, Event/enqueue_event_w_payload,
// Event/enqueue_entity_event_w_payload, Event/emit_staged_from_world
#[test]
fn an_event_that_a_system_asks_for_is_sent_when_it_is_done() {
    use ecs_core::{Commands, Query, Schedule};
    let ask = |commands: Commands, all: Query<(Entity, &Armour)>| {
        all.iter().for_each(|(e, _)| commands.send(e, Hit(2)));
        assert!(all.iter().all(|(_, armour)| armour.0 == 5), "not yet");
    };
    let e = Entity::spawn_with(Armour(5));
    Schedule::new().add(ask).run(0.1);
    assert_eq!(e.borrow::<Armour>().0, 3);
}
