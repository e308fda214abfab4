//! Graphs of domains.

mod common;

use common::Domain;
use htn_view::{Coverage, Graph};

#[test]
fn the_ward_in_every_format() {
    let graph = Graph::of::<Domain>().expect("the feature `reference` is on");
    common::expect("ward.mermaid", &graph.to_mermaid());
    common::expect("ward.dot", &graph.to_dot());
    common::expect("ward.svg", &graph.to_svg());
}

#[test]
fn a_recording_tells_which_branches_were_taken() {
    let (mut director, mut recording) = (common::director(2, 2), common::named());
    common::play(&mut director, &mut recording, 30);
    let graph = Graph::of::<Domain>().unwrap();
    let mut coverage = Coverage::of::<Domain>().unwrap();
    assert!(coverage.recording(&recording));
    let graph = graph.with(&coverage);
    common::expect("ward-taken.mermaid", &graph.to_mermaid());
    common::expect("ward-taken.dot", &graph.to_dot());
    common::expect("ward-taken.svg", &graph.to_svg());
}

mod odd {
    use squad_htn::prelude::*;

    htn_domain! {
        /// "Quoted" </title><script>alert(1)</script> & 🙂
        pub domain שלום;
        predicate there(u8) [8];
        #[doc = "\"Quoted\" \\ </title><script>alert(1)</script> & 🙂 \u{202e}turned"]
        operator עשה(n: u8) {}
        /// One way: ]] --> end
        pub method end(n: u8) {
            branch graph if there(n) { עשה(n); end(n); }
            branch else_ { subgraph(n); }
        }
        /// Round and round.
        method subgraph(n: u8) { if there(n) { end(n); } else { while !there(n) { עשה(n); } } }
        method subgraph(n: u8) { עשה(n); }
        pub method nothing() {}
    }
}

#[test]
fn any_name_and_any_doc_is_safe() {
    let graph = Graph::of::<odd::שלום::Domain>().unwrap();
    let (mermaid, dot, svg) = (graph.to_mermaid(), graph.to_dot(), graph.to_svg());
    for text in [&mermaid, &dot, &svg] {
        assert!(text.contains("עשה"), "{text}");
        assert!(!text.contains('\u{202e}'), "{text}");
    }
    assert!(!svg.contains("<script"), "{svg}");
    assert!(svg.contains("&lt;script&gt;alert(1)") && svg.contains("🙂"));
    assert!(dot.contains("\\\"Quoted\\\" \\\\ </title>"), "{dot}");
    let open = |tag: &str| svg.matches(tag).count();
    assert_eq!(open("<text"), open("</text>"));
    assert_eq!(open("<title"), open("</title>"));
    assert_eq!(open("<g"), open("</g>"));
    // Also with figures and tooltips.
    let coverage = Coverage::of::<odd::שלום::Domain>().unwrap();
    let heat = graph.with(&coverage);
    let (mermaid_heat, dot_heat, svg_heat) = (heat.to_mermaid(), heat.to_dot(), heat.to_svg());
    for text in [&mermaid_heat, &dot_heat, &svg_heat] {
        assert!(text.contains("עשה") && !text.contains('\u{202e}'), "{text}");
    }
    assert!(!svg_heat.contains("<script"), "{svg_heat}");
    for tag in ["text", "title", "tspan", "marker", "path"] {
        let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
        let shut = svg_heat.matches(&close).count() + svg_heat.matches("\"/>").count();
        assert!(svg_heat.matches(&open).count() <= shut, "{tag}");
    }
    common::expect("odd.mermaid", &mermaid);
    common::expect("odd.dot", &dot);
}

mod none {
    use squad_htn::prelude::*;

    htn_domain! {
        pub domain none;
        predicate there(u8) [8];
    }
}

#[test]
fn a_domain_without_tasks_has_a_graph() {
    let graph = Graph::of::<none::none::Domain>().unwrap();
    assert_eq!(graph.to_dot().lines().count(), 5);
    assert!(graph.to_svg().ends_with("</svg>\n"));
    let without = graph.without_bookkeeping();
    assert_eq!(without.to_mermaid(), graph.to_mermaid());
}
