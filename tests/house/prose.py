#!/usr/bin/env python3
"""Finds words and sentence shapes that slow a reader down (prose.txt), in comments, documentation, scene texts and long strings.

prose.py              fails on every such line added since the branch left main (on main itself: since the previous commit).
prose.py --all        prints the findings of the whole project and does not fail.
prose.py --self-test  fails unless the check finds planted lines and skips a silenced one.

A correct line that is flagged can end with a comment "prose: ok". A sentence may have at most 40 words.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_WORDS = 40
SILENT = "prose: ok"
SKIPPED = ("THIRD_PARTY.md", "LICENSE", "tests/house/prose", "docs/papers.csv")


def rules():
    lines = (ROOT / "tests/house/prose.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [(re.compile(pattern, re.I if pattern.islower() else 0), advice) for pattern, advice in pairs]


def prose_of(path, line):
    """Returns the prose of a line: its comments, long strings or text."""
    if SILENT in line or path.startswith(SKIPPED):
        return ""
    if path.endswith(".md"):
        return line
    if path.endswith((".cpp", ".h", ".cu", ".cuh", ".vert", ".frag")):
        comments = re.findall(r"//.*$", line)
        strings = re.findall(r'"((?:[^"\\]|\\.){24,})"', line)
        return " ".join(comments + strings)
    if path.endswith((".py", ".sh", ".cmake", "CMakeLists.txt")):
        return "".join(re.findall(r"(?:^|\s)#.*$", line))
    if path.endswith(".toml"):
        found = re.match(r"\s*(?:#|text|title|hint|question|reveal)(.*)", line)
        return found[1] if found else ""
    return ""


def faults_of(path, line, known):
    text = prose_of(path, line)
    if not text.strip():
        return []
    found = [f'"{m[0].strip()}": {advice}' for pattern, advice in known if (m := pattern.search(text))]
    if not text.lstrip().startswith("|") and re.search(rf"(?:[^\s.;:|]+\s+){{{MOST_WORDS},}}", text):
        found.append(f"a sentence of over {MOST_WORDS} words: write two")
    return found


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, errors="replace").stdout


def added_lines():
    """Yields (path, line number, line) for every added line."""
    head = git("rev-parse", "HEAD").strip()
    bases = [git("merge-base", "HEAD", name).strip() for name in ("origin/main", "main")]
    base = next((b for b in bases if b and b != head), "") or git("rev-parse", "--quiet", "--verify", "HEAD~1").strip()
    if not base:
        return
    path, number = "", 0
    for line in git("diff", "-U0", "--no-ext-diff", "-M", base).splitlines():
        if line.startswith("+++ "):
            path = line[6:]
        elif found := re.match(r"@@ .*\+(\d+)", line):
            number = int(found[1]) - 1
        elif line.startswith("+"):
            number += 1
            yield path, number, line[1:]


def all_lines():
    for path in git("ls-files").splitlines():
        if (ROOT / path).is_file() and not path.endswith((".png", ".webp", ".gif", ".csv")):
            for number, line in enumerate((ROOT / path).read_text(errors="replace").splitlines(), 1):
                yield path, number, line


def self_test():
    known = rules()
    bad = [("a.cpp", "  int n = 0;  // Of a row, how many."), ("a.h", "// The run is told when it ends."), ("docs/a.md", "It hangs on the grid."),
           ("a.cpp", 'fail("the run starts anew, from the beginning");'), ("a.cmake", "# What was found, if anything."),
           ("docs/a.md", " ".join(["word"] * 45) + ".")]
    good = [("a.cpp", "int anew = 0;"), ("a.h", "// The run is told when it ends.  prose: ok"), ("docs/a.md", "The run restarts."), ("a.png", "anew")]
    wrong = [line for path, line in bad if not faults_of(path, line, known)] + [line for path, line in good if faults_of(path, line, known)]
    for line in wrong:
        print(f"judged wrongly: {line}")
    print(f"{len(bad) + len(good) - len(wrong)} of {len(bad) + len(good)} planted lines are judged rightly")
    return 1 if wrong else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    whole = sys.argv[1:] == ["--all"]
    known, count = rules(), 0
    for path, number, line in all_lines() if whole else added_lines():
        for fault in faults_of(path, line, known):
            count += 1
            print(f"{path}:{number}: {fault}")
    if count:
        print(f"{count} places to look at. Rewrite the sentence, or end a line that is right with \"{SILENT}\" in a comment.")
    return 1 if count and not whole else 0


if __name__ == "__main__":
    sys.exit(main())
