use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate job(u8);
    predicate tool(u8, u8);
    predicate forward(u8);

    operator work(job: u8) {}

    pub method duty() {
        branch one if job(j) && when_planing(tool(j, t)) sort by t { work(j); }
        branch two if job(j) && for_all(tool(j, t) => job(t)) { work(j); }
        branch three if foward(j) { work(j); }
    }
}

fn main() {}
