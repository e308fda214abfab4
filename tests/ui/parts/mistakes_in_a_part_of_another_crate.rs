use squad_htn::prelude::*;

htn_domain! {
    domain d;
    use part mistakes::parts::reservations<u8>;
    use part mistakes::parts::mistaken;
    operator go() {}
}

fn main() {}
