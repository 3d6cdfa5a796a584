#!/usr/bin/env python3
"""Checks that every command of the window has a name in a session's log. A session could not record a command without one.

commands.py              compares every on(State&, Services&, const command::X&) in app's headers with command_kind<command::X>("X").
commands.py --self-test  fails unless the check finds a command without a name and one with a wrong name.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def faults(headers, sources):
    declared = set(re.findall(r"void on\(State& s, Services& x, const command::(\w+)& c\);", headers))
    named = re.findall(r'command_kind<command::(\w+)>\("(\w+)"\)', sources)
    found = [f"{name} has no name in a session's log: add it to its feature's log.cpp" for name in declared - {n for n, _ in named}]
    return found + [f"{name} has the wrong name {word} in a session's log" for name, word in named if name != word]


def texts(suffix):
    return "\n".join(p.read_text(encoding="utf-8") for p in sorted((ROOT / "app").rglob("*" + suffix)))


def main():
    headers, sources = texts(".h"), texts(".cpp")
    if sys.argv[1:] == ["--self-test"]:
        unnamed = "void on(State& s, Services& x, const command::Planted& c);\n"
        wrong = 'command_kind<command::Planted>("Plant")'
        return 0 if faults(headers + unnamed, sources) and faults(headers, sources + wrong) else 1
    found = faults(headers, sources)
    print("\n".join(sorted(found)) or "every command has its own name in a session's log")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
