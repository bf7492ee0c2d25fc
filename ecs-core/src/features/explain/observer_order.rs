//! [`ObserverOrder`]: the observers of an event, in their order.

use crate::base::WithoutPaths;
use crate::world::{Subscriber, Subscribers, WorldCore};

/// The observers of an occasion, in their order: see [`observe`](crate::observe).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ObserverOrder {
    /// The event, such as `Add<Enemy>`.
    pub event: String,
    /// The methods of types that listen, such as `Radar::came`, and closures, by the place of their
    /// [`observe`](crate::observe), with a note if they have [a condition](crate::Observer::run_if). Systems
    /// that read what was [`Removed`](crate::Removed) are named as such.
    pub observers: Vec<String>,
}

/// What is observed in a world, in the order in which the first observer of each has registered.
pub(super) fn observers(core: &WorldCore) -> Vec<ObserverOrder> {
    let orders = core.observers.all().into_iter().map(|subscribers| order_of(core, &subscribers));
    orders.filter(|order| !order.observers.is_empty()).collect()
}

fn order_of(core: &WorldCore, subscribers: &Subscribers) -> ObserverOrder {
    let mut observers: Vec<String> =
        subscribers.list.iter().filter_map(|subscriber| name_of(core, subscriber)).collect();
    if subscribers.observing.observed.occasion.is_end() {
        observers.reverse();
    }
    ObserverOrder { event: WithoutPaths((subscribers.observing.name)()).to_string(), observers }
}

fn name_of(core: &WorldCore, subscriber: &Subscriber) -> Option<String> {
    match subscriber {
        Subscriber::Type(listening) => {
            let column = core.columns.numbered(listening.number);
            Some(format!("{}::{}", column.name(), column.info.spec.events[listening.listener].method))
        }
        Subscriber::Closure(closure) if closure.is_over() => None,
        Subscriber::Closure(closure) => Some(match closure.at {
            Some(at) if closure.has_condition.get() => format!("the closure at {at}, on a condition"),
            Some(at) => format!("the closure at {at}"),
            None => "a system that reads it".to_owned(),
        }),
    }
}

crate::base::display_by! {
    [] ObserverOrder, |this, f| write!(f, "{} is heard by {}", this.event, this.observers.join(", then "))
}
