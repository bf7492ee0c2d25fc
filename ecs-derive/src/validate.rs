//! The rules that a type must keep to be a component: one function a rule.

use std::collections::HashSet;

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{
    Attribute, Data, DataUnion, DeriveInput, GenericParam, LitStr, Meta, Type, TypePath, TypeTraitObject,
    Variant,
};

use crate::attr::is_component;
use crate::ctxt::Ctxt;
use crate::fields::fields;
use crate::hooks::Kind;
use crate::model::{Hook, MOST_SPLIT, Model, Number};
use crate::neighbour::{Neighbour, text};
use crate::source::Source;
use crate::was::Was;

/// Reports every broken rule.
pub fn validate(ctxt: &mut Ctxt, model: &Model) {
    no_union(ctxt, model);
    no_lifetimes(ctxt, model);
    attributes_on_type_and_fields_only(ctxt, model);
    no_require_attribute(ctxt, model);
    no_sibling_in_an_enum(ctxt, model);
    no_neighbour_listed_twice(ctxt, &model.after, "after");
    no_neighbour_listed_twice(ctxt, &model.before, "before");
    no_type_listed_twice(ctxt, model.requires.iter().map(|require| &require.ty), "requires");
    no_type_listed_twice(ctxt, model.events.iter().map(|event| &event.ty), "on");
    no_interface_named_twice(ctxt, model);
    no_hook_listens(ctxt, model);
    not_both_after_and_before(ctxt, model);
    not_next_to_itself(ctxt, model);
    not_required_by_itself(ctxt, model);
    no_singleton_inherits(ctxt, model);
    no_singleton_offers(ctxt, model);
    split_types_have_fields(ctxt, model);
    pooled_keeps_something(ctxt, model);
    isolated_has_a_pass(ctxt, model);
    parallel_has_a_pass(ctxt, model);
    not_both_isolated_and_parallel(ctxt, model);
    not_both_parallel_and_not_send(ctxt, model);
    transient_is_in_no_save(ctxt, model);
    older_forms_have_names_and_versions(ctxt, model);
    older_names_are_not_that_of_now(ctxt, model);
    older_versions_become_those_of_now(ctxt, model);
    no_older_form_twice(ctxt, model);
}

/// Each field of a struct lies in an array of its own.
fn split_types_have_fields(ctxt: &mut Ctxt, model: &Model) {
    let Some(key) = &model.soa else { return };
    if model.number == Number::One {
        ctxt.error(
            key,
            "a singleton has one value, which is not worth an array for each field: remove `soa`",
        );
    }
    match &model.original.data {
        Data::Struct(_) => {}
        Data::Enum(_) => {
            let message = "the fields of an `enum` depend on its value, so they cannot lie apart: remove \
                           `soa`, or make it a field of a `struct`";
            return ctxt.error(key, message);
        }
        Data::Union(_) => return,
    }
    let fields = fields(model.original);
    if fields.is_empty() {
        ctxt.error(key, "a type without fields has nothing to lie apart: remove `soa`");
    }
    for (_, field) in fields.iter().skip(MOST_SPLIT) {
        let message = format!(
            "at most {MOST_SPLIT} fields can lie apart: put some that are used together into a struct \
             of their own, which is `Copy`"
        );
        ctxt.error(field, message);
    }
}

/// Nobody knows which field of a union is alive, so nothing could be dropped or borrowed.
fn no_union(ctxt: &mut Ctxt, model: &Model) {
    if let Data::Union(DataUnion { union_token, .. }) = &model.original.data {
        ctxt.error(union_token, "components cannot be unions: use a `struct` or an `enum`");
    }
}

/// A store outlives whatever a component could borrow.
fn no_lifetimes(ctxt: &mut Ctxt, model: &Model) {
    for param in model.original.generics.lifetimes() {
        let lifetime = &param.lifetime;
        let message =
            format!("components own their data: use a `Handle<T>` or `'static` data instead of `{lifetime}`");
        ctxt.error(lifetime, message);
    }
}

