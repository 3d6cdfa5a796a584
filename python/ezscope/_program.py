"""Starts the program: the console script `ezscope`, and Scene.show()."""
from __future__ import annotations

import os
import pathlib
import shutil
import sys


def program() -> str:
    """Returns the program's path: $EZSCOPE_PROGRAM, or the one in this package, or the one on $PATH."""
    own = pathlib.Path(__file__).with_name("ezscope")
    found = os.environ.get("EZSCOPE_PROGRAM") or (str(own) if own.is_file() else None)
    if found is None:
        on_path = shutil.which("ezscope")
        if on_path is None:
            raise FileNotFoundError("the program ezscope was not found; install the wheel, or set EZSCOPE_PROGRAM")
        found = on_path
    return found


def main() -> None:
    """Replaces this process by the program."""
    path = program()
    os.execv(path, [path, *sys.argv[1:]])
