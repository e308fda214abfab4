//! The plain interpreter against the naive planner.
use htn_core::domain::TaskCode;
use htn_core::plain::{Bounds, Call, Facts, Interpreter};
use random_domains::case::Case;
use random_domains::described::{Described, task_names};
use random_domains::generate::Counts;
use random_domains::spec::Spec;

fn plain(spec: &Spec) -> Vec<(Vec<String>, String)> {
    let described = Described::new(spec);
    let mut facts = Facts::new(spec.predicates.len());
    for (predicate, row) in &spec.facts {
        let row = row.iter().map(|word| u64::from(*word)).collect();
        facts
            .add(*predicate as u16, row, &described.rows.predicates)
            .unwrap();
    }
    let names = task_names(spec);
    let task = names.iter().position(|name| *name == "m0").unwrap() as u16;
    let interpreter = Interpreter::new(&described.rows, &described.expressions).within(Bounds {
        depth: 2000,
        length: 1000,
        work: 100_000_000,
    });
    let plans = interpreter.plans(facts, &[Call { task, args: vec![] }]);
    plans
        .map(|plan| {
            let plan = plan.unwrap();
            let cost = plan.iter().fold(0.0, |sum, step| sum + step.cost);
            let steps = plan
                .iter()
                .map(|step| {
                    let words: Vec<String> = step.args.iter().map(u64::to_string).collect();
                    let words = words.join(", ");
                    match step.code {
                        TaskCode::Task(task) => format!("{}({words})", names[task.0 as usize]),
                        TaskCode::Add(rel) => {
                            format!("add {}({words})", spec.predicates[rel.0 as usize].name)
                        }
                        TaskCode::Delete(rel) => {
                            format!("delete {}({words})", spec.predicates[rel.0 as usize].name)
                        }
                    }
                })
                .collect();
            (steps, cost.to_string())
        })
        .collect()
}

#[test]
fn agree() {
    let first: u64 = std::env::var("HTN_SEED")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(1);
    let n: u64 = std::env::var("HTN_N")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(500);
    let mut counts = Counts::default();
    let (mut all, mut with, mut plans) = (0, 0, 0);
    for seed in first..first + n {
        let Some(case) = Case::new(seed, &mut counts) else {
            continue;
        };
        let expected: Vec<_> = case
            .plans
            .iter()
            .map(|p| (p.steps.clone(), p.cost.to_string()))
            .collect();
        let found = plain(&case.spec);
        assert_eq!(
            found, expected,
            "seed {seed}\n{}\n{:?}",
            case.spec, case.spec.facts
        );
        all += 1;
        plans += expected.len();
        with += usize::from(!expected.is_empty());
    }
    println!("{all} domains, {with} with plans, {plans} plans");
}
