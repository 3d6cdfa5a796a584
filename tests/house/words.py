#!/usr/bin/env python3
"""Compares assets/words.txt, which has the interface's texts in four languages, with the sources.

words.py              fails on every text of the interface and every message template without a row, and on every row whose English is not
                      in the sources.
words.py --self-test  fails unless the check finds a text without a row, a template without a row and a row without a text.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Sources with the texts that the interface shows. Texts of other sources (messages with values, names of kinds) may have rows too.
SHOWN = ["app/ui", *(f"app/features/{name}" for name in (
    "boundary_lab/cards", "boundary_lab/legend.cpp", "boundary_lab/pictures.cpp", "boundary_lab/feature.cpp", "gas/cards", "kernel_lab/cards", "kernel_lab/feature.cpp",
    "lesson/cards", "timeline/bar.cpp", "timeline/feature.cpp", "film/feature.cpp", "share/code_card.cpp", "share/feature.cpp", "study/cards", "design/cards", "welcome", "presenter", "gallery/cards.cpp")),
         "app/model/chapters.cpp", "app/model/color_vision.h"]
# Files in SHOWN whose literals are not texts of the interface: keys of scene files, file names, ImGui's own names.
OTHERS = ["app/ui/problem_words.cpp", "app/ui/kit/style.cpp", "app/ui/kit/icons.h", "app/ui/interface.cpp"]
# Literals that look like texts but are not shown, or that are the same in every language.
SAME = {
    "Tool options", "Scene text", "Problem ", "Problems", "Question", "Help", "Picture", "Panel", "Lesson", "Code", "Note{}", "File", "Start", "Tour",
    "Note", "Problem", "Status", "Toolbar", "Ctrl+D  Del", "Space  R", "F5  Esc", "PgUp PgDn", "Shift+Enter", "Lax–Wendroff", "Roden–Gedney", "Taflove–Hagness", "Ez (TMz)", "Hz (TEz)", "Gcell/s", "Gcell/s ", " Gcell/s", "Esc, Shift+F1",
    "Ctrl + − 0", "Maxwell", "Drude", "Debye", "Lorentz", "Esc", "Roe", "Tab", "OpenGL", "monitor {}", "Japanese letters are missing: install the package {}, then start again", "{}###film", "{} σopt", "' + name + '", "lessons ", "× Takada 32 × 4", "× Takada", "Enter", "Del", "Pa", "Ez", "Hz", "Hx", "Hy", "UI",
}
LITERAL = r'"((?:[^"\\\n]|\\.)*)"'
TEMPLATE = rf'\btext_with\(\s*({LITERAL}(?:\s*{LITERAL})*)'


def without_comments(source):
    kept = r'"(?:[^"\\\n]|\\.)*"' + r"|'(?:[^'\\\n]|\\.)'"
    return re.sub(kept + r"|//[^\n]*", lambda m: "" if m[0].startswith("//") else m[0], source)


def literals(path):
    """Returns [(line, text)] of all string literals, with adjacent ones joined."""
    source = without_comments(path.read_text(encoding="utf-8"))
    source = "\n".join("" if line.startswith("#") else line for line in source.split("\n"))
    return [(source.count("\n", 0, m.start()) + 1, "".join(re.findall(LITERAL, m[0])))
            for m in re.finditer(rf'{LITERAL}(?:\s*{LITERAL})*', source)]


def templates(path):
    """Returns [(line, text)] of the message templates, into which values are inserted."""
    source = without_comments(path.read_text(encoding="utf-8"))
    return [(source.count("\n", 0, m.start()) + 1, "".join(re.findall(LITERAL, m[1]))) for m in re.finditer(TEMPLATE, source)]


def is_words(text):
    """Returns True for two or more words, or for one that begins with a capital. IDs, keys and names of scenes do not count."""
    plain = re.sub(r"\{[^}]*\}", "", text)
    if text.startswith("##") or text in SAME or re.fullmatch(r"[\w.:/%+−\-|]*", plain) and not re.match(r"[A-Z][a-z]{2}", plain):
        return False
    if re.fullmatch(r"(Shift\+|Ctrl\+|F?\d+|[A-Z]|wheel|[ ,+])*", text) or text.endswith((".toml", ".png", ".csv")):
        return False
    return bool(re.search(r"[A-Za-z]{3}", plain))


def sources(folders, root, others=()):
    for name in folders:
        path = root / name
        for file in sorted(path.rglob("*") if path.is_dir() else [path]):
            if file.suffix in (".cpp", ".h") and file.stem != "log" and file.relative_to(root).as_posix() not in others:
                yield file


def english_of(text):
    rows = re.split(r"\n\n+", re.sub(r"(?m)^#.*\n", "", text).strip("\n"))
    return [row.split("\n")[0] for row in rows if row]


def faults(root, rows):
    keys = set(rows)
    found = [f"{row}: has more than one row" for row in keys if rows.count(row) > 1]
    for file in sources(SHOWN, root, OTHERS):
        for line, text in literals(file):
            if is_words(text) and text not in keys:
                found.append(f"{file.relative_to(root)}:{line}: \"{text}\" has no row in assets/words.txt")
    for file in sources(["app", "solver"], root):
        for line, text in templates(file):
            if is_words(text) and not keys & {text, text[:1].upper() + text[1:]}:
                found.append(f"{file.relative_to(root)}:{line}: the template \"{text}\" has no row in assets/words.txt")
    for file in sources(SHOWN, root, OTHERS):  # a part of a longer text, which no widget translates
        found += [f"{file.relative_to(root)}: \"{text}\" is not translated; put c.tr() around it"
                  for text in re.findall(r'std::string\("([A-Z][a-z]{2}[^"]*)"\)', file.read_text(encoding="utf-8"))]
    said = {form for file in sources(["app", "solver"], root) for _, text in literals(file)
            for form in (text, text[:1].upper() + text[1:])}  # the interface makes labels from names of keys
    found += [f"assets/words.txt: \"{key}\" is in no source" for key in rows if key not in said]
    return found


def main():
    rows = english_of((ROOT / "assets/words.txt").read_text(encoding="utf-8"))
    if "--self-test" in sys.argv:
        template = "Cannot add a pane: {} panes is the maximum."
        planted = [row for row in rows[1:] if row != template] + ["In no source"]
        missed = [f for f in faults(ROOT, planted) if rows[0] in f or template in f or "In no source" in f]
        sys.exit(None if len(missed) >= 3 else "a planted fault is not found")
    found = faults(ROOT, rows)
    sys.exit("\n".join(found) or None)


if __name__ == "__main__":
    main()
