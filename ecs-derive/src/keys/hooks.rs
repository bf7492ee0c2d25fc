//! The hooks: their names as keys, and how those run that visit all components: the keys `isolated` and
//! `parallel`.

use proc_macro2::Span;
use quote::ToTokens;
use syn::ext::IdentExt;

use super::feature::*;
use crate::entry::Form;
use crate::hooks::{HOOKS, Kind, trait_of_missing};
use crate::output::with_fields;

pub struct Hooks {
    /// One for each of [`HOOKS`], in their order.
    pub all: Vec<Hook>,
    /// Near misses that are meant: `awake = none`.
    pub silenced: Vec<&'static str>,
    isolated: Option<Ident>,
    parallel: Option<Parallel>,
}

/// One hook of the type.
pub struct Hook {
    pub name: &'static str,
    pub kind: Kind,
    pub source: Source,
    /// Where it is said that several threads may run it.
    pub parallel: Option<Ident>,
}

/// The names of hooks, as they are written.
struct Parallel {
    hooks: Vec<Ident>,
    /// `update`, although no name is written.
    is_bare: bool,
}

impl Default for Hooks {
    fn default() -> Self {
        let hook = |&(name, kind)| Hook { name, kind, source: Source::Probed, parallel: None };
        Self { all: HOOKS.iter().map(hook).collect(), silenced: Vec::new(), isolated: None, parallel: None }
    }
}

impl Hook {
    /// Whether it runs over all components.
    fn is_pass(&self) -> bool {
        matches!(self.kind, Kind::Pass(_))
    }
}

impl Hooks {
    /// Says of each hook whether several threads may run it, and, if no key names it, where it comes from.
    pub fn complete(&mut self, is_generic: bool) {
        let parallel: Vec<_> = self.named_parallel().cloned().collect();
        for hook in &mut self.all {
            hook.parallel = parallel.iter().find(|name| *name == hook.name && hook.is_pass()).cloned();
            match (&hook.source, &hook.parallel) {
                // What is said of a hook is said of one that is there.
                (Source::Probed, Some(place)) => {
                    hook.source = Source::Method(Ident::new(hook.name, place.span()));
                }
                // In a generic type a method can be missed in silence: its impl may have bounds of its own.
                (Source::Probed, None) if is_generic => hook.source = Source::Unnamed,
                _ => {}
            }
        }
    }

    /// Where it is said that several threads may run a method.
    pub fn parallel(&self, name: &str) -> Option<&Ident> {
        self.named_parallel().find(|parallel| *parallel == name)
    }

