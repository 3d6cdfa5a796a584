"""Writes Python values as TOML, the language of scene files."""
from __future__ import annotations

import json
import math
from typing import Any, Mapping


def text(value: Any) -> str:
    """Returns a value as TOML: numbers, texts, booleans, sequences, numpy arrays and mappings.

    Raises TypeError for other types, and ValueError for numbers that are not finite.
    """
    if hasattr(value, "tolist"):  # numpy's arrays and numbers
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{value} is not a finite number; scenes have finite numbers only")
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(str(k))} = {text(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple, range)):
        return "[" + ", ".join(text(v) for v in value) + "]"
    raise TypeError(f"a value of type {type(value).__name__} cannot be written to a scene; give a number, text, list or dict")


def table(name: str, values: Mapping[str, Any]) -> str:
    """Returns an entry [[name]] of a list of tables. Values that are None are left out."""
    lines = [f"{json.dumps(key)} = {text(value)}" for key, value in values.items() if value is not None]
    return f"\n[[{name}]]\n" + "\n".join(lines) + "\n"
