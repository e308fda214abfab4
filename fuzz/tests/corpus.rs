//! Every input of the corpus, and every input that once broke something, keeps the properties of its target.

use std::fs;
use std::path::Path;

fn run(target: &str, check: fn(&[u8])) {
    let mut count = 0;
    for kept in ["corpus", "found"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(kept)
            .join(target);
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries {
            let path = entry.expect("the folder can be read").path();
            println!("{}", path.display());
            check(&fs::read(&path).expect("the file can be read"));
            count += 1;
        }
    }
    assert!(
        count > 0,
        "no corpus for {target}: run `cargo run --bin seeds`"
    );
}

macro_rules! corpora {
    ($($target:ident)*) => {$(
        #[test]
        fn $target() {
            run(stringify!($target), fuzz::$target);
        }
    )*};
}

corpora! { saves saves_json journals recordings streams sources }
