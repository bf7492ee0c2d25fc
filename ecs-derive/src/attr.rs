//! Gives the entries of `#[component(...)]`, on the type and on its fields, to the features whose keys they
//! have: refuses unknown and repeated keys.

use proc_macro2::Ident;
use syn::{Attribute, Meta, MetaList};

use crate::ctxt::Ctxt;
use crate::entry::Entry;
use crate::fields::fields;
use crate::hooks::{HOOKS, near_miss};
use crate::input::Input;
use crate::keys::Model;
use crate::krate;
use crate::nearest::nearest;
use crate::source::Source;
use crate::value::{FieldKey, Value};

/// Whether `attr` is a `#[component]`, well-formed or not.
pub fn is_component(attr: &Attribute) -> bool {
    attr.path().is_ident("component")
}

/// Understands a type. What is wrong with its keys is reported, and left out.
pub fn read<'a>(ctxt: &mut Ctxt, input: Input<'a>) -> Model<'a> {
    let original = input.original;
    let mut model = Model::new(input);
    let mut seen = Vec::new();
    for entry in entries(ctxt, &original.attrs, |_| true, "a list of keys: write `#[component(key, ...)]`") {
        on_type(&mut model, &mut seen, &entry).unwrap_or_else(|error| ctxt.push(error));
    }
    for attr in original.attrs.iter().filter(|attr| attr.path().is_ident("singleton")) {
        ctxt.error(attr, "a singleton takes the keys of a component: write `#[component(..)]`");
    }
    let right =
        format!("a key: write {}", names_on_field(&mut model, |name| format!("`#[component({name})]`")));
    for (place, (_, field)) in fields(original).into_iter().enumerate() {
        for entry in entries(ctxt, &field.attrs, |list| !list.tokens.is_empty(), &right) {
            on_field(&mut model, place, &entry).unwrap_or_else(|error| ctxt.push(error));
        }
    }
    model.hooks.complete(model.input.is_generic());
    model.input.krate = krate::path(ctxt, model.input.krate.take(), &original.ident, "component");
    model
}

/// The entries of all `#[component(...)]` among some attributes, of which each must be a list, of that kind.
fn entries(ctxt: &mut Ctxt, attrs: &[Attribute], is_right: fn(&MetaList) -> bool, right: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    for attr in attrs.iter().filter(|attr| is_component(attr)) {
        match &attr.meta {
            Meta::List(list) if is_right(list) => entries.append(&mut Entry::parse_all(ctxt, list)),
            meta => ctxt.error(meta, format!("expected {right}")),
        }
    }
    entries
}

/// Reads a key of the type. `seen` are those that must not come again.
fn on_type(model: &mut Model, seen: &mut Vec<&'static str>, entry: &Entry) -> syn::Result<()> {
    let Some((name, slot)) = model.keys().into_iter().find(|(name, _)| entry.key == name) else {
        let near_miss = near_miss(&entry.key).ok_or_else(|| unknown(model, &entry.key))?;
        model.hooks.silenced.push(silenced(entry, near_miss)?);
        return Ok(());
    };
    if seen.contains(&name) {
        return Err(duplicate(&entry.key));
    }
    if !slot.accumulates() {
        seen.push(name);
    }
    slot.read(entry)
}

/// Reads a key of a field.
fn on_field(model: &mut Model, field: usize, entry: &Entry) -> syn::Result<()> {
    let Some((.., fields)) = model.field_keys().into_iter().find(|(name, ..)| entry.key == name) else {
        return Err(unknown_on_field(model, &entry.key));
    };
    let key = Ident::read(entry)?;
    if fields.last().is_some_and(|last| last.field == field) {
        return Err(duplicate(&key));
    }
    fields.push(FieldKey { key, field });
    Ok(())
}

fn duplicate(key: &Ident) -> syn::Error {
    syn::Error::new_spanned(key, format!("duplicate key `{key}`: keep one"))
}

fn unknown(model: &mut Model, key: &Ident) -> syn::Error {
    if let Some((name, place, _)) = model.field_keys().into_iter().find(|(name, ..)| key == name) {
        return syn::Error::new_spanned(key, format!("`{name}` belongs on {place}, not on the type"));
    }
    let names: Vec<_> = model.keys().into_iter().map(|(name, _)| name).collect();
    let hint = match nearest(&key.to_string(), names.iter().copied()) {
        Some(near) => format!(", did you mean `{near}`?"),
        None => String::new(),
    };
    let others = names.iter().filter(|name| HOOKS.iter().all(|(hook, _)| hook != *name));
    let others: Vec<_> = others.map(|name| format!("`{name}`")).collect();
    let message =
        format!("unknown key `{key}`{hint} (the keys are the names of hooks, and {})", others.join(", "));
    syn::Error::new_spanned(key, message)
}