/// rustc accepts the attribute anywhere inside the type. On fields it has a key of its own; elsewhere it
/// would do nothing.
fn attributes_on_type_and_fields_only(ctxt: &mut Ctxt, model: &Model) {
    for (place, attrs) in other_attributes(model.original) {
        for attr in attrs.iter().filter(|attr| is_component(attr)) {
            ctxt.error(attr, format!("`#[component(...)]` belongs on the type, not on a {place}"));
        }
    }
}

/// Another library's attribute, which would do nothing here.
fn no_require_attribute(ctxt: &mut Ctxt, model: &Model) {
    for attr in model.original.attrs.iter().filter(|attr| attr.path().is_ident("require")) {
        let types = match &attr.meta {
            Meta::List(list) => list.tokens.to_string(),
            _ => "Type".to_owned(),
        };
        ctxt.error(
            attr,
            format!("there is no attribute `require` here: write `#[component(requires({types}))]`"),
        );
    }
}

/// The attributes of what is inside the type and no field, with what they stand on.
fn other_attributes(input: &DeriveInput) -> Vec<(&'static str, &[Attribute])> {
    let variants: Vec<&Variant> = match &input.data {
        Data::Enum(data) => data.variants.iter().collect(),
        Data::Struct(_) | Data::Union(_) => vec![],
    };
    let params = input.generics.params.iter().map(|param| match param {
        GenericParam::Lifetime(param) => &param.attrs,
        GenericParam::Type(param) => &param.attrs,
        GenericParam::Const(param) => &param.attrs,
    });
    let params = params.map(|attrs| ("generic parameter", attrs.as_slice()));
    let variants = variants.into_iter().map(|variant| ("variant", variant.attrs.as_slice()));
    params.chain(variants).collect()
}

/// A value of an enum has the fields of one variant, which may change.
fn no_sibling_in_an_enum(ctxt: &mut Ctxt, model: &Model) {
    if let Data::Enum(_) = &model.original.data {
        for sibling in &model.siblings {
            ctxt.error(
                &sibling.key,
                "a field of an `enum` cannot be a `sibling`: not every value has it; use a `struct`",
            );
        }
    }
}

/// The second mention would do nothing.
fn no_neighbour_listed_twice(ctxt: &mut Ctxt, neighbours: &[Neighbour], key: &str) {
    for (place, neighbour) in neighbours.iter().enumerate() {
        if neighbours[..place].iter().any(|earlier| earlier.repeats(neighbour)) {
            ctxt.error(&neighbour.ty, listed_twice(key));
        }
    }
}

/// The second mention would do nothing, or say something else.
fn no_type_listed_twice<'a>(ctxt: &mut Ctxt, types: impl Iterator<Item = &'a Type>, key: &str) {
    let mut seen = HashSet::new();
    for ty in types.filter(|ty| !seen.insert(text(ty))) {
        ctxt.error(ty, listed_twice(key));
    }
}

fn listed_twice(key: &str) -> String {
    format!("`{key}` names this type twice: keep one")
}

/// The component would be visited twice.
fn no_interface_named_twice(ctxt: &mut Ctxt, model: &Model) {
    let mut seen = HashSet::new();
    let text = |object: &&TypeTraitObject| object.to_token_stream().to_string();
    for object in model.interfaces.iter().filter(|object| !seen.insert(text(object))) {
        ctxt.error(object, "`as` names this trait twice: keep one");
    }
}

/// The method would have two forms: `on_enable` for a type `Enable`.
fn no_hook_listens(ctxt: &mut Ctxt, model: &Model) {
    for event in &model.events {
        let Source::Method(method) = &event.source else { continue };
        let is_hook = |hook: &Hook| match &hook.source {
            Source::Probed => method == hook.name,
            Source::Method(of) => method == of,
            Source::Function(_) | Source::Absent => false,
        };
        if model.hooks.iter().any(is_hook) {
            let message = format!("`{method}` is a hook already: name another method, `on(Type = method)`");
            ctxt.error(method, message);
        }
    }
}

