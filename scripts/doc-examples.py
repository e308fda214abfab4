#!/usr/bin/env python3
"""Counts the public types and functions whose documentation has an example, or links to an item or a page that has one.

  cargo doc --workspace --no-deps --all-features    first
  scripts/doc-examples.py                           the share of each crate
  scripts/doc-examples.py CRATE...                  the items of these crates without an example

It reads the pages in target/doc. Hidden items and implementations of traits are not counted. Exits with 1 if a crate has
less than 90% of its types or 60% of its functions.
"""
import html
import os
import re
import sys
from pathlib import Path

DOCS = Path(os.environ.get("CARGO_TARGET_DIR", Path(__file__).resolve().parent.parent / "target")) / "doc"
CRATES = ["squad_htn", "htn_core", "htn_tools", "htn_view", "htn_lang", "htn_macros", "bevy_squad_htn"]
TYPES = ("struct", "enum", "trait", "type", "macro", "derive", "attr")
REACH = {"types": 90, "functions": 60}

EXAMPLE = '<pre class="rust rust-example-rendered">'
TOP = re.compile(r'<details class="toggle top-doc"[^>]*>(.*?)</details>', re.S)
METHOD = re.compile(r'<section id="((?:ty)?method\.[^"]+)" class="method')
# Everything from here on is implementations of traits.
TRAITS = re.compile(r'<h2 id="(?:deref-methods-[^"]*|(?:trait|foreign|blanket|synthetic)-(?:implementations|impls)|implementors)"')
LINK = re.compile(r'<a [^>]*href="([^"]+)"')
NEXT_BLOCK = re.compile(r'<section id="(?:impl|associatedconstant|associatedtype|method|tymethod)[-.]|<h2 id=')


class Page:
    """A page of rustdoc: its own documentation, and that of each of its functions."""

    def __init__(self, path):
        text = path.read_text()
        top = TOP.search(text)
        self.top = top.group(1) if top else ""
        cut = TRAITS.search(text)
        text = text[: cut.start()] if cut else text
        self.functions = {}
        for found in METHOD.finditer(text):
            after = NEXT_BLOCK.search(text, found.end())
            block = text[found.end() : after.start() if after else len(text)]
            # The signature is before the documentation, and has links too.
            doc = block.find("docblock")
            self.functions[found.group(1)] = block[doc:] if doc >= 0 else ""


pages = {}


def page(path):
    if path not in pages:
        pages[path] = Page(path) if path.is_file() else None
    return pages[path]


def has_example(path, doc):
    """True if the documentation has an example, or links to documentation that has one."""
    if EXAMPLE in doc:
        return True
    for link in LINK.findall(doc):
        target, _, anchor = html.unescape(link).partition("#")
        if target.startswith("https://docs.rs/"):
            # The name of the package and its version come before the path.
            file = DOCS.joinpath(*target.removeprefix("https://docs.rs/").split("/")[2:])
        elif "://" in target:
            continue
        else:
            file = Path(os.path.normpath(path.parent / target)) if target else path
        if file.is_dir():
            file /= "index.html"
        there = page(file)
        if there and EXAMPLE in there.functions.get(anchor, there.top):
            return True
    return False


def measure(crate):
    """The items of a crate: kind, name, and whether there is an example."""
    for path in sorted((DOCS / crate).rglob("*.html")):
        kind, _, name = path.stem.partition(".")
        if kind not in (*TYPES, "fn") or name.endswith("!") or any(part.startswith("__") for part in path.parts):
            continue
        here = page(path)
        if not here.top and "Redirecting" in path.read_text()[:400]:
            continue
        module = "::".join(path.parent.relative_to(DOCS).parts)
        yield "functions" if kind == "fn" else "types", f"{module}::{name}", has_example(path, here.top)
        for anchor, doc in here.functions.items():
            yield "functions", f"{module}::{name}::{anchor.partition('.')[2]}", has_example(path, doc)


def main():
    wanted = [crate.replace("-", "_") for crate in sys.argv[1:]]
    if any(not (DOCS / crate).is_dir() for crate in wanted or CRATES):
        sys.exit("usage: scripts/doc-examples.py [CRATE...]\nhelp: run `cargo doc --workspace --no-deps --all-features` first")
    below = False
    for crate in wanted or CRATES:
        items = list(measure(crate))
        line = f"{crate:16}"
        for kind, reach in REACH.items():
            found = [good for what, _, good in items if what == kind]
            share = 100 * sum(found) // len(found) if found else 100
            below |= share < reach
            line += f"  {sum(found):4} of {len(found):4} {kind} ({share}%)"
        print(line)
        for kind, name, good in items:
            if wanted and not good:
                print(f"    {kind[:-1]} {name}")
    sys.exit(below)


main()
