use squad_htn::prelude::*;

htn_domain! {
    domain d;
    predicate crew(u16);
    predicate ready(u16);
    predicate at(u16, u8);
    operator go() {}
    method every() if crew.iter().all(|w| ready(w)) { go(); }
    method some() if at.iter().any(|w| ready(w)) { go(); }
    method no() if crew.is_empty() { go(); }
    method many() if crew.iter().count() > 3 { go(); }
    method highest() if let n: u16 = crew.iter().max() && n > 3 { go(); }
    method a_variable(crew: u16) if [crew].iter().all(|w| *w > 3) { go(); }
}

fn main() {}
