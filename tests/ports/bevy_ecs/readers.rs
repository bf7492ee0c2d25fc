//! What systems read of what has happened: removals and buffered events.

use ecs_core::{Commands, Component, Entity, Events, IntoSystem, Removed, Schedule, emit, local, send_all};

use super::{A, Log, take_log};

#[derive(Debug, PartialEq)]
struct Hit(u32);

fn read(hits: Events<Hit>, log: &mut Log) {
    log.0.extend(hits.iter().map(|(_, hit)| hit.0));
}

// after: remove_tracking, removal_tracking, entity_spawn_despawn_tracking
#[test]
fn a_system_hears_once_of_each_component_that_went() {
    fn note(removed: Removed<A>, log: &mut Log) {
        log.0.extend(removed.iter().map(|e| e.index()));
    }
    let e = Entity::spawn_many(3, |i, _| A(i));
    let spurious = Entity::spawn();
    let mut schedule = Schedule::new().add(note);
    schedule.run(0.1);
    spurious.despawn();
    e[0].despawn();
    schedule.run(0.1);
    assert_eq!(take_log(), [e[0].index()]);
    e[1].remove::<A>();
    e[1].insert(A(5));
    Entity::spawn_with(A(7));
    schedule.run(0.1);
    assert_eq!(take_log(), [e[1].index()], "it is back, and it went all the same");
    schedule.run(0.1);
    assert!(take_log().is_empty());
}

// after: removal_tracking
#[test]
fn each_system_that_reads_removals_has_a_place_of_its_own() {
    fn count(removed: Removed<A>, log: &mut Log) {
        log.0.push(removed.len() as u32);
    }
    let e = Entity::spawn_many(4, |i, _| A(i));
    let mut schedule = Schedule::new().add(count.named("always")).add(count.named("later"));
    schedule.run(0.1);
    assert_eq!(take_log(), [0, 0]);
    schedule.set_enabled("later", false);
    e[0].kill::<A>();
    schedule.run(0.1);
    e[1].kill::<A>();
    schedule.set_enabled("later", true);
    schedule.run(0.1);
    schedule.run(0.1);
    assert_eq!(take_log(), [1, 1, 2, 0, 0], "what went while it was off is kept for it");
}

// after: test_events, test_event_cursor_read, test_event_cursor_iter_len_updated,
// test_event_cursor_len_current, test_event_reader_iter_last, test_event_reader_iter_nth,
// iter_current_update_messages_iterates_over_current_messages, test_events_extend_impl
#[test]
fn a_system_reads_each_event_once_and_in_order() {
    let mut schedule = Schedule::new().add(read);
    schedule.run(0.1);
    for i in 1..4 {
        emit(Hit(i));
    }
    schedule.run(0.1);
    assert_eq!(take_log(), [1, 2, 3]);
    schedule.run(0.1);
    emit(Hit(4));
    schedule.run(0.1);
    assert_eq!(take_log(), [4]);
    fn ends(hits: Events<Hit>, log: &mut Log) {
        let [first, last] = [hits.iter().next(), hits.iter().next_back()];
        log.0.extend([first, last].into_iter().flatten().map(|(_, hit)| hit.0));
        assert_eq!(hits.iter().len(), hits.len());
    }
    let mut schedule = Schedule::new().add(ends);
    schedule.run(0.1);
    for i in 5..9 {
        emit(Hit(i));
    }
    schedule.run(0.1);
    assert_eq!(take_log(), [5, 8]);
}

// after: test_events_empty, test_event_cursor_len_empty, test_event_cursor_clear,
// test_events_clear_and_read, test_event_cursor_len_filled, test_populated_message_reader
#[test]
fn without_events_there_is_nothing_to_read() {
    fn count(hits: Events<Hit>, log: &mut Log) {
        log.0.push(hits.len() as u32 + u32::from(hits.is_empty()) * 10);
    }
    let mut schedule = Schedule::new().add(count);
    schedule.run(0.1);
    schedule.run(0.1);
    emit(Hit(1));
    schedule.run(0.1);
    assert_eq!(take_log(), [10, 10, 1]);
}

// after: test_events_update_drain, test_event_cursor_len_update
#[test]
fn readers_do_not_take_events_from_each_other() {
    let mut schedule = Schedule::new().add(read).add(read.named("again"));
    schedule.run(0.1);
    emit(Hit(1));
    schedule.run(0.1);
    assert_eq!(take_log(), [1, 1]);
    let conflicts = schedule.conflicts();
    assert!(conflicts.iter().all(|conflict| conflict.components == ["Log"]), "to read is no conflict");
}

// after: events, test_write_events_ids
#[test]
fn what_a_system_sends_is_there_for_those_behind_it() {
    let mut schedule =
        Schedule::new().add(read.named("before")).add(|commands: Commands| commands.emit(Hit(1))).add(read);
    schedule.run(0.1);
    assert_eq!(take_log(), [1]);
    schedule.run(0.1);
    assert_eq!(take_log(), [1, 1], "the one before reads it in the next run");
}

// after: observer_entity_routing, test_derive_entity_event
#[test]
fn an_event_that_is_sent_to_an_entity_is_read_with_it() {
    #[derive(Component)]
    #[component(on(Shot))]
    struct Ears;
    impl Ears {
        fn on_shot(&mut self, _: &Shot) {}
    }
    struct Shot;
    fn note(shots: Events<Shot>, log: &mut Log) {
        log.0.extend(shots.iter().map(|(target, _)| target.map_or(99, |e| e.index())));
    }
    let e = Entity::spawn_with(Ears);
    let mut schedule = Schedule::new().add(local(note));
    schedule.run(0.1);
    e.send(Shot);
    send_all(Shot);
    schedule.run(0.1);
    assert_eq!(take_log(), [e.index(), 99]);
}
