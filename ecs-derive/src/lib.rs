//! The derive macro of `ecs-core`. Use it through that crate.
#![forbid(unsafe_code)]

mod attr;
mod bundle;
mod ctxt;
mod entry;
mod event;
mod expand;
mod fallback;
mod fields;
mod hooks;
mod implement;
mod krate;
mod manifest;
mod model;
mod near_miss;
mod nearest;
mod neighbour;
mod query_data;
mod require;
mod saves;
#[cfg(test)]
mod snapshots;
mod soa;
mod source;
mod validate;
mod was;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, parse_macro_input};

use crate::ctxt::Ctxt;
use crate::model::{Features, Model, Number};

/// Which features `ecs-core` has.
const FEATURES: Features = Features {
    serde: cfg!(feature = "serde"),
    inspect: cfg!(feature = "inspect"),
    snapshot: cfg!(feature = "snapshot"),
};

/// The tokens of a table.
macro_rules! tokens {
    ($($table:tt)*) => {
        quote!($($table)*)
    };
}

/// The rows of the table of hooks in the documentation.
macro_rules! documented {
    ($($name:ident: $kind:ident $(($phase:ident))?, $when:literal;)*) => {
        concat!($("| `", stringify!($name), "` | ", $when, " |\n"),*)
    };
}

