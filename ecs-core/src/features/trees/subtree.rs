//! [`Subtree`]: components of one entity, with its name and its children; and [`WithChildren`], which makes
//! one.

use std::borrow::Cow;

use crate::error::AddError;
use crate::ids::Entity;
use crate::life::{AddingOf, Bundle};

use super::children::Children;
use super::part::{TreePart, Unplanted};
use super::planting::Planting;

/// An entity to spawn, with its name and all its descendants. [`WithChildren`] makes one;
/// [`Entity::spawn_tree`](crate::Entity::spawn_tree) and
/// [`Entity::with_children`](crate::Entity::with_children) spawn it.
#[must_use = "it is spawned by `Entity::spawn_tree`, or as a child by `with_children`"]
pub struct Subtree<B, C = NoChildren> {
    bundle: B,
    name: Option<Cow<'static, str>>,
    children: C,
}

/// What a [`Subtree`] has in the place of children that it has not got.
#[derive(Debug)]
pub struct NoChildren;

impl<B: Bundle> Subtree<B> {
    /// Adds children to the entity, which has none yet.
    pub fn with_children<C: Children>(self, children: C) -> Subtree<B, C::Part> {
        Subtree { bundle: self.bundle, name: self.name, children: children.__into_part() }
    }
}

impl<B: Bundle, C> Subtree<B, C> {
    /// Sets the name of the entity, in place of an earlier one: see
    /// [`Entity::set_name`](crate::Entity::set_name).
    pub fn named(self, name: impl Into<Cow<'static, str>>) -> Self {
        Self { name: Some(name.into()), ..self }
    }
}

/// Gives the components of an entity a name and children, before it is spawned.
///
/// ```
/// use ecs_core::{Component, Entity, WithChildren};
///
/// #[derive(Component)]
/// struct Ship;
///
/// #[derive(Component)]
/// struct Turret;
///
/// #[derive(Component)]
/// struct Lamp { on: bool }
///
/// #[derive(Component)]
/// struct Engine;
///
/// let (ship, ((turret, lamp), engine)) = Entity::spawn_tree(Ship.with_children((
///     Turret.named("turret").with_children(Lamp { on: true }),
///     Engine,
/// )));
/// assert_eq!(ship.children().collect::<Vec<_>>(), [turret, engine]);
/// assert_eq!(ship.find("turret"), Some(turret));
/// assert_eq!(lamp.parent(), Some(turret));
/// ```
pub trait WithChildren: Bundle {
    /// Gives the entity of these components children: one, or a list. See [`Children`].
    fn with_children<C: Children>(self, children: C) -> Subtree<Self, C::Part> {
        Subtree { bundle: self, name: None, children: children.__into_part() }
    }

    /// Names the entity of these components: see [`Entity::set_name`](crate::Entity::set_name).
    #[doc(alias = "with_name")]
    fn named(self, name: impl Into<Cow<'static, str>>) -> Subtree<Self> {
        Subtree { bundle: self, name: Some(name.into()), children: NoChildren }
    }
}

impl<B: Bundle> WithChildren for B {}

impl<B: Bundle> TreePart for Subtree<B, NoChildren> {
    type Spawned = Entity;
    type Placed = AddingOf<B>;

    const CHECKED: () = B::CHECKED;

    fn __count(&self) -> usize {
        1
    }

    fn __nest(&self, next: &mut dyn FnMut() -> Entity) -> Entity {
        next()
    }

    fn __place(
        self,
        planting: &mut Planting<'_>,
        parent: Option<Entity>,
    ) -> Result<AddingOf<B>, Box<AddError>> {
        planting.place(self.bundle, self.name, parent).map(|(_, placed)| placed)
    }

    fn __begin(placed: &mut AddingOf<B>) -> Result<(), Box<AddError>> {
        B::__begin(placed)
    }

    fn __discard(self) {
        self.bundle.__discard();
    }
}

impl<B: Bundle, C: TreePart> TreePart for Subtree<B, C> {
    type Spawned = (Entity, C::Spawned);
    type Placed = (AddingOf<B>, C::Placed);

    const CHECKED: () = (B::CHECKED, C::CHECKED).0;

    fn __count(&self) -> usize {
        1 + self.children.__count()
    }

    fn __nest(&self, next: &mut dyn FnMut() -> Entity) -> Self::Spawned {
        (next(), self.children.__nest(next))
    }

    fn __place(
        self,
        planting: &mut Planting<'_>,
        parent: Option<Entity>,
    ) -> Result<Self::Placed, Box<AddError>> {
        let children = Unplanted::new(self.children);
        let (entity, placed) = planting.place(self.bundle, self.name, parent)?;
        Ok((placed, children.into_inner().__place(planting, Some(entity))?))
    }

    fn __begin((own, below): &mut Self::Placed) -> Result<(), Box<AddError>> {
        B::__begin(own)?;
        C::__begin(below)
    }

    fn __discard(self) {
        drop((Unplanted::new(self.bundle), Unplanted::new(self.children)));
    }
}

impl<B: Bundle> Children for Subtree<B, NoChildren> {
    type Part = Self;

    fn __into_part(self) -> Self {
        self
    }
}

impl<B: Bundle, C: TreePart> Children for Subtree<B, C> {
    type Part = Self;

    fn __into_part(self) -> Self {
        self
    }
}

crate::base::debug_by!([B, C] Subtree<B, C>, |subtree, f| {
    f.debug_struct("Subtree").field("name", &subtree.name).finish_non_exhaustive()
});
