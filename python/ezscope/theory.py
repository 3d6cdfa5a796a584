"""The closed forms that formulas of a scene can call, by the names that `ezscope info --functions` lists.

Each takes numbers or numpy arrays, which are broadcast. Angles are in degrees, lengths in m, frequencies in Hz. The result
is nan where the closed form does not hold. help() of a function gives its arguments and source.
"""
from __future__ import annotations

from typing import Any, Callable

import numpy as np

from . import _core

_KNOWN = {name: (arguments, text) for name, arguments, text in _core.theory_functions()}


def _made(name: str) -> Callable[..., Any]:
    arguments, text = _KNOWN[name]

    def function(*values: Any) -> Any:
        if len(values) != len(arguments):
            raise TypeError(f"{name}() takes {len(arguments)} arguments: {', '.join(arguments)}")
        arrays = np.broadcast_arrays(*(np.asarray(v, dtype=float) for v in values))
        rows = np.ascontiguousarray(np.stack([a.ravel() for a in arrays], axis=1))
        out = np.array(_core.theory(name, rows)).reshape(arrays[0].shape)
        return out if out.ndim else float(out)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{name}({', '.join(arguments)})\n\n{text}"
    return function


def __getattr__(name: str) -> Callable[..., Any]:
    if name not in _KNOWN:
        raise AttributeError(f"there is no closed form {name!r}; dir(ezscope.theory) lists them")
    function = globals()[name] = _made(name)
    return function


def __dir__() -> list[str]:
    return sorted(_KNOWN)
