//! Types whose fields lie apart (`soa`): passes by what they touch, handles, queries, siblings, hooks.

mod common;

use std::hint::black_box;

use common::{DT, SPEED, group, populate, shuffled, sizes};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use ecs_core::{Component, Entity, Handle, query};

// ---- passes: compared with slices and with an array of structs ----

/// A field that can be moved on.
trait Field: Copy + Default + 'static {
    fn move_by(&mut self, by: f32);
}

impl Field for f32 {
    fn move_by(&mut self, by: f32) {
        *self += by;
    }
}

impl Field for [f32; 10] {
    fn move_by(&mut self, by: f32) {
        self.iter_mut().for_each(|axis| *axis += by);
    }
}

/// Makes a type whose hook reads `speed` and writes some fields, but not the rest: by fields, whole, and as
/// one `Vec` a field.
macro_rules! body {
    ($body:ident, writes [$($field:ident: $Field:ty),*], not [$($rest:ident: $Rest:ty),*]) => {
        #[allow(dead_code, reason = "what is not touched takes room all the same")]
        mod $body {
            use super::*;

            #[derive(Component, Clone, Default)]
            #[component(soa)]
            pub struct Split {
                pub speed: f32,
                $(pub $field: $Field,)*
                $($rest: $Rest,)*
            }

            impl Split {
                fn update(&mut self, dt: f32) {
                    let by = self.speed * dt;
                    $(self.$field.move_by(by);)*
                }
            }

            #[derive(Component, Clone, Default)]
            pub struct Whole {
                pub speed: f32,
                $(pub $field: $Field,)*
                $($rest: $Rest,)*
            }

            impl Whole {
                fn update(&mut self, dt: f32) {
                    let by = self.speed * dt;
                    $(self.$field.move_by(by);)*
                }
            }

            pub fn split() -> Split {
                Split { speed: SPEED, ..Split::default() }
            }

            pub fn whole() -> Whole {
                Whole { speed: SPEED, ..Whole::default() }
            }

            #[allow(clippy::too_many_arguments, reason = "one for each field")]
            #[inline(never)]
            fn pass_over_slices(dt: f32, speed: &[f32], $($field: &mut [$Field]),*) {
                let len = speed.len();
                $(let $field = &mut $field[..len];)*
                for place in 0..len {
                    let by = speed[place] * dt;
                    $($field[place].move_by(by);)*
                }
            }

            #[inline(never)]
            fn pass_over_structs(dt: f32, bodies: &mut [Whole]) {
                bodies.iter_mut().for_each(|body| body.update(dt));
            }

            pub fn passes(group: &mut BenchmarkGroup<WallTime>, count: usize) {
                group.bench_function("soa", |bencher| {
                    let (world, _) = populate::<Split>(count, |_| Entity::spawn().with(split()));
                    world.enter(|| bencher.iter(|| Split::update_all(black_box(DT))));
                });
                group.bench_function("whole", |bencher| {
                    let (world, _) = populate::<Whole>(count, |_| Entity::spawn().with(whole()));
                    world.enter(|| bencher.iter(|| Whole::update_all(black_box(DT))));
                });
                group.bench_function("slices", |bencher| {
                    let speed = vec![SPEED; count];
                    // Not `vec![..; count]`: pages that were never written are one page of zeros.
                    $(let mut $field: Vec<_> = (0..count).map(|_| black_box(<$Field>::default())).collect();)*
                    bencher.iter(|| pass_over_slices(black_box(DT), &speed, $(&mut $field),*));
                });
                group.bench_function("Vec", |bencher| {
                    let mut bodies = vec![whole(); count];
                    bencher.iter(|| pass_over_structs(black_box(DT), &mut bodies));
                });
            }
        }
    };
}

body!(pair_of_8, writes [y: f32], not []);

body!(pair_of_24, writes [y: f32], not [a: f32, b: f32, c: f32, d: f32]);
body!(half_of_24, writes [x: f32, y: f32], not [a: f32, b: f32, c: f32]);
body!(all_of_24, writes [x: f32, y: f32, z: f32, a: f32, b: f32], not []);

body!(
    pair_of_56,
    writes [y: f32],
    not [a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32, i: f32, j: f32, k: f32, l: f32]
);
body!(
    half_of_56,
    writes [a: f32, b: f32, c: f32, d: f32, e: f32, f: f32],
    not [g: f32, h: f32, i: f32, j: f32, k: f32, l: f32, m: f32]
);
body!(
    all_of_56,
    writes [
        a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32, i: f32, j: f32, k: f32, l: f32, m: f32
    ],
    not []
);

body!(
    pair_of_240,
    writes [y: f32],
    not [
        b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32, i: f32, j: f32, k: f32, l: f32,
        m: f32, n: f32, o: f32, p: f32, q: f32, r: f32, s: f32, t: [f32; 10], u: [f32; 10], v: [f32; 10],
        w: [f32; 10]
    ]
);
body!(
    half_of_240,
    writes [
        a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32, i: f32, t: [f32; 10], u: [f32; 10]
    ],
    not [
        j: f32, k: f32, l: f32, m: f32, n: f32, o: f32, p: f32, q: f32, r: f32, s: f32, v: [f32; 10],
        w: [f32; 10]
    ]
);
body!(
    all_of_240,
    writes [
        a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32, i: f32, j: f32, k: f32, l: f32,
        m: f32, n: f32, o: f32, p: f32, q: f32, r: f32, s: f32, t: [f32; 10], u: [f32; 10], v: [f32; 10],
        w: [f32; 10]
    ],
    not []
);

