//! Squads, orders and settings by reflection, as an inspector goes about it.

use crate::common;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy_reflect::{ReflectMut, ReflectRef, TypeRegistration};
use bevy_squad_htn::prelude::*;
use common::*;
use std::any::TypeId;

/// Returns the registered data of a type.
fn registration<T: 'static>(app: &App) -> TypeRegistration {
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let found = registry.get(TypeId::of::<T>());
    found.expect("it is registered").clone()
}

fn component<T: 'static>(app: &App) -> ReflectComponent {
    let registration = registration::<T>(app);
    let component = registration.data::<ReflectComponent>();
    component.expect("it is a component").clone()
}

/// The fields of a component of an entity, by name, as they print.
fn fields<T: 'static>(app: &App, entity: Entity) -> Vec<(String, String)> {
    let component = component::<T>(app);
    let entity = app.world().entity(entity);
    let value = component.reflect(entity).expect("the entity has it");
    let ReflectRef::Struct(fields) = value.reflect_ref() else {
        panic!("it has fields");
    };
    let fields = fields.iter_fields();
    let fields = fields.map(|(name, value)| (name.to_owned(), format!("{value:?}")));
    fields.collect()
}

/// A squad with an order, and that order.
fn squad_with_order(app: &mut App) -> (Entity, Entity) {
    let squad = squad(app, [Fact::Loot(2)]);
    for at in [0, 1] {
        member(app, squad, at);
    }
    for _ in 0..5 {
        app.update();
    }
    let (order, _) = running(app)[0];
    (squad, order)
}

#[test]
fn an_inspector_reads_squads_and_orders() {
    let mut app = app();
    let (squad, order) = squad_with_order(&mut app);
    let order_text = {
        let order = app.world().get::<Order<Domain>>(order).expect("it runs");
        order.action().to_string()
    };
    let found = fields::<Order<Domain>>(&app, order);
    let text = found.iter().find(|(name, _)| name == "text");
    assert_eq!(text.expect("it has one").1, format!("{order_text:?}"));
    assert_eq!(found[0], (String::from("squad"), format!("{squad:?}")));

    let task = app
        .world()
        .get::<Squad<Domain>>(squad)
        .expect("it is there")
        .task();
    let found = fields::<Squad<Domain>>(&app, squad);
    let wanted = [
        ("text", format!("{:?}", task.to_string())),
        ("weight", String::from("1")),
    ];
    assert_eq!(found, wanted.map(|(name, value)| (name.to_owned(), value)));
}

#[test]
fn types_have_the_domain_in_their_names() {
    let app = app();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let short = registry.get_with_short_type_path("Squad<raid>");
    let short = short.expect("that is what it is called");
    assert_eq!(short.type_id(), TypeId::of::<Squad<Domain>>());
    let path = short.type_info().type_path();
    assert!(
        path.starts_with("bevy_squad_htn::squad::Squad<") && path.contains("raid"),
        "{path}"
    );
    let long = registry.get_with_type_path(path).expect("by its path, too");
    assert_eq!(long.type_id(), TypeId::of::<Squad<Domain>>());
    assert!(registry.get_with_short_type_path("Order<raid>").is_some());
}

/// Changes by an inspector apply from the next tick on.
#[test]
fn an_inspector_changes_settings() {
    let mut app = app();
    let (squad, _) = squad_with_order(&mut app);
    let searches = |app: &App| {
        let squads = app.world().resource::<Squads<Domain>>();
        squads.get(squad).expect("it is there").answers()
    };
    let mut set_interval = |interval: u32| {
        let component = component::<SquadSettings>(&app);
        let entity = app.world_mut().entity_mut(squad);
        let mut settings = component.reflect_mut(entity).expect("it has them");
        let ReflectMut::Struct(settings) = settings.reflect_mut() else {
            panic!("they have fields");
        };
        let field = settings.field_mut("interval").expect("one of them");
        field.apply(&interval);
        // The search that is due comes first.
        app.update();
        app.update();
        let before = searches(&app);
        for _ in 0..50 {
            app.update();
        }
        searches(&app) - before
    };
    let rarely = set_interval(1_000);
    let often = set_interval(1);
    assert!(
        rarely <= 1 && often >= 25,
        "{rarely} and {often} searches in 50 ticks"
    );
}

/// Every setting of a director is a field of the component.
#[test]
fn squad_settings_are_those_of_a_director() {
    let component = SquadSettings {
        stall_timeout: 7,
        detect_loops: true,
        policy: Policy::Replace,
        ..Default::default()
    };
    let director = DirectorSettings::from(component);
    let expected = DirectorSettings::default().stall_timeout(7);
    assert_eq!(
        director,
        expected.detect_loops(true).policy(Policy::Replace)
    );
    assert_eq!(SquadSettings::from(director), component);
    let (ours, theirs) = (format!("{component:?}"), format!("{director:?}"));
    assert_eq!(ours.replace("SquadSettings", "DirectorSettings"), theirs);
}

/// Cloning an entity does not clone the records of its squad or order.
#[test]
fn a_copy_of_an_entity_is_no_squad_and_no_order() {
    let mut app = app();
    let (squad, order) = squad_with_order(&mut app);
    for entity in [squad, order] {
        let copy = app.world_mut().entity_mut(entity).clone_and_spawn();
        let copy = app.world().entity(copy);
        assert!(!copy.contains::<Squad<Domain>>() && !copy.contains::<Order<Domain>>());
    }
    app.update();
    assert_eq!(app.world().resource::<Squads<Domain>>().len(), 1);
}
