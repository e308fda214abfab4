use squad_htn::{htn_domain, htn_part};

htn_part! { part good<A, B> { predicate p(A, B); } }
htn_part! { predicate p(u8); }
htn_part! { part empty }
htn_part! { part odd(u8) {} }

htn_domain! {
    domain d;
    use part good<u8>;
    operator go() {}
}

htn_domain! {
    domain e;
    use part god<u8, u8>;
    operator go() {}
}

fn main() {}
