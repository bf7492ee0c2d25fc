//! Updates and removals.

use super::*;

#[test]
fn an_update_while_something_is_kept() {
    let guard = [
        "cannot run `TakesMut::update`, which takes A: one is",
        "drop that guard before the update",
        FORGOTTEN,
    ];
    says_then_runs(&guard, || {
        let one = Entity::spawn().with(A(0)).with(TakesMut(0));
        let guard = one.borrow::<A>();
        if mended() {
            drop(guard);
        }
        update_all(0.1);
    });
    says_then_runs(&["drop that view before the update"], || {
        Entity::spawn().with(A(0)).with(TakesMut(0));
        let view = A::view();
        if mended() {
            drop(view);
        }
        update_all(0.1);
    });
    says_then_runs(&["drop that query before the update"], || {
        Entity::spawn().with(A(0)).with(TakesMut(0));
        let all = query::<&A>();
        if mended() {
            drop(all);
        }
        update_all(0.1);
    });
}

#[test]
fn an_update_inside_a_visit() {
    says_then_runs(
        &["borrowed by the closure of a query's `each`", "; do it when the `each` is over"],
        || {
            Entity::spawn().with(A(0)).with(TakesMut(0));
            if !mended() {
                query::<&A>().each(|_| update_all(0.1));
            }
            update_all(0.1);
        },
    );
}

thread_local! {
    static KEPT: RefCell<Option<Ref<A>>> = const { RefCell::new(None) };
    static KEPT_QUERY: RefCell<Option<Query<'static, &'static A>>> = const { RefCell::new(None) };
}

/// Keeps something in the pass before the one that takes it.
fn keep(keep: fn(Entity)) {
    Entity::spawn().with(Writes(0));
    let one = Entity::spawn().with(A(0)).with(TakesMut(0));
    in_hooks(move |me| {
        if me.has::<Writes>() {
            keep(one);
        }
    });
}

#[test]
fn a_hook_that_keeps_something() {
    let words = ["cannot update A of 1v1", "drop that guard before the hook that took it returns", FORGOTTEN];
    says_then_runs(&words, || {
        KEPT.take();
        keep(|one| {
            let guard = one.borrow::<A>();
            if mended() {
                drop(guard);
            } else {
                KEPT.set(Some(guard));
            }
        });
    });
    says_then_runs(
        &["cannot update A of 1v1", "drop that query before the hook that took it returns"],
        || {
            KEPT_QUERY.take();
            keep(|_| {
                let all = query::<&'static A>();
                assert_eq!(all.iter().count(), 1);
                if mended() {
                    drop(all);
                } else {
                    KEPT_QUERY.set(Some(all));
                }
            });
        },
    );
    KEPT.take();
    KEPT_QUERY.take();
}

#[test]
fn a_removal_of_what_is_borrowed() {
    let words = ["cannot remove A of 0v1", "use `kill`, which waits for the borrow to end"];
    says_then_runs(&words, || {
        let [one, _] = two();
        let _guard = one.borrow::<A>();
        if mended() {
            assert!(one.kill::<A>());
        } else {
            one.remove::<A>();
        }
    });
    says_then_runs(&["`TakesMut::update`", "use `kill`"], || {
        frame::<TakesMut>(|me, _| {
            if mended() {
                assert!(me.kill::<A>());
            } else {
                assert!(!matches!(me.try_remove::<A>(), Ok(_) | Err(RemoveError::Unwinding { .. })));
                me.remove::<A>();
            }
        });
    });
}
