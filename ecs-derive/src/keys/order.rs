//! The order of passes: the keys `after`, `before` and `after_handles`.

use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Token, Type, parenthesized, token};

use super::feature::*;
use crate::fields::{self, fields};
use crate::hooks::{HOOKS, Kind};
use crate::types::listed_twice;

#[derive(Default)]
pub struct Order {
    after: Vec<Neighbour>,
    before: Vec<Neighbour>,
    after_handles: Option<Ident>,
}

/// A type that this one runs after or before.
struct Neighbour {
    ty: Type,
    /// The only phase in which it does, as `__p::Phase` names it.
    phase: Option<&'static str>,
}

impl Neighbour {
    /// Whether both say something about one type in one phase.
    fn repeats(&self, other: &Self) -> bool {
        let meet = self.phase.is_none() || other.phase.is_none() || self.phase == other.phase;
        meet && text(&self.ty) == text(&other.ty)
    }
}

/// `after(Type, late_update(Other))`.
impl Value for Vec<Neighbour> {
    fn read(entry: &Entry) -> syn::Result<Self> {
        let items = entry.items().map(|items| items.into_iter().flat_map(|Item(item)| item).collect());
        let right = "`{key}(Type)`, `{key}(Type, Other)` or `{key}(late_update(Type))`";
        entry.expect(items, &right.replace("{key}", &entry.key.to_string()))
    }
}

/// `Type` or `late_update(Type, Other)`.
struct Item(Vec<Neighbour>);

impl Parse for Item {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let ahead = input.fork();
        let phase = Ident::parse_any(&ahead).ok().and_then(|name| phase(&name));
        if phase.is_none() || !ahead.peek(token::Paren) {
            return Ok(Self(vec![Neighbour { ty: ungroup(input.parse()?), phase: None }]));
        }
        Ident::parse_any(input)?;
        let list;
        parenthesized!(list in input);
        let types = Punctuated::<Type, Token![,]>::parse_terminated(&list)?;
        if types.is_empty() {
            return Err(list.error("expected a type"));
        }
        Ok(Self(types.into_iter().map(|ty| Neighbour { ty: ungroup(ty), phase }).collect()))
    }
}

/// The phase that a hook's name stands for.
fn phase(name: &Ident) -> Option<&'static str> {
    HOOKS.iter().find_map(|&(hook, kind)| match kind {
        Kind::Pass(phase) if name == hook => Some(phase),
        _ => None,
    })
}

impl Feature for Order {
    fn keys(&mut self) -> Keys<'_> {
        vec![
            ("after", &mut self.after),
            ("before", &mut self.before),
            ("after_handles", &mut self.after_handles),
        ]
    }

    fn check(&self, ctxt: &mut Ctxt, model: &Model) {
        for (key, neighbours) in [("after", &self.after), ("before", &self.before)] {
            for (place, neighbour) in neighbours.iter().enumerate() {
                if neighbours[..place].iter().any(|earlier| earlier.repeats(neighbour)) {
                    ctxt.error(&neighbour.ty, listed_twice(key));
                }
                if model.input.is_named_by(&neighbour.ty) {
                    let message = format!("a component cannot run {key} itself: remove it from `{key}`");
                    ctxt.error(&neighbour.ty, message);
                }
            }
        }
        // No order could keep both.
        let is_after = |neighbour: &&Neighbour| self.after.iter().any(|after| after.repeats(neighbour));
        for Neighbour { ty, .. } in self.before.iter().filter(is_after) {
            ctxt.error(ty, "this type is in both `after` and `before`: keep one");
        }
    }

    fn expand(&self, model: &Model, output: &mut Output) {
        output.passes.extend(neighbours("after", &self.after));
        output.passes.extend(neighbours("before", &self.before));
        output.passes.extend(self.after_handles.as_ref().map(|key| after_handles(model, key)));
    }
}

fn neighbours(field: &str, neighbours: &[Neighbour]) -> Option<TokenStream> {
    let item = |Neighbour { ty, phase }: &Neighbour| {
        let span = at(ty);
        let within = phase.map(|phase| {
            let phase = Ident::new(phase, span);
            quote_spanned!(span=> .within(__p::Phase::#phase))
        });
        (span, quote_spanned!(span=> __p::TypeRef::of::<#ty>() #within))
    };
    list(field, neighbours.iter().map(item))
}

/// The fields, with what their handles refer to: the type runs after that.
fn after_handles(model: &Model, key: &Ident) -> TokenStream {
    let span = at(key);
    let fields = fields(model.input.original).into_iter().map(|(member, field)| {
        let ty = &field.ty;
        let name = fields::text(&member);
        quote_spanned!(span=> __p::HandleField { name: #name, refers_to: __p::FieldType::<#ty>::REFERS_TO })
    });
    // The constant makes use of the import where all fields are handles. A glob could hide a type of the
    // user's.
    quote_spanned! {span=>
        after_handles: {
            use __p::NoHandle as _;
            const _: ::core::option::Option<__p::TypeRef> = __p::FieldType::<()>::REFERS_TO;
            &[#(#fields),*]
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::*;

    /// The types that the handles of the fields refer to.
    #[test]
    fn snapshots() {
        check(
            "after_handles",
            quote! {
                #[component(after_handles)]
                struct Grid<T: Component>(Handle<T>, [Handle<Wind>; 4], u32);
            },
        );
    }

    #[test]
    fn lists_accumulate() {
        let input = parse_quote! { #[component(after(A, B<u8, u8>))] #[component(after(C,))] struct Plane; };
        assert_eq!(model(&input).order.after.len(), 3);
        let input = parse_quote! {
            #[component(before(A, late_update(B, update), C))] struct Plane;
        };
        let phases: Vec<_> = model(&input).order.before.iter().map(|other| other.phase).collect();
        assert_eq!(phases, [None, Some("LateUpdate"), Some("LateUpdate"), None]);
        refuses(
            quote!(after, after = A, after(), after(A, late_update()), after("A")),
            "`after(Type)`, `after(Type, Other)` or `after(late_update(Type))`",
        );
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
}
