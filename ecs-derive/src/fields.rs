//! The fields of a type, and what their types say by how they are written.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{
    Attribute, Data, DeriveInput, Field, Fields, GenericArgument, Member, Meta, Path, PathArguments, Type,
};

/// Types that stand for themselves.
const PRIMITIVES: [&str; 18] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64",
    "u128", "usize", "str", "String",
];

/// All fields of the type, of all its variants.
pub fn fields(input: &DeriveInput) -> Vec<(Member, &Field)> {
    let all: Vec<&Fields> = match &input.data {
        Data::Struct(data) => vec![&data.fields],
        Data::Enum(data) => data.variants.iter().map(|variant| &variant.fields).collect(),
        Data::Union(data) => {
            let fields = data.fields.named.iter();
            return fields.filter_map(|field| Some((field.ident.clone()?.into(), field))).collect();
        }
    };
    all.into_iter().flat_map(|fields| fields.members().zip(fields)).collect()
}

/// The name of a field, for messages.
pub fn text(member: &Member) -> String {
    match member {
        Member::Named(name) => name.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

/// Whether no field can hold an entity, as far as that can be read: all are numbers, texts and lists of them.
pub fn are_plain(input: &DeriveInput) -> bool {
    fields(input).iter().all(|(_, field)| is_plain(&field.ty))
}

fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_plain(&group.elem),
        Type::Paren(inner) => is_plain(&inner.elem),
        Type::Array(array) => is_plain(&array.elem),
        Type::Slice(slice) => is_plain(&slice.elem),
        Type::Reference(reference) => is_plain(&reference.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_plain),
        Type::Path(path) => path.qself.is_none() && names_plain(&path.path),
        _ => false,
    }
}

/// Of a path of several segments the first one tells whether it leads to `std`.
fn names_plain(path: &Path) -> bool {
    let begins_at = |name: &str| path.segments.first().is_some_and(|first| first.ident == name);
    let is_known = path.segments.len() == 1 || ["std", "core", "alloc"].into_iter().any(begins_at);
    let Some(last) = path.segments.last().filter(|_| is_known) else { return false };
    match &last.arguments {
        PathArguments::None => PRIMITIVES.iter().any(|name| last.ident == name),
        PathArguments::AngleBracketed(list) => {
            let is_plain =
                |argument: &GenericArgument| matches!(argument, GenericArgument::Type(ty) if is_plain(ty));
            last.ident == "PhantomData"
                || ["Option", "Vec", "Box"].iter().any(|name| last.ident == name)
                    && list.args.iter().all(is_plain)
        }
        PathArguments::Parenthesized(_) => false,
    }
}

/// The fields of a struct that serde leaves out when it writes or reads.
pub fn left_out(input: &DeriveInput) -> Vec<Member> {
    let is_left_out = |field: &Field| field.attrs.iter().any(|attr| has_serde_key(attr, &SKIPS));
    let Data::Struct(_) = input.data else { return Vec::new() };
    let fields = fields(input).into_iter().filter(|(_, field)| is_left_out(field));
    fields.map(|(member, _)| member).collect()
}

/// The keys by which serde leaves a field out when it writes or reads.
const SKIPS: [&str; 3] = ["skip", "skip_serializing", "skip_deserializing"];

/// The names of the fields that serde does not write, and whose types mention entities.
pub fn unseen(input: &DeriveInput) -> Vec<String> {
    let refers = |name: &Ident| name == "Handle" || name == "Entity";
    let is_unseen =
        |field: &Field| field.attrs.iter().any(is_skipped) && mentions(field.ty.to_token_stream(), &refers);
    let unseen = fields(input).into_iter().filter(|(_, field)| is_unseen(field));
    unseen.map(|(member, _)| text(&member)).collect()
}

/// Whether it is `#[serde(skip)]` or `#[serde(skip_serializing)]`, or lists one of them.
fn is_skipped(attr: &Attribute) -> bool {
    has_serde_key(attr, &SKIPS[..2])
}

/// Whether it is `#[serde(..)]` with one of these keys.
fn has_serde_key(attr: &Attribute, keys: &[&str]) -> bool {
    let Meta::List(list) = &attr.meta else { return false };
    let tokens: Vec<_> = list.tokens.clone().into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    let skips = |item: &[TokenTree]| match item {
        [TokenTree::Ident(key)] => keys.iter().any(|name| key == name),
        _ => false,
    };
    attr.path().is_ident("serde") && tokens.split(is_comma).any(skips)
}

