//! The right column of `docs/book/src/from-bevy.md`.

use ecs_core::{
    Add, Added, AnyOf, Archetype, Bundle, Changed, Commands, Component, Entity, Events, Failed,
    FailurePolicy, Handle, Handled, IntoSystem, Mut, Or, Phase, Pool, Prefab, Query, QueryData, Remove,
    Removed, Save, SaveError, Schedule, Singleton, SystemCondition, SystemParam, Time, Watch, With,
    WithChildren, WithDisabled, Without, World, emit, find, local, not, observe, query, send_all, set, time,
    update_all, wait,
};
use ecs_core::{Enter, Exit, State, in_state};
use serde::{Deserialize, Serialize};

#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
#[component(track)]
struct Pos(f32);

#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
#[component(track)]
struct Vel(f32);

#[derive(Component)]
struct Player;

#[derive(Component)]
struct Frozen;

#[derive(Singleton, Default)]
#[component(track)]
struct Score(u32);

#[derive(Component, Default)]
#[component(requires(Pos, Vel(2.0)))]
struct Wings;

#[derive(Bundle)]
struct Moving {
    pos: Pos,
    vel: Vel,
}

#[derive(Component)]
struct Timid(u32);

impl Timid {
    fn init(&mut self) {
        self.0 += 1;
    }

    fn shutdown(&mut self) {
        Score::borrow_mut().0 += self.0;
    }
}

#[derive(Component)]
struct Target(Handle<Pos>);

struct Hit {
    damage: u32,
}

struct Damage {
    points: u32,
}

struct Quake;

#[derive(Component)]
#[component(on(Damage, Quake))]
struct Hull(u32);

impl Hull {
    fn on_damage(&mut self, damage: &Damage) {
        self.0 -= damage.points;
    }

    fn on_quake(&mut self, _: &Quake) {
        self.0 -= 1;
    }
}

#[test]
fn entities() {
    let e = Entity::spawn_with((Pos(0.0), Vel(1.0)));
    let other = Entity::spawn();
    Entity::spawn_many(100, |n, _| Pos(n as f32));
    Entity::spawn_with(Moving { pos: Pos(1.0), vel: Vel(2.0) });
    Entity::spawn().add::<Wings>();
    Entity::spawn().insert(Timid(0));
    Entity::spawn().insert(Target(e.handle::<Pos>()));
    assert!(e.is_alive());
    other.insert(Vel(1.0));
    e.insert_all((Pos(3.0), Player));
    e.add_with(|| Vel(5.0));
    other.kill::<Vel>();
    assert_eq!(e.remove::<Vel>(), Some(Vel(1.0)));
    assert!(e.has::<Pos>());
    assert_eq!(e.get::<Pos>().map(|pos| pos.0), Some(3.0));
    e.borrow_mut::<Pos>().0 += 1.0;
    e.set_name("boss");
    assert_eq!(find("boss"), Some(e));
    other.set_enabled(false);
    other.set_enabled(true);
    assert_eq!(e.components().len(), 2);
    assert!(e.dump().contains("boss"));
    assert!(other.despawn());
    assert_eq!(query::<&Pos>().count(), 103);
    World::clear();
}

#[test]
fn handles() {
    let rock = Entity::spawn().insert(Pos(2.0));
    let missile = Entity::spawn().insert(Target(rock));
    assert_eq!(missile.borrow().0.get().map(|pos| pos.0), Some(2.0));
}

#[derive(SystemParam)]
struct Field<'w> {
    places: Query<'w, &'w Pos>,
    score: &'w Score,
}

fn by_param(field: Field) {
    assert!(field.places.count() > field.score.0 as usize);
}

#[test]
fn structs_of_parameters() {
    Entity::spawn().with(Pos(1.0));
    Schedule::new().add(by_param).run(0.1);
}

fn give_orders(commands: Commands, all: Query<Entity, With<Player>>) {
    for e in &all {
        let ship = commands.spawn((Pos(1.0), Vel(2.0)));
        commands.insert(ship, Target(e.handle()));
        commands.insert_all(ship, (Pos(2.0), Player));
        commands.spawn_empty();
        commands.kill(e.handle::<Vel>());
        commands.despawn(e);
        commands.run(|| _ = Score::set(Score(7)));
    }
}

#[test]
fn commands() {
    Entity::spawn().with(Player).insert(Vel(1.0));
    Schedule::new().add(give_orders).run(0.1);
    assert_eq!((Score::borrow().0, Target::count()), (7, 1));
}

