//! Every form that a hook may have, on every hook.

use std::cell::Cell;

use ecs_core::{Component, Entity, Time, World, update_all};

thread_local! {
    /// How many hooks ran.
    static RAN: Cell<u32> = const { Cell::new(0) };
}

fn ran() {
    RAN.set(RAN.get() + 1);
}

#[derive(Component, Default)]
struct Wind;

#[derive(Component, Default)]
struct Fuel(f32);

/// All take `&mut self` and nothing.
#[derive(Component, Default)]
struct Mutable(u32);

impl Mutable {
    fn init(&mut self) {
        self.0 += 1;
        ran();
    }
    fn fixed_update(&mut self) {
        self.0 += 1;
        ran();
    }
    fn update(&mut self) {
        self.0 += 1;
        ran();
    }
    fn late_update(&mut self) {
        self.0 += 1;
        ran();
    }
    fn start(&mut self) {
        self.0 += 1;
        ran();
    }
    fn shutdown(&mut self) {
        self.0 += 1;
        ran();
    }
    fn on_enable(&mut self) {
        self.0 += 1;
        ran();
    }
    fn on_disable(&mut self) {
        self.0 += 1;
        ran();
    }
    fn on_reset(&mut self) {
        self.0 += 1;
        ran();
    }
}

/// All take `&self`, and as much as a hook may take.
#[derive(Component, Default)]
struct Shared;

impl Shared {
    fn init(&self, _: Entity, _: &Wind, _: &mut Fuel, _: Option<&Mutable>, _: Option<&mut Many>) {
        ran();
    }
    fn fixed_update(&self, _: Time, _: &Wind, _: &mut Fuel, _: Option<&Mutable>, _: f32) {
        ran();
    }
    fn update(&self, _: f32, _: Entity, _: &Wind, _: &mut Fuel, _: Option<&mut Many>) {
        ran();
    }
    fn late_update(&self, _: Option<&mut Many>, _: &mut Fuel, _: &Wind, _: Entity, _: Time) {
        ran();
    }
    fn start(&self, _: Time, _: Option<&Wind>, _: Option<&mut Fuel>, _: Entity, _: Option<&mut Many>) {
        ran();
    }
    fn shutdown(
        &self,
        _: Entity,
        _: Option<&Wind>,
        _: Option<&mut Fuel>,
        _: Option<&Mutable>,
        _: Option<&mut Many>,
    ) {
        ran();
    }
    fn on_enable(
        &self,
        _: Option<&Wind>,
        _: Entity,
        _: Option<&mut Fuel>,
        _: Time,
        _: Option<&mut Many>,
    ) {
        ran();
    }
    fn on_disable(
        &self,
        _: Option<&Wind>,
        _: Option<&mut Fuel>,
        _: Entity,
        _: Option<&Mutable>,
        _: Option<&mut Many>,
    ) {
        ran();
    }
    fn on_reset(
        &self,
        _: Option<&Wind>,
        _: Option<&mut Fuel>,
        _: Option<&Mutable>,
        _: Entity,
        _: Option<&mut Many>,
    ) {
        ran();
    }
}

/// One type twice, both times for reading.
#[derive(Component, Default)]
struct Many;

impl Many {
    fn update(&mut self, _: &Wind, _: f32, _: Entity, _: Entity, _: &Wind) {
        ran();
    }
}

/// All are functions elsewhere.
#[derive(Component, Default)]
#[component(
    init = elsewhere::init,
    start = elsewhere::switched,
    fixed_update = elsewhere::switched,
    update = elsewhere::update,
    late_update = elsewhere::switched,
    shutdown = elsewhere::gone,
    on_enable = elsewhere::switched,
    on_disable = elsewhere::switched,
    on_reset = elsewhere::switched
)]
struct Elsewhere(u32);

mod elsewhere {
    use super::{Elsewhere, Fuel, Listening, ran};

