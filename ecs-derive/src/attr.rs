//! Gives the entries of `#[component(...)]`, on the type and on its fields, their meaning: refuses unknown,
//! repeated and malformed keys.

use std::collections::BTreeMap;

use proc_macro2::{Group, Ident};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, LitInt, LitStr, Meta, Path, Token, Type, TypeTraitObject};

use crate::ctxt::Ctxt;
use crate::entry::{Entry, Form};
use crate::event::Event;
use crate::hooks::{HOOKS, Kind, near_miss};
use crate::nearest::nearest;
use crate::neighbour::{Neighbour, text, ungroup};
use crate::require::Require;
use crate::source::{Source, function, method, mod_path};
use crate::was::Was;

const AFTER: &str = "after";
const BEFORE: &str = "before";
const AFTER_HANDLES: &str = "after_handles";
const REQUIRES: &str = "requires";
const ON: &str = "on";
const AS: &str = "as";
const SIBLING: &str = "sibling";
const ISOLATED: &str = "isolated";
const PARALLEL: &str = "parallel";
const TRACK: &str = "track";
const SOA: &str = "soa";
const CAPACITY: &str = "capacity";
const POOLED: &str = "pooled";
const SAVE: &str = "save";
const TRANSIENT: &str = "transient";
const NO_SNAPSHOT: &str = "no_snapshot";
const NOT_SEND: &str = "not_send";
const WAS: &str = "was";
const CRATE: &str = "crate";
const INHERITS: &str = "inherits";

/// The method that `inherits` calls, and what `parallel` calls it.
pub const INHERIT: &str = "inherit";

/// The keys that are no hooks.
const OTHER_KEYS: [&str; 19] = [
    AFTER,
    BEFORE,
    AFTER_HANDLES,
    REQUIRES,
    ON,
    AS,
    INHERITS,
    ISOLATED,
    PARALLEL,
    TRACK,
    SOA,
    CAPACITY,
    POOLED,
    SAVE,
    TRANSIENT,
    NO_SNAPSHOT,
    NOT_SEND,
    WAS,
    CRATE,
];

/// What all the `#[component(...)]` of one type say.
#[derive(Default)]
pub struct Attrs {
    /// The hooks that have a key, by name.
    pub hooks: BTreeMap<&'static str, Source>,
    pub after: Vec<Neighbour>,
    pub before: Vec<Neighbour>,
    pub after_handles: Option<Ident>,
    pub requires: Vec<Require>,
    pub events: Vec<Event>,
    pub interfaces: Vec<TypeTraitObject>,
    /// The key, and the method that it names.
    pub inherits: Option<(Ident, Source)>,
    pub isolated: Option<Ident>,
    /// The hooks that several threads may run: each name as it is written, or the key where there is none.
    pub parallel: Vec<(&'static str, Ident)>,
    pub track: Option<Ident>,
    pub soa: Option<Ident>,
    pub capacity: Option<LitInt>,
    /// The key, and how many values it keeps.
    pub pooled: Option<(Ident, LitInt)>,
    pub save: Option<LitStr>,
    pub transient: Option<Ident>,
    pub no_snapshot: Option<Ident>,
    pub not_send: Option<Ident>,
    pub was: Vec<Was>,
    pub krate: Option<Path>,
    /// Near misses of hooks that are meant: `awake = none`.
    pub silenced: Vec<&'static str>,
    /// The keys that must not come again.
    seen: Vec<&'static str>,
}

/// Whether `attr` is a `#[component]`, well-formed or not.
pub fn is_component(attr: &Attribute) -> bool {
    attr.path().is_ident("component")
}

impl Attrs {
    /// Reads the attributes of a type.
    pub fn parse(ctxt: &mut Ctxt, attrs: &[Attribute]) -> Self {
        let mut parsed = Self::default();
        for attr in attrs.iter().filter(|attr| is_component(attr)) {
            match &attr.meta {
                Meta::List(list) => {
                    for entry in Entry::parse_all(ctxt, list) {
                        parsed.read(entry).unwrap_or_else(|error| ctxt.push(error));
                    }
                }
                meta => ctxt.error(meta, "expected a list of keys: write `#[component(key, ...)]`"),
            }
        }
        parsed
    }

