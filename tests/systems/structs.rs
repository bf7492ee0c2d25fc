//! Structs that derive `SystemParam`: they do what their fields do, one by one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ecs_core::order::Separation;
use ecs_core::systems::{Item, ReadParam, SystemFn};
use ecs_core::{
    Add, Changed, Commands, Component, Entity, Events, IntoSystem, Located, Near, PerEntity, Query,
    QueryData, Removed, Schedule, ScheduleError, Singleton, System, SystemParam, Time, UpdateError, View,
    ViewMut, Watch, With, Without, emit, local, observe,
};

use super::parallel_groups::groups;
use super::{A, B, C, on_threads};
use crate::support::assert_says;

#[derive(Singleton, Default, Debug, PartialEq)]
#[component(track)]
struct Score(u32);

#[derive(Singleton)]
struct Level(u32);

#[derive(Component, Clone, Copy)]
#[component(near(at))]
struct Enemy {
    at: [f32; 2],
}

#[derive(SystemParam)]
struct Clock {
    time: Time,
    dt: f32,
}

#[derive(SystemParam)]
struct Seen<'w> {
    enemies: Near<'w, Enemy>,
    ended: Removed<'w, B>,
    shots: Events<'w, u8>,
    score: Watch<'w, Score>,
}

/// Fields in parentheses, and a field of another such struct.
#[derive(SystemParam)]
struct Two<'w>(Query<'w, &'w mut A, With<B>>, Option<&'w Level>, Clock);

#[derive(SystemParam)]
struct All<'w> {
    two: Two<'w>,
    seen: Seen<'w>,
    view: View<'w, B>,
    all: ViewMut<'w, C>,
    level: &'w mut Number,
    commands: Commands<'w>,
}

#[derive(Singleton, Default)]
struct Number(u32);

/// Would catch: a kind of parameter that is no field, or is not prepared, begun or looked at as a field.
#[test]
fn d10_each_kind_of_parameter_is_a_field() {
    fn run(mut all: All) {
        let Clock { time, dt } = all.two.2;
        assert_eq!((dt, time.dt(), all.two.1.is_none(), all.view.is_empty()), (0.25, 0.25, true, false));
        all.two.0.each(|a| a.0 += 1);
        all.all.iter_mut().for_each(|c| c.0 += 10);
        all.level.0 += all.seen.shots.len() as u32;
        all.level.0 += 10 * all.seen.ended.len() as u32;
        all.level.0 += 100 * u32::from(all.seen.score.has_changed());
        all.level.0 += 1000 * all.seen.enemies.within([0.0, 0.0], 2.0).count() as u32;
        all.commands.spawn(A(7));
    }
    let entity = Entity::spawn().with(A(0)).with(B(0)).with(C(0));
    let gone = Entity::spawn().with(B(1));
    Entity::spawn().with(Enemy { at: [1.0, 0.0] });
    let mut schedule = Schedule::new().add(run);
    schedule.run(0.25);
    Number::borrow_mut().0 = 0;
    gone.despawn();
    [1_u8, 2].into_iter().for_each(|shot| assert_eq!(emit(shot), 1));
    Score::borrow_mut().0 = 3;
    schedule.run(0.25);
    assert_eq!(Number::borrow().0, 1112);
    assert_eq!((entity.borrow::<A>().0, entity.borrow::<C>().0, A::count()), (2, 20, 3));
}

#[test]
fn d10_conditions_and_systems_of_a_type_take_structs() {
    #[derive(SystemParam)]
    struct Both<'w, T: PerEntity> {
        all: Query<'w, (Entity, &'w T), Without<B>>,
        level: &'w Level,
        clock: Clock,
    }
    fn is_high<T: PerEntity>(both: Both<T>) -> bool {
        both.level.0 > both.all.count() as u32 && both.clock.dt == 0.5
    }
    /// One as the only parameter, and one in a tuple.
    struct Raise;
    impl System for Raise {
        type Params = (Change<'static, 1>, f32);
        fn update(&mut self, (change, dt): Item<'_, Self::Params>) {
            change.number.0 += change.by() * (dt * 2.0) as u32;
        }
    }
    struct RaiseMore;
    impl System for RaiseMore {
        type Params = Change<'static, 10>;
        fn update(&mut self, change: Item<'_, Self::Params>) {
            change.number.0 += change.by();
        }
    }
    #[derive(SystemParam)]
    struct Change<'w, const N: u32>
    where
        Number: Singleton,
    {
        number: &'w mut Number,
    }
    impl<const N: u32> Change<'_, N> {
        fn by(&self) -> u32 {
            N
        }
    }
    Entity::spawn().with(A(0));
    Level::set(Level(2));
    let mut schedule = Schedule::new().add(Raise.run_if(is_high::<A>)).add(RaiseMore);
    schedule.run(0.5);
    schedule.run(0.25);
    Level::borrow_mut().0 = 1;
    schedule.run(0.5);
    assert_eq!(Number::borrow().0, 31);
}

