#!/usr/bin/env python3
"""Builds the program without a feature, as if its folder and its line in app/features/list.inc were deleted, and tests the rest.

without.py [--quick] BUILD_DIR [FEATURE…]   tries each feature if none is given; --quick runs only the tests that take a second.
For each feature it checks that:
  - no file of app outside the feature's folder includes one of its headers, so that no other file would have to be compiled again;
  - the program, linked from all other objects and a list without the feature's line, starts, draws a window off-screen and renders;
  - the tests that do not include the feature's headers, linked in the same way, pass. A single test that needs the feature without its
    headers says so with EZ_NEEDS_FEATURE (tests/support/needs_feature.h).
Only app/features/all.cpp is compiled. Everything else is linked from the objects of the build folder, which must be up to date.
"""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = ROOT / "app/features/list.inc"
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
LIBRARY = "app/libapp.a"
# Programs that need an X server; the tests that use them start one.
WINDOWED = {"ui_test", "minimised_test", "lost_display_test"}
QUICK = {"app_test", "auto_range_test", "duration_test", "frame_clock_test", "front_lens_test", "gallery_test", "kept_test", "line_cut_test", "link_test"}


def features():
    return re.findall(r"^FEATURE\((\w+)\)", LIST.read_text(), re.M)


def includes_of(path):
    return INCLUDE.findall(path.read_text(encoding="utf-8"))


def includers(feature):
    """Returns the files of app outside the feature's folder that include one of its headers."""
    inside = f"app/features/{feature}/"
    return [f"{p.relative_to(ROOT)} includes {name}" for p in sorted((ROOT / "app").rglob("*")) if p.suffix in (".h", ".cpp")
            if not str(p.relative_to(ROOT)).startswith(inside) for name in includes_of(p) if name.startswith(inside)]


def includes_feature(path, feature, seen):
    """Returns True if a test source includes one of the feature's headers, directly or through headers of the tests."""
    if path in seen or not path.exists():
        return False
    seen.add(path)
    for name in includes_of(path):
        if name.startswith(f"app/features/{feature}/"):
            return True
        candidates = [path.parent / name, ROOT / "tests/support" / name]
        if any(includes_feature(p, feature, seen) for p in candidates):
            return True
    return False


def first_source(file):
    """The file, or the first source of a group (cmake/unity.cmake). All sources of a group are in one folder."""
    if file.parent.name != "Unity" or not file.exists():
        return file
    return pathlib.Path(re.search(r'#include "([^"]+)"', file.read_text(encoding="utf-8"))[1])


