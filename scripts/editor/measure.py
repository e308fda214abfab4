#!/usr/bin/env python3
"""Measures how much of `htn_domain!` and `htn_part!` rust-analyzer understands, and what a keystroke costs.

Usage: measure.py RUST_ANALYZER REPOSITORY TARGET_FOLDER [completion|uses|rename|wrong|diagnostics|cost]…

It writes a crate with the domains of the repository to a temporary folder. `SYSROOT_SRC` names the folder `library` of the
standard library's source, if rustup has not installed it; run `cargo fetch` there first, because rust-analyzer is started
without the network.
"""

import pathlib
import re
import sys
import tempfile

import crate
import situations
from server import Server, cursor, uri

# Words that rust-analyzer describes by itself, or that have no meaning of their own.
RUST_WORDS = set(
    "if else while for in let return match true false as mut ref pub crate self super use part fn mod where move dyn".split()
)
RENAMED = "renamed_word"


def percent(part, whole):
    return f"{part} of {whole}"


def completion(server, main):
    original = server.text(main)
    offered = empty = unwanted = 0
    for name, old, new, wanted, trigger in situations.COMPLETION + situations.EMPTY:
        if old is None:
            text = original
            for before, after in situations.UNFINISHED:
                text = text.replace(before, after, 1)
        else:
            assert old in original, name
            text = original.replace(old, new, 1)
        labels = complete(server, main, text, trigger)
        if any(word in labels for word in wanted):
            if (name, old, new, wanted, trigger) in situations.EMPTY:
                empty += 1
            else:
                offered += 1
        else:
            print(f"    not offered: {name}: {wanted[0]} among {labels[:8]}")
    for name, old, new, word in situations.UNWANTED:
        labels = complete(server, main, original.replace(old, new, 1), None)
        if word in labels or not labels:
            unwanted += 1
            print(f"    offered: {name}: {word}" if labels else f"    nothing offered: {name}")
    server.change(main, original)
    yield "completion offers the word", percent(offered, len(situations.COMPLETION))
    yield "the same in an empty place", percent(empty, len(situations.EMPTY))
    yield "completion offers something unwanted", percent(unwanted, len(situations.UNWANTED))


def complete(server, path, text, trigger):
    offset = text.index("§")
    server.change(path, text.replace("§", ""))
    items = server.completion(path, offset, trigger)
    items.sort(key=lambda item: item.get("sortText") or item["label"])
    return [re.split(r"[(…]", item["label"])[0].strip() for item in items]


def without_texts(text):
    """Replaces comments, strings and attributes by spaces."""
    blank = lambda found: re.sub(r"[^\n]", " ", found.group())
    code = re.sub(r"//[^\n]*", blank, text)
    code = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', blank, code)
    return re.sub(r"#!?\[[^\]]*\]", blank, code)


def macros(code):
    """Returns the ranges of the inputs of all macros."""
    for start in re.finditer(r"htn_(domain|part)!\s*\{", code):
        depth, end = 1, start.end()
        while depth and end < len(code):
            depth += {"{": 1, "}": -1}.get(code[end], 0)
            end += 1
        yield start.end(), end


def words_of_macros(text):
    """Returns the offsets of all words inside domains and parts, without comments, strings and Rust's own words."""
    code = without_texts(text)
    for start, end in macros(code):
        for word in re.finditer(r"\b[A-Za-z_]\w*", code[start:end]):
            if word.group() not in RUST_WORDS and not word.group().strip("_") == "":
                yield start + word.start(), word.group()


def uses(server, files):
    words = hovers = definitions = 0
    kinds = {}
    for path in files:
        text = server.text(path)
        tokens = {(line, word): kind for line, word, kind in server.tokens(path)}
        for offset, word in words_of_macros(text):
            line = text.count("\n", 0, offset) + 1
            words += 1
            hover, definition = server.hover(path, offset + 1), server.definition(path, offset + 1)
            hovers += bool(hover)
            definitions += bool(definition)
            kind = tokens.get((line, word), "none")
            kinds[kind] = kinds.get(kind, 0) + 1
            if not hover or not definition:
                missing = [name for name, of in (("hover", hover), ("definition", definition)) if not of]
                print(f"    no {' and no '.join(missing)}: {path.name}:{line} {word}")
    yield "hover", percent(hovers, words)
    yield "definition", percent(definitions, words)
    described = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items(), key=lambda of: -of[1]))
    yield "semantic tokens", described


def offset_of(text, position):
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: position["line"]]) + position["character"]


