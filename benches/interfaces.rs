//! Calls by a trait: all components of four types, and those of one entity.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use ecs_core::{Component, Entity, Handle, World, every};

trait Draw: Send {
    fn draw(&mut self, by: f32);
}

macro_rules! shapes {
    ($($shape:ident $field:ident)*) => {
        $(
            #[derive(Component)]
            #[component(as(dyn Draw))]
            struct $shape {
                $field: f32,
                more: [f32; 3],
            }

            impl Draw for $shape {
                fn draw(&mut self, by: f32) {
                    self.$field += by * self.more[0];
                }
            }
        )*

        /// Spawns so many in all; returns the entities.
        fn spawn(count: usize) -> Vec<Entity> {
            let mut all = Vec::new();
            $(all.extend(Entity::spawn_many(count / 4, |_, _| $shape { $field: 0.0, more: [1.0; 3] }));)*
            all
        }

        /// The same without traits.
        fn each_type(by: f32) {
            $($shape::for_each(|shape| shape.draw(by));)*
        }

        /// The same in boxes.
        fn boxes(count: usize) -> Vec<Box<dyn Draw>> {
            let mut all: Vec<Box<dyn Draw>> = Vec::new();
            $(all.extend((0..count / 4).map(|_| {
                Box::new($shape { $field: 0.0, more: [1.0; 3] }) as Box<dyn Draw>
            }));)*
            all
        }
    };
}

shapes!(Circle radius Square side Line length Point weight);

const COUNT: usize = 10_000;

fn all(criterion: &mut Criterion) {
    // Once, not in the closures: a value that goes through memory in each call costs more than that.
    let by = black_box(1.0);
    let mut group = criterion.benchmark_group("call_by_a_trait");
    World::new().enter(|| {
        let entities = spawn(COUNT);
        group.bench_function("for_each of each type", |bencher| bencher.iter(|| each_type(by)));
        group.bench_function("every, each", |bencher| {
            bencher.iter(|| every::<dyn Draw>().each(|one| one.draw(by)));
        });
        group.bench_function("every, each_with_entity", |bencher| {
            bencher.iter(|| {
                // Not a `black_box` of each: what it does to the stack costs three times the rest.
                let mut sum = 0_u32;
                every::<dyn Draw>().each_with_entity(|entity, one| {
                    sum ^= entity.index();
                    one.draw(by);
                });
                sum
            });
        });
        group.bench_function("every, par_each", |bencher| {
            bencher.iter(|| every::<dyn Draw>().par_each(|one| one.draw(by)));
        });
        group.bench_function("get_as", |bencher| {
            bencher.iter(|| {
                for entity in &entities {
                    if let Some(mut one) = entity.get_as::<dyn Draw>() {
                        one.draw(by);
                    }
                }
            });
        });
        group.bench_function("handle", |bencher| {
            let handles: Vec<Handle<Circle>> = entities[..COUNT / 4].iter().map(|e| e.handle()).collect();
            bencher.iter(|| {
                for _ in 0..4 {
                    handles.iter().for_each(|handle| handle.borrow_mut().draw(by));
                }
            });
        });
    });
    group.bench_function("Vec<Box<dyn Draw>>", |bencher| {
        let mut boxes = boxes(COUNT);
        bencher.iter(|| boxes.iter_mut().for_each(|one| one.draw(by)));
    });
    group.finish();
}

criterion_group!(benches, all);
criterion_main!(benches);
