//! What a component takes over from those above it: the key `inherits`.

use super::feature::*;
use super::tracking::track;

/// The method that the key calls, and what `parallel` calls that method.
const METHOD: &str = "inherit";

#[derive(Default)]
pub struct Inherit(Option<Inherits>);

/// The key, and the method that it names.
struct Inherits(Ident, Source);

/// `inherits`, `inherits = method` or `inherits = path::to::function`.
impl Value for Inherits {
    fn read(entry: &Entry) -> syn::Result<Self> {
        let source = Source::of(entry, METHOD).filter(|source| !source.is_absent());
        let right = "`inherits`, `inherits = method` or `inherits = path::to::function`";
        Ok(Self(entry.key.clone(), entry.expect(source, right)?))
    }
}

impl Feature for Inherit {
    fn keys(&mut self) -> Keys<'_> {
        vec![("inherits", &mut self.0)]
    }

    fn pass(&self) -> Option<(&'static str, &'static str)> {
        Some(("inherits", METHOD))
    }

    fn methods(&self) -> Vec<(Option<&'static str>, &Source)> {
        self.0.iter().map(|Inherits(_, source)| (Some(METHOD), source)).collect()
    }

    fn check(&self, ctxt: &mut Ctxt, model: &Model) {
        match (&self.0, model.hooks.parallel(METHOD)) {
            (None, Some(place)) => {
                ctxt.error(place, "`parallel(inherit)` has nothing to act on: write `inherits` too");
            }
            (Some(Inherits(key, _)), _) if model.input.is_singleton() => {
                ctxt.error(key, "a singleton has no parent to inherit from: remove `inherits`");
            }
            _ => {}
        }
    }

    /// Writes a trait with the method of the type, so that everybody calls the same.
    fn expand(&self, model: &Model, output: &mut Output) {
        let Some(Inherits(key, source)) = &self.0 else { return };
        let Some((span, _, method)) = source.named() else { return };
        let body = quote_spanned! {span=>
            #[inline]
            fn __inherit(&mut self, __parent: ::core::option::Option<&Self>) -> __p::Ended {
                use __p::HasInherit as _;
                __p::inherit::<Self, _, _>(#method, self, __parent)
            }
        };
        output.items.push(implementation(&model.input, span, &quote_spanned!(span=> Inherits), &body));
        output.extensions.push(match model.hooks.parallel(METHOD) {
            Some(place) => {
                quote_spanned!(at(place)=> inherit: __p::inherits_in_parallel::<Self>())
            }
            None => quote_spanned!(at(key)=> inherit: __p::inherits::<Self>()),
        });
        output.spec.extend(flag("has_own_order", Some(key)));
        if model.tracking.0.is_none() {
            track(&model.input, key, output);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::*;

    /// By its method, by another one, by a function, and by several threads.
    #[test]
    fn snapshots() {
        let none = no_hooks();
        check("inherits", quote! { #none #[component(inherits)] struct Place(f32); });
        check("inherits_renamed", quote! { #none #[component(inherits = follow, track)] struct Place(f32); });
        check(
            "inherits_parallel",
            quote! {
                #[component(inherits = crate::places::follow, parallel(inherit))] struct Place<T: Clone>(T);
            },
        );
    }

    #[test]
    fn a_type_inherits_by_three_forms() {
        refuses(
            quote!(inherits(Place), inherits(), inherits = none, inherits = "follow", inherits =),
            "`inherits`, `inherits = method` or `inherits = path::to::function`",
        );
        assert_eq!(
            errors(quote! { #[component(inherits, inherits = follow)] struct Place; }),
            ["duplicate key `inherits`: keep one"],
        );
        let guess = &errors(quote! { #[component(inherit)] struct Place; })[0];
        assert!(guess.starts_with("unknown key `inherit`, did you mean `inherits`?"), "{guess}");
    }

    #[test]
    fn a_parallel_inherit_needs_the_key() {
        assert_eq!(
            errors(quote! { #[component(parallel(inherits))] struct Place; }),
            ["the hook is `inherit`: write `inherits, parallel(inherit)`"],
        );
        let message = "`parallel(inherit)` has nothing to act on: write `inherits` too";
        assert_eq!(errors(quote! { #[component(parallel(inherit, update))] struct Place; }), [message]);
        assert!(errors(quote! { #[component(inherits = go, parallel(inherit))] struct Place; }).is_empty());
        assert!(errors(quote! { #[component(inherits, parallel)] struct Place<T>(T); }).is_empty());
    }

    #[test]
    fn no_singleton_inherits() {
        assert!(errors(quote! { #[component(track, inherits)] struct Place; }).is_empty());
        assert_eq!(
            errors_of_singleton(quote! { #[component(track, inherits)] struct Place; }),
            ["a singleton has no parent to inherit from: remove `inherits`"],
        );
    }

    /// It is intended, so there is no warning.
    #[test]
    fn a_near_miss_may_be_the_method() {
        let input = quote! { #[component(inherits = awake)] struct Place; };
        let written = crate::derive(&parse(input), Number::Many, Features::default()).to_string();
        assert!(written.contains("Absent , < __It > :: Awake") && !written.contains("< __It > :: awake"));
    }
}
