//! [`Skipped`]: a hook that leaves entities out because they lack a sibling that it needs.

use core::cell::Cell;
use core::fmt;

use crate::borrow::HookName;
use crate::ids::Entity;

/// A hook that did not run on some of its entities in its last pass: they lack a component that it takes as
/// `&U` or `&mut U`.
///
/// Part of [`WorldStats`](crate::stats::WorldStats); [`explain_order`](crate::explain_order) shows it too. To
/// leave them out may be what is meant. If the component was forgotten, add it, or write
/// `#[component(requires(U))]`; if the hook can do without it, take `Option<&U>`.
///
/// ```
/// use ecs_core::{Component, Entity, World, update_all};
///
/// #[derive(Component)]
/// struct Velocity(f32);
///
/// #[derive(Component, Default)]
/// struct Plane { x: f32 }
///
/// impl Plane {
///     fn update(&mut self, dt: f32, velocity: &Velocity) {
///         self.x += velocity.0 * dt;
///     }
/// }
///
/// Entity::spawn().add::<Plane>();
/// update_all(0.1);
/// assert_eq!(World::stats().skipped[0].to_string(), "`Plane::update` skips 1 entity: 0v1 has no Velocity");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Skipped {
    /// The component's type.
    pub component: &'static str,
    /// The hook.
    pub hook: &'static str,
    /// How many entities it left out in its last pass.
    pub count: usize,
    /// The first of them.
    pub first: Entity,
    /// What the first of them lacks.
    pub missing: &'static str,
}

crate::base::display_by! {
    [] Skipped, |this, f| write!(f, "`{}::{}` {}", this.component, this.hook, this.without_name())
}

impl Skipped {
    /// The sentence without its subject.
    pub(crate) fn without_name(self) -> impl fmt::Display {
        let Self { count, first, missing, .. } = self;
        fmt::from_fn(move |f| match count {
            1 => write!(f, "skips 1 entity: {first:?} has no {missing}"),
            _ => write!(f, "skips {count} entities: the first, {first:?}, has no {missing}"),
        })
    }
}

/// The entities that a running pass has skipped until now.
#[derive(Default)]
pub struct Skips {
    count: Cell<usize>,
    first: Cell<Option<(Entity, &'static str)>>,
}

impl Skips {
    /// Counts one more, and says whether it is the first.
    pub(crate) fn count(&self) -> bool {
        self.count.set(self.count.get() + 1);
        self.count.get() == 1
    }

    /// Notes the first one, and what it lacks.
    pub(crate) fn note_first(&self, entity: Entity, missing: &'static str) {
        self.first.set(Some((entity, missing)));
    }

    /// The report of a hook's pass that is over; `None` if it has skipped no entity.
    pub(crate) fn report(&self, HookName { component, hook }: HookName) -> Option<Skipped> {
        let (first, missing) = self.first.get()?;
        Some(Skipped { component, hook, count: self.count.get(), first, missing })
    }
}
