//! The events of observers: [`Add`], [`Remove`], [`Enable`] and [`Disable`] of a component, [`Attach`] and
//! [`Detach`] of a child.

use core::any::TypeId;
use core::fmt;
use core::marker::PhantomData;

use crate::base::CallSite;
use crate::column::{Column, Stage};
use crate::component::Component;
use crate::error::fail;
use crate::ids::Entity;
use crate::reach::Handle;
use crate::spec::name_of;
use crate::store::{Layout, RcStore, RefOf, RowBorrow, with_store};
use crate::world::{News, Observing, Occasion, Removal, with_current};

use super::observe::{Existing, Observable, observing};

/// Makes a type an event about a component.
macro_rules! of_component {
    ($name:ident) => {
        impl<T: Component> Observable for $name<T> {
            const __OBSERVING: Observing = observing::<Self>(Occasion::$name, Some(TypeId::of::<T>()));

            fn __of(news: News) -> Self {
                Self { news, component: PhantomData }
            }

            fn __news(&self) -> Option<&News> {
                Some(&self.news)
            }
        }

        impl<T: Component> $name<T> {
            /// The entity of the component.
            #[must_use]
            pub fn entity(&self) -> Entity {
                self.news.entity
            }

            /// A handle to the component.
            #[must_use]
            pub fn handle(&self) -> Handle<T> {
                Handle::new(self.news.entity)
            }
        }

        impl<T: Component> fmt::Debug for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}<{}>({:?})", stringify!($name), name_of::<T>(), self.news.entity)
            }
        }
    };
}

/// Lets an event of a component that is there read it.
macro_rules! of_what_is_there {
    ($name:ident) => {
        impl<T: Component> $name<T> {
            /// Borrows the component for reading, as [`Handle::borrow`].
            ///
            /// # Panics
            ///
            /// If it is dead by now, for which [`get`](Self::get) returns `None`, or mutably borrowed.
            #[track_caller]
            pub fn borrow(&self) -> RefOf<T> {
                self.handle().borrow()
            }

            /// Borrows the component for reading; `None` if another observer has ended it. If another
            /// observer has replaced its value, this reads the new value.
            ///
            /// # Panics
            ///
            /// If it is mutably borrowed.
            #[track_caller]
            #[must_use]
            pub fn get(&self) -> Option<RefOf<T>> {
                self.handle().get()
            }
        }
    };
}

/// Makes a type an event that tells of a child.
macro_rules! of_child {
    ($name:ident) => {
        impl Observable for $name {
            const __OBSERVING: Observing = observing::<Self>(Occasion::$name, None);

            fn __of(news: News) -> Self {
                Self { news }
            }

            fn __news(&self) -> Option<&News> {
                Some(&self.news)
            }
        }

        impl $name {
            /// The child.
            #[must_use]
            pub fn child(&self) -> Entity {
                self.news.entity
            }

            /// Its parent.
            #[must_use]
            pub fn parent(&self) -> Entity {
                self.news.parent
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({:?}, {:?})", stringify!($name), self.news.entity, self.news.parent)
            }
        }
    };
}

/// A component was added: sent after its `init`, before its `on_enable`.
///
/// [`insert`](Entity::insert) over a value causes a [`Remove`] of the old value and an `Add` of the new one.
/// When an entity is taken from a [`Pool`](crate::Pool), each of its components causes an `Add` after its
/// `on_reset`.
///
/// ```
/// use ecs_core::{Add, Component, Entity, Handle};
///
/// #[derive(Component)]
/// struct Enemy { x: f32 }
///
/// #[derive(Component, Default)]
/// #[component(on(Add<Enemy> = came))]
/// struct Radar { nearest: Handle<Enemy> }
///
/// impl Radar {
///     fn came(&mut self, e: &Add<Enemy>) {
///         if self.nearest.get().is_none_or(|nearest| e.borrow().x < nearest.x) {
///             self.nearest = e.handle();
///         }
///     }
/// }
///
/// let radar = Entity::spawn().add::<Radar>();
/// for x in [30.0, 10.0, 20.0] {
///     Entity::spawn().with(Enemy { x });
/// }
/// assert_eq!(radar.borrow().nearest.borrow().x, 10.0);
/// ```
pub struct Add<T: Component> {
    news: News,
    component: PhantomData<fn(T) -> T>,
}

of_component!(Add);
of_what_is_there!(Add);

/// A component ends: sent before its `shutdown`, while all components of the entity can be read.
///
/// [`get`](Self::get) reads the component. It cannot be written any more; the other components of its entity
/// can.
///
/// A component that is borrowed when it is killed, such as a bullet that kills itself in its `update`, is
/// dead at once, but the event is sent at the next sync point, and [`is_late`](Self::is_late) is true. The
/// component can still be read, but the other components of its entity may be gone.
///
/// ```
/// use std::sync::{Arc, Mutex};
///
/// use ecs_core::{Component, Entity, Remove, Removal, observe};
///
/// #[derive(Component)]
/// struct Enemy { points: u32 }
///
/// let score = Arc::new(Mutex::new(0));
/// let sum = score.clone();
/// let _observer = observe(move |e: &Remove<Enemy>| {
///     assert_eq!(e.why(), Removal::Despawned);
///     *sum.lock().unwrap() += e.borrow().points;
/// });
/// Entity::spawn().with(Enemy { points: 7 }).despawn();
/// assert_eq!(*score.lock().unwrap(), 7);
/// ```
pub struct Remove<T: Component> {
    news: News,
    component: PhantomData<fn(T) -> T>,
}

of_component!(Remove);

