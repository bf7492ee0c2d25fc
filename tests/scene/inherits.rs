//! Law N5: what a component takes over from the one above it.

use ecs_core::{
    Archetype, Changed, Component, Entity, FailurePolicy, Handle, Pool, UpdateError, World, explain_order,
    query, try_update_all, update_all,
};

use crate::support::{assert_says, caught, log, take_log};

/// A place on a line, and a count of how often `inherit` has run.
#[derive(Component, Clone, Default, Debug, PartialEq)]
#[component(inherits)]
struct Place {
    local: i64,
    world: i64,
    runs: u32,
}

impl Place {
    fn inherit(&mut self, parent: Option<&Place>) {
        self.world = parent.map_or(0, |parent| parent.world) + self.local;
        self.runs += 1;
    }
}

fn at(local: i64) -> Place {
    Place { local, ..Place::default() }
}

fn place(local: i64) -> Entity {
    Entity::spawn().with(at(local))
}

/// Where these are, and how often each has run since the last call.
fn frame(entities: &[Entity]) -> Vec<(i64, u32)> {
    let before: Vec<_> =
        entities.iter().map(|entity| entity.get::<Place>().map(|place| place.runs)).collect();
    update_all(0.1);
    let now = entities.iter().zip(before).filter_map(|(entity, before)| {
        let place = entity.get::<Place>()?;
        Some((place.world, place.runs - before.unwrap_or_default()))
    });
    now.collect()
}

#[test]
fn n5_inherit_runs_after_all_phases_and_parents_first() {
    #[derive(Component)]
    struct Moves;
    impl Moves {
        fn late_update(&mut self, place: &mut Place) {
            place.local += 1;
        }
    }
    let (a, b, c) = (place(1), place(10), place(100));
    // The child is older than its parent.
    b.child_of(c);
    a.child_of(b);
    c.insert(Moves);
    assert_eq!(frame(&[a, b, c]), [(112, 1), (111, 1), (101, 1)]);
    assert_eq!(frame(&[a, b, c]), [(113, 1), (112, 1), (102, 1)]);
    let order: Vec<_> = Place::view().iter().map(|place| place.local).collect();
    assert_eq!(order, [102, 10, 1], "the store is kept parents first");
}

#[test]
fn n5_only_what_was_written_to_or_lies_below_runs() {
    let [a, b, c, d] = [1, 10, 100, 1000].map(place);
    b.child_of(a);
    c.child_of(b);
    assert_eq!(frame(&[a, b, c, d]), [(1, 1), (11, 1), (111, 1), (1000, 1)]);
    assert_eq!(frame(&[a, b, c, d]), [(1, 0), (11, 0), (111, 0), (1000, 0)]);
    b.borrow_mut::<Place>().local = 20;
    assert_eq!(frame(&[a, b, c, d]), [(1, 0), (21, 1), (121, 1), (1000, 0)]);
    Place::view_mut()[d.handle()].local = 7;
    assert_eq!(frame(&[a, b, c, d]), [(1, 0), (21, 0), (121, 0), (7, 1)]);
    let _ = a.borrow::<Place>().local;
    assert_eq!(frame(&[a, b, c, d]), [(1, 0), (21, 0), (121, 0), (7, 0)], "reading is no change");
    // The end of others moves rows, and is no change.
    d.despawn();
    assert_eq!(frame(&[a, b, c]), [(1, 0), (21, 0), (121, 0)]);
}

#[test]
fn n5_who_is_attached_elsewhere_runs_with_all_below() {
    let [a, b, c, d] = [1, 10, 100, 1000].map(place);
    c.child_of(b.child_of(a));
    frame(&[]);
    b.child_of(d);
    assert_eq!(frame(&[a, b, c, d]), [(1, 0), (1010, 1), (1110, 1), (1000, 0)]);
    c.detach();
    assert_eq!(frame(&[a, b, c, d]), [(1, 0), (1010, 0), (100, 1), (1000, 0)]);
    a.insert_child(0, c);
    d.insert_child(0, b);
    assert_eq!(
        frame(&[a, b, c, d]),
        [(1, 0), (1010, 0), (101, 1), (1000, 0)],
        "b has the parent that it had"
    );
    a.child_of(c.detach().then_some(c).expect("it had one"));
    assert_eq!(frame(&[a, b, c, d]), [(101, 1), (1010, 0), (100, 1), (1000, 0)]);
}