fn passes(criterion: &mut Criterion) {
    for count in sizes() {
        pair_of_8::passes(&mut group(criterion, "pass, 2 fields of 2, 8 bytes", count), count);
        pair_of_24::passes(&mut group(criterion, "pass, 2 fields of 6, 24 bytes", count), count);
        half_of_24::passes(&mut group(criterion, "pass, 3 fields of 6, 24 bytes", count), count);
        all_of_24::passes(&mut group(criterion, "pass, 6 fields of 6, 24 bytes", count), count);
        pair_of_56::passes(&mut group(criterion, "pass, 2 fields of 14, 56 bytes", count), count);
        half_of_56::passes(&mut group(criterion, "pass, 7 fields of 14, 56 bytes", count), count);
        all_of_56::passes(&mut group(criterion, "pass, 14 fields of 14, 56 bytes", count), count);
        pair_of_240::passes(&mut group(criterion, "pass, 2 fields of 24, 240 bytes", count), count);
        half_of_240::passes(&mut group(criterion, "pass, 12 fields of 24, 240 bytes", count), count);
        all_of_240::passes(&mut group(criterion, "pass, 24 fields of 24, 240 bytes", count), count);
    }
}

// ---- by handle, at random ----

/// Reads and writes a field of each, through a handle.
macro_rules! by_handle {
    ($group:ident, $name:literal, $count:ident, $Body:ty, $make:path) => {
        let (world, entities) = populate::<$Body>($count, |_| Entity::spawn().with($make()));
        let handles: Vec<Handle<$Body>> = shuffled(&entities).iter().map(|entity| entity.handle()).collect();
        $group.bench_function(concat!("read, ", $name), |bencher| {
            let read = || handles.iter().map(|handle| handle.borrow().speed).sum::<f32>();
            world.enter(|| bencher.iter(|| black_box(read())));
        });
        $group.bench_function(concat!("write, ", $name), |bencher| {
            let write = || {
                for handle in &handles {
                    let mut body = handle.borrow_mut();
                    body.y += body.speed * black_box(DT);
                }
            };
            world.enter(|| bencher.iter(write));
        });
        $group.bench_function(concat!("write by with, ", $name), |bencher| {
            let write = || {
                for handle in &handles {
                    handle.with(|body: &mut $Body| body.y += body.speed * black_box(DT));
                }
            };
            world.enter(|| bencher.iter(write));
        });
    };
}

fn at_random(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "by_handle_at_random", count);
        by_handle!(group, "soa of 24 bytes", count, pair_of_24::Split, pair_of_24::split);
        by_handle!(group, "whole of 24 bytes", count, pair_of_24::Whole, pair_of_24::whole);
        by_handle!(group, "soa of 240 bytes", count, pair_of_240::Split, pair_of_240::split);
        by_handle!(group, "whole of 240 bytes", count, pair_of_240::Whole, pair_of_240::whole);
    }
}

// ---- queries and columns: the pair of fields of 24 bytes ----

/// Moves each by a query.
macro_rules! by_query {
    ($group:ident, $name:literal, $world:ident, $Body:ty) => {
        $group.bench_function(concat!("each, ", $name), |bencher| {
            let pass = || {
                let dt = black_box(DT);
                query::<&mut $Body>().each(move |body| body.y += body.speed * dt);
            };
            $world.enter(|| bencher.iter(pass));
        });
        $group.bench_function(concat!("for, ", $name), |bencher| {
            let pass = || {
                let dt = black_box(DT);
                #[allow(unused_mut, reason = "a guard must be, a reference need not")]
                for mut body in &mut query::<&mut $Body>() {
                    body.y += body.speed * dt;
                }
            };
            $world.enter(|| bencher.iter(pass));
        });
    };
}

fn by_queries(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "by_query", count);
        let (split, _) = populate::<pair_of_24::Split>(count, |_| Entity::spawn().with(pair_of_24::split()));
        by_query!(group, "soa", split, pair_of_24::Split);
        group.bench_function("columns_mut", |bencher| {
            let pass = || {
                let mut columns = pair_of_24::Split::columns_mut();
                let dt = black_box(DT);
                for (y, speed) in columns.y.iter_mut().zip(columns.speed.iter()) {
                    *y += speed * dt;
                }
            };
            split.enter(|| bencher.iter(pass));
        });
        let (whole, _) = populate::<pair_of_24::Whole>(count, |_| Entity::spawn().with(pair_of_24::whole()));
        by_query!(group, "whole", whole, pair_of_24::Whole);
    }
}

// ---- a sibling ----

