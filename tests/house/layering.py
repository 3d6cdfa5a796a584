#!/usr/bin/env python3
"""Checks the dependencies app -> solver, app -> render, app/commands -> papers -> solver, python -> solver, python -> render, and the order of folders in solver and app.

layering.py [BUILD_DIR]  fails on every #include that breaks a rule below. Given a build folder, it also fails on every include path
                         that would let one library reach another it must not use. Include paths are the first safeguard; this
                         text search is the second.
layering.py --self-test  plants wrong includes in a copy of the tree and fails unless each is found.
"""
import json
import pathlib
import re
import shlex
import shutil
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CUDA = r"cuda|curand|cufft|cublas|cub/|thrust/|cooperative_groups|nvtx|device_launch|vector_types|surface_|texture_"
OPENGL = r"glad/|GL/|GLES|EGL/|KHR/"
WINDOW = r"GLFW/|X11/|wayland"
IMGUI = r"imgui|implot|portable.file.dialogs"

# The libraries, each with those its include paths may reach; app may reach all.
LIBRARIES = {"solver": set(), "render": set(), "papers": {"solver"}, "app": {"solver", "render", "papers"}, "python": {"solver", "render"}}
# (pattern of files, pattern of headers they must not include, not even through another header of the project, reason)
RULES = [
    (r"solver/", rf"render/|app/|{OPENGL}|{WINDOW}|{IMGUI}|glm/", "the solver does not depend on drawing"),
    (r"papers/", rf"render/|app/|{OPENGL}|{WINDOW}|{IMGUI}|glm/", "papers includes only solver"),
    (r"(solver/|render/|python/|app/(?!commands/))", r"papers/", "only app/commands includes papers"),
    (r"python/", rf"app/|{OPENGL}|{WINDOW}|{IMGUI}|{CUDA}", "the Python module includes only solver and render"),
    (r"(?!python/)", r"python/|nanobind/|Python\.h", "only python/ sees the Python module and nanobind"),
    (r"solver/(?!(engine|gas)/cuda/)", CUDA, "CUDA stays in solver/engine/cuda and solver/gas/cuda"),
    (r"(solver/(?!engine/opencl/)|papers/|render/|app/)", r"CL/", "OpenCL stays in solver/engine/opencl"),
    (r"papers/(?!(box/)?cuda/)", CUDA, "CUDA stays in papers/cuda and papers/box/cuda"),
    (r"(solver|papers)/", r"cuda_gl_interop", "only app/picture/link_cuda sees both CUDA and OpenGL"),
    (r"render/", rf"solver/|app/|{WINDOW}|{IMGUI}|{CUDA}", "render draws numbers and does not depend on their origin"),
    (r"app/(?!picture/link_cuda\.)", CUDA, "only app/picture/link_cuda sees both CUDA and OpenGL"),
    (r"(?!solver/scene/expression\.cpp)", r"muParser", "only solver/scene/expression.cpp sees muParser, whose exceptions are no std::exception"),
    (r"(solver|render|papers|app|python)/", r"\.\./", "an include names its library from the root, not by ../"),
]
# The layers of solver, lowest first. Each folder includes only itself and those before it. solver/solver.h, which clients include, is
# above all of them.
LAYERS = ["base", "theory", "scene", "scene/file", "physics", "problem", "engine", "gas", "run", "measure", "compare", "study", "design"]
# The layers of app, likewise. The features, a folder each, do not include each other. main.cpp is above all of them.
APP_LAYERS = ["platform", "model", "picture", "ui", "options", "features", "session", "commands", "cli"]
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
SUFFIXES = {".h", ".hpp", ".cuh", ".cpp", ".cu", ".c", ".inl"}


class Tree:
    """Holds the includes of every source under root: {name: [(line, included, the project's file it names or None)]}."""

    def __init__(self, root):
        found = {}
        for library in LIBRARIES:
            for path in sorted((root / library).rglob("*")):
                if path.suffix in SUFFIXES:
                    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
                    matches = [(number, INCLUDE.match(line)) for number, line in lines]
                    found[path.relative_to(root).as_posix()] = [(n, m[1]) for n, m in matches if m]
        self.includes = {}
        for name, includes in found.items():
            folder = pathlib.PurePosixPath(name).parent
            resolved = [(n, included, included if included in found else (folder / included).as_posix()) for n, included in includes]
            self.includes[name] = [(n, included, target if target in found else None) for n, included, target in resolved]

    def seen_by(self, name):
        """Returns everything that a file includes, directly or through headers of the project."""
        names, files, left = set(), {name}, [name]
        while left:
            for _, included, target in self.includes[left.pop()]:
                names.add(included)
                if target and target not in files:
                    files.add(target)
                    left.append(target)
        return names

    def chains(self, name, seen=()):
        """Yields (line, [a header, a header that it includes, …]) for everything that a file includes, each header once."""
        seen = set(seen) or {name}
        for number, included, target in self.includes[name]:
            yield number, [included]
            if target and target not in seen:
                seen.add(target)
                for _, chain in self.chains(target, seen):
                    yield number, [included] + chain


