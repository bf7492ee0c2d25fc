//! [`Inquiry`]: what a request asks of the world.

use std::borrow::Cow;

use crate::ids::Entity;
use crate::json::Json;

use super::http::Request;
use super::refusal::Refusal;
use super::wire::{FORMAT, LONGEST_NAME};

/// How an entity is named in a request: by index and generation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Id {
    pub(super) index: u32,
    pub(super) generation: u32,
}

impl Id {
    pub(super) fn of(entity: Entity) -> Self {
        Self { index: entity.index(), generation: entity.generation() }
    }

    /// Reads `12v1`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (index, generation) = text.split_once('v')?;
        Some(Self { index: index.parse().ok()?, generation: generation.parse().ok()? })
    }
}

/// What is asked.
#[derive(Debug)]
pub(super) enum Inquiry {
    World,
    Entities(Listing),
    Entity(Id),
    Timings,
    Order,
    Problems,
    Dangling { after: Option<String> },
    ChangeEntity(Id, EntityChange),
    Despawn(Id),
    ChangeComponent(Id, u32, ComponentChange),
    Remove(Id, u32),
    ChangeTime(TimeChange),
}

/// Which entities are to be listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Listing {
    pub(super) within: SearchedIn,
    /// A part of the name, in lower case.
    pub(super) name: Option<String>,
    pub(super) component: Option<u32>,
    pub(super) after: Option<String>,
    pub(super) limit: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchedIn {
    Roots,
    All,
    ChildrenOf(Id),
}

#[derive(Debug)]
pub(super) struct EntityChange {
    pub(super) enabled: Option<bool>,
    /// Another name, or none any more.
    pub(super) name: Option<Option<String>>,
}

#[derive(Debug)]
pub(super) struct ComponentChange {
    pub(super) enabled: Option<bool>,
    /// Another value, at this place.
    pub(super) edit: Option<(String, Json)>,
}

#[derive(Debug)]
pub(super) struct TimeChange {
    pub(super) paused: Option<bool>,
    pub(super) scale: Option<f32>,
}

/// So many entities are listed at once, if nothing else is said, and at most.
const USUAL: usize = 100;
const MOST: usize = 500;

impl Inquiry {
    /// Reads what a request asks.
    pub(super) fn of(request: &Request) -> Result<Self, Refusal> {
        let (path, options) = request.target.split_once('?').unwrap_or((&request.target, ""));
        let version = format!("v{FORMAT}");
        let parts: Vec<_> = path.split('/').skip(1).collect();
        let Some((_, parts)) = parts.split_first().filter(|(first, _)| **first == version) else {
            return Err(missing(path));
        };
        let options = Options::of(options);
        let method = &*request.method;
        options.refuse_unknown(match parts {
            ["entities"] => &["in", "name", "type", "after", "limit"],
            ["dangling"] => &["after"],
            _ => &[],
        })?;
        match (parts, method) {
            (["world"], "GET") => Ok(Self::World),
            (["timings"], "GET") => Ok(Self::Timings),
            (["order"], "GET") => Ok(Self::Order),
            (["problems"], "GET") => Ok(Self::Problems),
            (["dangling"], "GET") => Ok(Self::Dangling { after: options.get("after") }),
            (["time"], "PATCH") => time_change(request).map(Self::ChangeTime),
            (["entities"], "GET") => options.listing().map(Self::Entities),
            (["entities", entity], "GET") => id(entity).map(Self::Entity),
            (["entities", entity], "PATCH") => Ok(Self::ChangeEntity(id(entity)?, entity_change(request)?)),
            (["entities", entity], "DELETE") => id(entity).map(Self::Despawn),
            (["entities", entity, "components", component], "PATCH") => {
                Ok(Self::ChangeComponent(id(entity)?, number(component)?, component_change(request)?))
            }
            (["entities", entity, "components", component], "DELETE") => {
                Ok(Self::Remove(id(entity)?, number(component)?))
            }
            (
                ["world" | "timings" | "order" | "problems" | "dangling" | "time"]
                | ["entities"]
                | ["entities", _]
                | ["entities", _, "components", _],
                _,
            ) => Err(Refusal::new(405, format_args!("`{method}` is not for `{path}`"))),
            _ => Err(missing(path)),
        }
    }
}

/// A request for what is not there.
fn missing(path: &str) -> Refusal {
    Refusal::new(404, format_args!("version {FORMAT} has no `{path}`: its paths begin with `/v{FORMAT}/`"))
}

fn id(text: &str) -> Result<Id, Refusal> {
    Id::parse(text).ok_or_else(|| Refusal::bad(format_args!("`{text}` is no entity: write it as `12v1`")))
}

/// A name that is longer than any that is shown.
pub(super) fn too_long() -> Refusal {
    Refusal::bad(format_args!("a name is at most {LONGEST_NAME} bytes long here"))
}