/// Makes a struct or an enum a component: its values live on entities, side by side in one store.
///
/// Nothing has to be registered. Methods with the name of a hook are found and called:
///
/// ```rust
/// use ecs_core::{Component, Entity, update_all};
///
/// #[derive(Component, Default)]
/// struct Plane {
///     altitude: f32,
/// }
///
/// impl Plane {
///     fn init(&mut self) {
///         self.altitude = 100.0;
///     }
///     fn update(&mut self, dt: f32) {
///         self.altitude += 10.0 * dt;
///     }
/// }
///
/// let plane = Entity::spawn().add::<Plane>();
/// update_all(0.5);
/// assert_eq!(plane.borrow().altitude, 105.0);
/// ```
///
/// # Hooks
///
/// | hook | when it runs |
/// |---|---|
#[doc = hooks::hooks!(documented)]
///
/// A hook is a method of the type itself that is visible where the type is declared: not one of a trait that
/// is not in scope there, nor a private one of another module. It takes `self` by reference, then up to eight
/// parameters: components of its own entity as `&U`, `&mut U` or an `Option` of these, singletons in the same
/// way, `Entity` and `Time`. In `start`, `shutdown` and the `on_` hooks a component of the entity may be
/// gone, so there it is taken only as `Option`. The hooks that visit all components, as `update` does, also
/// take `f32`, the time step in seconds, `View<U>` and `Commands`. A hook that the type does not have costs
/// nothing. A hook of the wrong form is a compile error.
///
/// If a *trait* in scope gives the type a method with the name of a hook, rustc cannot choose. Then say
/// what is meant: `update` to take the trait's method, `update = none` to have no hook.
///
/// A method that has the name of another engine's hook, or a misspelt one, is a warning: `awake`, `Update`,
/// `on_destroy`, `_ready`, `on_init`, `updat` and some more. Name the hook: `init = awake`, or rename the
/// method. If you call it yourself, `awake = none` says so. On a generic type, a method with the name of a
/// hook that no key names is a warning too.
///
/// # Keys
///
/// All keys but `sibling` go into `#[component(...)]` on the type. There may be several such attributes. A
/// key comes once; only `after`, `before`, `requires`, `on`, `as` and `was` accumulate.
///
/// ## `update`, `update = method`, `update = path::to::function`, `update = none`
///
/// The same four forms exist for each hook. They say that the method must exist, that another method is
/// the hook, that a function is, or that there is no hook.
///
/// ```rust
/// use ecs_core::{Component, Entity, update_all};
///
/// #[derive(Component, Default)]
/// #[component(init, update = fly, shutdown = log::gone)]
/// struct Plane {
///     altitude: f32,
/// }
///
/// impl Plane {
///     // Misspelt, `intit` would not compile: the key says that the method must exist.
///     fn init(&mut self) {
///         self.altitude = 100.0;
///     }
///     fn fly(&mut self, dt: f32) {
///         self.altitude += 10.0 * dt;
///     }
/// }
///
/// mod log {
///     // A function takes the component first.
///     pub fn gone(plane: &mut super::Plane) {
///         println!("gone at {}", plane.altitude);
///     }
/// }
/// # fn main() {
/// let plane = Entity::spawn().add::<Plane>();
/// update_all(0.5);
/// assert_eq!(plane.borrow().altitude, 105.0);
/// # }
/// ```
///
/// With `none`, a method may have the name of a hook and any form:
///
/// ```rust
/// use ecs_core::Component;
///
/// #[derive(Component)]
/// #[component(update = none)]
/// struct Hash(u64);
///
/// impl Hash {
///     fn update(&mut self, bytes: &[u8]) {
///         self.0 += bytes.len() as u64;
///     }
/// }
/// # let mut hash = Hash(0);
/// # hash.update(b"abc");
/// ```
///
/// A generic type has only the hooks that it names: a method could be in an `impl` with more bounds than
/// the type has, and would be missed. rustc warns of a method that has the name of a hook and no key:
///
/// ```rust
/// use ecs_core::{Component, Entity, update_all};
///
/// #[derive(Component, Default)]
/// #[component(update)]
/// struct Ring<T: Default, const N: usize> {
///     items: Vec<T>,
/// }
///
/// impl<T: Default, const N: usize> Ring<T, N> {
///     fn update(&mut self) {
///         self.items.truncate(N);
///     }
/// }
///
/// let ring = Entity::spawn().insert(Ring::<u8, 2> { items: vec![1, 2, 3] });
/// update_all(0.5);
/// assert_eq!(ring.borrow().items, [1, 2]);
/// ```
///
/// ## `after(Type, ...)`, `before(Type, ...)`
///
/// In each phase of a frame, this type runs after or before the given ones. Without these keys, types run
/// in the order in which they were first added. Inside the name of a phase, a type counts in that one alone.
///
/// The type that says so moves, and no other: to the place where its constraints hold and it changes order
/// with the fewest others. All that say nothing keep their order, also when a type that says something comes
/// in mid-game. Those that say something are put among them in the order of their first adds, each after
/// those that it names. Only where constraints leave two no choice (one is to run after the second of them
/// and before the first), the one that was added later moves before the other. Types that wait for each other
/// in a circle are an error that names them.
///
/// ```rust
/// use ecs_core::Component;
///
/// #[derive(Component)]
/// struct Wind;
///
/// #[derive(Component)]
/// struct Camera;
///
/// #[derive(Component)]
/// #[component(after(Wind), before(late_update(Camera)))]
/// struct Plane;
/// ```
///
/// `ecs_core::explain_order` shows the order, and why it is so.
///
/// ## `after_handles`
///
/// In each phase, this type runs after the types to which its fields refer: fields of type `Handle<U>`, or
/// `Option`, `Vec`, `Box<[_]>` or an array of it. Handles to the own type say nothing about the order.
///
/// ```rust
/// use ecs_core::{Component, Entity, Handle, explain_order};
///
/// #[derive(Component, Default)]
/// #[component(after_handles)]
/// struct Camera {
///     target: Handle<Plane>,
/// }
/// # impl Camera { fn update(&self) {} }
///
/// #[derive(Component, Default)]
/// struct Plane;
/// # impl Plane { fn update(&self) {} }
///
/// // Added first, and last all the same.
/// Entity::spawn().with(Camera::default()).with(Plane);
/// let order = explain_order().to_string();
/// assert!(order.contains("Camera: added 1st; after Plane, to which its field `target` refers"));
/// ```
///
/// ## `requires(Type, ...)`, `requires(Type(100), Type { hp: 100 }, Type = expression)`
///
/// A component of this type brings the given ones with it. Before its `init` runs, each that the entity
/// lacks is added, in the order listed, as `Entity::add` does: with what it requires
/// itself, and its `init`. What is there stays as it is.
///
/// ```rust
/// use ecs_core::{Component, Entity};
///
/// #[derive(Component, Default)]
/// struct Transform {
///     height: f32,
/// }
///
/// #[derive(Component)]
/// struct Health(u32);
///
/// impl Default for Health {
///     fn default() -> Self {
///         Self(100)
///     }
/// }
///
/// #[derive(Component, Default)]
/// #[component(requires(Transform, Health))]
/// struct Bat;
///
/// impl Bat {
///     // Both are there, so they need not be `Option`s.
///     fn init(&mut self, transform: &mut Transform, health: &Health) {
///         transform.height = health.0 as f32 / 50.0;
///     }
/// }
///
/// let bat = Entity::spawn().add::<Bat>().entity();
/// assert_eq!((bat.borrow::<Transform>().height, bat.borrow::<Health>().0), (2.0, 100));
///
/// // A value that is there, or comes in the same `spawn_many`, is not replaced.
/// let weak = Entity::spawn().with(Health(1)).with(Bat);
/// let weaker = Entity::spawn_many(1, |_, _| (Bat, Health(1)))[0];
/// assert_eq!((weak.borrow::<Health>().0, weaker.borrow::<Health>().0), (1, 1));
/// ```
///
/// A type begins with its `Default`, unless you say with what: its constructor, or any expression, which is
/// evaluated each time. Such a type needs no `Default`.
///
/// ```rust
/// # use ecs_core::{Component, Entity};
/// #[derive(Component)]
/// struct Health(u32);
///
/// #[derive(Component)]
/// struct Speed { most: f32 }
///
/// #[derive(Component)]
/// struct Title(String);
///
/// #[derive(Component)]
/// #[component(requires(Health(100), Speed { most: 2.5 }, Title = Self::title()))]
/// struct Knight;
///
/// impl Knight {
///     fn title() -> Title {
///         Title("Sir".to_owned())
///     }
/// }
///
/// let knight = Entity::spawn().with(Knight);
/// assert_eq!((knight.borrow::<Health>().0, knight.borrow::<Speed>().most), (100, 2.5));
/// assert_eq!(knight.borrow::<Title>().0, "Sir");
/// ```
///
/// It is done for each new value, also for one that `insert` sets, and never undone: what was required may
/// be killed, and stays when the component that has required it goes. Types may require each other. If
/// one cannot be added, or panics, the component that requires it is dead, as if its `init` had panicked;
/// what was added before stays.
///
/// In a frame, types run in the order of their first adds, so a type that was first added as a required one
/// runs after the type that requires it. Name it in `after` too where it has to run first.
///
/// ## `on(Event, ...)`, `on(Event = method)`, `on(Event = path::to::function)`
///
/// The type listens to events of your own: values of any `'static` type, which `Entity::send`, `T::send_all`
/// and `send_all` send. The method has the name of the event's type, in snake case after `on_`, unless
/// another one is named; it must exist. It takes `self` by reference, the event by reference, then what the
/// `on_` hooks take: `Entity`, `Time`, components of the same entity as `Option`, and singletons. The derive
/// implements `Listens<Event>` for the type; `Listens` says when a component is notified.
///
/// ```rust
/// use ecs_core::{Component, Entity};
///
/// struct Damage(u32);
/// struct Heal(u32);
/// struct GameOver;
///
/// #[derive(Component, Default)]
/// struct Shield(u32);
///
/// #[derive(Component)]
/// #[component(on(Damage, Heal = healed), on(GameOver = scores::count))]
/// struct Health(u32);
///
/// impl Health {
///     fn on_damage(&mut self, damage: &Damage, shield: Option<&Shield>) {
///         self.0 -= damage.0.saturating_sub(shield.map_or(0, |shield| shield.0));
///     }
///     fn healed(&mut self, heal: &Heal) {
///         self.0 += heal.0;
///     }
/// }
///
/// mod scores {
///     pub fn count(health: &super::Health, _: &super::GameOver) {
///         println!("{} left", health.0);
///     }
/// }
/// # fn main() {
/// let entity = Entity::spawn().with(Health(10)).with(Shield(1));
/// entity.send(Damage(3));
/// entity.send(Heal(1));
/// assert_eq!(entity.borrow::<Health>().0, 9);
/// Health::send_all(GameOver);
/// # }
/// ```
///
/// Generic types listen too, also to events of their parameters: `on(Set<T>)`.
///
/// A disabled component hears nothing. What it shall hear all the same is listed in `even_disabled(..)`:
///
/// ```rust
/// use ecs_core::{Component, Entity};
///
/// struct Wake;
///
/// #[derive(Component, Default)]
/// #[component(on(even_disabled(Wake)))]
/// struct Guard;
///
/// impl Guard {
///     fn on_wake(&mut self, _: &Wake, me: Entity) {
///         me.set_enabled(true);
///     }
/// }
///
/// let guard = Entity::spawn().with(Guard);
/// guard.set_enabled(false);
/// assert_eq!(guard.send(Wake), 1);
/// assert!(guard.is_enabled());
/// ```
///
/// ## `as(dyn Trait, ...)`
///
/// Others may call components of the type by these traits: `every::<dyn Draw>()` goes through all whose
/// types say so, and `entity.get_as::<dyn Draw>()` borrows the one of an entity. Any trait that can be an
/// object will do, also a generic one and one of another crate; `dyn Draw + Send` is an interface of its
/// own. A trait that the type does not implement is an error at the trait. Nothing is registered.
///
/// ```rust
/// use ecs_core::{Component, Entity, every};
///
/// trait Draw {
///     fn draw(&self) -> String;
/// }
///
/// #[derive(Component)]
/// #[component(as(dyn Draw, dyn std::fmt::Debug))]
/// #[derive(Debug)]
/// struct Sprite(char);
///
/// impl Draw for Sprite {
///     fn draw(&self) -> String {
///         self.0.to_string()
///     }
/// }
///
/// let sprite = Entity::spawn().with(Sprite('@'));
/// every::<dyn Draw>().each(|one| assert_eq!(one.draw(), "@"));
/// let text = sprite.read_as::<dyn std::fmt::Debug>().map(|one| format!("{one:?}"));
/// assert_eq!(text.as_deref(), Some("Sprite('@')"));
/// ```
///
/// A generic type offers what its declared bounds allow. A singleton offers nothing: it is in no list.
///
/// ## `sibling`, on a field
///
/// A field of type `Handle<U>` that is marked so is filled with the handle of the `U` of the same entity
/// before `init` runs, after required components were added. Whatever was in it is replaced. Nobody looks
/// whether there is such a component: until there is, the handle is dead.
///
/// ```rust
/// use ecs_core::{Component, Entity, Handle};
///
/// #[derive(Component, Default)]
/// struct Transform {
///     height: f32,
/// }
///
/// #[derive(Component, Default)]
/// #[component(requires(Transform))]
/// struct Bat {
///     #[component(sibling)]
///     transform: Handle<Transform>,
///     // This one is not marked: `init` or somebody else has to set it.
///     prey: Handle<Transform>,
/// }
///
/// impl Bat {
///     fn init(&mut self) {
///         self.transform.borrow_mut().height = 2.0;
///     }
/// }
///
/// let bat = Entity::spawn().add::<Bat>();
/// assert_eq!(bat.borrow().transform.borrow().height, 2.0);
/// assert!(!bat.borrow().prey.is_alive());
/// ```
///
/// The fields are filled again when the component's entity is taken from a pool, before `on_reset` runs. A
/// plain field that refers to the own entity is not: make it anew in `on_reset`.
///
/// Structs with names, tuples and generic types may have such fields. Enums may not.
///
/// ## `inherits`, `inherits = method`, `inherits = path::to::function`
///
/// The type takes something over from the nearest component of its type above its entity, by the method
/// `inherit`. It runs once a frame, after `late_update`, parents first, where something has changed: see
/// `Inherits`. Such a type is tracked, as by `track`, and cannot be sorted.
///
/// ```
/// use ecs_core::{Component, Entity, update_all};
///
/// #[derive(Component, Clone)]
/// #[component(inherits)]
/// struct Shown { wanted: bool, is: bool }
///
/// impl Shown {
///     fn inherit(&mut self, parent: Option<&Shown>) {
///         self.is = self.wanted && parent.is_none_or(|parent| parent.is);
///     }
/// }
///
/// let ship = Entity::spawn().with(Shown { wanted: false, is: false });
/// let gun = Entity::spawn().with(Shown { wanted: true, is: true }).child_of(ship);
/// update_all(0.1);
/// assert!(!gun.borrow::<Shown>().is);
/// ```
///
/// `parallel(inherit)` lets several threads run it, if the type is `Send` and `Sync`; then it cannot reach
/// the world.
///
/// ## `isolated`
///
/// Its passes borrow whole types: its own, and those that its hooks take. In them no other component of these
/// types can be reached, and a pass is refused while anything of them is borrowed. It is for hooks that must
/// be sure of that; it makes nothing faster.
///
/// ```rust
/// use ecs_core::Component;
///
/// #[derive(Component)]
/// #[component(isolated)]
/// struct Particle {
///     speed: f32,
///     position: f32,
/// }
///
/// impl Particle {
///     fn update(&mut self, dt: f32) {
///         self.position += self.speed * dt;
///     }
/// }
/// ```
///
/// ## `parallel`
///
/// Several threads run `update`, each over a part of the components, with whole types borrowed: those of
/// rayon, with the cargo feature `parallel`. What the hook takes is all that it may touch: `self`, `&U` and
/// `&mut U` of the same entity, `View<U>` of all components of another type, indexed by handles, singletons
/// as `&S`, `Time` or `f32`, `Entity`, and `Commands`, which asks for what is to be done after the pass.
/// There is no world inside: a call that needs one panics, and says what to take instead. `self.entity()`
/// works.
///
/// The result does not depend on the number of threads. Few components are updated on the calling thread
/// alone: see `update_all`. Types whose parallel hooks do not conflict run at the same time; `explain_order`
/// shows which.
///
/// What a hook forks itself, by `rayon::join` for example, must take along what it needs: on another thread
/// of the pool there is that thread's own world, or none. A hook must not wait for the thread that has called
/// for the pass.
///
/// What the hook takes must be able to cross threads: the type itself and `&mut U` are `Send`, `&U` and
/// `View<U>` are `Sync`. `parallel(late_update, fixed_update)` names other hooks.
///
/// ```rust
/// use ecs_core::{Commands, Component, Entity, Handle, View, update_all};
///
/// #[derive(Component, Default)]
/// struct Position {
///     x: f32,
/// }
///
/// #[derive(Component)]
/// #[component(parallel)]
/// struct Missile {
///     position: f32,
///     target: Handle<Position>,
/// }
///
/// impl Missile {
///     fn update(&mut self, dt: f32, positions: View<Position>, commands: Commands) {
///         let Some(target) = positions.get(self.target) else {
///             return commands.despawn(self.entity());
///         };
///         self.position += (target.x - self.position) * dt;
///     }
/// }
///
/// let ship = Entity::spawn().insert(Position { x: 10.0 });
/// let missile = Entity::spawn().insert(Missile { position: 0.0, target: ship });
/// update_all(0.5);
/// assert_eq!(missile.borrow().position, 5.0);
/// ship.entity().despawn();
/// update_all(0.5);
/// assert!(!missile.is_alive());
/// ```
///
/// ## `track`
///
/// The changes of each component are tracked: `Handle::changed_since` and `Handle::added_since` ask for them,
/// and the filters `Changed<T>` and `Added<T>` let a query visit only what has changed. `Tracked` says what a
/// change is. It costs 16 bytes a component, and time where it is borrowed for writing.
///
/// ```rust
/// use ecs_core::{Component, Entity, World};
///
/// #[derive(Component)]
/// #[component(track)]
/// struct Health(u32);
///
/// let bat = Entity::spawn().insert(Health(10));
/// let seen = World::tick();
/// assert!(!bat.changed_since(seen));
/// bat.borrow_mut().0 -= 1;
/// assert!(bat.changed_since(seen));
/// ```
///
/// ## `soa`
///
/// Each field lies in an array of its own: structure of arrays. A pass over many touches only the memory of
/// the fields that its hook touches, if the hook is inlined. All fields must be `Copy`, at most 24. A hook
/// that asks for its entity takes it: `me: Entity`. `Soa` says what else differs and when not to use it.
///
/// ```rust
/// use ecs_core::{Component, Entity, update_all};
///
/// #[derive(Component)]
/// #[component(soa)]
/// struct Plane {
///     y: f32,
///     speed: f32,
///     name: [char; 16],
/// }
///
/// impl Plane {
///     fn update(&mut self, dt: f32) {
///         self.y += self.speed * dt; // reads no name
///     }
/// }
///
/// Entity::spawn_many(100, |n, _| Plane { y: 0.0, speed: n as f32, name: ['-'; 16] });
/// update_all(0.5);
///
/// let mut planes = Plane::columns_mut(); // one slice for each field, by its name
/// assert_eq!(planes.y[4], 2.0);
/// for (y, speed) in planes.y.iter_mut().zip(&planes.speed) {
///     *y -= speed * 0.5;
/// }
/// ```
///
/// ## `capacity = 64`
///
/// The store makes room for this many components when it is created.
///
/// ```rust
/// use ecs_core::Component;
///
/// #[derive(Component)]
/// #[component(capacity = 10_000)]
/// struct Star(f32);
/// ```
///
/// ## `pooled(64)`
///
/// When a component of the type ends, its value is not dropped: the store keeps it with all that it has
/// allocated, so many at most. The next `add` takes the one that came last, instead of a `Default`:
/// `on_reset` runs, which makes it as good as new, then `init`. So does the `add` of what another type
/// `requires`. A value that you give, to `insert`, `with`, `add_with` or an `Archetype`, is the value; one
/// that is replaced or removed is not kept. The type needs a `Default`; a generic one is not asked for it,
/// and is added where it has one.
///
/// ```rust
/// use ecs_core::{Component, Entity};
///
/// #[derive(Component, Default)]
/// #[component(pooled(64))]
/// struct Trail {
///     points: Vec<[f32; 2]>,
/// }
///
/// impl Trail {
///     fn on_reset(&mut self) {
///         self.points.clear(); // keeps its memory
///     }
/// }
///
/// let rocket = Entity::spawn().insert(Trail { points: vec![[0.0; 2]; 1000] });
/// rocket.kill();
/// let next = Entity::spawn().add::<Trail>();
/// assert!(next.borrow().points.is_empty() && next.borrow().points.capacity() >= 1000);
/// ```
///
/// `shutdown` has run on what is kept, as on all that ends. It is kept from the next sync point on, where it
/// would be dropped otherwise. A value whose hook has panicked is dropped. `World::clear` and the end of the
/// world drop what is kept; `World::stats` counts it. An entity may have pooled components and others. A
/// `Pool` keeps whole entities instead.
///
/// ## `save = "health"`
///
/// The name of the type in saved games. With it, the type and its module may have other names in the next
/// version of the game, and saves of this one are still read. Saves need the cargo feature `serde`, and types
/// that derive `Serialize` and `Deserialize`. Without the feature the key does nothing.
///
/// ```rust
/// use ecs_core::Component;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Component, Serialize, Deserialize)]
/// #[component(save = "health")]
/// struct Health(u32);
/// ```
///
/// `on_load` runs on what was loaded.
///
/// ## `was("hp")`, `was(1 => Self::from_v1)`, `was("hp" 2 => |old: HpV2| ...)`
///
/// What the type was in the saves of earlier versions of the game, so that these can still be loaded. Each
/// item is one older form:
///
/// | item | in saves, there is |
/// |---|---|
/// | `"hp"` | another name |
/// | `1 => expression` | the name of now, but other fields |
/// | `"hp" => expression` | another name, and other fields |
/// | `"hp" 2 => expression` | another name, and fields that had changed under it before |
///
/// The expression is a function or a closure. It takes the old value, of any type that serde can read, and
/// returns one of now. Where the fields are still the same there is none. The integer is a version: it begins
/// with 1, and the one of now is one more than the highest that you write without a name. So when you change
/// the fields, keep the old ones in a type of their own, and add an item:
///
/// ```rust
/// use ecs_core::Component;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Component, Serialize, Deserialize)]
/// #[component(save = "health", was(
///     "hp" => |now: f32| Health { now, most: 100.0, shield: 0.0 },
///     1 => Self::from_v1,
///     2 => |old: HealthV2| Health { now: old.now, most: old.most, shield: 0.0 },
/// ))]
/// struct Health {
///     now: f32,
///     most: f32,
///     shield: f32,
/// }
///
/// // The first version was `struct Health(u32);`.
/// impl Health {
///     fn from_v1(points: u32) -> Self {
///         Self { now: points as f32, most: 100.0, shield: 0.0 }
///     }
/// }
///
/// #[derive(Deserialize)]
/// struct HealthV2 {
///     now: f32,
///     most: f32,
/// }
/// ```
///
/// An item ends at a comma that is followed by a name or a version. Where a closure has such a comma itself,
/// between the parameters of its types, put it in parentheses. Without the cargo feature `serde` no
/// expression is compiled.
///
/// ## `transient`
///
/// Saves leave the type out, and that is meant: what it has is made anew in `on_load`. Without the key, a
/// type that is not saved is taken for one that was forgotten.
///
/// Its entities are saved all the same, with their other components. What is gone in a moment as a whole,
/// such as a spark from a pool, is better listed with its pool: else its place comes back without it.
///
/// ```rust
/// use ecs_core::Component;
///
/// #[derive(Component)]
/// #[component(transient)]
/// struct Texture {
///     number: u32, // of the graphics card
/// }
/// ```
///
/// ## `no_snapshot`
///
/// Snapshots leave the type out: going back to one leaves its components as they are now, on the entities
/// that live then too. For what only shows the game, such as sounds and textures, and for types that are not
/// `Clone`. Needs no cargo feature.
///
/// ```rust
/// use ecs_core::Component;
///
/// #[derive(Component)]
/// #[component(no_snapshot)]
/// struct Sound {
///     channel: u32, // of the sound card
/// }
/// ```
///
/// ## `not_send`
///
/// Takes the type for one that is not `Send`, without asking rustc: a world that has a component of it stays
/// on its thread. For types about which rustc says "overflow evaluating the requirement ..: Send": they hold
/// themselves with ever larger parameters.
///
/// ```rust
/// use ecs_core::Component;
///
/// #[derive(Component)]
/// #[component(not_send)]
/// struct Nest<T: 'static>(Vec<T>, Option<&'static Nest<(T, T)>>);
/// ```
///
/// ## `crate = path`, `crate = "path"`
///
/// Where to find `ecs-core`, if another crate re-exports it. A name that your `Cargo.toml` or that of your
/// workspace gives it, such as `engine = { package = "ecs-core" }`, is found without the key. For a `Bundle`
/// write `#[bundle(crate = path)]`, for a `QueryData` write `#[query_data(crate = path)]`.
///
/// ```rust
/// mod engine {
///     pub use ecs_core as ecs;
/// }
///
/// #[derive(engine::ecs::Component)]
/// #[component(crate = crate::engine::ecs)]
/// struct Plane;
/// # fn main() {}
/// ```
///
/// # Long chains of types
///
/// Where more than 128 types each add the next one in a hook, rustc stops with "reached the recursion limit
/// while instantiating". Write `#![recursion_limit = "256"]` at the top of the crate's `main.rs` or `lib.rs`.
///
/// # What cannot be a component
///
/// A type with a lifetime parameter, as its values may be gone before its store: hold a `Handle<T>` or
/// `'static` data instead. A `union`, as nobody knows which of its fields is alive.
#[proc_macro_derive(Component, attributes(component, require))]
pub fn derive_component(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(&parse_macro_input!(input as DeriveInput), Number::Many, FEATURES).into()
}