fn unknown_on_field(model: &mut Model, key: &Ident) -> syn::Error {
    let is_known = model.keys().into_iter().any(|(name, _)| key == name);
    let near = nearest(&key.to_string(), model.field_keys().into_iter().map(|(name, ..)| name));
    let names = names_on_field(model, |name| format!("`{name}`"));
    let message = match near {
        _ if is_known => format!("`{key}` belongs on the type: only {names} belongs on a field"),
        Some(near) => format!("unknown key `{key}`, did you mean `{near}`?"),
        None => format!("unknown key `{key}`: only {names} belongs on a field"),
    };
    syn::Error::new_spanned(key, message)
}

/// The keys of fields, for messages.
fn names_on_field(model: &mut Model, shown: impl Fn(&str) -> String) -> String {
    let names: Vec<_> = model.field_keys().into_iter().map(|(name, ..)| shown(name)).collect();
    names.join(" or ")
}

/// `awake = none`: the method is no hook, and that is meant.
fn silenced(entry: &Entry, (name, meant): (&'static str, &str)) -> syn::Result<&'static str> {
    if matches!(Source::of(entry, name), Some(Source::Absent)) {
        return Ok(name);
    }
    let meant = nearest(&name.to_lowercase(), HOOKS.iter().map(|&(hook, _)| hook)).unwrap_or(meant);
    let message = format!(
        "`{name}` is not a hook, did you mean `{meant}`? `{meant} = {name}` makes that method the hook, \
         `{name} = none` says that you call it yourself"
    );
    Err(syn::Error::new_spanned(entry, message))
}

#[cfg(test)]
mod tests {
    use quote::quote;
    use syn::parse_quote;

    use crate::testing::{errors, model};

    #[test]
    fn unknown_keys_are_refused_with_a_guess() {
        let found = errors(quote! { #[component(uptade, colour = red, colour)] struct Plane; });
        let keys = "(the keys are the names of hooks, and `after`, ";
        assert!(found[0].starts_with(&format!("unknown key `uptade`, did you mean `update`? {keys}")));
        assert!(found[1].starts_with(&format!("unknown key `colour` {keys}")), "{found:?}");
        assert!(found[2].ends_with(", `crate`)") && found[1] == found[2], "{found:?}");
    }

    #[test]
    fn near_misses_are_silenced_and_nothing_else() {
        let input = parse_quote! { #[component(awake = none, Update = none)] struct Plane; };
        assert_eq!(model(&input).hooks.silenced, ["awake", "Update"]);
        let text = |name, hook| {
            format!(
                "`{name}` is not a hook, did you mean `{hook}`? `{hook} = {name}` makes that method the \
                 hook, `{name} = none` says that you call it yourself"
            )
        };
        assert_eq!(
            errors(quote! { #[component(awake, Start = init, LateUpdate(x))] struct Plane; }),
            [text("awake", "init"), text("Start", "start"), text("LateUpdate", "late_update")],
        );
    }

    #[test]
    fn keys_come_once() {
        let input = quote! {
            #[component(update, update = none)]
            #[component(update = step, parallel)]
            #[component(parallel(), parallel)]
            struct Plane;
        };
        assert_eq!(
            errors(input),
            ["update", "update", "parallel", "parallel"]
                .map(|key| format!("duplicate key `{key}`: keep one")),
        );
    }

    #[test]
    fn the_attribute_is_a_list() {
        let message = "expected a list of keys: write `#[component(key, ...)]`";
        let input = quote! { #[component] #[component = "update"] struct Plane; };
        assert_eq!(errors(input), [message; 2]);
    }

    #[test]
    fn broken_syntax_does_not_hide_later_entries() {
        assert_eq!(
            errors(quote! { #[component("init", update step, , parallel = 1)] struct Plane; }),
            [
                "expected a key, such as `update`",
                "expected `,` after `update`",
                "expected a key, such as `update`",
                "wrong form of `parallel`: write `parallel` or `parallel(update, late_update)`",
            ],
        );
    }
}