#[test]
fn n5_the_parent_is_the_nearest_above_that_has_the_type() {
    let (top, group, low) = (place(1), Entity::spawn(), place(100));
    low.child_of(group.child_of(top));
    assert_eq!(frame(&[top, low]), [(1, 1), (101, 1)]);
    group.insert(at(10));
    assert_eq!(frame(&[top, group, low]), [(1, 0), (11, 1), (111, 1)]);
    group.kill::<Place>();
    assert_eq!(frame(&[top, low]), [(1, 0), (101, 1)]);
    top.kill::<Place>();
    assert_eq!(frame(&[low]), [(100, 1)]);
    let other = Entity::spawn();
    group.child_of(other);
    assert_eq!(frame(&[low]), [(100, 0)], "it inherits from nobody as before");
    other.insert(at(5));
    assert_eq!(frame(&[other, low]), [(5, 1), (105, 1)]);
}

#[test]
fn n5_what_inherit_writes_is_a_change_for_others_and_not_for_itself() {
    let (a, b) = (place(1), place(10));
    b.child_of(a);
    frame(&[]);
    let seen = World::tick();
    a.borrow_mut::<Place>().local = 2;
    let changed = || query::<Entity>().filter::<Changed<Place>>().since(seen).iter().count();
    assert_eq!(changed(), 1);
    update_all(0.1);
    assert_eq!(changed(), 2);
    let seen = World::tick();
    update_all(0.1);
    assert!(!a.handle::<Place>().changed_since(seen) && !b.handle::<Place>().changed_since(seen));
}

#[test]
fn n5_a_disabled_one_does_not_run_and_its_children_read_its_last_value() {
    let [a, b, c] = [1, 10, 100].map(place);
    c.child_of(b.child_of(a));
    frame(&[]);
    b.handle::<Place>().set_enabled(false);
    a.borrow_mut::<Place>().local = 2;
    assert_eq!(frame(&[a, b, c]), [(2, 1), (11, 0), (111, 0)]);
    c.borrow_mut::<Place>().local = 200;
    assert_eq!(frame(&[a, b, c]), [(2, 0), (11, 0), (211, 1)]);
    b.handle::<Place>().set_enabled(true);
    assert_eq!(frame(&[a, b, c]), [(2, 0), (12, 1), (212, 1)], "what it has missed comes now");
    a.set_enabled(false);
    b.borrow_mut::<Place>().local = 20;
    assert_eq!(frame(&[a, b, c]), [(2, 0), (12, 0), (212, 0)]);
    a.set_enabled(true);
    assert_eq!(frame(&[a, b, c]), [(2, 0), (22, 1), (222, 1)]);
}

#[test]
fn n5_the_value_now_is_never_stale() {
    let [a, b, c] = [1, 10, 100].map(place);
    let lamp = Entity::spawn().child_of(c.child_of(b.child_of(a)));
    let world = |entity: Entity| Place::inherited(entity).map(|place| place.world);
    assert_eq!([a, b, c, lamp].map(world), [Some(1), Some(11), Some(111), Some(111)]);
    assert_eq!(c.borrow::<Place>().world, 0, "it is asked, not written");
    frame(&[]);
    a.borrow_mut::<Place>().local = 2;
    b.child_of(a.parent().unwrap_or(a));
    assert_eq!(([a, b, c].map(world), c.borrow::<Place>().world), ([Some(2), Some(12), Some(112)], 111));
    b.handle::<Place>().set_enabled(false);
    assert_eq!([a, b, c].map(world), [Some(2), Some(11), Some(111)], "a disabled one has its last value");
    assert_eq!((world(Entity::spawn()), world(Entity::NONE)), (None, None));
    let held = a.borrow_mut::<Place>();
    assert!(caught(|| Place::inherited(c)).text.contains("cannot borrow Place"));
    drop(held);
}

