//! How snapshots of a world copy a type: the key `no_snapshot`.

use super::feature::*;

#[derive(Default)]
pub struct Snapshot(Option<Ident>);

impl Feature for Snapshot {
    fn is_of_states(&self) -> bool {
        true
    }

    fn keys(&mut self) -> Keys<'_> {
        vec![("no_snapshot", &mut self.0)]
    }

    fn expand(&self, model: &Model, output: &mut Output) {
        output.spec.extend(flag("no_snapshot", self.0.as_ref()));
        if model.input.features.snapshot {
            output.asked.extend(quote_spanned! {model.input.span()=>
                .copied(
                    { use __p::MaybeClone as _; __p::Probe::<Self>::CLONE },
                    { use __p::MaybeCopy as _; __p::Probe::<Self>::COPY },
                )
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::*;

    #[test]
    fn snapshots() {
        let none = no_hooks();
        let features = Features { serde: true, snapshot: true };
        let input = quote! { #none #[component(no_snapshot)] struct Sound(u32); };
        check_with("left_out_snapshot", input, features);
    }
}