    pub fn init(it: &mut Elsewhere) {
        it.0 = 1;
        ran();
    }
    pub const fn update(it: &mut Elsewhere, _: f32, fuel: &mut Fuel) {
        it.0 += 1;
        fuel.0 -= 1.0;
    }
    pub fn gone(it: &Elsewhere) {
        assert_eq!(it.0, 2);
        ran();
    }
    pub fn pair(it: &Listening, pair: &(u8, u8)) {
        assert_eq!(*pair, (it.0 as u8, 2));
        ran();
    }
    pub fn switched(_: &Elsewhere) {
        ran();
    }
}

/// None is a hook, whatever its form.
#[derive(Component, Default)]
#[component(init = none, start = none, fixed_update = none, update = none, late_update = none, shutdown = none)]
#[component(on_enable = none, on_disable = none, on_reset = none)]
struct WithoutHooks;

impl WithoutHooks {
    const fn init() -> Self {
        Self
    }
    fn start(self: Box<Self>) {}
    fn fixed_update() {}
    fn update(self, _: &str) -> Self {
        self
    }
    fn late_update(&self, _: [u8; 2]) {}
    fn shutdown<T>(_: T) {}
    async fn on_enable(&mut self) {}
    const fn on_disable(&self) -> bool {
        true
    }
    fn on_reset(&mut self, _: &Self) {}
}

/// Listens to types of each kind, in each form.
#[derive(Component, Default)]
#[component(on(Damage), on(r#Type, crate::every_form_of_hook::events::Heal = healed))]
#[component(on(Ring<Damage>, u32), on((u8, u8) = elsewhere::pair,))]
struct Listening(u32);

struct Damage;
struct Type;
struct Ring<T>(T);

mod events {
    pub struct Heal;
}

impl Listening {
    fn on_damage(&mut self, _: &Damage) {
        ran();
    }
    fn on_type(&self, _: &Type, _: Entity) {
        ran();
    }
    fn healed(&mut self, _: &events::Heal, _: Option<&Wind>, _: Option<&mut Fuel>) {
        ran();
    }
    fn on_ring(
        &mut self,
        ring: &Ring<Damage>,
        _: Option<&Wind>,
        _: Option<&mut Fuel>,
        _: Option<&Mutable>,
        _: Entity,
        _: Option<&mut Many>,
    ) {
        self.on_damage(&ring.0);
    }
    const fn on_u32(&mut self, number: &u32) {
        self.0 += *number;
    }
}

trait Fly {
    fn update(&mut self);
}

/// The hook is a trait's method: a key says that it is meant.
#[derive(Component, Default)]
#[component(update)]
struct Flying;

impl Fly for Flying {
    fn update(&mut self) {
        ran();
    }
}

pub fn main() {
    let entity = Entity::spawn();
    entity.add::<Wind>();
    entity.insert(Fuel(9.0));
    entity.add::<Mutable>();
    entity.add::<Many>();
    entity.add::<Shared>();
    entity.add::<Elsewhere>();
    entity.insert(WithoutHooks::init().update("")).borrow().on_disable();
    WithoutHooks::shutdown(WithoutHooks.on_enable());
    entity.add::<Flying>();
    assert_eq!(RAN.take(), 6, "init and on_enable");
    Box::new(WithoutHooks).start();
    WithoutHooks::fixed_update();
    WithoutHooks.late_update([0; 2]);
    World::set_fixed_step(0.1);
    update_all(0.1);
    assert_eq!(RAN.take(), 13, "start, and passes: all but the update of `Elsewhere` count");
    assert_eq!(entity.borrow::<Fuel>().0, 8.0);
    entity.set_enabled(false);
    assert_eq!(RAN.take(), 3, "on_disable");
    entity.set_enabled(true);
    assert_eq!(RAN.take(), 3, "on_enable");
    entity.insert(Listening(0));
    entity.send(Damage);
    entity.send(Type);
    entity.send(events::Heal);
    entity.send(Ring(Damage));
    entity.send(1_u32);
    entity.send((1_u8, 2_u8));
    assert_eq!(RAN.take(), 5, "each event but the number counts");
    entity.despawn();
    assert_eq!(RAN.take(), 6, "on_disable and shutdown");
}
