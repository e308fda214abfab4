use squad_htn::prelude::*;

htn_domain! {
    domain d;
    predicate value(u32);
    predicate depth(i32);
    operator go(n: u32) {}
    method falling() if value(v) sort by -v { go(v); }
    method right() if depth(v) sort by -v { go(v as u32); }
}

fn main() {}
