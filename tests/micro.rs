//! The micro oracle: one language feature per case, with all plans in JSHOP2's order. `data/micro-expected.txt` has the answers
//! of JSHOP2 and SHOP3. If they differ, JSHOP2's answer is ours (with its two bugs patched, if the file has such a line).

mod common;

#[path = "micro/axioms.rs"]
mod axioms;
#[path = "micro/conditions.rs"]
mod conditions;
#[path = "micro/diverging.rs"]
mod diverging;
#[path = "micro/effects.rs"]
mod effects;
#[path = "micro/methods.rs"]
mod methods;
#[path = "micro/oracle.rs"]
mod oracle;
#[path = "micro/order.rs"]
mod order;

enum Case {
    /// The test of the case.
    Ported(fn()),
    /// The reason why the case has no test.
    LeftOut(&'static str),
}

use Case::{LeftOut, Ported};

const CASES: [(&str, Case); 56] = [
    ("m01_order_single", Ported(order::m01)),
    ("m02_order_conj", Ported(order::m02)),
    ("m03_order_and", Ported(order::m03)),
    ("m04_order_nested_and", Ported(order::m04)),
    ("m05_first", Ported(order::m05)),
    ("m06_sortby", Ported(order::m06)),
    ("m07_sortby_ties", Ported(order::m07)),
    ("m08_branch_commit", Ported(methods::m08)),
    ("m09_branch_other_binding", Ported(methods::m09)),
    ("m10_other_method", Ported(methods::m10)),
    ("m11_two_methods_all", Ported(methods::m11)),
    (
        "m12_op_bindings",
        LeftOut("bindings don't flow out of an operator: `let x = task(…)`"),
    ),
    ("m12b_op_bindings_first", LeftOut("as m12")),
    ("m13_two_ops", Ported(effects::m13)),
    ("m14_neg_unbound", Ported(conditions::m14)),
    ("m15_neg_bound", Ported(conditions::m15)),
    ("m16_neg_unbound_true", Ported(conditions::m16)),
    (
        "m17_assign_bound",
        LeftOut("a `let` of a bound variable is a compile error"),
    ),
    ("m18_or_order", Ported(conditions::m18)),
    ("m19_axiom_else", Ported(axioms::m19)),
    ("m20_axiom_else_rest_fails", Ported(axioms::m20)),
    ("m21_two_axioms", Ported(axioms::m21)),
    ("m22_axiom_nested_commit", Ported(axioms::m22)),
    ("m23_axiom_rec", Ported(axioms::m23)),
    ("m24_forall_true", Ported(conditions::m24)),
    ("m25_forall_false", Ported(conditions::m25)),
    ("m26_forall_empty", Ported(conditions::m26)),
    ("m27_imply", Ported(conditions::m27)),
    ("m28_del_add", Ported(effects::m28)),
    ("m29_dup_add", Ported(effects::m29)),
    (
        "m30_sibling_binding",
        LeftOut("bindings don't flow to siblings: `let x = task(…)`"),
    ),
    ("m31_unordered", Ported(methods::m31)),
    ("m32_unordered_imm", Ported(methods::m32)),
    ("m33_protect", Ported(effects::m33)),
    ("m34_protect_count", Ported(effects::m34)),
    (
        "m35_list_terms",
        LeftOut("values are typed: a relation or a Rust type stands for a list"),
    ),
    ("m36_cost", Ported(effects::m36)),
    ("m37_dup_reduction", Ported(methods::m37)),
    ("m38_call_num", Ported(conditions::m38)),
    ("m39_shared_first_branch", Ported(methods::m39)),
    ("m40_del_forall", Ported(effects::m40)),
    ("m41_axiom_first", Ported(axioms::m41)),
    ("m42_empty_tail", Ported(methods::m42)),
    ("m43_no_method", Ported(methods::m43)),
    ("m44_order_after_update", Ported(effects::m44)),
    ("m45_first_then_fail", Ported(methods::m45)),
    ("m46_axiom_cycle", Ported(diverging::m46)),
    ("m47_force_immediate", Ported(methods::m47)),
    ("m48_task_cycle", Ported(diverging::m48)),
    ("m49_unbound_task_arg", LeftOut("as m30")),
    (
        "m50_nonground_add",
        LeftOut("a fact that is not ground can't be written"),
    ),
    ("m51_eq_axiom", Ported(axioms::m51)),
    ("m52_del_missing", Ported(effects::m52)),
    ("m53_sort_expr_var_missing", Ported(order::m53)),
    ("m54_forall_free_outer", Ported(conditions::m54)),
    ("m55_internal_op_cost", Ported(effects::m55)),
];

#[test]
fn table_names_every_oracle_case() {
    let mut named: Vec<&str> = CASES.iter().map(|(case, _)| *case).collect();
    let mut known = oracle::cases();
    named.sort_unstable();
    known.sort_unstable();
    assert_eq!(named, known);
    for (case, what) in &CASES {
        match what {
            Ported(test) => test(),
            LeftOut(reason) => assert!(!reason.is_empty(), "{case}"),
        }
    }
}
