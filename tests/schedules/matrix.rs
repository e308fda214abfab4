//! Execution matrices: the task of each unit at every time step.

use squad_htn::{Matrix, MatrixCell, MatrixEntry, MatrixError, PlanTools};

use crate::common::Random;
use crate::drill::{Man, State, Times, plan_of, rounds, steps};

fn does(unit: usize, text: &str, from: f32, to: f32) -> MatrixEntry {
    let text = text.to_owned();
    MatrixEntry {
        unit,
        text,
        from,
        to,
    }
}

#[test]
fn cells_match_the_schedule() {
    for seed in rounds(300) {
        let mut random = Random::new(seed);
        let times = Times((0..3).map(|_| random.below(9) as f32 / 2.0).collect());
        let tasks = steps(&mut random, 14, 3);
        let plan = plan_of(&tasks, &times).unwrap();
        let Ok(schedule) = plan.schedule(&State::new(), &times) else {
            continue;
        };
        let units = [Man(2), Man(0), Man(1)];
        let step = [0.25, 0.5, 1.0, 3.0][random.below(4)];
        let name = |man: Man| format!("man {}", man.0);
        let matrix = schedule
            .matrix(step, &units, name, |task| task.to_string())
            .unwrap();
        for (unit, man) in units.into_iter().enumerate() {
            for column in 0..matrix.columns() {
                let (from, to) = (matrix.time(column), matrix.time(column + 1));
                let mut during = schedule.steps().iter().filter(|step| {
                    let touches = step.start < to && step.end > from && step.end > step.start;
                    touches && step.agents().any(|agent| agent == man)
                });
                let cell = matrix.cell(unit, column);
                match cell.entry() {
                    Some(entry) => assert!(
                        during.any(|step| step.task.to_string() == entry.text),
                        "seed {seed}: {entry:?} at {from}, {schedule}"
                    ),
                    None => {
                        assert!(during.next().is_none(), "seed {seed}: {man:?} at {from}");
                        let later = schedule.steps().iter().any(|step| {
                            let busy = step.end > step.start && step.start >= from;
                            busy && step.agents().any(|agent| agent == man)
                        });
                        let waits = cell == MatrixCell::Waits;
                        assert_eq!(waits, later, "seed {seed}: {man:?} at {from}");
                    }
                }
            }
        }
    }
}

#[test]
fn matrix_prints_as_text_and_csv() {
    let units = vec!["Löwe".to_owned(), "B".to_owned(), "idle".to_owned()];
    let entries = vec![
        does(1, "say \"go\", then go", 1.0, 3.0),
        does(0, "a", 0.0, 1.0),
        does(0, "bb", 1.0, f32::INFINITY),
    ];
    let matrix = Matrix::new(1.0, units, entries).unwrap();
    assert_eq!(
        matrix.to_string(),
        "time  Löwe  B                  idle\n   0  a     ·\n   1  bb    say \"go\", then go\n   2  │     │"
    );
    assert_eq!(
        matrix.csv().to_string(),
        "unit,0,1,2\r\nLöwe,a,bb,bb\r\nB,waits,\"say \"\"go\"\", then go\",\"say \"\"go\"\", then go\"\r\nidle,,,\r\n"
    );
    assert_eq!(matrix.cell(2, 0), MatrixCell::Over);
    assert_eq!(matrix.cell(7, 0), MatrixCell::Over);
    assert_eq!(matrix.cell(0, 99), MatrixCell::Over);
    let empty = Matrix::new(1.0, vec![], vec![]).unwrap();
    assert_eq!((empty.columns(), empty.to_string().as_str()), (0, "time"));
}

#[test]
fn rounding_keeps_entries_in_their_time_step() {
    for tenths in 0..2_000_u16 {
        let from = f32::from(tenths) * 0.1;
        let entries = vec![does(0, "a", from, from + 0.1)];
        let matrix = Matrix::new(0.1, vec!["one".to_owned()], entries).unwrap();
        let at = usize::from(tenths);
        assert_eq!(matrix.columns_of(&matrix.entries()[0]), at..at + 1);
        assert_eq!(matrix.columns(), at + 1);
    }
}

#[test]
fn invalid_input_is_an_error() {
    for step in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let error = Matrix::new(step, vec![], vec![]).unwrap_err();
        assert!(matches!(error, MatrixError::Step(_)), "{error}");
    }
    let one = || vec!["one".to_owned()];
    let wrong = [
        does(1, "of nobody", 0.0, 1.0),
        does(0, "back in time", 2.0, 1.0),
        does(0, "before", -1.0, 1.0),
        does(0, "never", f32::INFINITY, f32::INFINITY),
        does(0, "no time", f32::NAN, 1.0),
        does(0, "no end", 0.0, f32::NAN),
    ];
    for entry in wrong {
        let error = Matrix::new(1.0, one(), vec![entry.clone()]).unwrap_err();
        assert!(error.to_string().contains(&entry.text), "{error}");
    }
    for end in [1e9, f32::MAX] {
        let error = Matrix::new(0.5, one(), vec![does(0, "long", 0.0, end)]).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("exceed the maximum of 10000; help: use a longer time step"),
            "{error}"
        );
    }
    // An entry without a duration at the end gets a time step.
    let matrix = Matrix::new(1.0, one(), vec![does(0, "late", 3.0, 3.0)]).unwrap();
    assert_eq!(matrix.columns(), 4);
    assert!(matches!(matrix.cell(0, 3), MatrixCell::Begins(_)));
}

#[test]
fn csv_escapes_formulas_in_unit_names() {
    for (name, cell) in [
        ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
        ("+1+1", "'+1+1"),
        ("-1+1", "'-1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        (" =1+1", "' =1+1"),
        ("＝1+1", "'＝1+1"),
        ("=a,\"b\"", "\"'=a,\"\"b\"\"\""),
        ("\t=1", "'U+0009=1"),
        ("a;=1", "\"a;=1\""),
        ("\n=1", "\"'\n=1\""),
        ("a\r\nb", "\"aU+000D\nb\""),
        // Numbers are not escaped.
        ("-5", "-5"),
        ("+2.5", "+2.5"),
        ("a=b", "a=b"),
        ("", ""),
    ] {
        let matrix = Matrix::new(1.0, vec![name.to_owned()], vec![does(0, name, 0.0, 1.0)]);
        let csv = matrix.unwrap().csv().to_string();
        assert_eq!(csv, format!("unit,0\r\n{cell},{cell}\r\n"), "{name}");
    }
}

#[test]
fn matrix_text_has_one_line_per_step() {
    let units = vec!["a\nb".to_owned(), "\u{202e}c".to_owned()];
    let entries = vec![does(0, "x\u{1b}[2J", 0.0, 1.0), does(1, "y", 0.0, 2.0)];
    let matrix = Matrix::new(1.0, units, entries).unwrap();
    let text = "time  aU+000Ab    U+202Ec\n   0  xU+001B[2J  y\n   1              │";
    assert_eq!(matrix.to_string(), text);
    let wrong = Matrix::new(1.0, Vec::new(), vec![does(0, "x\u{1b}[2J", 0.0, 1.0)]);
    assert!(!wrong.unwrap_err().to_string().contains('\u{1b}'));
}
