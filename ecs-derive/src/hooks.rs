//! The table of hooks, and that of near misses. A further hook is one line here.
//!
//! Each is a macro that calls another one, which the caller names, with the whole table. `ecs-core` asks for
//! them through the macros of the same names in `lib.rs`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// The hooks: name, kind, and when it runs.
///
/// The name is that of the method to look for, and a key of `#[component(..)]`. The kind is one of these:
/// - `Init`: for one component, when it was added. It may take siblings as `&U` and `&mut U`.
/// - `Life`: for one component, when something else happens in its life. Siblings may be gone, so it takes
///   them as `Option`.
/// - `Pass(Phase)`: for all components of the type, in a phase of the frame, which the line makes. Phases run
///   in the order of the lines, each once a frame; only that of `fixed_update` has a number of steps.
macro_rules! hooks {
    ($macro:ident) => {
        $macro! {
            init: Init,
                "just after the component was added; what it requires is there, `sibling` fields are filled";
            start: Life,
                "once an `init`: in the next frame, before the first pass, when what came with it is there";
            fixed_update: Pass(FixedUpdate),
                "for each fixed step of time: not at all, once or several times a frame";
            update: Pass(Update), "once a frame, after the fixed steps";
            late_update: Pass(LateUpdate), "once a frame, when all types were updated";
            shutdown: Life, "before the component goes";
            on_enable: Life, "after `init` if the component is enabled, and when it becomes so";
            on_disable: Life, "when the component becomes disabled, and before `shutdown` if it is enabled";
            on_reset: Life, "when the entity, or the value if it is `pooled`, is taken for its next use";
            on_load: Life,
                "when the component was loaded from a save, and all that came with it is in its place";
        }
    };
}
pub(crate) use hooks;

/// Near misses: names of methods that look as if the library should call them, and that it does not call.
///
/// Each line has the hook that is meant, what to say of it, and the names. Each name is also a key, which
/// silences the warning: `awake = none`. `ecs-core/src/hooks/near_miss.rs` says which names belong here.
macro_rules! near_misses {
    ($macro:ident) => {
        $macro! {
            init, "`init`, which runs at once, or `start`, which runs before the first pass":
                awake, Awake, Start, _ready, on_start or on_init;
            update, "`update`":
                Update, on_update, _process or updat;
            fixed_update, "`fixed_update` or `late_update`":
                FixedUpdate, LateUpdate, _physics_process, on_fixed_update or on_late_update;
            shutdown, "`shutdown`":
                on_destroy, OnDestroy or on_shutdown;
            on_enable, "`on_enable` or `on_disable`":
                OnEnable, OnDisable, on_enabled or on_disabled;
            on_load, "`on_load`":
                on_loaded, OnLoad or OnAfterDeserialize;
        }
    };
}
pub(crate) use near_misses;

macro_rules! names_and_kinds {
    ($($name:ident: $kind:ident $(($phase:ident))?, $when:literal;)*) => {
        &[$((stringify!($name), Kind::$kind $((stringify!($phase)))?)),*]
    };
}

/// The hooks. Each name is a key, and a method to look for in a type that is not generic.
pub const HOOKS: &[(&str, Kind)] = hooks!(names_and_kinds);

/// The trait of `ecs-core` that says that a type has no method for a hook which a key names. `parallel` names
/// `update` without its name, and has a trait of its own.
pub fn trait_of_missing(hook: &str, by_parallel: bool, span: Span) -> Ident {
    let words = hook.split('_').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    let end = if by_parallel { "ForParallel" } else { "" };
    Ident::new(&format!("Has{}{end}", words.collect::<String>()), span)
}

/// The table of these traits: the hook, the trait, and what rustc says where it is not implemented, as a
/// message and a label.
pub fn missing() -> TokenStream {
    let line = |hook: &str, by_parallel, message: String, label: String| {
        let (name, of) =
            (Ident::new(hook, Span::call_site()), trait_of_missing(hook, by_parallel, Span::call_site()));
        quote!(#name: #of, #message, #label;)
    };
    let named = HOOKS.iter().map(|(hook, _)| {
        let label = "no method of this name is visible where `{Self}` is declared";
        line(hook, false, format!("`{{Self}}` has no method `{hook}`"), label.to_owned())
    });
    let others = HOOKS.iter().filter(|(hook, kind)| matches!(kind, Kind::Pass(_)) && *hook != "update");
    let others: Vec<_> = others.map(|(hook, _)| format!("`parallel({hook})`")).collect();
    let parallel = line(
        "update",
        true,
        "`{Self}` has no method `update`, the hook that `parallel` alone names".to_owned(),
        format!("for another hook, write {}", others.join(" or ")),
    );
    named.chain([parallel]).collect()
}

/// How a hook is called.
#[derive(Clone, Copy)]
pub enum Kind {
    /// For one component, when it was added.
    Init,
    /// For one component, when something else happens in its life.
    Life,
    /// For all components of the type, in the phase of this name.
    Pass(&'static str),
}

macro_rules! names {
    ($($meant:ident, $text:literal: $first:ident $(, $name:ident)* or $last:ident;)*) => {
        &[$((stringify!($meant), &[stringify!($first), $(stringify!($name),)* stringify!($last)])),*]
    };
}

/// The names that are warned of, by the hook that is probably meant.
///
/// Each is also a key, which silences the warning: `awake = none`.
pub const NEAR_MISSES: &[(&str, &[&str])] = near_misses!(names);

/// The name of a near miss, and the hook that is probably meant.
pub fn near_miss(name: &Ident) -> Option<(&'static str, &'static str)> {
    let in_group = |&(meant, names): &(&'static str, &'static [&'static str])| {
        names.iter().find(|near| name == *near).map(|near| (*near, meant))
    };
    NEAR_MISSES.iter().find_map(in_group)
}