/// Makes a struct or an enum a singleton: a component of which a world has one, reached by the type's name.
///
/// All that is said of [`Component`](macro@Component) holds: hooks are found by their names, and
/// `#[component(...)]` has the same keys. The value is on an entity of the world's, and it is made from the
/// type's `Default`, if it has one, when it is first asked for.
///
/// ```rust
/// use ecs_core::{Singleton, update_all};
///
/// #[derive(Singleton, Default)]
/// struct Score {
///     points: u32,
///     shown: f32,
/// }
///
/// impl Score {
///     // Runs once a frame, as the update of other components does.
///     fn update(&mut self, dt: f32) {
///         self.shown += (self.points as f32 - self.shown) * dt;
///     }
/// }
///
/// Score::borrow_mut().points += 100;
/// update_all(0.5);
/// assert_eq!(Score::borrow().shown, 50.0);
/// ```
#[proc_macro_derive(Singleton, attributes(component, require))]
pub fn derive_singleton(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(&parse_macro_input!(input as DeriveInput), Number::One, FEATURES).into()
}

/// Makes a struct of components a `Bundle`: what spawns and sets components takes
/// it as the tuple of its fields, in their order.
///
/// The fields are components or other bundles, as many as you like, whose types are as public as the struct.
/// The struct may be generic. Where it has a `Default`, it is a `DefaultBundle` too. `#[bundle(crate =
/// path)]` says where to find `ecs-core`, if another crate re-exports it.
///
/// ```rust
/// use ecs_core::{Bundle, Component, Entity};
///
/// #[derive(Component)]
/// struct Pos(f32, f32);
///
/// #[derive(Component)]
/// struct Health(u32);
///
/// #[derive(Bundle)]
/// struct Enemy<B> {
///     pos: Pos,
///     health: Health,
///     brain: B,
/// }
///
/// #[derive(Component)]
/// struct Dumb;
///
/// let enemies = Entity::spawn_many(10, |n, _| Enemy {
///     pos: Pos(n as f32, 0.0),
///     health: Health(3),
///     brain: Dumb,
/// });
/// assert!(enemies[9].has::<Enemy<Dumb>>());
/// ```
#[proc_macro_derive(Bundle, attributes(bundle))]
pub fn derive_bundle(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    bundle::derive(&parse_macro_input!(input as DeriveInput)).into()
}

