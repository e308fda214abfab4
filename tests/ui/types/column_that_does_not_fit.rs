use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Pair<T>(T, T);

htn_domain! {
    domain d;
    predicate near((u32, u32), u8);
    predicate far((u64, u8));
    predicate maybe(u8 => Option<u64>);
    predicate twice(Pair<u64>);
    operator go() {}
}

fn main() {}