fn number(text: &str) -> Result<u32, Refusal> {
    text.parse().map_err(|_| {
        Refusal::bad(format_args!("`{text}` is no type: write its number, from `/v{FORMAT}/world`"))
    })
}

fn entity_change(request: &Request) -> Result<EntityChange, Refusal> {
    let mut body = Body::of(request)?;
    let change = EntityChange {
        enabled: body.bool("enabled")?,
        name: body.field("name", "text or null", |value| match value {
            Json::Null => Some(None),
            Json::Text(name) => Some(Some(name)),
            _ => None,
        })?,
    };
    body.end(change)
}

fn component_change(request: &Request) -> Result<ComponentChange, Refusal> {
    let mut body = Body::of(request)?;
    let text = |value| if let Json::Text(text) = value { Some(text) } else { None };
    let at = body.field("at", "text", text)?;
    let edit = match (at, body.take("value")) {
        (Some(at), Some(value)) => Some((at, value)),
        (None, None) => None,
        _ => return Err(Refusal::bad("a change of a value has both `at` and `value`")),
    };
    let change = ComponentChange { enabled: body.bool("enabled")?, edit };
    body.end(change)
}

fn time_change(request: &Request) -> Result<TimeChange, Refusal> {
    let mut body = Body::of(request)?;
    let change = TimeChange { paused: body.bool("paused")?, scale: body.number("scale")? };
    body.end(change)
}

/// The fields of a request's body that were not read yet.
struct Body(Vec<(String, Json)>);

impl Body {
    fn of(request: &Request) -> Result<Self, Refusal> {
        match Json::parse(&request.body) {
            Ok(Json::Map(fields)) => Ok(Self(fields)),
            Ok(_) => Err(Refusal::bad("the body of the request is no map")),
            Err(error) => Err(Refusal::bad(format_args!("the body of the request is no JSON: {error}"))),
        }
    }

    fn take(&mut self, name: &str) -> Option<Json> {
        let place = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.swap_remove(place).1)
    }

    /// Takes a field, of which a function knows the form.
    fn field<T>(
        &mut self,
        name: &str,
        expected: &str,
        of: impl FnOnce(Json) -> Option<T>,
    ) -> Result<Option<T>, Refusal> {
        let unlike = || Refusal::bad(format_args!("the field `{name}` of the body is {expected}"));
        self.take(name).map(|value| of(value).ok_or_else(unlike)).transpose()
    }

    fn bool(&mut self, name: &str) -> Result<Option<bool>, Refusal> {
        let of = |value| if let Json::Bool(value) = value { Some(value) } else { None };
        self.field(name, "true or false", of)
    }

    fn number(&mut self, name: &str) -> Result<Option<f32>, Refusal> {
        let of = |value| if let Json::Number(value) = value { Some(value.as_f64() as f32) } else { None };
        self.field(name, "a number", of)
    }

    /// Refuses what nobody has read.
    fn end<T>(self, change: T) -> Result<T, Refusal> {
        match self.0.first() {
            None => Ok(change),
            Some((name, _)) => {
                Err(Refusal::bad(format_args!("the body has a field `{name}` that nobody knows")))
            }
        }
    }
}

/// What stands behind the path.
pub(super) struct Options<'r>(Vec<(Cow<'r, str>, Cow<'r, str>)>);

impl<'r> Options<'r> {
    pub(super) fn of(options: &'r str) -> Self {
        Self(form_urlencoded::parse(options.as_bytes()).collect())
    }

    /// An option that is there, and not empty.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        let value = self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.to_string());
        value.filter(|value| !value.is_empty())
    }

    fn refuse_unknown(&self, known: &[&str]) -> Result<(), Refusal> {
        match self.0.iter().find(|(name, _)| !known.contains(&&**name)) {
            None => Ok(()),
            Some((name, _)) => Err(Refusal::bad(format_args!("there is no option `{name}` here"))),
        }
    }

    fn listing(&self) -> Result<Listing, Refusal> {
        let name = self.get("name").map(|name| name.to_lowercase());
        if name.as_ref().is_some_and(|name| name.len() > LONGEST_NAME) {
            return Err(too_long());
        }
        let component = self.get("type").map(|component| number(&component)).transpose()?;
        let within = match self.get("in").as_deref() {
            None if name.is_none() && component.is_none() => SearchedIn::Roots,
            None | Some("all") => SearchedIn::All,
            Some("roots") => SearchedIn::Roots,
            Some(parent) => SearchedIn::ChildrenOf(id(parent)?),
        };
        let limit = match self.get("limit") {
            Some(limit) => limit.parse().map_err(|_| Refusal::bad("`limit` is no number"))?,
            None => USUAL,
        };
        Ok(Listing { within, name, component, after: self.get("after"), limit: limit.clamp(1, MOST) })
    }
}
