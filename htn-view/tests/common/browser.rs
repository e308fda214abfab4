//! Opens pages in a browser, if one is installed.

use std::path::PathBuf;
use std::process::Command;

/// Returns the browser, or prints that the test is skipped because none is installed.
pub fn browser() -> Option<PathBuf> {
    let browser = installed();
    if browser.is_none() {
        eprintln!("skipped: there is no chromium to open the page with");
    }
    browser
}

fn installed() -> Option<PathBuf> {
    let named = ["chromium", "chromium-browser", "google-chrome"];
    let paths = std::env::var_os("PATH")?;
    let mut paths = std::env::split_paths(&paths);
    paths.find_map(|path| {
        named
            .iter()
            .map(|name| path.join(name))
            .find(|file| file.is_file())
    })
}

/// Opens a page with a script that comes after its own, and gives what the script puts into the title.
pub fn run(page: &str, name: &str, script: &str) -> Option<String> {
    let browser = browser()?;
    let catch = "<script>window.broken = []; addEventListener('error', e => broken.push(e.message));</script>";
    let page = page.replace("<style>", &format!("{catch}<style>"));
    let script = format!(
        "<script>{script}\n document.title = 'told: ' + JSON.stringify({{ broken, ...told() }});</script></body>"
    );
    let page = page.replace("</body>", &script);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("page.html");
    std::fs::write(&file, page).unwrap();
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    let output = Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--dump-dom",
        ])
        .args(["--window-size=1300,1000", &profile])
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let told = dom
        .split_once("<title>told: ")
        .and_then(|(_, rest)| rest.split_once("</title>"));
    let told = told.map(|(told, _)| told.to_owned());
    assert!(
        told.is_some(),
        "{dom}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    told.map(|told| {
        told.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&")
    })
}
