//! Numbers of timers at the ends of their ranges.

use super::super::action::{Action, When};
use super::super::timer::Timer;
use super::super::times::TurnTime;
use super::{Agenda, NewTimer, TurnEnd};
use crate::base::CallSite;
use crate::ids::Entity;

fn add(agenda: &mut Agenda, entity: Entity, when: When, now: f64) -> Timer {
    let new = NewTimer { when, action: Action::Despawn, site: CallSite::here() };
    agenda.add(entity, None, new, now)
}

#[test]
fn k2_a_place_whose_generations_are_used_up_is_not_used_again() {
    let (mut agenda, entity) = (Agenda::default(), Entity::spawn());
    let first = add(&mut agenda, entity, When::After(1.0), 0.0);
    agenda.entries[0].generation = u32::MAX;
    let last = agenda.timer(first.slot);
    assert!(agenda.end(last).is_some());
    for generation in 1..3 {
        let new = add(&mut agenda, entity, When::After(1.0), 0.0);
        assert_eq!((new.slot, new.generation), (1, generation));
        assert!(!agenda.is_pending(last) && agenda.end(last).is_none());
        assert!(agenda.end(new).is_some());
    }
}

#[test]
fn k2_a_turn_of_an_old_timer_is_not_one_of_a_new_one_in_its_place() {
    let (mut agenda, entity) = (Agenda::default(), Entity::spawn());
    let old = add(&mut agenda, entity, When::After(1.0), 0.0);
    let turn = agenda.entries[0].turn;
    assert!(agenda.end(old).is_some());
    // As after 2^32 turns.
    agenda.entries[0].turn = turn;
    let new = add(&mut agenda, entity, When::After(5.0), 0.0);
    assert!(agenda.begin_run(1.0) && agenda.next_turn(1.0).is_none());
    agenda.end_run();
    assert!(agenda.is_pending(new) && agenda.begin_run(5.0) && agenda.next_turn(5.0).is_some());
}

#[test]
fn k1_times_have_the_order_of_their_numbers_also_before_zero() {
    let seconds = [-1e300, -2.0, -1.0, -f64::MIN_POSITIVE, 0.0, f64::MIN_POSITIVE, 1.0, 1e300];
    assert!(seconds.map(TurnTime::of).is_sorted_by(|a, b| a < b));
    assert_eq!(TurnTime::of(-0.0), TurnTime::of(0.0));
}

#[test]
fn k1_a_period_that_is_lost_in_rounding_ends_its_timer() {
    for now in [1e30, -1e30] {
        let (mut agenda, entity) = (Agenda::default(), Entity::spawn());
        let timer = add(&mut agenda, entity, When::Again(1.0), now);
        assert!(agenda.begin_run(now.abs()));
        let late = agenda.next_turn(now.abs()).expect("it is due");
        let ended = agenda
            .end_turn(timer, late.action, TurnEnd::Again)
            .expect_err("it would have a turn without end");
        assert!(ended.is_stuck && !agenda.is_pending(timer) && agenda.next_turn(now.abs()).is_none());
    }
}
