//! Pages of tables and matrices.

use htn_view::Page;
use squad_htn::{Matrix, MatrixEntry};

fn does(unit: usize, text: &str, from: f32, to: f32) -> MatrixEntry {
    let text = text.to_owned();
    MatrixEntry {
        unit,
        text,
        from,
        to,
    }
}

fn matrix(entries: Vec<MatrixEntry>) -> Matrix {
    let units = vec!["Red".to_owned(), "<b>Blue</b>".to_owned()];
    Matrix::new(1.0, units, entries).unwrap()
}

/// Returns the number of columns that the cells of each row of a table span.
fn widths(html: &str) -> Vec<usize> {
    let rows = html.split("<tr").skip(1);
    let width = |row: &str| {
        let cells = row.split("<td").skip(1);
        let spans = cells.map(|cell| {
            let span = cell.split("colspan=\"").nth(1);
            let span = span.and_then(|span| span.split('"').next());
            span.map_or(1, |span| span.parse::<usize>().unwrap())
        });
        spans.sum::<usize>()
    };
    rows.map(|row| width(row.split("</tr>").next().unwrap()))
        .collect()
}

#[test]
fn whatever_is_put_in_is_text() {
    let evil = "<script>alert(\"&\")</script>";
    let entries = vec![does(0, evil, 0.0, 2.0)];
    let html = Page::new(evil)
        .heading(evil)
        .text(evil)
        .table(&[evil], &[vec![evil.to_owned()]])
        .matrix(&matrix(entries.clone()))
        .beside(&matrix(entries.clone()), &matrix(entries))
        .to_html();
    assert!(!html.contains("<script"));
    assert!(!html.contains("<b>Blue"));
    assert!(!html.contains("{{"), "no mark is left");
    // In the title, two headings, a paragraph, the table's head and cell, and two in each of three cells of matrices.
    assert_eq!(html.matches("&lt;script&gt;").count(), 12);
    // Text that looks like a placeholder stays text.
    let marks = Page::new("{{body}} {{css}}").text("{{title}}").to_html();
    assert!(marks.contains("<h1>{{body}} {{css}}</h1>") && marks.contains("<p>{{title}}</p>"));
}

#[test]
fn html_fragments_are_kept_but_run_no_scripts() {
    let html = Page::new("t")
        .style(".mine { color: var(--bad); }")
        .text("before")
        .html("<div class=mine>{{title}}</div>\n")
        .text("behind")
        .to_html();
    assert!(html.contains("<p>before</p>\n<div class=mine>{{title}}</div>\n<p>behind</p>"));
    let (style, body) = html.split_once("</style>").unwrap();
    assert!(style.ends_with(".mine { color: var(--bad); }\n"));
    assert!(style.contains("default-src 'none'") && body.contains("<main>"));
}

#[test]
fn matrix_row_has_a_cell_for_each_time_step() {
    let planned = matrix(vec![
        does(0, "march", 0.0, 2.5),
        does(0, "storm", 2.5, 4.0),
        does(1, "wait for it", 3.0, f32::INFINITY),
    ]);
    let html = Page::new("one").matrix(&planned).to_html();
    assert_eq!(widths(&html), [0, 4, 4]);
    assert_eq!(html.matches("class=\"waits\"").count(), 1);

    // The actual course took longer, and one action was not planned.
    let happened = matrix(vec![
        does(0, "march", 0.0, 4.0),
        does(0, "hide", 5.0, 6.0),
        does(1, "wait for it", 3.0, 6.0),
    ]);
    let html = Page::new("two").beside(&planned, &happened).to_html();
    assert_eq!(widths(&html), [0, 6, 6, 6, 6]);
    assert_eq!(html.matches("unplanned\"").count(), 1);

    // Time steps are those of the plan.
    let units = planned.units().to_vec();
    let fine = Matrix::new(0.5, units, happened.entries().to_vec()).unwrap();
    assert_eq!(Page::new("two").beside(&planned, &fine).to_html(), html);

    // A unit of which nothing is known has an empty row.
    let nobody = Matrix::new(1.0, vec![], vec![]).unwrap();
    let html = Page::new("three").beside(&planned, &nobody).to_html();
    assert_eq!(widths(&html), [0, 4, 4, 4, 4]);
}

#[test]
fn columns_of_numbers_stand_to_the_right() {
    let rows = [["a", "1.5", "7%", ""], ["b", "–", "", "x"]];
    let rows: Vec<Vec<String>> = rows.map(|row| row.map(str::to_owned).to_vec()).to_vec();
    let html = Page::new("t")
        .table(&["name", "n", "share", "text"], &rows)
        .to_html();
    assert_eq!(html.matches("<th class=\"number\">").count(), 2);
    assert_eq!(html.matches("<td class=\"number\">").count(), 4);
}