/// A component was enabled: sent after its `on_enable`. A new component is enabled, unless its entity is
/// disabled.
pub struct Enable<T: Component> {
    news: News,
    component: PhantomData<fn(T) -> T>,
}

of_component!(Enable);
of_what_is_there!(Enable);

/// A component is disabled, or ends while it is enabled: sent before its `on_disable`.
pub struct Disable<T: Component> {
    news: News,
    component: PhantomData<fn(T) -> T>,
}

of_component!(Disable);

/// An entity got a parent, by [`child_of`](Entity::child_of) and similar calls. It is sent for all entities
/// of the world: to find the children of a certain entity, compare `e.parent()` with `self.entity()`.
///
/// It is sent when the child is in its place, and enabled or disabled as its parent is. An entity that moves
/// from one parent to another is detached, then attached. The descendants of an entity of a
/// [`Pool`](crate::Pool) stay its descendants; no event is sent for them, although `take` changes their ids.
///
/// ```
/// use std::sync::{Arc, Mutex};
///
/// use ecs_core::{Attach, Entity, observe};
///
/// let seen = Arc::new(Mutex::new(Vec::new()));
/// let all = seen.clone();
/// let _observer = observe(move |e: &Attach| all.lock().unwrap().push((e.child(), e.parent())));
/// let (ship, gun) = (Entity::spawn(), Entity::spawn());
/// gun.child_of(ship);
/// assert_eq!(*seen.lock().unwrap(), [(gun, ship)]);
/// ```
pub struct Attach {
    news: News,
}

of_child!(Attach);

/// An entity has left its parent, or is about to, because one of the two is despawned; in this case it is
/// sent before either ends.
pub struct Detach {
    news: News,
}

of_child!(Detach);

impl<T: Component> Remove<T> {
    /// Says why the component ends.
    #[must_use]
    pub fn why(&self) -> Removal {
        self.news.why
    }

    /// Says whether the component is dead already, because it was borrowed when it was killed, or the thread
    /// unwound: the rest of its entity may be gone.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.news.is_late
    }

    /// Borrows the component for reading.
    ///
    /// # Panics
    ///
    /// If it cannot be read any more; [`get`](Self::get) returns an error instead.
    #[track_caller]
    pub fn borrow(&self) -> RefOf<T> {
        match self.get() {
            Some(guard) => guard,
            None => fail(&format_args!(
                "cannot read {} of {:?}: it ended before this observer ran, as the observer was borrowed; \
                 use `get()`, which is `None` then",
                name_of::<T>(),
                self.news.entity
            )),
        }
    }

    /// Borrows the component for reading; `None` if it cannot be read any more, because this observer was
    /// borrowed and is called at a sync point after the end.
    #[track_caller]
    #[must_use]
    pub fn get(&self) -> Option<RefOf<T>> {
        read::<T>(&self.news)
    }
}

impl<T: Component> Disable<T> {
    /// Borrows the component for reading.
    ///
    /// # Panics
    ///
    /// If it cannot be read any more; [`get`](Self::get) returns an error instead.
    #[track_caller]
    pub fn borrow(&self) -> RefOf<T> {
        self.get().unwrap_or_else(|| self.handle().borrow())
    }

    /// Borrows the component for reading; `None` if it cannot be read any more.
    #[track_caller]
    #[must_use]
    pub fn get(&self) -> Option<RefOf<T>> {
        read::<T>(&self.news).or_else(|| self.handle().try_borrow().ok())
    }
}

/// Reads a component that ends, while its observers run.
#[track_caller]
fn read<T: Component>(news: &News) -> Option<RefOf<T>> {
    let (column, row) = news.ending.borrow().clone()?;
    if column.entity_of(row) != Some(news.entity) {
        // A tag, which is no more.
        return None;
    }
    let store = RcStore::<T>::of(column)?;
    RowBorrow::row(&store, row, store.value(row), CallSite::here()).ok().map(T::__Layout::guard)
}

#[diagnostic::do_not_recommend]
impl<T: Component> Existing for Add<T> {
    fn __existing() -> Vec<Entity> {
        live_entities::<T>()
    }

    fn __news_of(entity: Entity) -> Option<News> {
        news_of::<T>(entity, Stage::is_reported)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Component> Existing for Enable<T> {
    fn __existing() -> Vec<Entity> {
        live_entities::<T>()
    }

    fn __news_of(entity: Entity) -> Option<News> {
        news_of::<T>(entity, Stage::is_reported_on)
    }
}

/// The entities that have a component, also those where it is disabled.
fn live_entities<T: Component>() -> Vec<Entity> {
    with_store(T::__cell(), |store| store.live_entities(false).into_vec()).unwrap_or_default()
}

/// What there is to tell of a component, if it has been told to those who observe it.
fn news_of<T: Component>(entity: Entity, is_told: impl Fn(Stage) -> bool) -> Option<News> {
    let is_row_told = |column: &Column| column.find(entity).is_some_and(|row| is_told(column.stage(row)));
    with_store(T::__cell(), |store| is_row_told(store)).unwrap_or(false).then(|| News::of(entity))
}

#[diagnostic::do_not_recommend]
impl Existing for Attach {
    fn __existing() -> Vec<Entity> {
        let has_parent = |core: &crate::world::WorldCore, entity: &Entity| core.parent(*entity).is_some();
        let children = with_current(|core| {
            let all: Vec<Entity> = core.entities.borrow().iter().collect();
            all.into_iter().filter(|entity| has_parent(core, entity)).collect()
        });
        children.unwrap_or_default()
    }

    fn __news_of(entity: Entity) -> Option<News> {
        let parent = with_current(|core| core.parent(entity)).ok().flatten()?;
        Some(News::of_child(entity, parent))
    }
}
