//! Laws S1, S7 and D7: the enabled prefix, what switches a component, and who is notified.

mod switching;

use std::collections::BTreeMap;

use ecs_core::{Borrower, Component, Entity, Handle, Singleton, ViewError, World, query, update_all};

use crate::support::{Random, assert_says, ignore, log, message_of, take_log};

#[derive(Component, Default, Debug, PartialEq)]
struct Value(u32);

fn values(slice: &[Value]) -> Vec<u32> {
    let mut values: Vec<_> = slice.iter().map(|value| value.0).collect();
    values.sort_unstable();
    values
}

/// A component that logs when it is switched, and when it is updated.
#[derive(Component, Default)]
struct Lamp(u32);

impl Lamp {
    fn on_enable(&mut self) {
        log(format!("{} on {}", self.0, self.handle().is_enabled()));
    }
    fn on_disable(&mut self) {
        log(format!("{} off {}", self.0, self.handle().is_enabled()));
    }
    fn update(&mut self) {
        log(format!("{} updated", self.0));
    }
}

fn lamps(count: u32) -> Vec<Handle<Lamp>> {
    (0..count).map(|n| Entity::spawn().insert(Lamp(n))).collect()
}

// ---- S1 ----

#[test]
fn s1_values_are_one_slice_without_holes_the_enabled_ones_first() {
    let mut random = Random(11);
    let mut model = BTreeMap::<Handle<Value>, (u32, bool)>::new();
    let mut handles = Vec::new();
    for step in 0..if cfg!(miri) { 120_u32 } else { 6_000 } {
        match random.below(8) {
            0..3 => {
                let handle = Entity::spawn().insert(Value(step));
                model.insert(handle, (step, true));
                handles.push(handle);
            }
            3 if !handles.is_empty() => {
                let handle = handles.swap_remove(random.below(handles.len()));
                if step % 2 == 0 {
                    handle.kill()
                } else {
                    handle.entity().despawn()
                };
                model.remove(&handle);
            }
            _ if !handles.is_empty() => {
                let handle = handles[random.below(handles.len())];
                let (is_entity, on) = (random.below(3) == 0, random.below(2) == 0);
                if is_entity {
                    handle.entity().set_enabled(on)
                } else {
                    handle.set_enabled(on)
                };
                model.get_mut(&handle).unwrap().1 = handle.is_enabled();
            }
            _ => {}
        }
        if step % 7 != 0 {
            continue;
        }
        let view = Value::view();
        let pick = |on| {
            let mut picked: Vec<_> =
                model.values().filter(|value| value.1 == on).map(|value| value.0).collect();
            picked.sort_unstable();
            picked
        };
        assert_eq!(values(view.enabled()), pick(true), "in step {step}");
        assert_eq!(values(view.disabled()), pick(false), "in step {step}");
        assert_eq!(
            view.enabled().as_ptr_range().end,
            view.disabled().as_ptr(),
            "enabled first, then disabled"
        );
        assert_eq!(view.as_slice().as_ptr(), view.enabled().as_ptr());
        assert_eq!((view.len(), Value::count()), (model.len(), model.len()));
        for (handle, (value, _)) in &model {
            assert_eq!(view[*handle].0, *value);
        }
    }
}

/// Makes changes while one component is borrowed, and returns what a view says.
fn view_after(change: impl FnOnce(&[Handle<Value>])) -> Result<usize, ViewError> {
    World::new().enter(|| {
        let handles: Vec<_> = (0..4).map(|n| Entity::spawn().insert(Value(n))).collect();
        let guard = handles[0].borrow();
        change(&handles);
        let seen = Value::try_view().map(|view| view.len());
        drop(guard);
        let view = Value::view();
        assert_eq!(view.len(), Value::count(), "flushed as soon as nothing is borrowed");
        seen
    })
}

#[test]
fn s1_a_view_panics_while_changes_wait_for_a_guard() {
    let is_unsettled =
        |seen| matches!(seen, Err(ViewError::Unsettled { component: "Value", by: Borrower::Shared, .. }));
    assert_eq!(view_after(|_| {}), Ok(4), "nothing is pending");
    assert!(is_unsettled(view_after(|handles| assert!(handles[2].kill()))));
    assert!(is_unsettled(view_after(|handles| assert!(handles[0].kill()))));
    assert!(is_unsettled(view_after(|handles| assert!(handles[3].entity().despawn()))));
    assert!(is_unsettled(view_after(|handles| assert!(handles[1].set_enabled(false)))));
    assert!(is_unsettled(view_after(|handles| assert!(handles[1].entity().set_enabled(false)))));
    assert!(is_unsettled(view_after(|handles| {
        handles[0].entity().insert(Value(9));
    })));
    // More than there was room for.
    assert!(is_unsettled(view_after(|_| {
        (0..10_000).for_each(|n| assert!(Entity::spawn().insert(Value(n)).is_alive()));
    })));
}

#[test]
fn s1_the_text_names_the_type_the_remedy_and_the_guards_place() {
    let handle = Entity::spawn().insert(Value(1));
    let line = line!() + 1;
    let _guard = handle.borrow();
    handle.kill();
    for message in [message_of(Value::view), message_of(Value::view_mut)] {
        assert_says(&message, &["cannot view Value", "killed", "borrowed", "drop that guard"]);
        if cfg!(debug_assertions) {
            assert_says(&message, &[&format!("{}:{line}:", file!())]);
        }
    }
}

#[test]
fn s1_a_view_flushes_its_store_first() {
    let handles: Vec<_> = (0..5).map(|n| Entity::spawn().insert(Value(n))).collect();
    let guard = handles[4].borrow();
    handles[0].kill();
    handles[1].set_enabled(false);
    drop(guard);
    // No call in between: the view itself is the sync point.
    let view = Value::view();
    assert_eq!((values(view.enabled()), values(view.disabled())), (vec![2, 3, 4], vec![1]));
}
