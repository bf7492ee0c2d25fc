//! A store is wanted as a whole.

use super::*;

#[test]
fn a_view_in_a_hook() {
    says_then_runs(&["cannot view A", "inside the hook use a query", "query::<..>().except(me)"], || {
        frame::<TakesMut>(|me, _| {
            if mended() {
                query::<&A>().except(me).each(|_| ());
            } else {
                drop(A::view());
            }
        });
    });
    says_then_runs(
        &["cannot view Reads: some were added, killed or switched", "inside the hook use a query"],
        || {
            frame::<Reads>(|me, other| {
                other.kill::<Reads>();
                if mended() {
                    query::<&Reads>().except(me).each(|_| ());
                } else {
                    drop(Reads::view());
                }
            });
        },
    );
    says_then_runs(&["remove `isolated` from its `#[component(..)]`, and use `query::<..>()"], || {
        if mended() {
            frame::<Writes>(|me, _| query::<&Writes>().except(me).each(|_| ()));
        } else {
            frame::<Isolated>(|_, _| drop(Isolated::view()));
        }
    });
    says_then_runs(
        &["remove `isolated` from the `#[component(..)]` of Isolated, and use `query::<..>()"],
        || {
            if mended() {
                frame::<TakesMut>(|me, _| query::<&A>().except(me).each(|_| ()));
            } else {
                frame::<Isolated>(|_, _| drop(A::view()));
            }
        },
    );
    says_then_runs(&["cannot visit A", "remove `isolated` from the `#[component(..)]` of Isolated"], || {
        let visit = |_, _| A::for_each(|a| a.0 += 1);
        if mended() { frame::<TakesMut>(visit) } else { frame::<Isolated>(visit) }
    });
    says_then_runs(&["cannot visit Isolated", "remove `isolated` from its `#[component(..)]`"], || {
        if mended() {
            frame::<Writes>(|_, _| Writes::for_each(|_| ()));
        } else {
            frame::<Isolated>(|_, _| Isolated::for_each(|_| ()));
        }
    });
}

#[test]
fn a_sort_in_a_hook() {
    says_then_runs(&["cannot sort A", "sort outside of the hook: before or after the update"], || {
        frame::<TakesMut>(|_, _| {
            if !mended() {
                A::sort_by_key(|a| a.0);
            }
        });
        A::sort_by_key(|a| a.0);
    });
}

#[test]
fn par_each_in_a_hook() {
    let words = ["cannot share out A", "use `each` instead", "`query::<..>().except(me).each(..)`"];
    says_then_runs(&words, || {
        frame::<TakesMut>(|me, _| {
            if mended() {
                query::<&mut A>().except(me).each(|a| a.0 += 1);
            } else {
                query::<&mut A>().par_each(|a| a.0 += 1);
            }
        });
    });
}

/// What views, sorts and `par_each` are refused by, and a way to end that.
fn whole_is_refused(words: &[&str], call: fn()) {
    says_then_runs(&[words, &["drop that guard first", FORGOTTEN]].concat(), || {
        let guard = two()[0].borrow_mut::<A>();
        if mended() {
            drop(guard);
        }
        call();
    });
    says_then_runs(&[words, &["end the view first"]].concat(), || {
        two();
        let view = A::view_mut();
        if mended() {
            drop(view);
        }
        call();
    });
    says_then_runs(&[words, &["end the query first"]].concat(), || {
        two();
        let mut all = query::<&mut A>();
        for a in &mut all {
            a.0 += 1;
        }
        if mended() {
            drop(all);
        }
        call();
    });
    says_then_runs(&[words, &["end the query first"]].concat(), || {
        let [one, _] = two();
        let mut all = query::<&mut A>();
        all.get_mut(one);
        if mended() {
            drop(all);
        }
        call();
    });
    says_then_runs(&[words, &["do it when the `each` is over"]].concat(), || {
        two();
        query::<&mut A>().each(|_| {
            if !mended() {
                call();
            }
        });
        call();
    });
    says_then_runs(&[words, &["do it when the `for_each` is over"]].concat(), || {
        two();
        A::for_each(|_| {
            if !mended() {
                call();
            }
        });
        call();
    });
}

#[test]
fn a_whole_store_of_which_something_is_borrowed() {
    whole_is_refused(&["cannot view A: one is"], || drop(A::view()));
    whole_is_refused(&["cannot view A: one is"], || drop(A::view_mut()));
    whole_is_refused(&["cannot sort A: one is"], || A::sort_by_key(|a| a.0));
    whole_is_refused(&["cannot visit A: one is"], || A::for_each(|_| ()));
    whole_is_refused(&["cannot share out A: one is"], || query::<&mut A>().par_each(|_| ()));
}

#[test]
fn a_store_that_is_not_flushed() {
    let words = ["cannot view A: some were added, killed or switched", "so that the store can be flushed"];
    says_then_runs(&[&words[..], &["drop that guard first"]].concat(), || {
        let [one, other] = two();
        let guard = one.borrow::<A>();
        other.despawn();
        if mended() {
            drop(guard);
        }
        drop(A::view());
    });
    says_then_runs(&[&words[..], &["end the view first"]].concat(), || {
        let [_, other] = two();
        let view = A::view();
        other.despawn();
        if mended() {
            drop(view);
        }
        drop(A::view());
    });
    says_then_runs(&[&words[..], &["end the query first"]].concat(), || {
        let [_, other] = two();
        let all = query::<&A>();
        for _ in &all {
            other.despawn();
        }
        if mended() {
            drop(all);
        }
        drop(A::view());
    });
    says_then_runs(&[&words[..], &["do it when the `each` is over"]].concat(), || {
        let [_, other] = two();
        query::<&A>().each(|_| {
            other.despawn();
            if !mended() {
                drop(A::view());
            }
        });
        drop(A::view());
    });
    says_then_runs(&["so that the store can be flushed", "do it when the `for_each` is over"], || {
        let [_, other] = two();
        A::for_each(|_| {
            other.despawn();
            if !mended() {
                drop(A::view());
            }
        });
        drop(A::view());
    });
}
