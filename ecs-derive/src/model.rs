//! What a deriving type says about itself: meaning, not syntax.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, LitInt, LitStr, Member, Path, Type, TypeTraitObject};

use crate::attr::{Attrs, INHERIT, sibling_key};
use crate::ctxt::Ctxt;
use crate::event::Event;
use crate::fields::fields;
use crate::hooks::{HOOKS, Kind};
use crate::krate;
use crate::neighbour::Neighbour;
use crate::require::Require;
use crate::source::{Source, written_by_derive};
use crate::was::Was;

/// As many fields as can lie apart.
pub const MOST_SPLIT: usize = 24;

/// Which features of `ecs-core` the derive writes for.
#[derive(Clone, Copy, Default)]
pub struct Features {
    pub serde: bool,
    pub inspect: bool,
    pub snapshot: bool,
}

/// How many values of a type a world has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Number {
    Many,
    One,
}

/// A component, as far as it could be understood.
pub struct Model<'a> {
    pub original: &'a DeriveInput,
    pub number: Number,
    /// One for each of [`HOOKS`], in their order.
    pub hooks: Vec<Hook>,
    pub after: Vec<Neighbour>,
    pub before: Vec<Neighbour>,
    /// The key, if it is given.
    pub after_handles: Option<Ident>,
    pub requires: Vec<Require>,
    pub events: Vec<Event>,
    /// The traits by which others may call it.
    pub interfaces: Vec<TypeTraitObject>,
    /// What it takes over from the components above it, if it does.
    pub inherits: Option<Inherits>,
    /// The key, if it is given.
    pub isolated: Option<Ident>,
    /// The key, if it is given.
    pub track: Option<Ident>,
    /// The key, if it is given.
    pub soa: Option<Ident>,
    pub capacity: Option<LitInt>,
    /// The key, and how many values it keeps.
    pub pooled: Option<(Ident, LitInt)>,
    /// The name in saves.
    pub save: Option<LitStr>,
    /// The key, if it is given.
    pub transient: Option<Ident>,
    pub no_snapshot: Option<Ident>,
    /// The key, if it is given.
    pub not_send: Option<Ident>,
    /// Older names and versions in saves.
    pub was: Vec<Was>,
    /// Whether `ecs-core` has its feature `serde`.
    pub has_serde: bool,
    /// Whether it has its feature `inspect`, and so `serde` too.
    pub has_inspect: bool,
    /// Whether it has its feature `snapshot`, and so `serde` too.
    pub has_snapshot: bool,
    /// The fields that are filled with handles of the same entity.
    pub siblings: Vec<Sibling<'a>>,
    /// Hooks of a generic type that no key names.
    pub unnamed: Vec<&'static str>,
    /// Near misses that are meant: `awake = none`.
    pub silenced: Vec<&'static str>,
    /// Where `ecs-core` is; `None` if that was reported as an error.
    pub krate: Option<Path>,
}

/// A field that is marked `sibling`.
pub struct Sibling<'a> {
    pub key: Ident,
    pub member: Member,
    pub ty: &'a Type,
}

/// How the type inherits.
pub struct Inherits {
    pub key: Ident,
    /// The method `inherit`.
    pub source: Source,
    /// Where it is said that several threads may run it.
    pub parallel: Option<Ident>,
}

/// One hook of the type.
pub struct Hook {
    pub name: &'static str,
    pub kind: Kind,
    pub source: Source,
    /// Where it is said that several threads may run it.
    pub parallel: Option<Ident>,
}

impl<'a> Model<'a> {
    /// Understands `input`. What is wrong with its keys is reported, and left out.
    pub fn new(ctxt: &mut Ctxt, input: &'a DeriveInput, number: Number, features: Features) -> Self {
        let mut attrs = Attrs::parse(ctxt, &input.attrs);
        // In a generic type a method can be missed in silence: its impl may have bounds of its own.
        let mut unnamed = Vec::new();
        let hooks = HOOKS.iter().map(|&(name, kind)| {
            let parallel =
                attrs.parallel.iter().find(|(hook, _)| *hook == name).map(|(_, place)| place.clone());
            // What is said of a hook is said of one that is there.
            let meant = || parallel.as_ref().map(|place| Source::Method(Ident::new(name, place.span())));
            let source = attrs.hooks.remove(name).or_else(meant).unwrap_or_else(|| {
                if !is_generic(input) {
                    return Source::Probed;
                }
                unnamed.push(name);
                Source::Absent
            });
            Hook { name, kind, source, parallel }
        });
        let hooks = hooks.collect();
        let parallel =
            attrs.parallel.iter().find(|(hook, _)| *hook == INHERIT).map(|(_, place)| place.clone());
        if let (None, Some(place)) = (&attrs.inherits, &parallel) {
            ctxt.error(place, "`parallel(inherit)` has nothing to act on: write `inherits` too");
        }
        let inherits = attrs.inherits.map(|(key, source)| Inherits { key, source, parallel });
        Self {
            original: input,
            number,
            hooks,
            unnamed,
            silenced: attrs.silenced,
            after: attrs.after,
            before: attrs.before,
            after_handles: attrs.after_handles,
            requires: attrs.requires,
            events: attrs.events,
            interfaces: attrs.interfaces,
            inherits,
            isolated: attrs.isolated,
            track: attrs.track,
            soa: attrs.soa,
            capacity: attrs.capacity,
            pooled: attrs.pooled,
            save: attrs.save,
            transient: attrs.transient,
            no_snapshot: attrs.no_snapshot,
            not_send: attrs.not_send,
            was: attrs.was,
            has_serde: features.serde,
            has_inspect: features.inspect,
            has_snapshot: features.snapshot,
            siblings: siblings(ctxt, input),
            krate: krate::path(ctxt, attrs.krate, &input.ident, "component"),
        }
    }

    /// Whether the type has parameters.
    pub fn is_generic(&self) -> bool {
        is_generic(self.original)
    }

    /// Whether the fields of the type lie apart: it says so, and it is possible.
    pub fn is_split(&self) -> bool {
        let is_struct = matches!(&self.original.data, Data::Struct(_));
        let has_fields = (1..=MOST_SPLIT).contains(&fields(self.original).len());
        self.soa.is_some() && is_struct && has_fields && self.number == Number::Many
    }

    /// The type's name, for code.
    pub fn name(&self) -> Ident {
        let mut name = self.original.ident.clone();
        name.set_span(self.span());
        name
    }

    /// The type's name, for messages.
    pub fn text(&self) -> String {
        self.original.ident.unraw().to_string()
    }

    /// Where errors about the whole type are shown: at its name, as code that the derive wrote.
    pub fn span(&self) -> Span {
        written_by_derive(self.original.ident.span())
    }
}

fn siblings<'a>(ctxt: &mut Ctxt, input: &'a DeriveInput) -> Vec<Sibling<'a>> {
    let mut siblings = Vec::new();
    for (member, field) in fields(input) {
        if let Some(key) = sibling_key(ctxt, &field.attrs) {
            siblings.push(Sibling { key, member, ty: &field.ty });
        }
    }
    siblings
}

fn is_generic(input: &DeriveInput) -> bool {
    !input.generics.params.is_empty()
}