/// Would catch: a filter of a field that looks back to another moment than that of a parameter.
#[test]
fn d10_filters_of_fields_look_back_to_the_last_run() {
    #[derive(Component, Default)]
    #[component(track)]
    struct Hp(u32);
    #[derive(SystemParam)]
    struct Hurt<'w> {
        changed: Query<'w, &'w Hp, Changed<Hp>>,
        number: &'w mut Number,
    }
    let count = |hurt: Hurt| hurt.number.0 = hurt.changed.count() as u32;
    let hp = Entity::spawn().insert(Hp(1));
    let mut schedule = Schedule::new().add(count);
    let mut run = || {
        schedule.run(0.1);
        Number::borrow().0
    };
    assert_eq!((run(), run()), (1, 0));
    hp.borrow_mut().0 = 2;
    assert_eq!((run(), run()), (1, 0));
}

/// A struct that is generic over what a query asks for.
#[test]
fn d10_a_struct_may_be_generic_over_its_queries() {
    #[derive(QueryData)]
    struct Pair<'w> {
        a: &'w mut A,
        b: Option<&'w B>,
    }
    #[derive(SystemParam)]
    struct Of<'w, Q: QueryData + 'static> {
        found: Query<'w, Q, With<A>>,
    }
    fn add(mut of: Of<Pair>) {
        of.found.each(|pair| pair.a.0 += pair.b.map_or(1, |b| b.0));
    }
    let [a, b] = [Entity::spawn().insert(A(0)), Entity::spawn().with(B(5)).insert(A(0))];
    Schedule::new().add(add).run(0.1);
    assert_eq!((a.borrow().0, b.borrow().0), (1, 5));
}

#[derive(SystemParam)]
#[allow(dead_code, reason = "only what it takes counts")]
struct Writes<'w> {
    a: Query<'w, &'w mut A>,
}

#[derive(SystemParam)]
#[allow(dead_code, reason = "only what it takes counts")]
struct Outer<'w> {
    inner: Writes<'w>,
    score: &'w Score,
}

fn write(_: Outer) {}
fn read(_: View<A>) {}
fn other(_: ViewMut<B>, _: &Score) {}

/// Would catch: a struct that counts as taking nothing, or as being alone.
#[test]
fn d10_groups_know_what_the_fields_take_and_name_them() {
    let mut schedule = Schedule::new().add(write).add(read).add(other);
    assert_eq!(groups(&mut schedule), [vec!["write", "other"], vec!["read"]]);
    let order = schedule.explain();
    let group = &order.stages()[0].groups[1];
    assert!(matches!(group.separation, Separation::Conflict { component: "A", .. }));
    assert_eq!(group.fields, ["Outer.inner.a"]);
    assert_says(
        &order.to_string(),
        &["2. read: added 2nd; not in parallel with write, because of A (`Outer.inner.a`)\n"],
    );
    let conflicts = schedule.conflicts();
    assert_eq!(conflicts[0].fields, ["Outer.inner.a"]);
    assert_eq!(conflicts[0].to_string(), "write and read: A (`Outer.inner.a`)");
}

#[test]
fn d10_two_fields_that_conflict_are_refused_as_two_parameters_are() {
    #[derive(SystemParam)]
    #[allow(dead_code, reason = "only what it takes counts")]
    struct Twice<'w> {
        outer: Outer<'w>,
        again: View<'w, A>,
    }
    #[derive(SystemParam)]
    struct Apart<'w> {
        with: Query<'w, &'w mut A, With<B>>,
        without: Query<'w, &'w mut A, Without<B>>,
    }
    fn twice(_: Twice) {}
    fn with_a_parameter(_: Outer, _: &mut Score) {}
    fn apart(mut apart: Apart) {
        apart.with.each(|a| a.0 += 1);
        apart.without.each(|a| a.0 += 10);
    }
    let error = Schedule::new().add(twice).try_run(0.1).unwrap_err();
    let ScheduleError::Twice { component: "A", fields, .. } = &error else { panic!("{error}") };
    assert_eq!(**fields, ["Twice.outer.inner.a", "Twice.again"]);
    assert_says(
        &error.to_string(),
        &["the system twice takes A twice (`Twice.outer.inner.a`, `Twice.again`), once for writing"],
    );
    let error = Schedule::new().add(with_a_parameter).try_run(0.1).unwrap_err();
    assert_says(&error.to_string(), &["takes Score twice (`Outer.score`), once for writing: take it once"]);
    let [a, b] = [Entity::spawn().with(B(0)).insert(A(0)), Entity::spawn().insert(A(0))];
    Schedule::new().add(apart).run(0.1);
    assert_eq!((a.borrow().0, b.borrow().0), (1, 10));
    let error = Schedule::new().add(local(apart)).try_run(0.1).unwrap_err();
    assert_says(
        &error.to_string(),
        &["the local system apart takes A twice (`Apart.with`, `Apart.without`), once for writing"],
    );
}

