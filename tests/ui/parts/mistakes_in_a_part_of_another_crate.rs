use squad_htn::prelude::*;

htn_domain! {
    domain d;
    use part compile_fail::parts::reservations<u8>;
    use part compile_fail::parts::mistaken;
    operator go() {}
}

fn main() {}