/// Makes a struct what a query asks for: its fields are references to components, and the query gives the
/// struct itself.
///
/// A field is what stands in a tuple otherwise: `&'w T`, `&'w mut T`, an `Option` of these, `Mut<'w, T>`, or
/// `Entity`; at most twelve, whose types are as public as the struct. The struct has one lifetime, and may
/// have type parameters. It stands alone in a query, neither in a tuple nor in another such struct.
/// `#[query_data(crate = path)]` says where to find `ecs-core`, if another crate re-exports it.
///
/// ```rust
/// use ecs_core::{Component, Entity, QueryData, query};
///
/// #[derive(Component)]
/// struct Position { x: f32 }
///
/// #[derive(Component)]
/// struct Velocity { x: f32 }
///
/// #[derive(Component)]
/// struct Boost(f32);
///
/// #[derive(QueryData)]
/// struct Ship<'w> {
///     entity: Entity,
///     position: &'w mut Position,
///     velocity: &'w Velocity,
///     boost: Option<&'w Boost>,
/// }
///
/// impl Ship<'_> {
///     fn fly(&mut self, dt: f32) {
///         self.position.x += dt * self.velocity.x * self.boost.map_or(1.0, |boost| boost.0);
///     }
/// }
///
/// let slow = Entity::spawn().with(Position { x: 0.0 }).with(Velocity { x: 2.0 });
/// let fast = Entity::spawn().with(Position { x: 0.0 }).with(Velocity { x: 2.0 }).with(Boost(3.0));
/// query::<Ship>().each(|mut ship| ship.fly(0.5));
/// let mut ships = query::<Ship>();
/// assert_eq!(ships.get_mut(fast).unwrap().position.x, 3.0);
/// assert_eq!(ships.iter_mut().map(|ship| ship.entity).collect::<Vec<_>>(), [slow, fast]);
/// ```
///
/// Systems take `Query<Ship>`. For reading (`iter`, `get`), a struct that has nothing to write to is given
/// itself; of another one, a tuple of what its fields show.
#[proc_macro_derive(QueryData, attributes(query_data))]
pub fn derive_query_data(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    query_data::derive(&parse_macro_input!(input as DeriveInput)).into()
}

/// Calls a macro of `ecs-core` with the table of hooks.
#[doc(hidden)]
#[proc_macro]
pub fn hooks(caller: proc_macro::TokenStream) -> proc_macro::TokenStream {
    call(caller, &hooks::hooks!(tokens))
}

/// Calls a macro of `ecs-core` with the table of near misses.
#[doc(hidden)]
#[proc_macro]
pub fn near_misses(caller: proc_macro::TokenStream) -> proc_macro::TokenStream {
    call(caller, &hooks::near_misses!(tokens))
}

fn call(caller: proc_macro::TokenStream, table: &TokenStream) -> proc_macro::TokenStream {
    let caller = TokenStream::from(caller);
    quote!(#caller! { #table }).into()
}

/// The implementation, with what the features of `ecs-core` need.
fn derive(input: &DeriveInput, number: Number, features: Features) -> TokenStream {
    let mut ctxt = Ctxt::default();
    let model = Model::new(&mut ctxt, input, number, features);
    validate::validate(&mut ctxt, &model);
    match ctxt.finish() {
        Ok(()) => expand::expand(&model),
        Err(errors) => fallback::expand(&model, &errors),
    }
}
