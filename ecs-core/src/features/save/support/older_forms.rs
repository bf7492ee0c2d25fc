//! Older forms of a type, as the derive declares and reads them.

use serde::de::value::{Error, MapDeserializer};
use serde::de::{Error as _, IntoDeserializer};
use serde::{Deserialize, Serialize};

use crate::Component;
use crate::spec::spec;

#[derive(Component, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[component(save = "health")]
#[component(was("life", "hp" 2 => |now: f32| Health { now, most: 100.0 }))]
#[component(was(1 => Self::from_whole, 2 => |old: HealthV2| Health { now: old.now, most: 1.0 }))]
struct Health {
    now: f32,
    most: f32,
}

impl Health {
    fn from_whole(now: u32) -> Self {
        Self { now: now as f32, most: 10.0 }
    }
}

#[derive(Deserialize)]
struct HealthV2 {
    now: f32,
}

#[test]
fn older_forms_are_declared() {
    let spec = spec::<Health>();
    assert_eq!(
        (spec.extensions.save.name, spec.extensions.save.version, spec.extensions.save.transient),
        (Some("health"), 3, false)
    );
    let forms: Vec<_> =
        spec.extensions.save.was.iter().map(|was| (was.name, was.version, was.migrates)).collect();
    let names = [(Some("life"), 1, false), (Some("hp"), 2, true), (None, 1, true), (None, 2, true)];
    assert_eq!(forms, names);
}

#[test]
fn a_value_of_an_older_form_becomes_one_of_now() {
    let of_hp = Health::__was(1, IntoDeserializer::<Error>::into_deserializer(5.0_f32));
    assert_eq!(of_hp, Ok(Health { now: 5.0, most: 100.0 }));
    let of_first = Health::__was(2, IntoDeserializer::<Error>::into_deserializer(5_u32));
    assert_eq!(of_first, Ok(Health { now: 5.0, most: 10.0 }));
    let of_second = Health::__was(3, MapDeserializer::<_, Error>::new([("now", 0.5_f32)].into_iter()));
    assert_eq!(of_second, Ok(Health { now: 0.5, most: 1.0 }));
    let wrong = Health::__was(2, IntoDeserializer::<Error>::into_deserializer("much"));
    assert_eq!(wrong.unwrap_err().to_string(), "invalid type: string \"much\", expected u32");
}

#[test]
fn a_type_without_older_forms_says_so() {
    #[derive(Component, PartialEq, Debug)]
    struct New;

    let message = "`New` does not say how its old form 0 becomes the present one";
    let read = New::__was(0, IntoDeserializer::<Error>::into_deserializer(1_u8));
    assert_eq!(read, Err(Error::custom(message)));
}