def wrong_includes(root):
    found = []
    tree = Tree(root)
    every = {included for includes in tree.includes.values() for _, included, _ in includes}
    forbidden_by = [{included for included in every if re.match(rule[1], included)} for rule in RULES]
    for name in tree.includes:
        rules = [(names, why) for names, (files, _, why) in zip(forbidden_by, RULES) if re.match(files, name)]
        seen = tree.seen_by(name)
        rules = [(names, why) for names, why in rules if names & seen]  # only these few files need the slower search for chains
        for number, chain in tree.chains(name) if rules else ():
            for names, why in rules:
                if chain[-1] in names:
                    found.append(f"{name}:{number}: includes {', which includes '.join(chain)}; {why}")
    return found


def layer_of(name):
    """Returns the index of a file's layer in solver, or None: the longest of LAYERS that its folder begins with."""
    within = [f for f in LAYERS if name.startswith(f"solver/{f}/")]
    return LAYERS.index(max(within, key=len)) if within else None


def wrong_layers(root):
    found = []
    for name, includes in Tree(root).includes.items():
        if not name.startswith("solver/"):
            continue
        own = layer_of(name)
        if own is None and name != "solver/solver.h":
            found.append(f"{name}:1: is in no layer of solver; put it into one of {', '.join(LAYERS)}")
            continue
        for number, included, _ in includes:
            other = layer_of(included)
            if included == "solver/solver.h":
                found.append(f"{name}:{number}: includes {included}, which is for code outside solver")
            if own is not None and other is not None and other > own:
                found.append(f"{name}:{number}: includes {included}; solver/{LAYERS[own]} is below solver/{LAYERS[other]}")
    return found


def app_layer_of(name):
    parts = name.split("/")
    return APP_LAYERS.index(parts[1]) if len(parts) > 2 and parts[0] == "app" and parts[1] in APP_LAYERS else None


def feature_of(name):
    """Returns the feature in whose folder a file of app is, or None."""
    parts = name.split("/")
    return parts[2] if name.startswith("app/features/") and len(parts) > 3 else None


def wrong_app_layers(root):
    found = []
    for name, includes in Tree(root).includes.items():
        if not name.startswith("app/") or name == "app/main.cpp":
            continue
        own = app_layer_of(name)
        if own is None:
            found.append(f"{name}:1: is in no layer of app; put it into one of {', '.join(APP_LAYERS)}")
            continue
        for number, included, _ in includes:
            other = app_layer_of(included)
            if other is not None and other > own:
                found.append(f"{name}:{number}: includes {included}; app/{APP_LAYERS[own]} is below app/{APP_LAYERS[other]}")
            if feature_of(name) and feature_of(included) and feature_of(name) != feature_of(included):
                found.append(f"{name}:{number}: includes {included}; features do not include each other: share the code in app/model or use a hook")
    return found


def open_paths(build):
    """Returns the include paths of a library that reach the folder of a library it must not include."""
    found = set()
    for entry in json.loads((build / "compile_commands.json").read_text()):
        parts = pathlib.Path(entry["file"]).relative_to(ROOT).parts if entry["file"].startswith(str(ROOT) + "/") else ()
        if not parts or parts[0] not in LIBRARIES:
            continue
        for flag in shlex.split(entry["command"]):
            for other in LIBRARIES.keys() - {parts[0]} - LIBRARIES[parts[0]]:
                if flag.startswith("-I") and (pathlib.Path(flag[2:]) / other / "CMakeLists.txt").exists():
                    found.add(f"{parts[0]}: its include path {flag[2:]} reaches {other}/")
    return sorted(found)


