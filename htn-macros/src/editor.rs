//! Finds out whether a macro is expanded for an editor or for rustc.

use std::env::current_exe;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::LazyLock;

/// Returns true if this process is rust-analyzer or its server of macros. With `--cfg rust_analyzer`, rustc compiles
/// the expansion for an editor, to test it.
///
/// The name of the program decides, because an expansion with `#[cfg(rust_analyzer)]` would cost rustc the same tokens in
/// each build: it has to read and resolve what it then leaves out.
pub fn is_editor() -> bool {
    static IS_EDITOR: LazyLock<bool> =
        LazyLock::new(|| current_exe().is_ok_and(|program| is_name_of_editor(&program)));
    *IS_EDITOR || cfg!(rust_analyzer)
}

/// Returns true for `rust-analyzer`, `rust-analyzer-proc-macro-srv` and names with a platform after them.
fn is_name_of_editor(program: &Path) -> bool {
    let name = program.file_stem().and_then(OsStr::to_str);
    name.is_some_and(|name| name.starts_with("rust-analyzer"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rust_analyzer_is_an_editor() {
        for program in [
            "/opt/toolchain/libexec/rust-analyzer-proc-macro-srv",
            "/home/a/.vscode/extensions/rust/server/rust-analyzer",
            "/usr/bin/rust-analyzer-x86_64-unknown-linux-gnu",
            "server/rust-analyzer.exe",
        ] {
            assert!(is_name_of_editor(Path::new(program)), "{program}");
        }
        for program in [
            "/opt/toolchain/bin/rustc",
            "clippy-driver",
            "rustdoc",
            "/rust-analyzer/rustc",
        ] {
            assert!(!is_name_of_editor(Path::new(program)), "{program}");
        }
        assert!(!is_editor());
    }
}