/// Whether a name for which that holds is among some tokens.
pub fn mentions(tokens: TokenStream, is_meant: &impl Fn(&Ident) -> bool) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => is_meant(&name),
        TokenTree::Group(group) => mentions(group.stream(), is_meant),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use syn::{DeriveInput, Type, parse_quote};

    use super::{are_plain, is_plain, unseen};

    #[test]
    fn numbers_texts_and_lists_of_them_are_plain() {
        let plain: &[Type] = &[
            parse_quote!(u8),
            parse_quote!(f32),
            parse_quote!(usize),
            parse_quote!(()),
            parse_quote!(String),
            parse_quote!(&'static str),
            parse_quote!(::std::string::String),
            parse_quote!([[f32; 3]; N]),
            parse_quote!((u8, (bool, char))),
            parse_quote!(Option<Vec<Box<[i128]>>>),
            parse_quote!(std::vec::Vec<Box<str>>),
            parse_quote!(PhantomData<Handle<T>>),
            parse_quote!(core::marker::PhantomData<fn(Entity)>),
        ];
        for ty in plain {
            assert!(is_plain(ty), "{}", quote::quote!(#ty));
        }
        let other: &[Type] = &[
            parse_quote!(T),
            parse_quote!(Entity),
            parse_quote!(Handle<Plane>),
            parse_quote!(Vec3),
            parse_quote!(Vec<Handle<Plane>>),
            parse_quote!((u8, Option<Entity>)),
            parse_quote!([Entity; 2]),
            parse_quote!(Box<dyn Fn(u8)>),
            parse_quote!(fn(u8)),
            parse_quote!(HashMap<u8, u8>),
            parse_quote!(game::String),
            parse_quote!(game::Vec<u8>),
            parse_quote!(<u8 as Of>::Vec),
            parse_quote!(u8<u8>),
            parse_quote!(Vec),
        ];
        for ty in other {
            assert!(!is_plain(ty), "{}", quote::quote!(#ty));
        }
    }

    #[test]
    fn a_type_is_plain_by_all_its_fields() {
        let plain: [DeriveInput; 4] = [
            parse_quote!(
                struct Tag;
            ),
            parse_quote!(
                struct Pos(f32, f32);
            ),
            parse_quote!(
                enum State {
                    Idle,
                    Busy { since: f32 },
                }
            ),
            parse_quote!(
                struct Of<T>(PhantomData<T>);
            ),
        ];
        assert!(plain.iter().all(are_plain));
        let other: [DeriveInput; 3] = [
            parse_quote!(
                struct Of<T>(T);
            ),
            parse_quote!(
                struct Target {
                    at: f32,
                    of: Entity,
                }
            ),
            parse_quote!(
                enum State {
                    Idle,
                    Busy(Handle<Plane>),
                }
            ),
        ];
        assert!(!other.iter().any(are_plain));
    }

    #[test]
    fn fields_that_serde_skips_are_unseen_if_they_mention_entities() {
        assert_eq!(
            unseen(&parse_quote! {
                struct Plane {
                    #[serde(skip)] target: Handle<Plane>,
                    #[serde(default, skip)] r#in: Option<ecs::Entity>,
                    #[serde(skip_serializing, default = "none")] at: [(u8, Entity); 2],
                    #[serde(skip)] speed: f32,
                    #[serde(default)] seen: Handle<Plane>,
                    #[serde(skip_serializing_if = "Option::is_none")] maybe: Option<Entity>,
                    #[serde(rename = "skip")] renamed: Entity,
                    #[serde(skip_deserializing)] read: Entity,
                    #[other(skip)] other: Entity,
                    #[serde] bare: Entity,
                    plain: Entity,
                }
            }),
            ["target", "in", "at"],
        );
        let variants = parse_quote!(
            enum State {
                Off,
                On(u8, #[serde(skip)] Entity),
                At {
                    #[serde(skip)]
                    of: Entity,
                },
            }
        );
        assert_eq!(unseen(&variants), ["1", "of"]);
    }
}
