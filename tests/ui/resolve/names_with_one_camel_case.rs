use squad_htn::prelude::*;

htn_domain! {
    domain d;

    method go_to() {}
    method goTo() {}
}

fn main() {}
