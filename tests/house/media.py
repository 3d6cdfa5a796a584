#!/usr/bin/env python3
"""Checks that the media of a scene are made in few places. Everything else receives them (solver/scene/raster/scene_media.h).

media.py              lists every call of palette_of(), media_of() and SceneMedia() outside the files below.
media.py --self-test  fails unless the check finds planted calls and accepts those in the files below.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMENT = re.compile(r"//[^\n]*")
# Each call, and the files that may make it.
PALETTE = re.compile(r"\bpalette_of\(")
MEDIA = re.compile(r"\bmedia_of\b|\bSceneMedia(?:\s+\w+)?\s*[({]|make_shared<const SceneMedia>")
RASTER = re.compile(r"solver/scene/raster/")
MAKERS = {
    "solver/scene/file/read.cpp": "a scene that is read",
    "solver/scene/file/validate.cpp": "a scene that is checked",
    "solver/scene/file/variants.cpp": "a variant that is read",
    "solver/scene/file/repair.cpp": "a scene that is repaired",
    "solver/problem/problem.cpp": "a scene with padding, whose grid differs from that of the scene",
    "solver/run/solver.cpp": "the scene of a run",
    "solver/compare/comparison.cpp": "the scene of several runs",
    "solver/study/reflect.cpp": "the variants of a study",
    "solver/study/echo_explainer.cpp": "the scene of a search for causes",
    "app/model/state.h": "the scene of the window before the first edit",
    "app/model/panes.h": "the scene of a pane before the first frame",
    "app/model/update.cpp": "the scene of the window after an edit",
    "app/commands/load.cpp": "a scene that the command line refines",
    "app/commands/info.cpp": "the scene of a command",
    "app/commands/render.cpp": "the scene of a command",
}
# Functions of the same name for other things.
OTHERS = re.compile(r"solver/engine/cuda/|app/commands/schemes\.cpp")


def calls(name, text):
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        code = COMMENT.sub("", line)
        if PALETTE.search(code) and not RASTER.match(name):
            found.append(f"{name}:{number}: makes a palette; use SceneMedia::palette(), or entry_name() and medium_of() for single media")
        if MEDIA.search(code) and not RASTER.match(name) and not OTHERS.match(name) and name not in MAKERS:
            found.append(f"{name}:{number}: makes the media of a scene; take them as an argument")
    return found


def sources():
    for library in ("app", "solver"):
        for path in sorted((ROOT / library).rglob("*")):
            if path.suffix in {".h", ".cpp", ".cu", ".cuh"}:
                yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def self_test():
    seen = [("app/ui/a.cpp", "const auto entries = palette_of(s);"), ("app/model/update.cpp", "s.palette = palette_of(s.scene);"),
            ("app/session/a.h", "pane.media = media_of(pane.scene);"), ("solver/measure/a.cpp", "const SceneMedia media(scene);"),
            ("solver/measure/b.cpp", "for (auto& e : SceneMedia(scene).used())"), ("solver/compare/a.cpp", "std::ranges::transform(all, out, media_of);")]
    unseen = [("solver/scene/raster/a.cpp", "const auto palette = palette_of(scene);"), ("app/model/update.cpp", "s.media = media_of(s.scene);"),
              ("app/ui/a.cpp", "const SceneMedia& media = *c.state.media;"), ("app/ui/b.cpp", "// as palette_of(scene) returns it"),
              ("app/commands/schemes.cpp", "return media_of(s);"), ("solver/engine/cuda/a.cuh", "constexpr Media M = media_of(Kind);")]
    wrong = [f"not found: {name}: {line}" for name, line in seen if not calls(name, line)]
    wrong += [f"wrongly refused: {name}: {line}" for name, line in unseen if calls(name, line)]
    print("\n".join(wrong) or f"{len(seen)} calls planted, all found")
    return bool(wrong)


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found = [line for name, text in sources() for line in calls(name, text)]
    unused = [name for name in MAKERS if not MEDIA.search((ROOT / name).read_text(encoding="utf-8"))]
    found += [f"{name} makes no media; remove it from this list" for name in unused]
    print("\n".join(found) or "media are made only where the list allows")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
