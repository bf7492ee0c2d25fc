//! Types in saves: the keys `save`, `transient` and `was`.

mod was;

use std::collections::HashSet;

use proc_macro2::{Literal, Span};
use syn::LitStr;

use self::was::Was;
use super::feature::*;
use crate::fields::{are_plain, left_out, unseen};

#[derive(Default)]
pub struct Save {
    /// The name in saves.
    name: Option<Name>,
    transient: Option<Ident>,
    /// Older names and versions.
    was: Vec<Was>,
}

struct Name(LitStr);

/// `save = "health"`.
impl Value for Name {
    fn read(entry: &Entry) -> syn::Result<Self> {
        let name = entry.value().and_then(|value| syn::parse2::<LitStr>(value).ok());
        let name = name.filter(|name| !name.value().is_empty()).map(Self);
        entry.expect(name, "`save = \"name\"`, with the name that the type has in saves")
    }
}

impl Feature for Save {
    fn is_of_states(&self) -> bool {
        true
    }

    fn keys(&mut self) -> Keys<'_> {
        vec![("save", &mut self.name), ("transient", &mut self.transient), ("was", &mut self.was)]
    }

    fn check(&self, ctxt: &mut Ctxt, _: &Model) {
        if let Some(transient) = &self.transient
            && let Some(key) = self.name.as_ref().map(|_| "save").or(self.was.first().map(|_| "was"))
        {
            let message = format!(
                "`transient` leaves the type out of saves, and `{key}` is about them: remove one of the two"
            );
            ctxt.error(transient, message);
        }
        let now = self.name.as_ref().map(|Name(name)| name.value());
        let mut seen = HashSet::new();
        for was in &self.was {
            let (name, version) = (was.name.as_ref().map(LitStr::value), was.version());
            if name.as_deref() == Some("") {
                ctxt.error(&was.name, "an empty name is none: write the name that the type had in saves");
            }
            if version.is_none() {
                ctxt.error(&was.version, "a version is a literal of type `u32`, from 1 on");
            }
            // Versions of the present name have no name.
            if let (Some(name), true) = (&name, name == now) {
                let message =
                    format!("\"{name}\" is the present name: write only the version, `was(1 => ..)`");
                ctxt.error(&was.name, message);
            }
            // Otherwise there would be no other version.
            if let (None, None, Some(version)) = (&name, &was.migration, &was.version) {
                let message = format!(
                    "a version that differs from the present one needs an expression: write `was({version} \
                     => Self::from_v{version})`, or a closure that takes the old value"
                );
                ctxt.error(version, message);
            }
            if version.is_some() && !seen.insert((name, version)) {
                ctxt.error(was, "`was` has this name and version twice: keep one");
            }
        }
    }

    fn expand(&self, model: &Model, output: &mut Output) {
        let (input, span, has_serde) = (&model.input, model.input.span(), model.input.features.serde);
        let is_bare = has_serde && input.is_bare() && !input.is_generic();
        let is_plain = has_serde && are_plain(input.original);
        let unseen = unseen(input.original);
        let fields = [
            self.name.as_ref().map(|Name(name)| {
                let span = at(name);
                quote_spanned!(span=> name: ::core::option::Option::Some(#name))
            }),
            self.version(),
            flag("transient", self.transient.as_ref()),
            self.forms(),
            is_plain.then(|| quote_spanned!(span=> plain: true)),
            is_bare.then(|| quote_spanned!(span=> bare: true)),
            (has_serde && !unseen.is_empty()).then(|| quote_spanned!(span=> unseen: &[#(#unseen),*])),
        ];
        output.saves.extend(fields.into_iter().flatten());
        if has_serde {
            let compare = match input.features.snapshot {
                true => quote_spanned!(span=> __p::Probe::<Self>::COMPARE),
                false => quote_spanned!(span=> ::core::option::Option::None),
            };
            output.saves.push(quote_spanned! {span=>
                support: {
                    use __p::*;
                    __p::SaveSupport {
                        record: __p::Probe::<Self>::RECORD,
                        restore: __p::Probe::<Self>::RESTORE,
                        duplicate: __p::Probe::<Self>::DUPLICATE,
                        compare: #compare,
                    }
                }
            });
            output.methods.extend(self.migrations(span));
        }
        // How a value that is written by its name keeps the fields that serde leaves out.
        let left_out = left_out(input.original);
        if has_serde && !left_out.is_empty() {
            output.asked.extend(quote_spanned! {span=>
                .left_out(|__a, __b| {
                    #(::core::mem::swap(&mut __a.#left_out, &mut __b.#left_out);)*
                })
            });
        }
    }
}

impl Save {
    /// The version of now, if there were others.
    fn version(&self) -> Option<TokenStream> {
        let older = self.was.iter().filter(|was| was.name.is_none());
        let (version, last) =
            older.filter_map(|was| Some((was.version()?, was))).max_by_key(|(at, _)| *at)?;
        let version = Literal::u32_unsuffixed(version + 1);
        let span = at(&last.version);
        Some(quote_spanned!(span=> version: #version))
    }

    /// The older forms, if there are any.
    fn forms(&self) -> Option<TokenStream> {
        let item = |was: &Was| {
            let span = at(was);
            let name = match &was.name {
                Some(name) => quote_spanned!(span=> ::core::option::Option::Some(#name)),
                None => quote_spanned!(span=> ::core::option::Option::None),
            };
            let (version, migrates) = (Literal::u32_unsuffixed(was.version()?), was.migration.is_some());
            let form =
                quote_spanned!(span=> __p::Was { name: #name, version: #version, migrates: #migrates });
            Some((span, form))
        };
        list("was", self.was.iter().filter_map(item))
    }

    /// The method that makes values of now of old ones, if there are some. A wrong expression is an error at
    /// its place.
    fn migrations(&self, span: Span) -> Option<TokenStream> {
        let migrations = (0_usize..).zip(&self.was).filter_map(|(place, was)| {
            let migration = was.migration.as_ref()?;
            let span = at(migration);
            Some((place, quote_spanned!(span=> __p::migrate::<__D, _, Self>(__from, #migration))))
        });
        let mut migrations: Vec<_> = migrations.collect();
        // It is asked only for places that have one.
        let (_, last) = migrations.pop()?;
        let arms = migrations.iter().map(|(place, arm)| quote_spanned!(span=> #place => #arm,));
        let body = match migrations.is_empty() {
            true => last,
            false => quote_spanned!(span=> match __place { #(#arms)* _ => #last }),
        };
        Some(quote_spanned! {span=>
            fn __was<'__de, __D: __p::serde::Deserializer<'__de>>(
                __place: ::core::primitive::usize,
                __from: __D,
            ) -> ::core::result::Result<Self, __D::Error> {
                #body
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::*;

    /// Without serde, and with it.
    #[test]
    fn snapshots() {
        let none = no_hooks();
        let input = quote! {
            #none
            #[component(save = "health", was("hp", "hp" 2 => |v: HpV2| v.into()))]
            #[component(was(1 => Health::from_v1))]
            #[component(was(2 => |old: Map<u8, f32>| Health { now: old[&1], max: 1.0 }))]
            struct Health { now: f32, max: f32 }
        };
        check("saves", input.clone());
        check_serde("saves_serde", input);
        check_serde("plain_serde", quote! { struct Plane { speed: f32 } });
        check_serde("saves_one_serde", quote! { #none #[component(was("x" => f))] struct Of<T: Clone>(T); });
        let transient =
            quote! { #none #[component(transient)] enum Spark { On(#[serde(skip)] Handle<Wind>) } };
        check("transient", transient.clone());
        check_serde("transient_serde", transient);
        let skipping =
            quote! { #none struct Plane { speed: f32, #[serde(skip)] at: f32, #[serde(default)] b: u8 } };
        check_serde("skipping_serde", skipping);
    }

    #[test]
    fn the_name_in_saves_is_a_string() {
        refuses(
            quote!(save, save("health"), save = "", save = Health),
            "`save = \"name\"`, with the name that the type has in saves",
        );
        let twice = ["duplicate key `save`: keep one"];
        assert_eq!(errors(quote! { #[component(save = "a", save = "b")] struct Health; }), twice);
    }

    #[test]
    fn a_transient_type_is_in_no_save() {
        refuses(quote!(transient = true), "only the key");
        assert!(errors(quote! { #[component(transient)] struct Spark; }).is_empty());
        assert!(errors_of_singleton(quote! { #[component(transient)] struct Mouse; }).is_empty());
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
        refuses(
            quote!(was, was = "hp", was(), was(hp), was("hp" = f), was("hp" =>)),
            "`was(\"name\")`, `was(\"name\" => expression)`, `was(1 => expression)` or \
             `was(\"name\" 1 => expression)`",
        );
        let input =
            quote! { #[component(save = "health", was("hp", "hp" 2 => f), was(1 => g))] struct Health; };
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
            ["\"health\" is the present name: write only the version, `was(1 => ..)`"],
        );
        assert!(errors(quote! { #[component(was("health"))] struct Health; }).is_empty());
    }

    #[test]
    fn an_older_version_needs_an_expression() {
        assert_eq!(
            errors(quote! { #[component(was(1, "hp" 2, 2 => f, 3))] struct Health; }),
            [1, 3].map(|version| format!(
                "a version that differs from the present one needs an expression: write `was({version} => \
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
}
