use squad_htn::prelude::*;

htn_domain! {
    domain d;

    internal operator a() { b(); }
    internal operator b() {}
}

fn main() {}
