//! Laws M4, M6 and H5: what a conflict says.

use super::*;

/// The message of a conflict in a hook, which has no line of a frame in it.
fn said_in_hooks(act: impl Fn(Entity) + 'static) -> String {
    let_hooks(act);
    let text = message_of(frame);
    let frame_line = format!("{}:{FRAME_LINE}:", file!());
    assert!(!text.contains(&frame_line), "{text}");
    text
}

const FRAME_LINE: u32 = line!() + 3;
#[rustfmt::skip]
fn frame() {
    update_all(0.1);
}

#[test]
fn m4_a_conflict_names_type_entity_hook_and_parameter() {
    let own = Entity::spawn().with(TakesMut(0)).with(A(0));
    own.set_name("hero");
    let text = said_in_hooks(|me| me.borrow_mut::<A>().0 += 1);
    assert_says(
        &text,
        &["cannot borrow A of 0v1 \"hero\" mutably", "the hook `TakesMut::update`", "its parameter `&mut A`"],
    );
    let text = said_in_hooks(|me| me.borrow_mut::<TakesMut>().0 += 1);
    assert_says(&text, &["cannot borrow TakesMut of 0v1 \"hero\"", "own hook `TakesMut::update`", "`self`"]);
    let text = said_in_hooks(|_| query::<&mut A>().each(|_| ()));
    assert_says(&text, &["cannot visit A of 0v1 \"hero\"", "`TakesMut::update`", "its parameter `&mut A`"]);
    let text = said_in_hooks(|_| drop(A::view()));
    assert_says(&text, &["cannot view A", "`TakesMut::update`", "its parameter `&mut A`"]);
}

#[test]
fn m4_a_reader_is_named_too_and_so_is_a_singleton_parameter() {
    Entity::spawn().with(TakesRef(0)).with(A(0));
    let text = said_in_hooks(|me| me.borrow_mut::<A>().0 += 1);
    assert_says(&text, &["`TakesRef::update`", "its parameter `&A`"]);
    World::clear();
    Entity::spawn().add::<TakesScore>();
    let text = said_in_hooks(|_| Score::borrow_mut().0 += 1);
    assert_says(&text, &["cannot borrow Score", "`TakesScore::update`", "its parameter `&Score`"]);
    World::clear();
    Entity::spawn().add::<TakesScoreMut>();
    let text = said_in_hooks(|_| drop(Score::borrow()));
    assert_says(&text, &["cannot borrow Score", "`TakesScoreMut::update`", "its parameter `&mut Score`"]);
}

#[test]
fn m4_an_isolated_pass_is_named_for_what_it_takes_as_well() {
    let [_, other] = [(); 2].map(|()| Entity::spawn().with(Isolated(0)).with(A(0)));
    let text = said_in_hooks(move |_| other.borrow_mut::<A>().0 += 1);
    assert_says(&text, &["cannot borrow A of 1v1", "isolated", "`Isolated::update`", "remove `isolated`"]);
    let text = said_in_hooks(move |_| other.borrow_mut::<Isolated>().0 += 1);
    assert_says(&text, &["cannot borrow Isolated of 1v1", "isolated", "remove `isolated`"]);
    World::clear();
    let [_, other] = [(); 2].map(|()| Entity::spawn().with(IsolatedReader(0)).with(A(0)));
    let text = said_in_hooks(move |_| other.borrow_mut::<A>().0 += 1);
    assert_says(&text, &["isolated", "`IsolatedReader::update`", "remove `isolated`"]);
}

#[test]
fn m4_a_renamed_hook_is_named_as_it_is_written() {
    #[derive(Component)]
    #[component(update = step)]
    struct Walker(u32);
    impl Walker {
        fn step(&mut self, me: Entity, _a: &mut A) {
            self.0 += 1;
            if self.0 == 1 {
                let _ = me.borrow_mut::<A>();
            }
            let _ = me.borrow_mut::<Self>();
        }
    }
    Entity::spawn().with(A(0)).with(Walker(0));
    assert_says(&message_of(frame), &["the hook `Walker::step`", "its parameter `&mut A`"]);
    assert_says(&message_of(frame), &["own hook `Walker::step`"]);
}