    fn read(&mut self, entry: Entry) -> syn::Result<()> {
        let Some(key) = known_keys().find(|key| entry.key == key) else {
            if let Some((name, meant)) = near_miss(&entry.key) {
                self.silenced.push(silenced(&entry, name, meant)?);
                return Ok(());
            }
            return Err(unknown(&entry.key));
        };
        // Only the lists accumulate.
        if ![AFTER, BEFORE, REQUIRES, ON, AS, WAS].contains(&key) {
            if self.seen.contains(&key) {
                return Err(duplicate(&entry.key));
            }
            self.seen.push(key);
        }
        match key {
            AFTER => self.after.extend(neighbours(&entry)?),
            BEFORE => self.before.extend(neighbours(&entry)?),
            AFTER_HANDLES => self.after_handles = Some(flag(entry)?),
            REQUIRES => self.requires.extend(requires(&entry)?),
            ON => self.events.extend(events(&entry)?),
            AS => self.interfaces.extend(interfaces(&entry)?),
            INHERITS => self.inherits = Some((entry.key.clone(), inherit_source(&entry)?)),
            ISOLATED => self.isolated = Some(flag(entry)?),
            PARALLEL => self.parallel = passes(&entry)?,
            TRACK => self.track = Some(flag(entry)?),
            SOA => self.soa = Some(flag(entry)?),
            CAPACITY => self.capacity = Some(integer(&entry)?),
            POOLED => self.pooled = Some((entry.key.clone(), pooled(&entry)?)),
            SAVE => self.save = Some(save_name(&entry)?),
            TRANSIENT => self.transient = Some(flag(entry)?),
            NO_SNAPSHOT => self.no_snapshot = Some(flag(entry)?),
            NOT_SEND => self.not_send = Some(flag(entry)?),
            WAS => self.was.extend(older_forms(&entry)?),
            CRATE => self.krate = Some(crate_path(&entry)?),
            hook => {
                self.hooks.insert(hook, source(&entry)?);
            }
        }
        Ok(())
    }
}

/// Reads the attributes of a field: the key `sibling`, if it is there.
pub fn sibling_key(ctxt: &mut Ctxt, attrs: &[Attribute]) -> Option<Ident> {
    let mut found = None;
    for attr in attrs.iter().filter(|attr| is_component(attr)) {
        match &attr.meta {
            Meta::List(list) if !list.tokens.is_empty() => {
                for entry in Entry::parse_all(ctxt, list) {
                    match on_field(entry) {
                        Ok(key) if found.is_some() => ctxt.push(duplicate(&key)),
                        Ok(key) => found = Some(key),
                        Err(error) => ctxt.push(error),
                    }
                }
            }
            meta => ctxt.error(meta, "expected a key: write `#[component(sibling)]`"),
        }
    }
    found
}

fn on_field(entry: Entry) -> syn::Result<Ident> {
    let key = &entry.key;
    if key == SIBLING {
        return flag(entry);
    }
    let known = known_keys().any(|known| key == known);
    let message = match nearest(&key.to_string(), [SIBLING].into_iter()) {
        _ if known => format!("`{key}` belongs on the type: only `sibling` belongs on a field"),
        Some(near) => format!("unknown key `{key}`, did you mean `{near}`?"),
        None => format!("unknown key `{key}`: only `sibling` belongs on a field"),
    };
    Err(syn::Error::new_spanned(key, message))
}

fn known_keys() -> impl Iterator<Item = &'static str> {
    HOOKS.iter().map(|&(name, _)| name).chain(OTHER_KEYS)
}

fn duplicate(key: &Ident) -> syn::Error {
    syn::Error::new_spanned(key, format!("duplicate key `{key}`: keep one"))
}

