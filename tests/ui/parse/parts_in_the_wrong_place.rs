use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    predicate enemy(u32) 16;
    predicate at(who u32);
    predicate named(&str);
    const MOST: usize = 3;
    operator costly(a: u32) by a cost 2.0 { sensed add enemy(a); }
    operator guarded(a: u32) if enemy(a) by a { sensed add enemy(a); }
    operator equal(a: u32) by a { cost = 2.0; sensed add enemy(a); }
    operator late(a: u32) by a { add sensed enemy(a); }
    operator misspelt(a: u32) by a { sense add enemy(a); sensed add enmy(a); }
    operator joint(a: u32, b: u32) by (a, b) {}
    operator other(a: u32) by a { sensed remove enemy(a); }
    operator each(a: u32) by a { sensed add enemy(x) for x in enemy(x); }
    operator when(a: u32) by a { sensed add enemy(a) if at(a); }
    operator needs(a: u32) by a { precondition enemy(a); end delete enemy(a); }
    method matched(a: u32) { match a { 3 => late(a), _ => {} } }
    method nameless() { branch if enemy(t) { late(t); } }
    method otherwise() { branch a if enemy(t) { late(t); } else { late(3); } }
    method mixed() { late(3); branch a if enemy(t) { late(t); } }
    method borrowed(a: &u32) { late(a); }
}

fn main() {}