fn move_all(mut bodies: Query<(&mut Pos, &Vel)>) {
    for (pos, vel) in &mut bodies {
        pos.0 += vel.0;
    }
}

fn ask(
    mut all: Query<(Entity, &mut Pos, Option<&Vel>)>,
    players: Query<Entity, (With<Player>, Without<Vel>)>,
) {
    let list: Vec<Entity> = all.iter().map(|(e, ..)| e).collect();
    let [a, b] = [list[0], list[1]];
    all.get_mut(a).unwrap().1.0 = 1.0;
    assert!(all.get(a).is_some() && all.contains(b) && players.count() == 1);
}

fn ask_more(mut places: Query<&mut Pos>, ids: Query<Entity, With<Vel>>) {
    let list: Vec<Entity> = ids.iter().collect();
    let [a, b] = [list[0], list[0]];
    if let [Some(_), Some(_)] = places.get_many([a, b]) {}
    assert_eq!(places.iter_many(&list).count(), list.len());
    places.each_many(&list, |pos| pos.0 += 1.0);
    for [a, b] in places.iter_combinations() {
        assert!(a.0 != b.0 || a.0 == b.0);
    }
    places.each_pair(|a, b| std::mem::swap(&mut a.0, &mut b.0));
    assert!(!places.is_empty());
    places.par_each(|pos| pos.0 += 1.0);
}

fn trade(mut places: Query<&mut Pos>) {
    let [a, b] = ["a", "b"].map(|name| find(name).unwrap());
    if let [Some(a), Some(b)] = places.get_many_mut([a, b]) {
        std::mem::swap(a, b);
    }
}

fn only(all: Query<&Pos, With<Player>>) {
    let Ok(player) = all.single() else { return };
    assert_eq!((Some(player), all.count()), (all.first(), 1));
}

#[expect(clippy::type_complexity, reason = "the page shows it as it is")]
fn either(
    some: Query<Entity, Or<(With<Player>, Changed<Pos>)>>,
    both: Query<(Option<&Pos>, Option<&Vel>), AnyOf<(Pos, Vel)>>,
    flags: Query<(Option<&Player>, &Pos)>,
) {
    assert!(some.count() <= both.count().max(flags.count()));
}

fn even_disabled(all: Query<&Pos, WithDisabled>) {
    assert!(!all.is_empty());
}

fn apart(mut players: Query<&mut Pos, With<Player>>, mut others: Query<&mut Pos, Without<Player>>) {
    players.iter_mut().chain(&mut others).for_each(|pos| pos.0 += 1.0);
}

#[derive(QueryData)]
struct Ship<'w> {
    pos: &'w Pos,
    vel: Option<&'w Vel>,
}

fn by_struct(ships: Query<Ship<'_>>) {
    for ship in &ships {
        assert!(ship.vel.is_none_or(|vel| vel.0 + ship.pos.0 < 1000.0));
    }
}

fn in_turn(mut all: Query<(&mut Pos, Option<&Player>)>) {
    let players = all.iter().filter(|(_, player)| player.is_some());
    let far = players.map(|(pos, _)| pos.0).fold(0.0, f32::max);
    all.each(|(pos, _)| pos.0 += far);
}

#[test]
fn queries() {
    Entity::spawn_with((Pos(0.0), Vel(1.0))).set_name("a");
    Entity::spawn_with((Pos(5.0), Player)).set_name("b");
    let mut schedule = Schedule::new()
        .add(move_all)
        .add(ask)
        .add(ask_more)
        .add(local(trade))
        .add(only)
        .add(either)
        .add(even_disabled)
        .add(apart)
        .add((in_turn, by_struct));
    schedule.run(0.1);
    query::<(&mut Pos, &Vel)>().each(|(pos, vel)| pos.0 += vel.0);
    Pos::sort_by(|a, b| b.0.total_cmp(&a.0));
    assert_eq!(query::<&Pos>().iter().next(), Some(&Pos::view()[0]));
}

fn keep_up(mut bodies: Query<(Mut<Pos>, &Vel), Changed<Vel>>, gone: Removed<Vel>, score: Watch<Score>) {
    for (mut pos, vel) in &mut bodies {
        if pos.is_changed() || pos.is_added() {
            pos.set_if_neq(Pos(vel.0));
        }
        pos.bypass().0 += 0.0;
    }
    let left = gone.iter().count() + usize::from(score.has_changed());
    assert!(left <= 2);
}

fn read_marks(mut all: Query<Mut<Vel>>) {
    for vel in &mut all {
        assert!(vel.is_changed() || !vel.is_added());
    }
}