#[test]
fn d10_what_is_borrowed_or_not_set_refuses_the_run_as_for_a_parameter() {
    #[derive(SystemParam)]
    struct Needs<'w> {
        level: &'w mut Level,
    }
    fn needs(needs: Needs) {
        needs.level.0 += 1;
    }
    let mut schedule = Schedule::new().add(needs);
    let error = schedule.try_run(0.1).unwrap_err();
    assert!(matches!(error, ScheduleError::Update(UpdateError::Singleton(_))), "{error}");
    Level::set(Level(0));
    let guard = Level::borrow();
    let error = schedule.try_run(0.1).unwrap_err();
    assert!(matches!(error, ScheduleError::Update(UpdateError::Borrowed { .. })), "{error}");
    drop(guard);
    schedule.run(0.1);
    assert_eq!(Level::borrow().0, 1);
}

/// The commands of a field run when the system is done, as those of a parameter: what observes them sees the
/// world free.
#[test]
fn d10_commands_of_a_field_run_after_the_system() {
    #[derive(SystemParam)]
    struct Spawner<'w> {
        commands: Commands<'w>,
        all: ViewMut<'w, A>,
    }
    let seen = Arc::new(AtomicUsize::new(0));
    let counter = seen.clone();
    let _observer = observe(move |_: &Add<A>| _ = counter.fetch_add(A::count(), Ordering::Relaxed));
    let spawn = |spawner: Spawner| {
        spawner.commands.spawn(A(spawner.all.len() as u32));
        spawner.commands.spawn(A(9));
    };
    Schedule::new().add(spawn).add(read).run(0.1);
    assert_eq!((A::count(), seen.load(Ordering::Relaxed)), (2, 3));
}

/// Compiles only if they are what the bounds of generic code ask for.
#[test]
fn d10_a_struct_is_a_parameter_in_generic_code() {
    fn reads<P: ReadParam>() {}
    fn is_located<T: Located>() {}
    fn is_system<M>(_: impl SystemFn<M>) {}
    reads::<(Seen<'_>, Clock)>();
    is_located::<Enemy>();
    is_system(|_: All, _: Outer, _: f32| {});
}

macro_rules! as_mut {
    ($($name:ident)*) => {$(
        impl AsMut<u32> for $name {
            fn as_mut(&mut self) -> &mut u32 {
                &mut self.0
            }
        }
    )*};
}
as_mut!(A B C);

/// Would catch: a struct by which parallel systems see another world than one by one. Each system writes its
/// own type, so that all run in one group, on two threads.
#[cfg(not(target_family = "wasm"))]
#[test]
fn d10_systems_with_structs_run_side_by_side() {
    #[derive(SystemParam)]
    struct Own<'w, T: PerEntity + Send> {
        all: Query<'w, &'w mut T>,
        score: &'w Score,
    }
    fn step<T: PerEntity + Send + AsMut<u32>>(mut own: Own<T>) {
        own.all.each(|each| *each.as_mut() = each.as_mut().wrapping_mul(31).wrapping_add(own.score.0));
    }
    let run = |threads: usize| {
        ecs_core::World::new().enter(|| {
            on_threads(threads);
            Score::set(Score(7));
            let all = Entity::spawn_many(200, |n, entity| {
                entity.with(B(n as u32)).with(C(n as u32));
                A(n as u32)
            });
            let mut schedule = Schedule::new().add(step::<A>).add(step::<B>).add(step::<C>);
            assert_eq!(groups(&mut schedule)[0].len(), 3);
            (0..20).for_each(|_| schedule.run(0.1));
            all.iter().map(|a| (a.borrow::<A>().0, a.borrow::<B>().0, a.borrow::<C>().0)).collect::<Vec<_>>()
        })
    };
    assert_eq!(run(1), run(2));
}