fn unknown(key: &Ident) -> syn::Error {
    if key == SIBLING {
        return syn::Error::new_spanned(
            key,
            "`sibling` belongs on a field of type `Handle<U>`, not on the type",
        );
    }
    let hint = match nearest(&key.to_string(), known_keys()) {
        Some(near) => format!(", did you mean `{near}`?"),
        None => String::new(),
    };
    let others = OTHER_KEYS.map(|key| format!("`{key}`")).join(", ");
    syn::Error::new_spanned(
        key,
        format!("unknown key `{key}`{hint} (the keys are the names of hooks, and {others})"),
    )
}

fn wrong_form(entry: &Entry, right: &str) -> syn::Error {
    syn::Error::new_spanned(entry, format!("wrong form of `{}`: write {right}", entry.key))
}

/// `update`, `update = step`, `update = physics::step` or `update = none`.
fn source(entry: &Entry) -> syn::Result<Source> {
    let source = match &entry.form {
        Form::Bare => Some(Source::Method(entry.key.clone())),
        Form::Value(_, value) => method(value).or_else(|| function(value)),
        Form::List(_) => None,
    };
    source.ok_or_else(|| {
        let key = &entry.key;
        wrong_form(
            entry,
            &format!("`{key}`, `{key} = method`, `{key} = path::to::function` or `{key} = none`"),
        )
    })
}

/// `inherits`, `inherits = method` or `inherits = path::to::function`.
fn inherit_source(entry: &Entry) -> syn::Result<Source> {
    let source = match &entry.form {
        Form::Bare => Some(Source::Method(Ident::new(INHERIT, entry.key.span()))),
        Form::Value(_, value) => method(value).or_else(|| function(value)),
        Form::List(_) => None,
    };
    source.filter(|source| !matches!(source, Source::Absent)).ok_or_else(|| {
        wrong_form(entry, "`inherits`, `inherits = method` or `inherits = path::to::function`")
    })
}

