//! A subscriber that remembers: spans as they lie inside each other, and warnings.

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

/// What was seen.
#[derive(Clone, Default)]
pub struct Seen(Arc<Mutex<Vec<Item>>>);

/// A span, or a warning.
struct Item {
    id: Option<Id>,
    text: String,
    /// In how many spans it lies, all of which were entered; `None` before it is entered itself.
    depth: Option<usize>,
}

/// Runs a function, and returns what was seen of it on this thread.
pub fn watch(f: impl FnOnce()) -> Seen {
    let seen = Seen::default();
    tracing::subscriber::with_default(tracing_subscriber::registry().with(seen.clone()), f);
    seen
}

impl Seen {
    /// The spans in the order in which they were first entered, further right for each that they lie in.
    pub fn tree(&self) -> String {
        let items = self.0.lock().unwrap();
        let spans = items.iter().filter(|item| item.id.is_some());
        spans.fold(String::new(), |mut tree, Item { text, depth, .. }| {
            let depth = 2 * depth.expect("each span is entered");
            writeln!(tree, "{:depth$}{text}", "").expect("a text takes all");
            tree
        })
    }

    pub fn warnings(&self) -> Vec<String> {
        let items = self.0.lock().unwrap();
        items.iter().filter(|item| item.id.is_none()).map(|item| item.text.clone()).collect()
    }

    /// Changes a span.
    fn change(&self, id: &Id, change: impl FnOnce(&mut Vec<Item>, usize)) {
        let mut items = self.0.lock().unwrap();
        // The youngest: ids are used again.
        let place = items.iter().rposition(|item| item.id.as_ref() == Some(id)).expect("it was seen");
        change(&mut items, place);
    }
}

impl<S: Subscriber + for<'s> LookupSpan<'s>> Layer<S> for Seen {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, _: Context<'_, S>) {
        assert_eq!(attributes.metadata().target(), "ecs_core");
        let mut text = attributes.metadata().name().to_owned();
        attributes.record(&mut Text(&mut text));
        self.0.lock().unwrap().push(Item { id: Some(id.clone()), text, depth: None });
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, _: Context<'_, S>) {
        self.change(id, |items, place| values.record(&mut Text(&mut items[place].text)));
    }

    fn on_enter(&self, id: &Id, context: Context<'_, S>) {
        let depth = context.span_scope(id).map_or(0, |scope| scope.skip(1).count());
        self.change(id, |items, place| {
            if items[place].depth.is_none() {
                let item = items.remove(place);
                items.push(Item { depth: Some(depth), ..item });
            }
        });
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        assert_eq!((event.metadata().target(), event.metadata().level()), ("ecs_core", &Level::WARN));
        let mut text = String::new();
        event.record(&mut Text(&mut text));
        self.0.lock().unwrap().push(Item { id: None, text, depth: None });
    }
}

/// Fields as text; a message without its name.
struct Text<'t>(&'t mut String);

impl Visit for Text<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.record_debug(field, &format_args!("{value}"));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let written = match field.name() {
            "message" => write!(self.0, "{value:?}"),
            name => write!(self.0, " {name}={value:?}"),
        };
        written.expect("a text takes all");
    }
}
