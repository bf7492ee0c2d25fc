//! Writes what a type says about saves.

use proc_macro2::{Literal, TokenStream};
use quote::quote_spanned;
use syn::Data;
use syn::spanned::Spanned;

use crate::fields::{are_plain, left_out, unseen};
use crate::model::Model;
use crate::source::written_by_derive;
use crate::was::Was;

/// The fields of `SaveSpec` that differ from those of most types.
pub fn keys(model: &Model) -> impl Iterator<Item = TokenStream> {
    let save = model.save.as_ref().map(|name| {
        let span = written_by_derive(name.span());
        quote_spanned!(span=> name: ::core::option::Option::Some(#name))
    });
    let transient =
        model.transient.as_ref().map(|key| quote_spanned!(written_by_derive(key.span())=> transient: true));
    let no_snapshot = model
        .no_snapshot
        .as_ref()
        .map(|key| quote_spanned!(written_by_derive(key.span())=> no_snapshot: true));
    [
        save,
        version(model),
        transient,
        no_snapshot,
        forms(model),
        plain(model),
        bare(model),
        unseen_fields(model),
    ]
    .into_iter()
    .flatten()
}

/// What is asked about the type itself: what serde can do with it.
pub fn kept(model: &Model) -> Option<TokenStream> {
    let span = model.span();
    let left_out = left_out_fields(model);
    let copied = model.has_snapshot.then(|| {
        quote_spanned! {span=>
            .copied({ use __p::*; __p::Probe::<Self>::CLONE }, { use __p::*; __p::Probe::<Self>::COPY })
        }
    });
    model.has_serde.then(|| {
        quote_spanned! {span=>
            .kept({
                use __p::*;
                __p::SaveSupport {
                    record: __p::Probe::<Self>::RECORD,
                    restore: __p::Probe::<Self>::RESTORE,
                    duplicate: __p::Probe::<Self>::DUPLICATE,
                }
            })
            #copied
            #left_out
        }
    })
}

/// How a value gets the fields that serde leaves out from another one, if there are some.
fn left_out_fields(model: &Model) -> Option<TokenStream> {
    let (span, fields) = (model.span(), left_out(model.original));
    (model.has_inspect && !fields.is_empty()).then(|| {
        quote_spanned! {span=>
            .left_out(|__a, __b| {
                #(::core::mem::swap(&mut __a.#fields, &mut __b.#fields);)*
            })
        }
    })
}

/// The method that makes values of now of old ones, if there are some. A wrong expression is an error there.
pub fn migrations(model: &Model) -> Option<TokenStream> {
    let span = model.span();
    let migrations = (0_usize..).zip(&model.was).filter_map(|(place, was)| {
        let migration = was.migration.as_ref()?;
        let span = written_by_derive(migration.span());
        Some((place, quote_spanned!(span=> __p::migrate::<__D, _, Self>(__from, #migration))))
    });
    let mut migrations: Vec<_> = migrations.collect();
    // It is asked only for places that have one.
    let (_, last) = migrations.pop().filter(|_| model.has_serde)?;
    let body = if migrations.is_empty() {
        last
    } else {
        let arms = migrations.iter().map(|(place, arm)| quote_spanned!(span=> #place => #arm,));
        quote_spanned!(span=> match __place { #(#arms)* _ => #last })
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

/// Whether there are no fields, so that there is nothing in a value: a struct of none.
fn bare(model: &Model) -> Option<TokenStream> {
    let is_bare = matches!(&model.original.data, Data::Struct(data) if data.fields.is_empty());
    let span = model.span();
    (model.has_serde && is_bare && !model.is_generic()).then(|| quote_spanned!(span=> bare: true))
}

/// The version of now, if there were others.
fn version(model: &Model) -> Option<TokenStream> {
    let older = model.was.iter().filter(|was| was.name.is_none());
    let (version, last) = older.filter_map(|was| Some((was.version()?, was))).max_by_key(|(at, _)| *at)?;
    let version = Literal::u32_unsuffixed(version + 1);
    let span = written_by_derive(last.version.span());
    Some(quote_spanned!(span=> version: #version))
}

/// The older forms, if there are any.
fn forms(model: &Model) -> Option<TokenStream> {
    let item = |was: &Was| {
        let span = written_by_derive(was.span());
        let name = match &was.name {
            Some(name) => quote_spanned!(span=> ::core::option::Option::Some(#name)),
            None => quote_spanned!(span=> ::core::option::Option::None),
        };
        let (version, migrates) = (Literal::u32_unsuffixed(was.version()?), was.migration.is_some());
        Some(quote_spanned!(span=> __p::Was { name: #name, version: #version, migrates: #migrates }))
    };
    let span = written_by_derive(model.was.first()?.span());
    let items = model.was.iter().filter_map(item);
    Some(quote_spanned!(span=> was: &[#(#items),*]))
}

/// That no field holds an entity, if it is so.
fn plain(model: &Model) -> Option<TokenStream> {
    let is_plain = model.has_serde && are_plain(model.original);
    is_plain.then(|| quote_spanned!(model.span()=> plain: true))
}

/// The fields with entities that serde does not write, if there are any.
fn unseen_fields(model: &Model) -> Option<TokenStream> {
    let fields = unseen(model.original);
    let is_some = model.has_serde && !fields.is_empty();
    is_some.then(|| quote_spanned!(model.span()=> unseen: &[#(#fields),*]))
}