/// `awake = none`: the method is no hook, and that is meant.
fn silenced(entry: &Entry, name: &'static str, meant: &str) -> syn::Result<&'static str> {
    let is_none = match &entry.form {
        Form::Value(_, value) => matches!(method(value), Some(Source::Absent)),
        Form::Bare | Form::List(_) => false,
    };
    let meant = nearest(&name.to_lowercase(), HOOKS.iter().map(|&(hook, _)| hook)).unwrap_or(meant);
    let message = || {
        format!(
            "`{name}` is not a hook, did you mean `{meant}`? `{meant} = {name}` makes that method the hook, \
             `{name} = none` says that you call it yourself"
        )
    };
    if is_none { Ok(name) } else { Err(syn::Error::new_spanned(entry, message())) }
}

/// `after(Type, late_update(Other))`.
fn neighbours(entry: &Entry) -> syn::Result<Vec<Neighbour>> {
    let neighbours = match &entry.form {
        Form::List(list) => Neighbour::parse_list(list),
        Form::Bare | Form::Value(..) => None,
    };
    neighbours.ok_or_else(|| {
        wrong_form(entry, &format!("`{0}(Type)`, `{0}(Type, Other)` or `{0}(late_update(Type))`", entry.key))
    })
}

/// `requires(Type, Other(100))`.
fn requires(entry: &Entry) -> syn::Result<Vec<Require>> {
    let types = match &entry.form {
        Form::List(list) => Require::parse_list(list),
        Form::Bare | Form::Value(..) => None,
    };
    types.ok_or_else(|| {
        let right = "`requires(Type)`, `requires(Type, Other)`, `requires(Type(100))`, \
                     `requires(Type { field: 100 })` or `requires(Type = expression)`";
        wrong_form(entry, right)
    })
}

fn type_list(list: &Group) -> Option<Vec<Type>> {
    let types = Punctuated::<Type, Token![,]>::parse_terminated.parse2(list.stream()).ok()?;
    if types.is_empty() { None } else { Some(types.into_iter().map(ungroup).collect()) }
}

/// `on(Event, Other = method)`.
fn events(entry: &Entry) -> syn::Result<Vec<Event>> {
    let events = match &entry.form {
        Form::List(list) => Event::parse_all.parse2(list.stream())?,
        Form::Bare | Form::Value(..) => None,
    };
    events.ok_or_else(|| {
        wrong_form(
            entry,
            "`on(Event)`, `on(Event = method)`, `on(Event = path::to::function)` or \
             `on(even_disabled(Event))`",
        )
    })
}

/// `as(dyn Draw, dyn Damageable + Send)`.
fn interfaces(entry: &Entry) -> syn::Result<Vec<TypeTraitObject>> {
    let types = match &entry.form {
        Form::List(list) => type_list(list),
        Form::Bare | Form::Value(..) => None,
    };
    let right = "`as(dyn Trait)` or `as(dyn Trait, dyn Other<u32> + Send)`";
    types.ok_or_else(|| wrong_form(entry, right))?.into_iter().map(interface).collect()
}

fn interface(ty: Type) -> syn::Result<TypeTraitObject> {
    match ty {
        Type::TraitObject(object) if object.dyn_token.is_some() => Ok(object),
        Type::Path(_) | Type::TraitObject(_) => {
            let text = text(&ty);
            Err(syn::Error::new_spanned(ty, format!("`as` names objects of traits: write `dyn {text}`")))
        }
        _ => {
            Err(syn::Error::new_spanned(ty, "`as` names objects of traits, as `dyn Draw`, and this is none"))
        }
    }
}

/// `isolated`, `track`, `soa`, `after_handles`, `transient`, `no_snapshot`, `not_send`.
fn flag(entry: Entry) -> syn::Result<Ident> {
    match entry.form {
        Form::Bare => Ok(entry.key),
        Form::Value(..) | Form::List(_) => Err(wrong_form(&entry, "only the key")),
    }
}

/// `parallel`, which means `update`, or `parallel(late_update)`.
fn passes(entry: &Entry) -> syn::Result<Vec<(&'static str, Ident)>> {
    let names = match &entry.form {
        Form::Bare => return Ok(vec![("update", entry.key.clone())]),
        Form::List(list) => Punctuated::<Ident, Token![,]>::parse_terminated.parse2(list.stream()).ok(),
        Form::Value(..) => None,
    };
    let names = names.filter(|names| !names.is_empty());
    let names = names.ok_or_else(|| wrong_form(entry, "`parallel` or `parallel(update, late_update)`"))?;
    names.into_iter().map(pass).collect()
}

/// `late_update`, the name of a hook that runs over all components.
fn pass(name: Ident) -> syn::Result<(&'static str, Ident)> {
    if name == INHERIT {
        return Ok((INHERIT, name));
    }
    let found = HOOKS.iter().find(|(hook, kind)| name == hook && matches!(kind, Kind::Pass(_)));
    let refusal = || {
        if name == INHERITS {
            return "the hook is `inherit`: write `inherits, parallel(inherit)`".to_owned();
        }
        format!("`{name}` does not run over all components: only hooks that do, as `update`, can be parallel")
    };
    match found {
        Some((hook, _)) => Ok((hook, name)),
        None => Err(syn::Error::new(name.span(), refusal())),
    }
}

/// `capacity = 64`.
fn integer(entry: &Entry) -> syn::Result<LitInt> {
    let literal = match &entry.form {
        Form::Value(_, value) => syn::parse2(value.clone()).ok().filter(is_usize),
        Form::Bare | Form::List(_) => None,
    };
    literal.ok_or_else(|| wrong_form(entry, &format!("`{} = 64`, with a literal of type `usize`", entry.key)))
}

/// `pooled(64)`.
fn pooled(entry: &Entry) -> syn::Result<LitInt> {
    let literal = match &entry.form {
        Form::List(list) => syn::parse2(list.stream()).ok().filter(is_usize),
        Form::Bare | Form::Value(..) => None,
    };
    let is_some = |literal: &LitInt| literal.base10_parse::<usize>().is_ok_and(|most| most != 0);
    literal
        .filter(is_some)
        .ok_or_else(|| wrong_form(entry, "`pooled(64)`, with how many values to keep at most, at least one"))
}

fn is_usize(literal: &LitInt) -> bool {
    matches!(literal.suffix(), "" | "usize") && literal.base10_parse::<usize>().is_ok()
}

/// `save = "health"`.
fn save_name(entry: &Entry) -> syn::Result<LitStr> {
    let name = match &entry.form {
        Form::Value(_, value) => syn::parse2::<LitStr>(value.clone()).ok(),
        Form::Bare | Form::List(_) => None,
    };
    name.filter(|name| !name.value().is_empty())
        .ok_or_else(|| wrong_form(entry, "`save = \"name\"`, with the name that the type has in saves"))
}

/// `was("hp" 2 => expression)`.
fn older_forms(entry: &Entry) -> syn::Result<Vec<Was>> {
    let forms = match &entry.form {
        Form::List(list) => Was::parse_list(list),
        Form::Bare | Form::Value(..) => None,
    };
    forms.ok_or_else(|| {
        let right = "`was(\"name\")`, `was(\"name\" => expression)`, `was(1 => expression)` or \
                     `was(\"name\" 1 => expression)`";
        wrong_form(entry, right)
    })
}

/// `crate = path` or `crate = "path"`.
pub fn crate_path(entry: &Entry) -> syn::Result<Path> {
    let path = match &entry.form {
        Form::Value(_, value) => match syn::parse2::<LitStr>(value.clone()) {
            Ok(literal) => literal.parse_with(Path::parse_mod_style).ok(),
            Err(_) => mod_path(value),
        },
        Form::Bare | Form::List(_) => None,
    };
    path.ok_or_else(|| wrong_form(entry, &format!("`{0} = path` or `{0} = \"path\"`", entry.key)))
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;
    use syn::{Attribute, parse_quote};

    use super::{Attrs, sibling_key};
    use crate::ctxt::Ctxt;
    use crate::source::Source;

    fn parse(attrs: &[Attribute]) -> Attrs {
        let mut ctxt = Ctxt::default();
        let parsed = Attrs::parse(&mut ctxt, attrs);
        assert!(ctxt.messages().is_empty());
        parsed
    }

    fn errors(attrs: &[Attribute]) -> Vec<String> {
        let mut ctxt = Ctxt::default();
        Attrs::parse(&mut ctxt, attrs);
        ctxt.messages()
    }

    #[test]
    fn hooks_have_four_forms() {
        let hooks = parse(&[
            parse_quote!(#[component(init, update = step,)]),
            parse_quote!(#[doc = "not ours"]),
            parse_quote!(#[component(shutdown = crate::log::gone, on_enable = none)]),
        ])
        .hooks;
        assert!(matches!(&hooks["init"], Source::Method(name) if name == "init"));
        assert!(matches!(&hooks["update"], Source::Method(name) if name == "step"));
        assert!(matches!(&hooks["shutdown"], Source::Function(path) if path.segments.len() == 3));
        assert!(matches!(&hooks["on_enable"], Source::Absent));
        assert!(!hooks.contains_key("on_disable"));
    }

    #[test]
    fn lists_accumulate() {
        let attrs =
            parse(&[parse_quote!(#[component(after(A, B<u8, u8>))]), parse_quote!(#[component(after(C,))])]);
        assert_eq!(attrs.after.len(), 3);
        let attrs = parse(&[parse_quote!(#[component(before(A, late_update(A, update), update))])]);
        let phases: Vec<_> = attrs.before.iter().map(|neighbour| neighbour.phase).collect();
        assert_eq!(phases, [None, Some("LateUpdate"), Some("LateUpdate"), None]);
        let attrs = parse(&[parse_quote!(#[component(requires(A), requires(B))])]);
        assert_eq!((attrs.requires.len(), attrs.before.len()), (2, 0));
        let attrs = parse(&[parse_quote!(#[component(on(A, B = hit), on(C = crate::log::c,))])]);
        assert!(matches!(&attrs.events[0].source, Source::Method(name) if name == "on_a"));
        assert!(matches!(&attrs.events[1].source, Source::Method(name) if name == "hit"));
        assert!(matches!(&attrs.events[2].source, Source::Function(path) if path.segments.len() == 3));
        let attrs = parse(&[parse_quote!(#[component(was("a", 1 => f), was("b" 2))])]);
        assert_eq!(attrs.was.len(), 3);
        let attrs = parse(&[parse_quote!(#[component(on(A, even_disabled(B, C = c), even_disabled))])]);
        let even_disabled: Vec<_> = attrs.events.iter().map(|event| event.even_disabled).collect();
        assert_eq!(even_disabled, [false, true, true, false]);
    }

    #[test]
    fn a_type_inherits_by_three_forms() {
        let method = |attr| parse(&[attr]).inherits.map(|(_, source)| source);
        let bare = method(parse_quote!(#[component(inherits)]));
        assert!(matches!(bare, Some(Source::Method(name)) if name == "inherit"));
        let named = method(parse_quote!(#[component(inherits = follow)]));
        assert!(matches!(named, Some(Source::Method(name)) if name == "follow"));
        let path = method(parse_quote!(#[component(inherits = crate::places::follow)]));
        assert!(matches!(path, Some(Source::Function(path)) if path.segments.len() == 3));
        assert!(method(parse_quote!(#[component(track)])).is_none());
        let parallel = parse(&[parse_quote!(#[component(inherits, parallel(update, inherit))])]).parallel;
        assert_eq!(parallel.iter().map(|(hook, _)| *hook).collect::<Vec<_>>(), ["update", "inherit"]);
        let guess = &errors(&[parse_quote!(#[component(inherit)])])[0];
        assert!(guess.starts_with("unknown key `inherit`, did you mean `inherits`?"), "{guess}");
        assert_eq!(
            errors(&[parse_quote!(#[component(parallel(inherits))])]),
            ["the hook is `inherit`: write `inherits, parallel(inherit)`"],
        );
    }

    #[test]
    fn the_crate_is_a_path_or_a_string() {
        for attr in
            [parse_quote!(#[component(crate = crate::ecs)]), parse_quote!(#[component(crate = "crate::ecs")])]
        {
            assert_eq!(parse(&[attr]).krate.to_token_stream().to_string(), "crate :: ecs");
        }
    }

    #[test]
    fn capacity_is_a_usize() {
        assert!(parse(&[parse_quote!(#[component(capacity = 64usize)])]).capacity.is_some());
    }

    #[test]
    fn the_fields_lie_apart_by_a_flag() {
        assert_eq!(
            parse(&[parse_quote!(#[component(track, soa)])]).soa.map(|key| key.to_string()),
            Some("soa".into())
        );
        assert!(parse(&[parse_quote!(#[component(track)])]).soa.is_none());
    }

    #[test]
    fn the_name_in_saves_is_a_string() {
        let attrs = parse(&[parse_quote!(#[component(save = "health", init)])]);
        assert_eq!(attrs.save.map(|name| name.value()).as_deref(), Some("health"));
        assert!(attrs.transient.is_none());
        assert!(parse(&[parse_quote!(#[component(transient)])]).transient.is_some());
        assert!(parse(&[parse_quote!(#[component(no_snapshot)])]).no_snapshot.is_some());
        assert!(parse(&[parse_quote!(#[component(not_send)])]).not_send.is_some());
    }

    #[test]
    fn unknown_keys_are_refused_with_a_guess() {
        let keys = "(the keys are the names of hooks, and `after`, `before`, `after_handles`, `requires`, \
                    `on`, `as`, `inherits`, `isolated`, `parallel`, `track`, `soa`, `capacity`, `pooled`, \
                    `save`, `transient`, `no_snapshot`, `not_send`, `was`, `crate`)";
        assert_eq!(
            errors(&[parse_quote!(#[component(uptade, colour = red, colour)])]),
            [
                format!("unknown key `uptade`, did you mean `update`? {keys}"),
                format!("unknown key `colour` {keys}"),
                format!("unknown key `colour` {keys}"),
            ],
        );
    }

    #[test]
    fn near_misses_are_silenced_and_nothing_else() {
        assert_eq!(
            parse(&[parse_quote!(#[component(awake = none, Update = none)])]).silenced,
            ["awake", "Update"]
        );
        let text = |name, hook| {
            format!(
                "`{name}` is not a hook, did you mean `{hook}`? `{hook} = {name}` makes that method the \
                 hook, `{name} = none` says that you call it yourself"
            )
        };
        assert_eq!(
            errors(&[parse_quote!(#[component(awake, Start = init, LateUpdate(x))])]),
            [text("awake", "init"), text("Start", "start"), text("LateUpdate", "late_update")],
        );
    }

    fn field_errors(attrs: &[Attribute]) -> Vec<String> {
        let mut ctxt = Ctxt::default();
        let key = sibling_key(&mut ctxt, attrs);
        let errors = ctxt.messages();
        assert!(key.is_some() || !errors.is_empty() || attrs.is_empty());
        errors
    }

    #[test]
    fn only_sibling_belongs_on_a_field_once() {
        assert!(field_errors(&[]).is_empty());
        assert!(field_errors(&[parse_quote!(#[component(sibling,)])]).is_empty());
        assert_eq!(
            field_errors(&[parse_quote!(#[component(update, inherits, sibbling, colour = 1, sibling())])]),
            [
                "`update` belongs on the type: only `sibling` belongs on a field",
                "`inherits` belongs on the type: only `sibling` belongs on a field",
                "unknown key `sibbling`, did you mean `sibling`?",
                "unknown key `colour`: only `sibling` belongs on a field",
                "wrong form of `sibling`: write only the key",
            ],
        );
        assert_eq!(
            field_errors(&[parse_quote!(#[component(sibling)]), parse_quote!(#[component(sibling)])]),
            ["duplicate key `sibling`: keep one"],
        );
        let message = "expected a key: write `#[component(sibling)]`";
        assert_eq!(
            field_errors(&[
                parse_quote!(#[component]),
                parse_quote!(#[component()]),
                parse_quote!(#[component = 1])
            ]),
            [message; 3],
        );
        assert_eq!(
            errors(&[parse_quote!(#[component(sibling)])]),
            ["`sibling` belongs on a field of type `Handle<U>`, not on the type"],
        );
    }

    #[test]
    fn keys_come_once() {
        assert_eq!(
            errors(&[
                parse_quote!(#[component(update, update = none)]),
                parse_quote!(#[component(update = step)]),
                parse_quote!(#[component(inherits, inherits = follow)]),
                parse_quote!(#[component(save = "a", save = "b")]),
                parse_quote!(#[component(soa, soa)]),
            ]),
            ["update", "update", "inherits", "save", "soa"]
                .map(|key| format!("duplicate key `{key}`: keep one")),
        );
    }

    #[test]
    fn wrong_forms_are_refused_with_the_right_one() {
        let hook = "write `init`, `init = method`, `init = path::to::function` or `init = none`";
        let hook = format!("wrong form of `init`: {hook}");
        let after =
            "wrong form of `after`: write `after(Type)`, `after(Type, Other)` or `after(late_update(Type))`";
        let requires = "wrong form of `requires`: write `requires(Type)`, `requires(Type, Other)`, \
                        `requires(Type(100))`, `requires(Type { field: 100 })` or \
                        `requires(Type = expression)`";
        let isolated = "wrong form of `isolated`: write only the key";
        let track = "wrong form of `track`: write only the key";
        let soa = "wrong form of `soa`: write only the key";
        let capacity = "wrong form of `capacity`: write `capacity = 64`, with a literal of type `usize`";
        let on = "wrong form of `on`: write `on(Event)`, `on(Event = method)`, `on(Event = \
                  path::to::function)` or `on(even_disabled(Event))`";
        let inherits = "wrong form of `inherits`: write `inherits`, `inherits = method` or `inherits = \
                        path::to::function`";
        let save = "wrong form of `save`: write `save = \"name\"`, with the name that the type has in saves";
        let transient = "wrong form of `transient`: write only the key";
        let was = "wrong form of `was`: write `was(\"name\")`, `was(\"name\" => expression)`, `was(1 => \
                   expression)` or `was(\"name\" 1 => expression)`";
        let krate = "wrong form of `crate`: write `crate = path` or `crate = \"path\"`";
        let cases: &[(Attribute, &str)] = &[
            (parse_quote!(#[component(init("x"))]), &hook),
            (parse_quote!(#[component(init = "x")]), &hook),
            (parse_quote!(#[component(init = Self)]), &hook),
            (parse_quote!(#[component(init = |plane| ())]), &hook),
            (parse_quote!(#[component(init = )]), &hook),
            (parse_quote!(#[component(after)]), after),
            (parse_quote!(#[component(after = A)]), after),
            (parse_quote!(#[component(after())]), after),
            (parse_quote!(#[component(after(A, late_update()))]), after),
            (parse_quote!(#[component(after("A"))]), after),
            (parse_quote!(#[component(requires)]), requires),
            (parse_quote!(#[component(requires())]), requires),
            (parse_quote!(#[component(on)]), on),
            (parse_quote!(#[component(on = Damage)]), on),
            (parse_quote!(#[component(on())]), on),
            (parse_quote!(#[component(on(Damage = ))]), on),
            (parse_quote!(#[component(on(Damage = none))]), on),
            (parse_quote!(#[component(on(Damage = "hit"))]), on),
            (parse_quote!(#[component(inherits(Place))]), inherits),
            (parse_quote!(#[component(inherits())]), inherits),
            (parse_quote!(#[component(inherits = none)]), inherits),
            (parse_quote!(#[component(inherits = "follow")]), inherits),
            (parse_quote!(#[component(inherits = )]), inherits),
            (parse_quote!(#[component(isolated = x)]), isolated),
            (parse_quote!(#[component(isolated())]), isolated),
            (parse_quote!(#[component(track = x)]), track),
            (parse_quote!(#[component(track(pos))]), track),
            (parse_quote!(#[component(soa = 8)]), soa),
            (parse_quote!(#[component(soa(pos, speed))]), soa),
            (parse_quote!(#[component(capacity)]), capacity),
            (parse_quote!(#[component(capacity(64))]), capacity),
            (parse_quote!(#[component(capacity = -1)]), capacity),
            (parse_quote!(#[component(capacity = 64u8)]), capacity),
            (parse_quote!(#[component(capacity = 99999999999999999999)]), capacity),
            (parse_quote!(#[component(save)]), save),
            (parse_quote!(#[component(save("health"))]), save),
            (parse_quote!(#[component(save = "")]), save),
            (parse_quote!(#[component(save = Health)]), save),
            (parse_quote!(#[component(transient = true)]), transient),
            (parse_quote!(#[component(was)]), was),
            (parse_quote!(#[component(was = "hp")]), was),
            (parse_quote!(#[component(was())]), was),
            (parse_quote!(#[component(was(hp))]), was),
            (parse_quote!(#[component(was("hp" = f))]), was),
            (parse_quote!(#[component(was("hp" =>))]), was),
            (parse_quote!(#[component(crate)]), krate),
            (parse_quote!(#[component(crate = "not a path")]), krate),
        ];
        for (attr, message) in cases {
            let attr = std::slice::from_ref(attr);
            assert_eq!(errors(attr), [*message]);
        }
    }

    #[test]
    fn the_attribute_is_a_list() {
        let message = "expected a list of keys: write `#[component(key, ...)]`";
        assert_eq!(
            errors(&[parse_quote!(#[component]), parse_quote!(#[component = "update"])]),
            [message; 2]
        );
    }

    #[test]
    fn broken_syntax_does_not_hide_later_entries() {
        assert_eq!(
            errors(&[parse_quote!(#[component("init", update step, , capacity)])]),
            [
                "expected a key, such as `update`",
                "expected `,` after `update`",
                "expected a key, such as `update`",
                "wrong form of `capacity`: write `capacity = 64`, with a literal of type `usize`",
            ],
        );
    }
}
