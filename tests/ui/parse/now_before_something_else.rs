use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    operator a(x: u32) {}
    method effect() {
        unordered { { a(1); now add enemy(1); } a(2); }
    }
    method block() {
        unordered { { a(1); now if enemy(x) { a(x); } } a(2); }
    }
    method group() {
        unordered { { a(1); now { a(3); } } a(2); }
    }
    method value() {
        unordered { { a(1); now let x = b(); a(x); } a(2); }
    }
    method nothing() {
        unordered { { a(1); now; } a(2); }
    }
    method b() -> u32 { return 1; }
}

fn main() {}
