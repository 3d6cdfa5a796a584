"""The stubs of the module list what it has, and mypy accepts the package. stubtest.txt names the known differences."""
import ast
import pathlib
import subprocess
import sys

import pytest

import ezscope as ez
from ezscope import _core

STUBS = pathlib.Path(ez.__file__).with_name("_core.pyi")


def names_in(body):
    found = set()
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            found.add(node.target.id)
    return found


def public(names):
    return {name for name in names if not name.startswith("_")}


def test_stubs_list_every_name():
    tree = ast.parse(STUBS.read_text(encoding="utf-8"))
    assert public(names_in(tree.body)) == public(dir(_core))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for node in classes:
        if node.name not in ("Error", "SceneError"):  # their members are those of RuntimeError, and set when raised
            assert public(names_in(node.body)) == public(dir(getattr(_core, node.name))), node.name


def mypy(*arguments):
    pytest.importorskip("mypy")
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True,
                          cwd=pathlib.Path(ez.__file__).parents[1])
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_accepts_the_package():
    mypy("mypy", "--strict", "--cache-dir", "/dev/null", "-p", "ezscope", "--exclude", "tests")


def test_stubs_match_the_module():
    mypy("mypy.stubtest", "ezscope._core", "--concise", "--allowlist", pathlib.Path(__file__).with_name("stubtest.txt"))
