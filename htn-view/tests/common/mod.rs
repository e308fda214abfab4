//! A small game: medics and patients, a door that jams, and two medics of whom one waits for the other.

#![allow(dead_code, reason = "each test uses a part of it")]

use htn_view::Recording;
use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Medic(pub u16);

htn_domain! {
    /// Help for the wounded.
    pub domain ward;

    agent Medic;

    predicate medic(Medic) [600];
    predicate wounded(u16) [600];
    predicate taken(u16) [600];
    predicate tired(Medic) [600];
    predicate marked(f32) [4];
    predicate on_duty(Medic) [600];

    internal operator take(patient: u16) {
        if !taken(patient);
        add taken(patient);
        undo release(patient);
    }
    internal operator release(patient: u16) { delete taken(patient); }

    /// Takes a while.
    operator bandage(who: Medic, patient: u16) by who { success delete wounded(patient); }
    operator wash(who: Medic) by who {}
    operator hold_light(who: Medic, patient: u16) by who {}
    operator rest(who: Medic) by who { if tired(who); success delete tired(who); }

    pub method help() {
        /// With a second medic who holds the light.
        branch by_two
            if wounded(patient) && !taken(patient) && medic(who) && !tired(who)
                && medic(other) && other != who && !tired(other)
        {
            take(patient);
            lit(who, other, patient);
            release(patient);
            rest_after(who);
        }
        branch alone if wounded(patient) && !taken(patient) && medic(who) && !tired(who) {
            take(patient);
            bandage(who, patient);
            global_block(who);
            release(patient);
        }
        branch sleep if tired(who) && !wounded(_) { rest(who); }
    }
    method lit(who: Medic, other: Medic, patient: u16) {
        branch both if medic(other) {
            wash(other);
            block_on(who, other);
            hold_light(other, patient);
            bandage(who, patient);
            global_block(who);
            finish_action(other);
        }
        branch dark { bandage(who, patient); global_block(who); }
    }
    /// A medic for each.
    pub method help_everybody() {
        branch next if wounded(patient) && !taken(patient) && medic(who) && !on_duty(who) {
            take(patient);
            go_on_duty(who);
            bandage(who, patient);
            global_block(who);
            go_off_duty(who);
            release(patient);
        }
    }
    internal operator go_on_duty(who: Medic) {
        if !on_duty(who);
        add on_duty(who);
        undo go_off_duty(who);
    }
    internal operator go_off_duty(who: Medic) { delete on_duty(who); }

    method rest_after(who: Medic) {
        branch sleeps if tired(who) { rest(who); }
        branch is_fresh {}
    }
}

pub use ward::{Action, Director, Domain, Fact, Task};

/// A director that helps.
pub fn director(medics: u16, patients: u16) -> Director {
    let mut director = Director::new(Task::Help).interval(3);
    let state = director.state_mut();
    for n in 1..=medics {
        state.insert(Fact::Medic(Medic(n))).unwrap();
    }
    for n in 1..=patients {
        state.insert(Fact::Wounded(n)).unwrap();
    }
    director
}

/// A director with a medic for each who is wounded, and room for as many plans.
pub fn crowd(count: u16) -> Director {
    let limits = Limits {
        plans: 512,
        ..Limits::default()
    };
    let mut director = Director::with_limits(Task::HelpEverybody, limits).interval(1);
    for n in 1..=count {
        let facts = [Fact::Medic(Medic(n)), Fact::Wounded(n)];
        for fact in facts {
            director.state_mut().insert(fact).unwrap();
        }
    }
    director
}

/// Plays this many ticks: each action succeeds three ticks later, except that the third fails.
pub fn play(director: &mut Director, recording: &mut Recording<Domain>, ticks: u64) {
    let mut running: Vec<(u64, ActionId, Action)> = Vec::new();
    let mut begun = 0;
    for tick in 1..=ticks {
        running.retain(|(since, id, action)| {
            let light = matches!(action, Action::HoldLight { .. });
            if light || tick < since + 3 {
                return true;
            }
            let outcome = match id.number() {
                3 => Outcome::Failure,
                _ => Outcome::Success,
            };
            let _ = director.finish(*id, outcome);
            false
        });
        for command in director.tick(&(), Budget::steps(100_000)) {
            match command {
                Command::Start { id, action, .. } => {
                    begun += 1;
                    running.push((tick, id, action));
                    if begun == 1 {
                        recording.note("The game", "“Lights!”");
                    }
                }
                Command::Stop { id, .. } => running.retain(|(_, other, _)| *other != id),
            }
        }
        recording.tick(director);
    }
}

/// Names for medics and patients.
pub fn named() -> Recording<Domain> {
    Recording::new().names(|value| match value.type_name {
        "Medic" => Some(["Nobody", "Ada", "Bo", "Cy", "Di"][value.word as usize % 5].to_owned()),
        "u16" => Some(format!("patient {}", value.word)),
        _ => None,
    })
}

/// Names that no format may stumble over.
pub const BAD: [&str; 4] = [
    "\"'`</script><script>alert(1)</script>&amp;",
    "🙂\u{202e}cilam\\",
    "שלום עולם",
    "a\nb\t{c}[d]--> e;|#quot;",
];

/// The game with two medics whose names are bad.
pub fn bad_names() -> Recording<Domain> {
    let mut recording = Recording::new().names(|value| {
        let bad = value.type_name == "Medic" || value.type_name == "u16";
        bad.then(|| BAD[value.word as usize % 4].to_owned())
    });
    let mut director = director(2, 3);
    play(&mut director, &mut recording, 40);
    recording.note(BAD[0], BAD[1]);
    recording
}

/// Compares a text with a file in `tests/expected`; `UPDATE_SNAPSHOTS=1` writes the file instead.
pub fn expect(file: &str, text: &str) {
    let path = format!("{}/tests/expected/{file}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == text,
        "{path} has another text than this:\n{text}"
    );
}

// Here, because the expected texts have the lines of the domain above.
use htn_core::container::{RecordReader, RecordWriter, StreamKind};

const RECORDING: StreamKind = StreamKind {
    name: "recording",
    magic: *b"htn-rec\n",
    version: 8,
};

/// The bodies of the records of a recording.
pub fn records(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut reader = RecordReader::new(RECORDING);
    let mut records = Vec::new();
    while let Some(record) = reader.next(&mut bytes).unwrap() {
        records.push(record.to_vec());
    }
    records
}

/// A recording of these records, with the checksums that they should have.
pub fn stream(records: &[Vec<u8>]) -> Vec<u8> {
    let mut writer = RecordWriter::new(RECORDING);
    for record in records {
        writer.push(|out| out.0.extend_from_slice(record));
    }
    writer.end();
    writer.take()
}

// Behind the domain, whose lines are in texts that are expected.
pub mod browser;