macro_rules! with_wind {
    ($module:ident $(, #[$attribute:meta])?) => {
        #[allow(dead_code, reason = "what is not touched takes room all the same")]
        mod $module {
            use super::*;

            #[derive(Component)]
            $(#[$attribute])?
            pub struct Wind {
                pub force: f32,
                pub gusts: [f32; 5],
            }

            #[derive(Component)]
            $(#[$attribute])?
            pub struct Leaf {
                pub y: f32,
                pub speed: f32,
                pub shape: [f32; 4],
            }

            impl Leaf {
                pub fn update(&mut self, dt: f32, wind: &Wind) {
                    self.y += (self.speed + wind.force) * dt;
                }
            }

            pub fn leaf() -> (Leaf, Wind) {
                let leaf = Leaf { y: 0.0, speed: SPEED, shape: [0.0; 4] };
                (leaf, Wind { force: 2.0, gusts: [0.0; 5] })
            }

            pub fn pass(group: &mut BenchmarkGroup<WallTime>, count: usize) {
                group.bench_function(stringify!($module), |bencher| {
                    let spawn = |_| {
                        let (leaf, wind) = leaf();
                        Entity::spawn().with(leaf).with(wind)
                    };
                    let (world, _) = populate::<Leaf>(count, spawn);
                    world.enter(|| bencher.iter(|| Leaf::update_all(black_box(DT))));
                });
            }
        }
    };
}

with_wind!(soa, #[component(soa)]);
with_wind!(whole);

fn siblings(criterion: &mut Criterion) {
    #[inline(never)]
    fn pass(dt: f32, y: &mut [f32], speed: &[f32], force: &[f32]) {
        for ((y, speed), force) in y.iter_mut().zip(speed).zip(force) {
            *y += (speed + force) * dt;
        }
    }
    for count in sizes() {
        let mut group = group(criterion, "sibling", count);
        soa::pass(&mut group, count);
        whole::pass(&mut group, count);
        group.bench_function("slices", |bencher| {
            let (mut y, speed, force) = (vec![1.0; count], vec![SPEED; count], vec![2.0; count]);
            bencher.iter(|| pass(black_box(DT), &mut y, &speed, &force));
        });
        group.bench_function("Vec", |bencher| {
            let mut leaves: Vec<_> = (0..count).map(|_| whole::leaf()).collect();
            bencher.iter(|| {
                let dt = black_box(DT);
                black_box(&mut leaves).iter_mut().for_each(|(leaf, wind)| leaf.update(dt, wind));
            });
        });
    }
}

// ---- what a hook does besides: 2 fields of 56 bytes ----

/// Something that the compiler cannot look into.
#[inline(never)]
fn opaque(y: f32) -> f32 {
    black_box(y)
}

macro_rules! hooks {
    (
        $module:ident, $name:literal, |$end_body:ident, $end_me:ident: $EndMe:ty| $end:expr
        $(, #[$attribute:meta])?
    ) => {
        mod $module {
            use super::*;

            macro_rules! body {
                ($Body:ident, |$body:ident, $me:ident: $Me:ty| $hook:expr) => {
                    #[allow(dead_code, reason = "what is not touched takes room all the same")]
                    #[derive(Component, Default)]
                    $(#[$attribute])?
                    pub struct $Body {
                        y: f32,
                        speed: f32,
                        rest: [f32; 12],
                    }

                    impl $Body {
                        fn update(&mut self, dt: f32, $me: $Me) {
                            self.y += self.speed * dt;
                            let $body = self;
                            $hook;
                        }

                        pub fn pass(group: &mut BenchmarkGroup<WallTime>, count: usize, name: &str) {
                            let make = |_| Entity::spawn().with(Self { speed: SPEED, ..Self::default() });
                            let (world, _) = populate::<Self>(count, make);
                            group.bench_function(format!("{name}, {}", $name), |bencher| {
                                world.enter(|| bencher.iter(|| Self::update_all(black_box(DT))));
                            });
                        }
                    }
                };
            }

            body!(Moves, |_body, _again: f32| ());
            body!(Branches, |body, _again: f32| if body.y > 1e9 {
                body.y = -body.speed;
            });
            body!(Ends, |$end_body, $end_me: $EndMe| if $end_body.y > f32::MAX {
                $end;
            });
            body!(Calls, |body, _again: f32| body.y = opaque(body.y));
        }
    };
}

hooks!(split, "soa", |_body, me: Entity| me.despawn(), #[component(soa)]);
hooks!(together, "whole", |body, _again: f32| body.entity().despawn());

fn hooks(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "hook", count);
        split::Moves::pass(&mut group, count, "moves");
        together::Moves::pass(&mut group, count, "moves");
        split::Branches::pass(&mut group, count, "branches");
        together::Branches::pass(&mut group, count, "branches");
        split::Ends::pass(&mut group, count, "ends itself");
        together::Ends::pass(&mut group, count, "ends itself");
        split::Calls::pass(&mut group, count, "calls");
        together::Calls::pass(&mut group, count, "calls");
    }
}

criterion_group!(benches, passes, at_random, by_queries, siblings, hooks);
criterion_main!(benches);
