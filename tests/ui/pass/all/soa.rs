//! Each shape of a type whose fields lie apart.
#![deny(warnings, missing_docs)]

use ecs_core::{Component, Entity, update_all};

mod planes {
    #[derive(Clone, Copy)]
    struct Secret(u8);

    /// Public, with a field of a private type.
    #[derive(ecs_core::Component, Clone, Copy)]
    #[component(soa, track, pooled(4), as(dyn super::Fly))]
    pub struct Plane<T: Copy + 'static, const N: usize>
    where
        T: Into<f32>,
    {
        secret: Secret,
        /// Of which others may know.
        pub all: [T; N],
    }

    impl<T: Copy + Into<f32>, const N: usize> Default for Plane<T, N>
    where
        [T; N]: Default,
    {
        fn default() -> Self {
            Self { secret: Secret(3), all: Default::default() }
        }
    }

    impl<T: Copy + Into<f32>, const N: usize> super::Fly for Plane<T, N> {
        fn fly(&mut self) -> f32 {
            self.secret.0 += 1;
            f32::from(self.secret.0) + self.all.iter().map(|&one| one.into()).sum::<f32>()
        }
    }
}

trait Fly {
    fn fly(&mut self) -> f32;
}

#[derive(Component, Clone, Copy)]
#[component(soa)]
struct r#Raw {
    r#type: u8,
    nothing: (),
}

impl Raw {
    fn update(&mut self) {
        self.r#type += 1;
    }
}

#[derive(Component)]
#[component(soa, inherits)]
struct Tuple(f32, Option<Entity>);

impl Tuple {
    fn inherit(&mut self, parent: Option<&Self>) {
        self.1 = parent.and_then(|parent| parent.1);
    }
}

pub fn main() {
    let one = Entity::spawn().with(Raw { r#type: 1, nothing: () }).with(Tuple(0.0, Some(Entity::NONE)));
    let plane = one.add::<planes::Plane<f32, 2>>();
    plane.borrow_mut().all[1] = 2.0;
    assert_eq!(one.with_as::<dyn Fly, _>(|plane| plane.fly()), Some(6.0));
    update_all(0.1);
    assert_eq!((Raw::columns().r#type[0], Raw::columns().nothing.len()), (2, 1));
    assert_eq!((Tuple::columns().0[0], one.borrow::<Tuple>().1), (0.0, None));
}
