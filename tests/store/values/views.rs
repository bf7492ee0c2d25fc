//! Laws S8 and S9: views of all values of a type.

use super::*;

#[test]
fn s8_views_deref_to_slices_and_change_only_explicitly() {
    let handles: Vec<_> = (0..4).map(|n| Entity::spawn().insert(Value(n))).collect();
    let slice: for<'v> fn(&'v View<'_, Value>) -> &'v [Value] = |view| view;
    assert_eq!(slice(&Value::view()), [Value(0), Value(1), Value(2), Value(3)]);
    let mut view: ViewMut<Value> = Value::view_mut();
    assert_eq!((view.len(), view.first(), view[2].0), (4, Some(&Value(0)), 2));
    view.iter_mut().for_each(|value| value.0 *= 10);
    view[handles[1]].0 += 5;
    view.get_mut(handles[2]).unwrap().0 += 6;
    assert_eq!(view.as_mut_slice(), [Value(0), Value(15), Value(26), Value(30)]);
    view.as_mut_slice().swap(0, 3);
    drop(view);
    assert_eq!((handles[0].borrow().0, handles[3].borrow().0), (30, 0), "swapping moves between entities");
    handles[1].kill();
    assert!(Value::view().get(handles[1]).is_none());
    assert_says(&message_of(|| Value::view()[handles[1]].0), &["Value", "1v1", "dead"]);
}

#[test]
fn s8_an_order_of_the_user_is_kept() {
    let mut random = Random(5);
    let handles: Vec<_> =
        (0..500).map(|_| Entity::spawn().insert(Value(random.below(1_000) as u32))).collect();
    let _others: Vec<_> = handles.iter().map(|handle| handle.add::<Life>()).collect();
    Value::view_mut().as_mut_slice().sort_by_key(|value| value.0);
    for (round, handle) in handles.iter().enumerate().take(5) {
        update_all(0.1);
        World::flush();
        drop(handle.borrow_mut());
        handle.add::<Life>();
        let view = Value::view();
        assert!(view.is_sorted_by_key(|value| value.0), "in round {round}");
    }
    take_log();
}

// ---- S9 ----

#[test]
fn s9_only_references_to_views_iterate() {
    macro_rules! assert_not_into_iterator {
        ($type:ty) => {{
            trait Ambiguous<A> {
                fn check() {}
            }
            impl<T> Ambiguous<()> for T {}
            impl<T: IntoIterator> Ambiguous<u8> for T {}
            <$type as Ambiguous<_>>::check();
        }};
    }
    assert_not_into_iterator!(View<Value>);
    assert_not_into_iterator!(ViewMut<Value>);
    let _handles: [Handle<Value>; 3] = [1, 2, 3].map(|n| Entity::spawn().insert(Value(n)));
    let mut view = Value::view_mut();
    for value in &mut view {
        value.0 += 1;
    }
    assert_eq!((&view).into_iter().map(|value| value.0).sum::<u32>(), 9);
    assert!(Value::try_view().is_err(), "the borrow lasts as long as the guard");
    drop(view);
    assert_eq!((&Value::view()).into_iter().count(), 3);
}
