//! Searches with the reference interpreter, which defines the right plans.

use squad_htn::reference::{Bounds, Compiled, Error, Interpreter};
use squad_htn::{Domain, State};

use super::{How, Search};

/// Limits for a thread with a large stack and a test of acceptable duration.
const BOUNDS: Bounds = Bounds {
    depth: 20_000,
    stack: usize::MAX,
    length: 10_000,
    work: 2_000_000,
};

/// Asserts that the interpreter finds the same plans, up to the limits of both.
pub fn compare<D: Domain>(
    search: &Search,
    state: &State<D>,
    context: &D::Context<'_>,
    tasks: &[D::Task],
    how: How,
) {
    let reference = D::reference().expect("the macro has emitted the reference rows");
    let calls: Option<Vec<_>> = tasks.iter().map(|task| reference.call(*task)).collect();
    // Some tasks exist only in plans.
    let Some(calls) = calls else {
        return;
    };
    let expressions = reference.expressions;
    let host = Compiled {
        expressions,
        context,
    };
    let interpreter = Interpreter::new(reference.rows, &host).within(BOUNDS);
    let interpreter = interpreter.detect_loops(how.detect_loops);
    let facts = reference.facts(state.facts()).expect("the facts fit");
    let mut plans = interpreter.plans(facts, &calls);
    let found = search.plans.iter().zip(&search.costs);
    for (number, (steps, cost)) in found.enumerate() {
        let plan = match plans.next() {
            Some(Ok(plan)) => plan,
            Some(Err(Error::TooMuch)) => return,
            other => {
                panic!("plan {number} is {steps:?}, and by the reference interpreter {other:?}")
            }
        };
        let expected = plan.iter().map(|step| reference.task(step).to_string());
        assert_eq!(*steps, expected.collect::<Vec<_>>(), "plan {number}");
        let expected = plan.iter().fold(0.0, |sum, step| sum + step.cost);
        assert_eq!(cost.to_string(), expected.to_string(), "plan {number}");
        assert_eq!(search.priorities[number], plans.priority(), "plan {number}");
    }
    if search.end.is_ok() && search.plans.len() < how.plans {
        match plans.next() {
            None | Some(Err(Error::TooMuch)) => {}
            Some(more) => panic!("there is more by the reference interpreter: {more:?}"),
        }
    }
}
