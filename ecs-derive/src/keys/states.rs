//! Types that stand still out of a state: the key `in_state`.

use proc_macro2::TokenTree;
use quote::ToTokens;

use super::feature::*;

#[derive(Default)]
pub struct States(Vec<Pattern>);

/// A pattern of a state, with its key.
pub struct Pattern {
    key: Ident,
    tokens: TokenStream,
}

impl Pattern {
    /// The pattern, as a value that asks for it. A wrong pattern is an error at its place.
    pub fn expand(&self) -> TokenStream {
        let (span, tokens) = (at(&self.tokens), &self.tokens);
        quote_spanned! {span=>
            __p::in_state(
                ::core::stringify!(#tokens),
                &__p::Asks(|__state: &_| ::core::matches!(__state, &(#tokens)), __p::PhantomData),
            )
        }
    }

    /// The state, as far as it is written: the path of the pattern without its last name.
    fn state(&self) -> Option<String> {
        let path = self.tokens.clone().into_iter().take_while(|token| match token {
            TokenTree::Ident(_) => true,
            TokenTree::Punct(punct) => punct.as_char() == ':',
            TokenTree::Group(_) | TokenTree::Literal(_) => false,
        });
        let path: TokenStream = path.collect();
        path.to_string().rsplit_once("::").map(|(state, _)| state.trim().to_owned())
    }
}

/// `in_state(Screen::Play { .. } | Screen::Over)`.
impl Value for Pattern {
    fn read(entry: &Entry) -> syn::Result<Self> {
        let is_other = |token: &TokenTree| match token {
            TokenTree::Punct(punct) => punct.as_char() == ',',
            TokenTree::Ident(ident) => ident == "if",
            TokenTree::Group(_) | TokenTree::Literal(_) => false,
        };
        let is_pattern =
            |list: &TokenStream| !list.is_empty() && !list.clone().into_iter().any(|token| is_other(&token));
        let list = entry.list().filter(is_pattern);
        let right = format!(
            "`{0}(PATTERN)`, with a pattern of a state, such as `{0}(Screen::Play {{ .. }} | Screen::Over)`",
            entry.key
        );
        Ok(Self { key: entry.key.clone(), tokens: entry.expect(list, &right)? })
    }
}

impl Value for Vec<Pattern> {
    fn read(entry: &Entry) -> syn::Result<Self> {
        Ok(vec![Pattern::read(entry)?])
    }
}

impl Feature for States {
    fn keys(&mut self) -> Keys<'_> {
        vec![("in_state", &mut self.0)]
    }

    fn check(&self, ctxt: &mut Ctxt, _: &Model) {
        for (place, pattern) in self.0.iter().enumerate() {
            let is_same = |other: &Pattern| other.state().is_some() && other.state() == pattern.state();
            if self.0[..place].iter().any(is_same) {
                ctxt.error(
                    &pattern.key,
                    "a state has one value, and all keys must match: write one key, with `|` between the \
                     patterns of one state",
                );
            }
        }
    }

    fn expand(&self, _: &Model, output: &mut Output) {
        let item = |pattern: &Pattern| (at(&pattern.key), pattern.expand());
        if let Some(ins) = list("ins", self.0.iter().map(item)) {
            let span = at(&self.0[0].key);
            output.extensions.push(quote_spanned! {span=>
                states: __p::StateSpec { #ins, ..__p::StateSpec::NONE }
            });
        }
    }
}

impl ToTokens for Pattern {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.tokens.to_tokens(tokens);
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::*;

    #[test]
    fn snapshots() {
        let none = no_hooks();
        check(
            "states",
            quote! {
                #none
                #[component(in_state(Screen::Play { .. } | Screen::Over), in_state(Phase::Boss))]
                struct Ship { x: f32 }
            },
        );
    }

    #[test]
    fn the_key_has_a_pattern() {
        refuses(
            quote!(in_state, in_state = A, in_state(), in_state(A, B), in_state(A if true)),
            "`in_state(PATTERN)`, with a pattern of a state, such as \
             `in_state(Screen::Play { .. } | Screen::Over)`",
        );
    }

    #[test]
    fn the_patterns_of_one_state_stand_in_one_key() {
        let message = "a state has one value, and all keys must match: write one key, with `|` between the \
                       patterns of one state";
        assert_eq!(
            errors(quote! { #[component(in_state(Screen::Play), in_state(Screen::Over))] struct Ship; }),
            [message]
        );
        assert!(
            errors(quote! { #[component(in_state(Screen::Play), in_state(Phase::Boss))] struct Ship; })
                .is_empty()
        );
    }
}
