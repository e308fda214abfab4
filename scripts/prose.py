#!/usr/bin/env python3
"""Prints comments and documents with the phrases of scripts/prose-patterns.txt.

  scripts/prose.py              a count for each phrase, and the files with the most
  scripts/prose.py FILE...      every place in these files

Each place is a sentence to reconsider, not an error.
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def regex(pattern):
    """A line of the list as a regular expression."""
    out, words = "", pattern.split()
    for word in words:
        if word == "^":
            out += "^"
        elif word == "!?":
            out += r"(?!.*\?\s*$)"
        elif word.startswith("!"):
            out += rf"(?! ({word[1:]})\b)"
        else:
            out += ("" if out in ("", "^") else " ") + rf"\b({word})\b"
    return re.compile(out)


def patterns():
    title = ""
    for line in (ROOT / "scripts/prose-patterns.txt").read_text().splitlines():
        if line.startswith("    "):
            yield title, regex(line)
        elif line and not line.startswith("#"):
            title = line


PATTERNS = list(patterns())


def prose(path, line):
    """The text of a comment, or of a line of a document; empty for code."""
    if path.endswith(".rs"):
        found = re.search(r"(?:^|\s)//[/!]?\s?(.*)$", line)
        return found.group(1).strip() if found else ""
    text = line.strip()
    return "" if text.startswith(("|--", "#!")) else text.lstrip("#*->|0123456789. ")


def places(path):
    """Line number, title and text of each match in a file."""
    fenced = False
    for number, line in enumerate((ROOT / path).read_text(errors="replace").splitlines(), 1):
        if path.endswith(".md") and line.lstrip().startswith("```"):
            fenced = not fenced
            continue
        text = "" if fenced else prose(path, line)
        for title, pattern in PATTERNS:
            if text and pattern.search(text):
                yield number, title, text


def tracked():
    listed = subprocess.run(["git", "ls-files", "*.rs", "*.md"], capture_output=True, text=True, cwd=ROOT, check=True)
    return [path for path in listed.stdout.splitlines() if "snapshots/" not in path and not path.startswith("tests/ui/")]


def main():
    if sys.argv[1:]:
        paths = [Path(path).resolve() for path in sys.argv[1:]]
        if not all(path.is_file() and path.is_relative_to(ROOT) for path in paths):
            sys.exit("usage: scripts/prose.py [FILE...]    (files of this repository)")
        for path in paths:
            path = str(path.relative_to(ROOT))
            for number, title, text in places(path):
                print(f"{path}:{number}: {title}\n    {text[:140]}")
        return
    titles, files = {}, {}
    for path in tracked():
        for _, title, _ in places(path):
            titles[title] = titles.get(title, 0) + 1
            files[path] = files.get(path, 0) + 1
    print(f"{sum(titles.values())} places")
    for counts in (titles, files):
        print()
        for name, count in sorted(counts.items(), key=lambda item: -item[1])[:20]:
            print(f"{count:6}  {name}")


main()