fn see_changed(new: Query<Entity, Added<Pos>>, other: Query<&Pos, (Changed<Pos>, Without<Frozen>)>) {
    assert!(new.count() <= other.count());
}

#[test]
fn changes() {
    let e = Entity::spawn_with((Pos(0.0), Vel(1.0)));
    Entity::spawn().insert(Frozen);
    Score::make();
    let mut schedule = Schedule::new().add(keep_up).add(see_changed).add(read_marks);
    schedule.run(0.1);
    e.kill::<Vel>();
    schedule.run(0.1);
    let since = World::tick();
    assert!(!e.handle().set_if_neq(Pos(1.0)) && !e.handle::<Pos>().changed_since(since));
}

fn count(score: &mut Score) {
    score.0 += 1;
}

fn draw() {}
fn collide() {}
fn read_keys() {}
fn reset(score: &mut Score) {
    score.0 = 0;
}
fn count_ends(_: &Remove<Vel>) {
    Score::borrow_mut().0 += 100;
}

fn is_running(score: &Score) -> bool {
    score.0 < 3
}

#[test]
fn schedules() {
    let mut runs = 0;
    let count_runs = move |score: &mut Score| {
        runs += 1;
        score.0 = runs;
    };
    let mut schedule = Schedule::new().add(count_runs.named("count"));
    schedule.run(0.1);
    let mut schedule = Schedule::new()
        .add(count)
        .add((read_keys, collide).chain())
        .add(draw.after(collide))
        .add(reset.run_if(is_running));
    assert_eq!(schedule.ambiguities().len(), 1);
    schedule.run(0.1);
    let mut schedule = Schedule::new()
        .configure(set("physics").after(count).run_if(is_running))
        .add((read_keys, collide).in_set("physics"))
        .add(draw.run_if(not(is_running)))
        .add(local(reset).run_if(is_running.and(Score::has_changed)))
        .add(draw.ambiguous_with(count).named("later"));
    schedule.insert(count);
    schedule.insert(draw.before(reset).named("early"));
    schedule.set_enabled(set("physics"), false);
    schedule.run(0.1);
    println!("{}", schedule.explain());
    World::set_schedule(Phase::Update, schedule);
    update_all(0.1);
    assert_eq!(Score::borrow().0, 1);
    for seed in 0..3 {
        World::shuffle_order(seed);
        update_all(0.1);
    }
}

#[test]
fn events() {
    fn send(commands: Commands) {
        commands.emit(Hit { damage: 3 });
    }
    fn receive(hits: Events<Hit>, score: &mut Score) {
        for (_, hit) in hits.iter() {
            score.0 += hit.damage;
        }
    }
    let mut schedule = Schedule::new().add(send).add(receive.after(send));
    schedule.run(0.1);
    emit(Hit { damage: 1 });
    schedule.run(0.1);
    assert_eq!(Score::borrow().0, 7);

    let e = Entity::spawn_with((Pos(0.0), Hull(10)));
    e.send(Damage { points: 3 });
    send_all(Quake);
    assert_eq!(e.borrow::<Hull>().0, 6);

    observe(|e: &Add<Vel>| assert!(e.entity().is_alive())).forever();
    let seen = observe(|_: &Remove<Vel>| Score::borrow_mut().0 += 1);
    let count_more = observe(count_ends).run_if(is_running);
    e.insert(Vel(1.0));
    e.kill::<Vel>();
    drop((seen, count_more));
    assert_eq!(Score::borrow().0, 8);
}

#[test]
fn hierarchy() {
    let ship = Entity::spawn().with(Player);
    let (_, (moving, still)) = ship.with_children(((Pos(1.0), Vel(2.0)), Pos(3.0)));
    assert!(moving.despawn() && still.has::<Pos>());
    let turret = Entity::spawn().child_of(ship);
    let gun = Entity::spawn().child_of(turret);
    ship.insert_child(0, turret);
    assert_eq!(gun.parent(), Some(turret));
    assert_eq!(ship.children().count(), 2);
    for below in ship.descendants() {
        assert_eq!(below.root(), ship);
        assert!(below.ancestors().any(|above| above == ship));
    }
    gun.detach();
    ship.despawn();
    assert!(!turret.is_alive() && gun.is_alive());
    let (gun, at) = Entity::spawn_tree(Gun::default().with_children(Pos(3.0)));
    assert_eq!(at.parent(), Some(gun));
}

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[component(inherits)]
struct Place(f32);

impl Place {
    fn inherit(&mut self, parent: Option<&Place>) {
        self.0 = parent.map_or(0.0, |parent| parent.0);
    }
}

