//! Types whose changes are tracked: the key `track`.

use super::feature::*;
use crate::input::Input;

#[derive(Default)]
pub struct Tracking(pub Option<Ident>);

impl Feature for Tracking {
    fn keys(&mut self) -> Keys<'_> {
        vec![("track", &mut self.0)]
    }

    fn expand(&self, model: &Model, output: &mut Output) {
        self.0.iter().for_each(|key| track(&model.input, key, output));
    }
}

/// Writes that changes of the type are tracked, as a key says.
pub fn track(input: &Input, key: &Ident, output: &mut Output) {
    let span = at(key);
    output.always.push(implementation(input, span, &quote_spanned!(span=> Tracked), &TokenStream::new()));
    output.spec.extend(flag("tracked", Some(key)));
}

#[cfg(test)]
mod tests {
    use crate::testing::*;

    #[test]
    fn snapshots() {
        let none = no_hooks();
        check("tracking", quote! { #none #[component(track)] struct Place(f32); });
    }

    #[test]
    fn the_key_is_a_flag() {
        refuses(quote!(track = x, track(pos)), "only the key");
    }
}
