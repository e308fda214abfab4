//! Names and values with letters that no format may stumble over, in everything that is printed.

use htn_view::{Graph, LiveView, Page, Recording, Report};
use squad_htn::explain::given;
use squad_htn::prelude::*;

/// Markup, escapes of terminals, turned directions, invisible letters, line breaks, and a formula.
const EVIL: &str = "=</script><script>alert(1)</script><img src=x onerror=alert(2)>\u{1b}[31m\u{1b}]0;pwned\u{7}\u{202e}\n\r\
                    \"'`&${x}]]>-->\u{2028}\u{9b}31m\u{61c}\u{2060}\u{e0041}\u{ad}\u{3164}\u{180e}";

#[derive(Clone, Copy, PartialEq, Eq, Term)]
pub struct Evil(pub u8);

impl std::fmt::Debug for Evil {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{EVIL}{}", self.0)
    }
}

htn_domain! {
    /// </script><script>alert(9)</script>
    pub domain hostile;
    agent Evil;
    predicate here(Evil);
    predicate away(Evil);
    /// <b onmouseover=alert(3)>"'
    operator act(who: Evil) by who {
        if here(who) && "<script>alert(4)</script>".len() > 2;
        duration 2.0;
    }
    operator stay(who: Evil) by who { if here(who); }
    pub method go() {
        branch gone if away(who) { act(who); }
        branch first if here(who) && "</script>\u{1b}[31m".len() > 1 { part(who); }
    }
    method part(who: Evil) { act(who); global_block(who); stay(who); }
}
use hostile::{Director, Domain, Fact, Planner, Task};

/// Text is lines of visible letters.
fn assert_text(what: &str, text: &str) {
    assert!(
        text.contains("alert(1)"),
        "{what} has no name in it: {text}"
    );
    let bad = |letter: char| {
        let known = "\u{61c}\u{2028}\u{202e}\u{2060}\u{e0041}\u{ad}\u{3164}\u{180e}";
        letter != '\n' && (letter.is_control() || known.contains(letter))
    };
    let found = text.chars().find(|letter| bad(*letter));
    assert_eq!(found, None, "{what}: {}", text.escape_debug());
}

fn assert_markup(what: &str, html: &str) {
    assert_text(what, html);
    for injected in ["<script>alert", "<img src=x", "<b onmouse"] {
        assert!(!html.contains(injected), "{what} has {injected}");
    }
}

#[test]
fn text_from_the_game_is_escaped_in_every_output() {
    let mut director = Director::new(Task::Go).interval(3);
    let mut recording = Recording::<Domain>::new().names(|value| {
        let who: Evil = value.get("Evil")?;
        (who.0 == 2).then(|| EVIL.to_owned())
    });
    let mut view = LiveView::new();
    for n in [1, 2] {
        director.state_mut().insert(Fact::Here(Evil(n))).unwrap();
    }
    let mut told = String::new();
    for tick in 0..20 {
        let commands: Vec<_> = director.tick(&(), Budget::unlimited()).collect();
        for event in director.events() {
            told += &format!("{event}\n");
        }
        recording.tick(&director);
        recording.explain(&director, &()).unwrap();
        recording.note(EVIL, EVIL);
        view.show(EVIL, &recording);
        assert_text("live view", &view.to_text(400, 60));
        told += &format!("{director}\n");
        for command in commands {
            told += &format!("{command}\n");
            if let Command::Start { id, .. } = command {
                let outcome = [Outcome::Failure, Outcome::Success][usize::from(tick % 4 > 0)];
                director.finish(id, outcome).unwrap();
            }
        }
        if tick == 12 {
            director.state_mut().remove(Fact::Here(Evil(1)));
            director.agent_left(Evil(1));
        }
    }
    assert_text("events and commands", &told);
    assert_text("facts", &director.state().to_string());
    let mut planner = Planner::new();
    let plan = planner.find(director.state(), &(), Task::Go);
    let plan = plan.unwrap().expect("one of them is here").clone();
    assert_text("plan", &plan.to_string());
    let schedule = plan.schedule(director.state(), &()).unwrap();
    assert_text("schedule", &schedule.to_string());
    let matrix = schedule.matrix(
        1.0,
        &[Evil(2)],
        |who| format!("{who:?}"),
        |_| EVIL.to_owned(),
    );
    let matrix = matrix.unwrap();
    assert_text("matrix", &matrix.to_string());
    assert_text(
        "matrix as CSV",
        &matrix.csv().to_string().replace("\r\n", "\n"),
    );
    let page = Page::new(EVIL).heading(EVIL).text(EVIL);
    let page = page
        .table(&[EVIL], &[vec![EVIL.to_owned()]])
        .matrix(&matrix);
    assert_markup("page", &page.to_html());
    let why = director.explain(&()).unwrap();
    assert_text("explanation", &why.to_string());
    let names = |_: htn_view::Value<'_>| Some(EVIL.to_owned());
    assert_text(
        "explanation with names",
        &why.with_names(&names).to_string(),
    );
    let why_not = director
        .state()
        .why_not(&(), Task::Go, "gone", [given("who", Evil(1))])
        .unwrap();
    assert_text("why not", &why_not.with_names(&names).to_string());
    assert_text("log", &recording.log(30.0));
    assert_text("timeline", &recording.timeline(30.0));
    let repairs = recording.repairs();
    assert!(!repairs.is_empty());
    for repair in repairs {
        assert_text("repair", &repair.to_string());
        assert_markup("repair as HTML", &repair.to_html());
    }
    let report = Report::new(EVIL).squad(EVIL, &recording).to_html();
    assert_markup("report", &report);
    let graph = Graph::of::<Domain>().unwrap();
    let svg = graph.to_svg();
    assert!(
        svg.contains("&lt;b onmouse") && !svg.contains("<b onmouse"),
        "{svg}"
    );
    for drawn in [svg, graph.to_dot(), graph.to_mermaid()] {
        assert!(!drawn.contains('\u{1b}'), "{drawn}");
    }
}
