//! The library's side: a world in which the calls are made, and what can be seen in it.

use std::cell::RefCell;

use ecs_core::{
    AddError, BorrowError, Component, Entity, Handle, PerEntity, RefMutOf, RefOf, RemoveError, UpdateError,
    View, ViewError, ViewMut, Viewable, World, try_update_all,
};

use super::model::{Act, All, Borrowed, Dead, Kind, No, Outcome, SLOTS, Unsettled, Value, WRITTEN, Yes};

#[derive(Component)]
pub struct Plain(u8);

#[derive(Component)]
pub struct Hooked {
    id: u8,
    value: u8,
}

/// What has happened to a `Hooked`.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Story {
    pub inits: u8,
    pub shutdowns: u8,
    pub drops: u8,
}

thread_local! {
    /// For each value that was made; `Plain` has no story.
    static STORIES: RefCell<Vec<Option<Story>>> = const { RefCell::new(Vec::new()) };
    static VISITED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

pub fn stories() -> Vec<Option<Story>> {
    STORIES.with_borrow(Vec::clone)
}

fn tell_story(id: u8, note: impl FnOnce(&mut Story)) {
    STORIES
        .with_borrow_mut(|stories| note(stories[usize::from(id)].as_mut().expect("a `Hooked` has a story")));
}

impl Hooked {
    fn init(&mut self) {
        tell_story(self.id, |story| story.inits += 1);
    }

    fn update(&mut self) {
        VISITED.with_borrow_mut(|visited| visited.push(self.id));
    }

    fn shutdown(&mut self) {
        tell_story(self.id, |story| story.shutdowns += 1);
    }
}

impl Drop for Hooked {
    fn drop(&mut self) {
        tell_story(self.id, |story| story.drops += 1);
    }
}

pub trait Subject: PerEntity + Viewable {
    fn make(id: u8, value: u8) -> Self;
    fn story() -> Option<Story>;
    fn value(&mut self) -> &mut u8;
    fn seen(&self) -> (u8, Option<Entity>);
}

impl Subject for Plain {
    fn make(_: u8, value: u8) -> Self {
        Self(value)
    }

    fn story() -> Option<Story> {
        None
    }

    fn value(&mut self) -> &mut u8 {
        &mut self.0
    }

    fn seen(&self) -> (u8, Option<Entity>) {
        (self.0, self.try_entity())
    }
}

impl Subject for Hooked {
    fn make(id: u8, value: u8) -> Self {
        Self { id, value }
    }

    fn story() -> Option<Story> {
        Some(Story::default())
    }

    fn value(&mut self) -> &mut u8 {
        &mut self.value
    }

    fn seen(&self) -> (u8, Option<Entity>) {
        (self.value, self.try_entity())
    }
}

/// Runs an expression for the type of a kind.
macro_rules! of_kind {
    ($kind:expr, $subject:ident => $body:expr) => {
        match $kind {
            $crate::exhaustive::model::Kind::Plain => {
                type $subject = $crate::exhaustive::library::Plain;
                $body
            }
            $crate::exhaustive::model::Kind::Hooked => {
                type $subject = $crate::exhaustive::library::Hooked;
                $body
            }
        }
    };
}
pub(crate) use of_kind;

enum Guard<T: PerEntity> {
    Ref(RefOf<T>),
    RefMut(RefMutOf<T>),
    View(View<'static, T>),
    ViewMut(ViewMut<'static, T>),
}

/// A guard, whatever its type is.
pub trait Look {
    /// The values that it shows, with their entities.
    fn seen(&self) -> Vec<(u8, Option<Entity>)>;
    /// What a view finds by the handle of an entity.
    fn find(&self, entity: Entity) -> Option<u8>;
}

impl<T: Subject> Look for Guard<T> {
    fn seen(&self) -> Vec<(u8, Option<Entity>)> {
        let values: &[T] = match self {
            Self::Ref(guard) => std::slice::from_ref(guard),
            Self::RefMut(guard) => std::slice::from_ref(guard),
            Self::View(view) => view,
            Self::ViewMut(view) => view,
        };
        values.iter().map(T::seen).collect()
    }

    fn find(&self, entity: Entity) -> Option<u8> {
        let handle: Handle<T> = entity.handle();
        let found = match self {
            Self::Ref(_) | Self::RefMut(_) => None,
            Self::View(view) => view.get(handle),
            Self::ViewMut(view) => view.get(handle),
        };
        found.map(|value| value.seen().0)
    }
}

/// What the model's names stand for in the current world.
#[derive(Default)]
pub struct Library {
    /// Each life of each entity.
    pub entities: [Vec<Entity>; SLOTS],
    pub held: Vec<Box<dyn Look>>,
}

impl Library {
    pub fn new() -> Self {
        STORIES.take();
        Self::default()
    }

    pub fn entity(&self, slot: usize) -> Entity {
        self.entities[slot].last().copied().unwrap_or(Entity::NONE)
    }

    pub fn act(&mut self, act: Act) -> Outcome {
        match act {
            Act::Spawn(slot) => self.spawn(slot),
            Act::Despawn(slot) => yes_or_no(self.entity(slot).despawn()),
            Act::Add(slot, kind) => of_kind!(kind, T => place(self.entity(slot), |entity| {
                entity.try_add_with(|| make::<T>(0))
            })),
            Act::Insert(slot, kind, value) => of_kind!(kind, T => place(self.entity(slot), |entity| {
                entity.try_insert(make::<T>(value))
            })),
            Act::Kill(slot, kind) => of_kind!(kind, T => yes_or_no(self.entity(slot).kill::<T>())),
            Act::Remove(slot, kind) => of_kind!(kind, T => remove::<T>(self.entity(slot))),
            Act::Hold { slot, kind, mutable } => {
                of_kind!(kind, T => self.hold(borrow::<T>(self.entity(slot), mutable), mutable))
            }
            Act::View { kind, mutable, keep } => of_kind!(kind, T => self.view::<T>(mutable, keep)),
            Act::Release(which) => {
                drop(self.held.remove(which));
                Yes
            }
            Act::Update => {
                VISITED.take();
                match try_update_all(0.5) {
                    Ok(()) => sorted(VISITED.take()),
                    Err(UpdateError::Borrowed { component: "Hooked", by, .. }) => Borrowed(by),
                    Err(error) => panic!("{error}"),
                }
            }
            Act::Flush => {
                World::flush();
                Yes
            }
        }
    }

    fn spawn(&mut self, slot: usize) -> Outcome {
        let entity = Entity::try_spawn().expect("there are ids");
        assert!(self.entities.iter().all(|lives| !lives.contains(&entity)), "an entity comes once");
        let borrowed = self.held.iter().flat_map(|guard| guard.seen()).filter_map(|seen| seen.1);
        assert!(
            borrowed.into_iter().all(|borrowed| borrowed.index() != entity.index()),
            "an index of a borrowed row is kept"
        );
        self.entities[slot].push(entity);
        Yes
    }

    fn hold<T: Subject>(&mut self, result: Result<Guard<T>, Outcome>, mutable: bool) -> Outcome {
        result.map_or_else(
            |refusal| refusal,
            |mut guard| {
                let value = guard.seen()[0].0;
                if mutable && let Guard::RefMut(guard) = &mut guard {
                    *guard.value() = WRITTEN;
                }
                self.held.push(Box::new(guard));
                Value(value)
            },
        )
    }

    fn view<T: Subject>(&mut self, mutable: bool, keep: bool) -> Outcome {
        let view =
            if mutable { T::try_view_mut().map(Guard::ViewMut) } else { T::try_view().map(Guard::View) };
        let mut view = match view {
            Ok(view) => view,
            Err(ViewError::Borrowed { by, .. }) => return Borrowed(by),
            Err(ViewError::Unsettled { by, .. }) => return Unsettled(by),
            Err(error) => panic!("{error}"),
        };
        let seen = sorted(view.seen().into_iter().map(|seen| seen.0).collect());
        if keep {
            if let Guard::ViewMut(view) = &mut view {
                view.iter_mut().for_each(|value| *value.value() = WRITTEN);
            }
            self.held.push(Box::new(view));
        }
        seen
    }
}

fn yes_or_no(yes: bool) -> Outcome {
    if yes { Yes } else { No }
}

fn sorted(mut values: Vec<u8>) -> Outcome {
    values.sort_unstable();
    All(values)
}

fn make<T: Subject>(value: u8) -> T {
    STORIES.with_borrow_mut(|stories| {
        stories.push(T::story());
        T::make(stories.len() as u8 - 1, value)
    })
}

fn place<T: Subject>(entity: Entity, place: impl FnOnce(Entity) -> Result<Handle<T>, AddError>) -> Outcome {
    let before = stories().len();
    match place(entity) {
        Ok(handle) => {
            assert_eq!(handle, entity.handle());
            Yes
        }
        Err(AddError::DeadEntity { entity: dead, .. }) => {
            assert_eq!(dead, entity);
            // What was to be inserted is dropped, and never was a component.
            let refused = STORIES.with_borrow_mut(|stories| stories.split_off(before));
            let dropped = Story { drops: 1, ..Story::default() };
            assert!(refused.into_iter().flatten().all(|story| story == dropped));
            Dead
        }
        Err(error) => panic!("{error}"),
    }
}

fn remove<T: Subject>(entity: Entity) -> Outcome {
    match entity.try_remove::<T>() {
        Ok(None) => No,
        Ok(Some(value)) => {
            assert_eq!(value.seen().1, None, "it is outside of the store");
            Value(value.seen().0)
        }
        Err(RemoveError::Borrowed { entity: borrowed, by, .. }) => {
            assert_eq!(borrowed, entity);
            Borrowed(by)
        }
        Err(error) => panic!("{error}"),
    }
}

fn borrow<T: Subject>(entity: Entity, mutable: bool) -> Result<Guard<T>, Outcome> {
    let result = if mutable {
        entity.try_borrow_mut::<T>().map(Guard::RefMut)
    } else {
        entity.try_borrow::<T>().map(Guard::Ref)
    };
    result.map_err(|error| match error {
        BorrowError::Dead { entity: dead, .. } | BorrowError::Missing { entity: dead, .. } => {
            assert_eq!(dead, entity);
            Dead
        }
        BorrowError::Borrowed { entity: borrowed, mutably, by, .. } => {
            assert_eq!((borrowed, mutably), (entity, mutable));
            Borrowed(by)
        }
        error => panic!("{error}"),
    })
}

/// Tries a borrow and gives it back.
pub fn try_borrow(entity: Entity, kind: Kind, mutable: bool) -> Outcome {
    of_kind!(kind, T => {
        borrow::<T>(entity, mutable).map_or_else(|refusal| refusal, |guard| Value(guard.seen()[0].0))
    })
}
