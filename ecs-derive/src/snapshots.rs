//! Compares what the derive writes with `snapshots/*.expected.rs`.
//!
//! `ECS_BLESS=1 cargo test -p ecs-derive` rewrites them.

use std::path::Path;
use std::{env, fs};

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::model::{Features, Number};

fn check(name: &str, input: TokenStream) {
    check_number(name, input, Number::Many);
}

fn check_number(name: &str, input: TokenStream, number: Number) {
    check_tokens(name, &crate::derive(&parse(input), number, Features::default()));
}

/// With what serde needs.
fn check_serde(name: &str, input: TokenStream) {
    check_tokens(
        name,
        &crate::derive(&parse(input), Number::Many, Features { serde: true, ..Features::default() }),
    );
}

/// With what the inspector needs.
fn check_inspect(name: &str, input: TokenStream) {
    let features = Features { serde: true, inspect: true, snapshot: false };
    check_tokens(name, &crate::derive(&parse(input), Number::Many, features));
}

/// With what snapshots of a world need.
fn check_snapshot(name: &str, input: TokenStream) {
    let features = Features { serde: true, inspect: false, snapshot: true };
    check_tokens(name, &crate::derive(&parse(input), Number::Many, features));
}

fn parse(input: TokenStream) -> DeriveInput {
    syn::parse2(input).expect("the test gives a type")
}