/// No order could keep both.
fn not_both_after_and_before(ctxt: &mut Ctxt, model: &Model) {
    let is_after = |neighbour: &&Neighbour| model.after.iter().any(|after| after.repeats(neighbour));
    for neighbour in model.before.iter().filter(is_after) {
        ctxt.error(&neighbour.ty, "this type is in both `after` and `before`: keep one");
    }
}

/// A type cannot run after itself. Found only where it is written as its bare name.
fn not_next_to_itself(ctxt: &mut Ctxt, model: &Model) {
    let name = &model.original.ident;
    for (key, neighbours) in [("after", &model.after), ("before", &model.before)] {
        for Neighbour { ty, .. } in neighbours.iter().filter(|neighbour| names_itself(&neighbour.ty, name)) {
            ctxt.error(ty, format!("a component cannot run {key} itself: remove it from `{key}`"));
        }
    }
}

/// The component that requires is there already. Found only where it is written as its bare name.
fn not_required_by_itself(ctxt: &mut Ctxt, model: &Model) {
    let types = model.requires.iter().map(|require| &require.ty);
    for ty in types.filter(|ty| names_itself(ty, &model.original.ident)) {
        ctxt.error(ty, "a component cannot require itself: remove it from `requires`");
    }
}

/// There is none above the only one.
fn no_singleton_inherits(ctxt: &mut Ctxt, model: &Model) {
    if let Some(inherits) = model.inherits.as_ref().filter(|_| model.number == Number::One) {
        ctxt.error(&inherits.key, "a singleton has no parent to inherit from: remove `inherits`");
    }
}

/// What visits all leaves out the only one.
fn no_singleton_offers(ctxt: &mut Ctxt, model: &Model) {
    if let Some(object) = model.interfaces.first().filter(|_| model.number == Number::One) {
        ctxt.error(object, "a singleton is in no list of components: remove `as`");
    }
}

/// A value is kept with what it has allocated, for another entity.
fn pooled_keeps_something(ctxt: &mut Ctxt, model: &Model) {
    let Some((key, _)) = &model.pooled else { return };
    if model.number == Number::One {
        ctxt.error(key, "a singleton is made once, so nothing is kept for another: remove `pooled`");
    } else if matches!(&model.original.data, Data::Struct(data) if data.fields.is_empty()) {
        ctxt.error(key, "a type without fields has nothing to keep: remove `pooled`");
    }
}

/// `isolated` says how passes run.
fn isolated_has_a_pass(ctxt: &mut Ctxt, model: &Model) {
    let may_pass = |hook: &Hook| matches!(hook.kind, Kind::Pass(_)) && !matches!(hook.source, Source::Absent);
    if let Some(isolated) = &model.isolated
        && !model.hooks.iter().any(may_pass)
    {
        ctxt.error(
            isolated,
            "`isolated` has no `update` to act on: remove it, or name the hook with `update`",
        );
    }
}

/// `parallel` names the hooks that it acts on.
fn parallel_has_a_pass(ctxt: &mut Ctxt, model: &Model) {
    for hook in model.hooks.iter().filter(|hook| matches!(hook.source, Source::Absent)) {
        if let Some(place) = &hook.parallel {
            let name = hook.name;
            ctxt.error(place, format!("`parallel` has no `{name}` to act on: remove it, or `{name} = none`"));
        }
    }
}

/// A parallel pass borrows its store as a whole anyway.
fn not_both_isolated_and_parallel(ctxt: &mut Ctxt, model: &Model) {
    let is_parallel = model.hooks.iter().any(|hook| hook.name == "update" && hook.parallel.is_some());
    if let Some(isolated) = model.isolated.as_ref().filter(|_| is_parallel) {
        ctxt.error(isolated, "a parallel `update` is isolated: remove `isolated`");
    }
}