/// Not only transforms: whether something is shown, and by a method of another name.
#[derive(Component, Clone)]
#[component(inherits = show)]
enum Shown {
    As { wanted: bool, is: bool },
}

impl Shown {
    fn show(&mut self, parent: Option<&Self>) {
        let above = parent.is_none_or(|Self::As { is, .. }| *is);
        let Self::As { wanted, is } = self;
        *is = *wanted && above;
    }
}

#[test]
fn n5_who_asks_for_what_is_borrowed_is_shown_his_own_line() {
    let (ship, gun) = (place(1), place(10));
    ship.insert_child(0, gun);
    let _held = ship.borrow_mut::<Place>();
    let asked = caught(|| Place::inherited(gun));
    assert_eq!((asked.file.as_str(), asked.line), (file!(), line!() - 1), "{}", asked.text);
    let attached = caught(|| gun.insert_child(0, ship));
    assert_eq!((attached.file.as_str(), attached.line), (file!(), line!() - 1), "{}", attached.text);
}

#[test]
fn n5_any_type_inherits_by_a_method_of_any_name() {
    let shown = |wanted| Entity::spawn().with(Shown::As { wanted, is: false });
    let [a, b, c] = [true, false, true].map(shown);
    c.child_of(b.child_of(a));
    update_all(0.1);
    let is = |entity: Entity| match &*entity.borrow::<Shown>() {
        Shown::As { is, .. } => *is,
    };
    assert_eq!([a, b, c].map(is), [true, false, false]);
}

#[derive(Component, Clone)]
#[component(inherits)]
struct Generic<T: Clone>(T, u32);

impl<T: Clone> Generic<T> {
    fn inherit(&mut self, parent: Option<&Self>) {
        if let Some(parent) = parent {
            self.0 = parent.0.clone();
        }
        self.1 += 1;
    }
}

#[test]
fn n5_generic_types_inherit() {
    let a = Entity::spawn().with(Generic("red".to_owned(), 0));
    let b = Entity::spawn().with(Generic(String::new(), 0)).child_of(a);
    update_all(0.1);
    assert_eq!((b.borrow::<Generic<String>>().0.as_str(), a.borrow::<Generic<String>>().1), ("red", 1));
}

#[test]
fn n5_the_order_shows_what_inherits() {
    place(1).insert(Shown::As { wanted: true, is: true });
    let order = explain_order();
    assert_eq!(order.inheriting(), ["Place", "Shown"]);
    assert!(order.to_string().ends_with("then inherit: Place, Shown\n"));
}

// ---- rows come and go ----

#[test]
fn n5_many_that_come_at_once_are_sorted_parents_first() {
    let many = if cfg!(miri) { 40 } else { 200 };
    let tops: Vec<_> = (0..many as i64).map(place).collect();
    let low: Vec<_> = tops.iter().rev().map(|&top| place(1000).child_of(top)).collect();
    let middle: Vec<_> = (0..many).map(|_| place(1)).collect();
    for (&middle, &low) in middle.iter().zip(&low) {
        middle.child_of(low);
    }
    update_all(0.1);
    let view = Place::view();
    let depths: Vec<_> = view.iter().map(|place| place.world - place.local).collect();
    assert!(depths[..many].iter().all(|&above| above == 0));
    assert!(depths[many..2 * many].iter().all(|&above| (0..many as i64).contains(&above)));
    assert!(depths[2 * many..].iter().all(|&above| above >= 1000));
    assert!(view.iter().all(|place| place.runs == 1));
}

