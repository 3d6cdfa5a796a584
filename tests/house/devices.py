#!/usr/bin/env python3
"""Checks that only the device folders name a device's interface, such as CUDA. Other code asks the backend for its values.

devices.py              looks for CUDA in app (outside app/picture) and in solver (outside solver/engine and solver/gas/cuda).
devices.py --self-test  fails unless the check finds planted names there and accepts those in the device folders.
Comments may mention devices. The compiler's macros (__CUDACC__, __CUDA_ARCH__) are allowed: they let one function run on CPU and GPU.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEARCHED = re.compile(r"app/(?!picture/)|solver/(?!engine/|gas/cuda/)")
NAME = re.compile(r"cuda|CUstream", re.IGNORECASE)
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
MACRO = re.compile(r"__CUDA\w*__")


def without_comments(text):
    """Returns the text without comments but with its line breaks. Strings stay: the interface must show a backend's title, not a name
    written here."""
    def kept(match):
        return match[0] if match[0].startswith('"') else "\n" * match[0].count("\n")
    return COMMENT_OR_STRING.sub(kept, text)


def named(name, text):
    if not SEARCHED.match(name):
        return []
    lines = enumerate(MACRO.sub("", without_comments(text)).splitlines(), 1)
    return [f"{name}:{number}: names a device's interface; ask for the backend's values (solver/engine/backend.h)"
            for number, line in lines if NAME.search(line)]


def sources():
    for library in ("app", "solver"):
        for path in sorted((ROOT / library).rglob("*")):
            if path.suffix in {".h", ".cpp", ".cu", ".cuh", ".inc"}:
                yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def self_test():
    seen = [("app/session/a.cpp", 'request.backend = "cuda";'), ("app/ui/a.h", "#include <cuda_runtime.h>"),
            ("app/cli/a.cpp", 'say("number of the CUDA device");'), ("solver/gas/a.h", "struct CUstream_st;"),
            ("solver/scene/a.h", 'std::string_view backend = "cuda";'), ("solver/run/a.cpp", "/* one */ make_cuda_engine(0); // two"),
            ("solver/gas/b.cpp", 'url = "http://x"; cudaStream_t s;')]
    unseen = [("app/picture/a.cpp", "cudaSetDevice(0);"), ("solver/engine/a.h", "Backend cuda_backend();"),
              ("solver/gas/cuda/a.cu", "cudaStream_t s;"), ("solver/physics/a.h", "#if defined(__CUDA_ARCH__)"),
              ("solver/run/b.cpp", "// as CUDA has it\n/* cudaStream_t */ int k;"), ("papers/a.cpp", 'backend = "cuda";')]
    wrong = [f"not found: {name}: {line}" for name, line in seen if not named(name, line)]
    wrong += [f"wrongly refused: {name}: {line}" for name, line in unseen if named(name, line)]
    print("\n".join(wrong) or f"{len(seen)} misplaced names planted, all found")
    return bool(wrong)


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found = [line for name, text in sources() for line in named(name, text)]
    print("\n".join(found) or "no device is named outside app/picture, solver/engine and solver/gas/cuda")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