def rename(server, main):
    text = server.text(main)
    complete_renames = 0
    for name, marked, first, last in situations.RENAME:
        offset = cursor(text, marked)
        word = re.search(r"\w*$", text[:offset]).group() + re.match(r"\w*", text[offset:]).group()
        start = text.index(first) if first else 0
        end = text.index(last, start) if last else len(text)
        code = re.sub(r"//[^\n]*", lambda found: " " * len(found.group()), text)
        expected = len(re.findall(rf"(?<![\w.]){word}\b", code[start:end]))
        edits = server.rename(main, offset, RENAMED)
        if "error" in edits:
            print(f"    {name}: {edits['error']['message']}")
            continue
        changed = edits.get(uri(main), [])
        inside = sum(start <= offset_of(text, edit["range"]["start"]) < end for edit in changed)
        if inside == expected:
            complete_renames += 1
        print(f"    {name}: {inside} of {expected} places, and {len(changed) - inside} outside of the domain")
    yield "complete renames", percent(complete_renames, len(situations.RENAME))


def wrong(server, main):
    original = server.text(main)
    duplicates = 0
    for name, old, new in situations.MISTAKES:
        server.change(main, original.replace(old, new, 1))
        found = server.diagnostics(main)
        # The program after the domain has no mistakes.
        duplicates += max(len(found) - 1, 0)
        messages = [f"{of['range']['start']['line'] + 1}: {of['message'].splitlines()[0][:90]}" for of in found]
        print(f"    {name}: " + " | ".join(messages))
    server.change(main, original)
    yield "errors after the first, of mistakes", f"{duplicates} of {len(situations.MISTAKES)} mistakes"


def diagnostics(server, files):
    inside = outside = 0
    for path in files:
        text = server.text(path)
        ranges = list(macros(without_texts(text)))
        # Code under a condition that does not hold is no mistake.
        found = [of for of in server.diagnostics(path) if of.get("code") not in ("inactive_code", "unlinked-file")]
        for of in found:
            offset = offset_of(text, of["range"]["start"])
            is_inside = any(start <= offset < end for start, end in ranges)
            inside += is_inside
            outside += not is_inside
            place, message = "inside" if is_inside else "outside", of["message"].splitlines()[0][:100]
            print(f"    {place}: {path.name}:{of['range']['start']['line'] + 1}: {of.get('code')}: {message}")
    yield f"false diagnostics in the domains of {len(files)} files", inside
    yield "false diagnostics elsewhere in these files", outside


def cost(server, path):
    """Measures the processor time of a keystroke in the middle of a domain."""
    original = server.text(path)
    old = "d < 50.5"

    def edit(text):
        server.change(path, original.replace(old, text, 1))

    def diagnose(turn):
        edit(f"d < 50.5{turn}")
        server.diagnostics(path)

    def complete_here(turn):
        typed = f"{old} && game.{'x' * turn}"
        edit(typed)
        server.completion(path, server.text(path).index(typed) + len(typed))

    def tokens(turn):
        edit(f"d < 50.5{turn + 20}")
        server.tokens(path)

    # The first answers fill the caches.
    server.diagnostics(path)
    server.tokens(path)
    for name, turns, action in (("diagnostics", 10, diagnose), ("completion", 8, complete_here), ("semantic tokens", 3, tokens)):
        before = server.cpu_seconds()
        for turn in range(turns):
            action(turn)
        after = server.cpu_seconds()
        parts = [(b - a) / turns * 1000 for a, b in zip(before, after)]
        yield f"processor time per keystroke, {name}", f"{sum(parts):.0f} ms ({parts[1]:.0f} ms in the macro)"
    server.change(path, original)


def main():
    program, repository, target = sys.argv[1:4]
    pathlib.Path(target).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        files = crate.write(repository, folder)
        readme, large = folder / "src/main.rs", folder / "src/bin/methods100.rs"
        squad = [folder / f"examples/squad/domain/{name}.rs" for name in ("mod", "combat", "facts", "suspects")]
        server = Server(program, folder, target)
        try:
            server.wait_until_ready()
            parts = {
                # First, because a keystroke costs more if all files are open.
                "cost": lambda: cost(server, large),
                "completion": lambda: completion(server, readme),
                "uses": lambda: uses(server, [readme, *squad, folder / "examples/parts.rs"]),
                "rename": lambda: rename(server, readme),
                "wrong": lambda: wrong(server, readme),
                "diagnostics": lambda: diagnostics(server, files),
            }
            rows = []
            for name in sys.argv[4:] or parts:
                print(f"{name}:", flush=True)
                for path in [large] if name == "cost" else files:
                    server.open(path)
                rows.extend(parts[name]())
            print("\n| measured | result |\n|---|---|")
            for name, result in rows:
                print(f"| {name} | {result} |")
        finally:
            server.stop()


if __name__ == "__main__":
    main()