#[test]
fn n5_rows_that_leave_the_order_little_by_little_are_sorted_again() {
    let count = if cfg!(miri) { 20 } else { 100 };
    let tops: Vec<_> = (0..count as i64).map(place).collect();
    let mut low: Vec<_> = (0..3 * count).map(|number| place(1000).child_of(tops[number % count])).collect();
    update_all(0.1);
    // Others take the place of what ends, too few at once for all to be sorted.
    let at_once = count / 10;
    for turn in 0..if cfg!(miri) { 30 } else { 60 } {
        let places: Vec<_> = (0..at_once).map(|number| (turn * at_once + number) * 7 % low.len()).collect();
        places.iter().for_each(|&at| assert!(low[at].despawn()));
        for (number, &at) in places.iter().enumerate() {
            low[at] = place(1000).child_of(tops[number * 9 + turn % 10]);
        }
        update_all(0.1);
    }
    let parents = || -> Vec<i64> { Place::view().iter().map(|place| place.world - place.local).collect() };
    assert!(!parents()[count..].is_sorted());
    for _ in 0..20 {
        Place::view_mut().iter_mut().for_each(|place| place.runs = 0);
        update_all(0.1);
    }
    assert!(parents()[..count].iter().all(|&above| above == 0));
    assert!(parents()[count..].is_sorted(), "those below one stand together, in the order of their parents");
    assert!(Place::view().iter().all(|place| place.runs == 1));
}

#[test]
fn n5_a_chain_deeper_than_all_levels_is_right() {
    let deep: usize = if cfg!(miri) { 78 } else { 300 };
    let mut chain = vec![place(1)];
    for _ in 1..deep {
        chain.push(place(1).child_of(chain[chain.len() - 1]));
    }
    let worlds =
        |chain: &[Entity]| -> Vec<i64> { frame(chain).into_iter().map(|(world, _)| world).collect() };
    let up_to = |deep: usize| (1..=deep as i64).collect::<Vec<_>>();
    assert_eq!(worlds(&chain), up_to(deep));
    // The lower half goes up, and the upper half below it.
    let half = deep / 2;
    chain[half].detach();
    chain[0].child_of(chain[deep - 1]);
    chain.rotate_left(half);
    assert_eq!(worlds(&chain), up_to(deep));
    chain[0].borrow_mut::<Place>().local = 2;
    assert_eq!(worlds(&chain), up_to(deep + 1)[1..]);
    let third = deep / 3;
    for n in (third..2 * third).rev() {
        chain[n].kill::<Place>();
    }
    let left: Vec<_> = chain[..third].iter().chain(&chain[2 * third..]).copied().collect();
    assert_eq!(worlds(&left), up_to(deep - third + 1)[1..]);
}

