//! Checks the names in DESIGN.md and CONTRIBUTING.md: every identifier in backticks must occur in the source, and every file
//! must exist. A renamed item is thus found in the documents.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A document that names parts of the source.
const DOCUMENTS: [&str; 2] = ["DESIGN.md", "CONTRIBUTING.md"];

/// The folders in which identifiers are searched.
const SOURCES: [&str; 8] = [
    "htn-core",
    "htn-lang",
    "htn-macros",
    "htn-tools",
    "bevy_squad_htn",
    "src",
    "tests",
    "benches",
];

/// The files of the repository, and the words of their sources.
const ENDINGS: [&str; 5] = [".rs", ".md", ".sh", ".toml", ".txt"];

struct Repository {
    /// The paths of all files and folders, with `/` as the separator.
    paths: BTreeSet<String>,
    /// The words of each source file, without comments.
    files: Vec<BTreeSet<String>>,
}

impl Repository {
    fn read() -> Repository {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut repository = Repository {
            paths: BTreeSet::new(),
            files: Vec::new(),
        };
        repository.enter(root, "");
        repository
    }

    fn enter(&mut self, folder: &Path, name: &str) {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let entry = entry.expect("its entries can be read");
            let own = entry.file_name().to_string_lossy().into_owned();
            if own == "target" || own == ".git" {
                continue;
            }
            let path = match name {
                "" => own,
                _ => format!("{name}/{own}"),
            };
            if entry.path().is_dir() {
                self.enter(&entry.path(), &path);
            } else if is_source(&path) {
                let text = fs::read_to_string(entry.path()).expect("sources are text");
                self.files.push(words(&without_comments(&text)));
            }
            self.paths.insert(path);
        }
    }

    /// Returns true if a file or folder has this path, or a path with this end.
    fn has_path(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let behind = format!("/{path}");
        let mut paths = self.paths.iter();
        paths.any(|known| known == path || known.ends_with(&behind))
    }

    /// Returns true if a source file has all these words.
    fn has_words(&self, words: &BTreeSet<String>) -> bool {
        self.files.iter().any(|file| words.is_subset(file))
    }

    /// Returns true if the names in a quoted text exist.
    fn has(&self, code: &str) -> bool {
        if self.has_path(code) {
            return true;
        }
        let is_path = code.contains('/') || ENDINGS.iter().any(|ending| code.ends_with(ending));
        if is_path && !code.contains(' ') {
            return false;
        }
        // All parts of a path such as `Machine::run` must be in one file. Other words may be in different files.
        code.split(|c: char| !is_of_word(c) && c != ':')
            .all(|path| self.has_words(&words(path)))
    }
}

/// The name of this file, which is not searched because it has invented names.
fn is_source(path: &str) -> bool {
    let is_inside = |folder: &&str| path.starts_with(&format!("{folder}/"));
    path.ends_with(".rs") && SOURCES.iter().any(is_inside) && path != "tests/design.rs"
}

/// Removes comments: names must occur in code.
fn without_comments(text: &str) -> String {
    let lines = text.lines();
    let code = lines.filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns the identifiers of a text, without single letters.
fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !is_of_word(c));
    let is_name = |word: &&str| word.len() > 1 && !word.starts_with(|c: char| c.is_ascii_digit());
    words.filter(is_name).map(str::to_owned).collect()
}

/// Returns the texts in backticks, without code blocks.
fn in_backticks(text: &str) -> Vec<String> {
    let mut prose = String::new();
    for (number, part) in text.split("```").enumerate() {
        if number % 2 == 0 {
            prose += part;
        }
    }
    let spans = prose.split('`').skip(1).step_by(2);
    spans.map(str::to_owned).collect()
}

#[test]
fn documents_name_existing_items() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let repository = Repository::read();
    let mut missing = Vec::new();
    for document in DOCUMENTS {
        let text = fs::read_to_string(root.join(document)).expect("the document is there");
        let named = in_backticks(&text);
        assert!(
            named.len() > 50,
            "{document} names hardly anything: is it read as it is written?"
        );
        let gone = named.iter().filter(|code| !repository.has(code));
        missing.extend(gone.map(|code| format!("{document}: `{code}`")));
    }
    assert!(
        missing.is_empty(),
        "these are named and not there (any more):\n{}",
        missing.join("\n")
    );
}

/// Emitted code needs exactly one version of the runtime, so a release changes all of these together.
#[test]
fn workspace_crates_are_pinned_to_one_version() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let version = env!("CARGO_PKG_VERSION");
    let pin = format!("version = \"={version}\"");
    let mut pinned = 0;
    for package in Repository::read().paths {
        if !package.ends_with("Cargo.toml") {
            continue;
        }
        let manifest = fs::read_to_string(root.join(&package)).expect("the manifest is there");
        let lines = manifest.lines().filter(|line| line.contains("{ path = "));
        for line in lines.filter(|line| line.contains("version = ")) {
            assert!(line.contains(&pin), "{package}: `{line}` has no `{pin}`");
            pinned += 1;
        }
    }
    assert!(pinned >= 10, "only {pinned} dependencies were found");

    let library = fs::read_to_string(root.join("src/lib.rs")).expect("the library is there");
    let version = version.replace(['.', '-', '+'], "_");
    let module = format!("pub mod __private_{version} {{");
    assert!(library.contains(&module), "src/lib.rs has no `{module}`");
}

#[test]
fn design_check_finds_missing_names() {
    let repository = Repository::read();
    for there in [
        "Machine::run",
        "State<D>",
        "lower/frame.rs",
        "htn-core/src/store",
        "sort by",
        "p(x, _)",
    ] {
        assert!(repository.has(there), "{there}");
    }
    for gone in [
        "Machine::walk_backwards",
        "NoSuchNameAnywhere",
        "lower/no_such_file.rs",
        "htn-core/src/no_such_folder",
        "sort bye_bye",
        // Both names exist, but not in one file.
        "Trail::derive_term",
    ] {
        assert!(!repository.has(gone), "{gone}");
    }
}