fn check_tokens(name: &str, tokens: &TokenStream) {
    let file = syn::parse2(tokens.clone()).expect("the derive writes items");
    let actual = prettyplease::unparse(&file);
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots").join(name).with_extension("expected.rs");
    if env::var_os("ECS_BLESS").is_some() {
        fs::write(&path, &actual).expect("the snapshot can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(actual == expected, "{} differs; ECS_BLESS=1 rewrites it. Now:\n{actual}", path.display());
}

/// Nothing said: every hook is looked for.
#[test]
fn plain() {
    check("plain", quote! { struct Plane { speed: f32 } });
}

/// One of a kind.
#[test]
fn singleton() {
    check_number("singleton", quote! { #[component(update = none)] struct Score<T>(T); }, Number::One);
}

/// The four forms of a hook's key.
#[test]
fn hooks() {
    check(
        "hooks",
        quote! {
            #[component(init, update = fly, shutdown = crate::log::gone, on_enable = none)]
            struct Plane { speed: f32 }
        },
    );
}

/// The keys that are not hooks.
#[test]
fn keys() {
    check(
        "keys",
        quote! {
            #[component(crate = "crate::engine::ecs")]
            #[component(after(Wind, Grid<u8>), before(Camera, late_update(Sun)))]
            #[component(isolated, track, after_handles, capacity = 64, pooled(8))]
            #[component(requires(Fuel, Grid<u8>(4)))]
            enum Plane { Landed, Flying(f32) }
        },
    );
}

/// The types that the fields' handles refer to.
#[test]
fn after_handles() {
    check(
        "after_handles",
        quote! {
            #[component(after_handles)]
            struct Grid<T: Component>(Handle<T>, [Handle<Wind>; 4], u32);
        },
    );
}

/// Events that are listened to: with the method that the type names, another one, and a function.
#[test]
fn events() {
    check(
        "events",
        quote! {
            #[component(init = none, fixed_update = none, update = none, late_update = none, shutdown = none)]
            #[component(on_enable = none, on_disable = none, on_reset = none, on_load = none)]
            #[component(on(Damage, combat::Heal = healed), on((u8, u8) = crate::log::pair))]
            struct Plane { speed: f32 }
        },
    );
    check("events_generic", quote! { #[component(on(Set<T>))] struct Grid<T: Clone>(T); });
    check("events_fallback", quote! { #[component(on(Damage, Damage), updat)] struct Plane; });
}

/// The traits by which others may call a type.
#[test]
fn interfaces() {
    let none = quote! {
        #[component(init = none, fixed_update = none, update = none, late_update = none, shutdown = none)]
        #[component(on_enable = none, on_disable = none, on_reset = none, on_load = none, start = none)]
    };
    check(
        "interfaces",
        quote! { #none #[component(as(dyn Draw, dyn game::Hear<u8> + Send))] struct Sprite(f32); },
    );
    check("interfaces_generic", quote! { #[component(as(dyn Show<T>))] struct Slot<T: Clone>(T); });
}

/// A type that inherits: by its method, by another one, by a function, and by several threads.
#[test]
fn inherits() {
    let none = quote! {
        #[component(init = none, fixed_update = none, update = none, late_update = none, shutdown = none)]
        #[component(on_enable = none, on_disable = none, on_reset = none, on_load = none, start = none)]
    };
    check("inherits", quote! { #none #[component(inherits)] struct Place(f32); });
    check("inherits_renamed", quote! { #none #[component(inherits = follow, track)] struct Place(f32); });
    check(
        "inherits_parallel",
        quote! {
            #[component(inherits = crate::places::follow, parallel(inherit))] struct Place<T: Clone>(T);
        },
    );
}

/// Fields that lie apart: by name, as a tuple, and where that is not possible.
#[test]
fn fields_apart() {
    let none = quote! {
        #[component(init = none, fixed_update = none, update = none, late_update = none, shutdown = none)]
        #[component(on_enable = none, on_disable = none, on_reset = none, on_load = none, start = none)]
    };
    check("soa", quote! { #none #[component(soa)] pub struct r#Plane { pub y: f32, r#type: Kind } });
    let generic = quote! {
        #[component(soa)] struct Grid<T: Copy, const N: usize = 4>(pub(crate) [T; N], u8) where T: Default;
    };
    check("soa_generic", generic);
    check("soa_fallback", quote! { #[component(soa, updat)] struct Plane(f32); });
    check("soa_impossible", quote! { #none #[component(soa)] enum Plane { Landed, Flying(f32) } });
}

/// Fields that are filled.
#[test]
fn siblings() {
    check(
        "siblings",
        quote! {
            #[component(init = none, fixed_update = none, update = none, late_update = none, shutdown = none)]
            #[component(on_enable = none, on_disable = none, on_reset = none, on_load = none)]
            struct Plane {
                #[component(sibling)] wind: Handle<Wind>,
                speed: f32,
                #[component(sibling)] fuel: Tank,
            }
        },
    );
    check("siblings_generic", quote! { struct Grid<T>(T, #[component(sibling)] Handle<T>); });
}

/// What is said about saves: without serde, and with it.
#[test]
fn saves() {
    let none = quote! {
        #[component(init = none, fixed_update = none, update = none, late_update = none, shutdown = none)]
        #[component(on_enable = none, on_disable = none, on_reset = none, on_load = none, start = none)]
    };
    let input = quote! {
        #none
        #[component(save = "health", was("hp", "hp" 2 => |v: HpV2| v.into()))]
        #[component(was(1 => Health::from_v1, 2 => |old: Map<u8, f32>| Health { now: old[&1], max: 1.0 }))]
        struct Health { now: f32, max: f32 }
    };
    check("saves", input.clone());
    check_serde("saves_serde", input);
    check_serde("saves_one_serde", quote! { #none #[component(was("x" => f))] struct Of<T: Clone>(T); });
    let transient = quote! { #none #[component(transient)] enum Spark { On(#[serde(skip)] Handle<Wind>) } };
    check("transient", transient.clone());
    check_serde("transient_serde", transient);
    check_serde("plain_serde", quote! { struct Plane { speed: f32 } });
    check_snapshot("left_out_snapshot", quote! { #none #[component(no_snapshot)] struct Sound(u32); });
    let skipping =
        quote! { #none struct Plane { speed: f32, #[serde(skip)] at: f32, #[serde(default)] b: u8 } };
    check_inspect("skipping_inspect", skipping);
}

/// A generic type: only the hooks that are named, and no cell.
#[test]
fn generic() {
    check(
        "generic",
        quote! {
            #[component(update)]
            struct Grid<T: Clone, const N: usize = 4> where T: Copy { cells: [T; N] }
        },
    );
}

/// A generic type that says nothing.
#[test]
fn generic_plain() {
    check("generic_plain", quote! { struct Grid<T>(T); });
}

/// An error: the message, and a stub.
#[test]
fn fallback() {
    check(
        "fallback",
        quote! {
            #[component(updat)]
            struct r#type<'a, #[component] T>(&'a T);
        },
    );
}

/// Structs of components: with names, and generic ones that are too wide for one tuple.
#[test]
fn bundles() {
    check_tokens(
        "bundle",
        &crate::bundle::derive(&parse(quote! { struct Bat { body: Body, wings: Wings } })),
    );
    let generic = quote! {
        #[bundle(crate = crate::engine::ecs)]
        struct Wide<T: Send>(A, B, C, D, E, F, G, H, I, J, K, L, M<T>) where T: Clone;
    };
    check_tokens("bundle_generic", &crate::bundle::derive(&parse(generic)));
}

/// What a query gives.
#[test]
fn query_data() {
    let input = quote! {
        pub struct Ship<'w, T: Component> where T: Default {
            at: &'w mut Position,
            of: Option<&'w T>,
            me: Entity,
        }
    };
    check_tokens("query_data", &crate::query_data::derive(&parse(input)));
}

/// What a query gives that has nothing to write to.
#[test]
fn query_data_read() {
    let input = quote! { struct Seen<'w>(Entity, &'w Position); };
    check_tokens("query_data_read", &crate::query_data::derive(&parse(input)));
}
