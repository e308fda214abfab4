//! The command as a user runs it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder of a test, initially empty.
struct Folder(PathBuf);

/// The result of a command.
struct Output {
    status: i32,
    out: String,
    err: String,
}

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the folder can be created");
        Folder(path)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        let parent = path.parent().expect("the file is in a folder");
        std::fs::create_dir_all(parent).expect("the folder can be created");
        std::fs::write(path, text).expect("the file can be written");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("the file can be read")
    }

    /// Runs the command as Cargo does.
    fn run(&self, args: &[&str], input: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-htn"));
        command.arg("htn").args(args).current_dir(&self.0);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the command runs");
        let mut stdin = child.stdin.take().expect("it has an input");
        // A command that reads no input may have ended already.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        let output = child.wait_with_output().expect("the command ends");
        let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
        Output {
            status: output.status.code().expect("the command was not killed"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

const UNFORMATTED: &str = "fn  main( ) {}\nhtn_domain! {\ndomain d;\n  predicate p( u8 );\n}\n";
const FORMATTED: &str = "fn  main( ) {}\nhtn_domain! {\n    domain d;\n    predicate p(u8);\n}\n";

#[test]
fn help_and_wrong_calls() {
    let folder = Folder::new("help");
    for (args, expected) in [
        (&["--help"][..], "Usage: cargo htn COMMAND"),
        (&["help"], "Usage: cargo htn COMMAND"),
        (&["help", "fmt"], "Usage: cargo htn fmt"),
        (&["check", "--help"], "Usage: cargo htn check"),
        (&["graph", "-h"], "Usage: cargo htn graph"),
        (&["import", "--help"], "Usage: cargo htn import"),
        (&["--version"], "cargo-htn 0.1.0"),
    ] {
        let output = folder.run(args, "");
        assert_eq!(output.status, 0, "{args:?}");
        assert!(output.out.contains(expected), "{args:?}: {}", output.out);
        assert!(output.out.lines().all(|line| line.chars().count() <= 120));
    }
    for (args, expected) in [
        (&[][..], "Usage"),
        (&["format"], "unknown command `format`"),
        (&["help", "format"], "unknown command `format`; help"),
        (
            &["grpah"],
            "unknown command `grpah`, which is similar to `graph`",
        ),
        (&["graph", "--png", "-"], "unknown option `--png`; help"),
        (
            &["fmt", "--chek"],
            "unknown option `--chek`, which is similar to `--check`; help: run `cargo htn help fmt`",
        ),
        (&["fmt", "--check=1"], "option `--check` takes no value"),
        (&["check"], "no files to check"),
        (&["check", "--cfg"], "option `--cfg` needs a value"),
        (&["check", "--cfg", "(", "-"], "`(` is not a `cfg` option"),
        (&["check", "missing.rs"], "cannot read `missing.rs`"),
        (&["fmt", "missing.rs"], "cannot read `missing.rs`"),
        (&["graph"], "expected one file, found 0"),
        (&["graph", "--svg", "--dot", "-"], "more than one format"),
        (&["graph", "-"], "`-` has no domain"),
        (
            &["import", "-"],
            "expected a domain and a problem, found 1 file",
        ),
        (
            &["import", "-", "-"],
            "expected a domain and a problem, found `-` twice",
        ),
        (
            &["import", "missing.hddl", "-"],
            "cannot read `missing.hddl`",
        ),
        (&["import", "--out"], "option `--out` needs a value"),
    ] {
        let output = folder.run(args, "");
        assert_eq!(output.status, 2, "{args:?}: {}", output.err);
        assert!(output.err.contains(expected), "{args:?}: {}", output.err);
        assert_eq!(output.out, "", "{args:?}");
    }
}

#[test]
fn fmt_writes_files_and_check_does_not() {
    let folder = Folder::new("fmt");
    folder.write("a.rs", UNFORMATTED);
    folder.write("b/c.rs", UNFORMATTED);
    folder.write("b/other.rs", "fn  f( ) {}\n");
    folder.write(".hidden/d.rs", UNFORMATTED);
    folder.write("target/CACHEDIR.TAG", "");
    folder.write("target/e.rs", UNFORMATTED);
    let output = folder.run(&["fmt", "--check"], "");
    assert_eq!((output.status, &output.err[..]), (1, ""));
    assert_eq!(
        output.out,
        "a.rs:3: not formatted\nb/c.rs:3: not formatted\n"
    );
    assert_eq!(folder.read("a.rs"), UNFORMATTED);
    let output = folder.run(&["fmt"], "");
    assert_eq!(
        (output.status, output.out, output.err),
        (0, String::new(), String::new())
    );
    for name in ["a.rs", "b/c.rs"] {
        assert_eq!(folder.read(name), FORMATTED);
    }
    for name in [".hidden/d.rs", "target/e.rs"] {
        assert_eq!(folder.read(name), UNFORMATTED);
    }
    assert_eq!(folder.run(&["fmt", "--check", "a.rs", "b"], "").status, 0);
}

#[test]
fn fmt_prints_the_standard_input() {
    let folder = Folder::new("stdin");
    let output = folder.run(&["fmt", "-"], UNFORMATTED);
    assert_eq!(
        (output.status, &output.out[..], &output.err[..]),
        (0, FORMATTED, "")
    );
    let output = folder.run(&["fmt", "--check", "-"], UNFORMATTED);
    assert_eq!(
        (output.status, &output.out[..]),
        (1, "<stdin>:3: not formatted\n")
    );
    // An editor must get its text back.
    for text in ["fn f() {", "htn_domain! {domain d; predicat p(u8);}"] {
        let output = folder.run(&["fmt", "-"], text);
        assert_eq!((output.status, &output.out[..]), (1, text));
        assert!(output.err.contains("--> <stdin>:1:"), "{}", output.err);
    }
}

#[test]
fn fmt_keeps_what_is_around_domains() {
    let folder = Folder::new("around");
    let text = "\u{feff}#!/usr/bin/env run\r\nmod a {\r\n\thtn_domain! {\r\n\t\tdomain d; // c\r\n\t}\r\n}\r\n\
        fn f() { squad_htn::htn_domain! {domain e;} }\r\n\
        outer! { inner! { htn_part!(part p {predicate q(u8);}); } }\r\n\
        #[cfg(test)]\r\nhtn_domain![ domain g; #[cfg(a)] predicate p(u8); ];\r\n\
        macro_rules! htn_domain { () => {} } // htn_domain! { domain x ; }\r\n\
        const S: &str = \"htn_domain! { domain x ; }\";\r\n";
    folder.write("a.rs", text);
    let output = folder.run(&["fmt"], "");
    assert_eq!((output.status, &output.err[..]), (0, ""));
    let expected = "\u{feff}#!/usr/bin/env run\r\nmod a {\r\n\thtn_domain! {\r\n        domain d; // c\r\n    }\r\n}\r\n\
        fn f() { squad_htn::htn_domain! {\r\n    domain e;\r\n} }\r\n\
        outer! { inner! { htn_part!(\r\n    part p {\r\n        predicate q(u8);\r\n    }\r\n); } }\r\n\
        #[cfg(test)]\r\nhtn_domain![\r\n    domain g;\r\n    #[cfg(a)]\r\n    predicate p(u8);\r\n];\r\n\
        macro_rules! htn_domain { () => {} } // htn_domain! { domain x ; }\r\n\
        const S: &str = \"htn_domain! { domain x ; }\";\r\n";
    // A text without line ends of its own gets those of Unix.
    let expected_lines: Vec<&str> = expected.lines().collect();
    let formatted = folder.read("a.rs");
    assert_eq!(formatted.lines().collect::<Vec<_>>(), expected_lines);
    assert!(formatted.contains("{\r\n        domain d; // c\r\n    }\r\n}\r\n"));
    assert_eq!(folder.run(&["fmt", "--check"], "").status, 0);
}

#[test]
fn fmt_leaves_mistakes_alone() {
    let folder = Folder::new("mistakes");
    let broken = "htn_domain! {domain d; predicat p(u8);}\n";
    folder.write("broken.rs", format!("{broken}htn_domain! {{domain e;}}\n"));
    folder.write("latin.rs", b"// caf\xe9\nhtn_domain! {domain d;}\n");
    folder.write("open.rs", "htn_domain! {domain d;\n");
    folder.write(
        "template.rs",
        "macro_rules! m { ($n:ident) => { htn_domain! {domain $n;} } }\n",
    );
    folder.write("fine.rs", UNFORMATTED);
    let output = folder.run(&["fmt"], "");
    assert_eq!(output.status, 1);
    for expected in [
        "error: unknown item `predicat`",
        "error: cannot read `latin.rs`: it is not UTF-8 from byte 6 on",
        "error: `{` is not closed\n --> open.rs:1:13",
        "note: not formatted: the call has variables of another macro\n --> template.rs:1:34",
    ] {
        assert!(output.err.contains(expected), "{expected}: {}", output.err);
    }
    assert_eq!(
        folder.read("broken.rs"),
        format!("{broken}htn_domain! {{\n    domain e;\n}}\n")
    );
    assert_eq!(folder.read("open.rs"), "htn_domain! {domain d;\n");
    assert_eq!(folder.read("fine.rs"), FORMATTED);
}

#[test]
fn check_draws_carets() {
    let folder = Folder::new("check");
    let text = "htn_domain! {\r\n\tdomain d;\r\n\tpredicate p(u8);\r\n\toperator o(x: u8) { if q(x); }\r\n\tmethod m() if p(x) && p(é, x) { o(y); }\r\n}\r\n";
    folder.write("a.rs", text);
    let output = folder.run(&["check", "a.rs"], "");
    assert_eq!(output.status, 1);
    let expected = "\
error: unknown predicate or axiom `q`
       help: declare it with `predicate q(…);`, or call a Rust function by its path: `self::q(…)`
 --> a.rs:4:25
  |
4 |     operator o(x: u8) { if q(x); }
  |                            ^

error: `p` takes 1 argument, but 2 are given
       help: the predicate is `p(u8)`
 --> a.rs:5:25
  |
5 |     method m() if p(x) && p(é, x) { o(y); }
  |                            ^^^^^^
";
    assert!(output.out.starts_with(expected), "{}", output.out);
    assert_eq!(output.err, "1 domain, 0 parts: 4 errors, 0 notes\n");
    let output = folder.run(&["check", "--short", "a.rs"], "");
    assert!(
        output
            .out
            .starts_with("a.rs:4:25: error: unknown predicate or axiom `q`\n"),
        "{}",
        output.out
    );
    let output = folder.run(&["check", "-"], "htn_domain! { domain d;");
    assert_eq!(output.status, 1);
    assert!(
        output
            .err
            .ends_with("0 domains, 0 parts: 1 error, 0 notes\n"),
        "{}",
        output.err
    );
    let output = folder.run(&["check", "-"], "htn_domain! { domain d; method m() {} }");
    assert_eq!((output.status, &output.out[..]), (0, ""));
}

const PART: &str = "htn_part! {\n    pub part counted<N> {\n        predicate level(=> N);\n        internal operator up() { if level(n) && n < crate::MOST; add levl(n); }\n    }\n}\n";
const DOMAIN: &str = "mod shared;\nhtn_domain! {\n    domain d;\n    use part shared::counted<u8>;\n    pub method m() { up(); up(1); }\n}\n";

#[test]
fn check_finds_parts_in_the_package() {
    let folder = Folder::new("parts");
    folder.write("Cargo.toml", "");
    folder.write("src/shared.rs", PART);
    folder.write("src/main.rs", DOMAIN);
    folder.write("src/unfinished.rs", "htn_part! {");
    // A part of the same name that is in another module.
    folder.write("src/other.rs", PART.replace("levl", "level"));
    let output = folder.run(&["check", "--short", "src/main.rs"], "");
    let lines: Vec<&str> = output
        .out
        .lines()
        .filter(|line| !line.starts_with(' '))
        .collect();
    assert_eq!(output.status, 1);
    let expected = [
        "src/main.rs:5:30: error: `up` takes 0 arguments, but 1 is given",
        "src/shared.rs:4:70: error: unknown predicate `levl`",
    ];
    assert_eq!(lines.len(), 2, "{}", output.out);
    assert!(
        lines[0].starts_with("src/main.rs:5:30: error: `up` takes"),
        "{lines:?}"
    );
    assert_eq!(lines[1], expected[1]);
    // The part shows the errors that it has in domains, and not those of the domains.
    let output = folder.run(&["check", "--short", "src/shared.rs"], "");
    let lines: Vec<&str> = output
        .out
        .lines()
        .filter(|line| !line.starts_with(' '))
        .collect();
    assert_eq!(lines, [expected[1]]);
}

#[test]
fn check_says_what_it_did_not_check() {
    let folder = Folder::new("unchecked");
    folder.write("Cargo.toml", "");
    folder.write("a.rs", DOMAIN);
    let output = folder.run(&["check", "--short", "a.rs"], "");
    assert_eq!(output.status, 0);
    assert_eq!(
        output.out,
        "a.rs:4:14: note: the part `counted` was not found, so only the syntax of this domain was checked\n"
    );
    let text = "htn_domain! { domain d; #[cfg(feature = \"x\")] operator o() { if p(1); } }\n";
    folder.write("b.rs", text);
    let output = folder.run(&["check", "--short", "b.rs"], "");
    assert_eq!(
        output.out,
        "b.rs:1:25: note: not checked: `#[cfg(feature = \"x\")]` does not hold\n"
    );
    let output = folder.run(&["check", "--short", "--cfg=feature=\"x\"", "b.rs"], "");
    let first = output.out.lines().next();
    assert_eq!(
        first,
        Some("b.rs:1:65: error: unknown predicate or axiom `p`")
    );
    // A part that includes itself.
    folder.write(
        "c.rs",
        "htn_part! { part p { use part p; } }\nhtn_domain! { domain d; use part p; }\n",
    );
    let output = folder.run(&["check", "--short", "c.rs"], "");
    assert_eq!(
        (output.status, &output.out[..]),
        (1, "c.rs:1:31: error: this part includes itself\n")
    );
}

#[test]
fn check_skips_nothing_of_the_standard_library() {
    let folder = Folder::new("cfg");
    let os = std::env::consts::OS;
    let text = format!(
        "htn_domain! {{ domain d; #[cfg(all(target_os = {os:?}, not(test), debug_assertions))] predicate p(u8); pub method m() if p(_) {{}} }}"
    );
    let output = folder.run(&["check", "-"], &text);
    assert_eq!((output.status, &output.out[..]), (0, ""), "{}", output.err);
}

#[test]
fn graph_without_a_domain_is_an_error() {
    let folder = Folder::new("graph");
    let two = "htn_domain! { domain a; } htn_domain! { domain b; }";
    let output = folder.run(&["graph", "-"], two);
    assert_eq!(output.status, 2);
    assert!(
        output.err.contains("several domains (a, b)"),
        "{}",
        output.err
    );
    let output = folder.run(&["graph", "-", "--domain", "c"], two);
    assert!(
        output.err.contains("has no domain `c`, but a, b"),
        "{}",
        output.err
    );
    let output = folder.run(
        &["graph", "-"],
        "htn_domain! { domain a; method m() { x(); } }",
    );
    assert_eq!((output.status, &output.out[..]), (1, ""));
    assert!(output.err.contains("unknown task `x`"), "{}", output.err);
}

const HDDL: [&str; 2] = [
    "(define (domain d) (:predicates (done))\n (:task all :parameters ())\n \
     (:method m :parameters () :task (all) :ordered-subtasks (work))\n \
     (:action work :parameters () :precondition () :effect (done)))\n",
    "(define (problem p) (:domain d) (:htn :ordered-subtasks (all)) (:init) (:goal (done)))\n",
];

#[test]
fn import_writes_a_program() {
    let folder = Folder::new("import");
    folder.write("d.hddl", HDDL[0]);
    folder.write("p.hddl", HDDL[1]);
    let printed = folder.run(&["import", "d.hddl", "p.hddl"], "");
    assert_eq!((printed.status, &printed.err[..]), (0, ""));
    assert!(
        printed.out.contains("branch m {\n            work();"),
        "{}",
        printed.out
    );
    let output = folder.run(&["import", "d.hddl", "-", "--out=main.rs"], HDDL[1]);
    assert_eq!(
        (output.status, &output.out[..], &output.err[..]),
        (0, "", "")
    );
    let written = folder.read("main.rs").replace("<stdin>", "p.hddl");
    assert_eq!(written, printed.out);
    assert_eq!(folder.run(&["check", "main.rs"], "").status, 0);
    assert_eq!(folder.run(&["fmt", "--check", "main.rs"], "").status, 0);
    let output = folder.run(&["import", "d.hddl", "p.hddl", "--out", "no/folder.rs"], "");
    assert_eq!(output.status, 2);
    assert!(
        output.err.starts_with("error: cannot write `no/folder.rs`"),
        "{}",
        output.err
    );
}

#[test]
fn import_draws_carets() {
    let folder = Folder::new("import_errors");
    folder.write(
        "d.hddl",
        HDDL[0].replace("subtasks (work)", "subtasks (wrk)"),
    );
    folder.write("p.hddl", HDDL[1].replace("(done)", "(\t(dne))"));
    folder.write("main.rs", "// an older program\n");
    let output = folder.run(&["import", "d.hddl", "p.hddl", "--out", "main.rs"], "");
    assert_eq!((output.status, &output.out[..]), (1, ""));
    let expected = "\
error: unknown task `wrk`
       help: a task with a similar name exists: work
 --> d.hddl:3:59
  |
3 |  (:method m :parameters () :task (all) :ordered-subtasks (wrk))
  |                                                           ^^^
";
    assert!(output.err.starts_with(expected), "{}", output.err);
    assert!(
        output
            .err
            .contains("error: expected a condition\n --> p.hddl:1:79"),
        "{}",
        output.err
    );
    assert_eq!(folder.read("main.rs"), "// an older program\n");
}
