//! `cargo htn graph`

use htn_lang::{MacroCall, MacroKind, Severity, SourceFile};
use htn_view::Graph;

use crate::args::{Arg, Args, UsageError, unknown};
use crate::check::Input;
use crate::{Status, print};

pub const HELP: &str = "\
Prints the graph of a domain: methods, operators, and the branches between them

Usage: cargo htn graph [OPTIONS] FILE

Arguments:
  FILE                   a Rust file, or `-` for the standard input

Options:
  --mermaid              print a Mermaid flowchart (default)
  --dot                  print DOT for Graphviz
  --svg                  print an SVG
  --domain NAME          the domain to draw, if the file has several
  --without-bookkeeping  leave out internal and synchronisation operators
  --cfg OPTION           set a `cfg` option, such as `test`; may be repeated
  -h, --help             print this help

Exit status: 0 if the graph was printed, 1 if the domain has errors, 2 for a wrong call.
";

pub fn run(mut args: Args) -> Result<Status, UsageError> {
    let (mut paths, mut options, mut name) = (Vec::new(), Vec::new(), None);
    let (mut formats, mut bookkeeping) = (Vec::new(), true);
    while let Some(arg) = args.next() {
        match arg {
            Arg::File(path) => paths.push(path),
            Arg::Option(option) => match option.as_str() {
                "--mermaid" => formats.push(Graph::to_mermaid as fn(&Graph) -> String),
                "--dot" => formats.push(Graph::to_dot),
                "--svg" => formats.push(Graph::to_svg),
                "--without-bookkeeping" => bookkeeping = false,
                "--domain" | "--domain=" => name = Some(args.value("--domain")?),
                "--cfg" | "--cfg=" => options.push(args.value("--cfg")?),
                "--help" | "-h" => return Ok(print(HELP)),
                _ => return Err(unknown(&option, HELP)),
            },
        }
    }
    if paths.len() != 1 {
        return Err(UsageError(format!(
            "expected one file, found {}",
            paths.len()
        )));
    }
    if formats.len() > 1 {
        return Err(UsageError("more than one format".to_owned()));
    }
    let input = match Input::read(&paths, &options)? {
        Ok(input) if input.unreadable == 0 => input,
        Ok(_) => return Ok(Status::Found),
        Err(status) => return Ok(status),
    };
    let named = &input.sources.files()[..input.named];
    let calls = named.iter().flat_map(SourceFile::calls);
    let domains: Vec<&MacroCall> = calls.filter(|of| of.kind() == MacroKind::Domain).collect();
    let wanted = |call: &&&MacroCall| name.is_none() || call.name() == name.as_deref();
    let found: Vec<&&MacroCall> = domains.iter().filter(wanted).collect();
    let [call] = found.as_slice() else {
        let names: Vec<&str> = domains.iter().filter_map(|call| call.name()).collect();
        let path = &paths[0];
        return Err(UsageError(match (&name, domains.len()) {
            (_, 0) => format!("`{path}` has no domain"),
            (Some(name), _) => format!("`{path}` has no domain `{name}`, but {}", names.join(", ")),
            (None, _) => format!(
                "`{path}` has several domains ({}), and none is chosen with `--domain`",
                names.join(", ")
            ),
        }));
    };
    let analysis = input.sources.check(call);
    for diagnostic in &analysis.diagnostics {
        let mut files = input.sources.files().iter();
        let file = files.find(|file| file.path() == diagnostic.path);
        eprintln!("{}", diagnostic.render(file.map_or("", SourceFile::text)));
    }
    let (Some(domain), Some(rows)) = (analysis.domain, analysis.rows) else {
        if !analysis
            .diagnostics
            .iter()
            .any(|of| of.severity == Severity::Error)
        {
            eprintln!("error: the domain is not complete, so it has no graph");
        }
        return Ok(Status::Found);
    };
    let mut graph = Graph::from_rows(&rows, |at| (domain.tasks[at].kind, &domain.tasks[at].docs));
    if !bookkeeping {
        graph = graph.without_bookkeeping();
    }
    let format = formats.first().copied().unwrap_or(Graph::to_mermaid);
    Ok(print(&format(&graph)))
}
