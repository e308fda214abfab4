//! The files of the repository.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the package is in a workspace")
        .to_owned()
}

/// All Rust files of a folder, sorted. Build output and hidden folders are left out.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("the entry can be read").path())
        .collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_none_or(|name| name.starts_with('.') || name == "target")
            || path.join("CACHEDIR.TAG").exists()
        {
            continue;
        }
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// All files with domains but those with mistakes, which `carets.rs` is about.
#[cfg(feature = "locations")]
pub fn repository() -> htn_lang::Sources {
    let mut sources = htn_lang::Sources::new();
    for option in ["test", "debug_assertions"] {
        assert!(sources.set_cfg(option));
    }
    let root = root();
    for path in rust_files(&root) {
        if path.starts_with(root.join("tests/ui")) && !path.starts_with(root.join("tests/ui/src")) {
            continue;
        }
        let name = path.strip_prefix(&root).expect("it is inside");
        let text = std::fs::read_to_string(&path).expect("it is UTF-8");
        let added = sources.add(name.to_str().expect("it is UTF-8"), text);
        if let Err(error) = added {
            panic!("{error}");
        }
    }
    sources
}