#[test]
#[cfg_attr(miri, ignore = "is about many")]
fn n5_a_chain_of_a_hundred_thousand_overflows_no_stack() {
    let run = || {
        let top = place(1);
        let bottom = (1..100_000).fold(top, |above, _| place(1).child_of(above));
        update_all(0.1);
        assert_eq!(bottom.borrow::<Place>().world, 100_000);
        assert_eq!(Place::inherited(bottom).map(|place| place.world), Some(100_000));
        top.child_of(place(5));
        update_all(0.1);
        assert_eq!(bottom.borrow::<Place>().world, 100_005);
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    thread.spawn(run).expect("a thread").join().expect("no overflow");
}

#[test]
fn n5_what_a_pool_takes_again_inherits_anew() {
    let pool = Pool::<Archetype<(Place,)>>::new();
    let (ship, carrier) = (pool.take(), place(100));
    ship.borrow_mut::<Place>().local = 1;
    let gun = place(10).child_of(ship);
    assert_eq!(frame(&[ship, gun]), [(1, 1), (11, 1)]);
    pool.give_back(ship);
    carrier.borrow_mut::<Place>().local = 200;
    frame(&[]);
    let again = pool.take().child_of(carrier);
    let gun = again.down::<Place>().expect("it has its gun").entity();
    let now = frame(&[carrier, again, gun]);
    assert_eq!(now.iter().map(|(world, _)| *world).collect::<Vec<_>>(), [200, 201, 211]);
}

#[test]
fn n5_what_is_inserted_over_a_value_inherits() {
    let (a, b) = (place(1), place(10));
    b.child_of(a);
    frame(&[]);
    a.insert(at(3));
    update_all(0.1);
    assert_eq!((a.borrow::<Place>().world, b.borrow::<Place>().world, b.borrow::<Place>().runs), (3, 13, 2));
}

#[test]
fn n5_each_world_has_its_own() {
    let a = place(1);
    let other = World::new();
    let b = other.enter(|| {
        let b = place(10);
        update_all(0.1);
        assert_eq!(b.borrow::<Place>().world, 10);
        b
    });
    update_all(0.1);
    assert_eq!(a.borrow::<Place>().world, 1);
    other.enter(|| {
        let c = place(100).child_of(b);
        update_all(0.1);
        assert_eq!((c.borrow::<Place>().world, b.borrow::<Place>().runs), (110, 1));
    });
}

// ---- what `inherit` itself may do, and what is refused ----

/// A component whose `inherit` does what it is told.
#[derive(Component)]
#[component(inherits)]
struct Does(Option<fn(Entity)>);

impl Does {
    fn inherit(&mut self, _: Option<&Self>) {
        log(format!("{}", self.entity().index()));
        if let Some(does) = self.0 {
            does(self.entity());
        }
    }
}

#[test]
fn n5_inherit_may_spawn_attach_and_end() {
    let top = Entity::spawn().with(Does(Some(|me| {
        for child in me.children().skip(1) {
            child.despawn();
        }
        Entity::spawn().with(Does(None)).child_of(me);
        assert!(me.handle::<Does>().try_borrow().is_err(), "its own is borrowed");
    })));
    let first = Entity::spawn().with(Does(None)).child_of(top);
    let second = Entity::spawn().with(Does(None)).child_of(top);
    update_all(0.1);
    assert_eq!(take_log(), ["0", "1"], "who has died does not run, who has come runs in the next frame");
    assert!(first.is_alive() && !second.is_alive());
    update_all(0.1);
    assert_eq!(take_log(), ["3"]);
    top.borrow_mut::<Does>().0 = Some(|me| assert!(me.despawn()));
    update_all(0.1);
    assert_eq!((take_log(), Does::count()), (vec!["0".to_owned()], 0));
}

#[test]
fn n5_a_panic_in_inherit_leaves_a_usable_world_and_loses_no_turn() {
    let top = Entity::spawn().with(Does(None));
    let bad = Entity::spawn().with(Does(Some(|_| panic!("bad")))).child_of(top);
    let low = Entity::spawn().with(Does(None)).child_of(bad);
    assert!(std::panic::catch_unwind(|| update_all(0.1)).is_err());
    assert_eq!(take_log(), ["0", "1"]);
    bad.borrow_mut::<Does>().0 = None;
    update_all(0.1);
    assert_eq!(take_log().len(), 3);
    bad.borrow_mut::<Does>().0 = Some(|_| panic!("bad"));
    World::set_failure_policy(FailurePolicy::SwitchOff).expect("there is a world");
    update_all(0.1);
    assert!(!bad.handle::<Does>().is_enabled() && World::stats().failures.count == 1);
    assert_eq!(take_log(), ["1"]);
    low.borrow_mut::<Does>().0 = None;
    update_all(0.1);
    assert_eq!(take_log(), ["2"]);
}

#[derive(Component, Default)]
struct Keeps(Option<ecs_core::Ref<Place>>);

#[test]
fn n5_what_is_borrowed_stops_the_frame() {
    let a = place(1);
    let held = a.borrow::<Place>();
    let error = try_update_all(0.1).expect_err("it would be visited");
    assert!(matches!(error, UpdateError::Borrowed { .. }));
    assert_says(&error.to_string(), &["Place", "inherit"]);
    let keeper: Handle<Keeps> = Entity::spawn().add();
    keeper.borrow_mut().0 = Some(held);
    assert!(try_update_all(0.1).is_err());
    keeper.borrow_mut().0 = None;
    update_all(0.1);
    assert_eq!(a.borrow::<Place>().world, 1);
}

#[test]
fn n5_what_a_pass_knows_of_the_rows_is_counted_as_memory() {
    let row_bytes = || {
        let stats = World::stats();
        stats.stores.iter().find(|store| store.component == "Place").expect("it was added").row_bytes
    };
    let root = place(1);
    for _ in 0..63 {
        place(1).child_of(root);
    }
    let before = row_bytes();
    update_all(0.1);
    assert!(row_bytes() >= before + 64 * 16, "the entity, its parent and its place in the order: {before}");
}