/// Other threads touch only what is `Send`.
fn not_both_parallel_and_not_send(ctxt: &mut Ctxt, model: &Model) {
    let is_parallel = model.hooks.iter().any(|hook| hook.parallel.is_some());
    if let Some(not_send) = model.not_send.as_ref().filter(|_| is_parallel) {
        ctxt.error(not_send, "a parallel hook needs a type that is `Send`: remove `parallel` or `not_send`");
    }
}

/// A type is in saves, or it is not.
fn transient_is_in_no_save(ctxt: &mut Ctxt, model: &Model) {
    let Some(transient) = &model.transient else { return };
    let key = match (&model.save, model.was.is_empty()) {
        (Some(_), _) => "save",
        (None, false) => "was",
        (None, true) => return,
    };
    let message =
        format!("`transient` leaves the type out of saves, and `{key}` is about them: remove one of the two");
    ctxt.error(transient, message);
}

fn older_forms_have_names_and_versions(ctxt: &mut Ctxt, model: &Model) {
    for was in &model.was {
        if let Some(name) = was.name.as_ref().filter(|name| name.value().is_empty()) {
            ctxt.error(name, "an empty name is none: write the name that the type had in saves");
        }
        if let Some(version) = was.version.as_ref().filter(|_| was.version().is_none()) {
            ctxt.error(version, "a version is a literal of type `u32`, from 1 on");
        }
    }
}

/// Versions of the name of now have no name.
fn older_names_are_not_that_of_now(ctxt: &mut Ctxt, model: &Model) {
    let Some(save) = model.save.as_ref().map(LitStr::value) else { return };
    for name in model.was.iter().filter_map(|was| was.name.as_ref()).filter(|name| name.value() == save) {
        let message =
            format!("\"{save}\" is the name of now: write only the version, `was(1 => expression)`");
        ctxt.error(name, message);
    }
}

/// Otherwise there would be no other version.
fn older_versions_become_those_of_now(ctxt: &mut Ctxt, model: &Model) {
    let is_lost = |was: &&Was| was.name.is_none() && was.migration.is_none();
    for version in model.was.iter().filter(is_lost).filter_map(|was| was.version.as_ref()) {
        let message = format!(
            "a version that differs from that of now needs an expression: write `was({version} => \
             Self::from_v{version})`, or a closure that takes the old value"
        );
        ctxt.error(version, message);
    }
}

/// The second mention would do nothing.
fn no_older_form_twice(ctxt: &mut Ctxt, model: &Model) {
    let mut seen = HashSet::new();
    for was in &model.was {
        let Some(version) = was.version() else { continue };
        if !seen.insert((was.name.as_ref().map(LitStr::value), version)) {
            ctxt.error(was, "`was` has this name and version twice: keep one");
        }
    }
}