class Build:
    def __init__(self, folder):
        self.folder = folder
        commands = json.loads((folder / "compile_commands.json").read_text())
        self.compiled = {re.search(r" -o (\S+)", entry["command"])[1]: entry for entry in commands}
        self.sources = {output: first_source(pathlib.Path(entry["file"])) for output, entry in self.compiled.items()}

    def run(self, command, **more):
        return subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)

    def link_of(self, target):
        """Returns the command that links a program, split into words."""
        last = self.run(["ninja", "-t", "commands", f"bin/{target}"]).stdout.strip().splitlines()[-1]
        part = next(p for p in last.split("&&") if f"-o bin/{target}" in p)
        return shlex.split(part)

    def programs(self):
        """Returns the test programs that are linked with app, each with its own sources."""
        found = {}
        names = self.run(["ninja", "-t", "targets", "all"]).stdout
        for name in re.findall(r"^bin/(\w+_test): CXX_EXECUTABLE_LINKER", names, re.M):
            words = self.link_of(name)
            if name not in WINDOWED and LIBRARY in words and (self.folder / "bin" / name).exists():
                found[name] = [self.sources[w] for w in words if w in self.sources]
        return found

    def library_without(self, feature, scratch):
        """Makes the library app from all objects except the feature's, with a list that lacks the feature's line."""
        (scratch / "app/features").mkdir(parents=True)
        line = f"FEATURE({feature})\n"
        (scratch / "app/features/list.inc").write_text(LIST.read_text().replace(line, ""))
        objects = []
        for output, source in self.sources.items():
            if not output.startswith(("app/CMakeFiles/app.dir/", "app/CMakeFiles/app_commands.dir/")) or output.endswith(".gch"):
                continue
            name = source.relative_to(ROOT).as_posix() if source.is_relative_to(ROOT) else ""
            if name.startswith(f"app/features/{feature}/"):
                continue
            objects.append(output)
            if name == "app/features/all.cpp":
                words = shlex.split(self.compiled[output]["command"])
                objects[-1] = str(scratch / "all.o")
                words[words.index("-o") + 1] = objects[-1]
                words.insert(1, f"-I{scratch}")
                made = self.run(words)
                if made.returncode:
                    sys.exit(f"all.cpp does not compile without {feature}:\n{made.stdout}")
        library = scratch / "libapp.a"
        made = self.run(["ar", "qc", str(library), *objects])
        if made.returncode:
            sys.exit(made.stdout)
        return library

    def linked(self, target, library, scratch):
        """Links a program with that library and returns its path. If the link fails, prints the linker's output and returns None."""
        words = self.link_of(target)
        program = scratch / target
        words[words.index("-o") + 1] = str(program)
        made = self.run([str(library) if w == LIBRARY else w for w in words])
        if made.returncode:
            print(made.stdout[-2000:])
            return None
        return program


def program_runs(program, scratch):
    picture, shot = scratch / "out.png", scratch / "window.png"
    for command in ([program, "render", "double-slit", "--steps", "50", "--out", picture],
                    [program, "--offscreen", "--backend", "cpu", "--frames", "5", "--screenshot", shot]):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        if done.returncode == 1 and "EGL" in done.stdout:
            print("  no OpenGL here: the window is not tested")
        elif done.returncode:
            print(f"  {' '.join(map(str, command))} ends with {done.returncode}:\n{done.stdout}")
            return False
    return True


def without(build, programs, feature, quick):
    found = includers(feature)
    if found:
        print(f"without {feature}: {len(found)} includes depend on it" + "".join(f"\n  {line}" for line in found))
        return False
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        library = build.library_without(feature, scratch)
        program = build.linked("ezscope", library, scratch)
        if not program or not program_runs(program, scratch):
            print(f"without {feature}: the program does not link or run")
            return False
        rest = [name for name, sources in programs.items()
                if (not quick or name in QUICK) and not any(includes_feature(s, feature, set()) for s in sources)]
        failed = []
        for name in rest:
            test = build.linked(name, library, scratch)
            ran = test and subprocess.run([test, "--gtest_filter=-Long*:*/Long*", "--gtest_brief=1"], cwd=ROOT, stdout=subprocess.PIPE,
                                          stderr=subprocess.STDOUT, text=True, timeout=1800, env=os.environ | {"EZSCOPE_WITHOUT": feature})
            if not ran or ran.returncode:
                failed.append(name + "".join(f"\n    {line}" for line in (ran.stdout if ran else "").splitlines() if "FAILED" in line))
        print(f"without {feature}: the program runs; {len(rest) - len(failed)} of {len(rest)} test programs pass"
              + "".join(f"\n  {name} fails" for name in failed))
        return not failed


def main():
    quick = "--quick" in sys.argv
    words = [word for word in sys.argv[1:] if word != "--quick"]
    build = Build(pathlib.Path(words[0]).resolve())
    asked = words[1:] or features()
    programs = build.programs()
    ok = True
    for feature in asked:
        if feature not in features():
            sys.exit(f"there is no feature {feature}; there are {', '.join(features())}")
        ok &= without(build, programs, feature, quick)
    return 0 if ok else 1


if __name__ == "__main__":
    os.environ.setdefault("LIBGL_ALWAYS_SOFTWARE", "1")
    sys.exit(main())
