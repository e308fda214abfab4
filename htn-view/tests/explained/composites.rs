//! Names of agents that are inside of other values: in logs, reports, live views and explanations.

use htn_view::{LiveView, Recorded, Recording, Report, Value};
use squad_htn::explain::given;
use squad_htn::prelude::*;

/// Prints as the handle of an engine does.
#[derive(Clone, Copy, PartialEq, Eq, Term)]
pub struct Unit(pub u8);

impl std::fmt::Debug for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}v0", self.0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Patient(pub Unit);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Job {
    Heal { who: Patient, bed: u8 },
    Watch(Unit, Option<Unit>),
}

htn_domain! {
    pub domain infirmary;
    agent Unit;
    predicate unit(Unit) [8];
    predicate ill(Patient) [8];
    predicate lies(Patient, (u8, Option<Unit>)) [8];
    predicate job(Job) [8];
    operator heal(who: Unit, patient: Patient) by who {
        if ill(patient);
        success delete ill(patient);
    }
    operator work(who: Unit, what: Job) by who { if job(what); success delete job(what); }
    pub method duty() {
        branch nurse if ill(patient) && unit(who) && patient.0 != who { heal(who, patient); }
        branch labour if job(what) && unit(who) && !ill(_) { work(who, what); }
    }
}
use infirmary::{Director, Domain, Fact, Task};

fn names(value: Value<'_>) -> Option<String> {
    let unit: Unit = value.get("Unit")?;
    let name = ["Nobody", "Ash", "Beck"].get(usize::from(unit.0))?;
    Some((*name).to_owned())
}

fn director() -> Director {
    let mut director = Director::new(Task::Duty).interval(2);
    for fact in [
        Fact::Unit(Unit(1)),
        Fact::Unit(Unit(12)),
        Fact::Ill(Patient(Unit(2))),
        Fact::Lies(Patient(Unit(2)), (2, Some(Unit(1)))),
        Fact::Job(Job::Heal {
            who: Patient(Unit(1)),
            bed: 1,
        }),
        Fact::Job(Job::Watch(Unit(2), Some(Unit(12)))),
    ] {
        director.state_mut().insert(fact).unwrap();
    }
    director
}

/// The first action fails, so that there is a repair.
fn recording(mut look: impl FnMut(&Recording<Domain>, &Director)) -> Recording<Domain> {
    let (mut director, mut recording) = (director(), Recording::new().names(names));
    for tick in 0..24 {
        let commands: Vec<_> = director.tick(&(), Budget::unlimited()).collect();
        recording.tick(&director);
        recording.explain(&director, &()).unwrap();
        look(&recording, &director);
        for command in commands {
            if let Command::Start { id, .. } = command {
                let outcome = [Outcome::Failure, Outcome::Success][usize::from(tick > 2)];
                director.finish(id, outcome).unwrap();
            }
        }
    }
    recording
}

/// No unit that has a name is called by its number.
fn assert_named(what: &str, text: &str) {
    for (number, _) in text.match_indices("v0") {
        let rest = text[..number].trim_end_matches(|letter: char| letter.is_ascii_digit());
        assert_eq!(&text[rest.len()..number], "12", "{what}: {text}");
    }
}

fn assert_all(what: &str, text: &str, parts: &[&str]) {
    assert_named(what, text);
    for part in parts {
        assert!(text.contains(part), "{what} has no {part}: {text}");
    }
}

#[test]
fn log_and_report_name_units_inside_of_values() {
    let recording = recording(|_, _| {});
    let acts = [
        "Ash        started heal(Ash, Patient(Beck))",
        "failed at heal(Ash, Patient(Beck)): reported by the game",
        "started work(Ash, Heal { who: Patient(Ash), bed: 1 })",
        "started work(Ash, Watch(Beck, Some(12v0)))",
    ];
    assert_all("log", &recording.log(10.0), &acts);
    let read = Recorded::read(&recording.to_bytes()).unwrap();
    assert_eq!(read.log(10.0), recording.log(10.0));
    let page = Report::new("").squad("", &read).to_html();
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let texts = data["texts"].as_array().unwrap().iter();
    let texts: Vec<_> = texts.map(|text| text.as_str().unwrap()).collect();
    assert_all(
        "report",
        &texts.join("\n"),
        &[
            "Patient(Beck), (2, Some(Ash))",
            "work(Ash, Watch(Beck, Some(12v0)))",
            "chosen with patient = Patient(Beck), who = Ash",
        ],
    );
    assert_named("timeline", &recording.timeline(10.0));
    for repair in recording.repairs() {
        assert_named("repair", &repair.to_string());
    }
}

#[test]
fn live_view_names_units_inside_of_values() {
    let mut view = LiveView::new();
    let mut seen = String::new();
    recording(|recording, _| {
        view.show("infirmary", recording);
        let text = view.to_text(200, 50);
        assert_named("live view", &text);
        seen += &text;
    });
    let parts = [
        "▶ heal(Ash, Patient(Beck))",
        "+ lies(Patient(Beck), (2, Some(Ash)))",
        "+ job(Heal { who: Patient(Ash), bed: 1 })",
        "duty() [nurse]: patient = Patient(Beck), who = Ash",
    ];
    assert_all("live view", &seen, &parts);
}

#[test]
fn explanations_name_units_inside_of_values() {
    let mut director = director();
    let why = director.explain(&()).unwrap();
    let text = why.with_names(&names).to_string();
    let chosen = "chosen with patient = Patient(Beck), who = Ash";
    assert_all("explanation", &text, &[chosen, "heal(Ash, Patient(Beck))"]);
    let state = director.state_mut();
    state.remove(Fact::Ill(Patient(Unit(2))));
    state.insert(Fact::Ill(Patient(Unit(1)))).unwrap();
    let why_not = state.why_not(
        &(),
        Task::Duty,
        "nurse",
        [given("patient", Patient(Unit(2)))],
    );
    let text = why_not.unwrap().with_names(&names).to_string();
    assert_all("why not", &text, &["patient = Patient(Beck)"]);
}