fn names_itself(ty: &Type, name: &Ident) -> bool {
    let Type::Path(TypePath { qself: None, path, .. }) = ty else { return false };
    path.is_ident(name) || path.is_ident("Self")
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;
    use quote::quote;

    use super::validate;
    use crate::ctxt::Ctxt;
    use crate::model::{Features, Model, Number};

    fn errors(input: TokenStream) -> Vec<String> {
        errors_of(input, Number::Many)
    }

    fn errors_of(input: TokenStream, number: Number) -> Vec<String> {
        let input = syn::parse2(input).expect("the test gives a type");
        let mut ctxt = Ctxt::default();
        let model = Model::new(&mut ctxt, &input, number, Features::default());
        validate(&mut ctxt, &model);
        ctxt.messages()
    }

    #[test]
    fn plain_types_are_components() {
        assert!(errors(quote! { struct Unit; }).is_empty());
        assert!(errors(quote! { struct Tuple(f32, u8); }).is_empty());
        assert!(errors(quote! { enum State { On, Off { since: f32 } } }).is_empty());
        assert!(
            errors(quote! { struct Grid<T: Clone, const N: usize = 4> where T: Copy { cells: [T; N] } })
                .is_empty()
        );
    }

    #[test]
    fn unions_are_refused() {
        assert_eq!(
            errors(quote! { union Bits { a: f32, b: u32 } }),
            ["components cannot be unions: use a `struct` or an `enum`"],
        );
    }

    #[test]
    fn each_lifetime_is_refused() {
        assert_eq!(
            errors(quote! { struct Borrowing<'a, 'b: 'a>(&'a str, &'b str); }),
            [
                "components own their data: use a `Handle<T>` or `'static` data instead of `'a`",
                "components own their data: use a `Handle<T>` or `'static` data instead of `'b`",
            ],
        );
    }

    #[test]
    fn the_attribute_belongs_on_the_type_and_its_fields() {
        assert_eq!(
            errors(quote! { struct Grid<#[component(update)] T> { #[component(update)] cells: T } }),
            [
                "`update` belongs on the type: only `sibling` belongs on a field",
                "`#[component(...)]` belongs on the type, not on a generic parameter",
            ],
        );
        assert_eq!(
            errors(quote! { enum State { #[component(sibling)] On(#[component(isolated)] u8) } }),
            [
                "`isolated` belongs on the type: only `sibling` belongs on a field",
                "`#[component(...)]` belongs on the type, not on a variant",
            ],
        );
        assert_eq!(
            errors(quote! { union Bits { #[component(update)] a: f32 } })[0],
            "`update` belongs on the type: only `sibling` belongs on a field",
        );
    }

    #[test]
    fn sibling_fields_are_in_structs() {
        assert!(errors(quote! { struct Plane { #[component(sibling)] wind: Handle<Wind> } }).is_empty());
        assert!(errors(quote! { struct Plane<T>(#[component(sibling)] Alias, u8, T); }).is_empty());
        let message = "a field of an `enum` cannot be a `sibling`: not every value has it; use a `struct`";
        let input = quote! {
            enum State {
                On(#[component(sibling)] Handle<Wind>),
                Off { #[component(sibling)] wind: Handle<Wind> },
            }
        };
        assert_eq!(errors(input), [message; 2]);
    }

    #[test]
    fn a_type_is_listed_once() {
        assert_eq!(
            errors(quote! { #[component(after(A, B<u8>), before(C, C), after(B<u8>))] struct Plane; }),
            ["`after` names this type twice: keep one", "`before` names this type twice: keep one"],
        );
        assert_eq!(
            errors(
                quote! { #[component(after(A, update(A), late_update(B)), after(update(B)))] struct Plane; }
            ),
            ["`after` names this type twice: keep one"],
        );
        assert_eq!(
            errors(quote! { #[component(requires(A, A), after(A))] struct Plane; }),
            ["`requires` names this type twice: keep one"],
        );
    }

    #[test]
    fn an_event_is_listed_once() {
        assert_eq!(
            errors(quote! { #[component(on(A, B, A = hit), on(B = hit))] struct Plane; }),
            ["`on` names this type twice: keep one"; 2],
        );
        assert!(errors(quote! { #[component(on(Ring<u8> = a, Ring<u16> = b))] struct Plane; }).is_empty());
    }

    #[test]
    fn a_hook_listens_to_nothing_else() {
        assert_eq!(
            errors(quote! { #[component(on(Enable, Hit = update, Fly = fly), init = fly)] struct Plane; }),
            ["on_enable", "update", "fly"]
                .map(|name| format!("`{name}` is a hook already: name another method, `on(Type = method)`")),
        );
        let input = quote! {
            #[component(on(Enable), on_enable = none, on(Hit = update), update = step)] struct Plane;
        };
        assert!(errors(input).is_empty());
        assert!(errors(quote! { #[component(on(Enable))] struct Ring<T>(T); }).is_empty());
    }

    #[test]
    fn after_and_before_exclude_each_other() {
        assert_eq!(
            errors(quote! { #[component(after(A, B), before(B, C))] struct Plane; }),
            ["this type is in both `after` and `before`: keep one"],
        );
        assert_eq!(
            errors(quote! {
                #[component(after(update(A), B), before(update(A), late_update(A, B)))] struct Plane;
            }),
            ["this type is in both `after` and `before`: keep one"; 2],
        );
    }

    #[test]
    fn no_type_runs_after_itself() {
        assert_eq!(
            errors(quote! { #[component(after(Plane), before(Self))] struct Plane; }),
            [
                "a component cannot run after itself: remove it from `after`",
                "a component cannot run before itself: remove it from `before`",
            ],
        );
        assert!(errors(quote! { #[component(after(other::Plane, Option<Plane>))] struct Plane; }).is_empty());
    }

    #[test]
    fn no_type_requires_itself() {
        let message = "a component cannot require itself: remove it from `requires`";
        assert_eq!(
            errors(quote! { #[component(requires(Wind, Plane), requires(Self))] struct Plane; }),
            [message; 2],
        );
        assert!(
            errors(quote! { #[component(requires(other::Plane, Ring<Plane>))] struct Plane; }).is_empty()
        );
    }

    #[test]
    fn no_singleton_inherits() {
        let place = || quote! { #[component(track, inherits)] struct Place; };
        assert!(errors(place()).is_empty());
        assert_eq!(
            errors_of(place(), Number::One),
            ["a singleton has no parent to inherit from: remove `inherits`"],
        );
    }

    #[test]
    fn fields_that_lie_apart_are_those_of_a_struct() {
        assert!(errors(quote! { #[component(soa)] struct Plane { y: f32 } }).is_empty());
        assert!(errors(quote! { #[component(soa)] struct Plane<T: Copy>(T, [u8; 4]); }).is_empty());
        let in_an_enum = "the fields of an `enum` depend on its value, so they cannot lie apart: remove \
                           `soa`, or make it a field of a `struct`";
        assert_eq!(errors(quote! { #[component(soa)] enum Plane { Landed, Flying(f32) } }), [in_an_enum]);
        assert_eq!(
            errors(quote! { #[component(soa)] union Plane { y: f32, bits: u32 } }),
            ["components cannot be unions: use a `struct` or an `enum`"],
        );
        let nothing = "a type without fields has nothing to lie apart: remove `soa`";
        assert_eq!(errors(quote! { #[component(soa)] struct Tag; }), [nothing]);
        assert_eq!(errors(quote! { #[component(soa)] struct Tag {} }), [nothing]);
        let plane = || quote! { #[component(soa)] struct Plane { y: f32 } };
        assert_eq!(
            errors_of(plane(), Number::One),
            ["a singleton has one value, which is not worth an array for each field: remove `soa`"],
        );
    }

    #[test]
    fn as_many_fields_lie_apart_as_can() {
        let of = |count: usize| {
            let fields = vec![quote!(u8); count];
            errors(quote! { #[component(soa)] struct Plane(#(#fields),*); })
        };
        assert!(of(24).is_empty());
        let message = "at most 24 fields can lie apart: put some that are used together into a struct of \
                       their own, which is `Copy`";
        assert_eq!((of(25), of(26).len()), (vec![message.to_owned()], 2));
    }

    #[test]
    fn pooled_types_have_something_to_keep() {
        let pooled = || quote! { #[component(pooled(8))] struct Path(Vec<u8>); };
        assert!(errors(pooled()).is_empty());
        assert_eq!(
            errors_of(pooled(), Number::One),
            ["a singleton is made once, so nothing is kept for another: remove `pooled`"],
        );
        assert_eq!(
            errors(quote! { #[component(pooled(8))] struct Tag; }),
            ["a type without fields has nothing to keep: remove `pooled`"],
        );
    }

    #[test]
    fn a_parallel_inherit_needs_the_key() {
        let message = "`parallel(inherit)` has nothing to act on: write `inherits` too";
        assert_eq!(errors(quote! { #[component(parallel(inherit, update))] struct Place; }), [message]);
        assert!(errors(quote! { #[component(inherits = go, parallel(inherit))] struct Place; }).is_empty());
        assert!(errors(quote! { #[component(inherits, parallel)] struct Place<T>(T); }).is_empty());
    }

    #[test]
    fn isolated_needs_an_update() {
        let message = "`isolated` has no `update` to act on: remove it, or name the hook with `update`";
        assert_eq!(
            errors(quote! {
                #[component(isolated, fixed_update = none, update = none, late_update = none)]
                struct Plane;
            }),
            [message]
        );
        assert_eq!(errors(quote! { #[component(isolated)] struct Grid<T>(T); }), [message]);
        assert!(errors(quote! { #[component(isolated)] struct Plane; }).is_empty());
        assert!(errors(quote! { #[component(isolated, update)] struct Grid<T>(T); }).is_empty());
    }

    #[test]
    fn a_transient_type_is_in_no_save() {
        assert!(errors(quote! { #[component(transient)] struct Spark; }).is_empty());
        assert!(errors_of(quote! { #[component(transient)] struct Mouse; }, Number::One).is_empty());
        let message = |key: &str| {
            [format!(
                "`transient` leaves the type out of saves, and `{key}` is about them: remove one of the two"
            )]
        };
        assert_eq!(errors(quote! { #[component(save = "x", transient)] struct Spark; }), message("save"));
        assert_eq!(errors(quote! { #[component(transient, was("x"))] struct Spark; }), message("was"));
        let all = quote! { #[component(save = "y", transient, was("x"))] struct Spark; };
        assert_eq!(errors(all), message("save"));
    }

    #[test]
    fn older_forms_have_a_name_and_a_version() {
        let input = quote! { #[component(save = "health", was("hp", "hp" 2 => f, 1 => g))] struct Health; };
        assert!(errors(input).is_empty());
        let version = "a version is a literal of type `u32`, from 1 on";
        assert_eq!(
            errors(quote! { #[component(was("" => f, "hp" 0, 0 => g, 4294967295 => h))] struct Health; }),
            ["an empty name is none: write the name that the type had in saves", version, version, version,],
        );
    }

    #[test]
    fn an_older_name_is_another_one() {
        assert_eq!(
            errors(quote! { #[component(was("hp", "health" 2 => f), save = "health")] struct Health; }),
            ["\"health\" is the name of now: write only the version, `was(1 => expression)`"],
        );
        assert!(errors(quote! { #[component(was("health"))] struct Health; }).is_empty());
    }

    #[test]
    fn an_older_version_needs_an_expression() {
        assert_eq!(
            errors(quote! { #[component(was(1, "hp" 2, 2 => f, 3))] struct Health; }),
            [1, 3].map(|version| format!(
                "a version that differs from that of now needs an expression: write `was({version} => \
                 Self::from_v{version})`, or a closure that takes the old value"
            )),
        );
    }

    #[test]
    fn an_older_form_comes_once() {
        let input = quote! {
            #[component(was("hp", 1 => f, "hp" 2, "life"))]
            #[component(was(0x1 => g, "hp" 1 => h, "life" 2))]
            struct Health;
        };
        assert_eq!(errors(input), ["`was` has this name and version twice: keep one"; 2]);
    }

    #[test]
    fn all_errors_are_reported_at_once() {
        let input = quote! {
            #[component(updat, isolated, capacity)]
            #[component(update = none)]
            struct Plane<'a> { #[component(init)] name: &'a str }
        };
        assert_eq!(errors(input).len(), 5);
    }
}