    /// A hook that is named by a key. Errors are shown at the name.
    fn declared_hook(&self, hook: &Hook) -> Option<TokenStream> {
        let (span, _, body) = hook.source.named()?;
        let is_named_so = matches!(&hook.source, Source::Method(method) if method == hook.name);
        if !is_named_so {
            return Some(hook_field(hook, span, &body));
        }
        let is_bare = self.parallel.as_ref().is_some_and(|parallel| parallel.is_bare);
        // Otherwise rustc would advise to import the trait that gives each type a constant of that name.
        let missing = trait_of_missing(hook.name, is_bare && hook.parallel.is_some(), span);
        Some(hook_field(hook, span, &quote_spanned!(span=> { use __p::#missing as _; #body })))
    }

    fn named_parallel(&self) -> impl Iterator<Item = &Ident> {
        self.parallel.iter().flat_map(|parallel| &parallel.hooks)
    }

    /// Other methods run for one component.
    fn parallel_names_passes(&self, ctxt: &mut Ctxt, model: &Model) {
        let is_pass = |name: &Ident| self.all.iter().any(|hook| name == hook.name && hook.is_pass());
        for name in self.named_parallel().filter(|name| !is_pass(name)) {
            let mut others = model.features().filter_map(Feature::pass);
            let message = match others.find(|(key, method)| name == key || name == method) {
                Some((_, method)) if name == method => continue,
                Some((key, method)) => format!("the hook is `{method}`: write `{key}, parallel({method})`"),
                None => format!(
                    "`{name}` does not run over all components: only hooks that do, as `update`, can be \
                     parallel"
                ),
            };
            ctxt.error(name, message);
        }
    }
}

/// `update`, `update = step`, `update = physics::step` or `update = none`.
impl Slot for Hook {
    fn read(&mut self, entry: &Entry) -> syn::Result<()> {
        let right = "`{key}`, `{key} = method`, `{key} = path::to::function` or `{key} = none`";
        self.source = entry.expect(Source::of(entry, self.name), &right.replace("{key}", self.name))?;
        Ok(())
    }
}

/// `parallel`, which means `update`, or `parallel(late_update)`.
impl Value for Parallel {
    fn read(entry: &Entry) -> syn::Result<Self> {
        let is_bare = matches!(entry.form, Form::Bare);
        let hooks = match is_bare {
            true => Some(vec![Ident::new("update", entry.key.span())]),
            false => entry.items(),
        };
        let named = hooks.map(|hooks| Self { hooks, is_bare });
        entry.expect(named, "`parallel` or `parallel(update, late_update)`")
    }
}

impl Feature for Hooks {
    fn keys(&mut self) -> Keys<'_> {
        let hooks = self.all.iter_mut().map(|hook| (hook.name, hook as _));
        hooks.chain([("isolated", &mut self.isolated as _), ("parallel", &mut self.parallel as _)]).collect()
    }

    fn methods(&self) -> Vec<(Option<&'static str>, &Source)> {
        self.all.iter().map(|hook| (Some(hook.name), &hook.source)).collect()
    }

    fn check(&self, ctxt: &mut Ctxt, model: &Model) {
        let hooks = &self.all;
        self.parallel_names_passes(ctxt, model);
        if let Some(isolated) = &self.isolated {
            if !hooks.iter().any(|hook| hook.is_pass() && !hook.source.is_absent()) {
                let message =
                    "`isolated` has no `update` to act on: remove it, or name the hook with `update`";
                ctxt.error(isolated, message);
            }
            // Such a pass borrows its store as a whole anyway.
            if self.parallel("update").is_some() {
                ctxt.error(isolated, "a parallel `update` is isolated: remove `isolated`");
            }
        }
        for hook in hooks.iter().filter(|hook| hook.source.is_absent()) {
            if let Some(place) = &hook.parallel {
                let name = hook.name;
                ctxt.error(
                    place,
                    format!("`parallel` has no `{name}` to act on: remove it, or `{name} = none`"),
                );
            }
        }
    }

    /// Writes the hooks that are declared, over those that are found out.
    ///
    /// The import brings `SayWhichByAComponentKey`, which gives every type a constant with the name of each
    /// hook; an inherent method wins over it. It is in scope only there, so that a declared method that is
    /// missing is rustc's own error.
    fn expand(&self, model: &Model, output: &mut Output) {
        let span = model.input.span();
        let found: Vec<_> = self.all.iter().filter_map(|hook| probed_hook(hook, span)).collect();
        let declared = self.all.iter().filter_map(|hook| self.declared_hook(hook));
        let declared: Vec<_> = declared.chain(renamed(model)).collect();
        let base = with_fields(span, "HookSpec", &found, quote_spanned!(span=> __p::HookSpec::NONE));
        let base = match found.is_empty() {
            true => base,
            false => quote_spanned!(span=> { use __p::SayWhichByAComponentKey as _; #base }),
        };
        let hooks = with_fields(span, "HookSpec", &declared, base);
        let is_some = !found.is_empty() || !declared.is_empty();
        output.passes.extend(flag("isolated", self.isolated.as_ref()));
        output.hooks = is_some.then(|| quote_spanned!(span=> hooks: #hooks));
    }
}

/// A hook that is there if the type has a method of its name. Errors are shown at the type.
fn probed_hook(hook: &Hook, span: Span) -> Option<TokenStream> {
    let Source::Probed = hook.source else { return None };
    let method = Ident::new(hook.name, span);
    Some(hook_field(hook, span, &quote_spanned!(span=> <Self>::#method)))
}

/// The runtime finds the parameters of `body` by its type.
fn hook_field(hook: &Hook, span: Span, body: &impl ToTokens) -> TokenStream {
    let name = Ident::new(hook.name, span);
    if hook.parallel.is_some() {
        let text = hook.name;
        return quote_spanned! {span=>
            #name: __p::parallel::<Self, _, _>(&__p::ParMethod(#body, #text, __p::PhantomData))
        };
    }
    let take = match hook.kind {
        Kind::Init => "init",
        Kind::Life => "life",
        Kind::Pass(_) => "pass",
    };
    let take = Ident::new(take, span);
    quote_spanned!(span=> #name: __p::#take::<Self, _, _>(&__p::Method { 0: #body, 1: __p::PhantomData }))
}

/// The hooks whose method has another name, for messages.
fn renamed(model: &Model) -> Option<TokenStream> {
    let item = |(hook, source): (Option<&str>, &Source)| match (hook, source) {
        (Some(hook), Source::Method(method)) if method != hook => {
            let (span, name) = (at(method), method.unraw().to_string());
            Some((span, quote_spanned!(span=> (#hook, #name))))
        }
        _ => None,
    };
    list("renamed", model.methods().filter_map(item))
}

#[cfg(test)]
mod tests {
    use crate::testing::*;

    /// The four forms of a key.
    #[test]
    fn snapshots() {
        check(
            "hooks",
            quote! {
                #[component(init, update = fly, shutdown = crate::log::gone, on_enable = none)]
                struct Plane { speed: f32 }
            },
        );
    }

    #[test]
    fn other_forms_are_refused() {
        refuses(
            quote!(init("x"), init = "x", init = Self, init = |plane| (), init =),
            "`init`, `init = method`, `init = path::to::function` or `init = none`",
        );
    }

    #[test]
    fn isolated_needs_an_update() {
        refuses(quote!(isolated = x, isolated()), "only the key");
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
    fn parallel_names_passes() {
        let form = "`parallel` or `parallel(update, late_update)`";
        refuses(quote!(parallel = update, parallel(), parallel(1)), form);
        assert!(errors(quote! { #[component(parallel)] struct Grid<T>(T); }).is_empty());
        assert!(errors(quote! { #[component(parallel(update, late_update))] struct Plane; }).is_empty());
        assert_eq!(
            errors(quote! { #[component(init = none, parallel(init, update), isolated)] struct Plane; }),
            [
                "`init` does not run over all components: only hooks that do, as `update`, can be parallel",
                "a parallel `update` is isolated: remove `isolated`",
            ],
        );
        assert_eq!(
            errors(quote! { #[component(late_update = none, parallel(late_update))] struct Plane; }),
            ["`parallel` has no `late_update` to act on: remove it, or `late_update = none`"],
        );
    }
}