#[derive(Component, Default, Serialize, Deserialize)]
#[component(pooled(64))]
struct Gun {
    is_loaded: bool,
}

impl Gun {
    fn on_reset(&mut self) {
        self.is_loaded = false;
    }

    fn init(&mut self) {
        self.after(0.5, Self::load);
        self.every(2.0, Self::load);
    }

    fn load(&mut self) {
        self.is_loaded = true;
    }

    fn fixed_update(&mut self) {}

    fn update(&mut self, dt: f32) {
        assert_eq!(dt, time().dt());
    }

    fn late_update(&mut self, time: Time) {
        assert!(time.dt() < 1.0);
    }
}

#[test]
fn time_and_worlds() {
    World::set_schedule(Phase::FixedUpdate, Schedule::new().add(count));
    World::set_schedule(Phase::LateUpdate, Schedule::new().add(draw));
    let guns = Pool::<Archetype<(Place, Gun)>>::new();
    let gun = guns.take().handle::<Gun>();
    gun.task(async move |gun| {
        wait(1.0).await;
        gun.kill();
    });
    World::set_time_scale(0.5);
    World::set_paused(true);
    World::frame();
    World::set_paused(false);
    update_all(0.1);
    World::new().enter(|| {
        assert_eq!(Gun::count(), 0);
    });
}

#[derive(State, Default, Clone, PartialEq, Debug)]
enum Screen {
    #[default]
    Menu,
    Play {
        level: u32,
    },
}

#[derive(State, Default, Clone, PartialEq, Debug)]
#[state(within(Screen::Play { .. }))]
enum Level {
    #[default]
    Waves,
}

#[derive(Component, Default)]
#[component(in_state(Screen::Play { .. }))]
#[component(on(Enter<Screen>, Exit<Screen>))]
struct Music(u32);

impl Music {
    fn on_enter_screen(&mut self, _: &Enter<Screen>) {
        self.0 += 1;
    }

    fn on_exit_screen(&mut self, _: &Exit<Screen>) {
        self.0 += 10;
    }
}

fn entered(events: Events<Enter<Screen>>, score: &mut Score) {
    score.0 += events.len() as u32;
}

#[test]
fn states() {
    let entity = Entity::spawn().with(Music(0));
    entity.despawn_on_exit::<Screen>();
    let mut schedule = Schedule::new().add(entered).add(reset.run_if(in_state!(Screen::Menu)));
    schedule.run(0.1);
    assert_eq!((entity.borrow::<Music>().0, Level::try_get()), (1, None));
    let other = Entity::spawn().with(Music(0));
    Screen::go(Screen::Play { level: 1 });
    World::flush();
    assert_eq!((other.borrow::<Music>().0, Level::get(), entity.is_alive()), (11, Level::Waves, false));
    schedule.run(0.1);
    assert_eq!(Score::borrow().0, 2);
}

#[test]
fn resources() {
    Score::set(Score(3));
    Score::borrow_mut().0 += 1;
    assert_eq!(Score::get().map(|score| score.0), Some(4));
    Score::instance().kill();
    assert!(Score::get().is_none());
}

fn build(root: Entity) {
    root.with(Place(1.0)).with(Gun::default());
}

#[test]
fn copies_and_saves() -> Result<(), SaveError> {
    let prefab = Prefab::new(build);
    let e = prefab.spawn();
    let twin = e.duplicate();
    assert_eq!(*twin.borrow::<Place>(), *e.borrow::<Place>());
    let (text, _) = Save::<(Place, Gun)>::write_with(serde_json::to_string)?;
    assert!(text.contains("Gun"));
    Ok(())
}

struct Click;

#[derive(Component)]
#[component(on(Click))]
struct Window(u32);

impl Window {
    fn on_click(&mut self, _: &Click) -> Handled {
        self.0 += 1;
        Handled::Yes
    }
}

#[test]
fn what_goes_up_and_what_may_fail() {
    fn aim(players: Query<&Pos, With<Player>>) -> Option<()> {
        let _nearest = players.iter().next()?;
        Some(())
    }
    fn load(players: Query<&Pos, With<Player>>) -> Result<(), Failed> {
        let _only = players.single()?;
        Ok(())
    }
    let window = Entity::spawn().with(Window(0));
    let button = Entity::spawn().child_of(window);
    assert_eq!(button.send_up(Click), Some(window));
    World::set_failure_policy(FailurePolicy::Stop).expect("there is a world");
    Schedule::new().add(aim).add(load).run(0.1);
    assert_eq!(World::stats().idle.len(), 2);
}