#[test]
fn m4_life_hooks_and_listeners_name_themselves_and_their_parameters() {
    struct Poke;
    #[derive(Component)]
    #[component(on(Poke = prick))]
    struct Ear;
    impl Ear {
        fn init(&mut self, me: Entity, a: &mut A) {
            a.0 += 1;
            log(message_of(|| me.borrow_mut::<A>().0 += 1));
            log(message_of(|| me.borrow::<Self>()));
        }
        fn prick(&self, _: &Poke, me: Entity, _a: Option<&A>) {
            log(message_of(|| me.borrow_mut::<A>().0 += 1));
            log(message_of(|| me.borrow_mut::<Self>()));
        }
        fn on_disable(&mut self, me: Entity, a: Option<&mut A>) {
            log(message_of(|| me.borrow_mut::<A>().0 += 1));
            log(message_of(|| me.borrow::<Self>()));
            a.unwrap().0 += 1;
        }
    }
    let ear = Entity::spawn().with(A(0)).with(Ear);
    ear.send(Poke);
    Ear::send_all(Poke);
    ear.handle::<Ear>().set_enabled(false);
    let said = take_log();
    assert_eq!(said.len(), 8);
    let hooks = ["init", "init", "prick", "prick", "prick", "prick", "on_disable", "on_disable"];
    for (n, (text, hook)) in said.iter().zip(hooks).enumerate() {
        if n % 2 == 0 {
            let parameter = if hook == "prick" { "`&A`" } else { "`&mut A`" };
            assert_says(text, &[&format!("the hook `Ear::{hook}`"), "as its parameter", parameter]);
        } else {
            assert_says(text, &["its own hook", "use `self`"]);
        }
        assert!(!text.contains("drop that guard"), "{text}");
    }
}

#[test]
fn m4_a_guard_is_named_with_its_line() {
    let one = Entity::spawn().with(A(0));
    let (line, guard) = (line!(), one.borrow_mut::<A>());
    let text = message_of(|| one.borrow::<A>());
    assert_says(&text, &["cannot borrow A of 0v1: it is mutably borrowed", "drop that guard first"]);
    if cfg!(debug_assertions) {
        assert_says(&text, &[&format!("{}:{line}:", file!())]);
    }
    drop(guard);
}

// ---- M6: sorting ----

#[test]
fn m6_sorting_refuses_and_names_the_holder() {
    let all = stage::<TakesMut>(3);
    let refused = || A::try_sort_by_key(|a| a.0).expect_err("something is borrowed").to_string();
    let guard = all[3].borrow::<A>();
    assert_says(&message_of(|| A::sort_by_key(|a| a.0)), &["cannot sort A: one is borrowed"]);
    drop(guard);
    query::<&A>().each(|_| assert_says(&refused(), &["a query's `each`"]));
    let mut some = query::<&A>();
    for _ in &mut some {
        assert_says(&refused(), &["by a query"]);
    }
    drop(some);
    A::for_each(|_| assert_says(&refused(), &["`for_each`"]));
    let view = A::view();
    assert_says(&refused(), &["by a view"]);
    drop(view);
    let_hooks(|_| {
        A::sort_by_key(|a| a.0);
    });
    let text = message_of(|| update_all(0.1));
    assert_says(&text, &["cannot sort A", "`TakesMut::update`", "its parameter `&mut A`"]);
    in_hooks(|_| Writes::sort_by_key(|writes| writes.0));
    A::sort_by_key(|a| std::cmp::Reverse(a.0));
    assert_eq!(A::view()[0], A(9));
}

// ---- H5: a hook and its `self` ----

#[test]
fn h5_a_handle_to_the_own_component_conflicts_and_says_use_self() {
    #[derive(Component, Default)]
    struct Selfish(Handle<Selfish>);
    impl Selfish {
        fn update(&mut self) {
            assert!(self.0.is_alive());
            assert!(matches!(
                self.0.try_borrow(),
                Err(BorrowError::Borrowed { by: Borrower::PassHook { .. }, .. })
            ));
            log(message_of(|| self.0.borrow_mut().0));
        }
    }
    let own = Entity::spawn().add::<Selfish>();
    own.borrow_mut().0 = own;
    update_all(0.1);
    assert_says(
        &take_log()[0],
        &["cannot borrow Selfish of 0v1", "own hook `Selfish::update`", "use `self`"],
    );
    assert!(own.try_borrow_mut().is_ok(), "the hook is over");
}

#[test]
fn h5_a_hook_that_reads_itself_lets_others_read_it() {
    Entity::spawn().add::<Reads>();
    in_hooks(|me| {
        assert_eq!(me.borrow::<Reads>().0, 0);
        assert_eq!(query::<&Reads>().iter().count(), 1);
        assert_eq!(Reads::view().len(), 1);
    });
    assert_eq!(try_update_all(0.1), Ok(()));
}