def self_test():
    planted = [
        ("solver/scene/a_top.cpp", '#include "render/gl.h"'), ("solver/scene/a_top.h", "#include <glad/gl.h>"),
        ("solver/scene/a.cpp", '#include "app/model/state.h"'), ("solver/engine/cpu/a.cpp", "#  include <GLFW/glfw3.h>"),
        ("solver/engine/cpu/b.cpp", "#include <cuda_runtime.h>"), ("solver/gas/b.cpp", "#include <cuda_runtime.h>"), ("solver/engine/cuda/a.cu", "#include <cuda_gl_interop.h>"),
        ("solver/scene/a2_top.cpp", '#include "imgui.h"'), ("render/a.cpp", '#include "solver/run/solver.h"'),
        ("render/b.h", '  #include "app/model/state.h"'), ("render/c.cpp", '#include "implot.h"'),
        ("render/d.cpp", "#include <cuda_runtime_api.h>"), ("app/ui/a_top.cpp", "#include <cuda_gl_interop.h>"),
        ("solver/run/ocl.cpp", "#include <CL/cl.h>"), ("papers/a.cpp", '#include "app/commands/commands.h"'), ("papers/b.h", '#include "render/gl.h"'), ("papers/c.cpp", "#include <imgui.h>"),
        ("papers/d.cpp", "#include <cuda_runtime.h>"), ("papers/box/d.cpp", "#include <cublas_v2.h>"), ("papers/cuda/a.cu", "#include <cuda_gl_interop.h>"),
        ("solver/gas/a.cpp", '#include "papers/box/box.h"'), ("render/e.cpp", '#include "papers/report.h"'), ("app/ui/p.cpp", '#include "papers/table.h"'),
        ("app/cli/p.cpp", '#include "app/commands/planted.h"'), ("papers/e.cpp", '#include "../solver/solver.h"'),
        ("python/module/a.cpp", '#include "app/model/state.h"'), ("python/module/b.cpp", '#include "papers/table.h"'), ("render/n.cpp", "#include <nanobind/nanobind.h>"),
        ("solver/scene/a3_top.cpp", "#include <muParser.h>"), ("app/ui/panels/a_top.cpp", '#include "../state.h"'), ("app/ui/b_top.cpp", '#include "solver/engine/cuda/planted.h"'),
    ]
    allowed = [
        ("solver/engine/cuda/planted.h", "#include <cuda_runtime.h>"), ("solver/gas/cuda/planted2.h", "#include <cuda_runtime.h>"), ("solver/engine/opencl/ok.cpp", "#include <CL/cl.h>"), ("solver/engine/cuda/ok.cu", '#include "planted.h"'), ("solver/scene/ok_top.cpp", '#include "solver/scene/scene.h"'),
        ("render/ok.cpp", "#include <glad/gl.h>"), ("app/picture/link_cuda.cpp", "#include <cuda_gl_interop.h>"),
        ("app/ui/ok_top.cpp", '#include "render/gl.h"\n#include "solver/run/solver.h"\n#include <GLFW/glfw3.h>\n#include "imgui.h"'),
        ("papers/ok.cpp", '#include "solver/solver.h"\n#include "papers/report.h"'), ("papers/cuda/ok.cu", "#include <cuda_runtime.h>"),
        ("papers/box/cuda/ok.cpp", "#include <cuda_runtime_api.h>"), ("app/commands/planted.h", '#include "papers/report.h"'),
        ("solver/scene/expression.cpp", "#include <muParser.h>"), ("solver/scene/ok2_top.cpp", '// #include "render/gl.h"'),
    ]
    planted.append(("solver/study/planted_front.h", '#include "solver/solver.h"'))
    for below, above in zip(LAYERS, LAYERS[1:]):
        planted.append((f"solver/{below}/planted_{below.replace('/', '_')}.h", f'#include "solver/{above}/x.h"'))
        allowed.append((f"solver/{above}/planted_ok.h", f'#include "solver/{below}/x.h"'))
    for below, above in zip(APP_LAYERS, APP_LAYERS[1:]):
        planted.append((f"app/{below}/planted_{below}.h", f'#include "app/{above}/x.h"'))
        allowed.append((f"app/{above}/planted_ok.h", f'#include "app/{below}/x.h"'))
    planted.append(("app/features/film/planted_other.h", '#include "app/features/lesson/x.h"'))
    planted.append(("app/elsewhere/planted.h", '#include "app/model/state.h"'))
    allowed.append(("app/features/film/planted_ok.h", '#include "app/features/film/x.h"\n#include "app/features/feature.h"'))
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for library in LIBRARIES:
            shutil.copytree(ROOT / library, copy / library)
        before = len(wrong_includes(copy) + wrong_layers(copy) + wrong_app_layers(copy))
        for name, line in planted + allowed:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_text(f"// planted\n{line}\n", encoding="utf-8")
        seen = wrong_includes(copy) + wrong_layers(copy) + wrong_app_layers(copy)
    unseen = [name for name, _ in planted if not any(line.startswith((f"{name}:2:", f"{name}:1: is in no layer")) for line in seen)]
    wrong = [line for line in seen if any(line.startswith(f"{name}:") for name, _ in allowed)]
    for name in unseen:
        print(f"not found: the wrong include planted in {name}")
    for line in wrong:
        print(f"wrongly refused: {line}")
    print(f"{len(planted)} wrong includes planted, {len(planted) - len(unseen)} found; {before} existed before")
    return bool(unseen or wrong)


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found = wrong_includes(ROOT) + wrong_layers(ROOT) + wrong_app_layers(ROOT)
    if len(sys.argv) > 1:
        found += open_paths(pathlib.Path(sys.argv[1]))
    print("\n".join(found) if found else "every include follows app -> solver, app -> render, app/commands -> papers -> solver, and the layers of solver and app")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
